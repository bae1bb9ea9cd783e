//! Why a report can't be made, read or merged.

use super::read::OLDEST;
use crate::results::VERSION;
use core::error::Error;
use core::fmt;

/// Why a report can't be made from results.
#[derive(Debug)]
pub enum ReportError {
    /// A template can't be filled, which is a mistake in the template.
    Template(minijinja::Error),
    /// The data of the page can't be written as JSON.
    Json(serde_json::Error),
    /// The tests can't be written as XML.
    Xml(quick_junit::SerializeError),
}

impl fmt::Display for ReportError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The alternative form names the template and the line.
            Self::Template(error) => write!(output, "{error:#}"),
            Self::Json(error) => error.fmt(output),
            Self::Xml(error) => error.fmt(output),
        }
    }
}

impl Error for ReportError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(match self {
            Self::Template(error) => error,
            Self::Json(error) => error,
            Self::Xml(error) => error,
        })
    }
}

/// Why a text is not the results of a run.
#[derive(Debug)]
pub enum ReadError {
    /// It has no version.
    NotResults(serde_json::Error),
    /// It has a version that is not known.
    UnknownVersion(u32),
    /// It does not have the form of its version.
    Malformed {
        /// The version.
        version: u32,
        /// The mistake.
        error: serde_json::Error,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotResults(error) => write!(output, "not the results of a run: {error}"),
            Self::UnknownVersion(version) => write!(
                output,
                "results of version {version} can't be read; the known versions are {OLDEST} to {VERSION}"
            ),
            Self::Malformed { version, error } => write!(output, "malformed for version {version}: {error}"),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NotResults(error) | Self::Malformed { error, .. } => Some(error),
            Self::UnknownVersion(_) => None,
        }
    }
}

/// Why results are not the shards of one run.
#[derive(Debug, PartialEq, Eq)]
pub enum MergeError {
    /// There are none.
    Nothing,
    /// They share some of their cases.
    SharedCase(String),
    /// An executor has two releases.
    Releases {
        /// The executor.
        executor: &'static str,
        /// The release in the shards before.
        left: String,
        /// The release in the shard.
        right: String,
    },
    /// They have different rules.
    Rules,
    /// Two shards executed a case with the same executor.
    ExecutedTwice {
        /// The executor.
        executor: &'static str,
        /// The case.
        case: String,
    },
    /// They have different programs of a case.
    Programs(String),
}

impl fmt::Display for MergeError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => output.write_str("no results"),
            Self::SharedCase(case) => write!(
                output,
                "shards share some of their cases, `{case}` for one: they must share all of them or none"
            ),
            Self::Releases { executor, left, right } => {
                write!(output, "{executor} is of release {left} and of {right}")
            }
            Self::Rules => output
                .write_str("shards have different rules: they come from different versions of the suite"),
            Self::ExecutedTwice { executor, case } => {
                write!(output, "{executor} runs `{case}` in two shards")
            }
            Self::Programs(case) => write!(output, "shards have different programs of `{case}`"),
        }
    }
}

impl Error for MergeError {}
