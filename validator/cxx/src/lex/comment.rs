//! Comments. They end a token and mean nothing else, so the scanner drops them.

use super::lex;
use crate::dialect::{Dialect, Lexis};
use crate::names::Names;
use shader_source::Span;

/// Returns the end of a line comment, which a line break ends. In C++, a backslash before the line break continues it.
pub(super) fn line_comment_end(bytes: &[u8], start: usize, lexis: Lexis) -> usize {
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1), bytes.get(at + 2)) {
            (b'\n', ..) => break,
            (b'\\', Some(b'\r'), Some(b'\n')) if lexis == Lexis::Cxx => at += 3,
            (b'\\', Some(b'\n'), _) if lexis == Lexis::Cxx => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// Returns the end of a block comment; `None` if it is not closed.
pub(super) fn block_comment_end(text: &str, start: usize, lexis: Lexis) -> Option<usize> {
    let mut at = start + 2;
    if lexis == Lexis::Cxx {
        return text[at..].find("*/").map(|length| at + length + 2);
    }
    let bytes = text.as_bytes();
    let mut depth = 1_usize;
    while depth > 0 {
        match bytes.get(at..at + 2)? {
            b"*/" => (depth, at) = (depth - 1, at + 2),
            b"/*" => (depth, at) = (depth + 1, at + 2),
            _ => at += 1,
        }
    }
    Some(at)
}

/// Returns the comments of a text: what is not space between its tokens.
#[must_use]
pub fn comments(text: &str, dialect: &'static Dialect) -> Vec<Span> {
    let tokens = lex(text, dialect, &mut Names::of(dialect), &mut Vec::new());
    let mut comments = Vec::new();
    let mut at = 0;
    for token in tokens {
        while let Some(offset) = text[at..token.span.lo as usize].find(['/']) {
            let start = at + offset;
            let is_line = text.as_bytes().get(start + 1) == Some(&b'/');
            let end = if is_line {
                line_comment_end(text.as_bytes(), start, dialect.lexis)
            } else {
                block_comment_end(text, start, dialect.lexis).unwrap_or(text.len())
            };
            comments.push(Span::new(start as u32, end as u32));
            at = end;
        }
        at = token.span.hi as usize;
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiny::TINY;

    #[test]
    fn comments_are_outside_of_literals_and_names_of_headers() {
        let text = "#include <a//b> // 1\n\"//\" /* 2\n*//*3*/ a / b '/' // 4 \\\n 4\nc /* 5";
        let found: Vec<&str> = comments(text, &TINY).iter().map(|span| span.text(text)).collect();
        assert_eq!(found, ["// 1", "/* 2\n*/", "/*3*/", "// 4 \\\n 4", "/* 5"]);
        assert_eq!(comments("\u{e9} @ // a", &TINY).len(), 1);
    }

    #[test]
    fn comments_of_wgsl_nest_and_have_no_backslashes() {
        let ends = |text: &str, lexis| block_comment_end(text, 0, lexis);
        assert_eq!(ends("/* a /* b */ c */ d", Lexis::Wgsl), Some(17));
        assert_eq!(ends("/* a /* b */ c */ d", Lexis::Cxx), Some(12));
        assert_eq!(ends("/* a /* b */ c", Lexis::Wgsl), None);
        assert_eq!(ends("/*/", Lexis::Wgsl), None);
        let text = b"// a \\\nb\nc";
        assert_eq!(line_comment_end(text, 0, Lexis::Wgsl), 6);
        assert_eq!(line_comment_end(text, 0, Lexis::Cxx), 8);
    }
}
