"""What --info takes on an archive of a gibibyte.

large_archive.py FX_TRANSLATE ARCHIVE FOLDER: adds a weight that is a hole of the file to
the archive, and prints processor time and memory of the tool.
"""
import io
import os
import resource
import subprocess
import sys
import zipfile

tool, source, folder = sys.argv[1:]
block = bytes(1 << 20)


class Sparse(io.RawIOBase):
    """A file in which blocks of zeros are holes."""

    def __init__(self, file):
        self.file, self.tell, self.flush = file, file.tell, file.flush

    def writable(self):
        return True

    def seekable(self):
        return True

    def seek(self, offset, whence=0):
        return self.file.seek(offset, whence)

    def write(self, data):
        if data is block:
            self.file.seek(len(block), 1)
            return len(block)
        return self.file.write(data)


path = os.path.join(folder, "large.pt2")
with open(path, "wb") as file, zipfile.ZipFile(source) as old:
    with zipfile.ZipFile(Sparse(file), "w") as new:
        for entry in old.namelist():
            new.writestr("large/" + entry.split("/", 1)[1], old.read(entry))
        with new.open("large/data/weights/weight_99", "w", force_zip64=True) as weight:
            for _ in range(1 << 10):
                weight.write(block)
subprocess.run([tool, "--info", path], check=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
os.remove(path)
seconds = usage.ru_utime + usage.ru_stime
print("processor time below 0.1 s:", seconds < 0.1)
print("memory below 100 MB:", usage.ru_maxrss < 100_000)
