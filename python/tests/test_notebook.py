"""What notebooks show: pictures, tables, data frames."""

import re

import pytest
import unbeatable as ub
from own_rules import Nim
from walks import SMALL, random_positions

TTT = ub.game("ttt")


def names(html):
    return re.findall(r'\bid="([^"]+)"', html)


def check_card(html):
    """A picture whose names are its own, and all there."""
    assert "<svg" in html and html.count("</svg>") == 1
    assert "<?xml" not in html and "<!DOCTYPE" not in html and "<script" not in html
    assert html.count("<div") == html.count("</div>") == 1
    own = names(html)
    assert len(own) == len(set(own))
    used = re.findall(r'href="#([^"]+)"', html) + re.findall(r"url\(#([^)]+)\)", html)
    assert set(used) <= set(own)


def pictures():
    return [
        TTT.start.play("b2"),
        ub.game("go:2x2").start.play("a1"),
        ub.game("hex:3x3").start.play("b2"),
        ub.game("gale:3").start,
        ub.game("uttt").start,
        ub.game("connect:5x4").start.play("1"),
        TTT.strategy("first"),
        TTT.start.draw(),
        TTT.start.draw("tree", depth=1),
        TTT.start.draw("graph", depth=2),
        ub.game("connect:7x6").start.draw(values=False),
    ]


def test_pictures_are_cards():
    for shown in pictures():
        check_card(shown._repr_html_())


def test_two_cards_on_a_page_have_no_name_in_common():
    page = [shown._repr_html_() for shown in pictures() for _ in range(2)]
    own = [name for html in page for name in names(html)]
    assert len(own) == len(set(own))


def classes(html):
    return {name for names in re.findall(r'\bclass="([^"]+)"', html) for name in names.split()}


def test_styles_of_a_card_are_its_own():
    one, two = (TTT.start.draw(values=False)._repr_html_() for _ in range(2))
    assert classes(one) and not classes(one) & classes(two)
    for html in (one, two):
        (mark,) = {re.match(r"u\d+-", name)[0] for name in classes(html)}
        for style in re.findall(r"<style>(.*?)</style>", html, re.DOTALL):
            for selectors in re.findall(r"([^{}]+)\{", style):
                # A rule for other names would reach what is around the picture.
                assert all(selector.strip().startswith(f".{mark}") for selector in selectors.split(","))


@pytest.mark.parametrize("spec", [*SMALL, "uttt"])
def test_every_position_is_shown(spec):
    for position in random_positions(ub.game(spec), 2):
        html = position._repr_html_()
        assert html.startswith("<div") or html.startswith("<pre")
        if html.startswith("<pre"):
            assert position.to_dict()["diagram"] is None


def test_an_analysis_is_a_board_and_a_table():
    analysis = TTT.position("X../.O./..X").analyze()
    html = analysis._repr_html_()
    assert html.count("<tr>") == 1 + len(analysis.moves)
    board, table = html.split("<table>")
    check_card(board)
    assert table.endswith("</table>")
    svg = analysis._repr_svg_()
    # Two moves lose for O; what draws is not marked.
    assert "X wins here" in svg and "O wins here" not in svg
    # Nothing is searched again for it: what was not found out is not on the board.
    stopped = ub.game("connect:7x6", book="none").start.analyze(nodes=10)
    assert "wins here" not in stopped._repr_svg_()
    assert [cell[0] for cell in re.findall(r"<tr><td[^>]*>(.)", html)] == ["="] * 4 + ["−"] * 2


def test_an_analysis_that_was_stopped_is_a_table():
    analysis = ub.game("uttt").start.analyze(nodes=10)
    assert analysis.stopped == "nodes"
    assert "? " in analysis._repr_html_()
    assert [row["outcome"] for row in analysis.rows()].count(None) > 0


def test_pictures_are_svg():
    for shown in pictures():
        assert shown._repr_svg_().startswith("<?xml") and shown._repr_svg_().count("</svg>") == 1
    assert ub.game("nim:3,5").start.analyze()._repr_html_().count("<svg") <= 1
    without = ub.game(Nim(2, 3)).start
    assert without._repr_svg_() is None and without.analyze()._repr_svg_() is None


def test_other_answers_are_texts():
    for answer in (TTT.start.solve(), TTT.count(), TTT.perft(2), TTT.start.match(games=2)):
        html = answer._repr_html_()
        assert html.startswith("<pre") and str(answer).split()[0] in html


def test_formats(tmp_path):
    svg, png, dot = (TTT.start.draw("tree", depth=1, format=name) for name in ("svg", "png", "dot"))
    assert "<svg" in str(svg) and svg._repr_png_() is None
    assert png.content.startswith(b"\x89PNG") and png._repr_png_() == png.content and png._repr_html_() is None
    assert "graph" in str(dot) and dot._repr_html_() is None
    svg.save(tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_bytes() == svg.content


def test_frames():
    pytest.importorskip("pandas")
    analysis = TTT.position("X../.O./..X").analyze()
    frame = analysis.to_frame()
    assert list(frame["move"]) == [move.move for move in analysis.moves]
    assert list(frame["outcome"]) == ["draw"] * 4 + ["X wins"] * 2
    assert len(frame.columns) == 8
    table = TTT.strategy("first")
    frame = table.to_frame()
    assert len(frame) == table.size == 22
    assert {"class", "move", "depth"} <= set(frame.columns)
    match = TTT.match(["perfect", "random"], games=4, swap=True)
    assert list(match.to_frame()["player"]) == [one.player for one in match.standings]


def test_a_picture_that_was_stopped_says_so():
    picture = ub.game("mnk:4x4x4").start.draw("classes", depth=2, nodes=5)
    if picture.is_complete:
        pytest.skip("so few nodes were enough")
    with pytest.raises(ValueError, match="nodes"):
        picture.content
    assert "stopped" in repr(picture)


@pytest.mark.parametrize("show", [str, lambda p: p._repr_html_(), lambda p: p._repr_png_() or p._repr_html_()])
@pytest.mark.parametrize("of", ["positions"])
def test_a_picture_that_was_stopped_is_shown_all_the_same(show, of):
    picture = ub.game("mnk:4x4x4").start.draw(of, depth=2, nodes=5)
    assert not picture.is_complete
    show(picture)
