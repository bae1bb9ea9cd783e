//! Keywords, namespaces and headers.

use crate::{Anchors, Source, lines, literal};
use serde::Deserialize;

/// The file with the words.
const FILE: &str = "words.yaml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    keywords: Vec<Keyword>,
    namespaces: Vec<Named>,
    headers: Vec<Header>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keyword {
    name: String,
    class: Class,
    section: String,
    #[serde(default)]
    optional: bool,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
enum Class {
    Clause,
    Restriction,
    Storage,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    section: String,
    #[serde(default)]
    optional: bool,
}

/// A header, with the namespaces that it opens.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    name: String,
    section: String,
    #[serde(default)]
    optional: bool,
    namespaces: Vec<String>,
}

/// Returns the tables of words, namespaces and headers.
pub(crate) fn generate(source: &Source, anchors: &Anchors) -> Result<String, String> {
    let words: Words = source.yaml(FILE)?;
    let common = |name: &str, section: &str, optional: bool| {
        let section = anchors.expression(section, FILE, name)?;
        Ok::<_, String>(format!("name: {}, section: {section}, is_optional: {optional}", literal(name)))
    };
    if !words.keywords.is_sorted_by(|left, right| left.name < right.name) {
        return Err(format!("{FILE}: the keywords must be sorted, each once"));
    }
    let keywords = words.keywords.iter().map(|word| {
        let fields = common(&word.name, &word.section, word.optional)?;
        Ok(format!("Word {{ class: WordClass::{:?}, {fields} }}", word.class))
    });
    let namespaces = words
        .namespaces
        .iter()
        .map(|name| Ok(format!("Namespace {{ {} }}", common(&name.name, &name.section, name.optional)?)));
    let headers = words.headers.iter().map(|header| {
        let fields = common(&header.name, &header.section, header.optional)?;
        if let Some(unknown) =
            header.namespaces.iter().find(|name| words.namespaces.iter().all(|known| known.name != **name))
        {
            return Err(format!("{FILE}: {}: there is no namespace `{unknown}`", header.name));
        }
        let opened: Vec<String> = header.namespaces.iter().map(|name| literal(name)).collect();
        Ok(format!("Header {{ {fields}, namespaces: &[{}] }}", opened.join(", ")))
    });
    let tables = [
        table("The words that C++ AMP adds to C++, sorted by spelling.", "KEYWORDS", "Word", keywords)?,
        table("The namespaces of the library (1.4).", "NAMESPACES", "Namespace", namespaces)?,
        table("The headers of the library (1.4).", "HEADERS", "Header", headers)?,
    ];
    Ok(tables.join("\n"))
}

/// Returns a table with its documentation.
pub(super) fn table(
    about: &str,
    name: &str,
    row: &str,
    rows: impl Iterator<Item = Result<String, String>>,
) -> Result<String, String> {
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let count = rows.len();
    Ok(format!("/// {about}\npub static {name}: [{row}; {count}] = [\n{}];\n", lines(rows)))
}
