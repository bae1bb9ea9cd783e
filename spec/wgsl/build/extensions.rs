//! Enable-extensions and language extensions.

use std::fmt::Write as _;

use serde::Deserialize;
use spec_build::{Anchors, Names, Source, literal, pascal};

use crate::enumeration::enumeration;

/// Where the bits of language extensions start in an `ExtensionSet`.
const FIRST_LANGUAGE_BIT: usize = 32;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    enable: Vec<Enable>,
    language: Vec<Language>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enable {
    name: String,
    feature: String,
    spec: String,
    #[serde(default)]
    implies: Vec<String>,
    #[serde(default)]
    proposed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    name: String,
    spec: String,
    #[serde(default)]
    proposed: bool,
}

pub(crate) struct Extensions {
    file: File,
    enable_anchors: Vec<String>,
    language_anchors: Vec<String>,
}

impl Extensions {
    pub(crate) fn load(source: &Source, anchors: &Anchors) -> Result<Self, String> {
        let name = "extensions.yaml";
        let file: File = source.yaml(name)?;
        let enable_anchors =
            file.enable.iter().map(|entry| anchors.expression(&entry.spec, name, &entry.name));
        let language_anchors =
            file.language.iter().map(|entry| anchors.expression(&entry.spec, name, &entry.name));
        let enable_anchors = enable_anchors.collect::<Result<_, _>>()?;
        let language_anchors = language_anchors.collect::<Result<_, _>>()?;
        Ok(Self { file, enable_anchors, language_anchors })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let enable = self.file.enable.iter().map(|entry| entry.name.as_str());
        enable.chain(self.file.language.iter().map(|entry| entry.name.as_str()))
    }

    /// The set of the enable-extensions and language extensions with these names, as an expression. `all` means all
    /// those of the specification, or all proposals.
    pub(crate) fn set(
        &self,
        enable: &[String],
        language: &[String],
        proposed: bool,
    ) -> Result<String, String> {
        let mut bits = 0u64;
        for (position, entry) in self.file.enable.iter().enumerate() {
            let is_named =
                enable.iter().any(|name| *name == entry.name || name == "all" && entry.proposed == proposed);
            bits |= u64::from(is_named) << position;
        }
        for (position, entry) in self.file.language.iter().enumerate() {
            let is_named = language
                .iter()
                .any(|name| *name == entry.name || name == "all" && entry.proposed == proposed);
            bits |= u64::from(is_named) << (position + FIRST_LANGUAGE_BIT);
        }
        for name in enable.iter().filter(|name| *name != "all") {
            self.enable(Some(name))?;
        }
        for name in language.iter().filter(|name| *name != "all") {
            self.language(Some(name))?;
        }
        Ok(format!("ExtensionSet({bits:#x})"))
    }

    pub(crate) fn is_enable(&self, name: &str) -> bool {
        self.file.enable.iter().any(|entry| entry.name == name)
    }

    /// `Some(EnableExtension::F16)` or `None`.
    pub(crate) fn enable(&self, name: Option<&String>) -> Result<String, String> {
        let Some(name) = name else { return Ok("None".to_owned()) };
        if self.file.enable.iter().any(|entry| entry.name == *name) {
            Ok(format!("Some(crate::EnableExtension::{})", pascal(name)))
        } else {
            Err(format!("`{name}` is not an enable-extension of extensions.yaml"))
        }
    }

    /// `Some(LanguageExtension::BufferView)` or `None`.
    pub(crate) fn language(&self, name: Option<&String>) -> Result<String, String> {
        let Some(name) = name else { return Ok("None".to_owned()) };
        if self.file.language.iter().any(|entry| entry.name == *name) {
            Ok(format!("Some(crate::LanguageExtension::{})", pascal(name)))
        } else {
            Err(format!("`{name}` is not a language extension of extensions.yaml"))
        }
    }

    pub(crate) fn generate(&self, names: &Names) -> Result<String, String> {
        let enable: Vec<&str> = self.file.enable.iter().map(|entry| entry.name.as_str()).collect();
        let language: Vec<&str> = self.file.language.iter().map(|entry| entry.name.as_str()).collect();
        let mut text = String::new();
        enumeration(
            &mut text,
            "EnableExtension",
            "An extension that a module enables. <https://www.w3.org/TR/WGSL/#enable-extensions-sec>",
            &enable,
            &self.enable_anchors,
            names,
        )?;
        enumeration(
            &mut text,
            "LanguageExtension",
            "A language extension. <https://www.w3.org/TR/WGSL/#language-extensions-sec>",
            &language,
            &self.language_anchors,
            names,
        )?;
        let proposed = self.file.enable.iter().filter(|entry| entry.proposed).map(|entry| &entry.name);
        is_proposed(&mut text, "EnableExtension", proposed);
        let proposed = self.file.language.iter().filter(|entry| entry.proposed).map(|entry| &entry.name);
        is_proposed(&mut text, "LanguageExtension", proposed);
        text.push_str("impl EnableExtension {\n    /// The WebGPU feature that a device needs for it.\n    #[must_use]\n    pub const fn feature(self) -> &'static str {\n        match self {\n");
        for entry in &self.file.enable {
            let _ =
                writeln!(text, "            Self::{} => {},", pascal(&entry.name), literal(&entry.feature));
        }
        text.push_str("        }\n    }\n\n    /// The extensions that it turns on besides itself.\n    #[must_use]\n    pub const fn implies(self) -> &'static [Self] {\n        match self {\n");
        for entry in &self.file.enable {
            for implied in &entry.implies {
                self.enable(Some(implied))?;
            }
            let list: Vec<String> =
                entry.implies.iter().map(|name| format!("Self::{}", pascal(name))).collect();
            let _ = writeln!(text, "            Self::{} => &[{}],", pascal(&entry.name), list.join(", "));
        }
        text.push_str("        }\n    }\n}\n");
        Ok(text)
    }
}

fn is_proposed<'a>(text: &mut String, name: &str, proposed: impl Iterator<Item = &'a String>) {
    let _ = writeln!(
        text,
        "impl {name} {{\n    /// Whether it is proposed: implementations have it, the specification does not.\n    #[must_use]\n    pub const fn is_proposed(self) -> bool {{"
    );
    let proposed: Vec<String> = proposed.map(|name| format!("Self::{}", pascal(name))).collect();
    let _ = match proposed.as_slice() {
        [] => writeln!(text, "        let _ = self;\n        false\n    }}\n}}\n"),
        proposed => writeln!(text, "        matches!(self, {})\n    }}\n}}\n", proposed.join(" | ")),
    };
}
