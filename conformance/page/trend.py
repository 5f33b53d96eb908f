# Releases of one reader: what each newer one mended and what it broke, as gguf-certify --compare tells it.
#
# Told a second time on purpose, like the expectations: the tests hold one against the other.
import re

import tables

RIGHT = {"agree", "disputed"}
FAILURES = {name for name in tables.outcomes() if name not in tables.NOT_FAILURES}
DEATHS = {outcome.name for outcome in tables.outcomes().values() if "r" in outcome.costs}
CHANGES = ("broke", "mended", "otherwise")


def version_key(version):
    """Numbers in a version compare as numbers: v0.9 before v0.28."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", version) if part]


def reader_of(record):
    """Whose release a record is of, asked in one manner."""
    return record["testee"]["name"], record.get("direction", "read"), record["profile"], record["large"]


def releases(records):
    """The records of each reader with several, older releases first."""
    by_reader = {}
    for record in records:
        by_reader.setdefault(reader_of(record), []).append(record)
    for same in by_reader.values():
        if len(same) > 1:
            yield sorted(same, key=lambda record: version_key(record["testee"]["version"]))


def kind_of(older, newer):
    """One of CHANGES, or None: it is right in both, or fails in both alike."""
    if older == newer or {older, newer} <= RIGHT:
        return None
    if older in RIGHT and newer in FAILURES or newer in DEATHS and older not in DEATHS:
        return "broke"
    return "mended" if older in FAILURES and newer in RIGHT else "otherwise"


def changes(older, newer, cases):
    """What the newer record makes of the cases otherwise than the older one, which may be of another corpus."""
    same_corpus = older["corpus"] == newer["corpus"]
    told = {"reader": newer["testee"]["name"], "older": older["testee"]["version"], "newer": newer["testee"]["version"],
            "same_corpus": same_corpus, "as_before": 0, "not_told": 0, **{kind: [] for kind in CHANGES}}
    for case in cases:
        if "large" in case["flags"] and not newer["large"]:
            continue
        now = newer["cases"].get(case["id"], ["agree"])[0]
        then = older["cases"].get(case["id"], ["agree"] if same_corpus else [None])[0]
        if then is None:
            told["not_told"] += now in FAILURES
        elif kind := kind_of(then, now):
            told[kind].append((case["id"], then, now))
        else:
            told["as_before"] += now in FAILURES
    return told


def trend(records, digest, cases):
    """For each release that was given this corpus and has an older one: what it changed."""
    for same in releases(records):
        for older, newer in zip(same, same[1:]):
            if newer["corpus"] == digest:
                yield changes(older, newer, cases)
