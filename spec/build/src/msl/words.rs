//! Keywords, address spaces, namespaces and headers.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Source, lines, literal, method, named_enumeration, pascal};
use serde::Deserialize;

use super::availability::{Since, availability};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    keywords: Keywords,
    forbidden_names: Vec<ForbiddenName>,
    removed_features: Vec<Removed>,
    address_spaces: Vec<Named>,
    namespaces: Vec<Named>,
    headers: Vec<Header>,
    macros: BTreeMap<String, String>,
    predefined: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keywords {
    kept: Vec<String>,
    unlisted: Vec<String>,
    removed: Vec<RemovedWords>,
    alternative_tokens: BTreeMap<String, String>,
    metal: Vec<Named>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RemovedWords {
    words: Vec<String>,
    rule: String,
    feature: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForbiddenName {
    name: String,
    rule: String,
    feature: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Removed {
    rule: String,
    feature: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    section: String,
    since: Option<Since>,
}

/// A header, with its text in a file of `headers/` if it has one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    name: String,
    section: String,
    since: Option<Since>,
    text: Option<String>,
    #[serde(default)]
    names: Vec<String>,
}

impl Words {
    pub(crate) fn load(source: &Source) -> Result<Self, String> {
        source.yaml("words.yaml")
    }

    pub(crate) fn is_address_space(&self, name: &str) -> bool {
        self.address_spaces.iter().any(|row| row.name == name)
    }

    pub(crate) fn generate(&self) -> Result<String, String> {
        let mut text = String::new();
        self.generate_address_spaces(&mut text)?;
        let words = self.words()?;
        let count = words.len();
        let rows = words.iter().map(|(name, row)| format!("Word {{ name: {}, {row} }}", literal(name)));
        let about = "/// The words that are no names, sorted by spelling.\npub";
        let _ = writeln!(text, "{about} static WORDS: [Word; {count}] = [\n{}];\n", lines(rows));
        self.generate_removed(&mut text);
        let rows = self.namespaces.iter().map(Named::library_name).collect::<Result<Vec<_>, _>>()?;
        let about = "/// The namespaces of the library (6.1).\npub";
        let count = rows.len();
        let _ = writeln!(text, "{about} static NAMESPACES: [LibraryName; {count}] = [\n{}];\n", lines(rows));
        let rows = self.headers.iter().map(Header::row).collect::<Result<Vec<_>, _>>()?;
        let about = "/// The headers of the library (6.1).\npub";
        let count = rows.len();
        let _ = writeln!(text, "{about} static HEADERS: [Header; {count}] = [\n{}];\n", lines(rows));
        let tables = [
            ("MACROS", "that each header of the library defines", &self.macros),
            ("PREDEFINED", "that the compiler defines", &self.predefined),
        ];
        for (table, about, macros) in tables {
            let count = macros.len();
            let rows = macros.iter().map(|(name, value)| format!("({}, {})", literal(name), literal(value)));
            let about = format!("/// The macros {about}, sorted by name: names and values.\npub");
            let _ =
                writeln!(text, "{about} static {table}: [(&str, &str); {count}] = [\n{}];\n", lines(rows));
        }
        Ok(text)
    }

    fn words(&self) -> Result<BTreeMap<String, String>, String> {
        let mut words = BTreeMap::new();
        let mut add = |name: &String, class: String, availability: &str| {
            let row = format!("class: WordClass::{class}, availability: {availability}");
            match words.insert(name.clone(), row) {
                Some(_) => Err(format!("words.yaml: `{name}` is there twice")),
                None => Ok(()),
            }
        };
        let always = "Availability::ALWAYS";
        for name in &self.keywords.kept {
            add(name, "Cpp".to_owned(), always)?;
        }
        for name in &self.keywords.unlisted {
            add(name, "UnlistedType".to_owned(), always)?;
        }
        for row in &self.keywords.removed {
            for name in &row.words {
                add(name, format!("Removed({})", removed(&row.rule, &row.feature)), always)?;
            }
        }
        for (name, token) in &self.keywords.alternative_tokens {
            add(name, format!("Alternative({})", literal(token)), always)?;
        }
        for row in &self.keywords.metal {
            add(&row.name, "Metal".to_owned(), &availability(row.since.as_ref(), false)?)?;
        }
        Ok(words)
    }

    fn generate_address_spaces(&self, text: &mut String) -> Result<(), String> {
        let rows = &self.address_spaces;
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        named_enumeration(text, "AddressSpace", "An address space (4).", &names);
        let sections = rows.iter().map(|row| (pascal(&row.name), literal(&row.section)));
        let about = "The section that describes it.";
        method(text, "AddressSpace", about, "section(self) -> &'static str", sections);
        let available =
            rows.iter().map(|row| Ok((pascal(&row.name), availability(row.since.as_ref(), false)?)));
        let available = available.collect::<Result<Vec<_>, String>>()?;
        let about = "The versions that have it.";
        method(text, "AddressSpace", about, "availability(self) -> Availability", available);
        Ok(())
    }

    fn generate_removed(&self, text: &mut String) {
        let names = self
            .forbidden_names
            .iter()
            .map(|row| format!("({}, {})", literal(&row.name), removed(&row.rule, &row.feature)));
        let _ = writeln!(
            text,
            "/// Names that a program must not use, although the grammar knows nothing of them (1.4.4).\n\
             pub static FORBIDDEN_NAMES: [(&str, Removed); {}] = [\n{}];\n",
            self.forbidden_names.len(),
            lines(names)
        );
        let features = self.removed_features.iter().map(|row| removed(&row.rule, &row.feature));
        let _ = writeln!(
            text,
            "/// Features that are left out and have no word of their own (1.4.4).\n\
             pub static REMOVED_FEATURES: [Removed; {}] = [\n{}];\n",
            self.removed_features.len(),
            lines(features)
        );
    }
}

impl Header {
    fn row(&self) -> Result<String, String> {
        // The path is relative to the generated file.
        let text = self.text.as_ref().map_or("None".to_owned(), |file| {
            format!("Some(include_str!({}))", literal(&format!("../../headers/{file}")))
        });
        Ok(format!(
            "Header {{ name: {}, section: {}, availability: {}, text: {text}, names: &[{}] }}",
            literal(&self.name),
            literal(&self.section),
            availability(self.since.as_ref(), false)?,
            self.names.iter().map(|name| literal(name)).collect::<Vec<_>>().join(", ")
        ))
    }
}

impl Named {
    fn library_name(&self) -> Result<String, String> {
        Ok(format!(
            "LibraryName {{ name: {}, section: {}, availability: {} }}",
            literal(&self.name),
            literal(&self.section),
            availability(self.since.as_ref(), false)?
        ))
    }
}

fn removed(rule: &str, feature: &str) -> String {
    format!("Removed {{ rule: {}, feature: {} }}", literal(rule), literal(feature))
}
