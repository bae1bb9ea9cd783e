//! Changes of names, types and keywords.

use super::donors::{Donors, address_spaces};
use super::place::{self, at_one, at_one_of, at_one_part};
use crate::choices::Choices;
use crate::tree::parts::{Named, Part, Scope, rename};
use crate::tree::{Expression, Name, Statement, Tree, Variable, VariableKind};
use wgsl_spec::AccessMode;

/// Names that are spelled in a way that some lexers or back ends mistake: words of other languages, and letters beyond ASCII.
const ODD_NAMES: [&str; 14] = [
    "main",
    "float4",
    "gl_Position",
    "a_",
    "a__b",
    "x_1",
    "half",
    "int",
    "metal",
    "SV_Position",
    "naga_div",
    "Δέλτα",
    "été",
    "e\u{301}te\u{301}",
];

/// The name of something that the program declares.
fn declared(tree: &mut Tree, choices: &mut Choices<'_>, fits: impl Fn(Named) -> bool) -> Option<String> {
    let count = |part: &Part<'_>| usize::from(matches!(part, Part::Name(_, named) if fits(*named)));
    at_one(tree, choices, count, |part, _, _| match part {
        Part::Name(name, _) => Some(name.clone()),
        _ => None,
    })?
}

/// A name of this program or of the tables, or an odd one.
fn any_name(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> Option<String> {
    match choices.below(4) {
        0 => choices.pick(&donors.names).map(|it| (*it).to_owned()),
        1 => choices.pick(&ODD_NAMES).map(|it| (*it).to_owned()),
        _ => declared(tree, choices, |_| true),
    }
}

/// A type of this program, of a donor or of the tables.
pub(super) fn any_type(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> Option<Name> {
    if choices.one_in(3) {
        let mut own = None;
        at_one_of(tree, choices, place::ty, |ty, _| own = Some(ty.clone()));
        return own;
    }
    choices.pick(&donors.types).cloned()
}

pub(super) fn replace_type(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(new) = any_type(tree, donors, choices) else { return false };
    at_one_of(tree, choices, place::ty, |ty, _| *ty = new)
}

/// The template list of a part that names something.
fn template(part: Part<'_>) -> Option<&mut Vec<Expression>> {
    match part {
        Part::Type(name) | Part::Expression(Expression::Name(name)) => Some(&mut name.template),
        Part::Call(call) => Some(&mut call.callee.template),
        _ => None,
    }
}

fn template_length(part: &Part<'_>) -> usize {
    match part {
        Part::Type(name) => name.template.len(),
        Part::Expression(Expression::Name(name)) => name.template.len(),
        Part::Call(call) => call.callee.template.len(),
        _ => 0,
    }
}

pub(super) fn replace_template_parameter(
    tree: &mut Tree,
    donors: &Donors,
    choices: &mut Choices<'_>,
) -> bool {
    let new = match choices.below(4) {
        0 => choices.pick(&donors.literals).map(|it| Expression::Literal(it.clone())),
        1 => choices.pick(&donors.names).map(|it| Name::plain(*it).into()),
        _ => any_type(tree, donors, choices).map(Expression::Name),
    };
    let Some(new) = new else { return false };
    at_one(tree, choices, template_length, |part, at, choices| {
        let Some(template) = template(part) else { return false };
        match choices.below(8) {
            0 => template.push(new),
            1 => drop(template.remove(at)),
            _ => template[at] = new,
        }
        true
    })
    .unwrap_or(false)
}

pub(super) fn replace_address_space(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    let is_variable = |part: &Part<'_>| matches!(part, Part::Variable(it, _) if it.kind == VariableKind::Var);
    at_one_part(tree, choices, is_variable, |part, choices| {
        let Part::Variable(Variable { template, .. }, _) = part else { return false };
        let word = |name: &str| Expression::Name(Name::plain(name));
        let spaces: Vec<&str> = address_spaces().collect();
        let space = choices.pick(&spaces).map(|it| word(it));
        let access = choices.pick(&AccessMode::ALL).map(|it| word(it.name()));
        match choices.below(4) {
            0 => *template = space.into_iter().collect(),
            1 => *template = space.into_iter().chain(access).collect(),
            2 if template.is_empty() => *template = space.into_iter().collect(),
            2 => template[0] = space.unwrap_or_else(|| word("private")),
            _ => {
                template.truncate(1);
                template.extend(access);
            }
        }
        true
    })
}

pub(super) fn replace_callee(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let new = if choices.one_in(4) {
        declared(tree, choices, |named| named == Named::Declaration)
    } else {
        choices.pick(&donors.callees).map(|it| (*it).to_owned())
    };
    let Some(new) = new else { return false };
    at_one_of(tree, choices, place::call, |call, choices| {
        if choices.one_in(2) {
            call.callee.template.clear();
        }
        call.callee.name = new;
    })
}

pub(super) fn replace_name(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(new) = any_name(tree, donors, choices) else { return false };
    at_one_of(
        tree,
        choices,
        |part| match part {
            Part::Expression(Expression::Name(name)) | Part::Target(Expression::Name(name)) => Some(name),
            _ => None,
        },
        |name, _| name.name = new,
    )
}

pub(super) fn replace_member(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    let own = declared(tree, choices, |named| named == Named::Member);
    let swizzle = |choices: &mut Choices<'_>| {
        let letters = if choices.one_in(4) { "rgba" } else { "xyzw" };
        let count = 1 + choices.below(5);
        (0..count).filter_map(|_| letters.chars().nth(choices.below(4))).collect()
    };
    let new = if choices.one_in(2) { own } else { None };
    let new: String = new.unwrap_or_else(|| swizzle(choices));
    at_one_of(
        tree,
        choices,
        |part| match part {
            Part::Expression(Expression::Member(_, member)) | Part::Target(Expression::Member(_, member)) => {
                Some(member)
            }
            _ => None,
        },
        |member, _| *member = new,
    )
}

pub(super) fn rename_declaration(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(new) = any_name(tree, donors, choices) else { return false };
    at_one_of(
        tree,
        choices,
        |part| if let Part::Name(name, _) = part { Some(name) } else { None },
        |name, _| *name = new,
    )
}

pub(super) fn rename_everywhere(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(old) = declared(tree, choices, |named| named != Named::Member) else { return false };
    let Some(new) = any_name(tree, donors, choices) else { return false };
    rename(tree, &|name| (name == old).then(|| new.clone()));
    true
}

pub(super) fn shadow_name(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    let Some(name) = any_name(tree, donors, choices) else { return false };
    let kinds = [VariableKind::Let, VariableKind::Var, VariableKind::Const];
    let kind = choices.pick(&kinds).copied().unwrap_or(VariableKind::Let);
    at_one_of(tree, choices, place::statements, |statements, choices| {
        let initializer = Some(Expression::Literal("1".to_owned()));
        let shadow =
            Variable { attributes: Vec::new(), kind, template: Vec::new(), name, ty: None, initializer };
        statements.insert(choices.below(statements.len() + 1), Statement::Variable(shadow));
    })
}

pub(super) fn replace_keyword(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one_part(
        tree,
        choices,
        |part| matches!(part, Part::Variable(..)),
        |part, choices| {
            let Part::Variable(variable, scope) = part else { return false };
            let kinds: &[VariableKind] = match scope {
                Scope::Module => &[VariableKind::Const, VariableKind::Override, VariableKind::Var],
                Scope::Function => &[VariableKind::Const, VariableKind::Let, VariableKind::Var],
            };
            let Some(kind) = choices.pick(kinds).copied() else { return false };
            match kind {
                // The grammar wants a value, and allows a template list and attributes for none but some.
                VariableKind::Const | VariableKind::Let => {
                    let zero = || Expression::Literal("0".to_owned());
                    variable.initializer.get_or_insert_with(zero);
                    variable.template.clear();
                    variable.attributes.clear();
                }
                VariableKind::Override => variable.template.clear(),
                VariableKind::Var => {
                    if scope == Scope::Module && choices.one_in(2) {
                        variable.template = vec![Name::plain("private").into()];
                    }
                }
            }
            variable.kind = kind;
            true
        },
    )
}
