//! How text is written inside a literal of the host.

/// The kind of literal, or of code block, that a part of a shader is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quoting {
    /// Everything stands for itself.
    Verbatim,
    /// Everything stands for itself, but each line has a prefix, so that no line may be added.
    VerbatimLine,
    /// Not to be changed: it is not written as a literal.
    Fixed,
    /// A raw string of Rust with this number of `#`.
    RustRaw { hashes: usize, is_format: bool },
    /// A string of Rust with escape sequences.
    RustString { is_format: bool },
    /// A template of JavaScript.
    Template,
    /// A template of which the host reads the raw text.
    RawTemplate,
    /// A string of JavaScript between these quotes.
    Script { quote: char },
}

impl Quoting {
    /// Returns a text as it has to be written here; `None` if it can't be.
    pub(crate) fn written(self, text: &str) -> Option<String> {
        match self {
            Self::Verbatim => Some(text.to_owned()),
            Self::VerbatimLine => (!text.contains(['\n', '\r'])).then(|| text.to_owned()),
            Self::Fixed => None,
            Self::RustRaw { hashes, is_format } => {
                let end = format!("\"{}", "#".repeat(hashes));
                (!text.contains(&end)).then(|| with_braces(text, is_format))
            }
            Self::RustString { is_format } => Some(escaped(&with_braces(text, is_format), '"', true)),
            Self::Template => Some(escaped(text, '`', false).replace("${", "\\${")),
            Self::RawTemplate => {
                (!text.contains(['`', '\\']) && !text.contains("${")).then(|| text.to_owned())
            }
            Self::Script { quote } => Some(escaped(text, quote, true)),
        }
    }
}

fn with_braces(text: &str, is_format: bool) -> String {
    if is_format { text.replace('{', "{{").replace('}', "}}") } else { text.to_owned() }
}

fn escaped(text: &str, quote: char, are_lines_escaped: bool) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' if are_lines_escaped => written.push_str("\\n"),
            '\r' if are_lines_escaped => written.push_str("\\r"),
            '\\' => written.push_str("\\\\"),
            _ if character == quote => written.extend(['\\', character]),
            _ => written.push(character),
        }
    }
    written
}

/// Decodes a Rust escape sequence; returns `None` if it is not one.
#[cfg(feature = "parsers")]
pub(crate) fn rust_escape(sequence: &str) -> Option<String> {
    let rest = sequence.strip_prefix('\\')?;
    match rest.chars().next()? {
        '\n' | '\r' => Some(String::new()),
        'u' => code_point(rest[1..].strip_prefix('{')?.strip_suffix('}')?),
        'x' => code_point(&rest[1..]),
        character => simple_escape(character),
    }
}

/// Decodes a JavaScript escape sequence; returns `None` if it is not one.
#[cfg(feature = "parsers")]
pub(crate) fn script_escape(sequence: &str) -> Option<String> {
    let rest = sequence.strip_prefix('\\')?;
    let first = rest.chars().next()?;
    match first {
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => Some(String::new()),
        'u' => {
            let digits = &rest[1..];
            code_point(digits.strip_prefix('{').and_then(|it| it.strip_suffix('}')).unwrap_or(digits))
        }
        'x' => code_point(&rest[1..]),
        'b' => Some("\u{8}".to_owned()),
        'v' => Some("\u{b}".to_owned()),
        'f' => Some("\u{c}".to_owned()),
        // Any other character stands for itself.
        _ => simple_escape(first).or_else(|| Some(first.to_string())),
    }
}

#[cfg(feature = "parsers")]
fn simple_escape(character: char) -> Option<String> {
    let meaning = match character {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        '\\' | '"' | '\'' => character,
        _ => return None,
    };
    Some(meaning.to_string())
}

#[cfg(feature = "parsers")]
fn code_point(digits: &str) -> Option<String> {
    let digits = digits.replace('_', "");
    Some(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?.to_string())
}

#[cfg(all(test, feature = "parsers"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_means_the_text() {
        for text in ["a\\b", "\"'`", "line\nline\r\n", "${x} { }"] {
            let decoded = |written: &str, escape: fn(&str) -> Option<String>| {
                let mut plain = String::new();
                let mut rest = written;
                while let Some(at) = rest.find('\\') {
                    plain += &rest[..at];
                    plain += &escape(&rest[at..at + 2]).expect("an escape sequence");
                    rest = &rest[at + 2..];
                }
                plain + rest
            };
            let rust = Quoting::RustString { is_format: false }.written(text).expect("it can be written");
            assert_eq!(decoded(&rust, rust_escape), text);
            for quoting in [Quoting::Template, Quoting::Script { quote: '\'' }] {
                let script = quoting.written(text).expect("it can be written");
                assert_eq!(decoded(&script, script_escape), text);
            }
        }
        assert_eq!(Quoting::RustRaw { hashes: 1, is_format: false }.written("\"#"), None);
        assert_eq!(Quoting::RustRaw { hashes: 0, is_format: true }.written("{}").as_deref(), Some("{{}}"));
        assert_eq!(Quoting::VerbatimLine.written("a\nb"), None);
        assert_eq!(Quoting::RawTemplate.written("\\"), None);
    }

    #[test]
    fn escape_sequences_have_the_meaning_of_their_language() {
        assert_eq!(rust_escape("\\u{1_F600}").as_deref(), Some("\u{1f600}"));
        assert_eq!(rust_escape("\\x41").as_deref(), Some("A"));
        assert_eq!(rust_escape("\\q"), None);
        assert_eq!(script_escape("\\u0041").as_deref(), Some("A"));
        assert_eq!(script_escape("\\q").as_deref(), Some("q"));
        assert_eq!(script_escape("\\\n").as_deref(), Some(""));
    }
}
