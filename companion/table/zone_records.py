"""From what the journal keeps of a count to the check of every zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from companion.games.conclave.components import Mage
from companion.games.conclave.structure_of_a_round import Player, Stage
from companion.journal.counting import Sightings, ZonePhoto, ZoneRecord
from companion.journal.sightings import SeenCell, Sighting
from companion.journal.story import Story
from companion.table.end_of_game import EndOfGame, ShownZone
from companion.table.zone_photos import zone_cards
from vision.loose_cards import LooseCard
from vision.readings import CellState, Guess

SightingOf = Callable[[ZonePhoto], Sighting]


def end_of_game(story: Story, sighting_of: SightingOf) -> EndOfGame:
    """Every zone as it was shown and said so far, beside what the game saw of it if it was followed."""
    position = story.played.position
    followed = position.stage in (Stage.SHOWING_HANDS, Stage.OVER)
    zones = [_shown(player, story, sighting_of, followed=followed) for player in position.players]
    return EndOfGame(tuple(zones), {str(mage): copies for mage, copies in story.setup.deck.copies.items()})


def loose_cards(sighting: Sighting) -> tuple[LooseCard, ...]:
    """The cards of a photo as they were read."""
    return tuple(_loose(cell) for cell in sighting.cells)


def _shown(player: Player, story: Story, sighting_of: SightingOf, *, followed: bool) -> ShownZone:
    record = story.count.zones[player.name] if story.count is not None else ZoneRecord()
    photos = [loose_cards(sighting_of(photo)) for photo in record.photos]
    cards = zone_cards(photos, _each_card(photos, record.same))
    if not followed:
        return ShownZone(player.name, cards, answers=record.answers)
    known = [card for card in (*player.zone.followers, *player.hand) if isinstance(card, Mage)]
    unseen = len(player.zone.followers) + len(player.hand) - len(known)
    tracked = Counter(str(card) for card in known)
    return ShownZone(player.name, cards, tracked, unseen, record.answers, record.confirmed)


def _each_card(photos: Sequence[Sequence[LooseCard]], same: Sequence[Sightings]) -> list[Sightings]:
    """All sightings, gathered by card."""
    gathered = {sighting for seen in same for sighting in seen}
    every = [(photo, card) for photo, cards in enumerate(photos) for card in range(len(cards))]
    return [*same, *((one,) for one in every if one not in gathered)]


def _loose(cell: SeenCell) -> LooseCard:
    first, second, third, fourth = ((float(x), float(y)) for x, y in cell.corners)
    return LooseCard(
        state=CellState(cell.state),
        candidates=tuple(Guess(code, odds) for code, odds in cell.candidates),
        confidence=cell.confidence,
        accepted=cell.accepted,
        corners=(first, second, third, fourth),
    )
