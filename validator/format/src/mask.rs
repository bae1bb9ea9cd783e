//! A mask over everything in a source that is not WGSL: WGSL of the same length.
//!
//! The lexer of the validator finds template lists, which decide whether a `<` is a bracket. It knows neither preprocessors nor paths of WESL, so
//! a line for a preprocessor becomes blank, and a placeholder or the `::` of a path becomes part of a name. Offsets stay as they are, and the
//! spelling of a token comes from the source.

use shader_source::{Span, line_break_length};
use wgsl_spec::Edition;
use wgsl_validator::lex::{block_comment_end, line_comment_end};

/// A source as the lexer can read it.
pub(crate) struct Masked {
    pub(crate) text: String,
    /// The lines for a preprocessor, without blanks around them, in source order.
    pub(crate) directives: Vec<Span>,
    /// Whether there is a placeholder, whose value is anything.
    pub(crate) has_placeholders: bool,
    /// The first block comment that is not closed.
    pub(crate) unclosed: Option<Span>,
    /// The first `#` that starts neither a line for a preprocessor nor a placeholder.
    pub(crate) misplaced: Option<Span>,
}

/// Masks a source shorter than 4 GiB.
pub(crate) fn mask(source: &str) -> Masked {
    let mut masker = Masker {
        bytes: source.as_bytes(),
        text: source.as_bytes().to_vec(),
        directives: Vec::new(),
        has_placeholders: false,
        unclosed: None,
        misplaced: None,
    };
    masker.run();
    Masked {
        // Whole characters are written over with ASCII.
        text: String::from_utf8(masker.text).unwrap_or_default(),
        directives: masker.directives,
        has_placeholders: masker.has_placeholders,
        unclosed: masker.unclosed,
        misplaced: masker.misplaced,
    }
}

struct Masker<'a> {
    bytes: &'a [u8],
    text: Vec<u8>,
    directives: Vec<Span>,
    has_placeholders: bool,
    unclosed: Option<Span>,
    misplaced: Option<Span>,
}

impl Masker<'_> {
    fn run(&mut self) {
        let mut at = 0;
        let mut is_line_start = true;
        while let Some(byte) = self.bytes.get(at) {
            let rest = &self.bytes[at..];
            let breaks = line_break_length(rest);
            if breaks > 0 {
                is_line_start = true;
                at += breaks;
                continue;
            }
            at = match rest {
                [b'/', b'/', ..] => line_comment_end(self.bytes, at + 2, Edition::Current),
                [b'/', b'*', ..] => self.block_comment(at),
                [b'#' | b'{' | b'$', ..] if placeholder(rest).is_some() => {
                    let length = placeholder(rest).unwrap_or(1);
                    self.has_placeholders = true;
                    self.write_over(at, length, b'a')
                }
                [b'#', ..] if is_line_start => self.directive(at),
                [b'#', ..] => {
                    self.misplaced = self.misplaced.or(Some(Span::new(at as u32, at as u32 + 1)));
                    at + 1
                }
                [b':', b':', ..] => self.write_over(at, 2, b'a'),
                _ => at + 1,
            };
            is_line_start &= matches!(byte, b' ' | b'\t');
        }
    }

    /// Writes over a range that has no line break, and returns its end.
    fn write_over(&mut self, at: usize, length: usize, by: u8) -> usize {
        self.text[at..at + length].fill(by);
        at + length
    }

    fn block_comment(&mut self, at: usize) -> usize {
        block_comment_end(self.bytes, at).unwrap_or_else(|| {
            self.unclosed = Some(Span::new(at as u32, at as u32 + 2));
            self.bytes.len()
        })
    }

    fn directive(&mut self, at: usize) -> usize {
        let end = directive_end(self.bytes, at);
        // Bytes of one character are written over together: line breaks of several bytes do not end a directive.
        for byte in &mut self.text[at..end] {
            if !matches!(byte, b'\n' | b'\r') {
                *byte = b' ';
            }
        }
        let trailing = self.bytes[at..end].iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.directives.push(Span::new(at as u32, (end - trailing) as u32));
        end
    }
}

/// The length of the ASCII word at the start.
fn word(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count()
}

/// The length of a placeholder at the start: `#{NAME}`, `##NAME##`, `{{NAME}}`, `${...}`, or `#NAME` in capital letters.
fn placeholder(bytes: &[u8]) -> Option<usize> {
    let named = |open: &[u8], close: &[u8]| {
        let inner = bytes.strip_prefix(open)?;
        let blank = |bytes: &[u8]| bytes.iter().take_while(|byte| **byte == b' ').count();
        let start = blank(inner);
        let name = word(&inner[start..]);
        let end = start + name + blank(&inner[start + name..]);
        (name > 0 && inner[end..].starts_with(close)).then_some(open.len() + end + close.len())
    };
    let expression = || {
        let inner = bytes.strip_prefix(b"${")?;
        let end = inner.iter().position(|byte| matches!(byte, b'}' | b'{' | b'\n'))?;
        (inner[end] == b'}').then_some(end + 3)
    };
    let capitals = || {
        let length = word(bytes.strip_prefix(b"#")?);
        let is_name = length > 0 && !bytes[1..=length].iter().any(u8::is_ascii_lowercase);
        is_name.then_some(1 + length)
    };
    named(b"#{", b"}")
        .or_else(|| named(b"##", b"##"))
        .or_else(|| named(b"{{", b"}}"))
        .or_else(expression)
        .or_else(capitals)
}

/// The start of a block comment in a line that does not end there.
fn open_comment(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let mut at = start;
    while at + 1 < end {
        match &bytes[at..at + 2] {
            b"//" => return None,
            b"/*" => match block_comment_end(bytes, at) {
                Some(close) if close <= end => at = close,
                _ => return Some(at),
            },
            _ => at += 1,
        }
    }
    None
}

/// The end of the lines for a preprocessor that start with the `#`: its line, those after a `\`, and in an import all up to the last `}`.
fn directive_end(bytes: &[u8], start: usize) -> usize {
    let line_end =
        |at: usize| bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |it| at + it);
    let mut end = line_end(start);
    while bytes[start..end].trim_ascii_end().ends_with(b"\\") && end < bytes.len() {
        end = line_end(end + 1);
    }
    if let Some(comment) = open_comment(bytes, start, end) {
        return block_comment_end(bytes, comment).map_or(bytes.len(), line_end);
    }
    if !bytes[start..].starts_with(b"#import") {
        return end;
    }
    let mut depth = 0_usize;
    for (place, byte) in bytes.iter().enumerate().skip(start + 1) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            // The next one, or the end of a declaration: a brace is missing. This also keeps the search linear.
            b'#' | b';' => return end,
            b'\n' if depth == 0 => return place,
            _ => {}
        }
    }
    if depth == 0 { bytes.len() } else { end }
}
