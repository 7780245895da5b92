"""From a pipeline that goes wrong to a test of ten lines, by the commands that are printed.

usage: story.py RUN-LINE MODEL.pt2 PIPELINE [OPTIONS of fx-opt]
"""

import shlex
import subprocess
import sys

run_line, model, pipeline, *options = sys.argv[1:]
command = ["fx-opt", model, *options, f"--passes={pipeline}"]


def run(words, code):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{shlex.join(words)}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


# Who is to blame?
report = run([*command, "--opt-bisect=auto"], 1)
lines = dict(line.strip().split(None, 1) for line in report.splitlines() if line.startswith("  ") and len(line.split(None, 1)) == 2)
print("report:", report.splitlines()[0].split("opt-bisect: ")[1])
print("pass:", lines["pass"].split(",")[0])
if "rewrite" in lines:
    print("rewrite:", lines["rewrite"])
print("because:", lines.get("because", "it dies").split(":")[0])

# Both states that are offered can be had.
for key in ("good", "bad", "before"):
    if key in lines:
        run([*shlex.split(lines[key]), "-o", f"{key}.fx"], 0)
if "bad" in lines:
    run(["fx-diff", "good.fx", "bad.fx"], 1)

# The smallest test, by the command that was printed, and by its own RUN line.
print("reduced:", run(shlex.split(lines["test"]), 0).strip().split("; ")[0].split(": ", 1)[1])
run(["sh", run_line, "reduced.fx"], 0)
with open("reduced.fx", encoding="utf-8") as file:
    test = file.read().splitlines()
print("lines:", "at most 10" if len(test) <= 10 else len(test))

# The film of the run, and what became of a node; where the run dies, of all before that.
died = subprocess.run([*command, "--journal=run.fxj", "-o", "out.pt2"], capture_output=True).returncode
run(["fx-translate", "run.fxj", "-o", "run.html"], 0)
print("film:", "whole" if died == 0 else "to the crash")
print(run(["fx-journal", "run.fxj", "--where-did=add_6"], 0).splitlines()[-1].strip())
