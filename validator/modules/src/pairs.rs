//! Which combinations of definitions are tried: all of a few names, and every pair of values of many names.
//!
//! Pairwise testing: nearly all mistakes depend on one or two names. The rows are chosen greedily, each with as many pairs that no row had before as
//! possible, as AETG does (Cohen et al., 1997), but without random choices.

use crate::condition::Asked;
use crate::defines::Defines;
use std::collections::HashSet;

/// The maximum number of combinations that are all tried.
const MOST_COMBINATIONS: usize = 16;

/// A value of a name: the number of the name and the number of the value.
type Choice = (usize, usize);

/// Names with the values to try. The first value of each name is its value at the start.
pub(crate) struct Pairs {
    names: Vec<String>,
    values: Vec<Vec<Option<String>>>,
    /// Pairs that a row had, or that no program can have.
    done: HashSet<(Choice, Choice)>,
}

impl Pairs {
    /// The values of names that conditions ask for. `start` has a value of each.
    pub(crate) fn new(asked: &Asked, start: &Defines, is_fixed: impl Fn(&str) -> bool) -> Self {
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for (name, asked) in asked.0.iter().filter(|(name, _)| !is_fixed(name)) {
            let first = start.get(name).map(str::to_owned);
            let others = std::iter::once(None).chain(asked.iter().cloned().map(Some));
            // A name without a value to compare with is defined or not.
            let others = others.chain(asked.is_empty().then(|| Some("true".to_owned())));
            let mut all = vec![first];
            for value in others {
                if !all.contains(&value) {
                    all.push(value);
                }
            }
            names.push(name.clone());
            values.push(all);
        }
        Self { names, values, done: HashSet::new() }
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
        self.done.insert((one, other));
        let mut row: Vec<Option<usize>> = vec![None; self.names.len()];
        row[one.0] = Some(one.1);
        row[other.0] = Some(other.1);
        for name in 0..self.names.len() {
            if row[name].is_none() {
                let gain = |value: &usize| {
                    let is_new = |(index, chosen): (usize, &Option<usize>)| {
                        chosen.is_some_and(|chosen| {
                            !self.done.contains(&ordered((name, *value), (index, chosen)))
                        })
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
                self.done.insert((*one, *other));
            }
        }
    }

    fn first_open(&self) -> Option<(Choice, Choice)> {
        let choices = |name: usize| (0..self.values[name].len()).map(move |value| (name, value));
        let count = self.names.len();
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        let mut pairs = pairs.flat_map(|(one, other)| {
            choices(one).flat_map(move |one| choices(other).map(move |other| (one, other)))
        });
        pairs.find(|pair| !self.done.contains(pair))
    }
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
        assert_eq!(pairs.done.len(), 40 * 39 / 2 * 4);
        assert!(rows <= 40, "{rows} rows for 3120 pairs");
    }
}
