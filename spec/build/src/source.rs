//! Reads the data files, and spells names for all generators.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// The folder that holds the data.
pub(crate) struct Source {
    root: PathBuf,
}

impl Source {
    /// Reads from the directory of a language: `spec/wgsl`.
    pub(crate) fn new(root: PathBuf) -> Self {
        Self { root }
    }

    /// The contents of one file.
    pub(crate) fn text(&self, file: &str) -> Result<String, String> {
        fs::read_to_string(self.root.join(file)).map_err(|error| format!("{file}: {error}"))
    }

    /// One YAML file.
    pub(crate) fn yaml<T: DeserializeOwned>(&self, file: &str) -> Result<T, String> {
        serde_yaml::from_str(&self.text(file)?).map_err(|error| format!("{file}: {error}"))
    }

    /// The YAML files of a folder, sorted by name: one list with the file of each entry.
    pub(crate) fn folder<T: DeserializeOwned>(&self, folder: &str) -> Result<Vec<(String, T)>, String> {
        let entries = fs::read_dir(self.root.join(folder)).map_err(|error| format!("{folder}: {error}"))?;
        let mut files: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "yaml"))
            .collect();
        files.sort();
        let mut all = Vec::new();
        for name in files {
            let file = format!("{folder}/{name}");
            let list: Vec<T> = self.yaml(&file)?;
            all.extend(list.into_iter().map(|entry| (file.clone(), entry)));
        }
        Ok(all)
    }
}

/// `textureSample` as `TEXTURE_SAMPLE`, `dot4U8Packed` as `DOT4_U8_PACKED`, `abs-float-builtin` as
/// `ABS_FLOAT_BUILTIN`: an underscore before a capital that follows a small letter or a digit, and in place of each
/// character that identifiers can't have.
pub(crate) fn upper_snake(name: &str) -> String {
    let mut text = String::new();
    let mut previous = '_';
    for character in name.chars() {
        if character.is_ascii_uppercase() && (previous.is_ascii_lowercase() || previous.is_ascii_digit()) {
            text.push('_');
        }
        text.push(if character.is_ascii_alphanumeric() { character.to_ascii_uppercase() } else { '_' });
        previous = character;
    }
    if text.starts_with(|character: char| character.is_ascii_digit()) {
        text.insert(0, '_');
    }
    text
}

/// `frag_depth` as `FragDepth`, `type/no-matching-overload` as `TypeNoMatchingOverload`, `pack4xI8` as `Pack4xI8`.
pub(crate) fn pascal(name: &str) -> String {
    let mut text = String::new();
    let mut start = true;
    for character in name.chars() {
        if !character.is_ascii_alphanumeric() {
            start = true;
        } else if start {
            text.push(character.to_ascii_uppercase());
            start = false;
        } else {
            text.push(character);
        }
    }
    text
}

/// A Rust string literal.
pub(crate) fn literal(text: &str) -> String {
    format!("{text:?}")
}

/// The items of an array literal, one per line.
pub(crate) fn lines(items: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    for item in items {
        let _ = writeln!(text, "    {item},");
    }
    text
}

/// An enumeration whose members have names in the specification, with `ALL` and `name()`.
pub(crate) fn named_enumeration(text: &mut String, name: &str, about: &str, members: &[&str]) {
    let _ = writeln!(
        text,
        "/// {about}\n#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]\n#[repr(u8)]\npub enum {name} {{"
    );
    for member in members {
        let _ = writeln!(text, "    /// `{member}`\n    {},", pascal(member));
    }
    text.push_str("}\n\n");
    names_of_variants(text, name, members.iter().map(|member| (pascal(member), *member)));
}

/// `ALL` and `name()` of an enumeration, from its variants with their names in the specification.
pub(crate) fn names_of_variants<'a>(
    text: &mut String,
    enumeration: &str,
    variants: impl Iterator<Item = (String, &'a str)> + Clone,
) {
    let all: Vec<String> = variants.clone().map(|(variant, _)| format!("Self::{variant}")).collect();
    let _ = writeln!(
        text,
        "impl {enumeration} {{\n    /// All of them in the order of the specification.\n    pub const ALL: [Self; {}] = [{}];\n}}\n",
        all.len(),
        all.join(", ")
    );
    let names = variants.map(|(variant, name)| (variant, literal(name)));
    method(text, enumeration, "Its name in the specification.", "name(self) -> &'static str", names);
}

/// `ALL` and `get()` of the numbers of the rows of a table.
pub(crate) fn numbered(text: &mut String, name: &str, row: &str, table: &str, count: usize) {
    let _ = write!(
        text,
        "impl {name} {{\n    /// All of them in the order of their numbers.\n    pub const ALL: [Self; {count}] = {{\n        \
         let mut all = [Self(0); {count}];\n        let mut index = 0;\n        while index < {count} {{\n            \
         all[index] = Self(index as u16);\n            index += 1;\n        }}\n        all\n    }};\n\n    \
         /// The entry with this number.\n    #[must_use]\n    pub fn get(self) -> &'static {row} {{\n        \
         &{table}[self.0 as usize]\n    }}\n}}\n\n"
    );
}

/// A method of an enumeration that has a value for each variant.
pub(crate) fn method(
    text: &mut String,
    enumeration: &str,
    about: &str,
    signature: &str,
    values: impl IntoIterator<Item = (String, String)>,
) {
    let _ = writeln!(
        text,
        "impl {enumeration} {{\n    /// {about}\n    #[must_use]\n    pub const fn {signature} {{\n        match self {{"
    );
    for (variant, value) in values {
        let _ = writeln!(text, "            Self::{variant} => {value},");
    }
    text.push_str("        }\n    }\n}\n\n");
}
