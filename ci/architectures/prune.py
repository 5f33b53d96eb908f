# Leaves of a translated function only what bears on keys, demands and tensors, and says it shorter.
# A value that the table cannot express may remain nowhere: where something depends on one, that is an error.
import re

from syntax import has_unknown, name, negate, num, text_of

NAME = re.compile(r"[A-Za-z_][\w.]*")


def prune(rows, kept):
    """The rows without assignments that nothing uses. `kept` are names used elsewhere."""
    return _sweep(rows, live_names(rows, kept))


def live_names(rows, kept):
    """Every name that bears on a row that must stay, and those of `kept`."""
    used = set(kept)
    while True:
        before = len(used)
        _collect(rows, used)
        if len(used) == before:
            return used


def _names(e, used):
    if isinstance(e, (list, tuple)):
        if e[:1] == ("name",):
            used.add(e[1])
        elif e[:1] == ("text",):
            used.update(NAME.findall(" ".join(re.findall(r"\{([^}]*)\}", e[1]))))
        else:
            for child in e:
                _names(child, used)


def _collect(rows, used):
    """Adds what live rows use; returns whether any row is live."""
    live = False
    for row in rows:
        kind = row[0]
        if kind in ("let", "set", "list"):
            if row[1] not in used:
                continue
            _names(row[2:], used)
        elif kind == "if":
            if not _collect(row[2], used) | _collect(row[3], used):
                continue
            _names(row[1], used)
        elif kind == "for":
            if not _collect(row[4], used):
                continue
            _names(row[2:4], used)
        elif kind == "key":
            _names(row[5], used)
        elif kind == "tensor":
            _names([("text", row[1]), row[2], row[3]], used)
        elif kind in ("use", "require", "compute"):
            _names(row[1:], used)
        live = live or kind != "aside"
    return live


def _sweep(rows, used):
    out = []
    for row in rows:
        kind = row[0]
        if kind in ("let", "set", "list") and row[1] not in used:
            continue
        if kind == "if":
            row = _shorten(("if", row[1], _sweep(row[2], used), _sweep(row[3], used)))
        elif kind == "for":
            row = row[:4] + (_sweep(row[4], used),)
            row = row if row[4] else None
        if row is not None:
            out.append(row)
    return out


def _shorten(row):
    _, c, then, otherwise = row
    if all(r[0] == "aside" for r in then + otherwise):
        return None
    if not then:
        return ("if", negate(c), otherwise, [])
    if then == [("require", num(0))] and not otherwise:
        return ("require", negate(c))
    return row


def settle(rows, architecture):
    """Turns demands that the table cannot express into asides; anything else unknown is an error."""
    out = []
    for row in rows:
        if row[0] == "require" and has_unknown(row[1]):
            row = ("aside", "a demand on values that are no whole numbers")
        elif row[0] == "if":
            then, otherwise = settle(row[2], architecture), settle(row[3], architecture)
            if has_unknown(row[1]):
                if any(r[0] not in ("aside", "require", "let") for r in then + otherwise):
                    raise SyntaxError(f"{architecture}: a condition with no meaning: {text_of(row[1])} before {then + otherwise}")
                continue
            row = ("if", row[1], then, otherwise)
        elif row[0] == "for":
            row = row[:4] + (settle(row[4], architecture),)
            if has_unknown(row[2:4]):
                raise SyntaxError(f"{architecture}: a loop with no meaning: {row[:4]}")
        elif row[0] != "aside" and has_unknown(row[1:]):
            raise SyntaxError(f"{architecture}: a value with no meaning: {row}")
        out.append(row)
    return out


def tie(rows):
    """Where an absent tensor is replaced by one that must be there anyway, its row says `tied`."""
    created, out = {}, []
    certain = {(row[1], repr(row[2])) for row in rows if row[0] == "tensor" and row[3] == num(0)}
    for row in rows:
        if row[0] == "if" and not row[3]:
            rest = [r for r in row[2] if not _is_again(r, certain)]
            absent = row[1][2][2][0][1] if row[1][:2] == ("un", "!") and row[1][2][:2] == ("fn", "present") else None
            if absent in created and rest != row[2]:
                at = created[absent]
                if out[at][3] == name("optional"):
                    out[at] = out[at][:3] + (name("tied"),)
            if not rest:
                continue
            row = ("if", row[1], rest, [])
        if _is_again(row, certain):
            continue
        if row[0] == "tensor":
            created[row[1]] = len(out)
        out.append(row)
    return out


def _is_again(row, certain):
    return row[0] == "tensor" and row[3] == name("shared") and (row[1], repr(row[2])) in certain
