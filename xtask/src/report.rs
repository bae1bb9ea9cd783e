//! `report`: runs the conformance suite and writes its reports.

use crate::{root, suite};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const RESULTS: &str = "reports/generated/results.json";
const BASELINE: &str = "reports/baseline/results.json";
/// The sample that the browser check is written for.
const SAMPLE: [&str; 2] = ["cts/tests/data/results.json", "cts/tests/data/baseline.json"];
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Show the changes since an earlier run, and fail if something got worse
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = BASELINE)]
    against: Option<PathBuf>,
    /// Check the page of a sample in Chromium instead, and take screenshots; CHROMIUM names the program
    #[arg(long, conflicts_with = "against")]
    in_browser: bool,
}

/// Makes the report. `false` if something got worse, or the browser check fails.
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    if arguments.in_browser {
        return in_browser();
    }
    if !suite::run(&["run", "--out", RESULTS])? {
        writeln!(io::stdout(), "The run had unexpected outcomes; the report lists them.")?;
    }
    let mut order = vec!["report", RESULTS, "--out", "reports/generated"];
    // Cargo runs the suite in the root of the workspace, but this command may run in any folder below it.
    let file = arguments
        .against
        .as_ref()
        .map(|file| if file.is_file() { std::path::absolute(file) } else { Ok(root().join(file)) });
    let file = file.transpose()?.map(|file| file.to_string_lossy().into_owned());
    if let Some(file) = &file {
        order.extend(["--against", file]);
    }
    suite::run(&order)
}

fn in_browser() -> io::Result<bool> {
    let browser = std::env::var("CHROMIUM").ok().into_iter().chain(BROWSERS.map(str::to_owned));
    let Some(browser) = browser.into_iter().find(|program| is_there(program)) else {
        return skip("Chromium");
    };
    if !is_there("node") {
        return skip("Node");
    }
    let folder = "reports/generated/browser";
    // The sample is worse than its baseline, so that the page has changes to show.
    suite::run(&["report", SAMPLE[0], "--against", SAMPLE[1], "--out", folder])?;
    // The second run has the report just made beside its results, so that programs of the history are linked there.
    suite::run(&["report", "--history", SAMPLE[1], &format!("{folder}/results.json"), "--out", folder])?;
    let mut check = Command::new("node");
    check.current_dir(root()).args(["reports/browser/check.mjs", &browser]);
    check.args([&format!("{folder}/report.html"), &format!("{folder}/screenshots")]);
    Ok(check.status()?.success() && suite_in_browser(&browser)?)
}

/// Runs a part of the exported suite on the WebGPU of the browser, or on a stub where there is none; the check says which.
fn suite_in_browser(browser: &str) -> io::Result<bool> {
    let exported = "reports/generated/browser/suite.jsonl";
    suite::run(&["export", "execution/composites", "--out", exported])?;
    let mut check = Command::new("node");
    check.current_dir(root()).args(["cts/runners/browser/check.mjs", browser, exported]);
    check.arg("reports/generated/browser/suite-results.json");
    Ok(check.status()?.success())
}

fn is_there(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Reports that nothing was checked, which fails in CI.
fn skip(missing: &str) -> io::Result<bool> {
    writeln!(io::stdout(), "NOT CHECKED: {missing} is missing, so the page was not opened in a browser.")?;
    Ok(std::env::var_os("CI").is_none())
}
