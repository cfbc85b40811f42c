"""The shape of the house: each rule reads a tree of files and says where it is broken.

Nothing is imported from the tree, so a rule can be shown a broken one. A breach names its place,
`file` or `file:name`; `exceptions.py` is keyed by rule and place.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

MOST_LINES = {"file": 350, "function": 40}
MOST_METHODS = {"Table": 30}
USUAL_METHODS = 12
UNWANTED_WORDS = {
    *("accountant", "session", "clamp", "clamped", "clamping", "truncate", "truncated"),
    *("rng", "seed", "seeds", "seeded", "sigma", "raw", "sensitive", "get", "utils", "helpers"),
    *("Manager", "Base"),
}
# Between data and answer: no float, and no function that returns one.
EXACT = ("noise", "release", "mechanisms")
FLOATS = {"float", "float16", "float32", "float64", "longdouble", "complex"}
FLOAT_FUNCTIONS = {
    f"{module}.{name}"
    for module in ("math", "np")
    for name in ("exp", "expm1", "exp2", "log", "log1p", "log2", "pow", "sqrt")
}
# Who may open a secret: where one is made, and the one door.
DOORS = {"release/answer.py", "release/secret.py"}
CORE = ("errors", "numbers", "law", "noise", "privacy", "release", "mechanisms")
CORE_IMPORTS = {"discreet", "numpy", "cryptography"} | sys.stdlib_module_names
# Paths of a particular machine, and talk about how a text came to be.
TELLING = re.compile(
    r"/(?:work|root|home|tmp|Users)/\w|\bthe brief\b|\b(?:helper|sub|coding)[ -]?agent\b"
    r"|\b(?:this|previous|next|coding) session\b|\b(?:language model|LLM|chatbot)s?\b",
    re.IGNORECASE,
)
# A citation, such as [knuth1997] or [rogers2016, whitehouse2023], and the entry it stands for.
KEY = r"[a-z]+(?:19|20)\d\d[a-z]?"
CITATION = re.compile(rf"\[({KEY}(?:,\s+{KEY})*)\]")
ENTRY = re.compile(r"^@\w+\{([^,\s]+),", re.MULTILINE)
TEXTS = ("src", "tests", "docs", "benchmarks", "changelog.d", "requirements", ".ci")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Named: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Rule: TypeAlias = "Callable[[Path], Iterator[Breach]]"


class Breach(NamedTuple):
    """Where a rule is broken, and how."""

    place: str
    what: str


def long_files(top: Path) -> Iterator[Breach]:
    for file in _python(top, "src", "tests", "benchmarks"):
        lines = len(file.read_text("utf-8").splitlines())
        if lines > MOST_LINES["file"]:
            yield Breach(_place(top, file), f"{lines} lines")


def long_functions(top: Path) -> Iterator[Breach]:
    for file in _python(top, "src", "tests", "benchmarks"):
        for node in _nodes(file):
            if isinstance(node, FUNCTIONS):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > MOST_LINES["function"]:
                    yield Breach(_place(top, file, node.name), f"{lines} lines")


def crowded_classes(top: Path) -> Iterator[Breach]:
    for file in _python(top, "src"):
        for node in _nodes(file):
            if not isinstance(node, ast.ClassDef):
                continue
            methods = {m.name for m in node.body if isinstance(m, FUNCTIONS) and m.name[0] != "_"}
            if len(methods) > MOST_METHODS.get(node.name, USUAL_METHODS):
                yield Breach(_place(top, file, node.name), f"{len(methods)} public methods")


def missing_mirrors(top: Path) -> Iterator[Breach]:
    package = top / "src" / "discreet"
    for file in _python(top, "src"):
        mirror = top / "tests" / file.relative_to(package).with_name(f"test_{file.name}")
        if file.name not in {"__init__.py", "__main__.py"} and not mirror.exists():
            yield Breach(_place(top, file), f"no {mirror.relative_to(top).as_posix()}")


def untrue_inits(top: Path) -> Iterator[Breach]:
    """A package lists names and holds no logic. (Ruff sorts `__all__`.)"""
    for file in _python(top, "src"):
        if file.name != "__init__.py" or file.parent == top / "src" / "discreet":
            continue  # the top one is checked by running it
        body = ast.parse(file.read_text("utf-8")).body
        if any(not _lists(node) for node in body):
            yield Breach(_place(top, file), "more than a docstring, imports and `__all__`")
        imports = [node for node in body if isinstance(node, ast.ImportFrom)]
        imported = [name.asname or name.name for node in imports for name in node.names]
        if sorted(imported) != sorted(listed_names(file)):
            yield Breach(_place(top, file), "`__all__` is not what is imported")


def listed_names(file: Path) -> list[str]:
    """The names in a file's `__all__`."""
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names = ast.literal_eval(node.value)
            return [str(name) for name in names]
    return []


def unwanted_words(top: Path) -> Iterator[Breach]:
    for file in _python(top, "src"):
        for name in sorted(_bound(file)):
            words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
            unwanted = {word for word in words if {word, word.lower()} & _unwanted(name)}
            if unwanted:
                yield Breach(_place(top, file, name), f"'{min(unwanted)}' is not used here")


def unwanted_files(top: Path) -> Iterator[Breach]:
    for file in _python(top, "src"):
        if set(file.stem.lower().split("_")) & UNWANTED_WORDS:
            yield Breach(_place(top, file), "not the name of an idea")
        elif re.search(r"[^siu]s$", file.stem):
            yield Breach(_place(top, file), "not singular")


def inexact_numbers(top: Path) -> Iterator[Breach]:
    for file in _python(top, *(f"src/discreet/{part}" for part in EXACT)):
        for name in sorted({*_imports(file), *_uses(file)}):
            if name.split(".")[-1] in FLOATS or name.replace("numpy.", "np.") in FLOAT_FUNCTIONS:
                yield Breach(_place(top, file, name), "not exact")
        for node in _nodes(file):
            if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
                yield Breach(_place(top, file, repr(node.value)), "not exact")


def replaceable_randomness(top: Path) -> Iterator[Breach]:
    """Bits come from `noise.source` alone: nothing in the tree may draw from a known state."""
    for file in _python(top, "src"):
        drawn = {use for use in _uses(file) if re.match(r"(numpy|np)\.random\b", use)}
        drawn |= {name for name in _imports(file) if re.match(r"(numpy\.)?random\b", name)}
        for name in sorted(drawn):
            yield Breach(_place(top, file), name)


def other_doors(top: Path) -> Iterator[Breach]:
    """Only the door opens a secret: nothing else so much as names what does."""
    package = top / "src" / "discreet"
    for file in _python(top, "src"):
        if file.relative_to(package).as_posix() not in DOORS:
            names = {name for text in (*_imports(file), *_uses(file)) for name in text.split(".")}
            names |= {str(n.value) for n in _nodes(file) if isinstance(n, ast.Constant)}
            for name in sorted(names & {"opened", "__compute", "_Secret__compute"}):
                yield Breach(_place(top, file, name), "opens a secret")


def foreign_imports(top: Path) -> Iterator[Breach]:
    """The core needs Python, numpy and cryptography, nothing else."""
    for file in _python(top, "src"):
        part = Path(file.relative_to(top / "src" / "discreet").parts[0]).stem
        for name in _imports(file):
            if part in CORE and name.split(".")[0] not in CORE_IMPORTS:
                yield Breach(_place(top, file), name)


def telling_texts(top: Path) -> Iterator[Breach]:
    for file, text in _texts(top):
        for found in TELLING.finditer(text):
            yield Breach(_place(top, file), found[0])


def loose_references(top: Path) -> Iterator[Breach]:
    """What is cited is listed, and what is listed is cited."""
    listing = top / "docs" / "references.bib"
    listed = ENTRY.findall(listing.read_text("utf-8")) if listing.exists() else []
    cited: set[str] = set()
    for file, text in _texts(top):
        keys = [key for found in CITATION.finditer(text) for key in re.findall(KEY, found[1])]
        for key in keys if file != listing else ():
            cited.add(key)
            if key not in listed:
                yield Breach(_place(top, file, key), "cited, and not in docs/references.bib")
    for key in sorted(set(listed) - cited):
        yield Breach(_place(top, listing, key), "listed, and cited nowhere")


RULES: tuple[Rule, ...] = (
    *(long_files, long_functions, crowded_classes, missing_mirrors, untrue_inits),
    *(unwanted_words, unwanted_files, inexact_numbers, replaceable_randomness),
    *(other_doors, foreign_imports, telling_texts, loose_references),
)


def _python(top: Path, *parts: str) -> Iterator[Path]:
    for part in parts:
        yield from sorted((top / part).rglob("*.py"))


def _texts(top: Path) -> Iterator[tuple[Path, str]]:
    """All files that can be read, with what they say."""
    files = [file for part in TEXTS for file in sorted((top / part).rglob("*"))]
    for file in (*files, *sorted(top.glob("[!.]*"))):
        if file.is_file() and file.suffix not in {".pyc", ".png", ".svg"}:
            yield file, file.read_text("utf-8", errors="replace")


def _place(top: Path, file: Path, name: str = "") -> str:
    return file.relative_to(top).as_posix() + (f":{name}" if name else "")


def _nodes(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text("utf-8"))))


def _lists(node: ast.stmt) -> bool:
    """Whether a statement is a docstring, an import or `__all__`."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    assigns = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    return assigns or isinstance(node, ast.ImportFrom)


def _bound(file: Path) -> set[str]:
    """The names a file gives: what it only uses was named by others."""
    nodes = _nodes(file)
    names = {node.name for node in nodes if isinstance(node, Named)}
    names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    names |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return names | {
        n.attr for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)
    }


def _unwanted(name: str) -> set[str]:
    """`get` only begins a name; `Base` and `Manager` only belong to classes."""
    return UNWANTED_WORDS - (set() if name.lstrip("_").startswith("get_") else {"get"})


def _imports(file: Path) -> Iterator[str]:
    """What a file imports, in full: `numpy.random` however it is written."""
    for node in _nodes(file):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _uses(file: Path) -> Iterator[str]:
    """The names and dotted names a file reads."""
    for node in _nodes(file):
        if isinstance(node, ast.Name | ast.Attribute):
            yield ast.unparse(node)
