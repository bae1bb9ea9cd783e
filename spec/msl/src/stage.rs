//! The kinds of functions that a pipeline calls.

/// A qualifier of a function that a pipeline calls (5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Stage {
    /// `kernel` (5.1.3)
    Kernel = 0,
    /// `vertex` (5.1.1)
    Vertex = 1,
    /// `fragment` (5.1.2)
    Fragment = 2,
}

impl Stage {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Kernel, Self::Vertex, Self::Fragment];

    /// The keyword.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kernel => "kernel",
            Self::Vertex => "vertex",
            Self::Fragment => "fragment",
        }
    }
}

/// The stages whose functions may call something, or functions that they call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct StageSet(u8);

impl StageSet {
    /// All stages.
    pub const ALL: Self = Self::of(&Stage::ALL);

    /// The set of these stages.
    #[must_use]
    pub const fn of(stages: &[Stage]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < stages.len() {
            bits |= 1 << stages[index] as u8;
            index += 1;
        }
        Self(bits)
    }

    /// Whether a stage is in the set.
    #[must_use]
    pub const fn contains(self, stage: Stage) -> bool {
        self.0 & (1 << stage as u8) != 0
    }

    /// The members.
    pub fn iter(self) -> impl Iterator<Item = Stage> {
        Stage::ALL.into_iter().filter(move |stage| self.contains(*stage))
    }
}
