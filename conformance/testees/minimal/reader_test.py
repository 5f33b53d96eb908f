#!/usr/bin/env python3
# The reader against bytes written by hand: what it must read, value for value, and what it must refuse. Then the same
# reader through the protocol, as gguf-certify would ask it.
import hashlib
import json
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

import reader

# A whole file: two pairs, two tensors. The first number of a line is the place of what follows it.
SMALL = """
00: 47475546 03000000 0200000000000000 0200000000000000
18: 1400000000000000 67656e6572616c2e617263686974656374757265 08000000 0500000000000000 6c6c616d61
45: 0100000000000000 6b 09000000 05000000 0300000000000000 01000000 ffffffff 00000080
6a: 0100000000000000 61 02000000 0200000000000000 0300000000000000 00000000 0000000000000000
93: 0100000000000000 62 01000000 2000000000000000 08000000 2000000000000000
b4: 000000000000000000000000
c0: 0000803f 00000040 00004040 000080bf 000000c0 000040c0 0000000000000000
e0: 0038 0102030405060708090a0b0c0d0e0f10 f0f1f2f3f4f5f6f7f8f9fafbfcfdfe80
"""

# The same in the other byte order; the scale of the Q8_0 block is turned, its codes are single bytes.
SMALL_BIG = """
00: 47475546 00000003 0000000000000002 0000000000000002
18: 0000000000000014 67656e6572616c2e617263686974656374757265 00000008 0000000000000005 6c6c616d61
45: 0000000000000001 6b 00000009 00000005 0000000000000003 00000001 ffffffff 80000000
6a: 0000000000000001 61 00000002 0000000000000002 0000000000000003 00000000 0000000000000000
93: 0000000000000001 62 00000001 0000000000000020 00000008 0000000000000020
b4: 000000000000000000000000
c0: 3f800000 40000000 40400000 bf800000 c0000000 c0400000 0000000000000000
e0: 3800 0102030405060708090a0b0c0d0e0f10 f0f1f2f3f4f5f6f7f8f9fafbfcfdfe80
"""


def from_lines(lines):
    data = b""
    for line in lines.strip().splitlines():
        place, fields = line.split(":")
        assert len(data) == int(place, 16), f"{line}: stands at {len(data):x}"
        data += bytes.fromhex(fields)
    return data


def text(value):
    return struct.pack("<Q", len(value)) + value


def pair(key, type, value):
    return text(key) + struct.pack("<I", type) + value


def info(name, type, dimensions, offset):
    return text(name) + struct.pack(f"<I{len(dimensions)}QIQ", len(dimensions), *dimensions, type, offset)


def file_of(pairs=(), infos=(), data=b"", version=3, alignment=32):
    head = b"GGUF" + struct.pack("<IQQ", version, len(infos), len(pairs)) + b"".join(pairs) + b"".join(infos)
    return head + bytes(-len(head) % alignment) + data


class ReaderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "a.gguf"

    def read(self, data):
        self.path.write_bytes(data)
        return reader.GGUF(self.path)

    def value(self, type, data):
        return self.read(file_of([pair(b"k", type, data)])).metadata["k"].value

    def refused(self, data, why):
        with self.assertRaisesRegex(ValueError, why):
            self.read(data)


class Reads(ReaderTest):
    def test_a_whole_file_in_either_byte_order(self):
        for lines, order in ((SMALL, "<"), (SMALL_BIG, ">")):
            model = self.read(from_lines(lines))
            self.assertEqual((3, order, 32, 0xC0), (model.version, model.order, model.alignment, model.data_offset))
            self.assertEqual(["general.architecture", "k"], list(model.metadata))
            self.assertEqual(("string", "llama"), model.metadata["general.architecture"][:2])
            self.assertEqual("i32", model.metadata["k"].value.type)
            self.assertEqual([1, -1, -2147483648], list(model.metadata["k"].value.items))
            a, b = model.tensors["a"], model.tensors["b"]
            self.assertEqual(("F32", 0, (3, 2), 0, 0xC0, 24), (a.type, a.type_id, a.shape, a.offset, a.absolute_offset, len(a.raw)))
            self.assertEqual(("Q8_0", 8, (32,), 32, 0xE0, 34), (b.type, b.type_id, b.shape, b.offset, b.absolute_offset, len(b.raw)))
            self.assertEqual([1, 2, 3, -1, -2, -3], list(a.values()))
            self.assertEqual([n / 2 for n in range(1, 17)] + [n / 2 for n in range(-16, -1)] + [-64], list(b.values()))

    def test_version_2(self):
        self.assertEqual(2, self.read(file_of(version=2)).version)

    def test_every_type_of_value(self):
        for type, data, value in [(0, "ff", 255), (1, "ff", -1), (2, "0080", 32768), (3, "0080", -32768), (4, "ffffffff", 2**32 - 1),
                                  (5, "feffffff", -2), (6, "0000c03f", 1.5), (7, "00", False), (7, "01", True),
                                  (8, "0300000000000000 c3a400", "\u00e4\0"), (10, "ffffffffffffffff", 2**64 - 1),
                                  (11, "0000000000000080", -2**63), (12, "000000000000f0bf", -1.0)]:
            self.assertEqual(value, self.value(type, bytes.fromhex(data)))
            self.assertEqual([value] * 2, list(self.value(9, struct.pack("<IQ", type, 2) + bytes.fromhex(data) * 2).items))

    def test_arrays(self):
        self.assertEqual(("f32", []), (self.value(9, bytes.fromhex("06000000 0000000000000000")).type, []))
        inner = bytes.fromhex("00000000 0200000000000000 0708")
        outer = self.value(9, bytes.fromhex("09000000 0200000000000000") + inner + inner)
        self.assertEqual([("u8", [7, 8])] * 2, [(items.type, list(items.items)) for items in outer.items])

    def test_bits_of_a_signalling_nan(self):
        value = self.read(file_of([pair(b"k", 6, bytes.fromhex("0100807f"))])).metadata["k"]
        self.assertEqual("0100807f", value.raw.hex())

    def test_bytes_of_tokens(self):
        tokens = self.value(9, struct.pack("<IQ", 8, 1) + text(b"\xe2\x96")).items
        self.assertEqual(b"\xe2\x96", tokens[0].encode("utf-8", "surrogateescape"))

    def test_alignment(self):
        pairs, infos = [pair(b"general.alignment", 4, bytes.fromhex("40000000"))], [info(b"a", 24, [1], 0), info(b"b", 24, [1], 64)]
        model = self.read(file_of(pairs, infos, b"\x07" + bytes(63) + b"\x09", alignment=64))
        self.assertEqual((64, 128), (model.alignment, model.data_offset))
        self.assertEqual((b"\x07", b"\x09", 192), (bytes(model.tensors["a"].raw), bytes(model.tensors["b"].raw),
                                                    model.tensors["b"].absolute_offset))

    def test_no_elements_and_no_dimensions(self):
        infos = [info(b"none", 0, [0], 0), info(b"huge", 0, [2**63 - 1, 0], 0), info(b"one", 0, [], 0)]
        tensors = self.read(file_of([], infos, bytes.fromhex("0000803f"))).tensors
        self.assertEqual([(0,), (0, 2**63 - 1), ()], [tensor.shape for tensor in tensors.values()])
        self.assertEqual([[], [], [1]], [list(tensor.values()) for tensor in tensors.values()])


class Decodes(ReaderTest):
    def values(self, type, elements, data):
        return list(self.read(file_of([], [info(b"a", type, [elements], 0)], bytes.fromhex(data))).tensors["a"].values())

    def test_f16_and_bf16(self):
        self.assertEqual([1, -2, 65504, 2**-24, float("inf")], self.values(1, 5, "003c 00c0 ff7b 0100 007c"))
        self.assertEqual([1, -2, 3.140625, 2**-133], self.values(30, 4, "803f 00c0 4940 0100"))

    def test_q4_0(self):
        # A scale of 2; byte n is n with a high half of 15 - n.
        codes = "".join(f"{15 - n:x}{n:x}" for n in range(16))
        self.assertEqual([2 * (n - 8) for n in range(16)] + [2 * (7 - n) for n in range(16)], self.values(2, 32, "0040" + codes))

    def test_q4_k(self):
        # Scales 1, 2, 3, 4, 33, 34, 63, 48; minima 5, 6, 7, 8, 17, 18, 63, 32, packed by hand: the first four of each
        # stand in the low six bits of a byte; of the others the upper two bits stand above these, the lower four in the
        # last bytes. 33 = 2 * 16 + 1 and 17 = 1 * 16 + 1: 80 above scale 0, 40 above minimum 0, 11 in the end.
        scales, minima = "81 82 c3 c4", "45 46 c7 88"
        rest = "11 22 ff 00"
        codes = ("21" * 32) + ("43" * 32) + ("65" * 32) + ("87" * 32)
        want = []
        for code, scale, minimum in zip(range(1, 9), [1, 2, 3, 4, 33, 34, 63, 48], [5, 6, 7, 8, 17, 18, 63, 32]):
            want += [0.5 * scale * code - 2 * minimum] * 32
        self.assertEqual(want, self.values(12, 256, "0038 0040" + scales + minima + rest + codes))

    def test_other_types_are_refused(self):
        with self.assertRaisesRegex(ValueError, "Q6_K are not decoded"):
            self.values(14, 256, "00" * 210)


class Refuses(ReaderTest):
    def test_every_cut(self):
        whole = from_lines(SMALL)
        self.read(whole)
        for size in range(len(whole)):
            self.refused(whole[:size], "")

    def test_header(self):
        self.refused(b"GGML" + from_lines(SMALL)[4:], "not a GGUF")
        for version in ("00000000", "01000000", "04000000", "00000002", "00000001"):
            self.refused(bytes.fromhex("47475546" + version) + bytes(16), "version")
        self.refused(b"GGUF" + struct.pack("<IQQ", 3, 0, 2**64 - 1), "bytes wanted")
        self.refused(b"GGUF" + struct.pack("<IQQ", 3, 2**64 - 1, 0), "bytes wanted")

    def test_metadata(self):
        one = bytes.fromhex("01000000")
        self.refused(file_of([pair(b"", 4, one)]), "a key of 0")
        self.refused(file_of([pair(b"k" * 65536, 4, one)]), "a key of 65536")
        self.refused(file_of([pair(b"k", 4, one), pair(b"k", 4, one)]), "twice")
        self.refused(file_of([pair(b"\xff", 4, one)]), "utf-8")
        self.refused(file_of([pair(b"k", 8, text(b"\xff"))]), "utf-8")
        self.refused(file_of([pair(b"k", 8, struct.pack("<Q", 2**64 - 1))]), "bytes wanted")
        self.refused(file_of([pair(b"k", 13, one)]), "13 is no type of a value")
        self.refused(file_of([pair(b"k", 7, b"\2")]), "a bool")

    def test_arrays(self):
        for type in range(13):
            self.refused(file_of([pair(b"k", 9, struct.pack("<IQ", type, 2**64 // 8))]), "bytes wanted|no type")
        self.refused(file_of([pair(b"k", 9, struct.pack("<IQ", 13, 0))]), "13 is no type")
        self.refused(file_of([pair(b"k", 9, struct.pack("<IQ", 7, 2) + b"\1\2")]), "a bool")
        self.refused(file_of([pair(b"k", 9, struct.pack("<IQ", 9, 1) * 3000 + struct.pack("<IQ", 0, 0))]), "too deeply")

    def test_alignment(self):
        for type, value in ((4, "00000000"), (4, "0c000000"), (5, "20000000"), (10, "2000000000000000")):
            self.refused(file_of([pair(b"general.alignment", type, bytes.fromhex(value))]), "general.alignment")

    def test_tensor_infos(self):
        data = bytes(4096)
        for fault, *bad in (("longer than 64", b"n" * 65, 0, [1], 0), ("5 dimensions", b"a", 0, [1] * 5, 0),
                            ("dimensions", b"a", 0, [2**63, 0], 0), ("4 is no type", b"a", 4, [32], 0),
                            ("43 is no type", b"a", 43, [32], 0), ("whole blocks", b"a", 8, [33], 0),
                            ("whole blocks", b"a", 8, [], 0), ("no multiple", b"a", 0, [1], 8),
                            ("data end", b"a", 0, [1], 4096), ("data end", b"a", 0, [1025], 0),
                            ("data end", b"a", 0, [2**32, 2**32], 0), ("data end", b"a", 0, [2**62], 0),
                            ("data end", b"a", 0, [1], 2**64 - 32)):
            self.refused(file_of([], [info(*bad)], data), fault)
        self.refused(file_of([], [info(b"a", 0, [1], 0), info(b"a", 0, [1], 32)], data), "two tensors")
        self.refused(file_of([], [info(b"a", 0, [16], 32), info(b"b", 0, [9], 0)], data), "a: its data begin inside")
        self.read(file_of([], [info(b"a", 0, [16], 32), info(b"b", 0, [8], 0)], data))


class Speaks(ReaderTest):
    def test_the_protocol(self):
        run = subprocess.Popen([str(Path(__file__).parent / "run"), "unused"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, universal_newlines=True)
        self.addCleanup(run.communicate)

        def ask(**message):
            run.stdin.write(json.dumps(message) + "\n")
            run.stdin.flush()
            return json.loads(run.stdout.readline())

        start = ask(command="start", protocol=1)
        self.assertEqual((1, "minimal", ["F32", "F16", "BF16", "Q8_0", "Q4_0", "Q4_K"]),
                         (start["protocol"], start["name"], start["decodes"]))
        self.path.write_bytes(from_lines(SMALL_BIG))
        answer = ask(command="read", id="a/b", file=str(self.path), decode=True)
        values = struct.pack("<6f", 1, 2, 3, -1, -2, -3)
        self.assertEqual("a/b", answer["id"])
        self.assertEqual({"key": "k", "value": {"array": {"element_type": "i32", "count": "3", "elements": [1, -1, -2**31]}}},
                         answer["accepted"]["metadata"][1])
        self.assertEqual({"name": "a", "type": 0, "dimensions": ["2", "3"], "offset": "0", "absolute_offset": "192", "size": "24",
                          "sha256": hashlib.sha256(struct.pack(">6f", 1, 2, 3, -1, -2, -3)).hexdigest(),
                          "decoded_sha256": hashlib.sha256(values).hexdigest()}, answer["accepted"]["tensors"][0])
        self.path.write_bytes(from_lines(SMALL)[:100])
        self.assertRegex(ask(command="read", id="c", file=str(self.path))["refused"], "bytes wanted")
        run.stdin.write('{"command":"stop"}\n')
        run.stdin.flush()
        self.assertEqual(0, run.wait())


if __name__ == "__main__":
    unittest.main()
