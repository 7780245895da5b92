"""Replaces text in the program of an archive.

edit_program.py SOURCE RESULT (OLD NEW)...
"""

import sys
import zipfile

source, result, *texts = sys.argv[1:]
with zipfile.ZipFile(source) as archive, zipfile.ZipFile(result, "w") as edited:
    for entry in archive.namelist():
        data = archive.read(entry)
        if "/models/" in entry:
            for old, new in zip(texts[::2], texts[1::2]):
                if old.encode() not in data:
                    sys.exit("there is no " + old)
                data = data.replace(old.encode(), new.encode(), 1)
        edited.writestr(entry, data)
