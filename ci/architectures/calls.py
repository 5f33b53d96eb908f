# The calls in a load function that mean something to the table: reading keys, creating tensors, asserting,
# helpers and lambdas. Any other call is an error, so that a newer llama.cpp cannot slip something by.
from symbols import ELEMENT_TYPES, PER_BLOCK, SCALARS
from syntax import UNKNOWN, fold, name, num, text_of
from translate import MACROS, POINTERS, QUIET, READERS

EFFECTLESS = {"insert", "push_back", "emplace_back", "clear", "resize", "reset", "c_str", "str", "what"}
FUNCTIONS_OF_FLOATS = {"std::sqrt", "sqrtf", "powf", "float", "llm_ffn_op_type_from_string", "std::log"}


def call(translator, e, env):
    """(rows, value) of a call."""
    _, function, arguments = e
    path = text_of(function)
    if function[0] == "member":
        return _method(translator, function, arguments, env)
    if path in env and env[path][0] == "lambda":
        return _inline(translator, env[path][1], env[path][2], arguments, env)
    if isinstance(translator.statics.get(path), tuple):
        return _inline(translator, *translator.statics[path], arguments, env)
    handler = HANDLERS.get(path)
    if handler:
        return handler(translator, arguments, env)
    if path in MACROS:
        return _macro(translator, MACROS[path], arguments, env)
    if path in QUIET:
        return [], UNKNOWN
    if path in FUNCTIONS_OF_FLOATS:
        return [], UNKNOWN
    raise SyntaxError(f"{translator.architecture}: no meaning for the call {text_of(e)}")


def _inline(translator, parameters, body, arguments, env):
    inner, pre = dict(env), []
    translator.bind_keys(body)
    for parameter, argument in zip(parameters, arguments):
        if argument[0] == "name" and (argument[1].startswith("LLM_") or argument[1] == "ml"):
            inner[parameter] = argument
            continue
        more, inner[parameter] = translator.value(argument, env)
        pre += more
    rows, value = [], UNKNOWN
    if body and body[-1][0] == "return" and body[-1][1] is not None:
        rows = translator.rows(body[:-1], inner)
        more, value = translator.value(body[-1][1], inner)
        return pre + rows + more, value
    return pre + translator.rows(body, inner), value


def _method(translator, function, arguments, env):
    owner, method = text_of(function[1]), function[2]
    if method in READERS:
        return _read(translator, method, arguments, env)
    if owner == "hparams":
        return _hparams(translator, method, arguments, env)
    if method in ("get_weight", "get_tensor_meta"):
        return [], ("tensor", pattern(translator, arguments[0], env))
    if method == "llm_kv":
        return [], UNKNOWN
    if method == "set":  # of a bit set: one bit
        variable = translator.target(function[1], env)
        return [("set", variable, translator.value(arguments[0], env)[1], num(1))], UNKNOWN
    if method in ("size", "empty"):
        _, array = translator.value(function[1], env)
        size = ("fn", "size", [array]) if array[0] == "name" else UNKNOWN
        return [], size if method == "size" else fold(("bin", "==", size, num(0)))
    if method in ("c_str", "str"):
        return translator.value(function[1], env)
    if method in EFFECTLESS:
        return [], UNKNOWN
    raise SyntaxError(f"{translator.architecture}: no meaning for {owner}.{method}")


def _read(translator, method, arguments, env):
    key_name = arguments[0][1]
    key_name = env[key_name][1] if key_name in env else key_name
    key, target = translator.symbols.keys[key_name], arguments[1]
    rest = [num(0) if a[0] == "float" and float(a[1].rstrip("f")) == 0 else translator.value(a, env)[1]
            for a in arguments[2:]]
    variable = translator.target(target, env)
    member = text_of(target).split(".")[-1]
    kind = ELEMENT_TYPES[translator.local_types.get(member) or translator.symbols.types.get(member, "")]
    if method == "get_arr_n":
        return [("count", key, rest[:1] == [num(0)], variable)], ("fn", "has", [("text", key)])
    if method == "get_arr":
        optional = rest[:1] == [num(0)]
        return [("array", key, kind, optional, variable)], ("fn", "is_array", [("text", key)])
    count = None
    if method == "get_key_or_arr":
        if len(arguments) == 2 or (len(arguments) == 3 and rest[0] in (num(0), num(1))):
            raise SyntaxError(f"{translator.architecture}: a scalar read by get_key_or_arr: {key}")
        count, rest = rest[0], rest[1:]
    row = ("key", key, kind, rest[:1] == [num(0)], variable, count)
    return [row], ("fn", "has", [("text", key)])


def _hparams(translator, method, arguments, env):
    pre, values = [], []
    for argument in arguments:
        more, value = translator.value(argument, env)
        pre, values = pre + more, values + [value]
    if method in SCALARS:
        return pre, name(SCALARS[method])
    if method in PER_BLOCK:
        parts = [("index", name(s), values[0]) if values else name(s) for s in PER_BLOCK[method]]
        value = parts[0] if len(parts) == 1 else ("bin", "*", parts[0], parts[1])
        return pre, value
    if method == "set_swa_pattern":
        return pre + [("use", "set_swa", (values + [num(0)])[:2])], UNKNOWN
    raise SyntaxError(f"{translator.architecture}: no meaning for hparams.{method}")


def pattern(translator, e, env):
    """The name of a tensor, from a string or from tn(...)."""
    _, value = translator.value(e, env)
    if value[0] in ("text", "str", "tn"):
        return value[1]
    raise SyntaxError(f"{translator.architecture}: no tensor name in {text_of(e)}")


def _tn(translator, arguments, env):
    tensor = arguments[0][1]
    tensor = env[tensor][1] if tensor in env else tensor
    out, rest = translator.symbols.tensors[tensor], list(arguments[1:])
    suffix = rest.pop(0)[1] if rest and rest[0][0] == "str" else None
    for index in rest:
        _, value = translator.value(index, env)
        out = out.replace("%d", str(value[1]) if value[0] == "num" else "{" + text_of(value) + "}", 1)
    return [], ("tn", out + ("." + suffix if suffix else ""))


def _create_tensor(translator, arguments, env):
    where = pattern(translator, arguments[0], env)
    pre, dims = [], []
    for dim in arguments[1][1]:
        more, value = translator.value(dim, env)
        pre, dims = pre + more, dims + [fold(value)]
    more, flags = translator.value(arguments[2], env) if len(arguments) > 2 else ([], num(0))
    return pre + more + [("tensor", where, dims, fold(flags))], ("tensor", where)


def _macro(translator, macro, arguments, env):
    values = [translator.value(a, env)[1] for a in arguments[1:]]
    block = values[0]
    for member, base in POINTERS[macro].items():
        translator.pointers[member] = f"blk.{{{text_of(block)}}}.{base}.weight"
    if macro == "qkv":
        values = (values + [num(0)])[:6]
    return [("use", macro, [fold(v) for v in values])], UNKNOWN


def _assert(translator, arguments, env):
    condition = arguments[0]
    if condition[0] == "bin" and condition[1] == "&&" and condition[3][0] == "str":
        condition = condition[2]
    pre, value = translator.value(condition, env)
    return pre + [("require", fold(translator.truth(value)))], UNKNOWN


def _swa_pattern(translator, arguments, env):
    values = [translator.value(a, env)[1] for a in arguments[1:]]
    return [("use", "swa_pattern", (values + [num(0)])[:2])], UNKNOWN


def _fill(translator, arguments, env):
    array = translator.target(arguments[0][1][1], env)
    _, value = translator.value(arguments[2], env)
    return [("let", array, value)], UNKNOWN


def _max(translator, arguments, env):
    pre, values = [], []
    for argument in arguments:
        more, value = translator.value(argument, env)
        pre, values = pre + more, values + [value]
    return pre, ("fn", "max", values) if UNKNOWN not in values else UNKNOWN


def _abort(translator, arguments, env):
    return [("require", num(0))], UNKNOWN


def _cast(translator, arguments, env):
    return translator.value(arguments[0], env)


def _to_string(translator, arguments, env):
    return translator.value(arguments[0], env)


HANDLERS = {
    "tn": _tn, "create_tensor": _create_tensor, "GGML_ASSERT": _assert, "load_swa_pattern": _swa_pattern,
    "std::fill": _fill, "std::max": _max, "GGML_ABORT": _abort, "int": _cast, "std::to_string": _to_string,
}
