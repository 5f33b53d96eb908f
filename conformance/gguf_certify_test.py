#!/usr/bin/env python3
# gguf-certify as its users see it: readers of one line that take, refuse, crash, hang and ask for too much; testees that
# speak the protocol and lie in one member; lists, records, parts. What is right to expect comes from the corpus'
# manifest and from what each reader was made to do.
import json
import os
import socket
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "validator"))
from commands import BIN, CommandTest, Run, main  # noqa: E402

TESTEES = Path(__file__).parent / "testees"
ONE = "layout/offset-unaligned"  # invalid, and decodable
VALID = "layout/offset-aligned"
TWO = "alignment/16"  # valid, with two pairs and two tensors
FLOATS = "roles/projector"  # valid, with a float32 that a double tells otherwise

# A testee that says what gguf-layout says, but for what the test makes it do.
TESTEE = """
import json, os, subprocess, sys
def dump(path):
    run = subprocess.run([{layout!r}, "--json", "--sha256", path], capture_output=True)
    return json.loads(run.stdout) if run.returncode == 0 else None
for line in sys.stdin:
    ask = json.loads(line)
    if ask["command"] == "stop": break
    if ask["command"] == "start":
        print(json.dumps(dict({{"protocol": 1, "name": "t", "version": "1", "language": "", "reads": "data"}}, **{hello})), flush=True)
        continue
    id, told = ask["id"], dump(ask["file"])
    answer = {{"id": id, "accepted": told}} if told else {{"id": id, "refused": "no"}}
{body}
    print(json.dumps(answer), flush=True)
"""


def certify(*arguments, **options):
    return Run("gguf-certify", *arguments, **options)


class Certify(CommandTest):
    def outcomes(self, *arguments):
        """The record's cases that are not as they should be, and the run."""
        run = certify("--format", "json", *arguments)
        self.assertIn(run.code, (0, 1), run.err)
        return json.loads(run.out)["cases"], run

    def program(self, body="", hello="{}"):
        code = TESTEE.format(layout=str(BIN.resolve() / "gguf-layout"), hello=hello,
                             body="\n".join("    " + line for line in body.splitlines()))
        return f"{sys.executable} {self.file('testee.py', code.encode())}"


class Readers(Certify):
    def one(self, command, *options):
        cases, _ = self.outcomes("--reader", ": {file}; " + command, "--case", ONE, *options)
        return cases.get(ONE, ["agree", ""])

    def test_what_an_exit_status_means(self):
        self.assertEqual("accepted-invalid", self.one("exit 0")[0])
        self.assertEqual("agree", self.one("exit 1")[0])
        self.assertEqual("agree", self.one("exit 255")[0])
        for name, number in (("SEGV", 11), ("ABRT", 6), ("KILL", 9)):
            outcome, detail = self.one(f"kill -{name} $$")
            self.assertEqual("crash", outcome)
            self.assertRegex(detail, f"^signal {number} ")
        self.assertEqual("crash", self.one("sh -c 'kill -SEGV $$'; exit $?")[0], "told by a shell as 139")

    def test_a_hang(self):
        self.assertEqual("hang", self.one("sleep 60", "--timeout", "1")[0])
        self.assertEqual("hang", self.one("while :; do :; done", "--timeout", "1")[0])
        self.assertEqual("hang", self.one("while sleep 0.2; do echo still here; done", "--timeout", "1")[0])
        self.assertEqual("hang", self.one("exec >&-; sleep 60", "--timeout", "1")[0])

    def test_memory(self):
        take = f"{sys.executable} -c 'b = bytearray(300 << 20)'"
        self.assertEqual("accepted-invalid", self.one(take, "--memory", "2000")[0], "it fits")
        self.assertEqual("agree", self.one(take, "--memory", "200")[0], "it refuses: an exit status of 1")
        self.assertEqual("over-allocation", self.one("echo std::bad_alloc >&2; kill -ABRT $$")[0])

    def test_the_sandbox(self):
        told = self.folder / "told"
        self.one(f"env > {told}; pwd >> {told}; ls -A >> {told}; ulimit -f >> {told}", "--env", "MINE=1")
        lines = told.read_text().splitlines()
        self.assertEqual({"PATH", "HOME", "TMPDIR", "PWD", "MINE"}, {line.split("=")[0] for line in lines if "=" in line})
        folder = next(line for line in lines if line.startswith("/"))
        self.assertFalse(Path(folder).exists(), "it goes with the run")
        self.assertEqual([folder, str((1 << 30) // 512)], lines[-2:], "an empty folder, and files of a gibibyte")

    def test_what_it_leaves_running_is_ended(self):
        told = self.folder / "told"
        self.one(f"sleep 300 & echo $! > {told}")
        process = Path("/proc") / told.read_text().strip()
        for _ in range(50):
            if not process.exists() or "Z" in (process / "stat").read_text():
                return
            time.sleep(0.1)
        self.fail("it still runs")

    def test_no_network(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            command = f"{sys.executable} -c 'import socket; socket.create_connection((\"127.0.0.1\", {port}), 2)'"
            run = certify("--format", "json", "--reader", ": {file}; " + command, "--case", ONE)
        record = json.loads(run.out)
        reached = ONE in record["cases"]
        self.assertEqual("none" if not reached else "not taken away", record["network"])

    def test_a_case_that_cannot_be_written(self):
        """A full disk is no fault of the testee's, and no case that passes."""
        no_room = ("bash", "-c", """trap '' XFSZ; ulimit -f 0; exec "$0" "$@" """)
        run = certify("--reader", ": {file}; exit 1", "--case", ONE, wrapper=no_room)
        self.assertEqual(2, run.code)
        self.assertRegex(run.err.decode(), f"the file of {ONE} cannot be written: .*File too large")

    def test_options_that_would_ask_nothing(self):
        """A slip in a filter or a command must not look like a pass."""
        reader = ("--reader", "true {file}")
        for arguments in ((*reader, "--case", "nomatch/*"), (*reader, "--rule", "nosuch.*"), (*reader, "--flag", "nosuch"),
                          ("--reader", "cat"), (*reader, "--timeout", "0"), (*reader, "--timeout", "99999999999"),
                          (*reader, "--memory", "99999999999999999"), (*reader, "--env", "FOO")):
            self.assertEqual(2, certify(*arguments).code, arguments)

    def test_no_such_program(self):
        for command in ("nosuchprogram {file}", "./nosuch {file}"):
            run = certify("--reader", command)
            self.assertEqual(2, run.code)
            self.assertRegex(run.err.decode(), r"not found.*\{here\}")
        self.file("taker", b"#!/bin/sh\nexit 0\n").chmod(0o755)
        cases = certify("--reader", "./taker {file}", "--case", ONE, "--format", "json", cwd=self.folder)
        self.assertIn(ONE, json.loads(cases.out)["cases"], "a relative path starts where the user is")

    def test_levels(self):
        self.assertEqual(0, certify("--reader", ": {file}; exit 0").code, "takes all, never dies: Robust and Faithful by verdict")
        self.assertEqual(1, certify("--reader", ": {file}; exit 0", "--level", "safe").code)
        self.assertEqual(1, certify("--reader", ": {file}; exit 1").code)
        run = certify("--reader", ": {file}; exit 1", "--level", "Robust,Safe,strict")
        self.assertEqual(0, run.code)
        self.assertRegex(run.out.decode(), r"(?m)^  Strict +reached, \d+ cases$")
        self.assertEqual(2, certify("--reader", ": {file}; exit 0", "--level", "saef").code)

    def test_profiles(self):
        # Alignment 24: valid to the document, invalid to the reference reader.
        case = ("--case", "alignment/24", "--reader", ": {file}; exit 0")
        self.assertEqual({"alignment/24": ["disputed", "accepted"]}, self.outcomes(*case)[0])
        self.assertEqual({}, self.outcomes(*case, "--profile", "spec")[0])
        self.assertEqual("accepted-invalid", self.outcomes(*case, "--profile", "ggml")[0]["alignment/24"][0])

    def test_verdicts(self):
        """Of one invalid file, one valid one, and one that is disputed: alignment 24."""
        cases = ("--case", ONE, "--case", VALID, "--case", "alignment/24")
        for command, counts, precision, recall in (("exit 1", (1, 1, 0, 0), 0.5, 1), ("exit 0", (0, 0, 1, 1), None, 0),
                                                   ("kill -9 $$", (0, 0, 0, 0), None, 0)):
            told = json.loads(certify("--reader", ": {file}; " + command, *cases, "--format", "json").out)["verdicts"]
            names = ("true_positives", "false_positives", "true_negatives", "false_negatives")
            self.assertEqual({"invalid": 1, "valid": 1, **dict(zip(names, counts)), "precision": precision, "recall": recall}, told)
        said = certify("--reader", ": {file}; exit 1", *cases).out.decode()
        self.assertIn("\n  refused 1 of 1 invalid files, and 1 of 1 valid ones; precision 0.500; recall 1.000\n", said)
        self.assertNotIn("precision", certify("--reader", ": {file}; exit 0", *cases).out.decode())
        self.assertNotIn("precision", certify("--reader", ": {file}; exit 1", "--case", ONE).out.decode(), "nothing valid was given")

    def test_verdicts_of_who_tells_more(self):
        run = certify("--testee", f"{TESTEES}/minimal/run /nowhere", "--case", ONE)
        self.assertNotIn("recall", run.out.decode())


class Protocol(Certify):
    def run_one(self, body, case=VALID, hello="{}"):
        cases, _ = self.outcomes("--testee", self.program(body, hello), "--case", case)
        return cases.get(case, ["agree", ""])

    def test_agreement_and_each_lie(self):
        self.assertEqual("agree", self.run_one("")[0])
        lies = {"version": "answer['accepted']['version'] = 2",
                "data_offset": "answer['accepted']['data_offset'] = '0'",
                "alignment": "answer['accepted']['alignment'] = 1",
                "endian": "answer['accepted']['endian'] = 'big'",
                "metadata[0].key": "answer['accepted']['metadata'][0]['key'] += 'x'",
                "metadata[0].value": "answer['accepted']['metadata'][0]['value'] = {'u8': 1}",
                "tensors[1].absolute_offset": "answer['accepted']['tensors'][1]['absolute_offset'] = '1'",
                "tensors[0].dimensions": "answer['accepted']['tensors'][0]['dimensions'].reverse(); "
                                         "answer['accepted']['tensors'][0]['dimensions'].append('1')",
                "tensors[0].sha256": "answer['accepted']['tensors'][0]['sha256'] = '0' * 64",
                "tensors[0].size": "del answer['accepted']['tensors'][0]['size']",
                "tensors": "answer['accepted']['tensors'].pop()"}
        for place, body in lies.items():
            outcome, detail = self.run_one(body)
            self.assertEqual("wrong-value", outcome, place)
            self.assertEqual(place, detail.split(":")[0])

    def test_what_is_omitted_is_not_compared(self):
        body = "for t in answer['accepted']['tensors']: del t['sha256']"
        self.assertEqual("wrong-value", self.run_one(body)[0])
        self.assertEqual("agree", self.run_one(body, hello="{'omits': ['sha256']}")[0])

    def test_a_reader_without_order(self):
        for part, order in (("metadata", "order"), ("tensors", "tensor_order")):
            body = f"answer['accepted']['{part}'].reverse()"
            fewer = body + f"; answer['accepted']['{part}'].pop()"
            omitting = f"{{'omits': ['{order}']}}"
            self.assertEqual("wrong-value", self.run_one(body, TWO)[0])
            self.assertEqual("agree", self.run_one(body, TWO, omitting)[0])
            self.assertEqual("wrong-value", self.run_one(fewer, TWO, omitting)[0])

    def test_a_float32_by_its_shortest_digits(self):
        body = ("import struct\n"
                "for p in answer['accepted']['metadata']:\n"
                "    (kind, v), = p['value'].items()\n"
                "    if kind != 'f32': continue\n"
                "    p['value'] = {{'any': float('%.9g' % struct.unpack('>f', bytes.fromhex(v))[0]) + {}}}")
        for added, outcome in ((0, "agree"), (1, "wrong-value")):
            told = self.run_one(body.format(added), case=FLOATS, hello="{'omits': ['value_types']}")
            self.assertEqual(outcome, told[0], told)

    def test_untyped_values(self):
        body = ("for p in answer['accepted']['metadata']:\n"
                "    (kind, v), = p['value'].items()\n"
                "    p['value'] = {'any': v}")
        self.assertEqual("agree", self.run_one(body, hello="{'omits': ['value_types']}")[0])
        self.assertEqual("wrong-value", self.run_one(body)[0])
        self.assertEqual("wrong-value", self.run_one(body + "\n    p['value'] = {'any': 'no'}",
                                                     hello="{'omits': ['value_types']}")[0])

    def test_a_crash_costs_one_case(self):
        testee = self.program(f"if id == '{VALID}': os.abort()")
        cases, _ = self.outcomes("--testee", testee, "--case", "layout/o*", "--jobs", "1")
        self.assertEqual([VALID], [id for id, row in cases.items() if row[0] == "crash"])
        self.assertRegex(cases[VALID][1], "signal 6")

    def test_words_belong_to_one_question(self):
        """What a reader said of a file that it survived does not explain how it ends on the next."""
        body = f"if id == '{VALID}': os.abort()\nprint('std::bad_alloc', file=sys.stderr, flush=True)"
        cases, _ = self.outcomes("--testee", self.program(body), "--case", VALID, "--case", "layout/gap*", "--jobs", "1")
        self.assertEqual(["crash", "signal 6 (Aborted)"], cases[VALID])

    def test_each_answer_has_time_of_its_own(self):
        """Through a shell that stays between, too: half a second each, and one second allowed."""
        body = "import time\nend = time.process_time() + 0.5\nwhile time.process_time() < end: pass"
        cases, _ = self.outcomes("--testee", self.program(body) + "; true", "--case", "layout/o*", "--jobs", "1", "--timeout", "1")
        self.assertEqual([], [id for id, row in cases.items() if row[0] in ("hang", "crash")])

    def test_other_answers(self):
        self.assertEqual(["unsupported", "not today"], self.run_one("answer = {'id': id, 'skipped': 'not today'}"))
        self.assertEqual("crash", self.run_one("answer = {'id': 'other', 'refused': 'x'}")[0])
        self.assertEqual("crash", self.run_one("print('hello', flush=True)")[0])
        self.assertEqual("crash", self.run_one("sys.exit(0)")[0], "silence is no answer")
        early = "answer = {'id': id, 'refused': 'x', 'stage': 'header'}"
        self.assertEqual("wrong-stage", self.run_one(early, case=ONE)[0])
        self.assertEqual("agree", self.run_one(early.replace("header", "tensors"), case=ONE)[0])
        self.assertEqual("refused-valid", self.run_one(early)[0])

    def test_answers_that_break_the_protocol(self):
        """Deep ones end nobody's stack; ambiguous ones and words that are no text are none."""
        deep = "answer = {'id': id, 'accepted': 0}; print(json.dumps(answer).replace('0}', '[' * 100000 + ']' * 100000 + '}'), flush=True); continue"
        for body in (deep, "answer = {'id': id, 'refused': 5}", "answer['refused'] = 'both'", "answer = {'id': id, 'refused': 'x', 'stage': 4}"):
            outcome, detail = self.run_one(body)
            self.assertEqual("crash", outcome, body)
            self.assertRegex(detail, "protocol does not know")

    def test_starts_that_break_the_protocol(self):
        for hello, what in (("{'omits': ['sha']}", "omits"), ("{'omits': 'sha256'}", "omits"), ("{'versions': '3'}", "versions"),
                            ("{'byte_orders': ['middle']}", "byte_orders"), ("{'writes': 'yes'}", "writes"),
                            ("{'judges': 'x'}", "judges"), ("{'language': 4}", "language")):
            run = certify("--testee", self.program(hello=hello), "--case", VALID)
            self.assertEqual(2, run.code, hello)
            self.assertRegex(run.err.decode(), f"the answer to start: {what} must be")

    def test_who_supports_nothing_reaches_nothing(self):
        self.assertEqual(1, certify("--testee", self.program("answer = {'id': id, 'skipped': 'no'}"), "--case", VALID).code)

    def test_no_start(self):
        for hello in ("{'protocol': 2}", "{'name': ''}", "{'reads': 'all'}"):
            self.assertEqual(2, certify("--testee", self.program(hello=hello)).code, hello)
        self.assertEqual(2, certify("--testee", "echo no").code)

    def test_messages_fit_their_schemas(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        folder = Path(__file__).parent / "protocol"
        check = {path.name.split(".")[0]: jsonschema.Draft202012Validator(json.loads(path.read_text()))
                 for path in folder.glob("*.schema.json")}
        log = self.folder / "log"
        tee = f"tee -a {log}.in | {TESTEES}/minimal/run /nowhere | tee -a {log}.out"
        self.assertEqual(0, certify("--testee", tee, "--case", "layout/*", "--jobs", "1").code)
        asked = [json.loads(line) for line in Path(f"{log}.in").read_text().splitlines()]
        told = [json.loads(line) for line in Path(f"{log}.out").read_text().splitlines()]
        self.assertGreater(len(told), 20)
        for message in asked:
            check[message["command"]].validate(message)
        for message in told:
            check["started" if "protocol" in message else "read_answer"].validate(message)
            self.assertFalse(check["stop"].is_valid(message))


class Lists(Certify):
    def test_lists_cannot_go_stale(self):
        known = self.folder / "known.txt"
        base = ("--reader", ": {file}; exit 0", "--case", "layout/*")
        known.write_text("# what we know\n")
        self.assertEqual(1, certify(*base, "--expected", known).code, "unlisted")
        run = certify("--reader", ": {file}; exit 0", "--expected", known, "--fix")
        self.assertEqual((0, b""), (run.code, run.err))
        text = known.read_text()
        self.assertTrue(text.startswith("# what we know\n"))
        self.assertIn(f"accepted-invalid {ONE}: layout.offset-unaligned: ", text)
        self.assertEqual(0, certify(*base, "--expected", known).code)
        for change, said in ((text.replace(f"accepted-invalid {ONE}", f"crash {ONE}"), "listed as crash: accepted-invalid"),
                             (text + f"hang {VALID}: slow\n", "listed as hang, and passes"),
                             (text.replace(f"accepted-invalid {ONE}", "# gone"), "not listed: accepted-invalid")):
            known.write_text(change)
            run = certify(*base, "--expected", known)
            self.assertEqual(1, run.code, said)
            self.assertIn(said, run.out.decode())
        known.write_text(text + "crash no/such: why\n")
        self.assertIn("no case of the corpus: no/such", certify("--reader", ": {file}; exit 0", "--expected", known).out.decode())

    def test_a_reason_is_kept_and_filters_fix_nothing(self):
        known = self.file("known.txt", f"accepted-invalid {ONE}: does not look at offsets\n".encode())
        self.assertEqual(2, certify("--reader", ": {file}; exit 0", "--case", ONE, "--expected", known, "--fix").code)
        self.assertEqual(1, len(known.read_text().splitlines()))
        certify("--reader", ": {file}; exit 0", "--expected", known, "--fix")
        self.assertIn(f"accepted-invalid {ONE}: does not look at offsets\n", known.read_text())

    def test_lines_that_are_none(self):
        for line in ("crash layout/x", "agree layout/x: why", "sometimes layout/x: why", f"crash {ONE}: a\nhang {ONE}: b"):
            known = self.file("known.txt", line.encode() + b"\n")
            run = certify("--reader", ": {file}; exit 0", "--case", ONE, "--expected", known)
            self.assertEqual(2, run.code, line)
            self.assertIn(b"line ", run.err)


class Records(Certify):
    @classmethod
    def setUpClass(cls):
        cls.command = ("--reader", "head -c 4 {file} | grep -q GGUF", "--name", "greeter", "--reader-version", "1.5")

    def record(self, name, *options):
        path = self.folder / name
        certify(*self.command, "--record", path, *options, env={"SOURCE_DATE_EPOCH": "86400"})
        return path

    def test_a_certificate(self):
        path = self.record("whole.json", "--badge", self.folder / "badge.json")
        self.assertEqual("1970-01-02", json.loads(path.read_text())["date"])
        run = certify("--verify", path)
        self.assertEqual(0, run.code)
        self.assertRegex(run.out.decode(), r"greeter 1\.5, suite .*, 1970-01-02, levels: Robust, Faithful$")
        badge = json.loads((self.folder / "badge.json").read_text())
        self.assertEqual((1, "ggufproof", "Robust, Faithful"), (badge["schemaVersion"], badge["label"], badge["message"]))
        text = path.read_text()
        for change in (text.replace('"greeter"', '"groeter"'), text.replace("accepted-invalid", "agree", 1), text[:-30], ""):
            self.assertEqual(1, certify("--verify", self.file("other.json", change.encode())).code)

    def test_parts_come_to_the_whole(self):
        whole = json.loads(self.record("whole.json").read_text())
        parts = [self.record(f"{i}.json", "--part", f"{i}/3") for i in (1, 2, 3)]
        self.assertEqual(len(whole["cases"]), sum(len(json.loads(part.read_text())["cases"]) for part in parts))
        merged = self.folder / "merged.json"
        certify("--merge", parts[2], parts[0], parts[1], "--record", merged)
        self.assertEqual(whole, json.loads(merged.read_text()))
        for some in (parts[:2], [parts[0], parts[0], parts[1]]):
            self.assertEqual(2, certify("--merge", *some).code)
        self.assertEqual(2, certify(*self.command, "--part", "4/3").code)

    def test_a_filtered_run_is_no_certificate(self):
        self.assertEqual(1, certify("--verify", self.record("some.json", "--case", "layout/*")).code)

    def test_junit(self):
        run = certify(*self.command, "--case", "layout/*", "--format", "junit")
        suite = ElementTree.fromstring(run.out)
        self.assertEqual(len(suite.findall("testcase")), int(suite.get("tests")))
        failed = {case.get("name") for case in suite.findall("testcase") if case.find("failure") is not None}
        self.assertEqual(len(failed), int(suite.get("failures")))
        self.assertIn(ONE, failed)
        self.assertNotIn(VALID, failed)

    def test_selection(self):
        run = certify("--reader", ": {file}; exit 1", "--rule", "layout.offset-unaligned", "--format", "junit")
        names = {case.get("name") for case in ElementTree.fromstring(run.out)}
        self.assertIn(ONE, names)
        self.assertNotIn(VALID, names)
        strict = json.loads(certify("--reader", ": {file}; exit 0", "--only", "strict", "--format", "json").out)
        self.assertEqual({"accepted-invalid"}, {row[0] for row in strict["cases"].values()})
        self.assertEqual(strict["levels"]["Strict"]["cases"], len(strict["cases"]))


if __name__ == "__main__":
    main()
