"""pyproject.py ROOT: prints the version that pyproject.toml finds; fails if it names a
tool or an option of CMake that is not there."""

import os
import re
import sys

root = sys.argv[1]


def read(*path):
    with open(os.path.join(root, *path)) as file:
        return file.read()


project = read("pyproject.toml")
options = read("lib", "cmake", "FXOptions.cmake") + read("lib", "cmake", "FXTorch.cmake")
for name in re.findall(r"^(FX_\w+) = ", project, re.M):
    if not re.search(rf"\b(option|set)\({name}\b", options):
        sys.exit(f"CMake has no option {name}")
for tool in re.findall(r'^([\w-]+) = "fxopt\._tools:', project, re.M):
    if not os.path.isdir(os.path.join(root, "tools", tool)):
        sys.exit(f"there is no tool {tool}")
    if f'_run("{tool}")' not in read("lib", "Bindings", "Python", "fxopt", "_tools.py"):
        sys.exit(f"fxopt._tools does not run {tool}")
pattern = re.search(r"^regex = '(.*)'$", project, re.M)[1]
print(re.search(pattern, read("CMakeLists.txt"))["value"])
