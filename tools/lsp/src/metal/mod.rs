//! The features for Metal programs: hover, navigation, rename, completion, signature help and the outline. A question that the checker can't
//! answer has an empty answer.

mod completion;
mod cursor;
mod describe;
mod hover;
mod library;
mod member;
mod place;
mod rename;
mod same;
mod scope;
mod signature;
mod symbols;
mod words;

pub(crate) use completion::completions;
pub(crate) use hover::hover;
pub(crate) use rename::{places as renamed_places, prepare as prepare_rename};
pub(crate) use signature::signatures;
pub(crate) use symbols::symbols;

use crate::analysis::{Analysis, Metal};
use lsp_types::{Location, Range, Uri};

/// Where the object at an offset is declared.
pub(crate) fn definition(analysis: &Analysis, program: &Metal, uri: &Uri, offset: u32) -> Option<Location> {
    let at = program.name_at(analysis.text(), offset)?;
    analysis.location(uri, at.denoted.declared(&program.program.module.ast)?)
}

/// The places of the object at an offset in the document.
pub(crate) fn references(
    analysis: &Analysis,
    program: &Metal,
    offset: u32,
    with_declaration: bool,
) -> Vec<Range> {
    let Some(at) = program.name_at(analysis.text(), offset) else { return Vec::new() };
    let same = program.names(analysis.text()).iter().filter(|it| it.denoted == at.denoted);
    let wanted = same.filter(|it| with_declaration || !it.is_declaration);
    wanted.map(|it| analysis.range(it.span)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Facts, address, analyse_metal, unmarked};

    fn columns(program: &str, answer: impl Fn(&Analysis, &Metal, u32) -> Vec<Range>) -> Vec<u32> {
        let (text, marks) = unmarked(program);
        let analysis = analyse_metal(&text);
        let Facts::Metal(program) = analysis.facts() else { panic!("Metal") };
        answer(&analysis, program, marks[0]).iter().map(|it| it.start.character).collect()
    }

    #[test]
    fn a_name_leads_to_its_declaration() {
        let leads = |program: &str| {
            columns(program, |analysis, program, offset| {
                definition(analysis, program, &address(), offset).map(|it| it.range).into_iter().collect()
            })
        };
        assert_eq!(leads("int f(int a) { return |a; }"), [10]);
        assert_eq!(leads("struct S { int a; }; int f(S s) { return s.|a; }"), [15]);
        assert_eq!(leads("int f(int a); int f(int a) { return a; } int g() { return |f(1); }"), [18]);
        assert_eq!(leads("struct S { int a; }; int f(|S s) { return s.a; }"), [7]);
        assert_eq!(leads("#include <metal_stdlib>|"), [0; 0]);
    }

    #[test]
    fn references_are_the_places_of_one_object() {
        let all = |program: &str| {
            columns(program, |analysis, program, offset| references(analysis, program, offset, true))
        };
        assert_eq!(all("int f(int |a) { { int a = 1; a++; } return a + a; }"), [10, 42, 46]);
        assert_eq!(all("int f(int a) { return a |+ 1; }"), [0; 0]);
    }
}
