//! Helpers of the tests.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    /// Exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) output: String,
    /// Standard error.
    pub(crate) errors: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().expect("the process ends by itself"),
            output: String::from_utf8(output.stdout).expect("output is UTF-8"),
            errors: String::from_utf8(output.stderr).expect("errors are UTF-8"),
        }
    }
}

/// The command, without the variables of the environment that control colours.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wgsl-check"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR"] {
        command.env_remove(variable);
    }
    command
}

/// A new folder with these files.
pub(crate) fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("folder is made");
        fs::write(path, text).expect("file is written");
    }
    folder
}

/// Runs the command in a folder.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Run {
    command().current_dir(folder).args(arguments).output().expect("the command runs").into()
}

/// Runs the command with this standard input.
pub(crate) fn run_with_input(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut pipe = child.stdin.take().expect("input is piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || pipe.write_all(&input));
    let output = child.wait_with_output().expect("the command ends");
    // A command that refuses its arguments ends before it reads.
    if let Err(error) = writer.join().expect("the writer ends") {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe, "{error}");
    }
    output.into()
}

/// A program that is accepted.
pub(crate) const GOOD: &str = "fn f() -> i32 {\n    return 1;\n}\n";
/// A program with one error, on line 3, column 12.
pub(crate) const BAD: &str = "fn f() -> i32 {\n    // é\n    return abs(true);\n}\n";
