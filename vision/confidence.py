"""From what the readers found to probabilities that mean what they say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Floats, Indices, Mask
from vision.choice_features import choice_features
from vision.evidence import Evidence
from vision.mistaken_colours import FAR_AHEAD, ahead_of, rivals_of
from vision.odds import log_odds, probability
from vision.reading_weights import ALONE, WITH_NETWORK, Curves
from vision.strange_light import colours_too_near

HIDDEN_BELOW = 0.4
FITS_SOMEHOW = 0.4
LOOKS_LIKE_ONE = 0.6  # tuning scenes: cards from 0.62, bare table to 0.42, other things to 0.55
SURELY_EMPTY = 0.9
DROWNS, NO_TABLE, SUREST_DROWNED = 0.05, -0.3, 0.9
STRANGE_PART, HARDLY_EMPTY, HALF_HIDDEN = -1.5, 0.6, 0.95
TOO_SMOOTH, TOO_FAR = 0.46, 1.13
"""A quarter of a place that is so unlike the table, a second reader's word that leaves open whether something
lies there, and how sure of an empty place one may then be at most: of eight such on tables for tuning that
the curve was sure of, three were not empty."""
WHOLE_SPAN, WORST_SPAN = (-1.5, 0.1), (-2.0, 0.3)
"""What is farther from the table is as strange as it can be, what is nearer is as bare."""
SUREST_DIGIT = (-4.0, 12.0)
NEVER_TAUGHT = 0.005  # cards on the table that share a taught card's drawing and are not in the deck
SUREST_WAVERING = 0.6
"""Where two curves of the camera tell two codes, a whole table may be misread."""
SUREST_MISTAKEN = 0.6
"""The same of a colour that the deck's own photos, or lamps, mistake for one that is not far behind."""
COLOUR_NEAR = 16.0
"""How far behind another colour is that may be the right one under this light, as a logarithm."""
PLAIN_CHOICE = 0.998
"""How likely the choice of a plain card is right: what all readers together say of 99 in 100 at the least."""
ASKED_BY_COLOUR = 0.85
"""What is left of a confidence if the colour alone is in doubt: little enough to ask, but glare, blur and
hands move the colours of many cards that are right."""
SURE_COLOUR, SURELY_AHEAD, PERHAPS_AHEAD = 2.0, 8.0, 2.5
SURE_DIGIT = 11.0
STRANGE_COLOUR, COLOUR_STEEPNESS = 2.75, 6.0
"""How far off, as errors go, a colour is sure, and where it is as likely one that was never taught."""
NO_ODDS = np.float32(-30)  # as a logarithm, of what cannot be
STRANGE_NUMBER, NUMBER_STEEPNESS = 2.9, 5.0
"""How much less like any digit than usual, as numbers vary, one is that may well have never been taught."""
LIKE_ENOUGH = 3.6
"""A logarithm: a number of which a thirtieth is left unexplained is like its digit, whatever others are."""
SURELY_CHOSEN, HARDLY_SHOWS, SURER, SUREST_IN_PART = 0.9, 0.2, 2.0, 0.95
"""Where all readers would choose the same card, more than a little of it shows: so much likelier it is then,
as a logarithm of odds, and never sure for that. Of 228 strange things none was chosen so, of cards of which a
hand hides a part nearly all are."""
SUREST_BY_LOOKS = 0.83
"""No more of it counts where a film adds looks up: what hides a part of a card may rest there."""
SUREST_FINDER = 4.0  # how far the finder's word can go, as a logarithm of odds


@dataclass(frozen=True, slots=True, eq=False)
class CellOdds:
    """For each cell: how likely a card of the deck shows, and if none does, how likely the place is empty.

    `claims` is whether it is to be read as a card, surely or not.
    """

    shows: Floats
    empty: Floats
    claims: Mask


def curves_for(evidence: Evidence) -> Curves:
    """The curves fitted for the readers that spoke."""
    return ALONE if evidence.opinions is None else WITH_NETWORK


def state_odds(evidence: Evidence, presences: Sequence[float | None]) -> CellOdds:
    """What the cells show, judged by how well any card explains them and by the table around them.

    `presences` is how likely the finder thinks that something lies in each cell, as far as it was asked.
    """
    found = evidence.comparison
    shows = showing(evidence)
    empty = probability(emptiness_features(evidence, presences), curves_for(evidence).empty)
    empty = np.where(may_be_half_hidden(evidence), np.minimum(empty, np.float32(HALF_HIDDEN)), empty)
    # Noise hides the edges of a card and most of its fit before its outline: such a card is named, unsurely.
    looks = (found.likeness.max(axis=1) > LOOKS_LIKE_ONE) & (empty < SURELY_EMPTY)
    fits = (found.explained > FITS_SOMEHOW) & (empty < 0.5)
    return CellOdds(shows, empty, (shows > 0.5) | looks | fits)


def showing(evidence: Evidence) -> Floats:
    """How likely a card of the deck shows in each cell.

    One that a mirrored lamp drowns in part is unlike its picture: there the second reader's word is enough to
    name a card, but never to be sure of it.
    """
    curves = curves_for(evidence)
    shows = probability(showing_features(evidence), curves.shows)
    if curves.drowned is None:
        return shows
    drowned = np.minimum(probability(drowned_features(evidence), curves.drowned), SUREST_DROWNED)
    odds: Floats = np.where(may_be_drowned(evidence), np.maximum(shows, drowned), shows)
    return odds


def may_be_half_hidden(evidence: Evidence) -> Mask:
    """Whether something may lie over part of a place, of which the rest may be as bare as can be.

    Something that has the colour of the table is smoother or a little off nearly everywhere. Of anything else
    a part is unlike the table, and the second reader does not call the place empty: a hand over half of it,
    or a thing as white as the table on which little is printed.
    """
    bare, opinions = evidence.bareness, evidence.opinions
    hidden: Mask = bare.smoother / TOO_SMOOTH + bare.farther / TOO_FAR > 1
    if opinions is not None:
        hidden |= (bare.worst < STRANGE_PART) & (opinions.empty < HARDLY_EMPTY)
    return hidden


def may_be_drowned(evidence: Evidence) -> Mask:
    """Whether a cell is partly as bright as can be, and not because the table is."""
    drowned: Mask = (evidence.bright >= DROWNS) & (evidence.bareness.whole < NO_TABLE)
    return drowned


def showing_features(evidence: Evidence) -> Floats:
    """Cells x features that tell a card of the deck from anything else."""
    found, opinions = evidence.comparison, evidence.opinions
    features = [np.clip(found.explained, -0.5, 1), found.likeness.max(axis=1), visible_share(evidence)]
    if opinions is not None:
        features += [log_odds(opinions.shows), np.clip(opinions.likeness, 0, 1), log_odds(opinions.covered)]
    return np.column_stack(features).astype(np.float32)


def drowned_features(evidence: Evidence) -> Floats:
    """Cells x features that tell a card that a mirrored lamp drowns from anything else that is bright."""
    return np.column_stack([showing_features(evidence), evidence.bright]).astype(np.float32)


def emptiness_features(evidence: Evidence, presences: Sequence[float | None]) -> Floats:
    """Cells x features that tell bare table from something that lies on it."""
    bare, opinions = evidence.bareness, evidence.opinions
    features = [
        np.clip(bare.whole, *WHOLE_SPAN),
        np.clip(bare.worst, *WORST_SPAN),
        np.clip(bare.shaded, *WHOLE_SPAN),
        np.clip(bare.worst_shaded, *WORST_SPAN),
    ]
    if opinions is not None:
        present = np.array([0.5 if presence is None else presence for presence in presences], np.float32)
        features += [log_odds(opinions.empty), log_odds(opinions.covered), log_odds(present, SUREST_FINDER)]
    return np.column_stack(features).astype(np.float32)


def visible_share(evidence: Evidence) -> Floats:
    """The share of each card's blocks that its best code explains."""
    share: Floats = (evidence.comparison.blocks > HIDDEN_BELOW).mean(axis=1).astype(np.float32)
    return share


def card_confidence(evidence: Evidence, odds: Floats, chosen: Indices) -> Floats:
    """How likely the chosen codes are right, unknown cards included among what could be wrong."""
    if evidence.glanced:
        return showing(evidence) * np.float32(PLAIN_CHOICE)
    right = probability(choice_features(evidence, odds, chosen), curves_for(evidence).choice)
    shows = likelier_to_show(showing(evidence), right)
    kin = kin_of(evidence.kin, chosen)
    right = right * _digit(evidence, odds, chosen, kin)
    if evidence.opinions is not None:
        right = np.maximum(right, _part_by_part(evidence, odds, chosen))
    # A card in a colour that was never taught is not plain: its drawing is taught in others, or asks for
    # another light.
    taught = np.maximum(is_its_colour(evidence, chosen), np.float32(ASKED_BY_COLOUR))
    taught = np.where(evidence.plain, np.float32(1), taught)
    # A card that has a drawing of its own is known by that, whatever its number is like.
    told_by_it = kin.any(axis=1) | has_a_sure_digit(evidence, chosen)
    number = np.where(told_by_it, shows_its_number(evidence, chosen), np.float32(1))
    sure = shows * right * taught * number
    mistaken = perhaps_instead(evidence, chosen).any(axis=1)
    sure = np.where(mistaken, np.minimum(sure, np.float32(SUREST_MISTAKEN)), sure)
    return np.where(evidence.wavers, np.minimum(sure, np.float32(SUREST_WAVERING)), sure)


def perhaps_instead(evidence: Evidence, chosen: Indices) -> Mask:
    """Codes (cells x codes) of other colours that each cell may show instead, whatever it looks like.

    The deck's own photos mistake such a colour for that of the chosen code, or lamps would, and this is one.
    """
    instead = np.zeros((len(chosen), len(evidence.hues.of_code)), np.bool_)
    if evidence.glanced or not (evidence.mistaken or evidence.strange_light):
        return instead
    scores, colours = evidence.scores(), evidence.hues.of_code
    if evidence.mistaken:
        rivals = rivals_of(chosen, colours, evidence.mistaken)
        instead |= rivals & (ahead_of(scores, chosen, rivals) < FAR_AHEAD)[:, None]
    if evidence.under_lamps is not None:
        near = colours_too_near(scores, chosen, colours, evidence.under_lamps)
        # What its own photos mistake needs no strange light for it.
        instead |= near if evidence.strange_light else near & rivals_of(chosen, colours, evidence.mistaken)
    return instead


def colour_in_doubt(evidence: Evidence, chosen: Indices) -> Mask:
    """Whether another colour is near for each cell: the light decides, and more frames say nothing."""
    if evidence.glanced:
        return np.zeros(len(chosen), np.bool_)
    colours = evidence.hues.of_code
    others = (colours != colours[chosen][:, None]) & (colours >= 0)
    near: Mask = ahead_of(evidence.scores(), chosen, others) < COLOUR_NEAR
    return near


def likelier_to_show(shows: Floats, right: Floats) -> Floats:
    """How likely cards show of which a part may be hidden, by how likely the choice of each is right."""
    raised = 1 / (1 + np.exp(-log_odds(shows) - np.float32(SURER)))
    likelier = np.maximum(shows, np.minimum(raised, np.float32(SUREST_IN_PART)))
    answer: Floats = np.where((right > SURELY_CHOSEN) & (shows > HARDLY_SHOWS), likelier, shows)
    return answer


def surest_by_looks(shows: Floats, confidence: Floats) -> Floats:
    """What counts at most of confidences where looks are added up, by how likely a card shows by itself."""
    surest: Floats = np.where(confidence > shows, np.maximum(shows, np.float32(SUREST_BY_LOOKS)), 1)
    return surest


def _digit(evidence: Evidence, odds: Floats, chosen: Indices, kin: Mask) -> Floats:
    """How likely the digit is right of codes that are right but for it; sure where nothing else has it."""
    digit = probability(digit_features(evidence, odds, chosen, kin), curves_for(evidence).digit)
    return np.where(kin.any(axis=1), digit, np.float32(1))


def _part_by_part(evidence: Evidence, odds: Floats, chosen: Indices) -> Floats:
    """How likely codes are right of which the colour or the digit is sure by itself, nothing of others.

    Where all cards of the table together tell a colour for certain, readers that look at one card alone are
    asked about that colour's cards only: a thin frame is nothing to them, and which of two colours they
    would rather have it says nothing. So it is with a digit that is told by the place where it is printed.
    """
    colour, digit = has_a_sure_colour(evidence, chosen), has_a_sure_digit(evidence, chosen)
    if not (colour | digit).any():
        return np.zeros(len(chosen), np.float32)
    colours, named = evidence.hues.of_code, kin_of(evidence.drawings, chosen)
    among = ~colour[:, None] | (colours == colours[chosen][:, None])
    among &= ~(digit[:, None] & named)
    right = probability(choice_features(evidence, odds, chosen, among), curves_for(evidence).choice)
    kin = kin_of(evidence.kin, chosen) | (digit[:, None] & named)
    return np.where(colour | digit, right * _digit(evidence, odds, chosen, kin), np.float32(0))


def has_a_sure_digit(evidence: Evidence, chosen: Indices) -> Mask:
    """Whether each cell shows its code's digit and no other that the same drawing has."""
    ahead = _digit_ahead(evidence, chosen, kin_of(evidence.drawings, chosen))
    sure: Mask = (ahead > SURE_DIGIT) & (evidence.number[np.arange(len(chosen)), chosen] != 0)
    return sure


def has_a_sure_colour(evidence: Evidence, chosen: Indices) -> Mask:
    """Whether each cell is of its code's colour and no other, as all cards of the table tell together."""
    hues = evidence.hues
    sure: Mask = (hues.of(chosen) < SURE_COLOUR) & (hues.ahead(chosen) > SURELY_AHEAD)
    return sure & hues.table.trusted


def is_its_colour(evidence: Evidence, chosen: Indices) -> Floats:
    """How likely each cell shows the colour of its code, and not another or one that was never taught."""
    hues = evidence.hues
    strange = COLOUR_STEEPNESS * (hues.of(chosen) - STRANGE_COLOUR) if not hues.complete else NO_ODDS
    another = np.where(hues.tells[chosen], -hues.ahead(chosen) - PERHAPS_AHEAD, NO_ODDS)
    taught, own = (1 / (1 + np.exp(np.clip(odds, -30, 30))) for odds in (strange, another))
    return np.asarray(taught * own, np.float32)


def shows_its_number(evidence: Evidence, chosen: Indices) -> Floats:
    """How likely the printed number is that of the chosen codes, and not of a card that was never taught.

    Of cards that share a drawing some may not be in the deck: their number is known from others, and among
    those that are in it the likeliest says nothing. Where no card bears it, it is less like every digit than
    the numbers of the other cards on the table are.
    """
    cells = np.arange(len(chosen))
    behind = np.minimum(-evidence.digit[cells, chosen], np.float32(SUREST_DIGIT[1]))
    taught = 1 / (1 + NEVER_TAUGHT * np.expm1(np.maximum(behind, 0)))
    own, usual = evidence.number[cells, chosen], evidence.table.numbers
    if usual is None:
        return np.asarray(taught, np.float32)
    strange = NUMBER_STEEPNESS * ((min(usual.like, LIKE_ENOUGH) - own) / usual.spread - STRANGE_NUMBER)
    like = np.where(own == 0, 1, 1 / (1 + np.exp(np.clip(strange, -30, 30))))
    return np.asarray(taught * like, np.float32)


def kin_of(kin: Indices, chosen: Indices) -> Mask:
    """For each cell the codes that are of one number with its chosen one, that one left out."""
    others: Mask = kin == kin[chosen][:, None]
    others[np.arange(len(chosen)), chosen] = False
    return others


def digit_features(evidence: Evidence, odds: Floats, chosen: Indices, kin: Mask) -> Floats:
    """Cells x features of a choice among codes that differ by their digit alone, `kin` (cells x codes)."""
    own = odds[np.arange(len(chosen)), chosen]
    share = own / np.maximum(own + np.where(kin, odds, 0).sum(axis=1), np.float32(1e-9))
    ahead = _digit_ahead(evidence, chosen, kin)
    blur = np.full(len(chosen), evidence.comparison.blur, np.float32)
    features = [log_odds(share, 8), ahead, np.log1p(np.maximum(ahead, 0)), blur]
    return np.column_stack([*features, np.clip(evidence.comparison.explained, -0.5, 1)]).astype(np.float32)


def _digit_ahead(evidence: Evidence, chosen: Indices, kin: Mask) -> Floats:
    """How far the printed number puts each chosen code ahead of its kin."""
    rival = np.where(kin, evidence.digit, -np.inf).max(axis=1)
    ahead: Floats = np.clip(evidence.digit[np.arange(len(chosen)), chosen] - rival, *SUREST_DIGIT)
    return ahead
