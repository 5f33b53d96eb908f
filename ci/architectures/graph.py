# What the graph of an architecture asserts: llama.cpp loads such a file and ends when a context is made or at
# the first token. Sizes of heads are read from the first statements of the graph's constructor, as rows
# (compute, e); what functions shared by all graphs assert of a key's value was written by hand.
import re

import cxx
from syntax import has_unknown, name

# Keys whose values are looked at wherever they are read: the experts' router (llama-graph.cpp, build_moe_ffn; 0 is the
# architecture's own function), positions of several kinds (ggml-cpu/ops.cpp, ggml_mrope_cache_init).
SECTION = "rope.dimension_sections[{}] > 0"
COMPUTED = {
    "expert_gating_func": ["expert_gating_func <= 4 || X == 0"],
    "rope.dimension_sections": [" || ".join(map(SECTION.format, range(3))), "n_sections > 0", "n_sections <= dk"],
}
# Where these may be absent the graph uses them only if it finds some, and llama.cpp writes four zeros.
MAY_BE_EMPTY = {"rope.dimension_sections"}

# A statement at the top of a constructor that is a declaration or an assertion, on one line.
PLAIN = re.compile(r"^    (?:const (?:int64_t|int|uint32_t|auto) \w+ += [^;{}]*;|GGML_ASSERT\([^;\"]*\);)", re.M)
SIZES = re.compile(r"^    GGML_ASSERT\(n_embd_head == (?:n_rot|hparams\.n_embd_head_[kv]\(\))\);", re.M)


def with_demands(rows):
    """The rows, with the conditions behind each key that has some."""
    out = []
    for row in rows:
        if row[0] == "if":
            row = ("if", row[1], with_demands(row[2]), with_demands(row[3]))
        elif row[0] == "for":
            row = row[:4] + (with_demands(row[4]),)
        out.append(row)
        if row[0] == "key" and row[1] in COMPUTED and not (row[3] and row[1] in MAY_BE_EMPTY):
            out += [("compute", name(condition)) for condition in COMPUTED[row[1]]]
    return out


def demands_of(symbols, translator):
    """The assertions on the size of a head of the graph that `build_arch_graph` makes."""
    owner = _owner(symbols, translator.architecture)
    for text in symbols.models.values():
        found = re.search(rf"^{owner}::graph(?:<\w+>)?::graph\b", text, re.M)
        if found:
            body = cxx.function_text(text[found.start():], re.escape(found.group()))
            return _rows(body, translator)
    return []


def _owner(symbols, architecture):
    """The class whose graph an architecture uses."""
    owner = symbols.classes[architecture]
    while True:
        if owner in symbols.graphs:
            return symbols.graphs[owner]
        if symbols.source_of_class(owner, "build_arch_graph") or owner not in symbols.bases:
            return owner
        owner = symbols.bases[owner]


def _rows(body, translator):
    if not SIZES.search(body):
        return []
    last = list(SIZES.finditer(body))[-1].end()
    wanted = [line.group() for line in PLAIN.finditer(body[:last])
              if "n_embd_head" in line.group() or line.group().startswith("    GGML_ASSERT")]
    wanted = [line for line in wanted if not line.startswith("    GGML_ASSERT") or SIZES.match(line)]
    _, statements = cxx.function_body("void sizes() {\n" + "\n".join(wanted) + "\n}\n", "void sizes")
    conditions = [row[1] for row in translator.run(statements) if row[0] == "require"]
    # What stands first is what a finding points at: the size that a key of its own may state.
    rows = [("compute", ("bin", "==", e[3], e[2])) for e in conditions if e[0] == "bin" and not has_unknown(e)]
    return [row for at, row in enumerate(rows) if row not in rows[:at]]
