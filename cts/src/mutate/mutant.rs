//! Mutants: implementations with one mistake.

use super::kind::{Kind, kind};
use super::writer::Writer;
use shader_ir::{Instruction, Program, verify};
use std::fmt;
use webgpu_model::Command;

/// The part of an implementation in which a mistake is planted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Layer {
    /// Operations and conversions of values.
    Operations,
    /// The other steps that programs are lowered to: control flow, memory, synchronization, textures.
    Steps,
    /// The preparations before the first step: memory, inputs, sizes, interpolation.
    Start,
    /// The state of a pipeline and its resources: samplers, vertices, tests of fragments.
    Pipeline,
    /// The source that a driver gets.
    Source,
}

impl Layer {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Operations, Self::Steps, Self::Start, Self::Pipeline, Self::Source];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Operations => "operations",
            Self::Steps => "steps",
            Self::Start => "start",
            Self::Pipeline => "pipeline",
            Self::Source => "source",
        }
    }
}

/// An implementation with one mistake: what it makes of programs, commands or sources.
pub struct Mutant {
    /// The layer, the place and the mistake: `operations/subtract-u32/swapped-0-1`.
    pub name: String,
    /// The layer.
    pub layer: Layer,
    pub(super) change: Change,
}

/// Writes other steps in place of one; `false` where the mistake changes nothing.
pub(super) type StepChange = Box<dyn Fn(&mut Writer<'_>, &Instruction) -> bool + Send + Sync>;

/// The mistake, as the rewriting of a value. Each says whether it changed anything.
pub(super) enum Change {
    /// Of each step of a kind.
    Steps(Kind, StepChange),
    /// Of the parts of a program besides its steps.
    Start(Box<dyn Fn(&mut Program) -> bool + Send + Sync>),
    /// Of the command.
    Command(Box<dyn Fn(&mut Command) -> bool + Send + Sync>),
    /// Of the source: the name of the mistake.
    Source(String),
}

/// A change of steps with a name.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) change: StepChange,
}

impl Named {
    pub(super) fn new(
        name: impl Into<String>,
        change: impl Fn(&mut Writer<'_>, &Instruction) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), change: Box::new(change) }
    }
}

impl fmt::Debug for Mutant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)
    }
}

impl Mutant {
    pub(super) fn new(layer: Layer, place: &str, mistake: &str, change: Change) -> Self {
        Self { name: format!("{}/{place}/{mistake}", layer.name()), layer, change }
    }
}

impl Change {
    /// The program with the mistake; `None` where it changes nothing, or leaves no program that could be executed.
    pub(super) fn of_program(&self, given: &Program) -> Option<Program> {
        let changed = match self {
            Self::Steps(of, change) => rewrite(given, of, change)?,
            Self::Start(change) => {
                let mut program = given.clone();
                change(&mut program).then_some(program)?
            }
            Self::Command(_) | Self::Source(_) => return None,
        };
        verify(&changed).is_ok().then_some(changed)
    }

    /// The command with the mistake; `None` where it changes nothing.
    pub(super) fn of_command(&self, given: &Command) -> Option<Command> {
        let Self::Command(change) = self else { return None };
        let mut command = given.clone();
        change(&mut command).then_some(command)
    }
}

fn rewrite(given: &Program, of: &Kind, change: &StepChange) -> Option<Program> {
    let mut writer = Writer::new(given);
    let mut is_changed = false;
    for (step, span) in given.code.iter().zip(&given.spans) {
        writer.at(*span);
        if kind(given, step) == *of && change(&mut writer, step) {
            is_changed = true;
        } else {
            writer.keep(step);
        }
    }
    is_changed.then(|| writer.finish())
}
