//! Checks the places of members in memory: the widths of bit-fields, and alignments. C++14 (class.bit), (dcl.align)

use super::Checker;
use crate::types::{Type, TypeId};
use cxx_validator::ast::{ExprId, Member};
use msl_spec::{Scalar, ValueType, rules};

impl Checker<'_> {
    /// Returns the number of bits of a bit-field. C++14 (class.bit)
    pub(super) fn width_of_bit_field(&mut self, member: &Member, ty: TypeId, width: ExprId) -> Option<u32> {
        let value = self.constant_integer(width, rules::ARRAY_SIZE)?;
        let is_integer = match self.types.get(ty) {
            Type::Enumeration(..) => true,
            Type::Value(ValueType::Scalar(scalar)) => scalar.is_integer() || scalar == Scalar::Bool,
            // The type was reported.
            Type::Error => return None,
            _ => false,
        };
        // C++14 (class.bit) 3
        if !is_integer {
            let found = self.types.print(ty);
            let message = format!("a bit-field must have an integer or enumeration type, found `{found}`");
            self.error(rules::GRAMMAR_DECLARATION, member.name_span, message);
            return None;
        }
        // C++14 (class.bit) 1, 2
        if value < i128::from(member.name.is_some()) {
            let what = if member.name.is_some() {
                "with a name must have at least one bit"
            } else {
                "can't have a negative width"
            };
            let message = format!("a bit-field {what}, found {value}");
            self.error(rules::GRAMMAR_DECLARATION, member.name_span, message);
            return None;
        }
        let most = self.types.layout(ty).map_or(0, |layout| 8 * i128::from(layout.size));
        let unsupported = if member.name.is_none() {
            &cxx_validator::unsupported::UNNAMED_BIT_FIELD
        } else if value > most {
            &cxx_validator::unsupported::WIDE_BIT_FIELD
        } else {
            return u32::try_from(value).ok();
        };
        self.error(rules::UNSUPPORTED_FEATURE, member.name_span, unsupported.message());
        None
    }

    /// The alignment that `alignas` asks for. Section 2.4
    pub(super) fn alignment(&mut self, alignment: Option<ExprId>, ty: TypeId) -> Option<u32> {
        let id = alignment?;
        let value = self.constant_integer(id, rules::ALIGNAS_VALID)?;
        // It has no effect. C++14 (dcl.align) 2
        if value == 0 {
            return None;
        }
        let natural = self.types.layout(ty).map_or(1, |layout| i128::from(layout.alignment));
        if value <= 0 || value & (value - 1) != 0 || value < natural || value > 1 << 28 {
            let message =
                format!("an alignment must be a power of two and at least {natural}, found {value}");
            self.error(rules::ALIGNAS_VALID, self.span(id), message);
            return None;
        }
        u32::try_from(value).ok()
    }
}
