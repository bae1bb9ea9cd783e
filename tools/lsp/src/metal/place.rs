//! The kind of place that a word is being written at.

use super::cursor::{Cursor, last_word, path_before};
use super::words::is_word;

/// The kind of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// In a comment, a literal or a number, or where a new name is declared.
    Nothing,
    /// In `#include <`
    Header,
    /// After the `#` of a directive.
    Directive,
    /// The name of an attribute in `[[ ]]`.
    Attribute,
    /// After a `.` or `->`.
    Member,
    /// After these names with `::`.
    Path(Vec<String>),
    /// Anywhere else. After a word, it may be a new name.
    Name {
        /// The word before, possibly empty.
        after: String,
    },
}

impl Place {
    /// The place of the word that ends at a cursor.
    pub(crate) fn at(cursor: &Cursor<'_>) -> Self {
        let code = cursor.before();
        if let Some(place) = on_directive_line(code) {
            return place;
        }
        let word = last_word(code);
        if cursor.is_hidden || word.starts_with(|first: char| first.is_ascii_digit()) {
            return Self::Nothing;
        }
        let before = code[..code.len() - word.len()].trim_end();
        let (path, _) = path_before(before);
        if before.ends_with("::") {
            return Self::Path(path);
        }
        if before.ends_with("->") {
            return Self::Member;
        }
        if let Some(object) = before.strip_suffix('.') {
            let is_number = last_word(object).starts_with(|first: char| first.is_ascii_digit());
            // `.a = 1` in a braced list names a member, whose structure isn't known here.
            return if is_number || object.trim_end().ends_with(['{', ',']) {
                Self::Nothing
            } else {
                Self::Member
            };
        }
        if is_in_attribute(before) {
            return Self::Attribute;
        }
        Self::Name { after: last_word(before).to_owned() }
    }
}

fn on_directive_line(code: &str) -> Option<Place> {
    let line = code.rsplit(['\n', '\r']).next().unwrap_or_default();
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let after_name = directive.trim_start_matches(is_word);
    if after_name.is_empty() {
        return Some(Place::Directive);
    }
    let is_include = directive.starts_with("include") || directive.starts_with("import");
    let name = after_name.trim_start().strip_prefix('<');
    Some(if is_include && name.is_some_and(|name| !name.contains('>')) {
        Place::Header
    } else {
        Place::Nothing
    })
}

/// Returns true between the brackets of `[[ ]]`, and not in parentheses there.
fn is_in_attribute(before: &str) -> bool {
    let Some(open) = before.rfind("[[") else { return false };
    let inside = &before[open + 2..];
    let depth =
        |open: char, close: char| inside.matches(open).count().saturating_sub(inside.matches(close).count());
    let is_open = !inside.contains([';', '{', '}', ']']) && depth('(', ')') == 0;
    is_open && (inside.trim().is_empty() || inside.trim_end().ends_with(','))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Place {
        Place::at(&Cursor::new(text, text.len() as u32))
    }

    #[test]
    fn the_code_before_decides() {
        let path = |names: &[&str]| Place::Path(names.iter().map(|it| (*it).to_owned()).collect());
        let name = |after: &str| Place::Name { after: after.to_owned() };
        assert_eq!(at("#include <me"), Place::Header);
        assert_eq!([at("#"), at("  # inc")], [Place::Directive, Place::Directive]);
        assert_eq!([at("#define A "), at("#include \"a")], [Place::Nothing, Place::Nothing]);
        assert_eq!(
            [at("// a"), at("x = \"a"), at("x = 1"), at("x = 1.")].map(|it| it == Place::Nothing),
            [true; 4]
        );
        assert_eq!([at("a."), at("a->b"), at("f(a)[1].x")].map(|it| it == Place::Member), [true; 3]);
        assert_eq!(at("x = metal::fast::si"), path(&["metal", "fast"]));
        assert_eq!(at("x = ::a"), path(&[]));
        assert_eq!([at("int a [["), at("int a [[buffer(0), te")], [Place::Attribute, Place::Attribute]);
        assert_eq!(at("int a [[buffer("), name(""));
        assert_eq!([at("x = a"), at("return a"), at("float a")], [name(""), name("return"), name("float")]);
    }
}
