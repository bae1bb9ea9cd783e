//! Reads files of findings. Mistakes are refused at their place, and so are programs that the validator of this project judges differently from
//! the finding.

use super::Finding;
use super::form::{BackEndName, Behaviour, Cause, FindingEntry, FindingsFile, PipelineEntry};
use crate::expectations::{Class, Expectations, Wrongly, names_a_thread};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_cases::yaml::{self, Problem};
use wgsl_cts_oracle::BackEnd;
use wgsl_spec::Rule;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::{Options, PipelineRequest, Validator};

/// The greatest number of lines of a program.
const MOST_LINES: usize = 12;

/// Reads all files of findings of a folder of fixtures, in the order of their names.
///
/// # Errors
/// All mistakes, with their places.
pub fn load(fixtures: &Path, expectations: &Expectations) -> Result<Vec<Finding>, Vec<Problem>> {
    let (findings, problems) = load_all(fixtures, expectations)?;
    if problems.is_empty() { Ok(findings) } else { Err(problems) }
}

/// Reads all files of findings, also those whose programs the validator of this project judges differently: a mistake may be planted
/// in it. The mistakes come with them.
///
/// # Errors
/// The folder can't be read.
pub fn load_all(
    fixtures: &Path,
    expectations: &Expectations,
) -> Result<(Vec<Finding>, Vec<Problem>), Vec<Problem>> {
    let folder = fixtures.join("findings");
    let unreadable = |error| vec![Problem::of_file(&folder, format!("can't be read: {error}"))];
    let entries = fs::read_dir(&folder).map_err(unreadable)?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "yaml"));
    paths.sort();
    let (mut findings, mut problems, mut ids) = (Vec::new(), Vec::new(), HashSet::new());
    for path in paths {
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) => {
                problems.push(Problem::of_file(&path, format!("can't be read: {error}")));
                continue;
            }
        };
        let (read, others) = read_all(&path, &text, expectations);
        problems.extend(others);
        for finding in read {
            if !ids.insert(finding.id()) {
                let message = "two entries of the implementation have the same name".to_owned();
                problems.push(Problem::in_case(&path, &text, &finding.name, None, message));
            }
            findings.push(finding);
        }
    }
    Ok((findings, problems))
}

/// Reads the contents of a file of findings.
///
/// # Errors
/// All mistakes, with their places.
pub fn read(path: &Path, text: &str, expectations: &Expectations) -> Result<Vec<Finding>, Vec<Problem>> {
    let (findings, problems) = read_all(path, text, expectations);
    if problems.is_empty() { Ok(findings) } else { Err(problems) }
}

/// The findings of a file, and the mistakes in them.
fn read_all(path: &Path, text: &str, expectations: &Expectations) -> (Vec<Finding>, Vec<Problem>) {
    let file: FindingsFile = match yaml::read(path, text) {
        Ok(file) => file,
        Err(problem) => return (Vec::new(), vec![problem]),
    };
    let implementation = file.implementation.0;
    let mut validator = Validator::new(Options::default());
    let (mut findings, mut problems) = (Vec::new(), Vec::new());
    for entry in &file.findings {
        let found = resolve(entry, implementation, &file.release, expectations).and_then(|finding| {
            let checked = check(&finding, &mut validator);
            findings.push(finding);
            checked
        });
        if let Err(Mistake { place, message }) = found {
            problems.push(Problem::in_case(path, text, &entry.name, Some(place), message));
        }
    }
    (findings, problems)
}

/// A mistake in a finding, at a key of it.
struct Mistake {
    place: &'static str,
    message: String,
}

fn mistake<T>(place: &'static str, message: impl Into<String>) -> Result<T, Mistake> {
    Err(Mistake { place, message: message.into() })
}

/// A finding together with what its class says of it.
fn resolve(
    entry: &FindingEntry,
    implementation: ExecutorKind,
    release: &str,
    expectations: &Expectations,
) -> Result<Finding, Mistake> {
    let mut finding = Finding {
        name: entry.name.clone(),
        title: entry.title.clone(),
        implementation,
        release: release.to_owned(),
        class: None,
        about: String::new(),
        upstream: Vec::new(),
        is_searched: entry.searched,
        disputed: None,
        does: entry.does.unwrap_or(Behaviour::Accepts),
        back_end: entry.back_end.map(back_end),
        rules: entry.rules.iter().map(|rule| rule.0).collect(),
        program: entry.program.clone(),
        pipeline: entry.pipeline.as_ref().map(pipeline),
        says: entry.says.clone(),
        metal: entry.metal.as_deref().map(metal).transpose()?,
        marks: entry.marks.clone(),
    };
    match &entry.cause {
        Cause::Own(cause) => {
            if entry.does.is_none() {
                return mistake("cause", "missing `does`: no class says what the implementation does");
            }
            finding.about.clone_from(&cause.about);
            finding.upstream.clone_from(&cause.upstream);
            finding.disputed.clone_from(&cause.disputed);
        }
        Cause::Class(name) => {
            let mut classes = expectations.classes.iter();
            let is_metal = finding.back_end == Some(BackEnd::Msl);
            let executor = if is_metal { ExecutorKind::NagaMsl } else { implementation };
            let named = |class: &&Class| class.executor == executor && class.name == *name;
            let Some(class) = classes.find(named) else {
                let message = format!("{} has no class `{name}`", executor.name());
                return mistake("cause", message);
            };
            finding.does = behaviour(entry.does, (class.verdict, is_metal))?;
            finding.class = Some(name.clone());
            finding.about.clone_from(&class.about);
            finding.upstream.clone_from(&class.upstream);
            finding.disputed.clone_from(&class.disputed);
        }
    }
    Ok(finding)
}

/// The kind of mistake: that of the class, or a more precise one.
fn behaviour(
    precise: Option<Behaviour>,
    (verdict, is_metal): (Option<Wrongly>, bool),
) -> Result<Behaviour, Mistake> {
    use Behaviour::{Accepts, Executes, Miscomputes, Panics, Rejects, WritesInvalid, WritesOtherwise};
    let fitting: &[Behaviour] = match verdict {
        Some(Wrongly::Accepts) => &[Accepts],
        Some(Wrongly::Rejects) if is_metal => &[WritesInvalid, WritesOtherwise],
        Some(Wrongly::Executes) if is_metal => &[WritesOtherwise, Executes],
        Some(Wrongly::Rejects) => &[Rejects, Miscomputes, Panics],
        Some(Wrongly::Executes) => &[Executes, WritesInvalid, WritesOtherwise],
        Some(Wrongly::Fails) => &[Panics, WritesInvalid],
        Some(Wrongly::NotSupported) | None => &[],
    };
    match (precise, fitting.first()) {
        (Some(precise), _) if fitting.contains(&precise) => Ok(precise),
        (None, Some(first)) => Ok(*first),
        (Some(_), _) => mistake("does", "the class has a different result"),
        (None, None) => mistake("cause", "the class does not say what the implementation does"),
    }
}

/// A rule of Metal by its name.
fn metal(name: &str) -> Result<&'static msl_spec::Rule, Mistake> {
    let unknown = || Mistake { place: "metal", message: format!("Metal has no rule `{name}`") };
    msl_spec::INVENTORY.rule(name).ok_or_else(unknown)
}

fn back_end(name: BackEndName) -> BackEnd {
    match name {
        BackEndName::Spirv => BackEnd::Spirv,
        BackEndName::Msl => BackEnd::Msl,
        BackEndName::Hlsl => BackEnd::Hlsl,
        BackEndName::Glsl => BackEnd::Glsl,
        BackEndName::Wgsl => BackEnd::Wgsl,
    }
}

fn pipeline(entry: &PipelineEntry) -> PipelineRequest {
    PipelineRequest {
        stage: entry.stage.as_ref().map(|stage| stage.0),
        entry_point: entry.entry_point.clone(),
        constants: entry.constants.iter().map(|(name, value)| (name.clone(), *value)).collect(),
    }
}

/// Checks what a finding says against itself and against the validator.
fn check(finding: &Finding, validator: &mut Validator) -> Result<(), Mistake> {
    let is_plain = |character: char| matches!(character, 'a'..='z' | '0'..='9');
    if !finding.name.split('-').all(|word| !word.is_empty() && word.chars().all(is_plain)) {
        return mistake("name", "a name must consist of lower-case words and numbers joined by hyphens");
    }
    if finding.title.trim().is_empty() || finding.about.trim().is_empty() {
        return mistake("title", "missing description of what is wrong");
    }
    if finding.rules.is_empty() {
        return mistake("rules", "no rule decides");
    }
    let lines = finding.program.trim_end().lines().count();
    if lines > MOST_LINES {
        return mistake(
            "program",
            format!("the program has {lines} lines, but at most {MOST_LINES} are allowed"),
        );
    }
    if let Some(thread) = finding.upstream.iter().find(|thread| !names_a_thread(thread)) {
        return mistake("upstream", format!("`{thread}` is not an issue"));
    }
    if finding.is_searched && !finding.upstream.is_empty() {
        return mistake("searched", "the cause names threads, so the search had a result");
    }
    check_words(finding)?;
    check_verdict(finding, validator)
}

/// Checks that the finding says what can be compared with the implementation.
fn check_words(finding: &Finding) -> Result<(), Mistake> {
    let is_written = matches!(
        finding.does,
        Behaviour::RefusesToWrite | Behaviour::WritesInvalid | Behaviour::WritesOtherwise
    );
    if is_written && finding.back_end.is_none() {
        return mistake("does", "missing `back_end`");
    }
    let may_be_named = is_written || matches!(finding.does, Behaviour::Panics | Behaviour::Executes);
    if finding.back_end.is_some() && !may_be_named {
        return mistake("back_end", "the mistake is not in a back end");
    }
    if finding.does == Behaviour::Executes && finding.class.is_none() {
        return mistake("cause", "a mistake of execution names a class, whose programs the suite runs");
    }
    let needs_metal = finding.does == Behaviour::WritesInvalid && finding.back_end == Some(BackEnd::Msl);
    if finding.metal.is_some() != needs_metal {
        return mistake("metal", "invalid Metal breaks a rule of Metal, and nothing else does");
    }
    let has_words = finding.says.as_ref().is_some_and(|says| !says.trim().is_empty());
    if has_words == (finding.does == Behaviour::Accepts) {
        return mistake("name", "`says` has words unless the implementation accepts the program");
    }
    Ok(())
}

/// Checks that the validator decides as the finding says.
fn check_verdict(finding: &Finding, validator: &mut Validator) -> Result<(), Mistake> {
    let broken = broken_rules(finding, validator);
    let is_rejected = finding.does == Behaviour::Accepts;
    let names = |rules: &[&'static Rule]| {
        let names: Vec<&str> = rules.iter().map(|rule| rule.id).collect();
        names.join(", ")
    };
    if broken.is_empty() && is_rejected {
        return mistake("program", "the program is valid");
    }
    if broken.is_empty() {
        return Ok(());
    }
    if !is_rejected && finding.does != Behaviour::Panics {
        return mistake("program", format!("the program breaks {}", names(&broken)));
    }
    let is_same = broken.iter().all(|rule| finding.rules.contains(rule))
        && finding.rules.iter().all(|rule| broken.contains(rule));
    if !is_same {
        return mistake("rules", format!("the program breaks {}", names(&broken)));
    }
    Ok(())
}

/// The rules that the program breaks, according to the validator.
fn broken_rules(finding: &Finding, validator: &mut Validator) -> Vec<&'static Rule> {
    let module = validator.validate(&finding.program);
    let mut found: Vec<Diagnostic> = module.diagnostics().to_vec();
    if let (true, Some(request)) = (module.is_accepted(), &finding.pipeline) {
        found.extend(validator.specialize(&module, request).err().into_iter().flatten());
    }
    let errors = found.iter().filter(|found| found.severity == Severity::Error);
    let mut rules: Vec<&'static Rule> = Vec::new();
    for rule in errors.flat_map(Diagnostic::rules) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}
