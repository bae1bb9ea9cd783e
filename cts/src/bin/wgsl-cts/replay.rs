//! `wgsl-cts replay`: other projects' programs with recorded verdicts.

use crate::executors::{Named, asked, named, start};
use std::io::{self, Write};
use std::path::PathBuf;
use wgsl_cts::replay::{Agreement, Replayed, read, replay as ask};
use wgsl_cts_cases::vocabulary::ExecutorKind;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Files with one JSON object per line (docs/CASES.md describes it); .xz files are unpacked
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Executors to ask; cmd:NAME=COMMAND is a program that speaks docs/PROTOCOL.md
    #[arg(long = "executor", value_name = "NAME", value_parser = named, default_value = "validator")]
    executors: Vec<Named>,
    /// Only programs whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Number of differences to show
    #[arg(long, default_value_t = 10)]
    show: usize,
    /// Fail below this percentage of recorded verdicts
    #[arg(long, default_value_t = 100.0)]
    min: f64,
}

/// Compares verdicts. `false` if the percentage of recorded verdicts is too low.
pub(crate) fn replay(arguments: &Arguments) -> io::Result<bool> {
    let mut recordings = Vec::new();
    let mut lines = 0;
    let mut output = io::stdout().lock();
    for path in &arguments.files {
        let (read, bad) =
            read(path).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
        for line in &bad {
            writeln!(io::stderr(), "{}:{}: {}", path.display(), line.number, line.message)?;
        }
        lines += bad.len();
        recordings.extend(read);
    }
    recordings.retain(|recording| recording.instance.name.contains(&arguments.only));
    let executors = start(&arguments.executors);
    let mut is_good = true;
    for executor in asked(&arguments.executors, &executors)? {
        let replayed = ask(&recordings, executor, &executors);
        print(&replayed, executor, arguments.show, &mut output)?;
        is_good &= replayed.total.percent() >= arguments.min;
    }
    if lines > 0 {
        return Err(io::Error::other(format!(
            "{lines} lines are not valid records; the others were checked"
        )));
    }
    Ok(is_good)
}

fn print(
    replayed: &Replayed,
    executor: ExecutorKind,
    shown: usize,
    output: &mut impl Write,
) -> io::Result<()> {
    for (recording, findings) in replayed.differences.iter().take(shown) {
        let verb = recording.instance.expected.verdict.verb();
        writeln!(output, "{}: expected {} to say: {verb}", recording.instance.name, executor.name())?;
        for finding in findings.iter().take(3) {
            writeln!(output, "  {}:{}: {}", finding.line, finding.column, finding.message)?;
        }
    }
    let hidden = replayed.differences.len().saturating_sub(shown);
    if hidden > 0 {
        writeln!(output, "and {hidden} more differences")?;
    }
    for (group, agreement) in &replayed.groups {
        writeln!(output, "{}", line(group, agreement))?;
    }
    writeln!(output, "{}", line(executor.name(), &replayed.total))
}

fn line(name: &str, agreement: &Agreement) -> String {
    let count_of = |count, words| if count == 0 { String::new() } else { format!(", {count} {words}") };
    let unable = count_of(agreement.unable, "not checked");
    let skipped = count_of(agreement.not_asked, "skipped");
    let places = match agreement.with_line {
        0 => String::new(),
        count => format!("; first error on the recorded line: {} of {count}", agreement.on_line),
    };
    format!(
        "{name}: {} of {} as recorded ({:.3} %), {} wrongly accepted, {} wrongly rejected{unable}{skipped}{places}",
        agreement.same,
        agreement.asked(),
        agreement.percent(),
        agreement.wrongly_accepted,
        agreement.wrongly_rejected
    )
}
