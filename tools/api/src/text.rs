//! Diagnostics as text: with the marked source, or, without the feature `render`, a line for each.

use crate::files::Files;
use core::fmt;
use wgsl_modules::Diagnostic as Found;

/// The look of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Without colors.
    Plain,
    /// With the colors of a terminal.
    #[cfg(feature = "render")]
    Colored,
}

/// A text that a function writes.
#[cfg(feature = "render")]
pub(crate) struct Colored<F>(pub(crate) F);

#[cfg(feature = "render")]
impl<F: Fn(&mut fmt::Formatter<'_>) -> fmt::Result> fmt::Display for Colored<F> {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0(output)
    }
}

/// Writes diagnostics of a program of these files.
pub(crate) fn write(
    files: &Files,
    found: &[&Found],
    style: Style,
    output: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let map = files.map();
    let _ = style;
    for found in found {
        let (severity, range) = (found.severity.name(), files.range(found.primary.span, &map));
        writeln!(output, "{range}: {severity}: {} [{}]", found.message, found.rule.slug())?;
    }
    Ok(())
}
