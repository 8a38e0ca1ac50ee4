"""Writes the reference page of berth.py from its docstrings: python3 reference.py >../docs/guide/python-reference.md"""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import berth  # noqa: E402

HEAD = """# Python: the reference

Made from the docstrings of [`berth.py`](../../python/berth.py). A test runs its examples, one after the other, on a site with pools `old`
(8 servers of rate 0.5), `new` (6 servers) and `gpu` (4 gpus), at 08:00 on 16 November 2026. The [guide](python.md) says how to begin.
"""


def markdown(docstring: str) -> str:
    """Docstring as Markdown: examples and literal blocks fenced, a table of reStructuredText as a list, names as code."""
    lines: list[str] = []
    fenced = ""
    blank = False
    in_table = False
    for line in inspect.cleandoc(docstring).split("\n"):
        if re.fullmatch(r"=+ =+", line):
            in_table = not in_table
            continue
        if in_table:
            if line.startswith(" "):
                lines[-1] += " " + line.strip()
            else:
                names, meaning = re.split(r"(?<=\S) +", line, maxsplit=1) if ", " not in line[:10] else (line[:10], line[11:])
                lines.append("- " + ", ".join(f"`{each}`" for each in names.strip().split(", ")) + ": " + meaning.strip())
            continue
        if line.startswith(">>>") and not fenced:
            fenced = "doctest"
            lines.append("```pycon")
        elif fenced == "doctest" and not line:
            lines.append("```")
            fenced = ""
        elif line.startswith("    ") and not fenced and blank:
            lines.append("```python")
            fenced = "literal"
        blank = not line
        lines.append(line.removeprefix("    ") if fenced == "literal" else line)
    if fenced:
        lines.append("```")
    text = "\n".join(lines).replace("::\n\n```", ":\n\n```")
    parts = re.split(r"(```(?:pycon|python)\n.*?\n```)", text, flags=re.DOTALL)
    return "".join(each if each.startswith("```") else re.sub(r"`+([^`\n]+)`+", r"`\1`", each) for each in parts)


def signature(name: str, function: object) -> str:
    text = str(inspect.signature(function))  # type: ignore[arg-type]
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", re.sub(r"\((?:self|cls)(?:, )?", "(", text)).replace("_Json", "dict[str, Any]")
    text = text.replace("datetime.timedelta(seconds=300)", "timedelta(minutes=5)")
    # What stands for the arguments of whatever is decorated says nothing to who reads.
    text = text.replace("Callable[[Callable[_P, _R]], Callable[_P, _R]]", "decorator")
    if len(name + text) > 120:
        text = re.sub(r", (?=[*\w]+:|\*,|\*\*)", ",\n    ", text).replace("(", "(\n    ", 1).replace(") ->", ",\n) ->")
    return name + text


def described(name: str, function: object) -> str:
    doc = inspect.getdoc(function)
    return f"\n### `{name}`\n\n```python\n{signature(name, function)}\n```\n\n{markdown(doc or '')}\n"


def members(kind: type) -> list[str]:
    """Public methods with what they say, and properties, in the order of the source."""
    found = []
    bare = []
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            meaning = inspect.getdoc(member)
            bare.append(f"`{name}`" + (f" ({markdown(meaning).removesuffix('.')})" if meaning else ""))
        elif inspect.isfunction(member) and member.__doc__:
            found.append(described(f"{kind.__name__}.{name}", member))
    return ([f"\nProperties: {', '.join(bare)}.\n"] if bare else []) + found


def page() -> str:
    out = [HEAD, "\n" + markdown(berth.__doc__ or "") + "\n"]
    functions = [name for name in berth.__all__ if inspect.isfunction(getattr(berth, name))]
    out.append("\n## Functions\n")
    out += [described(f"berth.{name}", getattr(berth, name)) for name in ("connect", "login")]
    others = [name for name in functions if name not in ("connect", "login")]
    out.append("\n### " + ", ".join(f"`berth.{name}`" for name in others) + "\n\nThe methods of [`Client`](#client) with these names, ")
    out.append("of the service that one is signed in to.\n")
    for kind in (berth.Client, berth.Job, berth.Reservation, berth.Session, berth.Offer, berth.Offers, berth.Change, berth.Quote, berth.Event):
        out.append(f"\n## {kind.__name__}\n\n{markdown(kind.__doc__ or '')}\n")
        if kind not in (berth.Job, berth.Session):
            out += members(kind)
    out.append("\n## Errors\n")
    for error in (berth.BerthError, berth.Refused, berth.Invalid, berth.NotSignedIn, berth.Unavailable, berth.Closed, berth.TimeIsOver):
        out.append(f"\n### `{error.__name__}`\n\n{markdown(error.__doc__ or '')}\n")
    out.append(f"\n## Notebooks\n\n{markdown(berth.load_ipython_extension.__doc__ or '')}\n")
    return "".join(out)


if __name__ == "__main__":
    sys.stdout.write(page())
