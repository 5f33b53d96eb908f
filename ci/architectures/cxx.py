# Reads the part of C++ that llama.cpp's model files are written in, as syntax trees of tuples.
#
# Statements: (decl, name, type words, value) (expr, e) (if, condition, then, else) (for, first, condition, body)
# (each, name, e, body) (switch, e, [(labels, body)]) (block, [statements]) (try, body, handler)
# (return,) (continue,) (break,) (throw, e)
# Expressions: (num, n) (float, text) (str, text) (name, id) (member, e, id) (call, e, arguments) (index, e, e)
# (un, operator, e) (bin, operator, a, b) (cond, c, a, b) (init, [e]) (lambda, parameters, body) (set, operator, a, b)
# What the grammar does not know is a SyntaxError that names the place, so that nothing is passed over in silence.
import re

TOKEN = re.compile(
    r"""\s+|//[^\n]*|/\*.*?\*/
    |(?P<float>\d+\.\d*(?:[eE][-+]?\d+)?f?|\d+[eE][-+]?\d+f?)
    |(?P<num>0[xX][0-9a-fA-F]+|\d+)[uUlL]*
    |(?P<id>[A-Za-z_]\w*)
    |(?P<str>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])+')
    |(?P<op>->|\+\+|--|<<=|>>=|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|\|=|&=|::|<<|>>|[-+*/%<>=!&|^~?:;,.(){}\[\]])""",
    re.DOTALL | re.VERBOSE,
)
TYPE_WORDS = {
    "const", "static", "constexpr", "unsigned", "struct", "enum", "int", "bool", "float", "double", "char", "auto",
    "size_t", "int8_t", "int32_t", "int64_t", "uint16_t", "uint32_t", "uint64_t", "ggml_tensor", "llama_token",
    "llm_tensor", "llm_kv", "llama_model_loader", "llama_layer",
}
BINARY = [
    ["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="], ["<<", ">>"], ["+", "-"],
    ["*", "/", "%"],
]
ASSIGN = {"=", "+=", "-=", "*=", "/=", "|=", "&="}


def tokens_of(text):
    """[(kind, text, offset)] with comments and white space left out."""
    out, at = [], 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise SyntaxError(f"no token at {text[at:at + 40]!r}")
        if found.lastgroup:
            out.append((found.lastgroup, found.group(found.lastgroup), at))
        at = found.end()
    return out + [("end", "", at)]


class Parser:
    def __init__(self, text):
        self.text, self.tokens, self.at = text, tokens_of(text), 0

    def peek(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)][1]

    def kind(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)][0]

    def next(self):
        self.at += 1
        return self.tokens[self.at - 1][1]

    def take(self, text):
        if self.peek() == text and self.kind() != "str":
            self.at += 1
            return True
        return False

    def expect(self, text):
        if not self.take(text):
            raise SyntaxError(f"expected {text!r} at {self.text[self.tokens[self.at][2]:][:60]!r}")

    # --- statements
    def block(self):
        self.expect("{")
        body = []
        while not self.take("}"):
            body += self.statement()
        return body

    def body(self):
        return self.block() if self.peek() == "{" else self.statement()

    def statement(self):
        word = self.peek()
        if self.take(";"):
            return []
        if word == "{":
            return [("block", self.block())]
        handler = getattr(self, "on_" + word, None) if self.kind() == "id" else None
        if handler:
            self.next()
            return [handler()]
        if self.is_declaration():
            return self.declaration()
        e = self.expression()
        if not self.take(";") and self.peek() != "}":
            self.expect(";")
        return [("expr", e)]

    def on_if(self):
        self.take("constexpr")
        self.expect("(")
        if self.is_declaration():
            (declared,) = self.declaration(end=(")", ";"))
            condition = ("name", declared[1])
            if self.tokens[self.at - 1][1] == ";":
                condition = self.expression()
                self.expect(")")
        else:
            declared, condition = None, self.expression()
            self.expect(")")
        then = self.body()
        otherwise = self.body() if self.take("else") else []
        tree = ("if", condition, then, otherwise)
        return ("block", [declared, tree]) if declared else tree

    def on_for(self):
        self.expect("(")
        first = self.declaration(end=(";", ":")) if self.is_declaration() else [("expr", self.expression())]
        if self.tokens[self.at - 1][1] == ":":
            e = self.expression()
            self.expect(")")
            return ("each", first[0][1], e, self.body())
        condition = self.expression()
        self.expect(";")
        self.expression()
        self.expect(")")
        return ("for", first[0], condition, self.body())

    def on_switch(self):
        self.expect("(")
        e = self.expression()
        self.expect(")")
        self.expect("{")
        groups = []
        while not self.take("}"):
            labels = []
            while self.peek() in ("case", "default"):
                labels.append(None if self.next() == "default" else self.expression())
                self.expect(":")
            body = []
            while self.peek() not in ("case", "default", "}"):
                body += self.statement()
            groups.append((labels, body))
        return ("switch", e, groups)

    def on_try(self):
        body = self.block()
        self.expect("catch")
        self.expect("(")
        while not self.take(")"):
            self.next()
        return ("try", body, self.block())

    def on_return(self):
        e = None if self.peek() == ";" else self.expression()
        self.expect(";")
        return ("return", e)

    def on_continue(self):
        self.expect(";")
        return ("continue",)

    def on_break(self):
        self.expect(";")
        return ("break",)

    def on_throw(self):
        e = self.expression()
        self.expect(";")
        return ("throw", e)

    def is_declaration(self):
        if self.peek() == "std" and self.peek(1) == "::":
            return self.peek(2) in ("string", "array", "vector", "stringstream", "unordered_set", "regex")
        return self.kind() == "id" and self.peek() in TYPE_WORDS and self.peek(1) != "("

    def type_words(self):
        words = []
        while True:
            if self.peek() == "<":
                depth = 0
                while True:
                    word = self.next()
                    words.append(word)
                    depth += (word == "<") - (word == ">")
                    if depth == 0:
                        break
            elif self.peek() in ("*", "&", "::") or (self.kind() == "id" and self.peek(1) not in
                                                     ("=", ";", ":", "{", "(", ",", ")", "[")):
                words.append(self.next())
            else:
                return words

    def declaration(self, end=";"):
        words = self.type_words()
        out = []
        while True:
            name, value = self.next(), None
            if self.take("="):
                value = self.expression(comma=False)
            elif self.peek() == "{":
                value = self.primary()
            elif self.take("("):
                value = ("init", self.arguments(")"))
            out.append(("decl", name, words, value))
            if not self.take(","):
                break
        if not any(self.take(e) for e in ([end] if isinstance(end, str) else end)):
            self.expect(end[0])
        return out

    # --- expressions
    def expression(self, comma=True):
        e = self.ternary()
        if self.kind() == "op" and self.peek() in ASSIGN:
            operator = self.next()
            e = ("set", operator, e, self.expression(comma=False))
        return e

    def ternary(self):
        c = self.binary(0)
        if not self.take("?"):
            return c
        a = self.expression()
        self.expect(":")
        return ("cond", c, a, self.ternary())

    def binary(self, level):
        if level == len(BINARY):
            return self.unary()
        a = self.binary(level + 1)
        while self.kind() == "op" and self.peek() in BINARY[level]:
            operator = self.next()
            a = ("bin", operator, a, self.binary(level + 1))
        return a

    def unary(self):
        if self.kind() == "op" and self.peek() in ("!", "-", "+", "~", "*", "&", "++", "--"):
            operator = self.next()
            return ("un", operator, self.unary())
        if self.is_cast():
            while not self.take(")"):
                self.next()
            return self.unary()
        return self.postfix()

    def is_cast(self):
        if self.peek() != "(":
            return False
        ahead = 1
        while self.peek(ahead) in TYPE_WORDS | {"long", "*"}:
            ahead += 1
        return ahead > 1 and self.peek(ahead) == ")"

    def postfix(self):
        e = self.primary()
        while True:
            if self.take("."):
                e = ("member", e, self.next())
            elif self.take("->"):
                e = ("member", e, self.next())
            elif self.take("("):
                e = ("call", e, self.arguments(")"))
            elif self.take("["):
                e = ("index", e, self.expression())
                self.expect("]")
            elif self.kind() == "op" and self.peek() in ("++", "--"):
                e = ("un", self.next(), e)
            else:
                return e

    def arguments(self, end):
        out = []
        while not self.take(end):
            out.append(self.expression(comma=False))
            if self.peek() != end:
                self.expect(",")
        return out

    def primary(self):
        kind, text = self.kind(), self.next()
        if kind == "num":
            return ("num", int(text, 0))
        if kind == "float":
            return ("float", text)
        if kind == "str":
            parts = [text[1:-1]]
            while self.kind() == "str" or self.peek() in ("PRId64", "PRIu64"):
                part = self.next()
                parts.append(part[1:-1] if part[0] == '"' else "lld")
            return ("str", "".join(parts))
        if text == "(":
            e = self.expression()
            self.expect(")")
            return e
        if text == "{":
            return ("init", self.arguments("}"))
        if text == "[":
            return self.lambda_()
        if kind != "id":
            raise SyntaxError(f"unexpected {text!r} at {self.text[self.tokens[self.at - 1][2]:][:60]!r}")
        if text in ("static_cast", "reinterpret_cast"):
            self.type_words()
            self.expect("(")
            e = self.expression()
            self.expect(")")
            return e
        while self.take("::"):
            text += "::" + self.next()
        if text in ("std::max", "std::min") and self.peek() == "<":
            self.type_words()
        return ("name", text)

    def lambda_(self):
        while not self.take("]"):
            self.next()
        return ("lambda", self.parameters() if self.take("(") else [], self.block())

    def parameters(self):
        """Names of a function's parameters, the opening bracket taken."""
        names = []
        while not self.take(")"):
            words = []
            while self.peek() not in (",", ")", "="):
                words.append(self.next())
            names.append(words[-1] if words and words[-1] not in ("&", "*") and len(words) > 1 else "_")
            if self.take("="):
                self.expression(comma=False)
            self.take(",")
        return names


def function_body(source, head):
    """(parameter names, statements) of the function whose definition's head matches the pattern, or None."""
    found = re.search(head + r"\s*\(", source)
    if not found:
        return None
    parser = Parser(source[found.end():_end_of_body(source, found.end())])
    names = parser.parameters()
    parser.take("const")
    return names, parser.block()


def function_text(source, head):
    """The text of the function whose head matches, comments and layout included, or None."""
    found = re.search(head + r"\s*\(", source)
    return source[found.start():_end_of_body(source, found.end())] if found else None


def _end_of_body(source, at):
    for _, text, offset in _braces(source, at):
        if text == 0:
            return offset + 1
    raise SyntaxError("a body without an end")


def _braces(source, at):
    depth = 0
    for found in re.finditer(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|[{}]', source[at:], re.DOTALL):
        if found.group() in "{}":
            depth += 1 if found.group() == "{" else -1
            yield found, depth, at + found.start()
