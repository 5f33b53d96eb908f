# Expressions of the table: made, simplified where constants allow, and written as text.
UNKNOWN = ("unknown",)
PRECEDENCE = {"||": 1, "&&": 2, "|": 3, "&": 4, "==": 5, "!=": 5, "<": 6, ">": 6, "<=": 6, ">=": 6, "+": 7, "-": 7,
              "*": 8, "/": 8, "%": 8}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def num(n):
    return ("num", n)


def name(text):
    return ("name", text)


def product(text):
    """The product of the symbols in "K*dk"."""
    first, *rest = text.split("*")
    e = name(first)
    for symbol in rest:
        e = ("bin", "*", e, name(symbol))
    return e


def has_unknown(e):
    if not isinstance(e, (tuple, list)):
        return False
    return e == UNKNOWN or e[:1] in (("null",), ("longrope",), ("rope_scaling",), ("arch",), ("tn",), ("list",), ("tensor",)) \
        or any(has_unknown(child) for child in e)


def negate(e):
    if e[0] == "un" and e[1] == "!":
        return e[2]
    if e[0] == "bin" and e[1] in OPPOSITE:
        return ("bin", OPPOSITE[e[1]], e[2], e[3])
    if e[0] == "bin" and e[1] in ("&&", "||"):
        return ("bin", "||" if e[1] == "&&" else "&&", negate(e[2]), negate(e[3]))
    return ("un", "!", e)


def fold(e):
    """The expression with constants worked out."""
    if e[0] == "un":
        value = fold(e[2])
        if value[0] == "num":
            return num({"!": int(value[1] == 0), "-": -value[1], "+": value[1]}[e[1]])
        return negate(value) if e[1] == "!" else ("un", e[1], value)
    if e[0] == "cond":
        c, a, b = map(fold, e[1:])
        if c[0] == "num":
            return a if c[1] else b
        return a if a == b else ("cond", c, a, b)
    if e[0] != "bin":
        return e
    operator, a, b = e[1], fold(e[2]), fold(e[3])
    if a[0] == b[0] == "num":
        return num(_compute(operator, a[1], b[1]))
    return _fold_one(operator, a, b)


def _fold_one(operator, a, b):
    if operator == "&&" and num(0) in (a, b):
        return num(0)
    if operator == "||" and (a[0] == "num" and a[1] or b[0] == "num" and b[1]):
        return num(1)
    neutral = {"&&": [num(1)], "||": [num(0)], "|": [num(0)], "+": [num(0)]}.get(operator, [])
    if a in neutral or (b in neutral):
        return b if a in neutral else a
    if operator in ("*", "/") and b == num(1):
        return a
    if operator == "&" and num(0) in (a, b):
        return num(0)
    return ("bin", operator, a, b)


def _compute(operator, a, b):
    return int({
        "+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a // b, "%": lambda: a % b,
        "|": lambda: a | b, "&": lambda: a & b, "&&": lambda: a and b, "||": lambda: a or b, "==": lambda: a == b,
        "!=": lambda: a != b, "<": lambda: a < b, ">": lambda: a > b, "<=": lambda: a <= b, ">=": lambda: a >= b,
    }[operator]())


def text_of(e, above=0):
    """The expression as text, with the brackets that it needs inside one of precedence `above`."""
    kind = e[0]
    if kind == "num":
        return str(e[1])
    if kind in ("name", "text", "str", "float"):
        return e[1]
    if kind == "member":
        return f"{text_of(e[1], 9)}.{e[2]}"
    if kind == "index":
        return f"{text_of(e[1], 9)}[{text_of(e[2])}]"
    if kind == "call":
        return f"{text_of(e[1], 9)}({', '.join(map(text_of, e[2]))})"
    if kind == "fn":
        return f"{e[1]}({', '.join(map(text_of, e[2]))})"
    if kind == "un":
        return f"{e[1]}{text_of(e[2], 9)}"
    if kind == "cond":
        out = f"{text_of(e[1], 1)} ? {text_of(e[2], 1)} : {text_of(e[3], 0)}"
        return f"({out})" if above > 0 else out
    if kind == "bin":
        p = PRECEDENCE.get(e[1], 1)
        space = "" if e[1] in "*/%" else " "
        out = f"{text_of(e[2], p)}{space}{e[1]}{space}{text_of(e[3], p + 1)}"
        return f"({out})" if p < above else out
    return f"<{kind}>"
