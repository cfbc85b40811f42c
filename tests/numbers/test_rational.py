"""A number is what its writer meant, or it is refused with a way on."""

import time
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discreet.errors import OutOfRange
from discreet.numbers import between, choice, rational, whole

F = Fraction

WRITTEN: list[tuple[Any, Fraction]] = [
    (3, F(3)),
    (-3, F(-3)),
    (0, F(0)),
    ("3", F(3)),
    ("+3", F(3)),
    ("-3.50", F(-7, 2)),
    ("007", F(7)),
    ("0.1", F(1, 10)),
    ("1e-6", F(1, 10**6)),
    ("2.5E+3", F(2500)),
    ("1e399", F(10**399)),
    ("1/3", F(1, 3)),
    ("-2/6", F(-1, 3)),
    (np.str_("0.1"), F(1, 10)),
    (0.1, F(1, 10)),
    (-0.0, F(0)),
    (1e16, F(10**16)),
    (1e-7, F(1, 10**7)),
    (5e-324, F(5, 10**324)),
    (np.float64(0.3), F(3, 10)),
    (Decimal("0.1"), F(1, 10)),
    (Decimal("1E+2"), F(100)),
    (Decimal("-1.50"), F(-3, 2)),
    (F(1, 3), F(1, 3)),
    (np.int64(-5), F(-5)),
    (np.uint8(255), F(255)),
    (10**399, F(10**399)),
    ("9" * 400, F(10**400 - 1)),
]
NO_NUMBERS: list[Any] = [
    *(True, False, np.True_, np.False_, None, b"1", object, 1j, 1 + 0j, np.float32(0.1)),
    *(float("nan"), float("inf"), -float("inf"), np.float64("nan"), np.float64("inf")),
    *(Decimal("NaN"), Decimal("sNaN"), Decimal("Infinity"), Decimal("1E+1000")),
    *("", " ", "0.1 ", " 0.1", "0.1\n", "\t1", "1 000", "1_000", "1,5", "--1", "+-1", "1-", "-"),
    *("nan", "inf", "-inf", "infinity", "NaN", "garbage", "epsilon", "1e", "e5", ".5", "5.", "."),
    *("0x1", "0b1", "0o7", "1/2/3", "1/", "/2", "1/-2", "1.5/2", "1e1/2", "1 /2", "½", "1e1.5"),
    *("１", "０.１", "١", "1²", "−1", "1e400", "1e-400", "1e999", "1e1000", "1e-1000"),  # noqa: RUF001
    *([1], (1,), {1}, {1: 1}, [[1]], ["1"], range(3), np.array(1), np.array([1.0])),
    *("1" * 401, "1" * 10**7, "0." + "1" * 10**7, "1e" + "1" * 10**7, Decimal("1" * 10**6)),
    *(10**400, -(10**400), 10**5000, 1 << 10**7, F(1, 10**400), F(10**5000, 7)),
]


def short(value: object) -> str:
    """A name for a case: some have millions of digits."""
    try:
        return repr(value)[:20]
    except ValueError:
        return "a long integer"


@pytest.mark.parametrize(("number", "exact"), WRITTEN, ids=short)
def test_a_number_is_what_its_writer_meant(number: Any, exact: Fraction) -> None:  # noqa: ANN401
    value = rational(number)
    assert value == exact
    assert type(value) is Fraction


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_its_shortest_decimal_form(number: float) -> None:
    value = rational(number)
    assert value == F(repr(number))
    assert float(value) == number


@given(st.integers(-(10**60), 10**60), st.integers(-60, 60))
def test_a_decimal_is_exact_however_it_is_written(digits: int, places: int) -> None:
    exact = digits * F(10) ** places
    number = Decimal(digits).scaleb(places)
    assert rational(Decimal(f"{digits}e{places}")) == exact
    assert rational(f"{digits}e{places}") == exact
    assert rational(f"{digits}/{10**60}") == F(digits, 10**60)
    if len(str(abs(digits))) <= 28:  # as many as Decimal keeps when it computes
        assert rational(number) == exact


@given(st.fractions())
def test_a_fraction_stays_as_it_is(number: Fraction) -> None:
    assert rational(number) == number
    assert rational(f"{number.numerator}/{number.denominator}") == number


@given(st.text(max_size=12))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        value = rational(text)
    except OutOfRange:
        return
    assert text.isascii()
    assert value == F(text)


@pytest.mark.parametrize("number", NO_NUMBERS, ids=short)
def test_what_is_no_number_is_refused_at_once_with_a_way_on(number: Any) -> None:  # noqa: ANN401
    start = time.perf_counter()
    for ask in (rational, lambda x, name: between(x, name, 0, 1)):
        with pytest.raises(OutOfRange) as refusal:
            ask(number, "epsilon")
        problem, way_on = str(refusal.value).split("\n")
        assert problem.startswith("epsilon ")
        assert "write it as 3, '0.1', '1e-6' or '1/3'" in way_on
        assert len(problem) < 100
    assert time.perf_counter() - start < 1


def test_a_refusal_repeats_what_was_written() -> None:
    for number, shown in (("0.1 ", "'0.1 '"), (float("nan"), "nan"), (True, "True"), ([1], "[1]")):
        with pytest.raises(OutOfRange, match="is not a number") as refusal:
            rational(number)  # type: ignore[arg-type]  # what a type checker cannot stop
        assert str(refusal.value).split("\n")[0] == f"the number is not a number: {shown}"


def test_what_is_long_is_cut_short() -> None:
    with pytest.raises(OutOfRange) as refusal:
        rational("x" * 100)
    assert str(refusal.value).split("\n")[0] == "the number is not a number: '" + "x" * 36 + "…"
    with pytest.raises(OutOfRange, match="an integer of thousands of digits"):
        rational(10**5000)
    with pytest.raises(OutOfRange) as refusal:
        rational("x" * 38)  # forty with its quotes: as long as can be shown
    assert "…" not in str(refusal.value)


@pytest.mark.parametrize("number", ["1/0", "-5/0", "0/0", "0/000"])
def test_nothing_is_divided_by_zero(number: str) -> None:
    with pytest.raises(OutOfRange, match=rf"rate divides by zero: '{number}'\n  write it as"):
        rational(number, "rate")


@pytest.mark.parametrize("number", ["1e400", "1e-400", "12e399", "1.0e400"])
def test_a_short_text_may_still_have_too_many_digits(number: str) -> None:
    with pytest.raises(OutOfRange, match="rate has too many digits"):
        rational(number, "rate")


@pytest.mark.parametrize(
    ("number", "ends", "inside"),
    [
        (0, True, True),
        (1, True, True),
        ("1/2", True, True),
        (0, False, False),
        (1, False, False),
        ("1e-300", False, True),
        (F(10**300 + 1, 10**300), True, False),
        ("-1e-300", True, False),
        (-0.0, True, True),
    ],
)
def test_ends_belong_to_a_range_or_do_not(number: Any, ends: bool, inside: bool) -> None:  # noqa: ANN401
    if inside:
        assert between(number, "rate", 0, 1, ends=ends) == rational(number)
        return
    with pytest.raises(OutOfRange):
        between(number, "rate", 0, 1, ends=ends)


def test_a_refusal_says_the_range_as_it_was_written() -> None:
    with pytest.raises(OutOfRange) as refusal:
        between(2, "rate", "0.01", F(1, 3))
    assert str(refusal.value) == "rate is 2\n  it can be anything from 0.01 to 1/3"
    with pytest.raises(OutOfRange) as refusal:
        between(0.5, "rate", "0.5", 1, ends=False)
    assert str(refusal.value) == "rate is 0.5\n  it can be anything strictly between 0.5 and 1"


WHOLE: list[tuple[Any, int]] = [
    *((3, 3), (-3, -3), (0, 0), (F(6, 2), 3), (np.int8(-128), -128)),
    *((np.uint64(2**64 - 1), 2**64 - 1), (10**399, 10**399), (-(10**398), -(10**398))),
]


@pytest.mark.parametrize(("number", "exact"), WHOLE, ids=short)
def test_a_whole_number_is_any_kind_of_integer(number: Any, exact: int) -> None:  # noqa: ANN401
    value = whole(number, "size")
    assert value == exact
    assert type(value) is int


NOT_WHOLE: list[Any] = [
    *(True, False, np.True_, None, 3.0, "3", "12", b"3", 1.5, F(1, 2), Decimal(3), 3 + 0j),
    *(float("nan"), float("inf"), [3], (3,), [[3]], "", "garbage", "1e400", np.float64(3)),
    *(10**400, 1 << 10**7, -(10**5000), "1" * 10**7, np.array(3)),
]


@pytest.mark.parametrize("number", NOT_WHOLE, ids=short)
def test_nothing_is_rounded_to_make_it_whole(number: Any) -> None:  # noqa: ANN401
    start = time.perf_counter()
    with pytest.raises(OutOfRange, match=r"size is not a whole number: .*\n  write it as 12"):
        whole(number, "size", least=0)
    assert time.perf_counter() - start < 1


@pytest.mark.parametrize(
    ("least", "most", "wanted"),
    [(8, None, "from 8 to ∞"), (None, 6, "from -∞ to 6"), (8, 9, "from 8 to 9"), (5, 6, "5 to 6")],
)
def test_a_whole_number_out_of_range_is_told_the_range(
    least: int | None, most: int | None, wanted: str
) -> None:
    with pytest.raises(OutOfRange) as refusal:
        whole(7, "size", least, most)
    problem, way_on = str(refusal.value).split("\n")
    assert problem == "size is 7"
    assert way_on.startswith("  it can be any whole number from ")
    assert way_on.endswith(wanted)


@pytest.mark.parametrize(("least", "most"), [(None, None), (7, None), (None, 7), (7, 7)])
def test_ends_belong_to_the_range_of_a_whole_number(least: int | None, most: int | None) -> None:
    assert whole(7, "size", least, most) == 7


@pytest.mark.parametrize("ask", [rational, whole], ids=["rational", "whole"])
def test_a_list_in_a_list_is_refused_however_deep(ask: Callable[..., Any]) -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(OutOfRange):
        ask(deep, "size")


def test_a_choice_is_true_or_false_and_nothing_that_counts_as_such() -> None:
    for good in (True, False):
        assert choice(good, "x") is good
    for bad in (0, 1, "", "yes", None, float("nan")):
        with pytest.raises(OutOfRange, match="x is"):
            choice(bad, "x")
