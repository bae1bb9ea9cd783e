//! The fenced blocks of a document.

/// A fenced block.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Block<'a> {
    /// The number of the section that it stands in; empty before the first heading.
    pub(super) section: &'a str,
    /// The lines between its fences.
    pub(super) lines: Vec<&'a str>,
}

/// The fenced blocks, in order.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut section = "";
    let mut lines: Option<Vec<&str>> = None;
    for line in text.lines() {
        let is_fence = line.trim_start().starts_with("```");
        match (lines.as_mut(), is_fence) {
            (Some(lines), false) => lines.push(line),
            (Some(_), true) => {
                blocks.extend(lines.take().map(|lines| Block { section, lines }));
            }
            (None, true) => lines = Some(Vec::new()),
            (None, false) => section = heading(line).unwrap_or(section),
        }
    }
    blocks
}

/// The number of the section that this line is the heading of. Headings are not marked: they begin with numbers that have a dot.
fn heading(line: &str) -> Option<&str> {
    let (number, title) = line.split_once(' ')?;
    let are_numbers = number.split('.').all(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit()));
    let is_title = title.starts_with(|first: char| first.is_ascii_alphanumeric());
    (number.contains('.') && are_numbers && is_title).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_section_above_them() {
        let text = "1.2 Lists\n\n```\na\n\nb\n```\n1. an entry\n```text\n1.3 no heading\n```\n1.2.1 More\n```\n```\n";
        let block = |section, lines: &[&'static str]| Block { section, lines: lines.to_vec() };
        let expected =
            [block("1.2", &["a", "", "b"]), block("1.2", &["1.3 no heading"]), block("1.2.1", &[])];
        assert_eq!(blocks(text), expected);
    }
}
