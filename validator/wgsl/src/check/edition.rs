//! The differences between the rules of the editions, beyond their grammars and their tables.
//!
//! Grammar is the parser's business, names, overloads and builtin values are rows of `wgsl-spec`, and what language
//! extensions bring is the target's. The rules below are left: a field for each rule, a column for each edition.

use shader_numeric::Evaluation;
use wgsl_spec::{AddressSpace, Edition, Symbol, sym};

/// The rules of one edition.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a rule that only one of the editions has")]
pub(super) struct Rules {
    /// Whether `let` declares values of the module.
    pub(super) module_scope_let: bool,
    /// Whether a declaration of the module may have the name of a builtin function.
    /// <https://www.w3.org/TR/WGSL/#declaration-and-scope>
    pub(super) builtin_function_names_are_free: bool,
    /// Whether the initializer of an `override` may be any override-expression, or only consist of literals and
    /// overrides. <https://www.w3.org/TR/WGSL/#override-decls>
    pub(super) override_expressions: bool,

    /// Whether numbers in attributes are const-expressions, or literals of type `i32` only.
    /// <https://www.w3.org/TR/WGSL/#attributes>
    pub(super) attribute_expressions: bool,
    /// Whether `@size` needs a type whose size is known at shader creation.
    /// <https://www.w3.org/TR/WGSL/#size-attr>
    pub(super) size_needs_fixed_footprint: bool,
    /// Whether `@align` is judged by the type of the member, or by the variables that hold the structure.
    /// <https://www.w3.org/TR/WGSL/#align-attr>
    pub(super) align_by_type: bool,

    /// Whether overflow, division by zero and arguments out of domain are errors in what is evaluated early.
    /// <https://www.w3.org/TR/WGSL/#early-eval-exprs>
    pub(super) evaluation: Evaluation,
    /// Whether a known index of an array or a matrix must be in bounds; that of a vector must in every edition.
    pub(super) known_index_in_bounds: bool,
    /// Whether offsets and components of texture functions may be computed, or are made of literals.
    pub(super) computed_texture_arguments: bool,
    /// Whether a pointer type must be that of a variable that could be. <https://www.w3.org/TR/WGSL/#ref-ptr-types>
    pub(super) pointer_needs_possible_variable: bool,
    /// The first member of the result of `frexp`.
    pub(super) frexp_fraction: Symbol,

    /// Address spaces that pointer parameters may point into without `unrestricted_pointer_parameters`.
    pub(super) pointer_parameter_spaces: &'static [AddressSpace],
    /// Whether any pointer to a whole variable may be passed without `unrestricted_pointer_parameters`, or only
    /// `&variable` and parameters.
    /// <https://www.w3.org/TR/WGSL/#function-restriction>
    pub(super) traces_pointer_arguments: bool,
    /// Whether the result of a function with `@must_use` must be used.
    pub(super) must_use: bool,

    /// Whether `discard` ends the invocation, so that {Discard} is its behaviour.
    /// <https://www.w3.org/TR/WGSL/#behaviors-rules>
    pub(super) discard_ends_invocation: bool,
    /// Whether a loop whose body only returns is left by that alone, whatever its continuing block does.
    pub(super) loop_may_only_return: bool,

    /// Whether a builtin value may stand twice among inputs or outputs.
    pub(super) duplicate_builtin_values: bool,
    /// The samplings that `@interpolate(flat, …)` may name. <https://www.w3.org/TR/WGSL/#interpolation>
    pub(super) flat_sampling: &'static [Symbol],
    /// Whether only what is interpolated needs `@interpolate(flat)` for integers, or all user-defined inputs and outputs.
    pub(super) flat_where_interpolated: bool,
    /// Whether the stage decides which variables a shader may use. <https://www.w3.org/TR/WGSL/#address-space>
    pub(super) variables_by_stage: bool,
}

/// The current text.
const CURRENT: Rules = Rules {
    module_scope_let: false,
    builtin_function_names_are_free: true,
    override_expressions: true,
    attribute_expressions: true,
    size_needs_fixed_footprint: true,
    align_by_type: true,
    evaluation: Evaluation::Creation,
    known_index_in_bounds: true,
    computed_texture_arguments: true,
    pointer_needs_possible_variable: true,
    frexp_fraction: sym::FRACT,
    pointer_parameter_spaces: &[AddressSpace::Function, AddressSpace::Private],
    traces_pointer_arguments: true,
    must_use: true,
    discard_ends_invocation: false,
    loop_may_only_return: true,
    duplicate_builtin_values: false,
    flat_sampling: &[sym::FIRST, sym::EITHER],
    flat_where_interpolated: true,
    variables_by_stage: true,
};

/// The Working Draft of 11 April 2022.
const DRAFT_2022: Rules = Rules {
    module_scope_let: true,
    builtin_function_names_are_free: false,
    override_expressions: false,
    attribute_expressions: false,
    size_needs_fixed_footprint: false,
    align_by_type: false,
    evaluation: Evaluation::Runtime,
    known_index_in_bounds: false,
    computed_texture_arguments: false,
    pointer_needs_possible_variable: false,
    frexp_fraction: sym::SIG,
    pointer_parameter_spaces: &[AddressSpace::Function, AddressSpace::Private, AddressSpace::Workgroup],
    traces_pointer_arguments: false,
    must_use: false,
    discard_ends_invocation: true,
    loop_may_only_return: false,
    duplicate_builtin_values: true,
    flat_sampling: &[],
    flat_where_interpolated: false,
    variables_by_stage: false,
};

impl Rules {
    /// The rules of an edition.
    pub(super) const fn of(edition: Edition) -> &'static Self {
        match edition {
            Edition::Current => &CURRENT,
            Edition::Draft2022 => &DRAFT_2022,
        }
    }
}
