//! Probes: places where an observer sees the values of expressions and variables.
//!
//! A print is a phony assignment, `_ = (expression);`, at a place that [`Probing`] names: whoever wants to see an expression writes one into
//! the source. So the ordinary checker checks it in its scope, and it is lowered like any other expression. A [`Point`] has the names and the
//! types that the probe in the program lacks.

use super::lowering::Lowering;
use super::value::{Place, Value};
use shader_ir::build::Unsupported;
use shader_ir::{Class, Input, Instruction, Location, Memory, Probe, ProbedBytes, Register, Type};
use shader_source::Span;
use wgsl_spec::{Scalar, Symbol};
use wgsl_validator::ast::{ExprId, FunctionId, VariableId};
use wgsl_validator::resolve::Binding;
use wgsl_validator::types::{TypeId, TypeKind};

/// The maximum size in bytes of a value that a probe shows.
const MOST_BYTES: u64 = 1 << 16;
/// The maximum number of parts of a type.
const MOST_PARTS: usize = 4096;

/// The probes that are wanted.
#[derive(Clone, Debug, Default)]
pub struct Probing {
    /// Where the phony assignments start whose values are shown, in order.
    pub prints: Vec<u32>,
    /// Whether each statement has a probe that shows the variables in scope.
    pub statements: bool,
    /// Where declarations start that were added to the source: private variables [`NAMES`] after this place have the values of these built-in
    /// values. Nothing where the source ends before.
    pub added: Option<u32>,
}

/// The variables with built-in values that can be added to a source: the global, local and workgroup coordinates, and the number of an
/// invocation in its workgroup.
pub const NAMES: [(&str, &str); 4] =
    [("gid", "vec3<u32>"), ("lid", "vec3<u32>"), ("wid", "vec3<u32>"), ("lane", "u32")];

/// The description of a probe: its place, and the names and types of its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The statement.
    pub span: Span,
    /// The index in [`Probing::prints`]; `None` for a statement.
    pub print: Option<usize>,
    /// The functions around it, the entry point first. None for a print.
    pub frames: Vec<Frame>,
    /// The variables in scope, in the order of their declarations, or the value of the print.
    pub variables: Vec<Variable>,
}

/// A function that is being executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Its name.
    pub function: String,
    /// Where it is called: a place in the statement.
    pub call: Span,
}

/// A variable that a probe shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its type, as the program writes it.
    pub ty: String,
    /// The index of its function in [`Point::frames`]; `None` for a variable of the module.
    pub frame: Option<usize>,
    /// The value.
    pub shown: Shown,
}

/// A value that a probe shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The type.
    pub ty: ShownType,
    /// Whether it is in memory; otherwise its scalars are values of the probe.
    pub is_in_memory: bool,
}

/// The type of a value, as far as it is needed to print it.
#[derive(Clone, Debug, PartialEq)]
pub enum ShownType {
    /// A scalar.
    Scalar(Type),
    /// A vector, a matrix or a structure.
    Parts {
        /// As the program writes it.
        name: String,
        /// Name, distance in bytes and type.
        parts: Vec<(String, u32, Self)>,
    },
    /// An array.
    Array {
        /// As the program writes it.
        name: String,
        /// Number of elements; `None` for as many as there are.
        count: Option<u32>,
        /// Distance in bytes.
        stride: u32,
        /// Type of the elements.
        element: Box<Self>,
    },
}

/// The state of lowering with probes.
#[derive(Debug, Default)]
pub(super) struct Probes {
    pub(super) probing: Probing,
    pub(super) points: Vec<Point>,
    /// The variables in scope, and the variables of callers.
    scope: Vec<Scoped>,
    frames: Vec<Frame>,
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Scoped {
    name: Symbol,
    frame: Option<usize>,
    ty: TypeId,
    value: Value,
}

/// Scopes.
impl Lowering<'_> {
    /// The number of variables in scope.
    pub(super) fn scope(&self) -> usize {
        self.probes.scope.len()
    }

    /// Leaves a block: only the first variables stay in scope.
    pub(super) fn leave_scope(&mut self, count: usize) {
        self.probes.scope.truncate(count);
    }

    /// Adds a variable to the scope, if statements are probed.
    pub(super) fn declare_in_scope(&mut self, name: Symbol, ty: TypeId, value: &Value) {
        if self.probes.probing.statements {
            let frame = self.probes.frames.len().checked_sub(1);
            self.probes.scope.push(Scoped { name, frame, ty, value: value.clone() });
        }
    }

    /// Enters a function whose parameters have values.
    pub(super) fn enter_function(&mut self, function: FunctionId) {
        if !self.probes.probing.statements {
            return;
        }
        let declared = self.module.syntax.ast[function];
        let function = self.module.name(declared.name).to_owned();
        self.probes.frames.push(Frame { function, call: self.code.span });
        for index in declared.parameters.range() {
            let value = self.names.get(Binding::Parameter(index as u32)).cloned();
            let name = self.module.syntax.ast.members[index].name;
            let ty = self.module.meaning.member(index);
            if let Some(value) = value {
                self.declare_in_scope(name, ty, &value);
            }
        }
    }

    /// Leaves the innermost function.
    pub(super) fn leave_function(&mut self) {
        self.probes.frames.pop();
    }

    /// Shows the variables in scope before a statement.
    pub(super) fn probe_statement(&mut self) {
        if !self.probes.probing.statements || self.print_here().is_some() {
            return;
        }
        let mut probe =
            Probe { number: self.probes.points.len() as u32, values: Vec::new(), bytes: Vec::new() };
        let mut variables = Vec::new();
        for scoped in self.probes.scope.clone() {
            let ty = if let TypeKind::Reference(_, store, _) | TypeKind::Pointer(_, store, _) =
                self.kind(scoped.ty)
            {
                store
            } else {
                scoped.ty
            };
            let value = match scoped.value {
                Value::Pointer(Place::Registers(registers)) => Value::Registers(registers),
                Value::Pointer(Place::Memory(at)) => Value::Memory(at),
                Value::Pointer(Place::Choice(..) | Place::View(..)) | Value::Handle(_) => continue,
                value @ (Value::Registers(_) | Value::Memory(_)) => value,
            };
            // What can't be shown is left out.
            let Ok((part, shown)) = self.probe_of(&value, ty) else { continue };
            probe.values.extend(part.values);
            probe.bytes.extend(part.bytes);
            let (name, ty) = (self.module.name(scoped.name).to_owned(), self.module.print(ty));
            variables.push(Variable { name, ty, frame: scoped.frame, shown });
        }
        let point =
            Point { span: self.code.span, print: None, frames: self.probes.frames.clone(), variables };
        self.add_point(point, probe);
    }

    fn add_point(&mut self, point: Point, probe: Probe) {
        self.probes.points.push(point);
        let index = self.code.program.probes.len() as u32;
        self.code.program.probes.push(probe);
        self.code.emit(Instruction::Probe(index));
    }
}

impl Lowering<'_> {
    /// The print that the present statement is.
    pub(super) fn print_here(&self) -> Option<usize> {
        self.probes.probing.prints.binary_search(&self.code.span.lo).ok()
    }

    /// Shows the value of an expression.
    pub(super) fn print(&mut self, print: usize, id: ExprId) -> Result<(), Unsupported> {
        let span = self.code.span;
        let first_step = self.code.program.code.len();
        let first_register = self.code.program.registers.len();
        let first_byte = self.code.program.invocation_bytes;
        let ty = self.used_type(id);
        let value = self.value(id)?;
        self.code.span = span;
        self.has_no_effects(first_step, first_register, first_byte)?;
        let (probe, shown) = self.probe_of(&value, ty)?;
        let number = self.probes.points.len() as u32;
        let variable = Variable { name: String::new(), ty: self.module.print(ty), frame: None, shown };
        let shown = Point { span, print: Some(print), frames: Vec::new(), variables: vec![variable] };
        self.add_point(shown, Probe { number, ..probe });
        Ok(())
    }

    /// Refuses an expression that changes what the program computes. It may write memory that it allocates itself.
    fn has_no_effects(&self, step: usize, register: usize, byte: u32) -> Result<(), Unsupported> {
        let program = &self.code.program;
        let changes = |instruction: &Instruction| match program.class(instruction) {
            Class::Pure | Class::Loads | Class::Control => false,
            Class::Assigns => {
                let mut is_older = false;
                program.each_target(instruction, |to| is_older |= to.index() < register);
                is_older
            }
            Class::Stores => {
                let mut changes = matches!(instruction, Instruction::Texture(_));
                let mut look = |at: Location| changes |= at.memory != Memory::Invocation || at.offset < byte;
                if let Instruction::Copy(index) = *instruction {
                    // It only reads its other place.
                    look(program.copies[index as usize].into);
                } else {
                    program.each_location(instruction, look);
                }
                changes
            }
            Class::Updates | Class::Exchanges | Class::Outputs => true,
        };
        if program.code[step..].iter().any(changes) {
            return self.unsupported("the expression has side effects, or other invocations take part in it");
        }
        Ok(())
    }

    fn probe_of(&mut self, value: &Value, ty: TypeId) -> Result<(Probe, Shown), Unsupported> {
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
                let is_open =
                    matches!(self.kind(ty), TypeKind::Array(_, length) if self.length(length).is_none());
                let size = if is_open { MOST_BYTES } else { size };
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
                Ok(ShownType::Scalar(self.code.ty(*one)))
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
            return Ok(ShownType::Scalar(scalar.ty()));
        }
        if let TypeKind::Vector(count, scalar) = kind {
            let scalar = scalar.ty();
            let parts = "xyzw".chars().zip(0..u32::from(count));
            let parts = parts.map(|(letter, index)| {
                (letter.to_string(), index * scalar.size(), ShownType::Scalar(scalar))
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
        let is_added = self.probes.probing.added.is_some_and(|added| declared.name_span.lo >= added);
        let Value::Pointer(Place::Registers(registers)) = value else { return };
        let of: fn(u8) -> Input = match self.module.name(declared.name) {
            _ if !is_added => return,
            "gid" => Input::GlobalInvocation,
            "lid" => Input::LocalInvocation,
            "wid" => Input::Workgroup,
            "lane" => |_| Input::LocalInvocationIndex,
            _ => return,
        };
        for (to, axis) in registers.iter().zip(0..) {
            let value = self.code.register(Type::U32);
            self.code.emit(Instruction::Input { input: of(axis), to: value });
            self.code.emit(Instruction::Set { to: *to, value });
        }
    }
}
