//! A language for the tests of this crate: a keyword of each kind, a library with a header of each kind, and some features of C++ left out.

use crate::NameKind;
use crate::dialect::{
    Dialect, Entry, Feature, Header, LaterQualifier, Lexis, Library, Predicate, Removed, Restrictions, Rules,
    Space, Word,
};
use crate::lex::NumberType;
use shader_source::{Code, Document, Phase, Rule, RuleSet, RuleStage, Section};

static SECTION: Section = Section { document: Document::Page, id: "", title: "" };
static SECTIONS: [&Section; 1] = [&SECTION];

const fn code(phase: Phase) -> Code {
    Code {
        set: RuleSet::Modules,
        number: 0,
        slug: "",
        title: "",
        phase,
        sections: &SECTIONS,
        explanation: "",
    }
}

static OF_LEXER: Code = code(Phase::Lex);
static OF_PARSER: Code = code(Phase::Parse);

const fn rule(id: &'static str, number: u16, code: &'static Code) -> Rule {
    let (set, stage) = (RuleSet::Modules, RuleStage::ShaderCreation);
    Rule { set, number, id, code: Some(code), section: &SECTION, stage, statement: "" }
}

macro_rules! rules {
    ($($code:ident { $($rule:ident)* })*) => {
        #[allow(non_camel_case_types, reason = "the names of the fields")]
        enum Number {
            $($($rule,)*)*
            Removed,
            restriction_known,
            restriction_place,
            restriction_lambda_place,
            restriction_functions_only,
            restriction_not_in_type,
        }

        const RULES: Rules = Rules {
            $($($rule: {
                static RULE: Rule = rule(stringify!($rule), Number::$rule as u16, &$code);
                &RULE
            },)*)*
        };
    };
}

rules! {
    OF_LEXER {
        lex_character_valid
        lex_comment_terminated
        lex_literal_terminated
        lex_number_fits
        lex_number_valid
    }
    OF_PARSER {
        attribute_comma
        grammar_bracket_closed
        grammar_declaration
        grammar_expression
        grammar_function_qualifiers
        grammar_specifiers
        grammar_statement
        grammar_token
        grammar_type
        name_declared
        name_is_value
        name_not_hidden
        name_redefinition
        preprocess_conditional_begun
        preprocess_conditional_terminated
        preprocess_condition_integer
        preprocess_directive_complete
        preprocess_directive_known
        preprocess_error
        preprocess_include_known
        preprocess_include_nesting
        preprocess_macro_arguments
        preprocess_macro_operators
        preprocess_macro_parameters
        preprocess_macro_redefinition
        preprocess_macro_reserved_name
        statement_case_enclosed
        template_keyword
        template_typename
        unsupported_expansion
        unsupported_feature
        unsupported_member_function
        unsupported_nesting
        unsupported_template
        variable_static_program_scope
    }
}

/// The rule of features that are left out.
pub(crate) static REMOVED: Rule = rule("removed", Number::Removed as u16, &OF_PARSER);

pub(crate) static RESTRICTION_KNOWN: Rule =
    rule("restriction_known", Number::restriction_known as u16, &OF_PARSER);
pub(crate) static RESTRICTION_PLACE: Rule =
    rule("restriction_place", Number::restriction_place as u16, &OF_PARSER);
pub(crate) static RESTRICTION_LAMBDA_PLACE: Rule =
    rule("restriction_lambda_place", Number::restriction_lambda_place as u16, &OF_PARSER);
pub(crate) static RESTRICTION_FUNCTIONS_ONLY: Rule =
    rule("restriction_functions_only", Number::restriction_functions_only as u16, &OF_PARSER);
pub(crate) static RESTRICTION_NOT_IN_TYPE: Rule =
    rule("restriction_not_in_type", Number::restriction_not_in_type as u16, &OF_PARSER);

const fn removed(feature: Feature) -> Removed {
    Removed { feature, rule: &REMOVED, accepted_since: None }
}

/// The language.
pub(crate) static TINY: Dialect = Dialect {
    name: "Tiny",
    rules: RULES,
    included: "header",
    lexis: Lexis::Cxx,
    removed: &[
        removed(Feature::Assembler),
        removed(Feature::Exception),
        removed(Feature::FunctionPointer),
        removed(Feature::Goto),
        removed(Feature::NewDelete),
        removed(Feature::StandardLibrary),
        removed(Feature::Virtual),
    ],
    words: &[
        ("tile", Word::Space(Space(0))),
        ("grid", Word::Space(Space(1))),
        ("entry", Word::Entry(Entry(0))),
        ("start", Word::Entry(Entry(1))),
        ("half", Word::Half),
    ],
    later_qualifiers: &[("remote", LaterQualifier::Space(Space(2))), ("shared", LaterQualifier::Coherent)],
    default_space: None,
    has_host_code: false,
    restrictions: Some(Restrictions {
        names: &["host", "device"],
        known: &RESTRICTION_KNOWN,
        place: &RESTRICTION_PLACE,
        lambda_place: &RESTRICTION_LAMBDA_PLACE,
        functions_only: &RESTRICTION_FUNCTIONS_ONLY,
        not_in_type: &RESTRICTION_NOT_IN_TYPE,
        launch: "launch",
    }),
    bit_cast: Some("bits"),
    integer_suffixes: &[
        ("", NumberType::Integer),
        ("u", NumberType::Unsigned),
        ("l", NumberType::Long),
        ("ul", NumberType::UnsignedLong),
    ],
    float_suffixes: &[("", NumberType::Float), ("f", NumberType::Float), ("h", NumberType::Half)],
    library: Library {
        name_kind,
        namespace: "tiny",
        type_names: || vec!["count"],
        member_types: &[("index", "value")],
        header,
        includes: &[],
        implied: None,
        is_local: false,
        header_prefix: "tiny",
        macros: &[("SUM(x, y)", "x + y"), ("TEN", "10")],
        compiler_macros: &[("__BITS__", "8"), ("__TWICE__", "16")],
        predefined: &["__TINY__"],
        predicates: &[
            ("__has_include", Predicate::Include),
            ("__is_name", Predicate::Identifier),
            ("__has_word", Predicate::OneOf(&["tile", "grid"])),
        ],
    },
};

fn name_kind(name: &str) -> NameKind {
    match name {
        "index" => NameKind::Type,
        "view" => NameKind::TypeTemplate,
        "convert" => NameKind::FunctionTemplate,
        _ => NameKind::Unknown,
    }
}

fn header(name: &str) -> Option<Header> {
    const PAIRS: &str = "#pragma once\nstruct pair_of_int { int a; int b; };\n";
    Some(match name {
        "tiny" => Header { name: "tiny", text: None, names: &[] },
        "tiny_pairs" => Header { name: "tiny_pairs", text: Some(PAIRS), names: &["pair_of_"] },
        "tiny_pairs.h" => Header { name: "tiny_pairs.h", text: Some(PAIRS), names: &["pair_of_"] },
        "target.h" => Header { name: "target.h", text: Some("#define TARGET __TINY__\n"), names: &[] },
        _ => return None,
    })
}
