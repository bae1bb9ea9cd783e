//! Builtin functions, value constructors and operators: one entry each, with its overloads.

use crate::operation::FunctionOperation;
use crate::pattern::ScalarSets;
use crate::{
    AccessMode, AddressSpace, Edition, EnableExtension, LanguageExtension, Rule, Section, StageSet,
    StagedRule, Symbol, TypeClass, TypePattern,
};

/// Index of a [`Function`] in [`FunctionId::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct FunctionId(pub u16);

/// A builtin function, a value constructor of a predeclared type or type-generator, or an operator.
#[derive(Debug)]
pub struct Function {
    /// Its name: `clamp`, `vec3`, `+`.
    pub name: &'static str,
    /// The name as a symbol; `None` for operators.
    pub symbol: Option<Symbol>,
    /// The place of its definition in the specification.
    pub section: &'static Section,
    /// The rule that a call breaks which fits no overload, unless the argument breaks a more specific one; of operators,
    /// the rule of the first row.
    pub rule: &'static Rule,
    /// The rule of the compound assignment; `None` if there is none.
    pub assignment: Option<&'static Rule>,
    /// `@const`: calls with const-expressions as arguments are const-expressions.
    pub is_const: bool,
    /// `@must_use`: a call must not be a statement.
    pub must_use: bool,
    /// Stages whose entry points may reach a call.
    pub stages: StageSet,
    /// The requirement of a call on the uniformity of control flow.
    pub uniformity: UniformityRequirement,
    /// The uniformity of the result.
    pub result_uniformity: ResultUniformity,
    /// The access of a call to the memory that its pointer argument points to.
    pub accesses: Option<AccessMode>,
    /// The enable-extension that must be enabled before the name is used.
    pub enable: Option<EnableExtension>,
    /// The language extension that brings it.
    pub language: Option<LanguageExtension>,
    /// The rule that a call in another stage breaks; `None` if all stages may call it.
    pub stage_rule: Option<&'static Rule>,
    /// The operation of a call; `None` for a proposed function that is not executed.
    pub operation: Option<FunctionOperation>,
    /// Overloads of the current edition.
    pub current: &'static [Overload],
    /// Overloads of the Working Draft of 2022-04-11.
    pub draft_2022: &'static [Overload],
}

impl Function {
    /// The overloads of an edition.
    #[must_use]
    pub const fn overloads(&self, edition: Edition) -> &'static [Overload] {
        match edition {
            Edition::Current => self.current,
            Edition::Draft2022 => self.draft_2022,
        }
    }

    /// The operation of const evaluation, for functions that have one.
    #[must_use]
    pub fn value_operation(&self) -> Option<shader_numeric::Operation> {
        self.operation.and_then(FunctionOperation::value)
    }
}

/// One row of an overload table.
#[derive(Debug)]
pub struct Overload {
    /// The row in the specification's notation, for messages: `abs(e: T) -> T`.
    pub signature: &'static str,
    /// The rule of the row of an operator, or of the function.
    pub rule: &'static Rule,
    /// The meaning of the variables, for messages: `T is S or vecN<S>, S is f32 or f16`; may be empty.
    pub constraints: &'static str,
    /// Whether it is a row of a proposed extension in the table of a function that is not proposed.
    pub is_proposed: bool,
    /// Explicit template parameters (`<T>` of `vec3<T>(…)`, of `bitcast<T>(…)`); they must be written and are never
    /// inferred.
    pub template: &'static [TypePattern],
    /// Parameters in order.
    pub parameters: &'static [Parameter],
    /// Result type; `None` if there is no value.
    pub result: Option<TypePattern>,
    /// Sets of the scalar variables, by [`crate::ScalarVariable`].
    pub scalars: ScalarSets,
    /// Classes of the type variables, by [`crate::TypeVariable`].
    pub types: &'static [TypeClass],
    /// The address spaces of [`crate::SpacePattern::Variable`].
    pub spaces: &'static [AddressSpace],
    /// Conditions beyond the patterns.
    pub conditions: &'static [Condition],
}

/// A formal parameter of an overload.
#[derive(Debug)]
pub struct Parameter {
    /// Its name in the specification.
    pub name: &'static str,
    /// Its type.
    pub pattern: TypePattern,
    /// The range of an argument that must be a const-expression (texture offsets, gather components).
    pub const_range: Option<&'static ConstRange>,
    /// The range of an argument that is a const-expression or override-expression (invocations of a subgroup).
    pub known_range: Option<&'static KnownRange>,
    /// The rule by which the argument must be uniform, under the same diagnostic rule as the call itself.
    pub uniform_by: Option<&'static Rule>,
    /// Its type for messages, if there is no variable in it.
    pub wanted: Option<&'static str>,
    /// The rule that an argument breaks which does not fit.
    pub mistake: &'static Rule,
}

/// The range of an argument that must be a const-expression, ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstRange {
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// The rule that an argument breaks which is not a const-expression.
    pub not_const: &'static Rule,
    /// The rule that an argument outside the range breaks.
    pub outside: &'static Rule,
}

/// The range of an argument as far as it is known before execution, ends included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownRange {
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
    /// The rules that an argument outside the range breaks.
    pub outside: StagedRule,
}

/// Conditions that the patterns of a signature can't express.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// The result type differs from the first parameter's type (`bitcast<T>(e: S)`: T is not S).
    ResultDiffersFromArgument,
    /// The two scalar variables are both abstract or both concrete (`ldexp`).
    AbstractTogether(u8, u8),
    /// The type of the first type variable contains no atomic and no buffer, and follows the layout rules of the
    /// address space.
    ViewedTypeFitsSpace,
}

/// The requirement of a call to a builtin function on the uniformity of control flow.
/// <https://www.w3.org/TR/WGSL/#uniformity-function-calls>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UniformityRequirement {
    /// Nothing.
    None,
    /// Control flow must be uniform, always an error (barriers).
    Required,
    /// Control flow must be uniform, filterable as `derivative_uniformity`.
    Derivative,
    /// Control flow must be uniform, filterable as `subgroup_uniformity`.
    Subgroup,
    /// Control flow must be uniform in the subgroup, always an error (subgroup matrices, which are proposed).
    SubgroupMatrix,
}

/// Whether the result of a call to a builtin function is a uniform value.
/// <https://www.w3.org/TR/WGSL/#uniformity-function-calls>
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultUniformity {
    /// It is uniform if control flow and all arguments are.
    OfArguments,
    /// It may be non-uniform.
    NonUniform,
    /// It may be non-uniform; if the scope of uniformity is the subgroup, it is as uniform as the arguments.
    UniformInSubgroup,
    /// It may be non-uniform if the texture is a read-write storage texture.
    NonUniformFromReadWriteTexture,
}

include!("generated/functions.rs");
