"""Plants a failure at each of N rewrites in turn; --opt-bisect has to find it.

usage: bisect_all.py PLUGIN FOLDER N HOW... [-- OPTIONS of fx-opt]
"""

import os
import re
import subprocess
import sys

plugin, folder, number, *rest = sys.argv[1:]
split = rest.index("--") if "--" in rest else len(rest)
kinds, options = rest[:split], rest[split + 1:]
number = int(number)


def write(path, count):
    lines = ["fx 1", "graph():"]
    lines.append(f"    %x : [num_users={count}] = placeholder[target=x]")
    last = "x"
    for i in range(count):
        name = f"add_{i + 1}"
        lines.append(f"    %{name} : [num_users=1] = call_function[target=torch.add]"
                     f"(args = (%{last}, 1.5), kwargs = {{}})"
                     if i else
                     f"    %{name} : [num_users=1] = call_function[target=torch.add]"
                     f"(args = (%x, %x), kwargs = {{}})")
        last = name
    lines.append(f"    return %{last}")
    lines[2] = lines[2].replace(f"num_users={count}", "num_users=1")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


os.makedirs(folder, exist_ok=True)
path = os.path.join(folder, f"sums-{number}.fx")
write(path, number)
wanted = {
    "value": "the result is wrong from step {k} of",
    "type": "the result is wrong from step {k} of",
    "invalid": "the graph is invalid from step {k} of",
    "crash": "(Aborted) after step {before}\n",
    "error": "pass 'test-plant' fails after step {before}\n",
}
most = wrong = tries = 0
places = [int(k) for k in os.environ.get("PLACES", "").split()] or range(1, number + 1)
for how in kinds:
    for k in places:
        # What cannot be turned around: the first sum is of one value.
        done = subprocess.run(
            ["fx-opt", path, f"--load-pass-plugin={plugin}",
             f"--passes=cse,test-plant{{at={k} how={how}}},dce",
             "--opt-bisect=auto", *options],
            capture_output=True, text=True)
        text = wanted[how].format(k=k, before=k - 1)
        tries += 1
        if done.returncode != 1 or text not in done.stderr:
            wrong += 1
            print(f"{how} at {k}: exit code {done.returncode}, no '{text}':")
            print(done.stderr)
        probes = re.search(r"^  probes +(\d+)", done.stderr, re.M)
        if probes:
            most = max(most, int(probes[1]))
print(f"{tries} failures, {wrong} not found, {most} probes at most")
