"""Each kind of loss is written in one way, and numbers that make none make none."""

import pytest

from discreet.errors import Invalid
from discreet.privacy import Composed, Finite, Loss
from discreet.privacy.form import BY_TAG, BY_WORD, FORMS, made, word_of
from discreet.privacy.pure import Pure


def test_every_kind_has_a_form_and_no_two_are_alike() -> None:
    kinds = {kind for kind in Loss.__subclasses__() if kind.__module__.startswith("discreet.")}
    assert {form.kind.__name__ for form in FORMS} == {kind.__name__ for kind in kinds}
    keys = [(frozenset(form.names), form.made_of, form.word) for form in FORMS]
    assert len({*keys}) == len(keys)
    tags = [form.kind.tag for form in FORMS]
    assert len({(tag, form.names) for tag, form in zip(tags, FORMS, strict=True)}) == len(FORMS)


def test_words_are_those_of_losses_that_have_no_numbers() -> None:
    assert sorted(BY_WORD) == ["all", "loss distribution", "optimal composition", "the worst"]
    assert sorted(BY_TAG) == ["composed", "optimal", "pld", "worst"]
    assert word_of(Pure(1) * 2) == "all"
    assert word_of(Pure(1)) == ""


def test_numbers_that_belong_to_no_kind_make_none() -> None:
    assert made({"epsilon": "1"}, None) == Pure(1)
    assert made({"epsilon": "1"}, ()) is None
    assert made({"first": "1", "first 0": "1"}, None) is None
    assert made({"first 0": "1", "first": "1", "second": "1"}, None) is None
    assert made({}, None) is None


def test_answers_come_in_order() -> None:
    assert made({"first 0": "1", "second 0": "1"}, None) == Finite(["1"], ["1"])
    for names in (("first 1", "second 0"), ("first 0", "second 2"), ("first", "second 0")):
        with pytest.raises(Invalid, match="not numbered 0, 1, 2 and so on\n  give each"):
            made(dict.fromkeys(names, "1"), None)


def test_what_is_composed_is_not_composed_again() -> None:
    with pytest.raises(Invalid, match="a composed loss is a part of another"):
        BY_TAG[Composed.tag].make({}, ((Pure(1) * 2, 1),))
