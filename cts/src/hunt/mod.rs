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

pub use disagreement::{Disagreement, OracleName, Parts, Signature, is_explained, parts};
pub use oracle::Oracle;

use crate::findings::Behaviour;
use known::Known;
use oracle::made;
use programs::Programs;
use std::collections::HashMap;
use store::{Record, Store};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_fuzz::reduce::reduce;
use wgsl_fuzz_properties::trial;
use wgsl_validator::Validator;

/// How often the reducer may ask about one program. A program of a few kilobytes needs about a thousand questions.
const MOST_QUESTIONS: usize = 5_000;
/// The most programs with a wrong value of one kind that are reduced: only the smallest program tells a new mistake from a known one.
const MOST_REDUCTIONS: usize = 20;

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
    /// The programs with a wrong value of each kind that were met.
    reductions: HashMap<Signature, usize>,
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
        let executes = oracles.iter().any(|it| it.implementation() == ExecutorKind::Reference);
        let made = trial::caught(|| {
            let found = made::ask(&mut self.validator, &program);
            found.or_else(|| if executes { made::execute(&program) } else { None })
        });
        if let Some(Disagreement { signature, said }) =
            made.unwrap_or_else(|said| Some(panicked(OracleName::Own, said)))
            && !self.store.count(&signature)
        {
            self.store.add(Record { signature, said, program: program.source.clone(), number, seen: 1 });
        }
        for oracle in oracles {
            self.questions += 1;
            let mut told = asked(oracle.as_mut(), &program.source);
            // Two others that agree where each is known to be wrong say nothing about this project.
            let asks = oracle.implementation();
            if told.iter().all(|it| it.signature.implementation != asks || known.explanation(it).is_some()) {
                told.retain(|it| it.signature.implementation != ExecutorKind::Validator);
            }
            for found in told {
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
            self.count(name.to_owned());
        } else if self.is_to_reduce(&found.signature) {
            let record = reduced(oracle, found, program, number);
            if let Some(name) = known.explanation_of_reduced(&record) {
                self.count(name.to_owned());
                if !record.signature.is_of_a_value() {
                    self.explained.insert(record.signature, name.to_owned());
                }
            } else {
                self.keep(record, known);
            }
        }
    }

    /// Whether a program that shows a signature is reduced: the first one, and more of those with wrong values.
    fn is_to_reduce(&mut self, signature: &Signature) -> bool {
        if !signature.is_of_a_value() {
            return !self.store.count(signature);
        }
        let reductions = self.reductions.entry(signature.clone()).or_default();
        *reductions += 1;
        *reductions <= MOST_REDUCTIONS
    }

    fn count(&mut self, explanation: String) {
        *self.known.entry(explanation).or_default() += 1;
    }

    /// Keeps a reduced disagreement that nothing explains, unless a store has it.
    fn keep(&mut self, mut record: Record, known: &Known) {
        if record.signature.is_of_a_value() {
            record.signature = record.signature.with(&parts(&record.program));
        }
        match known.store_of(&record.signature) {
            Some(store) => self.count(store.to_owned()),
            None => self.store.add(record),
        }
    }
}

/// The answers of an oracle. A panic is a mistake of this project: those of implementations are caught where they are asked.
fn asked(oracle: &mut dyn Oracle, program: &str) -> Vec<Disagreement> {
    trial::caught(|| oracle.ask(program)).unwrap_or_else(|said| vec![panicked(OracleName::Own, said)])
}

fn panicked(oracle: OracleName, said: String) -> Disagreement {
    let signature = Signature::says(oracle, ExecutorKind::Reference, Behaviour::Panics, &said);
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

    /// Finds a wrong value in every loop and every call of `max`.
    #[derive(Debug)]
    struct LoopsAndMaxAreWrong;

    impl Oracle for LoopsAndMaxAreWrong {
        fn implementation(&self) -> ExecutorKind {
            ExecutorKind::Wgpu
        }

        fn ask(&mut self, program: &str) -> Vec<Disagreement> {
            let said = "u32 is a different number".to_owned();
            let signature =
                Signature::says(OracleName::Execution, self.implementation(), Behaviour::Executes, &said);
            let is_wrong = program.contains("while") || program.contains("max(");
            is_wrong.then_some(Disagreement { signature, said }).into_iter().collect()
        }
    }

    #[test]
    fn a_known_wrong_value_does_not_hide_another() {
        let mut oracle = LoopsAndMaxAreWrong;
        let mut known = Known::default();
        known.learn_program(
            "of-max",
            "const a = max(1, 2) + min(1, 2); fn f() { while false { } }",
            &mut oracle,
        );
        let mut hunt = Hunt::default();
        for program in
            ["const b = 1 + max(2, 3);", "fn f() {\n    while true { }\n}", "const c = max(1, abs(2));"]
        {
            for found in oracle.ask(program) {
                hunt.meet(found, program, 0, &mut oracle, &known);
            }
        }
        let shapes: Vec<_> = hunt.store.records().map(|it| it.signature.shape.as_str()).collect();
        assert_eq!(shapes, ["… is a different number with while"]);
        assert_eq!(hunt.known["of-max"], 2);
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
