//! Runs the conformance suite's program, `wgsl-cts`.

use crate::cargo;
use std::io;

/// Runs it in the profile of the tests: an optimised build with all dependencies would take longer than the run.
/// `false` if it reports a failure.
pub(crate) fn run(order: &[&str]) -> io::Result<bool> {
    run_in(&[], order)
}

/// Runs it as an optimised build, for tasks that take longer than the build.
/// `false` if it reports a failure.
pub(crate) fn run_optimised(order: &[&str]) -> io::Result<bool> {
    run_in(&["--release"], order)
}

fn run_in(profile: &[&str], order: &[&str]) -> io::Result<bool> {
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", "wgsl-cts"]).args(profile).arg("--").args(order);
    match command.status()?.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => Err(io::Error::other(format!("`wgsl-cts {}` failed", order.join(" ")))),
    }
}
