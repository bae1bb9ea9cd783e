//! The preprocessor of `naga_oil`: directives that are lines, and values for `#{NAME}`.

use crate::condition::{Asked, Comparison, Condition};
use crate::defines::Defines;
use crate::dropped::MOST_BRANCHES;
use crate::finding::Found;
use crate::imports::{Import, imports};
use crate::mapped::{FileIndex, MappedText};
use crate::rules;
use crate::scan::{tokens, word};
use shader_source::Span;
use shader_source::diagnostic::Diagnostic;
use std::ops::Range;

/// A file after its directives.
#[derive(Debug, Default)]
pub(crate) struct Preprocessed {
    /// The lines that are left.
    pub(crate) text: MappedText,
    /// The names of `#import` lines.
    pub(crate) imports: Vec<Import>,
    /// The names that `#define` lines define.
    pub(crate) defines: Defines,
    /// The lines that false conditions drop, each group with its condition.
    pub(crate) dropped: Vec<(Range<usize>, Option<Condition>)>,
    /// The names that conditions ask for.
    pub(crate) asked: Asked,
    pub(crate) findings: Vec<Found>,
}

/// A directive of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Directive {
    DefineImportPath,
    Import,
    Define,
    If(Test),
    Else,
    /// `#else ifdef NAME`
    ElseIf(Test),
    EndIf,
}

/// The test of a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    Defined,
    Undefined,
    Compared,
}

/// A condition whose `#endif` has not come yet.
#[derive(Clone, Debug)]
struct Open {
    /// Its first line.
    span: Span,
    /// Whether the lines around it are kept.
    is_outside_kept: bool,
    /// Whether one of its branches was kept, or is.
    was_taken: bool,
    /// Whether the present branch is kept.
    is_kept: bool,
    /// The conditions of the branches before the present one, as far as they are short enough to report.
    earlier: Vec<Condition>,
    /// The condition of the present branch; `None` for `#else`.
    own: Option<Condition>,
    /// The index of the outermost condition that drops lines here, if any does.
    dropper: usize,
}

/// Returns true if a text has lines of this preprocessor.
pub(crate) fn is_preprocessed(text: &str) -> bool {
    text.contains('#')
        && text.lines().any(|line| {
            // `#define` alone is C; the validator says how WGSL writes it.
            directive(line).is_some_and(|(directive, _)| directive != Directive::Define)
                || line.contains("#{")
                || line.match_indices("##").any(|(at, _)| placeholder(&line[at..]).1 > 4)
        })
}

/// Returns true if a line has a form that only this preprocessor has: an import, `#else ifdef`, or the value of a name.
pub(crate) fn is_of_naga_oil(line: &str) -> bool {
    let line = line.split("//").next().unwrap_or("");
    match directive(line) {
        Some((Directive::DefineImportPath | Directive::Import | Directive::ElseIf(_), _)) => true,
        Some(_) => false,
        // `#{NAME}` or `#NAME`; other directives of C have their `#` at the beginning.
        None => {
            line.trim_start()
                .get(1..)
                .into_iter()
                .flat_map(|rest| rest.split('#').skip(1))
                .any(|rest| rest.starts_with('{') || rest.starts_with(unicode_ident::is_xid_start))
                || line.trim_start().starts_with("#{")
        }
    }
}

/// Returns true for `#import <path>`: C's `#include` of a file that was not included before. A path of `naga_oil` never begins with `<`.
pub(crate) fn is_c_import(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix('#').map(first_word);
    matches!(rest, Some(("import", path)) if path.starts_with('<'))
}

/// The first word of a line that begins with `#`.
pub(crate) fn word_of_directive(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('#').map(|rest| first_word(rest).0)
}

/// The path that `#define_import_path` gives a file.
pub(crate) fn import_path(text: &str) -> Option<&str> {
    text.lines().filter(|line| line.contains("define_import_path")).find_map(|line| match directive(line)? {
        (Directive::DefineImportPath, rest) => rest.split_whitespace().next(),
        _ => None,
    })
}

/// The maximum length of all values that replace names in a file, in bytes. Without a limit, a long value that is used on every line makes a
/// program whose length is quadratic in the length of the file.
const MOST_REPLACED: usize = 1 << 20;

/// Carries the directives of a file out.
pub(crate) fn preprocess(file: FileIndex, text: &str, defines: &Defines) -> Preprocessed {
    let source = MappedText::of_file(file, text);
    let done = Preprocessed::default();
    let mut lines =
        Lines { file, text, source, defines: defines.clone(), open: Vec::new(), replaced: 0, done };
    let mut at = 0;
    // The lines after the limit are left out: they would only report mistakes that the program does not have.
    while at < text.len() && lines.replaced <= MOST_REPLACED {
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length + 1);
        at = lines.line(at, end);
    }
    if lines.replaced > MOST_REPLACED {
        return lines.done;
    }
    for open in std::mem::take(&mut lines.open) {
        lines.unbalanced(open.span, "missing `#endif` for this condition");
    }
    lines.done
}

struct Lines<'a> {
    file: FileIndex,
    text: &'a str,
    source: MappedText,
    /// The definitions of the command and of the file so far.
    defines: Defines,
    open: Vec<Open>,
    /// The length of all values that replaced names so far, in bytes.
    replaced: usize,
    done: Preprocessed,
}

impl Lines<'_> {
    /// Takes the line that begins and ends here, and returns where the next one begins.
    fn line(&mut self, start: usize, end: usize) -> usize {
        let line = &self.text[start..end];
        let is_kept = self.is_kept();
        let Some((directive, rest)) = directive(line) else {
            if is_kept {
                self.substitute(start, end);
            } else {
                self.drop(start..end);
            }
            return end;
        };
        let span = trimmed(line, start);
        match directive {
            Directive::If(_) | Directive::Else | Directive::ElseIf(_) | Directive::EndIf => {
                self.condition(directive, rest, span);
            }
            Directive::Import if is_kept => return self.import(end, end - rest.len() - newline(line)),
            Directive::Define if is_kept => {
                let (name, value) = rest.split_at(word(rest));
                let value = value.trim();
                let value = (!value.is_empty()).then_some(value);
                self.defines.define(name, value);
                self.done.defines.define(name, value);
            }
            Directive::Import => self.drop(start..end),
            Directive::DefineImportPath | Directive::Define => {}
        }
        end
    }

    /// Notes lines that a false condition drops.
    fn drop(&mut self, lines: Range<usize>) {
        let Some(open) = self.open.last().and_then(|inner| self.open.get(inner.dropper)) else { return };
        if let Some((last, _)) = self.done.dropped.last_mut().filter(|(last, _)| last.end == lines.start) {
            last.end = lines.end;
            return;
        }
        let is_told = open.earlier.len() <= MOST_BRANCHES;
        let condition = is_told.then(|| Condition::of_branch(&open.earlier, open.own.as_ref()));
        self.done.dropped.push((lines, condition));
    }

    /// Opens, continues or closes a condition.
    fn condition(&mut self, directive: Directive, rest: &str, span: Span) {
        let own = match directive {
            Directive::If(test) | Directive::ElseIf(test) => Some(tested(test, rest)),
            Directive::Else | Directive::EndIf => None,
            Directive::DefineImportPath | Directive::Import | Directive::Define => return,
        };
        let holds = own.as_ref().is_none_or(|own| own.holds(&self.defines));
        let is_outside_kept = self.is_kept();
        if let Some(own) =
            own.as_ref().filter(|_| is_outside_kept || self.open.last().is_some_and(|it| it.is_outside_kept))
        {
            own.asks(&mut self.done.asked);
        }
        let outer = self.open.last().map(|outer| outer.dropper);
        match (directive, self.open.last_mut()) {
            (Directive::If(_), _) => {
                let is_kept = is_outside_kept && holds;
                let dropper = outer.filter(|_| !is_outside_kept).unwrap_or(self.open.len());
                let earlier = Vec::new();
                self.open.push(Open {
                    span,
                    is_outside_kept,
                    was_taken: holds,
                    is_kept,
                    earlier,
                    own,
                    dropper,
                });
            }
            (_, None) => self.unbalanced(span, "expected an open `#if`, `#ifdef` or `#ifndef` before this"),
            (Directive::EndIf, Some(_)) => {
                self.open.pop();
            }
            (_, Some(open)) => {
                open.is_kept = open.is_outside_kept && !open.was_taken && holds;
                open.was_taken |= holds;
                if open.earlier.len() <= MOST_BRANCHES {
                    open.earlier.extend(open.own.take());
                }
                open.own = own;
            }
        }
    }

    /// Returns true if lines are kept here.
    fn is_kept(&self) -> bool {
        self.open.last().is_none_or(|open| open.is_kept)
    }

    fn unbalanced(&mut self, span: Span, message: &str) {
        let diagnostic = Diagnostic::error(rules::UNBALANCED_CONDITION, span, message);
        self.done.findings.push(Found { file: self.file, diagnostic });
    }

    /// Reads the import that begins here, in a line that ends there, and returns where the next line begins. A braced list
    /// may have several lines, some of them with conditions.
    fn import(&mut self, line_end: usize, start: usize) -> usize {
        let mut end = line_end;
        let mut code = self.text[start..end].to_owned();
        let mut depth = braces(&code);
        while depth > 0 && end < self.text.len() {
            let next = self.text[end..].find('\n').map_or(self.text.len(), |length| end + length + 1);
            let line = &self.text[end..next];
            match directive(line) {
                // The list is not closed.
                Some((Directive::DefineImportPath | Directive::Import | Directive::Define, _)) => break,
                Some((directive, rest)) => {
                    self.condition(directive, rest, trimmed(line, end));
                    code.push_str(&" ".repeat(line.len()));
                }
                None if self.is_kept() => {
                    depth += braces(line);
                    code.push_str(line);
                }
                None => code.push_str(&" ".repeat(line.len())),
            }
            end = next;
        }
        let text = code.trim_end();
        let text = text.strip_suffix(';').unwrap_or(text);
        let tokens = tokens(text);
        let shift = |span: Span| Span::new(span.lo + start as u32, span.hi + start as u32);
        match imports(text, &tokens) {
            Ok(found) => {
                let found = found.into_iter().map(|import| import.at(shift));
                self.done.imports.extend(found);
            }
            Err(error) => {
                let span = shift(error.span);
                let diagnostic = Diagnostic::error(rules::INVALID_IMPORT, span, error.message);
                self.done.findings.push(Found { file: self.file, diagnostic });
            }
        }
        end
    }

    /// Keeps a line, with the values of its names.
    fn substitute(&mut self, start: usize, end: usize) {
        let mut copied = start;
        let mut at = start;
        while let Some(found) = self.text[at..end].find('#') {
            at += found;
            let (name, length) = placeholder(&self.text[at..end]);
            match self.defines.get(name) {
                Some(value) => {
                    self.done.text.copy(&self.source, Span::new(copied as u32, at as u32));
                    let place = Span::new(at as u32, (at + length) as u32);
                    self.replaced += value.len();
                    if self.replaced > MOST_REPLACED {
                        let message = "macro expansion limit reached: `#define` produces more than 1 MiB of text up to here; shorten the values";
                        let diagnostic = Diagnostic::error(rules::REPLACEMENT_LIMIT, place, message);
                        self.done.findings.push(Found { file: self.file, diagnostic });
                        return;
                    }
                    self.done.text.replace(&self.source, place, value);
                    at += length;
                    copied = at;
                }
                None => at += 1,
            }
        }
        self.done.text.copy(&self.source, Span::new(copied as u32, end as u32));
    }
}

/// The number of opening braces in a line, less the number of closing braces.
fn braces(line: &str) -> i64 {
    let code = line.split("//").next().unwrap_or("");
    code.matches('{').count() as i64 - code.matches('}').count() as i64
}

/// The name in `#{NAME}`, `##NAME##` or `#NAME`, and the length of all of it.
fn placeholder(text: &str) -> (&str, usize) {
    let rest = &text[1..];
    if let Some(inner) = rest.strip_prefix('#') {
        let (name, behind) = inner.split_at(word(inner));
        return if behind.starts_with("##") && !name.is_empty() { (name, name.len() + 4) } else { ("", 1) };
    }
    if let Some(inner) = rest.strip_prefix('{') {
        let start = inner.trim_start_matches([' ', '\t']);
        let (name, behind) = start.split_at(word(start));
        let behind = behind.trim_start_matches([' ', '\t']);
        let is_closed = behind.starts_with('}');
        return if is_closed { (name, text.len() - behind.len() + 1) } else { ("", 1) };
    }
    (&rest[..word(rest)], 1 + word(rest))
}

/// The directive of a line, and what follows its word without blanks around it.
fn directive(line: &str) -> Option<(Directive, &str)> {
    let (first, rest) = first_word(line.trim().strip_prefix('#')?);
    let directive = match first {
        "define_import_path" => Directive::DefineImportPath,
        "import" if rest.starts_with('<') => return None,
        "import" => Directive::Import,
        "define" => Directive::Define,
        "endif" => Directive::EndIf,
        "else" => {
            let (second, after) = first_word(rest);
            match test(second) {
                Some(test) => return Some((Directive::ElseIf(test), after)),
                None => Directive::Else,
            }
        }
        _ => Directive::If(test(first)?),
    };
    Some((directive, rest))
}

fn test(text: &str) -> Option<Test> {
    match text {
        "ifdef" => Some(Test::Defined),
        "ifndef" => Some(Test::Undefined),
        "if" => Some(Test::Compared),
        _ => None,
    }
}

fn first_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (first, rest) = text.split_at(word(text));
    (first, rest.trim_start())
}

/// The place of a line without the blanks around it.
fn trimmed(line: &str, start: usize) -> Span {
    let begin = start + line.len() - line.trim_start().len();
    Span::new(begin as u32, (begin + line.trim().len()) as u32)
}

/// The number of blank bytes at the end of a line.
fn newline(line: &str) -> usize {
    line.len() - line.trim_end().len()
}

/// The condition that a line tests.
fn tested(test: Test, rest: &str) -> Condition {
    let (name, rest) = rest.split_at(word(rest));
    match test {
        Test::Defined => Condition::Defined(name.to_owned()),
        Test::Undefined => Condition::Defined(name.to_owned()).negated(),
        Test::Compared => {
            let rest = rest.split("//").next().unwrap_or("").trim();
            let operator = rest.find(|it| !"=!<>".contains(it)).unwrap_or(rest.len());
            let (operator, value) = rest.split_at(operator);
            match operator {
                "" => Condition::Name(name.to_owned()),
                _ => Condition::Compared(Comparison::new(name, operator, value.trim())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: FileIndex = FileIndex(0);

    fn defines(names: &[(&str, &str)]) -> Defines {
        let mut defines = Defines::default();
        for (name, value) in names {
            defines.define(*name, Some(value));
        }
        defines
    }

    fn left(text: &str, names: &[(&str, &str)]) -> String {
        preprocess(FILE, text, &defines(names)).text.text().to_owned()
    }

    #[test]
    fn one_branch_of_a_condition_is_left() {
        let text = "a\n#ifdef X\nb\n#else ifdef Y\nc\n#else\nd\n#endif\ne\n";
        assert_eq!(left(text, &[("X", "true")]), "a\nb\ne\n");
        assert_eq!(left(text, &[("Y", "true")]), "a\nc\ne\n");
        assert_eq!(left(text, &[("X", "true"), ("Y", "true")]), "a\nb\ne\n");
        assert_eq!(left(text, &[]), "a\nd\ne\n");
    }

    #[test]
    fn conditions_nest() {
        let text = "#ifndef X\n  #  ifdef Y\na\n#else\nb\n#endif\n#endif\nc";
        assert_eq!(left(text, &[]), "b\nc");
        assert_eq!(left(text, &[("Y", "1")]), "a\nc");
        assert_eq!(
            left(text, &[("X", "1"), ("Y", "1")]),
            "c",
            "an inner branch of an outer one that is not kept"
        );
    }

    #[test]
    fn values_are_compared() {
        let holds = |test: &str, value| left(&format!("#if {test}\na\n#endif"), &[("N", value)]) == "a\n";
        for (test, value, expected) in [
            ("N == 4", "4", true),
            ("N == 4", "04", true),
            ("N != 4", "4", false),
            ("N >= 10", "9", false),
            ("N < 10", "9", true),
            ("N == true", "true", true),
            ("N == true", "false", false),
            ("N", "false", false),
            ("N", "3", true),
            ("M == 4", "4", false),
            ("N == 4 // why", "4", true),
        ] {
            assert_eq!(holds(test, value), expected, "{test} with {value}");
        }
    }

    #[test]
    fn names_become_values_that_stand_for_them() {
        let text = "var<private> a: array<f32, #{N}u>; #N #M";
        let done = preprocess(FILE, text, &defines(&[("N", "100")]));
        assert_eq!(done.text.text(), "var<private> a: array<f32, 100u>; 100 #M");
        let origin = done.text.origin(Span::new(28, 29)).expect("it stands for something");
        assert_eq!(origin.span.text(text), "#{N}");
        let behind = done.text.origin(Span::new(30, 31)).expect("it is a copy");
        assert_eq!(behind.span.text(text), "u");
    }

    #[test]
    fn a_file_defines_names_for_its_other_lines() {
        let text = "#define WIDTH 8\n#ifdef WIDTH\nconst w = #{WIDTH};\n#endif\n";
        let done = preprocess(FILE, text, &Defines::default());
        assert_eq!(done.text.text(), "const w = 8;\n");
        assert_eq!(done.defines.get("WIDTH"), Some("8"));
    }

    #[test]
    fn the_length_of_replacements_is_limited() {
        let text = format!("#define A {}1\n{}", "1+".repeat(5_000), "const a = #{A};\n".repeat(5_000));
        let done = preprocess(FILE, &text, &Defines::default());
        let found: Vec<_> = done.findings.iter().map(|it| it.diagnostic.rule).collect();
        assert_eq!(found, [rules::REPLACEMENT_LIMIT]);
        assert!(done.text.text().len() < 2 * MOST_REPLACED);
    }

    #[test]
    fn conditions_without_partners_are_found() {
        let rules = |text: &str| -> Vec<(u32, u32)> {
            let done = preprocess(FILE, text, &Defines::default());
            done.findings
                .iter()
                .map(|it| (it.diagnostic.primary.span.lo, it.diagnostic.primary.span.hi))
                .collect()
        };
        assert_eq!(rules("a\n #endif\n"), [(3, 9)]);
        assert_eq!(rules("#else\n"), [(0, 5)]);
        assert_eq!(rules("#ifdef A\n#ifdef B\n#endif\n"), [(0, 8)]);
    }

    #[test]
    fn imports_may_have_several_lines() {
        let text = "#import a::{\n    b, // {\n    c::{d as e},\n}\n#import f::g\nfn x() {}\n";
        let done = preprocess(FILE, text, &Defines::default());
        let paths: Vec<_> = done.imports.iter().map(|it| (it.name.as_str(), it.path.join("::"))).collect();
        let expected = [("b", "a::b"), ("e", "a::c::d"), ("g", "f::g")];
        assert_eq!(paths, expected.map(|(name, path)| (name, path.to_owned())));
        assert_eq!(done.text.text(), "fn x() {}\n");
        assert_eq!(done.imports[2].span.text(text), "f::g");
    }

    #[test]
    fn lists_have_conditions() {
        let text = "#import a::{\n    b,\n#ifdef X\n    c,\n#else\n    d,\n#endif\n    e,\n}\nrest\n";
        let names = |defines: &Defines| -> Vec<String> {
            let done = preprocess(FILE, text, defines);
            assert_eq!((done.text.text(), done.findings.len()), ("rest\n", 0));
            done.imports.iter().map(|import| import.span.text(text).to_owned()).collect()
        };
        assert_eq!(names(&Defines::default()), ["b", "d", "e"]);
        assert_eq!(names(&defines(&[("X", "1")])), ["b", "c", "e"]);
    }

    #[test]
    fn a_list_that_is_not_closed_ends_before_the_next_import() {
        let done = preprocess(FILE, "#import a::{ b,\n#import c::d\n", &Defines::default());
        assert_eq!((done.findings.len(), done.imports.len()), (1, 1));
        let many = "#import a::{ b,\n".to_owned() + &"c,\n".repeat(20_000);
        assert_eq!(preprocess(FILE, &many, &Defines::default()).findings.len(), 1);
    }

    #[test]
    fn an_import_without_end_takes_the_rest() {
        let done = preprocess(FILE, "#import a::{ b,\nfn x() {}\n", &Defines::default());
        assert_eq!(done.findings.len(), 1);
        assert_eq!(done.findings[0].diagnostic.rule, rules::INVALID_IMPORT);
    }

    #[test]
    fn a_name_of_c_alone_is_no_sign() {
        assert!(!is_preprocessed("#define X 1\n#version 450\nconst a = 1;"));
        assert!(is_preprocessed("const a = 1;\n  #ifdef X\n"));
        assert!(is_preprocessed("const a = #{X};"));
    }
}
