//! The store of new disagreements. A file of it is YAML; those of several machines are merged.

use super::Signature;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;
use wgsl_cts_cases::yaml::{self, Problem};

/// A disagreement with the smallest program so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The properties by which it is known again.
    pub signature: Signature,
    /// The words of the implementation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// The program.
    pub program: String,
    /// The number of the program that it was found with.
    pub number: u64,
    /// How often it was seen.
    pub seen: usize,
}

/// Disagreements by signature, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Store(IndexMap<Signature, Record>);

impl Store {
    /// Reads a store; an empty one if there is no such file.
    ///
    /// # Errors
    /// A mistake in the file, with its place.
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(Problem::of_file(path, format!("can't be read: {error}"))),
        };
        let records: Vec<Record> = yaml::read(path, &text)?;
        let mut store = Self::default();
        for record in records {
            store.add(record);
        }
        Ok(store)
    }

    /// Writes the store.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let records: Vec<&Record> = self.records().collect();
        fs::write(path, yaml::write(&records).map_err(io::Error::other)?)
    }

    /// Counts a disagreement that is there already. `false` if it is not.
    pub fn count(&mut self, signature: &Signature) -> bool {
        self.0.get_mut(signature).map(|record| record.seen += 1).is_some()
    }

    /// Adds a record. Of two with the same signature, the smaller program stays.
    pub fn add(&mut self, record: Record) {
        match self.0.get_mut(&record.signature) {
            None => {
                self.0.insert(record.signature.clone(), record);
            }
            Some(known) => {
                let seen = known.seen + record.seen;
                if (record.program.len(), &record.program) < (known.program.len(), &known.program) {
                    *known = record;
                }
                known.seen = seen;
            }
        }
    }

    /// Adds all records of another store.
    pub fn merge(&mut self, other: Self) {
        for record in other.0.into_values() {
            self.add(record);
        }
    }

    /// The records.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.0.values()
    }

    /// The number of records.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Behaviour;
    use crate::hunt::OracleName;
    use wgsl_cts_cases::vocabulary::ExecutorKind;

    fn record(words: &str, program: &str, seen: usize) -> Record {
        let signature = Signature::says(OracleName::Verdict, ExecutorKind::Naga, Behaviour::Rejects, words);
        Record { signature, said: words.to_owned(), program: program.to_owned(), number: 1, seen }
    }

    fn store(records: impl IntoIterator<Item = Record>) -> Store {
        let mut store = Store::default();
        for record in records {
            store.add(record);
        }
        store
    }

    #[test]
    fn a_merge_keeps_the_smaller_program_and_adds_the_counts() {
        let mut all = store([record("no `a`", "const a = 1;", 2), record("other", "", 1)]);
        all.merge(store([record("no `b`", "const b;", 5)]));
        let records: Vec<(&str, usize)> = all.records().map(|it| (it.program.as_str(), it.seen)).collect();
        assert_eq!(records, [("const b;", 7), ("", 1)]);
    }

    #[test]
    fn a_store_reads_what_it_writes() {
        let rule = wgsl_spec::INVENTORY.rule("prec.bitwise-no-mix").expect("a rule");
        let broken = Record {
            signature: Signature::accepts(OracleName::Verdict, ExecutorKind::Tint, rule),
            ..record("", "const a = 1 & 2 * 3;\n", 3)
        };
        let written = store([broken, record("`a`: no", "fn f() {\n}\n", 1)]);
        let folder = std::env::temp_dir().join(format!("wgsl-hunt-{}", std::process::id()));
        let path = folder.join("store.yaml");
        written.write(&path).expect("a temporary folder");
        let read = Store::read(&path).unwrap_or_else(|problem| panic!("{problem}"));
        fs::remove_dir_all(&folder).expect("a temporary folder");
        assert!(read.records().eq(written.records()));
        assert!(Store::read(&path).is_ok_and(|store| store.is_empty()), "no file is an empty store");
    }
}
