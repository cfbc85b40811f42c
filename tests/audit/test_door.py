"""What is refused at the door opens nothing."""

from discreet.audit.door import Watched, _refused, refusals
from discreet.errors import Refused
from discreet.mechanisms import Gaussian, Laplace
from tests.audit.planted import ONE, Honest, Peeping


def test_sound_mechanisms_are_refused_without_a_look() -> None:
    for mechanism, x in ((Honest("3/4"), 1), (Laplace(2), 3), (Gaussian(4), 3)):
        assert all(finding.holds for finding in refusals(mechanism, x, ONE))


def test_an_error_that_is_not_ours_is_found_out() -> None:
    broken = [finding for finding in refusals(Peeping("3/4"), 1, ONE) if not finding.holds]
    assert ["ZeroDivisionError" in finding.detail for finding in broken] == [True]


def test_a_look_before_a_refusal_is_found_out() -> None:
    def look(watched: Watched) -> None:
        watched.looked_at = True
        raise Refused("too late")

    def draw(watched: Watched) -> None:
        watched.integer(64)
        raise Refused("too late")

    assert not _refused("looked at", look).holds
    assert not _refused("drawn for", draw).holds
    assert _refused("answered", lambda _: 1).detail == "it is answered"
