//! The runners in other languages, where these are installed: their own tests, and their results beside those of this program.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use wgsl_cts::discover::discover;
use wgsl_cts::execute::{Executors, Peers};
use wgsl_cts::expectations::Expectations;
use wgsl_cts::report::{merge, read};
use wgsl_cts::{export, run};
use wgsl_cts_cases::vocabulary::ExecutorKind;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Whether a program is installed. If not, a message says that nothing was tested.
fn has(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let is_there = command.status().is_ok_and(|status| status.success());
    if !is_there {
        // Written past the capture of tests, so that it is seen.
        let _ = writeln!(io::stderr(), "NOT TESTED: {program} is missing, so its runner was not tested");
    }
    is_there
}

/// Runs a command, and returns what it prints.
fn succeed(command: &mut Command) -> String {
    let output = command.current_dir(root()).output().expect("it starts");
    let printed =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{printed}");
    printed
}

#[test]
fn the_python_runner_passes_its_tests() {
    if has("python3") {
        succeed(Command::new("python3").args(["-m", "unittest", "discover", "-s", "cts/runners"]));
    }
}

#[test]
fn the_browser_runner_passes_its_tests() {
    if has("node") {
        succeed(Command::new("node").args(["--test", "cts/runners/browser/"]));
    }
}

/// Accepts whatever the suite accepts: the answer is in the file beside it.
const ORACLE: &str = r#"
import json, sys
verdicts = {it["wgsl"]: it["verdict"] == "accept" for it in map(json.loads, list(open(sys.argv[1]))[1:])}
for line in sys.stdin:
    it = json.loads(line)
    if it["op"] == "run":
        print(json.dumps({"id": it["id"], "ok": False, "error": {"stage": "unsupported"}}), flush=True)
    else:
        print(json.dumps({"id": it["id"], "ok": verdicts[it["wgsl"]]}), flush=True)
"#;

#[test]
fn results_of_the_python_runner_are_merged() {
    if !has("python3") {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("runners");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let mut instances = discover(&root().join("fixtures"), "statements/if::").expect("the cases").instances;
    instances.retain(|instance| instance.name.starts_with("statements/if::"));
    let mut exported = Vec::new();
    export::write(&instances, None, &mut exported).expect("memory takes it");
    fs::write(path("suite.jsonl"), exported).expect("the file can be written");
    fs::write(path("oracle.py"), ORACLE).expect("the file can be written");
    let command = format!("python3 '{}' '{}'", path("oracle.py"), path("suite.jsonl"));
    let mut runner = Command::new("python3");
    runner.args([
        "cts/runners/wgsl_suite.py",
        &path("suite.jsonl"),
        "--name",
        "oracle",
        "--command",
        &command,
    ]);
    let printed = succeed(runner.args(["--jobs", "2", "--out", &path("oracle.json")]));
    let programs = instances.len();
    assert!(
        printed.contains(&format!("oracle: {programs} as expected, 0 known mismatches, 0 unexpected")),
        "{printed}"
    );

    let asked = [ExecutorKind::Validator];
    let executors = Executors::start(&Peers::default());
    let judged = run::run(&instances, &asked, &executors);
    let ours = run::results(&instances, &asked, &executors, &judged, &Expectations::default());
    let theirs = read(Path::new(&path("oracle.json"))).expect("they have the form of results");
    let merged = merge(vec![ours, theirs]).expect("they are of one suite");
    let oracle = merged.executors.last().expect("an executor");
    assert_eq!((oracle.name.name(), oracle.counts.same), ("oracle", programs));
    let rule = merged.rules.iter().find(|rule| rule.id == "stmt.if.cond-bool").expect("a rule");
    assert_eq!(
        rule.counts.keys().map(|executor| executor.name()).collect::<Vec<_>>(),
        ["validator", "oracle"]
    );
    assert!(rule.accepting > 0 && rule.rejecting > 0);
    assert!(merged.cases.iter().all(|case| case.programs.iter().all(|program| program.outcomes.len() == 2)));
}
