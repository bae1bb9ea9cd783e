//! `prose`: checks the English of documents, messages, specification texts and comments against `phrases.json`.
//!
//! [`extract`] cuts a file into passages, and each passage is matched against every phrase. Documents (with the descriptions in JSON schemas and
//! the comments of TypeScript declarations), messages and YAML texts are what users read, so a single hit fails. Comments have too many old hits for that: a checked-in file holds the number of hits per crate, which
//! may only fall.

mod extract;

use crate::root;
use clap::Args;
use extract::{Kind, Passage, passages};
use regex::Regex;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The phrases to avoid, next to the sources of this crate.
const PHRASES: &str = include_str!("../phrases.json");
/// The file with the number of hits that the comments of each crate may have, relative to the workspace.
const RATCHET: &str = "xtask/prose_ratchet.json";
/// How the names of files with prose end.
const WITH_PROSE: [&str; 5] = [".rs", ".md", ".yaml", ".d.ts", ".schema.json"];
/// Folders without prose of this project.
const SKIPPED: [&str; 4] = ["target", ".git", "generated", "node_modules"];

/// What `prose` lists and writes.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// List the hits in comments below this folder, too
    #[arg(long, value_name = "FOLDER")]
    comments: Option<PathBuf>,
    /// Lower the checked-in numbers of hits in comments to today's
    #[arg(long)]
    bless: bool,
}

/// A phrase to avoid, and words to use instead.
#[derive(Deserialize)]
struct Phrase {
    #[serde(deserialize_with = "regex")]
    pattern: Regex,
    /// Matches that are allowed.
    #[serde(default, deserialize_with = "optional_regex")]
    except: Option<Regex>,
    /// Matches only doc comments of functions.
    #[serde(default)]
    functions_only: bool,
    /// Matches only passages that users read: documents, messages and YAML texts.
    #[serde(default)]
    not_in_comments: bool,
    /// Folders where the phrase is a term of its own.
    #[serde(default)]
    allowed_in: Vec<PathBuf>,
    instead: String,
}

impl Phrase {
    /// Returns the first match in a passage that is not an exception.
    fn find<'a>(&self, passage: &'a Passage, path: &Path) -> Option<&'a str> {
        if self.functions_only && passage.kind != Kind::FunctionComment
            || self.not_in_comments && passage.kind.is_comment()
            || self.allowed_in.iter().any(|folder| path.starts_with(folder))
        {
            return None;
        }
        let prose = without_code_spans(&passage.text);
        let is_fine = |found: &str| self.except.as_ref().is_some_and(|except| except.is_match(found));
        let found = self.pattern.find_iter(&prose).find(|found| !is_fine(found.as_str()))?;
        passage.text.get(found.range())
    }
}

fn regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Regex, D::Error> {
    Regex::new(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

fn optional_regex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Regex>, D::Error> {
    regex(deserializer).map(Some)
}

/// Hits of comments by the folder of their crate.
type Counts = BTreeMap<String, usize>;

/// Lists the hits and returns true if documents, messages and YAML texts have none, and the comments of no crate have more than before.
pub(crate) fn run(arguments: &Arguments) -> io::Result<bool> {
    let (root, phrases) = (root(), phrases()?);
    let ratchet: Counts = serde_json::from_str(&fs::read_to_string(root.join(RATCHET))?)?;
    let mut output = io::stdout().lock();
    let mut count = 0;
    let mut comments: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in files(&root)? {
        let relative = path.strip_prefix(&root).unwrap_or(&path);
        let is_listed = arguments.comments.as_ref().is_some_and(|folder| relative.starts_with(folder));
        for passage in passages(relative, &fs::read_to_string(&path)?)? {
            for phrase in &phrases {
                let Some(found) = phrase.find(&passage, relative) else { continue };
                let (shown, line) = (relative.display(), passage.line);
                let hit = format!("{shown}:{line}: `{}`: {}", found.trim(), phrase.instead);
                if !passage.kind.is_comment() {
                    writeln!(output, "{hit}")?;
                    count += 1;
                    continue;
                }
                if is_listed {
                    writeln!(output, "{hit}")?;
                }
                comments.entry(crate_of(relative, &root)).or_default().push(hit);
            }
        }
    }
    writeln!(
        output,
        "{count} phrases to replace in documents, messages and YAML texts (xtask/phrases.json)"
    )?;
    let risen = report_comments(&mut output, &comments, &ratchet)?;
    if arguments.bless {
        fs::write(root.join(RATCHET), lowered(&comments, &ratchet)?)?;
    }
    Ok(count == 0 && risen == 0)
}

fn phrases() -> io::Result<Vec<Phrase>> {
    Ok(serde_json::from_str(PHRASES)?)
}

/// Reports the crates whose comments have more or fewer hits than the ratchet says, and returns how many have more.
fn report_comments(
    output: &mut impl Write,
    comments: &BTreeMap<String, Vec<String>>,
    ratchet: &Counts,
) -> io::Result<usize> {
    let (mut risen, mut fallen) = (0, 0);
    let names = comments.keys().chain(ratchet.keys()).collect::<std::collections::BTreeSet<_>>();
    for name in names {
        let found = comments.get(name).map_or(0, Vec::len);
        let allowed = ratchet.get(name).copied().unwrap_or_default();
        if found > allowed {
            risen += 1;
            writeln!(
                output,
                "{name}: {found} phrases to replace in comments, at most {allowed} are allowed:"
            )?;
            writeln!(output, "    list them with `cargo xtask prose --comments {name}`")?;
        }
        fallen += usize::from(found < allowed);
    }
    if fallen > 0 {
        writeln!(
            output,
            "comments of {fallen} crates got better: record it with `cargo xtask prose --bless`"
        )?;
    }
    Ok(risen)
}

/// Returns the text of the ratchet with each number lowered to what was found. A crate without a number starts at what was found, because
/// crates are renamed; a reviewer sees the new line.
fn lowered(comments: &BTreeMap<String, Vec<String>>, ratchet: &Counts) -> io::Result<String> {
    let counts = comments.iter().map(|(name, hits)| {
        let allowed = ratchet.get(name).copied().unwrap_or(usize::MAX);
        (name, hits.len().min(allowed))
    });
    Ok(serde_json::to_string_pretty(&counts.collect::<BTreeMap<_, _>>())? + "\n")
}

/// Returns the folder of the crate of a file, relative to the workspace: the nearest folder with a manifest.
fn crate_of(path: &Path, root: &Path) -> String {
    let is_crate = |folder: &&Path| root.join(folder).join("Cargo.toml").exists();
    path.ancestors().skip(1).find(is_crate).unwrap_or(path).display().to_string()
}

/// Returns the text with the insides of `code spans` replaced by underscores of the same length: names are not prose.
fn without_code_spans(text: &str) -> Cow<'_, str> {
    let mut is_code = false;
    if !text.contains('`') {
        return Cow::Borrowed(text);
    }
    let parts = text.split('`').map(|part| {
        let shown = if is_code { "_".repeat(part.len()) } else { part.to_owned() };
        is_code = !is_code;
        shown
    });
    Cow::Owned(parts.collect::<Vec<_>>().join("`"))
}

/// Returns the files with prose in a folder, in order.
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
        } else if entry
            .file_name()
            .to_str()
            .is_some_and(|name| WITH_PROSE.iter().any(|it| name.ends_with(it)))
        {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::extract::{Kind, Passage};
    use super::{Counts, lowered, phrases, report_comments, without_code_spans};
    use std::collections::BTreeMap;
    use std::path::Path;

    fn is_found(text: &str, kind: Kind, path: &str) -> bool {
        let passage = Passage { line: 1, text: text.into(), kind };
        phrases().expect("a list").iter().any(|phrase| phrase.find(&passage, Path::new(path)).is_some())
    }

    #[test]
    fn phrases_are_found_in_comments() {
        for line in [
            "/// The same, as a vector.",
            "//! What is known.",
            "// as the text says",
            "// it is no texture",
            "// the verdict of naga",
            "// a `;` behind the call",
            "// it stands in a loop",
            "// those of the caller",
            "// 3 at least",
        ] {
            assert!(is_found(line, Kind::Comment, "a.rs"), "{line}");
        }
        for line in [
            "/// The source as text.",
            "// there is no texture",
            "// it is no longer known",
            "// say what it is",
            "// results never lag behind the keystrokes",
            "// one after another",
            "// `behind` is a name",
            "// what `i` stands for",
        ] {
            assert!(!is_found(line, Kind::Comment, "a.rs"), "{line}");
        }
    }

    #[test]
    fn phrases_have_a_scope() {
        let whether = "/// Whether it is fine.";
        assert!(is_found(whether, Kind::FunctionComment, "a.rs"));
        assert!(!is_found(whether, Kind::Comment, "a.rs"));
        assert!(is_found("// each finding", Kind::Comment, "cts/src/a.rs"));
        assert!(!is_found("// each finding", Kind::Comment, "fuzz/src/a.rs"));
        for statement in [
            "\"It is fine\" }",
            "\"A bool is rejected\" }",
            "\"two numbers of one type\" }",
            "\"initialise it\" }",
        ] {
            assert!(is_found(statement, Kind::Yaml, "spec/a.yaml"), "{statement}");
            assert!(!is_found(&format!("// {statement}"), Kind::Comment, "a.rs"), "{statement}");
        }
    }

    #[test]
    fn code_spans_keep_their_length() {
        assert_eq!(without_code_spans("a `bc` d `e`"), "a `__` d `_`");
    }

    #[test]
    fn the_ratchet_only_falls() {
        let hits = |count: usize| vec![String::new(); count];
        let found =
            BTreeMap::from([("a".to_owned(), hits(2)), ("b".to_owned(), hits(2)), ("c".to_owned(), hits(1))]);
        let ratchet = Counts::from([("a".to_owned(), 1), ("b".to_owned(), 3), ("d".to_owned(), 4)]);
        let risen = report_comments(&mut Vec::new(), &found, &ratchet).expect("memory takes every byte");
        assert_eq!(risen, 2, "`a` has more than allowed, and so has `c`, which has no number");
        let text = lowered(&found, &ratchet).expect("numbers are JSON");
        let written: Counts = serde_json::from_str(&text).expect("it was written as JSON");
        assert_eq!(written, Counts::from([("a".to_owned(), 1), ("b".to_owned(), 2), ("c".to_owned(), 1)]));
    }
}
