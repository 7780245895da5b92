"""Asks for the places of a name that one line uses 50,000 times. usage: long_line.py FX-LSP"""

import sys
import time

from client import Client, File, units

COUNT = 50000
# A minute and a half if columns were counted from the beginning of the line.
SECONDS = 30

# Characters of one to four bytes, so that columns are no offsets.
words = ["%x", '"é"', '"€"', '"\U0001f600"', "%x"]
operands = ", ".join(words * (COUNT // 2))
line = "    %y : [num_users=1] = call_function[target=torch.cat](args = ([" + operands + "], 0), kwargs = {})"
text = ("fx 1\ngraph():\n    %<x>x : [num_users=1] = placeholder[target=x]\n" + line + "\n    return %y\n")

client = Client([sys.argv[1]])
file = File(client, "file:///long.fx", text)
begin = time.monotonic()
found = file.ask("references", "x", context={"includeDeclaration": True})
marked = file.ask("documentHighlight", "x")
edits = file.ask("rename", "x", newName="z")["changes"][file.uri]
took = time.monotonic() - begin
assert len(found) == len(marked) == len(edits) == COUNT + 1, (len(found), len(marked), len(edits))
if took >= SECONDS:
    client.process.kill()
    client.watchdog.cancel()
    sys.exit("%s seconds" % took)

# The columns that the line itself gives.
columns, column = [], 0
for part in line.split("%x")[:-1]:
    column += units(part)
    columns.append(column)
    column += 2
for places, skipped in (found, 0), (marked, 0), (edits, 1):
    ranges = [place["range"] for place in places if place["range"]["start"]["line"] == 3]
    assert [r["start"]["character"] for r in ranges] == [c + skipped for c in columns]
    assert [r["end"]["character"] for r in ranges] == [c + 2 for c in columns]
assert client.close() == 0
print("OK")
