//! Diagnostics: the barrier, the condition that leads to it, and why that is not uniform.

use super::flow::{Control, ControlKind};
use super::value::{Reason, Varying};
use crate::diagnostic::Diagnostic;
use crate::meaning::Module;
use amp_spec::rules;
use shader_source::Span;

/// The diagnostic of a call that waits at a barrier, which is `called` if it is in a function of the program, under this control flow.
pub(super) fn diagnostic(
    module: &Module,
    (span, called): (Span, Option<Span>),
    control: Control,
) -> Diagnostic {
    let rule = match (control.kind, control.cause.reason) {
        (ControlKind::Departure, _) => rules::BARRIER_NO_EARLY_EXIT,
        (ControlKind::Operator, _) => rules::BARRIER_CONSTRUCTS,
        (ControlKind::Statement, Reason::Index | Reason::Argument(_) | Reason::Assigned(_)) => {
            rules::BARRIER_UNIFORM_CONDITION
        }
        (ControlKind::Statement, Reason::Element | Reason::TileStatic | Reason::Atomic) => {
            rules::UNIFORM_NOTHING_ELSE
        }
    };
    let barrier = if called.is_some() { "the barrier in this call" } else { "this barrier" };
    let (found, label) = match control.kind {
        ControlKind::Departure => ("that some may have left before", "some threads may leave here"),
        ControlKind::Statement | ControlKind::Operator => {
            ("a condition that may differ between them", "threads of the tile may differ here")
        }
    };
    let message = format!("expected all threads of the tile to reach {barrier}, found {found}");
    let mut found = Diagnostic::error(rule, span, message).label(control.span, label);
    if let Some(barrier) = called {
        found = found.label(barrier, "the barrier");
    }
    let Varying { span: cause, reason } = control.cause;
    found.label(cause, reason_in_words(module, reason))
}

fn reason_in_words(module: &Module, reason: Reason) -> String {
    match reason {
        Reason::Index => "this is different in each thread".to_owned(),
        Reason::Element => "what is read from a container, a texture or a pointer counts as different in each thread".to_owned(),
        Reason::TileStatic => {
            "this `tile_static` value counts as different in each thread, because no barrier comes between its last write and here"
                .to_owned()
        }
        Reason::Argument(_) => "this is different in each thread in a call of the function".to_owned(),
        Reason::Atomic => "the result of an atomic function is different in each thread".to_owned(),
        Reason::Assigned(Some(name)) => {
            format!("`{}` is assigned under this condition, which may differ between threads", module.names.text(name))
        }
        Reason::Assigned(None) => "a value is assigned under this condition, which may differ between threads".to_owned(),
    }
}
