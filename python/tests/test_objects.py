"""Objects of notebooks: their written forms and what they show."""

from __future__ import annotations

import pickle
from xml.etree import ElementTree

import numpy as np
import pytest

import sakiyomi
from sakiyomi import blokus, bridge, curling
from sakiyomi._numbers import Floats

EXAMPLE = "N:K4.KQ9.JT876.Q32 QT62.32.92.JT985 A3.AJT874.Q43.K6 J9875.65.AK5.A74"


def drawn(svg: str) -> ElementTree.Element:
    """Return the root of a picture; one that is not well-formed fails the test."""
    return ElementTree.fromstring(svg)


def test_a_position_keeps_its_stones_and_shows_them() -> None:
    stones = np.full((16, 2), np.nan)
    stones[0], stones[1], stones[4] = (0.1, -3.0), (0.4, 0.2), (-1.0, 0.5)
    for hammer in (0, 1):
        position = curling.Position(ice="dc4", stones=stones, hammer=hammer, end=2, scores=[1, -2])
        np.testing.assert_array_equal(position.stones, stones)
        assert (position.slot, position.team) == (5, hammer)
        again = curling.Position(position.to_json())
        assert again == position
        assert pickle.loads(pickle.dumps(position)) == position
        picture = drawn(position._repr_svg_())
        assert picture.tag.endswith("svg")
    assert "End 3, shot 6: team 1 to throw" in position._repr_svg_()


def test_a_shot_is_thrown_and_its_run_is_drawn() -> None:
    position = curling.Position(ice="dc4")
    shot = curling.aim([0.0, 0.0], "cw", ice="dc4")
    throw = position.throw(shot)
    np.testing.assert_allclose(throw.after.stones[0], [0.0, 0.0], atol=0.02)
    assert throw.after.slot == 1
    assert "<path" in throw._repr_svg_()
    drawn(throw._repr_svg_())
    noisy = position.throw(shot, seed=3)
    assert noisy != throw
    assert "+1 for team 0 as the stones lie" in throw._repr_svg_()
    answer = curling.Position(ice="dc4", stones=_guard(), slot=15, end=7).throw(shot)
    assert answer["points"] == 1 and "+1 for team 1 as the stones lie" in answer._repr_svg_()
    for view in ("house", "play", "sheet"):
        drawn(position.svg(shot, view=view, teams=("<A>", "B & C"), caption="<script>"))
    assert "<script>" not in position.svg(caption="<script>")


def test_advice_is_a_table_of_shots_that_can_be_simulated() -> None:
    position = curling.Position(stones=_guard(), slot=15, end=9)
    advice = position.advise("greedy:tries=20", top=3)
    assert advice.shots.shape == (len(advice["shots"]), 7)
    found = curling.simulate(position.stones, advice.shots, slot=15)
    assert found.points.shape == (len(advice["shots"]),)
    shown = advice._repr_html_()
    assert shown.count("<tr>") == 1 + len(advice["shots"])
    assert "Team 1 to throw" in shown


def _guard() -> Floats:
    stones = np.full((16, 2), np.nan)
    stones[0] = 0.0, -3.0
    return stones


def test_impossible_positions_are_refused_with_their_place() -> None:
    position = curling.Position().to_dict()
    position["game"]["hammer"] = 7
    with pytest.raises(ValueError, match=r"^game: team 7 is out of range"):
        curling.Position(position)
    with pytest.raises(ValueError, match=r"^position: not JSON"):
        curling.Position("x")
    with pytest.raises(ValueError, match=r"^shot: the turn is 0"):
        curling.Position().throw([0.0, 2.0, 0.0])
    with pytest.raises(ValueError, match=r"^width: "):
        curling.Position().svg(width=3)


def test_conditions_show_their_parts_and_nothing_runs_in_a_notebook() -> None:
    shown = curling.Conditions("dc4", set={"ends": 4})._repr_html_()
    assert "<td>ends</td><td>4</td><td>command line</td>" in shown
    board = bridge.Board({**bridge.Board(EXAMPLE), "title": "<script>alert(1)</script>"})
    assert "<script>" not in board._repr_html_()
    assert "&lt;script&gt;" in board._repr_html_()


def test_a_record_shows_its_scoreboard_and_its_positions() -> None:
    text = sakiyomi.ask("curling/sample-record")["text"]
    record = curling.Record(text)
    shown = record._repr_html_()
    assert all(name in shown for name in record.names)
    assert shown.count("<tr>") == 3
    assert sum(record.points) > 0
    before = record.position(0)
    assert before.slot == 0
    drawn(record.position(5)._repr_svg_())


def test_a_board_is_read_shown_and_pickled() -> None:
    board = bridge.Board(EXAMPLE, number=7)
    assert (board["dealer"], board["vulnerable"], board["number"]) == ("S", "All", 7)
    assert pickle.loads(pickle.dumps(board)) == board
    assert "Board 7" in board._repr_html_()
    played = bridge.Board({**board, "auction": ["1H", "Pass", "Pass", "Pass"], "play": ["S5"]})
    assert played.steps == 5
    assert played.html().count("opacity") == 1
    assert played.html(4).count("opacity") == 0
    [read] = bridge.Board.read(f'[Board "7"]\n[Dealer "S"]\n[Deal "{EXAMPLE}"]\n')
    assert read["deal"] == EXAMPLE
    with pytest.raises(ValueError, match=r"^step: 9 is out of range"):
        board.at(9)


def test_cards_of_a_board_are_valued() -> None:
    auction = ["1H", "Pass", "4H", "Pass", "Pass", "Pass"]
    board = bridge.Board({**bridge.Board(EXAMPLE, number=7), "auction": auction})
    advice = board.advise(seconds=0.2, deals=4, imagined=2)
    assert advice._repr_html_().count("<tr>") == 1 + len(advice["candidates"])


def test_a_blokus_position_is_played_shown_and_analysed() -> None:
    position = blokus.Position()
    assert position.turn == "black"
    for squares in (position.legal[0], "j5"):
        position = position.play(squares)
    assert str(position).endswith(" Wj5")
    assert blokus.Position(str(position)) == position
    assert pickle.loads(pickle.dumps(position)) == position
    np.testing.assert_array_equal(blokus.boards(position), position.board)
    drawn(position._repr_svg_())
    analysis = position.analyse("one-ply", top=3)
    assert analysis._repr_html_().count("<tr>") == 4
    with pytest.raises(ValueError, match="cannot play"):
        position.play("a1")
