"""Copies an archive, one record of it only so far.

cut_record.py SOURCE RESULT RECORD BYTES
"""

import sys
import zipfile

source, result, record, length = sys.argv[1:]
with zipfile.ZipFile(source) as archive, zipfile.ZipFile(result, "w") as edited:
    for entry in archive.namelist():
        data = archive.read(entry)
        if entry.endswith("/" + record):
            data = data[: int(length)]
        edited.writestr(entry, data)
