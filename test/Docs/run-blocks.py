"""Runs the fenced blocks of a page of the documentation.

run-blocks.py PAGE FOLDER: works in FOLDER, in the order of the page.

    ```fx            read by fx-opt; native text must also come back the same
    ```fx file=a.fx  the same, and kept as a.fx for the commands below
    ```text file=a   kept as a file
    ```console       each line `$ COMMAND` is run by sh; the lines below it are
                     what it prints, standard error included; a line `...`
                     stands for any number of lines
    ```console fails the same, and the commands must fail

Blocks of other languages are left alone. The tools are found through PATH.
"""
import os
import re
import subprocess
import sys


def blocks(page):
    with open(page, encoding="utf-8") as f:
        lines = f.read().split("\n")
    at = 0
    while at < len(lines):
        found = re.match(r"^```(\w+)(.*)$", lines[at])
        if not found:
            at += 1
            continue
        begin = at + 1
        at = begin
        while not lines[at].startswith("```"):
            at += 1
        yield begin + 1, found[1], found[2].split(), lines[begin:at]
        at += 1


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)


def matches(wanted, got):
    """Whether the lines are the same, where `...` is any number of them."""
    if not wanted:
        return not got
    if wanted[0].strip() == "...":
        return any(matches(wanted[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and wanted[0].rstrip() == got[0].rstrip() and matches(
        wanted[1:], got[1:])


def check_fx(body):
    text = "\n".join(body) + "\n"
    done = run(["fx-opt", "-"], input=text)
    if done.returncode:
        return done.stdout
    if body[0].startswith("fx ") and done.stdout != text:
        return "this text does not come back:\n" + done.stdout
    return None


def check_console(body, fails):
    at = 0
    while at < len(body):
        if not body[at].startswith("$ "):
            return f"expected a line '$ COMMAND', not '{body[at]}'"
        command = body[at][2:]
        at += 1
        wanted = []
        while at < len(body) and not body[at].startswith("$ "):
            wanted.append(body[at])
            at += 1
        done = run(["sh", "-c", command])
        if bool(done.returncode) != fails:
            return f"'{command}' gave {done.returncode}:\n{done.stdout}"
        got = done.stdout.rstrip("\n").split("\n") if done.stdout else []
        while wanted and not wanted[-1]:
            wanted.pop()
        if not matches(wanted, got):
            return f"'{command}' printed:\n{done.stdout}"
    return None


def main():
    page, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    wrong = count = 0
    for line, language, options, body in blocks(page):
        for option in options:
            if option.startswith("file="):
                with open(option[5:], "w", encoding="utf-8") as f:
                    f.write("\n".join(body) + "\n")
        if language == "fx":
            problem = check_fx(body)
        elif language == "console":
            problem = check_console(body, "fails" in options)
        else:
            continue
        count += 1
        if problem is not None:
            wrong += 1
            print(f"{page}:{line}: {problem}")
    print(f"{count} blocks, {wrong} wrong")
    sys.exit(wrong != 0 or count == 0)


main()
