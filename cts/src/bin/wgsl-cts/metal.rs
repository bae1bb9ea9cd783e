//! `wgsl-cts metal`: programs in Metal's language, as naga writes them.

use std::io::{self, Write};
use std::path::PathBuf;
use wgsl_cts::metal::{Program, of_files, of_instance, of_recordings, write};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// WGSL programs, or folders with them
    files: Vec<PathBuf>,
    /// Files with one JSON object per line (docs/CASES.md describes it), of which the accepted programs are taken; .xz files are
    /// unpacked
    #[arg(long, value_name = "FILE")]
    jsonl: Vec<PathBuf>,
    /// The accepted programs of the cases whose names begin like this, such as `statements/if::`
    #[arg(long, value_name = "PREFIX")]
    cases: Option<String>,
    /// Folder for the files NAME.restrict.metal, NAME.zero.metal and NAME.unchecked.metal, by what happens to accesses out of
    /// bounds, and for refused.tsv
    #[arg(long)]
    out: PathBuf,
    /// The version of Metal's language
    #[arg(long, value_parser = version, default_value = "3.1")]
    msl: (u8, u8),
}

/// Writes the programs.
pub(crate) fn metal(all: &super::Arguments, arguments: &Arguments) -> io::Result<bool> {
    let mut programs: Vec<Program> = of_files(&arguments.files)?;
    for path in &arguments.jsonl {
        programs.extend(of_recordings(path)?);
    }
    if let Some(prefix) = &arguments.cases {
        programs.extend(super::suite(all, prefix)?.instances.iter().flat_map(of_instance));
    }
    let summary = write(&programs, arguments.msl, &arguments.out)?;
    let mut output = io::stdout().lock();
    writeln!(output, "{} programs, {} files written", summary.programs, summary.written)?;
    let mut refused: Vec<_> = summary.refused.into_iter().collect();
    refused.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (reason, count) in refused {
        writeln!(output, "{count:6} not written: {reason}")?;
    }
    Ok(true)
}

fn version(text: &str) -> Result<(u8, u8), String> {
    let parts =
        text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
    parts.ok_or_else(|| "expected a version such as 2.2".to_owned())
}
