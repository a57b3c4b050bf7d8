// The system that a program for WASI runs on (WASI preview 1, witx of 2020): a clock, chance, standard input and
// output, and files that are in memory. Only what the lab's program uses is there; it is told so about the rest.

const OK = 0;
const BAD_FILE = 8;
const EXISTS = 20;
const INVALID = 28;
const NO_ENTRY = 44;
const NOT_SUPPORTED = 52;
/** What the C library that the program was linked with may lack: no thread begins, and no path leads elsewhere. */
const MISSING = { pthread_create: () => 58, realpath: () => 0 };

const DIRECTORY = 3;
const REGULAR_FILE = 4;
const CHARACTER_DEVICE = 2;
/** Where the root of all files is opened before the program begins. */
const ROOT = 3;

const CREATE = 1;
const EXCLUSIVE = 4;
const TRUNCATE = 8;
const APPEND = 1;

/** A file: its bytes, of which the first `length` are there. */
class MemoryFile {
  bytes = new Uint8Array(0);
  length = 0;

  resize(length) {
    if (length > this.bytes.length) {
      const grown = new Uint8Array(Math.max(length, 2 * this.bytes.length));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    } else if (length < this.length) {
      this.bytes.fill(0, length, this.length);
    }
    this.length = length;
  }
}

/** A program ended itself. */
export class Ended extends Error {}

/** A system for one program: `out(line)` gets every line of standard output, `said(text)` what is on standard error. */
export class System {
  memory = null;
  #files = new Map();
  #open = new Map();
  #next = ROOT + 1;
  #input = new Uint8Array(0);
  #line = "";
  #out;
  #said;
  #decoders = { out: new TextDecoder(), said: new TextDecoder() };

  constructor({ out, said }) {
    this.#out = out;
    this.#said = said;
  }

  /** What is read next on standard input. */
  put(bytes) {
    this.#input = bytes;
  }

  /** What a module wants to be given. */
  imports(module) {
    const given = {};
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (kind !== "function") throw new Error(`the program wants a ${kind} '${name}'`);
      given[from] ??= {};
      if (from === "env") given[from][name] = MISSING[name] ?? (() => OK);
      else given[from][name] = this[name]?.bind(this) ?? (() => NOT_SUPPORTED);
    }
    return given;
  }

  get #view() {
    return new DataView(this.memory.buffer);
  }

  #part(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  #text(at, length) {
    return new TextDecoder().decode(this.#part(at, length));
  }

  /** The name of a file without the root that it is under. */
  #name(at, length) {
    return this.#text(at, length).replace(/^(\.?\/)+/, "");
  }

  /** The pieces of memory that a list of them names. */
  *#pieces(list, count) {
    for (let i = 0; i < count; i += 1) {
      const at = list + 8 * i;
      yield this.#part(this.#view.getUint32(at, true), this.#view.getUint32(at + 4, true));
    }
  }

  #number(at, value) {
    this.#view.setUint32(at, value, true);
    return OK;
  }

  #long(at, value) {
    this.#view.setBigUint64(at, BigInt(value), true);
    return OK;
  }

  args_sizes_get(count, bytes) {
    return this.#number(count, 0) || this.#number(bytes, 0);
  }

  args_get() {
    return OK;
  }

  environ_sizes_get(count, bytes) {
    return this.#number(count, 0) || this.#number(bytes, 0);
  }

  environ_get() {
    return OK;
  }

  clock_time_get(clock, precision, at) {
    const REAL = 0;
    const milliseconds = clock === REAL ? Date.now() : performance.now();
    return this.#long(at, Math.round(milliseconds * 1e6));
  }

  clock_res_get(clock, at) {
    return this.#long(at, 1000);
  }

  random_get(at, length) {
    // No more may be asked for at a time.
    for (let from = 0; from < length; from += 65536) crypto.getRandomValues(this.#part(at + from, Math.min(65536, length - from)));
    return OK;
  }

  sched_yield() {
    return OK;
  }

  /** Nothing comes but time: whoever waits for it is kept busy. */
  poll_oneoff(wanted, events, count, told) {
    const until = performance.now() + Number(this.#view.getBigUint64(wanted + 24, true)) / 1e6;
    while (performance.now() < until);
    this.#part(events, 32).fill(0);
    this.#part(events, 8).set(this.#part(wanted, 8));
    return this.#number(told, 1);
  }

  proc_exit(code) {
    throw new Ended(`it ended with ${code}`);
  }

  fd_prestat_get(fd, at) {
    if (fd !== ROOT) return BAD_FILE;
    return this.#number(at, 0) || this.#number(at + 4, 1);
  }

  fd_prestat_dir_name(fd, at) {
    this.#part(at, 1)[0] = "/".charCodeAt(0);
    return OK;
  }

  fd_fdstat_get(fd, at) {
    const kind = fd < ROOT ? CHARACTER_DEVICE : fd === ROOT ? DIRECTORY : REGULAR_FILE;
    if (kind === REGULAR_FILE && !this.#open.has(fd)) return BAD_FILE;
    this.#part(at, 24).fill(0);
    this.#part(at, 1)[0] = kind;
    // It may do everything.
    this.#view.setBigUint64(at + 8, (1n << 30n) - 1n, true);
    this.#view.setBigUint64(at + 16, (1n << 30n) - 1n, true);
    return OK;
  }

  fd_fdstat_set_flags() {
    return OK;
  }

  #stat(at, kind, length) {
    this.#part(at, 64).fill(0);
    this.#part(at + 16, 1)[0] = kind;
    this.#long(at + 24, 1);
    return this.#long(at + 32, length);
  }

  fd_filestat_get(fd, at) {
    if (fd < ROOT) return this.#stat(at, CHARACTER_DEVICE, 0);
    const file = this.#open.get(fd)?.file;
    return file ? this.#stat(at, REGULAR_FILE, file.length) : BAD_FILE;
  }

  fd_filestat_set_size(fd, length) {
    const file = this.#open.get(fd)?.file;
    if (!file) return BAD_FILE;
    file.resize(Number(length));
    return OK;
  }

  path_filestat_get(fd, flags, path, length, at) {
    const name = this.#name(path, length);
    if (name === "") return this.#stat(at, DIRECTORY, 0);
    const file = this.#files.get(name);
    return file ? this.#stat(at, REGULAR_FILE, file.length) : NO_ENTRY;
  }

  path_open(fd, follow, path, length, flags, rights, inherited, how, at) {
    const name = this.#name(path, length);
    let file = this.#files.get(name);
    if (file && flags & CREATE && flags & EXCLUSIVE) return EXISTS;
    if (!file) {
      if (!(flags & CREATE)) return NO_ENTRY;
      file = new MemoryFile();
      this.#files.set(name, file);
    }
    if (flags & TRUNCATE) file.resize(0);
    const opened = this.#next;
    this.#next += 1;
    this.#open.set(opened, { file, at: 0, isAppending: Boolean(how & APPEND) });
    return this.#number(at, opened);
  }

  path_unlink_file(fd, path, length) {
    return this.#files.delete(this.#name(path, length)) ? OK : NO_ENTRY;
  }

  path_rename(fd, path, length, other, to, toLength) {
    const name = this.#name(path, length);
    const file = this.#files.get(name);
    if (!file) return NO_ENTRY;
    this.#files.delete(name);
    this.#files.set(this.#name(to, toLength), file);
    return OK;
  }

  /** Folders are parts of the names of files. */
  path_create_directory() {
    return OK;
  }

  path_remove_directory() {
    return OK;
  }

  path_readlink() {
    return INVALID;
  }

  fd_close(fd) {
    return this.#open.delete(fd) || fd <= ROOT ? OK : BAD_FILE;
  }

  fd_sync(fd) {
    return this.#open.has(fd) ? OK : BAD_FILE;
  }

  fd_datasync(fd) {
    return this.fd_sync(fd);
  }

  fd_seek(fd, by, whence, at) {
    const opened = this.#open.get(fd);
    if (!opened) return BAD_FILE;
    const to = [0, opened.at, opened.file.length][whence] + Number(by);
    if (to < 0) return INVALID;
    opened.at = to;
    return this.#long(at, to);
  }

  fd_tell(fd, at) {
    const opened = this.#open.get(fd);
    return opened ? this.#long(at, opened.at) : BAD_FILE;
  }

  #read(file, from, list, count) {
    let at = from;
    for (const piece of this.#pieces(list, count)) {
      const part = file.bytes.subarray(at, Math.min(at + piece.length, file.length));
      piece.set(part);
      at += part.length;
      if (part.length < piece.length) break;
    }
    return at - from;
  }

  fd_read(fd, list, count, told) {
    if (fd === 0) {
      let read = 0;
      for (const piece of this.#pieces(list, count)) {
        const part = this.#input.subarray(0, piece.length);
        piece.set(part);
        this.#input = this.#input.subarray(part.length);
        read += part.length;
      }
      return this.#number(told, read);
    }
    const opened = this.#open.get(fd);
    if (!opened) return BAD_FILE;
    const read = this.#read(opened.file, opened.at, list, count);
    opened.at += read;
    return this.#number(told, read);
  }

  fd_pread(fd, list, count, from, told) {
    const opened = this.#open.get(fd);
    return opened ? this.#number(told, this.#read(opened.file, Number(from), list, count)) : BAD_FILE;
  }

  #write(file, from, list, count) {
    let at = from;
    for (const piece of this.#pieces(list, count)) {
      if (at + piece.length > file.length) file.resize(at + piece.length);
      file.bytes.set(piece, at);
      at += piece.length;
    }
    return at - from;
  }

  fd_write(fd, list, count, told) {
    if (fd === 1 || fd === 2) {
      let written = 0;
      for (const piece of this.#pieces(list, count)) {
        if (fd === 2) this.#said(this.#decoders.said.decode(piece, { stream: true }));
        else this.#line += this.#decoders.out.decode(piece, { stream: true });
        written += piece.length;
      }
      for (let end = this.#line.indexOf("\n"); end >= 0; end = this.#line.indexOf("\n")) {
        const line = this.#line.slice(0, end);
        this.#line = this.#line.slice(end + 1);
        this.#out(line);
      }
      return this.#number(told, written);
    }
    const opened = this.#open.get(fd);
    if (!opened) return BAD_FILE;
    if (opened.isAppending) opened.at = opened.file.length;
    const written = this.#write(opened.file, opened.at, list, count);
    opened.at += written;
    return this.#number(told, written);
  }

  fd_pwrite(fd, list, count, from, told) {
    const opened = this.#open.get(fd);
    return opened ? this.#number(told, this.#write(opened.file, Number(from), list, count)) : BAD_FILE;
  }
}
