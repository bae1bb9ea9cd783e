//! The conformance suite's own program, `wgsl-cts`.

use crate::cargo;
use std::io;

/// Runs it, as the tests have built it: optimised with all that it depends on, it would take longer to build than to run.
/// `false` when it says that something is not as it should be.
pub(crate) fn run(order: &[&str]) -> io::Result<bool> {
    let mut command = cargo();
    command.args(["run", "--quiet", "--package", "wgsl-cts", "--"]).args(order);
    match command.status()?.code() {
        Some(0) => Ok(true),
        Some(1) => Ok(false),
        _ => Err(io::Error::other(format!("`wgsl-cts {}` failed", order.join(" ")))),
    }
}
