"""Tests of the runner: python3 -m unittest discover runners"""
import contextlib, io, json, os, struct, sys, tempfile, unittest

import wgsl_suite as suite

HEADER = {"schema": 1, "suite": "0", "editions": [], "programs": 0, "sections": {}, "rules": [
    {"id": "a.rule", "statement": "", "anchor": "x", "title": "", "testable": "both-ways"}]}

# Rejects programs with the word "bad", crashes on "crash", hangs on "hang", and doubles the only buffer of a run.
SERVER = r'''
import base64, json, sys, time
for line in sys.stdin:
    it = json.loads(line)
    if "crash" in it["wgsl"]: print("stack overflow", file=sys.stderr); sys.exit(3)
    if "hang" in it["wgsl"]: time.sleep(60)
    answer = {"id": it["id"], "ok": "bad" not in it["wgsl"]}
    if "lacking" in it["wgsl"] or (it["op"] == "pipeline" and "module" in it["wgsl"]) or (it["op"] == "run" and "judge" in it["wgsl"]):
        answer = {"id": it["id"], "ok": False, "error": {"stage": "unsupported", "message": "no"}}
    elif it["op"] == "run":
        data = base64.b64decode(it["bindings"][0]["data_base64"])
        answer["bindings"] = [{"group": 0, "binding": 1, "data_base64": base64.b64encode(bytes(2 * byte for byte in data)).decode()}]
    elif not answer["ok"]:
        answer["diagnostics"] = [{"line": 1, "message": "it is bad"}]
    print("noise"); print(json.dumps(answer), flush=True)
'''


def program(name, wgsl, verdict="accept", **members):
    case = name.split("::")[0]
    return {"name": name, "case": case, "about": "", "section": "x", "generated": False, "edition": "current", "needs": [],
            "phase": "shader-creation", "verdict": verdict, "marks": [{"severity": "error", "code": "c", "line": 1, "column": 1}],
            "rules": ["a.rule"], "wgsl": wgsl, **members}


def dispatch(name, wgsl, expected):
    return program(name, wgsl, phase="execution", stages=[{"stage": "compute"}],
                   run={"workgroups": [1, 1, 1], "bindings": [{"group": 0, "binding": 1, "kind": "storage", "data_base64": "AQI="}]},
                   expect={"buffers": [{"group": 0, "binding": 1, "rest": "unchanged", "words": [{"at": 0, "type": "u8", "is": expected}]}]})


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run_suite(self, programs, *words, command=None):
        """The exit status, what is printed, and the results."""
        path = self.write("suite.jsonl", "".join(json.dumps(it) + "\n" for it in [HEADER, *programs]))
        out = os.path.join(self.folder, "out.json")
        command = command or f"{sys.executable} {self.write('server.py', SERVER)}"
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            status = suite.main([path, "--command", command, "--out", out, "--jobs", "2", *words])
        with open(out, encoding="utf-8") as file:
            return status, printed.getvalue(), json.load(file)

    def statuses(self, results):
        return {f"{case['name']}::{it['name']}": it["outcomes"]["mine"]["status"] for case in results["cases"] for it in case["programs"]}


class Values(unittest.TestCase):
    def test_types_are_ordered(self):
        floats = [-float("inf"), -1.5, -0.0, 1e-45, 1.0, float("inf")]
        orders = [suite.order("f32", struct.unpack("<I", struct.pack("<f", it))[0]) for it in floats]
        self.assertEqual(orders, sorted(orders))
        self.assertEqual(suite.order("f32", 0x80000000), suite.order("f32", 0))
        self.assertIsNone(suite.order("f16", 0x7C01))
        self.assertIsNone(suite.order("ufloat11", (31 << 6) + 1))
        self.assertEqual([suite.order("srgb8", it) for it in (0x7F, 0x80, 0xFF)], [0x7F, 0x80, 0xFF])
        self.assertEqual([suite.order("i8", it) for it in (0x80, 0xFF, 1)], [-128, -1, 1])
        self.assertEqual(suite.order("snorm8", 0x80), suite.order("snorm8", 0x81))

    def test_allowed_values(self):
        met = lambda allowed, bits: suite.is_allowed("f32", allowed, bits)
        self.assertTrue(met("any", 0x7FC00000) and met("nan", 0x7FC00000) and not met("nan", 0))
        self.assertTrue(met(0, 0x80000000) and not met({"bits": 0}, 0x80000000))
        between = {"from": 0xBF800000, "to": 0x3F800000}
        self.assertTrue(met(between, 0) and met(between, 0xBF800000) and not met(between, 0x3F800001) and not met(between, 0x7FC00000))
        self.assertTrue(met({"one_of": ["nan", 7]}, 7) and not met({"one_of": []}, 7))

    def test_runs_stand_for_several(self):
        self.assertEqual(list(suite.values([1, ["any", 2], {"bits": 3}])), [1, "any", "any", {"bits": 3}])

    def test_buffers(self):
        expected = {"words": [{"at": 2, "type": "u16", "is": [7, "any"]}], "rest": "unchanged"}
        self.assertIsNone(suite.difference_in_buffer(expected, bytes(8), b"\0\0\7\0\1\1\0\0"))
        self.assertIn("u16 at byte 2", suite.difference_in_buffer(expected, bytes(8), bytes(8)))
        self.assertIn("byte 7", suite.difference_in_buffer(expected, bytes(8), b"\0\0\7\0\1\1\0\1"))
        self.assertIn("at byte 4", suite.difference_in_buffer(expected, bytes(4), b"\0\0\7\0"))

    def test_texels(self):
        channels = [{"shift": 0, "type": "u10"}, {"shift": 30, "type": "u2"}]
        expected = {"texel_bytes": 4, "channels": channels, "is": [1023, 3, "any", 0]}
        texel = lambda low, high: struct.pack("<I", low | high << 30)
        self.assertIsNone(suite.difference_in_texels(expected, texel(1023, 3) + texel(9, 0)))
        self.assertIn("texel 1, u2", suite.difference_in_texels(expected, texel(1023, 3) + texel(9, 1)))


    def test_attachments(self):
        texels = lambda number: {"texel_bytes": 1, "channels": [{"shift": 0, "type": "u8"}], "is": [number]}
        expect = {"targets": [None, texels(2)], "stencil": texels(1)}
        drawn = {"draw": {"multisample": {"count": 1}, "bindings": []}, "expect": expect}
        answer = {"targets": [None, {"data_base64": "Ag=="}], "stencil_base64": "AQ=="}
        self.assertIsNone(suite.difference(drawn, answer))
        self.assertIn("target 1: texel 0", suite.difference(drawn, {**answer, "targets": [None, {"data_base64": "AQ=="}]}))
        self.assertIn("target 1: texel 0", suite.difference(drawn, {"stencil_base64": "AQ=="}))
        self.assertIn("stencil: texel 0", suite.difference(drawn, {**answer, "stencil_base64": "Ag=="}))
        drawn["draw"]["multisample"]["count"] = 4
        self.assertIn("target 1", suite.difference(drawn, answer))
        answer["targets"][1]["resolved_base64"] = "Ag=="
        self.assertIsNone(suite.difference(drawn, answer))


class Protocol(Folder):
    def test_verdicts_and_contents(self):
        status, printed, results = self.run_suite([
            program("a::good", "good"), program("a::bad", "bad", "reject"), program("a::missed", "good", "reject"),
            dispatch("b::doubled", "", [2, {"from": 3, "to": 4}]), dispatch("b::otherwise", "", [2, 5]),
            dispatch("b::judged", "judge", [9, 9]), dispatch("b::module", "judge module", [9, 9])])
        self.assertEqual(status, 1)
        found = self.statuses(results)
        self.assertEqual({name for name, it in found.items() if it == "unexpected"}, {"a::missed", "b::otherwise"})
        self.assertEqual(results["executors"][0]["counts"], {"same": 5, "findings": 0, "unexpected": 2, "not_asked": 0})
        self.assertEqual(results["rules"][0]["counts"]["mine"]["same"], 5)
        self.assertIn("u8 at byte 1: expected 5, got 4", json.dumps(results))
        self.assertIn("mine: 5 as expected, 0 known mismatches, 2 unexpected", printed)
        marked = results["cases"][0]["programs"][1]["outcomes"]["mine"]
        self.assertTrue(marked["is_on_marked_line"])

    def test_crashes_and_time_outs_fail_and_the_next_program_is_asked(self):
        programs = [program("a::crash", "crash"), program("a::hang", "hang"), program("a::good", "good")]
        status, _, results = self.run_suite(programs, "--time-out", "1", "--jobs", "1")
        outcomes = {it["name"]: it["outcomes"]["mine"] for it in results["cases"][0]["programs"]}
        self.assertEqual(status, 1)
        self.assertIn("it ended with status 3: stack overflow", outcomes["crash"]["message"])
        self.assertIn("did not answer within 1", outcomes["hang"]["message"])
        self.assertEqual(outcomes["good"]["status"], "same")

    def test_what_nobody_else_knows_is_not_asked(self):
        programs = [program("a::old", "bad", edition="2022-04-11"), program("a::lacking", "lacking"), program("a::link", "bad", phase="link"),
                    program("a::target", "bad", target="portable"), program("a::only", "bad", only=["validator"])]
        status, _, results = self.run_suite(programs)
        self.assertEqual((status, set(self.statuses(results).values())), (0, {"not-asked"}))

    def test_filters_and_shards(self):
        programs = [program("a::one", "good", needs=["f16"]), program("b::two", "good"), program("c::three", "good", phase="pipeline-creation")]
        names = lambda *words: list(self.statuses(self.run_suite(programs, *words)[2]))
        self.assertEqual(names("--filter", "b*"), ["b::two"])
        self.assertEqual(names("--needs", "f16"), ["a::one"])
        self.assertEqual(names("--without", "f16"), ["b::two", "c::three"])
        self.assertEqual(names("--phase", "pipeline-creation"), ["c::three"])
        self.assertEqual(names("--shard", "1/2") + names("--shard", "2/2"), ["a::one", "c::three", "b::two"])


class ExitStatus(Folder):
    CHECK = 'import sys; text = open(sys.argv[1]).read(); print(sys.argv[1] + ":1"); sys.exit(101 if "panic" in text else "bad" in text)'

    def test_the_exit_status_is_the_verdict(self):
        programs = [program("a::good", "good"), program("a::bad", "bad", "reject"), program("a::panic", "panic", "reject"),
                    program("a::pipeline", "good", "reject", phase="pipeline-creation")]
        script = self.write("check.py", self.CHECK)
        _, _, results = self.run_suite(programs, command=f"{sys.executable} {script} {{}}")
        self.assertEqual(list(self.statuses(results).values()), ["same", "same", "unexpected", "not-asked"])

    def test_errors_may_be_printed_alone(self):
        script = self.write("check.py", 'import sys; print("error: bad" if "bad" in open(sys.argv[1]).read() else "no errors")')
        programs = [program("a::good", "good"), program("a::bad", "bad", "reject")]
        for words, rejected in [((), "unexpected"), (("--error", "^error:"), "same")]:
            _, _, results = self.run_suite(programs, *words, command=f"{sys.executable} {script} {{}}")
            self.assertEqual(list(self.statuses(results).values()), ["same", rejected])


class Expectations(Folder):
    PROGRAMS = [program("a::missed[T=i32]", "good", "reject"), program("a::other", "good", "reject"), program("b::half", "lack", needs=["f16"])]

    def test_globs_are_asserted(self):
        known = self.write("known.txt", "a::missed[T=i32]  # brackets are plain\na::o*\n")
        self.assertEqual(self.run_suite(self.PROGRAMS, "--expectations", known)[0], 0)
        gone = self.write("gone.txt", "a::*\nc::*\n")
        status, printed, _ = self.run_suite(self.PROGRAMS, "--expectations", gone)
        self.assertEqual(status, 1)
        self.assertIn("`c::*`", printed)

    def test_classes_are_asserted_and_blessed(self):
        classes = {"classes": [
            {"name": "conditions", "executor": "mine", "about": "It accepts numbers.", "cases": ["a"], "verdict": "accepts"},
            {"name": "halves", "executor": "mine", "about": "It lacks them.", "cases": ["*"], "needs": ["f16"], "verdict": "not-supported"}]}
        path = self.write("known.json", json.dumps(classes))
        status, _, results = self.run_suite(self.PROGRAMS, "--expectations", path, "--bless", path)
        self.assertEqual((status, self.statuses(results)["b::half"]), (1, "not-asked"))
        with open(path, encoding="utf-8") as file:
            self.assertEqual(json.load(file)["classes"][0]["programs"], {"a": ["missed[T=i32]", "other"]})
        status, _, results = self.run_suite(self.PROGRAMS, "--expectations", path)
        self.assertEqual((status, results["executors"][0]["counts"]["findings"]), (0, 2))
        mended = [program("a::missed[T=i32]", "bad", "reject"), *self.PROGRAMS[1:]]
        status, printed, _ = self.run_suite(mended, "--expectations", path)
        self.assertEqual(status, 1)
        self.assertIn("although the class conditions lists it", printed)


if __name__ == "__main__":
    unittest.main()
