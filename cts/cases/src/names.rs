//! Names in cases that must be known: what is misspelt is refused where it stands.

use crate::vocabulary::ExecutorKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use shader_source::Inventory;
use webgpu_model::Feature;
use wgsl_spec::{Edition, EnableExtension, INVENTORY, LanguageExtension, Rule, Section, ShaderStage};
use wgsl_validator::needs::Extension;
use wgsl_validator::target::Target;

/// The inventories of the languages of cases.
const INVENTORIES: [&Inventory; 3] = [&INVENTORY, &msl_spec::INVENTORY, &amp_spec::INVENTORY];

/// Makes a type that is read from a string by a function, so that a misspelt name is an error at its place.
macro_rules! name {
    ($(#[$meta:meta])* $name:ident($inner:ty), $parse:expr) => {
        $(#[$meta])*
        #[derive(Deserialize, JsonSchema, Debug, Clone, PartialEq)]
        #[serde(try_from = "String")]
        #[schemars(with = "String")]
        pub struct $name(pub $inner);

        impl TryFrom<String> for $name {
            type Error = String;

            fn try_from(name: String) -> Result<Self, String> {
                let parse: fn(&str) -> Result<$inner, String> = $parse;
                parse(&name).map(Self)
            }
        }
    };
}

name!(
    /// The id of a rule of the inventory.
    #[derive(Copy, Eq, Hash)]
    RuleName(&'static Rule),
    |name| INVENTORY.rule(name).ok_or_else(|| unknown("rule", name, INVENTORY.rules.iter().map(|rule| rule.id)))
);

name!(
    /// The id of a rule of one of the languages: it is read before the language of its file is known.
    #[derive(Copy)]
    CaseRule(&'static Rule),
    |name| {
        let rule = INVENTORIES.iter().find_map(|inventory| inventory.rule(name));
        let known = INVENTORIES.iter().flat_map(|inventory| inventory.rules).map(|rule| rule.id);
        rule.ok_or_else(|| unknown("rule", name, known))
    }
);

impl Serialize for CaseRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.id)
    }
}

name!(
    /// A section of the specification of the language of the file: an anchor without `#` of WGSL, the number of a section of Metal or
    /// C++ AMP.
    #[derive(Copy)]
    CaseAnchor(&'static Section),
    |name| {
        let section = INVENTORIES.iter().find_map(|inventory| inventory.section(name));
        let known = INVENTORY.sections.iter().map(|section| section.id);
        section.ok_or_else(|| unknown("anchor", name, known))
    }
);

impl Serialize for RuleName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.id)
    }
}

name!(
    /// An edition: `current` or `2022-04-11`.
    #[derive(Default)]
    EditionName(Edition),
    |name| match name {
        "current" => Ok(Edition::Current),
        "2022-04-11" => Ok(Edition::Draft2022),
        _ => Err(unknown("edition", name, ["current", "2022-04-11"])),
    }
);

name!(
    /// A target, as the option `--target` of `wgsl-check` has it.
    TargetName(Target),
    |name| name.parse().map_err(|error| format!("{error}"))
);

name!(
    /// A stage: `vertex`, `fragment` or `compute`.
    StageName(ShaderStage),
    |name| {
        let known = ShaderStage::ALL;
        let named = known.into_iter().find(|stage| stage.name() == name);
        named.ok_or_else(|| unknown("stage", name, known.map(ShaderStage::name)))
    }
);

name!(
    /// The name of an executor of the suite.
    ExecutorName(ExecutorKind),
    |name| {
        let known = ExecutorKind::ALL.map(ExecutorKind::name);
        ExecutorKind::by_name(name).ok_or_else(|| unknown("executor", name, known))
    }
);

name!(
    /// The name of an enable-extension, of a language extension, or of a feature of devices.
    NeedName(Need),
    |name| {
        let enable = EnableExtension::ALL.into_iter().map(Extension::Enable);
        let extensions = enable.chain(LanguageExtension::ALL.into_iter().map(Extension::Language));
        let features = Feature::ALL.iter().copied().map(Need::Feature);
        let known: Vec<_> = extensions.map(Need::Extension).chain(features).collect();
        let named = known.iter().copied().find(|need| need.name() == name);
        named.ok_or_else(|| unknown("extension or feature", name, known.iter().map(|need| need.name())))
    }
);

/// A requirement of a program that not every implementation meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// An extension of the language.
    Extension(Extension),
    /// A feature of the device that executes the program. Its judgement does not depend on it.
    Feature(Feature),
}

impl Need {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Extension(extension) => extension.name(),
            Self::Feature(feature) => feature.name(),
        }
    }
}

/// Says that there is no such name, and which known one may be meant.
pub(crate) fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match similar::get_close_matches(name, &known, 1, 0.6).first() {
        Some(close) => format!("unknown {what} `{name}`; did you mean `{close}`?"),
        None => format!("unknown {what} `{name}`"),
    }
}
