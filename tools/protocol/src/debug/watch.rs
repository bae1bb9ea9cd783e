//! Watch expressions that name a variable, its members and its elements. They are read from the variables of a frame, so they need no checker: they
//! have a value in each frame and at each place, and whole arrays and atomics have one, too.

use shader_ir::Variable;
use shader_run::debug::Printed;

/// A step on the way to a part of a variable.
#[derive(PartialEq, Eq, Debug)]
enum Step<'a> {
    Member(&'a str),
    Element(usize),
}

/// The value of such an expression in a frame; `None` if it is a different expression, or names no variable there.
pub(super) fn value_of(
    expression: &str,
    frame: Option<usize>,
    variables: &[Variable],
    values: &[Printed],
) -> Option<Printed> {
    let (name, steps) = path(operand(expression.trim()))?;
    // The innermost of several with one name.
    let find = |frame: Option<usize>| variables.iter().rposition(|it| it.frame == frame && it.name == name);
    let index = frame.and_then(|frame| find(Some(frame))).or_else(|| find(None))?;
    steps.iter().try_fold(values.get(index)?, part).cloned()
}

/// The operand of `&` and `atomicLoad`: a pointer is shown as the memory that it points to.
fn operand(expression: &str) -> &str {
    let inner = expression.strip_prefix("atomicLoad(").and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.unwrap_or(expression).trim();
    inner.strip_prefix('&').map_or(inner, str::trim_start)
}

/// A name, and the steps after it.
fn path(text: &str) -> Option<(&str, Vec<Step<'_>>)> {
    let word = |text: &str| text.find(|it: char| !it.is_alphanumeric() && it != '_').unwrap_or(text.len());
    // A pointer is what it points to.
    let text = text.strip_prefix('*').unwrap_or(text);
    let (name, mut rest) = text.split_at(word(text));
    if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('.').or_else(|| rest.strip_prefix("->")) {
            let (member, after) = after.split_at(word(after));
            steps.push(Step::Member(member));
            rest = after;
        } else {
            let (index, after) = rest.strip_prefix('[')?.split_once(']')?;
            let index = index.trim().trim_end_matches(['u', 'i', 'U']);
            steps.push(Step::Element(index.parse().ok()?));
            rest = after;
        }
    }
    Some((name, steps))
}

fn part<'a>(value: &'a Printed, step: &Step<'_>) -> Option<&'a Printed> {
    match (value, step) {
        (Printed::Parts(_, parts), Step::Member(member)) => {
            let names = [["x", "r"], ["y", "g"], ["z", "b"], ["w", "a"]];
            let is_vector = parts.first().is_some_and(|(name, _)| name == "x");
            let letter = names.iter().find(|[_, colour]| is_vector && colour == member);
            let member = letter.map_or(*member, |[letter, _]| letter);
            parts.iter().find(|(name, _)| name == member).map(|(_, part)| part)
        }
        (Printed::Parts(_, parts), Step::Element(index)) => {
            let is_indexed = parts.first().is_some_and(|(name, _)| name == "x" || name.starts_with('['));
            parts.get(*index).filter(|_| is_indexed).map(|(_, part)| part)
        }
        (Printed::Elements(_, elements, _), Step::Element(index)) => elements.get(*index),
        (Printed::Scalar(..), _) | (Printed::Elements(..), Step::Member(_)) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_name_with_members_and_elements() {
        assert_eq!(path("a"), Some(("a", vec![])));
        assert_eq!(
            path("a.b[3u].x"),
            Some(("a", vec![Step::Member("b"), Step::Element(3), Step::Member("x")]))
        );
        assert_eq!(path("p->b"), Some(("p", vec![Step::Member("b")])));
        for text in ["a + b", "f(x)", "1u", "a[i]", "", "-a"] {
            assert_eq!(path(text), None, "{text}");
        }
        assert_eq!(operand("atomicLoad(&hits[0])"), "hits[0]");
    }
}
