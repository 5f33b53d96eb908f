#!/usr/bin/env python3
# dump.schema.json accepts the dumps that gguf-layout prints, of hand-made and of real files, and refuses
# dumps with one thing wrong, so that it says something. Skipped without Debian's python3-jsonschema.
import copy
import json
import struct
import sys
from pathlib import Path

from commands import FETCHED, GOOD, NAMED, SKIPPED, CommandTest, Run, header, info, main, padded, pair, text

try:
    import jsonschema
except ImportError:
    print("SKIPPED: python3-jsonschema is not installed")
    sys.exit(SKIPPED)

SCHEMA = json.loads((Path(__file__).parent / "dump.schema.json").read_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
LONGEST = 500  # elements of an array that are looked at: the schema says the same of each


def dump_of(*arguments, **options):
    dump = json.loads(Run("gguf-layout", "--json", *arguments, **options).out)
    for entry in dump["metadata"]:
        array = entry["value"].get("array")
        if array:
            assert len(array["elements"]) == int(array["count"]), entry["key"]
            del array["elements"][LONGEST:]
    return dump


class Schema(CommandTest):
    def faults(self, dump):
        return [error.message for error in VALIDATOR.iter_errors(dump)]

    def test_the_schema_is_one(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_every_type(self):
        scalars = {0: b"\xff", 1: b"\xff", 2: b"\xff\xff", 3: b"\xff\xff", 4: b"\xff" * 4, 5: b"\xff" * 4, 6: b"\xff" * 4,
                   7: b"\2", 8: text(b"\xff"), 10: b"\xff" * 8, 11: b"\xff" * 8, 12: b"\xff" * 8}
        pairs = [pair(f"scalar{code}", code, value) for code, value in scalars.items()]
        pairs += [pair(f"array{code}", 9, struct.pack("<IQ", code, 2) + value * 2) for code, value in scalars.items()]
        pairs += [pair(f"empty{code}", 9, struct.pack("<IQ", code, 0)) for code in range(13)]
        pairs.append(pair("nested", 9, struct.pack("<IQ", 9, 1) + struct.pack("<IQ", 6, 1) + bytes(4)))
        tensors = info(b"\xff", [8], 0, 0) + info("unknown", [1, 2, 3, 4, 5], 99, 1 << 63)
        path = self.file("all.gguf", padded(header(2, len(pairs)) + b"".join(pairs) + tensors) + bytes(32))
        self.assertEqual([], self.faults(dump_of("--sha256", path)))

    def test_broken_files(self):
        for size in range(len(GOOD)):
            self.assertEqual([], self.faults(dump_of("-", stdin=GOOD[:size])), size)

    def test_real_files(self):
        models = sorted((FETCHED / "models").glob("*.gguf"))
        if not models:
            self.skipTest("ci/fetch has brought no models")
        for model in models:
            self.assertEqual([], self.faults(dump_of("--sha256", model)), model)

    def test_one_thing_wrong(self):
        pairs = [NAMED, pair("f", 6, bytes(4)), pair("b", 9, struct.pack("<IQ", 10, 1) + bytes(8))]
        good = dump_of("--sha256", self.file("a.gguf", padded(header(1, 3) + b"".join(pairs) + info("a", [8], 0, 0)) + bytes(32)))
        self.assertEqual([], self.faults(good))

        def spoil(path, value):
            dump = copy.deepcopy(good)
            place = dump
            for step in path[:-1]:
                place = place[step]
            if value is None:
                del place[path[-1]]
            else:
                place[path[-1]] = value
            return dump

        for path, value in [(["version"], None), (["version"], 4), (["endian"], "middle"), (["extra"], 1),
                            (["ggufproof_dump"], 2), (["metadata", 0, "key"], None), (["metadata", 0, "key"], {"bytes": "f"}),
                            (["metadata", 0, "value"], "house"), (["metadata", 0, "value"], {"string": 1}),
                            (["metadata", 0, "value", "u8"], 1), (["metadata", 1, "value", "f32"], 0.0),
                            (["metadata", 1, "value", "f32"], "0000000G"), (["metadata", 1, "value"], {"u8": 256}),
                            (["metadata", 1, "value"], {"f16": "0000"}), (["metadata", 1, "value"], {"bool": 1}),
                            (["metadata", 2, "value", "array", "count"], 1), (["metadata", 2, "value", "array", "elements"], [0]),
                            (["metadata", 2, "value", "array", "element_type"], "u16"), (["tensors", 0, "dimensions"], [8]),
                            (["tensors", 0, "offset"], 0), (["tensors", 0, "size"], "-1"), (["tensors", 0, "size"], "08"),
                            (["tensors", 0, "sha256"], "00"), (["tensors", 0, "type_name"], None),
                            (["stopped"], {"at": "1", "path": ""})]:
            self.assertNotEqual([], self.faults(spoil(path, value)), path)


if __name__ == "__main__":
    main()
