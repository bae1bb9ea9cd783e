//! `run --explain-value`: which store wrote an element of a buffer, and what its value was computed from.

use super::variable::Variable;
use crate::arguments::{At, ElementArgument, ReportFormat, Run};
use serde_json::{Value, json};
use shader_ir::{Input, Memory, Resource};
use shader_language::Language;
use shader_run::debug::{self, Printed, Subject};
use shader_run::execute::{Element, Origin, OriginStep, Terms};
use std::io::{self, BufWriter, Write};
use wgsl_check_protocol::places::Places;

/// The maximum number of characters of a piece of source.
const MOST_CHARACTERS: usize = 60;

/// Executes a program once more and explains the elements that the command line names. The inner error is a sentence without a full stop.
pub(super) fn show(
    arguments: &Run,
    places: &Places,
    variables: &[Variable],
    subject: &mut dyn Subject,
) -> io::Result<Result<(), String>> {
    let terms = subject.launch().options.terms;
    let mut output = BufWriter::new(io::stdout().lock());
    for ElementArgument { at, index } in &arguments.explained {
        let address = index.saturating_mul(element_bytes(variables, *at));
        let bindings = &subject.launch().bindings;
        let bound = bindings.iter().find(|it| (it.group, it.binding) == (at.group, at.binding));
        let size =
            bound.map_or(u32::MAX, |bound| u32::try_from(bound.data.bytes().len()).unwrap_or(u32::MAX));
        if address >= size {
            let count = size / element_bytes(variables, *at);
            return Ok(Err(format!(
                "--explain-value {at}[{index}]: there are {count} elements, counted from 0"
            )));
        }
        let (origin, resources) = match debug::explain(subject, (at.group, at.binding), address) {
            Ok(explained) => explained,
            Err(refusal) => return Ok(Err(format!("--explain-value {at}[{index}]: {refusal}"))),
        };
        let shown = Shown { places, resources: &resources, variables, language: arguments.language(), terms };
        match (origin, arguments.format) {
            (Some(origin), ReportFormat::Json) => {
                writeln!(output, "{}", json!({ "explanation": shown.as_json(&origin) }))?;
            }
            (None, ReportFormat::Json) => writeln!(output, "{}", json!({ "explanation": null }))?,
            (Some(origin), ReportFormat::Text) => shown.write(&origin, 0, &mut output)?,
            (None, ReportFormat::Text) => writeln!(output, "{at}[{index}]: no store wrote it")?,
        }
    }
    output.flush().map(Ok)
}

/// The bytes of an element of a buffer as `run` shows it: a word, unless the scalars of the variable are smaller or larger.
fn element_bytes(variables: &[Variable], at: At) -> u32 {
    variables.iter().find(|it| it.at == at).map_or(4, |variable| variable.form.bytes())
}

/// The words for a program.
struct Shown<'a> {
    places: &'a Places,
    resources: &'a [Resource],
    variables: &'a [Variable],
    language: Language,
    terms: &'static Terms,
}

impl Shown<'_> {
    /// Writes a step and, indented below it, the steps that its value comes from.
    fn write(&self, origin: &Origin, level: usize, output: &mut impl Write) -> io::Result<()> {
        let indent = "  ".repeat(level);
        let Terms { invocation: who, workgroup: whose, .. } = self.terms;
        let Origin { span, workgroup, invocation, from, left_out, .. } = origin;
        let place = self.places.label(span.lo).unwrap_or_default();
        let text = self.text(origin).map_or_else(String::new, |text| format!(": {text}"));
        let does = self.does(origin.step);
        let note = match origin.step {
            _ if !from.is_empty() || *left_out > 0 => "",
            OriginStep::Store(_) => " (a constant)",
            OriginStep::Load(_) => " (never written before)",
            OriginStep::Update(_) | OriginStep::Input(..) | OriginStep::Texture(_) => "",
        };
        writeln!(
            output,
            "{indent}{does} at {place} by {who} {invocation} of {whose} {workgroup}{text}{note}"
        )?;
        from.iter().try_for_each(|origin| self.write(origin, level + 1, output))?;
        if *left_out > 0 {
            writeln!(output, "{indent}  … {left_out} more")?;
        }
        Ok(())
    }

    fn as_json(&self, origin: &Origin) -> Value {
        let Origin { step, span, workgroup, invocation, from, left_out } = origin;
        let (kind, name, value) = match step {
            OriginStep::Store(element) => ("store", self.name(element), value(element)),
            OriginStep::Load(element) => ("load", self.name(element), value(element)),
            OriginStep::Update(element) => ("atomic", self.name(element), value(element)),
            OriginStep::Input(input, value) => ("input", self.input(*input), Some(value.to_string())),
            OriginStep::Texture(index) => ("texture", self.resource(*index), None),
        };
        let from: Vec<Value> = from.iter().map(|origin| self.as_json(origin)).collect();
        json!({
            "step": kind, "name": name, "value": value, "place": self.places.label(span.lo),
            "source": self.text(origin), "workgroup": workgroup, "invocation": invocation,
            "from": from, "leftOut": left_out,
        })
    }

    /// The source of a step, in one line.
    fn text(&self, origin: &Origin) -> Option<String> {
        let text = self.places.source(origin.span)?;
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_long = line.chars().count() > MOST_CHARACTERS;
        let end = if is_long { "…" } else { "" };
        let start: String = line.chars().take(MOST_CHARACTERS).collect();
        Some(format!("`{start}{end}`"))
    }

    fn does(&self, step: OriginStep) -> String {
        let with_value = |element: &Element| match value(element) {
            Some(value) => format!("{} = {value}", self.name(element)),
            None => self.name(element),
        };
        match step {
            OriginStep::Store(element) => format!("{}, written", with_value(&element)),
            OriginStep::Load(element) => format!("{}, read", with_value(&element)),
            OriginStep::Update(element) => {
                format!("{}, changed by an atomic operation", with_value(&element))
            }
            OriginStep::Input(input, value) => format!("{} = {value}, read", self.input(input)),
            OriginStep::Texture(index) => format!("{}, a texel read", self.resource(index)),
        }
    }

    /// A scalar of a buffer as the command line names it, or its place in memory of the workgroup.
    fn name(&self, element: &Element) -> String {
        match element.memory {
            Memory::Buffer(index) => {
                let name = self.resource(index);
                let bytes = self.at(index).map_or(4, |at| element_bytes(self.variables, at));
                if element.address.is_multiple_of(bytes) {
                    format!("{name}[{}]", element.address / bytes)
                } else {
                    format!("{name}, byte {}", element.address)
                }
            }
            Memory::Workgroup => format!("{} memory, byte {}", self.terms.workgroup, element.address),
            Memory::Invocation | Memory::Constant | Memory::Pointed => "memory".to_owned(),
        }
    }

    fn resource(&self, index: u16) -> String {
        self.at(index).map_or_else(|| "a resource".to_owned(), |at| at.to_string())
    }

    /// The place of a resource.
    fn at(&self, index: u16) -> Option<At> {
        let Resource { group, binding, .. } = *self.resources.get(usize::from(index))?;
        Some(match self.language {
            Language::Wgsl => At::wgsl(group, binding),
            Language::Metal => At::metal(group, binding),
        })
    }

    /// The name of a built-in value.
    fn input(&self, input: Input) -> String {
        let axis = |name: &str, axis: u8| format!("{name}.{}", ["x", "y", "z"][usize::from(axis.min(2))]);
        match (input, self.language) {
            (Input::GlobalInvocation(of), Language::Wgsl) => axis("global_invocation_id", of),
            (Input::GlobalInvocation(of), Language::Metal) => axis("thread_position_in_grid", of),
            (Input::LocalInvocation(of), Language::Wgsl) => axis("local_invocation_id", of),
            (Input::LocalInvocation(of), Language::Metal) => axis("thread_position_in_threadgroup", of),
            (Input::Workgroup(of), Language::Wgsl) => axis("workgroup_id", of),
            (Input::Workgroup(of), Language::Metal) => axis("threadgroup_position_in_grid", of),
            (Input::WorkgroupCount(of), Language::Wgsl) => axis("num_workgroups", of),
            (Input::WorkgroupCount(of), Language::Metal) => axis("threadgroups_per_grid", of),
            (Input::LocalInvocationIndex, Language::Wgsl) => "local_invocation_index".to_owned(),
            (Input::LocalInvocationIndex, Language::Metal) => "thread_index_in_threadgroup".to_owned(),
            (Input::BufferSize(index), _) => format!("the size of {}", self.resource(index)),
            (_, _) => "a built-in value".to_owned(),
        }
    }
}

fn value(element: &Element) -> Option<String> {
    element.bits.map(|bits| Printed::Scalar(element.ty.of_register(), bits).to_string())
}
