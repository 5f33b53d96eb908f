# Refusals as findings: how good a validator a reader makes, which refuses what is invalid and nothing else.
# What is disputed or was not asked is left out; a file on which the reader died is in none of the four counts.
from collections import Counter

COUNTED = {  # (wanted, outcome) -> the count it goes to
    ("refuse", "agree"): "true_positives", ("refuse", "wrong-stage"): "true_positives",
    ("refuse", "accepted-invalid"): "false_negatives", ("take", "refused-valid"): "false_positives",
    ("take", "agree"): "true_negatives", ("take", "wrong-value"): "true_negatives",
}


def share(part, whole):
    return part / whole if whole else None


def verdicts(given):
    """As a record's verdicts, of (wanted, outcome) of each case that was given."""
    asked = [pair for pair in given if pair[1] != "unsupported"]
    files, counts = Counter(wanted for wanted, _ in asked), Counter(COUNTED.get(pair) for pair in asked)
    right, wrong = counts["true_positives"], counts["false_positives"]
    return {
        "invalid": files["refuse"], "valid": files["take"],
        **{name: counts[name] for name in ("true_positives", "false_positives", "true_negatives", "false_negatives")},
        "precision": share(right, right + wrong) if files["take"] else None, "recall": share(right, files["refuse"]),
    }
