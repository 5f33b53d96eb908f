# gguf-inspect: a parser of headers, metadata and tensor infos in plain Python, by its function parse_gguf. It never looks
# at the tensors' data. Its warnings are no refusals: the file is parsed in spite of them.
import gguf_inspect
from gguf_inspect.constants import GGUFValueType

import protocol

NAMES = {GGUFValueType.UINT8: "u8", GGUFValueType.INT8: "i8", GGUFValueType.UINT16: "u16", GGUFValueType.INT16: "i16",
         GGUFValueType.UINT32: "u32", GGUFValueType.INT32: "i32", GGUFValueType.FLOAT32: "f32", GGUFValueType.BOOL: "bool",
         GGUFValueType.STRING: "string", GGUFValueType.ARRAY: "array", GGUFValueType.UINT64: "u64",
         GGUFValueType.INT64: "i64", GGUFValueType.FLOAT64: "f64"}


def array_of(value):
    protocol.check_count(value.count)
    inner = NAMES[value.elem_type]
    return protocol.array(inner, [array_of(item) if inner == "array" else protocol.scalar(inner, item)
                                  for item in value.value])


def value_of(value):
    type = NAMES[value.type]
    return {type: array_of(value) if type == "array" else protocol.scalar(type, value.value)}


def tensor_of(tensor):
    return {"name": protocol.text(tensor.name), "type": tensor.ggml_type,
            "dimensions": [str(size) for size in tensor.dims], "offset": str(tensor.offset),
            "size": None if tensor.nbytes is None else str(tensor.nbytes)}


def read(file, decode):
    with protocol.asking():
        model = gguf_inspect.parse_gguf(file)
    return {"version": model.version, "alignment": model.alignment,
            "data_offset": str(model.tensor_data_offset) if model.tensors else None,
            "metadata": [{"key": protocol.text(key), "value": value_of(value)} for key, value in model.metadata.items()],
            "tensors": [tensor_of(tensor) for tensor in model.tensors]}


protocol.serve({"name": "gguf-inspect", "version": gguf_inspect.__version__, "language": "Python", "reads": "header",
                "omits": ["endian", "absolute_offset", "sha256"]}, read)
