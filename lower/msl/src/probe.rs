//! Probes: places where an observer sees the values of expressions and variables.
//!
//! A print is a statement, `(expression);`, that is written into a copy of the source. So the checker checks the expression in its scope, and it is
//! lowered like any other.

use super::lowering::{Binding, Lowering, Outcome, Place, Value};
use super::types::{memory_type, register_type};
use msl_spec::ValueType;
use msl_validator::typed::{ExprId, LocalId, StmtId};
use msl_validator::types::{Type as MetalType, TypeId};
use shader_ir::{
    Frame, Instruction, MemoryType, NAMES, Probe, ProbedBytes, Register, Shown, ShownType, Type, Variable,
};
use shader_source::Span;

/// The maximum size in bytes of a value that a probe shows.
const MOST_BYTES: u32 = 1 << 16;
/// The maximum number of parts of a type.
const MOST_PARTS: usize = 4096;

/// A variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Scoped {
    ty: TypeId,
    binding: Binding,
}

/// Scopes.
impl Lowering<'_> {
    /// Adds a variable that has just been declared to the scope, if statements are probed.
    pub(super) fn declare_in_scope(&mut self, local: LocalId) {
        let unit = &self.frame.unit;
        let declared = unit.tree[local];
        let name = match declared.name {
            Some(name) => self.module.names.text(name),
            None if unit.this == Some(local) => "this",
            None => return,
        };
        if let Some(Some(binding)) = self.frame.locals.get(local.index()) {
            self.probes.declare(name, || Scoped { ty: declared.object.ty, binding: binding.clone() });
        }
    }

    /// Enters the function of the present frame, which is called at a place. The result is the scope of the caller.
    pub(super) fn enter_function(&mut self, name: Option<&str>, call: Span) -> usize {
        let scope = self.probes.scope();
        if !self.probes.probing.statements {
            return scope;
        }
        let unit = std::rc::Rc::clone(&self.frame.unit);
        let name = name.or(unit.name.as_deref()).unwrap_or("function").to_owned();
        self.probes.enter(|| Frame { function: name, call });
        for local in unit.targets(true) {
            self.declare_in_scope(local);
        }
        scope
    }

    /// Leaves the innermost function.
    pub(super) fn leave_function_scope(&mut self, scope: usize) {
        if self.probes.probing.statements {
            self.probes.leave();
        }
        self.probes.leave_scope(scope);
    }

    /// Shows the variables in scope before a condition, or an expression between two iterations of a loop.
    pub(super) fn probe_at(&mut self, place: Span) {
        let before = core::mem::replace(&mut self.code.span, place);
        self.probe_statement();
        self.code.span = before;
    }

    /// Shows the variables in scope before a statement.
    pub(super) fn probe_statement(&mut self) {
        let Some(scope) = self.probes.shown_before(self.code.span) else { return };
        let mut shown = Vec::new();
        for shader_ir::Scoped { name, frame, value: Scoped { ty, binding } } in scope {
            // What can't be shown is left out.
            let Ok((probe, value)) = self.probe_of_variable(&binding, ty) else { continue };
            shown.push((Variable { name, ty: self.module.types.print(ty), frame, shown: value }, probe));
        }
        self.probes.add_statement(&mut self.code, shown);
    }

    /// Shows the value of an expression, if that is what a statement is for.
    pub(super) fn print(&mut self, id: StmtId, value: ExprId) -> Outcome<bool> {
        let span = self.tree().stmt_span(id);
        let Some(print) = self.probes.print_at(span) else { return Ok(false) };
        if span.hi.abs_diff(self.probes.probing.prints[print].hi) > 1 {
            return self.unsupported("expected one expression");
        }
        let mark = self.code.program.mark();
        let ty = self.tree().expr_type(value);
        // Functions that it calls show nothing.
        let probing = self.probes.pause();
        let value = self.value(value);
        self.probes.probing = probing;
        let value = value?;
        self.code.span = span;
        if self.code.program.has_effects_after(mark) {
            return self.unsupported("the expression has side effects, or other threads take part in it");
        }
        let (probe, shown) = match value {
            Value::Registers(registers) if !matches!(self.kind(ty), MetalType::Pointer(_)) => {
                self.probe_of(&Place::Registers(registers), ty)?
            }
            Value::Memory(location) => self.probe_of(&Place::Memory(location), ty)?,
            Value::Pointer(place) => self.probe_of_variable(&Binding::Pointer(place), ty)?,
            Value::Registers(registers) => {
                self.probe_of_variable(&Binding::Place(Place::Registers(registers)), ty)?
            }
            Value::Handle(_) | Value::Nothing => {
                return self.unsupported("expected an expression with a value");
            }
        };
        let variable = Variable { name: String::new(), ty: self.module.types.print(ty), frame: None, shown };
        self.probes.add_print(&mut self.code, print, (variable, probe));
        Ok(true)
    }

    /// The value of a variable that was added to the source: the built-in value that its name says.
    pub(super) fn added(&mut self, name: &str, ty: TypeId) -> Outcome<Vec<Register>> {
        let Some((_, components, of)) = NAMES.into_iter().find(|(own, ..)| *own == name) else {
            return self.unsupported("this name is not known");
        };
        let mut registers = Vec::new();
        for axis in 0..components.min(self.count(ty)? as u8) {
            let value = self.code.register(Type::U32);
            self.code.emit(Instruction::Input { input: of(axis), to: value });
            registers.push(value);
        }
        Ok(registers)
    }
}

/// Values.
impl Lowering<'_> {
    /// Shows a variable. A pointer shows what it points to: elements up to the end of the memory if that is not one variable.
    fn probe_of_variable(&self, binding: &Binding, ty: TypeId) -> Outcome<(Probe, Shown)> {
        let pointed = if let MetalType::Pointer(object) = self.kind(ty) { Some(object.ty) } else { None };
        let (place, ty) = match (binding, pointed) {
            (Binding::Handle(_), _) => return self.unsupported("a texture or sampler can't be shown"),
            (Binding::Place(place), None) => return self.probe_of(place, ty),
            (Binding::Pointer(place @ Place::Registers(_)), Some(to)) => return self.probe_of(place, to),
            (Binding::Pointer(place), Some(to)) => (place.clone(), to),
            (Binding::Place(Place::Registers(registers)), Some(to)) if registers.len() == 1 => {
                (super::place::pointed(registers[0]), to)
            }
            (Binding::Place(_) | Binding::Pointer(_), _) => {
                return self.unsupported("this pointer can't be shown");
            }
        };
        let Place::Memory(at) = place else { return self.unsupported("this pointer can't be shown") };
        let mut left = MOST_PARTS;
        let (stride, _) = self.layout(ty)?;
        let name = format!("{}[]", self.module.types.print(ty));
        let element = Box::new(self.shown_type(ty, &mut left)?);
        let ty = ShownType::Array { name, count: None, stride, element };
        let bytes = vec![ProbedBytes { at, size: MOST_BYTES }];
        Ok((Probe { number: 0, values: Vec::new(), bytes }, Shown { ty, is_in_memory: true }))
    }

    fn probe_of(&self, place: &Place, ty: TypeId) -> Outcome<(Probe, Shown)> {
        let mut left = MOST_PARTS;
        let shown = self.shown_type(ty, &mut left)?;
        Ok(match place {
            Place::Registers(registers) => {
                let probe = Probe { number: 0, values: registers.clone(), bytes: Vec::new() };
                (probe, Shown { ty: shown, is_in_memory: false })
            }
            Place::Memory(at) => {
                let size = self.layout(ty)?.0.min(MOST_BYTES);
                let bytes = vec![ProbedBytes { at: *at, size }];
                let probe = Probe { number: 0, values: Vec::new(), bytes };
                (probe, Shown { ty: shown, is_in_memory: true })
            }
        })
    }

    fn shown_type(&self, ty: TypeId, left: &mut usize) -> Outcome<ShownType> {
        if *left == 0 {
            return self.unsupported("the type has too many parts to be shown; show a part of it");
        }
        *left -= 1;
        let name = self.module.types.print(ty);
        if let Some(value) = self.value_type(ty) {
            return Ok(shown_value(value, name));
        }
        if let Some((element, count)) = self.module.types.element(ty) {
            let (stride, _) = self.layout(element)?;
            let element = Box::new(self.shown_type(element, left)?);
            return Ok(ShownType::Array { name, count, stride, element });
        }
        if let MetalType::Atomic(scalar) = self.kind(ty) {
            return Ok(ShownType::Scalar(memory_type(scalar)));
        }
        if let MetalType::Pointer(_) = self.kind(ty) {
            return Ok(ShownType::Scalar(MemoryType::Sized(Type::U64)));
        }
        let MetalType::Structure(number) = self.kind(ty) else {
            return self.unsupported(format!("a value of type `{name}` can't be shown"));
        };
        let offsets = self.module.types.offsets(number).unwrap_or_default();
        let mut parts = Vec::new();
        for (member, offset) in self.module.types.structure(number).members.iter().zip(offsets) {
            let shown = self.shown_type(member.ty, left)?;
            let name = member.name.map_or("", |name| self.module.names.text(name));
            parts.push((name.to_owned(), offset as u32, shown));
        }
        Ok(ShownType::Parts { name, parts })
    }
}

/// The type of a scalar, vector or matrix.
fn shown_value(value: ValueType, name: String) -> ShownType {
    let scalar = ShownType::Scalar(memory_type(value.scalar()));
    let size = memory_type(value.scalar()).size();
    debug_assert_eq!(memory_type(value.scalar()).of_register(), register_type(value.scalar()));
    let parts = match value {
        ValueType::Scalar(_) => return scalar,
        ValueType::Vector(_, width) | ValueType::PackedVector(_, width) => {
            let letters = "xyzw".chars().zip(0..width.count());
            letters.map(|(letter, index)| (letter.to_string(), index * size, scalar.clone())).collect()
        }
        ValueType::Matrix(of, columns, rows) => {
            let column = ValueType::Vector(of, rows);
            let stride = column.layout().map_or(0, |layout| layout.size);
            let name = format!("{}{}", of.name(), rows.count());
            let column = shown_value(column, name);
            (0..columns.count()).map(|it| (format!("[{it}]"), it * stride, column.clone())).collect()
        }
    };
    ShownType::Parts { name, parts }
}
