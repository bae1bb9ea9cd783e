//! Reads files of cases. Mistakes, and cases that claim more than they show, are refused at their place in the file.

use super::instance::{CaseInfo, Expected, Instance, Request};
use super::marker::Marks;
use super::marker::{self, markers};
use super::matrix::{Row, expand, row_name, rows};
use super::run::resolve;
use super::{Case, CaseFile, PipelineEntry, ProgramEntry, Run};
use crate::vocabulary::Verdict;
use crate::yaml;
use schemars::JsonSchema;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgsl_validator::diagnostic::Severity;

pub use yaml::Problem;

/// Reads a file of cases. `root` is the folder that holds `cases`; `path` is relative to it.
///
/// # Errors
/// All mistakes in the file, with their places.
pub fn load_file(root: &Path, path: &Path) -> Result<Vec<Instance>, Vec<Problem>> {
    let full = root.join(path);
    let text = fs::read_to_string(&full)
        .map_err(|error| vec![Problem::of_file(&full, format!("can't be read: {error}"))])?;
    read_text(root, path, &text)
}

/// Reads the contents of a file of cases, as [`load_file`] does.
///
/// # Errors
/// All mistakes in it, with their places.
pub fn read_text(root: &Path, path: &Path, text: &str) -> Result<Vec<Instance>, Vec<Problem>> {
    let full = root.join(path);
    let file: CaseFile = yaml::read(&full, text).map_err(|problem| vec![problem])?;
    let name = path.strip_prefix("cases").unwrap_or(path).with_extension("");
    let name = name.to_string_lossy().replace('\\', "/");
    let mut loader = Loader { root, path: &full, text, problems: Vec::new(), instances: Vec::new() };
    let mut names = HashSet::new();
    for case in &file.cases {
        if !names.insert(&case.name) {
            loader.refuse(case, None, "another case of this file has the same name".to_owned());
        }
        loader.case(case, &Arc::new(CaseInfo::of(&file, &name, case)));
    }
    if loader.problems.is_empty() { Ok(loader.instances) } else { Err(loader.problems) }
}

struct Loader<'a> {
    root: &'a Path,
    path: &'a Path,
    text: &'a str,
    problems: Vec<Problem>,
    instances: Vec<Instance>,
}

impl Loader<'_> {
    fn case(&mut self, case: &Case, info: &Arc<CaseInfo>) {
        if !is_name(&case.name) {
            self.refuse(case, None, "a name is lower-case words and numbers, joined by hyphens".to_owned());
        }
        if case.about.trim().is_empty() {
            self.refuse(case, None, "`about` says nothing".to_owned());
        }
        if case.link && case.pipeline.is_some() {
            self.refuse(case, None, "either `link` or `pipeline`".to_owned());
        }
        if !case.run.is_empty() && (case.link || case.pipeline.is_some()) {
            self.refuse(case, None, "programs of `run` have pipelines of their own".to_owned());
        }
        if case.accept.len() + case.warn.len() + case.reject.len() + case.run.len() == 0 {
            let message = "a case needs programs, in `accept`, `warn`, `reject` or `run`";
            self.refuse(case, None, message.to_owned());
        }
        self.unused_axes(case);
        for row in rows(case) {
            let Some(info) = &self.with_pipeline(case, info, &row) else { continue };
            for (kind, programs) in [("accept", &case.accept), ("warn", &case.warn), ("reject", &case.reject)]
            {
                for (index, program) in programs.iter().enumerate() {
                    let name = format!("{}::{kind}-{}{}", info.name, index + 1, row_name(&row));
                    self.judged(case, info, kind, name, program, &row);
                }
            }
            for (index, run) in case.run.iter().enumerate() {
                let name = format!("{}::run-{}{}", info.name, index + 1, row_name(&row));
                self.executed(case, info, name, run, &row);
            }
        }
        if self.problems.is_empty() {}
    }

    /// The properties that the instances of one combination of the matrix share; `None` if the pipeline is refused.
    fn with_pipeline(&mut self, case: &Case, info: &Arc<CaseInfo>, row: &Row) -> Option<Arc<CaseInfo>> {
        let Some(entry) = &case.pipeline else { return Some(info.clone()) };
        match entry.resolve(row) {
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

    /// Adds a program that is judged.
    fn judged(
        &mut self,
        case: &Case,
        info: &Arc<CaseInfo>,
        kind: &str,
        name: String,
        program: &ProgramEntry,
        row: &Row,
    ) {
        let Some(Loaded { bytes, place, marks }) = self.load(case, program, row) else { return };
        let errors = marks.errors();
        let message = match kind {
            _ if !marks.faults.is_empty() => FAULTS_NEED_A_RUN,
            "accept" if !marks.diagnostics.is_empty() => {
                "nothing is found in a program of `accept`; this one has a marker"
            }
            "warn" if errors > 0 => "a program of `warn` has no errors; this one has a marker for one",
            "warn" if marks.diagnostics.is_empty() => {
                "a program of `warn` has a marker that says what is found"
            }
            "reject" if errors == 0 => "a program of `reject` has a marker that says which error is found",
            _ => "",
        };
        if !message.is_empty() {
            return self.refuse_program(program, place.1, "", message.to_owned());
        }
        let verdict = if kind == "reject" { Verdict::Reject } else { Verdict::Accept };
        self.instances.push(Instance {
            name,
            case: info.clone(),
            program: bytes,
            expected: Expected { verdict, diagnostics: marks.diagnostics },
            execution: None,
            place: Some(place),
        });
    }

    /// Adds a program that is executed.
    fn executed(&mut self, case: &Case, info: &Arc<CaseInfo>, name: String, run: &Run, row: &Row) {
        let Some(program) = run.program() else {
            let message = "a program of `run` has either `wgsl` or `file`";
            return self.refuse(case, Some("run:"), message.to_owned());
        };
        let Some(Loaded { bytes, place, marks }) = self.load(case, &program, row) else { return };
        let message = match marks.errors() {
            0 if !marks.faults.is_empty() && !run.strict => FAULTS_NEED_A_RUN,
            0 => "",
            _ => "a program of `run` has no errors; this one has a marker for one",
        };
        if !message.is_empty() {
            return self.refuse_program(&program, place.1, "", message.to_owned());
        }
        let execution = match resolve(run, row, marks.faults) {
            Ok(execution) => execution,
            Err(refusal) => {
                // The resources follow the program in the file, even if the program is in another file.
                let line = match &program {
                    ProgramEntry::Source(_) => place.1,
                    ProgramEntry::File(path) => {
                        yaml::line_of(self.text, &case.name, &format!("- file: {}", path.display()))
                    }
                };
                let (places, message) = (&refusal.places, refusal.message);
                return self.add(Problem::behind_line(self.path, self.text, line, places, message));
            }
        };
        self.instances.push(Instance {
            name,
            case: info.clone(),
            program: bytes,
            expected: Expected { verdict: Verdict::Accept, diagnostics: marks.diagnostics },
            execution: Some(Arc::new(execution)),
            place: Some(place),
        });
    }

    /// Reads a program and its markers. `None` after a mistake, which is reported.
    fn load(&mut self, case: &Case, program: &ProgramEntry, row: &Row) -> Option<Loaded> {
        let bytes = match program {
            ProgramEntry::File(path) => fs::read(self.root.join(path)).map_err(|error| {
                (path.to_string_lossy().into_owned(), format!("the file can't be read: {error}"))
            }),
            ProgramEntry::Source(text) => expand(text, row).map(String::into_bytes).map_err(|unknown| {
                (format!("${{{unknown}}}"), format!("the matrix gives `${{{unknown}}}` no value"))
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
            ProgramEntry::File(path) => (self.root.join(path), 1),
            ProgramEntry::Source(text) => (self.path.to_owned(), yaml::line_of(self.text, &case.name, text)),
        };
        match markers(&text) {
            Ok(marks) => Some(Loaded { bytes, place, marks }),
            Err(error) => {
                self.refuse_program(program, place.1 + error.line, marker::BEGINNING, error.message);
                None
            }
        }
    }

    fn unused_axes(&mut self, case: &Case) {
        let judged = case.accept.iter().chain(&case.warn).chain(&case.reject).filter_map(text_of);
        let pipeline = case.pipeline.iter().flat_map(PipelineEntry::words);
        let programs: Vec<&str> =
            judged.chain(case.run.iter().flat_map(Run::words)).chain(pipeline).collect();
        for axis in case.matrix.keys() {
            let uses = [format!("${{{axis}}}"), format!("${{{axis}.")];
            if !programs.iter().any(|program| uses.iter().any(|using| program.contains(using.as_str()))) {
                self.refuse(case, Some(axis), format!("no program uses `${{{axis}}}`"));
            }
        }
    }

    /// Refuses something on a line of a program, which may have a file of its own.
    fn refuse_program(&mut self, program: &ProgramEntry, line: usize, beginning: &str, message: String) {
        let problem = match program {
            ProgramEntry::Source(_) => Problem::at_line(self.path, self.text, line, beginning, message),
            ProgramEntry::File(path) => {
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

/// A program as it is in its file.
struct Loaded {
    bytes: Vec<u8>,
    /// The file, and the first line of the program there.
    place: (PathBuf, usize),
    marks: Marks,
}

/// The message on markers of faults in a program that is not searched for faults.
const FAULTS_NEED_A_RUN: &str =
    "faults are found only in a program of `run` with `strict: true`; this one has a marker for one";

impl Marks {
    fn errors(&self) -> usize {
        self.diagnostics.iter().filter(|found| found.severity == Severity::Error).count()
    }
}

fn text_of(program: &ProgramEntry) -> Option<&str> {
    match program {
        ProgramEntry::Source(text) => Some(text),
        ProgramEntry::File(_) => None,
    }
}

fn is_name(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
    };
    name.split('-').all(is_word)
}

impl JsonSchema for ProgramEntry {
    fn schema_name() -> Cow<'static, str> {
        "Program".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The text of a program, or `file:` and the path of one, relative to the folder fixtures.",
            "anyOf": [
                { "type": "string" },
                {
                    "type": "object",
                    "properties": { "file": { "type": "string" } },
                    "required": ["file"],
                    "additionalProperties": false
                }
            ]
        })
    }
}

impl<'de> Deserialize<'de> for ProgramEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ProgramVisitor)
    }
}

struct ProgramVisitor;

impl<'de> Visitor<'de> for ProgramVisitor {
    type Value = ProgramEntry;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("the source of a program, or `file:` and a path")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ProgramEntry, E> {
        Ok(ProgramEntry::Source(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ProgramEntry, A::Error> {
        let mut file = None;
        while let Some(key) = map.next_key::<String>()? {
            if key != "file" {
                return Err(de::Error::unknown_field(&key, &["file"]));
            }
            file = Some(map.next_value::<PathBuf>()?);
        }
        file.map(ProgramEntry::File).ok_or_else(|| de::Error::missing_field("file"))
    }
}
