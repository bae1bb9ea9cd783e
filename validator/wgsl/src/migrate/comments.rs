//! Comments of 2020, which started with `#`.

use crate::steps;

/// Words after `#` that directives of preprocessors start with: such a program is not one of 2020.
const DIRECTIVES: [&str; 13] = [
    "define",
    "elif",
    "else",
    "endif",
    "extension",
    "if",
    "ifdef",
    "ifndef",
    "import",
    "include",
    "pragma",
    "undef",
    "version",
];

/// The program with `//` for the `#` that comments started with.
pub(super) fn with_slashes(text: &str) -> String {
    steps::take(text.len());
    let comments: Vec<Option<usize>> = text.lines().map(comment).collect();
    let is_directive = |(line, at): (&str, &Option<usize>)| {
        let rest = at.map_or("", |at| &line[at + 1..]);
        let word = rest.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or_default();
        rest.starts_with(['{', '#']) || DIRECTIVES.contains(&word)
    };
    if comments.iter().all(Option::is_none) || text.lines().zip(&comments).any(is_directive) {
        return text.to_owned();
    }
    let mut written = String::with_capacity(text.len());
    for (line, at) in text.split_inclusive('\n').zip(comments) {
        match at {
            Some(at) => written.extend([&line[..at], "//", &line[at + 1..]]),
            None => written.push_str(line),
        }
    }
    written
}

/// Where a comment starts in a line that has one after a blank or nothing.
fn comment(line: &str) -> Option<usize> {
    let at = line.find('#')?;
    let before = &line[..at];
    (!before.contains("//") && (before.is_empty() || before.ends_with([' ', '\t', ';', '{', '}'])))
        .then_some(at)
}

#[cfg(test)]
mod tests {
    use super::with_slashes;

    #[test]
    fn comments_start_with_slashes() {
        assert_eq!(
            with_slashes("# a\nvar x : i32; # b # c\n// d # e\n"),
            "// a\nvar x : i32; // b # c\n// d # e\n"
        );
        for text in ["#import a\n# b\n", "# a\n#ifdef B\n", "#{A}\n", "##A##\n", "let a = 1;", "a#b"] {
            assert_eq!(with_slashes(text), text);
        }
    }
}
