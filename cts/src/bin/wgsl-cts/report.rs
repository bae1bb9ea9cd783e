//! `wgsl-cts report`: reports of the results of runs.

use std::io::{self, Write};
use std::path::PathBuf;
use wgsl_cts::report::{Changes, changes_markdown, merge, read, write, write_history};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Results of runs; several files are shards of one run, or with --history runs of their own
    #[arg(required = true)]
    results: Vec<PathBuf>,
    /// Folder for report.html, report.md, junit.xml and results.json, or for history.html
    #[arg(long, default_value = "reports/generated")]
    out: PathBuf,
    /// Results of an earlier run: show the changes, and fail if something got worse
    #[arg(long, value_name = "BASELINE")]
    against: Option<PathBuf>,
    /// Write history.html instead: how the results changed from run to run, the earliest run first
    #[arg(long, conflicts_with = "against")]
    history: bool,
}

/// Writes the reports. `false` if something got worse.
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    if arguments.history {
        let page = write_history(&arguments.results, &arguments.out)?;
        writeln!(io::stdout(), "{}", page.display())?;
        return Ok(true);
    }
    let shards = arguments.results.iter().map(|path| read(path)).collect::<io::Result<Vec<_>>>()?;
    let results = merge(shards).map_err(io::Error::other)?;
    let changes = match &arguments.against {
        Some(path) => Some(Changes::between(&read(path)?, &results)),
        None => None,
    };
    write(&results, changes.as_ref(), &arguments.out)?;
    let mut output = io::stdout().lock();
    if let Some(changes) = &changes {
        let text = changes_markdown(changes).map_err(io::Error::other)?;
        writeln!(output, "{}\n", text.trim_end())?;
    }
    writeln!(output, "{}", arguments.out.join("report.html").display())?;
    Ok(changes.is_none_or(|changes| !changes.is_worse()))
}
