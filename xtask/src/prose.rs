//! `prose`: the words that comments and documents avoid.

use crate::root;
use regex::Regex;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The list of phrases, next to the sources of this crate.
const PHRASES: &str = include_str!("../phrases.json");
/// Folders without prose of this project.
const SKIPPED: [&str; 4] = ["target", ".git", "generated", "node_modules"];

/// A phrase to avoid, and words to use instead.
#[derive(Deserialize)]
struct Phrase {
    #[serde(deserialize_with = "regex")]
    pattern: Regex,
    /// Matches that are allowed.
    #[serde(default, deserialize_with = "optional_regex")]
    except: Option<Regex>,
    instead: String,
}

impl Phrase {
    /// The first match in a line that is not an exception.
    fn find<'a>(&self, line: &'a str) -> Option<&'a str> {
        let is_fine = |found: &str| self.except.as_ref().is_some_and(|except| except.is_match(found));
        self.pattern.find_iter(line).map(|found| found.as_str()).find(|found| !is_fine(found))
    }
}

fn regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Regex, D::Error> {
    Regex::new(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

fn optional_regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Regex>, D::Error> {
    regex(deserializer).map(Some)
}

/// Lists each line of a comment or document that contains a listed phrase. `false` if there is one.
pub(crate) fn run() -> io::Result<bool> {
    let phrases = phrases()?;
    let mut output = io::stdout().lock();
    let mut count = 0;
    for path in files(&root())? {
        let text = fs::read_to_string(&path)?;
        let is_document = path.extension().is_some_and(|extension| extension == "md");
        for (number, line) in prose(&text, is_document) {
            for phrase in &phrases {
                let Some(found) = phrase.find(line) else { continue };
                let shown = path.strip_prefix(root()).unwrap_or(&path).display();
                writeln!(output, "{shown}:{number}: `{}`: {}", found.trim(), phrase.instead)?;
                count += 1;
            }
        }
    }
    writeln!(output, "{count} phrases to replace (xtask/phrases.json)")?;
    Ok(count == 0)
}

fn phrases() -> io::Result<Vec<Phrase>> {
    Ok(serde_json::from_str(PHRASES)?)
}

/// Rust sources and documents in a folder, in order.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if !SKIPPED.iter().any(|name| entry.file_name() == *name) {
                found.append(&mut files(&path)?);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The lines of prose with their numbers: Rust comments with their slashes, or a document without its code blocks.
fn prose(text: &str, is_document: bool) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if is_document {
            let is_fence = line.trim_start().starts_with("```");
            is_code ^= is_fence;
            return (!is_code && !is_fence).then_some((index + 1, line));
        }
        let comment = line.trim_start();
        comment.starts_with("//").then_some((index + 1, comment))
    })
}

#[cfg(test)]
mod tests {
    use super::{phrases, prose};

    fn is_found(line: &str) -> bool {
        phrases().expect("a list").iter().any(|phrase| phrase.find(line).is_some())
    }

    #[test]
    fn phrases_are_found_in_comments() {
        for line in
            ["/// The same, as a vector.", "//! What is known.", "// as the text says", "// it is no texture"]
        {
            assert!(is_found(line), "{line}");
        }
        for line in [
            "/// The source as text.",
            "// there is no texture",
            "// it is no longer known",
            "// say what it is",
        ] {
            assert!(!is_found(line), "{line}");
        }
    }

    #[test]
    fn code_is_no_prose() {
        let lines =
            |text, is_document| prose(text, is_document).map(|(number, _)| number).collect::<Vec<_>>();
        assert_eq!(lines("a\n// b\n    /// c\n", false), [2, 3]);
        assert_eq!(lines("a\n```sh\nb\n```\nc\n", true), [1, 5]);
    }
}
