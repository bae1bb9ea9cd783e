//! `litmus`: prints what schedules reach and what the memory model allows, shape by shape.

use std::io::{self, Write};
use wgsl_cts::litmus::{self, Litmus};

/// Prints the table. False if a shape reaches other results than are allowed.
pub(crate) fn litmus() -> io::Result<bool> {
    let found = litmus::run().map_err(io::Error::other)?;
    let mut output = io::stdout().lock();
    writeln!(output, "allowed  reached  executions  shape")?;
    for litmus in &found {
        let Litmus { test, reached, executions, .. } = litmus;
        let differs = if litmus.is_equal() { "" } else { "  DIFFERS" };
        let (allowed, reached) = (test.allowed.len(), reached.len());
        writeln!(output, "{allowed:>7}  {reached:>7}  {executions:>10}  {}{differs}", test.name)?;
    }
    let equal = found.iter().filter(|litmus| litmus.is_equal()).count();
    writeln!(output, "{equal} of {} reach exactly what is allowed", found.len())?;
    Ok(equal == found.len())
}
