//! Atomic operations of C++ AMP, whose objects are ordinary numbers: in WGSL, all numbers of a variable are atomic or none is. C++ AMP 1.2 (6)

use super::place::{Place, Root};
use super::translator::{Outcome, Translator};
use super::value::{Text, Value};
use amp_spec::Atomic;
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::typed::ExprId;
use msl_validator::types::{Type, TypeId};

impl Translator<'_> {
    /// Returns true if the numbers at a place are atomic.
    pub(crate) fn is_atomic(&self, place: &Place) -> bool {
        match place.root {
            Root::Global(number) => self.roots.get(number).is_some_and(|root| root.is_atomic),
            Root::Local { .. } => false,
        }
    }

    /// The type of the next variable at module scope.
    pub(crate) fn root_type(&mut self, ty: TypeId) -> Outcome<String> {
        if self.forms.atomics.contains(&self.roots.len()) { self.atomic_type(ty) } else { self.type_name(ty) }
    }

    /// A type with atomic numbers.
    fn atomic_type(&mut self, ty: TypeId) -> Outcome<String> {
        if let Some((element, Some(count))) = self.module.types.element(ty) {
            let element = self.atomic_type(element)?;
            return Ok(format!("array<{element}, {count}>"));
        }
        let scalar = self.check_atomic(ty)?;
        let base = self.base(scalar)?;
        Ok(format!("atomic<{}>", base.name()))
    }

    /// Refuses objects that WGSL has no atomic type for, and accesses to several of them at once.
    pub(crate) fn check_atomic(&self, ty: TypeId) -> Outcome<Scalar> {
        if let Some(ValueType::Scalar(scalar @ (Scalar::Int | Scalar::Uint))) = self.value_type(ty) {
            return Ok(scalar);
        }
        let message = format!(
            "`{}` in a variable with atomic operations: WGSL atomics must be 32-bit integers",
            self.module.types.print(ty)
        );
        self.none(sections::SECTION_6_13, message)
    }

    pub(crate) fn atomic_load(&mut self, place: &Place, ty: TypeId) -> Outcome<Text> {
        self.check_atomic(ty)?;
        Ok(Text::primary(format!("atomicLoad(&{})", self.place_text(place))))
    }

    /// An atomic operation with the object that a pointer leads to.
    pub(crate) fn atomic_operation(
        &mut self,
        &Atomic { wgsl: function, operand, .. }: &Atomic,
        arguments: &[ExprId],
    ) -> Outcome<Value> {
        let (place, scalar) = self.atomic_object(arguments)?;
        let value = match (operand, arguments.get(1)) {
            (Some(operand), _) => format!("{}({operand})", self.base(scalar)?.name()),
            (None, Some(value)) => self.text_of_value(*value)?.code,
            (None, None) => return self.none(sections::SECTION_6_13, "this call"),
        };
        Ok(Value::Text(Text::call(format!("{function}(&{}, {value})", self.place_text(&place)))))
    }

    /// `atomic_compare_exchange`: where it fails, the present value goes to `*expected`. The operation of WGSL may fail although the values are
    /// equal.
    pub(crate) fn atomic_compare_exchange(&mut self, arguments: &[ExprId]) -> Outcome<Value> {
        let (place, scalar) = self.atomic_object(arguments)?;
        let [_, expected, desired] = *arguments else {
            return self.none(sections::SECTION_6_13_2_4, "this call");
        };
        let (expected, desired) = (self.pointer(expected)?, self.text_of_value(desired)?);
        let (expected, desired) = (self.twice(&expected), self.stable(&desired, "desired"));
        let Some(ty) = self.module.types.known(Type::Value(ValueType::Scalar(scalar))) else {
            return self.none(sections::SECTION_6_13_2_4, "this call");
        };
        let old = self.load(&expected, ty)?;
        let old = self.text(old)?;
        let old = self.stable(&old, "old");
        let object = self.twice(&place);
        let object = self.place_text(&object);
        let found = self.names.local("found");
        let is_done = self.names.fixed("exchanged");
        self.writer.line(format!("var {found} = {};", old.code));
        self.writer.open("loop {");
        let result = self.names.fixed("exchange");
        let call = format!("atomicCompareExchangeWeak(&{object}, {}, {})", old.code, desired.code);
        self.writer.line(format!("let {result} = {call};"));
        self.writer.line(format!("{found} = {result}.old_value;"));
        self.writer.open(format!("if ({result}.exchanged || {found} != {}) {{", old.code));
        self.writer.line("break;");
        self.writer.close("}");
        self.writer.close("}");
        self.writer.line(format!("let {is_done} = {found} == {};", old.code));
        self.store(&expected, ty, &Text::primary(found))?;
        Ok(Value::Text(Text::primary(is_done)))
    }

    /// The object that the first argument points to. If it is not atomic yet, it is so at the next attempt.
    fn atomic_object(&mut self, arguments: &[ExprId]) -> Outcome<(Place, Scalar)> {
        let Some(pointer) = arguments.first() else { return self.none(sections::SECTION_6_13, "this call") };
        let Type::Pointer(object) = self.kind(self.ty(*pointer)) else {
            return self.none(sections::SECTION_6_13, "this pointer");
        };
        let scalar = self.check_atomic(object.ty)?;
        let place = self.pointer(*pointer)?;
        self.check_written(&place)?;
        if !self.is_atomic(&place) {
            let Root::Global(number) = place.root else {
                let message = "an atomic operation on a variable of a function: WGSL atomics are in storage buffers or `var<workgroup>`";
                return self.none(sections::SECTION_6_13, message);
            };
            self.wanted.atomics.insert(number);
            return self
                .none(sections::SECTION_6_13, "an atomic operation on a variable without atomic numbers");
        }
        Ok((place, scalar))
    }
}
