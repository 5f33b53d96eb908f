# What a reader should do with the file of a case and which levels hang on it, by the words of expectation.h.
#
# Told a second time on purpose: the page counts each level's lost cases with it, and a record whose own
# figures differ is refused. So neither the page nor the records can be wrong alone.
from collections import namedtuple

import tables

Expectation = namedtuple("Expectation", "wanted disputed safe")  # wanted: take, refuse or either

CONTAINER = {"reads": "data", "judges": "container", "versions": [2, 3], "byte_orders": ["little"]}


class Judge:
    """Expectations of one testee: its handshake, the profile of its record, and the severities of the rules."""

    def __init__(self, rules, testee=None, profile="both"):
        self.severity = {rule["name"]: rule["severity"] for rule in rules}
        self.testee, self.profile = testee or CONTAINER, profile
        self.structural, self.undecodable = tables.structural_rules(), tables.undecodable_rules()

    def supported(self, rule):
        return (rule == "header.big-endian" and "big" in self.testee["byte_orders"]
                or rule == "header.version-1" and 1 in self.testee["versions"]
                or rule == "header.version-2" and 2 in self.testee["versions"])

    def verdict_of_rule(self, rule):
        """refuse, either (authorities differ) or None (the rule does not concern this testee)."""
        errors = {profile: severity == "error" for profile, severity in self.severity[rule].items()}
        if self.testee["judges"] == "model":
            return "refuse" if errors["default"] and errors["ggml"] else None
        if rule not in self.structural or self.supported(rule):
            return None
        if self.structural[rule][1] == "data" and self.testee.get("reads") != "data":
            return None
        if self.profile != "both":
            return "refuse" if errors[self.profile] else None
        if errors["spec"] and errors["ggml"]:
            return "refuse"
        return "either" if errors["spec"] or errors["ggml"] else None

    def of(self, case):
        """The expectation of a case of the manifest."""
        found = [case["rule"]] if "rule" in case else []
        verdicts = [(rule, self.verdict_of_rule(rule)) for rule in found + [also["rule"] for also in case["also"]]]
        refused = [rule for rule, verdict in verdicts if verdict == "refuse"]
        if refused:
            return Expectation("refuse", False, any(rule in self.undecodable for rule in refused))
        disputed = any(verdict == "either" for _, verdict in verdicts)
        free = disputed or self.testee["judges"] == "model"
        return Expectation("either" if free else "take", disputed, False)


def belongs(expectation, outcome):
    """The letters of the levels that a case belongs to, given what came of it."""
    asked = outcome != "unsupported"
    return "".join(letter for letter, holds in (
        ("r", asked or expectation.wanted == "either"), ("f", asked and expectation.wanted == "take"),
        ("s", asked and expectation.safe), ("t", asked and expectation.wanted == "refuse")) if holds)
