"""Cards on a bundle's page: each by its sign, letter and name, never by colour or code alone."""

from __future__ import annotations

from html import escape

from companion.art.magic_signs import LETTERS, sign_symbols
from companion.games.conclave.components import COLOUR_CODES, Card, FaceDownMage, Mage, Magic
from companion.games.conclave.conclave import ROWS, Cell, Conclave
from companion.games.conclave.notation import CARDS_BY_CODE
from companion.games.conclave.words.catalogue import say_mage
from companion.journal.bundle_words import LANGUAGES, word


def signs() -> str:
    """The drawings to which every sign refers; they stand on the page once."""
    return f"<svg class='art' aria-hidden='true'>{''.join(sign_symbols().values())}</svg>"


def sign(magic: Magic) -> str:
    """A Magic's sign and letter; its name stands beside them."""
    code = COLOUR_CODES[magic]
    return (
        f"<svg class='sign' aria-hidden='true'><use href='#art-magic-{code}'/></svg>"
        f"<span class='letter' aria-hidden='true'>{LETTERS[code]}</span>"
    )


def short_name(code: str) -> str:
    """A card in few words, its Magic in a line of its own."""
    card = CARDS_BY_CODE.get(code)
    if isinstance(card, Mage):
        kind = word(f"brotherhood.{card.brotherhood.value}")
        return f"{kind}&nbsp;{card.influence} <span class='magic'>{_magic(card.magic)}</span>"
    if isinstance(card, FaceDownMage) and card.magic is not None:
        return f"{word('state.back')} <span class='magic'>{_magic(card.magic)}</span>"
    return word("state.back") if card is not None else escape(code)


def full_name(code: str) -> dict[str, str]:
    """A card as players say it, by language; what is no Mage stays as it is written."""
    card = CARDS_BY_CODE.get(code)
    return {one: say_mage(one, card) if isinstance(card, Mage) else code for one in LANGUAGES}


def board(conclave: Conclave, sent: Cell | None) -> str:
    """A Conclave; the Emissary that has just been sent is marked."""
    rows = "".join(
        f"<tr>{''.join(_cell(conclave[cell], is_sent=cell == sent) for cell in row)}</tr>" for row in ROWS
    )
    return f"<table class='board'><caption class='soft small'>{word('after')}</caption>{rows}</table>"


def _cell(card: Card | None, *, is_sent: bool) -> str:
    if card is None:
        return "<td class='gap'></td>"
    mark = " sent" if is_sent else ""
    code = str(card)
    if card.magic is None:
        return f"<td class='back{mark}'>{short_name(code)}</td>"
    return f"<td class='card {code[:2]}{mark}'><span>{sign(card.magic)}</span>{short_name(code)}</td>"


def _magic(magic: Magic) -> str:
    return word(f"magic.{magic.value}")
