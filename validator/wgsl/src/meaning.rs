//! The meaning of a program: types, values and uses for every node of its tree.

use crate::ast::{
    AliasId, Ast, BlockId, ExprId, FunctionId as UserFunctionId, List, StmtId, StructId, VariableId,
};
use crate::column::refill;
use crate::constant::{ConstantId, Constants};
use crate::needs::Needs;
use crate::resolve::Resolution;
use crate::syntax::Syntax;
use crate::types::{Length, TypeId, TypeKind, Types};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace, BuiltinValue, ExtensionSet, FunctionId, ShaderStage, Symbol, sym};

/// When the value of an expression is known. <https://www.w3.org/TR/WGSL/#early-eval-exprs>
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EvaluationStage {
    /// At shader creation.
    Const,
    /// At pipeline creation.
    Override,
    /// While the shader runs.
    Runtime,
}

/// The type of an expression, and its value as far as it is known.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    /// Its static type.
    pub ty: TypeId,
    /// Its value, when it is a const-expression that was evaluated without an error.
    pub constant: Option<ConstantId>,
    /// The type that it is loaded as or converted to where it is used.
    pub used_as: Option<TypeId>,
    /// When its value is known.
    pub stage: EvaluationStage,
    /// Of a call to a builtin function and of an operator: the overload, by index in the table of its function.
    pub overload: u16,
}

const _: () = assert!(size_of::<Typed>() <= 16);

impl Typed {
    /// Something that was reported already.
    pub const ERROR: Self =
        Self { ty: TypeId::ERROR, constant: None, used_as: None, stage: EvaluationStage::Const, overload: 0 };

    /// A value that is known while the shader runs.
    #[must_use]
    pub const fn runtime(ty: TypeId) -> Self {
        Self { ty, constant: None, used_as: None, stage: EvaluationStage::Runtime, overload: 0 }
    }

    /// A value with this stage, not known yet.
    #[must_use]
    pub const fn staged(ty: TypeId, stage: EvaluationStage) -> Self {
        Self { ty, constant: None, used_as: None, stage, overload: 0 }
    }

    /// A const-expression; `None` when its evaluation failed or was not asked for.
    #[must_use]
    pub const fn constant(ty: TypeId, constant: Option<ConstantId>) -> Self {
        Self { ty, constant, used_as: None, stage: EvaluationStage::Const, overload: 0 }
    }
}

/// The ways in which control can leave a statement. <https://www.w3.org/TR/WGSL/#behaviors-rules>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Behavior(u8);

impl Behavior {
    /// No way: the statement never ends.
    pub const NONE: Self = Self(0);
    /// To the next statement.
    pub const NEXT: Self = Self(1);
    /// Out of the function.
    pub const RETURN: Self = Self(2);
    /// Out of the nearest loop or switch.
    pub const BREAK: Self = Self(4);
    /// To the continuing block of the nearest loop.
    pub const CONTINUE: Self = Self(8);
    /// Out of the invocation; only in the draft of 2022-04-11.
    pub const DISCARD: Self = Self(16);
    /// To the next clause of the switch; only in the draft of 2022-04-11.
    pub const FALLTHROUGH: Self = Self(32);

    /// Returns true if it has any of the ways of `other`.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The ways of both.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The ways that `other` lacks.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The behaviour of this statement followed by another.
    #[must_use]
    pub const fn then(self, other: Self) -> Self {
        if self.contains(Self::NEXT) { self.without(Self::NEXT).with(other) } else { self }
    }
}

/// Which scopes of uniformity a module has requirements in: without any, analysis has nothing to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NeedsUniformity {
    /// Barriers and derivatives are used.
    pub widest: bool,
    /// Subgroup operations are used.
    pub subgroup: bool,
}

/// A declared variable or value.
#[derive(Clone, Copy, Debug)]
pub struct VariableInfo {
    /// The type of its name as an expression: a reference for `var`, except for textures and samplers.
    pub typed: Typed,
    /// Address space of a `var`.
    pub space: Option<AddressSpace>,
    /// Access mode of a `var`.
    pub access: AccessMode,
    /// `@group` and `@binding` of a resource.
    pub binding: Option<(u32, u32)>,
    /// `@id` of an override.
    pub id: Option<u16>,
}

/// A call to a function of the program.
#[derive(Clone, Copy, Debug)]
pub struct UserCall {
    /// The function that is called.
    pub callee: UserFunctionId,
    /// Where.
    pub span: Span,
}

/// A mention of a variable or override of the module in a function.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The variable.
    pub variable: VariableId,
    /// Where.
    pub span: Span,
}

/// Something in a function that not every stage allows.
#[derive(Clone, Copy, Debug)]
pub struct Limited {
    /// Its kind.
    pub what: LimitedUse,
    /// Where.
    pub span: Span,
}

/// The attributes of a parameter, a member or a result as an input or output of an entry point.
/// <https://www.w3.org/TR/WGSL/#stage-inputs-outputs>
#[derive(Clone, Copy, Debug, Default)]
pub struct Io {
    /// `@builtin`
    pub builtin: Option<(BuiltinValue, Span)>,
    /// `@location`
    pub location: Option<(u32, Span)>,
    /// `@blend_src`
    pub blend_src: Option<(u32, Span)>,
    /// Whether `@blend_src` is there with an argument that is wrong.
    pub(crate) has_wrong_blend_src: bool,
    /// The arguments of `@interpolate`.
    pub interpolation: Option<(Symbol, Option<Symbol>)>,
    /// Whether `@builtin` or `@location` is there, be its argument right or wrong.
    pub assigned: bool,
    /// The name of the parameter or member, or the type of the result.
    pub span: Span,
}

impl Io {
    /// Type and sampling of the interpolation, with defaults for omitted attributes.
    /// <https://www.w3.org/TR/WGSL/#interpolation>
    #[must_use]
    pub const fn sampled(&self) -> (Symbol, Symbol) {
        match self.interpolation {
            None => (sym::PERSPECTIVE, sym::CENTER),
            Some((sym::FLAT, None)) => (sym::FLAT, sym::FIRST),
            Some((kind, None)) => (kind, sym::CENTER),
            Some((kind, Some(sampling))) => (kind, sampling),
        }
    }
}

/// A function of the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct FunctionInfo {
    /// The type that it returns.
    pub result: Option<TypeId>,
    /// The stage of an entry point.
    pub stage: Option<ShaderStage>,
    /// The attributes of the result of an entry point.
    pub result_io: Io,
    /// Its calls, in a column of [`Meaning`].
    pub calls: List<UserCall>,
    /// Variables and overrides of the module that it mentions, in a column of [`Meaning`].
    pub uses: List<Use>,
    /// The uses in it that not every stage allows, in a column of [`Meaning`].
    pub limited: List<Limited>,
    /// The arguments of `@workgroup_size`, in a list of the tree.
    pub workgroup_size: List<ExprId>,
    /// The argument of `@subgroup_size`.
    pub subgroup_size: Option<ExprId>,
    /// Whether `@must_use` stands on it.
    pub must_use: bool,
    /// Which uniformity requirements its own calls of builtin functions have.
    pub asks: NeedsUniformity,
    /// Whether it ends the invocation by `discard`; never in the current edition.
    pub discards: Discards,
}

/// Whether a call of a function ends the invocation: the behaviour {Discard} of the draft of 2022-04-11.
/// <https://www.w3.org/TR/WGSL/#behaviors-rules>
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Discards {
    /// {Next}
    #[default]
    Never,
    /// {Next, Discard}
    Sometimes,
    /// {Discard}
    Always,
}

/// Something that not every stage allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LimitedUse {
    /// A call to a builtin function.
    Builtin(FunctionId),
    /// `discard`
    Discard,
    /// A value or a variable that is or holds a subgroup matrix.
    SubgroupMatrix,
}

/// The meaning of a program, in columns parallel to those of its tree.
///
/// A wrong part has [`TypeId::ERROR`] for a type, and so has everything that depends on it. Declarations on a cycle, and
/// those with a syntax error, are not checked: their columns hold [`Typed::ERROR`] and defaults.
#[derive(Debug, Default)]
pub struct Meaning {
    /// The types.
    pub types: Types,
    /// The values of const-expressions, and of override-expressions in a stage.
    pub constants: Constants,
    /// Which uniformity requirements there are.
    pub needs_uniformity: NeedsUniformity,
    /// The language extensions that are available, and the extensions that the program enables.
    pub extensions: ExtensionSet,
    /// The demands of the program beyond what every implementation has.
    pub needs: Needs,
    exprs: Vec<Typed>,
    variables: Vec<VariableInfo>,
    /// Types of parameters and members.
    members: Vec<TypeId>,
    /// Parallel to `members`.
    io: Vec<Io>,
    aliases: Vec<TypeId>,
    structs: Vec<TypeId>,
    statement_behaviors: Vec<Behavior>,
    block_behaviors: Vec<Behavior>,
    functions: Vec<FunctionInfo>,
    /// The calls of one function after those of another.
    calls: Vec<UserCall>,
    /// Mentions of variables and overrides, likewise.
    uses: Vec<Use>,
    /// Uses that not every stage allows, likewise.
    limited: Vec<Limited>,
}

macro_rules! columns {
    ($($id:ty => $field:ident: $row:ty),* $(,)?) => {$(
        impl core::ops::Index<$id> for Meaning {
            type Output = $row;
            #[inline]
            fn index(&self, id: $id) -> &$row {
                &self.$field[id.index()]
            }
        }
    )*};
}

columns! {
    ExprId => exprs: Typed,
    VariableId => variables: VariableInfo,
    AliasId => aliases: TypeId,
    StructId => structs: TypeId,
    StmtId => statement_behaviors: Behavior,
    BlockId => block_behaviors: Behavior,
    UserFunctionId => functions: FunctionInfo,
}

macro_rules! lists {
    ($($element:ty => $field:ident),* $(,)?) => {$(
        impl core::ops::Index<List<$element>> for Meaning {
            type Output = [$element];
            fn index(&self, list: List<$element>) -> &[$element] {
                &self.$field[list.range()]
            }
        }
    )*};
}

lists! {
    UserCall => calls,
    Use => uses,
    Limited => limited,
}

/// Reading.
impl Meaning {
    /// By [`VariableId`].
    #[must_use]
    pub fn variables(&self) -> &[VariableInfo] {
        &self.variables
    }

    /// By [`FunctionId`](crate::ast::FunctionId).
    #[must_use]
    pub fn functions(&self) -> &[FunctionInfo] {
        &self.functions
    }

    /// The types of structures, by [`StructId`].
    #[must_use]
    pub fn structs(&self) -> &[TypeId] {
        &self.structs
    }

    /// The types of parameters and members, by index in the column of members.
    #[must_use]
    pub fn members(&self) -> &[TypeId] {
        &self.members
    }

    /// The type of a parameter or a member.
    #[must_use]
    pub fn member(&self, index: usize) -> TypeId {
        self.members[index]
    }

    /// The attributes of a parameter of an entry point or of a member.
    #[must_use]
    pub fn io(&self, index: usize) -> Io {
        self.io[index]
    }

    /// A length, where it is known: lengths of override-expressions are in a stage. A runtime-sized array has none.
    #[must_use]
    pub fn length(&self, length: Length) -> Option<u32> {
        let constant = match length {
            Length::Fixed(count) => return Some(count),
            Length::Override(variable) => self[variable].typed.constant,
            Length::OverrideExpression(count) => self[count].constant,
            Length::Runtime => None,
        };
        u32::try_from(self.constants.first(constant?)).ok()
    }

    /// SizeOf a type in bytes, saturated. <https://www.w3.org/TR/WGSL/#alignment-and-size>
    ///
    /// A runtime-sized array counts with one element; an array whose length an override decides counts once that is known.
    #[must_use]
    pub fn size(&self, ty: TypeId) -> u64 {
        let (unit, length) = match self.types.kind(ty) {
            TypeKind::Array(element, length) => (self.types.stride(element), length),
            TypeKind::Buffer(length) => (1, length),
            _ => return self.types.info(ty).size,
        };
        match length {
            Length::Fixed(_) | Length::Runtime => self.types.info(ty).size,
            Length::Override(_) | Length::OverrideExpression(_) => {
                self.length(length).map_or(0, |count| unit.saturating_mul(u64::from(count)))
            }
        }
    }
}

/// Where the lists of a function begin.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    calls: usize,
    uses: usize,
    limited: usize,
}

/// Filling.
impl Meaning {
    /// Forgets one program and makes room for another, whose source has so many bytes.
    pub(crate) fn reset(&mut self, ast: &Ast, source_length: usize) {
        let unknown = VariableInfo {
            typed: Typed::ERROR,
            space: None,
            access: AccessMode::Read,
            binding: None,
            id: None,
        };
        self.types.clear();
        self.constants.clear(source_length);
        refill(&mut self.exprs, ast.exprs.len(), Typed::ERROR);
        refill(&mut self.variables, ast.variables.len(), unknown);
        refill(&mut self.members, ast.members.len(), TypeId::ERROR);
        refill(&mut self.io, ast.members.len(), Io::default());
        refill(&mut self.aliases, ast.aliases.len(), TypeId::ERROR);
        refill(&mut self.structs, ast.structs.len(), TypeId::ERROR);
        refill(&mut self.functions, ast.functions.len(), FunctionInfo::default());
        refill(&mut self.statement_behaviors, ast.stmts.len(), Behavior::NEXT);
        refill(&mut self.block_behaviors, ast.blocks.len(), Behavior::NEXT);
        self.calls.clear();
        self.uses.clear();
        self.limited.clear();
        self.needs.clear();
        self.needs_uniformity = NeedsUniformity::default();
        self.extensions = ExtensionSet::EMPTY;
    }

    pub(crate) fn set_expr(&mut self, id: ExprId, typed: Typed) {
        self.exprs[id.index()] = typed;
    }

    /// Notes the type that an expression is loaded as or converted to.
    pub(crate) fn use_as(&mut self, id: ExprId, ty: Option<TypeId>) {
        self.exprs[id.index()].used_as = ty;
    }

    pub(crate) fn variable_mut(&mut self, id: VariableId) -> &mut VariableInfo {
        &mut self.variables[id.index()]
    }

    pub(crate) fn function_mut(&mut self, id: UserFunctionId) -> &mut FunctionInfo {
        &mut self.functions[id.index()]
    }

    pub(crate) fn set_alias(&mut self, id: AliasId, ty: TypeId) {
        self.aliases[id.index()] = ty;
    }

    pub(crate) fn set_struct(&mut self, id: StructId, ty: TypeId) {
        self.structs[id.index()] = ty;
    }

    pub(crate) fn set_member(&mut self, index: usize, ty: TypeId) {
        self.members[index] = ty;
    }

    pub(crate) fn set_io(&mut self, index: usize, io: Io) {
        self.io[index] = io;
    }

    pub(crate) fn set_behavior(&mut self, id: StmtId, behavior: Behavior) {
        self.statement_behaviors[id.index()] = behavior;
    }

    pub(crate) fn set_block_behavior(&mut self, id: BlockId, behavior: Behavior) {
        self.block_behaviors[id.index()] = behavior;
    }

    pub(crate) fn note_call(&mut self, call: UserCall) {
        self.calls.push(call);
    }

    pub(crate) fn note_use(&mut self, used: Use) {
        self.uses.push(used);
    }

    pub(crate) fn note_limited(&mut self, limited: Limited) {
        self.limited.push(limited);
    }

    /// The end of the lists: the lists of the next function begin here.
    pub(crate) fn mark(&self) -> Mark {
        Mark { calls: self.calls.len(), uses: self.uses.len(), limited: self.limited.len() }
    }

    /// Gives a function what was noted since the mark.
    pub(crate) fn end_function(&mut self, id: UserFunctionId, mark: Mark) {
        let calls = List::new(mark.calls as u32, (self.calls.len() - mark.calls) as u32);
        let uses = List::new(mark.uses as u32, (self.uses.len() - mark.uses) as u32);
        let limited = List::new(mark.limited as u32, (self.limited.len() - mark.limited) as u32);
        let info = self.function_mut(id);
        *info = FunctionInfo { calls, uses, limited, ..*info };
    }
}

/// A program with one meaning: that of the module, or that of one stage. Cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct TypedModule<'a> {
    /// The source, its tree and its names.
    pub syntax: &'a Syntax<'a>,
    /// The meanings of names.
    pub resolution: &'a Resolution,
    /// The types and values.
    pub meaning: &'a Meaning,
}

impl<'a> TypedModule<'a> {
    /// A name of the program or of the specification.
    #[must_use]
    pub fn name(self, symbol: Symbol) -> &'a str {
        self.syntax.name(symbol)
    }

    /// A type in the specification's notation.
    #[must_use]
    pub fn print(self, ty: TypeId) -> String {
        self.meaning.types.print(self.syntax, ty)
    }
}
