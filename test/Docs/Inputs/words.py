"""Checks the words and the width of pages, sources and messages.

words.py ROOT WORDS [FILE...]

WORDS has a regular expression on each line, then ` => ` and what to write instead;
`#` begins a comment. Upper and lower case are equal. Prose is looked at: pages
outside of code; the comments of sources, their strings that have a blank, and all of
td files. In what is left of a source, `¶` stands for code, and for the begin of a
paragraph. Pages also have lines of at most 80 characters, but for tables, headings,
and lines that cannot be broken.
"""

import glob
import os
import re
import sys

WIDTH = 80
PAGES = ("*.md", "docs/**/*.md")
SOURCES = ("include/fx/**/*.h", "include/fx/**/*.td", "lib/**/*.cpp", "lib/**/*.h",
           "lib/**/*.py", "lib/**/*.pyi", "lib/**/*.fxr", "tools/**/*.cpp",
           "tools/**/*.h", "utils/*", "utils/benchmark/**/*", "utils/mutation/*")
STRING = r'"(?:[^"\\\n]|\\.)*"'
# What prose of C++ and of rules can be in. Raw strings are code.
C_TOKEN = re.compile(
    r"//[/!]?<?(?P<comment>[^\n]*)" + rf"|(?P<text>{STRING})"
    r'|\bR"(?P<mark>[^("\s]*)\(.*?\)(?P=mark)"|\'(?:[^\'\\\n]|\\.)\'', re.S)
PYTHON_TOKEN = re.compile(
    r"#(?P<comment>[^\n]*)"
    rf'|(?P<text>"""(?:[^\\]|\\.)*?"""|{STRING})|\'(?:[^\'\\\n]|\\.)*\'', re.S)
SHELL_TOKEN = re.compile(r"(?:^|(?<=\s))#(?P<comment>[^\n]*)", re.M)
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


def without_code(text):
    return re.sub(r"`[^`\n]*`", lambda m: " " * len(m[0]), text)


def source_prose(text, token):
    """Comments, and strings with a blank; what is between them is `¶`."""
    result = []
    end = 0
    paragraph = True
    for found in token.finditer(text):
        between = re.sub(r"\S", "¶", text[end:found.start()])
        # A comment after code, or after an empty line, begins a paragraph.
        paragraph = paragraph or "¶" in between or re.search(r"\n\s*\n", between)
        prose = found["comment"]
        string = found.groupdict().get("text")
        if string and " " in string:
            prose = re.sub(r"\\[nt]", "  ", string.strip('"'))
        result.append(between)
        if paragraph or prose is None:
            result.append("¶")
        paragraph = not (prose or "").strip()
        # The lines stay as they are.
        result.append(" " + (prose if prose is not None else "\n" * found[0].count("\n")))
        end = found.end()
    return without_code("".join(result))


def prose_of(path, text):
    if path.endswith(".md"):
        return "\n".join(page_prose(text.split("\n")))
    if path.endswith(".td"):
        return without_code(text)
    if path.endswith((".cpp", ".h", ".fxr")):
        return source_prose(text, C_TOKEN)
    first = text.split("\n", 1)[0]
    if path.endswith((".py", ".pyi")) or "python" in first:
        return source_prose(text, PYTHON_TOKEN)
    if path.endswith((".sh", ".txt")) or first.startswith("#!"):
        return source_prose(text, SHELL_TOKEN)
    return ""


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
    with open(path, encoding="utf-8", errors="replace") as file:
        whole = file.read()
    problems = []
    if path.endswith(".md"):
        problems += [(n, f"wider than {WIDTH} characters")
                     for n in wide_lines(whole.split("\n"))]
    text = prose_of(path, whole)
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
        if os.path.isfile(path) and os.path.relpath(path, root) not in GENERATED]
    problems = sum(check(root, os.path.realpath(path), words) for path in files)
    print(f"{len(files)} files, {problems} problems")
    sys.exit(problems != 0)


main()
