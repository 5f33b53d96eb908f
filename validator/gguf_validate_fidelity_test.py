#!/usr/bin/env python3
# gguf-validate --against and --roundtrip as their users see them. Files come from the Python package gguf, errors and cosines
# are worked out by NumPy in binary64, and what a type usually loses by the package's own encoder.
import json
import os
import struct
import subprocess
import time

from commands import BIN, NAMED, CommandTest, Run, header, import_fetched, info, main, padded

gguf, np = import_fetched("gguf", "numpy")
KINDS = gguf.GGMLQuantizationType
SEED = np.random.default_rng(7)
WEIGHTS = {"blk.0.ffn_up.weight": SEED.normal(0, 0.02, (300, 512)).astype(np.float32),
           "blk.0.ffn_down.weight": SEED.laplace(0, 0.02, (64, 256)).astype(np.float32),
           "output_norm.weight": SEED.normal(1, 0.1, 64).astype(np.float32)}
MATRICES = [name for name in WEIGHTS if name.startswith("blk")]


def validate(*arguments):
    return Run("gguf-validate", *arguments)


class Fidelity(CommandTest):
    def write(self, name, weights, kinds=None, **options):
        """A file of weights, each in its own kind; F32 where none is stated."""
        writer = gguf.GGUFWriter(self.folder / name, "house", **options)
        for key, values in weights.items():
            kind = (kinds or {}).get(key, KINDS.F32)
            writer.add_tensor(key, gguf.quants.quantize(values, kind), raw_dtype=kind)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return self.folder / name

    def rows(self, stored, original):
        run = validate("--format", "json", "--against", original, stored)
        self.assertEqual((0, b""), (run.code, run.err))
        report = json.loads(run.out)
        return {row["name"]: row for row in report["against"]["tensors"]}, report["files"][0]["findings"]

    def test_measures_are_those_of_numpy(self):
        original = self.write("original.gguf", WEIGHTS)
        for kind in (KINDS.F16, KINDS.BF16, KINDS.Q8_0, KINDS.Q5_0, KINDS.Q5_1, KINDS.Q4_0, KINDS.Q4_1):
            rows, findings = self.rows(self.write(f"{kind.name}.gguf", WEIGHTS, dict.fromkeys(MATRICES, kind)), original)
            self.assertEqual([], [finding["message"] for finding in findings if finding["rule"].startswith("against.")])
            for name in MATRICES:
                a = WEIGHTS[name].astype(np.float64).reshape(-1)
                b = gguf.quants.dequantize(gguf.quants.quantize(WEIGHTS[name], kind), kind).astype(np.float64).reshape(-1)
                row = rows[name]
                self.assertEqual((a.size, 0, int(KINDS.F32), int(kind)), (row["compared"], row["not_finite"], row["original_type"], row["type"]))
                self.assertAlmostEqual(np.sqrt(np.sum((a - b) ** 2) / np.sum(a ** 2)), row["relative_rms"], delta=1e-9)
                self.assertAlmostEqual(row["relative_rms"], row["usual_relative_rms"], delta=1e-4)
                self.assertAlmostEqual(np.max(np.abs(a - b)), row["largest_error"], delta=1e-9)
                self.assertAlmostEqual(np.dot(a, b) / np.linalg.norm(a) / np.linalg.norm(b), row["cosine"], delta=1e-9)
            self.assertEqual(0, rows["output_norm.weight"]["relative_rms"])

    def findings_of(self, weights, kinds=None):
        stored = self.write("stored.gguf", weights, kinds)
        _, findings = self.rows(stored, self.write("original.gguf", WEIGHTS))
        return [(finding["rule"], finding["severity"]) for finding in findings if finding["rule"].startswith("against.")]

    def test_each_fault_by_its_rule(self):
        q8 = dict.fromkeys(MATRICES, KINDS.Q8_0)
        up = WEIGHTS["blk.0.ffn_up.weight"]
        shifted = {**WEIGHTS, "blk.0.ffn_up.weight": np.roll(up, 1, axis=0)}
        noisy = {**WEIGHTS, "blk.0.ffn_up.weight": (up * (1 + SEED.normal(0, 0.02, up.shape))).astype(np.float32)}
        local = {**WEIGHTS, "blk.0.ffn_up.weight": np.concatenate([up[:100], up[200:201], up[101:]])}  # one row of 300
        less = {name: values for name, values in WEIGHTS.items() if name != "output_norm.weight"}
        turned = {**WEIGHTS, "blk.0.ffn_down.weight": WEIGHTS["blk.0.ffn_down.weight"].reshape(128, 128)}
        self.assertEqual([], self.findings_of(WEIGHTS, q8))
        self.assertEqual([("against.error-unusual", "warning")], self.findings_of(shifted, q8))
        self.assertEqual([("against.error-unusual", "warning")], self.findings_of(noisy, q8))
        for kind in (KINDS.Q8_0, KINDS.Q5_0, KINDS.Q4_0, KINDS.F16):
            kinds = dict.fromkeys(MATRICES, kind)
            self.assertEqual([], self.findings_of(WEIGHTS, kinds))
            self.assertEqual([("against.error-unusual", "warning")], self.findings_of(local, kinds))
        self.assertEqual([("against.tensor-missing", "warning")], self.findings_of(less, q8))
        self.assertEqual([("against.tensor-reshaped", "warning")], self.findings_of(turned, q8))
        self.assertEqual([("against.tensor-extra", "warning")], self.findings_of({**WEIGHTS, "more": up}, q8))
        self.assertEqual(1, validate("--severity", "against.*=error", "--against", self.folder / "original.gguf",
                                     self.write("less.gguf", less)).code)

    def test_models_in_shards_on_either_side(self):
        whole, q8 = self.write("original.gguf", WEIGHTS), dict.fromkeys(MATRICES, KINDS.Q8_0)
        self.write("cut.gguf", WEIGHTS, split_max_tensors=1)
        self.write("small.gguf", WEIGHTS, q8, split_max_tensors=2)
        cut, small = self.folder / "cut-00001-of-00003.gguf", self.folder / "small-00001-of-00002.gguf"
        expected, _ = self.rows(self.write("q8.gguf", WEIGHTS, q8), whole)
        second = self.folder / "cut-00002-of-00003.gguf"
        for stored, original in ((self.folder / "q8.gguf", cut), (small, whole), (small, cut), (small, second)):
            rows, findings = self.rows(stored, original)
            self.assertEqual(expected, rows)
            self.assertEqual([], [finding for finding in findings if finding["rule"].startswith("against.")])

    def test_an_original_in_a_directory(self):
        whole, q8 = self.write("original.gguf", WEIGHTS), self.write("q8.gguf", WEIGHTS, dict.fromkeys(MATRICES, KINDS.Q8_0))
        expected, _ = self.rows(q8, whole)
        for name, options in (("one", {}), ("shards", {"split_max_tensors": 1})):
            (self.folder / name).mkdir()
            self.write(f"{name}/model.gguf", WEIGHTS, **options)
            self.assertEqual(expected, self.rows(q8, self.folder / name)[0])
        (self.folder / "none").mkdir()
        for folder, words in ((self.folder, "more than one model"), (self.folder / "none", "no *.gguf file")):
            run = validate("-q", "--against", folder, q8)
            self.assertEqual((2, b""), (run.code, run.out))
            self.assertIn(words, run.err.decode())

    def test_what_cannot_be_read_twice(self):
        """A hang shows as the status of timeout, 124."""
        original, stored = self.write("original.gguf", WEIGHTS), self.write("stored.gguf", WEIGHTS)
        fifo, link = self.folder / "fifo.gguf", self.folder / "link.gguf"
        os.mkfifo(fifo)
        link.symlink_to(fifo)
        shell = ("timeout", "60", "bash", "-c", '"$@" <(cat %s)' % stored, "bash")
        for path, wrapper in (("-", ()), (fifo, ("timeout", "60")), (link, ("timeout", "60")), ("/dev/stdin", ()), ("/proc/self/fd/0", ()),
                              ("/dev/null", ()), (original, shell)):
            run = Run("gguf-validate", "--against", original, path, stdin=stored.read_bytes(), wrapper=wrapper)
            self.assertEqual((2, b"", b"gguf-validate: --against needs files, since it reads them twice\n"), (run.code, run.out, run.err), path)
        for path in ("-", "/dev/stdin"):  # the original is read once
            run = Run("gguf-validate", "--format", "json", "--against", path, stored, stdin=original.read_bytes())
            self.assertEqual(list(self.rows(stored, original)[0].values()), json.loads(run.out)["against"]["tensors"])
        self.write("cut.gguf", WEIGHTS, split_max_tensors=2)
        (self.folder / "cut-00002-of-00002.gguf").unlink()
        os.mkfifo(self.folder / "cut-00002-of-00002.gguf")
        run = Run("gguf-validate", "-q", "--against", self.folder / "cut-00001-of-00002.gguf", stored, wrapper=("timeout", "60"))
        self.assertEqual(2, run.code)
        self.assertIn("cut-00002-of-00002.gguf: cannot be read: is not a file", run.err.decode())

    def test_a_model_that_cannot_be_read_is_told_once(self):
        run = validate("--against", self.write("original.gguf", WEIGHTS), self.folder / "absent.gguf")
        self.assertEqual((2, b""), (run.code, run.err))
        self.assertEqual(1, run.out.decode().count("No such file or directory"))

    def test_the_place_of_damaged_rows(self):
        """Rows of 512, so that 2048 values are four rows from a multiple of four on."""
        name, q8 = "blk.0.ffn_up.weight", dict.fromkeys(MATRICES, KINDS.Q8_0)
        original = self.write("original.gguf", WEIGHTS)
        for count in (1, 2, 5, 60):
            damaged = SEED.choice(300, count, replace=False)
            weights = WEIGHTS[name].copy()
            weights[damaged] = -weights[damaged]
            rows, findings = self.rows(self.write("stored.gguf", {**WEIGHTS, name: weights}, q8), original)
            finding, = [finding for finding in findings if finding["rule"].startswith("against.")]
            runs, row = {int(i) // 4 for i in damaged}, rows[name]
            first = row["worst_run"]["first_row"]
            self.assertEqual(len(runs), row["unusual_runs"])
            self.assertIn(first / 4, runs)
            self.assertEqual(first + 3, row["worst_run"]["last_row"])
            self.assertIn(f" in rows {first} to {first + 3}", finding["got"])
            self.assertIn(" alone" if len(runs) == 1 else f"the worst of {len(runs)} runs of 2048 values", finding["got"])
            tensor = next(entry for entry in gguf.GGUFReader(self.folder / "stored.gguf").tensors if entry.name == name)
            begin = int(tensor.data_offset) + first * 512 // 32 * 34
            self.assertEqual([begin, begin + 2048 // 32 * 34], [finding["begin"], finding["end"]])
            self.assertEqual([0, None], [rows["output_norm.weight"][member] for member in ("unusual_runs", "worst_run")])

    def test_the_place_in_a_long_row(self):
        weights = {"w": SEED.normal(0, 0.02, (8, 4096)).astype(np.float32)}
        damaged = {"w": weights["w"].copy()}
        damaged["w"][3, 3000:3100] *= -1
        _, findings = self.rows(self.write("stored.gguf", damaged), self.write("original.gguf", weights))
        self.assertIn(" in row 3, columns 2048 to 4095 alone", next(f["got"] for f in findings if f["rule"] == "against.error-unusual"))

    def test_types_that_can_hold_the_original(self):
        """A converter that computes a value may round otherwise; more than that is not what the type makes of it."""
        up = WEIGHTS["blk.0.ffn_up.weight"]
        half = {"w": up.astype(np.float16)}
        for weights, kind, changed, told in (
                ({"w": up}, KINDS.F32, np.nextafter(up, np.float32(9)), False), ({"w": up}, KINDS.F32, up * np.float32(1 + 1e-5), True),
                (half, KINDS.F16, np.nextafter(half["w"], np.float16(9)), False), (half, KINDS.F16, half["w"] * np.float16(1.01), True)):
            original = self.write("original.gguf", weights, {"w": kind})
            rows, findings = self.rows(self.write("stored.gguf", {"w": changed}, {"w": kind}), original)
            self.assertLess(0, rows["w"]["relative_rms"])
            self.assertEqual([f"since {kind.name} ({int(kind)}) can hold these values"] * told,
                             [f["want"].partition(", ")[2] for f in findings if f["rule"].startswith("against.")])

    def test_text(self):
        original = self.write("original.gguf", WEIGHTS)
        run = validate("--against", original, self.write("q4.gguf", WEIGHTS, dict.fromkeys(MATRICES, KINDS.Q4_0)))
        self.assertEqual(0, run.code)
        self.assertIn(f"compared with {original}:", run.lines())
        row = next(line for line in run.lines() if '"blk.0.ffn_up.weight"' in line)
        self.assertRegex(row, r'^  "blk.0.ffn_up.weight"   F32 \(0\) +Q4_0 \(2\) +0\.08\d* +0\.08\d* +0\.0\d+ +0\.99\d+$')

    def test_what_cannot_be_compared(self):
        stored = self.write("stored.gguf", WEIGHTS)
        for original, words in ((self.folder / "absent.gguf", "cannot be read: No such file or directory"),
                                (self.file("cut.gguf", stored.read_bytes()[:50]), "cannot be followed to its end"),
                                (self.file("half.gguf", stored.read_bytes()[:400_000]), "the file ends before the data")):
            run = validate("--against", original, stored)
            self.assertEqual(2, run.code)
            self.assertIn(words, run.err.decode())
        self.assertEqual((0, b""), (validate("-q", "--against", stored, stored).code, validate("-q", "--against", stored, stored).err))
        for other, words in (({"else": WEIGHTS[MATRICES[0]]}, "nothing could be compared: the two have no tensor's name in common"),
                             ({MATRICES[0]: WEIGHTS[MATRICES[0]].T}, "nothing could be compared: of the tensors that both have, none")):
            run = validate("-q", "--against", self.write("other.gguf", other), stored)
            self.assertEqual((2, b""), (run.code, run.out))
            self.assertEqual(1, run.err.decode().count(words))
        reason = "reshaped: [300, 512] in the original, [512, 300] here"
        self.assertIn(reason, validate("--against", self.folder / "other.gguf", stored).out.decode())
        half = validate("--against", stored, self.file("half.gguf", stored.read_bytes()[:-512]))
        self.assertEqual(1, half.code)
        self.assertIn("not-comparable: its data are not all in the file", half.out.decode())
        self.write("other.gguf", WEIGHTS)
        for paths in ([stored, self.folder / "other.gguf"], [self.folder]):
            run = validate("--against", stored, *paths)
            self.assertEqual((2, b""), (run.code, run.out))
            self.assertIn("one model", run.err.decode())
        self.assertIn("needs files", Run("gguf-validate", "--against", stored, "-", stdin=b"GGUF").err.decode())

    def test_an_original_that_is_not_finite(self):
        bad = WEIGHTS["blk.0.ffn_up.weight"].copy()
        bad[3, 7] = np.nan
        original = self.write("original.gguf", {**WEIGHTS, "blk.0.ffn_up.weight": bad})
        rows, findings = self.rows(self.write("stored.gguf", WEIGHTS), original)
        self.assertEqual(["against.original-not-finite"], [f["rule"] for f in findings if f["rule"].startswith("against.")])
        self.assertEqual(1, rows["blk.0.ffn_up.weight"]["not_finite"])

    def test_blocks_with_a_nan_in_the_original_count_on_neither_side(self):
        name = MATRICES[0]
        bad, noisy = WEIGHTS[name].copy(), WEIGHTS[name] * (1 + SEED.normal(0, 0.02, WEIGHTS[name].shape)).astype(np.float32)
        bad[::3, 7] = np.nan
        bad[1, 300] = np.inf
        original = self.write("original.gguf", {**WEIGHTS, name: bad})
        whole = np.isfinite(bad).reshape(-1, 32).all(axis=1)
        a = WEIGHTS[name].astype(np.float64).reshape(-1, 32)[whole]
        for kind in (KINDS.Q8_0, KINDS.Q4_1):
            b = gguf.quants.dequantize(gguf.quants.quantize(WEIGHTS[name], kind), kind).astype(np.float64).reshape(-1, 32)[whole]
            for weights, told in ((WEIGHTS[name], []), (noisy, ["against.error-unusual"])):
                if told and kind == KINDS.Q4_1:
                    continue  # two of a hundred are little beside what it loses
                rows, findings = self.rows(self.write("stored.gguf", {**WEIGHTS, name: weights}, {name: kind}), original)
                row = rows[name]
                self.assertAlmostEqual(np.sqrt(np.sum((a - b) ** 2) / np.sum(a ** 2)), row["usual_relative_rms"], delta=1e-4)
                self.assertEqual([a.size, 101 * 32], [row["compared"], row["not_finite"]])
                self.assertEqual(told, [f["rule"] for f in findings if f["rule"] == "against.error-unusual"])
                self.assertIn("found 101 NaN or infinite in the original", [f["message"] for f in findings if f["rule"] == "against.original-not-finite"][0])

    def test_an_original_beyond_float(self):
        stored = self.file("stored.gguf", padded(header(1, 1) + NAMED + info("a", [4], 0, 0)) + padded(struct.pack("<4f", 1, 2, 3, 4)))
        for values, words in (((1, 1e300, 3, 4), "1 beyond binary32"), ((float("nan"), 2, 3, -1e40), "1 NaN or infinite and 1 beyond binary32"),
                              ((float("-inf"), 2, 3, float("nan")), "2 NaN or infinite")):
            original = self.file("original.gguf", padded(header(1, 1) + NAMED + info("a", [4], 28, 0)) + padded(struct.pack("<4d", *values)))
            _, findings = self.rows(stored, original)
            self.assertEqual([f"{words} in the original"], [f["got"] for f in findings if f["rule"].startswith("against.")])

    def test_an_original_that_shrinks(self):
        """A verdict on zeros in place of what was cut would be worse than none."""
        many = {f"blk.{i}.ffn_up.weight": SEED.normal(0, 0.02, (512, 1024)).astype(np.float32) for i in range(40)}
        for cut in ("original.gguf", "stored.gguf"):
            original = self.write("original.gguf", many)
            stored = self.write("stored.gguf", many, dict.fromkeys(many, KINDS.Q8_0))
            process = subprocess.Popen([BIN / "gguf-validate", "--jobs", "1", "--against", original, stored],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(0.15)
            os.truncate(self.folder / cut, 5_000_000)
            out, err = process.communicate(timeout=120)
            # Through before, told of a change, or cut before it was opened: no error in the weights may come of zeros.
            self.assertNotIn(b"unusual", out)
            told = {0: b"compared with", 1: b"layout.beyond-end", 2: b"changed while it was being read|the file ends"}
            self.assertRegex(out + err, told[process.returncode])

    def test_a_roundtrip_without_anything_quantized(self):
        run = validate("--roundtrip", self.write("f32.gguf", WEIGHTS))
        self.assertIn("nothing to decode, encode and decode again: no tensor is quantized", run.lines())

    def test_a_gate_is_told_of_in_the_help(self):
        self.assertIn("--severity 'against.*=error'", " ".join(validate("--help").out.decode().split()))

    def test_roundtrip(self):
        stored = self.write("q.gguf", WEIGHTS, {MATRICES[0]: KINDS.Q4_0, MATRICES[1]: KINDS.Q8_0})
        run = validate("--format", "json", "--roundtrip", stored)
        self.assertEqual(0, run.code)
        rows = {row["name"]: row for row in json.loads(run.out)["files"][0]["roundtrip"]}
        self.assertEqual(set(MATRICES), set(rows), "a tensor without blocks has nowhere to go")
        for name in MATRICES:
            self.assertEqual([WEIGHTS[name].size // 32] * 3 + [0],
                             [rows[name][member] for member in ("blocks", "same_bytes", "same_values", "relative_rms")])
        data = bytearray(stored.read_bytes())
        place = next(entry for entry in gguf.GGUFReader(stored).tensors if entry.name == MATRICES[1]).data_offset
        blocks = WEIGHTS[MATRICES[1]].size // 32
        for block in range(blocks):  # halves of all codes: none is 127 then, and the encoder always gives one
            at = int(place) + 34 * block + 2
            data[at:at + 32] = (np.frombuffer(data[at:at + 32], dtype=np.int8) // 2).tobytes()
        run = validate("--roundtrip", self.file("halved.gguf", data))
        self.assertEqual(0, run.code)
        self.assertRegex(run.out.decode(), rf"note: .*{blocks} of {blocks} blocks.* \[roundtrip.unreachable\]")
        self.assertIn("decoded, encoded and decoded again:", run.lines())


    def test_a_note_from_more_than_one_block_of_a_thousand_on(self):
        stored = self.write("q8.gguf", {"w": WEIGHTS["blk.0.ffn_up.weight"]}, {"w": KINDS.Q8_0})
        data = bytearray(stored.read_bytes())
        place = int(gguf.GGUFReader(stored).tensors[0].data_offset)
        for changed, notes in ((4, 0), (5, 1)):  # of 4800
            for block in range(changed):
                at = place + 34 * block + 2
                data[at:at + 32] = bytes([100]) * 32  # no 127 among them
            run = validate("--roundtrip", self.file("changed.gguf", data))
            self.assertEqual(notes, run.out.decode().count("[roundtrip.unreachable]"))
            self.assertIn(f" {4800 - changed} ", next(line for line in run.lines() if line.startswith('  "w"')))

    def test_the_bounds_are_told_by_explain(self):
        for rule, words in (("against.error-unusual", "runs of 2048 values"), ("roundtrip.unreachable", "more than one block of a thousand")):
            self.assertIn(words, " ".join(validate("--explain", rule).out.decode().split()))


if __name__ == "__main__":
    main()
