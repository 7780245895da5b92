"""Says which relative links of the pages in a folder lead nowhere."""

import glob
import os
import re
import sys

folder = sys.argv[1]
pages = glob.glob(folder + "/*.md")
dead = 0
for page in sorted(pages):
    with open(page, encoding="utf-8") as file:
        text = re.sub(r"(?ms)^```.*?^```$|`[^`]*`", "", file.read())
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        path = target.split("#")[0]
        if path and ":" not in path and not os.path.exists(os.path.join(folder, path)):
            print(f"{os.path.basename(page)}: {target}")
            dead += 1
print(f"{len(pages)} pages, {dead} dead links")
