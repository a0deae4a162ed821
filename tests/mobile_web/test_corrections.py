"""What a judge puts right without a frame, and the tally that stands still meanwhile."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from companion.server.roles import Role
from tests.companion.server.live import LiveServer
from tests.mobile_web.browser import assert_fit_for_all, open_phone, pick
from tests.mobile_web.games import TURNS, put_a_game_on_the_table


def test_a_refusal_is_explained_by_its_rule(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS[:1])
    host, judge = open_phone(browser, live.link(Role.HOST)), open_phone(browser, live.link(Role.JUDGE))
    judge.get_by_role("button", name="Correct", exact=True).click()
    judge.get_by_role("button", name="Another cell").click()
    judge.locator("#sheet").locator('[data-key="cell 0,0"]').click()
    expect(judge.locator("#sheet")).to_contain_text("An Emissary goes to an empty cell.")
    assert_fit_for_all(judge)
    for page in (host, judge):
        page.context.close()


def test_a_dispute_freezes_the_tally_until_the_judge_has_corrected_and_spoken(
    browser: Browser, live: LiveServer
) -> None:
    put_a_game_on_the_table(live, *TURNS)
    ana, judge = open_phone(browser, live.link(Role.PLAYER)), open_phone(browser, live.link(Role.JUDGE))
    ana.get_by_role("button", name="Ana").click()
    ana.get_by_role("button", name="Ask the judge").click()
    ana.get_by_label("What is in doubt?").fill("Was that a Gazelle?")
    ana.get_by_role("button", name="Ask", exact=True).click()
    expect(judge.locator(".dispute")).to_contain_text("Was that a Gazelle?")
    judge.get_by_role("button", name="Correct", exact=True).first.click()
    judge.get_by_role("button", name="Another card").click()
    pick(judge, "puC1")
    judge.locator('[data-key="confirm"]').click()
    expect(judge.locator(".headline")).to_have_text("Nobody follows Ben")
    expect(ana.locator(".frozen")).to_be_visible()
    expect(ana.locator(".zone").nth(1)).to_contain_text("2 followers")  # what everybody had seen
    assert_fit_for_all(ana)
    judge.get_by_label("Why").fill("A Crow")
    judge.get_by_role("button", name="It was corrected").click()
    expect(ana.locator(".dispute")).to_have_count(0)
    expect(ana.locator(".zone").nth(1)).to_contain_text("0 followers")
    for page in (ana, judge):
        page.context.close()


def test_a_judge_corrects_a_card_of_the_first_conclave(browser: Browser, live: LiveServer) -> None:
    put_a_game_on_the_table(live, *TURNS)
    judge = open_phone(browser, live.link(Role.JUDGE))
    expect(judge.locator(".headline")).to_have_text("2 Mages follow Ben")
    judge.get_by_role("button", name="Correct the first Conclave").click()
    judge.locator("#sheet").locator('[data-key="cell 1,0"]').click()  # the green Gazelle that followed
    pick(judge, "beC4")
    judge.locator('[data-key="confirm"]').click()
    expect(judge.locator(".headline")).to_have_text("1 Mage follows Ben")
    judge.context.close()
