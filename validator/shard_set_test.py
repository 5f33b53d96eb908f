#!/usr/bin/env python3
# Sets of shards as users have them: written by the Python package gguf and cut from a real model, then with a file
# removed, renamed, copied over another, or all joined. Shards of the real model have holes for tensor data.
#
# Runs under the Python of ci/fetch; skipped where that or the model is missing.
import json
import os
import struct
import sys
import tempfile
from pathlib import Path

from commands import FETCHED, SKIPPED, CommandTest, Run, import_fetched, main, pair, text

gguf, np = import_fetched("gguf", "numpy")

MODEL = FETCHED / "models" / "gemma-3-270m-q4_k_m.gguf"
if not MODEL.exists():
    print("SKIPPED: ci/fetch has not brought " + MODEL.name)
    sys.exit(SKIPPED)


def findings(*paths):
    """(file, rule) of each error and warning, in order; less the warning that all later shards have from all writers. Of
    holes in place of weights nothing is to be said."""
    report = json.loads(Run("gguf-validate", "--data", "bounds", "--format", "json", *paths).out)
    return [(Path(file["path"]).name, finding["rule"]) for file in report["files"] for finding in file["findings"]
            if finding["severity"] != "note" and finding["rule"] != "general.architecture-left-out"]


def shard_name(prefix, number, total):
    return f"{prefix}-{number:05d}-of-{total:05d}.gguf"


def write_set(folder, tensors=5, alignment=None, **split):
    """A set written by the package; returns its files."""
    writer = gguf.GGUFWriter(folder / "example.gguf", "example", **split)
    if alignment:
        writer.add_custom_alignment(alignment)
    for i in range(tensors):
        writer.add_tensor(f"t{i}", np.full(24, i, dtype=np.float32))
    writer.write_header_to_file(folder / "example.gguf")
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return sorted(folder.glob("*.gguf"))


def split_model(folder, total):
    """The real model in shards as llama-gguf-split cuts it: all metadata in the first, tensors in their order."""
    reader = gguf.GGUFReader(MODEL)
    raw = reader.data
    metadata = raw[24:reader.tensors[0].field.offset].tobytes()
    pairs = len(reader.fields) - 3  # less the three that the package makes up
    each = -(-len(reader.tensors) // total)
    paths = []
    for number in range(total):
        own = pair("split.no", 2, struct.pack("<H", number)) + pair("split.count", 2, struct.pack("<H", total)) + \
            pair("split.tensors.count", 5, struct.pack("<i", len(reader.tensors)))
        head = (metadata if number == 0 else b"") + own
        infos, at = b"", 0
        tensors = reader.tensors[number * each:(number + 1) * each]
        for tensor in tensors:
            shape = [int(n) for n in tensor.shape]
            infos += text(tensor.name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, tensor.tensor_type, at)
            at += -(-int(tensor.n_bytes) // 32) * 32
        count = struct.pack("<IQQ", 3, len(tensors), (pairs if number == 0 else 0) + 3)
        data = b"GGUF" + count + head + infos
        paths.append(folder / shard_name(MODEL.stem, number + 1, total))
        with open(paths[-1], "wb") as file:
            file.write(data)
            file.truncate(-(-len(data) // 32) * 32 + at)
    return paths


class SetsOfThePackage(CommandTest):
    def test_are_clean(self):
        for name, split in (("a", {"split_max_tensors": 2}), ("b", {"split_max_tensors": 2, "small_first_shard": True}),
                            ("c", {"split_max_size": 200})):
            folder = self.folder / name
            folder.mkdir()
            paths = write_set(folder, **split)
            self.assertGreater(len(paths), 2)
            self.assertEqual([], findings(folder), name)
            self.assertEqual([], findings(paths[0]), name)
            self.assertEqual([], findings(*reversed(paths)), name)

    def test_lose_their_alignment_after_the_first(self):
        found = findings(*write_set(self.folder, alignment=64, split_max_tensors=2))
        self.assertIn((shard_name("example", 2, 3), "shard.alignment-differs"), found)
        self.assertNotIn((shard_name("example", 1, 3), "shard.alignment-differs"), found)


class RealModel(CommandTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.shards = split_model(Path(folder.name), 3)  # once: the package takes its time over a vocabulary

    def setUp(self):
        super().setUp()
        self.paths = [self.folder / path.name for path in self.shards]
        for shard, path in zip(self.shards, self.paths):
            os.link(shard, path)
        self.names = [path.name for path in self.paths]

    def test_under_its_own_name_is_clean(self):
        self.assertEqual([], findings(MODEL))

    def test_in_shards_is_clean(self):
        self.assertEqual([], findings(self.folder))
        self.assertEqual([], findings(self.paths[0]))

    def test_without_a_shard(self):
        self.paths[1].unlink()
        self.assertEqual([(self.names[0], "shard.missing")], findings(self.folder))
        self.assertEqual(1, Run("gguf-validate", self.paths[0]).code)
        self.assertIn(self.names[1].encode(), Run("gguf-validate", self.paths[0]).out)

    def test_without_the_first(self):
        self.paths[0].unlink()
        self.assertEqual([(self.names[1], "shard.missing")], findings(self.folder))

    def test_with_a_shard_renamed(self):
        self.paths[2].rename(self.folder / "rest.gguf")
        self.assertEqual([(self.names[0], "shard.missing"), ("rest.gguf", "shard.name")], findings(self.folder))

    def test_with_a_shard_in_the_place_of_another(self):
        self.paths[2].unlink()
        os.link(self.paths[1], self.paths[2])
        found = findings(self.folder)
        self.assertEqual({self.names[2]}, {name for name, _ in found if name != self.names[0]})
        for rule in ("shard.name", "shard.twice", "shard.tensor-twice"):
            self.assertIn((self.names[2], rule), found)

    def test_with_a_whole_model_in_the_place_of_a_shard(self):
        self.paths[1].unlink()
        self.paths[1].symlink_to(MODEL.resolve())
        self.assertEqual([(self.names[1], "shard.unstated"), (self.names[1], "shard.foreign")], findings(self.folder))

    def test_joined_with_cat(self):
        folder = self.folder / "joined"
        folder.mkdir()
        small = write_set(folder, split_max_tensors=2)
        joined = self.file("joined.gguf", b"".join(path.read_bytes() for path in small))
        found = findings(joined)
        self.assertIn(("joined.gguf", "shard.joined"), found)

    def test_files_are_shown_in_the_order_named(self):
        paths = [self.paths[1], MODEL, self.paths[0], self.folder / "absent.gguf", self.paths[2]]
        run = Run("gguf-validate", "--format", "json", *paths)
        self.assertEqual([str(path) for path in paths], [file["path"] for file in json.loads(run.out)["files"]])
        said = [line.split(": ")[0] for line in Run("gguf-validate", *paths).lines()]
        self.assertEqual([str(path) for path in paths], [path for path in said if path.endswith(".gguf")],
                         "one line a file that is about no byte of it")


if __name__ == "__main__":
    main()
