# Runs a load function of llama.cpp symbolically: what it reads, demands and creates, as rows of the table.
#
# Rows: (key, name, type, optional, variable, count) (array, name, type, optional, variable) (count, name, optional,
# variable) (let, variable, e) (set, variable, index, e) (list, variable, [n]) (if, e, rows, rows)
# (for, variable, from, to, rows) (tensor, name, dims, flags) (use, macro, arguments) (require, e) (aside, text)
# Names of tensors hold expressions in braces. Expressions are those of cxx.py with the table's names, and
# (fn, name, arguments). A value that the table cannot express is (unknown,): prune.py drops it where nothing
# depends on it, and the translation fails where something does.
from symbols import ELEMENT_TYPES, FLAGS, LOAD_LOCALS, PER_BLOCK, SCALARS, SYMBOLS
from syntax import UNKNOWN, fold, name, num, product, text_of

READERS = {"get_key", "get_arr", "get_key_or_arr", "get_arr_n"}
MACROS = {"create_tensor_qkv": "qkv", "create_tensor_gate_up_exps": "gate_up"}
POINTERS = {
    "qkv": {"wqkv": "attn_qkv", "wq": "attn_q", "wk": "attn_k", "wv": "attn_v"},
    "gate_up": {"ffn_gate_up_exps": "ffn_gate_up_exps", "ffn_gate_exps": "ffn_gate_exps", "ffn_up_exps": "ffn_up_exps"},
}
# Names that mean something in base.arch.
TAKEN = set(SYMBOLS.values()) | set(SCALARS.values()) | {symbol for some in PER_BLOCK.values() for symbol in some}
QUIET = {"GGML_UNUSED", "LLAMA_LOG_INFO", "LLAMA_LOG_WARN", "LLAMA_LOG_DEBUG"}


class Translator:
    """Translates one function of one architecture. `statics` are the functions and arrays of its file."""

    def __init__(self, symbols, architecture, statics, in_tensors):
        self.symbols, self.architecture, self.statics, self.in_tensors = symbols, architecture, statics, in_tensors
        self.local_types, self.bound, self.pointers, self.known = {}, {}, {}, set()
        self.repeats = False  # whether blocks stand for the weights of others

    def run(self, body):
        self.bind_keys(body)
        env = {}
        if self.in_tensors:
            env = {local: product(symbol) for local, symbol in LOAD_LOCALS.items()}
        return self.rows(body, env)

    def bind_keys(self, tree):
        """Locals and members that a key is read into are called as the key."""
        if isinstance(tree, tuple) and tree[:1] == ("decl",):
            words = [w for w in tree[2] if w in ELEMENT_TYPES]
            self.local_types[tree[1]] = words[-1] if words else None
        if isinstance(tree, tuple) and tree[:1] == ("call",) and tree[1][0] == "member" and tree[1][2] in READERS - {"get_arr_n"}:
            target = tree[2][1]
            if target[0] == "name" and tree[2][0][1] in self.symbols.keys:
                self.bound.setdefault(target[1], self.symbols.keys[tree[2][0][1]].lstrip("/"))
        if isinstance(tree, (tuple, list)):
            for child in tree:
                self.bind_keys(child)

    # --- statements
    def rows(self, body, env):
        out = []
        for at, statement in enumerate(body):
            kind = statement[0]
            if kind in ("continue", "return") and (kind == "continue" or statement[1] is None):
                break
            if kind == "if" and self.ends_early(statement[2]):
                rest = list(statement[3]) + list(body[at + 1:])
                out += self.branch(statement[1], statement[2], rest, env)
                break
            out += getattr(self, "on_" + kind)(statement, env)
        return out

    def ends_early(self, body):
        return bool(body) and (body[-1][0] == "continue" or body[-1] == ("return", None))

    def branch(self, condition, then, otherwise, env):
        pre, c = self.condition(condition, env)
        c = fold(self.truth(c))
        if c == num(1) or c == num(0):
            return pre + self.rows(then if c == num(1) else otherwise, env)
        return pre + [("if", c, self.rows(then, dict(env)), self.rows(otherwise, dict(env)))]

    def on_if(self, statement, env):
        return self.branch(*statement[1:], env)

    def on_block(self, statement, env):
        return self.rows(statement[1], dict(env))

    def on_break(self, statement, env):
        return []

    def on_throw(self, statement, env):
        return [("require", num(0))]

    def on_decl(self, statement, env):
        _, local, words, value = statement
        if value is None:
            env[local] = name(self.own_name(local))
            return []
        if value[0] == "lambda":
            env[local] = value
            return []
        target = self.own_name(local)
        pre, e = self.value(value, env)
        if e[0] in ("tensor", "text", "tn"):
            env[local] = e
            return pre
        if self.in_tensors and "const" in words and self.is_plain(e):
            env[local] = e
            return pre
        env[local] = name(target)
        return pre + [("let", target, e)]

    def own_name(self, local):
        """What the table calls a local: as its key, or by its own name unless that means something else there."""
        return self.bound.get(local) or (local + "_" if local in TAKEN else local)

    def is_plain(self, e):
        if e[0] == "bin":
            return e[1] in "+-*/" and self.is_plain(e[2]) and self.is_plain(e[3])
        return e[0] in ("num", "name") or (e[0] == "index" and self.is_plain(e[2]))

    def on_for(self, statement, env):
        _, first, condition, body = statement
        pre, begin = self.value(first[3], env)
        env = dict(env) | {first[1]: name(first[1])}
        more, end = self.value(condition[3], env)
        return pre + more + [("for", first[1], fold(begin), fold(end), self.rows(body, env))]

    def on_each(self, statement, env):
        """A loop over the elements of an array that a key holds."""
        _, local, e, body = statement
        _, array = self.value(e, env)
        if array[0] != "name" or array[1] not in self.bound.values():
            return [("aside", f"each value of {text_of(e)}")]
        env = dict(env) | {local: ("index", array, name("k"))}
        return [("for", "k", num(0), ("fn", "size", [array]), self.rows(body, env))]

    def on_switch(self, statement, env):
        _, e, groups = statement
        pre, e = self.value(e, env)
        chain = []
        for labels, body in reversed(groups):
            body = self.rows(body, dict(env))
            if None in labels:
                chain = body
                continue
            values = [self.value(label, env)[1] for label in labels]
            c = None
            for value in values:
                same = ("bin", "==", e, value)
                c = same if c is None else ("bin", "||", c, same)
            chain = [("if", fold(c), body, chain)]
        return pre + chain

    def on_try(self, statement, env):
        """Two shapes of one tensor, the second taken where the first does not fit."""
        (first,), (second,) = self.rows(statement[1], dict(env)), self.rows(statement[2], dict(env))
        at = next(i for i, (a, b) in enumerate(zip(first[2], second[2])) if a != b)
        fits = ("bin", "==", ("fn", "dim", [("text", first[1]), num(at)]), first[2][at])
        return [("if", fits, [first], [second])]

    def on_expr(self, statement, env):
        e = statement[1]
        if e[0] == "set":
            return self.assign(e, env)
        pre, _ = self.value(e, env, statement=True)
        return pre

    def assign(self, e, env):
        _, operator, target, value = e
        pre, value = self.value(value, env)
        path = text_of(target)
        if value[0] == "tensor":
            self.pointers[self.pointer_path(path, env)] = value[1]
            return pre
        if path.startswith("layers["):
            self.repeats = True
        if path == "type" or path.startswith("layers"):
            return pre
        if value[0] == "list":
            return pre + [("list", self.target(target, env), value[1])]
        if target[0] == "index":
            array = self.target(target[1], env)
            return pre + ([("set", array, self.value(target[2], env)[1], value)] if array else [])
        variable = self.target(target, env)
        self.known.add(variable)
        if operator != "=":
            value = fold(("bin", operator[:-1], name(variable), value))
        if target[0] == "name":
            env[target[1]] = name(variable)
        return pre + [("let", variable, value)]

    def target(self, e, env):
        """The table's name of what is assigned to or read into."""
        path = text_of(e)
        if path.startswith("hparams."):
            return self.symbols.fields.get(path[8:], path[8:])
        local = path.split("[")[0]
        if local in self.bound:
            return self.bound[local]
        return self.own_name(local) if e[0] == "name" else None

    def pointer_path(self, path, env):
        return path.split("]")[-1].lstrip(".")

    # --- expressions
    def condition(self, e, env):
        return self.value(e, env)

    def value(self, e, env, statement=False):
        """(rows that come first, the value)."""
        kind = e[0]
        if kind in ("num", "str", "lambda"):
            return [], e
        if kind == "float":
            return [], UNKNOWN
        if kind == "init" and len(e[1]) == 1:
            return self.value(e[1][0], env)
        if kind == "init":
            return [], UNKNOWN if e[1] else num(0)
        return getattr(self, "of_" + kind)(e, env)

    def of_name(self, e, env):
        word = e[1]
        if word in env:
            return [], env[word]
        if word in FLAGS:
            flag = FLAGS[word]
            return [], name(flag) if flag else num(0)
        if word in ("true", "false"):
            return [], num(int(word == "true"))
        if word in ("nullptr", "NULL"):
            return [], ("null",)
        if word in self.symbols.constants:
            return [], num(self.symbols.constants[word])
        if word == "arch":
            return [], ("arch", self.architecture)
        if word.startswith("LLM_ARCH_"):
            return [], ("arch", word)
        if word == "LLAMA_ROPE_SCALING_TYPE_LONGROPE":
            return [], ("longrope",)
        if word in self.pointers:
            return [], ("tensor", self.pointers[word])
        if word in self.bound:
            return [], name(self.bound[word])
        if word in self.statics and isinstance(self.statics[word], list):
            return [], ("list", self.statics[word])
        return [], name(word) if word in self.known else UNKNOWN

    def of_member(self, e, env):
        path = text_of(e)
        if path == "hparams.rope_scaling_type_train":
            return [], ("rope_scaling",)
        if path.startswith("hparams."):
            return [], name(self.symbols.fields.get(path[8:], path[8:]))
        if path == "ml.load_mtp":
            return [], num(0)
        if e[2] in ("tensor", "ne"):
            return self.value(e[1], env)
        short = self.pointer_path(path, env)
        if short in self.pointers:
            return [], ("tensor", self.pointers[short])
        return [], UNKNOWN

    def of_index(self, e, env):
        pre, array = self.value(e[1], env)
        more, index = self.value(e[2], env)
        if array[0] == "tensor":
            return pre + more, ("fn", "dim", [("text", array[1]), index])
        return pre + more, ("index", array, index) if array[0] == "name" else UNKNOWN

    def of_un(self, e, env):
        pre, value = self.value(e[2], env)
        return pre, fold(("un", e[1], self.truth(value) if e[1] == "!" else value))

    def truth(self, e):
        return ("fn", "present", [("text", e[1])]) if e[0] == "tensor" else e

    def of_bin(self, e, env):
        _, operator, a, b = e
        pre, a = self.value(a, env)
        more, b = self.value(b, env)
        if operator in ("&&", "||"):
            if more:
                more = [("if", self.truth(a) if operator == "&&" else ("un", "!", self.truth(a)), more, [])]
            return pre + more, fold(("bin", operator, self.truth(a), self.truth(b)))
        kinds = (a[0], b[0])
        if kinds == ("tensor", "null"):
            present = self.truth(a)
            return pre, ("un", "!", present) if operator == "==" else present
        if kinds == ("arch", "arch"):
            return pre, num(int((a == b) == (operator == "==")))
        if kinds == ("rope_scaling", "longrope"):
            return pre, name("longrope") if operator == "==" else ("un", "!", name("longrope"))
        if a[0] == "str" or b[0] in ("str", "text") or a[0] == "text":
            return pre, self.of_strings(operator, a, b)
        if operator == "*" and b[0] != "num" and text_of(b)[0] in "HKX" and text_of(a)[0] not in "HKX":
            a, b = b, a  # counts stand before sizes: H*dk
        return pre + more, fold(("bin", operator, a, b))

    def of_strings(self, operator, a, b):
        if operator == "+":
            parts = [x[1] if x[0] in ("str", "text") else "{" + text_of(x) + "}" for x in (a, b)]
            return ("text", "".join(parts))
        if a[0] == "name" and operator in ("==", "!="):
            same = ("fn", "is", [("text", a[1]), ("text", b[1])])
            return same if operator == "==" else ("un", "!", same)
        return UNKNOWN

    def of_cond(self, e, env):
        pre, c = self.value(e[1], env)
        c = fold(self.truth(c))
        rows, values = [], []
        for branch in e[2:]:
            more, value = self.value(branch, env)
            rows.append(more)
            values.append(value)
        if rows[0] or rows[1]:
            pre.append(("if", c, rows[0], rows[1]))
        if values[0][0] == "tensor":
            return pre, values[0]
        return pre, fold(("cond", c, *values))

    def of_set(self, e, env):
        return self.assign(e, env), UNKNOWN

    def of_call(self, e, env):
        from calls import call
        return call(self, e, env)
