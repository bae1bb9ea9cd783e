//! The causes of known findings, which are counted before programs: one mistake shows in many programs.

use crate::results::{ClassResults, Results};
use indexmap::IndexMap;
use serde::Serialize;
use std::fmt;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// The causes of the findings of an executor, and the numbers of programs that show them.
#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Causes {
    /// The executor.
    pub executor: ExecutorKind,
    /// The number of causes.
    pub number: usize,
    /// The number of programs that show them.
    pub programs: usize,
    /// Those of the causes that may be no mistakes.
    pub disputed: usize,
    /// Causes that are inherited from naga, and counted with it.
    pub inherited: usize,
    /// The number of programs that show inherited causes.
    pub programs_inherited: usize,
}

impl Results {
    /// The numbers of causes, for each executor with findings.
    #[must_use]
    pub fn causes(&self) -> Vec<Causes> {
        let mut all: IndexMap<ExecutorKind, Causes> = IndexMap::new();
        for class in self.classes.iter().filter(|class| class.programs > 0) {
            let sum = all.entry(class.executor).or_insert_with(|| Causes::none(class.executor));
            if self.inherited_from(class).is_some() {
                sum.inherited += 1;
                sum.programs_inherited += class.programs;
            } else {
                sum.number += 1;
                sum.programs += class.programs;
                sum.disputed += usize::from(class.disputed.is_some());
            }
        }
        all.sort_unstable_keys();
        all.into_values().collect()
    }

    /// naga, if a class of wgpu has a cause in naga, which is a part of wgpu: both have a class of that name.
    #[must_use]
    pub fn inherited_from(&self, class: &ClassResults) -> Option<ExecutorKind> {
        let is_of_naga = |other: &ClassResults| {
            other.executor == ExecutorKind::Naga && other.name == class.name && other.programs > 0
        };
        let is_inherited = class.executor == ExecutorKind::Wgpu && self.classes.iter().any(is_of_naga);
        is_inherited.then_some(ExecutorKind::Naga)
    }
}

impl Causes {
    /// An executor without findings.
    #[must_use]
    pub const fn none(executor: ExecutorKind) -> Self {
        Self { executor, number: 0, programs: 0, disputed: 0, inherited: 0, programs_inherited: 0 }
    }
}

impl fmt::Display for Causes {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let plural = |number| if number == 1 { "" } else { "s" };
        let Self { number, programs, inherited, programs_inherited, .. } = *self;
        write!(
            f,
            "{number} cause{} of known mismatches in {programs} program{}",
            plural(number),
            plural(programs)
        )?;
        if inherited > 0 {
            write!(
                f,
                " and {inherited} inherited from naga in {programs_inherited} program{}",
                plural(programs_inherited)
            )?;
        }
        Ok(())
    }
}
