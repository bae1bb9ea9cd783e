//! A case for one combination of its matrix and one of its programs: what is run.

use super::{Case, CaseFile};
use crate::execution::Execution;
use crate::vocabulary::{ExecutorKind, Verdict};
use std::path::PathBuf;
use std::sync::Arc;
use wgsl_spec::{Anchor, Code, Edition, RuleId};
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::needs::Extension;
use wgsl_validator::target::Target;
use wgsl_validator::{Options, PipelineRequest};

/// A program with what must be said of it.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Its name: `statements/if::condition-is-bool::reject-1[T=i32]`.
    pub name: String,
    /// The case that it belongs to.
    pub case: Arc<CaseInfo>,
    /// The program, by its bytes: some are no text.
    pub program: Vec<u8>,
    /// What must be said.
    pub expected: Expected,
    /// How it is executed, and what must come of it; `None` for a program that is only judged.
    pub execution: Option<Arc<Execution>>,
    /// The file that holds the program, and its first line there, 1-based; `None` for what comes from tables.
    pub place: Option<(PathBuf, usize)>,
}

/// What the instances of a case have in common.
#[derive(Debug, Clone)]
pub struct CaseInfo {
    /// The name, with that of the file: `statements/if::condition-is-bool`.
    pub name: String,
    /// What it shows.
    pub about: String,
    /// Where the text says it.
    pub section: Anchor,
    /// The rules that it shows.
    pub rules: Vec<RuleId>,
    /// Whether it comes from the tables of the specification.
    pub is_generated: bool,
    /// How programs are judged.
    pub request: Request,
    /// The executors that judge; all when absent.
    pub executors: Option<Vec<ExecutorKind>>,
}

/// How a program is judged.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Request {
    /// By which text.
    pub edition: Edition,
    /// For what.
    pub target: Option<Target>,
    /// Extensions without which it means nothing.
    pub needs: Vec<Extension>,
    /// The pipeline that is made of it.
    pub pipeline: Option<PipelineRequest>,
    /// Whether its vertex and fragment entry points are linked.
    pub is_linked: bool,
}

/// What must be said of a program.
#[derive(Debug, Clone)]
pub struct Expected {
    /// Whether it is taken.
    pub verdict: Verdict,
    /// All that is found, by line and column.
    pub diagnostics: Vec<ExpectedDiagnostic>,
}

/// One finding that must be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedDiagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub code: Code,
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
}

impl Instance {
    /// The name inside the case: `reject-1[T=i32]`.
    #[must_use]
    pub fn program_name(&self) -> &str {
        self.name.get(self.case.name.len() + 2..).unwrap_or(&self.name)
    }

    /// The program as text; `None` when it is not UTF-8.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.program).ok()
    }

    /// Whether an executor is asked: those that the case names, and without names those that can be asked at all.
    #[must_use]
    pub fn is_for(&self, executor: ExecutorKind) -> bool {
        self.case.executors.as_ref().is_none_or(|named| named.contains(&executor))
            && (executor.is_ours() || self.case.request.is_for_peers())
            && (!executor.runs() || self.execution.is_some())
    }

    /// The pipeline stages that are made of the program: none if it is judged by itself, two for a draw.
    #[must_use]
    pub fn stages(&self) -> Vec<PipelineRequest> {
        match &self.execution {
            Some(execution) => execution.stages(),
            None => self.case.request.pipeline.iter().cloned().collect(),
        }
    }
}

impl Request {
    /// The options of the validator for a program that is only judged.
    #[must_use]
    pub fn options(&self) -> Options {
        Options { edition: self.edition, target: self.target.clone().unwrap_or_default() }
    }

    /// The options of the validator for a program that is executed: without the limits of a device.
    #[must_use]
    pub fn options_for_execution(&self) -> Options {
        let options = self.options();
        Options { target: options.target.for_execution(), ..options }
    }

    /// Whether other implementations can be asked: they know one edition and no targets, and link nothing.
    #[must_use]
    pub fn is_for_peers(&self) -> bool {
        self.edition == Edition::Current && self.target.is_none() && !self.is_linked
    }
}

impl CaseInfo {
    /// What the instances of a case from a file share, without the pipeline, which may differ by the matrix.
    pub(super) fn of(file: &CaseFile, file_name: &str, case: &Case) -> Self {
        Self {
            name: format!("{file_name}::{}", case.name),
            about: case.about.clone(),
            section: case.section.as_ref().unwrap_or(&file.section).0,
            rules: case.rules.iter().map(|rule| rule.0).collect(),
            is_generated: false,
            request: Request {
                edition: case.edition.0,
                target: case.target.as_ref().map(|target| target.0.clone()),
                needs: case.needs.iter().map(|extension| extension.0).collect(),
                pipeline: None,
                is_linked: case.link,
            },
            executors: case.executors.clone(),
        }
    }
}
