"""Takes the lines for FileCheck out of the tests below a folder, and prints those that
fx-opt --update-checks can write again: their RUN lines have tools of fx-opt only."""

import pathlib
import re
import sys

for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.fx")):
    text = path.read_text()
    commands = re.findall(r"(?:RUN:|\|)\s*(\S+)", text)
    if "FileCheck" not in text or not all(
            c in ("fx-opt", "FileCheck", "not", "\\", "%exits") for c in commands):
        continue
    if "%plugins" in text or "REQUIRES" in text or "> %t" in text:
        continue
    prefixes = {"CHECK"}
    for match in re.finditer(r"check-prefix(?:es)?[= ]([A-Za-z0-9_,-]+)", text):
        prefixes |= set(match[1].split(","))
    line = re.compile(r"^//\s*(%s)(-(NEXT|SAME|NOT|DAG|LABEL|EMPTY|COUNT-\d+))?(\{.*\})?:"
                      % "|".join(sorted(prefixes)))
    kept = [l for l in text.split("\n") if "RUN:" in l or not line.match(l)]
    path.write_text("\n".join(kept))
    print(path)
