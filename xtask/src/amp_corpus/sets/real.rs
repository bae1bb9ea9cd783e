//! Files of public repositories.
//!
//! Only valid C++ AMP counts: some files are written in a later dialect, or are tests of extensions. A kernel is unresolved if a place in its lambda
//! is, from the first bracket to the last brace: the captures are in there. A kernel that the checker doesn't look at has no such place either, for
//! instance in a template that the file doesn't instantiate; so each file is checked again with a mistake in every kernel.

use super::super::program::{Base, Checked, Message, Program, Strings, all_errors};
use super::{Mistakes, Record, Report, Share, lines};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;

/// The share of kernels that may be unresolved, in percent.
const MOST_UNRESOLVED: usize = 30;

/// The share of kernels that must have a translation, in percent.
const LEAST_TRANSLATED: usize = 55;

/// A mistake at the start of a kernel. Nothing that a file declares makes it right.
pub(super) const MISTAKE: &str = " int mistake = *3; ";

/// The number of examples of a cause.
const EXAMPLES: usize = 4;

/// A file.
#[derive(Deserialize, Debug)]
pub(in super::super) struct File {
    id: String,
    path: String,
    text: String,
    includes: Strings,
    macros: Strings,
    dialect: String,
    /// Why it is not valid, if it isn't.
    known_bad: Option<String>,
    kernels: Vec<Restricted>,
}

/// A piece of restricted code.
#[derive(Deserialize, Debug)]
struct Restricted {
    kind: String,
    /// In characters.
    start: usize,
    end: usize,
}

impl Record for File {
    fn id(&self) -> &str {
        &self.id
    }

    fn program(&self) -> Program<'_> {
        Program {
            path: &self.path,
            text: &self.text,
            headers: &self.includes,
            base: Base::Root,
            compilations: vec![self.macros.clone()],
        }
    }

    fn with_mistakes(&self) -> Option<Mistakes> {
        let mut mistakes = Mistakes { text: String::new(), places: Vec::new() };
        let mut rest = 0;
        for kernel in self.kernels() {
            let body = self.text.get(kernel.clone()).and_then(|kernel| kernel.find('{'));
            let Some(start) = body.map(|body| kernel.start + body + 1).filter(|start| *start >= rest) else {
                continue;
            };
            mistakes.text.push_str(&self.text[rest..start]);
            let place = mistakes.text.len();
            mistakes.text.push_str(MISTAKE);
            mistakes.places.push(place..mistakes.text.len());
            rest = start;
        }
        mistakes.text.push_str(&self.text[rest..]);
        self.is_valid().then_some(mistakes)
    }
}

impl File {
    /// Returns true for valid C++ AMP.
    fn is_valid(&self) -> bool {
        self.dialect == "amp" && self.known_bad.is_none()
    }

    /// Returns the lambdas of kernels in their order, as ranges of bytes.
    fn kernels(&self) -> Vec<Range<usize>> {
        let offsets: Vec<usize> = self.text.char_indices().map(|(offset, _)| offset).collect();
        let bytes = |characters: usize| offsets.get(characters).copied().unwrap_or(self.text.len());
        let kernels = self.kernels.iter().filter(|restricted| restricted.kind == "kernel-lambda");
        let mut kernels: Vec<_> = kernels.map(|kernel| bytes(kernel.start)..bytes(kernel.end)).collect();
        kernels.sort_by_key(|kernel| kernel.start);
        kernels
    }
}

/// The figures.
#[derive(Default, Debug)]
pub(in super::super) struct Counts {
    pub(super) files: Share,
    pub(super) errors: usize,
    pub(super) kernels: Share,
    /// The kernels in which a mistake is found.
    pub(super) checked: Share,
    /// The kernels that all of their launches translate.
    pub(super) translated: Share,
    causes: BTreeMap<String, Cause>,
    /// The reasons why kernels have no translation.
    obstacles: BTreeMap<String, Cause>,
}

/// A reason for which kernels are unresolved, without the names in it.
#[derive(Default, Debug)]
struct Cause {
    kernels: usize,
    /// The reasons with their names.
    reasons: BTreeMap<String, usize>,
}

impl super::Counts for Counts {
    type Record = File;

    fn add(&mut self, file: &File, checked: &[Checked]) -> Vec<String> {
        if !file.is_valid() {
            return Vec::new();
        }
        let errors = all_errors(checked);
        self.files.add(!errors.is_empty());
        self.errors += errors.len();
        let mut unexpected = lines(&errors);
        for kernel in file.kernels() {
            let unresolved = checked.iter().flat_map(|compilation| &compilation.unresolved);
            let is_inside = |it: &&Message| it.is_in_first_file && kernel.contains(&it.offset);
            let reasons: BTreeSet<&str> = unresolved.filter(is_inside).map(|it| &*it.text).collect();
            self.kernels.add(!reasons.is_empty());
            add_causes(&mut self.causes, &reasons);
            let obstacles = self.add_translations(&kernel, checked);
            let line = file.text[..kernel.start].lines().count();
            unexpected.extend(
                obstacles.into_iter().map(|it| format!("no translation: {}:{line}: {it}", file.path)),
            );
        }
        unexpected
    }

    fn add_mistakes(&mut self, file: &File, mistakes: &Mistakes, checked: &[Checked]) -> Vec<String> {
        let errors = all_errors(checked);
        let mut unchecked = Vec::new();
        for place in &mistakes.places {
            let is_found = errors.iter().any(|error| error.is_in_first_file && place.contains(&error.offset));
            self.checked.add(is_found);
            if !is_found {
                let line = mistakes.text[..place.start].lines().count();
                unchecked.push(format!("unchecked kernel: {}:{line}", file.path));
            }
        }
        unchecked
    }

    fn report(&self) -> Report {
        let mut report = Report::new("real: valid files of public repositories");
        report.row("files with errors", self.files);
        report.at_most("errors", self.errors, 0);
        report.row("kernels in which a mistake is found", self.checked);
        report.share("kernels with a translation", self.translated, LEAST_TRANSLATED);
        report.row("unresolved kernels", format_args!("{}  (at most {MOST_UNRESOLVED} %)", self.kernels));
        if !self.kernels.is_at_most(MOST_UNRESOLVED) {
            report.missed.push(format!("unresolved kernels: at most {MOST_UNRESOLVED} % allowed"));
        }
        report
    }

    fn causes(&self) -> String {
        let unresolved = table("kernels  cause of unresolved kernels, with examples", &self.causes);
        unresolved + &table("kernels  obstacle to a translation, with examples", &self.obstacles)
    }
}

/// Causes with their examples, the most frequent first.
fn table(title: &str, causes: &BTreeMap<String, Cause>) -> String {
    let mut causes: Vec<_> = causes.iter().collect();
    causes.sort_by_key(|(_, cause)| std::cmp::Reverse(cause.kernels));
    let mut text = format!("{title}\n");
    for (words, cause) in causes {
        let mut reasons: Vec<_> = cause.reasons.iter().collect();
        reasons.sort_by_key(|(_, kernels)| std::cmp::Reverse(**kernels));
        // Writing to a string can't fail.
        let _ = writeln!(text, "{:7}  {words}", cause.kernels);
        for (reason, kernels) in reasons.into_iter().take(EXAMPLES) {
            let _ = writeln!(text, "{kernels:16}  {reason}");
        }
    }
    text
}

impl Counts {
    /// Counts the translations of a kernel: one in a template has one if an instance has. One that no launch is known of has none. The result are
    /// the obstacles, also of other instances.
    fn add_translations<'a>(&mut self, kernel: &Range<usize>, checked: &'a [Checked]) -> BTreeSet<&'a str> {
        let all = checked.iter().flat_map(|compilation| &compilation.translated);
        let own = all.filter(|(place, _)| place.is_in_first_file && kernel.contains(&place.offset));
        let results: Vec<Option<&'a str>> = own.map(|(_, reason)| reason.as_deref()).collect();
        self.translated.add(results.contains(&None));
        let unknown = results.is_empty().then_some("no launch of it is known");
        let reasons: BTreeSet<&str> = results.into_iter().flatten().chain(unknown).collect();
        add_causes(&mut self.obstacles, &reasons);
        reasons
    }
}

/// Counts the reasons of one kernel, each once.
fn add_causes(causes: &mut BTreeMap<String, Cause>, reasons: &BTreeSet<&str>) {
    let words: BTreeSet<String> = reasons.iter().map(|reason| without_names(reason)).collect();
    for words in words {
        causes.entry(words).or_default().kernels += 1;
    }
    for reason in reasons {
        let cause = causes.entry(without_names(reason)).or_default();
        *cause.reasons.entry((*reason).to_owned()).or_insert(0) += 1;
    }
}

/// Returns a reason with dots for the code in it.
fn without_names(reason: &str) -> String {
    let parts = reason.split('`').enumerate();
    parts.map(|(number, part)| if number % 2 == 0 { part } else { "`...`" }).collect()
}
