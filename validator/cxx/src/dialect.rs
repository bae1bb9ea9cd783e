//! A [`Dialect`]: everything about a language that the core can't know, as one value.
//!
//! A language that is C++ with a library of its own leaves out features, adds words, and has headers, macros and names that decide how a
//! program is read. All of this is data, with functions for what is looked up in the tables of the language. The core reports the language's
//! own rules, so that a diagnostic names a sentence of its specification.

use crate::lex::NumberType;
use crate::names::Symbol;
use crate::parse::NameKind;
use shader_source::Rule;

/// A language that is C++ with a library of its own.
#[derive(Debug)]
pub struct Dialect {
    /// The name of the language in messages.
    pub name: &'static str,
    /// The rules that the core reports.
    pub rules: Rules,
    /// The word for an included file in messages.
    pub included: &'static str,
    /// The lexical grammar of text that is not a token of C++.
    pub lexis: Lexis,
    /// The features of C++ that the language leaves out, with the rules that do so. The core may not support features that the language has.
    pub removed: &'static [Removed],
    /// The keywords that C++ does not have, each once.
    pub words: &'static [(&'static str, Word)],
    /// The qualifiers that later versions add. Each is a name wherever the program declares it, or where no word follows it.
    pub later_qualifiers: &'static [(&'static str, LaterQualifier)],
    /// The address space that objects have by themselves. Before a constructor it says nothing.
    pub default_space: Option<Space>,
    /// Whether a file also has the code of its host, in C++ and with headers that are not here. The features that the language leaves out are allowed in it:
    /// the parser reads it, and notes where it is. Headers that aren't found are skipped.
    pub has_host_code: bool,
    /// The restriction specifiers of functions, if the language has them.
    pub restrictions: Option<Restrictions>,
    /// The name of the cast that keeps the bits of a value: `as_type` of `as_type<T>(x)`.
    pub bit_cast: Option<&'static str>,
    /// The suffixes of integers with the types that they say, `""` and `ul` among them. Their case does not matter.
    pub integer_suffixes: &'static [(&'static str, NumberType)],
    /// The suffixes of floating-point numbers with the types that they say, `""` among them.
    pub float_suffixes: &'static [(&'static str, NumberType)],
    /// The library.
    pub library: Library,
}

/// The restriction specifiers of functions: the names that `restrict(...)` takes, and the rules about it. C++ AMP 1.2 (2.1)
#[derive(Debug)]
pub struct Restrictions {
    /// The names, at most eight. The position of one is its number in a [`RestrictionSet`](crate::ast::RestrictionSet).
    /// A name that is not known counts as the last one, so that the function is checked in spite of the mistake.
    pub names: &'static [&'static str],
    /// A clause has only such names, and at least one.
    pub known: &'static Rule,
    /// A clause is after the parameters of a function and its qualifiers, and before everything else.
    pub place: &'static Rule,
    /// A clause of a lambda expression is after `mutable`, and before everything else.
    pub lambda_place: &'static Rule,
    /// A clause belongs to a function, not to a variable or class.
    pub functions_only: &'static Rule,
    /// A clause is not among the words of a type.
    pub not_in_type: &'static Rule,
    /// The function of the library that launches a kernel.
    pub launch: &'static str,
}

/// The lexical grammar of comments and names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lexis {
    /// C++: a backslash continues a line comment on the next line, block comments don't nest, and names are ASCII.
    Cxx,
    /// WGSL: a line break ends each line comment, block comments nest, and names have letters of all scripts.
    Wgsl,
}

/// The library of a language, as far as reading a program depends on it.
#[derive(Debug)]
pub struct Library {
    /// The namespace of its names.
    pub namespace: &'static str,
    /// Returns the kind of a name that the program does not declare.
    pub name_kind: fn(&str) -> NameKind,
    /// Returns the names of the types, for suggestions.
    pub type_names: fn() -> Vec<&'static str>,
    /// The types that classes declare, each after the name of its class.
    pub member_types: &'static [(&'static str, &'static str)],
    /// Returns the header with this name.
    pub header: fn(&str) -> Option<Header>,
    /// The headers that include others of the library, with the names of both.
    pub includes: &'static [(&'static str, &'static str)],
    /// The header of the library that a program has in any case where headers were not found: one of them probably includes it.
    pub implied: Option<&'static str>,
    /// Whether a name in `<>` is also searched next to the file of the directive, after the folders of `-I`: the language has no headers of its own.
    pub is_local: bool,
    /// The beginning of the names of headers that look like headers of C++: they have no point and no slash.
    pub header_prefix: &'static str,
    /// The macros that any header defines, with their values, in the order of their names: `F` or `F(x, y)`.
    pub macros: &'static [(&'static str, &'static str)],
    /// The macros that the compiler defines before the first line, in the order of their names. A program may define them itself.
    pub compiler_macros: &'static [(&'static str, &'static str)],
    /// The macros of the language itself, which no program defines or undefines.
    pub predefined: &'static [&'static str],
    /// The operators of conditions in addition to `defined`.
    pub predicates: &'static [(&'static str, Predicate)],
}

/// A header of a library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// The name in `#include <...>`.
    pub name: &'static str,
    /// Its text. A header without one declares only what the tables of the language describe.
    pub text: Option<&'static str>,
    /// The beginnings of the names that it declares: a program without such names does not need it. A header with a text and no such names has
    /// only directives.
    pub names: &'static [&'static str],
}

/// An operator of conditions with a name in parentheses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predicate {
    /// `__has_include`
    Include,
    /// An operator that is true for names that are not keywords.
    Identifier,
    /// An operator that is true for these names.
    OneOf(&'static [&'static str]),
}

/// A keyword that C++ does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// The type of floating-point numbers with 16 bits.
    Half,
    /// A qualifier of types that says where an object is.
    Space(Space),
    /// A specifier of functions that are called from outside of the program.
    Entry(Entry),
}

/// A qualifier that later versions of a language add.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaterQualifier {
    /// An address space.
    Space(Space),
    /// A qualifier of memory that other threads change, perhaps with a scope in parentheses.
    Coherent,
}

/// An address space, by a number of the language's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Space(pub u8);

/// A word for functions that are called from outside of the program, by a number of the language's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry(pub u8);

/// A feature of C++ that a language leaves out.
#[derive(Clone, Copy, Debug)]
pub struct Removed {
    /// The feature.
    pub feature: Feature,
    /// The rule that leaves it out.
    pub rule: &'static Rule,
    /// The version of the language from which on compilers accept it.
    pub accepted_since: Option<&'static str>,
}

impl Removed {
    /// Returns the message about the feature, which `what` names in the plural.
    pub(crate) fn message(&self, language: &str, what: &str) -> String {
        let later = self
            .accepted_since
            .map_or_else(String::new, |since| format!(": compilers accept them since {since}"));
        format!("{language} has no {what}{later}")
    }
}

/// A feature of C++ that a language may leave out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// `asm`
    Assembler,
    /// `dynamic_cast` and `typeid`
    DynamicType,
    /// `throw`, `try` and `catch`
    Exception,
    /// Pointers to functions.
    FunctionPointer,
    /// `goto` and its labels.
    Goto,
    /// Derived classes.
    Inheritance,
    /// Lambda expressions.
    Lambda,
    /// `new` and `delete` in expressions.
    NewDelete,
    /// `noexcept` in expressions.
    NoexceptOperator,
    /// `register`
    Register,
    /// The headers of the C++ standard library.
    StandardLibrary,
    /// `thread_local`
    ThreadLocal,
    /// Virtual functions.
    Virtual,
}

impl Dialect {
    /// Returns how the language leaves out a feature of C++; `None` if it has the feature.
    pub(crate) fn without(&self, feature: Feature) -> Option<&'static Removed> {
        self.removed.iter().find(|removed| removed.feature == feature)
    }

    /// Returns the meaning of a keyword that C++ does not have. They are the first names.
    pub(crate) fn word(&self, symbol: Symbol) -> Option<Word> {
        self.words.get(symbol.index()).map(|(_, word)| *word)
    }

    /// Returns the qualifier of a later version with this spelling.
    pub(crate) fn later_qualifier(&self, spelling: &str) -> Option<LaterQualifier> {
        found(self.later_qualifiers, spelling)
    }

    /// Returns the word for an address space.
    pub(crate) fn spelling_of(&self, space: Space) -> &'static str {
        let words = self.words.iter().filter(|(_, word)| *word == Word::Space(space)).map(|(name, _)| *name);
        let later = self.later_qualifiers.iter().filter(|(_, word)| *word == LaterQualifier::Space(space));
        words.chain(later.map(|(name, _)| *name)).next().unwrap_or_default()
    }

    /// Returns the operator of conditions with this name.
    pub(crate) fn predicate(&self, name: &str) -> Option<Predicate> {
        found(self.library.predicates, name)
    }
}

/// Returns what a short table has for a key.
fn found<K: Copy + PartialEq, T: Copy>(table: &[(K, T)], key: K) -> Option<T> {
    table.iter().find(|(known, _)| *known == key).map(|(_, value)| *value)
}

/// The rules that the core reports.
#[derive(Debug)]
#[allow(missing_docs, reason = "each field is named as the rule is")]
pub struct Rules {
    pub attribute_comma: &'static Rule,
    pub grammar_bracket_closed: &'static Rule,
    pub grammar_declaration: &'static Rule,
    pub grammar_expression: &'static Rule,
    pub grammar_function_qualifiers: &'static Rule,
    pub grammar_specifiers: &'static Rule,
    pub grammar_statement: &'static Rule,
    pub grammar_token: &'static Rule,
    pub grammar_type: &'static Rule,
    pub lex_character_valid: &'static Rule,
    pub lex_comment_terminated: &'static Rule,
    pub lex_literal_terminated: &'static Rule,
    pub lex_number_fits: &'static Rule,
    pub lex_number_valid: &'static Rule,
    pub name_declared: &'static Rule,
    pub name_is_value: &'static Rule,
    pub name_not_hidden: &'static Rule,
    pub name_redefinition: &'static Rule,
    pub preprocess_conditional_begun: &'static Rule,
    pub preprocess_conditional_terminated: &'static Rule,
    pub preprocess_condition_integer: &'static Rule,
    pub preprocess_directive_complete: &'static Rule,
    pub preprocess_directive_known: &'static Rule,
    pub preprocess_error: &'static Rule,
    pub preprocess_include_known: &'static Rule,
    pub preprocess_include_nesting: &'static Rule,
    pub preprocess_macro_arguments: &'static Rule,
    pub preprocess_macro_operators: &'static Rule,
    pub preprocess_macro_parameters: &'static Rule,
    pub preprocess_macro_redefinition: &'static Rule,
    pub preprocess_macro_reserved_name: &'static Rule,
    pub statement_case_enclosed: &'static Rule,
    pub template_keyword: &'static Rule,
    pub template_typename: &'static Rule,
    pub unsupported_expansion: &'static Rule,
    pub unsupported_feature: &'static Rule,
    pub unsupported_member_function: &'static Rule,
    pub unsupported_nesting: &'static Rule,
    pub unsupported_template: &'static Rule,
    pub variable_static_program_scope: &'static Rule,
}
