//! The hunt for disagreements: programs by chance, questions to implementations, and the differences between their answers and the
//! specification. Each difference is reduced and filed once.
//!
//! 1. [`programs`] makes the program of a number: generated, mutated, or with one broken rule.
//! 2. An [`Oracle`] asks implementations about it, and tells [`Disagreement`]s.
//! 3. [`known`] says which of them the suite and the findings explain already.
//! 4. The reducer makes the program of a new one small, and the [`store`] keeps it.

mod disagreement;
pub mod known;
pub mod oracle;
pub mod programs;
mod shape;
pub mod store;

pub use disagreement::{Disagreement, OracleName, Signature};
pub use oracle::Oracle;

use crate::findings::Behaviour;
use known::Known;
use oracle::made;
use programs::Programs;
use std::collections::HashMap;
use store::{Record, Store};
use wgsl_cases::vocabulary::ExecutorKind;
use wgsl_fuzz::reduce::reduce;
use wgsl_properties::trial;
use wgsl_validator::Validator;

/// How often the reducer may ask about one program. A program of a few kilobytes needs about a thousand questions.
const MOST_QUESTIONS: usize = 5_000;

/// The outcome of a hunt, or of a part of one.
#[derive(Debug, Default)]
pub struct Hunt {
    /// The programs that were made.
    pub programs: usize,
    /// How often an oracle was asked about a program.
    pub questions: usize,
    /// The executions whose results were compared.
    pub executions: usize,
    /// How often each known difference was met, by its explanation.
    pub known: HashMap<String, usize>,
    /// The signatures that turned out to be known after a reduction, with their explanations.
    explained: HashMap<Signature, String>,
    validator: Validator,
    /// The new disagreements.
    pub store: Store,
}

impl Hunt {
    /// Adds another part of the hunt.
    pub fn merge(&mut self, other: Self) {
        self.programs += other.programs;
        self.questions += other.questions;
        self.executions += other.executions;
        for (name, count) in other.known {
            *self.known.entry(name).or_default() += count;
        }
        self.store.merge(other.store);
    }

    /// Asks all oracles about the program of a number.
    pub fn ask(&mut self, number: u64, programs: &Programs, oracles: &mut [Box<dyn Oracle>], known: &Known) {
        let Some(program) = programs.make(number) else { return };
        self.programs += 1;
        let made = trial::caught(|| made::ask(&mut self.validator, &program));
        if let Some(Disagreement { signature, said }) = made.unwrap_or_else(|said| Some(panicked(said)))
            && !self.store.count(&signature)
        {
            self.store.add(Record { signature, said, program: program.source.clone(), number, seen: 1 });
        }
        for oracle in oracles {
            self.questions += 1;
            for found in asked(oracle.as_mut(), &program.source) {
                self.meet(found, &program.source, number, oracle.as_mut(), known);
            }
        }
    }

    /// Counts a disagreement if it is known, and keeps it reduced if it is not.
    fn meet(
        &mut self,
        found: Disagreement,
        program: &str,
        number: u64,
        oracle: &mut dyn Oracle,
        known: &Known,
    ) {
        let explained = || self.explained.get(&found.signature).map(String::as_str);
        if let Some(name) = known.explanation(&found).or_else(explained) {
            *self.known.entry(name.to_owned()).or_default() += 1;
        } else if !self.store.count(&found.signature) {
            let record = reduced(oracle, found, program, number);
            if let Some(name) = known.explanation_of_reduced(&record) {
                *self.known.entry(name.to_owned()).or_default() += 1;
                self.explained.insert(record.signature, name.to_owned());
            } else {
                self.store.add(record);
            }
        }
    }
}

/// The answers of an oracle. A panic is a mistake of this project: those of implementations are caught where they are asked.
fn asked(oracle: &mut dyn Oracle, program: &str) -> Vec<Disagreement> {
    trial::caught(|| oracle.ask(program)).unwrap_or_else(|said| vec![panicked(said)])
}

fn panicked(said: String) -> Disagreement {
    let signature = Signature::says(OracleName::Own, ExecutorKind::Reference, Behaviour::Panics, &said);
    Disagreement { signature, said }
}

/// The record of a disagreement, with the smallest program that shows it.
fn reduced(oracle: &mut dyn Oracle, disagreement: Disagreement, program: &str, number: u64) -> Record {
    let signature = disagreement.signature;
    let (mut questions, mut said) = (0, disagreement.said);
    let smallest = reduce(program, |program| {
        questions += 1;
        if questions > MOST_QUESTIONS {
            return false;
        }
        let shown = asked(oracle, program).into_iter().find(|found| found.signature == signature);
        let is_shown = shown.is_some();
        if let Some(found) = shown {
            said = found.said;
        }
        is_shown
    });
    let program = smallest.map_or_else(|| program.to_owned(), |reduced| reduced.source);
    Record { signature, said, program, number, seen: 1 }
}

#[cfg(test)]
mod tests {
    use super::oracle::NagaVerdict;
    use super::*;

    /// Finds every loop wrong, with words that depend on the program.
    #[derive(Debug)]
    struct LoopsAreWrong;

    impl Oracle for LoopsAreWrong {
        fn implementation(&self) -> ExecutorKind {
            ExecutorKind::Tint
        }

        fn ask(&mut self, program: &str) -> Vec<Disagreement> {
            let said = format!("a loop in {} characters", program.len());
            let signature =
                Signature::says(OracleName::Verdict, self.implementation(), Behaviour::Rejects, &said);
            program.contains("while").then_some(Disagreement { signature, said }).into_iter().collect()
        }
    }

    fn hunt(programs: u64, oracle: impl Oracle + 'static, known: &Known) -> Hunt {
        let source = Programs::new(1, Vec::new(), ["fn f() {}"], []);
        let mut oracles: [Box<dyn Oracle>; 1] = [Box::new(oracle)];
        let mut hunt = Hunt::default();
        for number in 0..programs {
            hunt.ask(number, &source, &mut oracles, known);
        }
        hunt
    }

    #[test]
    fn the_same_numbers_give_the_same_hunt() {
        let [first, second] = [(); 2].map(|()| hunt(200, NagaVerdict::default(), &Known::default()));
        assert!(first.programs > 100 && first.questions == first.programs);
        assert!(first.store.records().eq(second.store.records()));
    }

    /// Stops at every loop.
    #[derive(Debug)]
    struct LoopsArePanics;

    impl Oracle for LoopsArePanics {
        fn implementation(&self) -> ExecutorKind {
            ExecutorKind::Tint
        }

        fn ask(&mut self, program: &str) -> Vec<Disagreement> {
            assert!(!program.contains("while"), "a loop");
            Vec::new()
        }
    }

    #[test]
    fn a_panic_is_a_disagreement_of_this_project() {
        assert_eq!(asked(&mut LoopsArePanics, "fn f() { }").len(), 0);
        let found = asked(&mut LoopsArePanics, "fn f() { while true { } }");
        let shown: Vec<_> = found.iter().map(|it| (it.signature.does, it.said.as_str())).collect();
        assert_eq!(shown, [(Behaviour::Panics, "a loop")]);
        assert_eq!(found[0].signature.implementation, ExecutorKind::Reference);
    }

    #[test]
    fn a_disagreement_is_reduced_and_kept_once() {
        let mut hunt = Hunt::default();
        let program = "fn f() {\n    let a = 1;\n}\nfn g() {\n    while true {\n        f();\n    }\n}\n";
        let mut oracle = LoopsAreWrong;
        for number in 0..3 {
            for found in oracle.ask(program) {
                hunt.meet(found, program, number, &mut oracle, &Known::default());
            }
        }
        let records: Vec<_> = hunt.store.records().collect();
        assert_eq!(records.len(), 1);
        assert_eq!((records[0].seen, records[0].number), (3, 0));
        assert_eq!(records[0].program, "fn g() {\n    while true {\n    }\n}\n");
    }
}
