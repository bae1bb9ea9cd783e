//! "Did you mean …?"

/// The candidate closest to a misspelt name, if one is close enough.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match name.len() {
        0..=2 => return None,
        3..=5 => 1,
        6..=9 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if candidate.len().abs_diff(name.len()) > limit || candidate == name {
            continue;
        }
        let distance = distance(name.as_bytes(), candidate.as_bytes());
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The number of edits (insert, delete, replace, swap neighbours) between two names; case does not count.
fn distance(left: &[u8], right: &[u8]) -> usize {
    let width = right.len() + 1;
    let mut before: Vec<usize> = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1; width];
        for (j, b) in right.iter().enumerate() {
            let replace = last[j] + usize::from(!a.eq_ignore_ascii_case(b));
            row[j + 1] = replace.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        before = core::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["texture", "normalize", "position"];
        assert_eq!(closest("textrue", names.into_iter()), Some("texture"));
        assert_eq!(closest("normalise", names.into_iter()), Some("normalize"));
        assert_eq!(closest("banana", names.into_iter()), None);
        assert_eq!(closest("x", ["y"].into_iter()), None);
    }
}
