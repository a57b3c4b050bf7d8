#!/usr/bin/env python3
"""Tests of verify.py: python3 checker/test_verify.py

The rules are compared with those of the workbench, and its tables checked, where UNBEATABLE names its
program:
UNBEATABLE=target/release/unbeatable python3 checker/test_verify.py
"""

import contextlib
import copy
import functools
import hashlib
import io
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock
import zlib
from fractions import Fraction

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import verify  # noqa: E402

LATE = os.path.join(HERE, '..', 'testdata', 'uttt-late.csv')


# ---- Naive search, written for these tests only ------------------------------------------------------

def has_history(game):
    return isinstance(game, verify.Go)


def value(game, root, history):
    """What a position is worth to the first player, by exhaustive search."""
    if has_history(game):
        results = [game.worst + k for k in range(int(game.best - game.worst) + 1)]
        return max(v for v in results if v == results[0] or find(game, root, history, 0, v) is not None)
    memo = {}

    def of(pos):
        if pos not in memo:
            result = game.result(pos)
            if result is None:
                result = (min if pos[0] else max)(of(p) for p in game.after(pos))
            memo[pos] = result
        return memo[pos]
    return of(root)


def find(game, root, history, he, bound, memo=None, order=None):
    """A strategy of `he` that ends no worse than `bound`, as a tree, or None. A tree is () where the game
    is over, (i, tree) on his turn, and a list of trees, None for what history forbids, else.

    With `memo` it believes what it found of a position before after whatever history, as no search
    should where history matters."""
    history = set(history)

    def tree(pos):
        result = game.result(pos)
        if result is not None:
            return () if (result >= bound if he == 0 else result <= bound) else None
        if memo is not None and pos in memo:
            return memo[pos]
        children = list(enumerate(game.after(pos)))
        found = [None] * len(children)
        if pos[0] == he:
            for i, after in (order(children) if order else reversed(children)):
                legal, behind = enter(after)
                if legal and behind is not None:
                    found = (i, behind)
                    break
            else:
                found = None
        else:
            for i, after in reversed(children):
                legal, found[i] = enter(after)
                if legal and found[i] is None:
                    found = None
                    break
        if memo is not None:
            memo[pos] = found
        return found

    def enter(after):
        mark, once = game.mark(after)
        if once and mark in history:
            return False, None
        is_new = mark is not None and mark not in history
        if is_new:
            history.add(mark)
        behind = tree(after)
        if is_new:
            history.remove(mark)
        return True, behind

    return tree(root)


def listed(game, root, history, he, tree, keeps=True, believes=False):
    """The answers of a strategy along the walk, as [i, t]. With `believes` a position that was walked
    before is never walked again, whatever the history."""
    history = set(history)
    answers, known = [], {}

    def walk(pos, tree):
        """Lists what is behind `pos`; returns its two sets."""
        new, old = set(), set()
        if tree == ():
            return new, old
        his = pos[0] == he
        children = list(game.after(pos))
        for i in [tree[0]] if his else range(len(children)):
            after = children[i]
            mark, once = game.mark(after)
            if once and mark in history and not (his and believes):
                old.add(mark)
                continue
            behind = tree[1] if his else tree[i]
            if his:
                if once:
                    new.add(mark)
                answer = [i, 0]
                answers.append(answer)
                fits = (entry for entry in known.get(after, ())
                        if believes or not entry[1] & (history | {mark}) and entry[2] <= history | {mark})
                entry = next(fits, None) if keeps else None
                if entry:
                    answer[1] = 2
                    entry[0][1] = 1
                    new |= entry[1]
                    old |= entry[2] - {mark}
                    continue
            is_new = mark is not None and mark not in history
            if is_new:
                history.add(mark)
            sets = walk(after, behind)
            if is_new:
                history.remove(mark)
            if his and behind != ():
                known.setdefault(after, []).append((answer, *map(frozenset, sets)))
            new |= sets[0]
            old |= sets[1] - {mark}
        return new, old

    walk(root, tree)
    return answers


def leb128(n):
    out = b''
    while n >= 128:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def block(kind, payload):
    return kind + len(payload).to_bytes(4, 'little') + payload


def container(*sections):
    """A certificate of these (kind, payload), with its checksum."""
    front = verify.MAGIC + b''.join(block(k, p) for k, p in sections) + b'ends' + (32).to_bytes(4, 'little')
    return front + hashlib.sha256(front).digest()


def repaired(file):
    return file[:-32] + hashlib.sha256(file[:-32]).digest()


class Certificate:
    """A certificate before it is written: head lines, and answers by kind of section."""

    def __init__(self, spec, position=None, at_least=None, at_most=None, within=None, **listing):
        game = verify.rules(spec)
        position = start(game) if position is None else position
        self.head = [['proof', 'strategy'], ['game', spec], ['position', position]]
        if within is not None:
            self.head.append(['within', str(within)])
        root, history = game.parse(position)
        if within is not None:
            game, root = verify.Within(game), (root[0], root, within)
        self.strategies = {}
        for he, bound, name, kind in (0, at_least, 'at least', b'lowr'), (1, at_most, 'at most', b'uppr'):
            if bound is not None:
                self.head.append([name, f'{bound:g}'])
                tree = find(game, root, history, he, bound)
                if tree is None:
                    raise ValueError(f'{spec} {position}: not {name} {bound}')
                self.strategies[kind] = listed(game, root, history, he, tree, **listing)

    def file(self):
        sections = [(b'head', ''.join(f'{n}: {v}\n' for n, v in self.head).encode())]
        for kind, answers in self.strategies.items():
            sections.append((kind, zlib.compress(b''.join(leb128(3 * i + t) for i, t in answers))))
        return container(*sections)


def start(game):
    if isinstance(game, verify.Heaps):
        return game.spec.split(':')[1].split('+')[0]
    if isinstance(game, verify.Ultimate):
        return 'X;.........;' + '/'.join(['.........'] * 9)
    if isinstance(game, verify.Gale):
        return '/'.join('.' * ((game.width + 1 - row % 2) // 2) for row in range(game.width))
    rows = '/'.join(['.' * game.columns] * game.rows)
    return rows + (';B' if has_history(game) else '')


def write_rows(x, o, columns, rows):
    letters = ['X' if x >> i & 1 else 'O' if o >> i & 1 else '.' for i in range(columns * rows)]
    return '/'.join(''.join(letters[columns * r:columns * (r + 1)]) for r in range(rows))


def write_signs(pos):
    """The nine signs of a position of ultimate tic-tac-toe."""
    _, _, _, x_won, o_won, closed, sent = pos
    signs = []
    for b in range(9):
        sign = '#' if closed >> b & 1 else '@' if b == sent else '.'
        sign = 'X' if x_won >> b & 1 else 'O' if o_won >> b & 1 else sign
        signs.append(sign.lower() if b == sent else sign)
    return ''.join(signs)


def blank():
    names = 'game', 'position', 'within', 'at_least', 'at_most'
    return {**dict.fromkeys(names), 'answers': 0, 'positions': 0}


def refusal(file):
    """Why verify refuses these bytes, or None if it accepts them."""
    try:
        verify.check(io.BytesIO(file), blank())
    except verify.Refused as refused:
        return str(refused)
    return None


def certificates():
    """Small certificates of all games: name, certificate."""
    claims = [
        ('ttt', None, 0, 0, None), ('ttt', 'X../.O./..X', 0, 0, None), ('ttt+misere', None, 0, 0, None),
        ('ttt', 'XX./.../OO.', 1, None, None), ('ttt', 'X../OO./X..', None, None, None),
        ('mnk:3x3x2', None, 1, None, None), ('mnk:3x3x2', None, 1, None, 3), ('ttt', None, None, -1, 9),
        ('mnk:3x3x2', None, None, -1, 2), ('mnk:4x3x3', 'XO../.X../..O.', 1, None, 7),
        ('mnk:3x2x2+misere', None, None, None, None), ('mnk:1x1x1', None, 1, None, None),
        ('nim:1,2,3', None, None, -1, None), ('nim:3,4,5', None, 1, None, None),
        ('nim:2,3+misere', None, 1, None, None), ('nim:2,3', '1,2;Second', None, None, None),
        ('nim:1', '0;Second', 1, None, None), ('nim:0', None, None, -1, None),
        ('subtract:9,10+take=1,2,3', None, None, None, None), ('kayles:3,5', None, None, None, None),
        ('kayles:6+misere', None, None, None, None), ('dawson:9', None, None, None, None),
        ('octal:8+code=0.137', None, None, None, None), ('octal:7+code=4.1+misere', None, None, None, None),
        ('kayles:6', None, 1, None, 5), ('go:1x1', None, None, None, None),
    ]
    for spec, position, low, high, within in claims:
        if low is None and high is None:
            low, high = exact(spec, position)
        yield f'{spec} {position} {within}', Certificate(spec, position, low, high, within)
    for size in '1x2', '1x3', '2x2', '1x4':
        for options in '', '+ssk', '+nssk', '+suicide', '+nssk+suicide', '+komi=0.5':
            spec = f'go:{size}{options}'
            if size == '1x4' and 'suicide' in options:
                continue  # too much for a naive search
            for keeps in True, False:
                low, high = exact(spec, None)
                yield f'{spec} {keeps}', Certificate(spec, None, low, high, keeps=keeps)
    for spec, position in [
            ('go:2x2', 'X./.O;B;history=../..|X./..'), ('go:2x2', '.X/O.;W;pass'),
            ('go:2x2', '../X.;W;history=../..'), ('go:2x2+ssk', 'X./..;B;pass;history=../..:b|X./..:w'),
            ('go:2x2+nssk', '../..;B'), ('go:2x2+ssk', '../..;W;pass'), ('go:2x2', 'X./..;B;pass;pass'),
            ('go:1x3', 'X/./O;B;history=././.|X/./.')]:
        low, high = exact(spec, position)
        yield f'{spec} {position}', Certificate(spec, position, low, high)
    with open(LATE, encoding='ascii') as file:
        late = [line.split(',') for line in file.read().split()[1:]]
    for _, position, winner in late[:24]:
        result = {'X': 1, 'O': -1, 'draw': 0}[winner]
        low, high = result if result > -1 else None, result if result < 1 else None
        yield position, Certificate('uttt', position, low, high)
    seed = random.Random(7)
    for spec in 'uttt:play-on', 'uttt+majority', 'uttt:play-on+majority':
        for _ in range(4):
            position = late_position(spec, seed)
            yield f'{spec} {position}', Certificate(spec, position, *exact(spec, position))
    yield 'within', Certificate('uttt', late[0][1], None, -1, 5)


def exact(spec, position):
    """Lower and upper bound, None where they say nothing."""
    game = verify.rules(spec)
    result = value(game, *game.parse(start(game) if position is None else position))
    return result if result > game.worst else None, result if result < game.best else None


def late_position(spec, seed, empty=15):
    """A position near the end of a random game, with all its marks."""
    game = verify.rules(spec)
    while True:
        pos, _ = game.parse(start(game))
        x = o = 0
        while game.result(pos) is None:
            moves = [(b, s) for b in (range(9) if pos[6] == 9 else [pos[6]]) if not pos[5] >> b & 1
                     for s in range(9) if not (pos[1] | pos[2]) >> 9 * b + s & 1]
            i = seed.randrange(len(moves))
            mark = 1 << 9 * moves[i][0] + moves[i][1]
            x, o = (x | mark, o) if pos[0] == 0 else (x, o | mark)
            pos = list(game.after(pos))[i]
            playable = sum(9 - bin((pos[1] | pos[2]) >> 9 * b & 511).count('1')
                           for b in range(9) if not pos[5] >> b & 1)
            if playable <= empty and game.result(pos) is None:
                return f'{"XO"[pos[0]]};{write_signs(pos)};{write_rows(x, o, 9, 9)}'


def unfolds(certificate):
    """Whether every game holds if the answers are followed without believing a kept position: what is
    behind it is walked again with the history as it is then. Shares nothing with verify.walk."""
    head = dict(map(tuple, certificate.head))
    game = verify.rules(head['game'])
    root, history = game.parse(head['position'])
    if 'within' in head:
        game, root = verify.Within(game), (root[0], root, int(head['within']))
    for he, name, kind in (0, 'at least', b'lowr'), (1, 'at most', b'uppr'):
        if name not in head:
            continue
        bound, kept, answers = float(head[name]), {}, iter(certificate.strategies[kind])
        holds = (lambda r: r >= bound) if he == 0 else (lambda r: r <= bound)

        def tree(pos, history):
            """The tree that the answers describe; raises StopIteration or IndexError if none."""
            if game.result(pos) is not None:
                return ()
            children = list(game.after(pos))
            if pos[0] == he:
                i, t = next(answers)
                after = children[i]
                mark, _ = game.mark(after)
                if t == 2:
                    return i, kept[after]
                behind = tree(after, history | {mark})
                if t == 1:
                    kept.setdefault(after, []).append(behind)
                return i, [behind]
            found = []
            for after in children:
                mark, once = game.mark(after)
                found.append(None if once and mark in history else tree(after, history | {mark}))
            return found

        def follow(pos, node, history):
            if game.result(pos) is not None:
                return holds(game.result(pos))
            children = list(game.after(pos))
            if pos[0] == he:
                if not isinstance(node, tuple) or node == ():
                    return False
                mark, once = game.mark(children[node[0]])
                return not (once and mark in history) and any(
                    follow(children[node[0]], behind, history | {mark}) for behind in node[1])
            for after, behind in zip(children, node):
                mark, once = game.mark(after)
                if once and mark in history:
                    continue
                if behind is None or not follow(after, behind, history | {mark}):
                    return False
            return True

        try:
            found = tree(root, frozenset(history))
        except (StopIteration, IndexError, KeyError):
            return False
        if next(answers, None) is not None or not follow(root, found, frozenset(history)):
            return False
    return True


def is_true(certificate):
    """Whether exhaustive search confirms the claim."""
    return claim_is_true(tuple(map(tuple, certificate.head)))


@functools.lru_cache(maxsize=None)
def claim_is_true(head):
    head = dict(head)
    game = verify.rules(head['game'])
    root, history = game.parse(head['position'])
    if 'within' in head:
        game, root = verify.Within(game), (root[0], root, int(head['within']))
    return all(name not in head or find(game, root, history, he, float(head[name]),
                                        memo=None if has_history(game) else {}) is not None
               for he, name in ((0, 'at least'), (1, 'at most')))


# ---- Tables, naively ---------------------------------------------------------------------------------

class Naive:
    """What the head of a table means, found in another way than verify.Table does: classes are texts, and
    tables are tried one after the other."""

    def __init__(self, head):
        head = dict(map(tuple, head))
        self.count, self.keep, self.default = head['count'], head['keep'], head.get('default')
        self.game = verify.rules(head['game'])
        self.root, _ = self.game.parse(head['position'])
        self.roles = {'first': [0], 'second': [1], 'both': [0, 1]}[head['role']]
        self.open = [p for p, name in zip(self.game.after(self.root), self.game.moves(self.root))
                     if name in head.get('open', name).split(' ')]
        self.memo = {}

    @functools.lru_cache(maxsize=None)
    def text(self, pos):
        """The same text for all positions of a class."""
        if isinstance(self.game, verify.Heaps):
            return str(pos)
        size = self.game.columns, self.game.rows
        board = [list(row) for row in write_rows(*pos[1:], *size).split('/')]
        images = []
        for _ in range(4):
            board = [list(row) for row in zip(*board[::-1])]
            images += [board, [row[::-1] for row in board]]
        texts = ['/'.join(map(''.join, image)) for image in images if (len(image[0]), len(image)) == size]
        # The least number in base 3, the first square its least digit.
        return f'{pos[0]}' + min(texts, key=lambda text: text.translate({46: '0', 88: '1', 79: '2'})[::-1])

    def moves(self, pos, he):
        return self.open if pos == self.root and pos[0] == he else list(self.game.after(pos))

    def worth(self, pos, he):
        """What a position is worth to him, and his chance against moves at random if he keeps that."""
        if (pos, he) not in self.memo:
            result = self.game.result(pos)
            if result is not None:
                found = (-result if he else result), Fraction(result == (-1 if he else 1))
            else:
                behind = [self.worth(after, he) for after in self.moves(pos, he)]
                if pos[0] == he:
                    found = max(behind)
                else:
                    found = min(worth for worth, _ in behind), sum(c for _, c in behind) / len(behind)
            self.memo[pos, he] = found
        return self.memo[pos, he]

    @functools.lru_cache(maxsize=None)
    def may_hold(self, pos, he):
        worth, chance = self.worth(pos, he)
        behind = [(after, *self.worth(after, he)) for after in self.moves(pos, he)]
        return [after for after, w, c in behind if {
            'value': w == worth, 'draw': w >= min(worth, 0), 'any': True,
            'strongest': (w, c) == (worth, chance)}[self.keep]]

    @functools.lru_cache(maxsize=None)
    def by_rule(self, pos):
        """The class that the default rule leads to."""
        if isinstance(self.game, verify.Mnk):
            pos = self.game.parse(self.text(pos)[1:])[0]
        won = -1 if pos[0] else 1
        choices = list(self.game.after(pos))
        for after in choices if self.default != 'first' else ():
            if self.game.result(after) == won:
                return self.text(after)
        for after in choices if self.default == 'win-block-first' else ():
            over = self.game.result(after) is not None
            if over or all(self.game.result(p) != -won for p in self.game.after(after)):
                return self.text(after)
        return self.text(choices[0])

    def counts(self, pos, he):
        return self.count == 'full' or self.count == 'turns' and pos[0] == he

    def smallest(self):
        """How much the smallest table counts, and its rows: class, class behind its move."""
        best = [10 ** 9, None]

        def go(todo, known, counted, rows):
            todo = list(todo)
            while todo and len(counted) < best[0]:
                he, pos = todo.pop()
                if self.counts(pos, he):
                    counted = counted | {self.text(pos)}
                if self.game.result(pos) is not None:
                    continue
                classes = {self.text(after): after for after in reversed(
                    self.may_hold(pos, he) if pos[0] == he else list(self.game.after(pos)))}
                if pos[0] != he:
                    todo += [(he, after) for text, after in classes.items() if (he, text) not in known]
                    known = known | {(he, text) for text in classes}
                    continue
                for reply, after in classes.items():
                    new = [] if (he, reply) in known else [(he, after)]
                    here = {self.text(pos)} if self.count == 'rows' else set()
                    if self.default and self.by_rule(pos) == reply:
                        go(todo + new, known | {(he, reply)}, counted, rows)
                    go(todo + new, known | {(he, reply)}, counted | here, {**rows, self.text(pos): reply})
                return
            if len(counted) < best[0]:
                best[:] = len(counted), rows

        go([(he, self.root) for he in self.roles], frozenset(), frozenset(), {})
        return best

    def classes(self):
        """One position of each class, in the order of their numbers."""
        stands = {self.text(self.root): self.root}
        todo = [self.root]
        for pos in todo:
            for after in self.game.after(pos) if self.game.result(pos) is None else ():
                if self.text(after) not in stands:
                    stands[self.text(after)] = after
                    todo.append(after)
        return list(stands.values())

    def size(self, rows):
        """How much a table counts, rows as class number and move; None if it is no good."""
        stands = self.classes()
        try:
            table = {self.text(stands[c]): self.text(list(self.game.after(stands[c]))[m]) for c, m in rows}
        except IndexError:
            return None
        counted, used = set(), set()

        def play(pos, he):
            here = self.text(pos)
            if self.counts(pos, he):
                counted.add(here)
            if self.game.result(pos) is not None:
                return True
            after = list(self.game.after(pos))
            if pos[0] == he:
                reply = table.get(here, self.by_rule(pos) if self.default else None)
                if here in table:
                    used.add(here)
                    counted.update([here] if self.count == 'rows' else [])
                if reply not in map(self.text, self.may_hold(pos, he)):
                    return False
                after = [p for p in after if self.text(p) == reply]
            return all(play(p, he) for p in after)

        if not all(play(self.root, he) for he in self.roles) or len(used) < len(rows):
            return None
        return len(counted)


def refute(clauses):
    """Steps from clauses to the empty one, each a clause and the numbers of its hints; None if there are
    none. Decides, and learns which decisions went wrong."""
    clauses, steps = list(clauses), []
    while True:
        true, reasons, conflict = {}, [], None  # literal: its place in reasons, or None if decided
        while conflict is None:
            before, shortest = len(true), None
            for number, clause in enumerate(clauses):
                if not true.keys().isdisjoint(clause):
                    continue
                left = [literal for literal in clause if literal ^ 1 not in true]
                if not left:
                    conflict = number
                    break
                if len(left) == 1:
                    true[left[0]] = len(reasons)
                    reasons.append(number)
                elif shortest is None or len(left) < len(shortest):
                    shortest = left
            if conflict is None and len(true) == before:
                if shortest is None:
                    return None
                true[shortest[0]] = None
        decided, used, todo = [], set(), [conflict]
        for number in todo:
            for literal in clauses[number]:
                at = true.get(literal ^ 1, -1)
                if at is None and literal not in decided:
                    decided.append(literal)
                elif at is not None and at >= 0 and at not in used:
                    used.add(at)
                    todo.append(reasons[at])
        steps.append((decided, [reasons[at] for at in sorted(used)] + [conflict]))
        clauses.append(tuple(decided))
        if not decided:
            return steps


class TableCertificate:
    """A certificate of a table before it is written."""

    def __init__(self, spec, question, less=0):
        game = verify.rules(spec)
        self.head = [['proof', 'table'], ['game', spec], ['position', start(game)]]
        self.head += [word.split('=') for word in question.split(' ')]
        for line in self.head:
            line[1] = line[1].replace('_', ' ')
        naive = Naive(self.head)
        size, rows = naive.smallest()
        numbers = {naive.text(pos): (c, pos) for c, pos in enumerate(naive.classes())}
        self.rows = []
        for text, reply in rows.items():
            c, pos = numbers[text]
            behind = [naive.text(p) for p in game.after(pos)]
            places = [i for i, p in enumerate(game.after(pos)) if p in naive.moves(pos, pos[0])]
            self.rows.append([c, next(i for i in places if behind[i] == reply)])
        self.rows.sort()
        k = max(size - less, 0)
        self.head += [['at least', str(k)], ['at most', str(size)]]
        self.tree, self.steps = [], []
        if k > 0:
            claim = blank()
            verify.read_table_claim(self.text(), None, claim)
            table = verify.Table(game, claim)
            for c in table.conditions(k, itertools.count())[1]:
                self.tree += [c + 1, 0] if self.tree else [c + 1]
            clauses, _ = table.formula(iter([len(self.tree), *self.tree]))
            own = len(clauses)
            for i, (clause, hints) in enumerate(refute(clauses)):
                self.steps.append([clause, [own + i - 1 - hint for hint in hints]])

    def text(self):
        return ''.join(f'{name}: {value}\n' for name, value in self.head)

    def file(self):
        sections, numbers, last = [(b'head', self.text().encode())], [len(self.rows)], -1
        for c, m in sorted(self.rows):
            numbers += [max(c - last - 1, 0), m]
            last = c
        sections.append((b'tabl', numbers))
        if self.tree or self.steps:
            sections.append((b'tree', [len(self.tree), *self.tree]))
            sections.append((b'refu', [n for clause, hints in self.steps
                                       for n in (len(clause), *clause, len(hints), *hints)]))
        return container(sections[0], *((kind, zlib.compress(b''.join(map(leb128, numbers))))
                                        for kind, numbers in sections[1:]))


@functools.lru_cache(maxsize=None)
def smallest_size(head):
    return Naive(head).smallest()[0]


def table_is_true(certificate):
    """Whether a certificate claims what naive search confirms."""
    head = tuple(map(tuple, certificate.head))
    at_least, at_most = (int(dict(head)[name]) for name in ('at least', 'at most'))
    if at_most != Naive(head).size(certificate.rows):
        return False
    return at_least == 0 or at_least <= smallest_size(head[:-2])


QUESTIONS = [  # a space in a line is written _
    ('mnk:3x3x2', 'role=first count=rows keep=value'), ('mnk:3x3x2', 'role=first open=b3_b2 count=turns keep=draw'),
    ('mnk:3x2x2', 'role=first count=full keep=value'), ('mnk:3x2x2', 'role=second count=rows keep=any'),
    ('mnk:3x2x2+misere', 'role=both count=full keep=draw'), ('mnk:3x1x2', 'role=both count=turns keep=strongest'),
    ('mnk:3x2x2+misere', 'role=both count=rows keep=value default=win-block-first'),
    ('mnk:2x2x2+misere', 'role=second count=rows keep=strongest default=first'),
    ('mnk:3x2x3', 'role=first count=rows keep=strongest default=win-first'),
    ('mnk:3x2x2+misere', 'role=both open=a2_b1 count=full keep=value'), ('nim:0', 'role=both count=full keep=value'),
    ('nim:1,2,3', 'role=second count=rows keep=value'), ('nim:1,2,3', 'role=first count=turns keep=any'),
    ('nim:2,2+misere', 'role=both count=full keep=value'), ('nim:1,3', 'role=both count=rows keep=strongest'),
    ('nim:1,2,2', 'role=both count=rows keep=draw default=win-block-first'),
    ('nim:1,3', 'role=first open=1-1_3-2 count=full keep=value'), ('kayles:5', 'role=both count=rows keep=value'),
    ('kayles:4+misere', 'role=both count=full keep=strongest'),
    ('subtract:3,4+take=1,2', 'role=second count=rows keep=value'),
    ('octal:6+code=4.1+misere', 'role=both count=rows keep=value default=win-first'),
    ('octal:8+code=0.137', 'role=both count=full keep=value'),
]


@functools.lru_cache(maxsize=None)
def table_certificates():
    found = [(f'{spec} {asked}', TableCertificate(spec, asked)) for spec, asked in QUESTIONS]
    for spec, asked in QUESTIONS[2:6]:
        found.append((f'{spec} {asked} partial', TableCertificate(spec, asked, less=1)))
    found.append(('partial', TableCertificate(*QUESTIONS[2], less=99)))
    return found


# ---- The tests ---------------------------------------------------------------------------------------

class Accepted(unittest.TestCase):
    def test_right_certificates_are_accepted(self):
        count = kept = 0
        for name, certificate in certificates():
            self.assertIsNone(refusal(certificate.file()), name)
            self.assertTrue(unfolds(certificate), name)
            count += 1
            kept += sum(t == 2 for answers in certificate.strategies.values() for _, t in answers)
        self.assertGreater(count, 100)
        self.assertGreater(kept, 1000)


class Mutants(unittest.TestCase):
    """Changed certificates with the checksum repaired: each is refused, or still right."""

    SPECS = ['ttt', 'ttt+misere', 'mnk:3x3x2', 'nim:1,2,3', 'nim:1,2,3+misere', 'kayles:3,5', 'dawson:9',
             'octal:8+code=0.137', 'go:2x2', 'go:2x2+ssk', 'go:2x2+nssk', 'go:2x2+suicide',
             'go:2x2+komi=0.5', 'go:1x3', 'go:1x3+nssk', 'uttt', 'uttt:play-on', 'uttt+majority']

    def mutant(self, certificate, seed):
        """Another certificate, or None if that change is none."""
        mutant = Certificate.__new__(Certificate)
        mutant.head = [list(line) for line in certificate.head]
        mutant.strategies = {k: [list(a) for a in v] for k, v in certificate.strategies.items()}
        answers = mutant.strategies[seed.choice(list(mutant.strategies))]
        at = seed.randrange(len(answers)) if answers else 0
        change = seed.choice(['move', 'move', 't', 'drop', 'insert', 'swap', 'cut', 'claim', 'rules',
                              'position', 'position', 'within', 'side'])
        if change == 'move' and answers:
            answers[at][0] = seed.randrange(max(a[0] for a in answers) + 2)
        elif change == 't' and answers:
            answers[at][1] = seed.randrange(3)
        elif change == 'drop' and answers:
            del answers[at]
        elif change == 'insert':
            answers.insert(at, [seed.randrange(4), seed.randrange(3)])
        elif change == 'swap' and len(answers) > 1:
            other = seed.randrange(len(answers))
            answers[at], answers[other] = answers[other], answers[at]
        elif change == 'cut':
            del answers[at:]
        elif change == 'claim':
            line = seed.choice([line for line in mutant.head if line[0].startswith('at ')])
            line[1] = f'{float(line[1]) + seed.choice([-1, -0.5, 0.5, 1]):g}'
        elif change == 'rules':
            mutant.head[1][1] = seed.choice(self.SPECS)
        elif change == 'position':
            text = mutant.head[2][1]
            at = seed.randrange(len(text))
            mutant.head[2][1] = text[:at] + seed.choice('XO.XO.@#;BW123,/') + text[at + 1:]
        elif change == 'within':
            if mutant.head[3][0] == 'within':
                mutant.head[3][1] = str(int(mutant.head[3][1]) + seed.choice([-1, 1]))
            else:
                mutant.head.insert(3, ['within', str(seed.randrange(12))])
        elif change == 'side':
            for line in mutant.head:
                line[0] = {'at least': 'at most', 'at most': 'at least'}.get(line[0], line[0])
        same = mutant.head == certificate.head and mutant.strategies == certificate.strategies
        return None if same else mutant

    def test_mutants_are_refused_or_right(self):
        seed = random.Random(1)
        refused = right = 0
        for name, certificate in certificates():
            for _ in range(120):
                mutant = self.mutant(certificate, seed)
                if mutant is None:
                    continue
                if refusal(mutant.file()) is not None:
                    refused += 1
                    continue
                right += 1
                self.assertTrue(unfolds(mutant), (name, mutant.head, mutant.strategies))
                self.assertTrue(is_true(mutant), (name, mutant.head, mutant.strategies))
        self.assertGreater(refused, 9000)
        self.assertGreater(right, 500)  # else nothing would be tested


class History(unittest.TestCase):
    """Strategies that believe what was kept after another history."""

    ORDERS = {'first': lambda moves: moves, 'last': lambda moves: moves[::-1],
              'second': lambda moves: moves[1:] + moves[:1], 'pass': lambda moves: moves[-1:] + moves[:-1]}

    def credulous(self, spec, position, he, bound, order):
        """What a search writes that never looks at history where it knows a position already."""
        game = verify.rules(spec)
        root, history = game.parse(position)
        answers, known, log = [], {}, []

        def enter(after, believes):
            """None if history forbids it, else whether it holds."""
            mark, once = game.mark(after)
            if once and mark in history:
                return None
            result = game.result(after)
            if result is not None:
                return result >= bound if he == 0 else result <= bound
            if believes and after in known:
                answers[-1][1], known[after][1] = 2, 1
                return True
            is_new = mark is not None and mark not in history
            if is_new:
                history.add(mark)
            holds = behind(after)
            if is_new:
                history.remove(mark)
            return holds

        def behind(pos):
            children = list(enumerate(game.after(pos)))
            if pos[0] != he:
                return all(enter(after, False) is not False for _, after in children)
            for i, after in self.ORDERS[order](children):
                answer, length, logged = [i, 0], len(answers), len(log)
                answers.append(answer)
                if enter(after, True):
                    if answer[1] == 0 and game.result(after) is None and after not in known:
                        known[after] = answer
                        log.append(after)
                    return True
                del answers[length:]
                for forgotten in log[logged:]:
                    del known[forgotten]
                del log[logged:]
            return False

        self.assertTrue(behind(root))
        certificate = Certificate.__new__(Certificate)
        certificate.head = [['proof', 'strategy'], ['game', spec], ['position', position],
                            [('at least', 'at most')[he], f'{bound}']]
        certificate.strategies = {(b'lowr', b'uppr')[he]: answers}
        return certificate

    @contextlib.contextmanager
    def without(self, *names):
        """A checker that forgets one of the sets, or both, when it keeps a position."""
        calls, packed = itertools.cycle(('new', 'old')), verify.packed
        verify.packed = lambda words: packed({} if next(calls) in names else words)
        try:
            yield
        finally:
            verify.packed = packed

    def test_sets_of_marks_are_sets(self):
        draw = random.Random(3)
        for _ in range(300):
            a, b, words, others = set(), set(), {}, {}
            for _ in range(draw.randrange(60)):
                n = draw.randrange(draw.choice([5, 3000]))
                if draw.randrange(4):
                    chosen, its = draw.choice([(a, words), (b, others)])
                    chosen.add(n)
                    verify.add(its, n)
                else:
                    a.discard(n)
                    verify.take_out(words, n)
            for its in (words, verify.packed(words)):
                self.assertEqual(verify.is_apart(its, others), a.isdisjoint(b))
                self.assertEqual(verify.is_within(its, others), a <= b)
            verify.unite(words, others)
            numbers = {i << 10 | k for i, bits in words.items() for k in range(1024) if bits >> k & 1}
            self.assertEqual(numbers, a | b)

    def test_what_history_forbids_matters(self):
        # Claim is false; a checker needs `old` to see it (or, in the last one, either set).
        for case in [('go:2x2', 'X./OO;W', 0, 0, 'first'), ('go:2x2+ssk', 'O./OX;W', 0, 1, 'second'),
                     ('go:2x2+nssk', 'O./O.;B', 0, 1, 'second'), ('go:1x4+nssk', './././.;B', 1, 0, 'last'),
                     ('go:2x2', 'O./OX;W', 0, 1, 'first')]:
            certificate = self.credulous(*case)
            self.assertFalse(is_true(certificate), case)
            self.assertIn('no such position was kept', refusal(certificate.file()), case)
            with self.without('new', 'old'):
                self.assertIsNone(refusal(certificate.file()), case)

    def test_what_history_would_forbid_him_matters(self):
        # The strategy plays what history forbids; a checker needs `new` to see it.
        for case in [('go:2x2', '../.X;W', 1, 1, 'pass'), ('go:1x4', './././.;B', 0, -3, 'first'),
                     ('go:2x2+ssk', '../X.;W', 0, -3, 'last')]:
            certificate = self.credulous(*case)
            self.assertFalse(unfolds(certificate), case)
            self.assertIn('no such position was kept', refusal(certificate.file()), case)
            with self.without('new'):
                self.assertIsNone(refusal(certificate.file()), case)

    def test_histories_are_read(self):
        # The boards of these marks, with the player to move there where situations count.
        for spec, position, marks in [
                ('go:2x2', '../..;B', '../..'), ('go:2x2', '../..;W;pass', '../..'),
                ('go:2x2', 'X./.O;B;history=../..|X./..', '../.. X./.. X./.O'),
                ('go:2x2', 'XX/..;W;history=../..|X./..', '../.. X./.. XX/..'),
                ('go:2x2', 'X./..;B;pass;history=../..', '../.. X./..'),
                ('go:2x2', 'X./..;W;pass;pass;history=../..', '../.. X./..'),
                ('go:2x2+ssk', '../..;W', '../..:w'), ('go:2x2+ssk', '../..;W;pass', '../..:b ../..:w'),
                ('go:2x2+ssk', '../..;B;pass;pass', '../..:b ../..:w'),
                ('go:2x2+ssk', 'X./..;W;history=../..:b', '../..:b X./..:w'),
                ('go:2x2+ssk', 'X./..;W;history=../..:w|../..:b:p', '../..:b ../..:w X./..:w'),
                ('go:2x2+ssk', 'X./..;B;pass;history=../..:b|X./..:w', '../..:b X./..:b X./..:w'),
                ('go:2x2+nssk', '../..;B', ''), ('go:2x2+nssk', 'X./..;B;pass', ''),
                ('go:2x2+nssk', 'X./..;B;pass;history=X./..:w', ''),
                ('go:2x2+nssk', 'X./..;W;history=../..:b', 'X./..:w'),
                ('go:2x2+nssk', 'X./..;W;history=../..:w|../..:b:p', 'X./..:w'),
                ('go:2x2+nssk', 'X./.O;W;pass;history=../..:b|X./..:w|X./.O:b', 'X./..:w X./.O:b')]:
            game = verify.rules(spec)
            found = [write_rows(*mark[-2:], 2, 2) + (':' + 'bw'[mark[0]] if len(mark) == 3 else '')
                     for mark in game.parse(position)[1]]
            self.assertEqual(' '.join(sorted(found)), marks, (spec, position))
        for spec, position, message in [
                ('go:2x2', 'X./..;W;pass;pass;pass', 'expected BOARD'), ('go:2x2', 'X./..;b', 'expected BOARD'),
                ('go:2x2', 'X./..;W;history=', 'expected a board'),
                ('go:2x2', 'X./..;W;history=../..:b', 'expected a board'),
                ('go:2x2+ssk', 'X./..;W;history=../..', 'expected a board'),
                ('go:2x2', 'X./..;W;history=../..;history=../..', 'expected a board'),
                ('go:2x2', 'XX/XX;W', 'liberty'), ('go:2x2', 'XO/O.;B', 'liberty'),
                ('go:2x2', 'X./..;W;history=XX/XX', 'liberty'), ('go:2x2', 'XO/X.;B;history=..', '2 rows'),
                ('go:1x3', '.X.;B', '3 rows')]:
            with self.assertRaisesRegex(verify.Refused, message, msg=(spec, position)):
                verify.rules(spec).parse(position)


class Tables(unittest.TestCase):
    def test_right_tables_are_accepted(self):
        for name, certificate in table_certificates():
            self.assertIsNone(refusal(certificate.file()), name)
            self.assertTrue(table_is_true(certificate), name)

    def test_moves_that_a_table_may_hold(self):
        for spec, first in ('mnk:3x2x3', None), ('mnk:3x2x2', 'a2 b1'), ('nim:1,3', '1-1'), ('kayles:5+misere', None):
            game = verify.rules(spec)
            for keep in 'value', 'draw', 'any', 'strongest':
                claim = {'game': spec, 'position': start(game), 'role': 'both', 'open': first, 'count': 'rows',
                         'keep': keep, 'default': None}
                table = verify.Table(game, dict(claim))
                naive = Naive((name, value) for name, value in claim.items() if value)
                for pos, c in table.number_of.items():
                    if game.result(pos) is None:
                        expected = {table.number_of[after] for after in naive.may_hold(pos, pos[0])}
                        self.assertEqual(set(table.ways[pos[0]][c]), expected, (claim, pos))
                        self.assertEqual(len(table.ways[pos[0]][c]), len(expected))

    def test_what_default_rules_play(self):
        specs = 'mnk:3x2x2+misere', 'mnk:3x3x2', 'mnk:3x2x3', 'nim:1,3', 'kayles:4+misere'
        for spec, default in itertools.product(specs, ['first', 'win-first', 'win-block-first']):
            game = verify.rules(spec)
            claim = {'game': spec, 'position': start(game), 'role': 'both', 'open': None, 'count': 'rows',
                     'keep': 'any', 'default': default}
            table = verify.Table(game, dict(claim))
            naive = Naive((name, value) for name, value in claim.items() if value)
            classes = naive.classes()
            for c, pos in enumerate(classes):
                if game.result(pos) is None:
                    self.assertEqual(naive.text(classes[table.rule[c]]), naive.by_rule(pos), (claim, pos))

    def test_the_formula_is_not_too_strong(self):
        # The smallest table satisfies the clauses of tables that count less than one more.
        for name, certificate in table_certificates()[:len(QUESTIONS)]:
            k, claim = int(certificate.head[-1][1]) + 1, blank()
            more = self.changed(certificate, at_least=str(k), at_most=str(k))
            table = verify.Table(verify.read_table_claim(more.text(), None, claim), claim)
            tree = []
            for c in table.conditions(k, itertools.count())[1]:
                tree += [c + 1, 0] if tree else [c + 1]
            self.assertIsNone(refute(table.formula(iter([len(tree), *tree]))[0]), name)

    def test_no_class_needs_more_than_the_smallest_table_from_there(self):
        for spec, count, default in [('mnk:3x2x2', 'full', None), ('mnk:3x2x2', 'rows', 'win-first'),
                                     ('nim:1,3', 'turns', None), ('kayles:4', 'rows', 'first')]:
            game = verify.rules(spec)
            claim = {'game': spec, 'position': start(game), 'role': 'first', 'open': None, 'count': count,
                     'keep': 'any', 'default': default}
            table = verify.Table(game, dict(claim))
            naive = Naive((name, value) for name, value in claim.items() if value)
            for pos, needs in zip(naive.classes(), table.needs(0)):
                naive.root, naive.open = pos, list(game.after(pos))
                self.assertLessEqual(needs, naive.smallest()[0], (claim, pos))

    def test_a_row_holds_one_of_the_given_moves(self):
        table = TableCertificate('mnk:3x2x2', 'role=first open=a2 count=full keep=value')
        self.assertEqual(table.rows[0], [0, 0])
        self.assertIsNone(refusal(table.file()))
        other = [[0, 2]] + table.rows[1:]  # c2, the same corner by symmetry
        self.assertRegex(refusal(self.changed(table, rows=other).file()), 'there is no move 2 in class 0')

    def changed(self, certificate, **changes):
        """The certificate with other parts, or other lines in its head (`_` for a space)."""
        other = copy.deepcopy(certificate)
        for name, value in changes.items():
            if hasattr(other, name):
                setattr(other, name, value)
            else:
                other.head = [[n, value if n == name.replace('_', ' ') else v] for n, v in other.head]
        return other

    def mutant(self, certificate, seed):
        other = copy.deepcopy(certificate)
        change = seed.choice(['row', 'row', 'drop', 'add', 'leaf', 'tree', 'hint', 'literal', 'step', 'head', 'head'])
        rows, tree = other.rows, other.tree
        clause, hints = seed.choice(other.steps) if other.steps else ([], [])
        if change == 'row' and rows:
            seed.choice(rows)[1] = seed.randrange(max(row[1] for row in rows) + 2)
        elif change in ('drop', 'add'):
            if change == 'drop' and rows:
                rows.remove(seed.choice(rows))
            elif change == 'add':
                rows.append([seed.randrange(30), seed.randrange(3)])
            if seed.random() < 0.7:
                other.head[-1][1] = str(max(0, int(other.head[-1][1]) + (1 if change == 'add' else -1)))
        elif change == 'leaf' and tree:
            tree[seed.randrange(len(tree))] = seed.randrange(max(tree) + 2)
        elif change == 'tree' and tree:
            at = seed.randrange(len(tree))
            tree[at:at + seed.randrange(3)] = seed.choice([[], [0], [seed.choice(tree)], [seed.choice(tree), 0]])
        elif change == 'hint' and hints:
            at = seed.randrange(len(hints))
            hints[at:at + 1] = seed.choice([[], [hints[at] + 1], [max(0, hints[at] - 1)], [seed.randrange(99)] * 2])
        elif change == 'literal':
            at = seed.randrange(len(clause) + 1)
            new = seed.choice([[], [seed.randrange(30)], [n ^ 1 for n in clause[at:at + 1]]])
            clause[at:at + seed.randrange(2)] = new
        elif change == 'step' and other.steps:
            at = seed.randrange(len(other.steps))
            other.steps[at:seed.choice([at + 1, None])] = []
        elif change == 'head':
            line = seed.choice(other.head[3:])
            line[1] = seed.choice({'role': ['first', 'second', 'both'], 'count': ['full', 'turns', 'rows'],
                                   'keep': ['value', 'draw', 'any', 'strongest'], 'open': ['a2', 'b3', '1-1'],
                                   'default': ['first', 'win-first', 'win-block-first']}.get(line[0], [line[1]]))
            if line[0].startswith('at '):
                line[1] = str(max(0, int(line[1]) + seed.choice([-1, 1])))
                if seed.random() < 0.5:
                    other.head[-1][1] = other.head[-2][1] = line[1]
        return other if vars(other) != vars(certificate) else None

    def test_mutants_are_refused_or_right(self):
        seed = random.Random(5)
        refused = right = 0
        for name, certificate in table_certificates():
            for _ in range(25):
                mutant = self.mutant(certificate, seed)
                if mutant is None:
                    continue
                if refusal(mutant.file()) is not None:
                    refused += 1
                    continue
                right += 1
                self.assertTrue(table_is_true(mutant), (name, vars(mutant)))
        self.assertGreater(refused, 300)
        self.assertGreater(right, 20)

    def test_every_condition_is_looked_at(self):
        table = dict(table_certificates())['mnk:3x2x2 role=first count=full keep=value']
        one, tree, steps = table.rows[0], table.tree, table.steps
        first, hints = steps[0]
        naive, used = Naive(table.head), [row[0] for row in table.rows]
        dead = next(c for c, pos in enumerate(naive.classes())
                    if pos[0] == 0 and naive.game.result(pos) is None and c not in used)
        for message, changes in [
                ('there is no good move', {'rows': table.rows[1:]}), ('there is no class', {'rows': [one, [999, 0]]}),
                ('never used', {'rows': table.rows + [[dead, 0]]}),
                ('there is no move', {'rows': [[one[0], 9]]}), ('does not move', {'rows': [one, [1, 0]]}),
                ('the table counts 7, not 8', {'at_most': '8'}), ('follow|nothing|earlier', {'at_least': '6'}),
                ('there is no good move', {'role': 'both'}), ('expected a number', {'at_least': '8'}),
                ('numbers are missing', {'steps': steps[:-1]}),
                ('numbers are left over', {'steps': steps + steps[-1:]}),
                ('comes twice', {'tree': tree + [tree[0], 0]}), ('does not count', {'tree': [999] + tree[1:]}),
                ('lacks a node', {'tree': [0] + tree}), ('several roots', {'tree': tree[:-1]}),
                ('follow|nothing|earlier', {'tree': []})]:
            self.assertRegex(refusal(self.changed(table, **changes).file()), message, changes)
        for message, step in [
                ('does not follow', [first, hints[:-1]]), ('left over', [first, hints + hints[:1]]),
                ('does not follow', [first, []]), ('no earlier clause', [first, [10 ** 6]]),
                ('too long', [[0] * 10 ** 4, hints]), ('too many hints', [first, [0] * 10 ** 4]),
                ('no such literal', [[10 ** 6], hints]), ('cannot be false', [[0, 1], hints]),
                ('says nothing', [first, hints[-1:] * 2 if len(hints) < 2 else hints[1:]])]:
            self.assertRegex(refusal(self.changed(table, steps=[step] + steps[1:]).file()), message, (message, step))

    def test_symmetries_are_not_believed(self):
        table = dict(table_certificates())['mnk:3x3x2 role=first count=rows keep=value']
        game = verify.Mnk('mnk', '3x3x2', {})
        right = verify.Mnk.images
        for a, b in (0, 1), (0, 4), (3, 8):
            def wrong(self, stones):
                """As if the squares a and b could be exchanged."""
                other = stones & ~(1 << a | 1 << b) | (stones >> a & 1) << b | (stones >> b & 1) << a
                return right(self, stones) + right(self, other)
            with unittest.mock.patch.object(verify.Mnk, 'images', wrong):
                self.assertRegex(refusal(table.file()), 'one class differ|class was not found')
        self.assertEqual(len(game.symmetries), 8)
        self.assertEqual(len(verify.Mnk('mnk', '3x2x2', {}).symmetries), 4)

    def test_classes_are_not_believed(self):
        class Graph(verify.Game):
            """Positions: turn, name. A class is the first letter of a name."""

            def __init__(self, replies, results):
                self.replies, self.results = replies, results

            def parse(self, text):
                return (0, text), set()

            def after(self, pos):
                return [(int(name.isupper()), name) for name in self.replies.get(pos[1], '').split()]

            def result(self, pos):
                return self.results.get(pos[1])

            def canonical(self, pos):
                return 0, pos[1][0].lower()

        claim = {'position': 'r', 'role': 'first', 'open': None, 'count': 'full', 'keep': 'value', 'default': None}
        right = {'r': 'P1 P2', 'P1': 'a1 a2 b', 'P2': 'a1 b a2'}
        ends = {'a1': 1, 'a2': 1, 'b': 0}
        self.assertEqual(verify.Table(Graph(right, ends), dict(claim)).report['classes'], 4)
        for message, replies, results in [
                ('differ', {**right, 'P2': 'a1 b b'}, ends), ('differ', {**right, 'P2': 'a1 a2'}, ends),
                ('differ', right, {**ends, 'a2': 0}), ('differ', {'r': 'P1 p2', 'P1': 'a1', 'p2': 'a1'}, ends),
                ('differ', right, {**ends, 'P2': 0}), ('not found', {**right, 'P2': 'a1 b c'}, ends),
                ('come again', {**right, 'P1': 'a1 a2 r', 'P2': 'a1 a2 r'}, ends),
                ('there is no move', {**right, 'P1': '', 'P2': ''}, ends)]:
            with self.assertRaisesRegex(verify.Refused, message):
                verify.Table(Graph(replies, results), dict(claim))

    def test_the_head_has_one_form(self):
        table = dict(table_certificates())['nim:1,3 role=first open=1-1_3-2 count=full keep=value']
        right, sections = table.text(), (b'tabl', zlib.compress(b''))
        for old, new in [
                ('open: 1-1 3-2', 'open: 3-2 1-1'), ('open: 1-1 3-2', 'open: 1-1 1-1'), ('open: 1-1 3-2', 'open: '),
                ('open: 1-1 3-2', 'open: 1-1  3-2'), ('open: 1-1', 'open: 1-2'), ('first', 'second'),
                ('first', 'First'), ('full', 'all'), ('value', 'values'), ('value\n', 'value\ndefault: first\n'),
                ('at least: 4', 'at least: 04'), ('at least: 4', 'at least: 5'), ('at most: 4', 'at most: 4294967296'),
                ('at least: 4\n', ''), ('role: first\n', ''), ('role', 'within: 3\nrole'), ('table', 'tables'),
                ('at least: 4\nat most: 4', 'at most: 4\nat least: 4'), ('nim:1,3', 'nim:3,1'),
                ('position: 1,3', 'position: 3,1'), ('position: 1,3', 'position: 0'), ('at most: 4\n', 'at most: 4')]:
            self.assertEqual(right.count(old), 1, old)
            wrong = right.replace(old, new, 1)
            self.assertRegex(refusal(container((b'head', wrong.encode()), sections)),
                             '^(the head|expected|first moves|a default|the rules)', wrong)
        for spec, position in ('go:2x2', '../..;B'), ('uttt', start(verify.rules('uttt'))):
            head = right.replace('nim:1,3', spec).replace('position: 1,3', f'position: {position}')
            self.assertRegex(refusal(container((b'head', head.encode()), sections)), 'are not checked here')

    def test_sections_belong_to_the_claim(self):
        table = dict(table_certificates())['mnk:3x2x2 role=first count=full keep=value']
        whole = table.file()
        sections = [(kind, payload) for kind, payload in verify.blocks(io.BytesIO(whole[12:])) if kind != b'ends']
        self.assertEqual(container(*sections), whole)
        for at in range(len(sections)):
            self.assertRegex(refusal(container(*sections[:at], *sections[at + 1:])), 'expected the section')
            self.assertIsNotNone(refusal(container(*sections, sections[at])))
        self.assertIsNotNone(refusal(container(*sections, (b'lowr', sections[1][1]))))
        zero = self.changed(table, at_least='0')  # then there is nothing to prove
        self.assertRegex(refusal(zero.file()), 'expected the section')
        self.assertIsNone(refusal(self.changed(zero, tree=[], steps=[]).file()))

    def test_damage_under_a_right_checksum_never_crashes(self):
        seed = random.Random(6)
        file, right = dict(table_certificates())['kayles:5 role=both count=rows keep=value'].file(), 0
        for _ in range(200):
            damaged = bytearray(file)
            for _ in range(seed.choice([1, 1, 2, 5])):
                damaged[seed.randrange(len(damaged) - 32)] = seed.randrange(256)
            right += refusal(repaired(bytes(damaged))) is None
        self.assertLess(right, 20)

    def test_large_games_are_refused(self):
        head = (b'proof: table\ngame: nim:300,300\nposition: 300,300\nrole: both\ncount: rows\nkeep: value\n'
                b'at least: 0\nat most: 1\n')
        with unittest.mock.patch.object(verify, 'MOVES_MAX', 10 ** 5):
            self.assertRegex(refusal(container((b'head', head), (b'tabl', zlib.compress(b'')))), 'too large')
        table = dict(table_certificates())['mnk:3x2x2 role=first count=full keep=value']
        with unittest.mock.patch.object(verify, 'LITERALS_MAX', 100):
            self.assertRegex(refusal(table.file()), 'this tree is too large')
        clause, hints = table.steps[0]
        again = [[clause, [hint + i for hint in hints]] for i in range(5000)]  # the same step all the time
        with unittest.mock.patch.object(verify, 'LITERALS_MAX', 3000):
            self.assertIsNone(refusal(table.file()))
            self.assertRegex(refusal(self.changed(table, steps=again).file()), 'this proof is too long')
        head = head.replace(b'nim:300,300', b'ttt').replace(b'300,300', b'.../.../...')
        with unittest.mock.patch.object(verify, 'MOVES_MAX', 5000):  # not too many classes, but positions
            self.assertRegex(refusal(container((b'head', head), (b'tabl', zlib.compress(b'')))), 'too large')


class Damage(unittest.TestCase):
    def test_flipped_and_cut_files_are_refused(self):
        for certificate in Certificate('mnk:3x3x2', at_least=1), Certificate('go:2x2', at_least=1, at_most=1):
            file = certificate.file()
            self.assertIsNone(refusal(file))
            for at in range(len(file)):
                for bit in range(8):
                    damaged = bytearray(file)
                    damaged[at] ^= 1 << bit
                    self.assertIsNotNone(refusal(bytes(damaged)), at)
                self.assertIsNotNone(refusal(file[:at]), at)
            self.assertIsNotNone(refusal(file + b'\0'))
            self.assertIsNotNone(refusal(file + file))

    def test_damage_under_a_right_checksum_never_crashes(self):
        seed = random.Random(2)
        for certificate in Certificate('ttt', at_least=0), Certificate('go:2x2+ssk', at_most=1):
            file, right = certificate.file(), 0
            for _ in range(3000):
                damaged = bytearray(file)
                for _ in range(seed.choice([1, 1, 2, 5])):
                    damaged[seed.randrange(len(damaged) - 32)] = seed.randrange(256)
                if seed.random() < 0.2:
                    at = seed.randrange(len(damaged))
                    del damaged[at:at + seed.randrange(20)]
                right += refusal(repaired(bytes(damaged))) is None
            self.assertLess(right, 100)

    def test_the_container_is_checked(self):
        head = b'proof: strategy\ngame: nim:1\nposition: 1\nat least: 1\n'
        answers = zlib.compress(b'\0')
        good = [(b'head', head), (b'lowr', answers)]
        self.assertIsNone(refusal(container(*good)))
        pieces = [(b'head', head[:9]), (b'head', head[9:]), (b'lowr', b''), (b'lowr', answers[:3]),
                  (b'lowr', answers[3:])]
        self.assertIsNone(refusal(container(*pieces)))
        for name, sections in {
                'no head': good[1:], 'order': good[::-1], 'twice': good + [good[1]], 'missing': good[:1],
                'another': good + [(b'uppr', zlib.compress(b''))], 'unknown': good + [(b'more', b'')],
                'head twice': [good[0], good[1], good[0]], 'early end': [good[0], (b'ends', b'\0' * 32), good[1]],
                'ends in pieces': good + [(b'ends', b'')], 'not zlib': [good[0], (b'lowr', b'\0\0\0\0')],
                'no stream': [good[0], (b'lowr', b'')], 'cut stream': [good[0], (b'lowr', answers[:-1])],
                'bytes behind': [good[0], (b'lowr', answers + b'\0')],
                'a block behind': good + [(b'lowr', b'\0')],
                'two streams': [good[0], (b'lowr', answers + answers)],
                'answer left': [good[0], (b'lowr', zlib.compress(b'\0\0'))],
                'no answer': [good[0], (b'lowr', zlib.compress(b''))],
                'half an answer left': [good[0], (b'lowr', zlib.compress(b'\0\x80'))],
                'half an answer': [good[0], (b'lowr', zlib.compress(b'\x80'))],
                'long zero': [good[0], (b'lowr', zlib.compress(b'\x80\0'))],
                'six bytes': [good[0], (b'lowr', zlib.compress(b'\x80\x80\x80\x80\x80\x01'))],
                'kept at the end': [good[0], (b'lowr', zlib.compress(b'\x01'))],
                'known at the end': [good[0], (b'lowr', zlib.compress(b'\x02'))],
                'no such move': [good[0], (b'lowr', zlib.compress(b'\x03'))]}.items():
            self.assertIsNotNone(refusal(container(*sections)), name)
        file = container(*good)
        self.assertIsNotNone(refusal(repaired(file[:8] + b'\2' + file[9:])), 'version')
        self.assertIsNotNone(refusal(repaired(b'\x88' + file[1:])), 'magic')
        long = file[:16] + (1 << 31).to_bytes(4, 'little') + file[20:]
        self.assertIsNotNone(refusal(repaired(long)), 'length')

    def test_the_head_is_checked(self):
        right = 'proof: strategy\ngame: nim:1\nposition: 1\nwithin: 1\nat least: 1\n'
        strategy = (b'lowr', zlib.compress(b'\0'))
        self.assertIsNone(refusal(container((b'head', right.encode()), strategy)))
        for old, new in [
                ('proof: strategy\n', ''), ('strategy', 'table'), ('game: nim:1\n', ''), ('proof', 'Proof'),
                ('position: 1\n', ''), ('at least: 1\n', ''), (': 1\n', ':1\n'), ('1\nat', '1\r\nat'),
                ('within: 1\n', 'within: 1\nwithin: 1\n'), ('within: 1', 'within: 01'),
                ('within: 1', 'within: -1'), ('within: 1', 'within: 4294967296'), ('within: 1', 'within: 0'),
                ('within: 1', 'within: ' + '9' * 9999), ('within: 1', 'within: 1.5'),
                ('at least: 1', 'at least: -1'), ('at least: 1', 'at least: 2'), ('at least: 1', 'at least: +1'),
                ('at least: 1', 'at least: 1.0'), ('at least: 1', 'at least: 0.5'), ('at least: 1', 'at most: 1'),
                ('at least: 1', 'at least: -0'), ('at least: 1\n', 'at least: 1'), ('\nat', '\n\nat'),
                ('nim:1', 'nim:1+misere+misere'), ('nim:1', 'nim:01'), ('nim:1', 'nim:0,1'), ('nim:1', 'nim'),
                ('nim:1', 'nim:1+'), ('nim:1', 'nim:1;Second'), ('nim:1', 'nim:1+take=1'), ('nim:1', 'nim:1+misere='),
                ('nim:1', 'octal:1'), ('nim:1', 'kayles:1+code=0.77'), ('nim:1', 'octal:1+code=0.10'),
                ('nim:1', 'octal:1+misere+code=0.1'), ('nim:1', 'subtract:1'), ('nim:1', 'subtract:1+take=2,1'),
                ('nim:1', 'subtract:1+take=1,1'), ('nim:1', 'chess'), ('nim:1', 'go:2x2'), ('nim:1', 'nim:2,1'),
                ('position: 1', 'position: 1;First'), ('position: 1', 'position: 0,1'),
                ('position: 1', 'position: 1;Second'), ('position: 1', 'position: 65536'),
                ('position: 1', 'position: \u0661'), ('position: 1', 'position: 1 ')]:
            self.assertEqual(right.count(old) >= 1, True, old)
            wrong = right.replace(old, new, 1)
            self.assertIsNotNone(refusal(container((b'head', wrong.encode()), strategy)), wrong)
        self.assertIsNotNone(refusal(container((b'head', b'\xff' + right.encode()), strategy)))
        self.assertIsNotNone(refusal(container((b'head', right.encode()), *[(b'head', b'x' * 999999)] * 3)))

    def test_a_bomb_does_no_harm(self):
        zeros = zlib.compress(b'\0' * 30_000_000, 9)
        head = b'proof: strategy\ngame: ttt\nposition: .../.../...\nat least: 0\n'
        begun = time.perf_counter()
        self.assertIsNotNone(refusal(container((b'head', head), (b'lowr', zeros))))
        # All games of this strategy take very long; it is refused before memory is.
        head = b'proof: strategy\ngame: nim:65535\nposition: 65535\nat least: 1\n'
        self.assertIsNotNone(refusal(container((b'head', head), (b'lowr', zeros))))
        self.assertLess(time.perf_counter() - begun, 60)


class Positions(unittest.TestCase):
    def test_board_order(self):
        for spec, position, after in [
                ('mnk:2x2x2', 'X./..', 'XO/.. X./O. X./.O'), ('connect:2x2+k=2', '../X.', 'O./X. ../XO'),
                ('nim:3,5,7', '1,3,3', '3,3 1,2,3 1,1,3 1,3'),
                ('subtract:9+take=2,3', '1,2,5', '1,5 1,2,3 1,2,2'), ('kayles:5', '5', '4 1,3 2,2 3 1,2'),
                ('dawson:9', '1,4,4', '1,2,4 1,1,1,4'), ('octal:7+code=0.137', '1,2,5', '2,5 1,5 1,2,3 1,2,2 1,1,1,2'),
                ('octal:7+code=4.1', '1,4', '4 1,1,3 1,2,2'), ('go:2x2', 'X./.O;B', 'XX/.O X./XO X./.O'),
                ('go:2x1', 'X.;W', '.O X.'), ('go:2x1+suicide', 'X.;B', '.. X.')]:
            game = verify.rules(spec)
            texts = [','.join(map(str, pos[1])) if isinstance(game, verify.Heaps)
                     else write_rows(pos[1], pos[2], game.columns, game.rows)
                     for pos in game.after(game.parse(position)[0])]
            self.assertEqual(' '.join(texts), after, (spec, position))
        game = verify.rules('uttt')
        root, _ = game.parse(start(game))
        marks = [i for pos in game.after(root) for i in range(81) if pos[1] >> i & 1]
        self.assertEqual(marks, list(range(81)))

    def test_positions_without_meaning_are_refused(self):
        empty = '/'.join(['.........'] * 9)
        for spec, position in [
                ('ttt', 'XX./.../...'), ('ttt', 'O../.../...'), ('ttt', 'XXX/OOO/...'), ('ttt', 'XXX/OO./O..'),
                ('ttt', '.../...'), ('ttt', '.../.../.../...'), ('ttt', '..././...'), ('ttt', 'xo./.../...'),
                ('ttt', '#0'), ('ttt', ''), ('ttt', ' .../.../...'), ('mnk:3x3x2', 'OO./X.X/..X'),
                ('connect:4x4', 'X.../..../..../....'), ('connect:4x4', '..../..../X.../.O..'), ('connect:4x4', '4'),
                ('nim:3', ''), ('nim:3', ','), ('nim:3', '3,2'), ('nim:3', '3;Third'), ('nim:3', '3;Second;'),
                ('nim:3', '40000,40000'), ('nim:3', ','.join(['1'] * 33)), ('nim:3', '-1'), ('nim:3', '00'),
                ('uttt', f'Y;.........;{empty}'), ('uttt', f'X;........;{empty}'), ('uttt', f'X;.........;{empty}/'),
                ('uttt', f'X;@@.......;{empty}'), ('uttt', f'X;x........;{empty}'), ('uttt', f'X;XXXOOO...;{empty}'),
                ('uttt', f'X;XXX......;{empty}'), ('uttt:play-on', f'X;X........;{empty}'),
                ('uttt:play-on', f'X;#........;{empty}'), ('uttt:play-on', f'O;.........;XXX......{empty[9:]}'),
                ('uttt:play-on', f'X;x........;XXXOOXXOO{empty[9:]}'), ('uttt', f'X;.........;XXX......{empty[9:]}'),
                ('uttt', f'O;O........;XXX......{empty[9:]}'), ('uttt', f'O;#........;XXX......{empty[9:]}'),
                ('uttt', f'X;@........;XOXXOOOXX{empty[9:]}'), ('uttt', f'X;.........;XOXXOOOXX{empty[9:]}'),
                ('uttt:play-on', f'X;@........;XOXXOOOXX{empty[9:]}')]:
            with self.assertRaises(verify.Refused, msg=(spec, position)):
                verify.rules(spec).parse(position)
        for spec, position in [
                ('uttt', f'O;@........;X........{empty[9:]}'), ('uttt', f'O;XXX......;{empty}'),
                ('uttt', f'O;X........;{empty}'), ('uttt:play-on', f'X;.........;{empty}'),
                ('uttt:play-on', f'O;x........;XXX......{empty[9:]}'),
                # No game leads to these, but the rules say how they go on.
                ('uttt', f'O;.........;{empty}'), ('uttt', f'X;@........;{empty}'),
                ('uttt', f'O;.@.......;X........{empty[9:]}'), ('mnk:4x4x3', 'XXX./OO.O/O..O/XXX.'),
                ('go:2x2', 'X./..;B;history=.X/..|X./..')]:
            verify.rules(spec).parse(position)


class Program(unittest.TestCase):
    def run_it(self, *arguments, **options):
        command = [sys.executable, '-O', os.path.join(HERE, 'verify.py'), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)

    def test_exit_codes_and_output(self):
        with tempfile.TemporaryDirectory() as folder:
            good, bad = os.path.join(folder, 'good'), os.path.join(folder, 'bad')
            certificate = Certificate('ttt', at_least=0, at_most=0)
            with open(good, 'wb') as file:
                file.write(certificate.file())
            certificate.strategies[b'uppr'][5][0] = 7
            with open(bad, 'wb') as file:
                file.write(certificate.file())
            ran = self.run_it(good)
            self.assertEqual((ran.returncode, ran.stderr), (0, ''))
            self.assertIn('at least: 0\n  at most: 0\n', ran.stdout)
            self.assertEqual(self.run_it('--quiet', good).stdout, '')
            ran = self.run_it(good, bad)
            self.assertEqual((ran.returncode, ran.stderr), (1, ''))
            self.assertRegex(ran.stdout, 'strategy of the second player, answer [0-9]+: ')
            ran = self.run_it('--json', good, bad)
            self.assertEqual(ran.returncode, 1)
            report = json.loads(ran.stdout)
            self.assertEqual(report['schema'], 1)
            accepted, refused = report['certificates']
            self.assertEqual((accepted['verdict'], accepted['reason']), ('accepted', None))
            self.assertEqual(refused['verdict'], 'refused')
            with open(good, 'rb') as file:
                whole = file.read()
            self.assertEqual(accepted['bytes'], len(whole))
            self.assertEqual(accepted['sha256'], hashlib.sha256(whole).hexdigest())
            self.assertEqual((accepted['at_least'], accepted['at_most'], accepted['within']), (0, 0, None))
            for arguments in [], ['--wrong', good], [os.path.join(folder, 'none')], [folder]:
                ran = self.run_it(*arguments)
                self.assertEqual(ran.returncode, 2, arguments)
                self.assertEqual(ran.stderr.count('\n'), 1, arguments)

    @unittest.skipUnless(hasattr(os, 'mkfifo'), 'no pipe with a name')
    def test_an_interrupt_is_quiet(self):
        with tempfile.TemporaryDirectory() as folder:
            empty, pipe = os.path.join(folder, 'empty'), os.path.join(folder, 'pipe')
            open(empty, 'wb').close()
            os.mkfifo(pipe)  # nobody writes, so that opening it takes forever
            command = [sys.executable, '-u', os.path.join(HERE, 'verify.py'), empty, pipe]
            # Whoever runs tests in the background may have interrupts ignored.
            heed = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  preexec_fn=heed) as process:
                # The last that is said of the first file: the second is next.
                said = any(line.startswith(b'  seconds: ') for line in process.stdout)
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=60)
            self.assertTrue(said)
            self.assertEqual((process.returncode, out, err), (130, b'', b''))


UNBEATABLE = os.environ.get('UNBEATABLE')


@unittest.skipUnless(UNBEATABLE, 'UNBEATABLE names no program to compare the rules with')
class SameRules(unittest.TestCase):
    def perft(self, game, root, history, depth):
        sequences, ends = [0] * (depth + 1), [0] * (depth + 1)

        def count(pos, ply):
            sequences[ply] += 1
            if game.result(pos) is not None:
                ends[ply] += 1
            elif ply < depth:
                for after in game.after(pos):
                    mark, once = game.mark(after)
                    if once and mark in history:
                        continue
                    is_new = mark is not None and mark not in history
                    if is_new:
                        history.add(mark)
                    count(after, ply + 1)
                    if is_new:
                        history.remove(mark)
        count(root, 0)
        plies = max(ply for ply in range(depth + 1) if sequences[ply]) + 1
        return sequences[:plies], ends[:plies]

    def check(self, spec, depth, position=None):
        game = verify.rules(spec)
        position = start(game) if position is None else position
        command = [UNBEATABLE, 'perft', spec, str(depth), position, '--json']
        found = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        self.assertEqual((found['game'], found['position']), (spec, position))
        self.assertEqual(self.perft(game, *game.parse(position), depth), (found['sequences'], found['ends']),
                         (spec, position))

    def test_as_many_sequences(self):
        for spec, depth in [
                ('ttt', 7), ('ttt+misere', 7), ('mnk:4x3x3', 4), ('mnk:3x4x2+misere', 5), ('mnk:5x2x4', 5),
                ('connect:7x6', 4), ('connect:4x4', 7), ('connect:5x3+k=3', 6), ('connect:1x5+k=2', 5),
                ('nim:3,5,7', 4), ('nim:1,2,2+misere', 9), ('subtract:9,12+take=2,3,5', 8), ('kayles:5,7', 5),
                ('kayles:8+misere', 9), ('dawson:9,11', 6), ('octal:7,9+code=0.137', 7),
                ('octal:9+code=4.0077', 6), ('octal:12+code=0.5', 6), ('octal:5,6+code=4.17+misere', 6),
                ('hex:3x3', 6), ('hex:2x2+swap', 4), ('hex:3x3+swap', 5), ('hex:4x2', 8), ('hex:2x5', 5),
                ('gale:1', 1), ('gale:2', 5), ('gale:3', 4),
                ('uttt', 3), ('uttt:play-on', 3), ('uttt+majority', 2)]:
            self.check(spec, depth)

    def test_as_many_sequences_of_go(self):
        for size, depth in ('1x3', 12), ('2x2', 7), ('1x4', 7), ('3x2', 5), ('3x3', 4):
            for superko in '', '+ssk', '+nssk':
                for suicide in '', '+suicide':
                    self.check(f'go:{size}{superko}{suicide}', depth)
        for spec, position in [
                ('go:2x2', 'X./.O;B;history=../..|X./..'), ('go:2x2', '.X/O.;W;pass'),
                ('go:2x2+ssk', 'X./..;B;pass;history=../..:b|X./..:w'),
                ('go:2x2+ssk', '../..;B;pass;history=../..:w'), ('go:2x2+ssk', 'X./..;W;pass;history=X./..:b'),
                ('go:2x2+nssk', 'X./..;W;pass;history=X./..:b'), ('go:2x2+nssk', 'X./.O;W;pass;history=../..:b|X./..:w|X./.O:b'),
                ('go:2x1+nssk', '.O;B;history=..:b|X.:w'), ('go:2x1+ssk', '.O;B;history=..:b|X.:w')]:
            self.check(spec, 6, position)

    def test_as_many_sequences_late_in_ultimate(self):
        with open(LATE, encoding='ascii') as file:
            late = [line.split(',')[1] for line in file.read().split()[1:]]
        for position in late[:40]:
            self.check('uttt', 4, position)
            self.check('uttt+majority', 4, position)
        seed = random.Random(3)
        for spec in 'uttt:play-on', 'uttt:play-on+majority':
            for _ in range(20):
                self.check(spec, 4, late_position(spec, seed, empty=20))


def has_tables():
    return UNBEATABLE and subprocess.run([UNBEATABLE, 'strategy', '--help'], capture_output=True,
                                         check=False).returncode == 0


@unittest.skipUnless(has_tables(), 'UNBEATABLE names no program that writes tables')
class SameTables(unittest.TestCase):
    """Tables that the workbench writes: both checkers accept them, and count the same."""

    CASES = [
        'ttt --role first --open a3 --count full', 'ttt --role first --open b3 --count full',
        'ttt --role first --open b2 --count full', 'ttt --role second --count full',
        'ttt --role first --open a3 --count turns', 'ttt --role first --open b3 --count turns',
        'ttt --role first --open b2 --count turns', 'ttt --role second --count turns',
        'ttt --role second --count rows', 'ttt --role both --count rows', 'ttt --role both --count full',
        'ttt --role first --count rows --keep draw', 'ttt --role first --count rows --keep any',
        'ttt --role second --count rows --keep strongest', 'ttt --role both --count full --keep strongest',
        'ttt --role both --count rows --default win-block-first', 'ttt --role first --count rows --default first',
        'ttt --role second --count rows --keep draw --default win-first',
        'ttt+misere --role first --count rows', 'ttt+misere --role second --count rows',
        'nim:1,3,5,7 --role second --count rows', 'nim:1,3,5,7 --role first --count rows',
        'nim:1,3,5,7 --role both --count rows', 'nim:1,3,5 --role first --open 3-1 --count rows',
        'kayles:3,5 --role first --count rows', 'dawson:9 --role both --count full',
        'mnk:3x3x2 --role first --count rows', 'mnk:3x2x2+misere --role both --count full --keep draw',
    ]
    FIGURES = ['game', 'position', 'at_least', 'at_most', 'rows', 'classes', 'positions', 'played', 'clauses', 'steps']

    def test_both_checkers_count_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for i, case in enumerate(self.CASES):
                files.append(os.path.join(folder, f'{i}.cert'))
                subprocess.run([UNBEATABLE, 'strategy', *case.split(' '), '--certificate', files[-1]],
                               capture_output=True, check=True, timeout=60)
            reports = [json.loads(subprocess.run(command + ['--json', *files], capture_output=True,
                                                 check=True, timeout=60).stdout)['certificates']
                       for command in ([UNBEATABLE, 'verify'],
                                       [sys.executable, os.path.join(HERE, 'verify.py')])]
            for case, theirs, ours in zip(self.CASES, *reports):
                self.assertEqual((theirs['verdict'], ours['verdict']), ('accepted', 'accepted'), case)
                self.assertEqual([theirs[name] for name in self.FIGURES], [ours[name] for name in self.FIGURES], case)


@unittest.skipUnless(UNBEATABLE, 'UNBEATABLE names no program')
class SameFiles(unittest.TestCase):
    """Rules from files: as many sequences, and the same of what is proven about them."""

    GAMES = os.path.join(HERE, '..', 'games')
    FIGURES = ['verdict', 'answers', 'positions']

    def test_as_many_sequences(self):
        for name, depth in [('tic-tac-toe', 2), ('connect-four-4x4', 2), ('nim-3-4-5', 3), ('chomp-4x3', 3),
                            ('hex-3x3', 2), ('breakthrough-4x4', 1), ('domineering-4x4', 3)]:
            spec = os.path.join(self.GAMES, f'{name}.kif')
            command = [UNBEATABLE, 'perft', spec, str(depth), '--json']
            found = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
            with open(spec) as file:
                game = verify.rules(spec, file.read())
            counted = SameRules.perft(self, game, *game.parse(found['position']), depth)
            self.assertEqual(counted, (found['sequences'], found['ends']), name)

    def test_proofs_are_accepted(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in 'nim-3-4-5', 'chomp-4x3', 'domineering-4x4':
                file, spec = os.path.join(folder, f'{name}.cert'), os.path.join(self.GAMES, f'{name}.kif')
                subprocess.run([UNBEATABLE, 'solve', spec, '--certificate', file], capture_output=True,
                               check=True, timeout=60)
                theirs, ours = [json.loads(subprocess.run(command + ['--json', file], capture_output=True,
                                                          timeout=120).stdout)['certificates'][0]
                                for command in ([UNBEATABLE, 'verify'],
                                                [sys.executable, os.path.join(HERE, 'verify.py')])]
                self.assertEqual(theirs['verdict'], 'accepted', theirs)
                self.assertEqual([theirs[name] for name in self.FIGURES], [ours[name] for name in self.FIGURES])
                with open(spec, 'rb') as rules:
                    self.assertEqual(ours['rules_sha256'], hashlib.sha256(rules.read()).hexdigest())

    def test_a_proof_brings_its_rules(self):
        """It holds where nobody has the file; and of other rules, or none, nothing is proven."""
        with tempfile.TemporaryDirectory() as folder:
            spec, file = os.path.join(folder, 'mine.kif'), os.path.join(folder, 'mine.cert')
            shutil.copy(os.path.join(self.GAMES, 'nim-3-4-5.kif'), spec)
            subprocess.run([UNBEATABLE, 'solve', spec, '--certificate', file], capture_output=True, check=True,
                           timeout=60)
            os.remove(spec)
            with open(file, 'rb') as whole:
                whole.seek(len(verify.MAGIC))
                blocks = itertools.groupby(verify.blocks(whole), key=lambda block: block[0])
                sections = [(kind, b''.join(piece for _, piece in pieces)) for kind, pieces in blocks][:-1]
            texts = dict(sections)
            misere = texts[b'rule'].replace(b'100', b'win').replace(b' 0)', b' 100)').replace(b'win', b'0')
            self.assertNotEqual(misere, texts[b'rule'])
            tried = {'accepted': [sections],
                     'refused': [[(kind, misere if kind == b'rule' else text) for kind, text in sections],
                                 [(kind, text) for kind, text in sections if kind != b'rule'],
                                 [(kind, b'\xff' if kind == b'rule' else text) for kind, text in sections],
                                 [(kind, text.replace(spec.encode(), b'ttt')) for kind, text in sections]]}
            for verdict, files in tried.items():
                for parts in files:
                    with open(file, 'wb') as out:
                        out.write(container(*parts))
                    for command in [UNBEATABLE, 'verify'], [sys.executable, os.path.join(HERE, 'verify.py')]:
                        said = json.loads(subprocess.run(command + ['--json', file], capture_output=True,
                                                         timeout=120).stdout)['certificates'][0]
                        self.assertEqual(said['verdict'], verdict, (parts[0], said))

    def test_files_that_are_no_games(self):
        for text in '', '(role a', '(role a))', '(role a)', '(role a) (role b) (<= (p) (not (p)))', '((a))':
            self.assertRaises(verify.Refused, verify.rules, 'a.kif', text)
        self.assertRaises(verify.Refused, verify.rules, 'nowhere.kif')


@unittest.skipUnless(UNBEATABLE, 'UNBEATABLE names no program')
class SameConnections(unittest.TestCase):
    """Lemmas that the workbench writes, and forged ones: both checkers say the same of them."""

    FIGURES = ['verdict', 'answers', 'positions']

    def verdicts(self, files):
        reports = []
        for command in [UNBEATABLE, 'verify'], [sys.executable, os.path.join(HERE, 'verify.py')]:
            run = subprocess.run(command + ['--json', *files], capture_output=True, timeout=120)
            self.assertIn(run.returncode, (0, 1))
            reports.append(json.loads(run.stdout)['certificates'])
        return list(zip(*reports))

    def written(self, folder, sides):
        files = []
        for side in sides:
            for row, column in itertools.product(range(1, side + 1), 'abcdefghij'[:side]):
                files.append(os.path.join(folder, f'{side}{column}{row}.cert'))
                subprocess.run([UNBEATABLE, 'solve', f'hex:{side}x{side}', '--moves', f'{column}{row}',
                                '--certificate', files[-1]], capture_output=True, check=True, timeout=60)
        return files

    def test_every_opening_is_proven(self):
        with tempfile.TemporaryDirectory() as folder:
            for theirs, ours in self.verdicts(self.written(folder, (3, 4, 5))):
                self.assertEqual(theirs['verdict'], 'accepted', theirs)
                self.assertEqual([theirs[name] for name in self.FIGURES], [ours[name] for name in self.FIGURES])

    def test_forged_lemmas(self):
        chance = random.Random(29)
        with tempfile.TemporaryDirectory() as folder:
            forged, accepted = [], 0
            for name in self.written(folder, (3, 4)):
                with open(name, 'rb') as file:
                    file.seek(len(verify.MAGIC))
                    (_, head), (kind, payload) = list(verify.blocks(file))[:2]
                steps = list(verify.numbers_in([payload]))
                for _ in range(12):
                    numbers = list(steps)
                    for _ in range(chance.randrange(1, 4)):
                        at = chance.randrange(len(numbers))
                        numbers[at:at + chance.randrange(2)] = [chance.randrange(40)] * chance.randrange(2)
                    forged.append(os.path.join(folder, f'forged{len(forged)}.cert'))
                    with open(forged[-1], 'wb') as file:
                        payload = zlib.compress(b''.join(map(leb128, numbers)))
                        file.write(container((b'head', head), (kind, payload)))
            for name, (theirs, ours) in zip(forged, self.verdicts(forged)):
                self.assertEqual(theirs['verdict'], ours['verdict'], (theirs['reason'], ours['reason']))
                accepted += ours['verdict'] == 'accepted'
            self.assertGreater(len(forged) - accepted, 200)


if __name__ == '__main__':
    unittest.main()
