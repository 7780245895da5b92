"""Finds dead links in the Markdown pages of the repository.

links.py ROOT [PAGE...]

Checks, for every page or the named ones,
- that a relative link names a file, and its anchor a heading, as GitHub names
  headings (links to other sites are not followed);
- that a path of the repository that stands in code font exists; one with a
  placeholder (`<Pass>`) or a pattern that matches nothing is not a path;
- that README.md leads to every page in docs/, over links.
"""

import glob
import os
import re
import sys

FOLDERS = ("docs/", "include/", "lib/", "test/", "tools/", "utils/", ".ci/")


def slug(heading):
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text.replace("`", "")).replace(" ", "-")


class Page:
    def __init__(self, path):
        self.path = path
        self.lines = []
        self.anchors = set()
        seen = {}
        fenced = False
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.lstrip().startswith("```"):
                    fenced = not fenced
                elif not fenced:
                    self.lines.append((number, line))
                    if heading := re.match(r"#+ (.*)", line):
                        name = slug(heading[1])
                        count = seen.get(name, 0)
                        seen[name] = count + 1
                        self.anchors.add(f"{name}-{count}" if count else name)

    def links(self):
        for number, line in self.lines:
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
                yield number, target

    def paths(self):
        for number, line in self.lines:
            for code in re.findall(r"`([^`\s]+)`", line):
                if code.startswith(FOLDERS) and not re.search("[<>{}]", code):
                    yield number, code


def main():
    root = os.path.realpath(sys.argv[1])
    pages = {}

    def page(path):
        if path not in pages:
            pages[path] = Page(path)
        return pages[path]

    checked = sys.argv[2:] or [*glob.glob(root + "/*.md"), *glob.glob(root + "/docs/**/*.md", recursive=True)]
    checked = [os.path.realpath(path) for path in checked]
    dead = links = 0
    reached, queue = set(), [os.path.join(root, "README.md")]

    def complain(path, number, text):
        nonlocal dead
        dead += 1
        print(f"{os.path.relpath(path, root)}:{number}: {text}")

    for path in checked:
        for number, target in page(path).links():
            if "://" in target or target.startswith("mailto:"):
                continue
            links += 1
            file, _, anchor = target.partition("#")
            where = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if not os.path.exists(where):
                complain(path, number, f"there is no file {target}")
            elif anchor and anchor not in page(where).anchors:
                complain(path, number, f"there is no heading {target}")
        for number, code in page(path).paths():
            links += 1
            name = re.sub(r":\d+(-\d+)?$", "", code)
            if not glob.glob(os.path.join(root, name)):
                complain(path, number, f"there is no {code}")
    while queue:
        path = queue.pop()
        if path in reached or not os.path.exists(path):
            continue
        reached.add(path)
        for _, target in page(path).links():
            file = target.partition("#")[0]
            if file.endswith(".md") and "://" not in file:
                queue.append(os.path.normpath(os.path.join(os.path.dirname(path), file)))
    for path in checked:
        if path.startswith(os.path.join(root, "docs") + os.sep) and path not in reached:
            complain(path, 1, "no link leads here from README.md")
    print(f"{len(checked)} pages, {links} links and paths, {dead} dead")
    sys.exit(dead != 0)


main()
