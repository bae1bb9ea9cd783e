//! A program, from its text to its findings.

use crate::diagnostic::Diagnostic;
use crate::meaning::Module;
use crate::{Definition, Headers, Inclusions, Source, check, parse, preprocess};
use msl_spec::Dialect;

/// The dialect and definitions that a program is judged by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The dialect.
    pub dialect: Dialect,
    /// The definitions from outside of the program.
    pub definitions: Vec<Definition>,
}

impl Default for Options {
    fn default() -> Self {
        Self { dialect: Dialect::OsxMetal22, definitions: Vec::new() }
    }
}

/// A program of several files.
#[derive(Debug)]
pub struct Program {
    /// Its meaning and its findings.
    pub module: Module,
    /// The files that it includes.
    pub inclusions: Inclusions,
}

/// Checks a file with all that it includes.
#[must_use]
pub fn program(source: Source<'_>, options: &Options, headers: Headers<'_>) -> Program {
    let Options { dialect, definitions } = options;
    let mut all = predefined(*dialect);
    all.extend_from_slice(definitions);
    let (preprocessed, inclusions) = preprocess(source, &all, headers);
    let mut module = check(parse(preprocessed), *dialect);
    inclusions.locate(&mut module.diagnostics);
    Program { module, inclusions }
}

/// A program of one file with its meaning, and its findings.
#[must_use]
pub fn module(text: &str, options: &Options) -> Module {
    program(Source::text(text), options, Headers::NONE).module
}

/// The findings of a program, in order of their places.
#[must_use]
pub fn validate(text: &str, options: &Options) -> Vec<Diagnostic> {
    module(text, options).diagnostics
}

/// The macros that a dialect defines. Section 1.5.2
fn predefined(dialect: Dialect) -> Vec<Definition> {
    let definition = |name: &str, value: String| Definition { name: name.to_owned(), value };
    vec![
        definition("__METAL_VERSION__", dialect.version_macro().to_string()),
        definition(dialect.platform().macro_name(), "1".to_owned()),
        definition("__METAL__", "1".to_owned()),
        definition("__cplusplus", "201402L".to_owned()),
        // Not in the specification: Apple's headers define it, and most programs of people use it.
        definition("METAL_FUNC", "inline __attribute__((__always_inline__))".to_owned()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dialect_defines_its_version_and_platform() {
        let text = "#if __METAL_VERSION__ >= 200 && defined(__METAL_MACOS__)\nvoid f() {}\n#else\n#error old\n#endif";
        let count = |dialect| validate(text, &Options { dialect, ..Options::default() }).len();
        assert_eq!(count(Dialect::OsxMetal22), 0);
        assert_eq!([count(Dialect::OsxMetal12), count(Dialect::IosMetal22)], [1, 1]);
    }
}
