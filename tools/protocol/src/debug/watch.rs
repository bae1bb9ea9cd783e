//! Watch expressions that name a variable, its members and its elements, at indices that are numbers or such expressions. They are read from the variables of a frame, so they need no checker: they
//! have a value in each frame and at each place, and whole arrays and atomics have one, too.

use shader_ir::{Type, Variable};
use shader_run::debug::Printed;

/// A step on the way to a part of a variable.
#[derive(PartialEq, Eq, Debug)]
enum Step<'a> {
    Member(&'a str),
    Element(&'a str),
    /// The element to which a pointer points.
    Pointed,
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
    let index_of = |text: &str| {
        let number = text.trim_end_matches(['u', 'i', 'U']).parse();
        number.ok().or_else(|| match value_of(text, frame, variables, values)? {
            Printed::Scalar(Type::I32 | Type::U32, bits) => usize::try_from(bits).ok(),
            Printed::Scalar(..) | Printed::Parts(..) | Printed::Elements(..) => None,
        })
    };
    steps.iter().try_fold(values.get(index)?, |value, step| part(value, step, index_of)).cloned()
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
    let pointer = text.strip_prefix('*');
    let text = pointer.unwrap_or(text);
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
            let inside = rest.strip_prefix('[')?;
            let end = end_of_index(inside)?;
            steps.push(Step::Element(inside[..end].trim()));
            rest = &inside[end + 1..];
        }
    }
    if pointer.is_some() {
        steps.push(Step::Pointed);
    }
    Some((name, steps))
}

/// The place of the bracket that closes an index.
fn end_of_index(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(place, letter)| {
        match letter {
            '[' => depth += 1,
            ']' if depth == 0 => return Some(place),
            ']' => depth -= 1,
            _ => {}
        }
        None
    })
}

fn part<'a>(
    value: &'a Printed,
    step: &Step<'_>,
    index_of: impl Fn(&str) -> Option<usize>,
) -> Option<&'a Printed> {
    match (value, step) {
        // In Metal, a pointer is shown as the elements from there on.
        (Printed::Elements(ty, elements, _), Step::Pointed) if ty.ends_with("[]") => elements.first(),
        (_, Step::Pointed) => Some(value),
        (Printed::Parts(_, parts), Step::Member(member)) => {
            let names = [["x", "r"], ["y", "g"], ["z", "b"], ["w", "a"]];
            let is_vector = parts.first().is_some_and(|(name, _)| name == "x");
            let letter = names.iter().find(|[_, colour]| is_vector && colour == member);
            let member = letter.map_or(*member, |[letter, _]| letter);
            member_of(parts, member)
        }
        (Printed::Parts(_, parts), Step::Element(index)) => {
            let is_indexed = parts.first().is_some_and(|(name, _)| name == "x" || name.starts_with('['));
            parts.get(index_of(index)?).filter(|_| is_indexed).map(|(_, part)| part)
        }
        (Printed::Elements(_, elements, _), Step::Element(index)) => elements.get(index_of(index)?),
        (Printed::Scalar(..), _) | (Printed::Elements(..), Step::Member(_)) => None,
    }
}

/// The member with a name, perhaps of a base class or an anonymous union: these are parts without a name.
fn member_of<'a>(parts: &'a [(String, Printed)], member: &str) -> Option<&'a Printed> {
    let own = parts.iter().find(|(name, _)| name == member).map(|(_, part)| part);
    own.or_else(|| {
        parts.iter().find_map(|(name, part)| match part {
            Printed::Parts(_, parts) if name.is_empty() => member_of(parts, member),
            Printed::Scalar(..) | Printed::Parts(..) | Printed::Elements(..) => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_name_with_members_and_elements() {
        assert_eq!(path("a"), Some(("a", vec![])));
        assert_eq!(
            path("a.b[3u].x"),
            Some(("a", vec![Step::Member("b"), Step::Element("3u"), Step::Member("x")]))
        );
        assert_eq!(path("a[b[i]]"), Some(("a", vec![Step::Element("b[i]")])));
        assert_eq!(path("*p"), Some(("p", vec![Step::Pointed])));
        assert_eq!(path("p->b"), Some(("p", vec![Step::Member("b")])));
        for text in ["a + b", "f(x)", "1u", "a[i", "", "-a"] {
            assert_eq!(path(text), None, "{text}");
        }
        assert_eq!(operand("atomicLoad(&hits[0])"), "hits[0]");
    }

    #[test]
    fn bases_have_their_members_and_pointers_their_first_element() {
        let number = |bits| Printed::Scalar(Type::U32, bits);
        let parts = |name: &str, parts: Vec<(&str, Printed)>| {
            Printed::Parts(
                name.to_owned(),
                parts.into_iter().map(|(name, it)| (name.to_owned(), it)).collect(),
            )
        };
        let derived = parts("D", vec![("", parts("B", vec![("z", number(5))])), ("w", number(6))]);
        let none = |_: &str| None;
        assert_eq!(part(&derived, &Step::Member("z"), none), Some(&number(5)));
        assert_eq!(part(&derived, &Step::Member("y"), none), None);
        let open = Printed::Elements("uint[]".to_owned(), vec![number(7), number(8)], 2);
        assert_eq!(part(&open, &Step::Pointed, none), Some(&number(7)));
        let array = Printed::Elements("array<u32, 2>".to_owned(), vec![number(7), number(8)], 2);
        assert_eq!(part(&array, &Step::Pointed, none), Some(&array));
    }
}
