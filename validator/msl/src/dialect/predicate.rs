//! The answers of the operators of conditions. Metal's compiler is Clang, and headers that several compilers share ask for what it has.

use cxx_validator::dialect::Predicate;

/// The operators. No builtin of Clang can be called, no warning of its can be set and no identifier is special.
pub(super) const PREDICATES: [(&str, Predicate); 11] = [
    ("__has_include", Predicate::Include),
    ("__has_include_next", Predicate::Include),
    ("__is_identifier", Predicate::Identifier),
    ("__has_attribute", Predicate::OneOf(&ATTRIBUTES)),
    ("__has_cpp_attribute", Predicate::OneOf(&CPP_ATTRIBUTES)),
    ("__has_feature", Predicate::OneOf(&FEATURES)),
    ("__has_extension", Predicate::OneOf(&FEATURES)),
    ("__has_builtin", Predicate::OneOf(&[])),
    ("__has_warning", Predicate::OneOf(&[])),
    ("__has_declspec_attribute", Predicate::OneOf(&[])),
    ("__building_module", Predicate::OneOf(&[])),
];

/// The attributes in `__attribute__((...))` that programs use and ask for.
const ATTRIBUTES: [&str; 10] = [
    "always_inline",
    "const",
    "deprecated",
    "noinline",
    "overloadable",
    "pure",
    "unavailable",
    "unused",
    "used",
    "warn_unused_result",
];

/// The attributes in `[[...]]` that C++14 has.
const CPP_ATTRIBUTES: [&str; 4] = ["carries_dependency", "deprecated", "noreturn", "maybe_unused"];

/// The features of C++14 that Metal keeps, by Clang's names.
const FEATURES: [&str; 33] = [
    "attribute_deprecated_with_message",
    "attribute_unavailable_with_message",
    "cxx_aggregate_nsdmi",
    "cxx_alias_templates",
    "cxx_alignas",
    "cxx_attributes",
    "cxx_auto_type",
    "cxx_binary_literals",
    "cxx_constexpr",
    "cxx_decltype",
    "cxx_decltype_incomplete_return_types",
    "cxx_default_function_template_args",
    "cxx_defaulted_functions",
    "cxx_delegating_constructors",
    "cxx_deleted_functions",
    "cxx_explicit_conversions",
    "cxx_generalized_initializers",
    "cxx_inline_namespaces",
    "cxx_local_type_template_args",
    "cxx_nonstatic_member_init",
    "cxx_nullptr",
    "cxx_override_control",
    "cxx_range_for",
    "cxx_reference_qualified_functions",
    "cxx_relaxed_constexpr",
    "cxx_return_type_deduction",
    "cxx_rvalue_references",
    "cxx_static_assert",
    "cxx_strong_enums",
    "cxx_trailing_return",
    "cxx_unrestricted_unions",
    "cxx_variable_templates",
    "cxx_variadic_templates",
];
