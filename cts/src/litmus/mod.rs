//! Litmus tests: for each shape, the results that sweeps of the executor reach against the results that the memory model allows.

mod model;
mod program;
mod shape;

use shape::REGISTERS;
pub use shape::SHAPES;
use std::collections::BTreeSet;

/// The locations that shapes have at most.
pub(crate) const LOCATIONS: usize = 3;

/// The values in the end: of registers, and of locations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Result {
    registers: [u32; REGISTERS],
    locations: [u32; LOCATIONS],
}

/// The results of a shape.
#[derive(Clone, Debug)]
pub struct Litmus {
    /// The name of the shape.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Whether its invocations are in one workgroup; otherwise each has its own.
    pub is_one_workgroup: bool,
    /// The results that the memory model allows.
    pub allowed: BTreeSet<Result>,
    /// The results that executions reached.
    pub reached: BTreeSet<Result>,
    /// Whether all schedules were executed.
    pub is_complete: bool,
    /// The number of executions.
    pub executions: u64,
}

impl Litmus {
    /// Returns true if all schedules together reach what is allowed, and nothing else.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.is_complete && self.allowed == self.reached
    }
}

/// Executes all shapes, with all invocations in one workgroup and with each in one of its own.
///
/// # Errors
/// A program of a shape does not run: why.
pub fn run() -> core::result::Result<Vec<Litmus>, String> {
    let placed = SHAPES.into_iter().flat_map(|shape| [(shape, true), (shape, false)]);
    placed
        .map(|((name, text), is_one_workgroup)| {
            let invocations =
                shape::invocations(text).ok_or_else(|| format!("{name}: not a shape: {text}"))?;
            let (reached, is_complete, executions) = program::reached(&invocations, is_one_workgroup)
                .map_err(|problem| format!("{name}: {problem}"))?;
            let allowed = model::allowed(&invocations, is_one_workgroup);
            Ok(Litmus { name, text, is_one_workgroup, allowed, reached, is_complete, executions })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which results of well-known shapes the model allows: (registers, in one workgroup, allowed).
    #[test]
    fn the_model_gives_the_answers_of_the_literature() {
        for (name, registers, is_one_workgroup, expected) in [
            ("message passing", [1, 0], true, true),
            ("message passing, barriers on both sides", [1, 0], true, false),
            ("message passing, barriers on both sides", [1, 0], false, true),
            ("store buffering", [0, 0], true, true),
            ("store buffering, barriers", [0, 0], true, false),
            ("store buffering, barriers", [0, 0], false, true),
            ("load buffering", [1, 1], true, true),
            ("load buffering, values passed on", [1, 1], true, false),
            ("coherence of two reads", [1, 0], true, false),
            ("coherence of two writes", [2, 1], true, false),
        ] {
            let (_, text) = SHAPES.into_iter().find(|shape| shape.0 == name).expect(name);
            let invocations = shape::invocations(text).expect(text);
            let allowed = model::allowed(&invocations, is_one_workgroup);
            let found = allowed.iter().any(|result| result.registers[..2] == registers);
            assert_eq!(found, expected, "{name}: {registers:?} in one workgroup: {is_one_workgroup}");
        }
    }

    #[test]
    fn schedules_reach_what_the_model_allows() {
        for litmus in run().expect("all shapes run") {
            let Litmus { name, text, is_one_workgroup, allowed, reached, .. } = &litmus;
            let missing: Vec<_> = allowed.difference(reached).collect();
            let wrong: Vec<_> = reached.difference(allowed).collect();
            assert!(
                litmus.is_equal(),
                "{name} ({text}), in one workgroup: {is_one_workgroup}\nmissing: {missing:?}\nwrong: {wrong:?}"
            );
        }
    }
}
