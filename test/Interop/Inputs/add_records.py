"""Adds records to an archive: add_records.py SOURCE RESULT NAME=TEXT..."""

import sys
import zipfile

source, result, *texts = sys.argv[1:]
with zipfile.ZipFile(source) as archive, zipfile.ZipFile(result, "w") as edited:
    names = archive.namelist()
    for name in names:
        edited.writestr(name, archive.read(name))
    for text in texts:
        name, contents = text.split("=", 1)
        edited.writestr(names[0].split("/")[0] + "/" + name, contents)
