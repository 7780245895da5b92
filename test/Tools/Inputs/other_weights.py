"""Copies an archive and changes the first byte of data/weights/weight_0."""

import sys
import zipfile

source, result = sys.argv[1:]
with zipfile.ZipFile(source) as archive, zipfile.ZipFile(result, "w") as edited:
    for entry in archive.namelist():
        data = archive.read(entry)
        if entry.endswith("data/weights/weight_0"):
            data = bytes([data[0] ^ 1]) + data[1:]
        edited.writestr(entry, data)
