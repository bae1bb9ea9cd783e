//! `wgsl-check.toml`: the options of a project.

use crate::arguments::{Check, Deny, EditionName};
use clap::ValueEnum;
use globset::{Glob, GlobSet, GlobSetBuilder};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};
use toml::Value;

/// The name of the file, which is looked for in the working folder and those around it.
const NAME: &str = "wgsl-check.toml";

/// The content of the file.
#[derive(Deserialize, Debug, Default)]
#[serde(deny_unknown_fields)]
struct Content {
    target: Option<String>,
    edition: Option<String>,
    #[serde(default)]
    deny: Vec<String>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    defines: BTreeMap<String, Value>,
}

/// The files of folders that are left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excluded {
    /// The folder of the configuration, to which patterns are relative.
    root: PathBuf,
    patterns: GlobSet,
}

impl Excluded {
    /// Whether the file or a folder around it matches a pattern.
    pub(crate) fn contains(&self, file: &Path) -> bool {
        if self.patterns.is_empty() {
            return false;
        }
        let Ok(path) = fs::canonicalize(file) else { return false };
        let Ok(inside) = path.strip_prefix(&self.root) else { return false };
        inside.ancestors().any(|part| !part.as_os_str().is_empty() && self.patterns.is_match(part))
    }
}

/// Completes the arguments of a check with the configuration; `given` says which options the command line has: those win.
///
/// # Errors
/// An unreadable file, an unknown key or value: with the file, and where TOML knows it, the place.
pub(crate) fn complete(check: &mut Check, given: impl Fn(&str) -> bool) -> io::Result<()> {
    let Some(path) = find(check)? else { return Ok(()) };
    let wrong = |message: &str| io::Error::other(format!("{}: {}", path.display(), message.trim_end()));
    let text = fs::read_to_string(&path).map_err(|error| wrong(&format!("cannot be read: {error}")))?;
    let content: Content = toml::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
    if let Some(target) = content.target.filter(|_| !given("target")) {
        check.target.target = target.parse().map_err(|error| wrong(&format!("target: {error}")))?;
    }
    if let Some(edition) = content.edition.filter(|_| !given("edition")) {
        check.edition = named::<EditionName>("edition", &edition).map_err(|error| wrong(&error))?;
    }
    if !given("deny") {
        let classes = content.deny.iter().map(|class| named::<Deny>("deny", class));
        check.deny = classes.collect::<Result<_, _>>().map_err(|error| wrong(&error))?;
    }
    for (name, value) in &content.defines {
        check
            .modules
            .define_first(name, &written(value))
            .map_err(|error| wrong(&format!("defines: {error}")))?;
    }
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    check.excluded = Excluded {
        root: fs::canonicalize(folder)?,
        patterns: patterns(&content.exclude).map_err(|error| wrong(&format!("exclude: {error}")))?,
    };
    Ok(())
}

/// The file that the command line names, or the nearest one around the working folder.
fn find(check: &Check) -> io::Result<Option<PathBuf>> {
    if check.no_config {
        return Ok(None);
    }
    if let Some(path) = &check.config {
        return Ok(Some(path.clone()));
    }
    let folder = env::current_dir()?;
    Ok(folder.ancestors().map(|around| around.join(NAME)).find(|path| path.is_file()))
}

/// The value of an enumeration of the command line with this name.
fn named<T: ValueEnum>(key: &str, text: &str) -> Result<T, String> {
    T::from_str(text, false).map_err(|_| {
        let known = T::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        let known: Vec<String> = known.map(|it| it.get_name().to_owned()).collect();
        format!("{key}: there is no `{text}`; there are {}", known.join(", "))
    })
}

/// A value of TOML as the command line writes it.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn patterns(globs: &[String]) -> Result<GlobSet, globset::Error> {
    let mut patterns = GlobSetBuilder::new();
    for glob in globs {
        patterns.add(Glob::new(glob.trim_end_matches('/'))?);
    }
    patterns.build()
}
