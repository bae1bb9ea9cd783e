//! WGSL as a text that the C preprocessor reads.
//!
//! The preprocessor of the C++ core takes everything about a language from a [`Dialect`]. WGSL uses no more than the preprocessor, so
//! everything about C++ syntax is empty, and no rule about it is reported.

use crate::rules;
use cxx_validator::NameKind;
use cxx_validator::dialect::{Dialect, Lexis, Library, Predicate, Rules};
use cxx_validator::lex::NumberType;

/// WGSL.
pub(super) static WGSL: Dialect = Dialect {
    name: "WGSL",
    rules: RULES,
    included: "file",
    lexis: Lexis::Wgsl,
    removed: &[],
    words: &[],
    later_qualifiers: &[],
    default_space: None,
    has_host_code: false,
    restrictions: None,
    bit_cast: None,
    integer_suffixes: &[("", NumberType::Integer), ("i", NumberType::Integer), ("u", NumberType::Unsigned)],
    float_suffixes: &[("", NumberType::Float), ("f", NumberType::Float), ("h", NumberType::Half)],
    library: Library {
        name_kind: |_| NameKind::Unknown,
        type_names: Vec::new,
        member_types: &[],
        header: |_| None,
        includes: &[],
        implied: None,
        is_local: true,
        header_prefix: "",
        namespace: "",
        macros: &[],
        compiler_macros: &[],
        predefined: &[],
        predicates: &[("__has_include", Predicate::Include)],
    },
};

const RULES: Rules = Rules {
    preprocess_conditional_begun: rules::UNBALANCED_CONDITION,
    preprocess_conditional_terminated: rules::UNBALANCED_CONDITION,
    preprocess_condition_integer: rules::INVALID_TEST,
    preprocess_directive_complete: rules::INVALID_DIRECTIVE,
    preprocess_directive_known: rules::INVALID_DIRECTIVE,
    preprocess_error: rules::ERROR_DIRECTIVE,
    preprocess_include_known: rules::UNKNOWN_INCLUDE,
    preprocess_include_nesting: rules::INCLUDE_NESTING,
    preprocess_macro_arguments: rules::INVALID_MACRO,
    preprocess_macro_operators: rules::INVALID_MACRO,
    preprocess_macro_parameters: rules::INVALID_MACRO,
    preprocess_macro_redefinition: rules::MACRO_REDEFINITION,
    preprocess_macro_reserved_name: rules::INVALID_MACRO,
    unsupported_expansion: rules::MACRO_LIMIT,
    unsupported_nesting: rules::MACRO_LIMIT,
    // The rest belongs to the lexer and the parser of C++, which report nothing about WGSL.
    attribute_comma: rules::INVALID_DIRECTIVE,
    grammar_bracket_closed: rules::INVALID_DIRECTIVE,
    grammar_declaration: rules::INVALID_DIRECTIVE,
    grammar_expression: rules::INVALID_DIRECTIVE,
    grammar_function_qualifiers: rules::INVALID_DIRECTIVE,
    grammar_specifiers: rules::INVALID_DIRECTIVE,
    grammar_statement: rules::INVALID_DIRECTIVE,
    grammar_token: rules::INVALID_DIRECTIVE,
    grammar_type: rules::INVALID_DIRECTIVE,
    lex_character_valid: rules::INVALID_DIRECTIVE,
    lex_comment_terminated: rules::INVALID_DIRECTIVE,
    lex_literal_terminated: rules::INVALID_DIRECTIVE,
    lex_number_fits: rules::INVALID_DIRECTIVE,
    lex_number_valid: rules::INVALID_DIRECTIVE,
    name_declared: rules::INVALID_DIRECTIVE,
    name_is_value: rules::INVALID_DIRECTIVE,
    name_not_hidden: rules::INVALID_DIRECTIVE,
    name_redefinition: rules::INVALID_DIRECTIVE,
    statement_case_enclosed: rules::INVALID_DIRECTIVE,
    template_keyword: rules::INVALID_DIRECTIVE,
    template_typename: rules::INVALID_DIRECTIVE,
    unsupported_feature: rules::INVALID_DIRECTIVE,
    unsupported_member_function: rules::INVALID_DIRECTIVE,
    unsupported_template: rules::INVALID_DIRECTIVE,
    variable_static_program_scope: rules::INVALID_DIRECTIVE,
};
