//! The editions of the specification.

/// The editions as the data files name them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Edition {
    Current,
    Draft2022,
}

impl Edition {
    pub(crate) const BOTH: [Self; 2] = [Self::Current, Self::Draft2022];

    /// Whether an entry with this list of editions belongs to this one; an entry without a list belongs to both.
    pub(crate) fn holds(self, editions: &[String]) -> bool {
        let name = match self {
            Self::Current => "current",
            Self::Draft2022 => "draft_2022",
        };
        editions.is_empty() || editions.iter().any(|edition| edition == name)
    }
}
