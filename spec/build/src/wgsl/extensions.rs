//! Enable-extensions and language extensions.

use crate::{Anchors, Names, Rules, Source, literal, method, pascal, upper_snake};
use serde::Deserialize;

use super::enumeration::enumeration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    enable: Vec<Extension>,
    language: Vec<Extension>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Extension {
    name: String,
    /// The WebGPU feature of an enable-extension.
    feature: Option<String>,
    spec: String,
    /// The rule that a use breaks where it is not enabled or not there.
    rule: String,
    /// The rule that says so of its functions, if there is another.
    functions: Option<String>,
    #[serde(default)]
    implies: Vec<String>,
    #[serde(default)]
    proposed: bool,
    /// True if a later version of the specification has it.
    #[serde(default)]
    newer: bool,
}

/// The extensions of one kind.
struct Kind {
    /// The name of the enumeration.
    name: &'static str,
    about: &'static str,
    /// The place of its bits in an `ExtensionSet`.
    first_bit: usize,
    list: Vec<Extension>,
    anchors: Vec<String>,
    rules: Vec<ExtensionRules>,
}

/// The rules of an extension, as expressions.
struct ExtensionRules {
    uses: String,
    functions: String,
}

pub(crate) struct Extensions {
    enable: Kind,
    language: Kind,
}

impl Extensions {
    pub(crate) fn load(source: &Source, anchors: &Anchors, rules: &Rules) -> Result<Self, String> {
        let file: File = source.yaml(FILE)?;
        if let Some(wrong) = file.enable.iter().find(|entry| entry.feature.is_none()) {
            return Err(format!("{FILE}: {}: no feature", wrong.name));
        }
        let enable = Kind {
            name: "EnableExtension",
            about: "An extension that a module enables. <https://www.w3.org/TR/WGSL/#enable-extensions-sec>",
            first_bit: 0,
            anchors: anchors_of(&file.enable, anchors)?,
            rules: rules_of(&file.enable, rules)?,
            list: file.enable,
        };
        let language = Kind {
            name: "LanguageExtension",
            about: "A language extension. <https://www.w3.org/TR/WGSL/#language-extensions-sec>",
            first_bit: 32,
            anchors: anchors_of(&file.language, anchors)?,
            rules: rules_of(&file.language, rules)?,
            list: file.language,
        };
        Ok(Self { enable, language })
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.enable.names().chain(self.language.names())
    }

    /// The set of the enable-extensions and language extensions with these names, as an expression. `all` means all
    /// those of the specification, or all proposals.
    pub(crate) fn set(
        &self,
        enable: &[String],
        language: &[String],
        proposed: bool,
    ) -> Result<String, String> {
        let bits = self.enable.bits(enable, proposed)? | self.language.bits(language, proposed)?;
        Ok(format!("ExtensionSet({bits:#x})"))
    }

    /// Returns true if the specification has this language extension: not as a proposal.
    pub(crate) fn is_specified(&self, name: &str) -> bool {
        self.language.list.iter().any(|extension| extension.name == name && !extension.proposed)
    }

    pub(crate) fn is_enable(&self, name: &str) -> bool {
        self.enable.names().any(|other| other == name)
    }

    /// `Some(EnableExtension::F16)` or `None`.
    pub(crate) fn enable(&self, name: Option<&String>) -> Result<String, String> {
        self.enable.expression(name)
    }

    /// `Some(LanguageExtension::BufferView)` or `None`.
    pub(crate) fn language(&self, name: Option<&String>) -> Result<String, String> {
        self.language.expression(name)
    }

    /// The rule that a use without these extensions breaks: this one, or else that of the extension.
    pub(crate) fn needs(
        &self,
        own: Option<&String>,
        enable: Option<&String>,
        language: Option<&String>,
    ) -> Result<String, String> {
        match (own, self.rules(enable, language)) {
            (None, rules) => {
                Ok(rules.map_or_else(|| "None".to_owned(), |rules| format!("Some({})", rules.uses)))
            }
            (Some(own), Some(_)) => Ok(format!("Some(crate::rules::{})", upper_snake(own))),
            (Some(own), None) => Err(format!("`{own}` is the rule of an extension that nothing needs")),
        }
    }

    /// The rule that a call of a function without these extensions breaks.
    pub(crate) fn needed_by_function(&self, enable: Option<&String>, language: Option<&String>) -> String {
        let rules = self.rules(enable, language);
        rules.map_or_else(|| "None".to_owned(), |rules| format!("Some({})", rules.functions))
    }

    fn rules(&self, enable: Option<&String>, language: Option<&String>) -> Option<&ExtensionRules> {
        let enabled = enable.and_then(|name| self.enable.rules(name));
        enabled.or_else(|| self.language.rules(language?))
    }

    pub(crate) fn generate(&self, names: &Names) -> Result<String, String> {
        let mut text = String::new();
        self.enable.generate(&mut text, names)?;
        self.language.generate(&mut text, names)?;
        let feature = |entry: &Extension| literal(entry.feature.as_deref().unwrap_or_default());
        method(
            &mut text,
            self.enable.name,
            "The WebGPU feature that a device needs for it.",
            "feature(self) -> &'static str",
            self.enable.list.iter().map(|entry| (pascal(&entry.name), feature(entry))),
        );
        let mut implied = Vec::new();
        for entry in &self.enable.list {
            self.enable.bits(&entry.implies, false)?;
            let list: Vec<String> =
                entry.implies.iter().map(|name| format!("Self::{}", pascal(name))).collect();
            implied.push((pascal(&entry.name), format!("&[{}]", list.join(", "))));
        }
        let about = "The extensions that it turns on besides itself.";
        method(&mut text, self.enable.name, about, "implies(self) -> &'static [Self]", implied);
        Ok(text)
    }
}

const FILE: &str = "extensions.yaml";

fn anchors_of(list: &[Extension], anchors: &Anchors) -> Result<Vec<String>, String> {
    list.iter().map(|entry| anchors.expression(&entry.spec, FILE, &entry.name)).collect()
}

fn rules_of(list: &[Extension], rules: &Rules) -> Result<Vec<ExtensionRules>, String> {
    let of_each = list.iter().map(|entry| {
        let uses = rules.enforced(&entry.rule)?;
        let functions =
            entry.functions.as_ref().map_or_else(|| Ok(uses.clone()), |rule| rules.enforced(rule))?;
        Ok(ExtensionRules { uses, functions })
    });
    of_each.collect::<Result<_, String>>().map_err(|error| format!("{FILE}: {error}"))
}

impl Kind {
    fn rules(&self, name: &str) -> Option<&ExtensionRules> {
        let place = self.list.iter().position(|entry| entry.name == name)?;
        Some(&self.rules[place])
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|entry| entry.name.as_str())
    }

    fn expression(&self, name: Option<&String>) -> Result<String, String> {
        match name {
            None => Ok("None".to_owned()),
            Some(name) if self.names().any(|other| other == name) => {
                Ok(format!("Some(crate::{}::{})", self.name, pascal(name)))
            }
            Some(name) => Err(format!("`{name}` is not an {} of {FILE}", self.name)),
        }
    }

    fn bits(&self, names: &[String], proposed: bool) -> Result<u64, String> {
        for name in names.iter().filter(|name| *name != "all") {
            self.expression(Some(name))?;
        }
        let has_all = names.iter().any(|name| name == "all");
        let is_named =
            |entry: &Extension| names.contains(&entry.name) || has_all && entry.proposed == proposed;
        let bits = self.list.iter().zip(self.first_bit..).filter(|(entry, _)| is_named(entry));
        Ok(bits.fold(0, |bits, (_, place)| bits | 1 << place))
    }

    fn generate(&self, text: &mut String, names: &Names) -> Result<(), String> {
        let members: Vec<&str> = self.names().collect();
        enumeration(text, self.name, self.about, &members, &self.anchors, names)?;
        method(
            text,
            self.name,
            "Whether it is proposed: implementations have it, the specification does not.",
            "is_proposed(self) -> bool",
            self.list.iter().map(|entry| (pascal(&entry.name), entry.proposed.to_string())),
        );
        method(
            text,
            self.name,
            "Returns true if a specification newer than these tables has it.",
            "is_newer(self) -> bool",
            self.list.iter().map(|entry| (pascal(&entry.name), entry.newer.to_string())),
        );
        let rules = self.rules.iter().map(|rules| rules.uses.clone());
        method(
            text,
            self.name,
            "The rule that a use breaks where it is not enabled or not there.",
            "rule(self) -> &'static crate::Rule",
            self.list.iter().map(|entry| pascal(&entry.name)).zip(rules),
        );
        Ok(())
    }
}
