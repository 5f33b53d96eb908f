# What llama.cpp does with each tensor (llama-arch.cpp, LLM_TENSOR_INFOS), as far as its type matters:
# spec/architectures/tensor_operations.def.
import re

# ggml's operation -> what the table calls it. Others take types of their own, or were not measured.
WORDS = {
    "MUL_MAT": "matrix", "MUL_MAT_ID": "matrix", "GET_ROWS": "lookup", "MUL": "vector", "ADD": "vector", "DIV": "vector",
    "SCALE": "vector", "ROPE": "exact", "SSM_CONV": "exact", "SSM_SCAN": "exact",
}
# Tables of indices: whole numbers are what they hold.
INDICES = {"blk.%d.ffn_gate_tid2eid", "d2t"}
ORDER = ["vector", "lookup", "matrix", "exact"]  # where two tensors bear one name the later counts
HEAD = """// Tensors by what llama.cpp {version} computes with them (llama-arch.cpp, LLM_TENSOR_INFOS). Made by
// ci/refresh-architectures. %d stands for a number.
//
// columns: TENSOR_OPERATION("name without .weight", operation), by name
// operation: matrix  multiplied as a matrix; lookup  rows are taken by index; vector  added, or multiplied value by
//            value; exact  read as F32, whatever the backend
#ifndef TENSOR_OPERATION
#error "define TENSOR_OPERATION before including spec/architectures/tensor_operations.def"
#endif

"""


def text_of_operations(checkout, version, tensors):
    """The file's text; `tensors` maps names of the source to names in files."""
    source = (checkout / "src" / "llama-arch.cpp").read_text()
    found = {}
    for tensor, operation in re.findall(r"\{\s*(LLM_TENSOR_\w+),\s*\{\s*LLM_TENSOR_LAYER_\w+,\s*GGML_OP_(\w+)\s*\}\s*\}", source):
        spelled, word = tensors.get(tensor), WORDS.get(operation)
        if spelled and word and spelled not in INDICES:
            found[spelled] = max(found.get(spelled, word), word, key=ORDER.index)
    rows = [f'TENSOR_OPERATION("{name}", {found[name]})\n' for name in sorted(found)]
    return HEAD.format(version=version) + "".join(rows) + "\n#undef TENSOR_OPERATION\n"
