"""Runs the examples of a Markdown page.

usage: run_examples.py PAGE FOLDER [NAME=PATH...]

In fenced blocks, a line `$ COMMAND` is run by bash in FOLDER, and the lines up to
the next `$ ` or the end of the block are what it must print, on both streams.
`$ cat FILE` as the first command of a block makes FILE of these lines.
`...` as a whole line stands for any number of lines. White space at the end of
the output does not count. Each NAME is a link to PATH in FOLDER.
"""

import os
import re
import shutil
import subprocess
import sys


def blocks(text):
    """The contents of the fenced blocks, with the line of their first lines."""
    lines = text.split("\n")
    block = None
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            if block is None:
                block, start = [], number + 1
            else:
                yield start, block
                block = None
        elif block is not None:
            block.append(line)


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


def matches(expected, actual):
    pattern = "".join(
        "(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + "\n"
        for line in expected.split("\n")
    )
    actual = "".join(line.rstrip() + "\n" for line in actual.split("\n"))
    return re.fullmatch(pattern, actual) is not None


def main():
    page, folder, *links = sys.argv[1:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for link in links:
        name, path = link.split("=", 1)
        os.symlink(path, os.path.join(folder, name))
    ran = failed = 0
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for start, block in blocks(text):
        for number, command, expected in commands(block):
            expected = "\n".join(expected).rstrip()
            made = re.fullmatch(r"cat ([\w./-]+)", command)
            if made and expected and number == 0:
                with open(os.path.join(folder, made[1]), "w", encoding="utf-8") as file:
                    file.write(expected + "\n")
                continue
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
            )
            ran += 1
            if not matches(expected, done.stdout.rstrip()):
                failed += 1
                print(f"{page}:{start + number}: $ {command}")
                print(f"--- expected\n{expected}\n--- printed\n{done.stdout}\n---")
    print(f"{ran} commands, {failed} failed")
    sys.exit(1 if failed or not ran else 0)


main()
