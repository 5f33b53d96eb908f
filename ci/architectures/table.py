# The whole table from one checkout of llama.cpp: the text of each file of spec/architectures that is made
# rather than written, and the digests of the functions that base.arch was written from.
import hashlib
import re

import cxx
from graph import demands_of, with_demands
from operations import text_of_operations
from prune import live_names, prune, settle, tie
from symbols import Symbols
from translate import Translator
from write import lines_of

BY_HAND = {
    "llama-model.cpp": [
        "void llama_model_base::load_hparams", "void llama_model_base::create_tensor_gate_up_exps",
        "void llama_model_base::create_tensor_qkv", "void llama_model_base::load_swa_pattern",
    ],
    "llama-model-loader.cpp": ["const struct ggml_tensor \\* llama_model_loader::check_tensor_dims",
                               "void llama_model_loader::done_getting_tensors"],
    "llama-hparams.cpp": [
        f"(?:uint32_t|bool|void) llama_hparams::{method}" for method in (
            "set_swa_pattern", "n_head", "n_head_kv", "n_ff", "n_ff_exp", "n_rot", "n_embd_inp", "n_embd_inp_enc",
            "n_embd_out", "n_embd_head_k", "n_embd_head_v", "n_embd_k_gqa", "n_embd_v_gqa", "is_swa", "is_mla",
            "n_embd_head_k_mla", "n_embd_head_v_mla", "has_kv", "n_layer")],
}
# A model of this architecture is a stub that only llama-quantize opens.
STUBS = {"LLM_ARCH_CLIP"}


def version_of(checkout):
    text = (checkout / "CMakeLists.txt").read_text()
    return "v" + ".".join(re.search(rf"set\(LLAMA_VERSION_{part}\s+(\d+)\)", text).group(1)
                          for part in ("MAJOR", "MINOR", "PATCH"))


def sources_text(checkout):
    """The text of SOURCES: the version, and the digest of each function that was translated by hand."""
    lines = ["# The llama.cpp that this folder was made from, and the digests of what base.arch was written from.",
             f"llama.cpp {version_of(checkout)}"]
    for file, heads in BY_HAND.items():
        source = (checkout / "src" / file).read_text()
        for head in heads:
            text = cxx.function_text(source, "\n" + head)
            code = " ".join(word for _, word, _ in cxx.tokens_of(text))
            short = re.search(r"::(\w+)$", head).group(1)
            lines.append(f"{file} {short} {hashlib.sha256(code.encode()).hexdigest()[:16]}")
    return "\n".join(lines) + "\n"


def table_of(checkout, base):
    """{file name: text} for every architecture; `base` is the text of base.arch."""
    symbols = Symbols(checkout / "src")
    version, out, seen = version_of(checkout), {}, {}
    for architecture in sorted(symbols.classes, key=symbols.architectures.get):
        if architecture in STUBS:
            continue
        spelled = symbols.architectures[architecture]
        files, body = _body(symbols, architecture, base)
        head = f"# {spelled}, from llama.cpp {version}: {', '.join(files)}. Made by ci/refresh-architectures.\n"
        if body in seen:
            body = f"as {seen[body]}\n"
        else:
            seen[body] = spelled
        out[spelled + ".arch"] = head + body
    out["tensor_operations.def"] = text_of_operations(checkout, version, symbols.tensors)
    return out


def _body(symbols, architecture, base):
    translator, parts, files = Translator(symbols, architecture, {}, False), [], []
    for function in ("load_arch_hparams", "load_arch_tensors"):
        file, text, owner = symbols.source_of(architecture, function)
        translator.statics, translator.in_tensors = _statics(text), function == "load_arch_tensors"
        _, body = cxx.function_body(text, rf"void {owner}::{function}")
        parts.append(translator.run(body))
        if file not in files:
            files.append(file)
    keys, tensors = parts
    kept, definitions = _used_by(base)
    tensors = prune(tensors, kept)
    translator.statics, translator.in_tensors = {}, True
    demands = demands_of(symbols, translator)
    used = live_names(tensors + demands, kept)
    while any(symbol in used and not used.issuperset(names) for symbol, names in definitions.items()):
        used.update(*(names for symbol, names in definitions.items() if symbol in used))
    keys = with_demands(settle(prune(keys, used), architecture)) + demands
    tensors = tie(settle(tensors, architecture))
    if translator.repeats:
        tensors.append(("repeats",))
    return files, "".join(line + "\n" for line in ["keys", *lines_of(keys, 2), "tensors", *lines_of(tensors, 2)])


def _used_by(base):
    """Names that macros and sides of base.arch use, and those that each definition uses: what a model's own rows
    assign to one of them counts."""
    names = re.compile(r"[A-Za-z_][\w.]*")
    definitions = {symbol: set(names.findall(e)) for symbol, e in re.findall(r"^define (\w+)\S* = (.*)$", base, re.M)}
    kept = set()
    for part in re.findall(r"^(?:macro|side) .*(?:\n  .*)*", base, re.M):
        kept.update(names.findall(part))
    return kept, definitions


def _statics(text):
    """{name: (parameters, body) of a file's own functions, or the numbers of its constant arrays}."""
    out = {}
    for found in re.finditer(r"^static void (\w+)\(", text, re.M):
        out[found.group(1)] = cxx.function_body(text, rf"static void {found.group(1)}")
    for found in re.finditer(r"^(?:static )?const std::array<[^>]*> (\w+) = \{([^}]*)\}", text, re.M):
        out[found.group(1)] = [int(n) for n in re.findall(r"\d+", re.sub(r"//[^\n]*", "", found.group(2)))]
    return out
