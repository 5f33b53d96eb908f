# The reader of reader.py as a testee: all that it reads, as a canonical dump. The bits of floats come from the bytes
# that it hands out, since Python's own floats have no room for signalling NaNs of 32 bits.
import sys
from array import array

import protocol
import reader

BITS = {"f32": ("I", "08x"), "f64": ("Q", "016x")}
BYTE_ORDERS = {"<": "little", ">": "big"}


def array_of(value):
    protocol.check_count(len(value.items))
    if value.type == "array":
        items = [array_of(item) for item in value.items]
    elif value.type in BITS:
        code, width = BITS[value.type]
        items = [format(bits, width) for bits in array(code, value.items.tobytes())]
    else:
        items = [protocol.scalar(value.type, item) for item in value.items]
    return protocol.array(value.type, items)


def value_of(value, order):
    if value.type == "array":
        return {"array": array_of(value.value)}
    if value.type in BITS:
        return {value.type: format(int.from_bytes(value.raw, BYTE_ORDERS[order]), BITS[value.type][1])}
    return {value.type: protocol.scalar(value.type, value.value)}


def tensor_of(tensor, decode):
    told = {"name": protocol.text(tensor.name), "type": tensor.type_id,
            "dimensions": [str(size) for size in reversed(tensor.shape)], "offset": str(tensor.offset),
            "absolute_offset": str(tensor.absolute_offset), "size": str(len(tensor.raw)),
            "sha256": protocol.digest(tensor.raw)}
    if decode and tensor.type in reader.DECODERS:
        values = tensor.values()
        if sys.byteorder == "big":
            values.byteswap()
        told["decoded_sha256"] = protocol.digest(values)
    return told


def read(file, decode):
    with protocol.asking():
        model = reader.GGUF(file)
    return {"version": model.version, "endian": BYTE_ORDERS[model.order], "alignment": model.alignment,
            "data_offset": str(model.data_offset) if model.tensors else None,
            "metadata": [{"key": protocol.text(key), "value": value_of(value, model.order)}
                         for key, value in model.metadata.items()],
            "tensors": [tensor_of(tensor, decode) for tensor in model.tensors.values()]}


protocol.serve({"name": "minimal", "version": "1", "language": "Python", "reads": "data",
                "byte_orders": ["little", "big"], "decodes": list(reader.DECODERS)}, read)
