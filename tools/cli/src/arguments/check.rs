//! The arguments of `check`.

use super::common::{EditionName, ForConfiguration, ForMetal, ForModules, ForTarget, constant, languages};
use super::debugging::Debugging;
use crate::environment::Environment;
use crate::files::{Input, Patterns};
use crate::judgement::Question;
use crate::render::Format;
use crate::variants::{ConfiguredVariant, Variants};
use clap::{Args, ValueEnum};
use shader_language::Language;
use shader_source::diagnostic::{Diagnostic, Suggestion};
use std::path::PathBuf;
use wgsl_embedded::Host;
use wgsl_modules::Others;
use wgsl_spec::ShaderStage;
use wgsl_validator::PipelineRequest;
use wgsl_validator::advice::Advice;

/// The arguments of `check`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option that is given or not")]
pub(crate) struct Check {
    /// Files, directories (every .wgsl, .wesl, .metal and .msl file in them that .gitignore does not exclude), globs, or - for standard input
    ///
    /// Named pipes and devices are rejected; pass their content through standard input.
    #[arg(default_value = ".", value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Output format of diagnostics
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) error_format: Format,
    /// Treat a class of diagnostics as errors
    #[arg(long, value_enum, value_name = "CLASS")]
    pub(crate) deny: Vec<Deny>,
    /// Also warn about unused declarations, names that shadow builtins, and features that some implementations lack
    #[arg(long, value_enum, value_name = "CLASS", value_delimiter = ',')]
    pub(crate) warn: Vec<Warn>,
    /// Print at most this many errors [default: 50 in the format `human`, all in the others]
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_errors: Option<usize>,
    /// Also check the shaders in Rust, JavaScript, TypeScript and Markdown files in directories
    ///
    /// Files named on the command line are always checked. Only marked shaders are found: see `docs/EMBEDDED.md`.
    #[arg(long)]
    pub(crate) embedded: bool,
    #[command(flatten)]
    pub(crate) edits: Edits,
    /// Check again whenever a file in the packages changes, until interrupted
    #[arg(long, conflicts_with = "fix")]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) languages: Languages,
    /// Edition of the specification to check against
    #[arg(long, value_enum, default_value_t, value_name = "EDITION")]
    pub(crate) edition: EditionName,
    #[command(flatten)]
    pub(crate) target: ForTarget,
    #[command(flatten)]
    pub(crate) modules: ForModules,
    /// Also check module files under other definitions
    ///
    /// Names that are already defined keep their values; NAME=false excludes a name.
    #[arg(long, value_enum, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(crate) variants: Option<OtherDefinitions>,
    /// The variants of the configuration
    #[arg(skip)]
    pub(crate) configured_variants: Vec<ConfiguredVariant>,
    /// Also check a pipeline with this entry point
    #[arg(long, value_name = "NAME")]
    pub(crate) entry_point: Option<String>,
    /// Stage of the pipeline
    #[arg(long, value_enum, value_name = "STAGE")]
    pub(crate) stage: Option<StageName>,
    /// Set an override of the pipeline, by its @id or name
    #[arg(long = "constant", value_name = "NAME=NUMBER", value_parser = constant)]
    pub(crate) constants: Vec<(String, f64)>,
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    /// Files in directories to exclude, from the configuration
    #[arg(skip)]
    pub(crate) excluded: Patterns,
    /// The given command-line options that are only for one language
    #[arg(skip)]
    given: Vec<(Language, &'static str)>,
    /// Name of standard input in messages
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin_file_path: Option<PathBuf>,
    /// Print errors only, without warnings and summary
    #[arg(long, short, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print the names of accepted files, too
    #[arg(long, short)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) debugging: Debugging,
}

/// The number of errors shown at once: the first mistakes explain most of the others.
const MOST_FOR_PEOPLE: usize = 50;

/// The options that are only for one language: names of arguments, and options.
const OF_LANGUAGE: [(Language, &str, &str); 7] = [
    (Language::Wgsl, "edition", "--edition"),
    (Language::Wgsl, "target", "--target"),
    (Language::Wgsl, "warn", "--warn"),
    (Language::Wgsl, "entry_point", "--entry-point"),
    (Language::Wgsl, "stage", "--stage"),
    (Language::Wgsl, "constants", "--constant"),
    (Language::Metal, "std", "--std"),
];

impl Check {
    /// Remembers which options the command line has.
    pub(crate) fn remember_given(&mut self, given: impl Fn(&str) -> bool) {
        let is_given = OF_LANGUAGE.iter().filter(|(_, argument, _)| given(argument));
        self.given = is_given.map(|(language, _, option)| (*language, *option)).collect();
    }

    /// The language of an input.
    pub(crate) fn language(&self, input: &Input) -> Language {
        let path = match input {
            Input::Standard => self.stdin_file_path.as_deref(),
            Input::File(path) => Some(&**path),
        };
        self.languages.language.unwrap_or_else(|| path.map_or(Language::Wgsl, Language::of))
    }

    /// Returns the host languages whose files are searched for in directories.
    pub(crate) fn hosts(&self) -> &'static [Host] {
        if self.embedded && self.languages.language != Some(Language::Metal) { &Host::ALL } else { &[] }
    }

    /// The host language of an input, if it is a file that may have shaders in it.
    pub(crate) fn host(&self, input: &Input) -> Option<Host> {
        let path = match input {
            Input::Standard => self.stdin_file_path.as_deref(),
            Input::File(path) => Some(&**path),
        };
        let is_wanted = match self.languages.language {
            None => true,
            Some(Language::Wgsl) => self.embedded,
            Some(Language::Metal) => false,
        };
        path.and_then(Host::of).filter(|_| is_wanted)
    }

    /// Returns an error for a command-line option that does not apply to any input, because it would have no effect.
    ///
    /// # Errors
    /// The reason, as a sentence without full stop: an option without a program of its language, or a C++ source among shaders.
    pub(crate) fn suits(&self, inputs: &[Input]) -> Result<(), String> {
        if self.languages.language.is_none() {
            super::language::without_cxx(inputs)?;
        }
        let has = |language| inputs.iter().any(|input| self.language(input) == language);
        match self.given.iter().find(|(language, _)| !inputs.is_empty() && !has(*language)) {
            Some((language, option)) => {
                let language = language.title();
                Err(format!("{option} is only for {language}, but none of these programs is {language}"))
            }
            None => Ok(()),
        }
    }

    /// Returns the definitions under which files of modules are checked.
    pub(crate) fn variants(&self) -> Variants {
        Variants {
            configured: self.configured_variants.clone(),
            others: self.variants.map_or(Others::None, Others::from),
        }
    }

    /// Returns the settings for checking Metal programs.
    pub(crate) fn metal(&self) -> Environment {
        self.languages.metal.environment(&self.modules)
    }

    /// The number of errors to print.
    pub(crate) fn most_errors(&self) -> usize {
        self.max_errors.unwrap_or(match self.error_format {
            Format::Human => MOST_FOR_PEOPLE,
            Format::Short
            | Format::Json
            | Format::Sarif
            | Format::Github
            | Format::Gitlab
            | Format::Junit
            | Format::Gcc => usize::MAX,
        })
    }

    /// Returns what to check about each program.
    pub(crate) fn question(&self) -> Question {
        let is_wanted = |advice: &Advice| {
            let class = match advice {
                Advice::Unused => Warn::Unused,
                Advice::HidesBuiltin => Warn::HidesBuiltin,
                Advice::NotPortable => Warn::NotPortable,
            };
            self.warn.contains(&class) || self.warn.contains(&Warn::All)
        };
        let advice = Advice::ALL.into_iter().filter(is_wanted).collect();
        Question { pipeline: self.pipeline(), advice }
    }

    /// The pipeline to check, if there is one.
    fn pipeline(&self) -> Option<PipelineRequest> {
        let is_wanted = self.entry_point.is_some() || self.stage.is_some() || !self.constants.is_empty();
        is_wanted.then(|| PipelineRequest {
            stage: self.stage.map(|stage| match stage {
                StageName::Vertex => ShaderStage::Vertex,
                StageName::Fragment => ShaderStage::Fragment,
                StageName::Compute => ShaderStage::Compute,
            }),
            entry_point: self.entry_point.clone(),
            constants: self.constants.clone(),
        })
    }
}

/// The arguments that say in which languages programs are written.
#[derive(Args, Debug)]
pub(crate) struct Languages {
    /// Language of all programs; in directories, only files in this language are checked [default: msl for .metal files, wgsl for all others]
    #[arg(long, value_parser = languages(), value_name = "LANGUAGE")]
    pub(crate) language: Option<Language>,
    #[command(flatten)]
    pub(crate) metal: ForMetal,
}

/// The arguments that say how to fix programs.
#[derive(Args, Debug)]
pub(crate) struct Edits {
    /// Apply safe fixes, write the files, and print the remaining diagnostics
    ///
    /// If the input is -, the fixed text is written to standard output.
    #[arg(long)]
    pub(crate) fix: bool,
    /// With --fix or --diff, also apply unsafe fixes, which may change the program's meaning
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Print the changes that --fix would make to standard output, without writing files
    #[arg(long, conflicts_with = "fix")]
    pub(crate) diff: bool,
}

impl Edits {
    /// The suggestions to apply, if any.
    pub(crate) fn suggestions(&self) -> Option<Suggestions> {
        let suggestions = if self.unsafe_fixes { Suggestions::All } else { Suggestions::Safe };
        (self.fix || self.diff).then_some(suggestions)
    }
}

/// The suggestions to apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Suggestions {
    /// Safe edits only: a tool may apply them without asking.
    Safe,
    /// All.
    All,
}

impl Suggestions {
    /// Returns true if the suggestion of a diagnostic is to be applied, should there be one.
    pub(crate) fn contain(self, diagnostic: &Diagnostic) -> bool {
        self == Self::All || diagnostic.suggestion.as_ref().is_some_and(Suggestion::is_safe)
    }
}

/// A shader stage.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StageName {
    Vertex,
    Fragment,
    Compute,
}

/// The classes of diagnostics for `--deny`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Deny {
    /// Treat warnings as errors
    Warnings,
}

/// The definitions to try for `--variants`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OtherDefinitions {
    /// The definitions that a file needs to declare every name it uses
    Needed,
    /// All combinations of the names in a file's conditions (for many names, all pairs of values); reports when each error appears
    All,
}

impl From<OtherDefinitions> for Others {
    fn from(which: OtherDefinitions) -> Self {
        match which {
            OtherDefinitions::Needed => Self::Needed,
            OtherDefinitions::All => Self::All,
        }
    }
}

/// The classes of warnings for `--warn`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Warn {
    /// Declarations that no entry point uses, and unused values in functions
    Unused,
    /// Declarations that shadow a builtin function or a predeclared type
    HidesBuiltin,
    /// Features that an implementation of the target `portable` lacks
    NotPortable,
    /// All of the above
    All,
}

#[cfg(test)]
mod tests {
    use crate::arguments::Arguments;
    use clap::Parser as _;
    use msl_spec::Dialect;

    #[test]
    fn metal_is_judged_by_the_standard_and_the_definitions_in_their_order() {
        let metal = |words: &[&str]| {
            let words = [&["wgsl-check", "a.metal"], words].concat();
            Arguments::try_parse_from(words).expect("the arguments are right").check.metal().options
        };
        assert_eq!(metal(&[]), msl_validator::Options::default());
        let options = metal(&["--std", "ios-metal1.2", "-D", "B", "-DA=x y", "--define=B=2"]);
        assert_eq!(options.dialect, Dialect::IosMetal12);
        let definitions = options.definitions.iter().map(|it| (it.name.as_str(), it.value.as_str()));
        assert_eq!(definitions.collect::<Vec<_>>(), [("B", "1"), ("A", "x y"), ("B", "2")]);
    }

    #[test]
    fn a_standard_has_the_names_of_apple_too() {
        let dialect = |name: &str| {
            let arguments = Arguments::try_parse_from(["wgsl-check", "a.metal", "--std", name]);
            Some(arguments.ok()?.check.metal().options.dialect)
        };
        for (name, expected) in [
            ("macos-metal2.2", Some(Dialect::OsxMetal22)),
            ("ios-metal2.3", Some(Dialect::IosMetal23)),
            ("osx-metal2.4", Some(Dialect::MacosMetal24)),
            ("metal3.1", Some(Dialect::Metal31)),
            ("ios-metal3.0", None),
        ] {
            assert_eq!(dialect(name), expected, "{name}");
        }
    }
}
