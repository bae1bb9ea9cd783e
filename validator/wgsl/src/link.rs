//! The interface between a vertex and a fragment entry point of one render pipeline.
//! <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>

use crate::diagnostic::Diagnostic;
use crate::interface::Datum;
use crate::stage::Stage;
use crate::types::{Length, TypeId, TypeKind};
use rustc_hash::FxHashMap;
use shader_source::Span;
use wgsl_spec::{BuiltinValue, Limit, Symbol, rules};

/// The findings in the module of each stage.
#[derive(Debug, Default)]
pub struct LinkFindings {
    /// In the module of the vertex stage.
    pub vertex: Vec<Diagnostic>,
    /// In the module of the fragment stage.
    pub fragment: Vec<Diagnostic>,
}

impl LinkFindings {
    /// Returns true if the stages fit together.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertex.is_empty() && self.fragment.is_empty()
    }
}

/// Judges whether a vertex and a fragment stage fit together: each fragment input needs a vertex output with the same
/// location, type and interpolation, and the numbers must be within the limits of the target.
#[must_use]
pub fn link(vertex: &Stage, fragment: &Stage) -> LinkFindings {
    let mut findings = LinkFindings::default();
    let (outputs, inputs) = (&vertex.interface().outputs, &fragment.interface().inputs);
    let limit = Limit::InterStageVariables;
    let most = vertex.module().target().limit(limit).unwrap_or(limit.info().value);
    let distances: u32 = outputs.iter().map(|output| vertex.clip_distances(output)).sum();
    // Clip distances take the last locations of the outputs, four per location.
    let left = most.saturating_sub(distances.div_ceil(4));
    room(vertex, outputs, Room { locations: left, variables: left }, &mut findings.vertex);
    // Builtin inputs reduce the number of variables, but not that of locations.
    let takes = |input: &Datum| matches!(input.io.builtin, Some((value, _)) if takes_a_variable(value));
    let built = inputs.iter().any(takes);
    let left = Room { locations: most, variables: most.saturating_sub(built.into()) };
    room(fragment, inputs, left, &mut findings.fragment);
    let located = |datum: &Datum| Some((datum.io.location?.0, *datum));
    let by_location: FxHashMap<u32, Datum> = outputs.iter().filter_map(located).collect();
    for (location, input) in inputs.iter().filter_map(located) {
        let output = by_location.get(&location).copied();
        matches(vertex, fragment, (location, input), output, &mut findings.fragment);
    }
    findings
}

/// The builtin inputs of a fragment shader that together count as one variable.
const fn takes_a_variable(value: BuiltinValue) -> bool {
    matches!(value, BuiltinValue::FrontFacing | BuiltinValue::SampleIndex | BuiltinValue::SampleMask)
}

/// The limits of one side of the interface.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// The locations of user-defined variables are below this one.
    locations: u32,
    /// The greatest number of variables.
    variables: u32,
}

/// Reports locations and numbers of variables beyond the limits.
fn room(stage: &Stage, data: &[Datum], room: Room, found: &mut Vec<Diagnostic>) {
    let Room { locations, variables } = room;
    let located: Vec<(u32, Span)> = data.iter().filter_map(|datum| datum.io.location).collect();
    for (location, span) in located.iter().filter(|(location, _)| *location >= locations) {
        let message = format!(
            "location {location} is too large: the number of locations is limited to {locations}, starting at 0"
        );
        found.push(Diagnostic::error(rules::IO_LOC_COUNT, *span, message));
    }
    if located.len() > variables as usize {
        let message = format!(
            "{} user-defined variables are passed between the stages, but at most {variables} are allowed",
            located.len()
        );
        let span = stage.module().syntax().ast[stage.entry()].name_span;
        found.push(Diagnostic::error(rules::IO_LOC_COUNT, span, message));
    }
}

/// Compares a fragment input with the vertex output at its location.
fn matches(
    vertex: &Stage,
    fragment: &Stage,
    (location, Datum { ty, io }): (u32, Datum),
    output: Option<Datum>,
    found: &mut Vec<Diagnostic>,
) {
    let Some(Datum { ty: output_type, io: output }) = output else {
        let message = format!("`{}` returns nothing at location {location}", vertex.name());
        let diagnostic = Diagnostic::error(rules::IO_UPSTREAM, io.span, message);
        // A label stands in the source of the finding.
        found.push(if core::ptr::eq(vertex.module().syntax(), fragment.module().syntax()) {
            diagnostic.label(vertex.module().syntax().ast[vertex.entry()].name_span, outputs_of(vertex))
        } else {
            diagnostic.note(outputs_of(vertex))
        });
        return;
    };
    // Both are numbers or vectors of numbers, whose types are equal in every module.
    if ty != output_type {
        let (has, gets) = (fragment.print(ty), vertex.print(output_type));
        let message =
            format!("the input at location {location} is `{has}`, but `{}` returns `{gets}`", vertex.name());
        found.push(Diagnostic::error(rules::IO_UPSTREAM_TYPE, io.span, message));
    }
    let (wanted, given) = (io.sampled(), output.sampled());
    if wanted != given {
        let message = format!(
            "the input at location {location} is interpolated as `{}`, but `{}` returns it as `{}`",
            fragment.interpolation(wanted),
            vertex.name(),
            vertex.interpolation(given)
        );
        found.push(Diagnostic::error(rules::IO_INTERP_MATCH, io.span, message));
    }
}

/// The locations that a vertex stage returns, in a sentence.
fn outputs_of(vertex: &Stage) -> String {
    let located = vertex.interface().outputs.iter().filter_map(|output| Some(output.io.location?.0));
    let mut locations: Vec<u32> = located.collect();
    locations.sort_unstable();
    let list: Vec<String> = locations.iter().map(u32::to_string).collect();
    let name = vertex.name();
    match list.as_slice() {
        [] => format!("no output of `{name}` has a location"),
        [one] => format!("`{name}` has an output at location {one}"),
        several => format!("`{name}` has outputs at locations {}", several.join(", ")),
    }
}

impl Stage {
    /// The number of clip distances in an output.
    fn clip_distances(&self, output: &Datum) -> u32 {
        match (output.io.builtin, self.meaning().types.kind(output.ty)) {
            (Some((BuiltinValue::ClipDistances, _)), TypeKind::Array(_, Length::Fixed(count))) => count,
            _ => 0,
        }
    }

    fn print(&self, ty: TypeId) -> String {
        self.typed().print(ty)
    }

    fn interpolation(&self, (kind, sampling): (Symbol, Symbol)) -> String {
        let syntax = self.module().syntax();
        format!("{}, {}", syntax.name(kind), syntax.name(sampling))
    }
}
