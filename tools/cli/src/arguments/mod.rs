//! The command line, declared.

mod amp;
mod check;
mod common;
mod debugging;
mod description;
#[cfg(feature = "run")]
mod draw;
mod examples;
mod format;
mod hinted;
mod language;
mod minify;
#[cfg(feature = "run")]
mod resource;
#[cfg(feature = "run")]
mod run;
mod translate;
#[cfg(feature = "translate-check")]
mod translate_check;

use crate::render::Format;
use crate::specification::Specification;
pub(crate) use amp::{
    Amp, AmpCheck, AmpCommand, AmpInventory, AmpPrograms, AmpTarget, AmpTranslate, InventoryFormat,
};
#[cfg(feature = "run")]
pub(crate) use amp::{AmpPlan, AmpRun};
pub(crate) use check::{Check, Deny, Suggestions, Warn};
use clap::{Args, CommandFactory as _, Parser, Subcommand};
pub(crate) use common::EditionName;
use common::{Color, constant, specifications};
pub(crate) use common::{ForConfiguration, ForMetal, ForModules, ForTarget, ReportFormat};
pub(crate) use debugging::Dump;
pub(crate) use description::{Describing, Layout, Reflect};
#[cfg(feature = "run")]
pub(crate) use draw::Attachment;
pub(crate) use examples::examples;
pub(crate) use format::Fmt;
pub(crate) use language::with_language;
pub(crate) use minify::Minify;
#[cfg(feature = "run")]
pub(crate) use resource::{At, Bind, ResourceArgument, Table, is_picture};
#[cfg(feature = "run")]
pub(crate) use run::{BeyondName, ElementArgument, Form, Out, Place, Run, TraceArgument};
use std::path::PathBuf;
pub(crate) use translate::{Translate, TranslationFormat};
#[cfg(feature = "translate-check")]
pub(crate) use translate_check::TranslateCheck;

/// Checks WGSL and Metal programs, and reports the rule of the specification that an invalid program breaks.
#[derive(Parser, Debug)]
#[command(
    name = "wgsl-check",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Exit status: 0 all programs accepted, 1 a program rejected, 2 a program could not be checked."
)]
pub(crate) struct Arguments {
    /// The subcommand; `check` by default.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The arguments of the default subcommand.
    #[command(flatten)]
    pub(crate) check: Check,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN", global = true)]
    pub(crate) color: Color,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Check files (the default subcommand)
    Check(Check),
    /// Check C++ AMP programs, and list their kernels
    Amp(Amp),
    /// Explain a diagnostic code or a rule, with an invalid and a valid example
    Explain(Explain),
    /// List the rules of the specification, or search them
    Rules(Rules),
    /// Print a program as plain WGSL, with imports, includes, conditions, macros and preambles resolved
    Expand(Expand),
    /// Print the memory layout of structures, with padding, and the resource bindings
    Layout(Layout),
    /// Describe the entry points, overrides, resources and structures of programs for the host
    Reflect(Reflect),
    /// Check that a vertex and a fragment entry point match in a render pipeline
    Link(Link),
    /// List the extensions, features and limits that a program requires, and the targets that accept it
    Portability(Portability),
    /// Rewrite WGSL programs from 2021 and 2022 in the current language
    Migrate(Migrate),
    /// Format WGSL and WESL programs
    Fmt(Fmt),
    /// Minify a WGSL program: remove comments, whitespace and unused declarations, and shorten names
    Minify(Minify),
    /// Translate a function of a Metal program to WGSL, with a table of its bindings
    Translate(Translate),
    /// Run a compute shader, or draw, on the reference executor and print the results
    #[cfg(feature = "run")]
    Run(Box<Run>),
    /// Run a compute shader (not supported by this build)
    #[cfg(not(feature = "run"))]
    Run {
        /// Ignored
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
    /// Prove that naga's Metal output is valid and computes the same as the WGSL program
    #[cfg(feature = "translate-check")]
    TranslateCheck(TranslateCheck),
    /// Prove naga's Metal output (not supported by this build)
    #[cfg(not(feature = "translate-check"))]
    TranslateCheck {
        /// Ignored
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
    /// Serve requests on standard input and output, one JSON object per line
    Serve(Serve),
    /// Run the language server, on standard input and output
    Lsp(Lsp),
    /// Run the debugger, which speaks the Debug Adapter Protocol on standard input and output
    #[cfg(feature = "run")]
    Dap,
    /// Print a shell completion script
    Completions {
        /// Shell to complete for
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print a manual page in roff format
    Man(Man),
}

/// The arguments of `man`.
#[derive(Args, Debug)]
pub(crate) struct Man {
    /// Command whose page to print [default: wgsl-check itself]
    pub(crate) command: Option<String>,
    /// Write the pages of all commands to this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(crate) directory: Option<PathBuf>,
}

/// The declaration of the command line.
pub(crate) fn command() -> clap::Command {
    examples::with_examples(Arguments::command())
}

impl Arguments {
    /// Returns the subcommand that was probably meant by the first path to check if that doesn't exist. What follows it are paths for the command.
    pub(crate) fn meant_command(&self) -> Option<String> {
        let path = self.check.paths.first()?;
        let word = path
            .to_str()
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-'))?;
        if self.command.is_some() || word == "-" || path.exists() {
            return None;
        }
        let command = Self::command();
        let names = command.get_subcommands().map(clap::Command::get_name);
        shader_source::suggest::Suggestions::default().closest(word, names).map(str::to_owned)
    }
}

/// The arguments of `serve`.
#[derive(Args, Debug)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) target: ForTarget,
    /// Maximum number of bytes that requests can keep, in total
    #[cfg(feature = "run")]
    #[arg(long, value_name = "COUNT", default_value_t = 1 << 30)]
    kept_bytes: u64,
    /// Maximum number of bytes of the resources of a request, in total
    #[cfg(feature = "run")]
    #[arg(long, value_name = "COUNT", default_value_t = 1 << 32)]
    request_bytes: u64,
    /// Maximum number of steps of an execution, whatever its request says [default: no limit]
    #[cfg(feature = "run")]
    #[arg(long, value_name = "STEPS")]
    most_fuel: Option<u64>,
}

impl Serve {
    /// How to answer requests.
    pub(crate) fn options(&self) -> wgsl_check_protocol::Options {
        wgsl_check_protocol::Options {
            target: self.target.target.clone(),
            #[cfg(feature = "run")]
            limits: wgsl_check_protocol::Limits {
                kept_bytes: self.kept_bytes,
                request_bytes: self.request_bytes,
                fuel: self.most_fuel.unwrap_or(u64::MAX),
            },
        }
    }
}

/// The arguments of `lsp`. The editor's first message contains the settings.
#[derive(Args, Debug)]
pub(crate) struct Lsp {
    /// Ignored: editors pass it to all servers, and it is the only transport
    #[arg(long, hide = true)]
    stdio: bool,
}

/// The arguments of `explain`.
#[derive(Args, Debug)]
pub(crate) struct Explain {
    /// Diagnostic code (type/no-matching-overload), name of a rule, or fault of `run --strict` (data-race)
    #[arg(required_unless_present = "list", value_parser = hinted::hinted::<String>(crate::codes::names), hide_possible_values = true)]
    pub(crate) code: Option<String>,
    /// List all codes with their titles
    #[arg(long, conflicts_with = "code")]
    pub(crate) list: bool,
    /// Language of the codes and rules [default: the first of wgsl, metal and amp that has the name]
    #[arg(long, value_parser = specifications(), value_name = "LANGUAGE")]
    pub(crate) language: Option<Specification>,
}

/// The arguments of `rules`.
#[derive(Args, Debug)]
pub(crate) struct Rules {
    /// List the rules with these words in their name, code, statement or section [default: all rules]
    pub(crate) words: Vec<String>,
    /// Language of the rules
    #[arg(long, value_parser = specifications(), value_name = "LANGUAGE", default_value = "wgsl")]
    pub(crate) language: Specification,
    /// Output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
}

/// The arguments of `link`.
#[derive(Args, Debug)]
pub(crate) struct Link {
    /// File with the vertex entry point, or - for standard input
    pub(crate) vertex_file: PathBuf,
    /// File with the fragment entry point [default: the same file]
    pub(crate) fragment_file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    #[command(flatten)]
    pub(crate) modules: ForModules,
    /// Vertex entry point [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) vertex: Option<String>,
    /// Fragment entry point [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub(crate) fragment: Option<String>,
    /// Set an override in both stages, by its @id or name
    #[arg(long = "constant", value_name = "NAME=NUMBER", value_parser = constant)]
    pub(crate) constants: Vec<(String, f64)>,
    #[command(flatten)]
    pub(crate) target: ForTarget,
    #[command(flatten)]
    pub(crate) standard: ForMetal,
    /// Output format of diagnostics
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) error_format: Format,
}

/// The arguments of `expand`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 the program is assembled, 1 an import, include or directive is wrong, 2 the program could not be read or assembled."
)]
pub(crate) struct Expand {
    /// File, or - for standard input
    pub(crate) file: PathBuf,
    /// Write a source map (version 3) from the program to its source files
    #[arg(long, value_name = "FILE")]
    pub(crate) source_map: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) configuration: ForConfiguration,
    #[command(flatten)]
    pub(crate) modules: ForModules,
    /// Edition of the specification to parse programs with
    #[arg(long, value_enum, default_value_t, value_name = "EDITION")]
    pub(crate) edition: EditionName,
    /// Name of standard input in messages
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin_file_path: Option<PathBuf>,
}

/// The arguments of `migrate`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 all programs are up to date, 1 something must be fixed by hand, 2 a program could not be read or written."
)]
pub(crate) struct Migrate {
    /// Files, directories (every .wgsl and .wesl file in them that .gitignore does not exclude), globs, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print the changes to standard output, without writing files
    #[arg(long, conflicts_with = "partial")]
    pub(crate) diff: bool,
    /// Also write programs that still need fixes by hand
    #[arg(long)]
    pub(crate) partial: bool,
    #[command(flatten)]
    pub(crate) target: ForTarget,
    /// Output format of the remaining diagnostics
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) error_format: Format,
    /// Name of standard input in messages
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin_file_path: Option<PathBuf>,
    /// Don't print a summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// The arguments of `portability`.
#[derive(Args, Debug)]
pub(crate) struct Portability {
    /// File, or - for standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) describing: Describing,
}
