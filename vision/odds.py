"""Probabilities as logarithms of odds, and back."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.reading_weights import Logistic

SUREST = 6.0  # how far another's word can go, as a logarithm of odds


def probability(features: Floats, logistic: Logistic) -> Floats:
    """The probability a fitted curve gives to rows of features."""
    height = features @ np.asarray(logistic.weights, np.float32) + np.float32(logistic.offset)
    odds: Floats = (1 / (1 + np.exp(-np.clip(height, -30, 30)))).astype(np.float32)
    return odds


def log_odds(probabilities: Floats, surest: float = SUREST) -> Floats:
    """Probabilities as logarithms of odds, none surer than a limit."""
    inside = np.clip(probabilities, 1e-4, 1 - 1e-4)
    odds: Floats = np.clip(np.log(inside / (1 - inside)), -surest, surest).astype(np.float32)
    return odds
