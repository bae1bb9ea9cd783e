//! The meaning of a program: what checking knows of every node of its tree.

use crate::ast::{Ast, FunctionId as UserFunctionId, List, VariableId};
use crate::constant::{ConstantId, Constants};
use crate::needs::Needs;
use crate::resolve::Resolution;
use crate::syntax::Syntax;
use crate::types::{TypeId, Types};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace, BuiltinValue, ExtensionSet, FunctionId, ShaderStage, Symbol};

/// When the value of an expression is known. <https://www.w3.org/TR/WGSL/#early-eval-exprs>
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// At shader creation.
    Const,
    /// At pipeline creation.
    Override,
    /// While the shader runs.
    Runtime,
}

/// What type checking knows of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    /// Its static type.
    pub ty: TypeId,
    /// Its value, when it is a const-expression that was evaluated without an error.
    pub constant: Option<ConstantId>,
    /// The type that it is loaded as or converted to where it is used.
    pub used_as: Option<TypeId>,
    /// When its value is known.
    pub stage: Stage,
    /// Of a call to a builtin function and of an operator: the overload, by index in the table of its function.
    pub overload: u16,
}

const _: () = assert!(size_of::<Typed>() <= 16);

impl Typed {
    /// Something that was reported already.
    pub const ERROR: Self =
        Self { ty: TypeId::ERROR, constant: None, used_as: None, stage: Stage::Const, overload: 0 };

    /// A value that is known while the shader runs.
    #[must_use]
    pub const fn runtime(ty: TypeId) -> Self {
        Self { ty, constant: None, used_as: None, stage: Stage::Runtime, overload: 0 }
    }

    /// A value with this stage, not known yet.
    #[must_use]
    pub const fn staged(ty: TypeId, stage: Stage) -> Self {
        Self { ty, constant: None, used_as: None, stage, overload: 0 }
    }

    /// A const-expression; `None` when its evaluation failed or was not asked for.
    #[must_use]
    pub const fn constant(ty: TypeId, constant: Option<ConstantId>) -> Self {
        Self { ty, constant, used_as: None, stage: Stage::Const, overload: 0 }
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

    /// Whether it has any of the ways of `other`.
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
pub struct Call {
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
    /// What it is.
    pub what: LimitedUse,
    /// Where.
    pub span: Span,
}

/// What the attributes of a parameter, a member or a result say of it as an input or output of an entry point.
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

/// A function of the program.
#[derive(Clone, Copy, Debug, Default)]
pub struct FunctionInfo {
    /// What it returns.
    pub result: Option<TypeId>,
    /// The stage of an entry point.
    pub stage: Option<ShaderStage>,
    /// What is said of the result of an entry point.
    pub result_io: Io,
    /// Its calls, in the column of [`Meaning::calls`].
    pub calls: List<Call>,
    /// Variables and overrides of the module that it mentions, in the column of [`Meaning::uses`].
    pub uses: List<Use>,
    /// What not every stage allows in it, in the column of [`Meaning::limited`].
    pub limited: List<Limited>,
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

/// What checking knows of a program, in columns parallel to those of its tree.
///
/// What is wrong has [`TypeId::ERROR`] for a type, and so has everything that depends on it. Declarations on a cycle, and
/// those with a syntax error, are not checked: their columns hold [`Typed::ERROR`] and defaults.
#[derive(Debug, Default)]
pub struct Meaning {
    /// The types.
    pub types: Types,
    /// The values of const-expressions.
    pub constants: Constants,
    /// By expression.
    pub exprs: Vec<Typed>,
    /// By [`VariableId`].
    pub variables: Vec<VariableInfo>,
    /// Types of parameters and members, by index in the column of members.
    pub members: Vec<TypeId>,
    /// What is said of parameters of entry points and of members, parallel to `members`.
    pub io: Vec<Io>,
    /// Types of aliases.
    pub aliases: Vec<TypeId>,
    /// Types of structures.
    pub structs: Vec<TypeId>,
    /// By statement.
    pub statement_behaviors: Vec<Behavior>,
    /// By block.
    pub block_behaviors: Vec<Behavior>,
    /// Which uniformity requirements there are.
    pub needs_uniformity: NeedsUniformity,
    /// By function.
    pub functions: Vec<FunctionInfo>,
    /// Calls, those of one function after those of another.
    pub calls: Vec<Call>,
    /// Mentions of variables and overrides, likewise.
    pub uses: Vec<Use>,
    /// What not every stage allows, likewise.
    pub limited: Vec<Limited>,
    /// The language extensions that are there, and the extensions that it enables.
    pub extensions: ExtensionSet,
    /// What it asks of an implementation beyond what every one has.
    pub needs: Needs,
}

/// Empties a column and fills it anew.
pub(crate) fn refill<T: Clone>(column: &mut Vec<T>, count: usize, value: T) {
    column.clear();
    column.resize(count, value);
}

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
}

/// A program with one meaning: that of the module, or that of one stage. Cheap to copy.
#[derive(Clone, Copy, Debug)]
pub struct TypedModule<'a> {
    /// The source, its tree and its names.
    pub syntax: &'a Syntax,
    /// What names denote.
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
