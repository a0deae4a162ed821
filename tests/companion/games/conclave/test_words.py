"""Words: every sentence in every language, and verdicts that a table can follow."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter
from typing import get_args

import pytest

from companion.games.conclave.components import FaceDownMage, Magic
from companion.games.conclave.conclave import Cell, Conclave, Corner
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.events import (
    CardDrawn,
    ConclaveRefilled,
    DrawDecksRanOut,
    EmissarySent,
    Event,
    FollowersGained,
    GameEnded,
    GameSetUp,
    HandShown,
    InfluenceGiven,
    MagicCrisisOccurred,
    TurnEnded,
    TurnEvent,
    TurnPassed,
)
from companion.games.conclave.gain_followers import Because
from companion.games.conclave.game import start
from companion.games.conclave.game_log_reader import parse_game
from companion.games.conclave.give_influence import InfluenceZone
from companion.games.conclave.notation import MAGES_BY_CODE, mage, parse_conclave
from companion.games.conclave.rulings import Edition, PlainRule, Rule, Ruling
from companion.games.conclave.scoring import tally
from companion.games.conclave.verdict import judge
from companion.games.conclave.words.catalogue import CATALOGUES, say, say_list, say_mage, say_rule
from companion.games.conclave.words.explain import explain_tally, explain_verdict
from companion.games.conclave.words.tell import tell_event
from tests.companion.games.conclave.decks import mages
from tests.companion.games.conclave.test_gain_followers import RULEBOOK_EXAMPLE
from tests.companion.games.conclave.test_game_log import PLAYTHROUGHS
from tests.companion.games.conclave.test_game_setup import TABLE
from tests.companion.games.conclave.test_magic_crisis import CRISIS

ENGLISH = CATALOGUES["en"]
RECORDED = [parse_game(path.read_text(encoding="utf-8")) for path in sorted(PLAYTHROUGHS.glob("*.txt"))]


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_catalogue_has_the_same_keys_with_the_same_facts(language: str) -> None:
    catalogue = CATALOGUES[language]
    assert catalogue.keys() == ENGLISH.keys()
    for key, text in catalogue.items():
        assert text, key
        assert facts_of(text) == facts_of(ENGLISH[key]), key


def facts_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_a_translation_is_not_a_copy() -> None:
    same = {key for key, text in CATALOGUES["es"].items() if text == ENGLISH[key]}
    assert same == {"mage", "tally.pile"}


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("rule", [*Ruling, *PlainRule])
def test_every_rule_has_its_words(language: str, rule: Rule) -> None:
    assert say_rule(language, rule).endswith(".")


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("because", Because)
def test_every_reason_has_its_words(language: str, because: Because) -> None:
    assert say(language, f"because.{because.value}")


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_event_of_the_recorded_games_can_be_told(language: str) -> None:
    told: set[type[Event]] = set()
    for events in RECORDED:
        for event in events:
            assert tell_event(event, language)[-1] in ".!", event
            told.add(type(event))
    assert told == {GameSetUp, *get_args(TurnEvent)}


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (InfluenceGiven("Ana", Magic.MIND, "Ben"), "Ana gives the pile of Mind (purple) to Ben."),
        (EmissarySent("Ana", mage("reG5"), Cell(1, 3)), "Ana sends the red Gazelle 5 to 1,3."),
        (TurnPassed("Ana"), "Ana can place nobody in the full Conclave and passes."),
        (MagicCrisisOccurred("Ana", Cell(1, 3)), "Magic Crisis!"),
        (FollowersGained("Ana", ()), "Ana gains nobody."),
        (
            FollowersGained("Ana", ((Cell(1, 0), mage("grG4")), (Cell(1, 3), mage("reW4")))),
            "Ana gains the green Gazelle 4 and the red Wild Boar 4.",
        ),
        (CardDrawn("Ana", FaceDownMage(), DrawDeck.RIGHT), "Ana draws from the right deck."),
        (
            ConclaveRefilled("Ana", ((Cell(0, 2), mage("blC1")),)),
            "The Conclave is refilled with the blue Crow 1.",
        ),
        (DrawDecksRanOut("Ana"), "Both decks have run out: everybody takes one last turn."),
        (TurnEnded("Ana"), "Ana's turn is over."),
        (
            HandShown("Ana", mages("beC1 orG2 blW3")),
            (
                "Ana adds the cards left in the hand: the beige Crow 1, the orange Gazelle 2 and "
                "the blue Wild Boar 3."
            ),
        ),
        (GameEnded(), "The game is over."),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_each_event_is_told_in_one_sentence(event: Event, sentence: str) -> None:
    assert tell_event(event, "en") == sentence


def test_the_setup_is_told_with_who_plays_who_begins_and_from_which_corner() -> None:
    _, setup = start(replace(TABLE, first_player="Ben", starting_corner=Corner.BOTTOM_LEFT))
    assert tell_event(setup, "en") == "Ana and Ben play. Ben begins; the starting corner is bottom left."
    assert tell_event(setup, "es").startswith("Juegan Ana y Ben.")


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_mage_has_a_name_of_its_own(language: str) -> None:
    assert len({say_mage(language, one) for one in MAGES_BY_CODE.values()}) == 90


def test_lists_are_said_in_one_breath() -> None:
    assert say_list("en", []) == ""
    assert say_list("en", ["a"]) == "a"
    assert say_list("en", ["a", "b"]) == "a and b"
    assert say_list("es", ["a", "b", "c"]) == "a, b y c"


@pytest.mark.parametrize("name", ["Inés", "Íñigo", "Hilario", "iris"])
def test_in_spanish_y_becomes_e_before_its_own_sound(name: str) -> None:
    assert say_list("es", ["Ana", name]) == f"Ana e {name}"
    assert say_list("en", ["Ana", name]) == f"Ana and {name}"


def test_in_spanish_y_stays_before_hie() -> None:
    assert say_list("es", ["Ana", "Hielo"]) == "Ana y Hielo"


def test_the_rulebook_example_is_explained_in_english() -> None:
    assert explain_verdict(judge(RULEBOOK_EXAMPLE, Cell(1, 1)), "en") == (
        "The Emissary is the red Gazelle 5 at 1,1.",
        "Column: 4 + 5 = 9, less than 10, so nobody follows.",
        (
            "Row: 4 + 5 + 5 + 4 = 18, enough. Followers: the green Gazelle 4 at 1,0 (same Brotherhood) "
            "and the red Wild Boar 4 at 1,3 (same Magic)."
        ),
        "The Emissary stays. Next: draw a card, then refill 2 of the 6 empty cells.",
    )


def test_the_rulebook_example_is_explained_in_spanish() -> None:
    assert explain_verdict(judge(RULEBOOK_EXAMPLE, Cell(1, 1)), "es") == (
        "El Emisario es la Gacela roja 5 en 1,1.",
        "Columna: 4 + 5 = 9, menos de 10, así que nadie le sigue.",
        (
            "Fila: 4 + 5 + 5 + 4 = 18, suficiente. Seguidores: la Gacela verde 4 en 1,0 (misma Hermandad) y "
            "el Jabalí rojo 4 en 1,3 (misma Magia)."
        ),
        "El Emisario se queda. Ahora: robar una carta y reponer 2 de los 6 huecos.",
    )


def test_a_crisis_is_explained_with_everyone_it_takes() -> None:
    sentences = explain_verdict(judge(CRISIS, Cell(1, 1), Edition.KLEINE_KLAEFFER), "en")
    assert sentences[3] == (
        "The Conclave is full and nobody followed: Magic Crisis! Taken from row and column: "
        "the purple Wild Boar 1 at 0,1 (neither Magic nor Brotherhood shared), "
        "the green Crow 1 at 1,0 (neither Magic nor Brotherhood shared), "
        "the blue Crow 2 at 1,2 (neither Magic nor Brotherhood shared) and "
        "the beige Wild Boar 4 at 2,1 (neither Magic nor Brotherhood shared)."
    )
    assert sentences[4] == "The Emissary stays. Next: draw a card."


def test_a_crisis_among_brothers_is_explained() -> None:
    brothers = Conclave((mage("puG1"),) * 16)
    assert explain_verdict(judge(brothers, Cell(2, 2)), "en")[3].endswith("so the Conclave stays full.")


def test_an_emissary_alone_or_apart_is_explained() -> None:
    apart = Conclave().with_card(Cell(0, 0), mage("reG5")).with_card(Cell(3, 3), mage("reG4"))
    assert explain_verdict(judge(apart, Cell(0, 0)), "en")[1:4] == (
        "It touches no other card, which is no legal place for an Emissary.",
        "Column: the Emissary stands alone with 5, so nobody follows.",
        "Row: the Emissary stands alone with 5, so nobody follows.",
    )


def test_enough_influence_without_a_match_is_explained() -> None:
    conclave = parse_conclave("""
        reG5  blC5  ....  ....
        ....  ....  ....  ....
        ....  ....  ....  ....
        ....  ....  ....  ....
    """)
    assert explain_verdict(judge(conclave, Cell(0, 0)), "en")[2] == (
        "Row: 5 + 5 = 10, enough, but nobody shares the Emissary's Magic or Brotherhood."
    )


def test_a_last_turn_neither_draws_nor_refills() -> None:
    sentences = explain_verdict(judge(RULEBOOK_EXAMPLE, Cell(1, 1)), "en", last_turn=True)
    assert sentences[-1] == "The Emissary stays. It was a last turn: no card is drawn and nothing refilled."


def explained(language: str, **zones: str) -> tuple[str, ...]:
    return explain_tally(
        tally([(name, InfluenceZone(mages(codes))) for name, codes in zones.items()]), language
    )


def test_a_tally_is_explained_player_by_player() -> None:
    assert explained("en", Ana="puG5 reC1 blC2", Ben="reG5 blW5 beC1", Cai="puC1") == (
        "Ana controls Mind (purple).",
        "Ana has 3 Resentment Points from Wind (blue) 2 and Love & War (red) 1.",
        "Ben controls Earth (beige), Wind (blue) and Love & War (red).",
        "Ben has no Resentment Points.",
        "Cai controls no Magic and is eliminated, with 1 Resentment Point.",
        "Ben wins with the least Resentment Points.",
    )


@pytest.mark.parametrize(
    ("zones", "won"),
    [
        ({"Ana": "puG5", "Ben": "reC1 reG1"}, "Gana Ben, que rompe el empate con más seguidores."),
        (
            {"Ana": "puG5", "Ben": "reC1"},
            "Ana y Ben comparten la victoria: iguales en puntos de decepción y en seguidores.",
        ),
        ({"Ana": "", "Ben": ""}, "Todos los jugadores quedan eliminados: nadie gana."),
        ({"Ana": "puG5", "Ben": "puC1"}, "Gana Ana, con menos puntos de decepción que nadie."),
    ],
)
def test_the_win_is_explained(zones: dict[str, str], won: str) -> None:
    assert explained("es", **zones)[-1] == won
