//! Probes: places where an observer sees the values of expressions and variables.
//!
//! A print is a phony assignment, `_ = (expression);`, which [`debug`](crate::debug) writes into a copy of the source. So the ordinary checker
//! checks the expression in its scope, and it is lowered like any other.

use super::lowering::Lowering;
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{
    Frame, Instruction, MemoryType, NAMES, Probe, ProbedBytes, Register, Shown, ShownType, Type, Variable,
};
use wgsl_spec::{Scalar, Symbol};
use wgsl_validator::ast::{ExprId, FunctionId, VariableId};
use wgsl_validator::resolve::Binding;
use wgsl_validator::types::{TypeId, TypeKind};

/// The maximum size in bytes of a value that a probe shows.
const MOST_BYTES: u64 = 1 << 16;
/// The maximum number of parts of a type.
const MOST_PARTS: usize = 4096;

/// A variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Scoped {
    ty: TypeId,
    value: Value,
}

/// Scopes.
impl Lowering<'_> {
    /// Adds a variable to the scope, if statements are probed.
    pub(super) fn declare_in_scope(&mut self, name: Symbol, ty: TypeId, value: &Value) {
        self.probes.declare(self.module.name(name), || Scoped { ty, value: value.clone() });
    }

    /// Enters a function whose parameters have values.
    pub(super) fn enter_function(&mut self, function: FunctionId) {
        let declared = self.module.syntax.ast[function];
        let function = self.module.name(declared.name).to_owned();
        let call = self.code.span;
        self.probes.enter(|| Frame { function, call });
        for index in declared.parameters.range() {
            let value = self.names.get(Binding::Parameter(index as u32)).cloned();
            let name = self.module.syntax.ast.members[index].name;
            let ty = self.module.meaning.member(index);
            if let Some(value) = value {
                self.declare_in_scope(name, ty, &value);
            }
        }
    }

    /// Shows the variables in scope before a condition that is not evaluated where its statement begins.
    pub(super) fn probe_condition(&mut self, condition: ExprId) {
        let place = self.module.syntax.ast.span(condition);
        let before = core::mem::replace(&mut self.code.span, place);
        self.probe_statement();
        self.code.span = before;
    }

    /// Shows the variables in scope before a statement.
    pub(super) fn probe_statement(&mut self) {
        let Some(scope) = self.probes.shown_before(self.code.span) else { return };
        let mut shown = Vec::new();
        for shader_ir::Scoped { name, frame, value: Scoped { ty, value } } in scope {
            let ty = if let TypeKind::Reference(_, store, _) | TypeKind::Pointer(_, store, _) = self.kind(ty)
            {
                store
            } else {
                ty
            };
            let value = match value {
                Value::Pointer(Place::Registers(registers)) => Value::Registers(registers),
                Value::Pointer(Place::Memory(at)) => Value::Memory(at),
                Value::Pointer(Place::Choice(..) | Place::View(..)) | Value::Handle(_) => continue,
                value @ (Value::Registers(_) | Value::Memory(_)) => value,
            };
            // What can't be shown is left out.
            let Ok((probe, value)) = self.probe_of(&value, ty, Length::Cut) else { continue };
            shown.push((Variable { name, ty: self.module.print(ty), frame, shown: value }, probe));
        }
        self.probes.add_statement(&mut self.code, shown);
    }
}

/// The way to show values that are too large.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    /// Only their start is shown.
    Cut,
    Refused,
}

impl Lowering<'_> {
    /// Shows the value of an expression.
    pub(super) fn print(&mut self, print: usize, id: ExprId) -> Result<(), Unsupported> {
        let span = self.code.span;
        let mark = self.code.program.mark();
        let ty = self.used_type(id);
        // Functions that it calls show nothing.
        let probing = self.probes.pause();
        let value = self.value(id);
        self.probes.probing = probing;
        let value = value?;
        self.code.span = span;
        if self.code.program.has_effects_after(mark) {
            return self.unsupported("the expression has side effects, or other invocations take part in it");
        }
        let (probe, shown) = self.probe_of(&value, ty, Length::Refused)?;
        let variable = Variable { name: String::new(), ty: self.module.print(ty), frame: None, shown };
        self.probes.add_print(&mut self.code, print, (variable, probe));
        Ok(())
    }

    /// Returns true if a type is a runtime-sized array, or a structure that ends in one.
    fn ends_open(&self, ty: TypeId) -> bool {
        if let TypeKind::Array(_, length) = self.kind(ty) {
            return self.length(length).is_none();
        }
        let TypeKind::Struct(id) = self.kind(ty) else { return false };
        let structure = self.module.meaning.types.structure(id);
        let last = structure.and_then(|structure| structure.members.last());
        last.is_some_and(|last| self.ends_open(last.ty))
    }

    fn probe_of(&mut self, value: &Value, ty: TypeId, length: Length) -> Result<(Probe, Shown), Unsupported> {
        let mut left = MOST_PARTS;
        let shown = |ty, is_in_memory| Shown { ty, is_in_memory };
        match value {
            Value::Registers(registers) => {
                let ty = self.shown_registers(ty, registers, &mut left)?;
                let probe = Probe { number: 0, values: registers.clone(), bytes: Vec::new() };
                Ok((probe, shown(ty, false)))
            }
            Value::Memory(at) => {
                let (_, size) = self.bytes(ty);
                // The length of a runtime-sized array is not known here.
                let is_open = self.ends_open(ty);
                let size = match length {
                    _ if is_open => MOST_BYTES,
                    Length::Cut => size.min(MOST_BYTES),
                    Length::Refused => size,
                };
                if size > MOST_BYTES {
                    return self.unsupported("the value is too large to be shown; show a part of it");
                }
                let ty = self.shown_type(ty, &mut left)?;
                let bytes = vec![ProbedBytes { at: *at, size: size as u32 }];
                Ok((Probe { number: 0, values: Vec::new(), bytes }, shown(ty, true)))
            }
            Value::Pointer(_) | Value::Handle(_) => {
                self.unsupported("a value of this type can't be shown; show what it points to, or a texel")
            }
        }
    }

    /// The type of scalars in registers. An expression of an abstract type has the type of its registers.
    fn shown_registers(
        &self,
        ty: TypeId,
        registers: &[Register],
        left: &mut usize,
    ) -> Result<ShownType, Unsupported> {
        match registers {
            [one] if !matches!(self.kind(ty), TypeKind::Struct(_)) => {
                Ok(ShownType::Scalar(MemoryType::Sized(self.code.ty(*one))))
            }
            _ => self.shown_type(ty, left),
        }
    }

    fn shown_type(&self, ty: TypeId, left: &mut usize) -> Result<ShownType, Unsupported> {
        if *left == 0 {
            return self.unsupported("the type has too many parts to be shown; show a part of it");
        }
        *left -= 1;
        let name = self.module.print(ty);
        let kind = self.kind(ty);
        if let TypeKind::Scalar(scalar) | TypeKind::Atomic(scalar) = kind {
            return Ok(ShownType::Scalar(MemoryType::Sized(scalar.ty())));
        }
        if let TypeKind::Vector(count, scalar) = kind {
            let scalar = scalar.ty();
            let parts = "xyzw".chars().zip(0..u32::from(count));
            let parts = parts.map(|(letter, index)| {
                (letter.to_string(), index * scalar.size(), ShownType::Scalar(MemoryType::Sized(scalar)))
            });
            return Ok(ShownType::Parts { name, parts: parts.collect() });
        }
        if let TypeKind::Matrix(columns, rows, scalar) = kind {
            let stride = self.column_stride(rows, scalar);
            let column = self.shown_type(TypeId::vector(rows, scalar), left)?;
            let parts = (0..u32::from(columns)).map(|it| (format!("[{it}]"), it * stride, column.clone()));
            return Ok(ShownType::Parts { name, parts: parts.collect() });
        }
        if let TypeKind::Array(element, length) = kind {
            // The elements have been given a concrete type, which this type does not say.
            if self.leaf_scalar(element).is_some_and(Scalar::is_abstract) {
                return self
                    .unsupported("an array of numbers without a type can't be shown: name an element");
            }
            let (count, stride) = (self.length(length), self.stride(element) as u32);
            let element = Box::new(self.shown_type(element, left)?);
            return Ok(ShownType::Array { name, count, stride, element });
        }
        if let Some([first, second]) = self.result_members(ty) {
            let offset = super::types::second_offset(self.scalars(first));
            let names = if let TypeKind::FrexpResult(..) = kind {
                ["fract", "exp"]
            } else if let TypeKind::ModfResult(..) = kind {
                ["fract", "whole"]
            } else {
                ["old_value", "exchanged"]
            };
            let mut parts = Vec::new();
            for ((name, ty), offset) in names.into_iter().zip([first, second]).zip([0, offset]) {
                parts.push((name.to_owned(), offset, self.shown_type(ty, left)?));
            }
            return Ok(ShownType::Parts { name, parts });
        }
        let TypeKind::Struct(id) = kind else {
            return self.unsupported("a value of this type can't be shown");
        };
        let members = self.module.meaning.types.structure(id).map_or(&[][..], |it| &it.members);
        let mut parts = Vec::new();
        for member in members {
            let ty = self.shown_type(member.ty, left)?;
            parts.push((self.module.name(member.name).to_owned(), member.offset as u32, ty));
        }
        Ok(ShownType::Parts { name, parts })
    }

    /// Gives a variable that was added to the source the built-in value that its name says.
    pub(super) fn give_builtin(&mut self, variable: VariableId, value: &Value) {
        let declared = self.module.syntax.ast[variable];
        let Value::Pointer(Place::Registers(registers)) = value else { return };
        let name = self.module.name(declared.name);
        let Some((.., of)) = NAMES.into_iter().find(|(own, ..)| *own == name) else { return };
        for (to, axis) in registers.iter().zip(0..) {
            let value = self.code.register(Type::U32);
            self.code.emit(Instruction::Input { input: of(axis), to: value });
            self.code.emit(Instruction::Set { to: *to, value });
        }
    }
}
