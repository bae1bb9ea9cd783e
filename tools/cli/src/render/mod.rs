//! The output formats.

mod fingerprint;
mod gcc;
mod github;
mod gitlab;
mod human;
mod json;
mod junit;
mod renderer;
mod sarif;
mod short;

use crate::files::Failure;
use crate::judgement::Judgement;
use crate::verdict::Verdict;
use clap::ValueEnum;
use renderer::Manner;
pub(crate) use renderer::Renderer;
pub(crate) use sarif::uri;
use shader_language::DescriptionError;
use shader_source::Message;
use std::io;

/// The output format of diagnostics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Format {
    /// Source snippets with labels, on standard error
    #[default]
    Human,
    /// One line per diagnostic, on standard error
    Short,
    /// One JSON object per line, on standard output
    Json,
    /// A SARIF 2.1.0 log, on standard output
    Sarif,
    /// GitHub Actions workflow commands, on standard output
    Github,
    /// A GitLab Code Quality report, on standard output
    Gitlab,
    /// JUnit XML, on standard output
    Junit,
    /// GCC-style lines, on standard output
    Gcc,
}

/// The renderer of a format.
pub(crate) fn for_format(format: Format, quiet: bool, verbose: bool) -> Box<dyn Renderer> {
    let manner = Manner { quiet, verbose };
    match format {
        Format::Human => Box::new(human::Human::new(manner)),
        Format::Short => Box::new(short::Short::new(manner)),
        Format::Json => Box::new(json::Json::new()),
        Format::Sarif => Box::new(sarif::Sarif::new()),
        Format::Github => Box::new(github::Github::new()),
        Format::Gitlab => Box::new(gitlab::Gitlab::new()),
        Format::Junit => Box::new(junit::Junit::new()),
        Format::Gcc => Box::new(gcc::Gcc::new()),
    }
}

/// Returns a human-readable renderer that only prints diagnostics.
pub(crate) fn for_people() -> Box<dyn Renderer> {
    Box::new(human::Human::new(Manner::QUIET))
}

/// Prints human-readable messages about a program.
pub(crate) fn messages(judgement: &Judgement, messages: impl IntoIterator<Item = Message>) -> io::Result<()> {
    human::Human::new(Manner::QUIET).messages(judgement, messages)
}

/// Prints the reason why an accepted program can't be described.
pub(crate) fn not_described(judgement: &Judgement, error: DescriptionError) -> io::Result<Verdict> {
    let failure = Failure { name: judgement.name.clone(), message: error.to_string() };
    for_people().failure(&failure).map(|()| Verdict::Failed)
}
