//! `test` and `bless`: the whole suite.

use crate::{cargo, driver, root};
use std::io::{self, Write};

/// The treatment of expected outputs in files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goldens {
    /// Outputs are compared with the files.
    Compare,
    /// The files are written anew.
    Write,
}

/// Runs the tests of all crates. `false` if one fails.
pub(crate) fn run(goldens: Goldens) -> io::Result<bool> {
    driver::provide()?;
    let mut command = cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    match goldens {
        Goldens::Compare => command.env_remove("WGSL_BLESS"),
        Goldens::Write if std::env::var_os("CI").is_some() => {
            return Err(io::Error::other("expected outputs are not written in CI"));
        }
        Goldens::Write => command.env("WGSL_BLESS", "1"),
    };
    let passed = command.status()?.success();
    let mut output = io::stdout().lock();
    writeln!(output, "\n{}", if passed { "All tests passed." } else { "Some tests failed." })?;
    for gap in gaps() {
        writeln!(output, "Not covered by this run: {gap}")?;
    }
    Ok(passed)
}

/// The parts that the tests leave out, so that a green run does not claim more than it covered.
fn gaps() -> Vec<String> {
    let mut gaps = Vec::new();
    if std::env::var_os("WGSL_CTS_TINT").is_none() {
        gaps.push("Tint: WGSL_CTS_TINT does not name a directory with the npm package `webgpu`".to_owned());
    }
    if driver::is_unwanted() || !driver::is_there() {
        gaps.push("execution on an adapter: there is no driver, or WGSL_CTS_ADAPTER is `none`".to_owned());
    }
    for (folder, what) in [("fixtures/wgsl", "real shaders"), ("fixtures/invalid", "invalid programs")] {
        if !root().join(folder).is_dir() {
            gaps.push(format!("{what}: the directory {folder} is missing"));
        }
    }
    gaps
}
