"""Runs the examples of a Markdown page.

usage: run_examples.py [--keep] PAGE FOLDER [NAME=PATH...]

Works in FOLDER, which is emptied unless --keep is given, block by block of those
between fences:

- A line `$ COMMAND` is run by bash, and the lines up to the next `$ ` or the end
  of the block are what it must print, on both streams. `...` as a whole line
  stands for any number of lines; white space at the end of lines and of the
  output does not count. A command that fails must print a line that is there.
- `$ cat FILE` as the first command of a block makes FILE of the lines below.
- A block that begins with ```fx is read by fx-opt; native text must come back
  as it is.
- A block whose first line ends in `file=FILE` is kept as FILE.

Other blocks are left alone. Each NAME is a link to PATH in FOLDER.
"""

import os
import re
import shutil
import subprocess
import sys


def blocks(text):
    """(line, words after the fence, lines) of each fenced block."""
    block = None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("```"):
            if block is None:
                block = (number + 1, line[3:].split(), [])
            else:
                yield block
                block = None
        elif block is not None:
            block[2].append(line)


def commands(block):
    """(line within the block, command, expected lines) of a block."""
    found = None
    for number, line in enumerate(block):
        if found and found[1].endswith("\\"):
            found[1] += "\n" + line
        elif line.startswith("$ "):
            if found:
                yield found
            found = [number, line[2:], []]
        elif found:
            found[2].append(line)
    if found:
        yield found


def run(command, folder, text=None):
    return subprocess.run(
        command, cwd=folder, input=text, encoding="utf-8",
        stdin=subprocess.DEVNULL if text is None else None,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )


def matches(expected, actual):
    pattern = "".join(
        "(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + "\n"
        for line in expected.split("\n")
    )
    actual = "".join(line.rstrip() + "\n" for line in actual.split("\n"))
    return re.fullmatch(pattern, actual) is not None


class Page:
    def __init__(self, path, folder):
        self.path = path
        self.folder = folder
        self.ran = self.failed = 0

    def write(self, name, lines):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")

    def judge(self, good, line, what, expected, printed):
        self.ran += 1
        if good:
            return
        self.failed += 1
        print(f"{self.path}:{line}: {what}")
        print(f"--- expected\n{expected}\n--- printed\n{printed}\n---")

    def run_command(self, line, command, expected):
        expected = "\n".join(expected).rstrip()
        done = run(["bash", "-c", command], self.folder)
        good = matches(expected, done.stdout.rstrip())
        if done.returncode and not expected.replace("...", "").strip():
            good = False
        self.judge(good, line, f"$ {command}", expected, done.stdout)

    def run_block(self, line, words, lines):
        for word in words:
            if word.startswith("file="):
                self.write(word[len("file="):], lines)
        if words[:1] == ["fx"]:
            text = "\n".join(lines) + "\n"
            done = run(["fx-opt", "-"], self.folder, text)
            same = not text.startswith("fx ") or done.stdout == text
            self.judge(not done.returncode and same, line, "fx-opt -", text,
                       done.stdout)
            return
        for number, command, expected in commands(lines):
            made = re.fullmatch(r"cat ([\w./-]+)", command)
            if made and expected and number == 0:
                while not expected[-1].strip():
                    expected.pop()
                self.write(made[1], expected)
            else:
                self.run_command(line + number, command, expected)


def main():
    keep = sys.argv[1] == "--keep"
    path, folder, *links = sys.argv[1 + keep:]
    if not keep:
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    for link in links:
        name, target = link.split("=", 1)
        os.symlink(target, os.path.join(folder, name))
    page = Page(path, folder)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for block in blocks(text):
        page.run_block(*block)
    print(f"{page.ran} examples, {page.failed} failed")
    sys.exit(1 if page.failed or not page.ran else 0)


main()
