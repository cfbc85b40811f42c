"""How far a unit moves scores apart."""

from itertools import product

import pytest

from discreet.errors import NoBound
from discreet.privacy import Sensitivity, spread


@pytest.mark.parametrize(
    ("sensitivity", "apart", "one_way"),
    [
        (Sensitivity(linf=1), 2, 1),
        (Sensitivity(l0=1, linf=3), 3, 3),
        (Sensitivity(l0=2, linf=1), 2, 1),
        (Sensitivity(linf=2, l1=3), 3, 2),
        (Sensitivity(l1=2), 2, 2),
        (Sensitivity(linf=0), 0, 0),
    ],
)
def test_scores_move_apart_by_twice_the_most_or_by_all_moves_together(
    sensitivity: Sensitivity, apart: int, one_way: int
) -> None:
    assert spread(sensitivity) == apart
    assert spread(sensitivity, one_way=True) == one_way


def test_no_list_of_moves_goes_further_apart() -> None:
    for moves in product(range(-2, 3), repeat=3):
        far, total = max(map(abs, moves)), sum(map(abs, moves))
        known = Sensitivity(linf=far, l1=total)
        assert max(moves) - min(moves) <= spread(known)
        if min(moves) >= 0 or max(moves) <= 0:
            assert max(moves) - min(moves) <= spread(known, one_way=True)


def test_scores_that_nothing_bounds_are_refused() -> None:
    for one_way in (False, True):
        with pytest.raises(NoBound, match="linf"):
            spread(Sensitivity(l2=1), one_way=one_way)
