"""Measures the exported network on crops it never saw: `python -m models.training.evaluate`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.training.crop_plan import DEFAULT_FOLDER, MODELS
from models.training.crop_shards import CONDITION_NAMES, REFERENCE_CODES, CropShard, load_shard
from models.training.scenes.arrays import Picture
from vision.card_network import CardNetwork, CardOpinions
from vision.likeness import ReferenceEmbeddings, probabilities
from vision.network_manifest import STATES

FACES = 90
COLUMNS = (
    *("cards", "card", "colour", "animal+digit", "shape: animal+digit", "way up", "state"),
    *("head: colour", "head: animal", "head: digit", "head: way up"),
)
BATCH = 64
WHOLLY_SEEN = 0.97
THINGS = "things"
MILDEST_FIRST = (
    *("easy", "normal", "upside_down", "clutter", "hand", "tilt", "warm_light", "low_light", "glare"),
    *("blur", "hard"),
)
Truths = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """Whether each crop was answered rightly; `asked` marks the cards and backs that are to be named."""

    condition: npt.NDArray[np.int16]
    asked: Truths
    face: Truths
    named: Truths
    believed: npt.NDArray[np.float32]
    none: npt.NDArray[np.float32]
    colour: Truths
    animal_digit: Truths
    shape_animal_digit: Truths
    state: Truths
    turned: Truths
    head_turned: Truths
    head_colour: Truths
    head_animal: Truths
    head_digit: Truths


def look_at_all(network: CardNetwork, shard: CropShard) -> CardOpinions:
    """Opinions on every crop, a batch at a time."""
    parts = [network.look(shard.crops[at : at + BATCH]) for at in range(0, len(shard.crops), BATCH)]
    return CardOpinions(
        **{
            field.name: np.concatenate([getattr(part, field.name) for part in parts])
            for field in fields(CardOpinions)
        }
    )


def answer(network: CardNetwork, shard: CropShard, references: CropShard | None = None) -> Answers:
    """Name every crop by the flat references of its own deck, or of another one."""
    deck = references or shard
    known = np.flatnonzero(deck.known)
    memory = ReferenceEmbeddings.of(network, {REFERENCE_CODES[i]: deck.references[i : i + 1] for i in known})
    said = look_at_all(network, shard)
    likeness = memory.compare(said)
    shares = probabilities(likeness.cosine, network.manifest.sharpness, network.manifest.refusal)
    best = shares[:, :-1].argmax(axis=1)
    code, shape_code = known[best], known[likeness.shape_cosine.argmax(axis=1)]
    rows = np.arange(len(code))
    state = np.array(STATES)[shard.states]
    return Answers(
        condition=shard.conditions,
        asked=np.isin(state, ("card", "back")),
        face=state == "card",
        named=code == shard.codes,
        believed=shares[rows, best],
        none=shares[:, -1],
        colour=_colour(code) == _colour(shard.codes),
        animal_digit=_kin(code) == _kin(shard.codes),
        shape_animal_digit=_kin(shape_code) == _kin(shard.codes),
        state=said.state.argmax(axis=1) == shard.states,
        turned=likeness.turned[rows, best] == shard.turned,
        head_turned=(said.turned > 0.5) == shard.turned,
        head_colour=said.colour.argmax(axis=1) == _colour(shard.codes),
        head_animal=said.animal.argmax(axis=1) == shard.codes // 5 % 3,
        head_digit=said.digit.argmax(axis=1) == shard.codes % 5,
    )


def _colour(codes: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    return np.where(codes < FACES, codes // 15, codes - FACES)


def _kin(codes: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    return np.where(codes < FACES, codes % 15, -2)


def pooled(answers: list[Answers]) -> Answers:
    """Many shards as one."""
    return Answers(
        **{
            field.name: np.concatenate([getattr(one, field.name) for one in answers])
            for field in fields(Answers)
        }
    )


def table(answers: Answers) -> Iterator[str]:
    """One line a condition and one for all."""
    yield "| condition | " + " | ".join(COLUMNS) + " |"
    yield "|---" * (len(COLUMNS) + 1) + "|"
    for number, name in enumerate(CONDITION_NAMES):
        here = answers.condition == number
        if here.any():
            yield _line(name, answers, here)
    yield _line("all", answers, np.ones(len(answers.named), np.bool_))


def _line(name: str, answers: Answers, here: Truths) -> str:
    asked, face = here & answers.asked, here & answers.face
    shares = [
        answers.named[asked],
        answers.colour[asked],
        answers.animal_digit[face],
        answers.shape_animal_digit[face],
        answers.turned[face],
        answers.state[here],
        answers.head_colour[asked],
        answers.head_animal[face],
        answers.head_digit[face],
        answers.head_turned[face],
    ]
    cells = " | ".join(f"{100 * float(share.mean()):.1f}" if len(share) else "-" for share in shares)
    return f"| {name} | {int(asked.sum())} | {cells} |"


def calibration_error(answers: Answers, bins: int = 15) -> float:
    """The expected difference between how much is believed and how often it is right."""
    believed, right = answers.believed[answers.asked], answers.named[answers.asked]
    place = np.minimum((believed * bins).astype(int), bins - 1)
    gaps = [
        abs(float(believed[place == b].mean()) - float(right[place == b].mean())) * float((place == b).mean())
        for b in np.unique(place)
    ]
    return float(sum(gaps))


def refusals(known: Answers, strangers: npt.NDArray[np.float32], kept: float) -> tuple[float, float]:
    """With a belief that keeps this share of cards: the errors among them, and the strangers let pass."""
    least = float(np.quantile(known.believed[known.asked], 1 - kept))
    accepted = known.asked & (known.believed >= least)
    return 1 - float(known.named[accepted].mean()), float((strangers >= least).mean())


@dataclass(frozen=True, slots=True, eq=False)
class Decks:
    """The shards of a part, by what they show."""

    house: list[CropShard]
    styles: list[CropShard]
    things: list[CropShard]

    @classmethod
    def load(cls, folder: Path) -> Decks:
        """Every shard in a folder."""
        shards: dict[str, list[CropShard]] = {"house": [], "styles": [], "things": []}
        for path in sorted(folder.glob("*.npz")):
            kind = next((kind for kind in ("things", "house") if kind in path.name), "styles")
            shards[kind].append(load_shard(path))
        return cls(**shards)


def told(network: CardNetwork, name: str, own: list[CropShard], strangers: dict[str, list[CropShard]]) -> str:
    """What is to be said of one kind of deck."""
    everything = pooled([answer(network, shard) for shard in own])
    lines = [f"{name}: {len(own)} shards, calibration error {calibration_error(everything):.3f}", ""]
    lines += [*table(everything), ""]
    for photos in (1, 3):
        taught = np.concatenate([taught_by_photos(network, shard, photos) for shard in own])
        share = f"{taught.mean():.2%}" if len(taught) else "none"
        lines.append(f"taught by at most {photos} photographs a card: {share} of {len(taught)}")
    for what, shards in strangers.items():
        hosts = own if what == THINGS else own[:1]
        met = [_unknown(network, shard, deck) for deck in hosts for shard in shards if shard is not deck]
        for kept in (0.98, 0.9) if met else ():
            wrong, passed = refusals(everything, np.concatenate(met), kept)
            lines.append(f"keeping {kept:.0%}: {wrong:.2%} of the kept wrong, {passed:.2%} of {what} pass")
    return "\n".join(lines)


def taught_by_photos(network: CardNetwork, shard: CropShard, photos: int) -> Truths:
    """Whether cards are named rightly when a few photographs of each are all that is known of the deck.

    Those of the mildest conditions teach; the others, of other light and another table, are read. One
    photograph of each card is left to be read where there are two: a card seen twice is taught by one.
    """
    seen = np.flatnonzero((np.array(STATES)[shard.states] == "card") & (shard.visible > WHOLLY_SEEN))
    mildest = np.array([MILDEST_FIRST.index(CONDITION_NAMES[c]) for c in shard.conditions[seen]])
    seen = seen[np.argsort(mildest, kind="stable")]
    codes = np.unique(shard.codes[seen])
    lessons = {str(code): _lesson(seen[shard.codes[seen] == code], photos) for code in codes}
    teachers = np.concatenate(list(lessons.values()))
    memory = ReferenceEmbeddings.of(
        network,
        {c: np.concatenate([_upright(shard, index) for index in lesson]) for c, lesson in lessons.items()},
    )
    tests = np.setdiff1d(seen, teachers)
    best = memory.compare(network.look(shard.crops[tests])).cosine.argmax(axis=1)
    return np.asarray(codes[best] == shard.codes[tests])


def _lesson(mildest_first: npt.NDArray[np.int64], photos: int) -> npt.NDArray[np.int64]:
    return mildest_first[: max(1, min(photos, len(mildest_first) - 1))]


def _upright(shard: CropShard, index: int) -> Picture:
    crop = shard.crops[index : index + 1]
    return crop[:, ::-1, ::-1] if shard.turned[index] else crop


def _unknown(network: CardNetwork, shard: CropShard, deck: CropShard) -> npt.NDArray[np.float32]:
    """How much is believed of cards and things that are not of this deck."""
    shown = np.isin(np.array(STATES)[shard.states], ("card", "back", "other"))
    return answer(network, shard, deck).believed[shown]


def main() -> None:
    """Read the command line, measure, print tables in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=DEFAULT_FOLDER)
    parser.add_argument("--part", default="report")
    parser.add_argument("--models", type=Path, default=MODELS)
    arguments = parser.parse_args()
    network = CardNetwork.load(arguments.models / "cards.onnx", arguments.models / "cards.json")
    decks = Decks.load(arguments.folder / arguments.part)
    strangers = {THINGS: decks.things, "cards of other decks": decks.styles}
    for name, own in (("house", decks.house), ("styles", decks.styles)):
        if own:
            print(told(network, name, own, strangers), end="\n\n")


if __name__ == "__main__":
    main()
