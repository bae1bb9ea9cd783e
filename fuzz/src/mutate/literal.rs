//! Other literals in the place of one, other spellings of a literal, and names for literals.

use super::donors::Donors;
use super::place::at_one_part;
use crate::choices::Choices;
use crate::tree::parts::Part;
use crate::tree::{Declaration, Expression, Name, Tree, UnaryOperator, Variable, VariableKind};

/// Puts another literal in the place of one, now and then behind a minus.
pub(super) fn replace_literal(tree: &mut Tree, donors: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one_literal(tree, choices, |old, choices| {
        let others = &donors.literals;
        // Of three attempts, one with the same suffix is taken, so that most mutants keep their types.
        let picks: Vec<&String> = (0..3).filter_map(|_| choices.pick(others)).collect();
        let same = picks.iter().copied().find(|it| kind(it) == kind(old));
        let literal = same.or_else(|| picks.last().copied()).cloned()?;
        Some(negated(Expression::Literal(literal), choices.one_in(6)))
    })
}

/// Spells a literal in another way: with another suffix or none, in hexadecimal, as a float.
pub(super) fn rewrite_literal(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    at_one_literal(tree, choices, |old, choices| {
        let others = spellings(old);
        choices.pick(&others).map(|it| Expression::Literal(it.clone()))
    })
}

fn at_one_literal(
    tree: &mut Tree,
    choices: &mut Choices<'_>,
    other: impl FnOnce(&str, &mut Choices<'_>) -> Option<Expression>,
) -> bool {
    let is_literal = |part: &Part<'_>| matches!(part, Part::Expression(Expression::Literal(_)));
    at_one_part(tree, choices, is_literal, |part, choices| {
        let Part::Expression(literal) = part else { return false };
        let Expression::Literal(text) = literal else { return false };
        let other = other(text, choices);
        other.map(|other| *literal = other).is_some()
    })
}

pub(super) fn name_literal(tree: &mut Tree, _: &Donors, choices: &mut Choices<'_>) -> bool {
    let name = format!("named_literal_{}", tree.declarations.len());
    let mut value = None;
    at_one_literal(tree, choices, |literal, _| {
        value = Some(literal.to_owned());
        Some(Name::plain(name.clone()).into())
    });
    let Some(value) = value else { return false };
    let kind = [VariableKind::Const, VariableKind::Override, VariableKind::Var][choices.below(3)];
    let template = if kind == VariableKind::Var { vec![Name::plain("private").into()] } else { Vec::new() };
    let initializer = Some(Expression::Literal(value));
    let it = Variable { attributes: Vec::new(), kind, template, name, ty: None, initializer };
    let at = choices.below(tree.declarations.len() + 1);
    tree.declarations.insert(at, Declaration::Variable(it));
    true
}

fn negated(literal: Expression, is_negated: bool) -> Expression {
    if is_negated { Expression::Unary(UnaryOperator::Negate, Box::new(literal)) } else { literal }
}

/// The form of a literal, which decides its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Bool,
    AbstractInt,
    AbstractFloat,
    I32,
    U32,
    F32,
    F16,
}

fn kind(literal: &str) -> Kind {
    let is_hexadecimal = literal.starts_with("0x") || literal.starts_with("0X");
    let has_exponent = literal.contains(['p', 'P']) || !is_hexadecimal && literal.contains(['e', 'E']);
    let is_float = literal.contains('.') || has_exponent;
    match literal.as_bytes().last() {
        _ if matches!(literal, "true" | "false") => Kind::Bool,
        Some(b'i') => Kind::I32,
        Some(b'u') => Kind::U32,
        Some(b'h') => Kind::F16,
        Some(b'f') if !is_hexadecimal || is_float => Kind::F32,
        _ if is_float => Kind::AbstractFloat,
        _ => Kind::AbstractInt,
    }
}

/// Other spellings of a literal.
fn spellings(literal: &str) -> Vec<String> {
    let kind = kind(literal);
    let bare = match kind {
        Kind::Bool => return vec![(if literal == "true" { "false" } else { "true" }).to_owned()],
        Kind::AbstractInt | Kind::AbstractFloat => literal,
        Kind::I32 | Kind::U32 | Kind::F32 | Kind::F16 => &literal[..literal.len() - 1],
    };
    let is_hexadecimal = bare.starts_with("0x") || bare.starts_with("0X");
    let has_point = bare.contains('.');
    let has_exponent = bare.contains(['p', 'P']) || !is_hexadecimal && bare.contains(['e', 'E']);
    let suffixes: &[&str] = match (is_hexadecimal, has_point || has_exponent) {
        (true, true) if !has_exponent => &["p0", "p0f", "p0h", "p-1", "p1f"],
        (_, true) => &["", "f", "h"],
        (true, false) => &["", "i", "u", "p0", "p0f", "p0h"],
        (false, false) => &["", "i", "u", "f", "h", ".0", ".", "e0", ".0f", "e1h"],
    };
    let mut all: Vec<String> = suffixes.iter().map(|suffix| format!("{bare}{suffix}")).collect();
    if let Ok(value) = bare.parse::<u64>() {
        all.extend(["", "i", "u"].map(|suffix| format!("0x{value:x}{suffix}")));
        all.extend(["", "i", "u"].map(|suffix| format!("0X{value:X}{suffix}")));
        all.extend(
            [value.wrapping_add(1), value.wrapping_sub(1), value.wrapping_mul(2)].map(|it| it.to_string()),
        );
    }
    all.retain(|it| it != literal);
    all
}

#[cfg(test)]
mod tests {
    use super::super::boundaries::BOUNDARIES;
    use super::Kind::{AbstractFloat, AbstractInt, Bool, F16, F32, I32, U32};
    use super::*;
    use wgsl_spec::Edition;

    #[test]
    fn every_spelling_is_one_literal() {
        for literal in BOUNDARIES.iter().copied().chain(["0xffu", "0x1.8p1", "1e5f"]) {
            for spelling in spellings(literal).into_iter().chain([literal.to_owned()]) {
                let source = format!("const a = {spelling};");
                let (syntax, _) = wgsl_validator::parse(&source, Edition::Current);
                let literals = syntax.ast.exprs.len();
                assert_eq!(literals, 1, "{spelling} of {literal}");
            }
        }
    }

    #[test]
    fn the_suffix_decides_the_kind() {
        let all = ["true", "0xff", "1.5", "1i", "0xfu", "1f", "0x1p1f", "0xff.8p0", "1e5", "2h"].map(kind);
        let expected =
            [Bool, AbstractInt, AbstractFloat, I32, U32, F32, F32, AbstractFloat, AbstractFloat, F16];
        assert_eq!(all, expected);
    }
}
