"""Lets PyTorch's C++ types judge the programs that fx-opt writes.

judge.py FX_OPT JUDGE FOLDER PIPELINE...

Each archive of the folder is written after each pipeline; what is in `models/` goes to
the judge. `same` stands for no pass, but for a program that went through native text.
"""

import glob
import os
import subprocess
import sys
import tempfile
import zipfile

tool, judge, folder = sys.argv[1:4]
failed = 0
programs = []
with tempfile.TemporaryDirectory() as scratch:
    for path in sorted(glob.glob(os.path.join(folder, "*.pt2"))):
        for number, pipeline in enumerate(sys.argv[4:]):
            name = os.path.basename(path)[:-4] + "." + str(number)
            text, result = (os.path.join(scratch, name + end) for end in (".fx", ".pt2"))
            steps = [[path, "--passes=" + pipeline, "-o", result]]
            if pipeline == "same":
                steps = [[path, "-o", text], [text, "-o", result]]
            for step in steps:
                if subprocess.run([tool, *step], stderr=subprocess.DEVNULL).returncode:
                    print("not written:", path, pipeline)
                    failed += 1
                    break
            else:
                with zipfile.ZipFile(result) as archive:
                    for entry in archive.namelist():
                        if "/models/" in entry and entry.endswith(".json"):
                            target = os.path.join(scratch, "%d.%s.json" % (len(programs), name))
                            with open(target, "wb") as file:
                                file.write(archive.read(entry))
                            programs.append(target)
    status = subprocess.run([judge, *programs]).returncode
sys.exit(1 if status or failed else 0)
