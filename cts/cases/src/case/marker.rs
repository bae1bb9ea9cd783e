//! Markers: comments in a program that state the diagnostics and faults of a line.
//!
//! `//~ error[type/not-bool] @8` stands on the line where the error is and gives its column, in UTF-16 code units as
//! WebGPU counts them. `error[type/invalid-condition: stmt.if.cond-bool]` says which rule it names. `` @`words` `` is the column where these words first occur in the line, for templates. `//~^` means
//! the line above the marker, `//~^^` the line above that one. A line may have several findings after one `//~`. A fault
//! of the execution is `//~ fault[out-of-bounds] @8`, and an exception that ends it `//~ exception @8`.

use super::instance::ExpectedDiagnostic;
use crate::amp::Place;
use crate::execution::Fault;
use crate::language::Language;
use crate::names::unknown;
use shader_run::execute::FaultKind;
use shader_source::Code;
use shader_source::Rule;
use wgsl_validator::diagnostic::Severity;

/// The beginning of a marker.
pub(super) const BEGINNING: &str = "//~";

/// A marker that can't be understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct MarkerError {
    /// The 0-based line of the program.
    pub line: usize,
    /// The mistake.
    pub message: String,
}

/// The markers of a program, in source order.
#[derive(Debug)]
pub(super) struct Marks {
    /// Diagnostics of the program.
    pub diagnostics: Vec<ExpectedDiagnostic>,
    /// Faults of its execution.
    pub faults: Vec<Fault>,
    /// The place of the exception that ends it.
    pub exception: Option<Place>,
}

/// Reads the markers of a program.
pub(super) fn markers<L: Language>(program: &str) -> Result<Marks, MarkerError> {
    let mut marks = Marks { diagnostics: Vec::new(), faults: Vec::new(), exception: None };
    let lines: Vec<&str> = program.split('\n').collect();
    for (index, line) in lines.iter().enumerate() {
        let Some((_, text)) = line.split_once(BEGINNING) else { continue };
        let error = |message: String| MarkerError { line: index, message };
        let above = text.len() - text.trim_start_matches('^').len();
        let Some(target) = index.checked_sub(above) else {
            return Err(error("the marker points above the program".to_owned()));
        };
        let marked = lines[target].split(BEGINNING).next().unwrap_or_default();
        let mut rest = text[above..].trim();
        if rest.is_empty() {
            return Err(error(
                "empty marker: expected a marker such as `//~ error[type/not-bool] @8`".to_owned(),
            ));
        }
        while !rest.is_empty() {
            rest = finding::<L>(rest, marked, target as u32 + 1, &mut marks).map_err(error)?.trim_start();
        }
    }
    Ok(marks)
}

/// Reads `error[code] @column` or `fault[kind] @column` and returns the rest of the line.
fn finding<'a, L: Language>(
    text: &'a str,
    marked: &str,
    line: u32,
    marks: &mut Marks,
) -> Result<&'a str, String> {
    let form = || format!("expected `error[code] @column`, found `{text}`");
    if let Some(behind) = text.strip_prefix("exception ") {
        let (column, rest) = column("exception", behind, marked, line, form)?;
        if marks.exception.replace(Place { line, column }).is_some() {
            return Err("an execution ends with its first exception".to_owned());
        }
        return Ok(rest);
    }
    let (word, rest) = text.split_once('[').ok_or_else(form)?;
    let (name, behind) = rest.split_once(']').ok_or_else(form)?;
    if word == "fault" {
        let kind = FaultKind::named(name)
            .ok_or_else(|| unknown("kind of fault", name, FaultKind::ALL.map(FaultKind::name)))?;
        let (column, rest) = column(name, behind, marked, line, form)?;
        marks.faults.push(Fault { line, column, kind });
        return Ok(rest);
    }
    let known = [Severity::Error, Severity::Warning, Severity::Info];
    let severity = known
        .into_iter()
        .find(|known| known.name() == word)
        .ok_or_else(|| unknown("severity", word, known.map(Severity::name)))?;
    let (name, rule) = match name.split_once(": ") {
        Some((name, rule)) => (name, Some(rule)),
        None => (name, None),
    };
    let code = L::INVENTORY
        .code(name)
        .ok_or_else(|| unknown("code", name, L::INVENTORY.codes.iter().map(|code| code.slug)))?;
    let rule = rule.map(|rule| rule_of::<L>(code, rule)).transpose()?;
    let (column, rest) = column(name, behind, marked, line, form)?;
    marks.diagnostics.push(ExpectedDiagnostic { severity, code, rule, line, column });
    Ok(rest)
}

/// The rule of this name, which must be one of the code.
fn rule_of<L: Language>(code: &'static Code, name: &str) -> Result<&'static Rule, String> {
    let names = L::INVENTORY.rules_of(code).map(|rule| rule.id);
    let found = L::INVENTORY.rules_of(code).find(|rule| rule.id == name);
    found.ok_or_else(|| unknown(&format!("rule of {}", code.slug), name, names))
}

/// Reads `@column` and returns the rest of the line.
fn column<'a>(
    name: &str,
    text: &'a str,
    marked: &str,
    line: u32,
    form: impl Fn() -> String,
) -> Result<(u32, &'a str), String> {
    let rest = text.trim_start().strip_prefix('@').ok_or_else(|| {
        format!("missing column of `{name}`: write `@8`, or @ and some text of the line in backquotes")
    })?;
    if let Some(quoted) = rest.strip_prefix('`') {
        let (wanted, rest) = quoted.split_once('`').ok_or_else(form)?;
        let before = marked.find(wanted).map(|offset| &marked[..offset]);
        let before = before.ok_or_else(|| format!("`{wanted}` not found in line {line} of the program"))?;
        Ok((before.encode_utf16().count() as u32 + 1, rest))
    } else {
        let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        let column = rest[..end].parse().map_err(|_| form())?;
        Ok((column, &rest[end..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Wgsl;

    #[test]
    fn markers_say_line_and_column() {
        let program = "fn f() { if 1 {} } //~ error[type/invalid-condition] @13\n\n//~^^ warning[const/overflow] @`f()`";
        let found = markers::<Wgsl>(program).unwrap().diagnostics;
        let places: Vec<_> = found.iter().map(|found| (found.severity, found.line, found.column)).collect();
        assert_eq!(places, [(Severity::Error, 1, 13), (Severity::Warning, 1, 4)]);
    }

    #[test]
    fn faults_are_marked_likewise() {
        let marks =
            markers::<Wgsl>("a[9] = 1 / b; //~ fault[out-of-bounds] @1 fault[division-by-zero] @`1 /`")
                .unwrap();
        let out_of_bounds = Fault { line: 1, column: 1, kind: FaultKind::OutOfBounds };
        let division = Fault { line: 1, column: 8, kind: FaultKind::DivisionByZero };
        assert_eq!(marks.faults, [out_of_bounds, division]);
        assert_eq!(marks.diagnostics, []);
    }

    #[test]
    fn what_is_misspelt_is_refused() {
        let message = |program| markers::<Wgsl>(program).unwrap_err().message;
        assert_eq!(
            message("//~ error[const/overflw] @1"),
            "unknown code `const/overflw`; did you mean `const/overflow`?"
        );
        assert_eq!(message("//~ eror[const/overflow] @1"), "unknown severity `eror`; did you mean `error`?");
        assert_eq!(
            message("//~ fault[data-rice] @1"),
            "unknown kind of fault `data-rice`; did you mean `data-race`?"
        );
        assert!(message("//~ fault[data-race]").contains("missing column of `data-race`"));
        assert!(message("//~ error[const/overflow]").contains("missing column"));
        assert_eq!(message("a //~ error[const/overflow] @`b`"), "`b` not found in line 1 of the program");
        assert_eq!(message("//~^ error[const/overflow] @1"), "the marker points above the program");
    }
}
