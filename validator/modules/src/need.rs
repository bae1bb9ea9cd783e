//! The needs of a program that is to be checked as a whole: definitions that conditions ask for, values, and packages.

use crate::condition::Condition;
use crate::defines::Defines;
use crate::leftover::name_in_braces;
use crate::mapped::Place;
use shader_source::diagnostic::Diagnostic;

/// A name that the program uses, but that is declared only under a different condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Need {
    /// The use.
    pub place: Place,
    /// The reason, as a sentence without full stop.
    pub message: String,
    /// The condition that declares it.
    pub condition: Condition,
}

/// A place that has no value before someone defines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unvalued {
    /// The place.
    pub place: Place,
    /// How it is written.
    pub written: String,
    /// The name to define; `None` if a different tool replaces the place.
    pub name: Option<String>,
}

impl Unvalued {
    /// The place of a placeholder.
    #[must_use]
    pub fn of_placeholder(place: Place, written: &str) -> Self {
        Self { place, name: name_of(written), written: written.to_owned() }
    }
}

/// The message that something is declared only under a condition: `what` is `` `uv` is a member of `VertexOutput` ``.
pub(crate) fn message(what: &str, condition: &Condition, names: &Defines) -> String {
    format!("{what} only if {}", with_state(condition, names))
}

/// The message of an error that does not appear under a condition.
pub(crate) fn unless(error: &str, condition: &Condition, names: &Defines) -> String {
    format!("{error}, unless {}", with_state(condition, names))
}

/// A condition, and why it does not hold if that takes one name.
fn with_state(condition: &Condition, names: &Defines) -> String {
    let state = match condition.only_name() {
        Some(name) => match names.get(name) {
            None => ", which is not defined".to_owned(),
            Some(value) => format!(", which is `{value}`"),
        },
        None => String::new(),
    };
    format!("`{condition}`{state}")
}

/// Adds the definitions that make a condition hold.
pub(crate) fn with_definitions(found: Diagnostic, condition: &Condition, names: &Defines) -> Diagnostic {
    match condition.choices(true, names, &|_| false) {
        Some(choices) => {
            found.note(definitions(choices.iter().map(|(name, value)| (name.as_str(), value.as_deref()))))
        }
        None => found,
    }
}

/// How to pass definitions on the command line: `pass --define A --define N=3, without --define B`.
#[must_use]
pub fn definitions<'a>(choices: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> String {
    let (mut given, mut without) = (String::new(), String::new());
    for (name, value) in choices {
        let (list, written) = match value {
            Some("true") => (&mut given, name.to_owned()),
            Some(value) => (&mut given, format!("{name}={value}")),
            None => (&mut without, name.to_owned()),
        };
        list.push_str(" --define ");
        list.push_str(&written);
    }
    match (given.is_empty(), without.is_empty()) {
        (_, true) => format!("pass{given}"),
        (true, false) => format!("don't pass{without}"),
        (false, false) => format!("pass{given}, without{without}"),
    }
}

/// The name in a placeholder: `#{NAME}`, `##NAME##`, `{{NAME}}`.
fn name_of(written: &str) -> Option<String> {
    let inside = written.strip_prefix("#{").and_then(|rest| rest.strip_suffix('}'));
    let inside = inside.or_else(|| written.strip_prefix("##").and_then(|rest| rest.strip_suffix("##")));
    inside.map(|name| name.trim().to_owned()).or_else(|| name_in_braces(written))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_are_written_as_options() {
        let choices = [("A", Some("true")), ("B", None), ("N", Some("3"))];
        let of = |range: std::ops::Range<usize>| definitions(choices[range].iter().copied());
        assert_eq!(of(0..3), "pass --define A --define N=3, without --define B");
        assert_eq!(of(0..1), "pass --define A");
        assert_eq!(of(1..2), "don't pass --define B");
    }

    #[test]
    fn placeholders_have_names() {
        assert_eq!(name_of("#{ N }").as_deref(), Some("N"));
        assert_eq!(name_of("##N##").as_deref(), Some("N"));
        assert_eq!(name_of("{{ N }}").as_deref(), Some("N"));
        assert_eq!(name_of("{{ N * 2 }}"), None);
    }
}
