//! "Did you mean …?": the known name that a misspelt one is most like.
//!
//! The distance is the number of letters to insert, delete, replace or swap with their neighbour (optimal string alignment); case does not
//! count. Only distances up to a small limit matter, so a comparison fills a band of the table around its diagonal and costs at most
//! (2 · limit + 1) cells for each letter. A program may misspell as many names as it declares, so the comparisons of a whole program have a
//! budget, [`Suggestions`].

use crate::steps;

/// The length of the longest names that are compared; the longest rule has an id of 98 bytes.
const MOST_BYTES: usize = 128;
/// The length of the longest name in a program that gets a suggestion. Longer names are generated, not typed.
const MOST_BYTES_OF_A_TYPED_NAME: usize = 64;
/// The bytes that are compared before suggestions end: enough for some 1,000 unknown names among 1,000 known ones, 10 ms of work.
const MOST_COMPARED_BYTES: usize = 1 << 20;

/// Looks for suggestions until the names of a program have cost too much. It has no clock: equal programs have equal suggestions.
#[derive(Debug)]
pub struct Suggestions {
    left: usize,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { left: MOST_COMPARED_BYTES }
    }
}

impl Suggestions {
    /// Returns the candidate closest to a misspelt name, if one is close enough.
    pub fn closest<'a>(&mut self, name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
        let limit = limit_of(name)?;
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates.filter(|candidate| *candidate != name) {
            if self.are_spent() {
                break;
            }
            if let Some(distance) = self.distance(name, candidate, limit)
                && best.is_none_or(|(least, _)| distance < least)
            {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    /// Returns the name of a code or rule that is most like a name, if it may be meant and the budget is not spent.
    pub fn nearest_name(
        &mut self,
        name: &str,
        names: impl Iterator<Item = &'static str>,
    ) -> Option<&'static str> {
        let distances = names.filter_map(|known| Some((self.distance_of_names(name, known)?, known)));
        distances.min().map(|(_, known)| known)
    }

    /// Returns the edit distance between a name and a known one that may be meant: no more than every third letter is wrong. The family of a
    /// code (`type/`) may be missing.
    fn distance_of_names(&mut self, name: &str, known: &str) -> Option<usize> {
        let limit = name.len().min(known.len()) / 3;
        let whole = self.distance(name, known, limit);
        let Some((_, tail)) = known.split_once('/') else { return whole };
        whole.into_iter().chain(self.distance(name, tail, limit)).min()
    }

    /// Returns true if a misspelt name may get a suggestion. Otherwise its candidates need not be collected, which no budget bounds.
    #[must_use]
    pub const fn are_possible(&self, name: &str) -> bool {
        !self.are_spent() && limit_of(name).is_some()
    }

    /// Returns true if no name gets a suggestion any more.
    #[must_use]
    pub const fn are_spent(&self) -> bool {
        self.left == 0
    }

    /// Returns the number of edits between two names, `None` if it is above the limit or the budget is spent.
    fn distance(&mut self, left: &str, right: &str, limit: usize) -> Option<usize> {
        // A name that is too short or too long was still looked at.
        let is_near = left.len().abs_diff(right.len()) <= limit;
        let work = if is_near { 1 + left.len() } else { 1 };
        self.left = self.left.saturating_sub(work);
        if self.left == 0 {
            return None;
        }
        steps::take(work);
        if is_near { edit_distance(left, right, limit) } else { None }
    }
}

/// Returns the number of edits that a misspelt name may need; `None` if it gets no suggestion.
const fn limit_of(name: &str) -> Option<usize> {
    match name.len() {
        3..=5 => Some(1),
        6..=9 => Some(2),
        10..=MOST_BYTES_OF_A_TYPED_NAME => Some(3),
        _ => None,
    }
}

/// The length of the shortest name that a misspelt one is replaced by without asking. Shorter names are like many others.
const SHORTEST_NAME: usize = 4;

/// Returns true if a misspelt name can only mean one of the names that it may be: no other one is a letter away.
pub fn is_only_meaning<'a>(name: &str, meant: &str, mut names: impl Iterator<Item = &'a str>) -> bool {
    let is_near = |other: &str| edit_distance(name, other, 1).is_some();
    meant.len() >= SHORTEST_NAME && is_near(meant) && names.all(|other| other == meant || !is_near(other))
}

/// Returns the candidate closest to a misspelt name, where the number of candidates does not depend on the program.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    Suggestions::default().closest(name, candidates)
}

/// Returns the number of letters to insert, delete, replace or swap with their neighbour, `None` if it is above `limit` or a name is too long
/// to compare.
#[must_use]
pub fn edit_distance(left: &str, right: &str, limit: usize) -> Option<usize> {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    // No distance exceeds the length of the longer name.
    let limit = limit.min(MOST_BYTES);
    if left.len().max(right.len()) > MOST_BYTES || left.len().abs_diff(right.len()) > limit {
        return None;
    }
    // Cells outside of the band hold this, which stands for every distance above the limit.
    let far = limit as u8 + 1;
    let (mut before, mut last, mut row) =
        ([far; MOST_BYTES + 1], [far; MOST_BYTES + 1], [far; MOST_BYTES + 1]);
    for (cell, distance) in last.iter_mut().zip(0..far) {
        *cell = distance;
    }
    for (i, a) in left.iter().enumerate() {
        let (first, end) = ((i + 1).saturating_sub(limit), right.len().min(i + 1 + limit));
        // The arrays take turns, so the cell before the band may be left over from an earlier row.
        row[first.saturating_sub(1)] = far;
        let mut smallest = far;
        if first == 0 {
            row[0] = i as u8 + 1;
            smallest = row[0];
        }
        for j in first.max(1)..=end {
            let b = right[j - 1];
            let replaced = last[j - 1] + u8::from(!a.eq_ignore_ascii_case(&b));
            let mut cell = replaced.min(last[j] + 1).min(row[j - 1] + 1).min(far);
            if i > 0 && j > 1 && a.eq_ignore_ascii_case(&right[j - 2]) && left[i - 1].eq_ignore_ascii_case(&b)
            {
                cell = cell.min(before[j - 2] + 1);
            }
            row[j] = cell;
            smallest = smallest.min(cell);
        }
        // No later row has a smaller distance than this one: each is at least one edit away from the row before it.
        if smallest == far {
            return None;
        }
        (before, last, row) = (last, row, before);
    }
    Some(usize::from(last[right.len()])).filter(|distance| *distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The whole table, without a band.
    fn whole_table(left: &[u8], right: &[u8]) -> usize {
        let mut table = vec![vec![0; right.len() + 1]; left.len() + 1];
        for i in 0..=left.len() {
            for j in 0..=right.len() {
                table[i][j] = if i == 0 || j == 0 {
                    i + j
                } else {
                    let (a, b) = (left[i - 1], right[j - 1]);
                    let replaced = table[i - 1][j - 1] + usize::from(!a.eq_ignore_ascii_case(&b));
                    replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1)
                };
                if i > 1 && j > 1 {
                    let is_swap = |a: usize, b: usize| left[a].eq_ignore_ascii_case(&right[b]);
                    if is_swap(i - 1, j - 2) && is_swap(i - 2, j - 1) {
                        table[i][j] = table[i][j].min(table[i - 2][j - 2] + 1);
                    }
                }
            }
        }
        table[left.len()][right.len()]
    }

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["texture", "normalize", "position"];
        assert_eq!(closest("textrue", names.into_iter()), Some("texture"));
        assert_eq!(closest("normalise", names.into_iter()), Some("normalize"));
        assert_eq!(closest("banana", names.into_iter()), None);
        assert_eq!(closest("x", ["y"].into_iter()), None);
        let are_possible = |name: &str| Suggestions::default().are_possible(name);
        assert_eq!(
            [are_possible("xy"), are_possible("xyz"), are_possible(&"x".repeat(65))],
            [false, true, false]
        );
    }

    #[test]
    fn the_distance_of_names_forgives_the_family() {
        let distance = |name, known| Suggestions::default().distance_of_names(name, known);
        assert_eq!(distance("mismatch", "type/mismatch"), Some(0));
        assert_eq!(distance("typ/msmatch", "type/mismatch"), Some(2));
        assert_eq!(distance("match", "type/mismatch"), None);
    }

    #[test]
    fn the_band_holds_every_distance_up_to_the_limit() {
        let words: Vec<String> = (0..3_u32.pow(6))
            .map(|number| {
                (0..number % 7)
                    .map(|digit| char::from(b"abC"[(number / 3_u32.pow(digit) % 3) as usize]))
                    .collect()
            })
            .collect();
        for (left, right) in
            words.iter().flat_map(|left| words.iter().step_by(5).map(move |right| (left, right)))
        {
            let distance = whole_table(left.as_bytes(), right.as_bytes());
            for limit in 0..=4 {
                let expected = (distance <= limit).then_some(distance);
                assert_eq!(edit_distance(left, right, limit), expected, "{left} {right} {limit}");
            }
        }
        assert_eq!(edit_distance("kitten", "sitting", usize::MAX), Some(3));
    }

    #[test]
    fn long_names_have_no_suggestion() {
        let name = |length: usize, end: &str| "n".repeat(length - 1) + end;
        assert_eq!(
            closest(&name(64, "a"), [name(64, "b").as_str()].into_iter()),
            Some(name(64, "b").as_str())
        );
        assert_eq!(closest(&name(65, "a"), [name(65, "b").as_str()].into_iter()), None);
        assert_eq!(edit_distance(&name(129, "a"), &name(129, "b"), 3), None);
    }

    /// Names cost in proportion to their length, and not at all once the budget is spent.
    #[test]
    fn comparisons_are_limited() {
        let name = |length: usize, end: &str| "n".repeat(length - 1) + end;
        let cost = |length: usize| {
            let (wrong, right) = (name(length, "a"), name(length, "b"));
            steps::of(|| assert_eq!(closest(&wrong, [right.as_str()].into_iter()), Some(right.as_str())))
        };
        assert!(cost(64) <= 2 * cost(32), "{} and {}", cost(64), cost(32));
        let mut suggestions = Suggestions::default();
        let names: Vec<String> = (0..2_000).map(|number| format!("name_{number:05}")).collect();
        let all = || names.iter().map(String::as_str);
        assert_eq!(suggestions.closest("nam_00000", all()), Some("name_00000"));
        let spent = steps::of(|| {
            for _ in 0..2_000 {
                suggestions.closest("nome_00000", all());
            }
        });
        assert!(spent <= MOST_COMPARED_BYTES as u64, "{spent} bytes are compared");
        assert_eq!(suggestions.closest("nam_00000", all()), None);
    }
}
