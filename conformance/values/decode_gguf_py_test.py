#!/usr/bin/env python3
# The Python package gguf as a second oracle for decoders: written apart from the C library, with arrays.
#
#   decode_gguf_py_test.py DECODE_PIPE VENV_PYTHON
#
# For every type that gguf.quants can decode: blocks of random bits, decoded there and by DECODE_PIPE, must have the
# same bits, NaN payloads aside. Exit 77, loudly, where VENV_PYTHON, which brings the package, is not there.
import os
import subprocess
import sys

DECODE_PIPE, VENV_PYTHON = sys.argv[1:3]
BLOCKS = 4000
SKIPPED = 77

# Known to gguf 0.19 and not decoded by it; it does not know Q2_0. A change in the package is to be noticed.
NOT_COVERED = {"I8", "I16", "I32", "I64", "F64", "Q1_0"}
NOT_IN_FILES = {"Q8_1", "Q8_K"}

# Scale bytes that are NaN by the formats' documents and numbers to the package, as they are to the C library; the
# disputes are told in decode_disputes.def. (bytes of scale, bytes that are NaN)
NAN_SCALES = {"MXFP4": (1, [0xFF]), "NVFP4": (4, [0x7F, 0xFF])}

if not os.path.exists(VENV_PYTHON):
    print(f"NOT TESTED AGAINST THE PYTHON PACKAGE gguf: {VENV_PYTHON} is missing. Run ci/fetch.")
    sys.exit(SKIPPED)
if os.path.realpath(sys.prefix) != os.path.realpath(os.path.join(os.path.dirname(VENV_PYTHON), "..")):
    os.execv(VENV_PYTHON, [VENV_PYTHON, *sys.argv])

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, quants


def ours(qtype, blocks):
    run = subprocess.run([DECODE_PIPE, str(int(qtype))], input=blocks.tobytes(), stdout=subprocess.PIPE, check=True)
    return np.frombuffer(run.stdout, dtype=np.float32)


def theirs(qtype, blocks):
    """The package's values, one row a block; None where it has no decoder for the type."""
    try:
        with np.errstate(all="ignore"):
            return quants.dequantize(blocks, qtype).astype(np.float32)
    except NotImplementedError:
        return None


def disputed(qtype, blocks, elements):
    """A mask of the values whose scale is under dispute."""
    if qtype.name not in NAN_SCALES:
        return np.zeros((len(blocks), elements), dtype=bool)
    scales, nans = NAN_SCALES[qtype.name]
    return np.repeat(np.isin(blocks[:, :scales], nans), elements // scales, axis=1)


def check(qtype, random):
    """'' if the type agrees, 'none' if the package cannot decode it, else what differs."""
    elements, size = GGML_QUANT_SIZES[qtype]
    count = BLOCKS if elements > 1 else 65536
    blocks = random.integers(0, 256, (count, size), dtype=np.uint8)
    want = theirs(qtype, blocks)
    if want is None:
        return "none"
    got = ours(qtype, blocks).reshape(want.shape)
    nan = disputed(qtype, blocks, elements)
    same = (got.view(np.uint32) == want.view(np.uint32)) | (np.isnan(got) & np.isnan(want))
    if not (same | nan).all():
        block, element = np.argwhere(~(same | nan))[0]
        return f"element {element}: {got[block, element]}, the package {want[block, element]}: {blocks[block].tobytes().hex()}"
    return "" if np.isnan(got[nan]).all() else "a NaN scale gave a number"


faults, covered, uncovered = [], [], set()
random = np.random.default_rng(19)
for qtype in GGMLQuantizationType:
    if qtype.name in NOT_IN_FILES:
        continue
    fault = check(qtype, random)
    if fault == "none":
        uncovered.add(qtype.name)
    elif fault:
        faults.append(f"{qtype.name}: {fault}")
    else:
        covered.append(qtype.name)
if uncovered != NOT_COVERED:
    faults.append(f"the package does not decode {sorted(uncovered)}, expected {sorted(NOT_COVERED)}")
print(f"agree: {' '.join(covered)}")
print("\n".join(faults))
sys.exit(1 if faults else 0)
