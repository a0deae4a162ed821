"""What `conclave watch` keeps in the folder that was named, and the game that had stopped there."""

from __future__ import annotations

import argparse

from companion.cli.data_folder import require_folder
from companion.cli.main import UsageError, complain
from companion.cli.testifying import attested, witness_with
from companion.cli.watched_story import is_in_turns
from companion.games.conclave.errors import ConclaveError
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.story import Story
from companion.watching.happenings import GameResumed, WatchEvent
from companion.watching.opening import Opening
from companion.watching.recorder import GameRecorder
from companion.witness.testimony import Witness
from vision.references import DeckReferences


def keeper_for(arguments: argparse.Namespace, references: DeckReferences) -> Keeper:
    """Whoever keeps the game as the command line asks."""
    if arguments.data is None:
        return Keeper(None)
    require_folder(arguments.data)
    try:
        return Keeper(Journal(arguments.data), witness_with(arguments.deck, references, arguments.data))
    except JournalError as problem:
        raise UsageError(str(problem)) from problem


class Keeper:
    """Keeps events in a journal, if one was asked for; where the disk refuses, says so once and goes on."""

    def __init__(self, journal: Journal | None, witness: Witness | None = None) -> None:
        self._journal, self._witness = journal, witness
        self._recorder = None if journal is None else GameRecorder(journal)
        self._complaint = ""
        self.resumed: tuple[WatchEvent, ...] = ()  # what is told before the first frame

    def go_on_with(self, arguments: argparse.Namespace, opening: Opening) -> Story | None:
        """The game that had stopped in the journal, unless another one is wished for."""
        if self._journal is None or arguments.new:
            return None
        try:
            story = self._stopped(self._journal)
        except JournalError as problem:
            raise UsageError(str(problem)) from problem
        if story is None:
            return None
        if not _is_the_game(story, arguments, opening):
            complain(f"conclave watch: the game of {_names(story)} stays as it stopped; a new one begins")
            return None
        complain(f"conclave watch: the game that stopped in {arguments.data} goes on; --new begins another")
        self._recorder = GameRecorder(self._journal, story)
        position = story.game.position
        self.resumed = (WatchEvent(0, 0.0, GameResumed(story.names, position.player.name, position.turn)),)
        return story

    def keep(self, event: WatchEvent) -> None:
        """Write down what was seen."""
        if self._recorder is None or self._witness is None:
            return
        try:
            self._recorder.keep(attested((event,), self._witness)[0])
        except (JournalError, OSError, ConclaveError) as problem:
            if str(problem) != self._complaint:
                complain(f"conclave watch: {problem}; the game is watched on, and kept once that is mended")
            self._complaint = str(problem)

    def close(self) -> None:
        """Try once more to write what waits; what the disk never took is named."""
        if self._journal is None or self._recorder is None:
            return
        try:
            self._recorder.try_again()
        except (JournalError, OSError, ConclaveError) as problem:
            complain(
                f"conclave watch: {self._recorder.waiting} entries of this game were not kept: {problem}"
            )
        self._journal.close()

    def _stopped(self, journal: Journal) -> Story | None:
        """The game on the table, if turns are left to play and its entries are whole."""
        found = journal.on_the_table()
        if found.refused:  # an older game would not be the one that had stopped
            complain(f"conclave watch: {found.refused[0]}; it is left as it is, and a new game begins")
            return None
        story = found.story
        return None if story is None or story.is_being_laid or not is_in_turns(story) else story


def _is_the_game(story: Story, arguments: argparse.Namespace, opening: Opening) -> bool:
    """Whether all that was said now fits the game that had stopped."""
    named = not arguments.players or story.names == opening.players
    return named and (story.setup.deck, story.setup.edition) == (opening.deck, opening.edition)


def _names(story: Story) -> str:
    return " and ".join(story.names)
