//! Words and punctuation of a text: as much of its structure as imports, conditions and paths need. It never fails; whether the
//! text is a program is the validator's question.

use shader_source::{Span, line_break_length, steps};

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An identifier or a keyword.
    Word,
    /// A literal that begins with a digit.
    Number,
    /// `::`
    Path,
    /// `&&` or `||`
    Logical,
    /// `==`, `!=`, `<=`, `>=`
    Comparison,
    /// Any other character.
    Character(char),
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

impl Token {
    pub(crate) fn is(&self, character: char) -> bool {
        self.kind == Kind::Character(character)
    }
}

/// The tokens of a text, without blanks and comments.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = if let Some(length) = blank(rest) {
            at += length;
            continue;
        } else if character == '_' || unicode_ident::is_xid_start(character) {
            (Kind::Word, word(rest))
        } else if character.is_ascii_digit() {
            (Kind::Number, number(rest))
        } else {
            match rest.as_bytes() {
                [b':', b':', ..] => (Kind::Path, 2),
                [b'&', b'&', ..] | [b'|', b'|', ..] => (Kind::Logical, 2),
                [b'=' | b'!' | b'<' | b'>', b'=', ..] => (Kind::Comparison, 2),
                _ => (Kind::Character(character), character.len_utf8()),
            }
        };
        tokens.push(Token { kind, span: Span::new(at as u32, (at + length) as u32) });
        at += length;
    }
    steps::take(tokens.len());
    tokens
}

/// The length of a blank character or of a comment at the beginning.
fn blank(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes {
        [b'/', b'/', ..] => {
            let end = (2..bytes.len()).find(|at| line_break_length(&bytes[*at..]) > 0);
            Some(end.unwrap_or(bytes.len()))
        }
        [b'/', b'*', ..] => Some(block_comment(bytes)),
        _ => text
            .chars()
            .next()
            .filter(|first| first.is_whitespace() || matches!(first, '\u{200E}' | '\u{200F}' | '\u{FEFF}'))
            .map(char::len_utf8),
    }
}

/// The length of a comment, which may contain nested ones. An unclosed one ends with the source.
fn block_comment(bytes: &[u8]) -> usize {
    let (mut depth, mut at) = (0_u32, 0);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] if depth == 1 => return at + 2,
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The length of the word at the beginning.
pub(crate) fn word(text: &str) -> usize {
    text.find(|character| !unicode_ident::is_xid_continue(character)).unwrap_or(text.len())
}

fn number(text: &str) -> usize {
    text.find(|character: char| !character.is_ascii_alphanumeric() && character != '.').unwrap_or(text.len())
}

/// For each token that opens a bracket, the index of the token that closes it; the number of tokens if none does. Others have 0.
pub(crate) fn brackets(tokens: &[Token]) -> Vec<usize> {
    let mut closing = vec![0; tokens.len()];
    let mut open: Vec<(usize, char)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let Kind::Character(character) = token.kind else { continue };
        match character {
            '(' => open.push((index, ')')),
            '[' => open.push((index, ']')),
            '{' => open.push((index, '}')),
            ')' | ']' | '}' => {
                // A brace ends what is still open inside; any other bracket without partner belongs to none.
                let is_partner = |(_, wanted): &(usize, char)| *wanted == character;
                if character == '}' || open.last().is_some_and(is_partner) {
                    while let Some(last) = open.pop() {
                        closing[last.0] = index;
                        if is_partner(&last) {
                            break;
                        }
                    }
                }
            }
            _ => {}
        }
    }
    for (index, _) in open {
        closing[index] = tokens.len();
    }
    closing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|token| token.span.text(text)).collect()
    }

    #[test]
    fn comments_and_blanks_are_left_out() {
        assert_eq!(spelt("a // b\n/* c /* d */ e */ f\u{2028}g // h"), ["a", "f", "g"]);
        assert_eq!(spelt("a /* b /* c */"), ["a"]);
    }

    #[test]
    fn paths_are_told_from_types() {
        assert_eq!(spelt("a::b:c x==1.5f"), ["a", "::", "b", ":", "c", "x", "==", "1.5f"]);
    }

    #[test]
    fn brackets_find_their_partners() {
        let closing = |text: &str| brackets(&tokens(text));
        assert_eq!(closing("( { } )"), [3, 2, 0, 0]);
        assert_eq!(closing("{ ( }"), [2, 2, 0], "a brace ends a parenthesis");
        assert_eq!(closing(") { ( ]"), [0, 4, 4, 0], "the text ends first");
    }
}
