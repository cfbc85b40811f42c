"""Laws laid out: nothing is forgotten."""

from fractions import Fraction

import pytest

from discreet import law
from discreet.audit.spread import LEFT, MOST, side_by_side
from discreet.errors import Invalid


def test_an_endless_law_is_cut_where_next_to_nothing_is_left() -> None:
    one, other = side_by_side(law.DiscreteLaplace(2), law.Moved(law.DiscreteLaplace(2), 5))
    assert list(one.masses) == list(other.masses)
    assert 0 < one.rest < 2 * LEFT
    assert one.adds_up
    assert other.adds_up
    # exp(-k / 2) < 2**-200 from k = 278 on; five further for the one that is moved.
    assert 277 <= max(one.masses) - 5 <= 279


def test_a_law_with_ends_is_laid_out_whole() -> None:
    one, _ = side_by_side(law.Uniform(3, 6), law.Uniform(5, 9))
    assert list(one.masses) == [3, 4, 5, 6, 7, 8, 9]
    assert one.rest == 0
    assert one.masses[9].high == 0
    assert one.adds_up


def test_a_law_with_one_end_is_cut_on_the_other() -> None:
    one, _ = side_by_side(law.Geometric(1), law.Geometric(1))
    assert min(one.masses) == 0
    assert 0 < one.rest < 2 * LEFT


def test_a_law_that_is_written_out_may_have_exact_or_certified_masses() -> None:
    part = law.ExpCoin("1/2")
    spelled = {
        "yes": lambda bits: part.mass_within(1, bits),
        "no": lambda bits: part.mass_within(0, bits),
    }
    one, other = side_by_side(spelled, {"yes": Fraction(1, 3), "perhaps": Fraction(2, 3)})
    assert list(one.masses) == ["yes", "no", "perhaps"]
    assert one.adds_up
    assert other.adds_up
    assert other.masses["no"].high == 0


@pytest.mark.parametrize("missing", [Fraction(1, 10**30), Fraction(-1, 10**30)])
def test_a_law_that_does_not_add_up_is_found_out(missing: Fraction) -> None:
    one, _ = side_by_side({0: Fraction(1, 2), 1: Fraction(1, 2) + missing}, {0: 1})
    assert not one.adds_up
    below, _ = side_by_side({0: Fraction(2), 1: Fraction(-1)}, {0: 1})
    assert not below.adds_up


def test_a_law_too_wide_to_lay_out_is_refused() -> None:
    with pytest.raises(Invalid, match="too many to lay out"):
        side_by_side(law.DiscreteLaplace(MOST), law.DiscreteLaplace(MOST))
    with pytest.raises(Invalid, match="too many to lay out"):
        side_by_side(law.Uniform(0, 10**9), law.Uniform(0, 10**9))
    with pytest.raises(Invalid, match="two kinds"):
        side_by_side(law.Uniform(0, 1), {0: 1})
