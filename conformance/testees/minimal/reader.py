#!/usr/bin/env python3
# How to read GGUF right: a whole reader in plain Python, from top to bottom as the bytes stand in a file.
#
#     header    "GGUF"  u32 version  u64 tensor_count  u64 metadata_kv_count
#     metadata  for each pair: string key, u32 type, value
#     tensors   for each tensor: string name, u32 n_dimensions, u64 dimensions..., u32 type, u64 offset
#     padding   up to a multiple of general.alignment, counted from the start of the file
#     data      of each tensor, at its offset, counted from the start of this section
#
# A string is a u64 length in bytes, then UTF-8 without an end mark. An array is a u32 type of its elements, their u64 count,
# then those. The file is mapped, not read, and nothing in it is believed: what a length, a count or an offset claims is held
# against the bytes that are there. What breaks the format raises a ValueError; what the document allows is taken.
#
#     model = GGUF("model.gguf")
#     model.metadata["general.architecture"].value      # 'llama'
#     tensor = model.tensors["token_embd.weight"]       # of tensor.type 'Q8_0', tensor.shape (32000, 4096)
#     tensor.raw, tensor.values()                       # its bytes in the file, not copied; its numbers as float32
import math
import mmap
import struct
import sys
from array import array
from collections import namedtuple

# The types of a metadata value; the position is the code in the file. With each, the code of Python's array module.
VALUE_TYPES = [("u8", "B"), ("i8", "b"), ("u16", "H"), ("i16", "h"), ("u32", "I"), ("i32", "i"), ("f32", "f"), ("bool", "B"),
               ("string", None), ("array", None), ("u64", "Q"), ("i64", "q"), ("f64", "d")]
DEEPEST = 64  # levels of arrays in arrays that are followed

# The types of a tensor: name, elements in a block, bytes of a block. Ids that are left out were withdrawn.
TENSOR_TYPES = {
    0: ("F32", 1, 4), 1: ("F16", 1, 2), 2: ("Q4_0", 32, 18), 3: ("Q4_1", 32, 20), 6: ("Q5_0", 32, 22), 7: ("Q5_1", 32, 24),
    8: ("Q8_0", 32, 34), 9: ("Q8_1", 32, 36), 10: ("Q2_K", 256, 84), 11: ("Q3_K", 256, 110), 12: ("Q4_K", 256, 144),
    13: ("Q5_K", 256, 176), 14: ("Q6_K", 256, 210), 15: ("Q8_K", 256, 292), 16: ("IQ2_XXS", 256, 66), 17: ("IQ2_XS", 256, 74),
    18: ("IQ3_XXS", 256, 98), 19: ("IQ1_S", 256, 50), 20: ("IQ4_NL", 32, 18), 21: ("IQ3_S", 256, 110), 22: ("IQ2_S", 256, 82),
    23: ("IQ4_XS", 256, 136), 24: ("I8", 1, 1), 25: ("I16", 1, 2), 26: ("I32", 1, 4), 27: ("I64", 1, 8), 28: ("F64", 1, 8),
    29: ("IQ1_M", 256, 56), 30: ("BF16", 1, 2), 34: ("TQ1_0", 256, 54), 35: ("TQ2_0", 256, 66), 39: ("MXFP4", 32, 17),
    40: ("NVFP4", 64, 36), 41: ("Q1_0", 128, 18), 42: ("Q2_0", 64, 18)}

Value = namedtuple("Value", "type value raw")  # type: a name of VALUE_TYPES; raw: the bytes in the file
Array = namedtuple("Array", "type items")  # type: that of the items


def check(holds, fault):
    """Raise ValueError with what is at fault, unless it holds."""
    if not holds:
        raise ValueError(fault)


def numbers(raw, code, order):
    """Bytes as an array of numbers; code and order are those of the modules array and struct."""
    result = array(code)
    result.frombytes(raw)
    if order != {"little": "<", "big": ">"}[sys.byteorder]:
        result.byteswap()
    return result


class Cursor:
    """A walk over bytes in one byte order, "<" or ">", that never steps beyond their end."""

    def __init__(self, data, at, order):
        self.data, self.at, self.order = data, at, order

    def bytes(self, count):
        check(count <= len(self.data) - self.at, f"byte {self.at}: {count} bytes wanted, {len(self.data) - self.at} are left")
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, code):
        return struct.unpack(self.order + code, self.bytes(struct.calcsize("=" + code)))[0]

    def text(self, errors="strict"):
        return str(self.bytes(self.number("Q")), "utf-8", errors)

    def items(self, type, count, depth):
        """The elements of an array; a single value is read as the only one."""
        check(type < len(VALUE_TYPES), f"byte {self.at}: {type} is no type of a value")
        name, code = VALUE_TYPES[type]
        if name == "string":
            # Vocabularies hold tokens that are no whole characters: "surrogateescape" keeps such bytes (PEP 383).
            return [self.text("surrogateescape" if depth else "strict") for _ in range(count)]
        if name == "array":
            check(depth < DEEPEST, f"byte {self.at}: arrays are nested too deeply")
            return [self.array(depth + 1) for _ in range(count)]
        items = numbers(self.bytes(struct.calcsize("=" + code) * count), code, self.order)
        check(name != "bool" or max(items, default=0) <= 1, f"byte {self.at}: a bool is neither 0 nor 1")
        return list(map(bool, items)) if name == "bool" else items

    def array(self, depth):
        type, count = self.number("I"), self.number("Q")
        items = self.items(type, count, depth)
        return Array(VALUE_TYPES[type][0], items)

    def value(self):
        type, begin = self.number("I"), self.at
        (item,) = self.items(type, 1, 0)
        return Value(VALUE_TYPES[type][0], item, self.data[begin:self.at])


class Tensor(namedtuple("Tensor", "name type type_id shape offset absolute_offset raw order")):
    # shape: as NumPy has it, slowest first; raw: its bytes, in the byte order that order tells
    def values(self):
        """All elements as an array of float32, the last dimension of the shape fastest."""
        check(self.type in DECODERS, f"{self.name}: values of type {self.type} are not decoded here")
        return DECODERS[self.type](self.raw, self.order)


class GGUF:
    """A file of version 2 or 3, in either byte order: metadata and tensors by name, in the order of the file."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        check(data[:4] == b"GGUF", "this is not a GGUF file")
        # Nothing marks the byte order but the version, a small number: big-endian files begin it with zeros.
        order = ">" if data[4:6] == b"\0\0" else "<"
        cursor = Cursor(data, 4, order)
        self.order, self.version = order, cursor.number("I")
        check(self.version == 3 or self.version == 2 and order == "<", f"version {self.version} cannot be read")
        tensor_count, metadata_kv_count = cursor.number("Q"), cursor.number("Q")

        self.metadata = {}
        for _ in range(metadata_kv_count):
            key = cursor.text()
            check(0 < len(key.encode()) <= 65535, f"byte {cursor.at}: a key of {len(key)} characters")
            check(key not in self.metadata, f"the key {key!r} stands twice")
            self.metadata[key] = cursor.value()

        type, self.alignment, _ = self.metadata.get("general.alignment", ("u32", 32, None))
        check(type == "u32" and self.alignment > 0 and self.alignment % 8 == 0, f"general.alignment: {type} {self.alignment}")

        infos = [self.tensor_info(cursor) for _ in range(tensor_count)]
        self.data_offset = -(-cursor.at // self.alignment) * self.alignment  # the next multiple
        check(not infos or self.data_offset <= len(data), "the file ends before its data section")
        self.tensors, end = {}, 0
        for name, type_id, shape, offset, size in infos:
            check(name not in self.tensors, f"two tensors are called {name!r}")
            begin = self.data_offset + offset
            check(begin + size <= len(data), f"{name}: its data end at byte {begin + size}, the file at {len(data)}")
            raw = data[begin:begin + size]
            self.tensors[name] = Tensor(name, TENSOR_TYPES[type_id][0], type_id, shape, offset, begin, raw, order)
        for tensor in sorted((tensor for tensor in self.tensors.values() if tensor.raw), key=lambda it: it.offset):
            check(tensor.offset >= end, f"{tensor.name}: its data begin inside those of another tensor")
            end = tensor.offset + len(tensor.raw)

    def tensor_info(self, cursor):
        name = cursor.text()
        check(len(name.encode()) <= 64, f"a tensor's name is longer than 64 bytes: {name!r}")
        n_dimensions = cursor.number("I")
        check(n_dimensions <= 4, f"{name}: {n_dimensions} dimensions")
        dimensions = [cursor.number("Q") for _ in range(n_dimensions)]  # fastest first
        type_id, offset = cursor.number("I"), cursor.number("Q")
        check(type_id in TENSOR_TYPES, f"{name}: {type_id} is no type of a tensor")
        _, elements, size = TENSOR_TYPES[type_id]
        check(max(dimensions, default=0) < 2**63, f"{name}: dimensions {dimensions}")
        check((dimensions or [1])[0] % elements == 0, f"{name}: rows are not made of whole blocks")
        check(offset % self.alignment == 0, f"{name}: offset {offset} is no multiple of {self.alignment}")
        # Python's integers grow with what they hold; where they do not, these products may overflow.
        return name, type_id, tuple(reversed(dimensions)), offset, math.prod(dimensions) // elements * size


def decode_bf16(raw, order):
    """The upper halves of float32."""
    return array("f", array("I", (half << 16 for half in numbers(raw, "H", order))).tobytes())


def decode_q8_0(raw, order):
    """32 signed bytes, times one scale."""
    return array("f", (d * q for d, *qs in struct.iter_unpack(order + "e32b", raw) for q in qs))


def decode_q4_0(raw, order):
    """32 codes of 4 bits, less 8, times one scale. The low halves of 16 bytes come first, then the high ones."""
    return array("f", (d * ((byte >> shift & 15) - 8)
                       for d, qs in struct.iter_unpack(order + "e16s", raw) for shift in (0, 4) for byte in qs))


def decode_q4_k(raw, order):
    """8 parts of 32 codes of 4 bits, each part with a scale and a minimum of 6 bits, times those of the whole block."""
    result = array("f")
    for d, dmin, low, middle, high, qs in struct.iter_unpack(order + "ee4s4s4s128s", raw):
        scales = [a & 63 for a in low] + [c & 15 | a >> 6 << 4 for a, c in zip(low, high)]
        minima = [b & 63 for b in middle] + [c >> 4 | b >> 6 << 4 for b, c in zip(middle, high)]
        for part, (scale, minimum) in enumerate(zip(scales, minima)):
            codes = qs[part // 2 * 32:][:32]  # two parts share 32 bytes: low halves, then high ones
            result.extend(d * scale * (byte >> part % 2 * 4 & 15) - dmin * minimum for byte in codes)
    return result


DECODERS = {"F32": lambda raw, order: numbers(raw, "f", order),
            "F16": lambda raw, order: array("f", (value for (value,) in struct.iter_unpack(order + "e", raw))),
            "BF16": decode_bf16, "Q8_0": decode_q8_0, "Q4_0": decode_q4_0, "Q4_K": decode_q4_k}

if __name__ == "__main__":
    model = GGUF(sys.argv[1])
    for key, value in model.metadata.items():
        print(f"{key}: {value.type} {str(value.value)[:80]}")
    for tensor in model.tensors.values():
        print(f"{tensor.name}: {tensor.type} {tensor.shape} at byte {tensor.absolute_offset}")
