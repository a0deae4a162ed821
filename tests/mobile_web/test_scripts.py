"""Scripts find what they import: a browser would say otherwise only once somebody opens the page."""

from __future__ import annotations

import re

import pytest

from tests.mobile_web.test_words import SCRIPTS

IMPORTED = re.compile(r'import \{([^}]*)\} from "\./([\w-]+\.js)"')
EXPORTED = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", flags=re.MULTILINE)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_import_is_exported_and_used(name: str) -> None:
    text = SCRIPTS[name]
    code = re.sub(r'"[^"\n]*"|(?<!:)//.*', "", text)
    for names, source in IMPORTED.findall(text):
        for wanted in (one.strip() for one in names.split(",")):
            assert wanted in EXPORTED.findall(SCRIPTS[source]), f"{wanted} from {source}"
            assert len(re.findall(rf"\b{wanted}\b", code)) > 1, f"{wanted} is not used"
