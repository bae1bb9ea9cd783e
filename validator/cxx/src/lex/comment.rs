//! Comments. They end a token and mean nothing else, so the scanner drops them.

use super::lex;
use crate::dialect::Dialect;
use crate::names::Names;
use shader_source::Span;

/// Returns the end of a line comment, which a line break ends unless a backslash precedes it.
pub(super) fn line_comment_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match (byte, bytes.get(at + 1), bytes.get(at + 2)) {
            (b'\n', ..) => break,
            (b'\\', Some(b'\r'), Some(b'\n')) => at += 3,
            (b'\\', Some(b'\n'), _) => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// Returns the end of a block comment; `None` if it is not closed.
pub(super) fn block_comment_end(text: &str, start: usize) -> Option<usize> {
    let inside = start + 2;
    text[inside..].find("*/").map(|length| inside + length + 2)
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
                line_comment_end(text.as_bytes(), start)
            } else {
                block_comment_end(text, start).unwrap_or(text.len())
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
}
