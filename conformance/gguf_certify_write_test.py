#!/usr/bin/env python3
# gguf-certify and writers, as their authors meet it: what they are asked for, and what is said of the file or
# the shards that they write. These are packed here byte by byte.
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from gguf_certify_test import TWO, VALID, Certify, main  # noqa: E402

LONG = "regress/tokenizer/byte-tokens-none-in-large-vocabulary"  # its description is longer than a pipe holds


def shard(number, tensor, number_of_tensors=2, value=1.0, version=3):
    """Shard `number`, from 0, of two that say what the case TWO says: its pairs in the first, a tensor in each."""
    def text(words):
        return struct.pack("<Q", len(words)) + words

    pairs = [(b"general.alignment", 4, struct.pack("<I", 16)), (b"split.no", 2, struct.pack("<H", number)),
             (b"split.count", 2, struct.pack("<H", 2)), (b"split.tensors.count", 5, struct.pack("<i", number_of_tensors))]
    if number == 0:
        pairs.insert(0, (b"general.architecture", 8, text(b"example")))
    file = b"GGUF" + struct.pack("<IQQ", version, 1, len(pairs))
    file += b"".join(text(key) + struct.pack("<I", type) + value for key, type, value in pairs)
    file += text(tensor) + struct.pack("<IQIQ", 1, 1, 0, 0)
    return file + bytes(-len(file) % 16) + struct.pack("<f", value) + bytes(12)


class Writers(Certify):
    def test_a_writer_is_asked_for_a_version_that_it_knows(self):
        testee = self.program("answer = {'id': id, 'refused': 'version %d' % ask['description']['version']}",
                              "{'writes': True, 'versions': [2]}")
        cases, _ = self.outcomes("--testee", testee, "--as", "writer", "--case", VALID)
        self.assertEqual(["refused-valid", "version 2"], cases[VALID][:2])

    def write(self, *shards):
        """What is said of a writer that answers with these files, and the run's notes."""
        body = f"import shutil\nfor number, shard in enumerate({list(shards)!r}):\n" \
               "    name = ask['file'].removesuffix('.gguf') + '-%05d-of-00002.gguf' % (number + 1)\n" \
               "    open(name, 'wb').write(shard)\nanswer = {'id': id, 'written': True}"
        testee = self.program(body, "{'writes': True}")
        cases, run = self.outcomes("--testee", testee, "--as", "writer", "--case", TWO)
        return cases.get(TWO, ["agree", ""])

    def test_shards(self):
        self.assertEqual("agree", self.write(shard(0, b"a"), shard(1, b"b", value=2.0))[0])
        self.assertEqual("agree", self.write(shard(0, b"b", value=2.0), shard(1, b"a"))[0], "tensors may stand anywhere")

    def test_shards_that_are_not_right(self):
        first, second = shard(0, b"a"), shard(1, b"b", value=2.0)
        self.assertEqual(["wrong-value", "tensors: expected 2, told 1"], self.write(first)[:2])
        self.assertEqual("wrong-value", self.write(first, shard(1, b"b", value=3.0))[0])
        for shards, rule in (((shard(0, b"a", 3), shard(1, b"b", 3, 2.0)), "shard.tensor-total"),
                             ((first, shard(0, b"b", value=2.0)), "shard.name")):
            self.assertEqual(["accepted-invalid", f"wrote a file that breaks {rule}"], self.write(*shards)[:2])

    def test_nothing_written(self):
        self.assertEqual(["wrong-value", "no file was written"], self.write()[:2])

    def test_a_testee_that_does_not_read(self):
        testee = self.program("", hello="{'writes': True}").replace("testee.py", "deaf.py")
        start = '{"protocol": 1, "name": "t", "version": "1", "writes": true}'
        self.file("deaf.py", f"import time; input(); print('{start}', flush=True); time.sleep(600)".encode())
        cases, _ = self.outcomes("--testee", testee, "--as", "writer", "--case", LONG, "--timeout", "1")
        self.assertEqual("hang", cases[LONG][0])



if __name__ == "__main__":
    main()
