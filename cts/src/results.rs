//! What a run found, in the form of `results.json`: all that reports are made of.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wgsl_cases::vocabulary::ExecutorKind;

/// The version of the form. It grows when a reader of the last one would misunderstand.
pub const VERSION: u32 = 1;

/// The outcome of a run.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq, Default)]
pub struct Results {
    /// The version of this form.
    pub version: u32,
    /// Who was asked.
    pub executors: Vec<ExecutorResults>,
    /// Every rule of the inventory, in the order of the text.
    pub rules: Vec<RuleResults>,
    /// Every case.
    pub cases: Vec<CaseResults>,
    /// What the findings have in common.
    pub classes: Vec<ClassResults>,
}

/// An executor.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct ExecutorResults {
    /// Who.
    pub name: ExecutorKind,
    /// Which release, where it is known.
    pub release: Option<String>,
    /// Why it was not there; `null` when it was.
    pub missing: Option<String>,
    /// What came of all programs.
    pub counts: Counts,
}

/// How many programs had which outcome.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Judged as the case wants it.
    pub same: usize,
    /// Judged otherwise, as is known.
    pub findings: usize,
    /// Judged otherwise, or no longer otherwise, against what is known.
    pub unexpected: usize,
    /// Not judged.
    pub not_asked: usize,
}

/// A rule, and how it stands.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct RuleResults {
    /// Its id.
    pub id: String,
    /// What it says.
    pub statement: String,
    /// The anchor of its section.
    pub anchor: String,
    /// The title of its section.
    pub title: String,
    /// What it takes to show it: `both-ways`, `by-accepting`, `by-rejecting`, `by-execution` or `no`.
    pub testable: String,
    /// Why no program shows it, where none does.
    pub reason: Option<String>,
    /// Programs that keep it and must be accepted.
    pub accepting: usize,
    /// Programs that break it and must be rejected.
    pub rejecting: usize,
    /// Programs that the reference executor has run, and of which came what must come of them.
    #[serde(default)]
    pub executing: usize,
    /// What came of these programs, by executor.
    pub counts: IndexMap<ExecutorKind, Counts>,
}

/// A case.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct CaseResults {
    /// Its name, with that of its file.
    pub name: String,
    /// What it shows.
    pub about: String,
    /// The anchor of its section.
    pub anchor: String,
    /// The rules that it shows.
    pub rules: Vec<String>,
    /// Whether it comes from the tables of the specification.
    pub is_generated: bool,
    /// Whether only those programs are listed that some executor judges otherwise: always of generated cases, and of all
    /// in a short form.
    #[serde(default)]
    pub is_abridged: bool,
    /// How many programs it has.
    pub programs_in_all: usize,
    /// What came of them, by executor.
    pub counts: IndexMap<ExecutorKind, Counts>,
    /// Its programs, or those of them that some executor judges otherwise.
    pub programs: Vec<ProgramResults>,
}

/// A program of a case.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct ProgramResults {
    /// Its name inside the case: `reject-1[T=i32]`.
    pub name: String,
    /// Whether it must be accepted: `accept` or `reject`.
    pub expected: String,
    /// What must be found in it.
    pub diagnostics: Vec<DiagnosticResults>,
    /// The program; what is no UTF-8 is replaced.
    pub source: String,
    /// What came of it, by executor; without those for which it is not meant.
    pub outcomes: IndexMap<ExecutorKind, OutcomeResults>,
}

/// A finding that must be made.
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
}

/// What came of a program.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct OutcomeResults {
    /// In a word.
    pub status: Status,
    /// The class of a finding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// What the executor says, cut where it is long; the reason when it was not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether the first error of another implementation stands on a marked line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_on_marked_line: Option<bool>,
    /// Where a difference of an executor with a driver most likely comes from, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub likely_place: Option<String>,
    /// Whether the program was executed, and left something else than it must. The message says what.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_executed_otherwise: bool,
    /// The textures and attachments that are not as they must be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub textures: Vec<TextureResults>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it like this")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// A texture or attachment that is not as it must be.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct TextureResults {
    /// Which, for people: `target 0`.
    pub name: String,
    /// The format of its texels.
    pub format: String,
    /// How many texels are compared.
    pub texels: usize,
    /// How many of them differ.
    pub differing: usize,
    /// The greatest difference of a channel, and where, for people: of integers and normalized formats in steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub greatest: Option<String>,
    /// The root of the mean of the squares of all differences; absent when one of them is infinite, or of a NaN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub root_mean_square: Option<f64>,
    /// Pictures of the first parts that differ.
    pub pictures: Vec<PictureResults>,
}

/// Pictures of a layer of a level, with a pixel for each texel: each is a PNG in base64.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct PictureResults {
    /// Which part, for people; nothing when there is only one.
    pub part: String,
    /// What black and white stand for, for people.
    pub shows: String,
    /// The texel in the upper left corner.
    pub origin: [u32; 2],
    /// Width and height.
    pub size: [u32; 2],
    /// What is expected; where it leaves a choice, what there is or else the nearest value.
    pub expected: String,
    /// What there is.
    pub got: String,
    /// How far that is from what is allowed: black where it is not, white where it is furthest.
    pub difference: String,
}

/// What came of a program, in a word.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It is judged as the case wants it.
    Same,
    /// It is judged otherwise, which is known.
    Finding,
    /// It is judged otherwise, which is not known; or it is known as judged otherwise, and is not.
    Unexpected,
    /// It is not judged.
    NotAsked,
}

impl Status {
    /// Its name, as it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Finding => "finding",
            Self::Unexpected => "unexpected",
            Self::NotAsked => "not-asked",
        }
    }
}

/// What findings have in common.
#[derive(Serialize, Deserialize, JsonSchema, Debug, Clone, PartialEq)]
pub struct ClassResults {
    /// Its name.
    pub name: String,
    /// Whose findings.
    pub executor: ExecutorKind,
    /// What goes wrong.
    pub about: String,
    /// How many programs.
    pub programs: usize,
    /// The rules that cases with findings show, most frequent first.
    pub rules: Vec<String>,
    /// The shortest program, by the name of its case and its own.
    pub example: Option<(String, String)>,
}

impl Results {
    /// A case by its name, and its program by its own.
    #[must_use]
    pub fn program(&self, case: &str, program: &str) -> Option<(&CaseResults, &ProgramResults)> {
        let case = self.cases.iter().find(|known| known.name == case)?;
        Some((case, case.programs.iter().find(|known| known.name == program)?))
    }
}

impl RuleResults {
    /// Whether programs show all that they can; `None` when they can show nothing.
    #[must_use]
    pub fn is_covered(&self) -> Option<bool> {
        match self.testable.as_str() {
            "both-ways" => Some(self.accepting > 0 && self.rejecting > 0),
            "by-accepting" => Some(self.accepting > 0),
            "by-execution" => Some(self.executing > 0),
            "by-rejecting" => Some(self.rejecting > 0),
            _ => None,
        }
    }
}

impl ClassResults {
    /// What the programs have in common that an executor judges otherwise in this class.
    #[must_use]
    pub fn of(name: &str, executor: ExecutorKind, about: &str, cases: &[CaseResults]) -> Self {
        let mut rules: IndexMap<&str, usize> = IndexMap::new();
        let mut programs = 0;
        let mut example: Option<(usize, &str, &str)> = None;
        for case in cases {
            for program in &case.programs {
                let outcome = program.outcomes.get(&executor);
                if outcome.and_then(|outcome| outcome.class.as_deref()) != Some(name) {
                    continue;
                }
                programs += 1;
                for rule in &case.rules {
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
            name: name.to_owned(),
            executor,
            about: about.to_owned(),
            programs,
            rules: rules.into_keys().map(str::to_owned).collect(),
            example: example.map(|(_, case, program)| (case.to_owned(), program.to_owned())),
        }
    }
}

impl Results {
    /// As JSON, with a line for each rule and case, so that two runs can be compared by lines.
    ///
    /// # Errors
    /// When a value has no form in JSON, which does not happen.
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

    /// Lists only programs that some executor judges otherwise, or was not asked about though it was about others of the
    /// case, without pictures: all that a later run is compared with.
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
    /// Whether nobody who was asked judges it otherwise.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.outcomes.values().all(|outcome| matches!(outcome.status, Status::Same | Status::NotAsked))
    }
}

impl Counts {
    /// How many there are in all.
    #[must_use]
    pub const fn total(self) -> usize {
        self.same + self.findings + self.unexpected + self.not_asked
    }

    /// Those of two sets of programs together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            same: self.same + other.same,
            findings: self.findings + other.findings,
            unexpected: self.unexpected + other.unexpected,
            not_asked: self.not_asked + other.not_asked,
        }
    }

    /// Counts one more.
    pub const fn add(&mut self, status: Status) {
        match status {
            Status::Same => self.same += 1,
            Status::Finding => self.findings += 1,
            Status::Unexpected => self.unexpected += 1,
            Status::NotAsked => self.not_asked += 1,
        }
    }
}
