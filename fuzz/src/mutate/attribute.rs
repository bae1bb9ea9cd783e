//! Changes of attributes.

use super::donors::Donors;
use super::place::{self, at_one, at_one_of};
use crate::choices::Choices;
use crate::tree::parts::Part;
use crate::tree::{Attribute, Expression, Name, Tree};

fn length(part: &Part<'_>) -> usize {
    if let Part::Attributes(attributes) = part { attributes.len() } else { 0 }
}

pub(super) fn add(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(new) = choices.pick(&donors.attributes).cloned() else { return false };
    insert(tree, new, choices)
}

fn insert(tree: &mut Tree, new: Attribute, choices: &mut Choices<'_>) -> bool {
    at_one_of(tree, choices, place::attributes, |attributes, choices| {
        attributes.insert(choices.below(attributes.len() + 1), new);
    })
}

pub(super) fn remove(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    take(tree, choices).is_some()
}

fn take(tree: &mut Tree, choices: &mut Choices<'_>) -> Option<Attribute> {
    at_one(tree, choices, length, |part, at, _| match part {
        Part::Attributes(attributes) => Some(attributes.remove(at)),
        _ => None,
    })?
}

pub(super) fn duplicate(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one(tree, choices, length, |part, at, _| match part {
        Part::Attributes(attributes) => {
            attributes.insert(at, attributes[at].clone());
            true
        }
        _ => false,
    })
    .unwrap_or(false)
}

pub(super) fn relocate(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    take(tree, choices).is_some_and(|attribute| insert(tree, attribute, choices))
}

pub(super) fn replace_argument(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one(tree, choices, length, |part, at, choices| {
        let Part::Attributes(attributes) = part else { return false };
        let attribute = &mut attributes[at];
        if attribute.takes_names() || choices.one_in(4) {
            let is_like = |it: &&Attribute| it.name == attribute.name && it.arguments != attribute.arguments;
            let like: Vec<&Attribute> = donors.attributes.iter().filter(is_like).collect();
            return choices.pick(&like).map(|it| attribute.arguments.clone_from(&it.arguments)).is_some();
        }
        let Some(arguments) = &mut attribute.arguments else { return false };
        let new = argument(donors, choices);
        let place = choices.below(arguments.len());
        match choices.below(8) {
            0 => arguments.push(new),
            1 if arguments.len() > 1 => drop(arguments.remove(place)),
            _ => match arguments.get_mut(place) {
                Some(argument) => *argument = new,
                None => arguments.push(new),
            },
        }
        true
    })
    .unwrap_or(false)
}

fn argument(donors: &Donors, choices: &mut Choices<'_>) -> Expression {
    let name = |choices: &mut Choices<'_>| choices.pick(&donors.names).map(|it| Name::plain(*it).into());
    let new = match choices.below(4) {
        0 => name(choices),
        1 => choices.pick(&donors.expressions).cloned(),
        _ => None,
    };
    new.unwrap_or_else(|| Expression::Literal(choices.pick(&donors.literals).cloned().unwrap_or_default()))
}
