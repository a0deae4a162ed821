"""Gathers what the readers find on the tuning scenes: curves can then be fitted to it as often as one likes.

python -m models.training.reading_evidence --scenes DIR --evidence DIR [--part 0/2]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from models.training.crop_plan import MODELS
from models.training.reading_samples import gathered, tuning_trials


def main() -> None:
    """Gather."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=Path, help="a folder where rendered scenes are kept and looked for")
    parser.add_argument("--evidence", type=Path, required=True, help="where what the readers find is kept")
    parser.add_argument("--models", type=Path, default=MODELS)
    parser.add_argument("--part", default="0/1", help="which of how many parts")
    arguments = parser.parse_args()
    part, parts = (int(number) for number in arguments.part.split("/"))
    cv2.setNumThreads(1)
    trials = tuning_trials()
    size = -(-len(trials) // parts)
    mine = trials[part * size : (part + 1) * size]
    found = gathered(mine, arguments.scenes, arguments.evidence, arguments.models)
    for trial, samples in zip(mine, found, strict=True):
        print(trial.name, len(samples), flush=True)


if __name__ == "__main__":
    main()
