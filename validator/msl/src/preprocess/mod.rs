//! The preprocessor: directives, conditions and macros. Sections 1.5.1 and 1.5.2
//!
//! Headers of the library are known by name: their contents is the language that the tables describe, so including one changes nothing.

mod budget;
mod condition;
mod directive;
mod expand;

use crate::diagnostic::Diagnostic;
use crate::lex::{Token, TokenKind, lex};
use crate::names::{Names, Symbol};
use budget::Budget;
use msl_spec::{LibraryName, Rule, rules};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::{Span, steps};
use std::rc::Rc;

/// A definition from outside of the program, as `-D name=value` has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name.
    pub name: String,
    /// The value, `1` where the command line has none.
    pub value: String,
}

/// A macro.
#[derive(Debug)]
struct Macro {
    /// The parameters of a function-like macro, and whether more arguments may follow.
    parameters: Option<(Vec<Symbol>, bool)>,
    body: Vec<Token>,
    /// The place of its name; none of a definition from outside.
    span: Option<Span>,
}

/// A program without directives.
#[derive(Debug)]
pub struct Preprocessed {
    pub(crate) tokens: Vec<Token>,
    /// The spellings of the tokens.
    pub names: Names,
    /// The headers of the library that it includes; the dialect decides whether it has them.
    pub headers: Vec<(&'static LibraryName, Span)>,
    /// The diagnostics, in order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// One `#if` with what belongs to it.
#[derive(Clone, Copy, Debug)]
struct Condition {
    /// The place of the directive.
    span: Span,
    /// Whether the lines of the present group are taken.
    is_taken: bool,
    /// Whether a group was taken, or the lines around are not.
    is_decided: bool,
    has_else: bool,
}

/// Removes comments and directives, and expands macros.
#[must_use]
pub fn preprocess(text: &str, definitions: &[Definition]) -> Preprocessed {
    let (mut names, mut diagnostics) = (Names::default(), Vec::new());
    let mut macros = outside_macros(definitions, &mut names);
    let line_macro = names.intern("__LINE__");
    macros.insert(line_macro, Rc::new(Macro { parameters: None, body: Vec::new(), span: None }));
    let tokens = lex(text, &mut names, &mut diagnostics);
    let mut preprocessor = Preprocessor {
        text,
        tokens,
        at: 0,
        macros,
        conditions: Vec::new(),
        output: Vec::new(),
        names,
        headers: Vec::new(),
        diagnostics,
        active: FxHashSet::default(),
        line_macro,
        line_starts: Vec::new(),
        budget: Budget::default(),
    };
    preprocessor.run();
    let Preprocessor { output, names, headers, mut diagnostics, .. } = preprocessor;
    diagnostics.sort_by_key(|found| found.primary.span);
    Preprocessed { tokens: output, names, headers, diagnostics }
}

/// The macros that definitions from outside make; a later one takes the place of an earlier one.
fn outside_macros(definitions: &[Definition], names: &mut Names) -> FxHashMap<Symbol, Rc<Macro>> {
    let mut macros = FxHashMap::default();
    for Definition { name, value } in definitions {
        let mut body = lex(value, names, &mut Vec::new());
        body.pop();
        macros.insert(names.intern(name), Rc::new(Macro { parameters: None, body, span: None }));
    }
    macros
}

struct Preprocessor<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    /// Shared, so that a use of a macro without arguments does not copy a long body.
    macros: FxHashMap<Symbol, Rc<Macro>>,
    conditions: Vec<Condition>,
    output: Vec<Token>,
    names: Names,
    headers: Vec<(&'static LibraryName, Span)>,
    diagnostics: Vec<Diagnostic>,
    /// The macros that are being expanded, which are not expanded inside of themselves.
    active: FxHashSet<Symbol>,
    /// `__LINE__`, whose value depends on the place.
    line_macro: Symbol,
    /// The places after line breaks, once `__LINE__` is used.
    line_starts: Vec<u32>,
    budget: Budget,
}

impl Preprocessor<'_> {
    fn run(&mut self) {
        self.output.reserve(self.tokens.len());
        loop {
            steps::take(1);
            let token = self.tokens[self.at];
            if token.kind == TokenKind::Hash && token.begins_line {
                self.directive();
            } else if token.kind == TokenKind::EndOfText {
                break;
            } else if !self.is_taken() {
                self.at += 1;
            } else {
                self.take();
            }
        }
        for condition in core::mem::take(&mut self.conditions) {
            self.error(
                rules::PREPROCESS_CONDITIONAL_TERMINATED,
                condition.span,
                "missing `#endif` of this condition",
            );
        }
        self.output.push(self.tokens[self.at]);
    }

    /// Returns true if the lines here belong to the program.
    fn is_taken(&self) -> bool {
        self.conditions.last().is_none_or(|condition| condition.is_taken)
    }

    /// Takes the present token, or what a macro makes of it.
    fn take(&mut self) {
        let token = self.tokens[self.at];
        self.at += 1;
        match token.symbol.filter(|_| token.kind.is_word()) {
            Some(symbol) if self.macros.contains_key(&symbol) => self.expand_here(token, symbol),
            _ => self.output.push(token),
        }
    }

    fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.diagnostics.push(Diagnostic::error(rule, span, message));
    }

    /// The tokens up to the end of the line.
    fn line(&mut self) -> Vec<Token> {
        let start = self.at;
        while !self.tokens[self.at].begins_line && self.tokens[self.at].kind != TokenKind::EndOfText {
            self.at += 1;
        }
        steps::take(self.at - start);
        self.tokens[start..self.at].to_vec()
    }

    fn spelling(&self, token: Token) -> &str {
        match token.symbol {
            Some(symbol) => self.names.text(symbol),
            None => token.kind.spelling().unwrap_or(""),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preprocessed(text: &str) -> (String, Vec<&'static str>) {
        let value = |name: &str, value: &str| Definition { name: name.into(), value: value.into() };
        let result = preprocess(text, &[value("OUTSIDE", "7"), value("__METAL_VERSION__", "220")]);
        let spelt = |token: &Token| match token.symbol {
            Some(symbol) => result.names.text(symbol).to_owned(),
            None => token.kind.spelling().unwrap_or("").to_owned(),
        };
        let words: Vec<String> = result.tokens.iter().map(spelt).collect();
        let rules = result.diagnostics.iter().map(|found| found.rule.id).collect();
        (words.join(" ").trim_end().to_owned(), rules)
    }

    fn text(text: &str) -> String {
        let (output, rules) = preprocessed(text);
        assert!(rules.is_empty(), "{text}: {rules:?}");
        output
    }

    #[test]
    fn macros_are_expanded_once() {
        assert_eq!(text("#define A B + A\n#define B 1\nA;"), "1 + A ;");
        assert_eq!(text("#define F(x, y) (x * y)\nF(1, F(2, 3)) F"), "( 1 * ( 2 * 3 ) ) F");
        assert_eq!(text("#define F() 1\n#undef F\nF()"), "F ( )");
        assert_eq!(text("OUTSIDE"), "7");
        assert_eq!(text("#define G(...) f(__VA_ARGS__)\nG(1, (2, 3))"), "f ( 1 , ( 2 , 3 ) )");
    }

    #[test]
    fn tokens_are_joined_and_quoted() {
        assert_eq!(text("#define J(a, b) a##b\nJ(tex, ture) J(1, u)"), "texture 1u");
        assert_eq!(text("#define S(a) #a\nS(a + 1)"), "\"a + 1\"");
    }

    #[test]
    fn a_macro_may_be_called_over_several_lines() {
        assert_eq!(text("#define F(x) x\nF(\n1\n)\n2"), "1 2");
    }

    #[test]
    fn conditions_choose_one_group() {
        assert_eq!(text("#if __METAL_VERSION__ >= 200\na\n#else\nb\n#endif"), "a");
        assert_eq!(text("#if 0\na\n#elif defined(OUTSIDE) && OUTSIDE == 7\nb\n#elif 1\nc\n#endif"), "b");
        assert_eq!(
            text("#ifdef NOTHING\n#if 1\na\n#endif\n#else\nb\n#endif\n#ifndef NOTHING\nc\n#endif"),
            "b c"
        );
        assert_eq!(text("#if (3 - 1) * 2 == 4 ? !UNKNOWN : 0\na\n#endif"), "a");
    }

    #[test]
    fn headers_of_the_library_are_known() {
        assert_eq!(text("#include <metal_stdlib>\n#include <simd/simd.h>\n#pragma once\na"), "a");
        assert_eq!(preprocessed("#include <vector>").1, [rules::REMOVED_STANDARD_LIBRARY.id]);
    }

    #[test]
    fn mistakes_are_found() {
        let rule = |text: &str| preprocessed(text).1;
        assert_eq!(rule("#include \"mine.h\""), [rules::PREPROCESS_INCLUDE_KNOWN.id]);
        assert_eq!(rule("#if 1\na"), [rules::PREPROCESS_CONDITIONAL_TERMINATED.id]);
        assert_eq!(rule("#endif"), [rules::PREPROCESS_CONDITIONAL_BEGUN.id]);
        assert_eq!(rule("#nothing"), [rules::PREPROCESS_DIRECTIVE_KNOWN.id]);
        assert_eq!(rule("#error no"), [rules::PREPROCESS_ERROR.id]);
        assert_eq!(rule("#define A 1\n#define A 2"), [rules::PREPROCESS_MACRO_REDEFINITION.id]);
        assert_eq!(rule("#define F(x) x\nF(1, 2)"), [rules::PREPROCESS_MACRO_ARGUMENTS.id]);
        assert_eq!(rule("#define F(x) x\nF(1"), [rules::PREPROCESS_MACRO_ARGUMENTS.id]);
        assert_eq!(rule("#if 1 +\n#endif"), [rules::PREPROCESS_CONDITION_INTEGER.id]);
        assert_eq!(rule("#if 0\n#error no\n#nothing\n#endif").len(), 0);
    }

    #[test]
    fn directives_are_complete() {
        let complete = rules::PREPROCESS_DIRECTIVE_COMPLETE.id;
        for text in ["#include 4", "#ifdef A\n#endif A", "#if 1\n#else A\n#endif"] {
            assert_eq!(preprocessed(text).1, [complete], "{text}");
        }
        // What is left out is not looked at.
        assert!(preprocessed("#if 0\n#ifdef A\n#endif A\n#endif").1.is_empty());
    }

    #[test]
    fn macros_of_the_language_stay() {
        let reserved = rules::PREPROCESS_MACRO_RESERVED_NAME.id;
        for text in ["#define defined 1", "#define __METAL_VERSION__ 220", "#undef __LINE__"] {
            assert_eq!(preprocessed(text).1, [reserved], "{text}");
        }
        assert_eq!(text("__LINE__\n#define L __LINE__\nL"), "1 3");
    }

    #[test]
    fn definitions_of_macros_are_looked_at() {
        let rule = |text: &str| preprocessed(text).1;
        assert_eq!(rule("#define F(a, a) a"), [rules::PREPROCESS_MACRO_PARAMETERS.id]);
        let operators = rules::PREPROCESS_MACRO_OPERATORS.id;
        for text in ["#define F(a) #b", "#define F(a) a##", "#define A ## 1", "#define J(a, b) a##b\nJ(+, *)"]
        {
            assert_eq!(rule(text), [operators], "{text}");
        }
        assert_eq!(text("#define J(a, b) x a##b\nJ(, 1) J(1,) J(,)"), "x 1 x 1 x");
    }

    #[test]
    fn one_mistake_in_a_condition_is_one_finding() {
        assert_eq!(preprocessed("#define F(x) x\n#if F(1, 2)\n#endif").1.len(), 1);
    }
}
