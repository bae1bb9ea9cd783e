//! One part of a run: `3/16` is the third of sixteen parts.

use std::fmt;
use std::str::FromStr;
use wgsl_cts_cases::case::Instance;

/// A part of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// 0-based.
    index: usize,
    /// The number of parts.
    count: usize,
}

impl Shard {
    /// Whether the case at this place of the order belongs to the part. Neighbours go to different parts because
    /// their costs are similar.
    #[must_use]
    pub const fn takes(self, place: usize) -> bool {
        place % self.count == self.index
    }

    /// Keeps the programs of the cases that belong to the part. A shard has whole cases, because reports merge only shards
    /// without a case in common.
    pub fn keep_cases(self, instances: &mut Vec<Instance>) {
        let (mut place, mut case) = (0, None);
        instances.retain(|instance| {
            let name = Some(instance.case.name.clone());
            place += usize::from(name != case && case.is_some());
            case = name;
            self.takes(place)
        });
    }
}

/// A text that names no shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShardError(String);

impl fmt::Display for ShardError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "`{}` is not a shard; the third of sixteen is 3/16", self.0)
    }
}

impl std::error::Error for ShardError {}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let number = |text: &str| text.parse::<usize>().ok();
        let parts = text.split_once('/').map(|(part, count)| (number(part), number(count)));
        match parts {
            Some((Some(part), Some(count))) if 1 <= part && part <= count => {
                Ok(Self { index: part - 1, count })
            }
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}/{}", self.index + 1, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_take_everything_once() {
        let shards: Vec<Shard> = (1..=3).map(|part| format!("{part}/3").parse().unwrap()).collect();
        for place in 0..10 {
            assert_eq!(shards.iter().filter(|shard| shard.takes(place)).count(), 1);
        }
    }

    #[test]
    fn no_shard_is_refused() {
        for text in ["0/3", "4/3", "3", "a/b", "1/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
