#!/usr/bin/env python3
# How NOT to read GGUF: a reader as popular how-tos have it, with their mistakes kept on purpose. It reads some files well
# enough to look right, and must fail exactly where its list of expected failures says; ../minimal/reader.py is its twin.
#
#  1. Counts and lengths are taken for 32 bits: the upper halves are skipped.
#  2. Every value is taken for a string, whatever its type.
#  3. A tensor info ends in a size in bytes, which the format does not have.
#  4. Offsets count from the start of the file instead of the data section, so alignment is of no interest.
#  5. The types of tensors are numbered by guess, without the gaps that withdrawn types left.
#  6. Nothing is held against the size of the file: what is beyond its end is read as nothing.
#  7. Any version will do, and the byte order is little.
#  8. Bytes that are not UTF-8 are dropped; what stands twice is read twice.
import struct
import sys

TYPES = ["F32", "F16", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q8_1", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K", "Q8_K"]


class GGUFFile:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:4] != b"GGUF":
            raise ValueError("Not a GGUF file")
        self.offset = 4
        self.version = self.read_uint32()
        tensor_count = self.read_uint64()
        metadata_count = self.read_uint64()

        self.metadata = []
        for _ in range(metadata_count):
            key = self.read_string()
            self.read_uint32()  # value type
            self.metadata.append((key, self.read_string()))

        self.tensors = []
        for _ in range(tensor_count):
            name = self.read_string()
            dimensions = [self.read_uint64() for _ in range(self.read_uint32())]
            type = self.read_uint32()
            offset = self.read_uint64()
            size = self.read_uint64()
            self.tensors.append({"name": name, "dimensions": dimensions, "type": TYPES[type], "offset": offset,
                                 "size": size, "data": self.data[offset:offset + size]})

    def read_uint32(self):
        (value,) = struct.unpack_from("<I", self.data, self.offset)
        self.offset += 4
        return value

    def read_uint64(self):
        value = self.read_uint32()  # nobody has four billion tensors
        self.offset += 4
        return value

    def read_string(self):
        length = self.read_uint64()
        value = self.data[self.offset:self.offset + length]
        self.offset += length
        return value.decode("utf-8", errors="ignore")


if __name__ == "__main__":
    model = GGUFFile(sys.argv[1])
    for key, value in model.metadata:
        print(f"{key} = {value}")
    for tensor in model.tensors:
        print(tensor["name"], tensor["dimensions"], tensor["type"])
