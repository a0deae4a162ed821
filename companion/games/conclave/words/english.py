"""The English catalogue: every word the game says, by key."""

from __future__ import annotations

RULES = {
    "emissary-counts": "The Emissary's own Influence counts in the sum of its column and of its row.",
    "unbroken-line": "Only the unbroken run of cards through the Emissary counts; an empty cell ends it.",
    "match-either": "In a line worth 10 or more, every Mage of the Emissary's Magic or of its Brotherhood "
    "follows. The Emissary itself stays.",
    "lines-apart": "The column and the row share only the Emissary: whoever follows in one still changes "
    "nothing in the sum of the other.",
    "crisis-moment": "A Magic Crisis is checked after Gain Followers, phase 3.",
    "crisis-takes": "A Magic Crisis takes every Mage of another Brotherhood from the Emissary's row and "
    "column. In the Kleine Kläffer edition: those that match neither Magic nor Brotherhood.",
    "crisis-empty": "If all six share the Emissary's Brotherhood, nobody is taken and the Conclave stays full. "
    "Whoever cannot place passes and draws nothing; if nobody can place for a whole round, the game ends.",
    "adjacent-place": "An Emissary goes to an empty cell that shares a side with a card; to any cell if the "
    "Conclave is wholly empty.",
    "give-pile": "One whole pile a turn may be given, before sending, to a player with no follower of that "
    "Magic. It cannot be refused.",
    "refill-order": "Turn the table until the starting corner is at the top left, then refill from left to "
    "right and from top to bottom.",
    "refill-deck": "Refill from the deck drawn from this turn, then from the other; stop at four empty cells.",
    "last-turn": "After both decks have run out, every player takes one more turn, whoever emptied them "
    "included: give, send, gain, but no draw and no refill. The cards left in the hand join the zone.",
    "control-tie": "All who tie for the highest pile control that Magic. Without a pile of it nobody does.",
    "eliminated": "A player who controls no Magic cannot win; the Resentment Points are shown all the same.",
    "tie-break": "Equal on Resentment Points, the player with most followers wins, turned piles included; "
    "if that is equal too, they share the win.",
    "nobody-controls": "If every player is eliminated, nobody wins.",
    "deck-list": "A deck has its own list of cards, with counts; there are no more of a card than it says.",
    "remove-fewer": "Fewer cards may be removed at the start: from none up to 18, 12 or 6 for 2, 3 or 4 players.",
    "players": "Two to four play, each under a name of their own.",
    "turn-order": "Turns go to the left; only the player whose turn it is may act.",
    "phase-order": "A turn has five phases, in this order: give, send, gain, draw, refill.",
    "empty-space": "An Emissary goes to an empty cell.",
    "own-hand": "A player sends a Mage of their own hand.",
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
    "tally.eliminated": "{name} controls no Magic and is eliminated, with {points} Resentment Points.",
    "tally.resentment": "{name} has {points} Resentment Points from {piles}.",
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
    "event.ConclaveRefilled": "The Conclave is refilled with {mages}.",
    "event.DrawDecksRanOut": "Both decks have run out: everybody takes one last turn.",
    "event.TurnEnded": "{name}'s turn is over.",
    "event.HandShown": "{name} adds the cards left in the hand: {mages}.",
    "event.GameEnded": "The game is over.",
    "corner.top-left": "top left",
    "corner.top-right": "top right",
    "corner.bottom-right": "bottom right",
    "corner.bottom-left": "bottom left",
    "deck.left": "left",
    "deck.right": "right",
}

CATALOGUE = {**{f"rule.{code}": text for code, text in RULES.items()}, **MAGES, **MAGICS, **SENTENCES}
