//! The faults of strict execution.

use super::FaultKind;
use crate::diagnostic::{Label, Severity};
use crate::files::{Files, SourceRange};
use crate::module::Module;
use crate::text;
use core::fmt;
use shader_run::execute;
use shader_run::execute::Terms;
use shader_source::{Message, Span, diagnostic};

/// A non-portable event, where it happened first: implementations may differ from there on. The execution continues.
///
/// [`Display`](fmt::Display) writes it with the marked source. Two faults are equal if all public fields are.
#[derive(Clone)]
#[non_exhaustive]
pub struct Fault {
    /// The kind of event.
    pub kind: FaultKind,
    /// The event in one sentence, lower case, without a full stop.
    pub message: String,
    /// The place in the program.
    pub range: SourceRange,
    /// Other places that the fault concerns, such as the other access of a data race.
    pub labels: Vec<Label>,
    /// The workgroup, along x, y and z.
    pub workgroup: [u32; 3],
    /// The number of the invocation in its workgroup: its `local_invocation_index`.
    pub invocation: u32,
    /// A way to avoid the fault.
    pub remedy: Option<String>,
    shown: Message,
    files: Files,
}

impl Fault {
    pub(super) fn new(fault: execute::Fault, module: &Module, workgroups: [u32; 3]) -> Self {
        let labels = fault.labels(&Terms::WEBGPU);
        let spans: Vec<Span> = core::iter::once(fault.span).chain(labels.iter().map(|it| it.span)).collect();
        let (files, spans) = module.origin.places(&spans);
        let map = files.map();
        let labels: Vec<_> = labels
            .into_iter()
            .zip(&spans[1..])
            .map(|(label, span)| diagnostic::Label { span: *span, ..label })
            .collect();
        let (workgroup, remedy) = (place(fault.workgroup, workgroups), fault.remedy(&Terms::WEBGPU, true));
        let [x, y, z] = workgroup;
        let first = format!("first in workgroup ({x}, {y}, {z}), invocation {}", fault.invocation);
        let label = |label: &diagnostic::Label| Label {
            range: files.range(label.span, &map),
            message: label.text.clone(),
        };
        Self {
            kind: fault.kind,
            range: files.range(spans[0], &map),
            labels: labels.iter().map(label).collect(),
            workgroup,
            invocation: fault.invocation,
            remedy: remedy.clone(),
            message: fault.message.clone(),
            shown: Message {
                code: Some(fault.kind.name()),
                labels,
                notes: core::iter::once(first).chain(remedy.clone()).collect(),
                ..Message::remark("fault", Severity::Warning, fault.message, spans[0])
            },
            files: files.clone(),
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
        text::write(&self.files, core::iter::once(self.shown.clone()), text::Style::Plain, output)
    }
}

impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        let Self { kind, message, range, labels, workgroup, invocation, remedy, shown: _, files: _ } = self;
        (kind, message, range, labels) == (&other.kind, &other.message, &other.range, &other.labels)
            && (workgroup, invocation, remedy) == (&other.workgroup, &other.invocation, &other.remedy)
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, message, range, labels, workgroup, invocation, remedy, shown: _, files: _ } = self;
        output
            .debug_struct("Fault")
            .field("kind", kind)
            .field("message", message)
            .field("range", range)
            .field("labels", labels)
            .field("workgroup", workgroup)
            .field("invocation", invocation)
            .field("remedy", remedy)
            .finish()
    }
}
