//! Sources in dumps.

use shader_source::Span;

/// Returns the source at a place, cut off at the end of its first line and at 40 characters.
pub(crate) fn excerpt(source: &str, span: Span) -> String {
    const MOST: usize = 40;
    let first_line = span.text(source).chars().take_while(|character| *character != '\n');
    let mut excerpt: String = first_line.take(MOST).collect();
    if excerpt.len() < (span.hi - span.lo) as usize {
        excerpt.push('…');
    }
    excerpt
}
