# The table of known defects, defects.json, for the programs beside it: what it says, and how the release of a defect is asked.
import json
import os
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BIN = Path(os.environ.get("GGUFPROOF_BIN", ROOT / "build/release/bin"))
FETCHED = Path(os.environ.get("GGUFPROOF_FETCHED", ROOT / ".cache/fetched"))
RESULTS, README = HERE / "results.json", HERE / "README.md"
BEGIN, END = "<!-- results, by run -->\n", "<!-- end of results -->"
DEATHS = ("crash", "hang", "over-allocation")


def load():
    """The defects, each as a dict: id, release, kind (a name of conformance/outcomes.def), case, what, links, and where there is
    one says (part of the reader's last words), cve, mended (the first release seen to be right) and newer (the one that is asked)."""
    return json.loads((HERE / "defects.json").read_text())


def cases():
    """The entries of the corpus' manifests, by id."""
    return {case["id"]: case for path in (ROOT / "corpus").rglob("manifest.json") for case in json.loads(path.read_text())["cases"]}


def program(release):
    """The folder of the testee that reads for TESTEE@VERSION, or for TESTEE as it ships."""
    testee = release.partition("@")[0]
    shipped = ROOT / "conformance/testees" / testee
    return shipped if shipped.is_dir() else HERE / testee


def installed(release):
    """Where `install`, or that of conformance/testees, puts a release."""
    return FETCHED / ("rediscovery" if "@" in release else "testees") / release


def testee(release):
    """The options with which gguf-certify and gguf-hunt ask a release."""
    return ["--testee", f"{program(release)}/run {installed(release)}", "--env", f"GGUFPROOF_BIN={BIN}"]


def same(defect, kind, said):
    """Whether a failure of this kind, with these last words, is what the defect's witness shows."""
    return kind == defect["kind"] and defect.get("says", "") in said


def rules(defect):
    """The rules that a file breaks which shows the defect: that of its witness, and those listed beside it; None is a valid file."""
    return {cases()[defect["case"]].get("rule"), *defect.get("rules", [])}


def save(results):
    """Writes results.json, and the table of it into README.md."""
    RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    page = README.read_text()
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(before + BEGIN + "\n" + markdown(results) + END + after)


def seconds(found):
    """A time in the table."""
    return "-" if found is None else f"{found:.1f}"


def markdown(results):
    """The table of the results: a row a defect, seconds until it was found; then the sums."""
    rows, found = [], {"fields": 0, "bytes": 0}
    for measured in results["releases"]:
        for defect in measured["hunts"]["fields"]["defects"]:
            times = {mutator: hunt["defects"][defect] for mutator, hunt in measured["hunts"].items()}
            for mutator, time in times.items():
                found[mutator] += time is not None
            rows.append(f"| `{measured['release']}` | {defect} | {seconds(times['fields'])} | {seconds(times['bytes'])} |\n")
    files = {mutator: sum(it["hunts"][mutator]["files"] for it in results["releases"]) for mutator in found}
    return (f"One run with `--for {results['for']} --seed {results['seed']}`:\n\n| release | defect | our generators | plain bytes |\n|---|---|---:|---:|\n" + "".join(rows) +
            f"| | found, of {len(rows)} | {found['fields']} | {found['bytes']} |\n" +
            f"| | files given | {files['fields']} | {files['bytes']} |\n")
