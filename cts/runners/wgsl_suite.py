#!/usr/bin/env python3
"""Runs the exported conformance suite of WGSL against any implementation. Needs Python 3.8 and nothing else.

    wgsl_suite.py SUITE.jsonl --command "my-compiler --check {}"     judged by the exit status, {} is a file
    wgsl_suite.py SUITE.jsonl --command "my-compiler serve"          speaks docs/PROTOCOL.md

Exit status: 0 if everything is as expected, 1 if something is not, 2 if the run could not be made.
docs/EXPORT.md describes the suite, the expectations and the results.
"""
import argparse, base64, collections, concurrent.futures, contextlib, gzip, itertools, json, os, queue, re, shlex, subprocess
import sys, tempfile, threading

SAME, FINDING, UNEXPECTED, NOT_ASKED = "same", "findings", "unexpected", "not_asked"
STATUS = {SAME: "same", FINDING: "finding", UNEXPECTED: "unexpected", NOT_ASKED: "not-asked"}


# --- The allowed values of a number -------------------------------------------------------------------------------

def order(kind, bits):
    """An integer that grows by one from each number of a type to the next; None for a NaN."""
    family, width = re.fullmatch(r"([a-z]+)(\d+)", kind).groups()
    width = int(width)
    sign = 1 << (width - 1)
    if family in ("u", "unorm", "srgb"):
        return bits
    if family in ("i", "snorm"):
        signed = bits - 2 * sign if bits & sign else bits
        return signed if family == "i" else max(signed, 1 - sign)
    if family == "ufloat":
        return None if bits > 31 << (width - 5) else bits
    magnitude = bits & (sign - 1)
    if magnitude > (0x7F800000 if width == 32 else 0x7C00):
        return None
    return -magnitude if bits & sign else magnitude


def is_allowed(kind, allowed, bits):
    """Whether the bits of a number are among the allowed values, as docs/EXPORT.md writes them."""
    if allowed == "any":
        return True
    number = order(kind, bits)
    if allowed == "nan":
        return number is None
    if isinstance(allowed, int):
        return number is not None and number == order(kind, allowed)
    if "bits" in allowed:
        return bits == allowed["bits"]
    if "one_of" in allowed:
        return any(is_allowed(kind, one, bits) for one in allowed["one_of"])
    return number is not None and order(kind, allowed["from"]) <= number <= order(kind, allowed["to"])


def values(runs):
    """The allowed values one by one; [value, count] stands for several."""
    for run in runs:
        yield from itertools.repeat(run[0], run[1]) if isinstance(run, list) else (run,)


def difference_in_buffer(expected, given, got):
    """The first word that differs; None if none does."""
    covered = set()
    for segment in expected["words"]:
        kind, offset = segment["type"], segment["at"]
        size = int(re.search(r"\d+", kind)[0]) // 8
        for allowed in values(segment["is"]):
            bits = int.from_bytes(got[offset:offset + size], "little")
            if offset + size > len(got) or not is_allowed(kind, allowed, bits):
                return f"{kind} at byte {offset}: expected {json.dumps(allowed)}, got {bits}"
            covered.update(range(offset, offset + size))
            offset += size
    if expected["rest"] == "unchanged":
        for offset, (before, now) in enumerate(zip(given, got)):
            if before != now and offset not in covered:
                return f"byte {offset}: expected {before}, which nothing writes, got {now}"
    return None


def difference_in_texels(expected, got):
    """The first channel that differs; None if none does."""
    size, channels = expected["texel_bytes"], expected["channels"]
    for index, allowed in enumerate(values(expected["is"])):
        texel, channel = index // len(channels), channels[index % len(channels)]
        stored = got[texel * size:(texel + 1) * size]
        kind = channel["type"]
        mask = (1 << int(re.search(r"\d+", kind)[0])) - 1
        bits = int.from_bytes(stored, "little") >> channel["shift"] & mask
        if len(stored) < size or not is_allowed(kind, allowed, bits):
            return f"texel {index // len(channels)}, {kind}: expected {json.dumps(allowed)}, got {bits}"
    return None


def difference(program, answer):
    """The first difference of the contents that a run left; None if there is none."""
    place = lambda it: (it["group"], it["binding"])
    decode = lambda it: base64.b64decode(it.get("data_base64", ""))
    given = {place(it): decode(it) for it in (program.get("run") or program["draw"])["bindings"]}
    now = {**given, **{place(it): decode(it) for it in answer.get("bindings", [])}}
    expect = program["expect"]
    for of, compare in (("buffers", lambda it, at: difference_in_buffer(it, given[at], now[at])),
                        ("textures", lambda it, at: difference_in_texels(it, now[at]))):
        for expected in expect.get(of, []):
            found = compare(expected, place(expected))
            if found:
                return "group {}, binding {}: {}".format(*place(expected), found)
    return difference_in_attachments(program, answer)


def difference_in_attachments(program, answer):
    """The first difference of what a draw left in its attachments; None if there is none."""
    answered = answer.get("targets", [])
    for location, expected in enumerate(program["expect"].get("targets", [])):
        target = (answered[location] if location < len(answered) else None) or {}
        is_resolved = program["draw"]["multisample"]["count"] > 1
        got = base64.b64decode(target.get("resolved_base64" if is_resolved else "data_base64") or "")
        found = expected and difference_in_texels(expected, got)
        if found:
            return f"target {location}: {found}"
    for of in ("depth", "stencil"):
        expected = program["expect"].get(of)
        found = expected and difference_in_texels(expected, base64.b64decode(answer.get(of + "_base64") or ""))
        if found:
            return f"{of}: {found}"
    return None


# --- Implementations ----------------------------------------------------------------------------------------------

class Unable(Exception):
    """The implementation could not answer."""


class NotAsked(Exception):
    """The implementation does not support the program."""


class Server:
    """A lasting process that speaks the protocol."""

    def __init__(self, command, time_out):
        self.command, self.time_out, self.process, self.id = shlex.split(command), time_out, None, 0

    def start(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe, stderr=pipe)
        self.answers, self.words = queue.Queue(), collections.deque(maxlen=1)
        threading.Thread(target=self.read, args=(self.process.stdout, self.answers.put, True), daemon=True).start()
        self.errors = threading.Thread(target=self.read, args=(self.process.stderr, self.words.append, False), daemon=True)
        self.errors.start()

    @staticmethod
    def read(pipe, keep, is_output):
        with contextlib.suppress(OSError, ValueError):  # The pipe is closed when the process is stopped.
            for line in pipe:
                if line.startswith(b"{") if is_output else line.strip():
                    keep(line)
        if is_output:
            keep(None)

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                with contextlib.suppress(OSError):
                    pipe.close()
            self.process = None

    def ask(self, request):
        if not self.process:
            self.start()
        self.id += 1
        try:
            self.process.stdin.write(json.dumps({"id": self.id, **request}).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass  # It has ended; so do its answers.
        try:
            line = self.answers.get(timeout=self.time_out)
        except queue.Empty:
            self.stop()
            raise Unable(f"it did not answer within {self.time_out} s") from None
        if line is None:
            self.process.wait()
            self.errors.join(1)
            status, words = self.process.returncode, b"".join(self.words).decode(errors="replace").strip()
            self.stop()
            raise Unable(f"it ended with status {status}: {words}")
        answer = json.loads(line)
        if answer.get("id") != self.id:
            self.stop()
            raise Unable(f"its answer has the id {answer.get('id')}, not {self.id}")
        error = answer.get("error") or {}
        if error.get("stage") == "unsupported":
            raise NotAsked("unsupported: " + error.get("message", ""))
        if error.get("stage") in ("protocol", "internal"):
            raise Unable(error.get("message", ""))
        return answer

    def judge(self, program):
        """Whether it accepts the program, and its message; a run with other results raises Differs."""
        wgsl, stages = program["wgsl"], program.get("stages", [])
        operation = next((it for it in ("run", "draw") if program.get(it)), None)
        if operation:
            try:
                answer = self.ask({"op": operation, "wgsl": wgsl, **program[operation]})
            except NotAsked:
                answer = None
            if answer:
                if answer["ok"]:
                    if program["expect"].get("faults") and "faults" not in answer:
                        raise NotAsked("it does not report faults")
                    found = difference(program, answer)
                    if found:
                        raise Differs(found)
                return self.verdict(answer)
        requests = [{"op": "pipeline", "wgsl": wgsl, **stage} for stage in stages]
        try:
            answers = [self.verdict(self.ask(it)) for it in requests or [{"op": "validate", "wgsl": wgsl}]]
        except NotAsked:
            if program["phase"] != "execution":
                raise
            answers = [self.verdict(self.ask({"op": "validate", "wgsl": wgsl}))]
        return next((answer for answer in answers if not answer[0]), answers[0])

    @staticmethod
    def verdict(answer):
        found = answer.get("diagnostics") or (answer.get("error") or {}).get("diagnostics") or [answer.get("error") or {}]
        found = [it for it in found if it.get("severity", "error") == "error"] or [{}]
        return answer["ok"], found[0].get("message", ""), found[0].get("line", 0)


class Differs(Exception):
    """The program ran, and left something else than expected."""


class Checker:
    """A command that checks a file, and tells its verdict by its exit status, or by what it prints if that is a word of its errors."""

    def __init__(self, command, time_out, error):
        self.command, self.time_out, self.error = shlex.split(command), time_out, error and re.compile(error)
        self.folder = tempfile.TemporaryDirectory(prefix="wgsl-suite-")
        self.path = os.path.join(self.folder.name, "program.wgsl")

    def stop(self):
        self.folder.cleanup()

    def judge(self, program):
        if program["phase"] == "pipeline-creation":
            raise NotAsked("a command that checks files creates no pipelines")
        with open(self.path, "w", encoding="utf-8", newline="") as file:
            file.write(program["wgsl"])
        command = [self.path if word == "{}" else word.replace("{}", self.path) for word in self.command]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=self.time_out)
        except subprocess.TimeoutExpired:
            raise Unable(f"it did not end within {self.time_out} s") from None
        said = (done.stderr + done.stdout).decode(errors="replace").strip()
        # A signal, a panic of Rust, or a shell that found no program or reports a signal.
        if done.returncode < 0 or done.returncode in (101, 126, 127, *range(129, 193)):
            raise Unable(f"it ended with status {done.returncode}: {said[-400:]}")
        line = re.search(r"program\.wgsl:(\d+)", said)
        is_error = done.returncode != 0 or (self.error is not None and self.error.search(said) is not None)
        return not is_error, said[:400], int(line[1]) if line else 0


# --- Expectations -------------------------------------------------------------------------------------------------

class Expectations:
    """Known differences, in the form of fixtures/expectations.yaml written as JSON, or a glob of names on each line."""

    def __init__(self, path, executor):
        text = ""
        if path:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        self.globs, self.file = [], {"classes": []}
        if text.lstrip().startswith("{"):
            self.file = json.loads(text)
        else:
            lines = [line.split("#")[0].strip() for line in text.splitlines()]
            self.globs = [(line, re.compile(glob(line))) for line in lines if line]
        self.classes = [it for it in self.file["classes"] if it.get("executor", executor) == executor]
        self.used, self.placed, self.homeless = collections.Counter(), collections.defaultdict(dict), []

    def lacks(self, program):
        """The class with the verdict `not-supported` that a program belongs to."""
        return next((it for it in self.classes if it.get("verdict") == "not-supported" and fits(it, program)), None)

    def known(self, program):
        """The name of the class, or the glob, that lists a program."""
        for one in self.classes:
            listed = one.get("programs", {}).get(program["case"], [])
            if listed == "all" or short(program) in listed:
                return one["name"]
        for text, pattern in self.globs:
            if pattern.fullmatch(program["name"]):
                return text
        return None

    def status(self, program, outcome):
        """The status of an outcome, and the name of the class or glob that knows it."""
        if outcome.kind == "not-asked":
            return NOT_ASKED, None
        known = self.known(program)
        if outcome.kind == "same":
            # A glob may take programs that do not differ.
            return (UNEXPECTED, known) if known in (it["name"] for it in self.classes) else (SAME, None)
        self.used[known] += 1
        self.place(program, known, outcome)
        return (FINDING if known else UNEXPECTED), known

    def place(self, program, known, outcome):
        """Notes a difference for `bless`: in its class, or else in the first that it fits."""
        listing = (it for it in self.classes if it["name"] == known)
        fitting = (it for it in self.classes if it.get("verdict", outcome.kind) == outcome.kind and fits(it, program)
                   and (not it.get("says") or any(words in outcome.message for words in it["says"])))
        home = next(itertools.chain(listing, fitting), None)
        if home:
            self.placed[home["name"]].setdefault(program["case"], []).append(short(program))
        else:
            self.homeless.append(program["name"])

    def bless(self, path):
        """Writes the lists of the differences of this run: of each class, or, where there are none, of all."""
        with open(path, "w", encoding="utf-8") as file:
            if self.classes:
                for one in self.classes:
                    one["programs"] = self.placed[one["name"]]
                json.dump(self.file, file, indent=1)
                print(*(f"no class of known differences matches {name}" for name in self.homeless[:20]), sep="\n")
            else:
                file.writelines(f"{name}\n" for name in self.homeless)

    def gone(self):
        """The globs that no program needed."""
        return [text for text, _ in self.globs if not self.used[text]]


def fits(one, program):
    """Whether a program is one of those that the patterns of a class mean."""
    matches = lambda texts, names: any(re.fullmatch(glob(text), name) for text in texts for name in names)
    return (matches(one.get("cases", ["*"]), [program["case"], program["name"]])
            and (not one.get("needs") or bool(set(one["needs"]) & set(program["needs"])))
            and (not one.get("rules") or matches(one["rules"], program["rules"])))


def short(program):
    """The name inside the case."""
    return program["name"][len(program["case"]) + 2:]


def glob(text):
    """A pattern of names as a regular expression: * and ?; brackets belong to the names of programs."""
    return "".join({"*": ".*", "?": "."}.get(it, re.escape(it)) for it in text)


# --- The run ------------------------------------------------------------------------------------------------------

Outcome = collections.namedtuple("Outcome", "kind message line")


def judge(implementation, program, expectations):
    """Asks about a program. The kind of the outcome is "same", "not-asked", or that of the difference."""
    reasons = ((program["edition"] != "current", "another edition"), ("target" in program, "a target"),
               (program["phase"] == "link", "linking"), ("wgsl" not in program, "the program is not UTF-8"),
               ("only" in program, "the case is for executors of the suite"))
    for applies, reason in reasons:
        if applies:
            return Outcome("not-asked", reason, 0)
    lacking = expectations.lacks(program)
    if lacking:
        return Outcome("not-asked", "not supported: " + lacking["name"], 0)
    try:
        accepts, message, line = implementation.judge(program)
    except NotAsked as reason:
        return Outcome("not-asked", str(reason), 0)
    except Differs as found:
        return Outcome("executes", str(found), 0)
    except (Unable, OSError, ValueError, KeyError) as reason:
        return Outcome("fails", str(reason), 0)
    kind = "same" if accepts == (program["verdict"] == "accept") else "accepts" if accepts else "rejects"
    return Outcome(kind, message, line)


class Run:
    """Asks several instances of an implementation, and counts."""

    def __init__(self, arguments, header):
        self.arguments, self.header = arguments, header
        self.expectations = Expectations(arguments.expectations, arguments.name)
        self.implementations = queue.Queue()
        command, time_out = arguments.command, arguments.time_out
        for _ in range(arguments.jobs):
            is_checker = "{}" in command
            self.implementations.put(Checker(command, time_out, arguments.error) if is_checker else Server(command, time_out))
        self.cases, self.counts = {}, collections.Counter()
        self.by_rule = collections.defaultdict(collections.Counter)
        self.by_phase = collections.defaultdict(collections.Counter)
        self.by_section = collections.defaultdict(collections.Counter)
        self.unexpected = []

    def ask(self, program):
        implementation = self.implementations.get()
        try:
            return judge(implementation, program, self.expectations)
        finally:
            self.implementations.put(implementation)

    def all(self, programs):
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            while True:
                batch = list(itertools.islice(programs, 256 * self.arguments.jobs))
                if not batch:
                    break
                for program, outcome in zip(batch, pool.map(self.ask, batch)):
                    self.add(program, outcome)
        while not self.implementations.empty():
            self.implementations.get().stop()

    def add(self, program, outcome):
        status, class_name = self.expectations.status(program, outcome)
        if outcome.kind == "same" and status == UNEXPECTED:
            outcome = outcome._replace(message=f"as expected, although the class {class_name} lists it")
        phase = "syntax" if program.get("syntax_error") else program["phase"]
        for counts in (self.counts, self.by_phase[phase], self.by_section[program["section"]]):
            counts[status] += 1
        for rule in program["rules"]:
            self.by_rule[rule][status] += 1
        case = self.cases.setdefault(program["case"], {
            "name": program["case"], "about": program["about"], "anchor": program["section"], "rules": [],
            "is_generated": program["generated"], "is_abridged": program["generated"], "programs_in_all": 0,
            "counts": collections.Counter(), "programs": []})
        case["rules"] = sorted({*case["rules"], *program["rules"]})
        case["programs_in_all"] += 1
        case["counts"][status] += 1
        if status == UNEXPECTED:
            self.unexpected.append((program, outcome))
        if program["generated"] and status in (SAME, NOT_ASKED):
            return
        result = {"status": STATUS[status], "message": outcome.message[:400] or None, "class": class_name}
        if outcome.line:
            result["is_on_marked_line"] = any(it["line"] == outcome.line for it in program["marks"])
        case["programs"].append({
            "name": short(program), "expected": program["verdict"], "rules": program["rules"],
            "diagnostics": [{key: it[key] for key in ("severity", "code", "line", "column")} for it in program["marks"]],
            "source": program.get("wgsl", ""),
            "outcomes": {self.arguments.name: {key: it for key, it in result.items() if it is not None}}})

    def results(self):
        """The form of results.json, which `wgsl-cts report` merges with the results of other executors."""
        name = self.arguments.name
        full = lambda counts: {it: counts[it] for it in (SAME, FINDING, UNEXPECTED, NOT_ASKED)}
        rules = [{**rule, "reason": rule.get("reason"), "accepting": 0, "rejecting": 0, "executing": 0,
                  "counts": {name: full(self.by_rule[rule["id"]])} if rule["id"] in self.by_rule else {}}
                 for rule in self.header["rules"]]
        executor = {"name": name, "release": self.arguments.release, "missing": None, "counts": full(self.counts)}
        return {"version": 1, "executors": [executor], "rules": rules,
                "cases": [{**case, "counts": {name: full(case["counts"])}} for case in self.cases.values()],
                "classes": [{"name": it["name"], "executor": name, "about": it.get("about", ""), "rules": [],
                             "programs": self.expectations.used[it["name"]], "example": None} for it in self.expectations.classes]}

    def print(self):
        for program, outcome in self.unexpected[:self.arguments.show]:
            print(f"{program['name']}: expected {program['verdict']}: {outcome.message.splitlines()[:1]}")
        if len(self.unexpected) > self.arguments.show:
            print(f"and {len(self.unexpected) - self.arguments.show} more")
        worst = sorted(self.by_section.items(), key=lambda it: -it[1][UNEXPECTED])[:self.arguments.show]
        tables = (("phase", sorted(self.by_phase.items())), ("section", [it for it in worst if it[1][UNEXPECTED]]))
        for title, rows in tables:
            for key, counts in rows:
                print(f"{title} {key}: {line(counts)}")
        print(f"{self.arguments.name}: {line(self.counts)}")


def line(counts):
    return (f"{counts[SAME]} as expected, {counts[FINDING]} known mismatches, "
            f"{counts[UNEXPECTED]} unexpected, {counts[NOT_ASKED]} skipped")


def chosen(programs, arguments):
    part, parts = map(int, arguments.shard.split("/"))
    pattern = re.compile(glob(arguments.filter))
    place, last = -1, None
    for program in programs:
        # A shard has whole cases, as reports need it.
        place, last = place + (program["case"] != last), program["case"]
        if (place % parts == part - 1 and pattern.match(program["name"])
                and (not arguments.needs or set(arguments.needs) & set(program["needs"]))
                and not set(arguments.without) & set(program["needs"])
                and (not arguments.phase or program["phase"] in arguments.phase)):
            yield program


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", help="the file that `wgsl-cts export` wrote, perhaps packed as .gz; - is standard input")
    parser.add_argument("--command", required=True, help="the implementation; {} stands for a file")
    parser.add_argument("--error", help="a program is rejected if the command prints this, a regular expression, even with exit status 0")
    parser.add_argument("--name", default="mine", help="its name in the results")
    parser.add_argument("--release", help="its release, for the results")
    parser.add_argument("--expectations", help="known differences: classes in JSON, or a glob of names on each line")
    parser.add_argument("--bless", help="write the lists of differences to this file")
    parser.add_argument("--out", help="write results that `wgsl-cts report` merges")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--shard", default="1/1", help="3/16 is the third of sixteen parts")
    parser.add_argument("--filter", default="*", help="only programs whose names begin like this (* and ?)")
    parser.add_argument("--needs", action="append", default=[], help="only programs that need this extension")
    parser.add_argument("--without", action="append", default=[], help="only programs that do not need it")
    parser.add_argument("--phase", action="append", default=[], help="only programs of this phase")
    parser.add_argument("--time-out", type=float, default=30, help="seconds for an answer")
    parser.add_argument("--show", type=int, default=20, help="how many differences are printed")
    arguments = parser.parse_args(words)
    try:
        unpack = gzip.open if arguments.suite.endswith(".gz") else open
        file = sys.stdin if arguments.suite == "-" else unpack(arguments.suite, "rt", encoding="utf-8")
        with file:
            header = json.loads(next(file))
            if header.get("schema") != 1:
                raise ValueError(f"a suite of schema {header.get('schema')}; this runner knows 1")
            run = Run(arguments, header)
            run.all(chosen(map(json.loads, file), arguments))
        if arguments.out:
            with open(arguments.out, "w", encoding="utf-8") as file:
                json.dump(run.results(), file)
        if arguments.bless:
            run.expectations.bless(arguments.bless)
    except (OSError, ValueError, StopIteration) as error:
        print(f"wgsl_suite.py: {error!r}", file=sys.stderr)
        return 2
    run.print()
    is_whole = (arguments.shard, arguments.filter) == ("1/1", "*") and not (arguments.needs or arguments.without or arguments.phase)
    gone = list(run.expectations.gone()) if is_whole else []
    for text in gone:
        print(f"no program differs that `{text}` names; take it out")
    return 1 if run.counts[UNEXPECTED] or gone else 0


if __name__ == "__main__":
    sys.exit(main())
