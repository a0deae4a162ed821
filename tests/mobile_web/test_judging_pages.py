"""The judge's last word in a real browser: a misread crisis overturned, and two judges at once."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from companion.games.conclave.commands import LayOutTable, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.events import EmissarySent
from companion.games.conclave.game import start
from companion.games.conclave.notation import mage, parse_conclave
from companion.server.roles import Role
from tests.companion.server.live import LiveServer
from tests.companion.witness.photographed import photographed, places, witness
from tests.companion.witness.watched_game import HOUSE
from tests.mobile_web.browser import assert_fit_for_all, open_phone

HERE = Cell(1, 1)
FULL = """
    beC2  reW4  grC2  orC1
    grW1  ....  blC4  reW5
    blC2  beC4  orW3  grC3
    grG5  orC3  beW1  puC3
"""
"""The last cell: the purple Crow finds followers there, the purple Gazelle nobody at all."""
TRUE, MISREAD = "puC4", "puG4"


def put_a_misread_crisis_on_the_table(live: LiveServer) -> int:
    """The camera took the Crow for a Gazelle, and so called a Magic Crisis; its frame shows the Crow."""
    journal, before = live.table.journal, parse_conclave(FULL)
    story = journal.start(start(LayOutTable(("Ana", "Ben"), HOUSE, before, None))[1], "camera")
    pieces = witness().testify(photographed(before.with_card(HERE, mage(TRUE))), places()).pieces
    story = journal.record(story, SendEmissary("Ana", mage(MISREAD), HERE), "camera", pieces).story
    live.table.story = story
    return story.moves[0].place


def sent(live: LiveServer) -> str:
    first = live.table.current().moves[0].events[0]
    assert isinstance(first, EmissarySent)
    return str(first.mage)


def open_the_evidence(page: Page, place: int) -> None:
    page.locator(f'[data-key="evidence {place}"]').click()
    expect(page.locator("#sheet .crops li")).to_have_count(16)
    frame = page.locator("#sheet .sight").bounding_box()
    assert frame is not None
    assert frame["width"] > 200
    assert frame["height"] > 100


def put_right(page: Page, card: str) -> None:
    page.locator(f'#sheet [data-key="crop {HERE.row},{HERE.column}"]').click()
    page.locator(f'#sheet [data-key="candidate {card}"]').click()


def test_a_misread_card_in_a_crisis_is_found_put_right_and_the_verdict_flips(
    browser: Browser, live: LiveServer
) -> None:
    place = put_a_misread_crisis_on_the_table(live)
    player, judge = open_phone(browser, live.link(Role.PLAYER)), open_phone(browser, live.link(Role.JUDGE))
    expect(player.locator(".headline")).to_contain_text("Magic Crisis")
    open_the_evidence(judge, place)
    assert_fit_for_all(judge)
    put_right(judge, TRUE)
    expect(judge.locator(".headline")).not_to_contain_text("Magic Crisis")
    expect(player.locator(".headline")).to_contain_text("follow Ana")
    assert sent(live) == TRUE
    for phone in (player, judge):
        phone.context.close()


def test_two_judges_at_once_do_not_overrule_each_other_unseen(browser: Browser, live: LiveServer) -> None:
    """Both look at the same evidence; the second has not seen the first one's ruling when it taps."""
    place = put_a_misread_crisis_on_the_table(live)
    first, second = (open_phone(browser, live.link(Role.JUDGE)) for _ in range(2))
    for judge in (first, second):
        open_the_evidence(judge, place)
    put_right(first, TRUE)
    expect(first.locator("#sheet")).to_be_hidden()
    expect(second.locator("#table .headline")).not_to_contain_text("Magic Crisis")  # its table went on
    second.locator(f'#sheet [data-key="crop {HERE.row},{HERE.column}"]').click()
    second.locator("#sheet .candidate").last.click()
    expect(second.locator("#sheet")).to_contain_text("Something happened in the meantime")
    assert sent(live) == TRUE
    second.locator('#sheet [data-key="close"]').click()
    expect(second.locator('[data-key="cell 1,1"]')).to_contain_text("4")
    for judge in (first, second):
        judge.context.close()


def test_after_a_dispute_every_phone_shows_what_changed_once(browser: Browser, live: LiveServer) -> None:
    place = put_a_misread_crisis_on_the_table(live)
    player, judge = open_phone(browser, live.link(Role.PLAYER)), open_phone(browser, live.link(Role.JUDGE))
    player.locator('[data-key="dispute"]').click()
    player.locator('#sheet button[type="submit"]').click()
    expect(player.locator(".dispute")).to_contain_text("stands still")
    open_the_evidence(judge, place)
    put_right(judge, TRUE)
    judge.locator('[data-key="dispute.overturned"]').click()
    said = player.locator(".settled")
    expect(said).to_contain_text("Ana")
    expect(said).to_contain_text("Resentment")
    assert_fit_for_all(player)
    said.locator("button").click()
    expect(said).to_have_count(0)
    player.reload()
    player.locator("#table .verdict").wait_for()
    expect(player.locator(".settled")).to_have_count(0)
    for phone in (player, judge):
        phone.context.close()
