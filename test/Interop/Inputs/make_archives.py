"""Makes the archives of archives.test in a folder."""
import sys
import zipfile

folder = sys.argv[1]

USUAL = {
    "m/data/weights/weight_0": b"1234",
    "m/data/weights/model_weights_config.json": b'{"config": {}}',
    "m/data/constants/model_constants_config.json": b'{"config": {}}',
    "m/models/model.json": b"{}",
    "m/data/sample_inputs/model.pt": b"",
    "m/archive_format": b"pt2",
    "m/archive_version": b"0",
    "m/.data/version": b"6\n",
}


def make(name, records, method=zipfile.ZIP_STORED):
    path = f"{folder}/{name}.pt2"
    with zipfile.ZipFile(path, "w", method) as z:
        for record, contents in records.items():
            z.writestr(record, contents)
    with open(path, "rb") as f:
        return f.read()


def put(name, contents):
    with open(f"{folder}/{name}.pt2", "wb") as f:
        f.write(contents)


stored = make("stored", USUAL)
make("deflated", USUAL, zipfile.ZIP_DEFLATED)
make("torchscript", {"m/data.pkl": b"", "m/constants.pkl": b""})
make("bomb", USUAL | {"m/extra/a": b"\0" * (64 << 20)}, zipfile.ZIP_DEFLATED)
make("outside", USUAL | {"m/../a": b""})
make("lzma", USUAL | {"m/a": b"abc" * 100}, zipfile.ZIP_LZMA)
without = dict(USUAL)
del without["m/archive_version"]
make("no-version", without)
put("cut", stored[:-30])
put("prefixed", b"#!/bin/sh\n" + stored)
put("empty", b"")
