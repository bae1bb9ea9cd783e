//! Reads files of cases. Mistakes, and cases that claim more than they show, are refused at their place in the file.

use super::instance::{CaseInfo, Expected, ExpectedDiagnostic, Instance, Request};
use super::marker::Marks;
use super::marker::{self, markers};
use super::matrix::{Axes, Row, expand, row_name, row_needs, row_rules};
use super::places::Refusal;
use super::run::{host_call, resolve};
use super::{Case, CaseFile, PipelineEntry, ProgramEntry, ProgramText, Programs, Run, Template};
use crate::amp::{HostCall, Place};
use crate::execution::{Execution, Fault};
use crate::language::{Amp, Language};
use crate::metal;
use crate::names::{CaseRule, NeedName};
use crate::repetitions::repetitions;
use crate::vocabulary::Verdict;
use crate::yaml;
use shader_source::Rule;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_spec::Edition;
use wgsl_validator::diagnostic::Severity;

pub use yaml::Problem;

/// Reads a file of cases. `root` is the folder of all fixtures, which holds the folder of the language; `path` is
/// relative to it.
///
/// # Errors
/// All mistakes in the file, with their places.
pub fn load_file<L: Language>(root: &Path, path: &Path) -> Result<Vec<Instance<L>>, Vec<Problem>> {
    let full = root.join(path);
    let text = fs::read_to_string(&full)
        .map_err(|error| vec![Problem::of_file(&full, format!("can't be read: {error}"))])?;
    read_text(root, path, &text)
}

/// Reads the contents of a file of cases, as [`load_file`] does.
///
/// # Errors
/// All mistakes in it, with their places.
pub fn read_text<L: Language>(
    root: &Path,
    path: &Path,
    text: &str,
) -> Result<Vec<Instance<L>>, Vec<Problem>> {
    let full = root.join(path);
    let file: CaseFile = yaml::read(&full, text).map_err(|problem| vec![problem])?;
    let name = path.strip_prefix(L::FOLDER).unwrap_or(path).with_extension("");
    let name = format!("{}{}", L::PREFIX, name.to_string_lossy().replace('\\', "/"));
    let mut loader = Loader::<L> { root, path: &full, text, problems: Vec::new(), instances: Vec::new() };
    let mut names = HashSet::new();
    for case in &file.cases {
        if !names.insert(&case.name) {
            loader.refuse(case, None, "a different case of this file has the same name".to_owned());
        }
        match CaseInfo::of(&file, &name, case) {
            Some(info) => loader.case(case, &Arc::new(info)),
            None => loader.refuse(case, None, format!("unknown section of the {} specification", L::KEY)),
        }
    }
    loader.repetitions();
    if loader.problems.is_empty() { Ok(loader.instances) } else { Err(loader.problems) }
}

struct Loader<'a, L: Language> {
    root: &'a Path,
    path: &'a Path,
    text: &'a str,
    problems: Vec<Problem>,
    instances: Vec<Instance<L>>,
}

impl<L: Language> Loader<'_, L> {
    fn case(&mut self, case: &Case, info: &Arc<CaseInfo<L>>) {
        if let Some(key) = L::foreign_key(case) {
            self.refuse(
                case,
                Some(&format!("{key}:")),
                format!("unknown key `{key}` of a case for {}", L::KEY),
            );
        }
        if !is_name(&case.name) {
            self.refuse(
                case,
                None,
                "a name must consist of lower-case words and numbers joined by hyphens".to_owned(),
            );
        }
        if case.about.trim().is_empty() {
            self.refuse(case, None, "`about` must not be empty".to_owned());
        }
        if case.link && case.pipeline.is_some() {
            self.refuse(case, None, "expected either `link` or `pipeline`".to_owned());
        }
        if !case.run.0.is_empty() && (case.link || case.pipeline.is_some()) {
            self.refuse(case, None, "each program of `run` must have its own pipeline".to_owned());
        }
        let kinds = [("accept", &case.accept), ("warn", &case.warn), ("reject", &case.reject)];
        if kinds.iter().all(|(_, programs)| programs.0.is_empty()) && case.run.0.is_empty() {
            let message = "a case must have programs in `accept`, `warn`, `reject` or `run`";
            self.refuse(case, None, message.to_owned());
        }
        self.unused_axes(case);
        let first = self.instances.len();
        for (kind, programs) in kinds {
            for (name, entry) in &programs.0 {
                self.name(case, name);
                for row in Axes::used(case, entry.words().chain(case.std.as_deref()).collect()).rows() {
                    let Some(info) = &self.with_pipeline(case, info, &row) else { continue };
                    let Some(info) = &self.with_metal(case, info, entry, &row) else { continue };
                    let info = &with_needs(info, &entry.needs, &row);
                    let name = format!("{}::{kind}-{name}{}", info.name, row_name(&row));
                    self.judged(case, info, kind, name, entry, &row);
                }
            }
        }
        for (name, entry) in &case.run.0 {
            self.name(case, name);
            for row in Axes::used(case, entry.words()).rows() {
                match entry.fill(&row) {
                    Ok(run) => {
                        let info = &with_needs(info, &run.needs, &row);
                        let name = format!("{}::run-{name}{}", info.name, row_name(&row));
                        self.executed(case, info, name, (entry, &run), &row);
                    }
                    Err(refusal) => self.unread(case, name, refusal),
                }
            }
        }
        self.undeclared_needs(case, first);
    }

    /// Refuses an entry of `run` that can't be read, after the entries before it.
    fn unread(&mut self, case: &Case, name: &str, refusal: Refusal) {
        let mut places = vec!["run:".to_owned()];
        for (before, entry) in case.run.0.iter().take_while(|(before, _)| before != name) {
            places.push(format!("{before}:"));
            places.extend(entry.keys());
        }
        places.push(format!("{name}:"));
        let Refusal { places, message } = refusal.after(places);
        let line = yaml::line_of(self.text, &case.name, "");
        self.add(Problem::behind_line(self.path, self.text, line, &places, message));
    }

    /// Refuses programs that repeat another one of the file.
    fn repetitions(&mut self) {
        let (path, text) = (self.path, self.text);
        let problems: Vec<Problem> =
            repetitions(&self.instances).iter().map(|repetition| repetition.problem(path, text)).collect();
        for problem in problems {
            self.add(problem);
        }
    }

    /// Refuses accepted programs of a case, from this instance on, that depend on an extension or a feature which the case does not
    /// say it needs: an implementation without it would be asked about them.
    fn undeclared_needs(&mut self, case: &Case, first: usize) {
        let mut undeclared = Vec::new();
        for instance in &self.instances[first..] {
            if instance.expected.verdict == Verdict::Reject {
                continue;
            }
            let needs = L::undeclared_needs(instance);
            undeclared.extend(needs.into_iter().map(|need| (instance.program_name().to_owned(), need)));
        }
        for (program, need) in undeclared {
            self.refuse(
                case,
                None,
                format!("`{}` depends on `{need}`, which `needs` does not list", without_row(&program)),
            );
        }
    }

    fn name(&mut self, case: &Case, name: &str) {
        if !is_name(name) {
            let message = "a name must consist of lower-case words and numbers joined by hyphens".to_owned();
            self.refuse(case, Some(name), message);
        }
    }

    /// The properties that the instances of one combination of the matrix share; `None` if the pipeline is refused.
    fn with_pipeline(&mut self, case: &Case, info: &Arc<CaseInfo<L>>, row: &Row) -> Option<Arc<CaseInfo<L>>> {
        let Some(entry) = &case.pipeline else { return Some(info.clone()) };
        match entry.fill(row).and_then(PipelineEntry::resolve) {
            Ok(pipeline) => {
                let request = Request { pipeline: Some(pipeline), ..info.request.clone() };
                Some(Arc::new(CaseInfo { request, ..CaseInfo::clone(info) }))
            }
            Err(refusal) => {
                self.refuse(case, refusal.places.last().map(String::as_str), refusal.message);
                None
            }
        }
    }

    /// The properties with the dialect and definitions of Metal; `None` if they are refused.
    fn with_metal(
        &mut self,
        case: &Case,
        info: &Arc<CaseInfo<L>>,
        entry: &ProgramEntry,
        row: &Row,
    ) -> Option<Arc<CaseInfo<L>>> {
        if let Some(key) = entry.key.filter(|key| *key != L::KEY) {
            self.refuse(case, Some(&format!("{key}:")), format!("programs are in `{}` here", L::KEY));
            return None;
        }
        let standard = entry.std.as_ref().or(case.std.as_ref());
        if standard.is_none() && case.define.is_empty() {
            return Some(info.clone());
        }
        match metal::options(standard.map(String::as_str), &case.define, row) {
            Ok(metal) => {
                let request = Request { metal, ..info.request.clone() };
                Some(Arc::new(CaseInfo { request, ..CaseInfo::clone(info) }))
            }
            Err(message) => {
                self.refuse(case, Some("std:"), message);
                None
            }
        }
    }

    /// Adds a program that is judged.
    fn judged(
        &mut self,
        case: &Case,
        info: &Arc<CaseInfo<L>>,
        kind: &str,
        name: String,
        entry: &ProgramEntry,
        row: &Row,
    ) {
        let program = &entry.text;
        let Some(Loaded { bytes, place, marks }) = self.load(case, program, row) else { return };
        let errors = marks.errors();
        let message = match kind {
            _ if !marks.faults.is_empty() => FAULTS_NEED_A_RUN,
            _ if marks.exception.is_some() => EXCEPTIONS_NEED_A_HOST,
            "accept" if !marks.diagnostics.is_empty() => "a program of `accept` can't have a marker",
            "warn" if errors > 0 => "a program of `warn` can't have a marker for an error",
            "warn" if marks.diagnostics.is_empty() => {
                "a program of `warn` must have a marker for the warning"
            }
            "reject" if errors == 0 => "a program of `reject` must have a marker for the error",
            _ => "",
        };
        if !message.is_empty() {
            return self.refuse_program(program, place.1, "", message.to_owned());
        }
        if let Some(message) = marks.without_rule::<L>() {
            return self.refuse_program(program, place.1, "", message);
        }
        let verdict = if kind == "reject" { Verdict::Reject } else { Verdict::Accept };
        let rules = match verdict {
            Verdict::Accept => self.claims(case, &name, &entry.rules, row),
            Verdict::Reject => marks.rules(),
        };
        self.instances.push(Instance {
            case: info.clone(),
            template: without_row(&name).to_owned(),
            name,
            rules,
            program: bytes,
            expected: Expected { verdict, diagnostics: marks.diagnostics },
            execution: None,
            host_call: None,
            place: Some(place),
        });
    }

    /// Adds a program that is executed.
    fn executed(
        &mut self,
        case: &Case,
        info: &Arc<CaseInfo<L>>,
        name: String,
        (entry, run): (&Template<Run>, &Run),
        row: &Row,
    ) {
        if let Some(key) = run.foreign_key::<L>() {
            return self.refuse(
                case,
                Some(&format!("{key}:")),
                format!("unknown key `{key}` of a case for {}", L::KEY),
            );
        }
        let Some(program) = entry.program() else {
            let message = format!("a program of `run` must have either `{}` or `file`", L::KEY);
            return self.refuse(case, Some("run:"), message);
        };
        let Some(Loaded { bytes, place, marks }) = self.load(case, &program, row) else { return };
        let message = match marks.errors() {
            0 if !marks.faults.is_empty() && !run.strict => FAULTS_NEED_A_RUN,
            0 if marks.exception.is_some() && L::KEY != Amp::KEY => EXCEPTIONS_NEED_A_HOST,
            0 => "",
            _ => "a program of `run` can't have a marker for an error",
        };
        if !message.is_empty() {
            return self.refuse_program(&program, place.1, "", message.to_owned());
        }
        let (execution, host_call) = match steps::<L>(run, marks.faults, marks.exception) {
            Ok(steps) => steps,
            Err(refusal) => {
                // The resources follow the program in the file, even if the program is in another file.
                let line = match &program {
                    ProgramText::Source(_) => place.1,
                    ProgramText::File(path) => {
                        yaml::line_of(self.text, &case.name, &format!("file: {}", path.display()))
                    }
                };
                let (places, message) = (&refusal.places, refusal.message);
                return self.add(Problem::behind_line(self.path, self.text, line, places, message));
            }
        };
        let rules = self.claims(case, &name, &run.rules, row);
        self.instances.push(Instance {
            case: info.clone(),
            template: without_row(&name).to_owned(),
            name,
            rules,
            program: bytes,
            expected: Expected { verdict: Verdict::Accept, diagnostics: marks.diagnostics },
            execution,
            host_call,
            place: Some(place),
        });
    }

    /// Reads a program and its markers. `None` after a mistake, which is reported.
    fn load(&mut self, case: &Case, program: &ProgramText, row: &Row) -> Option<Loaded> {
        let bytes = match program {
            ProgramText::File(path) => fs::read(self.root.join(path)).map_err(|error| {
                (path.to_string_lossy().into_owned(), format!("the file can't be read: {error}"))
            }),
            ProgramText::Source(text) => expand(text, row).map(String::into_bytes).map_err(|unknown| {
                (format!("${{{unknown}}}"), format!("the matrix has no value for `${{{unknown}}}`"))
            }),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err((place, message)) => {
                self.refuse(case, Some(&place), message);
                return None;
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let place = match program {
            ProgramText::File(path) => (self.root.join(path), 1),
            ProgramText::Source(text) => (self.path.to_owned(), yaml::line_of(self.text, &case.name, text)),
        };
        match markers::<L>(&text) {
            Ok(marks) => Some(Loaded { bytes, place, marks }),
            Err(error) => {
                self.refuse_program(program, place.1 + error.line, marker::BEGINNING, error.message);
                None
            }
        }
    }

    fn unused_axes(&mut self, case: &Case) {
        let judged = [&case.accept, &case.warn, &case.reject];
        let judged = judged.into_iter().flat_map(Programs::entries).flat_map(ProgramEntry::words);
        let pipeline = case.pipeline.iter().flat_map(Template::words);
        let programs: Vec<&str> = judged
            .chain(case.run.entries().flat_map(Template::words))
            .chain(pipeline)
            .chain(case.std.as_deref())
            .collect();
        let used = Axes::used(case, programs);
        for axis in case.matrix.keys() {
            if !used.has(axis) {
                self.refuse(case, Some(axis), format!("no program uses `${{{axis}}}`"));
            }
        }
    }

    /// The rules that an accepted or executed program shows: those of its case, of its entry and of the values that it uses.
    fn claims(&mut self, case: &Case, name: &str, own: &[CaseRule], row: &Row) -> Vec<&'static Rule> {
        let mut rules: Vec<&'static Rule> = Vec::new();
        for rule in case.rules.iter().flatten().chain(own).chain(row_rules(row)) {
            match L::INVENTORY.rule(rule.0.id) {
                Some(rule) if rules.contains(&rule) => {}
                Some(rule) => rules.push(rule),
                None => {
                    let name = rule.0.id;
                    self.refuse(case, Some(name), format!("unknown rule `{name}` of {}", L::KEY));
                }
            }
        }
        if rules.is_empty() && case.rules.is_none() && case.edition.0 == Edition::Current {
            self.refuse(
                case,
                None,
                format!("`{}` claims no rule: the case or the program must name one", without_row(name)),
            );
        }
        rules
    }

    /// Refuses something on a line of a program, which may have a file of its own.
    fn refuse_program(&mut self, program: &ProgramText, line: usize, beginning: &str, message: String) {
        let problem = match program {
            ProgramText::Source(_) => Problem::at_line(self.path, self.text, line, beginning, message),
            ProgramText::File(path) => {
                let path = self.root.join(path);
                let text = fs::read(&path).unwrap_or_default();
                Problem::at_line(&path, &String::from_utf8_lossy(&text), line, beginning, message)
            }
        };
        self.add(problem);
    }

    fn refuse(&mut self, case: &Case, place: Option<&str>, message: String) {
        self.add(Problem::in_case(self.path, self.text, &case.name, place, message));
    }

    /// Reports a mistake once, even if every combination of the matrix has it.
    fn add(&mut self, problem: Problem) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }
}

/// The properties of a program that depends on more extensions and features than its case.
fn with_needs<L: Language>(info: &Arc<CaseInfo<L>>, own: &[NeedName], row: &Row) -> Arc<CaseInfo<L>> {
    let mut more = own.iter().chain(row_needs(row)).map(|need| need.0).peekable();
    if more.peek().is_none() {
        return info.clone();
    }
    Arc::new(CaseInfo { request: info.request.clone().with(more), ..CaseInfo::clone(info) })
}

/// A program as it is in its file.
struct Loaded {
    bytes: Vec<u8>,
    /// The file, and the first line of the program there.
    place: (PathBuf, usize),
    marks: Marks,
}

/// The number of rules that a message lists.
const RULES_SHOWN: usize = 8;

/// The message on markers of faults in a program that is not searched for faults.
const FAULTS_NEED_A_RUN: &str =
    "a marker for a fault is only allowed in a program of `run` with `strict: true`";

/// The message on markers of exceptions in a program without code of a host.
const EXCEPTIONS_NEED_A_HOST: &str =
    "a marker for an exception is only allowed in a program of `run` in C++ AMP";

/// The command of a shader, or the call of a function of the host.
type Steps = (Option<Arc<Execution>>, Option<Arc<HostCall>>);

fn steps<L: Language>(run: &Run, faults: Vec<Fault>, exception: Option<Place>) -> Result<Steps, Refusal> {
    if L::KEY == Amp::KEY {
        return Ok((None, Some(Arc::new(host_call(run, faults, exception)?))));
    }
    Ok((Some(Arc::new(resolve(run, faults)?)), None))
}

impl Marks {
    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|found| found.severity == Severity::Error).count()
    }

    /// The mistake of a marker that names no rule although its code stands for several.
    fn without_rule<L: Language>(&self) -> Option<String> {
        let rules = |found: &ExpectedDiagnostic| L::INVENTORY.rules_of(found.code);
        let is_unclear = |found: &&ExpectedDiagnostic| found.rule.is_none() && rules(found).count() > 1;
        let found = self.diagnostics.iter().find(is_unclear)?;
        let slug = found.code.slug;
        let names: Vec<&str> = rules(found).take(RULES_SHOWN).map(|rule| rule.id).collect();
        let more = if rules(found).count() > RULES_SHOWN { ", ..." } else { "" };
        Some(format!(
            "`{slug}` belongs to several rules: write `error[{slug}: RULE]` with {}{more}",
            names.join(", ")
        ))
    }

    /// The rules that the markers name.
    fn rules(&self) -> Vec<&'static Rule> {
        let mut rules: Vec<&'static Rule> = self.diagnostics.iter().filter_map(|found| found.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

/// The name of a program without the combination of values.
fn without_row(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}

fn is_name(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    name.split('-').all(is_word)
}
