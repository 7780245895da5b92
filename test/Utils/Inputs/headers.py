"""Checks that each public header compiles alone, and says what it is for.

headers.py ROOT BUILD

Most headers need no check of their own: a source includes them before anything
else, as LLVM's style wants, and so compiling the source has shown it. The others
are compiled here with the flags of the build. So are those whose source gets a
precompiled header, which would hide what is missing.

A header says what it is for in a comment with \\file before its first line of code;
Doxygen shows no other.
"""

import json
import os
import re
import shlex
import subprocess
import sys


def first_include(path):
    with open(path, encoding="utf-8") as file:
        found = re.search(r'^#include [<"]([^>"]+)', file.read(), re.M)
    return found and found[1]


def has_head(path):
    with open(path, encoding="utf-8") as file:
        before = re.split(r"^\s*[^/*\s|\\]", file.read(), maxsplit=1, flags=re.M)[0]
    return bool(re.search(r"^(///| \*|/\*\*) \\file$", before, re.M))


def flags(command):
    """The words of a compiler command without input, output and launcher."""
    words = shlex.split(command)
    if os.path.basename(words[0]) == "ccache":
        words = words[1:]
    kept = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ("-o", "-c", "-include", "-MF", "-MT", "-MQ"):
            skip = True
        elif word not in ("-MD", "-MMD", "-Winvalid-pch", "-MP"):
            kept.append(word)
    return kept


def main():
    root, build = map(os.path.realpath, sys.argv[1:])
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        sources = {os.path.realpath(c["file"]): c["command"] for c in json.load(file)}
    proved, like = set(), {}
    for source, command in sources.items():
        if not source.startswith(root + os.sep):
            continue
        layer = os.path.relpath(source, root).split(os.sep)[:2]
        like.setdefault("/".join(layer), command)
        if "cmake_pch" not in command:
            proved.add(first_include(source))
    headers = []
    for folder, _, names in os.walk(os.path.join(root, "include", "fx")):
        headers += [os.path.relpath(os.path.join(folder, n), os.path.join(root, "include"))
                    for n in names if n.endswith(".h")]
    compiled = failed = 0
    for header in sorted(headers):
        if not has_head(os.path.join(root, "include", header)):
            failed += 1
            print(f"{header} has no comment with \\file before its code")
    for header in sorted(set(headers) - proved):
        command = like.get(os.path.join("lib", header.split("/")[1]))
        if command is None:
            print(f"{header}: skipped: the build leaves lib/{header.split('/')[1]} out")
            continue
        compiled += 1
        done = subprocess.run(
            [*flags(command), "-fsyntax-only", "-x", "c++", "-"], cwd=build, text=True,
            input=f'#include "{header}"\n', stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            failed += 1
            print(f"{header} does not compile alone:\n{done.stdout}")
    print(f"{len(headers)} headers, {compiled} compiled here, {failed} failed")
    sys.exit(failed != 0)


main()
