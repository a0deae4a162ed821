"""The English catalogue: every word the game says, by key."""

from __future__ import annotations

RULES = {
    "emissary-counts": "The Emissary's own Influence counts in the sum of its column and of its row.",
    "unbroken-line": "Only the unbroken run of cards through the Emissary counts; an empty cell ends it.",
    "match-either": "In a line worth 10 or more, every Mage of the Emissary's Magic or of its Brotherhood "
    "follows. The Emissary itself stays.",
    "lines-apart": "Both lines are summed as they stood: whoever follows in the column is not missing from the "
    "sum of the row. The lines share only the Emissary.",
    "crisis-moment": 'A Magic Crisis is checked after Gain Followers, phase 3; the "phase 4" of the rulebook is a '
    "misprint.",
    "crisis-takes": "A Magic Crisis takes every Mage of another Brotherhood from the Emissary's row and "
    "column. In the Kleine Kläffer edition: those that match neither Magic nor Brotherhood.",
    "crisis-empty": "If nobody can be taken (all six share the Emissary's Brotherhood; in the Kleine Kläffer edition, "
    "its Brotherhood or its Magic), the Conclave stays full. Whoever cannot place may still give a pile, but passes "
    "phases 2 and 3 and draws nothing; if nobody can place for a whole round, the game ends.",
    "adjacent-place": "An Emissary goes to an empty cell that shares a side with a card; to any cell if the "
    "Conclave is wholly empty.",
    "give-pile": "One whole pile a turn may be given, before sending, to a player with no follower of that "
    "Magic. It cannot be refused.",
    "refill-order": "Turn the table until the starting corner is at the top left, then refill from left to "
    "right and from top to bottom.",
    "refill-deck": "Refill from the deck drawn from this turn, then from the other; stop at four empty cells.",
    "last-turn": "After both decks have run out, every player takes one more turn, whoever emptied them "
    "included: give, send, gain, but no draw and no refill. The cards left in the hand join the zone.",
    "control-tie": "All who tie for the highest pile control that Magic. A player without a pile of it does not.",
    "eliminated": "A player who controls no Magic cannot win; the Resentment Points are shown all the same.",
    "tie-break": "Equal on Resentment Points, the player with most followers wins, turned piles included; "
    "if that is equal too, they share the win.",
    "nobody-controls": "If every player is eliminated, nobody wins.",
    "deck-list": "A deck has its own list of cards, with counts; there are no more of a card than it says.",
    "remove-fewer": "Fewer cards may be removed at the start: from none up to 18, 12 or 6 for 2, 3 or 4 players.",
    "players": "Two to four play, each under a name of their own.",
    "setup-layout": "The Conclave begins as a ring of twelve cards around four empty cells.",
    "turn-order": "Turns go to the left; only the player whose turn it is may act.",
    "phase-order": "A turn has five phases, in this order: give, send, gain, draw, refill.",
    "empty-space": "An Emissary goes to an empty cell.",
    "own-hand": "A player sends, and in the end shows, only cards of their own hand.",
    "own-pile": "A player can give only a pile they have.",
    "must-send": "Whoever can place an Emissary must send one.",
    "remaining-deck": "If one deck has run out, cards are drawn from the other.",
    "last-three": "The cards left in each hand are shown once, after the last turn, and join the zone.",
    "game-over": "After the last turn nothing more is played.",
}

MAGES = {
    "mage.earth.crow": "the beige Crow",
    "mage.earth.gazelle": "the beige Gazelle",
    "mage.earth.wild-boar": "the beige Wild Boar",
    "mage.wind.crow": "the blue Crow",
    "mage.wind.gazelle": "the blue Gazelle",
    "mage.wind.wild-boar": "the blue Wild Boar",
    "mage.mind.crow": "the purple Crow",
    "mage.mind.gazelle": "the purple Gazelle",
    "mage.mind.wild-boar": "the purple Wild Boar",
    "mage.wisdom.crow": "the orange Crow",
    "mage.wisdom.gazelle": "the orange Gazelle",
    "mage.wisdom.wild-boar": "the orange Wild Boar",
    "mage.love-and-war.crow": "the red Crow",
    "mage.love-and-war.gazelle": "the red Gazelle",
    "mage.love-and-war.wild-boar": "the red Wild Boar",
    "mage.nature.crow": "the green Crow",
    "mage.nature.gazelle": "the green Gazelle",
    "mage.nature.wild-boar": "the green Wild Boar",
}

MAGICS = {
    "magic.earth": "Earth (beige)",
    "magic.wind": "Wind (blue)",
    "magic.mind": "Mind (purple)",
    "magic.wisdom": "Wisdom (orange)",
    "magic.love-and-war": "Love & War (red)",
    "magic.nature": "Nature (green)",
}

SENTENCES = {
    "list.and": " and ",
    "list.and.before-i": " and ",
    "mage": "{kind} {influence}",
    "taken": "{mage} at {cell} ({because})",
    "because.same-magic": "same Magic",
    "because.same-brotherhood": "same Brotherhood",
    "because.same-both": "same Magic and Brotherhood",
    "because.other-brotherhood": "another Brotherhood",
    "because.nothing-shared": "neither Magic nor Brotherhood shared",
    "line.column": "Column",
    "line.row": "Row",
    "verdict.emissary": "The Emissary is {mage} at {cell}.",
    "verdict.stands-apart": "It touches no other card, which is no legal place for an Emissary.",
    "verdict.alone": "{line}: the Emissary stands alone with {influence}, so nobody follows.",
    "verdict.too-little": "{line}: {sum} = {influence}, less than 10, so nobody follows.",
    "verdict.nobody-matches": "{line}: {sum} = {influence}, enough, but nobody shares the Emissary's Magic "
    "or Brotherhood.",
    "verdict.convinces": "{line}: {sum} = {influence}, enough. Followers: {taken}.",
    "verdict.crisis": "The Conclave is full and nobody followed: Magic Crisis! Taken from row and column: "
    "{taken}.",
    "verdict.crisis-empty": "The Conclave is full and nobody followed: Magic Crisis! But no Mage of the row "
    "and column can be taken, so the Conclave stays full.",
    "next.draw": "The Emissary stays. Next: draw a card.",
    "next.draw-refill": "The Emissary stays. Next: draw a card, then refill {count} of the {empty} empty cells.",
    "next.last-turn": "The Emissary stays. It was a last turn: no card is drawn and nothing refilled.",
    "tally.pile": "{magic} {influence}",
    "tally.controls": "{name} controls {magics}.",
    "tally.eliminated": "{name} controls no Magic and is eliminated, with {points}.",
    "tally.points": "{count} Resentment Points",
    "tally.points.one": "1 Resentment Point",
    "tally.resentment": "{name} has {points} from {piles}.",
    "tally.no-resentment": "{name} has no Resentment Points.",
    "tally.won.least-resentment": "{winners} wins with the least Resentment Points.",
    "tally.won.most-followers": "{winners} wins the tie with the most followers.",
    "tally.won.shared": "{winners} share the win: equal Resentment Points and equal followers.",
    "tally.won.nobody": "Every player is eliminated: nobody wins.",
    "event.GameSetUp": "{players} play. {name} begins; the starting corner is {corner}.",
    "event.InfluenceGiven": "{name} gives the pile of {magic} to {receiver}.",
    "event.EmissarySent": "{name} sends {mage} to {cell}.",
    "event.TurnPassed": "{name} can place nobody in the full Conclave and passes.",
    "event.MagicCrisisOccurred": "Magic Crisis!",
    "event.FollowersGained": "{name} gains {mages}.",
    "event.FollowersGained.none": "{name} gains nobody.",
    "event.CardDrawn": "{name} draws from the {deck} deck.",
    "event.CardDrawn.unseen": "{name} draws a card.",
    "event.ConclaveRefilled": "The Conclave is refilled with {mages}.",
    "event.ConclaveRefilled.none": "No card is left to refill the Conclave with.",
    "event.DrawDecksRanOut": "Both decks have run out: everybody takes one last turn.",
    "event.TurnEnded": "{name}'s turn is over.",
    "event.HandShown": "{name} adds the cards left in the hand: {mages}.",
    "event.HandShown.none": "{name} has no card left in the hand.",
    "event.GameEnded": "The game is over.",
    "corner.top-left": "top left",
    "corner.top-right": "top right",
    "corner.bottom-right": "bottom right",
    "corner.bottom-left": "bottom left",
    "deck.left": "left",
    "deck.right": "right",
}

WATCHING = {
    "watch.LayoutConfirmed": "The table is read.",
    "watch.GameBegun": "The game begins: {players}. {name} is first.",
    "watch.GameBegun.mid": "A game in progress is taken over: {players}. {name} is taken to be next; say so if not.",
    "watch.EmissarySeen": "{name} sends {mage} to {cell}.",
    "watch.EmissarySeen.broken": "{name} seems to have sent {mage} to {cell}; the table was out of sight, please check.",
    "watch.EmissaryWithdrawn": "{name} takes the Emissary at {cell} back.",
    "watch.FollowersSeenLeaving": "{name} takes {mages}.",
    "watch.RefillSeen": "The Conclave is refilled with {mages}.",
    "watch.MagicCrisisSeen": "Magic Crisis!",
    "watch.TurnOver": "{name} draws a card. It is the turn of {upcoming}.",
    "watch.TurnOver.last": "{name} has played the last turn.",
    "watch.Discrepancy": "Please look: {differences}. The game waits until the table fits or somebody corrects it.",
    "watch.Discrepancy.choices": "Please say what was played: the table can be explained in {count} ways.",
    "watch.difference": "at {cell} the rules expect {expected}, the table shows {seen}",
    "watch.ThreadResumed": "The table fits again; the game goes on.",
    "watch.StartingCornerSeen": "The refill shows that the starting corner is {corner}.",
    "watch.CardReadAnew": "The card at {cell} is {mage}, not {before}; what followed is judged again.",
    "watch.CellsCovered": "Something lies over {cells}.",
    "watch.CardAsked": "Which card lies at {cell}? It may be {candidates}. Move it a little, or say which it is.",
    "watch.CardAsked.hidden": "What lies at {cell}? A lamp mirrored there or a thing hides it. Move it, or say.",
    "watch.TableLost": "The cards are out of sight: {reason}.",
    "watch.TableFound": "The cards are in sight again.",
    "watch.CameraStalled": "{reason} Play can go on by hand.",
    "watch.CameraBack": "The camera sends pictures again.",
    "watch.unsure": "Not sure of the card at {cells}: please check.",
    "watch.or": " or ",
    "seen.empty": "nothing",
    "seen.covered": "something that covers it",
    "seen.unread": "a card that cannot be read",
    "seen.back": "a card face down",
}

CATALOGUE = {
    **{f"rule.{code}": text for code, text in RULES.items()},
    **MAGES,
    **MAGICS,
    **SENTENCES,
    **WATCHING,
}
