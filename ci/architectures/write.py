# Writes rows as the text of spec/architectures/*.arch.
from syntax import num, text_of


def lines_of(rows, indent=0):
    out = []
    for row in rows:
        out += _block(row, indent) if row[0] in ("if", "for") else [" " * indent + _line(row)]
    return out


def _block(row, indent):
    space = " " * indent
    if row[0] == "for":
        head = f"{space}for {row[1]} in {text_of(row[2])} .. {text_of(row[3])}"
        return [head] + lines_of(row[4], indent + 2)
    out = [f"{space}if {text_of(row[1])}"] + lines_of(row[2], indent + 2)
    otherwise = row[3]
    while len(otherwise) == 1 and otherwise[0][0] == "if":
        _, c, then, more = otherwise[0]
        out += [f"{space}elif {text_of(c)}"] + lines_of(then, indent + 2)
        otherwise = more
    return out + ([f"{space}else"] + lines_of(otherwise, indent + 2) if otherwise else [])


def _line(row):
    kind = row[0]
    if kind == "key":
        _, key, element, optional, variable, count = row
        times = f" x {text_of(count, 1)}" if count is not None else ""
        return f"key{'?' * optional} {key} {element}{times}{_to(key, variable)}"
    if kind == "array":
        return f"array{'?' * row[3]} {row[1]} {row[2]}{_to(row[1], row[4])}"
    if kind == "count":
        return f"count{'?' * row[2]} {row[1]} -> {row[3]}"
    if kind == "let":
        return f"let {row[1]} = {text_of(row[2])}"
    if kind == "set":
        return f"set {row[1]}[{text_of(row[2])}] = {text_of(row[3])}"
    if kind == "list":
        values = "".join(map(str, row[2]))
        return f"list {row[1]} = {values}"
    if kind == "tensor":
        dims = ", ".join(map(text_of, row[2]))
        flags = "" if row[3] == num(0) else " " + text_of(row[3])
        return f"tensor {row[1]} [{dims}]{flags}"
    if kind == "use":
        return f"use {row[1]}({', '.join(map(text_of, row[2]))})"
    if kind in ("require", "compute"):
        return f"{kind} {text_of(row[1])}"
    if kind == "repeats":
        return "repeats"
    return f"# not judged: {row[1]}"


def _to(key, variable):
    return f" -> {variable}" if variable and variable != key.lstrip("/") else ""
