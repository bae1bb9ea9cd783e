//! Findings: mistakes of other implementations, each with the smallest program that shows it, ready to be reported. They are the files
//! `fixtures/findings/*.yaml`. What `fixtures/expectations.yaml` says of a cause is not said again: a finding names its class.

mod ask;
mod form;
mod load;

pub use ask::{Answer, Peers, ask};
pub use form::{Behaviour, FindingsFile, OwnCause};
pub use load::{load, load_all, read};

use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_cts_oracle::BackEnd;
use wgsl_spec::Rule;
use wgsl_validator::PipelineRequest;

/// A mistake of an implementation.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Lower-case words joined by hyphens, different for each finding of an implementation.
    pub name: String,
    /// The mistake in a sentence, as the title of an issue.
    pub title: String,
    /// The implementation.
    pub implementation: ExecutorKind,
    /// Its release.
    pub release: String,
    /// The class in `fixtures/expectations.yaml` that lists the programs of the suite which show it.
    pub class: Option<String>,
    /// The mistake, and its reason if known.
    pub about: String,
    /// Threads of issue trackers about it, such as `gfx-rs/wgpu#4507`.
    pub upstream: Vec<String>,
    /// Whether trackers were searched without a result.
    pub is_searched: bool,
    /// The doubt whether it is a mistake.
    pub disputed: Option<String>,
    /// The kind of mistake.
    pub does: Behaviour,
    /// The back end that makes it; `None` for the front end.
    pub back_end: Option<BackEnd>,
    /// The rules by which the specification decides. An invalid program breaks them.
    pub rules: Vec<&'static Rule>,
    /// The program.
    pub program: String,
    /// The pipeline that is created from it.
    pub pipeline: Option<PipelineRequest>,
    /// Words of the implementation's message, or of the program that a back end writes.
    pub says: Option<String>,
    /// The rule of Metal that a written program breaks, in the line with those words.
    pub metal: Option<&'static msl_spec::Rule>,
    /// Words of other reduced programs that show it, whatever the implementation says of them.
    pub marks: Vec<String>,
}

impl Finding {
    /// The name among the findings of all implementations: `naga-mixed-operators`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}-{}", self.implementation.name(), self.name)
    }

    /// The result that the specification demands.
    #[must_use]
    pub fn expected(&self) -> String {
        let back_end = self.back_end.map_or("output", BackEnd::name);
        match self.does {
            Behaviour::Accepts => "The program is rejected.".to_owned(),
            Behaviour::Rejects => "The program is accepted.".to_owned(),
            Behaviour::Miscomputes => "The program is accepted: its assertions hold.".to_owned(),
            Behaviour::Panics => "A result.".to_owned(),
            Behaviour::Executes => "The results that the rules determine.".to_owned(),
            Behaviour::RefusesToWrite | Behaviour::WritesInvalid => {
                format!("The program is accepted, and valid {back_end} is written.")
            }
            Behaviour::WritesOtherwise => format!("{back_end} with the same results is written."),
        }
    }

    /// The behaviour of the implementation, in a sentence.
    #[must_use]
    pub fn got(&self) -> String {
        let says = self.says.as_deref().unwrap_or_default().trim();
        let back_end = self.back_end.map_or("output", BackEnd::name);
        match self.does {
            Behaviour::Accepts => "The program is accepted.".to_owned(),
            Behaviour::Rejects | Behaviour::Miscomputes => format!("The program is rejected: `{says}`"),
            Behaviour::Panics => format!("A panic: `{says}`"),
            Behaviour::Executes => says.to_owned(),
            Behaviour::RefusesToWrite => format!("The back end for {back_end} fails: `{says}`"),
            Behaviour::WritesInvalid => match self.metal {
                Some(rule) => {
                    format!("Invalid {back_end} is written: `{says}`. {}: {}.", rule.section, rule.statement)
                }
                None => format!("Invalid {back_end} is written: `{says}`"),
            },
            Behaviour::WritesOtherwise => format!("The {back_end} has `{says}`."),
        }
    }
}
