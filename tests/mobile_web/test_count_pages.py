"""The end of the game in a real browser: zones photographed or confirmed, questions in taps, the tally."""

from __future__ import annotations

from pathlib import Path

import cv2
from playwright.sync_api import Browser, Locator, Page, expect

from companion.server.roles import Role
from tests.companion.journal.tables import followed_to_the_hands
from tests.companion.server.live import LiveServer, live_server
from tests.companion.witness.photographed import laid_out
from tests.companion.witness.watched_game import HOUSE
from tests.mobile_web.browser import assert_fit_for_all, choose, open_phone

LONG_MS = 180_000
APPEARS_MS = 2500  # the piles come one after the other
# Ana's zone on two photos that overlap; Ben's photo shows a card of Ana's as well.
ANA_FIRST, ANA_SECOND, BEN = "puG5 puG4 reC1 grW2", "reC1 grW2 blC4", "puG2 blW2 blG4 orC1 puG5"


def photo(folder: Path, name: str, cards: str) -> Path:
    path = folder / f"{name}.jpg"
    cv2.imwrite(str(path), laid_out(cards, seed=len(cards)))
    return path


def take(page: Page, player: str, path: Path) -> None:
    page.locator(f'[data-key="choose {player}"] input').set_input_files(path)


def zone(page: Page, player: str) -> Locator:
    return page.locator(f'[data-key="zone {player}"]')


def say(page: Page, player: str, key: str, choice: str) -> None:
    page.locator(f'[data-key="say {player} {key} {choice}"]').click()


def begin(page: Page) -> None:
    page.locator('summary:has-text("Only count zones")').click()
    form = page.locator('details[data-key="only count"]')
    for number, name in enumerate(("Ana", "Ben"), 1):
        form.locator(f"input[name=player{number}]").fill(name)
    form.locator("button").click()


def test_names_photos_and_a_few_taps_give_the_tally(browser: Browser, tmp_path: Path) -> None:
    """Overlaps count once, the same photo is refused, a neighbour's card left out, a misread put right."""
    with live_server(tmp_path, HOUSE) as live:
        page = open_phone(browser, f"{live.address}/host")
        begin(page)
        expect(zone(page, "Ben")).to_contain_text("not shown yet")
        assert_fit_for_all(page)
        first = photo(tmp_path, "first", ANA_FIRST)
        take(page, "Ana", first)
        expect(zone(page, "Ana")).to_contain_text("4 cards were found", timeout=LONG_MS)
        take(page, "Ana", first)
        expect(page.locator("#sheet")).to_contain_text("added already", timeout=LONG_MS)
        page.locator('#sheet [data-key="close"]').click()
        take(page, "Ana", photo(tmp_path, "second", ANA_SECOND))
        expect(zone(page, "Ana")).to_contain_text("5 cards were found", timeout=LONG_MS)
        take(page, "Ben", photo(tmp_path, "ben", BEN))
        expect(zone(page, "Ben")).to_contain_text("another player", timeout=LONG_MS)
        assert_fit_for_all(page)
        say(page, "Ben", "visitors", "not-in-zone")
        expect(zone(page, "Ben")).to_contain_text("4 cards were found")
        put_right(page)
        say(page, "Ana", "count", "5")
        say(page, "Ben", "count", "4")
        page.locator('[data-key="tally"]').click()
        look_at_the_tally(browser, live, page)


def put_right(page: Page) -> None:
    """One of Ana's cards was really another one."""
    page.locator('[data-key="counted Ana"] summary').click()
    page.locator('[data-key="card Ana 0.0"]').click()
    expect(page.locator("#sheet .crop")).to_be_visible()
    assert_fit_for_all(page)
    choose(page, "orW1")
    expect(page.locator("#sheet .sheet")).to_have_count(0)


def look_at_the_tally(browser: Browser, live: LiveServer, page: Page) -> None:
    expect(page.locator(".tally-table")).to_be_visible()
    page.wait_for_timeout(APPEARS_MS)
    assert_fit_for_all(page)
    zones = {
        player.name: sorted(map(str, player.zone.followers))
        for player in live.table.current().game.position.players
    }
    read_first = sorted([*ANA_FIRST.split(), "blC4"])
    assert zones["Ben"] == sorted(["puG2", "blW2", "blG4", "orC1"])
    changed = (set(read_first) - set(zones["Ana"])), (set(zones["Ana"]) - set(read_first))
    assert (len(changed[0]), changed[1]) == (1, {"orW1"})
    viewer = open_phone(browser, live.link(Role.VIEWER), "es-ES", "light")
    expect(viewer.get_by_role("heading", name="Recuento final")).to_be_visible()
    viewer.wait_for_timeout(APPEARS_MS)
    assert_fit_for_all(viewer)
    for phone in (page, viewer):
        phone.context.close()


def test_a_followed_zone_is_confirmed_and_the_hand_named_in_taps(browser: Browser, tmp_path: Path) -> None:
    """No photo at all: both players say that their zone is as it was followed, and name their last cards."""
    with live_server(tmp_path) as live:
        live.table.story, hands = followed_to_the_hands(live.table.journal, 3)
        true = {name: sorted(map(str, hand)) for name, hand in hands.items()}
        host = open_phone(browser, live.link(Role.HOST))
        host.locator('[data-key="count"]').click()
        for name, cards in true.items():
            phone = open_phone(browser, live.link(Role.PLAYER), "es-ES", "light")
            phone.locator(f'[data-key="seat {name}"]').click()
            phone.locator(f'[data-key="confirm {name}"]').click()
            for number, card in enumerate(cards):
                phone.locator(f'[data-key="name {name} hand-{number}"]').click()
                choose(phone, card)
                expect(phone.locator(f'[data-key="name {name} hand-{number}"]')).to_have_count(0)
            assert_fit_for_all(phone)
            phone.context.close()
        followed = {
            p.name: sorted([*map(str, p.zone.followers), *true[p.name]])
            for p in live.table.current().played.position.players
        }
        host.locator('[data-key="tally"]').click()
        expect(host.locator(".tally-table")).to_be_visible()
        counted = live.table.current().game.position.players
        assert {player.name: sorted(map(str, player.zone.followers)) for player in counted} == followed
        host.context.close()


def test_a_photo_without_cards_says_what_to_do(browser: Browser, tmp_path: Path) -> None:
    with live_server(tmp_path, HOUSE) as live:
        page = open_phone(browser, f"{live.address}/host")
        begin(page)
        (tmp_path / "no.jpg").write_bytes(b"this is no photo")
        take(page, "Ana", tmp_path / "no.jpg")
        expect(page.locator("#sheet")).to_contain_text("no photo that can be read", timeout=LONG_MS)
        page.locator('#sheet [data-key="close"]').click()
        cv2.imwrite(str(tmp_path / "cloth.jpg"), laid_out("puG5")[:200, :90])
        take(page, "Ana", tmp_path / "cloth.jpg")
        expect(page.locator("#sheet")).to_contain_text("No card of this deck", timeout=LONG_MS)
        assert live.table.current().entries == 2  # nothing but the count that was begun
        page.context.close()


def show_ana(page: Page, folder: Path) -> Path:
    """Ana's five cards on one photo."""
    whole = photo(folder, "ana", "puG5 puG4 reC1 grW2 blC4")
    take(page, "Ana", whole)
    expect(zone(page, "Ana")).to_contain_text("5 cards were found", timeout=LONG_MS)
    return whole


def test_a_photo_of_the_wrong_zone_is_named_and_begun_again(browser: Browser, tmp_path: Path) -> None:
    """The very file, and another photo of the same cards; Ana's zone stays as it was."""
    with live_server(tmp_path, HOUSE) as live:
        page = open_phone(browser, f"{live.address}/host")
        begin(page)
        anas = show_ana(page, tmp_path)
        take(page, "Ben", anas)
        expect(page.locator("#sheet")).to_contain_text("in another player's zone already", timeout=LONG_MS)
        page.locator('#sheet [data-key="close"]').click()
        take(page, "Ben", photo(tmp_path, "wrong", "blC4 grW2 reC1 puG5 puG4"))
        expect(zone(page, "Ben")).to_contain_text("seems to show another player's zone", timeout=LONG_MS)
        expect(zone(page, "Ben").locator(".strip .crop")).to_have_count(5)
        assert_fit_for_all(page)
        zone(page, "Ben").locator(".question").locator('[data-key="anew Ben"]').click()
        expect(zone(page, "Ben")).to_contain_text("not shown yet")
        expect(zone(page, "Ana")).to_contain_text("5 cards were found. Are these all?")
        page.context.close()


def test_two_zones_in_one_picture_are_told_apart_in_one_tap(browser: Browser, tmp_path: Path) -> None:
    with live_server(tmp_path, HOUSE) as live:
        page = open_phone(browser, f"{live.address}/host", "es-ES", "light")
        page.locator('details[data-key="only count"] summary').click()
        form = page.locator('details[data-key="only count"]')
        for number, name in enumerate(("Ana", "Ben"), 1):
            form.locator(f"input[name=player{number}]").fill(name)
        form.locator("button").click()
        take(page, "Ana", photo(tmp_path, "ana", "puG5 puG4 reC1 grW2 blC4"))
        expect(zone(page, "Ana")).to_contain_text("Se han encontrado 5", timeout=LONG_MS)
        take(page, "Ben", photo(tmp_path, "both", "puG2 blW2 blG4 orC1 puG5 puG4 reC1 grW2"))
        expect(zone(page, "Ben").locator(".strip .crop")).to_have_count(4, timeout=LONG_MS)
        expect(zone(page, "Ben").locator(".question")).to_have_count(1)
        say(page, "Ben", "visitors", "not-in-zone")
        for name, count in (("Ana", "5"), ("Ben", "4")):
            say(page, name, "count", count)
        page.locator('[data-key="tally"]').click()
        expect(page.locator(".tally-table")).to_be_visible()
        counted = live.table.current().game.position.players
        assert {player.name: sorted(map(str, player.zone.followers)) for player in counted} == {
            "Ana": ["blC4", "grW2", "puG4", "puG5", "reC1"],
            "Ben": ["blG4", "blW2", "orC1", "puG2"],
        }
        page.context.close()


def test_the_labels_on_a_photo_stand_on_their_own_cards(browser: Browser, tmp_path: Path) -> None:
    with live_server(tmp_path, HOUSE) as live:
        page = open_phone(browser, f"{live.address}/host")
        begin(page)
        show_ana(page, tmp_path)
        apart = page.evaluate(
            """() => {
                const middle = (one) => {
                    const box = one.getBoundingClientRect()
                    return [box.x + box.width / 2, box.y + box.height / 2]
                }
                const cards = [...document.querySelectorAll('.count-zone .outline')].map(middle)
                const labels = [...document.querySelectorAll('.count-zone .seen')].map(middle)
                return labels.map(([x, y], place) => Math.hypot(x - cards[place][0], y - cards[place][1]))
            }"""
        )
        assert len(apart) == 5
        assert max(apart) < 6, apart
        page.context.close()


def test_what_is_being_read_is_shown_meanwhile(browser: Browser, tmp_path: Path) -> None:
    """The photo that was taken and a moving bar, not a blank page."""
    with live_server(tmp_path, HOUSE) as live:
        page = open_phone(browser, f"{live.address}/host")
        begin(page)
        take(page, "Ana", photo(tmp_path, "ana", "puG5 puG4 reC1 grW2 blC4"))
        expect(zone(page, "Ana").locator(".reading progress")).to_be_visible()
        expect(zone(page, "Ana").locator(".reading img")).to_be_visible()
        expect(zone(page, "Ana")).to_contain_text("5 cards were found", timeout=LONG_MS)
        expect(zone(page, "Ana").locator(".reading")).to_have_count(0)
        page.context.close()
