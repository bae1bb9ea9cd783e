//! Programs that have no tree, because their syntax is wrong: pieces between braces and semicolons go, then tokens.

use super::Reduced;
use crate::mutate::text::tokens;
use core::ops::Range;

/// The most tokens that are left out at once.
const MOST_TOKENS: usize = 8;

/// Makes a source shorter as long as `shows` is true of it; `None` if it shows nothing itself.
pub fn reduce_text(source: &str, shows: &mut dyn FnMut(&str) -> bool) -> Option<Reduced> {
    if !shows(source) {
        return None;
    }
    let mut reduced = Reduced { source: source.to_owned(), questions: 1 };
    loop {
        let before = reduced.source.len();
        leave_out(&mut reduced, &pieces, 1, shows);
        let mut step = MOST_TOKENS;
        while step > 0 {
            leave_out(&mut reduced, &words, step, shows);
            step /= 2;
        }
        if reduced.source.len() == before {
            return Some(reduced);
        }
    }
}

/// Leaves out so many neighbours at once of the parts that a source has.
fn leave_out(
    reduced: &mut Reduced,
    parts: &dyn Fn(&str) -> Vec<Range<usize>>,
    step: usize,
    shows: &mut dyn FnMut(&str) -> bool,
) {
    let (mut at, mut all) = (0, parts(&reduced.source));
    while let Some(first) = all.get(at) {
        let last = &all[all.len().min(at + step) - 1];
        let mut shorter = reduced.source.clone();
        shorter.replace_range(first.start..last.end.max(first.end), "");
        reduced.questions += 1;
        if shows(&shorter) {
            all = parts(&shorter);
            reduced.source = shorter;
        } else {
            at += step;
        }
    }
}

/// The tokens of a source, each with the blanks behind it.
fn words(source: &str) -> Vec<Range<usize>> {
    let mut words = tokens(source);
    let mut end = source.len();
    for word in words.iter_mut().rev() {
        (word.end, end) = (end, word.start);
    }
    words
}

/// The declarations and statements of a source, as far as semicolons and braces show them, outer ones first. Each ends where the next
/// begins, so that no blanks stay.
fn pieces(source: &str) -> Vec<Range<usize>> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    // The beginnings of the pieces that are open, outer ones first.
    let mut open = vec![0];
    // Semicolons in parentheses are those of a `for`.
    let mut parentheses = 0_usize;
    let mut end_piece = |open: &mut Vec<usize>, end: usize| {
        if let Some(begin) = open.last_mut() {
            pieces.push(*begin..end);
            *begin = end;
        }
    };
    for (at, byte) in source.bytes().enumerate() {
        match byte {
            b'(' => parentheses += 1,
            b')' => parentheses = parentheses.saturating_sub(1),
            b';' if parentheses == 0 => end_piece(&mut open, at + 1),
            b'{' => {
                open.push(at + 1);
                parentheses = 0;
            }
            b'}' => {
                if open.len() > 1 {
                    open.pop();
                }
                end_piece(&mut open, at + 1);
            }
            _ => {}
        }
    }
    pieces.sort_unstable_by_key(|piece| (piece.start, core::cmp::Reverse(piece.end)));
    pieces
}
