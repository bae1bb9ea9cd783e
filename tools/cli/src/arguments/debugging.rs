//! The options for people who debug the checker itself.

use clap::{Args, ValueEnum};

/// The options for people who debug the checker itself.
#[derive(Args, Debug)]
#[command(next_help_heading = "Debugging")]
pub(crate) struct Debugging {
    /// Print the time that each phase of validation took, by language, summed over all files and threads
    #[arg(long)]
    pub(crate) timings: bool,
    /// Print the output of a phase for each WGSL program instead of checking it; the format is not stable
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) dump: Option<Dump>,
}

/// The form to print.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dump {
    /// The tokens, one per line
    Tokens,
    /// The syntax tree, one node per line
    Tree,
    /// The uniformity graphs, in the DOT language of Graphviz
    Uniformity,
    #[cfg(feature = "run")]
    /// The intermediate program of each entry point, as the reference executor runs it
    Ir,
}
