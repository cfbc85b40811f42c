"""Exact randomness: drawing from a law with bits of the operating system."""

from discreet.noise.add import add_noise
from discreet.noise.choice import exponential_choice, flip_choice, shortfalls
from discreet.noise.coin import coin, exp_coin
from discreet.noise.prepare import Draw, prepare
from discreet.noise.sample import sample
from discreet.noise.source import Source, System

__all__ = [
    "Draw",
    "Source",
    "System",
    "add_noise",
    "coin",
    "exp_coin",
    "exponential_choice",
    "flip_choice",
    "prepare",
    "sample",
    "shortfalls",
]
