"""An exported game on its way: saved on a phone, checked elsewhere, opened there, refused if altered."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.cli.main import main
from companion.journal.archive import pack, unpack
from companion.server.roles import Role
from tests.companion.journal.test_bundle import with_manifest, zipped
from tests.companion.server.live import LiveServer
from tests.mobile_web.browser import assert_fit_for_all, choose, open_phone
from tests.mobile_web.test_camera_pages import put_a_seen_game_on_the_table

REASON = "Its corner was worn"


def exported(browser: Browser, live: LiveServer, folder: Path) -> Path:
    """A judge's correction and word, then the file as the history page gives it."""
    put_a_seen_game_on_the_table(live)
    judge = open_phone(browser, live.link(Role.JUDGE))
    judge.locator('[data-key="dispute"]').click()
    judge.locator('#sheet button[type="submit"]').click()
    judge.locator('[data-key="look dispute"]').click()
    judge.locator('#sheet [data-key="crop 2,2"]').click()
    choose(judge, "orG2")
    judge.locator("#sheet input[name=reason]").fill(REASON)
    judge.locator('#sheet [data-key="dispute.overturned"]').click()
    expect(judge.locator("#sheet .sheet")).to_have_count(0)
    judge.goto(live.link(Role.JUDGE).replace("/judge#", "/history#"))
    with judge.expect_download() as saved:
        judge.get_by_role("button", name="Export", exact=True).click()
    bundle = folder / saved.value.suggested_filename
    saved.value.save_as(bundle)
    judge.context.close()
    return bundle


def take_in(page: Page, bundle: Path) -> None:
    page.get_by_label("Take in an exported game").set_input_files(bundle)


def test_a_judged_game_is_exported_verified_and_opened_without_the_companion(
    browser: Browser, live: LiveServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = exported(browser, live, tmp_path)
    assert main(["verify", str(bundle)]) == 0
    assert "Everything holds." in capsys.readouterr().out
    zipfile.ZipFile(bundle).extractall(tmp_path / "elsewhere")
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((tmp_path / "elsewhere" / "index.html").as_uri())
    changes = page.locator(".change").first
    expect(changes).to_contain_text("The judge overturns the verdict")
    expect(changes).to_contain_text(REASON)
    page.get_by_text("Show the evidence").first.click()
    expect(page.locator(".crops").first.locator(".crop")).to_have_count(16)
    page.get_by_role("link", name="The frame").first.click()  # at full size, from the folder beside the page
    assert page.url.endswith(".jpg")
    context.close()


def test_one_changed_byte_is_named_by_verify_and_refused_by_the_page(
    browser: Browser, live: LiveServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = exported(browser, live, tmp_path)
    content = bytearray(bundle.read_bytes())
    content[content.index(REASON.encode())] ^= 1
    bundle.write_bytes(bytes(content))
    assert main(["verify", str(bundle)]) == 1
    assert "does not hold" in capsys.readouterr().err
    page = open_phone(browser, f"{live.address}/history")
    take_in(page, bundle)
    expect(page.locator("#sheet")).to_contain_text("has been changed since it was exported")
    page.context.close()


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-US", ("Update this one, then take it in again", "Nothing of it was opened")),
        ("es-ES", ("Actualiza este", "No se ha abierto nada")),
    ],
)
def test_a_newer_bundle_and_one_that_leads_outside_its_folder_are_named_with_the_way_forward(
    browser: Browser, live: LiveServer, tmp_path: Path, locale: str, said: tuple[str, str]
) -> None:
    """Nothing is taken in, nothing is written, and the games that are here stay."""
    bundle = exported(browser, live, tmp_path)
    packed = bundle.read_bytes()
    wrong = {
        said[0]: pack(with_manifest(packed, version=9)),
        said[1]: zipped({**unpack(packed), "../evil": b"evil"}),
    }
    page = open_phone(browser, f"{live.address}/history", locale)
    for words, content in wrong.items():
        bundle.write_bytes(content)
        assert main(["verify", str(bundle)]) == 2
        page.locator('[data-key="import"] input').set_input_files(bundle)
        expect(page.locator("#sheet")).to_contain_text(words)
        assert_fit_for_all(page)
        page.locator('#sheet [data-key="close"]').click()
    expect(page.locator(".games li")).to_have_count(1)
    assert not list(tmp_path.parent.glob("evil"))
    page.context.close()
