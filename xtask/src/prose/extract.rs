//! Cuts a file into the passages that people read: lines of documents and comments, string literals, and texts of YAML files.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use regex::Regex;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

/// Folders of crates whose string literals are messages, names or code: each literal with a phrase in it is read by a user.
const WITH_MESSAGES: [&str; 6] = ["validator", "engine", "lower", "tools", "cts", "fuzz"];
/// Doc comments that clap prints as help.
const HELP: &str = "tools/cli/src/arguments";

/// Who reads a passage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Document,
    Comment,
    /// The first line of a function's doc comment.
    FunctionComment,
    /// A string literal or the help of an option.
    Message,
    Yaml,
}

impl Kind {
    /// Returns true for a passage that only developers read.
    pub(super) fn is_comment(self) -> bool {
        matches!(self, Self::Comment | Self::FunctionComment)
    }
}

/// Some prose with the number of its first line.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Passage {
    pub(super) line: usize,
    pub(super) text: String,
    pub(super) kind: Kind,
}

/// Returns the passages of a file, given by its path in the workspace.
pub(super) fn passages(path: &Path, text: &str) -> io::Result<Vec<Passage>> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("md") => Ok(document(text)),
        Some("ts") => Ok(declarations(text)),
        Some("json") => Ok(descriptions(text)),
        Some("yaml") if path.starts_with("spec") => Ok(yaml(text)),
        Some("rs") => {
            let mut found = comments(text, path.starts_with(HELP));
            if has_messages(path) {
                found.append(
                    &mut messages(text)
                        .map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?,
                );
            }
            Ok(found)
        }
        _ => Ok(Vec::new()),
    }
}

/// Returns true for sources outside of tests in a crate whose strings users read.
fn has_messages(path: &Path) -> bool {
    let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs" || part == "build");
    !is_test && WITH_MESSAGES.iter().any(|folder| path.starts_with(folder))
}

/// Returns the lines of a document outside of its code blocks, with empty placeholders where it is a template.
fn document(text: &str) -> Vec<Passage> {
    static PLACEHOLDER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\{[{%].*?[}%]\}").expect("the pattern is a constant"));
    let mut is_code = false;
    let lines = text.lines().enumerate().filter(|(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    });
    lines.map(|(index, line)| passage(index, &PLACEHOLDER.replace_all(line, "{}"), Kind::Document)).collect()
}

/// Returns the lines of comments in TypeScript declarations, which editors show to users.
fn declarations(text: &str) -> Vec<Passage> {
    let lines = text.lines().map(str::trim_start).enumerate();
    let comments =
        lines.filter(|(_, line)| line.starts_with("/*") || line.starts_with("* ") || line.starts_with("//"));
    comments
        .map(|(index, line)| passage(index, line.trim_start_matches(['/', '*', ' ']), Kind::Document))
        .collect()
}

/// Returns the descriptions in a JSON schema, which has one per line.
fn descriptions(text: &str) -> Vec<Passage> {
    let lines = text.lines().map(str::trim_start).enumerate();
    let values = lines.filter_map(|(index, line)| Some((index, line.strip_prefix("\"description\": \"")?)));
    values.map(|(index, value)| passage(index, &value.replace("\\n", " "), Kind::Document)).collect()
}

/// Returns the lines of Rust comments with their slashes.
fn comments(text: &str, is_help: bool) -> Vec<Passage> {
    let lines = text.lines().map(str::trim_start).collect::<Vec<_>>();
    let comments = lines.iter().enumerate().filter(|(_, line)| line.starts_with("//"));
    let with_kind = comments.map(|(index, line)| {
        let kind = match line.get(..3) {
            Some("///") if is_help => Kind::Message,
            Some("///") if documents_function(&lines[index..]) => Kind::FunctionComment,
            _ => Kind::Comment,
        };
        passage(index, line, kind)
    });
    with_kind.collect()
}

/// Returns true if the item after these doc comments and attributes is a function.
fn documents_function(lines: &[&str]) -> bool {
    let item = lines.iter().find(|line| !line.starts_with("///") && !line.starts_with("#["));
    item.is_some_and(|line| line.starts_with("fn ") || line.contains(" fn ") && !line.contains('"'))
}

/// Returns the string literals of a Rust source outside of its test modules.
fn messages(text: &str) -> Result<Vec<Passage>, proc_macro2::LexError> {
    let mut found = Vec::new();
    strings(text.parse()?, &mut found);
    Ok(found)
}

/// Collects string literals, without the attributes that hold comments and conditions, and without test modules.
fn strings(tokens: TokenStream, found: &mut Vec<Passage>) {
    let mut is_test = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => match (group.delimiter(), group.stream().to_string().as_str()) {
                (Delimiter::Bracket, "cfg(test)" | "cfg (test)") => is_test = true,
                (Delimiter::Bracket, attribute) if attribute.starts_with("doc =") => {}
                (Delimiter::Brace, _) if is_test => is_test = false,
                _ => strings(group.stream(), found),
            },
            TokenTree::Literal(literal) => {
                let source = literal.to_string();
                // A literal without a space is a name or a path.
                if source.starts_with(['"', 'r']) && source.contains(' ') {
                    found.push(passage(literal.span().start().line - 1, &prose_of(&source), Kind::Message));
                }
            }
            // `mod tests;` and `use x;` have no braces.
            TokenTree::Punct(punct) => is_test &= punct.as_char() != ';',
            TokenTree::Ident(_) => {}
        }
    }
}

/// Joins the lines of a literal that continues with a backslash, so that no phrase hides at the end of a line, and empties its placeholders,
/// which are names.
fn prose_of(literal: &str) -> String {
    static CONTINUATION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\\\n\s*").expect("the pattern is a constant"));
    static PLACEHOLDER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\{[a-z_0-9.]+(:[^{}]*)?\}").expect("the pattern is a constant"));
    PLACEHOLDER.replace_all(&CONTINUATION.replace_all(literal, ""), "{}").into_owned()
}

/// Returns the values of the keys that hold prose, each with its continuation lines.
fn yaml(text: &str) -> Vec<Passage> {
    static KEY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?:^|[ {])(?:statement|title|explanation|message|text|reason|note): (.*)")
            .expect("the pattern is a constant")
    });
    let lines = text.lines().collect::<Vec<_>>();
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let values =
        lines.iter().enumerate().filter(|(_, line)| !is_comment(line)).filter_map(|(index, line)| {
            let first = KEY.captures(line)?.get(1)?.as_str();
            let column = key_column(line);
            let rest = lines[index + 1..].iter().take_while(|line| key_column(line) > column);
            let value = rest.fold(first.to_owned(), |value, line| value + " " + line.trim());
            Some(passage(index, &value, Kind::Yaml))
        });
    values.collect()
}

/// Returns the column at which a line's text begins, after the dash of a list item.
fn key_column(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '-']).len()
}

fn passage(index: usize, text: &str, kind: Kind) -> Passage {
    Passage { line: index + 1, text: text.to_owned(), kind }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Passage, passages};
    use std::path::Path;

    fn found(path: &str, text: &str) -> Vec<(usize, String, Kind)> {
        let found = passages(Path::new(path), text).expect("valid Rust");
        found.into_iter().map(|Passage { line, text, kind }| (line, text, kind)).collect()
    }

    fn message(line: usize, text: &str) -> (usize, String, Kind) {
        (line, text.to_owned(), Kind::Message)
    }

    #[test]
    fn code_blocks_are_not_prose() {
        let document = |line, text: &str| (line, text.to_owned(), Kind::Document);
        assert_eq!(found("a.md", "a\n```sh\nb\n```\nc {{ d }}\n"), [document(1, "a"), document(5, "c {}")]);
    }

    #[test]
    fn declarations_and_schemas_are_documents() {
        let document = |line, text: &str| (line, text.to_owned(), Kind::Document);
        let text = "/** A b. */\nexport interface A {\n  /**\n   * C d\n   */\n  e: string; // f\n}\n";
        assert_eq!(
            found("tools/wasm/npm/index.d.ts", text),
            [document(1, "A b. */"), document(3, ""), document(4, "C d")]
        );
        let text = "{\n  \"title\": \"A\",\n  \"description\": \"B\\nc\",\n  \"type\": \"d\"\n}\n";
        assert_eq!(found("docs/json-schema/a.schema.json", text), [document(3, "B c\",")]);
    }

    #[test]
    fn comments_know_the_item_that_they_document() {
        let text = "a\n// b\n/// c\n#[must_use]\npub(crate) fn d() {}\n/// e\nstruct F;\n";
        let kinds =
            found("xtask/src/a.rs", text).into_iter().map(|(line, _, kind)| (line, kind)).collect::<Vec<_>>();
        assert_eq!(kinds, [(2, Kind::Comment), (3, Kind::FunctionComment), (6, Kind::Comment)]);
        assert_eq!(found("tools/cli/src/arguments/run.rs", "/// b\nc: u8,\n"), [message(1, "/// b")]);
    }

    #[test]
    fn string_literals_are_messages() {
        let text =
            "fn f<'a>() {\n    g(\"a {greatest:?} \\\n       b\", '\"', b\"c c\", r#\"d d\"#, \"e\");\n}\n";
        assert_eq!(found("engine/run/src/a.rs", text), [message(2, "\"a {} b\""), message(3, "r#\"d d\"#")]);
        assert_eq!(found("xtask/src/a.rs", text), []);
        assert_eq!(found("engine/run/tests/suite/a.rs", text), []);
    }

    #[test]
    fn tests_and_documentation_have_no_messages() {
        let text = "#[doc = \"a a\"]\nfn f() { \"b b\" }\n#[cfg(test)]\nmod tests { fn g() { \"c c\" } }\n";
        assert_eq!(found("engine/run/src/a.rs", text), [message(2, "\"b b\"")]);
        let text = "#[cfg(test)]\nmod tests;\nmod other { const A: &str = \"d d\"; }\n";
        assert_eq!(found("engine/run/src/a.rs", text), [message(3, "\"d d\"")]);
    }

    #[test]
    fn yaml_texts_have_their_continuation_lines() {
        let yaml = |line, text: &str| (line, text.to_owned(), Kind::Yaml);
        let text = "- { id: a,\n    code: b, statement: \"c\" }\n- code: d\n  title: e\n  explanation: >-\n    f\n    g\n  wrong: |\n    h\n# reason: i\n";
        let expected = [yaml(2, "\"c\" }"), yaml(4, "e"), yaml(5, ">- f g")];
        assert_eq!(found("spec/a.yaml", text), expected);
        assert_eq!(found("fixtures/a.yaml", text), []);
    }
}
