//! The arguments of the subcommands that describe accepted programs.

use super::common::{
    EditionName, ForConfiguration, ForMetal, ForModules, ForTarget, ReportFormat, languages,
};
use clap::Args;
use shader_language::Language;
use std::path::{Path, PathBuf};

/// The arguments of `layout`.
#[derive(Args, Debug)]
pub(crate) struct Layout {
    /// File, or - for standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) describing: Describing,
}

/// The arguments of `reflect`.
#[derive(Args, Debug)]
pub(crate) struct Reflect {
    /// Files, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) describing: Describing,
    #[command(flatten)]
    pub(crate) target: ForTarget,
}

/// The arguments that say how programs are checked and described.
#[derive(Args, Debug)]
pub(crate) struct Describing {
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    #[command(flatten)]
    pub(crate) modules: ForModules,
    /// Language of the programs [default: msl for .metal files, wgsl for all others]
    #[arg(long, value_parser = languages(), value_name = "LANGUAGE")]
    language: Option<Language>,
    /// Output format; json has one line for each file
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
    /// Edition of the specification to check against
    #[arg(long, value_enum, default_value_t, value_name = "EDITION")]
    pub(crate) edition: EditionName,
    #[command(flatten)]
    pub(crate) metal: ForMetal,
    /// The given command-line options that are only for one language
    #[arg(skip)]
    given: Vec<(Language, &'static str)>,
}

/// The options that are only for one language: names of arguments, and options.
const OF_LANGUAGE: [(Language, &str, &str); 3] = [
    (Language::Wgsl, "edition", "--edition"),
    (Language::Wgsl, "target", "--target"),
    (Language::Metal, "std", "--std"),
];

impl Describing {
    /// Remembers which options the command line has.
    pub(crate) fn remember_given(&mut self, given: impl Fn(&str) -> bool) {
        let is_given = OF_LANGUAGE.iter().filter(|(_, argument, _)| given(argument));
        self.given = is_given.map(|(language, _, option)| (*language, *option)).collect();
    }

    /// Returns the language of a file.
    pub(crate) fn language(&self, file: &Path) -> Language {
        self.language.unwrap_or_else(|| Language::of(file))
    }

    /// Returns an error for a command-line option that is not for the language of a file.
    ///
    /// # Errors
    /// The reason, as a sentence without a full stop.
    pub(crate) fn suits(&self, file: &Path) -> Result<(), String> {
        let language = self.language(file);
        match self.given.iter().find(|(other, _)| *other != language) {
            Some((other, option)) => {
                let (other, language) = (other.title(), language.title());
                Err(format!("{option} is only for {other}, but {} is {language}", file.display()))
            }
            None => Ok(()),
        }
    }
}
