"""The calls of test/Analysis/Inputs/values-2.13.txt as one graph that returns all results.

calls.py VALUES SKIPPED           the calls that are not in SKIPPED
calls.py VALUES --record=FX_OPT   writes what SKIPPED should be: calls, and why

A call cannot be compared where random inputs do not do, as for indices that are out of range, or
where what it computes is random or depends on its memory. Numbers of 16 bits are left out: what is
rounded in between differs.
"""

import re
import subprocess
import sys
import tempfile

RANDOM = re.compile(
    r"rand|uniform|normal|bernoulli|exponential|geometric|cauchy|dropout|empty|multinomial|poisson"
    r"|rrelu|binomial|gamma|dirichlet|_unsafe_view"
)


def native(line):
    """A line of values-2.13.txt: see values.sed."""
    line = re.sub(r"@(\d+)~", r',device("cpu"),offset=\1)', line)
    line = re.sub(r"~(\w+),", r"tensor(torch.\1,", line).replace("~", ',device("cpu"))')
    if "|" not in line:
        name, val = line.split(" ", 1)
        return f"    %{name} = placeholder[target={name}] {{val: {val}}}"
    name, op, args, kwargs, val = line.split("|")
    return (
        f"    %{name} = call_function[target=torch.ops.aten.{op}]"
        f"(args = ({args}), kwargs = {{{kwargs}}}) {{val: {val}}}"
    )


def graph(inputs, calls):
    """CALLS: name to line."""
    used = {name for line in calls.values() for name in re.findall(r"%(x\d+)", line)}
    lines = [native(line) for name, line in inputs.items() if name in used]
    lines += map(native, calls.values())
    results = "".join(f"%{name}, " for name in calls)
    return "\n".join(["fx 1", "graph():", *lines, f"    return ({results})", ""])


def complaint(tool, inputs, calls):
    """What is wrong with these calls, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = folder + "/calls.fx"
        with open(path, "w") as file:
            file.write(graph(inputs, calls))
        command = [tool, path, "--decompose", "--check-numerics", "--print-format=none"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if not done.returncode:
        return ""
    errors = [line for line in done.stderr.splitlines() if "error: " in line]
    return errors[0].split("error: ", 1)[1][:150] if errors else done.stderr


def skip(calls, name, why):
    print(f"{name} {calls.pop(name).split('|')[1]}: {why}", flush=True)


def record(tool, inputs, calls):
    """In pieces, then all at once, as the inputs are others then."""
    names = list(calls)
    pieces = [names[i : i + 100] for i in range(0, len(names), 100)]
    while pieces:
        piece = pieces.pop(0)
        why = complaint(tool, inputs, {name: calls[name] for name in piece})
        if not why:
            continue
        named = [name for name in re.findall(r"[%'](c\d+)\b", why) if name in piece]
        if named or len(piece) == 1:
            name = named[0] if named else piece[0]
            skip(calls, name, why)
            piece.remove(name)
            pieces[:0] = [piece] if piece else []
        else:
            half = len(piece) // 2
            pieces[:0] = [piece[:half], piece[half:]]
    while why := complaint(tool, inputs, calls):
        named = [name for name in re.findall(r"[%'](c\d+)\b", why) if name in calls]
        output = re.search(r": output (\d+)", why)
        if not named and not output:
            raise SystemExit(why)
        skip(calls, named[0] if named else owner(calls, int(output[1])), why)


def owner(calls, output):
    """The call that an output belongs to: some have several results."""
    for name, line in calls.items():
        val = line.rsplit("|", 1)[1]
        parts = val.count("~") // 2 or val.count(",") + 1
        output -= parts if val.startswith("[") else 1
        if output < 0:
            return name


def is_narrow(inputs, line):
    return any("float16" in inputs[name] for name in re.findall(r"%(x\d+)", line)) or "float16" in line


def main():
    inputs, calls = {}, {}
    with open(sys.argv[1]) as file:
        for line in file.read().splitlines():
            name = re.match(r"\w+", line)[0]
            if "|" not in line:
                inputs[name] = line
            elif not RANDOM.search(line.split("|")[1]) and not is_narrow(inputs, line):
                calls[name] = line
    if sys.argv[2].startswith("--record="):
        record(sys.argv[2].split("=", 1)[1], inputs, calls)
        return
    with open(sys.argv[2]) as file:
        for line in file:
            calls.pop(line.split()[0], None)
    print(graph(inputs, calls), end="")


main()
