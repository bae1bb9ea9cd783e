//! Programs that are in the suite twice.
//!
//! Two programs are equal if only their comments and blankspace differ, and they are judged and executed under the same conditions:
//! edition, target, pipeline, inputs and expected results. The extensions that they are said to need do not distinguish them.

use crate::case::{Instance, Problem};
use crate::language::{Language, Wgsl};
use std::collections::HashMap;
use std::path::Path;

/// A program that repeats another one.
#[derive(Debug, Clone, Copy)]
pub struct Repetition<'a, L: Language = Wgsl> {
    /// The later program.
    pub again: &'a Instance<L>,
    /// The earlier one.
    pub first: &'a Instance<L>,
}

/// The programs that repeat an earlier one, each with the first that it repeats.
#[must_use]
pub fn repetitions<L: Language>(instances: &[Instance<L>]) -> Vec<Repetition<'_, L>> {
    let mut known: HashMap<Vec<u8>, Vec<&Instance<L>>> = HashMap::with_capacity(instances.len());
    let mut found = Vec::new();
    for again in instances {
        let earlier = known.entry(folded(&again.program)).or_default();
        if let Some(first) = earlier.iter().find(|first| are_equal(first, again)) {
            found.push(Repetition { again, first });
        }
        earlier.push(again);
    }
    found
}

/// Whether two programs that only differ in comments and blankspace are equal.
fn are_equal<L: Language>(a: &Instance<L>, b: &Instance<L>) -> bool {
    let is_about_characters = |instance: &Instance<L>| L::ABOUT_CHARACTERS.contains(&instance.case.section);
    let (asked, again) = (&a.case.request, &b.case.request);
    a.expected.verdict == b.expected.verdict
        && (asked.edition, asked.is_linked) == (again.edition, again.is_linked)
        && (&asked.target, &asked.pipeline) == (&again.target, &again.pipeline)
        && asked.metal == again.metal
        && a.execution == b.execution
        && a.host_call == b.host_call
        && (a.program == b.program || !is_about_characters(a) && !is_about_characters(b))
}

impl<L: Language> Repetition<'_, L> {
    /// The file of the later program; `None` for one from the tables.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.again.place.as_ref().map(|(path, _)| path.as_path())
    }

    /// The problem at the later program, which names the place of the earlier one. `path` and `text` are the file that it belongs to.
    #[must_use]
    pub fn problem(&self, path: &Path, text: &str) -> Problem {
        let place = match &self.first.place {
            Some((path, line)) => format!("{}:{line}", path.display()),
            None => "generated".to_owned(),
        };
        let (again, first) = (without_row(&self.again.name), without_row(&self.first.name));
        let message = format!("`{again}` repeats `{first}` ({place})");
        match &self.again.place {
            Some((file, line)) if file == path => Problem::at_line(path, text, *line, "", message),
            _ => Problem::of_file(path, message),
        }
    }
}

/// The name of a program without the combination of values.
fn without_row(name: &str) -> &str {
    name.split('[').next().unwrap_or(name)
}

/// A program without its comments, with one space where blankspace separates characters that may form a token together.
fn folded(program: &[u8]) -> Vec<u8> {
    let Ok(mut rest) = std::str::from_utf8(program) else { return program.to_vec() };
    let mut folded = String::with_capacity(rest.len());
    let mut is_separated = false;
    while let Some(character) = rest.chars().next() {
        let length = comment(rest);
        if length > 0 || is_blankspace(character) {
            is_separated = true;
            rest = &rest[length.max(character.len_utf8())..];
            continue;
        }
        if is_separated && folded.chars().next_back().is_some_and(|last| may_join(last, character)) {
            folded.push(' ');
        }
        is_separated = false;
        folded.push(character);
        rest = &rest[character.len_utf8()..];
    }
    folded.into_bytes()
}

/// The length of the comment that this text begins with, in bytes; 0 if there is none. <https://www.w3.org/TR/WGSL/#comments>
fn comment(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find(is_line_break).unwrap_or(text.len());
    }
    if !text.starts_with("/*") {
        return 0;
    }
    let (mut depth, mut at) = (0, 0);
    while let Some(found) = text[at..].find(['/', '*']) {
        at += found;
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    // It has no end, and is an error.
    0
}

/// <https://www.w3.org/TR/WGSL/#blankspace>
fn is_blankspace(character: char) -> bool {
    is_line_break(character) || matches!(character, ' ' | '\t' | '\u{200e}' | '\u{200f}')
}

/// <https://www.w3.org/TR/WGSL/#line-break>
fn is_line_break(character: char) -> bool {
    matches!(character, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether two characters may belong to one token. Brackets and separators stand alone.
fn may_join(before: char, behind: char) -> bool {
    let stands_alone = |character| "()[]{},;:@".contains(character);
    let is_operator = |character: char| character.is_ascii_punctuation() && !"_.".contains(character);
    !stands_alone(before) && !stands_alone(behind) && is_operator(before) == is_operator(behind)
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn comments_and_blankspace_are_left_out() {
        let same = [
            "fn f() -> i32 { return a - -1; }",
            "fn f ( )->i32{\nreturn\ta- -1 ;// end\n}\n",
            "/* a /* b */ c */ fn/**/f()\u{2028}->i32 { return a - /* - */ -1; }",
        ];
        for program in same {
            assert_eq!(folded(program.as_bytes()), b"fn f()->i32{return a- -1;}", "{program}");
        }
        for other in
            ["fn f()->i32{return a--1;}", "fnf()->i32{return a- -1;}", "fn f()->i32{return a - - 1;}/*"]
        {
            assert_ne!(folded(other.as_bytes()), folded(same[0].as_bytes()), "{other}");
        }
    }
}
