"""Checks the words and the width of pages, sources and messages.

words.py ROOT WORDS [FILE...]

WORDS has a regular expression on each line, then ` => ` and what to write instead;
`#` begins a comment. Upper and lower case are equal. Prose is looked at: pages
outside of code, comments, and the texts of td files. Pages also have lines of at
most 80 characters, but for tables, headings, and lines that cannot be broken.
"""

import glob
import os
import re
import sys

WIDTH = 80
PAGES = ("*.md", "docs/**/*.md")
SOURCES = ("include/fx/**/*.h", "include/fx/**/*.td", "lib/**/*.cpp", "lib/**/*.h",
           "tools/**/*.cpp", "tools/**/*.h")
# fx-tblgen makes these pages; their texts are those of the td files.
GENERATED = ("docs/Ops.md",)


def read_words(path):
    found = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                pattern, advice = line.rstrip("\n").split(" => ")
                # A phrase may be broken at any blank of it.
                found.append((re.compile(pattern.replace(" ", r"[\s/]+"), re.I), advice))
    return found


def page_prose(lines):
    """The lines with code blanked out."""
    fenced = False
    for line in lines:
        if line.lstrip().startswith("```"):
            fenced = not fenced
            yield ""
        else:
            yield "" if fenced else re.sub(r"`[^`]*`", lambda m: " " * len(m[0]), line)


def source_prose(lines, is_td):
    """Comments, and in td files everything, with code font blanked out."""
    for line in lines:
        comment = re.search(r"(^|\s)//[/!]?(.*)", line)
        text = line if is_td else comment[2] if comment else ""
        yield re.sub(r"`[^`]*`", lambda m: " " * len(m[0]), text)


def too_wide(line):
    """Whether a line of a page could be broken and is too wide."""
    if len(line) <= WIDTH or line.startswith(("|", "#", "<!--")):
        return False
    # One word, or one link, after the indentation or the mark of a list.
    rest = re.sub(r"^\s*([-*]|\d+\.)?\s*", "", line)
    return " " in re.sub(r"\[[^]]*\]\([^)]*\)", "x", re.sub(r"`[^`]*`", "x", rest))


def wide_lines(lines):
    skipped = False
    for number, line in enumerate(lines, 1):
        # Scripts write what is between these comments.
        if line.lstrip().startswith("```") or re.match("<!-- measured: (begin|end)", line):
            skipped = not skipped
        elif not skipped and too_wide(line):
            yield number


def check(root, path, words):
    name = os.path.relpath(path, root)
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    problems = []
    if path.endswith(".md"):
        problems += [(n, f"wider than {WIDTH} characters") for n in wide_lines(lines)]
        prose = list(page_prose(lines))
    else:
        prose = list(source_prose(lines, path.endswith(".td")))
    text = "\n".join(prose)
    for pattern, advice in words:
        for found in pattern.finditer(text):
            number = text.count("\n", 0, found.start()) + 1
            what = " ".join(found[0].split())
            problems.append((number, f"'{what}': {advice}"))
    for number, problem in sorted(problems):
        print(f"{name}:{number}: {problem}")
    return len(problems)


def main():
    root = os.path.realpath(sys.argv[1])
    words = read_words(sys.argv[2])
    files = sys.argv[3:] or [
        path for pattern in PAGES + SOURCES
        for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True))
        if os.path.relpath(path, root) not in GENERATED]
    problems = sum(check(root, os.path.realpath(path), words) for path in files)
    print(f"{len(files)} files, {problems} problems")
    sys.exit(problems != 0)


main()
