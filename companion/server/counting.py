"""The count of the zones: photos, answers and the tally as requests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.games.conclave.commands import LayOutTable
from companion.games.conclave.conclave import Conclave
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.game import start
from companion.games.conclave.game_setup import require_players
from companion.games.conclave.structure_of_a_round import Stage
from companion.journal.counting import (
    MOST_PHOTOS,
    CountBegun,
    CountLeft,
    CountStep,
    ZoneAnew,
    ZoneConfirmed,
    ZonePhoto,
    ZonePhotographed,
    ZoneSaid,
    ZonesTallied,
)
from companion.journal.sightings import Sighting, parse_sighting
from companion.journal.story import Story
from companion.server.live_table import LiveTable
from companion.server.photo_shelf import PhotoShelf
from companion.server.play import TableDeck
from companion.server.refusals import Refused, not_allowed
from companion.server.roles import Power
from companion.server.visitor import Visitor
from companion.table.end_of_game import EndOfGame
from companion.table.photographed import PhotographedZone, ZoneAsked
from companion.table.zone_check import ZoneCheck
from companion.table.zone_records import end_of_game, loose_cards

Settle = Callable[[ZoneCheck], ZoneCheck]


@dataclass(frozen=True, slots=True)
class Counting:
    """Turns requests into steps of the count."""

    table: LiveTable
    shelf: PhotoShelf
    deck: TableDeck
    _known: dict[str, Sighting] = field(default_factory=dict)  # by digest, which never change

    def end(self, story: Story) -> EndOfGame:
        """Every zone as far as it is known."""
        return end_of_game(story, self.sighting_of)

    def sighting_of(self, photo: ZonePhoto) -> Sighting:
        """What a photo was read as; its sighting is cited last."""
        digest = photo.evidence[-1]
        if digest not in self._known:
            self._known[digest] = parse_sighting(self.table.journal.evidence.read(digest))
        return self._known[digest]

    async def begin(self, visitor: Visitor, players: tuple[str, ...] | None) -> Story:
        """Count the zones of the current game, or those of players whose game nobody followed."""
        journal = self.table.journal
        if players is None:
            self._require_end(visitor)
            return await self.table.change(lambda story: journal.count(story, CountBegun(), visitor.author))
        visitor.require(Power.HOST)
        require_players(players)
        _, setup = start(LayOutTable(players, self.deck.cards, Conclave(), None))
        return await self.table.begin(
            lambda: journal.count(journal.start(setup, visitor.author), CountBegun(), visitor.author)
        )

    def _require_end(self, visitor: Visitor) -> None:
        """A player may begin once the last turn was played; whoever enters for all may do so any time."""
        if not visitor.may(Power.ENTER):
            visitor.require(Power.PLAY)
            if self.table.current().game.position.stage not in (Stage.SHOWING_HANDS, Stage.OVER):
                raise not_allowed("the last turn has not been played")

    async def photograph(self, visitor: Visitor, player: str, content: bytes) -> Story:
        """Read a photo of a zone and keep it."""
        visitor.require_decides_for(player)
        story = self._counted()
        read = await self.shelf.zone(self._asked(story, player, content))

        def work(now: Story) -> Story:
            _require_new(now, player, read)
            if self._photos(now, player) != self._photos(story, player):
                raise Refused(409, "stale", "another photo of this zone came in meanwhile")
            return self._step(now, ZonePhotographed(player, read.same), visitor, read.pieces)

        return await self.table.change(work)

    def _asked(self, story: Story, player: str, content: bytes) -> ZoneAsked:
        photos = self._photos(story, player)
        if len(photos) == MOST_PHOTOS:
            raise Refused(409, "too-many-photos", f"a zone has at most {MOST_PHOTOS} photos")
        copies = {str(mage): count for mage, count in story.setup.deck.copies.items()}
        return ZoneAsked(content, tuple(loose_cards(self.sighting_of(photo)) for photo in photos), copies)

    async def confirm(self, visitor: Visitor, player: str) -> Story:
        """Take the zone as the game was followed."""
        visitor.require_decides_for(player)

        def work(story: Story) -> Story:
            if self._check(story, player).known.tracked is None:
                raise Refused(409, "not-followed", "nobody followed this game to its end")
            return self._step(story, ZoneConfirmed(player), visitor)

        return await self.table.change(work)

    async def say(self, visitor: Visitor, player: str, key: str, choice: str) -> Story:
        """Settle a question, or say of any card that shows what it is."""
        visitor.require_decides_for(player)
        return await self._said(visitor, player, lambda check: check.answer(key, choice))

    async def add(self, visitor: Visitor, player: str, card: str) -> Story:
        """Name a card that no photo shows."""
        visitor.require_decides_for(player)
        return await self._said(visitor, player, lambda check: check.add(card))

    async def _said(self, visitor: Visitor, player: str, settle: Settle) -> Story:
        def work(story: Story) -> Story:
            check = self._check(story, player)
            try:
                told = settle(check).answers
            except ValueError as problem:
                raise Refused(409, "stale", str(problem)) from problem
            said = tuple((key, told[key]) for key in told if check.answers.get(key) != told[key])
            return self._step(story, ZoneSaid(player, said), visitor) if said else story

        return await self.table.change(work)

    async def anew(self, visitor: Visitor, player: str) -> Story:
        """Put away what was shown and said of a zone."""
        visitor.require_decides_for(player)

        def work(story: Story) -> Story:
            self._check(story, player)
            return self._step(story, ZoneAnew(player), visitor)

        return await self.table.change(work)

    async def leave(self, visitor: Visitor) -> Story:
        """Give the count up and play on."""
        visitor.require(Power.ENTER)
        return await self.table.change(lambda story: self._step(story, CountLeft(), visitor))

    async def tally(self, visitor: Visitor, seen: int | None) -> Story:
        """Count what lies there, once nothing is open."""
        if not visitor.may(Power.ENTER):
            visitor.require(Power.PLAY)

        def work(story: Story) -> Story:
            end = self.end(story)
            try:
                end.tally()
            except NotKnownYet as problem:
                raise Refused(409, "not-counted", str(problem)) from problem
            zones = tuple(check.zone for _, check in end.checks)
            return self._step(story, ZonesTallied(zones), visitor)

        return await self.table.change(work, seen)

    def _step(self, story: Story, step: CountStep, visitor: Visitor, pieces: tuple[bytes, ...] = ()) -> Story:
        if story.count is None:
            raise Refused(409, "no-count", "the zones are not being counted")
        return self.table.journal.count(story, step, visitor.author, pieces)

    def _check(self, story: Story, player: str) -> ZoneCheck:
        if player not in story.names:
            raise Refused(404, "no-such-player", f"{player} does not play")
        return self.end(story).check(player)

    def _counted(self) -> Story:
        story = self.table.current()
        if story.count is None:
            raise Refused(409, "no-count", "the zones are not being counted")
        return story

    def _photos(self, story: Story, player: str) -> tuple[ZonePhoto, ...]:
        if story.count is None or player not in story.count.zones:
            raise Refused(404, "no-such-player", f"{player} does not play")
        return story.count.zones[player].photos


def _require_new(story: Story, player: str, read: PhotographedZone) -> None:
    """Refuse a photo that is here already, whoever it was shown for."""
    frame = parse_sighting(read.pieces[-1]).frame
    for name, record in (story.count.zones if story.count is not None else {}).items():
        if any(frame in photo.evidence for photo in record.photos):
            if name == player:
                raise Refused(409, "same-photo", "this photo is here already")
            raise Refused(409, "photo-of-another", f"this photo is in the zone of {name} already")
