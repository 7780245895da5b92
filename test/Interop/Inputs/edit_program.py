"""Replaces text in the program of an archive, or in records called otherwise.

edit_program.py [--in=PART] SOURCE RESULT (OLD NEW)...
"""

import sys
import zipfile

part = "/models/"
if sys.argv[1].startswith("--in="):
    part = sys.argv.pop(1)[len("--in=") :]
source, result, *texts = sys.argv[1:]
with zipfile.ZipFile(source) as archive, zipfile.ZipFile(result, "w") as edited:
    for entry in archive.namelist():
        data = archive.read(entry)
        if part in entry:
            for old, new in zip(texts[::2], texts[1::2]):
                if old.encode() not in data:
                    sys.exit("there is no " + old)
                data = data.replace(old.encode(), new.encode(), 1)
        edited.writestr(entry, data)
