//! Constructors and braced lists. Sections 2.2.2 and 2.3.2

use super::lowering::{Lowering, MOST_STEPS, Outcome, Place, Value};
use super::types::register_type;
use msl_spec::ValueType;
use msl_validator::typed::{Expr, ExprId, Part};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::Register;

pub(super) const OTHER_REFERENCE: &str = "this reference in a structure can't be executed yet";

/// An element of an array, or a member of a structure: its value, its type, and where it is.
pub(super) type Element = (Option<ExprId>, TypeId, u32);

impl Lowering<'_> {
    /// A scalar, vector or matrix from the components of values.
    pub(super) fn construct(&mut self, ty: TypeId, arguments: &[ExprId]) -> Outcome<Value> {
        let Some(value) = self.value_type(ty) else {
            return self.unsupported("this constructor can't be executed yet");
        };
        let mut registers: Vec<Register> = Vec::new();
        let scalar = register_type(value.scalar());
        for argument in arguments {
            for register in self.registers(*argument)? {
                registers.push(self.converted_register(register, scalar));
            }
        }
        let registers = self.code.settled(registers);
        let count = super::types::shape(value).len();
        Ok(Value::Registers(match (value, registers.as_slice()) {
            (ValueType::Matrix(_, columns, rows), [one]) => {
                // One scalar is the diagonal. Section 2.3.2
                let zero = self.code.constant(scalar, 0);
                let (columns, rows) = (columns.count() as usize, rows.count() as usize);
                (0..columns * rows).map(|at| if at / rows == at % rows { *one } else { zero }).collect()
            }
            (_, [one]) => vec![*one; count],
            _ => registers,
        }))
    }

    /// An array or structure from the values of its elements.
    pub(super) fn aggregate(&mut self, id: ExprId) -> Outcome<Value> {
        let ty = self.ty(id);
        if self.has_array(ty) {
            let location = self.allocate(ty)?;
            let whole = Place::Memory(location);
            self.clear(&whole, ty)?;
            self.fill_elements(&whole, id)?;
            return Ok(Value::Memory(location));
        }
        let mut registers = Vec::new();
        for (part, ty, _) in self.elements(id)? {
            let value = match part {
                Some(part) => self.value(part)?,
                None => self.zero(ty)?,
            };
            match value {
                Value::Registers(_) if self.is_reference(ty) => return self.unsupported(OTHER_REFERENCE),
                Value::Registers(values) => {
                    // A later part may change the variable that is this one. C++14 (dcl.init.list) 4
                    registers.extend(self.code.settled(values));
                }
                Value::Pointer(place) => registers.push(self.pointer_register(&place)?),
                Value::Handle(handle) => registers.push(self.handle_register(handle)),
                Value::Memory(_) | Value::Nothing => {
                    return self.unsupported("this member can't be executed yet");
                }
            }
        }
        Ok(Value::Registers(registers))
    }

    /// Writes the elements of an array or structure to memory that is zero.
    fn fill_elements(&mut self, whole: &Place, id: ExprId) -> Outcome<()> {
        for (part, ty, offset) in self.elements(id)? {
            let Some(part) = part else { continue };
            let place = Self::part(whole, 0, 0, offset);
            if matches!(self.tree()[part], Expr::Aggregate(..)) && self.has_array(ty) {
                self.deeper(1, |it| it.fill_elements(&place, part))?;
            } else {
                let value = self.value(part)?;
                if self.is_reference(ty) && !matches!(value, Value::Pointer(_)) {
                    return self.unsupported(OTHER_REFERENCE);
                }
                self.store(&place, ty, value)?;
            }
        }
        Ok(())
    }

    /// Returns true for a reference that is a member: its value is the address of an object.
    pub(super) fn is_reference(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), MetalType::Reference(_))
    }

    /// All elements of an array or structure.
    pub(super) fn elements(&mut self, id: ExprId) -> Outcome<Vec<Element>> {
        let Expr::Aggregate(parts, rest) = self.tree()[id] else {
            return self.unsupported("expected a list");
        };
        let ty = self.ty(id);
        let parts = self.tree()[parts].to_vec();
        if let Some((element, count)) = self.module.types.element(ty) {
            let (stride, _) = self.layout(element)?;
            // Zero needs no values.
            let last = parts.last().map_or(0, |part| part.index + 1);
            let count = if rest.is_some() { count.unwrap_or(last) } else { last };
            if count as usize > MOST_STEPS {
                return self.unsupported("this array is too large to be executed");
            }
            let types = (0..count).map(|index| (element, index.saturating_mul(stride)));
            return Ok(with_values(&parts, rest, types));
        }
        let Some(number) = self.module.types.structure_number(ty) else { return Ok(Vec::new()) };
        let offsets = self.module.types.offsets(number).unwrap_or_default();
        let members = &self.module.types.structure(number).members;
        let types = members.iter().zip(offsets).map(|(member, offset)| (member.ty, offset as u32));
        Ok(with_values(&parts, None, types))
    }
}

/// The elements with their values: an element without a part has the value of the rest.
fn with_values(
    parts: &[Part],
    rest: Option<ExprId>,
    types: impl Iterator<Item = (TypeId, u32)>,
) -> Vec<Element> {
    let mut parts = parts.iter().peekable();
    let elements = types.zip(0..).map(|((ty, offset), index)| {
        let part = parts.next_if(|part| part.index == index);
        (part.map(|part| part.value).or(rest), ty, offset)
    });
    elements.collect()
}
