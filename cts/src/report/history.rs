//! The history of several runs: how many programs each executor judges as expected, and the programs whose verdict changed
//! from one run to the next.

use super::ReportError;
use super::against::{Pair, pairs};
use super::chart::{Chart, Share};
use super::read;
use super::templates::{encoded, fill, permalink};
use crate::results::{Counts, ExecutorResults, Results, Status};
use minijinja::context;
use minijinja::value::{Serde, Value};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The style sheets, in order.
const STYLES: [&str; 3] = [
    include_str!("../../../reports/templates/style/base.css"),
    include_str!("../../../reports/templates/style/overview.css"),
    include_str!("../../../reports/templates/style/history.css"),
];

/// A run with a name.
#[derive(Debug)]
pub struct Run {
    /// Its name on the page.
    pub label: String,
    /// The address of its report, if it has one.
    pub report: Option<String>,
    /// Its results.
    pub results: Results,
}

/// An executor that took part in some run.
#[derive(Serialize)]
struct Executor {
    name: &'static str,
    chart: Option<Chart>,
    /// By run, the earliest first.
    rows: Vec<Row>,
}

/// An executor in a run.
#[derive(Serialize)]
struct Row {
    /// The index of the run.
    run: usize,
    /// The release; `None` if it is not known.
    release: Option<String>,
    /// The reason why it did not take part.
    missing: Option<String>,
    passes: usize,
    asked: usize,
    not_asked: usize,
    /// `None` without an earlier run to compare with.
    changes: Option<Changed>,
}

/// The programs that changed since the run before.
#[derive(Serialize, Default)]
struct Changed {
    /// As expected before, and no longer.
    failing: Vec<Program>,
    /// Not as expected before, and as expected now.
    passing: Vec<Program>,
    /// Not as expected, and new or not asked about before.
    first: Vec<Program>,
}

/// A program, and its link.
#[derive(Serialize)]
struct Program {
    name: String,
    link: Option<String>,
}

/// The page of the history as HTML. The runs are in order, the earliest first.
///
/// # Errors
/// If the template can't be filled, which is a mistake in it.
pub fn history_html(runs: &[Run]) -> Result<String, ReportError> {
    let all: BTreeSet<ExecutorKind> =
        runs.iter().flat_map(|run| &run.results.executors).map(|executor| executor.name).collect();
    let took_part =
        |name: &ExecutorKind| (0..runs.len()).any(|run| present(&runs[run].results, *name).is_some());
    let executors: Vec<Executor> =
        all.into_iter().filter(took_part).map(|name| executor(name, runs)).collect();
    let labels: Vec<(&str, Option<&str>)> =
        runs.iter().map(|run| (run.label.as_str(), run.report.as_deref())).collect();
    let values = context! {
        runs => Serde(labels),
        executors => Serde(executors),
        style => Value::from_safe_string(STYLES.concat()),
    };
    fill("history.html", values, None)
}

/// Writes `history.html` into a folder, from the results of runs, and returns its path. A run links to the `report.html` beside its
/// results.
///
/// # Errors
/// If a file can't be read or written.
pub fn write_history(results: &[PathBuf], folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let labels = labels(results);
    let runs = results
        .iter()
        .zip(labels)
        .map(|(path, label)| Ok(Run { label, report: report_beside(path, folder)?, results: read(path)? }));
    let runs = runs.collect::<io::Result<Vec<_>>>()?;
    let page = folder.join("history.html");
    fs::write(&page, history_html(&runs).map_err(io::Error::other)?)?;
    Ok(page)
}

/// The name of each file, or that of its folder if it is `results.json`; the whole paths if some of these are equal.
fn labels(results: &[PathBuf]) -> Vec<String> {
    let name = |path: &PathBuf| {
        let stem = path.file_stem()?;
        let folder = path.parent().and_then(Path::file_name).filter(|_| stem == "results");
        Some(folder.unwrap_or(stem).to_string_lossy().into_owned())
    };
    let names: Vec<String> = results.iter().filter_map(name).collect();
    let different: BTreeSet<&String> = names.iter().collect();
    if different.len() == results.len() {
        return names;
    }
    results.iter().map(|path| path.display().to_string()).collect()
}

/// The address of the report in the folder of the results, as a page in another folder links it; `None` if there is no report.
fn report_beside(results: &Path, folder: &Path) -> io::Result<Option<String>> {
    let report = results.with_file_name("report.html");
    if !report.is_file() {
        return Ok(None);
    }
    let path = pathdiff::diff_paths(fs::canonicalize(report)?, fs::canonicalize(folder)?);
    let address = path.map(|path| {
        let parts = path.components().map(|part| encoded(&part.as_os_str().to_string_lossy()));
        parts.collect::<Vec<_>>().join("/")
    });
    Ok(address)
}

/// The executor, if it took part in the run.
fn present(results: &Results, name: ExecutorKind) -> Option<&ExecutorResults> {
    results.executors.iter().find(|executor| executor.name == name && executor.missing.is_none())
}

fn executor(name: ExecutorKind, runs: &[Run]) -> Executor {
    let rows: Vec<Row> = (0..runs.len()).map(|run| row(name, runs, run)).collect();
    let share = |row: &Row| (row.asked > 0).then_some(Share { part: row.passes, whole: row.asked });
    let chart = Chart::new(&rows.iter().map(share).collect::<Vec<_>>());
    Executor { name: name.name(), chart, rows }
}

fn row(name: ExecutorKind, runs: &[Run], run: usize) -> Row {
    let found = runs[run].results.executors.iter().find(|executor| executor.name == name);
    let missing = match found {
        None => Some("it is not in the results".to_owned()),
        Some(executor) => executor.missing.clone(),
    };
    let counts = found.filter(|_| missing.is_none()).map_or(Counts::default(), |executor| executor.counts);
    Row {
        run,
        release: found.and_then(|executor| executor.release.clone()),
        changes: if missing.is_none() { changed(name, runs, run) } else { None },
        missing,
        passes: counts.with_expected_verdict(),
        asked: counts.asked(),
        not_asked: counts.not_asked,
    }
}

/// The changes since the last run before in which the executor took part.
fn changed(name: ExecutorKind, runs: &[Run], run: usize) -> Option<Changed> {
    let earlier = (0..run).rev().find(|earlier| present(&runs[*earlier].results, name).is_some())?;
    let mut changed = Changed::default();
    for pair in pairs(&runs[earlier].results, &runs[run].results, &[name]) {
        let fails = matches!(pair.now, Status::Finding | Status::Unexpected);
        match pair.before {
            Some(before) if before.has_expected_verdict() && fails => {
                changed.failing.push(program(&pair, report(runs, run)));
            }
            Some(Status::Finding | Status::Unexpected) if pair.now.has_expected_verdict() => {
                // Only the earlier report is sure to list it.
                let shown = runs[earlier].report.as_deref().or_else(|| report(runs, run));
                changed.passing.push(program(&pair, shown));
            }
            None | Some(Status::NotAsked) if fails => changed.first.push(program(&pair, report(runs, run))),
            None | Some(_) => {}
        }
    }
    Some(changed)
}

/// The report of a run, or else the nearest later or earlier one: each opens links to any program.
fn report(runs: &[Run], run: usize) -> Option<&str> {
    let (before, after) = runs.split_at(run);
    after.iter().chain(before.iter().rev()).find_map(|run| run.report.as_deref())
}

fn program(pair: &Pair, report: Option<&str>) -> Program {
    let link = report.map(|report| format!("{report}{}", permalink(pair.case, pair.program)));
    Program { name: format!("{}::{}", pair.case, pair.program), link }
}
