"""The bodies of requests, checked before anything else looks at them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from companion.games.conclave.components import Magic
from companion.games.conclave.conclave import Cell, Corner
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.rulings import Edition
from companion.server.roles import Role

Name = Annotated[str, Field(min_length=1, max_length=40)]
Reason = Annotated[str, Field(max_length=500)]
CardCode = Annotated[str, Field(pattern=r"^(be|bl|pu|or|re|gr)[CGW][1-5]$", examples=["puG5"])]
TaughtCode = Annotated[
    str, Field(pattern=r"^(be|bl|pu|or|re|gr)([CGW][1-5]|B\?)$", examples=["puG5", "puB?"])
]
Index = Annotated[int, Field(ge=0, le=3)]
Cards = Annotated[tuple[CardCode, ...], Field(max_length=16)]
CellPair = Annotated[tuple[Index, Index], Field(description="row and column, counted from 0")]
Seen = Annotated[int | None, Field(ge=0, description="the number of entries that the page had seen")]
Place = Annotated[int, Field(ge=0, le=100_000)]


class Body(BaseModel):
    """A request body; what it does not know it refuses."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Join(Body):
    """The code of a link."""

    code: Annotated[str, Field(min_length=8, max_length=64)]
    previous: Annotated[
        str | None, Field(max_length=64, description="the session that this one replaces")
    ] = None


class Sit(Body):
    """The player for whom this phone decides; nobody if null."""

    player: Name | None


class RenewCode(Body):
    """The role whose code is renewed; all who came in by it are dropped."""

    role: Role


class NewGame(Body):
    """A table to be laid."""

    players: Annotated[tuple[Name, ...], Field(min_length=2, max_length=4)]
    edition: Edition = Edition.CONCLAVE
    cards_removed: Annotated[int, Field(ge=0, le=18)] | None = None
    starting_corner: Annotated[
        Corner | None, Field(description="null: the top left one, or whichever the camera sees")
    ] = Corner.TOP_LEFT
    first_player: Name | None = None


class Change(Body):
    """A change of the current game; refused if the page had not seen the latest."""

    seen: Seen = None


class LayCard(Change):
    """A card of the first Conclave; null takes it up again."""

    cell: CellPair
    card: CardCode | None
    reason: Reason = ""


class Give(Change):
    """Phase 1."""

    player: Name
    magic: Magic
    receiver: Name


class SendMage(Change):
    """Phase 2."""

    player: Name
    card: CardCode
    cell: CellPair


class Pass(Change):
    """Phase 2 in a full Conclave."""

    player: Name


class Draw(Change):
    """Phase 4."""

    player: Name
    deck: DrawDeck


class Refill(Change):
    """Phase 5: the cards in the order of the cells."""

    player: Name
    cards: Cards


class Show(Change):
    """The cards left in a hand, after the last turn."""

    player: Name
    cards: Cards


class Undo(Change):
    """The decision to withdraw, by the entry that recorded it."""

    place: Place
    reason: Reason = ""


class Correct(Change):
    """What should stand in a past entry instead; what is left out stays as it was."""

    place: Place
    reason: Reason = ""
    card: CardCode | None = None
    cell: CellPair | None = None
    deck: DrawDeck | None = None
    cards: Cards | None = None
    magic: Magic | None = None
    receiver: Name | None = None


class OpenDispute(Change):
    """A question to the judge."""

    reason: Reason = ""


class SettleDispute(Change):
    """The judge's word."""

    upheld: bool
    reason: Reason = ""


class ToldCell(Body):
    """What really lies in a cell; null for nothing."""

    cell: CellPair
    card: CardCode | None


class ChooseCourse(Body):
    """One of the courses of play that would explain the table, counted from 0."""

    number: Annotated[int, Field(ge=0, le=99)]


class SetCell(Change):
    """What really lies in a cell, now or when an entry was decided; null for nothing."""

    cell: CellPair
    card: CardCode | None
    place: Place | None = None
    reason: Reason = ""


class CheckPhoto(Body):
    """A photo that was taken in, where its Emissary stands, and what people said about unsure cells."""

    photo: Annotated[str, Field(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
    emissary: CellPair
    told: Annotated[tuple[ToldCell, ...], Field(max_length=16)] = ()
    edition: Edition = Edition.CONCLAVE


class BeginCount(Body):
    """Whose zones are counted: those of the current game, or of players of whom no game is known."""

    players: Annotated[tuple[Name, ...], Field(min_length=2, max_length=4)] | None = None


class OfZone(Body):
    """One player's zone."""

    player: Name


class SayOfZone(OfZone):
    """What a person says of a zone: an answer to a question, by its key, or of any card that shows."""

    key: Annotated[str, Field(pattern=r"^[a-zA-Z0-9.-]{1,40}$", examples=["card-0.3"])]
    choice: Annotated[str, Field(pattern=r"^[a-zA-Z0-9-]{1,20}$", examples=["puG5"])]


class AddToZone(OfZone):
    """A card that no photo shows."""

    card: CardCode


class LearnCards(Body):
    """Cards of a checked photo that people named, to be added to the deck on the table."""

    photo: Annotated[str, Field(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
    told: Annotated[tuple[ToldCell, ...], Field(min_length=1, max_length=16)]


class BeginLesson(Body):
    """Which cards the deck holds and how many of each; null if nobody knows."""

    copies: Annotated[dict[CardCode, Annotated[int, Field(ge=1, le=9)]] | None, Field(max_length=90)] = None


class NamedCard(Body):
    """What lies at a place of a teaching photo: a card, a back, or null for what is not to be learned."""

    place: Annotated[str, Field(max_length=40, examples=["row 0, column 1"])]
    card: TaughtCode | None


class NameCards(Body):
    """What lies where in a teaching photo."""

    cards: Annotated[tuple[NamedCard, ...], Field(min_length=1, max_length=150)]


def as_cell(pair: tuple[int, int]) -> Cell:
    """The cell that a pair names."""
    return Cell(*pair)
