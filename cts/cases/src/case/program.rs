//! The programs of a case, by name.

use super::{Run, Template};
use crate::language::{Amp, Language, Msl, Wgsl};
use crate::names::{CaseRule, NeedName};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Programs of one kind, by their names, in the order of the file.
#[derive(Debug)]
pub struct Programs<T>(pub Vec<(String, T)>);

/// A program that is judged.
#[derive(Debug)]
pub struct ProgramEntry {
    /// Its source, or the file that holds it.
    pub text: ProgramText,
    /// The rules that it shows in addition to `rules` of its case.
    pub rules: Vec<CaseRule>,
    /// The extensions and features that it depends on in addition to `needs` of its case.
    pub needs: Vec<NeedName>,
    /// The standard of Metal, if it differs from the standard of its case.
    pub std: Option<String>,
    /// The key of its source, which names the language; `None` if it is the only member, or in a file of its own.
    pub key: Option<&'static str>,
}

/// The source of a program, or the file that holds it.
#[derive(Debug, Clone)]
pub enum ProgramText {
    /// The source.
    Source(String),
    /// A file, relative to the directory `fixtures`.
    File(PathBuf),
}

/// A program with further members.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ProgramWithRules")]
struct Members {
    /// The source of the program.
    wgsl: Option<String>,
    /// The source of the program, in a file of cases for Metal.
    msl: Option<String>,
    /// The source of the program, in a file of cases for C++ AMP.
    amp: Option<String>,
    /// Or the file that holds the program, relative to the directory `fixtures`.
    file: Option<PathBuf>,
    /// The rules that it shows in addition to `rules` of its case.
    #[serde(default)]
    rules: Vec<CaseRule>,
    /// The extensions and features that it depends on in addition to `needs` of its case.
    #[serde(default)]
    needs: Vec<NeedName>,
    /// The standard of Metal, if it differs from the standard of its case.
    std: Option<String>,
}

/// The program of an entry that has either `wgsl` or `file`.
fn text(wgsl: Option<&str>, file: Option<&Path>) -> Option<ProgramText> {
    match (wgsl, file) {
        (Some(text), None) => Some(ProgramText::Source(text.to_owned())),
        (None, Some(path)) => Some(ProgramText::File(path.to_owned())),
        _ => None,
    }
}

impl ProgramText {
    /// The source, if it is not in a file of its own.
    pub(super) fn source(&self) -> Option<&str> {
        match self {
            Self::Source(text) => Some(text),
            Self::File(_) => None,
        }
    }
}

impl ProgramEntry {
    /// The words that may use `${name}` for values of the matrix.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.text.source().into_iter().chain(self.std.as_deref())
    }
}

impl Template<Run> {
    /// The program; `None` unless it is given in exactly one way.
    pub(super) fn program(&self) -> Option<ProgramText> {
        let mut sources = [Wgsl::KEY, Msl::KEY, Amp::KEY].into_iter().filter_map(|key| self.text(key));
        let (source, second) = (sources.next(), sources.next());
        text(source, self.text("file").map(Path::new)).filter(|_| second.is_none())
    }
}

impl Run {
    /// The first key that does not belong to a language.
    pub(super) fn foreign_key<L: Language>(&self) -> Option<&'static str> {
        let keys_of_metal = [
            ("msl", self.msl.is_some()),
            ("threads", !self.threads.is_empty()),
            ("threadgroup", !self.threadgroup.is_empty()),
            ("threadgroup_memory", !self.threadgroup_memory.is_empty()),
        ];
        let keys_of_wgsl = [
            ("wgsl", self.wgsl.is_some()),
            ("draw", self.draw.is_some()),
            ("immediates", self.immediates.is_some()),
        ];
        let keys_of_amp = [
            ("amp", self.amp.is_some()),
            ("call", self.call.is_some()),
            ("arguments", !self.arguments.0.is_empty()),
            ("expect", !self.expect.is_empty()),
            ("without_wgsl", self.without_wgsl.is_some()),
        ];
        let shared_by_shaders = [
            ("entry_point", self.entry_point.is_some()),
            ("constants", !self.constants.is_empty()),
            ("workgroups", !self.workgroups.is_empty()),
            ("subgroup_size", self.subgroup_size.is_some()),
            ("buffers", !self.buffers.is_empty()),
            ("textures", !self.textures.is_empty()),
            ("samplers", !self.samplers.is_empty()),
        ];
        let foreign: &[&[(&'static str, bool)]] = match L::KEY {
            Amp::KEY => &[&keys_of_wgsl, &keys_of_metal, &shared_by_shaders],
            Msl::KEY => &[&keys_of_wgsl, &keys_of_amp],
            _ => &[&keys_of_metal, &keys_of_amp],
        };
        foreign.iter().copied().flatten().find(|(_, is_used)| *is_used).map(|(key, _)| *key)
    }
}

impl<T> Default for Programs<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Programs<T> {
    /// The programs without their names.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &T> {
        self.0.iter().map(|(_, entry)| entry)
    }
}

impl<T: JsonSchema> JsonSchema for Programs<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}ByName", T::schema_name()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Programs by name: lower-case words joined by hyphens.",
            "type": "object",
            "additionalProperties": generator.subschema_for::<T>()
        })
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Programs<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ProgramsVisitor(PhantomData))
    }
}

struct ProgramsVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ProgramsVisitor<T> {
    type Value = Programs<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("programs by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut programs: Vec<(String, T)> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if programs.iter().any(|(known, _)| *known == name) {
                return Err(de::Error::custom(format!("two programs have the name `{name}`")));
            }
            programs.push((name, map.next_value()?));
        }
        Ok(Programs(programs))
    }
}

impl JsonSchema for ProgramEntry {
    fn schema_name() -> Cow<'static, str> {
        "Program".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "The source of a program, or `wgsl`, `msl` or `file` with rules and needs in addition to the rules and needs of the case.",
            "anyOf": [{ "type": "string" }, generator.subschema_for::<Members>()]
        })
    }
}

impl<'de> Deserialize<'de> for ProgramEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ProgramVisitor)
    }
}

struct ProgramVisitor;

impl<'de> Visitor<'de> for ProgramVisitor {
    type Value = ProgramEntry;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("the source of a program, or `wgsl` or `file`")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<ProgramEntry, E> {
        let text = ProgramText::Source(text.to_owned());
        Ok(ProgramEntry { text, rules: Vec::new(), needs: Vec::new(), std: None, key: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ProgramEntry, A::Error> {
        let members = Members::deserialize(MapAccessDeserializer::new(map))?;
        let Members { wgsl, msl, amp, file, rules, needs, std } = members;
        let sources = [(Wgsl::KEY, wgsl), (Msl::KEY, msl), (Amp::KEY, amp)];
        let mut sources = sources.into_iter().filter_map(|(key, source)| Some((key, source?)));
        let first = sources.next();
        let (key, source) = first.filter(|_| sources.next().is_none()).unzip();
        let text = text(source.as_deref(), file.as_deref());
        let message =
            "a program must have either `wgsl` or `file`, or `msl` or `amp` in a file of that language";
        let text = text.ok_or_else(|| de::Error::custom(message))?;
        Ok(ProgramEntry { text, rules, needs, std, key })
    }
}
