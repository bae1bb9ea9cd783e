//! The command line, declared.

#[cfg(feature = "run")]
use crate::run;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use wgsl_spec::ShaderStage;
use wgsl_validator::PipelineRequest;
use wgsl_validator::target::Target;

/// Says whether WGSL programs are valid, and for those that are not, which rule of the specification they break.
#[derive(Parser, Debug)]
#[command(
    name = "wgsl-check",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Exit status: 0 everything accepted, 1 something rejected, 2 something could not be judged."
)]
pub(crate) struct Arguments {
    /// What to do; without a subcommand, check.
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
    /// Validate files (what happens without a subcommand)
    Check(Check),
    /// Explain a diagnostic code or a rule, with a wrong and a right example
    Explain(Explain),
    /// Print where the members of structures lie, with padding, and what resources are bound
    Layout(Layout),
    /// Judge whether a vertex and a fragment entry point fit together in a render pipeline
    Link(Link),
    /// Say which extensions, features and limits a program needs, and which implementations take it
    Portability(Portability),
    /// Run a compute shader on the reference executor, and show what it wrote
    #[cfg(feature = "run")]
    Run(Box<Run>),
    /// Run a compute shader (this build can't)
    #[cfg(not(feature = "run"))]
    Run {
        /// Whatever is said
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<std::ffi::OsString>,
    },
    /// Answer requests, one JSON object a line, on standard input and output
    Serve(ForTarget),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page, as roff
    Man,
}

/// What `check` takes.
#[derive(Args, Debug)]
pub(crate) struct Check {
    /// Files, folders (every .wgsl file below that .gitignore does not hide), globs, or - for standard input
    ///
    /// Named pipes and devices are refused; pass their content through standard input.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) error_format: Format,
    /// Treat a class of findings as errors
    #[arg(long, value_enum, value_name = "CLASS")]
    pub(crate) deny: Vec<Deny>,
    /// Print at most this many errors
    #[arg(long, value_name = "COUNT")]
    pub(crate) max_errors: Option<usize>,
    /// Which text of the specification judges
    #[arg(long, value_enum, default_value_t, value_name = "EDITION")]
    pub(crate) edition: EditionName,
    #[command(flatten)]
    pub(crate) target: ForTarget,
    /// Judge a pipeline with this entry point too: what it reaches, with the values of overrides
    #[arg(long, value_name = "NAME")]
    pub(crate) entry_point: Option<String>,
    /// The stage of the pipeline
    #[arg(long, value_enum, value_name = "STAGE")]
    pub(crate) stage: Option<Stage>,
    /// The value of an override in the pipeline, by its @id or name
    #[arg(long = "constant", value_name = "NAME=NUMBER", value_parser = constant)]
    pub(crate) constants: Vec<(String, f64)>,
    /// The name that standard input goes by in messages
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin_file_path: Option<PathBuf>,
    /// Print errors only: no warnings, no summary
    #[arg(long, short, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Name the accepted files too
    #[arg(long, short)]
    pub(crate) verbose: bool,
}

impl Check {
    /// The pipeline that is asked for, if one is.
    pub(crate) fn pipeline(&self) -> Option<PipelineRequest> {
        let asked = self.entry_point.is_some() || self.stage.is_some() || !self.constants.is_empty();
        asked.then(|| PipelineRequest {
            stage: self.stage.map(|stage| match stage {
                Stage::Vertex => ShaderStage::Vertex,
                Stage::Fragment => ShaderStage::Fragment,
                Stage::Compute => ShaderStage::Compute,
            }),
            entry_point: self.entry_point.clone(),
            constants: self.constants.clone(),
        })
    }
}

/// What programs are judged for.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct ForTarget {
    /// What the programs are for: text, portable, tint or naga, with adjustments (portable,+f16,workgroup-bytes=32768)
    #[arg(long, value_name = "TARGET", default_value_t)]
    pub(crate) target: Target,
}

/// Reads `NAME=NUMBER`; `true` and `false` are numbers here.
fn constant(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("a constant is NAME=NUMBER")?;
    let value = match value.trim() {
        "true" => 1.0,
        "false" => 0.0,
        number => number.parse().map_err(|_| format!("`{number}` is no number"))?,
    };
    Ok((name.trim().to_owned(), value))
}

/// A shader stage.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Vertex,
    Fragment,
    Compute,
}

/// What `explain` takes.
#[derive(Args, Debug)]
pub(crate) struct Explain {
    /// A diagnostic code (type/no-matching-overload) or the name of a rule
    #[arg(required_unless_present = "list")]
    pub(crate) code: Option<String>,
    /// List every code with its title
    #[arg(long, conflicts_with = "code")]
    pub(crate) list: bool,
}

/// What `layout` takes.
#[derive(Args, Debug)]
pub(crate) struct Layout {
    /// A file, or - for standard input
    pub(crate) file: PathBuf,
    /// How to print the layout
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
    /// Which text of the specification judges
    #[arg(long, value_enum, default_value_t, value_name = "EDITION")]
    pub(crate) edition: EditionName,
}

/// What `link` takes.
#[derive(Args, Debug)]
pub(crate) struct Link {
    /// The file with the vertex entry point
    pub(crate) vertex_file: PathBuf,
    /// The file with the fragment entry point; the same file without it
    pub(crate) fragment_file: Option<PathBuf>,
    /// The vertex entry point; the only one without it
    #[arg(long, value_name = "NAME")]
    pub(crate) vertex: Option<String>,
    /// The fragment entry point; the only one without it
    #[arg(long, value_name = "NAME")]
    pub(crate) fragment: Option<String>,
    /// The value of an override in both stages, by its @id or name
    #[arg(long = "constant", value_name = "NAME=NUMBER", value_parser = constant)]
    pub(crate) constants: Vec<(String, f64)>,
    #[command(flatten)]
    pub(crate) target: ForTarget,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) error_format: Format,
}

/// What `portability` takes.
#[derive(Args, Debug)]
pub(crate) struct Portability {
    /// A file, or - for standard input
    pub(crate) file: PathBuf,
    /// How to print the report
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
}

/// What `run` takes.
#[cfg(feature = "run")]
#[derive(Args, Debug)]
pub(crate) struct Run {
    /// A file, or - for standard input
    pub(crate) file: PathBuf,
    /// The compute entry point; the only one without it
    #[arg(long, value_name = "NAME")]
    pub(crate) entry_point: Option<String>,
    /// How many workgroups there are along x, y and z
    #[arg(long, value_name = "X,Y,Z", default_value = "1,1,1", value_parser = run::workgroups)]
    pub(crate) workgroups: [u32; 3],
    /// What is bound: GROUP:BINDING=FILE (the bytes of a buffer), =zero:BYTES, =f32:1,2,3 (or i32, u32, f16), =FILE.png
    /// (a texture), =texture:FORMAT:WIDTHxHEIGHT (of zeros), =FILE,format=FORMAT,size=WIDTHxHEIGHT, =sampler:linear,repeat
    #[arg(long = "bind", value_name = "GROUP:BINDING=WHAT", value_parser = run::bind)]
    pub(crate) bindings: Vec<run::Bind>,
    /// The bytes of the variable in address space immediate: FILE, zero:BYTES or f32:1,2,3 (or i32, u32, f16)
    #[arg(long, value_name = "WHAT", value_parser = run::input)]
    pub(crate) immediates: Option<run::Input>,
    /// The value of an override, by its @id or name
    #[arg(long = "constant", value_name = "NAME=NUMBER", value_parser = constant)]
    pub(crate) constants: Vec<(String, f64)>,
    /// Report what gives other results elsewhere, such as indices out of bounds
    #[arg(long)]
    pub(crate) strict: bool,
    /// With `--strict`, also report sums, differences and products of integers that wrap around
    #[arg(long, requires = "strict")]
    pub(crate) integer_overflow: bool,
    /// What an index beyond the end means
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub(crate) beyond: run::BeyondName,
    /// Invocations of a subgroup, a power of two up to 128; 8 without it
    #[arg(long, value_name = "COUNT", value_parser = run::subgroup_size)]
    pub(crate) subgroup_size: Option<u32>,
    /// How many steps all invocations may take together
    #[arg(long, value_name = "STEPS")]
    pub(crate) fuel: Option<u64>,
    /// Shuffle the order in which invocations reach atomic operations
    #[arg(long, value_name = "NUMBER")]
    pub(crate) seed: Option<u64>,
    /// Which text of the specification judges
    #[arg(long, value_enum, default_value_t, value_name = "EDITION")]
    pub(crate) edition: EditionName,
    #[command(flatten)]
    pub(crate) target: ForTarget,
    /// How to show what was written: f32, i32, u32, f16, hex or none; of one binding, GROUP:BINDING=f32
    #[arg(long = "show", value_name = "FORM", value_parser = run::show)]
    pub(crate) shows: Vec<run::Show>,
    /// Write what a binding holds afterwards to a file: its bytes, or those of a PNG when a texture goes to FILE.png
    #[arg(long = "out", value_name = "GROUP:BINDING=FILE", value_parser = run::out)]
    pub(crate) outs: Vec<run::Out>,
    /// How to print the outcome
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) format: ReportFormat,
}

/// How layouts and reports are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Tables
    #[default]
    Text,
    /// One JSON object
    Json,
}

/// How findings are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    /// Source snippets with labels, on standard error
    #[default]
    Human,
    /// A line each, on standard error
    Short,
    /// A JSON object a line, on standard output
    Json,
    /// One SARIF 2.1.0 log, on standard output
    Sarif,
    /// Workflow commands of GitHub Actions, on standard output
    Github,
    /// Lines as GCC prints them, on standard output
    Gcc,
}

/// What `--deny` can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings count as errors
    Warnings,
}

/// The editions by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum EditionName {
    /// The current text
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
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Makes the choice hold for everything that this process writes.
    pub(crate) fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}
