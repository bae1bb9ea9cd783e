//! The results of a run, in the form of `results.json`: the only input of reports.

use crate::metal_cases::MetalResults;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wgsl_cts_cases::coverage::Testable;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The version of the format. It grows when a reader of the previous one would misunderstand the file.
pub const VERSION: u32 = 2;

/// The results of a run.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq, Default)]
pub struct Results {
    /// The version of this format.
    pub version: u32,
    /// The executors.
    pub executors: Vec<ExecutorResults>,
    /// Every rule of the inventory, in its order.
    pub rules: Vec<RuleResults>,
    /// Every case.
    pub cases: Vec<CaseResults>,
    /// The classes of mismatches, by their cause.
    pub classes: Vec<ClassResults>,
    /// The cases for Metal, if they were run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metal: Option<MetalResults>,
}

/// An executor.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct ExecutorResults {
    /// The executor.
    pub name: ExecutorKind,
    /// The release, if known.
    pub release: Option<String>,
    /// The reason why it was not available; `null` if it was.
    pub missing: Option<String>,
    /// The outcomes of all programs.
    pub counts: Counts,
}

/// The numbers of programs by outcome.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Results as the case expects.
    pub same: usize,
    /// Rejected as the case expects, because the executor implements something not yet.
    #[serde(default)]
    pub not_implemented: usize,
    /// Rejected as the case expects, but on a line that is not marked.
    #[serde(default)]
    pub other_line: usize,
    /// Known mismatches.
    pub findings: usize,
    /// Unknown mismatches, and known mismatches that are gone.
    pub unexpected: usize,
    /// Skipped.
    pub not_asked: usize,
}

/// A rule and its results.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct RuleResults {
    /// Its id.
    pub id: String,
    /// The rule as a sentence.
    pub statement: String,
    /// The anchor of its section.
    pub anchor: String,
    /// The title of its section.
    pub title: String,
    /// The evidence that shows it.
    pub testable: Testable,
    /// The reason why no program shows it, if none does.
    pub reason: Option<String>,
    /// Accepted programs that keep it.
    pub accepting: usize,
    /// Rejected programs that break it.
    pub rejecting: usize,
    /// Programs that the reference executor has run with the expected results.
    #[serde(default)]
    pub executing: usize,
    /// The outcomes of these programs, by executor.
    pub counts: IndexMap<ExecutorKind, Counts>,
}

/// A case.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct CaseResults {
    /// Its name, including the name of its file.
    pub name: String,
    /// The statement that it shows.
    pub about: String,
    /// The anchor of its section.
    pub anchor: String,
    /// The rules that its programs show.
    pub rules: Vec<String>,
    /// Whether it comes from the tables of the specification.
    pub is_generated: bool,
    /// True if only programs with a mismatch of some executor are listed: always in generated cases, and everywhere
    /// in the abridged form.
    #[serde(default)]
    pub is_abridged: bool,
    /// The number of its programs.
    pub programs_in_all: usize,
    /// Their outcomes, by executor.
    pub counts: IndexMap<ExecutorKind, Counts>,
    /// Its programs, or only the programs with a mismatch of some executor.
    pub programs: Vec<ProgramResults>,
}

/// A program of a case.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct ProgramResults {
    /// Its name in the case: `reject-number[T=i32]`.
    pub name: String,
    /// The expected result: `accept` or `reject`.
    pub expected: String,
    /// The rules that it shows.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The diagnostics that must be found in it.
    pub diagnostics: Vec<DiagnosticResults>,
    /// The program; invalid UTF-8 is replaced.
    pub source: String,
    /// Its outcomes, by executor; without executors that the program does not apply to.
    pub outcomes: IndexMap<ExecutorKind, OutcomeResults>,
}

/// An expected diagnostic.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct DiagnosticResults {
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// The code.
    pub code: String,
    /// 1-based.
    pub line: u32,
    /// 1-based, in UTF-16 code units.
    pub column: u32,
    /// The message of the validator, if it has found the diagnostic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// The outcome of a program.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct OutcomeResults {
    /// The status in one word.
    pub status: Status,
    /// The class of a mismatch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The executor's message, shortened if it is long; the reason if it was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// True if the first error of a different implementation points at a marked line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_on_marked_line: Option<bool>,
    /// The most likely origin of a difference of an executor with a driver, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely_place: Option<String>,
    /// Whether the program was executed with unexpected results. The message lists them.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_executed_otherwise: bool,
    /// The textures and attachments with unexpected contents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<TextureResults>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it like this")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// A texture or attachment with unexpected contents.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct TextureResults {
    /// Its name in words: `target 0`.
    pub name: String,
    /// The format of its texels.
    pub format: String,
    /// The number of compared texels.
    pub texels: usize,
    /// The number of differing texels.
    pub differing: usize,
    /// The maximum difference of a channel and its place, in words; in steps for integers and normalized formats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub greatest: Option<String>,
    /// The root mean square of all differences; absent if one of them is infinite or involves a NaN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_mean_square: Option<f64>,
    /// Pictures of the first layers that differ.
    pub pictures: Vec<PictureResults>,
}

/// Pictures of one layer of one level, one pixel per texel, as base64 of a PNG.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct PictureResults {
    /// The layer or level, in words; empty if there is only one.
    pub part: String,
    /// The meaning of black and white, in words.
    pub shows: String,
    /// The texel in the upper left corner.
    pub origin: [u32; 2],
    /// Width and height.
    pub size: [u32; 2],
    /// The expected texels; where several values are allowed, the actual one if allowed, or else the nearest allowed
    /// value.
    pub expected: String,
    /// The actual texels.
    pub got: String,
    /// Their distance: black where they are equal, white where they differ most.
    pub difference: String,
}

/// The outcome of a program in one word.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The result is as the case expects.
    Same,
    /// It is rejected as the case expects, because the executor implements something not yet: it would reject the
    /// program without its error as well.
    NotImplemented,
    /// It is rejected as the case expects, but on a line that is not marked.
    OtherLine,
    /// A known mismatch.
    Finding,
    /// An unknown mismatch, or a known mismatch that is gone.
    Unexpected,
    /// It is skipped.
    NotAsked,
}

impl Status {
    /// Whether the executor accepts, rejects or executes the program as the case expects.
    #[must_use]
    pub const fn has_expected_verdict(self) -> bool {
        matches!(self, Self::Same | Self::NotImplemented | Self::OtherLine)
    }

    /// Its name in `results.json`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::NotImplemented => "not-implemented",
            Self::OtherLine => "other-line",
            Self::Finding => "finding",
            Self::Unexpected => "unexpected",
            Self::NotAsked => "not-asked",
        }
    }
}

/// A class of mismatches.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct ClassResults {
    /// Its name.
    pub name: String,
    /// The executor with these mismatches.
    pub executor: ExecutorKind,
    /// The mistake.
    pub about: String,
    /// Threads of issue trackers about it, such as `gfx-rs/wgpu#4507`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub upstream: Vec<String>,
    /// The doubt whether it is a mistake, where the specification can be read otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disputed: Option<String>,
    /// The number of programs.
    pub programs: usize,
    /// The rules that these programs show, most frequent first.
    pub rules: Vec<String>,
    /// The shortest program, by the name of its case and its own.
    pub example: Option<(String, String)>,
}

impl CaseResults {
    /// The path of its file in the repository; `None` for a generated case.
    #[must_use]
    pub fn file(&self) -> Option<String> {
        let (file, _) = self.name.split_once("::").filter(|_| !self.is_generated)?;
        Some(format!("fixtures/cases/{file}.yaml"))
    }
}

impl Results {
    /// The program with these names, and its case.
    #[must_use]
    pub fn program(&self, case: &str, program: &str) -> Option<(&CaseResults, &ProgramResults)> {
        let case = self.cases.iter().find(|known| known.name == case)?;
        Some((case, case.programs.iter().find(|known| known.name == program)?))
    }
}

impl RuleResults {
    /// Whether programs show all that they can; `None` if they can show nothing.
    #[must_use]
    pub const fn is_covered(&self) -> Option<bool> {
        self.testable.is_covered(self.accepting, self.rejecting, self.executing)
    }
}

impl ClassResults {
    /// The class with the common properties of the programs that its executor judges differently.
    #[must_use]
    pub fn with_programs_of(self, cases: &[CaseResults]) -> Self {
        let mut rules: IndexMap<&str, usize> = IndexMap::new();
        let mut programs = 0;
        let mut example: Option<(usize, &str, &str)> = None;
        for case in cases {
            for program in &case.programs {
                let outcome = program.outcomes.get(&self.executor);
                if outcome.and_then(|outcome| outcome.class.as_deref()) != Some(self.name.as_str()) {
                    continue;
                }
                programs += 1;
                for rule in &program.rules {
                    *rules.entry(rule).or_default() += 1;
                }
                let length = program.source.len();
                if example.is_none_or(|(shortest, _, _)| length < shortest) {
                    example = Some((length, &case.name, &program.name));
                }
            }
        }
        rules.sort_by(|_, left, _, right| right.cmp(left));
        Self {
            programs,
            rules: rules.into_keys().map(str::to_owned).collect(),
            example: example.map(|(_, case, program)| (case.to_owned(), program.to_owned())),
            ..self
        }
    }
}

impl Results {
    /// As JSON, with one line for each rule and case, so that a line diff compares two runs.
    ///
    /// # Errors
    /// If a value can't be written as JSON, which does not happen.
    pub fn text(&self) -> serde_json::Result<String> {
        let mut text = format!("{{\"version\":{},\"executors\":", self.version);
        text.push_str(&serde_json::to_string(&self.executors)?);
        text.push_str(",\n\"rules\":[\n");
        text.push_str(&lines(&self.rules)?);
        text.push_str("\n],\n\"cases\":[\n");
        text.push_str(&lines(&self.cases)?);
        text.push_str("\n],\n\"classes\":[\n");
        text.push_str(&lines(&self.classes)?);
        text.push_str("\n]}\n");
        Ok(text)
    }

    /// Drops pictures, and the programs that a comparison with a later run does not need. It needs the programs that
    /// some executor judges differently, and those that an executor was not asked about although it judged others of
    /// the case as expected.
    pub fn abridge(&mut self) {
        for case in &mut self.cases {
            let outcomes = case.programs.iter_mut().flat_map(|program| program.outcomes.values_mut());
            outcomes.for_each(|outcome| outcome.textures.clear());
            case.is_abridged = true;
            let counts = &case.counts;
            case.programs.retain(|program| {
                let mut outcomes = program.outcomes.iter();
                !program.is_plain()
                    || outcomes.any(|(executor, outcome)| {
                        outcome.status == Status::NotAsked
                            && counts.get(executor).is_some_and(|counts| counts.same > 0)
                    })
            });
        }
    }
}

fn lines<T: Serialize>(items: &[T]) -> serde_json::Result<String> {
    let lines: Result<Vec<String>, _> = items.iter().map(serde_json::to_string).collect();
    Ok(lines?.join(",\n"))
}

impl ProgramResults {
    /// Whether every executor that was asked judges it as expected.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.outcomes.values().all(|outcome| matches!(outcome.status, Status::Same | Status::NotAsked))
    }
}

impl Counts {
    /// The total.
    #[must_use]
    pub const fn total(self) -> usize {
        self.asked() + self.not_asked
    }

    /// The number of programs with the expected verdict, whatever its reason.
    #[must_use]
    pub const fn with_expected_verdict(self) -> usize {
        self.same + self.not_implemented + self.other_line
    }

    /// The number of programs that the executor was asked about.
    #[must_use]
    pub const fn asked(self) -> usize {
        self.with_expected_verdict() + self.findings + self.unexpected
    }

    /// The sums of two sets of counts.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            same: self.same + other.same,
            not_implemented: self.not_implemented + other.not_implemented,
            other_line: self.other_line + other.other_line,
            findings: self.findings + other.findings,
            unexpected: self.unexpected + other.unexpected,
            not_asked: self.not_asked + other.not_asked,
        }
    }

    /// Counts one more program.
    pub const fn add(&mut self, status: Status) {
        match status {
            Status::Same => self.same += 1,
            Status::NotImplemented => self.not_implemented += 1,
            Status::OtherLine => self.other_line += 1,
            Status::Finding => self.findings += 1,
            Status::Unexpected => self.unexpected += 1,
            Status::NotAsked => self.not_asked += 1,
        }
    }
}
