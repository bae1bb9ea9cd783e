//! The programs: where their arguments come from, and what is bound.

use super::numbers::{number, written};
use super::rows::Row;
use super::signature::{Part, Signature};
use super::value_type::{ValueType, members};
use crate::case::Pipeline;
use crate::execution::{BindingPoint, Buffer, BufferKind, Command, Dispatch, Execution, Field, ScalarFormat};
use crate::generate::family::directives;
use std::fmt::Write;
use wgsl_validator::Validator;

/// Where arguments come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A storage buffer, a row an invocation.
    Storage,
    /// A uniform buffer, likewise.
    Uniform,
    /// They are written down: a const-expression for each row.
    Constant,
    /// Overrides, for one row only; which of the pipelines it is.
    Override(usize),
}

/// In uniform buffers the elements of arrays lie at multiples of 16 bytes. Storage buffers have the same layout here.
const ROW_ALIGN: usize = 16;
const WORKGROUP_SIZE: usize = 64;

impl Source {
    pub(super) fn name(self) -> String {
        match self {
            Self::Storage => "storage".to_owned(),
            Self::Uniform => "uniform".to_owned(),
            Self::Constant => "const".to_owned(),
            Self::Override(number) => format!("override {number}"),
        }
    }

    /// What the rows are bound as.
    const fn buffer_kind(self) -> Option<BufferKind> {
        match self {
            Self::Storage => Some(BufferKind::ReadOnlyStorage),
            Self::Uniform => Some(BufferKind::Uniform),
            Self::Constant | Self::Override(_) => None,
        }
    }
}

/// The program that computes the results of rows.
pub(super) fn text(signature: &Signature, source: Source, rows: &[Row]) -> String {
    let mut text = directives(&signature.needs());
    let parameters = &signature.parameters;
    match source {
        Source::Storage | Source::Uniform => text.push_str(&rows_declaration(parameters, source, rows.len())),
        Source::Constant => {}
        Source::Override(_) => {
            for (index, ty) in parameters.iter().enumerate() {
                let _ = writeln!(text, "override a{index}: {};", ty.name());
            }
        }
    }
    text.push_str("struct Result {\n");
    for Part { member, ty } in &signature.results {
        let _ = writeln!(text, "  {}: {},", member.unwrap_or("value"), ty.in_memory().name());
    }
    text.push_str("}\n@group(0) @binding(1) var<storage, read_write> results: array<Result>;\n@compute ");
    match source {
        Source::Storage | Source::Uniform => text.push_str(&row_by_row(signature, source, rows.len())),
        Source::Constant => text.push_str(&one_by_one(signature, rows)),
        Source::Override(_) => {
            let names: Vec<String> = (0..parameters.len()).map(|index| format!("a{index}")).collect();
            let _ = writeln!(text, "@workgroup_size(1)\nfn main() {{");
            store(&mut text, signature, "0", &signature.expression(&names));
            text.push_str("}\n");
        }
    }
    text
}

fn rows_declaration(parameters: &[ValueType], source: Source, count: usize) -> String {
    let mut text = "struct Row {\n".to_owned();
    for (index, ty) in parameters.iter().enumerate() {
        let attribute = if index == 0 { "@align(16) " } else { "" };
        let _ = writeln!(text, "  {attribute}a{index}: {},", ty.in_memory().name());
    }
    text.push_str("}\n@group(0) @binding(0) ");
    let _ = match source {
        Source::Uniform => writeln!(text, "var<uniform> given: array<Row, {count}>;"),
        _ => writeln!(text, "var<storage> given: array<Row>;"),
    };
    text
}

/// An entry point that computes a row in each invocation.
fn row_by_row(signature: &Signature, source: Source, count: usize) -> String {
    let end = if source == Source::Uniform { format!("{count}u") } else { "arrayLength(&given)".to_owned() };
    let mut text = format!(
        "@workgroup_size({WORKGROUP_SIZE})\nfn main(@builtin(global_invocation_id) id: vec3<u32>) {{\n  \
         let row = id.x;\n  if row >= {end} {{\n    return;\n  }}\n"
    );
    let mut names = Vec::new();
    for (index, ty) in signature.parameters.iter().enumerate() {
        let _ = writeln!(text, "  let a{index} = {};", ty.loaded(&format!("given[row].a{index}")));
        names.push(format!("a{index}"));
    }
    let _ = writeln!(text, "  let result = {};", signature.expression(&names));
    store(&mut text, signature, "row", "result");
    text.push_str("}\n");
    text
}

/// An entry point that stores the values of const-expressions.
fn one_by_one(signature: &Signature, rows: &[Row]) -> String {
    let mut text = "@workgroup_size(1)\nfn main() {\n".to_owned();
    for (index, row) in rows.iter().enumerate() {
        store(&mut text, signature, &index.to_string(), &constant(signature, row));
    }
    text.push_str("}\n");
    text
}

fn store(text: &mut String, signature: &Signature, index: &str, result: &str) {
    for Part { member, ty } in &signature.results {
        let _ = match member {
            Some(member) => writeln!(text, "  results[{index}].{member} = {result}.{member};"),
            None => writeln!(text, "  results[{index}].value = {};", ty.stored(result)),
        };
    }
}

/// The const-expression of a row.
fn constant(signature: &Signature, row: &Row) -> String {
    let arguments = signature.parameters.iter().zip(row).map(|(ty, bits)| written(*ty, bits));
    signature.expression(&arguments.collect::<Vec<String>>())
}

/// The rows whose const-expressions are no errors.
pub(super) fn without_errors(signature: &Signature, rows: Vec<Row>, validator: &mut Validator) -> Vec<Row> {
    let mut text = directives(&signature.needs());
    let mut starts = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        starts.push(text.len());
        let _ = writeln!(text, "const c{index} = {};", constant(signature, row));
    }
    let mut is_wrong = vec![false; rows.len()];
    for found in validator.diagnose(&text) {
        let behind = starts.partition_point(|start| *start <= found.primary.span.lo as usize);
        if let Some(wrong) = is_wrong.get_mut(behind.saturating_sub(1)) {
            *wrong = true;
        }
    }
    rows.into_iter().zip(is_wrong).filter(|(_, is_wrong)| !is_wrong).map(|(row, _)| row).collect()
}

/// The dispatch of such a program.
pub(super) fn execution(signature: &Signature, source: Source, rows: &[Row]) -> Execution {
    let is_by_row = source.buffer_kind().is_some();
    let workgroups = if is_by_row { rows.len().div_ceil(WORKGROUP_SIZE) } else { 1 };
    let constants = match source {
        Source::Override(_) => constants(&signature.parameters, rows),
        _ => Pipeline::default(),
    };
    let given = source.buffer_kind().map(|kind| buffer(0, kind, bytes(&signature.parameters, rows)));
    let types: Vec<ValueType> = signature.results.iter().map(|part| part.ty.in_memory()).collect();
    let results = buffer(1, BufferKind::Storage, vec![0; members(&types, 1).1 * rows.len()]);
    Execution {
        command: Command::Dispatch(Dispatch { pipeline: constants, workgroups: [workgroups as u32, 1, 1] }),
        is_strict: false,
        subgroup_size: None,
        is_bounded_by_text: true,
        buffers: given.into_iter().chain([results]).collect(),
        textures: Vec::new(),
        samplers: Vec::new(),
        immediates: Vec::new(),
        faults: Vec::new(),
    }
}

fn constants(parameters: &[ValueType], rows: &[Row]) -> Pipeline {
    let values = parameters.iter().zip(rows.iter().flatten()).enumerate();
    let constants = values.filter_map(|(index, (ty, components))| {
        let bits = components.first()?;
        Some((format!("a{index}"), number(ty.scalar, *bits)))
    });
    Pipeline { constants: constants.collect(), ..Pipeline::default() }
}

fn buffer(binding: u32, kind: BufferKind, data: Vec<u8>) -> Buffer {
    let row = vec![Field::Scalar(ScalarFormat::Unsigned(32))];
    Buffer { at: BindingPoint { group: 0, binding }, kind, row, data, expect: None }
}

/// The bytes of an array of rows.
fn bytes(parameters: &[ValueType], rows: &[Row]) -> Vec<u8> {
    let types: Vec<ValueType> = parameters.iter().map(|ty| ty.in_memory()).collect();
    let (offsets, stride) = members(&types, ROW_ALIGN);
    let mut bytes = vec![0; stride * rows.len()];
    for (row, place) in rows.iter().zip(bytes.chunks_mut(stride)) {
        for ((ty, offset), components) in types.iter().zip(&offsets).zip(row) {
            for (index, bits) in components.iter().enumerate() {
                let start = offset + ty.offset(index);
                place[start..start + ty.width()].copy_from_slice(&bits.to_le_bytes()[..ty.width()]);
            }
        }
    }
    bytes
}
