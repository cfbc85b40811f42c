"""Where a law has mass."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Support:
    """Every integer from `low` to `high`; a side without an end is None.

    >>> 5 in Support(0, None), -1 in Support(0, None)
    (True, False)
    """

    low: int | None
    high: int | None

    def __contains__(self, k: int) -> bool:
        """Whether k is one of them."""
        return (self.low is None or k >= self.low) and (self.high is None or k <= self.high)
