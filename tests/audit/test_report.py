"""Reports: what was found, in lines."""

from discreet.audit import Finding, Report


def test_a_report_holds_where_all_of_it_does() -> None:
    good, bad = Finding("it adds up", holds=True), Finding("it is <fair>", holds=False, detail="no")
    assert Report("a coin", [good]).holds
    assert not Report("a coin", [good, bad]).holds
    assert Report("a coin", [good, bad]).broken == (bad,)
    assert str(Report("a coin", [good])) == "a coin: all 1 hold\n  holds   it adds up"
    assert "BROKEN  it is &lt;fair&gt;: no" in Report("a coin", [bad])._repr_html_()


def test_a_report_of_nothing_does_not_hold() -> None:
    assert not Report("nothing", []).holds
