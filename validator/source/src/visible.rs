//! Text from programs and the file system, made safe to print.
//!
//! A terminal and a CI runner act on what they are sent: an escape sequence moves the cursor, U+009B starts one in a single character, a
//! bidirectional control reorders a line, a zero-width character hides, and a line feed in a file name starts a line that a runner may read
//! as a command. Every format for people replaces these characters here; formats for programs have escapes of their own.

use std::borrow::Cow;

/// Returns the character that stands for one that can't be shown in a line: a picture for ASCII controls, U+FFFD for the others.
pub(super) fn visible_char(character: char) -> char {
    match character {
        // Tabs are expanded by snippets and harmless elsewhere.
        '\t' => character,
        '\0'..='\x1F' => char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7F' => '\u{2421}',
        // C1 controls and the soft hyphen.
        '\u{80}'..='\u{9F}' | '\u{AD}'
        // Bidirectional controls.
        | '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{206F}'
        // Characters without a width.
        | '\u{180E}' | '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{2065}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}'
        // Line breaks of Unicode.
        | '\u{2028}' | '\u{2029}'
        // Tags, which are invisible.
        | '\u{E0000}'..='\u{E007F}' => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

/// Returns a text in one line, with every character that can't be shown replaced.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.chars().all(|character| visible_char(character) == character) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(visible_char).collect())
    }
}

/// Returns a text of several lines, with every other character that can't be shown replaced.
#[must_use]
pub fn visible_lines(text: &str) -> String {
    text.chars()
        .map(|character| if character == '\n' { character } else { visible_char(character) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_acts_on_is_left() {
        let text = "a\n::warning::\x1b[31m\u{9b}1m\u{202e}\u{2067}\u{200b}\u{feff}\x7f\tü";
        let shown = visible(text);
        assert_eq!(
            shown,
            "a\u{240a}::warning::\u{241b}[31m\u{fffd}1m\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{2421}\tü"
        );
        assert!(matches!(visible("plain, ünïcode\tand 漢字"), Cow::Borrowed(_)));
        assert_eq!(visible_lines("a\n\x1bb"), "a\n\u{241b}b");
    }
}
