//! Other names for declarations.

use crate::analysis::{Analysis, understand};
use crate::navigation::declared;
use lsp_types::{Range, TextEdit};
use shader_source::Span;
use wgsl_spec::{Symbol, WordClass};
use wgsl_validator::occurrence::{Denoted, Occurrence, occurrence_at, occurrences};
use wgsl_validator::{Module, parse};

/// The range of the name at an offset, if it can be changed.
///
/// # Errors
/// The reason why it can't.
pub(crate) fn prepare(analysis: &Analysis, offset: u32) -> Result<(Range, String), String> {
    let (at, _) = renamed(analysis, offset)?;
    Ok((analysis.range(at.span), at.span.text(analysis.text()).to_owned()))
}

/// The changes that give the object at an offset another name.
///
/// # Errors
/// The reason why it can't have it: it is predeclared, or the name is not an identifier, is reserved, or would denote something else at one
/// of its places or change the meaning of another name.
pub(crate) fn rename(analysis: &Analysis, offset: u32, name: &str) -> Result<Vec<TextEdit>, String> {
    let (at, places) = renamed(analysis, offset)?;
    check_identifier(analysis, name)?;
    check_meaning(analysis, &at, &places, name)?;
    let edit = |span: &Span| TextEdit { range: analysis.range(*span), new_text: name.to_owned() };
    Ok(places.iter().map(edit).collect())
}

/// The object at an offset that the program declares, with all its places.
fn renamed(analysis: &Analysis, offset: u32) -> Result<(Occurrence, Vec<Span>), String> {
    understood(analysis)?;
    if let Some(found) = declared(analysis, offset) {
        let is_shared = matches!(found.0.denoted, Denoted::Declaration(_) | Denoted::Member(_));
        if analysis.is_file_of_several && is_shared {
            return Err(
                "can't rename: other files may use this name, and only names in functions can be renamed here".to_owned()
            );
        }
        return Ok(found);
    }
    Err(match analysis.occurrence_at(offset) {
        Some(Occurrence { denoted: Denoted::Predeclared(symbol), .. }) => {
            let name = symbol.predeclared_text().unwrap_or_default();
            format!("can't rename `{name}`: it is predeclared")
        }
        _ => "expected a name that the program declares".to_owned(),
    })
}

/// The program, which must be WGSL: a name of other languages may be made by macros, or be used in files that aren't open.
fn understood(analysis: &Analysis) -> Result<&Module, String> {
    analysis.understood().ok_or_else(|| "can't rename: only names of WGSL programs can be renamed".to_owned())
}

/// <https://www.w3.org/TR/WGSL/#identifiers>
fn check_identifier(analysis: &Analysis, name: &str) -> Result<(), String> {
    let module = understood(analysis)?;
    let class = Symbol::predeclared(name).map_or(WordClass::Identifier, |it| it.info(module.edition()).class);
    match class {
        WordClass::Keyword => return Err(format!("`{name}` is a keyword")),
        WordClass::Reserved => return Err(format!("`{name}` is a reserved word")),
        WordClass::Identifier => {}
    }
    let declaration = format!("const {name} = 1;");
    let (syntax, mistakes) = parse(&declaration, module.edition());
    let is_whole = syntax.ast.decls.first().is_some_and(|decl| syntax.text(decl.name_span) == name);
    if !is_whole || !mistakes.is_empty() {
        return Err(format!("`{name}` is not an identifier"));
    }
    Ok(())
}

/// Returns true if every name denotes after the change what it denotes now.
fn check_meaning(analysis: &Analysis, at: &Occurrence, places: &[Span], name: &str) -> Result<(), String> {
    let before = understood(analysis)?;
    let text = changed(analysis.text(), places, name);
    let after = understand(&text, before);
    let growth = name.len() as i64 - i64::from(at.span.hi - at.span.lo);
    let moved = |lo: u32| {
        let earlier = places.partition_point(|place| place.lo < lo) as i64;
        (i64::from(lo) + earlier * growth) as u32
    };
    let (old, new) = (occurrences(before.typed()), occurrences(after.typed()));
    let stays = |it: &Occurrence| {
        occurrence_at(&new, moved(it.span.lo)).is_some_and(|there| there.denoted == it.denoted)
    };
    let is_as_wrong_as_before = before.diagnostics().len() == after.diagnostics().len();
    if !is_as_wrong_as_before || new.len() != old.len() || !old.iter().all(stays) {
        return Err(format!("renaming to `{name}` would collide with a different `{name}`"));
    }
    Ok(())
}

/// A source with another name at these places.
fn changed(text: &str, places: &[Span], name: &str) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut end = 0;
    for place in places {
        changed += &text[end..place.lo as usize];
        changed += name;
        end = place.hi as usize;
    }
    changed + &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::marked;
    use crate::lines::Encoding;
    use shader_language::{FrontEnd as _, Source};
    use wgsl_validator::Validator;

    fn renamed_to(program: &str, name: &str) -> Result<String, String> {
        let (analysis, marks) = marked(program);
        rename(&analysis, marks[0], name)?;
        let (_, places) = declared(&analysis, marks[0]).ok_or("nothing")?;
        Ok(changed(analysis.text(), &places, name))
    }

    #[test]
    fn all_places_have_the_new_name() {
        let renamed =
            renamed_to("struct S { a: f32 } fn f(|s: S) -> f32 { let a = s.a; return a + s.a; }", "input");
        let expected = "struct S { a: f32 } fn f(input: S) -> f32 { let a = input.a; return a + input.a; }";
        assert_eq!(renamed.as_deref(), Ok(expected));
        let renamed =
            renamed_to("struct S { a: f32 } fn f(s: S) -> f32 { let a = s.|a; return a + s.a; }", "b");
        let expected = "struct S { b: f32 } fn f(s: S) -> f32 { let a = s.b; return a + s.b; }";
        assert_eq!(renamed.as_deref(), Ok(expected));
        assert!(renamed_to("fn f(|a: i32) { let b = a; let c = ; }", "x").is_ok(), "in a broken function");
    }

    #[test]
    fn a_name_that_can_not_be_is_refused() {
        for (program, name, reason) in [
            ("const a = |min(1, 2);", "x", "it is predeclared"),
            ("const a = 1 |+ 2;", "x", "expected a name"),
            ("const |a = 1;", "let", "keyword"),
            ("const |a = 1;", "await", "reserved"),
            ("const |a = 1;", "1a", "not an identifier"),
            ("const |a = 1;", "", "not an identifier"),
            ("const |a = 1;", "_", "not an identifier"),
            ("const |a = 1;", "__a", "not an identifier"),
            ("const |a = 1;", "a b", "not an identifier"),
            ("const |a = 1;", "a = 1; const b", "not an identifier"),
            ("const |a = 1;", "b /**/", "not an identifier"),
            ("const |a = 1; const b = 2;", "b", "would collide"),
            ("const |a = 1; fn f(b: i32) { _ = a; }", "b", "would collide"),
            ("const b = 1; fn f(|a: i32) { _ = b; }", "b", "would collide"),
            ("const |a = min(1, 2);", "min", "would collide"),
            ("struct S { |a: f32, b: f32 }", "b", "would collide"),
        ] {
            let refused = renamed_to(program, name).expect_err(program);
            assert!(refused.contains(reason), "{program} {name}: {refused}");
        }
    }

    #[test]
    fn a_name_elsewhere_does_not_matter() {
        assert!(renamed_to("fn f(|a: i32) { } fn g(b: i32) { }", "b").is_ok());
        assert!(renamed_to("struct S { |a: f32 } const b = 1;", "b").is_ok());
    }

    #[test]
    fn names_that_other_files_may_use_stay() {
        let text = "const a = 1; fn f(b: i32) { }";
        let checked = Validator::default().check(Source::text(text));
        let analysis = Analysis::new(&text.into(), Encoding::Utf16, checked, true);
        assert!(rename(&analysis, 6, "x").is_err_and(|reason| reason.contains("other files")));
        assert!(rename(&analysis, 18, "x").is_ok());
    }

    #[test]
    fn the_name_is_shown_before_it_is_changed() {
        let (analysis, marks) = marked("const abc = 1; const b = ab|c;");
        let (range, name) = prepare(&analysis, marks[0]).expect("it can be changed");
        assert_eq!((range.start.character, name.as_str()), (25, "abc"));
    }
}
