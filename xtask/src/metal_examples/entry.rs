//! The data: how each block becomes a program, and what its judgement should be.

use serde::{Deserialize, Deserializer};
use std::collections::{BTreeMap, BTreeSet};

/// A block, or adjacent blocks that are one example.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// The numbers of the first and the last block.
    #[serde(deserialize_with = "range")]
    pub(super) blocks: (usize, usize),
    pub(super) kind: Kind,
    /// Declarations in front of the function that holds statements.
    #[serde(default)]
    pub(super) outside: String,
    /// Code in front of the block.
    #[serde(default)]
    pub(super) before: String,
    /// Code behind the block.
    #[serde(default)]
    pub(super) after: String,
    /// The dialect, if it is not the default.
    pub(super) dialect: Option<String>,
    /// The codes of errors, by lines of the example.
    #[serde(default)]
    reject: BTreeMap<usize, String>,
    /// The codes of warnings, by lines of the example.
    #[serde(default)]
    warn: BTreeMap<usize, String>,
    /// The number of a contradiction in the specification that decides the judgement, and the reason.
    pub(super) erratum: Option<String>,
    /// A slip of the example, which makes it invalid.
    pub(super) slip: Option<String>,
    /// A difference of the validator from the specification that is not settled.
    pub(super) open: Option<String>,
}

/// The kind of a block.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// Declarations of a program.
    Declarations,
    /// Statements of a function.
    Statements,
    /// Prototypes of the library, or patterns of syntax: they are no programs.
    Prototypes,
    /// Text that is not Metal.
    Text,
}

/// A place and a code: a finding in an example. The line is `None` if it is in the code around the example.
pub(super) type Finding = (Option<usize>, String);

impl Entry {
    /// Whether the validator judges it.
    pub(super) fn is_judged(&self) -> bool {
        matches!(self.kind, Kind::Declarations | Kind::Statements)
    }

    /// The errors that it should have.
    pub(super) fn errors(&self) -> BTreeSet<Finding> {
        findings(&self.reject)
    }

    /// The warnings that it should have.
    pub(super) fn warnings(&self) -> BTreeSet<Finding> {
        findings(&self.warn)
    }

    /// The outcome that the entry stands for.
    pub(super) fn outcome(&self) -> Outcome {
        let errors = self.errors();
        match self.kind {
            Kind::Prototypes => Outcome::Prototypes,
            Kind::Text => Outcome::Text,
            _ if self.open.is_some() => Outcome::Open,
            _ if self.erratum.is_some() => Outcome::Erratum,
            _ if self.slip.is_some() => Outcome::Slip,
            _ if errors.is_empty() => Outcome::Accepted,
            _ if errors.iter().all(|(_, code)| code.starts_with("unsupported/")) => Outcome::Unsupported,
            _ => Outcome::Rejected,
        }
    }
}

fn findings(codes: &BTreeMap<usize, String>) -> BTreeSet<Finding> {
    let of_line = |(line, codes): (&usize, &String)| {
        codes.split_whitespace().map(|code| (Some(*line), code.to_owned())).collect::<Vec<_>>()
    };
    codes.iter().flat_map(of_line).collect()
}

/// The outcomes of blocks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Outcome {
    Accepted,
    Rejected,
    Erratum,
    Slip,
    Unsupported,
    Open,
    Prototypes,
    Text,
}

impl Outcome {
    /// The outcome in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected, as the specification says",
            Self::Erratum => "judged by the decision on a contradiction",
            Self::Slip => "rejected for a slip of the example",
            Self::Unsupported => "not supported",
            Self::Open => "open",
            Self::Prototypes => "prototypes and patterns, not judged",
            Self::Text => "no Metal, not judged",
        }
    }
}

/// The entries of the data. Together they name every block once, in order.
pub(super) fn entries(data: &str, blocks: usize) -> Result<Vec<Entry>, String> {
    let entries: Vec<Entry> = serde_yaml::from_str(data).map_err(|error| error.to_string())?;
    let mut next = 1;
    for Entry { blocks: (first, last), .. } in &entries {
        if *first != next || last < first {
            return Err(format!("block {next} should be next in the data, but {first}-{last} is"));
        }
        next = last + 1;
    }
    if next != blocks + 1 {
        return Err(format!("the data has {} blocks, the specification {blocks}", next - 1));
    }
    Ok(entries)
}

/// Reads `7` or `7-9`.
fn range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(usize, usize), D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Numbers {
        One(usize),
        Range(String),
    }
    match Numbers::deserialize(deserializer)? {
        Numbers::One(number) => Ok((number, number)),
        Numbers::Range(range) => {
            let (first, last) = range.split_once('-').unwrap_or_default();
            let number = |text: &str| text.parse().map_err(serde::de::Error::custom);
            Ok((number(first)?, number(last)?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = "
- {blocks: 1, kind: statements, reject: {2: type/b type/a}}
- {blocks: 2-3, kind: prototypes}
";

    #[test]
    fn entries_name_their_blocks_and_findings() {
        let entries = entries(DATA, 3).expect("valid data");
        assert_eq!(entries.iter().map(|entry| entry.blocks).collect::<Vec<_>>(), [(1, 1), (2, 3)]);
        let found = ["type/a", "type/b"].map(|code| (Some(2), code.to_owned()));
        assert_eq!(entries[0].errors(), BTreeSet::from(found));
        assert_eq!(
            entries.iter().map(Entry::outcome).collect::<Vec<_>>(),
            [Outcome::Rejected, Outcome::Prototypes]
        );
    }

    #[test]
    fn every_block_has_an_entry() {
        assert!(entries(DATA, 4).is_err());
        assert!(entries("- {blocks: 2, kind: text}", 2).is_err());
    }

    #[test]
    fn the_data_is_valid() {
        let data = include_str!("../../../fixtures/msl/specification-examples.yaml");
        entries(data, 369).expect("valid data");
    }
}
