//! The operators of conditions: `defined`, which C++14 has, and the operators of Clang, which Metal's compiler is: `__has_include`, `__has_attribute` and
//! others.
//!
//! Headers that several compilers share use them, so they answer as Clang does where a program can observe it.

use super::Preprocessor;
use crate::lex::{Token, TokenKind};
use msl_spec::rules;

/// An operator with a name in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Predicate {
    Include,
    Attribute,
    CppAttribute,
    Feature,
    /// No builtin of Clang can be called, no warning of its can be set and no identifier is special.
    Nothing,
}

const PREDICATES: [(&str, Predicate); 9] = [
    ("__has_include", Predicate::Include),
    ("__has_attribute", Predicate::Attribute),
    ("__has_cpp_attribute", Predicate::CppAttribute),
    ("__has_feature", Predicate::Feature),
    ("__has_extension", Predicate::Feature),
    ("__has_builtin", Predicate::Nothing),
    ("__has_warning", Predicate::Nothing),
    ("__has_declspec_attribute", Predicate::Nothing),
    ("__building_module", Predicate::Nothing),
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

/// Returns true if a name is an operator of conditions, which counts as defined.
pub(super) fn is_predicate(name: &str) -> bool {
    PREDICATES.iter().any(|(known, _)| *known == name)
}

impl Preprocessor<'_> {
    /// The tokens of a condition with numbers instead of operators: the names after those are not expanded.
    pub(super) fn with_answers(&mut self, tokens: &[Token]) -> Vec<Token> {
        let mut answered = Vec::with_capacity(tokens.len());
        let mut rest = tokens;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            let spelling = first.symbol.filter(|_| first.kind.is_word()).map(|it| self.names.text(it));
            let Some(name) = spelling.filter(|name| name.starts_with("__") || *name == "defined") else {
                answered.push(*first);
                continue;
            };
            let answer = match PREDICATES.iter().find(|(known, _)| *known == name) {
                Some((_, predicate)) => self.answer(*predicate, after),
                None if name == "defined" => Some(self.defined(after)),
                None => {
                    answered.push(*first);
                    continue;
                }
            };
            let (value, after) = answer.unwrap_or_else(|| {
                let message = "expected `(`, a name and `)` after this operator";
                self.error(rules::PREPROCESS_CONDITION_INTEGER, first.span, message);
                (None, &[])
            });
            let (symbol, kind) = match value {
                Some(value) => (Some(self.names.intern(if value { "1" } else { "0" })), TokenKind::Number),
                None => (None, TokenKind::Unknown),
            };
            answered.push(Token { symbol, kind, ..*first });
            rest = after;
        }
        answered
    }

    /// The value of `defined`, and the tokens after it.
    fn defined<'t>(&self, tokens: &'t [Token]) -> (Option<bool>, &'t [Token]) {
        let (name, rest) = match tokens {
            [open, name, close, rest @ ..]
                if open.kind == TokenKind::LeftParen && close.kind == TokenKind::RightParen =>
            {
                (name, rest)
            }
            [name, rest @ ..] => (name, rest),
            [] => return (Some(false), tokens),
        };
        (Some(self.is_name_defined(*name)), rest)
    }

    /// Returns true if a token is the name of a macro, or of an operator that `#ifdef` may ask for.
    pub(super) fn is_name_defined(&self, token: Token) -> bool {
        token
            .symbol
            .filter(|_| token.kind.is_word())
            .is_some_and(|symbol| self.macros.contains_key(&symbol) || is_predicate(self.names.text(symbol)))
    }

    /// The value of an operator with its operand in parentheses, and the tokens after it.
    fn answer<'t>(
        &mut self,
        predicate: Predicate,
        tokens: &'t [Token],
    ) -> Option<(Option<bool>, &'t [Token])> {
        let (open, inside) = tokens.split_first()?;
        if open.kind != TokenKind::LeftParen {
            return None;
        }
        if predicate == Predicate::Include {
            let operand = match inside.first()?.kind {
                TokenKind::Text | TokenKind::Less => None,
                // The name is the expansion of a macro.
                _ => Some(self.expand_all(&inside[..closing(inside)?])),
            };
            let (wanted, rest) = match &operand {
                Some(expanded) => (self.header_name(expanded)?.0, &inside[closing(inside)?..]),
                None => self.header_name(inside)?,
            };
            let (close, rest) = rest.split_first()?;
            let is_closed = close.kind == TokenKind::RightParen;
            return is_closed.then(|| (Some(self.has_header(&wanted)), rest));
        }
        let end = closing(inside)?;
        let name = inside[..end].last().map_or("", |last| self.spelling(*last));
        // `__always_inline__` is a different spelling of `always_inline`.
        let name = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
        let value = match predicate {
            Predicate::Attribute => ATTRIBUTES.contains(&name),
            Predicate::CppAttribute => CPP_ATTRIBUTES.contains(&name),
            Predicate::Feature => FEATURES.contains(&name),
            Predicate::Include | Predicate::Nothing => false,
        };
        Some((Some(value), &inside[end + 1..]))
    }
}

/// The index of the first `)`.
fn closing(tokens: &[Token]) -> Option<usize> {
    tokens.iter().position(|token| token.kind == TokenKind::RightParen)
}
