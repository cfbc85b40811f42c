"""The whole check: a sound mechanism passes, and every lie is found by the sentence it breaks."""

from collections.abc import Callable
from typing import Any

import pytest

from discreet.audit import check
from discreet.errors import DiscreetError, Invalid
from discreet.release import Mechanism
from tests.audit import planted
from tests.audit.planted import ONE, Honest


def test_a_sound_mechanism_of_ones_own_passes() -> None:
    report = check(Honest("3/4"), [(0, 1, ONE)])
    assert report.holds, str(report)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (planted.Boasting, "the pure epsilon covers the law"),
        (planted.Timid, "it claims at most 1 times"),
        (planted.Bell, "Rényi divergences and rho"),
        (planted.Leaning, "answers follow the law"),
        (planted.Strange, "answers follow the law"),
        (planted.Uneven, "masses add up to one"),
        (planted.Peeping, "moved without limit"),
        (planted.Silent, "it prints"),
        (planted.Lax, "refuses what it cannot be"),
        (planted.Giving, "answers show no more than is claimed"),
    ],
)
def test_a_lie_is_found_by_the_sentence_it_breaks(
    kind: Callable[[str], Mechanism[Any, Any]], sentence: str
) -> None:
    mechanism = kind("3/4")
    report = check(mechanism, [(0, 1, ONE)], draws=40_000)
    assert any(sentence in finding.what for finding in report.broken), str(report)


def test_what_is_loose_passes_where_that_is_said() -> None:
    assert check(planted.Timid("3/4"), [(0, 1, ONE)], factor=None, draws=1000).holds


def test_a_mechanism_without_a_law_is_judged_by_its_answers() -> None:
    report = check(planted.Noisy(), [(0, 1, ONE)], draws=10_000)
    assert report.findings[0].holds


def test_a_check_needs_a_mechanism_and_neighbours() -> None:
    with pytest.raises(Invalid, match="at least one pair"):
        check(Honest("3/4"), [])
    with pytest.raises(Invalid, match="at least one pair"):
        check("laplace", [(0, 1, ONE)])  # type: ignore[arg-type]  # that is what is tried
    with pytest.raises(DiscreetError, match="draws"):
        check(Honest("3/4"), [(0, 1, ONE)], draws=0)
