//! Buffers with integers of less than 32 bits or booleans: arrays of words in WGSL, which values are taken out of.

use super::place::{Place, Root, Step, unsigned};
use super::translator::{Feature, Outcome, Translator};
use super::types::shaped;
use super::value::Text;
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::types::{Type, TypeId};

/// The most scalars that are taken out of a buffer at once.
const MOST_PARTS: u32 = 64;

/// A part of a value.
enum Part {
    Value(TypeId),
    /// As many words that nothing names.
    Words(u32),
}

impl Translator<'_> {
    /// A value in an array of words.
    pub(crate) fn load_bytes(&mut self, place: &Place, ty: TypeId) -> Outcome<Text> {
        let name = match place.root {
            Root::Global(number) => self.roots.get(number).map_or_else(String::new, |root| root.name.clone()),
            Root::Local { .. } => return self.none(sections::SECTION_4, "bytes of a variable"),
        };
        let mut left = MOST_PARTS;
        let offset = offset(place);
        self.bytes_of(&name, &offset, 0, ty, &mut left)
    }

    /// Returns the value of a type some bytes after an offset.
    fn bytes_of(&mut self, name: &str, base: &Text, at: u32, ty: TypeId, left: &mut u32) -> Outcome<Text> {
        if let Some(value) = self.value_type(ty) {
            return self.value_of_bytes(name, base, at, value, left);
        }
        let mut parts: Vec<(Part, u32)> = Vec::new();
        if let Some((element, Some(count))) = self.module.types.element(ty) {
            let stride = self.size(element)?;
            parts.extend(
                (0..count.min(MOST_PARTS + 1))
                    .map(|index| (Part::Value(element), at.saturating_add(index.saturating_mul(stride)))),
            );
        } else if let Type::Structure(number) = self.kind(ty) {
            if let Some(array) = self.wrapped_array(number) {
                return self.bytes_of(name, base, at, array, left);
            }
            let offsets = self.module.types.offsets(number).unwrap_or_default();
            let members = self.module.types.structure(number).members.iter().enumerate();
            parts.extend(members.zip(offsets).map(|((index, member), offset)| {
                let words = self.words.get(&(number, index)).copied();
                (words.map_or(Part::Value(member.ty), Part::Words), at.saturating_add(offset as u32))
            }));
        } else {
            let ty = self.module.types.print(ty);
            return self.none(
                sections::SECTION_2,
                format!("a value of type `{ty}` in a buffer with integers narrower than 32 bits"),
            );
        }
        // The structure is that of values: its name comes first, so that it is declared.
        let own = self.type_name(ty)?;
        let base = self.stable(base, "offset");
        let mut texts = Vec::with_capacity(parts.len());
        for (part, at) in parts {
            texts.push(match part {
                Part::Value(ty) => {
                    let text = self.bytes_of(name, &base, at, ty, left)?;
                    self.stored(ty, &text)?
                }
                Part::Words(count) => self.words_of_bytes(name, &base, at, count, left)?,
            });
        }
        Ok(Text::primary(format!("{own}({})", texts.join(", "))))
    }

    /// Words that nothing names.
    fn words_of_bytes(
        &mut self,
        name: &str,
        base: &Text,
        at: u32,
        count: u32,
        left: &mut u32,
    ) -> Outcome<String> {
        let mut words = Vec::new();
        for index in 0..count.min(MOST_PARTS + 1) {
            let word = ValueType::Scalar(Scalar::Uint);
            let at = at.saturating_add(index * 4);
            words.push(self.value_of_bytes(name, base, at, word, left)?.code);
        }
        Ok(format!("array<u32, {count}>({})", words.join(", ")))
    }

    fn value_of_bytes(
        &mut self,
        name: &str,
        base: &Text,
        at: u32,
        ty: ValueType,
        left: &mut u32,
    ) -> Outcome<Text> {
        let scalar = ty.scalar();
        let own = self.value_name(ty)?;
        let (columns, rows, stride) = match ty {
            ValueType::Scalar(_) => (1, 1, 0),
            ValueType::Vector(_, width) | ValueType::PackedVector(_, width) => (1, width.count(), 0),
            ValueType::Matrix(_, columns, rows) => {
                let column = ValueType::Vector(scalar, rows).layout().map_or(0, |layout| layout.size);
                (columns.count(), rows.count(), column)
            }
        };
        if *left < columns * rows {
            return self.none(
                sections::SECTION_2_1,
                "a value with so many parts in a buffer with integers narrower than 32 bits",
            );
        }
        *left -= columns * rows;
        let base =
            if columns * rows > 1 || scalar.bits() < 32 { self.stable(base, "offset") } else { base.clone() };
        let mut parts = Vec::new();
        for column in 0..columns {
            for row in 0..rows {
                let at = at + column * stride + row * scalar.layout().size;
                parts.push(self.scalar_of_bytes(name, &base, at, scalar)?);
            }
        }
        Ok(Text::primary(if let (ValueType::Scalar(_), [part]) = (ty, parts.as_slice()) {
            part.clone()
        } else {
            format!("{own}({})", parts.join(", "))
        }))
    }

    fn scalar_of_bytes(&mut self, name: &str, base: &Text, at: u32, scalar: Scalar) -> Outcome<String> {
        let offset = match (base.code.as_str(), at) {
            ("0u", at) => format!("{at}u"),
            (_, 0) => base.tight(),
            (_, at) => format!("({} + {at}u)", base.tight()),
        };
        let word = format!("{name}[{offset} / 4u]");
        let bits = scalar.bits();
        let shift = format!("{offset} % 4u * 8u");
        Ok(match scalar {
            Scalar::Float => format!("bitcast<f32>({word})"),
            Scalar::Int => format!("bitcast<i32>({word})"),
            Scalar::Uint => word,
            Scalar::Uchar | Scalar::Ushort => format!("extractBits({word}, {shift}, {bits}u)"),
            Scalar::Char | Scalar::Short => format!("extractBits(bitcast<i32>({word}), {shift}, {bits}u)"),
            Scalar::Bool => format!("(extractBits({word}, {shift}, 8u) != 0u)"),
            Scalar::Half => {
                self.features.insert(Feature::F16);
                format!("bitcast<vec2<f16>>({word})[{offset} / 2u % 2u]")
            }
            Scalar::Long | Scalar::Ulong | Scalar::Bfloat | Scalar::Double => {
                let name = shaped(ValueType::Scalar(scalar), scalar.name());
                return self.none(
                    sections::SECTION_2_1,
                    format!("`{name}` has 64 bits: WGSL integers have 32 bits"),
                );
            }
        })
    }
}

/// The offset of a place in its variable, in bytes.
fn offset(place: &Place) -> Text {
    let mut fixed: u32 = 0;
    let mut terms: Vec<String> = Vec::new();
    for step in &place.steps {
        match step {
            Step::Member { offset, .. } => fixed = fixed.wrapping_add(*offset),
            Step::Index { index, is_unsigned, stride, .. } => {
                let index = unsigned(index, *is_unsigned);
                let number = index.strip_suffix('u').and_then(|digits| digits.parse::<u32>().ok());
                match (number, *stride) {
                    (Some(number), stride) => fixed = fixed.wrapping_add(number.wrapping_mul(stride)),
                    (None, 1) => terms.push(Text::of_code(index).tight()),
                    (None, stride) => terms.push(format!("{} * {stride}u", Text::of_code(index).tight())),
                }
            }
        }
    }
    if fixed != 0 || terms.is_empty() {
        terms.push(format!("{fixed}u"));
    }
    Text::of_code(terms.join(" + "))
}
