"""Builds fx-opt from an edited copy of the sources, on top of a complete build.

overlay_build.py prepare SOURCE BUILD CLONE
    makes CLONE/build, whose ninja builds what CLONE has and SOURCE has not; all
    else is that of BUILD. CLONE has copies of include/ and lib/.
overlay_build.py make SOURCE BUILD CLONE
    is what that ninja runs.

Tables of td files are generated anew; sources are compiled that differ, or that
include a table that differs; and libFX is linked from these objects and those of
BUILD. That takes seconds, where a build of a copy takes minutes. It serves for
additions: a changed header does not compile the sources that include it.
"""

import filecmp
import os
import re
import shlex
import shutil
import subprocess
import sys

MODE, SOURCE, BUILD, CLONE = sys.argv[1], *map(os.path.realpath, sys.argv[2:])
OUT = os.path.join(CLONE, "build")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SOURCE, "utils"))

from mutation.build import Builder  # noqa: E402


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def prepare():
    script = " ".join(map(shlex.quote, [sys.executable, __file__, "make", SOURCE, BUILD, CLONE]))
    write(os.path.join(OUT, "build.ninja"),
          f"rule make\n  command = {script}\nbuild again: phony\n"
          "build fx-opt: make again\nbuild fx-tblgen: phony fx-opt\n")
    os.makedirs(os.path.join(OUT, "bin"), exist_ok=True)
    os.symlink(os.path.join(BUILD, "bin", "fx-tblgen"), os.path.join(OUT, "bin", "fx-tblgen"))
    tool = write(os.path.join(OUT, "bin", "fx-opt"),
                 f'#!/bin/sh\nLD_LIBRARY_PATH="{OUT}/lib" exec "{BUILD}/bin/fx-opt" "$@"\n')
    os.chmod(tool, 0o755)


def moved(text):
    """A command for files of CLONE and OUT."""
    return text.replace(BUILD + "/include", OUT + "/include").replace(
        SOURCE + "/include", CLONE + "/include").replace(SOURCE + "/lib", CLONE + "/lib")


def run(command, **options):
    subprocess.run(command, check=True, **options)


def changed_tables(builder):
    """Generates every table; the paths, as sources include them, that are new."""
    shutil.rmtree(os.path.join(OUT, "include"), ignore_errors=True)
    shutil.copytree(os.path.join(BUILD, "include"), os.path.join(OUT, "include"))
    found = []
    for table in re.findall(r"^(include/fx/.*\.inc): CUSTOM", builder.ninja("-t", "targets", "all"), re.M):
        command = builder.ninja("-t", "commands", "-s", table).strip().splitlines()[-1]
        generate = next((part for part in command.split(" && ") if "fx-tblgen" in part), None)
        if not generate:
            continue  # The rules that come with fx-opt, which no td file says.
        run(shlex.split(moved(generate)))
        if not filecmp.cmp(os.path.join(BUILD, table), os.path.join(OUT, table), shallow=False):
            found.append(table.removeprefix("include/"))
    return found


def make():
    builder = Builder(SOURCE, BUILD)
    tables = changed_tables(builder)
    objects = {}
    for path in builder.sources:
        copy = moved(path)
        with open(copy, encoding="utf-8") as file:
            text = file.read()
        if filecmp.cmp(path, copy, shallow=False) and not any(f'"{t}"' in text for t in tables):
            continue
        words = shlex.split(moved(builder.commands[path]["command"]))
        objects[path] = os.path.join(OUT, os.path.basename(path) + ".o")
        words[words.index("-o") + 1] = objects[path]
        run(words, cwd=BUILD)
    builder.link(objects, os.path.join(OUT, "lib"))


if MODE == "prepare":
    prepare()
else:
    make()
