"""What an engine may do instead of an answer; if there is no such trouble, it answers."""

import os
import signal
import sys
import time


def misbehave(how):
    if how == "hang":
        time.sleep(1000)
    elif how == "exit":
        print("I have\nhad enough", file=sys.stderr)
        sys.exit(3)
    elif how == "raise":
        raise ValueError("not my day")
    elif how == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "banana":
        print("banana", flush=True)
        time.sleep(1000)
    elif how == "empty":
        while True:
            print(flush=True)
    elif how == "flood":
        while True:
            print("0 0 " * 100)
    elif how == "endless":
        while True:
            sys.stdout.write("0" * 1000)
    elif how == "bytes":
        sys.stdout.buffer.write(b"\xff\x00\x1b[2J\n")
        sys.stdout.flush()
        time.sleep(1000)
    elif how == "close":
        # Ignores all that can be ignored, and lives on.
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        os.close(1)
        time.sleep(1000)
    elif how == "fork":
        # Two more processes, which keep the pipes open.
        os.fork()
        os.fork()
        time.sleep(1000)
    elif how == "leave":
        # A child that stays behind when its parent leaves.
        if os.fork():
            os._exit(0)
        time.sleep(1000)
