//! The conformance suite's own program, `wgsl-cts`.

use crate::cargo;
use std::io;

/// How it is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Profile {
    /// Soon there, for what is over at once anyway.
    Development,
    /// For whole runs.
    Release,
}

/// Runs it. `false` when it says that something is not as it should be.
pub(crate) fn run(profile: Profile, order: &[&str]) -> io::Result<bool> {
    let mut command = cargo();
    command.arg("run");
    if profile == Profile::Release {
        command.arg("--release");
    }
    command.args(["--quiet", "--package", "wgsl-cts", "--"]).args(order);
    match command.status()?.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => Err(io::Error::other(format!("`wgsl-cts {}` failed", order.join(" ")))),
    }
}
