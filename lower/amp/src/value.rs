//! Values of plans: numbers, lists of them, and other forms of the contents of containers and objects.

use crate::argument::{Argument, Kind, scalar};
use crate::plan::ReadFile;
use crate::sampler::Sampler;
use crate::skeleton::PLACEHOLDER;
use core::fmt;
use msl_spec::Scalar;
use msl_validator::meaning::Module;
use msl_validator::types::TypeId;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, IntoDeserializer as _};
use serde_yaml::Number;
use std::path::PathBuf;

/// The bytes of an argument: more are a mistake.
const MOST_BYTES: u64 = 1 << 30;

/// A value of a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(Number),
    /// `true` or `false`.
    Bool(bool),
    /// The elements of a container.
    Numbers(Vec<Number>),
    /// The contents of a container or an object in a different form.
    Form(Form),
    /// The modes of a sampler.
    Sampler(Sampler),
    /// A mark of [`crate::skeleton()`] where a value is to be added.
    Placeholder,
}

/// The contents of a container or an object.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Form {
    /// The extent of an array or view, the most significant dimension first.
    #[serde(default)]
    pub extent: Vec<u32>,
    /// So many elements that are zero.
    pub count: Option<u32>,
    /// The bytes of a file.
    pub file: Option<PathBuf>,
    /// Numbers of the type of the elements.
    pub elements: Option<Vec<Number>>,
    /// 32-bit floats: the members of structures, one after the other.
    pub f32: Option<Vec<f32>>,
    /// 32-bit integers.
    pub i32: Option<Vec<i64>>,
}

/// The reason why a value can't be used for a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// It is the placeholder of a skeleton.
    Placeholder,
    /// A container needs a list.
    ListExpected,
    /// A sampler needs its modes.
    SamplerExpected,
    /// An object that is a number needs one.
    NumberExpected {
        /// The form of the value in the plan, with an article.
        found: &'static str,
    },
    /// A container with several dimensions needs an extent.
    ExtentExpected,
    /// The extent has too many or too few dimensions.
    Rank {
        /// The dimensions of the container.
        expected: u32,
        /// The sizes in the plan.
        found: usize,
    },
    /// The contents have too many or too few bytes.
    Bytes {
        /// The bytes of the object or the extent.
        expected: u64,
        /// The bytes in the plan.
        found: u64,
    },
    /// Contents must have exactly one form.
    OneForm,
    /// The elements are not numbers.
    NotNumbers,
    /// The number is not a value of this type.
    Range(String, &'static str),
    /// No value has so many bytes.
    TooLarge,
    /// The file can't be read, for this reason.
    File(PathBuf, String),
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_yaml::Value::deserialize(deserializer)?;
        match value {
            serde_yaml::Value::Number(number) => Ok(Self::Number(number)),
            serde_yaml::Value::Bool(value) => Ok(Self::Bool(value)),
            serde_yaml::Value::String(text) if text == PLACEHOLDER => Ok(Self::Placeholder),
            serde_yaml::Value::Sequence(values) => {
                let numbers = values.into_iter().map(number).collect::<Result<_, _>>();
                numbers.map(Self::Numbers).map_err(D::Error::custom)
            }
            serde_yaml::Value::Mapping(mut form) => {
                let is_placeholder = |value: &serde_yaml::Value| match value {
                    serde_yaml::Value::String(text) => text == PLACEHOLDER,
                    serde_yaml::Value::Sequence(values) => {
                        values.iter().any(|value| value.as_str() == Some(PLACEHOLDER))
                    }
                    serde_yaml::Value::Null
                    | serde_yaml::Value::Bool(_)
                    | serde_yaml::Value::Number(_)
                    | serde_yaml::Value::Mapping(_)
                    | serde_yaml::Value::Tagged(_) => false,
                };
                if form.values().any(is_placeholder) {
                    return Ok(Self::Placeholder);
                }
                // An absent key and an empty one mean the same.
                form.retain(|_, value| !value.is_null());
                if form.keys().any(|key| key.as_str().is_some_and(Sampler::has)) {
                    let modes = Sampler::deserialize(serde_yaml::Value::Mapping(form).into_deserializer());
                    return modes.map(Self::Sampler).map_err(D::Error::custom);
                }
                let form = Form::deserialize(serde_yaml::Value::Mapping(form).into_deserializer());
                form.map(Self::Form).map_err(D::Error::custom)
            }
            serde_yaml::Value::String(_) | serde_yaml::Value::Null | serde_yaml::Value::Tagged(_) => Err(
                D::Error::custom("expected a number, a list of numbers, or a table such as `{ count: 4 }`"),
            ),
        }
    }
}

fn number(value: serde_yaml::Value) -> Result<Number, &'static str> {
    match value {
        serde_yaml::Value::Number(number) => Ok(number),
        serde_yaml::Value::Bool(value) => Ok(u8::from(value).into()),
        serde_yaml::Value::Null
        | serde_yaml::Value::String(_)
        | serde_yaml::Value::Sequence(_)
        | serde_yaml::Value::Mapping(_)
        | serde_yaml::Value::Tagged(_) => Err(
            "expected a list of numbers; the members of structures are written in order, as in `{ f32: [1, 2] }`",
        ),
    }
}

impl Value {
    /// The argument for a parameter of this kind.
    ///
    /// # Errors
    /// The value does not fit the parameter.
    pub fn argument(
        &self,
        module: &Module,
        kind: Kind,
        read_file: ReadFile<'_>,
    ) -> Result<Argument, ValueError> {
        let (ty, size) = kind.element();
        match (self, kind) {
            (Self::Placeholder, _) => Err(ValueError::Placeholder),
            (Self::Numbers(numbers), Kind::Vector(..) | Kind::Pointer(..)) => {
                Ok(Argument::Elements(bytes_of_all(numbers, module, ty)?))
            }
            (
                Self::Numbers(numbers),
                Kind::View(_, _, 1) | Kind::Texture(_, _, 1) | Kind::TextureView(_, _, 1),
            ) => {
                let bytes = bytes_of_all(numbers, module, ty)?;
                Ok(Argument::View(vec![bytes.len() as u32 / size.max(1)], bytes))
            }
            (Self::Number(number), Kind::Object(..)) => {
                Ok(Argument::Object(bytes_of_all(core::slice::from_ref(number), module, ty)?))
            }
            (Self::Bool(value), Kind::Object(_, 1)) if scalar(module, ty) == Some(Scalar::Bool) => {
                Ok(Argument::Object(vec![u8::from(*value)]))
            }
            (Self::Form(form), Kind::Vector(..) | Kind::Pointer(..)) => {
                Ok(Argument::Elements(form.bytes(module, ty, size, read_file)?))
            }
            (
                Self::Form(form),
                Kind::View(_, _, rank) | Kind::Texture(_, _, rank) | Kind::TextureView(_, _, rank),
            ) => form.view(module, (ty, size), rank, read_file),
            (Self::Sampler(modes), Kind::Sampler(..)) => {
                of_size(modes.bytes(), size.into()).map(Argument::Object)
            }
            (Self::Number(_) | Self::Bool(_) | Self::Numbers(_), Kind::Sampler(..)) => {
                Err(ValueError::SamplerExpected)
            }
            (Self::Form(form), Kind::Object(..) | Kind::Sampler(..)) => {
                let bytes = form.bytes(module, ty, size, read_file)?;
                of_size(bytes, size.into()).map(Argument::Object)
            }
            (Self::Numbers(_), Kind::View(..) | Kind::Texture(..) | Kind::TextureView(..)) => {
                Err(ValueError::ExtentExpected)
            }
            (Self::Numbers(_), Kind::Object(..)) => Err(ValueError::NumberExpected { found: "a list" }),
            (
                Self::Number(_) | Self::Bool(_) | Self::Sampler(_),
                Kind::Vector(..)
                | Kind::Pointer(..)
                | Kind::View(..)
                | Kind::Texture(..)
                | Kind::TextureView(..),
            ) => Err(ValueError::ListExpected),
            (Self::Sampler(_), Kind::Object(..)) => Err(ValueError::NumberExpected { found: "a sampler" }),
            (Self::Bool(_), Kind::Object(..)) => Err(ValueError::NumberExpected { found: "a boolean" }),
        }
    }
}

impl Form {
    /// The bytes of elements, in the one form that is given.
    fn bytes(
        &self,
        module: &Module,
        ty: TypeId,
        size: u32,
        read_file: ReadFile<'_>,
    ) -> Result<Vec<u8>, ValueError> {
        match (self.count, &self.file, &self.elements, &self.f32, &self.i32) {
            (Some(count), None, None, None, None) => zeros(u64::from(count) * u64::from(size)),
            (None, Some(path), None, None, None) => {
                read_file(path).map_err(|reason| ValueError::File(path.clone(), reason))
            }
            (None, None, Some(numbers), None, None) => bytes_of_all(numbers, module, ty),
            (None, None, None, Some(values), None) => {
                Ok(values.iter().flat_map(|it| it.to_le_bytes()).collect())
            }
            // Members may be `int` or `unsigned int`: both ranges are accepted.
            (None, None, None, None, Some(values)) => {
                Ok(values.iter().flat_map(|value| (*value as i32).to_le_bytes()).collect())
            }
            _ => Err(ValueError::OneForm),
        }
    }

    /// An array or view; without contents it has zeros.
    fn view(
        &self,
        module: &Module,
        (ty, size): (TypeId, u32),
        rank: u32,
        read_file: ReadFile<'_>,
    ) -> Result<Argument, ValueError> {
        let extent = match (self.extent.as_slice(), self.count) {
            ([], Some(count)) if rank == 1 => vec![count],
            (extent, _) => extent.to_vec(),
        };
        if extent.len() != rank as usize {
            return Err(ValueError::Rank { expected: rank, found: extent.len() });
        }
        let count = extent.iter().try_fold(1, |product: u64, size| product.checked_mul((*size).into()));
        let expected = count.and_then(|count| count.checked_mul(size.into())).ok_or(ValueError::TooLarge)?;
        let is_empty =
            self.file.is_none() && self.elements.is_none() && self.f32.is_none() && self.i32.is_none();
        let bytes = if is_empty { zeros(expected)? } else { self.bytes(module, ty, size, read_file)? };
        Ok(Argument::View(extent, of_size(bytes, expected)?))
    }
}

fn of_size(bytes: Vec<u8>, expected: u64) -> Result<Vec<u8>, ValueError> {
    let found = bytes.len() as u64;
    if found == expected { Ok(bytes) } else { Err(ValueError::Bytes { expected, found }) }
}

fn zeros(bytes: u64) -> Result<Vec<u8>, ValueError> {
    let bytes = usize::try_from(bytes).ok().filter(|bytes| (*bytes as u64) < MOST_BYTES);
    Ok(vec![0; bytes.ok_or(ValueError::TooLarge)?])
}

/// The bytes of numbers in a type.
fn bytes_of_all(numbers: &[Number], module: &Module, ty: TypeId) -> Result<Vec<u8>, ValueError> {
    let scalar = scalar(module, ty).ok_or(ValueError::NotNumbers)?;
    let bytes: Result<Vec<Vec<u8>>, ValueError> =
        numbers.iter().map(|number| bytes_of(number, scalar)).collect();
    Ok(bytes?.concat())
}

/// The bytes of a number in a type.
fn bytes_of(number: &Number, scalar: Scalar) -> Result<Vec<u8>, ValueError> {
    let integer = |low: i128, high: i128| {
        let value = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
        let value = value.filter(|value| (low..=high).contains(value));
        value.ok_or_else(|| ValueError::Range(number.to_string(), scalar.name()))
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
        // C++ AMP has no types with these numbers.
        Scalar::Half | Scalar::Bfloat => return Err(ValueError::NotNumbers),
    })
}

impl fmt::Display for ValueError {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Placeholder => write!(output, "`{PLACEHOLDER}` is to be replaced by a value"),
            Self::SamplerExpected => {
                output.write_str("expected the modes of a sampler: { filter: linear, address: clamp }")
            }
            Self::ListExpected => output.write_str("expected a list, found one value"),
            Self::NumberExpected { found } => write!(output, "expected a number, found {found}"),
            Self::ExtentExpected => {
                output.write_str("expected an `extent`: { extent: [2, 3], elements: […] }")
            }
            Self::Rank { expected, found } => {
                write!(output, "expected an `extent` with {expected} sizes, found {found}")
            }
            Self::Bytes { expected, found } => write!(output, "expected {expected} bytes, found {found}"),
            Self::OneForm => output.write_str("expected one of `count`, `file`, `elements`, `f32` and `i32`"),
            Self::NotNumbers => output.write_str("the type is not a number: use `f32`, `i32` or `file`"),
            Self::Range(number, ty) => write!(output, "`{number}` is not a value of `{ty}`"),
            Self::TooLarge => output.write_str("a value can't have more than 1 GiB"),
            Self::File(path, reason) => write!(output, "{} can't be read: {reason}", path.display()),
        }
    }
}

impl core::error::Error for ValueError {}
