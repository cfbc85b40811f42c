"""The documentation runs, and names everything that is public."""

import re
import textwrap
from pathlib import Path

import pytest

from tests.docs.page import run
from tests.shape.rules import listed_names

TOP = Path(__file__).parents[2]
PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").rglob("*.md"))]
PACKAGE = TOP / "src" / "discreet"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(TOP).as_posix())
def test_a_page_does_what_it_shows(page: Path, tmp_path: Path) -> None:
    run(page, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "```python\nx = 1\n```\n\n```python\nassert x == 2\n```\n",
        "```python\n>>> 1 + 1\n3\n```\n",
        "```bash\n$ discreet no-such-command\n```\n",
        "```console\n$ discreet --help\nsomething else\n```\n",
    ],
)
def test_a_page_that_is_wrong_fails(text: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, "utf-8")
    with pytest.raises(AssertionError):
        run(page, tmp_path)


def test_blocks_of_a_page_follow_each_other(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = """
        ```python
        x = 1
        ```

        ```python
        >>> y = x + 1
        >>> [y] * 100
        [2, ..., 2]
        ```

        ```python
        assert y == 2
        ```

        ```text
        raise SystemExit
        ```

        ```console
        $ discreet --version
        discreet …
        $ make test
        ```
    """
    page.write_text(textwrap.dedent(text), "utf-8")
    run(page, tmp_path)


def undocumented(package: Path, reference: Path) -> list[str]:
    """Public names that no page of the reference shows, by themselves or with their package."""
    pages = "\n".join(page.read_text("utf-8") for page in reference.glob("*.md"))
    shown = set(re.findall(r"^::: (\S+)$", pages, re.MULTILINE))
    names = [
        (".".join(file.parent.relative_to(package.parent).parts), name)
        for file in sorted(package.glob("*/**/__init__.py"))
        for name in listed_names(file)
    ]
    return [f"{part}.{name}" for part, name in names if not {part, f"{part}.{name}"} & shown]


def test_every_public_name_is_documented() -> None:
    assert undocumented(PACKAGE, TOP / "docs" / "reference") == []


def test_an_undocumented_name_is_reported(tmp_path: Path) -> None:
    for part in ("law", "noise"):
        (tmp_path / "discreet" / part).mkdir(parents=True)
        (tmp_path / "discreet" / part / "__init__.py").write_text("__all__ = ['A', 'B']", "utf-8")
    (tmp_path / "page.md").write_text("::: discreet.law\n::: discreet.noise.B\n", "utf-8")
    assert undocumented(tmp_path / "discreet", tmp_path) == ["discreet.noise.A"]
