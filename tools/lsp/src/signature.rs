//! The parameters of the call that is being written.

use crate::analysis::Analysis;
use crate::cursor::{Before, OpenCall};
use crate::describe;
use crate::reference;
use crate::whole::Whole;
use lsp_types::{ParameterInformation, SignatureHelp, SignatureInformation};
use wgsl_spec::Symbol;
use wgsl_validator::ast::DeclKind;

/// The signatures of the innermost call whose arguments contain an offset.
pub(crate) fn signature_help(analysis: &Analysis, offset: u32) -> Option<SignatureHelp> {
    let whole = analysis.whole()?;
    let module = whole.typed();
    let call = Before::new(analysis.text(), offset).open_call()?;
    let labels = of_program(whole, &call).unwrap_or_else(|| {
        let symbol = Symbol::predeclared(&call.callee);
        symbol.map(|it| reference::signatures_of(it, module.syntax.edition())).unwrap_or_default()
    });
    help(labels, call.argument)
}

/// Signatures with the index of the argument that is being written: the active one is the first that has such a parameter.
pub(crate) fn help(labels: Vec<String>, argument: usize) -> Option<SignatureHelp> {
    let signatures: Vec<_> = labels.into_iter().map(signature).collect();
    let takes = |it: &SignatureInformation| it.parameters.as_ref().is_some_and(|all| all.len() > argument);
    let active = signatures.iter().position(takes).unwrap_or_default();
    (!signatures.is_empty()).then(|| SignatureHelp {
        signatures,
        active_signature: Some(active as u32),
        active_parameter: Some((argument as u32).into()),
    })
}

/// The signature of a function or structure of the program.
fn of_program(whole: &Whole, call: &OpenCall) -> Option<Vec<String>> {
    let (module, callee) = (whole.typed(), &call.callee);
    // In a program with C-style preprocessing, a macro may be called.
    let visible = || Some(whole.visible().into_iter().find(|it| it.name == *callee)?.declaration);
    let declaration = whole.declaration_at(call.end).or_else(visible)?;
    let labels = match module.syntax.ast[declaration].kind {
        DeclKind::Function(id) => Some(vec![describe::function(module, id)]),
        DeclKind::Struct(id) => {
            let members = module.syntax.ast[id].members.range();
            let members: Vec<_> = members.map(|index| describe::member(module, index)).collect();
            Some(vec![format!("{callee}({})", members.join(", "))])
        }
        DeclKind::Error | DeclKind::Variable(_) | DeclKind::Alias(_) | DeclKind::ConstAssert(_) => None,
    };
    Some(labels?.into_iter().map(|label| whole.shown(label)).collect())
}

fn signature(label: String) -> SignatureInformation {
    let parameters = parameters(&label).into_iter();
    let parameters =
        parameters.map(|place| ParameterInformation { label: place.into(), documentation: None });
    SignatureInformation { parameters: Some(parameters.collect()), label, ..SignatureInformation::default() }
}

/// The names of the parameters in a signature.
pub(crate) fn names(signature: &str) -> Vec<String> {
    let units: Vec<u16> = signature.encode_utf16().collect();
    let text = |(from, to): (u32, u32)| String::from_utf16_lossy(&units[from as usize..to as usize]);
    let all = parameters(signature).into_iter().map(text);
    all.map(|parameter| parameter.split(':').next().unwrap_or_default().trim().to_owned()).collect()
}

/// The places of the parameters in a signature, in UTF-16 code units as the protocol has them.
fn parameters(signature: &str) -> Vec<(u32, u32)> {
    let Some(start) = signature.find('(') else { return Vec::new() };
    let (mut depth, mut found, mut first) = (0_usize, Vec::new(), start + 1);
    for (index, character) in signature.char_indices().skip_while(|(index, _)| *index < start) {
        match character {
            '(' | '<' | '[' => depth += 1,
            '>' if signature[..index].ends_with('-') => {}
            ')' | '>' | ']' => depth -= 1,
            _ => {}
        }
        if (character == ',' && depth == 1) || depth == 0 {
            found.push((first, index));
            first = index + 1;
        }
        if depth == 0 {
            break;
        }
    }
    let units = |index: usize| signature[..index].encode_utf16().count() as u32;
    let trimmed = found.into_iter().map(|(from, to)| {
        let text = &signature[from..to];
        (from + text.len() - text.trim_start().len(), to)
    });
    trimmed.filter(|(from, to)| from < to).map(|(from, to)| (units(from), units(to))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::marked;
    use lsp_types::{ActiveParameter, ParameterInformationLabel};

    /// The active signature and its active parameter.
    fn active(program: &str) -> Option<(String, String)> {
        let (analysis, marks) = marked(program);
        let help = signature_help(&analysis, marks[0])?;
        let signature = &help.signatures[help.active_signature? as usize];
        let Some(ActiveParameter::Int(parameter)) = help.active_parameter else { return None };
        let parameters = signature.parameters.as_ref()?;
        let ParameterInformationLabel::Tuple((from, to)) = parameters.get(parameter as usize)?.label else {
            return None;
        };
        Some((signature.label.clone(), signature.label[from as usize..to as usize].to_owned()))
    }

    #[track_caller]
    fn shows(program: &str, signature: &str, parameter: &str) {
        let (label, active) = active(program).expect("there is a call");
        assert!(label.starts_with(signature), "{label}");
        assert_eq!(active, parameter);
    }

    #[test]
    fn the_active_parameter_follows_the_commas() {
        shows("const a = clamp(1, |);", "clamp(e: T, low: T, high: T) -> T", "low: T");
        shows("const a = clamp(1, min(2, 3), |", "clamp(", "high: T");
        shows(
            "fn f(a: i32, b: array<i32, 2>) {} fn g() { f(1, |); }",
            "fn f(a: i32, b: array<i32, 2>)",
            "b: array<i32, 2>",
        );
        shows("struct S { a: i32, b: u32 } fn f() { let s = S(1, |); }", "S(a: i32, b: u32)", "b: u32");
        shows("const a = vec3<f32>(1, |", "vec3", "e2: T");
    }

    #[test]
    fn the_signature_has_room_for_the_argument() {
        let program = "@group(0) @binding(0) var t: texture_2d<f32>; @group(0) @binding(1) var s: sampler;\n\
            fn f() { textureSample(t, s, vec2f(), |";
        let (label, _) = active(program).expect("there is a call");
        assert!(label.matches(':').count() >= 4, "{label}");
    }

    #[test]
    fn outside_of_calls_there_is_nothing() {
        for program in ["fn f(|a: i32) {}", "const a = (1 + |2);", "const a = unknown(|);"] {
            assert_eq!(active(program), None, "{program}");
        }
    }
}
