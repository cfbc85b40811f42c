"""Audits that trust nobody: claims against laws, answers, and ledgers against their sums."""

from discreet.audit.bound import Bound, lower_bound, shown
from discreet.audit.check import Neighbours, check
from discreet.audit.exact import Attained, Channel, exact, worlds
from discreet.audit.ledger import ledger
from discreet.audit.precision import precision
from discreet.audit.report import Finding, Report

__all__ = [
    "Attained",
    "Bound",
    "Channel",
    "Finding",
    "Neighbours",
    "Report",
    "check",
    "exact",
    "ledger",
    "lower_bound",
    "precision",
    "shown",
    "worlds",
]
