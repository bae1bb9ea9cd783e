//! Plans: which function of the host `amp run` calls, and with which arguments. `amp plan` writes one to be completed.

use super::ReadProgram;
use crate::files::{self, MOST_BYTES};
use amp_run::{Argument, Kind, Parameter, parameters, scalar};
use msl_spec::Scalar;
use msl_validator::meaning::Module;
use msl_validator::types::TypeId;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// A plan.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plan {
    /// The name of the function.
    pub(super) call: String,
    /// The arguments, by the names of the parameters.
    #[serde(default)]
    arguments: BTreeMap<String, Given>,
}

/// An argument.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Given {
    /// A number.
    Number(serde_yaml::Number),
    /// `true` or `false`.
    Bool(bool),
    /// The elements of a vector.
    Numbers(Vec<serde_yaml::Number>),
    /// The elements of a vector, or an object, in a different form.
    Form(Form),
}

/// The elements of a vector, array or view, or an object.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Form {
    /// The extent of an array or view, the most significant dimension first.
    #[serde(default)]
    extent: Vec<u32>,
    /// So many elements that are zero.
    count: Option<u32>,
    /// The bytes of a file.
    file: Option<std::path::PathBuf>,
    /// Numbers of the type of the elements.
    elements: Option<Vec<serde_yaml::Number>>,
    /// 32-bit floats: the members of structures, one after the other.
    f32: Option<Vec<f32>>,
    /// 32-bit integers.
    i32: Option<Vec<i64>>,
}

impl Plan {
    /// Reads a plan. The error is a sentence without a full stop.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        serde_yaml::from_str(text).map_err(|error| error.to_string())
    }

    /// The function that the plan calls: its instance. The error is a sentence without a full stop.
    pub(super) fn function(&self, read: &ReadProgram) -> Result<usize, String> {
        let module = &read.program.module;
        let named = functions(read).find(|number| name(module, *number) == self.call);
        named.ok_or_else(|| {
            let known: Vec<String> =
                launching(read).into_iter().map(|it| format!("`{}`", name(module, it))).collect();
            let known = if known.is_empty() {
                String::new()
            } else {
                format!("; functions that launch kernels: {}", known.join(", "))
            };
            format!("no function `{}` with a body{known}", self.call)
        })
    }

    /// The values of the parameters of a function. Files are searched for next to the plan. The error is a sentence without a full stop.
    pub(super) fn arguments(
        &self,
        module: &Module,
        instance: usize,
        directory: &Path,
    ) -> Result<Vec<Argument>, String> {
        let parameters = parameters(module, instance);
        let is_known = |given: &&String| !parameters.iter().any(|parameter| parameter.name == **given);
        if let Some(unknown) = self.arguments.keys().find(is_known) {
            return Err(format!("`{}` has no parameter `{unknown}`", self.call));
        }
        let value = |parameter: &Parameter| {
            let name = &parameter.name;
            let kind = parameter.kind.ok_or_else(|| format!("the type of `{name}` has no size"))?;
            let given = match (self.arguments.get(name), kind) {
                (Some(given), _) => given,
                // A class without members, such as a view of an accelerator, has one value.
                (None, Kind::Object(ty, size)) if is_empty_class(module, ty) => {
                    return Ok(Argument::Object(vec![0; size as usize]));
                }
                (None, _) => return Err(format!("expected a value for the parameter `{name}`, found none")),
            };
            given.argument(module, kind, directory).map_err(|reason| format!("`{name}`: {reason}"))
        };
        parameters.iter().map(value).collect()
    }
}

impl Given {
    fn argument(&self, module: &Module, kind: Kind, directory: &Path) -> Result<Argument, String> {
        let (ty, size) = kind.element();
        match (self, kind) {
            (Self::Numbers(numbers), Kind::Vector(..) | Kind::Pointer(..)) => {
                Ok(Argument::Elements(numbers_bytes(numbers, module, ty)?))
            }
            (Self::Numbers(numbers), Kind::View(_, _, 1)) => {
                Ok(Argument::View(vec![numbers.len() as u32], numbers_bytes(numbers, module, ty)?))
            }
            (Self::Number(number), Kind::Object(..)) => {
                Ok(Argument::Object(numbers_bytes(std::slice::from_ref(number), module, ty)?))
            }
            (Self::Bool(value), Kind::Object(_, 1)) if scalar(module, ty) == Some(Scalar::Bool) => {
                Ok(Argument::Object(vec![u8::from(*value)]))
            }
            (Self::Form(form), Kind::Vector(..) | Kind::Pointer(..)) => {
                Ok(Argument::Elements(form.bytes(module, ty, size, directory)?))
            }
            (Self::Form(form), Kind::View(_, _, rank)) => form.view(module, (ty, size), rank, directory),
            (Self::Form(form), Kind::Object(..)) => {
                let bytes = form.bytes(module, ty, size, directory)?;
                if bytes.len() == size as usize {
                    Ok(Argument::Object(bytes))
                } else {
                    Err(format!("expected {size} bytes, found {}", bytes.len()))
                }
            }
            (Self::Numbers(_), Kind::View(..)) => {
                Err("needs an `extent`: { extent: [2, 3], elements: […] }".to_owned())
            }
            (Self::Numbers(_), Kind::Object(..)) => Err("expected one value, found a list".to_owned()),
            (Self::Number(_) | Self::Bool(_), Kind::Vector(..) | Kind::Pointer(..) | Kind::View(..)) => {
                Err("expected a list, found one value".to_owned())
            }
            (Self::Bool(_), Kind::Object(..)) => Err("expected a number, found a boolean".to_owned()),
        }
    }
}

impl Form {
    /// The bytes of elements, in the one form that is given.
    fn bytes(&self, module: &Module, ty: TypeId, size: u32, directory: &Path) -> Result<Vec<u8>, String> {
        match (self.count, &self.file, &self.elements, &self.f32, &self.i32) {
            (Some(count), None, None, None, None) => zeros(u64::from(count) * u64::from(size)),
            (None, Some(path), None, None, None) => {
                let bytes = files::read_file(&directory.join(path), MOST_BYTES);
                bytes.map_err(|error| format!("{} can't be read: {}", path.display(), files::reason(&error)))
            }
            (None, None, Some(numbers), None, None) => numbers_bytes(numbers, module, ty),
            (None, None, None, Some(values), None) => {
                Ok(values.iter().flat_map(|it| it.to_le_bytes()).collect())
            }
            (None, None, None, None, Some(values)) => {
                Ok(values.iter().flat_map(|value| (*value as i32).to_le_bytes()).collect())
            }
            _ => Err("expected one of `count`, `file`, `elements`, `f32` and `i32`".to_owned()),
        }
    }

    /// An array or view; without contents it has zeros.
    fn view(
        &self,
        module: &Module,
        (ty, size): (TypeId, u32),
        rank: u32,
        directory: &Path,
    ) -> Result<Argument, String> {
        let extent = match (self.extent.as_slice(), self.count) {
            ([], Some(count)) if rank == 1 => vec![count],
            (extent, _) => extent.to_vec(),
        };
        if extent.len() != rank as usize {
            return Err(format!("expected an `extent` with {rank} sizes, found {}", extent.len()));
        }
        let count = extent.iter().try_fold(1, |product: u64, size| product.checked_mul((*size).into()));
        let expected = count.and_then(|count| count.checked_mul(size.into())).ok_or("more than 1 GiB")?;
        let is_empty =
            self.file.is_none() && self.elements.is_none() && self.f32.is_none() && self.i32.is_none();
        let bytes = if is_empty { zeros(expected)? } else { self.bytes(module, ty, size, directory)? };
        if bytes.len() as u64 != expected {
            return Err(format!("the extent needs {expected} bytes, found {}", bytes.len()));
        }
        Ok(Argument::View(extent, bytes))
    }
}

fn zeros(bytes: u64) -> Result<Vec<u8>, String> {
    let bytes = usize::try_from(bytes).ok().filter(|bytes| *bytes < 1 << 30);
    Ok(vec![0; bytes.ok_or("more than 1 GiB")?])
}

/// The bytes of numbers in a type.
fn numbers_bytes(numbers: &[serde_yaml::Number], module: &Module, ty: TypeId) -> Result<Vec<u8>, String> {
    let scalar = scalar(module, ty).ok_or("the type is not a number: use `f32`, `i32` or `file`")?;
    let bytes: Result<Vec<Vec<u8>>, String> =
        numbers.iter().map(|number| number_bytes(number, scalar)).collect();
    Ok(bytes?.concat())
}

/// The bytes of a number in a type.
fn number_bytes(number: &serde_yaml::Number, scalar: Scalar) -> Result<Vec<u8>, String> {
    let integer = |low: i128, high: i128| {
        let value = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
        let value = value.filter(|value| (low..=high).contains(value));
        value.ok_or_else(|| format!("`{number}` is not a value of `{}`", scalar.name()))
    };
    let float = || number.as_f64().unwrap_or(f64::NAN);
    Ok(match scalar {
        Scalar::Float => (float() as f32).to_le_bytes().to_vec(),
        Scalar::Double => float().to_le_bytes().to_vec(),
        Scalar::Bool => vec![integer(0, 1)? as u8],
        Scalar::Char => (integer(i8::MIN.into(), i8::MAX.into())? as i8).to_le_bytes().to_vec(),
        Scalar::Uchar => (integer(0, u8::MAX.into())? as u8).to_le_bytes().to_vec(),
        Scalar::Short => (integer(i16::MIN.into(), i16::MAX.into())? as i16).to_le_bytes().to_vec(),
        Scalar::Ushort => (integer(0, u16::MAX.into())? as u16).to_le_bytes().to_vec(),
        Scalar::Int => (integer(i32::MIN.into(), i32::MAX.into())? as i32).to_le_bytes().to_vec(),
        Scalar::Uint => (integer(0, u32::MAX.into())? as u32).to_le_bytes().to_vec(),
        Scalar::Long => (integer(i64::MIN.into(), i64::MAX.into())? as i64).to_le_bytes().to_vec(),
        Scalar::Ulong => (integer(0, u64::MAX.into())? as u64).to_le_bytes().to_vec(),
        Scalar::Half | Scalar::Bfloat => return Err(format!("`{}` is not a type of C++ AMP", scalar.name())),
    })
}

/// Returns true for a class whose objects have no members.
fn is_empty_class(module: &Module, ty: TypeId) -> bool {
    let structure = module.types.structure_number(ty);
    structure.is_some_and(|number| module.types.structure(number).members.is_empty())
}

/// The functions of the program that can be called by name: not members, and not of the library.
fn functions(read: &ReadProgram) -> impl Iterator<Item = usize> {
    let module = &read.program.module;
    let is_own =
        |span: shader_source::Span| !read.program.inclusions.of(span.lo).is_some_and(|file| file.is_library);
    (0..module.instances.len()).filter(move |number| {
        let instance = &module.instances[*number];
        instance.this.is_none() && is_own(module.ast[instance.function].name_span)
    })
}

fn name(module: &Module, instance: usize) -> &str {
    module.names.text(module.ast[module.instances[instance].function].name)
}

/// The functions that launch kernels, or call functions that do. A function without a caller among them comes first.
fn launching(read: &ReadProgram) -> Vec<usize> {
    let module = &read.program.module;
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); module.instances.len()];
    for (number, instance) in module.instances.iter().enumerate() {
        for (callee, _) in &instance.calls {
            callers[*callee].push(number);
        }
    }
    let launches = (0..module.instances.len()).filter(|number| name(module, *number) == "parallel_for_each");
    let (mut open, mut is_found): (Vec<usize>, _) = (launches.collect(), vec![false; module.instances.len()]);
    while let Some(number) = open.pop() {
        if !core::mem::replace(&mut is_found[number], true) {
            open.extend(&callers[number]);
        }
    }
    let mut found: Vec<usize> = functions(read).filter(|number| is_found[*number]).collect();
    let is_inner = |number: &usize| callers[*number].iter().any(|caller| is_found[*caller]);
    found.sort_by_key(is_inner);
    found
}

/// Writes a plan for each function that launches kernels, all but the first as comments.
pub(super) fn skeleton(read: &ReadProgram) -> String {
    let module = &read.program.module;
    let mut text = String::new();
    for (index, number) in launching(read).into_iter().enumerate() {
        let start = if index == 0 { "" } else { "# " };
        if index > 0 {
            text.push('\n');
        }
        _ = writeln!(text, "{start}call: {}", name(module, number));
        let parameters = parameters(module, number);
        if !parameters.is_empty() {
            _ = writeln!(text, "{start}arguments:");
        }
        let is_needed = |parameter: &Parameter| !matches!(parameter.kind, Some(Kind::Object(ty, _)) if is_empty_class(module, ty));
        for parameter in parameters.into_iter().filter(is_needed) {
            let (value, ty) = match parameter.kind {
                Some(Kind::Vector(ty, _)) => {
                    ("{ count: ? }", format!("std::vector<{}>", module.types.print(ty)))
                }
                Some(Kind::Pointer(ty, _)) => ("{ count: ? }", format!("{}*", module.types.print(ty))),
                Some(Kind::View(ty, _, rank)) => {
                    ("{ extent: [?] }", format!("elements `{}`, {rank} dimensions", module.types.print(ty)))
                }
                Some(Kind::Object(ty, _)) => ("?", module.types.print(ty)),
                None => ("?", "a type without a size".to_owned()),
            };
            _ = writeln!(text, "{start}  {}: {value} # {ty}", parameter.name);
        }
    }
    text
}
