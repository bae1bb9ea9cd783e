//! The disagreements that need no report: those of the suite's classes and of the findings.
//!
//! Nothing is listed for the hunt. An oracle is asked about the programs that `fixtures/expectations.yaml` lists as different, and about
//! those of `fixtures/findings`; whatever it tells of them is known. One mistake may have many messages, which depend on the place where an
//! implementation notices it: a finding has marks for those, words of reduced programs.

use super::oracle::Oracle;
use super::store::{Record, Store};
use super::{Disagreement, Parts, Signature, asked, is_explained, parts};
use crate::expectations::Expectations;
use crate::findings::{Behaviour, Finding};
use std::collections::HashMap;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::vocabulary::ExecutorKind;

/// Explanations of disagreements.
#[derive(Debug, Default)]
pub struct Known {
    signatures: HashMap<Signature, String>,
    /// Wrong values, with the parts of the programs that have them.
    values: Vec<(Signature, Parts, String)>,
    /// The defects of this project that learning shows.
    pub panics: Vec<Record>,
    /// The findings with marks.
    marked: Vec<Finding>,
}

impl Known {
    /// The name of the class or the finding that explains a disagreement. Nothing explains a wrong value before its program is reduced.
    #[must_use]
    pub fn explanation(&self, found: &Disagreement) -> Option<&str> {
        if found.signature.is_of_a_value() { None } else { self.store_of(&found.signature) }
    }

    /// The name of the store that has this signature.
    #[must_use]
    pub fn store_of(&self, signature: &Signature) -> Option<&str> {
        self.signatures.get(signature).map(String::as_str)
    }

    /// The name of the finding whose marks a reduced program has; for a wrong value, also that of a known one with all parts of the program.
    #[must_use]
    pub fn explanation_of_reduced(&self, record: &Record) -> Option<&str> {
        // A mark may begin with the end of a line: each line has one before it.
        let program = format!("\n{}", record.program);
        let explains = |finding: &&Finding| {
            is_made_of(record.signature.implementation, finding.implementation)
                && finding.does == record.signature.does
                && finding.marks.iter().all(|mark| program.contains(mark.as_str()))
        };
        let marked = self.marked.iter().find(explains).map(|finding| finding.name.as_str());
        marked.or_else(|| self.explanation_of_value(record))
    }

    fn explanation_of_value(&self, record: &Record) -> Option<&str> {
        let found = parts(&record.program);
        let explains = |(signature, parts, _): &&(Signature, Parts, String)| {
            *signature == record.signature && is_explained(&found, parts)
        };
        self.values.iter().find(explains).map(|(_, _, name)| name.as_str())
    }

    /// The number of known signatures.
    #[must_use]
    pub fn len(&self) -> usize {
        self.signatures.len() + self.values.len()
    }

    /// Whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Learns whatever an oracle tells of the findings of its implementation, and of the suite's programs about which that is
    /// known to be wrong.
    pub fn learn(
        &mut self,
        oracle: &mut dyn Oracle,
        findings: &[Finding],
        instances: &[Instance],
        expectations: &Expectations,
    ) {
        let implementation = oracle.implementation();
        for finding in findings.iter().filter(|it| is_made_of(implementation, it.implementation)) {
            self.learn_program(&finding.name, &finding.program, oracle);
            if !finding.marks.is_empty() {
                self.marked.push(finding.clone());
            }
        }
        let known = expectations.known(None);
        for instance in instances {
            if let (Some(class), Some(source)) = (known.class(implementation, instance), instance.source()) {
                self.learn_program(&expectations.classes[class].name, source, oracle);
            }
        }
    }

    /// Learns the records of a store with this name.
    pub fn learn_store(&mut self, store: &Store, name: &str) {
        for record in store.records() {
            self.signatures.entry(record.signature.clone()).or_insert_with(|| name.to_owned());
        }
    }

    pub(super) fn learn_program(&mut self, name: &str, program: &str, oracle: &mut dyn Oracle) {
        for found in asked(oracle, program) {
            if found.signature.does == Behaviour::Panics
                && found.signature.implementation == ExecutorKind::Reference
            {
                self.panics.push(Record {
                    signature: found.signature,
                    said: format!("{name}: {}", found.said),
                    program: program.to_owned(),
                    number: 0,
                    seen: 1,
                });
            } else if found.signature.is_of_a_value() {
                self.values.push((found.signature, parts(program), name.to_owned()));
            } else {
                self.signatures.entry(found.signature).or_insert_with(|| name.to_owned());
            }
        }
    }
}

/// Whether mistakes of a part are mistakes of an implementation: wgpu reads and writes shaders with naga.
fn is_made_of(implementation: ExecutorKind, part: ExecutorKind) -> bool {
    implementation == part || (implementation == ExecutorKind::Wgpu && part == ExecutorKind::Naga)
}
