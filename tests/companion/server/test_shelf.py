"""Pages are put together from one frame, and what they need comes packed and is kept by phones."""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException

from companion.server.pages import PAGES, Page, put_together, scripts_of
from companion.server.shelf import Shelf
from tests.companion.server.served import ROOT, SITE, Served


def test_every_page_names_each_file_it_needs_and_nothing_else(server: Served) -> None:
    for path in PAGES:
        page = server.host.client.get(path)
        assert page.status_code == 200
        assert "$" not in page.text
        needed = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
        assert any(name.endswith("/css/theme.css") for name in needed)
        for name in needed:
            assert server.host.client.get(name).status_code == 200, name


def test_scripts_are_named_with_all_that_they_import() -> None:
    shelf = Shelf(SITE.pages)
    for page in PAGES.values():
        found = scripts_of(shelf, f"{page.name}.js")
        assert len(found) == len(set(found))
        imported = {
            one
            for script in found
            for one in re.findall(r'from "\./(\w+\.js)"', shelf.text(f"static/js/{script}"))
        }
        assert imported == set(found[1:])


def test_what_a_phone_has_already_is_not_sent_again(server: Served) -> None:
    page = server.host.client.get("/play")
    (script,) = re.findall(r'src="(/static/[^"]+/js/play\.js)"', page.text)
    first = server.host.client.get(script, headers={"Accept-Encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert first.text == (ROOT / "mobile_web" / "static" / "js" / "play.js").read_text(encoding="utf-8")
    assert "immutable" in first.headers["cache-control"]
    plain = server.host.client.get(script, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content
    again = {"If-None-Match": first.headers["etag"]}
    assert server.host.client.get(script, headers=again).status_code == 304


def test_a_file_of_another_version_is_not_kept_for_good(server: Served) -> None:
    server.host.client.get("/play")
    found = server.host.client.get("/static/0123456789ab/js/play.js")
    assert found.status_code == 200
    assert found.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "name", ["static/js/none.js", "../pyproject.toml", "static/../frame.html", "/etc/passwd", "static", ""]
)
def test_nothing_is_found_outside_of_the_shelf(name: str) -> None:
    with pytest.raises(HTTPException):
        Shelf(SITE.pages)[name]


def test_a_path_that_leads_elsewhere_is_not_found(server: Served) -> None:
    assert server.host.client.get("/static/v/%2e%2e/frame.html").status_code == 404


def test_an_edited_file_is_read_again_under_a_new_version(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "static" / "js").mkdir(parents=True)
    (tmp_path / "frame.html").write_text('<body class="$page">$content $needs</body>', encoding="utf-8")
    (tmp_path / "pages" / "one.html").write_text("<h1></h1>", encoding="utf-8")
    script = tmp_path / "static" / "js" / "one.js"
    script.write_text("let a = 1;\n", encoding="utf-8")
    shelf = Shelf(tmp_path)
    before = put_together(shelf, Page("one"))
    assert put_together(shelf, Page("one")) == before
    script.write_text("let a = 2;\n", encoding="utf-8")
    os.utime(script, ns=(1, 1))
    assert put_together(shelf, Page("one")) != before
    assert gzip.decompress(shelf["static/js/one.js"].packed) == b"let a = 2;\n"


def test_people_at_an_address_where_nothing_is_get_a_page_and_programs_get_json(server: Served) -> None:
    client = server.host.client
    page = client.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'href="/"' in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    for path, accept in (("/nowhere", "*/*"), ("/api/nowhere", "text/html")):
        answer = client.get(path, headers={"accept": accept})
        assert (answer.status_code, answer.json()["error"]) == (404, "not-found")
