//! `wgsl-check.toml`: the options of a project.

use crate::arguments::{AmpPrograms, Check, Deny, EditionName, Fmt, ForConfiguration, ForModules, Warn};
use crate::files::{self, Patterns};
use crate::preamble::Preambles;
use crate::variants::{ConfiguredVariant, Variants};
use clap::ValueEnum;
use serde::Deserialize;
use serde_json::json;
use shader_source::suggest::edit_distance;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::{env, fs};
use wgsl_modules::Others;
use wgsl_validator::target::Target;

/// The name of the file, which is looked for in the working directory and those around it.
const NAME: &str = "wgsl-check.toml";

/// The keys of the file.
const KEYS: [&str; 11] = [
    "target", "edition", "deny", "warn", "exclude", "defines", "include", "preamble", "variant", "variants",
    "format",
];

/// The options of a project for wgsl-check. The command line wins.
#[derive(Deserialize, Debug, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "wgsl-check.toml"))]
#[serde(deny_unknown_fields)]
struct Content {
    /// The target to check for: text, portable, or an engine (tint, naga, webkit) or browser (chrome, firefox, safari), with adjustments
    /// (portable,+f16,workgroup-bytes=32768).
    target: Option<String>,
    /// The edition of the specification to check against.
    #[cfg_attr(test, schemars(extend("enum" = ["current", "2022-04-11"])))]
    edition: Option<String>,
    /// Classes of diagnostics that are errors.
    #[serde(default)]
    #[cfg_attr(test, schemars(extend("items" = { "type": "string", "enum": ["warnings"] })))]
    deny: Vec<String>,
    /// Classes of lints that are wanted as warnings.
    #[serde(default)]
    #[cfg_attr(test, schemars(extend("items" = { "type": "string", "enum": ["unused", "hides-builtin", "not-portable", "all"] })))]
    warn: Vec<String>,
    /// Patterns of files and directories to leave out when directories are searched, relative to this file.
    #[serde(default)]
    exclude: Vec<String>,
    /// Names that conditions of modules ask for, with their values.
    #[serde(default)]
    defines: BTreeMap<String, Definition>,
    /// Directories to search for included files, relative to this file.
    #[serde(default)]
    include: Vec<PathBuf>,
    /// Files whose text is placed before WGSL programs.
    #[serde(default)]
    preamble: Vec<Preamble>,
    /// How `fmt` and the language server format programs.
    #[serde(default)]
    format: Formatting,
    /// Lists of definitions under which files of modules are checked. A file in several of them is checked once for each.
    #[serde(default)]
    variant: Vec<VariantEntry>,
    /// Further definitions under which files of modules are checked, as by --variants: needed or all.
    #[cfg_attr(test, schemars(extend("enum" = ["needed", "all"])))]
    variants: Option<String>,
}

/// Files whose text is placed before the WGSL programs that match a pattern.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Preamble {
    /// Patterns of programs, relative to this file.
    files: Vec<String>,
    /// The files that are placed before them, in this order, relative to this file.
    preamble: Vec<PathBuf>,
}

/// How programs are formatted.
#[derive(Deserialize, Debug, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Formatting {
    /// Maximum line width in columns; 100 by default.
    width: Option<NonZeroU32>,
    /// The indentation of one level: a number of spaces up to 16, or "tab"; 4 by default.
    indent: Option<Definition>,
}

/// Definitions for some files.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct VariantEntry {
    /// The name in messages; the definitions if there is none.
    name: Option<String>,
    /// Patterns of files and directories, relative to this file.
    files: Vec<String>,
    /// Names that are defined, as a list or with their values.
    defines: VariantDefines,
}

/// Names with or without values.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a list of names, or names with values")]
enum VariantDefines {
    Names(Vec<String>),
    Values(BTreeMap<String, Definition>),
}

impl VariantDefines {
    /// The definitions as the command line writes them: `NAME` or `NAME=VALUE`.
    fn written(&self) -> Vec<String> {
        match self {
            Self::Names(names) => names.clone(),
            Self::Values(values) => {
                let written = |(name, value): (&String, &Definition)| match value {
                    Definition::Truth(true) => name.clone(),
                    value => format!("{name}={value}"),
                };
                values.iter().map(written).collect()
            }
        }
    }
}

/// The value of a name.
#[derive(Deserialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged, expecting = "expected a string, a number, true or false")]
enum Definition {
    Text(String),
    Truth(bool),
    Integer(i64),
    Number(f64),
}

/// As the command line writes it.
impl fmt::Display for Definition {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => output.write_str(text),
            Self::Truth(truth) => write!(output, "{truth}"),
            Self::Integer(number) => write!(output, "{number}"),
            Self::Number(number) => write!(output, "{number:?}"),
        }
    }
}

/// The arguments of a subcommand that a configuration completes; `None` for those that it does not have.
pub(crate) struct Open<'a> {
    pub(crate) target: Option<&'a mut Target>,
    pub(crate) edition: Option<&'a mut EditionName>,
    pub(crate) modules: &'a mut ForModules,
}

/// A configuration that was read, with its file.
struct Configuration {
    path: PathBuf,
    content: Content,
}

impl Configuration {
    /// Reads the file that the command line names, or the nearest one around the working directory.
    fn find(asked: &ForConfiguration) -> io::Result<Option<Self>> {
        if asked.no_config {
            return Ok(None);
        }
        match &asked.config {
            Some(path) => Self::read(path.clone()).map(Some),
            None => Self::around(&env::current_dir()?),
        }
    }

    /// Reads the file in the nearest of a folder and its parent directories.
    fn around(folder: &Path) -> io::Result<Option<Self>> {
        let path = folder.ancestors().map(|around| around.join(NAME)).find(|path| path.is_file());
        path.map(Self::read).transpose()
    }

    fn read(path: PathBuf) -> io::Result<Self> {
        let mut configuration = Self { path, content: Content::default() };
        let text = files::read_text(&configuration.path)
            .map_err(|error| configuration.wrong(&format!("can't be read: {}", files::reason(&error))))?;
        configuration.content = toml::from_str(&text).map_err(|error| {
            let meant = nearest_key(&text).map_or_else(String::new, |key| format!("\ndid you mean `{key}`?"));
            configuration.wrong(&format!("{}{meant}", error.to_string().trim_end()))
        })?;
        Ok(configuration)
    }

    /// The configuration as settings of the language server.
    fn settings(self) -> serde_json::Value {
        // The server has the paths of documents, which are absolute.
        let absolute = |it: &PathBuf| {
            let folder = plain_join(self.folder(), it);
            std::path::absolute(&folder).unwrap_or(folder)
        };
        let include: Vec<_> = self.content.include.iter().map(absolute).collect();
        let Content { target, edition, deny, warn, exclude: _, defines, format, .. } = self.content;
        let define: Vec<_> = defines.iter().map(|(name, value)| format!("{name}={value}")).collect();
        json!({ "target": target, "edition": edition, "deny": deny, "warn": warn, "define": define, "include": include, "format": { "width": format.width, "indent": format.indent.map(|it| it.to_string()) } })
    }

    fn wrong(&self, message: &str) -> io::Error {
        io::Error::other(format!("{}: {message}", self.path.display()))
    }

    /// The folder of the file, which paths in it are relative to.
    fn folder(&self) -> &Path {
        self.path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// Completes what the command line leaves open.
    fn complete(&self, open: Open<'_>, given: impl Fn(&str) -> bool) -> io::Result<()> {
        let content = &self.content;
        if let (Some(open), Some(target)) = (open.target, &content.target) {
            let target = target.parse().map_err(|error| self.wrong(&format!("target: {error}")))?;
            if !given("target") {
                *open = target;
            }
        }
        if let (Some(open), Some(edition)) = (open.edition, &content.edition) {
            let edition = named::<EditionName>("edition", edition).map_err(|error| self.wrong(&error))?;
            if !given("edition") {
                *open = edition;
            }
        }
        open.modules.configured = content.include.iter().map(|it| plain_join(self.folder(), it)).collect();
        open.modules.preambles = self.preambles()?;
        for (name, value) in &content.defines {
            let defined = open.modules.define_first(name, &value.to_string());
            defined.map_err(|error| self.wrong(&format!("defines: {error}")))?;
        }
        Ok(())
    }

    /// The files that are not looked for in folders.
    fn excluded(&self) -> io::Result<Patterns> {
        let excluded = Patterns::new(fs::canonicalize(self.folder())?, &self.content.exclude);
        excluded.map_err(|error| self.wrong(&format!("exclude: {error}")))
    }

    /// The lists of definitions for some files.
    fn variants(&self) -> io::Result<Vec<ConfiguredVariant>> {
        let root = fs::canonicalize(self.folder())?;
        let variant = |entry: &VariantEntry| {
            let written = entry.defines.written();
            let name = entry.name.clone().unwrap_or_else(|| written.join(", "));
            let files = Patterns::new(root.clone(), &entry.files).map_err(|error| error.to_string())?;
            let defines = ForModules::of(written.iter().map(String::as_str))?.defines();
            Ok(ConfiguredVariant { name, files, defines })
        };
        let variants: Result<_, String> = self.content.variant.iter().map(variant).collect();
        variants.map_err(|error| self.wrong(&format!("variant: {error}")))
    }

    /// The preambles of programs.
    fn preambles(&self) -> io::Result<Preambles> {
        let mut preambles = Preambles::of_folder(self.folder());
        for Preamble { files, preamble } in &self.content.preamble {
            let preamble: Vec<PathBuf> = preamble.iter().map(|it| plain_join(self.folder(), it)).collect();
            let added = preambles.add(files, &preamble);
            added.map_err(|error| self.wrong(&format!("preamble: {error}")))?;
        }
        Ok(preambles)
    }

    /// The values of a key that lists classes.
    fn classes<T: ValueEnum>(&self, key: &str, names: &[String]) -> io::Result<Vec<T>> {
        let classes = names.iter().map(|class| named(key, class));
        classes.collect::<Result<_, _>>().map_err(|error| self.wrong(&error))
    }
}

/// Completes the arguments of a subcommand; `given` says which options the command line has: those win.
///
/// # Errors
/// An unreadable file, an unknown key or value: with the file, and where TOML knows it, the place.
pub(crate) fn complete(
    asked: &ForConfiguration,
    open: Open<'_>,
    given: impl Fn(&str) -> bool,
) -> io::Result<()> {
    Configuration::find(asked)?.map_or(Ok(()), |configuration| configuration.complete(open, given))
}

/// Completes the arguments of a check, which has more of them.
///
/// # Errors
/// As those of [`complete`].
pub(crate) fn complete_check(check: &mut Check, given: impl Fn(&str) -> bool) -> io::Result<()> {
    let Some(configuration) = Configuration::find(&check.configuration)? else { return Ok(()) };
    let denied = configuration.classes::<Deny>("deny", &configuration.content.deny)?;
    if !given("deny") {
        check.deny = denied;
    }
    let wanted = configuration.classes::<Warn>("warn", &configuration.content.warn)?;
    if !given("warn") {
        check.warn = wanted;
    }
    check.excluded = configuration.excluded()?;
    check.configured_variants = configuration.variants()?;
    if let (None, Some(which)) = (check.variants, &configuration.content.variants) {
        let which = named("variants", which).map_err(|error| configuration.wrong(&error))?;
        check.variants = Some(which);
    }
    let open = Open {
        target: Some(&mut check.target.target),
        edition: Some(&mut check.edition),
        modules: &mut check.modules,
    };
    configuration.complete(open, given)
}

/// Completes the arguments for reading programs in C++ AMP.
///
/// # Errors
/// As in [`complete`].
pub(crate) fn complete_amp(programs: &mut AmpPrograms) -> io::Result<()> {
    let Some(configuration) = Configuration::find(&programs.configuration)? else { return Ok(()) };
    programs.excluded = configuration.excluded()?;
    let folder = configuration.folder();
    programs.configured = configuration.content.include.iter().map(|it| plain_join(folder, it)).collect();
    for (name, value) in &configuration.content.defines {
        // A name that is true is a macro like one of `-D`.
        let value = match value {
            Definition::Truth(truth) => u8::from(*truth).to_string(),
            Definition::Text(_) | Definition::Integer(_) | Definition::Number(_) => value.to_string(),
        };
        programs.define_first(name, value);
    }
    Ok(())
}

/// Completes the arguments of `fmt`.
///
/// # Errors
/// As in [`complete`].
pub(crate) fn complete_fmt(fmt: &mut Fmt) -> io::Result<()> {
    let Some(configuration) = Configuration::find(&fmt.configuration)? else { return Ok(()) };
    fmt.excluded = configuration.excluded()?;
    let Formatting { width, indent } = &configuration.content.format;
    fmt.width = fmt.width.or(width.map(NonZeroU32::get));
    if let Some(text) = indent {
        let configured = text
            .to_string()
            .parse()
            .map_err(|error| configuration.wrong(&format!("format.indent: {error}")))?;
        fmt.indent = fmt.indent.or(Some(configured));
    }
    Ok(())
}

/// The configuration of a project as the language server uses it.
#[derive(Clone, Debug, Default)]
pub(crate) struct ForEditor {
    /// The settings in the form of a client's.
    pub(crate) settings: serde_json::Value,
    pub(crate) variants: Variants,
    pub(crate) preambles: Preambles,
}

/// Reads the configuration in the nearest of this folder and its parent directories.
///
/// # Errors
/// An unreadable file, an unknown key or a wrong value.
pub(crate) fn for_editor(folder: &Path) -> io::Result<ForEditor> {
    let Some(configuration) = Configuration::around(folder)? else { return Ok(ForEditor::default()) };
    // An editor checks with every key: all combinations would be too slow.
    let others = if configuration.content.variants.is_some() { Others::Needed } else { Others::None };
    Ok(ForEditor {
        variants: Variants { configured: configuration.variants()?, others },
        preambles: configuration.preambles()?,
        settings: configuration.settings(),
    })
}

/// A path from a folder, as messages show it.
fn plain_join(folder: &Path, path: &Path) -> PathBuf {
    let here = env::current_dir().unwrap_or_default();
    let joined = folder.join(path);
    joined.strip_prefix(here).map_or(joined.clone(), Path::to_owned)
}

/// The key that is most like the first unknown one.
fn nearest_key(text: &str) -> Option<&'static str> {
    let content: toml::Table = text.parse().ok()?;
    let unknown = content.keys().find(|key| !KEYS.contains(&key.as_str()))?;
    let distances = KEYS.iter().filter_map(|key| Some((edit_distance(key, unknown, 2)?, *key)));
    distances.min_by_key(|(distance, _)| *distance).map(|(_, key)| key)
}

/// The value of an enumeration of the command line with this name.
fn named<T: ValueEnum>(key: &str, text: &str) -> Result<T, String> {
    T::from_str(text, false).map_err(|_| {
        let known = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let known: Vec<String> = known.map(|it| it.get_name().to_owned()).collect();
        format!("{key}: unknown value `{text}`, expected one of {}", known.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_of_the_configuration_is_that_of_the_code() {
        let schema = schemars::schema_for!(Content);
        let properties = schema.get("properties").and_then(|it| it.as_object()).expect("properties");
        let mut keys = KEYS.to_vec();
        keys.sort_unstable();
        assert_eq!(properties.keys().map(String::as_str).collect::<Vec<_>>(), keys);
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json-schema/wgsl-check.schema.json");
        if env::var_os("WGSL_BLESS").is_some() {
            fs::write(&path, &text).expect("the schema can be written");
        }
        let known = fs::read_to_string(&path).expect("the schema");
        assert!(known == text, "{} differs; `cargo xtask bless` writes it anew", path.display());
    }
}
