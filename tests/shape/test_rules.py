"""Each rule reports what it is there to report."""

from pathlib import Path

import pytest

from tests.shape import rules

SOURCE = "src/discreet/noise/coin.py"
METHODS = "\n".join(f"    def name_{n}(self): ..." for n in range(13))

BROKEN = {
    "long_files": [(SOURCE, "x = 1\n" * 351)],
    "long_functions": [(SOURCE, "def flip():\n" + "    x = 1\n" * 40)],
    "crowded_classes": [(SOURCE, f"class Coin:\n{METHODS}")],
    "missing_mirrors": [(SOURCE, "")],
    "untrue_inits": [
        ("src/discreet/noise/__init__.py", "from discreet.noise.coin import flip\n__all__ = []"),
        ("src/discreet/noise/__init__.py", "__all__ = ['flip']"),
        ("src/discreet/noise/__init__.py", "if True:\n    __all__ = []"),
    ],
    "unwanted_words": [
        (SOURCE, "def flip(seed): ..."),
        (SOURCE, "def get_coin(): ..."),
        (SOURCE, "class CoinBase: ..."),
        (SOURCE, "raw_bits = 1"),
        (SOURCE, "def flip(self):\n    self.sigma = 1"),
    ],
    "unwanted_files": [
        ("src/discreet/noise/coin_utils.py", ""),
        ("src/discreet/noise/_helpers.py", ""),
        ("src/discreet/noise/coins.py", ""),
    ],
    "inexact_numbers": [
        (SOURCE, "half = 0.5"),
        (SOURCE, "half = float(1)"),
        (SOURCE, "import numpy as np\nhalf = np.zeros(1, np.float64)"),
        (SOURCE, "import math\nhalf = math.exp(1)"),
        (SOURCE, "from math import log"),
    ],
    "replaceable_randomness": [
        (SOURCE, "import random"),
        (SOURCE, "from random import getrandbits"),
        (SOURCE, "from numpy.random import default_rng"),
        (SOURCE, "from numpy import random"),
        (SOURCE, "import numpy as np\nnp.random.default_rng()"),
    ],
    "other_doors": [
        (SOURCE, "from discreet.release.secret import opened"),
        (SOURCE, "from discreet.release.secret import opened as look"),
        (SOURCE, "import discreet.release.secret as s\nx = s.opened(1)"),
        (SOURCE, "x = getattr(secret, '_Secret__compute')"),
        (SOURCE, "x = secret._Secret__compute()"),
        ("src/discreet/release/memory.py", "from discreet.release import secret\nsecret.opened(1)"),
    ],
    "foreign_imports": [
        (SOURCE, "import scipy.stats"),
        (SOURCE, "def f():\n    from rich import x"),
    ],
    "telling_texts": [
        ("docs/index.md", "see /root/notes.txt"),
        ("README.md", "left for the next session"),
    ],
    "loose_references": [
        (SOURCE, '"""A coin. [nobody1999]"""'),
        ("docs/index.md", "as is known [knuth1997,\nnobody1999]"),
        ("docs/references.bib", "@book{nobody1999,\n  title = {Nothing},\n}"),
        ("docs/references.bib", "@book{nobody1999,\n  note = {See [nobody1999]},\n}"),
    ],
}
SOUND = '''"""A coin, as it always was [knuth1997]."""

from fractions import Fraction
import numpy as np

__all__ = ["flip"]

def flip(chance: Fraction, base: int, target: int) -> int:
    """Base 256 at most."""
    return int(np.frombuffer(b"1234", "<u4")[0]) % base < chance
'''


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_a_breach_is_reported_and_nothing_else(rule: rules.Rule, tmp_path: Path) -> None:
    _write(tmp_path / "sound" / SOURCE, SOUND)
    _write(tmp_path / "sound" / "tests/noise/test_coin.py", "")
    _write(tmp_path / "sound" / "docs/references.bib", "@book{knuth1997,\n}")
    assert list(rule(tmp_path / "sound")) == []
    for number, (file, text) in enumerate(BROKEN[rule.__name__]):
        _write(tmp_path / str(number) / file, text)
        breaches = list(rule(tmp_path / str(number)))
        assert breaches, text
        assert breaches[0].place.startswith(file)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
