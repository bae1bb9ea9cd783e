//! The rules of Metal that the core reports.

use cxx_validator::dialect::{Feature, Removed, Rules};
use msl_spec::{Rule, rules};

/// The rules.
pub(crate) const RULES: Rules = Rules {
    attribute_comma: rules::ATTRIBUTE_COMMA,
    grammar_bracket_closed: rules::GRAMMAR_BRACKET_CLOSED,
    grammar_declaration: rules::GRAMMAR_DECLARATION,
    grammar_expression: rules::GRAMMAR_EXPRESSION,
    grammar_function_qualifiers: rules::GRAMMAR_FUNCTION_QUALIFIERS,
    grammar_specifiers: rules::GRAMMAR_SPECIFIERS,
    grammar_statement: rules::GRAMMAR_STATEMENT,
    grammar_token: rules::GRAMMAR_TOKEN,
    grammar_type: rules::GRAMMAR_TYPE,
    lex_character_valid: rules::LEX_CHARACTER_VALID,
    lex_comment_terminated: rules::LEX_COMMENT_TERMINATED,
    lex_literal_terminated: rules::LEX_LITERAL_TERMINATED,
    lex_number_fits: rules::LEX_NUMBER_FITS,
    lex_number_valid: rules::LEX_NUMBER_VALID,
    name_declared: rules::NAME_DECLARED,
    name_is_value: rules::NAME_IS_VALUE,
    name_not_hidden: rules::NAME_NOT_HIDDEN,
    name_redefinition: rules::NAME_REDEFINITION,
    preprocess_conditional_begun: rules::PREPROCESS_CONDITIONAL_BEGUN,
    preprocess_conditional_terminated: rules::PREPROCESS_CONDITIONAL_TERMINATED,
    preprocess_condition_integer: rules::PREPROCESS_CONDITION_INTEGER,
    preprocess_directive_complete: rules::PREPROCESS_DIRECTIVE_COMPLETE,
    preprocess_directive_known: rules::PREPROCESS_DIRECTIVE_KNOWN,
    preprocess_error: rules::PREPROCESS_ERROR,
    preprocess_include_known: rules::PREPROCESS_INCLUDE_KNOWN,
    preprocess_include_nesting: rules::PREPROCESS_INCLUDE_NESTING,
    preprocess_macro_arguments: rules::PREPROCESS_MACRO_ARGUMENTS,
    preprocess_macro_operators: rules::PREPROCESS_MACRO_OPERATORS,
    preprocess_macro_parameters: rules::PREPROCESS_MACRO_PARAMETERS,
    preprocess_macro_redefinition: rules::PREPROCESS_MACRO_REDEFINITION,
    preprocess_macro_reserved_name: rules::PREPROCESS_MACRO_RESERVED_NAME,
    statement_case_enclosed: rules::STATEMENT_CASE_ENCLOSED,
    template_keyword: rules::TEMPLATE_KEYWORD,
    template_typename: rules::TEMPLATE_TYPENAME,
    unsupported_expansion: rules::UNSUPPORTED_EXPANSION,
    unsupported_feature: rules::UNSUPPORTED_FEATURE,
    unsupported_member_function: rules::UNSUPPORTED_MEMBER_FUNCTION,
    unsupported_nesting: rules::UNSUPPORTED_NESTING,
    unsupported_template: rules::UNSUPPORTED_TEMPLATE,
    variable_static_program_scope: rules::VARIABLE_STATIC_PROGRAM_SCOPE,
};

/// The features of C++ that Metal leaves out. Section 1.4.4
pub(super) const REMOVED: [Removed; 12] = [
    Removed { accepted_since: LATER, ..removed(Feature::FunctionPointer, rules::REMOVED_FUNCTION_POINTER) },
    Removed { accepted_since: LATER, ..removed(Feature::Inheritance, rules::REMOVED_INHERITANCE) },
    Removed { accepted_since: Some("Metal 3.2"), ..removed(Feature::Lambda, rules::REMOVED_LAMBDA) },
    removed(Feature::DynamicType, rules::REMOVED_DYNAMIC_TYPE),
    removed(Feature::Exception, rules::REMOVED_EXCEPTION),
    removed(Feature::Goto, rules::REMOVED_GOTO),
    removed(Feature::NewDelete, rules::REMOVED_NEW_DELETE),
    removed(Feature::NoexceptOperator, rules::REMOVED_NOEXCEPT_OPERATOR),
    removed(Feature::Register, rules::REMOVED_STORAGE_CLASS),
    removed(Feature::StandardLibrary, rules::REMOVED_STANDARD_LIBRARY),
    removed(Feature::ThreadLocal, rules::VARIABLE_NO_THREAD_LOCAL),
    removed(Feature::Virtual, rules::REMOVED_VIRTUAL),
];

/// The features of C++ that Metal leaves out after the pinned version, as far as that is known: the first two may be there. A feature that is in
/// no list is not supported, rather than rejected.
pub(super) const REMOVED_LATER: &[Removed] = REMOVED.split_at(2).1;

/// The features of C++ that Metal leaves out since version 3.2, which has lambda expressions.
pub(super) const REMOVED_SINCE_3_2: &[Removed] = REMOVED.split_at(3).1;

/// The first version after the pinned one.
const LATER: Option<&str> = Some("Metal 2.3");

const fn removed(feature: Feature, rule: &'static Rule) -> Removed {
    Removed { feature, rule, accepted_since: None }
}
