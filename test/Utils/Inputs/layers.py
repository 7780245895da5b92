"""Checks that a file includes only headers of its own layer and of lower ones, that
nothing outside of a folder of lib/ includes a private header of it, and that the
pages which draw the layers have those of lib/CMakeLists.txt, in its order. No two
units of lib/ and include/ may have one name, or names that differ by an s alone.

usage: layers.py ROOT
"""

import pathlib
import re
import sys

#: What stands on libFX, with the layers outside of it that it may use.
ABOVE = {"Tools": [], "Torch": [], "Bindings": ["Tools"]}
#: Folders of sources, and whether they are layers.
FOLDERS = {"lib": True, "include/fx": True, "tools": False}


def read_layers(root):
    """The layers of libFX, from the lowest up."""
    text = (root / "lib/CMakeLists.txt").read_text()
    return re.search(r"foreach\(layer ([^)]*)\)", text)[1].split()


def allowed_layers(base):
    """The layers that each one may include."""
    allowed = {layer: set(base[: place + 1]) for place, layer in enumerate(base)}
    for layer, others in ABOVE.items():
        allowed[layer] = {*base, layer, *others}
    return allowed


def check_includes(root, base):
    allowed = allowed_layers(base)
    private = {}
    for path in sorted((root / "lib").rglob("*.h")):
        private.setdefault(path.name, []).append(path.relative_to(root / "lib").as_posix())
    files = wrong = 0
    for folder, is_layered in FOLDERS.items():
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            files += 1
            layer = path.relative_to(root / folder).parts[0] if is_layered else None
            for number, line in enumerate(path.read_text().splitlines(), 1):
                found = re.match(r'#include "(fx/(\w+)/)?([^"]+)"', line)
                if not found:
                    continue
                name = found[3]
                if found[1]:
                    is_wrong = layer and found[2] in allowed and found[2] not in allowed[layer]
                else:
                    # What is nowhere in lib/ is generated or from elsewhere.
                    places = [p for p in private.get(name.split("/")[-1], [])
                              if ("/" + p).endswith("/" + name)]
                    is_own = any(folder == "lib" and p.startswith(f"{layer}/") for p in places)
                    is_beside = (path.parent / name).exists()
                    is_wrong = "../" in name or (places and not is_own and not is_beside)
                if is_wrong:
                    wrong += 1
                    print("%s:%d: %s" % (path.relative_to(root), number, line))
    print("layers: %d files, %d includes that point upwards or into a folder" % (files, wrong))


def check_names(root):
    """Units whose files are easily taken for each other's."""
    files = {}
    for folder in ("lib", "include/fx"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".h"):
                files.setdefault(path.name, []).append(path.relative_to(root).as_posix())
    wrong = 0
    for name, paths in files.items():
        stem, suffix = name.rsplit(".", 1)
        twins = paths[:2] if len(paths) > 1 else [
            paths[0], *(files.get(f"{stem}s.h") or files.get(f"{stem}s.cpp") or [])[:1]]
        if len(twins) > 1:
            wrong += 1
            print("%s and %s are easily taken for each other" % tuple(twins))
    print("names: %d files, %d twins" % (len(files), wrong))


def check_page(root, page, pattern, wanted):
    names = re.findall(pattern, (root / page).read_text(), re.MULTILINE)
    shown = [name for name in names if name in wanted]
    if shown != wanted:
        print("%s has the layers %s, not %s" % (page, " ".join(shown), " ".join(wanted)))
    else:
        print("%s has these layers" % page)


def main():
    root = pathlib.Path(sys.argv[1])
    base = read_layers(root)
    check_includes(root, base)
    check_names(root)
    check_page(root, "CONTRIBUTING.md", r"^ +\| (\w+)  +\S.*\|", ["Tools", *reversed(base)])
    check_page(root, "README.md", r"^\| … `(\w+)` \|", [*base, *ABOVE])


if __name__ == "__main__":
    main()
