//! The features, limits and versions that a program needs, and the targets that accept it: what `wgsl-check portability` prints.
//!
//! A target of WGSL is an implementation, a target of Metal is a version on a platform. The program is checked once for each of them.

use crate::check::Source;
use crate::metal::Metal;
use msl_spec::{Dialect, Platform};
use msl_validator::Options as MetalOptions;
use serde::Serialize;
use shader_source::diagnostic::{Diagnostic, Severity};
use shader_source::{SourceMap, Span};
use std::collections::BTreeMap;
use wgsl_spec::{LanguageExtension, Limit, TargetRow};
use wgsl_validator::needs::Extension;
use wgsl_validator::target::Target;
use wgsl_validator::{Module, Options, Validator, engines};

/// Version of the JSON form. Members may be added within a version, but none is removed or changes its meaning.
const SCHEMA: u32 = 1;

/// The report on a program.
#[derive(Serialize, Debug)]
pub struct Portability {
    schema: u32,
    /// The name of its file.
    pub file: String,
    /// The first version of each platform that accepts it. Only of programs in Metal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<NeededVersion>,
    /// The extensions and features that it uses.
    pub extensions: Vec<NeededExtension>,
    /// The limits that it uses.
    pub limits: Vec<NeededLimit>,
    /// The answers of all targets.
    pub targets: Vec<TargetRecord>,
}

/// The first version of a platform that accepts a program.
#[derive(Serialize, Debug)]
pub struct NeededVersion {
    /// `macOS` or `iOS`.
    pub platform: &'static str,
    /// The version: `2.1`.
    pub version: String,
}

/// An extension or feature that a program enables, requires or uses.
#[derive(Serialize, Debug)]
pub struct NeededExtension {
    /// Its name.
    pub name: String,
    /// `enable` or `language`; `engine` for what only one engine has; `version` for a feature that some versions of Metal lack.
    pub kind: &'static str,
    /// The engine that has it, if only one has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<&'static str>,
    /// The device feature of the extension.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feature: Option<&'static str>,
    /// The versions of Metal that have the feature, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub available: Option<String>,
    /// Whether it is a proposal that the specification lacks.
    pub proposed: bool,
    /// True if a specification that is newer than the one this version implements has it.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub newer: bool,
    /// The place of its first use.
    #[serde(flatten)]
    pub place: PlaceRecord,
}

/// The program's largest use of a limited resource.
#[derive(Serialize, Debug)]
pub struct NeededLimit {
    /// The name of the limit.
    pub name: &'static str,
    /// The resource.
    pub of: &'static str,
    /// The use.
    pub needed: u64,
    /// The limit that every implementation supports.
    pub guaranteed: u32,
    /// The place of the use.
    #[serde(flatten)]
    pub place: PlaceRecord,
}

/// The answer of a target.
#[derive(Serialize, Debug)]
pub struct TargetRecord {
    /// Its name.
    pub target: String,
    /// The kind of the place.
    pub about: &'static str,
    /// Whether it accepts the program.
    pub accepted: bool,
    /// True if the program has parts that are not checked for this target, and no errors.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub unchecked: bool,
    /// The errors.
    pub findings: Vec<Reason>,
    /// Errors of the specification that the target does not report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tolerated: Vec<Reason>,
}

/// An error of a target.
#[derive(Serialize, Debug)]
pub struct Reason {
    /// The code of its rule.
    pub code: &'static str,
    /// The message.
    pub message: String,
    /// Its place.
    #[serde(flatten)]
    pub place: PlaceRecord,
}

/// A place; columns are in characters.
#[derive(Serialize, Debug)]
pub struct PlaceRecord {
    /// The file, if it is not the program's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, counted from one.
    pub line: u32,
    /// The column, counted from one.
    pub column: u32,
}

impl PlaceRecord {
    fn of(span: Span, sources: &SourceMap<'_>) -> Self {
        let range = sources.range(span);
        let is_other = sources.file_index(span.lo) > 0;
        let file = is_other.then(|| range.file.name().to_owned());
        Self { file, line: range.first.line, column: range.first.column_chars }
    }
}

/// Returns the needs of a WGSL program that some target accepts.
pub(crate) fn wgsl(source: Source<'_>, module: &Module) -> Option<Portability> {
    let sources = SourceMap::new(source.name, source.text);
    let targets: Vec<TargetRecord> =
        TargetRow::all().iter().map(|row| answer(row, source.text, &sources)).collect();
    if !targets.iter().any(|it| it.accepted) {
        return None;
    }
    let needs = &module.meaning().needs;
    let mut needed = needs.extensions.clone();
    needed.extend(implicit(source.text, &needed));
    let extensions = needed.into_iter().map(|(extension, span)| {
        let (kind, feature) = match extension {
            Extension::Enable(extension) => ("enable", Some(extension.feature())),
            Extension::Language(_) => ("language", None),
        };
        NeededExtension {
            name: extension.name().to_owned(),
            kind,
            engine: None,
            feature,
            available: None,
            proposed: extension.is_proposed(),
            newer: extension.is_newer(),
            place: PlaceRecord::of(span, &sources),
        }
    });
    let limits = Limit::ALL.into_iter().filter_map(|limit| {
        let (needed, span) = needs.largest(limit)?;
        let info = limit.info();
        let place = PlaceRecord::of(span, &sources);
        Some(NeededLimit { name: limit.name(), of: info.of, needed, guaranteed: info.value, place })
    });
    Some(Portability {
        schema: SCHEMA,
        file: source.name.to_owned(),
        versions: Vec::new(),
        extensions: extensions.chain(of_engines(module, &sources)).collect(),
        limits: limits.collect(),
        targets,
    })
}

/// Returns the language extensions that the program needs although nothing in it is part of them, such as `subgroup_uniformity`: without them
/// it has an error.
fn implicit(text: &str, needed: &[(Extension, Span)]) -> Vec<(Extension, Span)> {
    let first_error = |target: Target| {
        let found = Validator::new(Options { target, ..Options::default() }).diagnose(text);
        found.into_iter().find(|found| found.severity == Severity::Error).map(|found| found.primary.span)
    };
    if first_error(Target::default()).is_some() {
        return Vec::new();
    }
    let all = LanguageExtension::ALL.into_iter();
    let unlisted = all.map(Extension::Language).filter(|it| needed.iter().all(|(listed, _)| listed != it));
    let needed = unlisted.filter_map(|extension| {
        let without = format!("{},-{}", Target::default().name(), extension.name()).parse().ok()?;
        Some((extension, first_error(without)?))
    });
    needed.collect()
}

/// Returns the extensions of engines that the program uses.
fn of_engines(module: &Module, sources: &SourceMap<'_>) -> Vec<NeededExtension> {
    let used = module.diagnostics().iter().filter_map(|found| {
        let extension = engines::owner(module.source(), found)?;
        let span = found.primary.span;
        Some(NeededExtension {
            name: extension.enable.unwrap_or(span.text(module.source())).to_owned(),
            kind: "engine",
            engine: Some(extension.engine),
            feature: None,
            available: None,
            proposed: false,
            newer: false,
            place: PlaceRecord::of(span, sources),
        })
    });
    used.collect()
}

/// The answer of a target.
fn answer(row: &TargetRow, text: &str, sources: &SourceMap<'_>) -> TargetRecord {
    let target = Target::named(row.name).unwrap_or_default();
    let found = Validator::new(Options { target: target.clone(), ..Options::default() }).diagnose(text);
    let findings = reasons(found.iter().filter(|it| it.severity == Severity::Error), sources);
    let tolerated = || found.iter().filter(|it| engines::is_tolerated(&target, text, it));
    let accepted = findings.is_empty();
    TargetRecord {
        target: row.name.to_owned(),
        about: row.about,
        accepted,
        unchecked: accepted && tolerated().any(|it| engines::owner(text, it).is_some()),
        findings,
        tolerated: reasons(tolerated(), sources),
    }
}

fn reasons<'d>(found: impl Iterator<Item = &'d Diagnostic>, sources: &SourceMap<'_>) -> Vec<Reason> {
    let reason = |found: &Diagnostic| Reason {
        code: found.rule.slug(),
        message: found.message.clone(),
        place: PlaceRecord::of(found.primary.span, sources),
    };
    found.map(reason).collect()
}

/// Returns the needs of a Metal program that this front end accepts.
pub(crate) fn metal(front_end: &Metal<'_>, source: Source<'_>) -> Portability {
    let mut features: BTreeMap<(u32, String), NeededExtension> = BTreeMap::new();
    let mut targets = Vec::new();
    let mut versions: Vec<NeededVersion> = Vec::new();
    // What naga writes is not a version.
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::Naga) {
        let options = MetalOptions { dialect, definitions: front_end.options.definitions.clone() };
        let (program, findings) =
            Metal { options: &options, headers: front_end.headers }.program(source, &[]);
        let sources = findings.sources(source.name, source.text);
        // Older versions lack more, and each names the features that it lacks.
        for need in program.module.newer_features() {
            let name = need.name.replace('`', "");
            let available = need.available.trim_start_matches("is ");
            let feature = features.entry((need.span.lo, name.clone())).or_insert_with(|| NeededExtension {
                name,
                kind: "version",
                engine: None,
                feature: None,
                available: Some(available.to_owned()),
                proposed: false,
                newer: false,
                place: PlaceRecord::of(need.span, &sources),
            });
            // The platforms may have it since different versions.
            if let Some(known) = feature.available.as_mut().filter(|known| !known.contains(available)) {
                *known += ", ";
                *known += available;
            }
        }
        let accepted = findings.is_accepted();
        let platform = platforms(dialect);
        let is_known = |known: &NeededVersion| known.platform == platform;
        if accepted && !versions.iter().any(is_known) {
            versions.push(NeededVersion { platform, version: dialect.version().to_string() });
        }
        let unchecked = findings.incomplete.is_some();
        let errors = findings.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        let findings = reasons(errors, &sources);
        targets.push(TargetRecord {
            target: dialect.name().to_owned(),
            about: platform,
            accepted,
            unchecked,
            findings,
            tolerated: Vec::new(),
        });
    }
    let mut extensions: Vec<NeededExtension> = Vec::new();
    for feature in features.into_values() {
        if extensions.iter().all(|known| known.name != feature.name) {
            extensions.push(feature);
        }
    }
    Portability {
        schema: SCHEMA,
        file: source.name.to_owned(),
        versions,
        extensions,
        limits: Vec::new(),
        targets,
    }
}

/// The platforms of a version. Since 3.0 all have the same versions.
const fn platforms(dialect: Dialect) -> &'static str {
    match dialect.platform() {
        Platform::Ios => Platform::Ios.name(),
        Platform::Macos if dialect.version().major >= 3 => "all platforms",
        Platform::Macos => Platform::Macos.name(),
    }
}
