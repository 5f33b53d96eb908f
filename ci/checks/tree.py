# What the checks share: which files belong to the project, C++ without its comments and strings, and
# how a check reports. Files are what git tracks or would track, so build output is never looked at.
# Each check is `main(find)` over a function that yields its faults as "path:line: text".
import re
import subprocess
import sys
from pathlib import Path

CPP = (".h", ".cc", ".def")
SKIPPED = 77  # what ci/test counts as skipped: a tool of the check is not there

_TOKENS = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+'""",
    re.DOTALL | re.VERBOSE,
)
# A quote between digits (1'000'000) separates them and opens nothing.
_DIGIT_QUOTE = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")


def project_files(root):
    """Paths of the project's files below root, relative to it, sorted."""
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, stdout=subprocess.PIPE,
    ).stdout.decode()
    return sorted(path for path in set(listing.split("\0")) if path and (root / path).is_file())


def is_script(root, path):
    """True for a file that names its interpreter in the first line."""
    with open(root / path, "rb") as file:
        return file.read(2) == b"#!"


def bare_code(text):
    """C++ text with comments and the contents of strings blanked, line numbers kept."""
    text = _DIGIT_QUOTE.sub(" ", text)
    return _TOKENS.sub(lambda found: " " + "\n" * found.group().count("\n"), text)


def main(find):
    """Run find(root) over the tree named on the command line, else ours; exit 1 if it yields a fault."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    faults = list(find(root))
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)
