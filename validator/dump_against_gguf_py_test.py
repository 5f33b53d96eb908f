#!/usr/bin/env python3
# gguf-layout --json against an independent reader, the Python package gguf: for every real model, and for files
# that the package's own writer makes in both byte orders, both must tell the same keys, types, values bit for bit,
# tensor names, types, dimensions, offsets, sizes and SHA-256 of the bytes.
#
# Runs under the Python of ci/fetch; skipped where that or the models are missing.
import hashlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import zip_longest
from pathlib import Path

from commands import FETCHED, SKIPPED, CommandTest, Run, import_fetched, main

gguf, np = import_fetched("gguf", "numpy")

MODELS = sorted((FETCHED / "models").glob("*.gguf"))
if len(MODELS) < 20:
    print(f"SKIPPED: ci/fetch has brought {len(MODELS)} of 20 models")
    sys.exit(SKIPPED)

NAMES = {"UINT8": "u8", "INT8": "i8", "UINT16": "u16", "INT16": "i16", "UINT32": "u32", "INT32": "i32", "FLOAT32": "f32",
         "BOOL": "bool", "STRING": "string", "UINT64": "u64", "INT64": "i64", "FLOAT64": "f64"}


def text(raw):
    raw = bytes(raw)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return {"bytes": raw.hex()}


def element(kind, part):
    """An element as the dump has it, from the reader's view of its bytes."""
    if kind == "string":
        return text(part)
    number = part[0]
    if kind in ("f32", "f64"):
        return number.tobytes()[::-1].hex()  # one number alone is in the machine's own order, lowest byte first
    if kind in ("u64", "i64"):
        return str(int(number))
    byte = int(number)
    return bool(byte) if kind == "bool" and byte < 2 else byte


def value(field):
    if field.types[0] != gguf.GGUFValueType.ARRAY:
        kind = NAMES[field.types[0].name]
        return {kind: element(kind, field.parts[field.data[0]])}
    # The reader keeps no element type of an empty array; none of the real files has one.
    kind = NAMES[field.types[1].name]
    elements = [element(kind, field.parts[at]) for at in field.data]
    return {"array": {"element_type": kind, "count": str(len(elements)), "elements": elements}}


def tensor(entry):
    return {"name": text(entry.field.parts[1]), "type": int(entry.tensor_type), "type_name": entry.tensor_type.name,
            "dimensions": [str(int(size)) for size in entry.shape], "offset": str(int(entry.field.parts[-1][0])),
            "absolute_offset": str(int(entry.data_offset)), "size": str(int(entry.n_bytes)),
            "sha256": hashlib.sha256(entry.data.tobytes()).hexdigest()}


def as_dump(path):
    reader = gguf.GGUFReader(path)
    fields = [field for name, field in reader.fields.items() if not name.startswith("GGUF.")]
    big = reader.endianess == gguf.GGUFEndian.BIG
    return {"ggufproof_dump": 1, "version": int(reader.fields["GGUF.version"].parts[0][0]), "endian": "big" if big else "little",
            "alignment": int(reader.alignment), "data_offset": str(int(reader.data_offset)) if reader.tensors else None,
            "metadata": [{"key": text(field.parts[1]), "value": value(field)} for field in fields],
            "tensors": [tensor(entry) for entry in reader.tensors]}


def difference(path):
    """The first thing in which gguf-layout and the package differ about a file; empty where they agree."""
    run = Run("gguf-layout", "--json", "--sha256", path)
    if run.code != 0:
        return f"exit {run.code}: {run.err}"
    ours, theirs = json.loads(run.out), as_dump(path)
    for member in ("metadata", "tensors"):  # one entry at a time: whole files are too long to read
        for i, (wanted, got) in enumerate(zip_longest(theirs.pop(member), ours.pop(member))):
            if wanted != got:
                return f"{member}[{i}]: wanted {str(wanted)[:300]}, got {str(got)[:300]}"
    return "" if ours == theirs else f"wanted {theirs}, got {ours}"


class AgainstGgufPy(CommandTest):
    def test_real_models(self):
        with ProcessPoolExecutor() as pool:  # the package takes a second for some ten thousand tokens
            for path, fault in zip(MODELS, pool.map(difference, MODELS)):
                self.assertEqual("", fault, path)
        print(f"{len(MODELS)} real models agree", flush=True)

    def test_decoded_values_of_the_whole_model(self):
        """One tensor of each type there is: values bit for bit, in the shape that the package gives them."""
        path = max(MODELS, key=lambda model: model.stat().st_size)
        kinds = {}
        for entry in gguf.GGUFReader(path).tensors:
            kinds.setdefault(entry.tensor_type, entry)
        self.assertGreater(len(kinds), 2)
        for kind, entry in kinds.items():
            wanted = gguf.quants.dequantize(entry.data, kind)
            got = np.frombuffer(Run("gguf-layout", path, "--tensor", entry.name, "--values", "--raw").out, dtype="<f4")
            self.assertTrue(np.array_equal(wanted.reshape(-1), got), entry.name)
            shown = Run("gguf-layout", path, "--tensor", entry.name).out.decode()
            self.assertIn(f"shape   {str(tuple(map(int, wanted.shape)))}, as NumPy has it\n", shown)
            self.assertEqual(bytes(entry.data.tobytes()), Run("gguf-layout", path, "--tensor", entry.name, "--raw").out)

    def written(self, name, endian, alignment):
        writer = gguf.GGUFWriter(self.folder / name, "llama", endianess=endian)
        if alignment:
            writer.add_custom_alignment(alignment)
        kinds = gguf.GGUFValueType
        for kind, number in [(kinds.UINT8, 200), (kinds.INT8, -3), (kinds.UINT16, 40000), (kinds.INT16, -300),
                             (kinds.UINT32, 1 << 31), (kinds.INT32, -70000), (kinds.UINT64, 1 << 63), (kinds.INT64, -1 << 63),
                             (kinds.FLOAT32, 0.1), (kinds.FLOAT64, 0.1), (kinds.BOOL, True), (kinds.STRING, "\u00e9\0x")]:
            writer.add_key_value(f"scalar.{kind.name.lower()}", number, kind)
            writer.add_key_value(f"array.{kind.name.lower()}", [number, number], kinds.ARRAY, sub_type=kind)
        writer.add_tensor("a", np.arange(6, dtype=np.float32).reshape(2, 3))
        writer.add_tensor("b", np.arange(5, dtype=np.float16))
        writer.add_tensor("q", np.arange(68, dtype=np.uint8).reshape(2, 34), raw_dtype=gguf.GGMLQuantizationType.Q8_0)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return self.folder / name

    def test_files_of_its_own_writer_in_both_byte_orders(self):
        for endian in gguf.GGUFEndian:
            for alignment in (None, 64):
                with self.subTest(f"{endian} {alignment}"):
                    self.assertEqual("", difference(self.written("written.gguf", endian, alignment)))


if __name__ == "__main__":
    main()
