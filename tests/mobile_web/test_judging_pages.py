"""The judge's last word in a real browser: a misread crisis overturned, and two judges at once."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import Browser, Page, expect

from companion.games.conclave.commands import DrawCard, LayOutTable, RefillConclave, SendEmissary
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.events import EmissarySent
from companion.games.conclave.game import start
from companion.games.conclave.notation import mage, parse_conclave
from companion.journal.sightings import parse_sighting, print_sighting
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
STRAIGHT_COLOURS = """() => {
    const canvas = document.querySelector('#sheet canvas.straight')
    const [width, height] = [canvas.width / 4, canvas.height / 4]
    const mean = (column, row, size) => {
        const [left, top] = [column * width - size, row * height - size]
        const { data } = canvas.getContext('2d').getImageData(left, top, 2 * size, 2 * size)
        const of = (channel) => [...data].filter((_, at) => at % 4 === channel)
        return [0, 1, 2].map((channel) => 4 * of(channel).reduce((sum, one) => sum + one, 0) / data.length)
    }
    return [mean(2.5, 0.5, 30), mean(1.5, 0.5, 30), mean(1, 1, 3)]
}"""
"""Mean colours: the middle of the cells 0,2 and 0,1, and between four cards."""


def misread(pieces: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """The same evidence as a reader would have left it that surely took the Crow for a Gazelle."""
    sighting = parse_sighting(pieces[-1])
    cells = tuple(
        replace(cell, candidates=((MISREAD, 0.985), (TRUE, 0.015)), confidence=0.985)
        if (cell.row, cell.column) == (HERE.row, HERE.column)
        else cell
        for cell in sighting.cells
    )
    return (*pieces[:-1], print_sighting(replace(sighting, cells=cells)))


def put_a_misread_crisis_on_the_table(live: LiveServer, *, read_so: bool = True) -> int:
    """The camera took the Crow for a Gazelle, and so called a Magic Crisis; its frame shows the Crow.

    Unless it was read so: then the frame was read right, and something else entered the Gazelle.
    """
    journal, before = live.table.journal, parse_conclave(FULL)
    story = journal.start(start(LayOutTable(("Ana", "Ben"), HOUSE, before, None))[1], "camera")
    pieces = witness().testify(photographed(before.with_card(HERE, mage(TRUE))), places()).pieces
    pieces = misread(pieces) if read_so else pieces
    story = journal.record(story, SendEmissary("Ana", mage(MISREAD), HERE), "camera", pieces).story
    live.table.story = story
    return story.moves[0].place


def sent(live: LiveServer) -> str:
    first = live.table.current().moves[0].events[0]
    assert isinstance(first, EmissarySent)
    return str(first.mage)


def open_the_evidence(page: Page, place: int) -> None:
    page.locator(f'#table [data-key="evidence {place}"]').click()
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
    read = judge.locator(f'#sheet [data-key="crop {HERE.row},{HERE.column}"]')
    expect(read).to_contain_text("Gazelle 4Mind98 %or Crow 4 Mind, 1 %")
    assert_fit_for_all(judge)
    put_right(judge, TRUE)
    expect(judge.locator("#sheet .was")).to_contain_text("Magic Crisis! Ana takes 6 cards")
    expect(judge.locator("#sheet .headline")).to_have_text("3 Mages follow Ana")
    assert_fit_for_all(judge)
    expect(player.locator(".headline")).to_contain_text("follow Ana")
    assert sent(live) == TRUE
    for phone in (player, judge):
        phone.context.close()


def test_the_card_that_counts_as_another_is_marked_and_the_likeliest_stands_first(
    browser: Browser, live: LiveServer
) -> None:
    """The judge sees which of sixteen it is without comparing them one by one."""
    place = put_a_misread_crisis_on_the_table(live, read_so=False)
    judge = open_phone(browser, live.link(Role.JUDGE), "es-ES", "light")
    judge.locator('[data-key="look verdict"]').click()  # from the verdict itself
    marked = judge.locator("#sheet .crop-button.differs")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("cuenta como Gacela 4")
    assert place == live.table.current().moves[0].place
    marked.click()
    expect(judge.locator("#sheet .candidate").first).to_have_attribute("data-key", f"candidate {TRUE}")
    expect(judge.locator(f'#sheet [data-key="candidate {MISREAD}"]')).to_have_count(0)
    expect(judge.locator(f'#sheet [data-key="all {MISREAD}"]')).to_be_disabled()
    judge.context.close()


def test_any_card_at_all_is_put_right_in_three_taps(browser: Browser, live: LiveServer) -> None:
    """Also one that no reader thought of: the card, its true Magic, and what it really was."""
    place = put_a_misread_crisis_on_the_table(live)
    judge = open_phone(browser, live.link(Role.JUDGE))
    open_the_evidence(judge, place)
    for key in (f"crop {HERE.row},{HERE.column}", "all or", "all orG2"):
        judge.locator(f'#sheet [data-key="{key}"]').click()
    expect(judge.locator("#sheet .was")).to_be_visible()
    assert sent(live) == "orG2"
    judge.context.close()


def test_the_table_is_shown_laid_straight(browser: Browser, live: LiveServer) -> None:
    """Drawn from the frame: where a card lies there is its colour, where none lies the cloth's."""
    place = put_a_misread_crisis_on_the_table(live)
    judge = open_phone(browser, live.link(Role.JUDGE))
    open_the_evidence(judge, place)
    judge.locator('#sheet [data-key="evidence.straight"]').click()
    expect(judge.locator("#sheet canvas.straight")).to_be_visible()
    colours = judge.evaluate(STRAIGHT_COLOURS)
    green, red, cloth = colours
    assert green[1] > max(green[0], green[2]), colours
    assert red[0] > max(red[1], red[2]), colours
    assert cloth[1] > cloth[0], colours
    assert max(cloth) < 90, colours
    assert_fit_for_all(judge)
    judge.locator('#sheet [data-key="evidence.seen"]').click()
    expect(judge.locator("#sheet .sight")).to_be_visible()
    judge.context.close()


def test_a_past_verdict_is_looked_at_and_put_right_and_all_since_is_judged_again(
    browser: Browser, live: LiveServer
) -> None:
    """Three decisions later the first verdict still has its frame; one that was typed in has its sums."""
    place = put_a_misread_crisis_on_the_table(live)
    record = live.table.journal.record
    refilled = RefillConclave("Ana", (mage("orC5"), mage("blG4")))
    for command in (DrawCard("Ana", DrawDeck.LEFT), refilled, SendEmissary("Ben", mage("puC1"), Cell(2, 1))):
        live.table.story = record(live.table.current(), command, "host").story
    judge = open_phone(browser, live.link(Role.JUDGE))
    typed = live.table.current().moves[-1].place
    judge.locator(f'#table [data-key="evidence {typed}"]').click()
    expect(judge.locator("#sheet")).to_contain_text("No frame was kept")
    expect(judge.locator("#sheet .sums")).to_contain_text("Column")
    judge.locator('#sheet [data-key="close"]').click()
    open_the_evidence(judge, place)
    expect(judge.locator("#sheet .headline")).to_contain_text("Magic Crisis")
    put_right(judge, TRUE)
    expect(judge.locator("#sheet .was")).to_contain_text("Magic Crisis")
    expect(judge.locator("#sheet .headline")).to_have_text("3 Mages follow Ana")
    assert sent(live) == TRUE
    judge.context.close()


def test_two_judges_at_once_do_not_overrule_each_other_unseen(browser: Browser, live: LiveServer) -> None:
    """Both look at the same evidence; the second has not seen the first one's ruling when it taps."""
    place = put_a_misread_crisis_on_the_table(live)
    first, second = (open_phone(browser, live.link(Role.JUDGE)) for _ in range(2))
    for judge in (first, second):
        open_the_evidence(judge, place)
    put_right(first, TRUE)
    expect(first.locator("#sheet .was")).to_be_visible()
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
    expect(player.locator(".frozen")).to_contain_text("stands still until the judge")
    judge.locator('#sheet [data-key="dispute.overturned"]').click()  # from the sheet that shows the change
    expect(judge.locator("#sheet .sheet")).to_have_count(0)
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
