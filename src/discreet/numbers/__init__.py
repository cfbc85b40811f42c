"""Numbers as written, and arithmetic that says how far it can be off."""

from discreet.numbers.elementary import exp, exp_interval, log, log_two, pi, sqrt
from discreet.numbers.interval import Interval, cut_up
from discreet.numbers.normal import normal_tail
from discreet.numbers.rational import Number, between, choice, rational, whole
from discreet.numbers.rounding import above, below, nearest

__all__ = [
    "Interval",
    "Number",
    "above",
    "below",
    "between",
    "choice",
    "cut_up",
    "exp",
    "exp_interval",
    "log",
    "log_two",
    "nearest",
    "normal_tail",
    "pi",
    "rational",
    "sqrt",
    "whole",
]
