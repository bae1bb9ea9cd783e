//! One place of a tree among all that a change may have.

use crate::choices::Choices;
use crate::tree::Tree;
use crate::tree::parts::{Part, visit};

/// Makes a change at one of the places that allow it, and returns the change's answer. `count` says how many places a part has;
/// `change` is given the part, and the number of the place in it. `None` if there are no places.
pub(super) fn at_one<T>(
    tree: &mut Tree,
    choices: &mut Choices<'_>,
    count: impl Fn(&Part<'_>) -> usize,
    change: impl FnOnce(Part<'_>, usize, &mut Choices<'_>) -> T,
) -> Option<T> {
    let mut places = 0;
    visit(tree, &mut |part| places += count(&part));
    if places == 0 {
        return None;
    }
    let (mut place, mut change, mut answer) = (choices.below(places), Some(change), None);
    visit(tree, &mut |part| {
        if change.is_none() {
            return;
        }
        match place.checked_sub(count(&part)) {
            Some(later) => place = later,
            None => answer = change.take().map(|change| change(part, place, choices)),
        }
    });
    answer
}

/// Makes a change to one of the parts that allow it, and says whether it was made.
pub(super) fn at_one_part(
    tree: &mut Tree,
    choices: &mut Choices<'_>,
    fits: impl Fn(&Part<'_>) -> bool,
    change: impl FnOnce(Part<'_>, &mut Choices<'_>) -> bool,
) -> bool {
    at_one(tree, choices, |part| usize::from(fits(part)), |part, _, choices| change(part, choices))
        .unwrap_or(false)
}
