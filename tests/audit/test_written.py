"""Mechanisms that cannot be stored, or take what they should refuse."""

from discreet.audit.written import printed, refused, stored
from tests.audit.planted import Giving, Honest, Lax, Silent


def test_a_sound_mechanism_prints_is_stored_and_refuses() -> None:
    sound = Honest("3/4")
    findings = [*printed(sound), *stored(sound), *refused(sound, ())]
    assert [finding.what for finding in findings if not finding.holds] == []
    assert len(findings) == 3


def test_one_that_does_not_is_found_out() -> None:
    assert not next(printed(Silent("3/4"))).holds
    assert not next(printed(Giving())).holds
    assert not next(stored(Giving())).holds
    (lax,) = refused(Lax("1/3"), ())
    assert not lax.holds
    assert lax.detail == "it takes nan"
    assert not next(refused(Giving(), ())).holds


def test_a_parameter_may_be_below_zero_where_that_is_said() -> None:
    (found,) = refused(Honest("3/4"), ("honesty",))
    assert found.holds
