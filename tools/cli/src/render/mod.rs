//! The output formats.

mod file_text;
mod gcc;
mod github;
mod human;
mod json;
mod plain;
mod renderer;
mod sarif;
mod short;
mod visible;

use crate::arguments::Format;
use crate::judgement::Judgement;
use renderer::Manner;
pub(crate) use renderer::Remark;
pub(crate) use renderer::Renderer;
use std::io;
pub(crate) use visible::visible;

/// The renderer of a format.
pub(crate) fn for_format(format: Format, quiet: bool, verbose: bool) -> Box<dyn Renderer> {
    let manner = Manner { quiet, verbose };
    match format {
        Format::Human => Box::new(human::Human::new(manner)),
        Format::Short => Box::new(short::Short::new(manner)),
        Format::Json => Box::new(json::Json::new()),
        Format::Sarif => Box::new(sarif::Sarif::new()),
        Format::Github => Box::new(github::Github::new()),
        Format::Gcc => Box::new(gcc::Gcc::new()),
    }
}

/// The renderer for people that prints diagnostics only.
pub(crate) fn for_people() -> Box<dyn Renderer> {
    Box::new(human::Human::new(Manner::QUIET))
}

/// Prints remarks on a program for people.
pub(crate) fn remarks(judgement: &Judgement, remarks: &[Remark]) -> io::Result<()> {
    human::Human::new(Manner::QUIET).remarks(judgement, remarks)
}
