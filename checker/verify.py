#!/usr/bin/env python3
"""Checks certificates of `unbeatable`: python3 verify.py [--json] [--quiet] FILE...

All that has to be believed is in this file. It shares nothing with the program that writes
certificates but the page that describes them, docs/certificates.md, and needs only Python 3.9.
In this order a reader finds

  1. the rules of the games: which positions follow a position, and how a game ended;
  2. the walk: all games that can happen while one player follows his strategy end as is claimed;
  3. connections: what joins two sides of a board of Hex, whatever the opponent does;
  4. tables: that one plays as is claimed, and why none is smaller;
  5. the file: its head is the claim, its sections are the proof, and nothing is left over.

What is proven is printed as the certificate says it: the first player gets at least, or at most, so
many points in Go; elsewhere 1 if he wins, 0 for a draw, -1 if he loses (`within` so many plies).
Of a table: it counts `at most` so many classes of positions, and none counts less than `at least`.

Exit code: 0 all are accepted, 1 one is refused, 2 the call is wrong or a file cannot be read.
"""

import argparse
import fractions
import functools
import hashlib
import itertools
import json
import math
import os
import re
import sys
import time
import zlib


class Refused(Exception):
    """Why a certificate is not accepted."""


def need(condition, reason):
    """Refuses unless `condition` holds. (Not `assert`, which `python -O` leaves out.)"""
    if not condition:
        raise Refused(reason)


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
#   parse(text)    the position that is written there, and the history: a set of marks
#   after(pos)     the positions after each legal move, in board order
#   result(pos)    what the game was worth to the first player, or None if it is not over
#
# Text that contradicts itself is refused. Whether play can lead to a position is not asked: the
# rules decide what it is worth in any case. Games of which there are tables also have
#
#   moves(pos)     the names of the legal moves, in board order
#   canonical(pos) one position for all that differ only by a symmetry: that is a class

class Game:
    worst, best, is_scored, has_tables = -1, 1, False, False

    def mark(self, pos):
        """The mark that the move to `pos` leaves in the history, or None; and whether the move is
        forbidden if that mark stands there already. Only in Go history matters."""
        return None, False


def squares(stones):
    """The squares of a set, in order."""
    return [i for i in range(stones.bit_length()) if stones >> i & 1]


def read_size(text, count):
    """The numbers in `4x3`."""
    need(text.count('x') == count - 1, f'expected {count} numbers, found {text[:40]!r}')
    return [number(n, 1, 64) for n in text.split('x')]


def read_rows(text, columns, rows):
    """The squares of X and those of O in `X.O/.../..X`."""
    need(re.fullmatch('/'.join(['[XO.]{%d}' % columns] * rows), text),
         f'expected {rows} rows of {columns} letters X, O or ., found {text[:100]!r}')
    letters = text.replace('/', '')
    return [sum(1 << i for i, letter in enumerate(letters) if letter == who) for who in 'XO']


class Mnk(Game):
    """`length` in a row win, or lose (misere). A position: turn, stones of X, stones of O."""
    has_tables = True

    def __init__(self, name, size, options):
        size = '3x3x3' if name == 'ttt' else size
        columns, rows, length = read_size(size, 3)
        need((columns <= 26 or name == 'connect') and columns * rows <= 64 and length <= max(columns, rows), 'no board')
        self.columns, self.rows, self.misere = columns, rows, 'misere' in options
        self.spec = ('ttt' if size == '3x3x3' else 'mnk:' + size) + '+misere' * self.misere
        self.full = (1 << columns * rows) - 1
        self.lines = []  # to the right, down, and down along both diagonals
        for row, column in itertools.product(range(rows), range(columns)):
            for right, down in (1, 0), (0, 1), (1, 1), (-1, 1):
                line = [(row + down * i, column + right * i) for i in range(length)]
                if all(r < rows and 0 <= c < columns for r, c in line):
                    self.lines.append(sum(1 << r * columns + c for r, c in line))
        self.symmetries = []  # of each, where every square goes
        for flips, swap in itertools.product(itertools.product((0, 1), repeat=2), (0, 1)):
            if swap and columns != rows:
                continue
            places = [(rows - 1 - r if flips[0] else r, columns - 1 - c if flips[1] else c)
                      for r, c in itertools.product(range(rows), range(columns))]
            places = [(c, r) if swap else (r, c) for r, c in places]
            self.symmetries.append([r * columns + c for r, c in places])
        self.images = functools.lru_cache(maxsize=1 << 16)(self.images)

    def has_line(self, stones):
        for line in self.lines:
            if stones & line == line:
                return True
        return False

    def parse(self, text):
        x, o = read_rows(text, self.columns, self.rows)
        turn = len(squares(x)) - len(squares(o))
        need(turn in (0, 1), 'expected as many X as O, or one X more')
        need(not self.has_line((x, o)[turn]), 'expected no line of the player to move')
        return (turn, x, o), set()

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

    def moves(self, pos):
        return ['abcdefghijklmnopqrstuvwxyz'[i % self.columns] + str(self.rows - i // self.columns)
                for i in squares(self.full & ~(pos[1] | pos[2]))]

    def images(self, stones):
        """The images of a set of squares: each with its number in base 3, and as a set."""
        images = [[places[i] for i in squares(stones)] for places in self.symmetries]
        return [(sum(3 ** i for i in image), sum(1 << i for i in image)) for image in images]

    def canonical(self, pos):
        turn, x, o = pos
        _, x, o = min((a + 2 * b, x_image, o_image) for (a, x_image), (b, o_image)
                      in zip(self.images(x), self.images(o)))
        return turn, x, o


class Connect(Mnk):
    """The same, but stones fall: a move goes to the lowest empty square of a column."""
    has_tables = False

    def __init__(self, name, size, options):
        columns, rows = read_size(size, 2)
        length = number(options.get('k', '4'), 1, 64)
        need(columns * (rows + 1) <= 64, 'no board')
        super().__init__(name, f'{columns}x{rows}x{length}', {})
        self.spec = f'connect:{columns}x{rows}' + (f'+k={length}' if length != 4 else '')

    def parse(self, text):
        pos, history = super().parse(text)
        stones = pos[1] | pos[2]
        need(not stones & self.full >> self.columns & ~(stones >> self.columns),
             'expected no disc above an empty square')
        return pos, history

    def after(self, pos):
        turn, x, o = pos
        stones = x | o
        below = stones >> self.columns | (self.full & ~(self.full >> self.columns))
        for i in sorted(squares(self.full & ~stones & below), key=lambda i: i % self.columns):
            yield (1, x | 1 << i, o) if turn == 0 else (0, x, o | 1 << i)


class Heaps(Game):
    """Nim and its kin: who cannot move loses, or wins (misere). A position: turn, sorted heaps.

    `digits` says of each number of stones that may be taken, in rising order, what may be left of
    the heap: 1 nothing, 2 one heap, 4 two heaps, or a sum of these."""
    has_tables = True

    def __init__(self, name, size, options):
        self.misere = 'misere' in options
        written = '+misere' * self.misere
        if name == 'nim':
            self.digits = {take: 3 for take in range(1, 65536)}
        elif name == 'subtract':
            takes = sorted(number(n, 1, 65535) for n in options.get('take', '').split(','))
            self.digits = {take: 3 for take in takes}
            written += '+take=' + ','.join(map(str, self.digits))
        else:
            code = {'kayles': '0.77', 'dawson': '0.07'}.get(name) or options.get('code', '')
            need(re.fullmatch(r'[04]\.([0-7]{0,15}[1-7]|0)', code), f'no code is {code[:40]!r}')
            self.digits = {take: int(d) for take, d in enumerate(code.replace('.', '')) if d != '0'}
            written = (f'+code={code}' if name == 'octal' else '') + written
        need(self.parse(size)[0][0] == 0, 'expected heaps, and no turn')
        self.spec = f'{name}:{size}{written}'

    def parse(self, text):
        heaps, second, rest = text.partition(';Second')
        heaps = [number(n, 1, 65535) for n in heaps.split(',')] if heaps != '0' else []
        need(heaps == sorted(heaps) and not rest, 'expected heaps in order, and ;Second or nothing')
        need(len(heaps) <= 32 and sum(heaps) <= 65535, 'expected at most 32 heaps, 65535 stones')
        return (1 if second else 0, tuple(heaps)), set()

    def choices(self, heaps):
        """The heap, the stones taken, and the heaps left of it, for each move."""
        for heap in sorted(set(heaps)):
            for take, digit in self.digits.items():
                rest = heap - take
                if rest < 0:
                    break
                if rest == 0 and digit & 1:
                    yield heap, take, ()
                if rest > 0 and digit & 2:
                    yield heap, take, (rest,)
                if digit & 4:
                    for part in range(1, rest // 2 + 1):
                        yield heap, take, (part, rest - part)

    def after(self, pos):
        turn, heaps = pos
        for heap, _, left in self.choices(heaps):
            at = heaps.index(heap)
            yield 1 - turn, tuple(sorted(heaps[:at] + heaps[at + 1:] + left))

    def result(self, pos):
        for _ in self.after(pos):
            return None
        mover_wins = 1 if pos[0] == 0 else -1
        return mover_wins if self.misere else -mover_wins

    def moves(self, pos):
        return [f'{heap}-{take}' + (':%d+%d' % left if len(left) == 2 else '')
                for heap, take, left in self.choices(pos[1])]

    def canonical(self, pos):
        return pos


class Go(Game):
    """Area scoring, superko, two passes end the game. A position: turn, stones of Black, stones of
    White, passes in a row just before. `after` leaves history to the walk."""
    is_scored = True

    def __init__(self, name, size, options):
        columns, rows = self.columns, self.rows = read_size(size, 2)
        need(columns <= 25 and columns * rows <= 30, 'expected a board of at most 30 points')
        komi = options.get('komi', '0')
        need(re.fullmatch(r'-?(1000|(0|[1-9][0-9]{0,2})(\.5)?)', komi), f'no komi is {komi[:40]!r}')
        self.komi = float(komi)  # halves are exact
        self.superko = 'ssk' if 'ssk' in options else 'nssk' if 'nssk' in options else ''
        self.suicide = 'suicide' in options
        self.spec = (f'go:{size}' + (f'+komi={komi}' if self.komi else '')
                     + (f'+{self.superko}' if self.superko else '') + '+suicide' * self.suicide)
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

    def read_board(self, text):
        black, white = read_rows(text, self.columns, self.rows)
        need(not self.without_liberty(black, white) and not self.without_liberty(white, black),
             f'expected a liberty for every chain in {text}')
        return black, white

    def parse(self, text):
        front, has_history, rest = text.partition(';history=')
        need(re.fullmatch('[XO./]+;[BW](;pass){0,2}', front), 'expected BOARD;B or BOARD;W')
        board, turn, *passes = front.split(';')
        board, turn, passes = self.read_board(board), 'BW'.index(turn), len(passes)
        earlier = []  # all positions before
        for entry in rest.split('|') if has_history else []:
            need(re.fullmatch('[XO./]+:[bw](:p)?' if self.superko else '[XO./]+', entry),
                 f'expected a board of the history, found {entry[:100]!r}')
            stones, to_move, by_pass = (entry.split(':') + ['b', ''])[:3]
            earlier.append(('bw'.index(to_move), *self.read_board(stones), by_pass == 'p'))
        if not (has_history and self.superko):  # else positions before a pass are written
            earlier += [((turn + passes - k) % 2, *board, k) for k in range(passes)]
        pos = turn, *board, passes
        first, *later = earlier + [pos]
        # Under natural situational superko the first board has no mark: nobody made it.
        marked = later if self.superko == 'nssk' else [first] + later
        return pos, {self.mark(pos)[0] for pos in marked} - {None}


FULL = 511
SQUARES = [squares(local) for local in range(512)]
HAS_LINE = list(map(Mnk('ttt', '', {}).has_line, range(512)))


class Ultimate(Game):
    """Ultimate tic-tac-toe. A position: turn; marks of X and of O, bit 9 * board + square; boards
    won by X and by O; closed boards, which take no more marks; the board to play in, 9 for any.

    The marks in closed boards are forgotten: nothing depends on them any more."""

    def __init__(self, name, size, options):
        self.play_on, self.majority = size == 'play-on', 'majority' in options
        self.spec = 'uttt' + ':play-on' * self.play_on + '+majority' * self.majority

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

    def parse(self, text):
        need(re.fullmatch('[XO];[.XO#@xo]{9};[XO./]+', text), 'expected TURN;NINE BOARDS;MARKS')
        who, signs, marks = text.split(';')
        turn, (x, o) = 'XO'.index(who), read_rows(marks, 9, 9)
        closed = 0
        for b, sign in enumerate(signs):
            local_x, local_o, here = x >> 9 * b & FULL, o >> 9 * b & FULL, FULL << 9 * b
            is_full = local_x | local_o == FULL
            owners = 'X' * HAS_LINE[local_x] + 'O' * HAS_LINE[local_o]
            if self.play_on:
                possible = owners or '#' if is_full else owners + owners.lower() or '.@'
            else:  # marks of closed boards may have been left out
                possible = owners or ('XO#' if is_full else 'XO#.@')
            need(sign in possible, f'board {"abcdefghi"[b]} cannot be {sign}')
            if is_full if self.play_on else sign in 'XO#':
                closed, x, o = closed | 1 << b, x & ~here, o & ~here
        x_won, o_won = [sum(1 << b for b in range(9) if signs[b].upper() == p) for p in 'XO']
        sent = [b for b in range(9) if signs[b] in '@xo']
        need(len(sent) <= 1, 'expected one board to play in at most')
        need(not HAS_LINE[(x_won, o_won)[turn]], 'expected no line of the player to move')
        return (turn, x, o, x_won, o_won, closed, sent[0] if sent else 9), set()


class Hex(Game):
    """Black joins top and bottom, White left and right. A position: turn, stones of Black, stones of
    White, whether White has taken over Black's first stone (a swap)."""

    def __init__(self, name, size, options):
        self.columns, self.rows = columns, rows = read_size(size, 2)
        self.has_swap = 'swap' in options
        need(max(columns, rows) <= 11 and (columns == rows or not self.has_swap), 'no board')
        self.spec = f'hex:{columns}x{rows}' + '+swap' * self.has_swap
        self.full = (1 << columns * rows) - 1
        places = list(itertools.product(range(rows), range(columns)))
        cell = {place: i for i, place in enumerate(places)}
        steps = (0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)
        self.beside = [sum(1 << cell[r + down, c + right] for down, right in steps
                           if (r + down, c + right) in cell) for r, c in places]
        self.mirror = [cell.get((c, r)) for r, c in places]
        self.sides = [[sum(1 << i for i, place in enumerate(places) if place[axis] == end)
                       for end in (0, most)] for axis, most in ((0, rows - 1), (1, columns - 1))]

    def joins(self, who, stones):
        start, end = self.sides[who]
        return self.reached(start & stones, stones) & end != 0

    def reached(self, cells, ground):
        """What can be reached from `cells` by steps on `ground`."""
        waiting = squares(cells)
        while waiting:
            new = self.beside[waiting.pop()] & ground & ~cells
            cells |= new
            waiting += squares(new)
        return cells

    def parse(self, text):
        rows, mark, rest = text.partition(';')
        need(not mark or rest == 'swapped' and self.has_swap, 'expected rows, and perhaps a swap')
        black, white = read_rows(rows, self.columns, self.rows)
        # Who began, in effect, has as many stones as the other, or one more.
        more = len(squares(black)) - len(squares(white))
        ahead = -more if mark else more
        need(ahead in (0, 1) and (white or not mark), 'expected stones that were put in turn')
        turn = ahead ^ bool(mark)
        need(not self.joins(turn, (black, white)[turn]), 'expected no chain of the player to move')
        return (turn, black, white, bool(mark)), set()

    def after(self, pos):
        turn, black, white, swapped = pos
        for i in squares(self.full & ~(black | white)):
            yield ((1, black | 1 << i, white, swapped) if turn == 0
                   else (0, black, white | 1 << i, swapped))
        if self.has_swap and white == 0 and len(squares(black)) == 1:
            yield 0, 0, 1 << self.mirror[squares(black)[0]], True

    def result(self, pos):
        last = 1 - pos[0]
        return (1, -1)[last] if self.joins(last, pos[1 + last]) else None


class Gale(Game):
    """Bridges between dots of one's own; Black joins top and bottom, White left and right. A position:
    turn, bridges of Black, bridges of White. Dots and crossings are the places of a square, as on a
    chess board; crossing i is place 2 * i. Black's dots are in every second row, from the second on,
    White's in every second column; a bridge and the dots beside it, to the left and right, above and
    below, that have its colour are joined."""

    def __init__(self, name, size, options):
        self.width = 2 * number(size, 1, 8) - 1
        self.spec = f'gale:{size}'
        self.full = (1 << (self.width ** 2 + 1) // 2) - 1

    def joins(self, who, bridges):
        places = {divmod(2 * i, self.width) for i in squares(bridges)}
        waiting = [place for place in places if place[who] == 0]
        met = set(waiting)
        while waiting:
            row, column = waiting.pop()
            if (row, column)[who] == self.width - 1:
                return True
            for place in (row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column):
                is_dot = place[who] % 2 == 1 and place[1 - who] % 2 == 0
                if place not in met and (place in places or is_dot and min(place) >= 0
                                         and max(place) < self.width):
                    met.add(place)
                    waiting.append(place)
        return False

    def parse(self, text):
        lengths = [(self.width + 1 - row % 2) // 2 for row in range(self.width)]
        need(re.fullmatch('/'.join('[XO.]{%d}' % length for length in lengths), text),
             f'expected rows of {lengths} letters X, O or ., found {text[:200]!r}')
        letters = text.replace('/', '')
        x, o = (sum(1 << i for i, letter in enumerate(letters) if letter == who) for who in 'XO')
        turn = len(squares(x)) - len(squares(o))
        need(turn in (0, 1), 'expected as many X as O, or one X more')
        need(not self.joins(turn, (x, o)[turn]), 'expected no chain of the player to move')
        return (turn, x, o), set()

    def after(self, pos):
        turn, x, o = pos
        for i in squares(self.full & ~(x | o)):
            yield (1, x | 1 << i, o) if turn == 0 else (0, x, o | 1 << i)

    def result(self, pos):
        last = 1 - pos[0]
        return (1, -1)[last] if self.joins(last, pos[1 + last]) else None


class Filed(Game):
    """A game whose rules are a text in GDL, the Game Description Language, which the certificate brings
    along: `game` is the path where it stood. Rules are taken literally: whatever is asked of a position is worked out from what is true there, from the first
    relation to the last. A position: turn, what is true. A term is a tuple of its name and its
    arguments; a variable is a text with a question mark."""

    def __init__(self, path, text):
        self.spec = path
        self.clauses = [clause for item in lists(text) for clause in clauses_of(item)]
        self.levels = levels_of(self.clauses)
        self.fixed = {}
        changing = {('true', 1), ('does', 2)}
        before = None
        # What neither the position nor what is done can change is worked out once.
        while before != len(changing):
            before = len(changing)
            changing |= {head[0] for head, body in self.clauses if any(
                name in changing or name == ('goal', 2) for name, *_ in body)}
        self.changing = [[clause for clause in level if clause[0][0] in changing] for level in self.levels]
        fixed = [[clause for clause in level if clause[0][0] not in changing] for level in self.levels]
        self.close(self.fixed, fixed)
        self.roles = [args[0] for args in self.told(self.fixed, 'role')]
        names = [head[1] for head, body in self.clauses if head[0] == ('role', 1)]
        self.roles.sort(key=lambda role: names.index((role,)) if (role,) in names else 0)
        need(len(self.roles) == 2, f'expected two roles, found {len(self.roles)}')
        facts = frozenset(args[0] for args in self.told(self.fixed, 'init'))
        ply, first = 0, 0
        while ply < 1000:  # who has a choice first, if moves before that are made in turn
            holding = self.holding(facts)
            if self.told(holding, 'terminal', 0):
                break
            legal = [self.legal(holding, role) for role in (0, 1)]
            if [len(moves) for moves in legal] != [1, 1]:
                first = (len(legal[0]) == 1) ^ ply % 2
                break
            facts, ply = self.next(facts, [moves[0] for moves in legal]), ply + 1
        if first:
            self.roles.reverse()
        goals = [head[1] for head, body in self.clauses if head[0][0] == 'goal']
        need(all(re.fullmatch('-?[0-9]+', goal[1][0]) for goal in goals), 'expected numbers behind goal')
        points = [sorted({int(goal[1][0]) for goal in goals if goal[0] == role or isinstance(goal[0], str)})
                  for role in self.roles]
        need(all(points), 'expected a goal of each role')
        self.sum = points[0][-1] + points[1][0]
        need(self.sum == points[0][0] + points[1][-1], 'what one role gets the other does not lose')
        self.is_scored = len({abs(2 * n - self.sum) for n in points[0]} - {0}) > 1
        if self.is_scored:
            self.worst, self.best = -math.inf, math.inf

    def close(self, holding, levels):
        """Adds to what holds all that follows from it."""
        for level in levels:
            is_new = True
            while is_new:
                is_new = False
                for head, body in level:
                    found = [tuple(filled(arg, bound) for arg in head[1])
                             for bound in ways(body, holding, {})]
                    known = holding.setdefault(head[0], set())
                    if not known.issuperset(found):
                        is_new = True
                        known.update(found)

    def holding(self, facts, done=()):
        holding = {name: known for name, known in self.fixed.items()}
        holding['true', 1] = {(fact,) for fact in facts}
        holding['does', 2] = set(done)
        self.close(holding, self.changing)
        return holding

    def told(self, holding, name, arity=1):
        return {args for key, of in holding.items() if key[:2] == (name, arity) for args in of}

    def legal(self, holding, who):
        """What a role may do, in the order of the texts."""
        legal = self.told(holding, 'legal', 2)
        return sorted((args[1] for args in legal if args[0] == self.roles[who]), key=short)

    def next(self, facts, moves):
        done = {(role, move) for role, move in zip(self.roles, moves)}
        return frozenset(args[0] for args in self.told(self.holding(facts, done), 'next'))

    def parse(self, text):
        *facts, turn = text.split(' ')
        roles = ['@' + short(role) for role in self.roles]
        need(turn in roles, f'expected {" or ".join(roles)} at the end')
        return (roles.index(turn), frozenset(long(fact) for fact in facts)), set()

    def after(self, pos):
        turn, facts = pos
        holding = self.holding(facts)
        moves = [self.legal(holding, who) for who in (0, 1)]
        need(min(len(of) for of in moves) > 0, 'a role may do nothing, and the game is not over')
        if len(moves[turn]) == 1 and len(moves[1 - turn]) > 1:  # the other one has another turn
            yield 1 - turn, facts
            return
        need(len(moves[1 - turn]) == 1, 'both roles have a choice at the same time')
        for move in moves[turn]:
            both = [move, moves[1 - turn][0]]
            yield 1 - turn, self.next(facts, both if turn == 0 else both[::-1])

    def result(self, pos):
        holding = self.holding(pos[1])
        if not self.told(holding, 'terminal', 0):
            return None
        goals = self.told(holding, 'goal', 2)
        got = [[int(args[1][0]) for args in goals if args[0] == role] for role in self.roles]
        need([len(of) for of in got] == [1, 1], 'expected one goal of each role')
        need(got[0][0] + got[1][0] == self.sum, 'what one role gets the other does not lose')
        margin = got[0][0] - got[1][0]
        return margin if self.is_scored else (margin > 0) - (margin < 0)


def lists(text):
    """A text as lists of words."""
    stack = [[]]
    for word in re.findall('[()]|[^\\s();]+', re.sub(';[^\n]*', '', text).lower()):
        if word == '(':
            need(len(stack) <= 100, 'expected at most 100 lists in each other')
            stack.append([])
        elif word == ')':
            need(len(stack) > 1, "found ')' without '('")
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(word)
    need(len(stack) == 1, "found '(' without ')'")
    return stack[0]


def term_of(item):
    if isinstance(item, str):
        return item if item[0] == '?' else (item,)
    need(item and isinstance(item[0], str) and item[0][0] != '?', 'expected a name behind (')
    return (item[0], *map(term_of, item[1:]))


def atom_of(item):
    """A relation, with its number of arguments, and the arguments. Each goal is a relation of its own."""
    term = term_of(item)
    need(isinstance(term, tuple), 'expected a relation')
    name, *args = term
    key = (name, len(args))
    if name == 'goal' and len(args) == 2 and isinstance(args[1], tuple):
        key += (args[1][0],)
    return key, tuple(args)


def clauses_of(item):
    """The clauses that a rule stands for: one for each way to meet its conditions. A condition is a relation,
    its arguments, and whether it must hold; `same` compares two terms."""
    head, *conditions = item[1:] if isinstance(item, list) and item[:1] == ['<='] else [item]
    bodies = [()]
    for condition in conditions:
        bodies = [body + way for body in bodies for way in alternatives(condition, True)]
    return [(atom_of(head), in_order(body)) for body in bodies]


def alternatives(item, wanted):
    name = item[0] if isinstance(item, list) and item else item
    if name == 'not':
        need(len(item) == 2, "expected one condition behind 'not'")
        return alternatives(item[1], not wanted)
    if name in ('or', 'and'):
        met = [alternatives(part, wanted) for part in item[1:]]
        if (name == 'or') == wanted:
            return [way for part in met for way in part]
        return [sum(part, ()) for part in itertools.product(*met)]
    if name == 'distinct':
        need(len(item) == 3, "expected two terms behind 'distinct'")
        return [((('same', 2), (term_of(item[1]), term_of(item[2])), not wanted),)]
    return [((*atom_of(item), wanted),)]


def variables(term):
    if isinstance(term, str):
        return {term}
    return set().union(*map(variables, term[1:])) if len(term) > 1 else set()


def in_order(body):
    """The conditions, each as soon as all that it must know is known, with whether it is; what binds most of
    what is known comes first."""
    known, order, left = set(), [], list(body)
    while left:
        of = {id(c): set().union(*map(variables, c[1])) for c in left}
        ready = [c for c in left if of[id(c)] <= known]
        choice = ready or [c for c in left if c[2] and c[0][0] != 'same']
        need(choice, 'nothing says what a variable can be')
        best = max(choice, key=lambda c: len(of[id(c)] & known))
        order.append((*best, bool(ready)))
        left = [c for c in left if c is not best]
        known |= of[id(best)]
    return tuple(order)


def levels_of(clauses):
    """Clauses by levels: what must not hold is worked out on a lower one."""
    level = {}
    for _ in range(len(clauses) + 2):
        before = dict(level)
        for head, body in clauses:
            for name, _, wanted, _ in body:
                least = max([level.get(n, 0) for n in alike(name, level)] + [0]) + (0 if wanted else 1)
                level[head[0]] = max(level.get(head[0], 0), least)
            level.setdefault(head[0], 0)
        if level == before:
            count = max(level.values(), default=0) + 1
            return [[c for c in clauses if level[c[0][0]] == n] for n in range(count)]
    raise Refused('a relation depends on its own absence')


def bind(pattern, term, bound):
    """The variables with which a pattern is a term, or None."""
    if isinstance(pattern, str):
        if pattern in bound:
            return bound if bound[pattern] == term else None
        return {**bound, pattern: term}
    if pattern[0] != term[0] or len(pattern) != len(term):
        return None
    for piece, other in zip(pattern[1:], term[1:]):
        bound = bind(piece, other, bound)
        if bound is None:
            return None
    return bound


def filled(term, bound):
    if isinstance(term, str):
        need(term in bound, f'nothing says what {term} can be')
        return bound[term]
    return (term[0], *(filled(piece, bound) for piece in term[1:])) if len(term) > 1 else term


def ways(body, holding, bound):
    """All ways to meet the conditions."""
    if not body:
        yield bound
        return
    name, args, wanted, is_known = body[0]
    if is_known:
        args = tuple(filled(arg, bound) for arg in args)
        if name[0] == 'same':
            holds = args[0] == args[1]
        else:
            holds = any(args in holding.get(n, ()) for n in alike(name, holding))
        if holds == wanted:
            yield from ways(body[1:], holding, bound)
        return
    for known in alike(name, holding):
        for found in list(holding.get(known, ())):
            more = bind(('', *args), ('', *found), bound)
            if more is not None:
                yield from ways(body[1:], holding, more)


def alike(name, holding):
    """The relations that a condition speaks of: with any number of points, all goals."""
    return [n for n in holding if n[0] == 'goal'] if name == ('goal', 2) else [name]


def short(term):
    """A term as text: `cell:1:2:x`."""
    return ':'.join([term[0], *(short(arg) if len(arg) == 1 else f'({short(arg)})' for arg in term[1:])])


def long(text):
    """The term of a text."""
    pieces, depth, begin = [], 0, 0
    for i, sign in enumerate(text + ':'):
        depth += (sign == '(') - (sign == ')')
        if sign == ':' and depth == 0:
            pieces.append(text[begin:i])
            begin = i + 1
    need(pieces and depth == 0, f'expected a term, found {text[:100]!r}')
    return (pieces[0], *(long(piece[1:-1]) if piece.startswith('(') else (piece,) for piece in pieces[1:]))


class Within(Game):
    """A game to be won in time. A position: turn, position of the game, plies left."""

    def __init__(self, game):
        self.game = game

    def after(self, pos):
        for after in self.game.after(pos[1]):
            yield after[0], after, pos[2] - 1

    def result(self, pos):
        result = self.game.result(pos[1])
        if result is None:
            return -1 if pos[2] == 0 else None
        return 1 if result > 0 else -1


def rules(spec, text=None):
    """The game that a spec names; if it is the path of a file, `text` is what stood there."""
    if text is not None:
        return Filed(spec, text)
    front, *options = spec.split('+')
    name, _, size = front.partition(':')
    options = {key: value for key, _, value in (option.partition('=') for option in options)}
    kinds = {'ttt': Mnk, 'mnk': Mnk, 'connect': Connect, 'go': Go, 'uttt': Ultimate, 'nim': Heaps,
             'subtract': Heaps, 'kayles': Heaps, 'dawson': Heaps, 'octal': Heaps, 'hex': Hex, 'gale': Gale}
    need(name in kinds, f'there is no game {spec[:100]!r}')
    game = kinds[name](name, size, options)
    # Whatever was not understood, or written in another order, shows here.
    need(game.spec == spec, f'the rules {spec[:100]!r} are not written as they should be')
    return game


# ---- 2. The walk -------------------------------------------------------------------------------

PLIES_MAX = 200_000  # longer games are refused, so that memory stays bounded

# A set of marks is a dictionary of words. Marks are numbered as the walk meets them, so that those of
# one part of it lie together: number n is bit n % 1024 of word n // 1024.


def add(words, n):
    words[n >> 10] = words.get(n >> 10, 0) | 1 << (n & 1023)


def take_out(words, n):
    if n >> 10 in words:
        words[n >> 10] &= ~(1 << (n & 1023))


def unite(words, others):
    for i, bits in others.items():
        words[i] = words.get(i, 0) | bits


def packed(words):
    return {i: bits for i, bits in words.items() if bits}


def is_apart(words, others):
    return not any(others.get(i, 0) & bits for i, bits in words.items())


def is_within(words, others):
    return not any(bits & ~others.get(i, 0) for i, bits in words.items())


def walk(game, root, history, he, bound, answers, report):
    """Follows the strategy of player `he` from `root`; refuses unless every game ends no worse for
    him than `bound`. `history` is the set of marks that stand.

    With each position go two sets of marks: `new`, of his own moves behind it, which must not have
    stood before; and `old`, which had to stand before, because they forbid the other player a
    move. What is shown of a position is true after every history in which no mark of `new` stands
    and all of `old` do: then his moves behind it are legal, and the other player has none that was
    not followed."""
    kept = {}  # position: the two sets of each time that it was kept
    numbers = {}  # mark: its number
    number = lambda mark: numbers.setdefault(mark, len(numbers))
    standing = {}  # the set of all that is in `history`
    for mark in history:
        add(standing, number(mark))

    def is_over(pos):
        report['positions'] += 1
        result = game.result(pos)
        need(result is None or (result >= bound if he == 0 else result <= bound),
             'a game does not end as claimed')
        return result is not None

    def behind(pos):
        """Walks all behind a position in which the game goes on; returns its two sets. This is a
        recursion on a stack of its own: `yield` calls, and gives what the call returns."""
        new, old = {}, {}
        is_his, moves, t, followed = pos[0] == he, game.after(pos), 0, 0
        if is_his:
            answer = next(answers, None)
            need(answer is not None, 'there is no answer')
            report['answers'] += 1
            i, t = divmod(answer, 3)
            moves = list(itertools.islice(moves, i, i + 1))
            need(moves, f'there is no move number {i}')
        for after in moves:
            mark, once = game.mark(after)
            if once and mark in history:  # this move is forbidden
                need(not is_his, 'history forbids his move')
                add(old, number(mark))
                continue
            followed += 1
            if once and is_his:
                add(new, number(mark))
            if is_over(after):
                need(t == 0, 'where the game is over nothing is kept')
                continue
            if t == 2:
                fitting = (sets for sets in kept.get(after, ())
                           if is_apart(sets[0], standing) and is_within(sets[1], standing))
                sets = next(fitting, None)
                need(sets, 'no such position was kept, after a history that fits')
            else:
                is_new = mark is not None and mark not in history
                if is_new:
                    history.add(mark)
                    add(standing, number(mark))
                sets = yield behind(after)
                if is_new:
                    history.remove(mark)
                    take_out(standing, number(mark))
                if mark is not None:
                    take_out(sets[1], number(mark))  # whoever moves there leaves it
                if t == 1:
                    kept.setdefault(after, []).append((packed(sets[0]), packed(sets[1])))
            unite(new, sets[0])
            unite(old, sets[1])
        need(followed, 'the game is not over, but there is no move')
        return new, old

    stack = [] if is_over(root) else [behind(root)]
    returned = None
    while stack:
        try:
            stack.append(stack[-1].send(returned))
            returned = None
            need(len(stack) <= PLIES_MAX, f'a game goes on for more than {PLIES_MAX} plies')
        except StopIteration as end:
            stack.pop()
            returned = end.value


# ---- 3. Connections ----------------------------------------------------------------------------
#
# A lemma joins two points of Hex, whatever the opponent does: it is (points, mine, carrier). Points
# are cells, and the owner's two sides with the next two numbers. If the points and the cells of
# `mine` have stones of the owner, and the carrier has none of the opponent, who is to move, then the
# owner can join the points by stones within the carrier.

def join(game, root, he, numbers, report):
    """Follows the lemmas of player `he`; refuses unless the last one wins the game from `root`."""
    turn, *stones, swapped = root
    need(not game.has_swap or swapped or stones[1], 'a swap is possible')
    need(game.result(root) is None, 'the game is over')
    cells = len(game.beside)
    sides = {cells: game.sides[he][0], cells + 1: game.sides[he][1]}
    lemmas = []

    def one():
        return take(numbers)[0]

    def lemma():
        back = one()
        need(back < len(lemmas), 'a lemma that is not there')
        return lemmas[-1 - back]

    def own(points):
        """The points that are cells, as a set."""
        return sum(1 << point for point in points if point < cells)

    def cell_set(without):
        """Cells from small to large, none of those, as a set."""
        listed = take(numbers, one())
        need(all(a < b for a, b in zip(listed, listed[1:]))
             and all(c < cells and c not in without for c in listed), 'no set of cells')
        return sum(1 << c for c in listed)

    def useless(cell, stones, free):
        """Whether all that touches a cell is joined without it, by touching or by stones."""
        ends = sides.values()
        touched = [end for end in ends if end >> cell & 1]
        reach = [(c, 1 << c | game.reached(game.beside[c] & stones, stones))
                 for c in squares(game.beside[cell] & (stones | free))]
        return len(touched) < 2 and all(to & end for _, to in reach for end in touched) and all(
            game.beside[c] >> d & 1 or to & others or any(to & end and others & end for end in ends)
            for (c, to), (d, others) in itertools.combinations(reach, 2))

    for rule in numbers:
        if rule == 0:  # chain
            x, y = one(), one()
            need(x != y and max(x, y) < cells + 2, 'no two points')
            points, mine, carrier = frozenset((x, y)), cell_set((x, y)), 0
            start, end = (sides[p] if p in sides else game.beside[p] for p in (x, y))
            touch = own([y]) & start | own([x]) & end
            need(touch or game.reached(start & mine, mine) & end, 'a chain that does not hold')
        elif rule == 1:  # and
            (first, mine, carrier), (second, more, other) = lemma(), lemma()
            middle = first & second
            need(len(middle) == 1 and max(middle) < cells, 'no cell in the middle')
            points = first ^ second
            mine = (mine | more | own(middle)) & ~own(points)
            safe = mine | own(points)
            need(carrier & other & ~safe == 0, 'two lemmas that need the same cell')
            carrier = (carrier | other) & ~safe
        elif rule == 3:  # capture
            (points, mine, carrier), a, b = lemma(), one(), one()
            need(points == frozenset(sides), 'a lemma that does not join the sides')
            need(a != b and max(a, b) < cells, 'no two cells')
            pair = own([a, b])
            mine = (mine | cell_set((a, b))) & ~pair
            carrier = (carrier | pair) & ~mine
            need(useless(a, mine | 1 << b, carrier & ~pair)
                 and useless(b, mine | 1 << a, carrier & ~pair), 'two cells that are not captured')
        else:  # or
            need(rule == 2, f'there is no rule {rule}')
            points, mine, carrier, needs = None, 0, 0, []
            count = one()
            need(0 < count <= 128, 'an or of nothing, or of too much')
            for _ in range(count):
                (two, stones_of, carrier_of), c = lemma(), one()
                need(points in (None, two), 'lemmas about other points')
                need(stones_of >> c & 1, 'a move that the lemma does not need')
                points, mine = two, mine | stones_of & ~(1 << c)
                needs.append(carrier_of | 1 << c)
            safe = mine | own(points)
            need(functools.reduce(lambda a, b: a & b, needs) & ~safe == 0, 'all need the same cell')
            carrier = functools.reduce(lambda a, b: a | b, needs) & ~safe
        lemmas.append((points, mine, carrier))
        report['answers'] += 1
    need(lemmas, 'there is no lemma')
    points, mine, carrier = lemmas[-1]
    need(points == frozenset(sides), 'the last lemma does not join the sides')
    need(carrier & stones[1 - he] == 0, 'the opponent is in the way')
    missing = mine & ~stones[he]
    need(missing == 0 or turn == he and len(squares(missing)) == 1
         and missing & stones[1 - he] == 0, 'stones are missing')


# ---- 4. Tables ---------------------------------------------------------------------------------
#
# A class is all positions that symmetries make of one, with the same player to move. A table holds
# one move for each of some classes. That it plays as it should is seen by playing it against all
# that an opponent can do; that no table counts less, by clauses that a smaller one would satisfy,
# and a proof that nothing satisfies them. Literals are numbers: 2 * variable, and one more for its
# opposite.

MOVES_MAX = 100_000_000  # of classes and positions; larger games are refused, for memory's sake
LITERALS_MAX = 100_000_000  # of a formula and its proof


def take(numbers, count=1):
    """The next numbers of a section."""
    taken = list(itertools.islice(numbers, count))
    need(len(taken) == count, 'numbers are missing')
    return taken


class Table:
    """What a certificate of a table is about: the classes of the game, by their numbers.

      number_of  position: its class, for every position that can be reached
      turn       of each class, who is to move
      result     of each class, what the game was worth to the first player, or None
      replies    of each class, the classes behind its moves, in board order
      value      of each class, what it is worth to the first player
      players    those whom the table plays
      promised   of each of them: how no game may end worse, for him
      ways       of each of them: of each class, the replies that he may hold, or all of them at
                 the other player's turns; each class once, in order
      rule       of each class, the reply that the default rule leads to, or None
    """

    def __init__(self, game, report):
        self.game, self.report = game, report
        self.root, _ = game.parse(report['position'])
        self.players = {'first': [0], 'second': [1], 'both': [0, 1]}[report['role']]
        self.find_classes()
        self.compare_positions()
        self.from_the_end = self.ends_first()
        self.value = list(self.result)
        for c in self.from_the_end:
            if self.result[c] is None:
                behind = [self.value[reply] for reply in self.replies[c]]
                self.value[c] = min(behind) if self.turn[c] else max(behind)
        self.opened, self.promised = self.open_moves(), {}
        self.ways = {he: self.ways_of(he) for he in self.players}
        self.rule = [self.rule_at(c) for c in range(len(self.turn))]

    def find_classes(self):
        game, stands = self.game, [self.root]
        self.numbers, self.replies = {game.canonical(self.root): 0}, []  # canonical position: class
        self.result, moves = [], 0
        for pos in stands:
            self.result.append(game.result(pos))
            self.replies.append([])
            for after in game.after(pos) if self.result[-1] is None else ():
                canonical = game.canonical(after)
                if canonical not in self.numbers:
                    self.numbers[canonical] = len(stands)
                    stands.append(after)
                self.replies[-1].append(self.numbers[canonical])
            moves += len(self.replies[-1])
            need(moves <= MOVES_MAX, 'this game is too large for a table')
            need(self.replies[-1] or self.result[-1] is not None, 'not over, but there is no move')
        self.turn, self.canonical = [pos[0] for pos in stands], list(self.numbers)
        self.report['classes'] = len(stands)

    def compare_positions(self):
        """Visits every position: it must be like the one that stands for its class. So nothing has
        to be believed of symmetries."""
        game, reached, moves = self.game, [self.root], 0
        self.number_of = {self.root: 0}
        in_order = [sorted(replies) for replies in self.replies]
        for pos in reached:
            c, result, found = self.number_of[pos], game.result(pos), []
            for after in game.after(pos) if result is None else ():
                if after not in self.number_of:
                    behind = self.numbers.get(game.canonical(after))
                    need(behind is not None, 'a class was not found')
                    self.number_of[after] = behind
                    reached.append(after)
                found.append(self.number_of[after])
            need(pos[0] == self.turn[c] and result == self.result[c]
                 and sorted(found) == in_order[c], 'positions of one class differ')
            moves += len(found)
            need(moves <= MOVES_MAX, 'this game is too large for a table')
        self.report['positions'] = len(reached)

    def ends_first(self):
        """The classes in an order in which replies come before what they reply to."""
        before, order = [0] * len(self.replies), [0]
        for c in itertools.chain.from_iterable(self.replies):
            before[c] += 1
        for c in order:
            for reply in self.replies[c]:
                before[reply] -= 1
                if before[reply] == 0:
                    order.append(reply)
        need(len(order) == len(self.replies), 'positions come again')
        return order[::-1]

    def open_moves(self):
        """The places of the moves that the rules leave in the head's position."""
        if self.report['open'] is None:
            return range(len(self.replies[0]))
        need(self.turn[0] in self.players, 'first moves are given, but not those of the owner')
        names = self.game.moves(self.root) if self.result[0] is None else []
        given = self.report['open'].split(' ')
        places = [i for i, name in enumerate(names) if name in given]
        need([names[i] for i in places] == given, 'expected legal moves in board order')
        return places

    def ways_of(self, he):
        def least(worth):
            """What `keep` asks of moves where the position is worth so much to him."""
            return {'any': -1, 'draw': min(worth, 0)}.get(keep, worth)

        keep, classes = self.report['keep'], len(self.turn)
        worth = [-value if he else value for value in self.value]
        chance, all_ways = [None] * classes, [None] * classes
        for c in self.from_the_end:
            ways = self.replies[c]
            if self.turn[c] == he and self.result[c] is None:
                if c == 0:  # it is as if the rules left him no other move
                    ways = [ways[i] for i in self.opened]
                    worth[c] = max(worth[r] for r in ways)
                ways = [r for r in ways if worth[r] >= least(worth[c])]
            if keep == 'strongest':  # chances to win against moves at random
                if self.result[c] is not None:
                    chance[c] = fractions.Fraction(worth[c] == 1)
                elif self.turn[c] == he:
                    chance[c] = max(chance[r] for r in ways)
                    ways = [r for r in ways if chance[r] == chance[c]]
                else:
                    chance[c] = sum(chance[r] for r in ways) / len(ways)
            all_ways[c] = list(dict.fromkeys(ways))
        self.promised[he] = least(worth[0])
        return all_ways

    def rule_at(self, c):
        """The reply that the default rule leads to, on the canonical board of a class."""
        rule, game = self.report['default'], self.game
        if rule is None or self.result[c] is not None or self.turn[c] not in self.players:
            return None

        def wins(pos):
            won = -1 if pos[0] else 1
            return [after for after in game.after(pos) if game.result(after) == won]

        def is_safe(after):
            return game.result(after) is not None or not wins(after)

        pos = self.canonical[c]
        best = wins(pos) if rule != 'first' else []
        choices = list(game.after(pos))
        if not best and rule == 'win-block-first':
            best = [after for after in choices if is_safe(after)]
        return self.numbers[game.canonical((best or choices)[0])]

    def read(self, numbers):
        """The rows of the table, class: class that its move leads to."""
        rows, c = {}, -1
        count, = take(numbers)
        for _ in range(count):
            left_out, move = take(numbers, 2)
            c += 1 + left_out
            need(c < len(self.turn), f'there is no class {c}')
            need(self.turn[c] in self.players, f'the owner does not move in class {c}')
            need(move < len(self.replies[c]) and (c > 0 or move in self.opened),
                 f'there is no move {move} in class {c}')
            rows[c] = self.replies[c][move]
        self.report['rows'] = count
        return rows

    def counts(self, he, c):
        """Whether a class counts that is reached (unless a default rule needs no row)."""
        if self.report['count'] == 'full':
            return True
        return self.turn[c] == he and (self.report['count'] == 'turns' or self.result[c] is None)

    def play(self, rows):
        """Plays the table on boards as they are; refuses unless it does what is claimed."""
        used, counted, self.report['played'] = set(), set(), 0
        for he in self.players:
            ways = self.ways[he]
            reached, seen = [self.root], {self.root}
            for pos in reached:
                c = self.number_of[pos]
                if self.counts(he, c) and (self.report['count'] != 'rows' or c in rows):
                    counted.add(c)
                if self.result[c] is not None:
                    need((-self.result[c] if he else self.result[c]) >= self.promised[he],
                         'a game ends worse than is promised')
                    continue
                if self.turn[c] == he:
                    used.add(c)
                    followed = {rows[c] if c in rows else self.rule[c]}
                    need(followed <= set(ways[c]), f'there is no good move for class {c}')
                else:
                    followed = set(ways[c])
                for after in self.game.after(pos):
                    if self.number_of[after] in followed and after not in seen:
                        seen.add(after)
                        reached.append(after)
            self.report['played'] += len(reached)
        need(used.issuperset(rows), 'a row is never used')
        need(len(counted) == self.report['at_most'],
             f'the table counts {len(counted)}, not {self.report["at_most"]}')

    def needs(self, he):
        """Of each class, how much a table counts at least that reaches it."""
        needs = [0] * len(self.turn)
        for c in self.from_the_end:
            behind = [needs[r] for r in self.ways[he][c]]
            his = self.turn[c] == he
            needs[c] = self.counts(he, c) + (min if his else max)(behind, default=0)
            if his and self.rule[c] in self.ways[he][c]:
                needs[c] = min(needs[c], needs[self.rule[c]])
        return needs

    def conditions(self, k, free):
        """Clauses that a table satisfies which counts less than `k`, where a variable says that its
        class is reached; and of each class that counts, in a list, the variable that counts it.
        `free` gives the next variable."""
        clauses, variables = [], {}  # of each player: class: variable
        for he in self.players:
            needs = self.needs(he)
            variables[he] = {0: next(free)}
            found = [0] if needs[0] < k else []
            for c in found:
                for r in self.ways[he][c]:
                    if r not in variables[he] and needs[r] < k:
                        variables[he][r] = next(free)
                        found.append(r)
        counted = {}
        for he, variable in variables.items():
            ways = self.ways[he]
            clauses.append((2 * variable[0],))
            for c, v in variable.items():
                behind = [2 * variable[r] for r in ways[c] if r in variable]
                if self.turn[c] == he and self.result[c] is None:
                    clauses.append((2 * v + 1, *behind))
                    if self.rule[c] in ways[c] and self.rule[c] in variable:
                        row = next(free)
                        clauses.append((2 * v + 1, 2 * row, 2 * variable[self.rule[c]]))
                        v = row
                elif self.turn[c] != he:
                    clauses += [(2 * v + 1, 2 * variable[r]) if r in variable else (2 * v + 1,)
                                for r in ways[c]]
                if self.counts(he, c):
                    counted.setdefault(c, []).append(v)
        for c in variables[self.players[-1]]:
            if len(counted.get(c, ())) == 2:
                joint = next(free)
                clauses += [(2 * v + 1, 2 * joint) for v in counted[c]]
                counted[c] = [joint]
        return clauses, counted

    def formula(self, tree):
        """The clauses that a table would satisfy which counts less than `at least`, and how many
        literals there are. `tree` says in which order to count."""
        k, free = self.report['at_least'], itertools.count()
        clauses, counted = self.conditions(k, free)
        nodes = []  # the outputs of each: output i, counted from 1, is true if i of its classes are
        count, = take(tree)
        for _ in range(count):
            step, = take(tree)
            if step > 0:
                need(step - 1 in counted, f'class {step - 1} does not count, or comes twice')
                nodes.append(counted.pop(step - 1))
                continue
            need(len(nodes) >= 2, 'the tree lacks a node')
            b, a = nodes.pop(), nodes.pop()
            size = len(clauses) + (len(a) + 1) * (len(b) + 1)
            need(3 * size <= LITERALS_MAX, 'this tree is too large')
            outputs = [next(free) for _ in range(min(len(a) + len(b), k))]
            for i in range(len(a) + 1):
                for j in range(len(b) + 1):
                    if 0 < i + j <= len(outputs):
                        clauses.append((*(2 * v + 1 for v in a[i - 1:i]),
                                        *(2 * v + 1 for v in b[j - 1:j]), 2 * outputs[i + j - 1]))
            nodes.append(outputs)
        need(len(nodes) <= 1, 'the tree has several roots')
        for outputs in nodes:
            if len(outputs) >= k:
                clauses.append((2 * outputs[k - 1] + 1,))
        return clauses, 2 * next(free)


def follow_proof(clauses, literals, numbers, report):
    """Refuses unless the steps lead to the empty clause. Each is a clause that is true wherever
    those before it are: if it were false, its hints would make more and more literals false, and
    at last all of one clause."""
    remembered, report['steps'] = sum(map(len, clauses)), 0
    clause = None
    while clause != ():
        length, = take(numbers)
        need(length <= literals, 'a clause is too long')
        false = set(take(numbers, length))
        clause = tuple(false)
        need(max(clause, default=0) < literals, 'there is no such literal')
        need(false.isdisjoint(literal ^ 1 for literal in clause), 'a clause cannot be false')
        hints, = take(numbers)
        need(hints <= literals, 'there are too many hints')
        report['steps'] += 1
        conflict = False
        for hint in take(numbers, hints):
            need(not conflict, 'hints are left over')
            need(hint < len(clauses), 'a hint is no earlier clause')
            unknown = [literal for literal in clauses[-1 - hint] if literal not in false]
            if not unknown:
                conflict = True
            else:
                need(len(unknown) == 1 and unknown[0] ^ 1 not in false, 'a hint says nothing')
                false.add(unknown[0] ^ 1)
        need(conflict, f'step {report["steps"]} does not follow')
        clauses.append(clause)
        remembered += length
        need(remembered <= LITERALS_MAX, 'this proof is too long')


# ---- 5. The file -------------------------------------------------------------------------------

MAGIC = b'\x89unb\r\n\x1a\n' + (1).to_bytes(4, 'little')  # and the version
BLOCK_MAX = HEAD_MAX = 1 << 20
RULES_MAX = 4 << 20
PIECE = 1 << 16  # so much of a file, or of what a strategy expands to, is in memory at a time
HEAD = re.compile('proof: (strategy|connection)\ngame: (.*)\nposition: (.*)\n'
                  '(?:within: (.*)\n)?(?:at least: (.*)\n)?(?:at most: (.*)\n)?')
TABLE_HEAD = re.compile('proof: table\ngame: (.*)\nposition: (.*)\n'
                        'role: (first|second|both)\n(?:open: (.*)\n)?count: (full|turns|rows)\n'
                        'keep: (value|draw|any|strongest)\n'
                        '(?:default: (first|win-first|win-block-first)\n)?'
                        'at least: (.*)\nat most: (.*)\n')


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


def numbers_in(pieces):
    """The numbers in the pieces of a zlib stream, in LEB128. Refuses, at the end of them, what is
    left over."""
    stream = zlib.decompressobj()
    value = shift = 0
    for piece in pieces:
        need(not (stream.eof and piece), 'bytes are left over behind the numbers')
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
        need(not stream.unused_data, 'bytes are left over behind the numbers')
    need(stream.eof and shift == 0, 'the numbers are cut off')


def read_head(head):
    """The text of the head, and whether it is about a table."""
    try:
        head = head.decode('utf-8')
    except UnicodeDecodeError:
        raise Refused('the head is not UTF-8') from None
    need(head.replace('\n', '').isprintable(), 'the head has signs that do not show')
    return head, head.startswith('proof: table\n')


def read_rules(pieces, report):
    """The text of the rules that the certificate brings along."""
    text = b''
    for piece in pieces:
        text += piece
        need(len(text) <= RULES_MAX, 'the rules are too long')
    report['rules_sha256'] = hashlib.sha256(text).hexdigest()
    try:
        return text.decode('utf-8')
    except UnicodeDecodeError:
        raise Refused('the rules are not UTF-8') from None


def read_claim(head, text, report):
    """Reads the head of a strategy into the report; returns the rules."""
    claim = HEAD.fullmatch(head)
    need(claim, 'the head has other lines than it should, or in another order')
    proof, report['game'], report['position'], within, low, high = claim.groups()
    game = rules(report['game'], text)
    need(proof == 'strategy' or isinstance(game, Hex) and within is None, 'no proof of that kind')
    if within is not None:
        need(not game.is_scored, 'there is no limit in games with a score')
        report['within'] = number(within, 0, 4294967295)
    need(low is not None or high is not None, 'the head claims nothing')
    for name, bound in ('at_least', low), ('at_most', high):
        if bound is not None:
            half = r'(\.5)?' if game.is_scored else ''
            need(re.fullmatch('-?(0|[1-9][0-9]{0,3})' + half, bound) and bound != '-0',
                 f'expected a bound, found {bound[:40]!r}')
            value = report[name] = float(bound) if '.' in bound else int(bound)
            says_nothing = game.worst if name == 'at_least' else game.best
            need(game.worst <= value <= game.best and value != says_nothing, f'no bound is {bound}')
            need(within is None or value != 0, 'with a limit there is no draw')
    need(low is None or high is None or report['at_least'] <= report['at_most'],
         'the bounds contradict each other')
    return game


def read_table_claim(head, text, report):
    """Reads the head of a table into the report; returns the rules."""
    claim = TABLE_HEAD.fullmatch(head)
    need(claim, 'the head has other lines than it should, or in another order')
    (report['game'], report['position'], report['role'], report['open'], report['count'],
     report['keep'], report['default'], low, high) = claim.groups()
    report['answers'] = None
    report.update(dict.fromkeys(['rows', 'classes', 'played', 'clauses', 'steps'], 0))
    game = rules(report['game'], text)
    need(game.has_tables, f'tables of {report["game"]} are not checked here')
    need(report['default'] is None or report['count'] == 'rows', 'a default rule, but not rows')
    report['at_least'] = number(low, 0, 4294967295)
    report['at_most'] = number(high, report['at_least'], 4294967295)
    return game


def check(file, report):
    """Reads and checks one certificate, and notes in the report what it says."""
    # The last 32 bytes are the checksum of all bytes before them.
    size = report['bytes'] = file.seek(0, os.SEEK_END)
    file.seek(0)
    checksum = hashlib.sha256()
    for at in range(0, size - 32, PIECE):
        checksum.update(file.read(min(PIECE, size - 32 - at)))
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
    head, is_table = read_head(head)
    text = None
    if re.match(r'proof: .*\ngame: .*\.kif\n', head):
        text = read_rules(section(b'rule'), report)
    if is_table:
        check_table(read_table_claim(head, text, report), section, report)
    else:
        is_joined = head.startswith('proof: connection\n')
        check_strategies(read_claim(head, text, report), section, report, is_joined)
    need(list(section(b'ends')) == [end], 'expected one checksum at the end')
    need(next(sections, None) is None, 'something follows the checksum')


def check_strategies(game, section, report, is_joined):
    """Follows the strategies that the claim needs."""
    root, history = game.parse(report['position'])
    if report['within'] is not None:
        game, root = Within(game), (root[0], root, report['within'])
    for he, kind, bound in (0, b'lowr', report['at_least']), (1, b'uppr', report['at_most']):
        if bound is not None:
            answers, before = numbers_in(section(kind)), report['answers']
            try:
                if is_joined:
                    join(game, root, he, answers, report)
                else:
                    walk(game, root, set(history), he, bound, answers, report)
                need(next(answers, None) is None, 'answers are left over')
            except Refused as refused:
                place = f'{("first", "second")[he]} player, answer {report["answers"] - before}'
                raise Refused(f'strategy of the {place}: {refused}') from None


def check_table(game, section, report):
    """Plays the table, and follows the proof that none counts less than is claimed."""
    table = Table(game, report)
    table.play(with_all(numbers_in(section(b'tabl')), table.read))
    if report['at_least'] > 0:
        clauses, literals = with_all(numbers_in(section(b'tree')), table.formula)
        report['clauses'] = len(clauses)
        with_all(numbers_in(section(b'refu')),
                 lambda numbers: follow_proof(clauses, literals, numbers, report))


def with_all(numbers, use):
    """What `use` makes of the numbers, of which none may be left over."""
    used = use(numbers)
    need(next(numbers, None) is None, 'numbers are left over')
    return used


def main(arguments):
    parser = argparse.ArgumentParser(usage=argparse.SUPPRESS, description=__doc__.split('\n')[0])
    parser.add_argument('files', metavar='FILE', nargs='+')
    parser.add_argument('--json', action='store_true', help='print one JSON object')
    parser.add_argument('--quiet', action='store_true', help='print only what is refused')
    parser.error = lambda what: parser.exit(2, f'error: {what}\n')
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
                check(file, report)
            report['verdict'] = 'accepted'
        except Refused as refused:
            report['reason'], code = str(refused), max(code, 1)
        except OSError as error:
            print(f'error: {name}: {error.strerror or error}', file=sys.stderr)
            code = 2
            continue
        report['seconds'] = round(time.perf_counter() - start, 6)
        reports.append(report)
        if not options.json and (report['reason'] or not options.quiet):
            print(f'{name}: {report["verdict"]}')
            for field, value in list(report.items())[2:]:
                if value is not None:
                    print(f'  {field.replace("_", " ")}: {value}')
    if options.json:
        print(json.dumps({'schema': 1, 'certificates': reports}))
    sys.stdout.flush()
    return code


if __name__ == '__main__':
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:  # nobody reads on, or the disk is full
        print(f'error: standard output: {error.strerror or error}', file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
