//! One place of a tree among all that a change may have.

use crate::choices::Choices;
use crate::tree::parts::{Part, visit};
use crate::tree::{Attribute, Call, Clause, Expression, Name, Statement, Tree};

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

/// Makes a change to one of the parts that `part` returns, and returns true if there is one.
pub(super) fn at_one_of<T: 'static>(
    tree: &mut Tree,
    choices: &mut Choices<'_>,
    part: impl for<'t> Fn(Part<'t>) -> Option<&'t mut T>,
    change: impl FnOnce(&mut T, &mut Choices<'_>),
) -> bool {
    let mut places = 0;
    visit(tree, &mut |it| places += usize::from(part(it).is_some()));
    if places == 0 {
        return false;
    }
    let (mut place, mut change) = (choices.below(places), Some(change));
    visit(tree, &mut |it| {
        let Some(it) = part(it) else { return };
        match place.checked_sub(1) {
            Some(later) => place = later,
            None => {
                if let Some(change) = change.take() {
                    change(it, choices);
                }
            }
        }
    });
    true
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

pub(super) fn attributes(part: Part<'_>) -> Option<&mut Vec<Attribute>> {
    if let Part::Attributes(it) = part { Some(it) } else { None }
}

pub(super) fn statements(part: Part<'_>) -> Option<&mut Vec<Statement>> {
    if let Part::Statements(it) = part { Some(it) } else { None }
}

pub(super) fn clauses(part: Part<'_>) -> Option<&mut Vec<Clause>> {
    if let Part::Clauses(it) = part { Some(it) } else { None }
}

pub(super) fn expression(part: Part<'_>) -> Option<&mut Expression> {
    if let Part::Expression(it) = part { Some(it) } else { None }
}

pub(super) fn call(part: Part<'_>) -> Option<&mut Call> {
    if let Part::Call(it) = part { Some(it) } else { None }
}

pub(super) fn ty(part: Part<'_>) -> Option<&mut Name> {
    if let Part::Type(it) = part { Some(it) } else { None }
}
