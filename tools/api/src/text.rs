//! Diagnostics and faults as text: with the marked source, or, without the feature `render`, a line for each.

use crate::files::Files;
use core::fmt;
use shader_source::Message;
#[cfg(feature = "render")]
pub(crate) use shader_source::render::Style;

/// The look of a text.
#[cfg(not(feature = "render"))]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Style {
    Plain,
}

/// Writes messages about a program of these files.
#[cfg(feature = "render")]
pub(crate) fn write(
    files: &Files,
    messages: impl Iterator<Item = Message>,
    style: Style,
    output: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let map = files.map();
    let mut separator = "";
    shader_source::render::Snippets::new(&map, style)
        .render(messages, |text| write!(output, "{}{text}", core::mem::replace(&mut separator, "\n\n")))
}

/// Writes messages about a program of these files.
#[cfg(not(feature = "render"))]
pub(crate) fn write(
    files: &Files,
    messages: impl Iterator<Item = Message>,
    Style::Plain: Style,
    output: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let map = files.map();
    let mut separator = "";
    messages.into_iter().try_for_each(|message| {
        write!(output, "{}{}", core::mem::replace(&mut separator, "\n"), message.line(&map))
    })
}

/// A text that a function writes.
#[cfg(feature = "render")]
pub(crate) struct Written<F>(pub(crate) F);

#[cfg(feature = "render")]
impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Written<F> {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(output)
    }
}
