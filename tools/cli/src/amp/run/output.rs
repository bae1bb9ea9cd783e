//! The results of `amp run`: the arguments after it, and the faults of its launches.

use super::super::ReadProgram;
use crate::arguments::{AmpRun, ReportFormat};
use crate::judgement::Judgement;
use crate::render;
use crate::summary::count;
use crate::verdict::Verdict;
use amp_run::{Argument, Launched, Outcome, Plan, parameters, scalar};
use msl_spec::Scalar;
use serde_json::{Value, json};
use shader_run::execute::Fault;
use shader_source::diagnostic::Severity;
use shader_source::record::RangeRecord;
use shader_source::{Message, SourceMap, Span};
use std::io::{self, Write as _};
use std::sync::Arc;

/// The numbers of a line of output.
const PER_LINE: usize = 8;

/// The results of a plan.
pub(super) struct Printed<'a> {
    pub(super) read: &'a ReadProgram,
    pub(super) plan: &'a Plan,
    pub(super) instance: usize,
    pub(super) outcome: &'a Outcome,
}

impl Printed<'_> {
    pub(super) fn print(&self, arguments: &AmpRun) -> io::Result<Verdict> {
        match arguments.format {
            ReportFormat::Json => self.print_json()?,
            ReportFormat::Text => self.print_text()?,
        }
        let has_faults = self.outcome.launches.iter().any(|launched| !launched.faults.is_empty());
        Ok(if has_faults { Verdict::Rejected } else { Verdict::Accepted })
    }

    /// The arguments, each with its name, its type and its values.
    fn values(&self) -> Vec<(String, String, Vec<Value>)> {
        let module = &self.read.program.module;
        let parameters = parameters(module, self.instance);
        let arguments = parameters.into_iter().zip(&self.outcome.arguments);
        let of_argument = |(parameter, argument): (amp_run::Parameter, &Argument)| {
            let bytes = argument.bytes();
            let (ty, _) = parameter.kind?.element();
            // Members of several types are shown as the words of their memory.
            let scalar = scalar(module, ty);
            let size = scalar.map_or(4, |scalar| scalar.layout().size as usize);
            let values = bytes.chunks(size).map(|bytes| number(bytes, scalar)).collect();
            Some((parameter.name, module.types.print(ty), values))
        };
        arguments.filter_map(of_argument).collect()
    }

    fn print_text(&self) -> io::Result<()> {
        let mut output = anstream::stdout().lock();
        for (name, ty, values) in self.values() {
            writeln!(output, "{name}: {ty}, {}", count(values.len(), "value"))?;
            for (row, line) in values.chunks(PER_LINE).enumerate() {
                let line: Vec<String> = line.iter().map(ToString::to_string).collect();
                writeln!(output, "{:>8}: {}", row * PER_LINE, line.join(" "))?;
            }
        }
        let judgement = judgement(self.read);
        // A launch in a loop has the same faults many times.
        let launches = self.outcome.launches.iter();
        let mut faults: Vec<(&Launched, &Fault)> = launches
            .flat_map(|launched| launched.faults.iter().map(move |fault| (launched, fault)))
            .collect();
        faults.sort_by_key(|(_, fault)| (fault.span, fault.kind.name()));
        faults.dedup_by_key(|(_, fault)| (fault.span, fault.kind.name()));
        render::messages(&judgement, faults.iter().map(|(launched, fault)| remark(launched, fault)))?;
        let launches = count(self.outcome.launches.len(), "launch").replace("launchs", "launches");
        let name = shader_source::visible(&self.read.name);
        let call = &self.plan.call;
        writeln!(anstream::stderr(), "{name}: `{call}`: {launches}, {}", count(faults.len(), "fault"))
    }

    fn print_json(&self) -> io::Result<()> {
        let judgement = judgement(self.read);
        let sources = judgement.sources();
        let arguments: serde_json::Map<String, Value> =
            self.values().into_iter().map(|(name, _, values)| (name, Value::Array(values))).collect();
        let launches = self.outcome.launches.iter().map(|launched| launch_record(launched, &sources));
        let launches = launches.collect::<Result<Vec<_>, _>>()?;
        let answer = json!({ "call": self.plan.call, "arguments": arguments, "launches": launches });
        writeln!(anstream::stdout(), "{answer}")
    }
}

/// Prints the reason why there are no results, as JSON.
pub(super) fn print_error(read: &ReadProgram, message: &str, place: Option<Span>) -> io::Result<()> {
    let judgement = judgement(read);
    let sources = judgement.sources();
    let place = place.map(|place| place_record(place, &sources)).transpose()?;
    writeln!(anstream::stdout(), "{}", json!({ "error": { "message": message, "place": place } }))
}

fn launch_record(launched: &Launched, sources: &SourceMap<'_>) -> io::Result<Value> {
    let faults = launched.faults.iter().map(|fault| {
        Ok(json!({
            "kind": fault.kind.name(),
            "message": fault.message,
            "place": place_record(fault.span, sources)?,
            "tile": launched.tile.as_ref().map(|_| fault.workgroup),
            "thread": launched.tile.as_ref().map(|_| fault.invocation),
            "index": launched.index(fault),
        }))
    });
    Ok(json!({
        "place": place_record(launched.place, sources)?,
        "extent": launched.extent,
        "tile": launched.tile,
        "faults": faults.collect::<io::Result<Vec<_>>>()?,
    }))
}

fn place_record(place: Span, sources: &SourceMap<'_>) -> io::Result<Value> {
    let mut record = serde_json::to_value(RangeRecord::new(place, sources))?;
    if let Value::Object(members) = &mut record {
        members.insert("file".to_owned(), sources.range(place).file.name().into());
    }
    Ok(record)
}

fn remark(launched: &Launched, fault: &Fault) -> Message {
    let terms = launched.terms();
    let first = match launched.index(fault) {
        Some(index) => {
            let index: Vec<String> = index.iter().map(ToString::to_string).collect();
            format!("first at index ({})", index.join(", "))
        }
        None => format!("first in tile {}, thread {}", fault.workgroup, fault.invocation),
    };
    Message {
        code: Some(fault.kind.name()),
        labels: fault.labels(terms),
        notes: [Some(first), fault.remedy(terms, true)].into_iter().flatten().collect(),
        ..Message::remark("fault", Severity::Warning, &*fault.message, fault.span)
    }
}

/// The files of a program, without diagnostics.
fn judgement(read: &ReadProgram) -> Judgement {
    let files = read.program.inclusions.files().iter();
    let others = files.map(|file| (file.name.clone(), Arc::clone(&file.text))).collect();
    let one = Judgement::of_one_file(read.name.clone(), read.text.clone(), Vec::new());
    Judgement { others, ..one }
}

/// A number as JSON. Infinities and NaN are texts.
fn number(bytes: &[u8], scalar: Option<Scalar>) -> Value {
    let float = |value: f64, text: String| if value.is_finite() { json!(value) } else { json!(text) };
    match (scalar, bytes) {
        (Some(Scalar::Float), &[a, b, c, d]) => {
            let value = f32::from_le_bytes([a, b, c, d]);
            // The shortest digits of the `float`, not of the equal `double`.
            let digits = value.to_string().parse().unwrap_or(f64::from(value));
            float(digits, value.to_string())
        }
        (Some(Scalar::Double), bytes) if let Ok(bytes) = bytes.try_into() => {
            let value = f64::from_le_bytes(bytes);
            float(value, value.to_string())
        }
        (Some(Scalar::Int), &[a, b, c, d]) => json!(i32::from_le_bytes([a, b, c, d])),
        (Some(Scalar::Short), &[a, b]) => json!(i16::from_le_bytes([a, b])),
        (Some(Scalar::Char), &[a]) => json!(a as i8),
        (Some(Scalar::Bool), &[a]) => json!(a != 0),
        (Some(Scalar::Long), bytes) if let Ok(bytes) = bytes.try_into() => json!(i64::from_le_bytes(bytes)),
        (_, bytes) => {
            let mut wide = [0; 8];
            let size = bytes.len().min(8);
            wide[..size].copy_from_slice(&bytes[..size]);
            json!(u64::from_le_bytes(wide))
        }
    }
}
