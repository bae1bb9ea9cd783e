//! The programs: the sources of their arguments, and their resources.

use super::numbers::{number, written};
use super::rows::{self, Row};
use super::signature::{Part, Signature};
use super::value_type::{ValueType, members};
use crate::family::directives;
use std::fmt::Write;
use webgpu_model::{Binding, BufferBindingType, Command, Data, Dispatch, Shader};
use wgsl_cts_cases::execution::Execution;
use wgsl_validator::Validator;

/// The source of arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A storage buffer with a row for each invocation.
    Storage,
    /// A uniform buffer with a row for each invocation.
    Uniform,
    /// A const-expression for each row.
    Constant,
    /// The argument with this index is in a storage buffer, with a value for each invocation. The others are const-expressions.
    Beside(usize),
    /// Overrides, for one row only; the index of the pipeline.
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
            Self::Beside(index) => format!("const beside {}", index + 1),
            Self::Override(number) => format!("override {number}"),
        }
    }

    /// The kind of source: programs of the same kind are made alike.
    pub(super) const fn template(self) -> &'static str {
        match self {
            Self::Storage => "storage",
            Self::Uniform => "uniform",
            Self::Constant => "const",
            Self::Beside(_) => "const beside",
            Self::Override(_) => "override",
        }
    }

    /// The type of the buffer's binding, if there is a buffer.
    const fn buffer_type(self) -> Option<BufferBindingType> {
        match self {
            Self::Storage | Self::Beside(_) => Some(BufferBindingType::ReadOnlyStorage),
            Self::Uniform => Some(BufferBindingType::Uniform),
            Self::Constant | Self::Override(_) => None,
        }
    }

    /// Returns true if an argument is a const-expression.
    fn is_written(self, index: usize) -> bool {
        match self {
            Self::Constant => true,
            Self::Beside(other) => index != other,
            Self::Storage | Self::Uniform | Self::Override(_) => false,
        }
    }

    /// The contents of the buffer.
    fn given(self, parameters: &[ValueType], rows: &[Row]) -> Vec<Row> {
        match self {
            Self::Storage | Self::Uniform => rows.to_vec(),
            Self::Beside(index) => rows::rows(&parameters[index..=index]),
            Self::Constant | Self::Override(_) => Vec::new(),
        }
    }

    /// The rows; an invocation computes the result of each.
    fn of_invocation(self, rows: &[Row]) -> &[Row] {
        match self {
            Self::Constant | Self::Beside(_) => rows,
            Self::Storage | Self::Uniform | Self::Override(_) => &rows[..rows.len().min(1)],
        }
    }
}

/// The program that computes the results of rows.
pub(super) fn text(signature: &Signature, source: Source, rows: &[Row]) -> String {
    let mut text = directives(&signature.needs());
    let count = source.given(&signature.parameters, rows).len();
    declare(&mut text, signature, source, count);
    text.push_str("struct Result {\n");
    for Part { member, ty } in &signature.results {
        let _ = writeln!(text, "  {}: {},", member.unwrap_or("value"), ty.in_memory().name());
    }
    text.push_str("}\n@group(0) @binding(1) var<storage, read_write> results: array<Result>;\n@compute ");
    if source.buffer_type().is_some() {
        begin_invocations(&mut text, signature, source, count);
    } else {
        text.push_str("@workgroup_size(1)\nfn main() {\n");
    }
    let computed = source.of_invocation(rows);
    for (number, row) in computed.iter().enumerate() {
        let index = match (source.buffer_type(), computed.len()) {
            (None, _) => number.to_string(),
            (Some(_), 1) => "row".to_owned(),
            (Some(_), length) => format!("row * {length}u + {number}u"),
        };
        let result = expression(signature, source, row);
        match source {
            Source::Constant => store_const(&mut text, signature, &index, &result),
            Source::Storage | Source::Uniform | Source::Beside(_) | Source::Override(_) => {
                store(&mut text, signature, &index, &result);
            }
        }
    }
    text.push_str("}\n");
    text
}

/// Declares the arguments that are not const-expressions; `count` rows in a buffer.
fn declare(text: &mut String, signature: &Signature, source: Source, count: usize) {
    let parameters = signature.parameters.iter().enumerate().filter(|(index, _)| !source.is_written(*index));
    if let Source::Override(_) = source {
        for (index, ty) in parameters {
            let _ = writeln!(text, "override a{index}: {};", ty.name());
        }
    } else if let Some(kind) = source.buffer_type() {
        text.push_str("struct Row {\n");
        for (place, (index, ty)) in parameters.enumerate() {
            let attribute = if place == 0 { "@align(16) " } else { "" };
            let _ = writeln!(text, "  {attribute}a{index}: {},", ty.in_memory().name());
        }
        text.push_str("}\n@group(0) @binding(0) ");
        let _ = match kind {
            BufferBindingType::Uniform => writeln!(text, "var<uniform> given: array<Row, {count}>;"),
            BufferBindingType::Storage | BufferBindingType::ReadOnlyStorage => {
                writeln!(text, "var<storage> given: array<Row>;")
            }
        };
    }
}

/// The beginning of an entry point that takes a row of the buffer in each invocation.
fn begin_invocations(text: &mut String, signature: &Signature, source: Source, count: usize) {
    let end = if source == Source::Uniform { format!("{count}u") } else { "arrayLength(&given)".to_owned() };
    let _ = write!(
        text,
        "@workgroup_size({WORKGROUP_SIZE})\nfn main(@builtin(global_invocation_id) id: vec3<u32>) {{\n  \
         let row = id.x;\n  if row >= {end} {{\n    return;\n  }}\n"
    );
    for (index, ty) in signature.parameters.iter().enumerate() {
        if !source.is_written(index) {
            let _ = writeln!(text, "  let a{index} = {};", ty.loaded(&format!("given[row].a{index}")));
        }
    }
}

fn store(text: &mut String, signature: &Signature, index: &str, result: &str) {
    for Part { member, ty } in &signature.results {
        let _ = match member {
            // Operators, which would need parentheses, have no members in their results.
            Some(member) => writeln!(text, "  results[{index}].{member} = {result}.{member};"),
            None => writeln!(text, "  results[{index}].value = {};", ty.stored(result)),
        };
    }
}

/// Stores a const-expression. A result that memory cannot hold is converted at run time, so that nothing but the function itself is
/// evaluated early.
fn store_const(text: &mut String, signature: &Signature, index: &str, result: &str) {
    if signature.results.iter().all(|part| part.ty == part.ty.in_memory()) {
        return store(text, signature, index, result);
    }
    let _ = writeln!(text, "  {{\n  var value = {result};");
    store(text, signature, index, "value");
    text.push_str("  }\n");
}

/// The function with its arguments; const-expressions have the values of a row.
fn expression(signature: &Signature, source: Source, row: &Row) -> String {
    let arguments = signature.parameters.iter().zip(row).enumerate().map(|(index, (ty, bits))| {
        if source.is_written(index) { written(*ty, bits) } else { format!("a{index}") }
    });
    signature.expression(&arguments.collect::<Vec<String>>())
}

/// The rows without an error in any expression, if all arguments, or all but one, are const-expressions.
pub(super) fn without_errors(
    signature: &Signature,
    source: Source,
    rows: Vec<Row>,
    validator: &mut Validator,
) -> Vec<Row> {
    let mut text = directives(&signature.needs());
    if let Source::Beside(index) = source {
        let _ = writeln!(text, "var<private> a{index}: {};", signature.parameters[index].name());
    }
    text.push_str("fn f() {\n");
    let mut starts = Vec::with_capacity(rows.len());
    for row in &rows {
        starts.push(text.len());
        let _ = writeln!(text, "  _ = {};", expression(signature, source, row));
    }
    text.push('}');
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
    let parameters = signature.parameters.iter().enumerate();
    let given: Vec<ValueType> =
        parameters.filter(|(index, _)| !source.is_written(*index)).map(|(_, ty)| *ty).collect();
    let given_rows = source.given(&signature.parameters, rows);
    let constants = match source {
        Source::Override(_) => constants(&signature.parameters, rows),
        Source::Storage | Source::Uniform | Source::Constant | Source::Beside(_) => Vec::new(),
    };
    let types: Vec<ValueType> = signature.results.iter().map(|part| part.ty.in_memory()).collect();
    let count = given_rows.len().max(1) * source.of_invocation(rows).len();
    let results = buffer(1, vec![0; members(&types, 1).1 * count]);
    let given = source.buffer_type().map(|_| buffer(0, bytes(&given, &given_rows)));
    let workgroups = given_rows.len().div_ceil(WORKGROUP_SIZE).max(1);
    let dispatch = Dispatch {
        shader: Shader { entry_point: None, constants },
        workgroups: [workgroups as u32, 1, 1],
        bindings: given.into_iter().chain([results]).collect(),
        immediates: Vec::new(),
    };
    Execution { is_bounded_by_specification: true, ..Execution::new(Command::Dispatch(dispatch)) }
}

fn constants(parameters: &[ValueType], rows: &[Row]) -> Vec<(String, f64)> {
    let values = parameters.iter().zip(rows.iter().flatten()).enumerate();
    let constants = values.filter_map(|(index, (ty, components))| {
        let bits = components.first()?;
        Some((format!("a{index}"), number(ty.scalar, *bits)))
    });
    constants.collect()
}

fn buffer(binding: u32, bytes: Vec<u8>) -> Binding {
    Binding { group: 0, binding, data: Data::Buffer(bytes.into()) }
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
