//! The executors that a command asks.

use std::io::{self, Write};
use wgsl_cts::execute::{CommandError, Executors, OutsideCommand, Peers};
use wgsl_cts_cases::discover::Suite;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// An executor as a command line names it.
#[derive(Debug, Clone)]
pub(crate) struct Named {
    kind: ExecutorKind,
    /// Its command, if it is outside of this project.
    outside: Option<OutsideCommand>,
}

/// The executor of a name, for the command line.
pub(crate) fn named(text: &str) -> Result<Named, String> {
    if text.starts_with("cmd:") {
        let command: OutsideCommand = text.parse().map_err(|error: CommandError| error.to_string())?;
        return Ok(Named { kind: ExecutorKind::Outside(command.name), outside: Some(command) });
    }
    let known = ExecutorKind::ALL.map(ExecutorKind::name).join(", ");
    let kind = ExecutorKind::by_name(text);
    let kind = kind.ok_or_else(|| format!("expected an executor ({known} or cmd:NAME=COMMAND)"))?;
    Ok(Named { kind, outside: None })
}

/// Starts the executors that are asked, and no others; all of the suite if none are named.
pub(crate) fn start(named: &[Named]) -> Executors {
    let is_asked = |executor| named.is_empty() || named.iter().any(|named| named.kind == executor);
    let Peers { npm, wgpu, adapter, .. } = Peers::of_environment();
    Executors::start(&Peers {
        npm: npm.filter(|_| is_asked(ExecutorKind::Tint)),
        wgpu: wgpu.filter(|_| is_asked(ExecutorKind::Wgpu)),
        adapter,
        outside: named.iter().filter_map(|named| named.outside.clone()).collect(),
    })
}

/// The executors to ask: the named ones, or all available ones if none are named.
///
/// # Errors
/// If a named executor is not available.
pub(crate) fn asked(named: &[Named], executors: &Executors) -> io::Result<Vec<ExecutorKind>> {
    let missing = |named: &Named| Some((named.kind, executors.missing(named.kind)?));
    if let Some((executor, reason)) = named.iter().find_map(missing) {
        return Err(io::Error::other(format!("{} can't take part: {reason}", executor.name())));
    }
    let all = executors.kinds().filter(|executor| executors.missing(*executor).is_none());
    let is_asked =
        |executor: &ExecutorKind| named.is_empty() || named.iter().any(|named| named.kind == *executor);
    Ok(all.filter(is_asked).collect())
}

/// Prints the number of programs of `run` that no executor executed.
pub(crate) fn tell_not_executed(
    output: &mut impl Write,
    suite: &Suite,
    asked: &[ExecutorKind],
    executors: &Executors,
) -> io::Result<()> {
    let count = suite.instances.iter().filter(|instance| instance.execution.is_some()).count();
    match executors.not_executed(asked) {
        Some(reason) if count > 0 => writeln!(output, "{count} programs {reason}"),
        _ => Ok(()),
    }
}
