//! The values of buffers and textures: turns numbers into bytes.

use super::super::places::Refusal;
use super::{Element, FieldNames};
use crate::execution::scalar::shown;
use crate::execution::{ExpectedValue, Field, ScalarFormat, scalars, write};
use crate::names::unknown;

/// The greatest size of a buffer or texture in bytes: a larger one is a mistake.
pub(super) const GREATEST_SIZE: usize = 1 << 24;

/// The bytes of a buffer of this size; missing values at the end are zero.
pub(super) fn contents(fields: &[Field], size: usize, values: &[Element]) -> Result<Vec<u8>, Refusal> {
    check_room(fields, size, "values", values.len())?;
    let mut data = vec![0; size];
    for (value, (offset, format)) in values.iter().zip(scalars(fields, size)) {
        write(&mut data, offset, format, given(value, format)?);
    }
    Ok(data)
}

pub(super) fn check_room(fields: &[Field], size: usize, name: &str, given: usize) -> Result<(), Refusal> {
    let capacity = scalars(fields, size).count();
    if given <= capacity {
        return Ok(());
    }
    Err(Refusal::at(name, format!("`{name}` has {given} values, but {size} bytes hold {capacity}")))
}

pub(super) fn fields(names: &FieldNames) -> Result<Vec<Field>, Refusal> {
    let field = |name: &String| {
        if let Some(padding) = name.strip_prefix("pad").and_then(|size| size.parse().ok()) {
            return Ok(Field::Padding(padding));
        }
        let known = || ScalarFormat::OF_BUFFERS.iter().map(|(name, _)| *name);
        let format = ScalarFormat::by_name(name);
        format.map(Field::Scalar).ok_or_else(|| Refusal::at(name, unknown("type of buffers", name, known())))
    };
    let fields: Vec<Field> = names.names().iter().map(field).collect::<Result<_, Refusal>>()?;
    if !fields.iter().any(|field| matches!(field, Field::Scalar(_))) {
        return Err(Refusal::at("type", "a row must have at least one number"));
    }
    Ok(fields)
}

/// The given size, or the number of bytes for this many values: whole rows if the values fill whole rows, and a multiple of 4,
/// as WebGPU requires.
pub(super) fn buffer_size(said: Option<u32>, fields: &[Field], count: usize) -> Result<usize, Refusal> {
    let in_a_row = fields.iter().filter(|field| matches!(field, Field::Scalar(_))).count().max(1);
    let size = match said {
        Some(said) => said as usize,
        None if count.is_multiple_of(in_a_row) => {
            count / in_a_row * fields.iter().map(|field| field.size()).sum::<usize>()
        }
        None => {
            let last = scalars(fields, usize::MAX).nth(count - 1);
            last.map_or(0, |(offset, format)| offset + format.width() as usize / 8)
        }
    };
    let size = if said.is_none() { size.next_multiple_of(4) } else { size };
    if size == 0 {
        return Err(Refusal::from(
            "a buffer must have a `size`, or `values` or `expect` that define it".to_owned(),
        ));
    }
    if !size.is_multiple_of(4) {
        return Err(Refusal::at("size", "the size of a buffer must be a multiple of 4"));
    }
    if size > GREATEST_SIZE {
        return Err(Refusal::at("size", format!("a buffer can have at most {GREATEST_SIZE} bytes")));
    }
    Ok(size)
}

/// The elements without lists, which only group the values of a buffer.
pub(crate) fn flat(elements: &[Element]) -> Vec<Element> {
    let flattened = elements.iter().map(|element| {
        if let Element::List(elements) = element { flat(elements) } else { vec![element.clone()] }
    });
    flattened.flatten().collect()
}

/// The bits of an initial value.
pub(super) fn given(element: &Element, format: ScalarFormat) -> Result<u32, Refusal> {
    if let Element::Bits(bits) = element {
        if bits & !format.mask() == 0 {
            return Ok(*bits);
        }
        let message = format!("{} has {} bits, but 0x{bits:x} has more", format.name(), format.width());
        return Err(Refusal::at("bits", message));
    }
    let Some(number) = element.number() else {
        return Err(Refusal::from("expected a number, `nan`, `inf`, `-inf` or `bits`".to_owned()));
    };
    format.encode(number).map_err(|error| Refusal::at(shown(number), error.to_string()))
}

/// An expected value.
pub(crate) fn expected(element: &Element, format: ScalarFormat) -> Result<ExpectedValue, Refusal> {
    Ok(match element {
        Element::Word(word) if word == "any" => ExpectedValue::Any,
        Element::Word(word) if word == "nan" => {
            given(element, format)?;
            ExpectedValue::Nan
        }
        Element::Number(number) if number.is_nan() => expected(&Element::Word("nan".to_owned()), format)?,
        Element::Number(number) if *number == 0.0 && number.is_sign_negative() => {
            ExpectedValue::Bits(given(element, format)?)
        }
        Element::Number(_) | Element::Word(_) => ExpectedValue::Number(given(element, format)?),
        Element::Bits(_) => ExpectedValue::Bits(given(element, format)?),
        Element::Ulp { distance, of } => ExpectedValue::Ulp { distance: *distance, of: number(of, format)? },
        Element::Absolute { tolerance, of } => {
            ExpectedValue::Absolute { tolerance: *tolerance, of: number(of, format)? }
        }
        Element::Between(ends) => {
            let [low, high] = ends.as_slice() else {
                return Err(Refusal::at("between", "`between` must have a minimum and a maximum"));
            };
            let (low, high) = (number(low, format)?, number(high, format)?);
            if format.decode(low) > format.decode(high) {
                return Err(Refusal::at("between", "the minimum of `between` must come first"));
            }
            ExpectedValue::Between { low, high }
        }
        Element::OneOf(choices) if choices.is_empty() => {
            return Err(Refusal::at("one_of", "`one_of` must have at least one choice"));
        }
        Element::OneOf(choices) => {
            let choices = choices.iter().map(|choice| expected(choice, format));
            ExpectedValue::OneOf(choices.collect::<Result<_, _>>()?)
        }
        Element::List(_) => {
            return Err(Refusal::from("expected a single value, found a list".to_owned()));
        }
    })
}

/// The bits of a number that other numbers are compared with.
fn number(element: &Element, format: ScalarFormat) -> Result<u32, Refusal> {
    let bits = given(element, format)?;
    if format.decode(bits).is_nan() {
        return Err(Refusal::from("a NaN can't have a tolerance".to_owned()));
    }
    Ok(bits)
}
