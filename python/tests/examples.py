"""Runs the examples of a page, its blocks of ``pycon``, one after the other: python3 examples.py PAGE... ."""

from __future__ import annotations

import doctest
import faulthandler
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))


def examples(page: Path) -> int:
    """Runs them, prints what differs, and returns how many there are."""
    text = page.read_text("utf-8")
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.FAIL_FAST)
    names: dict[str, object] = {}
    for block in re.finditer(r"^```pycon\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        line = text.count("\n", 0, block.start(1))
        test = doctest.DocTestParser().get_doctest(block.group(1), names, page.name, str(page), line)
        runner.run(test, clear_globs=False)
        # The parser copies the names.
        names.update(test.globs)
    if runner.failures:
        sys.exit(1)
    return runner.tries


if __name__ == "__main__":
    # Says where it hangs, before whoever started it loses patience.
    faulthandler.dump_traceback_later(100, exit=True)
    for name in sys.argv[1:]:
        print(f"{Path(name).name}: {examples(Path(name))} examples")
