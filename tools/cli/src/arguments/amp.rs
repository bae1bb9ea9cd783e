//! The arguments of `amp`.

#[cfg(feature = "run")]
use super::common::ReportFormat;
use super::common::{ForConfiguration, define};
use crate::environment::Environment;
use crate::files::Patterns;
use crate::opened::Opened;
use crate::render::Format;
use clap::{Args, Subcommand, ValueEnum};
use cxx_validator::Definition;
use std::path::PathBuf;

/// The arguments of `amp`.
#[derive(Args, Debug)]
pub(crate) struct Amp {
    /// The task
    #[command(subcommand)]
    pub(crate) command: AmpCommand,
}

/// The subcommands of `amp`.
#[derive(Subcommand, Debug)]
pub(crate) enum AmpCommand {
    /// Check programs against C++ AMP 1.2
    #[command(
        after_help = "Exit status: 0 all programs accepted, 1 a program rejected, 2 a program could not be checked, or depends on types that are not known."
    )]
    Check(AmpCheck),
    /// Run a function of the host on the CPU, with the kernels that it launches, and print its arguments afterwards
    #[cfg(feature = "run")]
    #[command(
        after_help = "Exit status: 0 no faults, 1 the program is rejected, throws an exception or has faults, 2 the plan or the program can't be run."
    )]
    Run(AmpRun),
    /// Write a plan for `amp run`: the functions that launch kernels, with their parameters
    #[cfg(feature = "run")]
    #[command(after_help = "Exit status: 0 the plan was written, 2 there is no such function.")]
    Plan(AmpPlan),
    /// Translate kernels to WGSL or HLSL, with a description of their bindings
    #[command(
        after_help = "Exit status: 0 translated, 1 the program is rejected, 2 a kernel has no counterpart, or can't be found."
    )]
    Translate(AmpTranslate),
    /// List the kernels of programs: what each uses, and which targets can have it
    #[command(after_help = "Exit status: 0 all files were read, 2 a file could not be read.")]
    Inventory(AmpInventory),
}

/// The programs of a command, and the settings for reading them.
#[derive(Args, Clone, Debug)]
pub(crate) struct AmpPrograms {
    /// Files, directories (every C++ file in them that has kernels and .gitignore does not exclude), globs, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Define a macro, with its value [default: 1]
    #[arg(long = "define", short = 'D', value_name = "NAME[=VALUE]", value_parser = define)]
    defines: Vec<(String, Option<String>)>,
    /// Directory to search for included files, after the directory of the file for names in quotes; it may be outside of the package
    #[arg(long = "include", short = 'I', value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Directory outside of the package from which files may be included, including through symbolic links
    #[arg(long = "allow-dir", value_name = "DIR")]
    allowed: Vec<PathBuf>,
    /// The file with the settings of the project
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    /// The files of the configuration that are not looked for in directories.
    #[arg(skip)]
    pub(crate) excluded: Patterns,
    /// The directories of the configuration, which stay inside of the package.
    #[arg(skip)]
    pub(crate) configured: Vec<PathBuf>,
}

impl AmpPrograms {
    /// Returns the directories outside of packages that may be read.
    pub(crate) fn opened(&self) -> Opened {
        let mut opened = Opened::new(&self.allowed);
        for folder in &self.include {
            opened.add(folder);
        }
        opened
    }

    /// Returns the macros, and the headers that programs may include.
    pub(crate) fn environment(&self) -> Environment {
        let definition = |(name, value): &(String, Option<String>)| {
            let value = value.clone().unwrap_or_else(|| "1".to_owned());
            Definition { name: name.clone(), value }
        };
        let definitions = self.defines.iter().map(definition).collect();
        let options = msl_validator::Options { definitions, ..msl_validator::Options::default() };
        Environment::new(options, self.folders(), self.opened())
    }

    /// Returns the directories that are searched for included files.
    pub(crate) fn folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.include.iter().chain(&self.configured)
    }

    /// Defines a macro, unless the command line does.
    pub(crate) fn define_first(&mut self, name: &str, value: String) {
        if self.defines.iter().all(|(defined, _)| defined != name) {
            self.defines.push((name.to_owned(), Some(value)));
        }
    }
}

impl AmpCommand {
    /// The programs of the command.
    pub(crate) fn programs(&mut self) -> &mut AmpPrograms {
        match self {
            Self::Check(arguments) => &mut arguments.programs,
            #[cfg(feature = "run")]
            Self::Run(arguments) => &mut arguments.programs,
            #[cfg(feature = "run")]
            Self::Plan(arguments) => &mut arguments.programs,
            Self::Translate(arguments) => &mut arguments.programs,
            Self::Inventory(arguments) => &mut arguments.programs,
        }
    }
}

/// The arguments of `amp check`.
#[derive(Args, Debug)]
pub(crate) struct AmpCheck {
    #[command(flatten)]
    pub(crate) programs: AmpPrograms,
    /// Output format of diagnostics
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) error_format: Format,
    /// Print errors only: no notes, and no summary
    #[arg(long, short, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Also print the names of accepted programs
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

/// The arguments of `amp inventory`.
#[derive(Args, Debug)]
pub(crate) struct AmpInventory {
    #[command(flatten)]
    pub(crate) programs: AmpPrograms,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: InventoryFormat,
}

/// The output format of inventories.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum InventoryFormat {
    /// A table for each file, and a summary
    #[default]
    Text,
    /// One JSON object
    Json,
    /// A SARIF 2.1.0 log with a result for each kernel
    Sarif,
    /// A page with the tables
    Html,
}

/// The arguments of `amp translate`.
#[derive(Args, Debug)]
pub(crate) struct AmpTranslate {
    #[command(flatten)]
    pub(crate) programs: AmpPrograms,
    /// Kernel, by the name of the function that launches it or of its class; several with the same name have numbers, as in `blur_2` [default:
    /// the only one, or all with --output]
    #[arg(long, value_name = "NAME")]
    pub(crate) kernel: Option<String>,
    /// Language of the result
    #[arg(long, value_enum, default_value_t, value_name = "LANGUAGE")]
    pub(crate) to: AmpTarget,
    /// Output format for standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: super::translate::TranslationFormat,
    /// Directory to write the results to, for each kernel a program and a description in JSON [default: standard output]
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}

/// The language that kernels are translated to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum AmpTarget {
    /// WGSL
    #[default]
    Wgsl,
    /// HLSL for shader model 5.1, as naga writes it
    Hlsl,
}

/// The arguments of `amp run`.
#[cfg(feature = "run")]
#[derive(Args, Debug)]
pub(crate) struct AmpRun {
    #[command(flatten)]
    pub(crate) programs: AmpPrograms,
    /// The plan: the function to call and its arguments; see `amp plan`
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: PathBuf,
    /// Report data races, divergent barriers, out-of-bounds accesses and uses of undefined values
    #[arg(long)]
    pub(crate) strict: bool,
    /// Also run the kernels as `amp translate` writes them, and report the first difference of the results
    #[arg(long, conflicts_with = "strict")]
    pub(crate) compare_wgsl: bool,
    /// Shuffle the order of atomic operations with this seed
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Stop after this many steps; 10^10 take roughly one second on one core [default: 137438953472]
    #[arg(long, value_name = "STEPS")]
    pub(crate) fuel: Option<u64>,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
}

/// The arguments of `amp plan`.
#[cfg(feature = "run")]
#[derive(Args, Debug)]
pub(crate) struct AmpPlan {
    #[command(flatten)]
    pub(crate) programs: AmpPrograms,
}
