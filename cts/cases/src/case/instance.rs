//! An instance: one program of a case, for one combination of its matrix.

use super::{Case, CaseFile};
use crate::amp::HostCall;
use crate::execution::Execution;
use crate::language::{Language, Wgsl};
use crate::names::Need;
use crate::vocabulary::{ExecutorKind, Phase, Verdict};
use shader_source::Code;
use shader_source::Rule;
use shader_source::Section;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;
use webgpu_model::Feature;
use wgsl_spec::Edition;
use wgsl_validator::diagnostic::Severity;
use wgsl_validator::needs::Extension;
use wgsl_validator::target::Target;
use wgsl_validator::{Options, PipelineRequest};

/// A program with the expected outcome.
#[derive(Debug, Clone)]
pub struct Instance<L: Language = Wgsl> {
    /// Its name: `statements/if::condition-is-bool::reject-number[T=i32]`.
    pub name: String,
    /// The case that it belongs to.
    pub case: Arc<CaseInfo<L>>,
    /// Its name without the values of the matrix. Instances of the same program have the same; generated programs, if they only
    /// differ in the row of their table.
    pub template: String,
    /// The rules that it shows: an accepted or executed program by keeping them, a rejected one by breaking them. A rejected
    /// program lists those that its markers name.
    pub rules: Vec<&'static Rule>,
    /// The bytes of the program. Some programs are not UTF-8.
    pub program: Vec<u8>,
    /// The expected verdict and diagnostics.
    pub expected: Expected,
    /// The execution and its expected results; `None` for a program that is only judged.
    pub execution: Option<Arc<Execution>>,
    /// The call of a function of the host that launches kernels, in C++ AMP; `None` for a program that is only checked.
    pub host_call: Option<Arc<HostCall>>,
    /// The file that holds the program, and its first line there, 1-based; `None` for a program from the tables.
    pub place: Option<(PathBuf, usize)>,
}

/// The properties that the instances of a case share.
#[derive(Debug, Clone)]
pub struct CaseInfo<L: Language = Wgsl> {
    /// The name, including that of the file: `statements/if::condition-is-bool`.
    pub name: String,
    /// The statement that it shows.
    pub about: String,
    /// The section of the specification that says so.
    pub section: &'static Section,
    /// Whether it comes from the tables of the specification.
    pub is_generated: bool,
    /// The conditions under which programs are judged.
    pub request: Request,
    /// The language of the program.
    pub language: PhantomData<L>,
    /// The executors that are asked; `None` for all.
    pub executors: Option<Vec<ExecutorKind>>,
}

/// The conditions under which a program is judged.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Request {
    /// The edition of the specification.
    pub edition: Edition,
    /// The target; `None` for the default one.
    pub target: Option<Target>,
    /// Extensions that the program depends on.
    pub needs: Vec<Extension>,
    /// Features of the device that its execution depends on.
    pub features: Vec<Feature>,
    /// The pipeline that is created from it.
    pub pipeline: Option<PipelineRequest>,
    /// Whether its vertex and fragment entry points are linked.
    pub is_linked: bool,
    /// The dialect and the definitions for a program in Metal.
    pub metal: msl_validator::Options,
}

/// The expected judgement of a program.
#[derive(Debug, Clone)]
pub struct Expected {
    /// Whether it is accepted.
    pub verdict: Verdict,
    /// All diagnostics, with their places.
    pub diagnostics: Vec<ExpectedDiagnostic>,
}

/// An expected diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedDiagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Its code.
    pub code: &'static Code,
    /// The first rule that it names, if the marker says.
    pub rule: Option<&'static Rule>,
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
}

impl<L: Language> Instance<L> {
    /// The name inside the case: `reject-number[T=i32]`.
    #[must_use]
    pub fn program_name(&self) -> &str {
        self.name.get(self.case.name.len() + 2..).unwrap_or(&self.name)
    }

    /// The source of the program; `None` if it is not UTF-8.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        std::str::from_utf8(&self.program).ok()
    }
}

impl Instance {
    /// Whether an executor is asked: one that the case names, or, if it names none, any that can be asked at all.
    #[must_use]
    pub fn is_for(&self, executor: ExecutorKind) -> bool {
        self.case.executors.as_ref().is_none_or(|named| named.contains(&executor))
            && (executor.is_ours() || self.case.request.is_for_peers())
            && (!executor.runs() || self.execution.is_some())
    }

    /// The step that decides about the program.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match &self.case.request {
            _ if self.execution.is_some() => Phase::Execution,
            Request { is_linked: true, .. } => Phase::Link,
            Request { pipeline: Some(_), .. } => Phase::PipelineCreation,
            Request { .. } => Phase::ShaderCreation,
        }
    }

    /// Whether the program is rejected because its characters, tokens or grammar are wrong, whatever names and types mean.
    #[must_use]
    pub fn is_syntax_error(&self) -> bool {
        let mut errors = self.expected.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        self.expected.verdict == Verdict::Reject
            && errors.all(|found| matches!(found.code.phase, wgsl_spec::Phase::Lex | wgsl_spec::Phase::Parse))
    }

    /// The pipeline stages that are created from the program: none if it is judged by itself, two for a draw.
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

    /// Whether other implementations can be asked: they know one edition and no targets, and do not link.
    #[must_use]
    pub fn is_for_peers(&self) -> bool {
        self.edition == Edition::Current && self.target.is_none() && !self.is_linked
    }

    /// The extensions and features that the program depends on.
    pub fn all_needs(&self) -> impl Iterator<Item = Need> + '_ {
        let extensions = self.needs.iter().copied().map(Need::Extension);
        extensions.chain(self.features.iter().copied().map(Need::Feature))
    }

    /// Whether the program is said to depend on a feature: by its name, by that of another which implies it, or by that of the
    /// extension for the same purpose.
    #[must_use]
    pub fn names_feature(&self, feature: Feature) -> bool {
        let of_extension = |extension: &Extension| Feature::from_name(&extension.name().replace('_', "-"));
        let of_extensions: Vec<Feature> = self.needs.iter().filter_map(of_extension).collect();
        feature.is_among(&self.features) || feature.is_among(&of_extensions)
    }

    /// The request for a program that depends on more extensions and features.
    pub(super) fn with(mut self, needs: impl IntoIterator<Item = Need>) -> Self {
        for need in needs {
            match need {
                Need::Extension(extension) => self.needs.push(extension),
                Need::Feature(feature) => self.features.push(feature),
            }
        }
        self
    }
}

impl<L: Language> CaseInfo<L> {
    /// The properties that the instances of a case from a file share. The pipeline and the standard of Metal are missing: they may use
    /// the matrix. `None` if the specification of the language has no such section.
    pub(super) fn of(file: &CaseFile, file_name: &str, case: &Case) -> Option<Self> {
        Some(Self {
            name: format!("{file_name}::{}", case.name),
            about: case.about.clone(),
            section: L::INVENTORY.section(case.section.unwrap_or(file.section).0.id)?,
            is_generated: false,
            language: PhantomData,
            request: Request {
                edition: case.edition.0,
                target: case.target.as_ref().map(|target| target.0.clone()),
                is_linked: case.link,
                ..Request::default()
            }
            .with(case.needs.iter().map(|need| need.0)),
            executors: case.executors.as_ref().map(|all| all.iter().map(|executor| executor.0).collect()),
        })
    }
}
