# Part of fx-opt, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles files with mutants in them, and links a libFX with them, beside the build's own."""

import json
import os
import re
import shlex
import subprocess

from .sites import SourceFile, find_mutants, plant

# Numbers of mutants are unique in a libFX: each file has its own range.
RANGE = 4096
HERE = os.path.dirname(os.path.abspath(__file__))


class BuildError(Exception):
    pass


def run(command, **options):
    return subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


class MutatedFile:
    """One source file, its mutants, and those of them that its object has."""

    def __init__(self, path, index):
        """INDEX is its own among all files that are linked together."""
        self.path = path
        self.source = SourceFile(open(path).read())
        self.mutants = find_mutants(self.source)
        self.planted = []
        self.first = index * RANGE
        for i, m in enumerate(self.mutants):
            m.number = self.first + i % RANGE
            m.path = path


class Builder:
    def __init__(self, root, build):
        self.root, self.build = root, build
        # Objects are for all sessions, a library is for those with the same files.
        self.folder = os.path.join(build, "mutate")
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(build, "compile_commands.json")) as file:
            self.commands = {os.path.abspath(c["file"]): c for c in json.load(file)}
        self.sources = sorted(p for p in self.commands if p.startswith(os.path.join(root, "lib") + os.sep))

    def ninja(self, *arguments):
        done = run(["ninja", "-C", self.build, *arguments])
        if done.returncode:
            raise BuildError(done.stdout[-4000:])
        return done.stdout

    def compile(self, file, chosen):
        """Compiles FILE with the chosen mutants; returns those that are valid C++."""
        name = os.path.relpath(file.path, self.root).replace(os.sep, "_")
        copy = os.path.join(self.folder, name)
        command = self.commands[file.path]
        words = shlex.split(command["command"])
        if os.path.basename(words[0]) == "ccache":
            words = words[1:]
        output = copy + ".o"
        at = words.index("-o")
        original = os.path.join(command["directory"], words[at + 1])
        # Neither warnings nor much time: most mutants are compiled once.
        words = [w for w in words if not re.match(r"-(O\d|W|MD|g)", w) and w != file.path]
        for flag in ("-MF", "-MT", "-o", "-c"):
            if flag in words:
                where = words.index(flag)
                del words[where:where + (1 if flag == "-c" else 2)]
        words += ["-w", "-O1", "-iquote", os.path.dirname(file.path), "-include", os.path.join(HERE, "mutant.h")]
        known = copy + ".known"
        planted, owners = plant(file.source, chosen)
        key = planted + "\n" + " ".join(words) + "\n"
        # The build has compiled again what a header changed.
        if os.path.exists(known) and os.path.exists(output) and (
                not os.path.exists(original) or os.path.getmtime(output) > os.path.getmtime(original)):
            with open(known) as stream:
                head, _, numbers = stream.read().rpartition("\n\0")
            if head == key:
                valid = set(map(int, numbers.split()))
                return [m for m in chosen if m.number in valid], output
        said = ""
        for _ in range(12):
            planted, owners = plant(file.source, chosen)
            with open(copy, "w") as stream:
                stream.write(planted)
            done = run(words + ["-fmax-errors=0"] * ("clang" not in words[0])
                       + ["-c", copy, "-o", output], cwd=command["directory"])
            present = set(map(int, re.findall(r"fx_mutant\((\d+)\)", planted)))
            if done.returncode == 0:
                chosen = [m for m in chosen if m.number in present]
                with open(known, "w") as stream:
                    stream.write(key + "\n\0" + " ".join(str(m.number) for m in chosen))
                return chosen, output
            said = done.stdout
            bad = self._bad(said, copy, owners)
            chosen = [m for m in chosen if m.number not in bad]
        raise BuildError(f"{file.path} does not compile: {said[:4000]}")

    def _bad(self, messages, copy, owners):
        """The mutants that errors are about, by their lines; else those nearest to them."""
        bad, lost = set(), []
        # Also where something was inlined or instantiated that fails.
        for m in re.finditer(re.escape(os.path.basename(copy)) + r":(\d+):\d+:", messages):
            line = int(m[1]) - 1
            if owners[line]:
                bad.update(owners[line])
            else:
                lost.append(line)
        if bad:
            return bad
        for line in lost:
            for distance in range(len(owners)):
                near = [owners[k] for k in (line - distance, line + distance)
                        if 0 <= k < len(owners) and owners[k]]
                if near:
                    bad.update(n for numbers in near for n in numbers)
                    break
        if not bad:
            raise BuildError(messages[:4000])
        return bad

    def link(self, objects, folder):
        """Links libFX with OBJECTS, which replace those of the build: path of source to object."""
        os.makedirs(folder, exist_ok=True)
        name = next(w for w in self.ninja("-t", "targets", "all").split()
                    if re.search(r"^lib/libFX\.so\.[\d.]+:$", w))[:-1]
        command = self.ninja("-t", "commands", "-s", name).strip().splitlines()[-1]
        library = os.path.join(folder, os.path.basename(name))
        for path, mutated in objects.items():
            words = shlex.split(self.commands[path]["command"])
            original = words[words.index("-o") + 1]
            if f" {original} " not in command:
                raise BuildError(f"{path} is not part of libFX")
            command = command.replace(f" {original} ", f" {mutated} ")
        command = command.replace(f"-o {name} ", f"-o {library} ")
        done = run(command, shell=True, cwd=self.build)
        if done.returncode:
            raise BuildError(done.stdout[:4000])
        soname = re.search(r"-soname,(\S+)", command)
        if soname and soname[1] != os.path.basename(library):
            self._symlink(os.path.basename(library), os.path.join(folder, soname[1]))
        # libFX looks for others beside itself.
        original = os.path.dirname(os.path.join(self.build, name))
        for other in os.listdir(original):
            if ".so" in other and not other.startswith(os.path.basename(name).split(".so")[0] + ".so"):
                self._symlink(os.path.join(original, other), os.path.join(folder, other))
        return library

    @staticmethod
    def _symlink(target, link):
        if os.path.lexists(link):
            os.remove(link)
        os.symlink(target, link)
