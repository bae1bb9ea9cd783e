//! The lines of the result, each with the place in the Metal program that it comes from.

use shader_source::{Span, steps};

/// A line.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The number of blocks around it.
    pub(crate) depth: usize,
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// The lines of a function while it is being translated.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) lines: Vec<Line>,
    pub(crate) depth: usize,
    /// The present place in the Metal program.
    pub(crate) span: Span,
    /// The bytes of all lines so far, those of other functions included.
    pub(crate) bytes: usize,
}

impl Writer {
    /// A line.
    pub(crate) fn line(&mut self, text: impl Into<String>) {
        let text = text.into();
        steps::take(1 + text.len());
        self.bytes += text.len() + 2 * self.depth + 1;
        self.lines.push(Line { depth: self.depth, text, span: self.span });
    }

    /// The line that begins a block.
    pub(crate) fn open(&mut self, text: impl Into<String>) {
        self.line(text);
        self.depth += 1;
    }

    /// The line that ends a block.
    pub(crate) fn close(&mut self, text: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(text);
    }

    /// The line between two blocks.
    pub(crate) fn turn(&mut self, text: impl Into<String>) {
        self.depth = self.depth.saturating_sub(1);
        self.open(text);
    }

    /// Takes the lines behind the first `count`.
    pub(crate) fn split_off(&mut self, count: usize) -> Vec<Line> {
        self.lines.split_off(count.min(self.lines.len()))
    }

    /// Puts lines back that were taken, at the present depth.
    pub(crate) fn append(&mut self, lines: Vec<Line>, taken_at: usize) {
        for mut line in lines {
            steps::take(1);
            line.depth = (line.depth + self.depth).saturating_sub(taken_at);
            self.lines.push(line);
        }
    }
}
