"""journal_arguments.py IN OUT WORD...: a journal that says it was made with these words."""
import json, struct, sys, zlib

data = open(sys.argv[1], "rb").read()
begin = data.index(b"HEAD")
(size,) = struct.unpack("<I", data[begin + 4 : begin + 8])
head = json.loads(data[begin + 12 : begin + 12 + size])
head["arguments"] = sys.argv[3:]
new = json.dumps(head).encode()
block = b"HEAD" + struct.pack("<II", len(new), zlib.crc32(new)) + new
open(sys.argv[2], "wb").write(data[:begin] + block + data[begin + 12 + size :])
