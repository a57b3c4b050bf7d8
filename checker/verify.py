#!/usr/bin/env python3
"""Checks certificates of `unbeatable`: python3 verify.py [--json] [--quiet] FILE...

All that has to be believed is in this file. It shares nothing with the program that writes
certificates but the page that describes them, docs/certificates.md, and needs only Python 3.9.
In this order a reader finds

  1. the rules of the games: which positions follow a position, and how a game ended;
  2. the walk: all games that can happen while one player follows his strategy end as is claimed;
  3. the file: its head is the claim, its sections are the strategies, and nothing is left over.

Exit code: 0 all are accepted, 1 one is refused, 2 the call is wrong or a file cannot be read.
"""

import argparse
import functools
import hashlib
import itertools
import json
import os
import re
import sys
import time
import zlib


class Refused(Exception):
    """Why a certificate is not accepted, and in which position of the game, if in one."""

    def __init__(self, reason, pos=None):
        super().__init__(reason)
        self.pos = pos


def need(condition, reason, pos=None):
    """Refuses unless `condition` holds. (Not `assert`, which `python -O` leaves out.)"""
    if not condition:
        raise Refused(reason, pos)


def number(text, least, most):
    """The number in `text`: digits, and no zero in front."""
    need(re.fullmatch('0|[1-9][0-9]{0,9}', text) and least <= int(text) <= most,
         f'expected a number from {least} to {most}, found {text[:40]!r}')
    return int(text)


# ---- 1. The rules ------------------------------------------------------------------------------
#
# A position is a tuple that begins with the player to move: 0 is the first player, 1 the second.
# Equal tuples are the same position. Sets of squares are numbers: bit i is square i, rows from the
# top, left to right. Every game has
#
#   spec           its rules, as certificates write them
#   parse(text)    the position that is written there; refuses what cannot be one
#   text(pos)      a position as it is written
#   after(pos)     the positions after each legal move, in board order
#   result(pos)    what the game was worth to the first player, or None if it is not over

class Game:
    players = 'X', 'O'
    worst, best, is_scored = -1, 1, False

    # Only in Go history matters. It is a set of marks.

    def parse_line(self, text):
        """The position, and the history that is written with it."""
        return self.parse(text), set()

    def mark(self, pos):
        """The mark that the move to `pos` leaves in the history, or None; and whether the move is
        forbidden if that mark stands there already."""
        return None, False


def squares(stones):
    """The squares of a set, in order."""
    return [i for i in range(stones.bit_length()) if stones >> i & 1]


def read_rows(text, columns, rows):
    """The squares of X and those of O in `X.O/.../..X`."""
    need(re.fullmatch('/'.join(['[XO.]{%d}' % columns] * rows), text),
         f'expected {rows} rows of {columns} letters X, O or ., found {text[:100]!r}')
    letters = text.replace('/', '')
    return [sum(1 << i for i, letter in enumerate(letters) if letter == who) for who in 'XO']


def write_rows(x, o, columns, rows):
    letters = ['X' if x >> i & 1 else 'O' if o >> i & 1 else '.' for i in range(columns * rows)]
    return '/'.join(''.join(letters[columns * r:columns * (r + 1)]) for r in range(rows))


class Mnk(Game):
    """`length` in a row win, or lose (misere). A position: turn, stones of X, stones of O."""

    def __init__(self, columns, rows, length, misere):
        need(columns <= 26 and columns * rows <= 64 and length <= max(columns, rows),
             'there is no such board')
        self.columns, self.rows, self.length, self.misere = columns, rows, length, misere
        name = f'mnk:{columns}x{rows}x{length}'
        self.spec = ('ttt' if name == 'mnk:3x3x3' else name) + ('+misere' if misere else '')
        self.full = (1 << columns * rows) - 1
        # Lines run to the right, down, and down along both diagonals. For each way: the step from
        # square to square, and the squares from which a whole line fits on the board.
        self.ways = []
        for right, down in (1, 0), (0, 1), (1, 1), (-1, 1):
            starts = sum(1 << row * columns + column
                         for row in range(rows) for column in range(columns)
                         if 0 <= column + right * (length - 1) < columns
                         and row + down * (length - 1) < rows)
            self.ways.append((right + down * columns, starts))

    def has_line(self, stones):
        for step, starts in self.ways:
            for i in range(self.length):
                starts &= stones >> i * step
            if starts:
                return True
        return False

    def parse(self, text):
        x, o = read_rows(text, self.columns, self.rows)
        more = len(squares(x)) - len(squares(o))
        need(more in (0, 1), 'expected as many X as O, or one X more')
        last, mover = (x, o) if more else (o, x)
        need(not self.has_line(mover), 'expected no line of the player to move')
        need(not self.has_line(last)
             or any(not self.has_line(last & ~(1 << i)) for i in squares(last)),
             'expected lines that one last stone completed')
        return more, x, o

    def text(self, pos):
        return write_rows(pos[1], pos[2], self.columns, self.rows)

    def after(self, pos):
        turn, x, o = pos
        for i in squares(self.full & ~(x | o)):
            yield (1, x | 1 << i, o) if turn == 0 else (0, x, o | 1 << i)

    def result(self, pos):
        turn, x, o = pos
        if self.has_line(o if turn == 0 else x):  # the stones of who moved last
            last_wins = -1 if turn == 0 else 1
            return -last_wins if self.misere else last_wins
        return 0 if x | o == self.full else None


class Heaps(Game):
    """Nim and its kin: who cannot move loses, or wins (misere). A position: turn, sorted heaps.

    `digits` says of each number of stones that may be taken, in rising order, what may be left of
    the heap: 1 nothing, 2 one heap, 4 two heaps, or a sum of these. None is Nim: 3 for any."""
    players = 'First', 'Second'

    def __init__(self, name, size, options):
        self.misere = options.pop('misere', None) == ''
        self.digits, back = None, ['+misere'] if self.misere else []
        if name == 'subtract':
            takes = sorted({number(n, 1, 65535) for n in options.pop('take', '').split(',')})
            self.digits = {take: 3 for take in takes}
            back.append('+take=' + ','.join(map(str, takes)))
        elif name != 'nim':
            code = {'kayles': '0.77', 'dawson': '0.07'}.get(name) or options.pop('code', '')
            need(re.fullmatch(r'[04]\.([0-7]{0,15}[1-7]|0)', code), f'no code is {code[:40]!r}')
            self.digits = {take: int(d) for take, d in enumerate(code.replace('.', '')) if d != '0'}
            if name == 'octal':
                back.insert(0, f'+code={code}')
                need(code not in ('0.77', '0.07') and set(self.digits.values()) != {3},
                     'that game has another name')
        need(';' not in size, f'there is no size {size[:100]!r}')
        self.spec = f'{name}:{self.text(self.parse(size))}' + ''.join(back)

    def parse(self, text):
        heaps, second, _ = text.partition(';Second')
        heaps = sorted(n for n in (number(n, 0, 65535) for n in heaps.split(',')) if n > 0)
        need(len(heaps) <= 32 and sum(heaps) <= 65535, 'expected at most 32 heaps, 65535 stones')
        pos = 1 if second else 0, tuple(heaps)
        need(self.text(pos) == text, f'expected {self.text(pos)!r}, found {text[:100]!r}')
        return pos

    def text(self, pos):
        return (','.join(map(str, pos[1])) or '0') + (';Second' if pos[0] else '')

    def after(self, pos):
        turn, heaps = pos
        for heap in sorted(set(heaps)):
            at = heaps.index(heap)
            others = heaps[:at] + heaps[at + 1:]
            for take in range(1, heap + 1) if self.digits is None else self.digits:
                rest, digit = heap - take, 3 if self.digits is None else self.digits[take]
                if rest < 0:
                    break
                if rest == 0 and digit & 1:
                    yield 1 - turn, others
                if rest > 0 and digit & 2:
                    yield 1 - turn, tuple(sorted(others + (rest,)))
                if digit & 4:
                    for part in range(1, rest // 2 + 1):
                        yield 1 - turn, tuple(sorted(others + (part, rest - part)))

    def result(self, pos):
        for _ in self.after(pos):
            return None
        mover_wins = 1 if pos[0] == 0 else -1
        return mover_wins if self.misere else -mover_wins


class Go(Game):
    """Area scoring, superko, two passes end the game. A position: turn, stones of Black, stones of
    White, passes in a row just before. `after` leaves history to the walk."""
    players, is_scored = ('Black', 'White'), True

    def __init__(self, columns, rows, komi, superko, suicide):
        need(columns <= 25 and columns * rows <= 30, 'expected a board of at most 30 points')
        need(re.fullmatch(r'-?(1000|(0|[1-9][0-9]{0,2})(\.5)?)', komi), f'no komi is {komi[:40]!r}')
        self.columns, self.rows, self.superko, self.suicide = columns, rows, superko, suicide
        self.komi = float(komi)  # halves are exact
        self.spec = (f'go:{columns}x{rows}' + (f'+komi={komi}' if self.komi else '')
                     + (f'+{superko}' if superko else '') + ('+suicide' if suicide else ''))
        points = columns * rows
        self.worst, self.best = -points - self.komi, points - self.komi
        self.board = (1 << points) - 1
        self.not_left = self.board & ~sum(1 << columns * row for row in range(rows))
        self.after = functools.lru_cache(maxsize=1 << 16)(self.after)

    def connected(self, points, area):
        """`points`, and all that is connected with them through points of `area`."""
        while True:
            beside = points << 1 & self.not_left | (points & self.not_left) >> 1
            beside |= points << self.columns | points >> self.columns
            grown = points | beside & area
            if grown == points:
                return points
            points = grown

    def without_liberty(self, stones, others):
        """Those stones of one colour that are not connected with an empty point."""
        empty = self.board & ~(stones | others)
        return stones & ~self.connected(empty, stones)

    def after(self, pos):
        turn, black, white, passes = pos
        own, other = (black, white) if turn == 0 else (white, black)
        all_after = []
        for i in squares(self.board & ~(black | white)):
            mine = own | 1 << i
            theirs = other & ~self.without_liberty(other, mine)  # first what is captured
            dead = self.without_liberty(mine, theirs)
            if self.suicide or not dead:
                mine &= ~dead
                all_after.append((1, mine, theirs, 0) if turn == 0 else (0, theirs, mine, 0))
        return all_after + [(1 - turn, black, white, passes + 1)]

    def result(self, pos):
        _, black, white, passes = pos
        if passes < 2:
            return None
        # The points of a colour, and those that it reaches through empty points.
        by_black = self.connected(black, self.board & ~white)
        by_white = self.connected(white, self.board & ~black)
        return len(squares(by_black & ~by_white)) - len(squares(by_white & ~by_black)) - self.komi

    def mark(self, pos):
        turn, black, white, passes = pos
        if passes > 0:  # passes are never forbidden, and leave a mark only if situations count
            return (turn, black, white) if self.superko == 'ssk' else None, False
        if self.superko:  # where `turn` is to move the other player put the stone (nssk)
            return (turn, black, white), True
        return (black, white), True

    def text(self, pos):
        rows = write_rows(pos[1], pos[2], self.columns, self.rows)
        return rows + (';B', ';W')[pos[0]] + ';pass' * pos[3]

    def board_of(self, text):
        black, white = read_rows(text, self.columns, self.rows)
        need(not self.without_liberty(black, white) and not self.without_liberty(white, black),
             f'expected a liberty for every chain in {text}')
        return black, white

    def parse_line(self, text):
        front, has_history, rest = text.partition(';history=')
        need(re.fullmatch('[XO./]+;[BW](;pass){0,2}', front),
             f'expected BOARD;B or BOARD;W, found {front[:100]!r}')
        board, turn, *passes = front.split(';')
        last = ('BW'.index(turn), *self.board_of(board), len(passes))
        # The steps of the game so far: board, player to move if that is written, if by a pass.
        steps = []
        for entry in rest.split('|') if has_history else []:
            need(re.fullmatch('[XO./]+:[bw](:p)?' if self.superko else '[XO./]+', entry),
                 f'expected a board of the history, found {entry[:100]!r}')
            board, *words = entry.split(':')
            steps.append((self.board_of(board), 'bw'.index(words[0]) if words else None,
                          len(words) == 2))
        # Where the passes before the last position are not written, they were made on its board.
        for k in range(last[3] if has_history and self.superko else 0, last[3] + 1):
            steps.append((last[1:3], (last[0] + last[3] - k) % 2, k > 0))
        return last, self.replayed(steps, last)

    def replayed(self, steps, last):
        """The marks that the game leaves; refuses if a step does not follow from those before."""
        (board, turn, by_pass), *steps = steps
        need(not by_pass, 'expected a history that does not begin with a pass')
        pos = (turn or 0, *board, 0)
        marks = set() if self.superko == 'nssk' else {self.mark(pos)[0]}
        for board, turn, by_pass in steps:
            need(pos[3] < 2, 'expected a history that does not go on after two passes')
            # A history of boards only does not say who put a stone: there may have been a pass.
            movers = (pos[0],) if self.superko or by_pass else (0, 1)
            legal = [after for mover in movers for after in self.after((mover, *pos[1:]))
                     if after[1:3] == board and (after[3] > 0) == by_pass
                     and turn in (None, after[0])]
            need(legal, f'expected a move from {self.text(pos)} to '
                 + write_rows(*board, self.columns, self.rows))
            pos = legal[0]
            mark, once = self.mark(pos)
            need(not (once and mark in marks), f'{self.text(pos)} repeats what stood before')
            marks.add(mark)
        need(pos == last, f'expected {self.text(pos)} after that history, found {self.text(last)}')
        return marks - {None}


FULL = 511
SQUARES = [squares(local) for local in range(512)]
LINES = 0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124  # 3x3: rows, columns, diagonals
HAS_LINE = [any(local & line == line for line in LINES) for local in range(512)]


class Ultimate(Game):
    """Ultimate tic-tac-toe. A position: turn; marks of X and of O, bit 9 * board + square; boards
    won by X and by O; closed boards, which take no more marks; the board to play in, 9 for any.

    The marks in closed boards are forgotten: nothing depends on them any more."""

    def __init__(self, play_on, majority):
        self.play_on, self.majority = play_on, majority
        self.spec = 'uttt' + (':play-on' if play_on else '') + ('+majority' if majority else '')

    def after(self, pos):
        turn, x, o, x_won, o_won, closed, sent = pos
        own, other, own_won = (x, o, x_won) if turn == 0 else (o, x, o_won)
        for board in SQUARES[FULL & ~closed] if sent == 9 else (sent,):
            bit, shift = 1 << board, 9 * board
            elsewhere = ~(FULL << shift)
            mine, theirs = own >> shift & FULL, other >> shift & FULL
            for square in SQUARES[FULL & ~(mine | theirs)]:
                now = mine | 1 << square
                wins = HAS_LINE[now] and not (x_won | o_won) & bit  # it keeps its first owner
                won = own_won | bit if wins else own_won
                if now | theirs == FULL or wins and not self.play_on:
                    marks, others, shut = own & elsewhere, other & elsewhere, closed | bit
                else:
                    marks, others, shut = own | 1 << shift + square, other, closed
                to = 9 if shut >> square & 1 else square
                if turn == 0:
                    yield 1, marks, others, won, o_won, shut, to
                else:
                    yield 0, others, marks, x_won, won, shut, to

    def result(self, pos):
        _, _, _, x_won, o_won, closed, _ = pos
        if HAS_LINE[x_won]:
            return 1
        if HAS_LINE[o_won]:
            return -1
        if closed < FULL:
            return None
        more = len(SQUARES[x_won]) - len(SQUARES[o_won]) if self.majority else 0
        return (more > 0) - (more < 0)

    def text(self, pos):
        """As positions are written, but with `-` for the forgotten marks of closed boards."""
        turn, x, o, x_won, o_won, closed, sent = pos
        boards = write_rows(x, o, 9, 9).split('/')
        signs = []
        for b in range(9):
            if closed >> b & 1:
                boards[b] = '-' * 9
            sign = '#' if closed >> b & 1 else '@' if b == sent else '.'
            owner = 'X' if x_won >> b & 1 else 'O' if o_won >> b & 1 else sign
            signs.append(owner.lower() if b == sent else owner)
        return f'{"XO"[turn]};{"".join(signs)};{"/".join(boards)}'

    def parse(self, text):
        need(re.fullmatch('[XO];[.XO#@%s]{9};[XO./]+' % ('xo' if self.play_on else ''), text),
             f'expected TURN;NINE BOARDS;MARKS, found {text[:120]!r}')
        who, signs, marks = text.split(';')
        turn, (x, o) = 'XO'.index(who), read_rows(marks, 9, 9)
        x_won, o_won = [sum(1 << b for b in range(9) if signs[b].upper() == p) for p in 'XO']
        closed, forgotten = 0, 0
        for b in range(9):
            local = x >> 9 * b & FULL, o >> 9 * b & FULL
            need(self.is_possible(signs[b], *local), f'board {"abcdefghi"[b]} cannot be {signs[b]}')
            if local[0] | local[1] == FULL if self.play_on else signs[b] in 'XO#':
                closed, forgotten = closed | 1 << b, forgotten | FULL << 9 * b
        sent = [b for b in range(9) if signs[b] in '@xo']
        need(len(sent) <= 1, 'expected one board to play in at most')
        pos = (turn, x & ~forgotten, o & ~forgotten, x_won, o_won, closed, sent[0] if sent else 9)
        need(not HAS_LINE[(x_won, o_won)[turn]], 'expected no line of the player to move')
        is_over = self.result(pos) is not None
        need(not (is_over and sent), 'expected no board to play in, because the game is over')
        if self.play_on or closed == 0:  # else marks in closed boards may have been left out
            need(len(squares(x)) - len(squares(o)) == turn, 'expected X and O to take turns')
            sent_to = {i % 9 for i in squares(o if turn == 0 else x)}  # by marks of who moved last
            free = x == 0 or is_over or sent_to & set(SQUARES[closed])
            need(sent[0] in sent_to if sent else free, 'expected to play where a mark can send to')
        return pos

    def is_possible(self, sign, x, o):
        """Whether a local board with these marks can have that sign."""
        lines, is_full, owner = (HAS_LINE[x], HAS_LINE[o]), x | o == FULL, 'XO'.find(sign.upper())
        if owner >= 0 and self.play_on:
            return lines[owner] and not (is_full and sign in 'xo')
        if owner >= 0:
            return not lines[1 - owner]  # its own marks may have been left out
        return not any(lines) and (is_full == (sign == '#') or sign == '#' and not self.play_on)


class Within(Game):
    """A game to be won in time. A position: turn, position of the game, plies left."""

    def __init__(self, game):
        self.game, self.players = game, game.players

    def text(self, pos):
        return f'{self.game.text(pos[1])} ({pos[2]} plies left)'

    def after(self, pos):
        for after in self.game.after(pos[1]):
            yield after[0], after, pos[2] - 1

    def result(self, pos):
        result = self.game.result(pos[1])
        if result is None:
            return -1 if pos[2] == 0 else None
        return 1 if result > 0 else -1


def rules(spec):
    """The game that a spec names."""
    front, *options = spec.split('+')
    name, _, size = front.partition(':')
    options = {key: value for key, _, value in (option.partition('=') for option in options)}
    sizes = ['3', '3', '3'] if name == 'ttt' else size.split('x')

    def flag(option):
        return options.pop(option, None) == ''

    if name in ('ttt', 'mnk') and len(sizes) == 3:
        game = Mnk(*(number(n, 1, 64) for n in sizes), flag('misere'))
    elif name in ('nim', 'subtract', 'kayles', 'dawson', 'octal'):
        game = Heaps(name, size, options)
    elif name == 'go' and len(sizes) == 2:
        superko = 'ssk' if flag('ssk') else 'nssk' if flag('nssk') else ''
        columns, rows = (number(n, 1, 30) for n in sizes)
        game = Go(columns, rows, options.pop('komi', '0'), superko, flag('suicide'))
    elif name == 'uttt':
        game = Ultimate(size == 'play-on', flag('majority'))
    else:
        raise Refused(f'there is no game {spec[:100]!r}')
    # Whatever was not understood, or written in another order, shows here.
    need(game.spec == spec, f'the rules {spec[:100]!r} are not written as they should be')
    return game


# ---- 2. The walk -------------------------------------------------------------------------------

PLIES_MAX = 200_000  # longer games are refused, so that memory stays bounded


class Frame:
    """A position between the root and where the walk is."""
    __slots__ = (
        'pos',     # the position
        'todo',    # the positions after it that are still to be followed
        't',       # what an answer says of the position after his move: 1 keep it, 2 it was kept
        'keep',    # whether this position is to be kept
        'mark',    # what the move to it left in the history, or None
        'is_new',  # whether that mark did not stand there before
        'new',     # marks of his own moves behind it, which must not have stood before
        'old',     # marks that had to stand before, because they forbid the other player a move
    )


def walk(game, root, history, he, holds, answers, report):
    """Follows the strategy of player `he` from `root`; refuses unless every game ends as `holds`.

    `history` is the set of marks that stand. What is shown of a position is true after every
    history in which no mark of its `new` stands and all of its `old` do: then his moves behind it
    are legal, and the other player has none that was not followed."""
    kept = {}  # position: the two sets of each time that it was kept
    stack = []

    def is_over(pos):
        report['positions'] += 1
        result = game.result(pos)
        need(result is None or holds(result), 'the game is over, and not as claimed', pos)
        return result is not None

    def enter(pos, keep, mark):
        """Begins with a position in which the game goes on."""
        frame = Frame()
        frame.pos, frame.keep, frame.mark, frame.new, frame.old = pos, keep, mark, set(), set()
        frame.is_new = mark is not None and mark not in history
        if frame.is_new:
            history.add(mark)
        if pos[0] != he:
            frame.t, frame.todo = 0, iter(game.after(pos))  # all moves of the other player
        else:
            answer = next(answers, None)
            need(answer is not None, 'there is no answer', pos)
            report['answers'] += 1
            i, frame.t = divmod(answer, 3)
            chosen = list(itertools.islice(game.after(pos), i, i + 1))
            need(chosen, f'there is no move number {i}', pos)
            frame.todo = iter(chosen)  # one move of his
        stack.append(frame)
        need(len(stack) <= PLIES_MAX, f'a game goes on for more than {PLIES_MAX} plies', pos)

    if not is_over(root):
        enter(root, False, None)
    while stack:
        frame = stack[-1]
        for pos in frame.todo:
            mark, once = game.mark(pos)
            if once and mark in history:  # this move is forbidden
                need(frame.pos[0] != he, f'a move repeats {game.text(pos)}', frame.pos)
                frame.old.add(mark)
                continue
            if once and frame.pos[0] == he:
                frame.new.add(mark)
            if is_over(pos):
                need(frame.t == 0, 'where the game is over nothing is kept', pos)
            elif frame.t == 2:
                for new, old in kept.get(pos, ()):
                    if history.isdisjoint(new) and history.issuperset(old - {mark}):
                        frame.new |= new
                        frame.old |= old - {mark}
                        break
                else:
                    raise Refused('no such position was kept, after a history that fits', pos)
            else:
                enter(pos, frame.t == 1, mark)
                break  # what is left in `todo` has to wait
        else:
            # All behind this position has been walked.
            stack.pop()
            if frame.keep:
                kept.setdefault(frame.pos, []).append((frozenset(frame.new), frozenset(frame.old)))
            if frame.is_new:
                history.remove(frame.mark)
            frame.old.discard(frame.mark)
            if stack:
                before = stack[-1]
                before.new = union(before.new, frame.new)
                before.old = union(before.old, frame.old)


def union(a, b):
    """Both sets in one, the smaller one added to the larger to save time."""
    small, large = (a, b) if len(a) < len(b) else (b, a)
    large |= small
    return large


# ---- 3. The file -------------------------------------------------------------------------------

MAGIC = b'\x89unb\r\n\x1a\n' + (1).to_bytes(4, 'little')  # and the version
BLOCK_MAX = HEAD_MAX = 1 << 20
PIECE = 1 << 16  # so much of a file, or of what a strategy expands to, is in memory at a time


def blocks(file):
    """The kind and the payload of each block from where the file stands, up to its end."""
    while True:
        front = file.read(8)
        if not front:
            return
        length = int.from_bytes(front[4:], 'little')
        need(len(front) == 8 and length <= BLOCK_MAX, 'a block is too long, or cut off')
        payload = file.read(length)
        need(len(payload) == length, 'a block is cut off')
        yield front[:4], payload


def answers_in(pieces):
    """The answers in the pieces of a zlib stream, numbers in LEB128. Refuses, at the end of them,
    what is left over."""
    stream = zlib.decompressobj()
    value = shift = 0
    for piece in pieces:
        need(not (stream.eof and piece), 'bytes are left over behind the answers')
        while not stream.eof:
            try:
                expanded = stream.decompress(piece, PIECE)
            except zlib.error as error:
                raise Refused(f'not a zlib stream: {error}') from None
            for byte in expanded:
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    need(byte > 0 or shift == 7, 'a number ends with a needless zero')
                    yield value
                    value = shift = 0
                else:
                    need(shift < 35, 'a number is longer than five bytes')
            piece = stream.unconsumed_tail
            if not piece and len(expanded) < PIECE:
                break  # the next piece is needed
        need(not stream.unused_data, 'bytes are left over behind the answers')
    need(stream.eof and shift == 0, 'the answers are cut off')


def read_claim(head, report):
    """Reads the head into the report; returns the rules."""
    try:
        text = head.decode('utf-8')
    except UnicodeDecodeError:
        raise Refused('the head is not UTF-8') from None
    need(text.endswith('\n'), 'the head does not end with a line')
    lines = [line.partition(': ') for line in text[:-1].split('\n')]
    claim = {name: value for name, colon, value in lines if colon}
    names = ['proof', 'game', 'position', 'within', 'at least', 'at most']
    need(len(claim) == len(lines) and list(claim)[:3] == names[:3]
         and list(claim) == [name for name in names if name in claim],
         'the head has other lines than it should, or in another order')
    need(claim['proof'] == 'strategy', 'this kind of proof is not known')
    report['game'], report['position'] = claim['game'], claim['position']
    game = rules(claim['game'])
    if 'within' in claim:
        need(not game.is_scored, 'there is no limit in games with a score')
        report['within'] = number(claim['within'], 0, 4294967295)
    need('at least' in claim or 'at most' in claim, 'the head claims nothing')
    for name in ('at least', 'at most'):
        if name in claim:
            bound, half = claim[name], r'(\.5)?' if game.is_scored else ''
            need(re.fullmatch('-?(0|[1-9][0-9]{0,3})' + half, bound) and bound != '-0',
                 f'expected a bound, found {bound[:40]!r}')
            value = float(bound) if '.' in bound else int(bound)
            need(value > game.worst if name == 'at least' else value < game.best,
                 f'{name} {bound} says nothing')
            need(game.worst <= value <= game.best, f'{name} {bound} cannot be')
            report[name.replace(' ', '_')] = value
    return game


def check(file, report):
    """Reads and checks one certificate; returns what it proves, and refuses what is not right."""
    # The last 32 bytes are the checksum of all bytes before them.
    report['bytes'] = left = file.seek(0, os.SEEK_END)
    file.seek(0)
    checksum = hashlib.sha256()
    while left > 32:
        piece = file.read(min(left - 32, PIECE))
        need(piece, 'the file is cut off')
        checksum.update(piece)
        left -= len(piece)
    end, whole = file.read(32), checksum.copy()
    whole.update(end)
    report['sha256'] = whole.hexdigest()
    file.seek(0)
    need(file.read(len(MAGIC)) == MAGIC, 'this is no certificate of version 1')
    need(end == checksum.digest(), 'the checksum is wrong: the file is damaged or cut off')

    sections = itertools.groupby(blocks(file), key=lambda block: block[0])

    def section(kind):
        """The payloads of the next section, which must be of that kind."""
        found, pieces = next(sections, (b'nothing', ()))
        need(found == kind, f'expected the section {kind}, found {found}')
        return (payload for _, payload in pieces)

    head = b''
    for payload in section(b'head'):
        head += payload
        need(len(head) <= HEAD_MAX, 'the head is too long')
    game = read_claim(head, report)
    root, history = game.parse_line(report['position'])
    if report['within'] is not None:
        game, root = Within(game), (root[0], root, report['within'])
    low, high = report['at_least'], report['at_most']
    if low is not None:
        prove(game, root, history, 0, lambda result: result >= low, section(b'lowr'), report)
    if high is not None:
        prove(game, root, history, 1, lambda result: result <= high, section(b'uppr'), report)
    need(list(section(b'ends')) == [end], 'expected one checksum at the end')
    need(next(sections, None) is None, 'something follows the checksum')
    return in_words(game, report)


def prove(game, root, history, he, holds, pieces, report):
    """Walks one strategy, all of it."""
    answers, before = answers_in(pieces), report['answers']
    try:
        walk(game, root, set(history), he, holds, answers, report)
        need(next(answers, None) is None, 'answers are left over')
    except Refused as refused:
        where = f' in {game.text(refused.pos)}' if refused.pos else ''
        where = f'strategy of {game.players[he]}, answer {report["answers"] - before}{where}'
        raise Refused(f'{where}: {refused}') from None


def in_words(game, report):
    """What was proven."""
    (first, second), low, high = game.players, report['at_least'], report['at_most']
    if report['within'] is not None:
        in_time = f'within {report["within"]} plies'
        return f'{first} {"wins" if high is None else "cannot force a win"} {in_time}'
    if game.is_scored:
        bounds = [f'{word} {n:g}' for word, n in (('at least', low), ('at most', high))
                  if n is not None]
        bounds = [f'exactly {low:g}'] if low == high else bounds
        return f'{first} scores {" and ".join(bounds)} more than {second}, in points'
    if low == high:
        return 'a draw'
    words = {1: f'{first} wins', 0: f'{first} does not lose'}.get(low)
    return words or {-1: f'{second} wins', 0: f'{second} does not lose'}[high]


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f'error: {message}\n')


def main(arguments):
    parser = Parser(description='Checks certificates of unbeatable.')
    parser.add_argument('files', metavar='FILE', nargs='+')
    parser.add_argument('--json', action='store_true', help='print one JSON object')
    parser.add_argument('--quiet', action='store_true', help='print only what is refused')
    options = parser.parse_args(arguments)
    sys.stdout.reconfigure(errors='backslashreplace')
    code, reports = 0, []
    for name in options.files:
        report = {'file': name, 'verdict': 'refused', 'reason': None, 'game': None,
                  'position': None, 'within': None, 'at_least': None, 'at_most': None,
                  'answers': 0, 'positions': 0}
        start = time.perf_counter()
        try:
            with open(name, 'rb') as file:
                proven = check(file, report)
            report['verdict'] = 'accepted'
        except Refused as refused:
            report['reason'], code = str(refused), max(code, 1)
        except OSError as error:
            print(f'error: {name}: {error.strerror or error}', file=sys.stderr)
            code = 2
            continue
        report['seconds'] = round(time.perf_counter() - start, 6)
        reports.append(report)
        if options.json or options.quiet and not report['reason']:
            continue
        if report['reason']:
            print(f'{name}: refused\n  {report["reason"]}')
        else:
            print(f'{name}: accepted\n  {report["game"]}  {report["position"]}\n  {proven}')
        print('  {answers} answers, {positions} positions, {seconds:.2f} s'.format_map(report))
    if options.json:
        print(json.dumps({'schema': 1, 'certificates': reports}))
    sys.stdout.flush()
    return code


if __name__ == '__main__':
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
