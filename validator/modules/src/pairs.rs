//! Which combinations of definitions are tried: all of a few names, and every pair of values of many names.
//!
//! Pairwise testing: nearly all mistakes depend on one or two names. The rows are chosen greedily, each with as many pairs that no row had before as
//! possible, as AETG does (Cohen et al., 1997), but without random choices.

use crate::condition::Asked;
use crate::defines::Defines;

/// The maximum number of combinations that are all tried.
const MOST_COMBINATIONS: usize = 16;

/// The maximum number of values of all names that have rows for their pairs. Each row looks at all pairs of its names.
const MOST_VALUES: usize = 512;

/// A value of a name: the number of the name and the number of the value.
type Choice = (usize, usize);

/// Names with the values to try. The first value of each name is its value at the start.
pub(crate) struct Pairs {
    names: Vec<String>,
    values: Vec<Vec<Option<String>>>,
    /// The number of the first value of each name among all values.
    first: Vec<usize>,
    /// For each pair of values, true if a row had it, or if no program can have it.
    done: Vec<bool>,
    /// All pairs, in the order in which they are tried.
    all: Vec<(Choice, Choice)>,
    /// The number of pairs at the start of `all` that are done.
    passed: usize,
    is_partial: bool,
}

impl Pairs {
    /// The values of names that conditions ask for. `start` has a value of each.
    pub(crate) fn new(asked: &Asked, start: &Defines, is_fixed: impl Fn(&str) -> bool) -> Self {
        let (mut names, mut values, mut first, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let mut is_partial = false;
        for (name, asked) in asked.0.iter().filter(|(name, _)| !is_fixed(name)) {
            let at_start = start.get(name).map(str::to_owned);
            let others = std::iter::once(None).chain(asked.iter().cloned().map(Some));
            // A name without a value to compare with is defined or not.
            let others = others.chain(asked.is_empty().then(|| Some("true".to_owned())));
            let mut all = vec![at_start];
            for value in others {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
            if count + all.len() > MOST_VALUES {
                is_partial = true;
                continue;
            }
            first.push(count);
            count += all.len();
            names.push(name.clone());
            values.push(all);
        }
        let all = pairs(&values);
        Self { names, values, first, done: vec![false; count * count], all, passed: 0, is_partial }
    }

    /// Returns true if names were left out because there are too many.
    pub(crate) const fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// The number of a pair, which has the smaller name first.
    fn index(&self, one: Choice, other: Choice) -> usize {
        let (one, other) = ordered(one, other);
        let count = self.done.len().isqrt();
        (self.first[one.0] + one.1) * count + self.first[other.0] + other.1
    }

    fn finish(&mut self, one: Choice, other: Choice) {
        let index = self.index(one, other);
        self.done[index] = true;
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// All combinations, if they are few.
    pub(crate) fn all(&self) -> Option<Vec<Vec<Option<String>>>> {
        let count = self.values.iter().try_fold(1_usize, |count, values| count.checked_mul(values.len()));
        count.filter(|count| *count <= MOST_COMBINATIONS)?;
        let mut rows = vec![Vec::new()];
        for values in &self.values {
            let longer = |row: &Vec<Option<String>>| {
                let row = row.clone();
                values
                    .iter()
                    .map(move |value| [&row[..], std::slice::from_ref(value)].concat())
                    .collect::<Vec<_>>()
            };
            rows = rows.iter().flat_map(longer).collect();
        }
        Some(rows)
    }

    /// The next combination, and the numbers of the two names that it is for. It counts as tried, whatever becomes of it.
    pub(crate) fn next(&mut self) -> Option<(Vec<Option<String>>, [usize; 2])> {
        let (one, other) = self.first_open()?;
        self.finish(one, other);
        let mut row: Vec<Option<usize>> = vec![None; self.names.len()];
        row[one.0] = Some(one.1);
        row[other.0] = Some(other.1);
        for name in 0..self.names.len() {
            if row[name].is_none() {
                let gain = |value: &usize| {
                    let is_new = |(index, chosen): (usize, &Option<usize>)| {
                        chosen.is_some_and(|chosen| !self.done[self.index((name, *value), (index, chosen))])
                    };
                    row.iter().enumerate().filter(|it| is_new(*it)).count()
                };
                // The first of several equally good values: the value at the start comes first.
                let best = (0..self.values[name].len()).rev().max_by_key(gain);
                row[name] = best;
            }
        }
        let values =
            row.iter().enumerate().map(|(name, value)| self.values[name][value.unwrap_or(0)].clone());
        Some((values.collect(), [one.0, other.0]))
    }

    /// Notes that a program had these definitions.
    pub(crate) fn cover(&mut self, names: &Defines) {
        let chosen: Vec<Choice> = (0..self.names.len())
            .filter_map(|name| {
                let value = names.get(&self.names[name]).map(str::to_owned);
                Some((name, self.values[name].iter().position(|it| *it == value)?))
            })
            .collect();
        for (index, one) in chosen.iter().enumerate() {
            for other in &chosen[index + 1..] {
                self.finish(*one, *other);
            }
        }
    }

    /// The first pair that is not done. None before it will be open again.
    fn first_open(&mut self) -> Option<(Choice, Choice)> {
        while let Some((one, other)) = self.all.get(self.passed).copied() {
            shader_source::steps::take(1);
            if !self.done[self.index(one, other)] {
                return Some((one, other));
            }
            self.passed += 1;
        }
        None
    }
}

/// The pairs of values of different names.
fn pairs(values: &[Vec<Option<String>>]) -> Vec<(Choice, Choice)> {
    let choices = |name: usize| (0..values[name].len()).map(move |value| (name, value));
    let names = (0..values.len()).flat_map(|one| (one + 1..values.len()).map(move |other| (one, other)));
    let pairs = names.flat_map(|(one, other)| {
        choices(one).flat_map(move |one| choices(other).map(move |other| (one, other)))
    });
    pairs.collect()
}

fn ordered(one: Choice, other: Choice) -> (Choice, Choice) {
    if one.0 < other.0 { (one, other) } else { (other, one) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::{Comparison, Condition};

    fn asked(names: &[&str]) -> Asked {
        let mut asked = Asked::default();
        for name in names {
            Condition::Name((*name).to_owned()).asks(&mut asked);
        }
        asked
    }

    #[test]
    fn few_names_have_all_combinations() {
        let mut names = asked(&["A", "B"]);
        Condition::Compared(Comparison::new("N", ">=", "3")).asks(&mut names);
        let mut start = Defines::default();
        start.define("B", None);
        let pairs = Pairs::new(&names, &start, |name| name == "A");
        let rows = pairs.all().expect("there are few");
        assert_eq!(rows.len(), 2 * 3, "{rows:?}");
        assert_eq!(rows[0], [Some("true".to_owned()), None], "the start comes first");
        assert!(Pairs::new(&asked(&["A", "B", "C", "D", "E"]), &start, |_| false).all().is_none());
    }

    #[test]
    fn rows_cover_every_pair() {
        let words: Vec<String> = (0..40).map(|it| format!("N{it}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut pairs = Pairs::new(&asked(&words), &Defines::default(), |_| false);
        let mut rows = 0;
        while let Some((row, _)) = pairs.next() {
            let mut names = Defines::default();
            for (name, value) in pairs.names().iter().zip(row) {
                if let Some(value) = value {
                    names.define(name, Some(&value));
                }
            }
            pairs.cover(&names);
            rows += 1;
        }
        assert_eq!(pairs.done.iter().filter(|done| **done).count(), 40 * 39 / 2 * 4);
        assert!(rows <= 40, "{rows} rows for 3120 pairs");
        assert!(!pairs.is_partial());
    }

    #[test]
    fn too_many_names_are_left_out() {
        let words: Vec<String> = (0..1000).map(|it| format!("N{it}")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let pairs = Pairs::new(&asked(&words), &Defines::default(), |_| false);
        assert!(pairs.is_partial());
        assert_eq!(pairs.names().len(), MOST_VALUES / 2);
    }
}
