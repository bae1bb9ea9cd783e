//! Blankspace and comments. <https://www.w3.org/TR/WGSL/#blankspace-and-line-breaks>

use shader_source::line_break_length;
use wgsl_spec::Edition;

/// The length in bytes of the non-ASCII blankspace code point at the start of the bytes; 0 if there is none.
pub(super) fn wide_blankspace_length(bytes: &[u8]) -> usize {
    match bytes {
        [0xC2, 0x85, ..] => 2,
        [0xE2, 0x80, 0x8E | 0x8F | 0xA8 | 0xA9, ..] => 3,
        _ => 0,
    }
}

/// The bytes that may begin the end of a line-ending comment.
const MAY_END_LINE: [bool; 256] = {
    let mut table = [false; 256];
    table[0x0A] = true;
    table[0x0B] = true;
    table[0x0C] = true;
    table[0x0D] = true;
    table[0xC2] = true;
    table[0xE2] = true;
    table
};

/// The end of the line-ending comment that starts at `start`: its line break, or the end of the source.
#[must_use]
pub fn line_comment_end(bytes: &[u8], start: usize, edition: Edition) -> usize {
    let mut at = start;
    while let Some(offset) = bytes[at..].iter().position(|byte| MAY_END_LINE[*byte as usize]) {
        at += offset;
        let breaks = match edition {
            Edition::Current => line_break_length(&bytes[at..]) > 0,
            Edition::Draft2022 => bytes[at] < 0x80,
        };
        if breaks {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// One past the end of the block comment that starts at `start`; `None` if it is not closed.
#[must_use]
pub fn block_comment_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 2;
    let mut depth = 1_usize;
    while depth > 0 {
        at += bytes.get(at..)?.iter().position(|byte| matches!(byte, b'*' | b'/'))?;
        match (bytes[at], bytes.get(at + 1)?) {
            (b'*', b'/') => depth -= 1,
            (b'/', b'*') => depth += 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
    }
    Some(at)
}
