"""What reports say of their fields is so; and the types hold."""

import shutil
import typing
from pathlib import Path

import pytest
import unbeatable as ub
from unbeatable import reports

CLASSES = [
    kind
    for kind in vars(reports).values()
    if isinstance(kind, type) and issubclass(kind, reports.Part) and kind is not reports.Part
]


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """The fields of many answers and of their parts, by class."""
    folder = tmp_path_factory.mktemp("answers")
    ttt, long, go = ub.game("ttt"), ub.game("connect:5x4"), ub.game("go:2x2")
    dfpn = {"solver": "df-pn", "at_least": 1}
    start = ttt.start
    answers = [
        start.solve(),
        start.solve(certificate=folder / "a.cert"),
        start.solve(at_least=1),
        start.solve(within=5),
        start.solve(proof_size=True, **dfpn),
        ub.game("uttt").start.solve(nodes=100),
        ub.game("uttt:play-on").start.solve(nodes=100, restrict="centre", within=43),
        long.start.solve(checkpoint=folder / "c", nodes=500, **dfpn),
        long.start.solve(resume=folder / "c", nodes=2000, **dfpn),
        ub.game("connect:4x4").start.solve(solver="soonest"),
        ub.game("connect:5x4+k=3").start.solve(nodes=10),
        ub.game("connect:5x4+k=3").start.analyze(nodes=100),
        ub.game("mnk:4x4x3").start.solve(solver="soonest", nodes=1000),
        start.solve(at_least=0),
        go.start.solve(),
        go.start.analyze(),
        # White may neither kill itself nor bring a board back.
        go.position("X./.X;W;history=../..|X./..|XO/..").analyze(),
        start.analyze(),
        ub.game("uttt").start.analyze(nodes=1000),
        ub.game("connect:8x7").start.analyze(nodes=1000),
        ub.game("mnk:6x6x5").start.analyze(nodes=1000),
        ub.game("nim:3,4,5").start.analyze(),
        *(start.count(of) for of in ("positions", "classes", "games", "tree")),
        long.count(nodes=100),
        start.perft(3),
        start.strategy("both"),
        start.strategy("first", all=True, certificate=folder / "s.cert"),
        start.strategy("second", default="first", count="rows"),
        ttt.strong(),
        ttt.strong(folder / "db", distances=True),
        ub.Database(folder / "db").probe(),
        ub.Database(folder / "db").probe("X../.O./..X"),
        ttt.match(games=5),
        ttt.match(["perfect", "random", "mcts:5"], games=6, swap=True),
        ub.verify(folder / "a.cert"),
        ub.verify(folder / "db"),
        ub.game("ttt+misere").verify(folder / "a.cert"),
        *ub.reproduce("mnk-3x3x3", "lomont-2024-tree-shares"),
        start.draw(),
        start.draw("graph", depth=2),
        start.draw("positions", depth=1),
        start.draw("tree", depth=1, format="png"),
    ]
    found = {}

    def visit(part):
        fields = part.to_dict()
        assert fields == part._fields
        found.setdefault(type(part), []).append(fields)
        for name in fields:
            value = getattr(part, name)
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, reports.Part):
                    visit(one)

    for answer in answers:
        visit(answer)
    return found


def annotated(kind):
    hints = typing.get_type_hints(kind)
    return {name: hint for name, hint in hints.items() if not name.startswith("_")}


def optional(hint):
    return hint is typing.Any or type(None) in typing.get_args(hint)


#: Classes that others are made of, and that no answer is by itself.
BASES = {reports.Answer, reports.Report, reports.Searched}
LEAVES = [kind for kind in CLASSES if kind not in BASES]


#: Attributes that rarely come up, and are documented so.
RARE = {"Certificate": {"reason"}, "Analysis": {"distance_bounds"}}


@pytest.mark.parametrize("kind", LEAVES)
def test_every_annotated_attribute_is_in_the_json(kind, parts):
    seen = set().union(*parts[kind])
    missing = set(annotated(kind)) - seen
    assert missing - RARE.get(kind.__name__, set()) == set()


@pytest.mark.parametrize("kind", LEAVES)
def test_every_field_of_the_json_is_annotated(kind, parts):
    seen = set().union(*parts[kind])
    assert seen - set(annotated(kind)) == set()


# Moves of a database have no bounds.
@pytest.mark.parametrize("kind", LEAVES)
def test_what_may_be_left_out_is_optional(kind, parts):
    for fields in parts[kind]:
        for name, hint in annotated(kind).items():
            if fields.get(name) is None:
                assert optional(hint), f"{kind.__name__}.{name} in {fields}"


def fits(value, hint):
    if hint is typing.Any or value is None:
        return True
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Union:
        return any(fits(value, one) for one in arguments)
    if origin is list:
        return isinstance(value, list) and all(fits(one, arguments[0]) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(one, arguments[1]) for one in value.values())
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if isinstance(hint, type) and issubclass(hint, reports.Part):
        return isinstance(value, dict)
    return isinstance(value, hint)


@pytest.mark.parametrize("kind", LEAVES)
def test_values_are_of_the_annotated_types(kind, parts):
    for fields in parts[kind]:
        for name, hint in annotated(kind).items():
            assert fits(fields.get(name), hint), f"{kind.__name__}.{name}: {hint} of {fields.get(name)!r}"


@pytest.mark.parametrize("kind", LEAVES)
def test_what_is_annotated_as_a_part_is_one(kind):
    for name, hint in annotated(kind).items():
        of = [one for one in (hint, *typing.get_args(hint)) if isinstance(one, type)]
        made = [one for one in of if issubclass(one, reports.Part) and one is not reports.Part]
        if made:
            assert kind._parts.get(name) is made[0], name


def test_everything_exported_is_there():
    for name in ub.__all__:
        assert getattr(ub, name).__doc__, name


@pytest.mark.slow
def test_mypy(tmp_path):
    api = pytest.importorskip("mypy.api")
    # Alone: beside other installed packages, these would be checked as if they were part of it.
    package = tmp_path / "unbeatable"
    shutil.copytree(Path(ub.__file__).parent, package, ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    out, err, code = api.run(["--strict", "--cache-dir=/dev/null", str(package)])
    assert code == 0, out + err
