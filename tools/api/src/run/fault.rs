//! The faults of strict execution.

use super::FaultKind;
use crate::diagnostic::Label;
use crate::files::SourceRange;
use crate::module::Module;
use core::fmt;
use shader_run::execute;
use shader_source::Span;
use wgsl_lower::race;

/// A non-portable event, where it happened first: implementations may differ from there on.
///
/// [`Display`](fmt::Display) writes it with the marked source.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// The kind of event.
    pub kind: FaultKind,
    /// What happened: one sentence, lower case, without a full stop.
    pub message: String,
    /// The place in the program.
    pub range: SourceRange,
    /// The other access of a data race, if it is at a different place.
    pub labels: Vec<Label>,
    /// The workgroup, along x, y and z.
    pub workgroup: [u32; 3],
    /// The number of the invocation in its workgroup.
    pub invocation: u32,
    /// A way to avoid the fault.
    pub remedy: Option<&'static str>,
}

impl Fault {
    pub(super) fn new(fault: execute::Fault, module: &Module, workgroups: [u32; 3]) -> Self {
        let other = race::other_access(&fault);
        let spans: Vec<Span> = core::iter::once(fault.span).chain(other.iter().map(|it| it.span)).collect();
        let (files, spans) = module.origin.places(&spans);
        let map = files.map();
        let labels = other.into_iter().zip(&spans[1..]);
        Self {
            kind: fault.kind,
            range: files.range(spans[0], &map),
            labels: labels
                .map(|(label, span)| Label { range: files.range(*span, &map), message: label.text })
                .collect(),
            workgroup: place(fault.workgroup, workgroups),
            invocation: fault.invocation,
            remedy: race::remedy(&fault, true),
            message: fault.message,
        }
    }
}

/// Returns the place of the workgroup with a number in a dispatch.
fn place(number: u64, [width, height, _]: [u32; 3]) -> [u32; 3] {
    let (width, height) = (u64::from(width.max(1)), u64::from(height.max(1)));
    [number % width, number / width % height, number / width / height].map(|it| it as u32)
}

impl fmt::Display for Fault {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, message, range, workgroup: [x, y, z], invocation, .. } = self;
        let kind = kind.name();
        write!(
            output,
            "{range}: fault: {message} [{kind}], first in workgroup ({x}, {y}, {z}), invocation {invocation}"
        )
    }
}
