//! The editions of the specification.

use crate::{Source, literal, method};
use serde::Deserialize;

/// The editions as the data files name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub(crate) enum Edition {
    #[serde(rename = "current")]
    Current,
    #[serde(rename = "draft_2022")]
    Draft2022,
}

impl Edition {
    pub(crate) const BOTH: [Self; 2] = [Self::Current, Self::Draft2022];

    /// Returns true if an entry with this list of editions belongs to this one; an entry without a list belongs to both.
    pub(crate) fn holds(self, editions: &[Self]) -> bool {
        editions.is_empty() || editions.contains(&self)
    }

    /// The editions of an entry with this list, as Rust expressions.
    pub(crate) fn expressions(editions: &[Self]) -> Vec<String> {
        let held = Self::BOTH.into_iter().filter(|edition| edition.holds(editions));
        held.map(|edition| format!("Edition::{edition:?}")).collect()
    }

    /// The name of the table that an edition has of its own.
    pub(crate) const fn table(self, current: &'static str, draft_2022: &'static str) -> &'static str {
        match self {
            Self::Current => current,
            Self::Draft2022 => draft_2022,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Info {
    edition: Edition,
    name: String,
    status: String,
    date: String,
    sha256: String,
}

/// The data of each edition.
pub(crate) fn generate(source: &Source) -> Result<String, String> {
    let rows: Vec<Info> = source.yaml("editions.yaml")?;
    let mut text = String::new();
    let mut arms = Vec::new();
    for edition in Edition::BOTH {
        let mut rows = rows.iter().filter(|row| row.edition == edition);
        let (Some(row), None) = (rows.next(), rows.next()) else {
            return Err(format!("editions.yaml: {edition:?} must appear once"));
        };
        let [name, status, date, sha256] =
            [&row.name, &row.status, &row.date, &row.sha256].map(|text| literal(text));
        let info =
            format!("EditionInfo {{ name: {name}, status: {status}, date: {date}, sha256: {sha256} }}");
        arms.push((format!("{edition:?}"), info));
    }
    method(&mut text, "Edition", "The data of the edition.", "info(self) -> EditionInfo", arms);
    Ok(text)
}
