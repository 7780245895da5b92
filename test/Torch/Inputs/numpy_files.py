"""Writes arrays as NumPy does, without NumPy, into the current folder."""

import struct
import zipfile


def npy(descr, shape, content, fortran=False):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape!r}, }}".encode()
    header += b" " * ((-11 - len(header)) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + content


def floats(*values):
    return struct.pack(f"<{len(values)}f", *values)


def write(name, content):
    with open(name, "wb") as file:
        file.write(content)


def archive(name, method=zipfile.ZIP_STORED, **arrays):
    with zipfile.ZipFile(name, "w", method) as file:
        for key, content in arrays.items():
            file.writestr(key + ".npy", content)


a = npy("<f4", (2, 3), floats(0, 1, 2, 3, 4, 9))
b = npy("<f4", (3,), floats(3, -1, 2))
write("a.npy", a)
write("b.npy", b)
write("fortran.npy", npy("<f4", (2, 3), floats(0, 3, 1, 4, 2, 9), fortran=True))
archive("named.npz", x=a, y=b)
archive("placed.npz", zipfile.ZIP_DEFLATED, arr_1=b, arr_0=a)
archive("wrong.npz", z=a)
archive("wrong2.npz", u=a, v=b)
for method in ("stored", "deflated"):
    archive(f"weights-{method}.npz", getattr(zipfile, "ZIP_" + method.upper()),
            **{"fc.weight": npy("<f4", (2, 3), floats(0, 3, 1, 4, 2, 9), fortran=True),
               "fc.bias": npy("<f4", (2,), floats(10, 20))})
archive("part.npz", **{"fc.weight": a})
archive("short.npz", **{"fc.weight": a, "fc.bias": b})
archive("big.npz", **{"fc.weight": npy(">f4", (2, 3), floats(0, 1, 2, 3, 4, 9))})
for kind, item in {"f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q",
                   "u1": "B", "b1": "?", "c8": "ff", "c16": "dd"}.items():
    write(f"type_{kind}.npy", npy(("|" if kind[1] == "1" and kind != "c16" else "<") + kind, (2,),
                                  struct.pack("<" + 2 * item, *[1] * (2 * len(item)))))
write("cut.npy", npy("<f4", (2, 3), floats(0, 1, 2, 3, 4)))
write("big.npy", npy(">f4", (1,), floats(0)))
write("text.npy", npy("<U3", (1,), b"\0" * 12))
write("objects.npy", npy("|O", (1,), b"\x80\x04N."))
write("short.npy", a[:40])
write("huge.npy", npy("<f4", (2**40, 2**40), floats(0)))
write("other.npy", b"not an array")
