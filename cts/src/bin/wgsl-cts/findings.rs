//! `wgsl-cts findings`: the page of findings.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wgsl_cts::expectations::Expectations;
use wgsl_cts::findings::load;
use wgsl_cts::report::findings_html;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// File for the page
    #[arg(long, default_value = "reports/generated/findings.html")]
    out: PathBuf,
}

/// Writes the page of all findings.
pub(crate) fn findings(fixtures: &Path, arguments: &Arguments) -> io::Result<bool> {
    let expectations = Expectations::load(fixtures).map_err(io::Error::other)?;
    let findings = load(fixtures, &expectations).map_err(|problems| {
        let problems: Vec<String> = problems.iter().map(|problem| format!("\n{problem}\n")).collect();
        io::Error::other(problems.concat())
    })?;
    if let Some(folder) = arguments.out.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(&arguments.out, findings_html(&findings).map_err(io::Error::other)?)?;
    writeln!(io::stdout(), "{}", arguments.out.display())?;
    Ok(true)
}
