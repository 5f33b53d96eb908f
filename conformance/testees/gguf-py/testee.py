# llama.cpp's own Python package, gguf: GGUFReader as a reader, GGUFWriter as a writer.
#
# The reader maps the file and hands out each field as arrays over its bytes ("parts"), so nothing is lost on the way. It
# flattens arrays of arrays; what it then tells is one array of the innermost type. Of tensors it tells type,
# dimensions, place and bytes; gguf.quants turns these into numbers.
#
#   testee.py [--split]    --split: write a shard for each tensor
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, GGUFEndian, GGUFReader, GGUFValueType, GGUFWriter, quants

import protocol

NAMES = {GGUFValueType.UINT8: "u8", GGUFValueType.INT8: "i8", GGUFValueType.UINT16: "u16", GGUFValueType.INT16: "i16",
         GGUFValueType.UINT32: "u32", GGUFValueType.INT32: "i32", GGUFValueType.FLOAT32: "f32", GGUFValueType.BOOL: "bool",
         GGUFValueType.STRING: "string", GGUFValueType.ARRAY: "array", GGUFValueType.UINT64: "u64",
         GGUFValueType.INT64: "i64", GGUFValueType.FLOAT64: "f64"}
TYPES = {name: type for type, name in NAMES.items()}
HEADER = ("GGUF.version", "GGUF.tensor_count", "GGUF.kv_count")  # fields that the reader adds to those of the file
SPLIT = sys.argv[1:] == ["--split"]
PLAIN = {"F32": np.float32, "F16": np.float16, "F64": np.float64,
         "I8": np.int8, "I16": np.int16, "I32": np.int32, "I64": np.int64}


# --- reading

def items(name, part):
    """The values of the named type in one part. There are none where the file ends before: the reader does not mind."""
    if name == "string":
        return [protocol.text(part.tobytes())]
    if name in ("f32", "f64"):  # bit by bit, since NumPy turns signalling NaNs into quiet ones
        data = part.astype(part.dtype.newbyteorder(">"), copy=False).tobytes()
        return [data[at:at + part.itemsize].hex() for at in range(0, len(data), part.itemsize)]
    return [protocol.scalar(name, item) for item in part.tolist()]


def value_of(field):
    """As the reader's own contents(), with types."""
    main, inner = NAMES[field.types[0]], NAMES[field.types[-1]]
    if main != "array":
        with protocol.asking():
            return {main: items(main, field.parts[field.data[0]])[0]}
    if len(field.types) == 1:  # without elements; the number of their type is among the parts, unknown ones too
        inner = NAMES.get(field.parts[3][0], str(field.parts[3][0]))
    protocol.check_count(len(field.data))
    return {"array": protocol.array(inner, [item for at in field.data for item in items(inner, field.parts[at])])}


def numbers(tensor):
    """The values as float32. Plain numbers come in the file's byte order; the package's decoder takes the machine's."""
    if tensor.tensor_type.name in PLAIN:
        return tensor.data.astype(np.float32)
    return quants.dequantize(tensor.data, tensor.tensor_type)


def decodable():
    for type, (_, size) in GGML_QUANT_SIZES.items():
        try:
            quants.dequantize(np.zeros((1, size), np.uint8), type)
            yield type.name
        except NotImplementedError:
            pass


DECODES = list(decodable())


def tensor_of(reader, tensor, decode):
    told = {"name": protocol.text(tensor.name), "type": int(tensor.tensor_type),
            "dimensions": [str(size) for size in tensor.shape], "offset": str(tensor.field.parts[5][0]),
            "absolute_offset": str(tensor.data_offset), "size": str(tensor.n_bytes),
            "sha256": protocol.digest(np.ascontiguousarray(tensor.data))}
    if decode and tensor.tensor_type.name in DECODES:
        with protocol.asking(), np.errstate(all="ignore"):
            told["decoded_sha256"] = protocol.digest(numbers(tensor).astype("<f4").tobytes())
    return told


def read(file, decode):
    with protocol.asking(), np.errstate(all="ignore"):
        reader = GGUFReader(file)
    return {"version": reader.fields["GGUF.version"].parts[0][0].item(), "endian": reader.endianess.name.lower(),
            "alignment": int(reader.alignment), "data_offset": str(reader.data_offset) if reader.tensors else None,
            "metadata": [{"key": protocol.text(name), "value": value_of(field)}
                         for name, field in reader.fields.items() if name not in HEADER],
            "tensors": [tensor_of(reader, tensor, decode) for tensor in reader.tensors]}


# --- writing

def text(told):
    return told if isinstance(told, str) else bytes.fromhex(told["bytes"])


def python_value(type, told, depth=0):
    """A value as the writer takes it; depth: how many arrays it stands in."""
    if type == "string":
        return text(told)
    if type in ("f32", "f64"):
        return np.frombuffer(bytes.fromhex(told), ">f4" if type == "f32" else ">f8")[0].item()
    if type != "array":
        return int(told) if type in ("u64", "i64") else told
    inner = told["element_type"]
    values = [python_value(inner, item, depth + 1) for item in told["elements"]]
    if depth == 0 or inner in ("i32", "f32", "bool", "string", "array"):  # the type of an inner array is guessed
        return values
    if depth == 1 and inner == "u8":
        return bytes(values)
    raise protocol.Refused(f"there is no way to ask for an inner array of {inner}")


def add_pair(writer, key, value):
    ((type, told),) = value.items()
    if key == "general.alignment" and type == "u32":
        writer.add_custom_alignment(told)
    elif type == "array":
        writer.add_key_value(text(key), python_value(type, told), TYPES[type], sub_type=TYPES[told["element_type"]])
    else:
        writer.add_key_value(text(key), python_value(type, told), TYPES[type])


def add_tensor(writer, told):
    type = GGMLQuantizationType(told["type"])
    shape = [int(size) for size in reversed(told["dimensions"])]
    data = np.frombuffer(bytes.fromhex(told["data"]), PLAIN.get(type.name, np.uint8))
    if type.name in PLAIN:
        writer.add_tensor(text(told["name"]), data.reshape(shape), tensor_endianess=writer.endianess)
        return
    elements, size = GGML_QUANT_SIZES[type]
    if not shape or shape[-1] % elements:
        raise protocol.Refused("its shapes of quantized tensors are in bytes: there is no way to ask for half a block")
    shape[-1] = shape[-1] // elements * size
    writer.add_tensor(text(told["name"]), data.reshape(shape), raw_dtype=type, tensor_endianess=writer.endianess)


def write(file, description):
    if description["version"] != 3:
        raise protocol.Skipped("it writes version 3 alone")
    with protocol.asking():
        # Without an architecture of its own: that is one of the pairs.
        writer = GGUFWriter(None, "", endianess=GGUFEndian[description["endian"].upper()], split_max_tensors=1 if SPLIT else 0)
        for pair in description["metadata"]:
            add_pair(writer, pair["key"], pair["value"])
        for tensor in description["tensors"]:
            add_tensor(writer, tensor)
        writer.write_header_to_file(Path(file))
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()


about = {"version": version("gguf"), "language": "Python", "byte_orders": ["little", "big"], "writes": True}
if SPLIT:
    protocol.serve(about | {"name": "gguf-py-split"}, None, write)
else:
    protocol.serve(about | {"name": "gguf-py", "reads": "data", "decodes": DECODES}, read, write)
