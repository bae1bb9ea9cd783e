//! Reports of a run: an HTML page, a Markdown summary, and `JUnit` XML for build services.

pub mod against;
mod cell;
mod chart;
mod data;
mod error;
mod findings;
mod history;
mod html;
mod junit;
mod listing;
mod markdown;
mod merge;
mod model;
mod outline;
mod read;
mod templates;

pub use against::Changes;
pub use error::{MergeError, ReadError, ReportError};
pub use findings::{findings_html, issue};
pub use history::{Run, history_html, write_history};
pub use html::html;
pub use junit::junit;
pub use markdown::{changes_markdown, markdown};
pub use merge::merge;
pub use read::{parse, read};

use crate::results::Results;
use std::fs;
use std::io;
use std::path::Path;

/// Writes `report.html`, `report.md`, `junit.xml` and `results.json` into a folder.
///
/// # Errors
/// If a file can't be written.
pub fn write(results: &Results, changes: Option<&Changes>, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("report.html"), html(results, changes).map_err(io::Error::other)?)?;
    fs::write(folder.join("report.md"), markdown(results, changes).map_err(io::Error::other)?)?;
    fs::write(folder.join("junit.xml"), junit(results).map_err(io::Error::other)?)?;
    fs::write(folder.join("results.json"), results.text()?)
}
