//! Diagnostics with source snippets, in the style of rustc.

use super::renderer::{Manner, Renderer};
use crate::files::Failure;
use crate::judgement::Judgement;
use crate::summary::Summary;
use shader_source::render::{Snippets, Style, error};
use shader_source::{Message, visible};
use std::io::{self, Write};

/// Snippets on standard error. They are always colored: the stream removes colors that are not wanted.
pub(super) struct Human {
    manner: Manner,
    output: anstream::Stderr,
}

impl Human {
    pub(super) fn new(manner: Manner) -> Self {
        Self { manner, output: anstream::stderr() }
    }

    /// Prints messages about a program.
    pub(super) fn messages(
        &mut self,
        judgement: &Judgement,
        messages: impl IntoIterator<Item = Message>,
    ) -> io::Result<()> {
        let sources = judgement.sources();
        let snippets = Snippets::new(&sources, Style::Colored);
        snippets.render(messages, |text| writeln!(self.output, "{text}\n"))
    }
}

impl Renderer for Human {
    fn failure(&mut self, failure: &Failure) -> io::Result<()> {
        let message = format!("{}: {}", failure.name, failure.message);
        writeln!(self.output, "{}\n", error(&message, Style::Colored))
    }

    fn judgement(&mut self, judgement: &Judgement, accepted: bool) -> io::Result<()> {
        if accepted && self.manner.verbose {
            writeln!(self.output, "{}: accepted", visible(&judgement.name))?;
        }
        if judgement.diagnostics.is_empty() {
            return Ok(());
        }
        self.messages(judgement, judgement.diagnostics.iter().map(Message::new))
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.manner.summary(summary, &mut self.output)
    }
}
