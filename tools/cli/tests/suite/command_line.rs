//! Exit status, streams, choice of files.

use crate::support::{BAD, GOOD, command, folder, run, run_with_input};
use std::fs;
use std::io::{BufRead as _, BufReader, Read};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;
#[cfg(unix)]
use std::{path::Path, process::Command};

#[test]
fn status_says_accepted_rejected_or_failed() {
    let folder = folder("status", &[("good.wgsl", GOOD), ("bad.wgsl", BAD)]);
    let good = run(&folder, &["good.wgsl"]);
    assert_eq!((good.status, good.output.as_str()), (0, ""));
    assert_eq!(good.errors, "1 file: 1 accepted\n");
    let bad = run(&folder, &["bad.wgsl"]);
    assert_eq!((bad.status, bad.output.as_str()), (1, ""));
    let all = run(&folder, &[]);
    assert_eq!(all.status, 1);
    assert!(all.errors.ends_with("2 files: 1 accepted, 1 rejected (1 error)\n"), "{}", all.errors);
    let usage = run(&folder, &["--unknown-option"]);
    assert_eq!(usage.status, 2);
    let explicit = run(&folder, &["check", "good.wgsl"]);
    assert_eq!(explicit.status, 0);
}

#[test]
fn a_missing_file_fails_and_the_others_are_checked() {
    let folder = folder("missing", &[("bad.wgsl", BAD)]);
    let result = run(&folder, &["nowhere.wgsl", "bad.wgsl"]);
    assert_eq!(result.status, 2);
    assert!(result.errors.contains("nowhere.wgsl: can't be read: "), "{}", result.errors);
    assert!(result.errors.contains("type/no-matching-overload"), "{}", result.errors);
    assert!(result.errors.ends_with("2 files: 1 rejected, 1 not checked (1 error)\n"), "{}", result.errors);
}

#[test]
fn folders_are_walked_in_order_and_ignore_files_hold() {
    let files = [
        (".gitignore", "build/\n"),
        ("b.wgsl", GOOD),
        ("a/z.wgsl", GOOD),
        ("a/notes.txt", "not a program"),
        ("build/c.wgsl", BAD),
    ];
    let folder = folder("walk", &files);
    let result = run(&folder, &["--verbose", ".", "b.wgsl", "./a"]);
    assert_eq!(result.errors, "a/z.wgsl: accepted\nb.wgsl: accepted\n2 files: 2 accepted\n");
    let named = run(&folder, &["build/c.wgsl"]);
    assert_eq!(named.status, 1, "a file on the command line is checked, ignored or not");
}

/// A named pipe, with a writer that waits for a reader: a command that opened it would get a program and end.
#[cfg(unix)]
fn named_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
    assert!(made.success());
    let path = path.to_owned();
    std::thread::spawn(move || fs::write(path, GOOD));
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_refused_and_not_opened() {
    let folder = folder("pipe", &[("bad.wgsl", BAD)]);
    named_pipe(&folder.join("pipe.wgsl"));
    for command in ["check", "layout", "portability", "link"] {
        let result = run(&folder, &[command, "pipe.wgsl"]);
        assert_eq!(result.status, 2, "{command}: {}", result.errors);
        let message = "pipe.wgsl: can't be read: not a regular file: pass its content through standard input";
        assert!(result.errors.contains(message), "{}", result.errors);
    }
    let walked = run(&folder, &["."]);
    assert_eq!(walked.status, 1, "folders are searched for regular files: {}", walked.errors);
    assert!(walked.errors.ends_with("\n1 file: 1 rejected (1 error)\n"), "{}", walked.errors);
}

#[cfg(unix)]
#[test]
fn a_pipe_that_is_open_is_read() {
    // The shell's `<(command)` is such a path.
    let descriptor = run_with_input(&["/dev/fd/0"], BAD.as_bytes());
    assert_eq!(descriptor.status, 1);
    assert!(descriptor.errors.contains(" --> /dev/fd/0:3:12\n"), "{}", descriptor.errors);
    let standard = run_with_input(&["/dev/stdin"], BAD.as_bytes());
    assert_eq!(standard.status, 1);
    assert!(standard.errors.contains(" --> <stdin>:3:12\n"), "{}", standard.errors);
}

#[test]
fn globs_are_expanded() {
    let folder = folder("glob", &[("a/x.wgsl", GOOD), ("a/y.frag", GOOD), ("b/x.wgsl", GOOD)]);
    let deep = run(&folder, &["--verbose", "**/x.wgsl"]);
    assert_eq!(deep.errors, "a/x.wgsl: accepted\nb/x.wgsl: accepted\n2 files: 2 accepted\n");
    let other_extension = run(&folder, &["--verbose", "a/*.{frag,vert}"]);
    assert_eq!(other_extension.errors, "a/y.frag: accepted\n1 file: 1 accepted\n");
    let nothing = run(&folder, &["c/*.wgsl"]);
    assert_eq!(nothing.status, 2);
    assert!(nothing.errors.contains("no file matches"), "{}", nothing.errors);
}

#[test]
fn standard_input_is_a_file_with_a_name() {
    let plain = run_with_input(&["-"], GOOD.as_bytes());
    assert_eq!(plain.status, 0);
    let named =
        run_with_input(&["-", "--stdin-file-path", "src/x.wgsl", "--error-format", "short"], BAD.as_bytes());
    assert_eq!(named.status, 1);
    assert!(
        named.errors.starts_with("src/x.wgsl:3:12: error[type/no-matching-overload]: "),
        "{}",
        named.errors
    );
}

#[test]
fn invalid_utf8_is_rejected_with_a_place() {
    let result = run_with_input(&["-", "--error-format", "short"], b"fn f() {}\n// \xff\xfe\n");
    assert_eq!(result.status, 1);
    assert!(result.errors.starts_with("<stdin>:2:4: error[lex/invalid-utf8]: "), "{}", result.errors);
    let human = run_with_input(&["-"], b"// \xe2\x82");
    assert_eq!(human.status, 1);
}

#[test]
fn errors_are_limited_and_counted() {
    let folder = folder("limit", &[("a.wgsl", BAD), ("b.wgsl", BAD), ("c.wgsl", BAD)]);
    let result = run(&folder, &["--max-errors", "2", "--error-format", "short", "."]);
    assert_eq!(result.errors.matches("error[").count(), 2, "{}", result.errors);
    assert!(
        result.errors.ends_with(
            "1 more error not shown: raise `--max-errors` to show more\n3 files: 3 rejected (3 errors)\n"
        ),
        "{}",
        result.errors
    );
    let quiet = run(&folder, &["--quiet", "--max-errors", "0", "."]);
    assert_eq!((quiet.status, quiet.errors.as_str()), (1, ""));
}

#[test]
fn people_see_the_first_errors_and_machines_all() {
    let lines: Vec<String> = (0..60).map(|number| format!("const a{number} = b;")).collect();
    let text = lines.join("\n");
    let folder = folder("many-errors", &[("a.wgsl", &text)]);
    let shown = |format: &str| {
        let result = run(&folder, &["--error-format", format, "."]);
        assert_eq!(result.status, 1);
        result.errors.matches("`b` is not declared in this scope").count()
            + result.output.matches("`b` is not declared in this scope").count()
    };
    assert_eq!(["human", "short", "json", "gcc"].map(shown), [50, 60, 60, 60]);
}

#[test]
fn warnings_can_be_denied() {
    let program = "diagnostic(warning, derivative_uniformty);\n";
    let allowed = run_with_input(&["-", "--error-format", "json"], program.as_bytes());
    assert_eq!(allowed.status, 0, "{}", allowed.output);
    assert!(allowed.output.contains("\"severity\":\"warning\""), "{}", allowed.output);
    let denied = run_with_input(&["-", "--deny", "warnings"], program.as_bytes());
    assert_eq!(denied.status, 1);
    let quiet = run_with_input(&["-", "--quiet"], program.as_bytes());
    assert_eq!(quiet.errors, "");
}

#[test]
fn the_edition_decides() {
    let program = "requires readonly_and_readwrite_storage_textures;\n";
    assert_eq!(run_with_input(&["-"], program.as_bytes()).status, 0);
    assert_eq!(run_with_input(&["-", "--edition", "2022-04-11"], program.as_bytes()).status, 1);
    assert_eq!(run_with_input(&["-", "--edition", "1999"], b"").status, 2);
}

#[test]
fn colours_are_optional() {
    let folder = folder("colour", &[("bad.wgsl", BAD)]);
    let styled = |variable: Option<&str>, arguments: &[&str]| {
        let mut command = command();
        command.current_dir(&folder).arg("bad.wgsl").args(arguments);
        if let Some(variable) = variable {
            command.env(variable, "1");
        }
        String::from_utf8(command.output().expect("the command runs").stderr)
            .expect("UTF-8")
            .contains('\u{1b}')
    };
    assert!(!styled(None, &[]), "a pipe is not a terminal");
    assert!(styled(Some("CLICOLOR_FORCE"), &[]));
    assert!(styled(Some("FORCE_COLOR"), &[]));
    assert!(!styled(Some("NO_COLOR"), &[]));
    assert!(styled(None, &["--color", "always"]));
    assert!(!styled(Some("CLICOLOR_FORCE"), &["--color", "never"]));
}

#[test]
fn a_closed_pipe_does_not_panic() {
    let mut child = command()
        .args(["explain", "--list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let result = child.wait_with_output().expect("the command ends");
    let errors = String::from_utf8(result.stderr).expect("UTF-8");
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn scripts_and_manual_are_generated() {
    let folder = folder("generate", &[("a.wgsl", GOOD)]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&folder, &["completions", shell]);
        assert_eq!(script.status, 0);
        assert!(script.output.contains("error-format"), "{shell}");
    }
    let bash = run(&folder, &["completions", "bash"]).output;
    assert!(bash.contains("type/mismatch") && bash.contains("data-race") && bash.contains("chrome"));
    let manual = run(&folder, &["man"]).output;
    assert!(manual.contains(".TH wgsl-check 1") && manual.contains("wgsl\\-check.toml"), "{manual}");
    let of_run = run(&folder, &["man", "run"]).output;
    assert!(of_run.contains(".TH wgsl-check-run 1") && of_run.contains(".SH EXAMPLES"), "{of_run}");
    let unknown = run(&folder, &["man", "fmtt"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.errors.contains("unknown command `fmtt`; did you mean `fmt`?"), "{}", unknown.errors);
    assert_eq!(run(&folder, &["man", "--directory", "pages"]).status, 0);
    let pages = fs::read_dir(folder.join("pages")).expect("the pages are written");
    let empty: Vec<_> = pages.flatten().filter(|it| it.metadata().is_ok_and(|it| it.len() < 500)).collect();
    assert!(empty.is_empty() && folder.join("pages/wgsl-check-fmt.1").exists(), "{empty:?}");
}

#[test]
fn a_misspelt_command_is_told_from_a_path() {
    let folder = folder("misspelt", &[("good.wgsl", GOOD), ("lint", GOOD)]);
    let misspelt = run(&folder, &["lynk"]);
    assert_eq!(misspelt.status, 2);
    let told = "no such file or command: `lynk`; did you mean `wgsl-check link`?";
    assert!(misspelt.errors.contains(told), "{}", misspelt.errors);
    let with_path = run(&folder, &["fmtt", "good.wgsl"]);
    assert!(with_path.errors.contains("did you mean `wgsl-check fmt`?"), "{}", with_path.errors);
    assert_eq!(run(&folder, &["lint"]).status, 0, "it is a file");
    assert!(run(&folder, &["nowhere"]).errors.contains("nowhere: can't be read"));
}

/// The lines that a process prints, read by a thread of their own.
fn lines_of(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

#[test]
fn programs_are_checked_again_when_a_file_changes() {
    let folder = folder("watch", &[("a.wgsl", GOOD)]);
    let mut child = command()
        .current_dir(&folder)
        .args(["--watch", "--error-format", "short", "a.wgsl"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let lines = lines_of(child.stderr.take().expect("errors are piped"));
    // Waits until the line is there; the limit is only for a command that never prints it.
    let limit = Duration::from_mins(2);
    let expect = |wanted: &str| {
        let found = std::iter::from_fn(|| lines.recv_timeout(limit).ok()).any(|line| line.contains(wanted));
        assert!(found, "`{wanted}` is not printed");
    };
    expect("1 accepted");
    expect("watching for changes");
    fs::write(folder.join("a.wgsl"), BAD).expect("the file is written");
    expect("type/no-matching-overload");
    expect("watching for changes");
    fs::write(folder.join("a.wgsl"), GOOD).expect("the file is written");
    expect("1 accepted");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let standard = run_with_input(&["--watch", "-"], GOOD.as_bytes());
    assert_eq!(standard.status, 2);
    assert!(standard.errors.contains("standard input can't be watched"), "{}", standard.errors);
}

#[cfg(not(feature = "run"))]
#[test]
fn a_missing_feature_is_named() {
    let result = run_with_input(&["run", "-", "--bind", "0:0=zero:4"], GOOD.as_bytes());
    assert_eq!((result.status, result.output.as_str()), (2, ""));
    assert!(result.errors.contains("without the feature `run`"), "{}", result.errors);
}

#[test]
fn every_code_is_explained() {
    let folder = folder("explain", &[("a.wgsl", GOOD)]);
    let list = run(&folder, &["explain", "--list"]).output;
    assert!(list.lines().count() > 100);
    for line in list.lines().step_by(20) {
        let code = line.split_whitespace().next().expect("a line starts with a code");
        let result = run(&folder, &["explain", code]);
        assert_eq!(result.status, 0);
        assert!(result.output.starts_with(&format!("{code}: ")));
        // The specification has no modules: other documents do.
        let source = if code.starts_with("module/") { "https://" } else { "https://www.w3.org/TR/WGSL/#" };
        assert!(result.output.contains(source), "{}", result.output);
    }
    let lines = run(&folder, &["explain", "x\n::warning::y"]);
    assert!(!lines.errors.contains("\n::warning"), "{}", lines.errors);
    let far = run(&folder, &["explain", "nope"]);
    assert!(!far.errors.contains("Did you mean"), "{}", far.errors);
    let unknown = run(&folder, &["explain", "type/no-matching-overlod"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.errors.contains("Did you mean `type/no-matching-overload`?"), "{}", unknown.errors);
}

#[test]
fn a_rule_is_explained_and_found() {
    let folder = folder("rules", &[("a.wgsl", GOOD)]);
    let explained = run(&folder, &["explain", "stmt.if.cond-bool"]).output;
    for line in ["Reported as: type/invalid-condition", "https://www.w3.org/TR/WGSL/#if-statement"] {
        assert!(explained.contains(line), "{explained}");
    }
    let found = run(&folder, &["rules", "CONDITION", "stmt.if.cond"]).output;
    assert!(found.starts_with("stmt.if.cond-bool [type/invalid-condition]: "), "{found}");
    let json = run(&folder, &["rules", "stmt.if.cond-bool", "--format", "json"]).output;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["rules"][0]["anchor"], "if-statement");
    let nothing = run(&folder, &["rules", "nonsense"]);
    assert_eq!((nothing.status, nothing.errors.as_str()), (2, "wgsl-check: no rule has nonsense\n"));
}

#[test]
fn a_pipeline_is_judged_with_its_constants() {
    let program = "override n: i32; @compute @workgroup_size(1) fn main() { _ = 8 / n; }";
    let folder = folder("pipeline", &[("a.wgsl", program)]);
    assert_eq!(run(&folder, &["a.wgsl"]).status, 0);
    assert_eq!(run(&folder, &["--entry-point", "main", "--constant", "n=2", "a.wgsl"]).status, 0);
    let zero = run(&folder, &["--stage", "compute", "--constant", "n=0", "a.wgsl"]);
    assert!(zero.errors.contains("error[const/division-by-zero]"), "{}", zero.errors);
    let missing = run(&folder, &["--entry-point", "main", "a.wgsl"]);
    assert!(missing.errors.contains("error[pipeline/missing-constant]"), "{}", missing.errors);
    assert_eq!(run(&folder, &["--constant", "n", "a.wgsl"]).status, 2);
}

#[test]
fn a_missing_file_is_reported_without_the_number_of_the_system() {
    let folder = folder("missing-number", &[("a.wgsl", GOOD)]);
    for arguments in [&["nope"][..], &["migrate", "nope"], &["layout", "nope"]] {
        let result = run(&folder, arguments);
        assert_eq!(result.status, 2);
        assert!(result.errors.contains("nope: can't be read: "), "{}", result.errors);
        assert!(!result.errors.contains("os error"), "{}", result.errors);
    }
}
