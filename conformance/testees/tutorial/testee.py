# The reader of reader.py, mistakes and all, as a testee. Its names of types become the ids that ggml gives these names.
import protocol
import reader

IDS = {"F32": 0, "F16": 1, "Q4_0": 2, "Q4_1": 3, "Q5_0": 6, "Q5_1": 7, "Q8_0": 8, "Q8_1": 9, "Q2_K": 10, "Q3_K": 11,
       "Q4_K": 12, "Q5_K": 13, "Q6_K": 14, "Q8_K": 15}


def tensor_of(tensor):
    return {"name": protocol.text(tensor["name"]), "type": IDS[tensor["type"]],
            "dimensions": [str(size) for size in tensor["dimensions"]], "offset": str(tensor["offset"]),
            "absolute_offset": str(tensor["offset"]), "size": str(tensor["size"]),
            "sha256": protocol.digest(tensor["data"])}


def read(file, decode):
    try:
        model = reader.GGUFFile(file)
    except MemoryError:
        raise
    except Exception as fault:  # its words are Python's own and of no use to anybody: a list of failures is long enough
        raise protocol.Refused(type(fault).__name__)
    return {"version": model.version,
            "metadata": [{"key": protocol.text(key), "value": {"string": protocol.text(value)}}
                         for key, value in model.metadata],
            "tensors": [tensor_of(tensor) for tensor in model.tensors]}


protocol.serve({"name": "tutorial", "version": "1", "language": "Python", "reads": "data",
                "omits": ["endian", "alignment", "data_offset"]}, read)
