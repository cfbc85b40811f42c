"""Planted bugs: in which file, what is changed into what, and which tests have to notice.

To plant another, add a line. What is replaced has to stand in its file exactly once.
"""

from typing import NamedTuple

CONFORMANCE = "tests/conformance/test_mechanisms.py"


class Mutant(NamedTuple):
    """A bug, and the tests that are run on it; a sentinel is run by every `make test`."""

    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    sentinel: bool = False

    @property
    def name(self) -> str:
        return f"{self.file}: {self.new.strip().splitlines()[0]}"


def _mechanism(name: str, old: str, new: str, *, only: str = "", sentinel: bool = False) -> Mutant:
    """A bug in a mechanism, which its own tests or the table of cases have to notice."""
    own = f"tests/mechanisms/test_{name}.py"
    tests = (only,) if only else (own, CONFORMANCE)
    return Mutant(f"src/discreet/mechanisms/{name}.py", old, new, tests, sentinel)


def _audit(name: str, old: str, new: str, *tests: str, sentinel: bool = False) -> Mutant:
    files = tests or (name,)
    found = tuple(f"tests/audit/test_{test}.py" for test in files)
    return Mutant(f"src/discreet/audit/{name}.py", old, new, found, sentinel)


MUTANTS = (
    # Losses that are too low.
    _mechanism("laplace", "Pure(floor(total) / self.scale)", "Pure(floor(total) / self.scale / 2)"),
    _mechanism(
        "laplace",
        "DiscreteLaplaceNoise(self.scale, floor(far)) * floor(few)",
        "DiscreteLaplaceNoise(self.scale, 1) * floor(few)",
        sentinel=True,
    ),
    _mechanism(
        "laplace",
        "DiscreteLaplaceNoise(self.scale, floor(far)) * floor(few)",
        "DiscreteLaplaceNoise(self.scale, floor(far))",
        sentinel=True,
    ),
    _mechanism("gaussian", "square / (2 * self.variance)", "square / (4 * self.variance)"),
    _mechanism(
        "gaussian",
        "DiscreteGaussianNoise(self.variance, floor(far))",
        "DiscreteGaussianNoise(2 * self.variance, floor(far))",
        sentinel=True,
    ),
    _mechanism("response", "max(told / lie, lie / told)", "told / lie"),
    _mechanism(
        "response", "[told, lie, rest], [lie, told, rest]", "[told, lie, rest], [told, lie, rest]"
    ),
    _mechanism("staircase", "-(-floor(sensitivity.linf) // self.reach)", "1", sentinel=True),
    _mechanism("bounded", "self.bound + 1 - far, 4", "self.bound + 2 - far, 4", sentinel=True),
    _mechanism("bounded", "delta = last / (1 - 2 * beyond)", "delta = last", sentinel=True),
    _mechanism(
        "key",
        "Approx(self.epsilon, self.delta) * floor",
        "Approx(self.epsilon, self.delta) + 0 * floor",
    ),
    _mechanism("geometric", "sensitivity.linf), self.high", "sensitivity.linf) // 2, self.high"),
    # Answers by another law than is stated.
    _mechanism(
        "laplace",
        "add_noise(x, self._law(self.scale)",
        "add_noise(x, self._law(self.scale / 2)",
        only=CONFORMANCE,
    ),
    _mechanism(
        "gaussian",
        "add_noise(x, DiscreteGaussian(self.variance)",
        "add_noise(x, DiscreteGaussian(self.variance / 2)",
        only=CONFORMANCE,
    ),
    _mechanism("response", "other + (other >= truth)", "other", sentinel=True),
    _mechanism(
        "response",
        "coin(self.honesty, source), sample",
        "coin(1 - self.lie, source), sample",
        only=CONFORMANCE,
    ),
    _mechanism(
        "bounded", "if abs(noise) <= self.bound", "if abs(noise) < self.bound", sentinel=True
    ),
    _mechanism(
        "geometric",
        "return sample(self.law(x), source=source)",
        "return x + sample(self.law(self.low).noise, source=source)",
        sentinel=True,
    ),
    _mechanism(
        "key",
        "is_below(self.chance(n), source)",
        "n > 4 and is_below(self.chance(n), source)",
        only=CONFORMANCE,
    ),
    # Laws that tell more than is claimed.
    _mechanism("key", "if many <= turn:", "if many <= turn + 1:", sentinel=True),
    _mechanism("key", "return 1 + max(low, 0)", "return max(low, 0)"),
    _mechanism("key", "top = 1 + self.delta", "top = 1 + 2 * self.delta"),
    _mechanism("staircase", "Moved(self._noise, x)", "Moved(self._noise, 2 * x)", only=CONFORMANCE),
    # Parameters and values that are let through.
    _mechanism(
        "response",
        '"honesty", 0, 1, ends=False))\n\n    @classmethod\n    def coins',
        '"honesty", 0, 1))\n\n    @classmethod\n    def coins',
    ),
    _mechanism("bounded", "max(least, 1), MOST_BOUND", "1, MOST_BOUND"),
    _mechanism(
        "response", "(Fraction(n, total) - self.lie)", "(Fraction(n, total) - self.honesty)"
    ),
    # A check that does not look.
    _audit("told", "low += max(0, (p_low << _UNIT) - up * q_high)", "low += 0"),
    _audit(
        "told", "high += max(0, (p_high << _UNIT) - down * q_low)", "high += 0", "told", "cover"
    ),
    _audit("cover", "if most > delta + FINE:", "if most > 2 * delta + FINE:", "cover", "check"),
    _audit("cover", "if least is None or least > claimed:", "if least is None:"),
    _audit("drawn", "worst > FALSE_ALARM", "worst >= 0"),
    _audit("bound", "wrong /= 2 * whole(tried", "wrong /= whole(tried"),
    _audit("ledger", "zip(cost, grown, strict=True)", "zip(cost, cost, strict=True)"),
    _audit(
        "ledger", "key.verify(line.signature, bytes.fromhex(line.seal))", "key.public_bytes_raw()"
    ),
    _audit("ledger", "0 < number <= len(lines)", "0 < number"),
)
