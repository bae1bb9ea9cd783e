//! How programs are checked, as a client sets it.

use cxx_validator::Definition;
use msl_spec::Dialect;
use serde::Deserialize;
use serde_json::Value;
use wgsl_format::Indent;
use wgsl_modules::Defines;
use wgsl_spec::Edition;
use wgsl_validator::Options;
use wgsl_validator::advice::Advice;
use wgsl_validator::target::Target;

/// The section of a client's configuration that holds the settings.
const SECTION: &str = "wgsl-check";

/// The settings, named as the options of the command line.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
struct Record {
    /// The name of a target with adjustments: `portable,+f16`.
    target: Option<String>,
    /// `current` or `2022-04-11`.
    edition: Option<String>,
    /// The version and platform of Metal programs: `metal3.1`.
    std: Option<String>,
    /// Folders in which headers of Metal programs are looked for.
    include: Vec<String>,
    /// Names for conditions and macros of Metal, as `NAME` or `NAME=VALUE`.
    define: Vec<String>,
    /// The classes of findings that count as errors: `warnings`.
    deny: Vec<String>,
    /// The classes of warnings that are wanted besides: `unused`, `hides-builtin`, `not-portable` or `all`.
    warn: Vec<String>,
    /// How programs are formatted.
    format: Option<FormatRecord>,
}

/// How programs are formatted, named as the options of `fmt`.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(default)]
struct FormatRecord {
    /// The number of columns of a line.
    width: Option<u32>,
    /// A number of spaces, or `tab`.
    indent: Option<Value>,
}

/// How to format programs; what is not set is the default, or what an editor says of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Formatting {
    pub(crate) width: Option<u32>,
    pub(crate) indent: Option<Indent>,
}

/// How to check programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Settings {
    /// Edition and target.
    pub(crate) options: Options,
    /// Dialect and macros of Metal programs.
    pub(crate) metal: msl_validator::Options,
    /// The folders of headers, in the order of the search.
    pub(crate) include: Vec<String>,
    /// The names that conditions ask for.
    pub(crate) defines: Defines,
    /// Whether warnings count as errors.
    pub(crate) deny_warnings: bool,
    /// The classes of advice that are wanted.
    pub(crate) advice: Vec<Advice>,
    /// How to format programs.
    pub(crate) formatting: Formatting,
}

impl Settings {
    /// The settings in the options of the initialization or the configuration of a client, which may put them into a section of their
    /// own. Those of the project complete them.
    ///
    /// # Errors
    /// The reason why they are not settings, as a sentence.
    pub(crate) fn read(value: &Value, project: &Value) -> Result<Self, String> {
        let (client, mut record) = (record(value)?, record(project)?);
        record.target = client.target.filter(|it| !it.is_empty()).or(record.target);
        record.edition = client.edition.filter(|it| !it.is_empty()).or(record.edition);
        record.std = client.std.filter(|it| !it.is_empty()).or(record.std);
        record.define.extend(client.define);
        // The folders of the command line come before the folders of the project as well.
        record.include.splice(0..0, client.include);
        record.deny.extend(client.deny);
        record.warn.extend(client.warn);
        let (client, project) = (client.format.unwrap_or_default(), record.format.unwrap_or_default());
        let indent = client.indent.filter(|it| !it.is_null()).or(project.indent);
        let mut settings = Self::default();
        settings.formatting.width = client.width.filter(|it| *it > 0).or(project.width);
        settings.formatting.indent =
            indent.filter(|it| !it.is_null()).as_ref().map(indentation).transpose()?;
        if let Some(target) = record.target {
            settings.options.target = target.parse::<Target>().map_err(|error| error.to_string())?;
        }
        if let Some(edition) = record.edition {
            let known = Edition::ALL.into_iter().find(|known| known.info().name == edition);
            settings.options.edition = known.ok_or_else(|| {
                let names = Edition::ALL.map(|known| known.info().name).join(", ");
                format!("unknown edition `{edition}`, expected one of {names}")
            })?;
        }
        for define in &record.define {
            let (name, value) =
                define.split_once('=').map_or((&**define, None), |(name, value)| (name, Some(value)));
            settings.defines.define(name, value);
            let value = value.unwrap_or("1").to_owned();
            settings.metal.definitions.push(Definition { name: name.to_owned(), value });
        }
        if let Some(name) = record.std {
            let dialect = Dialect::from_name(&name);
            settings.metal.dialect = dialect.ok_or_else(|| format!("unknown standard `{name}`"))?;
        }
        settings.include = record.include;
        for class in record.deny {
            if class != "warnings" {
                return Err(format!("expected `warnings` in `deny`, found `{class}`"));
            }
            settings.deny_warnings = true;
        }
        for class in record.warn {
            let before = settings.advice.len();
            let is_meant = |advice: &Advice| class == "all" || class == advice.name();
            settings.advice.extend(Advice::ALL.into_iter().filter(is_meant));
            if settings.advice.len() == before {
                let names = Advice::ALL.map(Advice::name).join(", ");
                return Err(format!("expected {names} or all in `warn`, found `{class}`"));
            }
        }
        Ok(settings)
    }
}

/// Reads an indentation: a number or a string.
fn indentation(value: &Value) -> Result<Indent, String> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.parse().map_err(|error| format!("{error}, found `{text}` in `format.indent`"))
}

/// The settings as they are written.
fn record(value: &Value) -> Result<Record, String> {
    let value = value.get(SECTION).unwrap_or(value);
    if value.is_null() {
        return Ok(Record::default());
    }
    serde_json::from_value(value.clone()).map_err(|error| format!("invalid settings in {SECTION}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_those_of_the_command_line() {
        let value = json!({ "target": "portable,+f16", "edition": "2022-04-11", "deny": ["warnings"], "define": ["A=2", "B"], "warn": ["unused"], "std": "metal3.1", "include": ["a"], "format": { "width": 80, "indent": "tab" } });
        let settings = Settings::read(&value, &Value::Null).expect("they are right");
        assert_eq!(settings.options.target.name(), "portable,+f16");
        assert_eq!(settings.options.edition, Edition::Draft2022);
        assert!(settings.deny_warnings);
        assert_eq!(settings.advice, [Advice::Unused]);
        assert_eq!(settings.formatting, Formatting { width: Some(80), indent: Some(Indent::Tab) });
        let macros = settings.metal.definitions.iter().map(|it| (it.name.as_str(), it.value.as_str()));
        assert_eq!(macros.collect::<Vec<_>>(), [("A", "2"), ("B", "1")]);
        assert_eq!((settings.metal.dialect.name(), settings.include.len()), ("metal3.1", 1));
        assert_eq!((settings.defines.get("A"), settings.defines.holds("B")), (Some("2"), true));
        assert_eq!(Settings::read(&json!({ "wgsl-check": value }), &Value::Null), Ok(settings));
    }

    #[test]
    fn nothing_set_is_the_default() {
        for value in [Value::Null, json!({}), json!({ "wgsl-check": null }), json!({ "target": "" })] {
            assert_eq!(Settings::read(&value, &Value::Null), Ok(Settings::default()), "{value}");
        }
    }

    #[test]
    fn settings_of_the_project_complete_those_of_the_client() {
        let project = json!({ "target": "naga", "edition": "2022-04-11", "deny": ["warnings"], "warn": ["unused"], "define": ["A=1", "B=1"], "format": { "width": 80, "indent": "2" } });
        let client = json!({ "target": "portable", "edition": "", "warn": ["not-portable"], "define": ["A=2"], "format": { "indent": 3 } });
        let settings = Settings::read(&client, &project).expect("they are right");
        assert_eq!(settings.options.target.name(), "portable");
        assert_eq!(settings.options.edition, Edition::Draft2022);
        assert!(settings.deny_warnings);
        assert_eq!(settings.advice, [Advice::Unused, Advice::NotPortable]);
        assert_eq!(settings.formatting, Formatting { width: Some(80), indent: Some(Indent::Blanks(3)) });
        assert_eq!((settings.defines.get("A"), settings.defines.get("B")), (Some("2"), Some("1")));
    }

    #[test]
    fn wrong_settings_are_told() {
        for (value, told) in [
            (json!({ "target": "nothing" }), "portable"),
            (json!({ "edition": "2021" }), "2022-04-11"),
            (json!({ "std": "metal9" }), "unknown standard `metal9`"),
            (json!({ "deny": ["errors"] }), "warnings"),
            (json!({ "warn": ["errors"] }), "not-portable"),
            (json!({ "deny": 1 }), "sequence"),
            (
                json!({ "format": { "indent": "wide" } }),
                "a number of spaces up to 16, or `tab`, found `wide`",
            ),
            (json!("text"), "settings"),
        ] {
            let error = Settings::read(&value, &Value::Null).expect_err("they are wrong");
            assert!(error.contains(told), "{value}: {error}");
        }
    }
}
