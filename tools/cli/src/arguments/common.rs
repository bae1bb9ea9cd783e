//! Options shared by several subcommands.

use super::hinted::hinted;
use crate::environment::Environment;
use crate::modules::Surroundings;
use crate::opened::Opened;
use crate::paths::identity;
use crate::preamble::Preambles;
use crate::specification::Specification;
use crate::variants::Variants;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use cxx_validator::Definition;
use msl_spec::Dialect;
use shader_language::Language;
use std::path::PathBuf;
use std::{env, io};
use wgsl_modules::Defines;
use wgsl_spec::TargetRow;
use wgsl_validator::target::Target;

/// The target of a check.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ForTarget {
    /// Target to check for: text, portable, or an engine (tint, naga, webkit) or browser (chrome, firefox, safari), with adjustments (portable,+f16,workgroup-bytes=32768)
    #[arg(
        long,
        value_name = "TARGET",
        default_value_t,
        value_parser = hinted::<Target>(target_names),
        hide_possible_values = true
    )]
    pub(crate) target: Target,
}

/// Returns the names of targets and browsers, without adjustments.
fn target_names() -> Vec<&'static str> {
    TargetRow::all().iter().flat_map(|row| [Some(row.name), row.browser]).flatten().collect()
}

/// The configuration of the project.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ForConfiguration {
    /// Configuration file of the project [default: wgsl-check.toml in the working directory or a parent directory]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Ignore the configuration
    #[arg(long)]
    pub(crate) no_config: bool,
}

/// Arguments for multi-file programs and for the preprocessors.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ForModules {
    /// Define a name for module conditions (@if(NAME), #ifdef NAME), or a macro, with its value [default: true, in Metal 1]
    #[arg(long = "define", short = 'D', value_name = "NAME[=VALUE]", value_parser = define)]
    defines: Vec<(String, Option<String>)>,
    /// Directory outside of the package from which files may be imported, including through symbolic links
    ///
    /// The package is the nearest parent directory with a wesl.toml, or else the repository. Files of the dependencies in wesl.toml may be imported as well.
    #[arg(long = "allow-dir", value_name = "DIR")]
    allowed: Vec<PathBuf>,
    /// Directory to search for included files, after the directory of the file for names in quotes; it may be outside of the package
    #[arg(long = "include", short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// WGSL file to put before each program; can be given several times, and the order is kept
    #[arg(long = "preamble", value_name = "FILE")]
    preamble: Vec<PathBuf>,
    /// Directories of the configuration, which come after the directories of -I, and are not allowed if they are outside of the package
    #[arg(skip)]
    pub(crate) configured: Vec<PathBuf>,
    /// Preambles of the configuration
    #[arg(skip)]
    pub(crate) preambles: Preambles,
}

impl ForModules {
    /// Parses definitions in the form of the command line.
    ///
    /// # Errors
    /// Fails at the first one whose name is invalid.
    pub(crate) fn of<'a>(written: impl Iterator<Item = &'a str>) -> Result<Self, String> {
        Ok(Self { defines: written.map(define).collect::<Result<_, _>>()?, ..Self::default() })
    }

    /// Defines a name before the names of the command line, which take precedence.
    ///
    /// # Errors
    /// The name is invalid.
    pub(crate) fn define_first(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.defines.insert(0, define(&format!("{name}={value}"))?);
        Ok(())
    }

    /// Returns the directories outside of packages that may be imported and included from.
    pub(crate) fn opened(&self) -> Opened {
        let mut opened = Opened::new(&self.allowed);
        for folder in &self.include {
            opened.add(folder);
        }
        opened
    }

    /// Returns the directories to search for included files.
    fn include(&self) -> impl Iterator<Item = &PathBuf> {
        self.include.iter().chain(&self.configured)
    }

    /// Returns the settings that multi-file programs are assembled with.
    ///
    /// # Errors
    /// A preamble that is not a file.
    pub(crate) fn surroundings(&self) -> io::Result<Surroundings> {
        Ok(Surroundings {
            defines: self.defines(),
            opened: self.opened(),
            include: self.include().map(|folder| identity(folder)).collect(),
            preambles: if self.preamble.is_empty() {
                self.preambles.clone()
            } else {
                Preambles::of_all(&self.preamble)?
            },
            variants: Variants::default(),
        })
    }

    /// Returns the defined names with their values.
    pub(crate) fn defines(&self) -> Defines {
        let mut defines = Defines::default();
        for (name, value) in &self.defines {
            defines.define(name, value.as_deref());
        }
        defines
    }

    /// Returns the defined names as Metal macros.
    pub(crate) fn macros(&self) -> Vec<Definition> {
        let definition = |(name, value): &(String, Option<String>)| {
            let value = value.clone().unwrap_or_else(|| "1".to_owned());
            Definition { name: name.clone(), value }
        };
        self.defines.iter().map(definition).collect()
    }
}

/// The settings for checking Metal programs.
#[derive(Args, Clone, Debug)]
pub(crate) struct ForMetal {
    /// Version and platform of Metal programs, or the dialect that naga writes
    #[arg(long, value_parser = dialects(), value_name = "STANDARD", default_value = Dialect::OsxMetal22.name())]
    std: Dialect,
}

impl ForMetal {
    /// Returns the options of the validator, with defined names as macros, and the headers that programs may include.
    pub(crate) fn environment(&self, modules: &ForModules) -> Environment {
        let options = msl_validator::Options { dialect: self.std, definitions: modules.macros() };
        Environment::new(options, modules.include(), modules.opened())
    }
}

/// Parses the name of a language.
pub(super) fn languages() -> impl TypedValueParser<Value = Language> {
    let help = |language: Language| match language {
        Language::Wgsl => "The WebGPU Shading Language",
        Language::Metal => "The Metal Shading Language 2.2",
    };
    let value = |language: Language| {
        PossibleValue::new(language.name()).aliases(language.alias()).help(help(language))
    };
    // The parser only accepts names of languages.
    PossibleValuesParser::new(Language::ALL.map(value)).map(|name| Language::named(&name).unwrap_or_default())
}

/// Parses the name of a language with a specification.
pub(super) fn specifications() -> impl TypedValueParser<Value = Specification> {
    let value = |it: Specification| PossibleValue::new(it.name()).aliases(it.alias()).help(it.title());
    // The parser only accepts names of languages.
    let first = Specification::Of(Language::Wgsl);
    PossibleValuesParser::new(Specification::ALL.map(value))
        .map(move |name| Specification::named(&name).unwrap_or(first))
}

/// Parses the name of a dialect.
fn dialects() -> impl TypedValueParser<Value = Dialect> {
    let value = |dialect: Dialect| PossibleValue::new(dialect.name()).aliases(dialect.others());
    let names = PossibleValuesParser::new(Dialect::ALL.map(value));
    names.try_map(|name| Dialect::from_name(&name).ok_or("unknown dialect"))
}

/// Parses `NAME=NUMBER`; `true` and `false` are 1 and 0.
pub(super) fn constant(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    let value = match value.trim() {
        "true" => 1.0,
        "false" => 0.0,
        number => number.parse().map_err(|_| format!("`{number}` is not a number"))?,
    };
    Ok((name.trim().to_owned(), value))
}

/// Parses `X,Y,Z`; missing numbers are 1.
pub(super) fn numbers(text: &str) -> Result<[u32; 3], String> {
    let counts: Option<Vec<u32>> = text.split(',').map(|count| count.trim().parse().ok()).collect();
    match counts.as_deref() {
        Some([x]) => Ok([*x, 1, 1]),
        Some([x, y]) => Ok([*x, *y, 1]),
        Some([x, y, z]) => Ok([*x, *y, *z]),
        _ => Err("expected X, X,Y or X,Y,Z".to_owned()),
    }
}

/// Parses `NUMBER=BYTES`.
pub(super) fn memory(text: &str) -> Result<(u32, u32), String> {
    let sizes =
        text.split_once('=').and_then(|(number, bytes)| Some((number.parse().ok()?, bytes.parse().ok()?)));
    sizes.ok_or_else(|| "expected NUMBER=BYTES".to_owned())
}

/// Parses `NAME` or `NAME=VALUE`.
pub(super) fn define(text: &str) -> Result<(String, Option<String>), String> {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
        None => (text.trim(), None),
    };
    let is_name = name.chars().all(|it| it.is_alphanumeric() || it == '_')
        && name.starts_with(|first: char| !first.is_ascii_digit());
    is_name.then(|| (name.to_owned(), value)).ok_or_else(|| format!("`{name}` is not a valid name"))
}

/// The output format of reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Tables
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// The editions of the specification by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum EditionName {
    /// The current specification
    #[default]
    Current,
    /// The Working Draft of 11 April 2022
    #[value(name = "2022-04-11")]
    Draft2022,
}

impl From<EditionName> for wgsl_spec::Edition {
    fn from(name: EditionName) -> Self {
        match name {
            EditionName::Current => Self::Current,
            EditionName::Draft2022 => Self::Draft2022,
        }
    }
}

/// When output is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set, or if `CLICOLOR_FORCE` or `FORCE_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Applies the choice to all output of this process.
    pub(crate) fn apply(self) {
        // Node.js and GitHub Actions use `FORCE_COLOR`; `anstream` handles the other variables.
        let is_forced = || {
            env::var_os("FORCE_COLOR").is_some_and(|value| !value.is_empty() && value != "0")
                && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        };
        match self {
            Self::Auto if is_forced() => anstream::ColorChoice::Always,
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
