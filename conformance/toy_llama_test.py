#!/usr/bin/env python3
# The toy llamas of gguf-make random are loaded, weights and all, by llama.cpp itself, in one file and in several; and one of
# which a tensor's data are cut off is refused, so that the loader is known to look.
import json
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "validator"))
from commands import FETCHED, SKIPPED, CommandTest, Run, main  # noqa: E402

LIBRARIES = sorted((FETCHED / "lib").glob("libllama.v*.so"))
COUNT = 60


class ToyLlama(CommandTest):
    def random(self, kind, count):
        made = Run("gguf-make", "random", "--kind", kind, "--count", str(count), "--seed", "1", "-o", self.folder / kind)
        self.assertEqual(0, made.code, made.err)
        return sorted((self.folder / kind).iterdir())

    def may_load(self, file):
        """Whether it is of a whole llama whose alignment llama.cpp can map: below 32 it ends the process."""
        data = file.read_bytes()
        if b"token_embd.weight" not in data:
            return False
        key = data.find(b"general.alignment")  # behind it stand the type, u32, and the value
        return key < 0 or struct.unpack_from("<I", data, key + len(b"general.alignment") + 4)[0] >= 32

    def whole_llamas(self, files):
        return [file for file in files if self.may_load(file)]

    def answers(self, files):
        """What llama.cpp says of each file, in their order."""
        ask = [{"command": "start", "protocol": 1}]
        ask += [{"command": "read", "id": str(number), "file": str(file)} for number, file in enumerate(files)]
        lines = "".join(json.dumps(one) + "\n" for one in [*ask, {"command": "stop"}])
        asked = Run("testee_llama", "--library", LIBRARIES[0], "--release", "fetched", stdin=lines.encode())
        self.assertEqual(0, asked.code, asked.err)
        told = [json.loads(line) for line in asked.lines()][1:]
        self.assertEqual(len(files), len(told))
        return told

    def all_load(self, files):
        for file, answer in zip(files, self.answers(files)):
            self.assertIn("accepted", answer, f"{file.name}: {answer}")

    def test_one_file_loads(self):
        llamas = self.whole_llamas(self.random("model", COUNT))
        self.assertGreater(len(llamas), COUNT // 20, "one in six is a whole llama")
        self.all_load(llamas)

    def test_several_files_load(self):
        files = self.random("shards", COUNT // 2)
        sets = {file.name.split("-")[0] for file in self.whole_llamas(files)}
        first = [file for file in files if "-00001-of-" in file.name and file.name.split("-")[0] in sets]
        self.assertGreater(len(first), COUNT // 12, "every other set is of a llama")
        self.all_load(first)

    def test_less_than_a_llama_is_refused(self):
        whole = self.whole_llamas(self.random("model", COUNT))[0]
        answer, = self.answers([self.file("cut.gguf", whole.read_bytes()[:-33])])
        self.assertIn("refused", answer)


if __name__ == "__main__":
    if not LIBRARIES:
        print(f"SKIPPED, TOY LLAMAS NOT LOADED: there is no libllama in {FETCHED / 'lib'}; run ci/fetch")
        sys.exit(SKIPPED)
    main()
