//! The signatures of the call that is being written.

use super::cursor::{Cursor, OpenCall};
use super::describe::Functions;
use super::member::base_type;
use crate::analysis::{Analysis, Metal};
use cxx_validator::ast::FunctionId;
use msl_spec::{Dialect, Signature};
use msl_validator::Program;
use msl_validator::types::Type;

/// Returns the signatures of the innermost call whose arguments contain an offset, and the index of the argument. `check` checks a different
/// text of the document.
pub(crate) fn signatures(
    analysis: &Analysis,
    program: &Metal,
    offset: u32,
    check: &mut dyn FnMut(&str) -> Program,
) -> Option<(Vec<String>, usize)> {
    let text = analysis.text();
    let cursor = Cursor::new(text, offset);
    let call = cursor.open_call()?;
    let found = if call.is_member {
        let completed = cursor.completed(text, call.end, "");
        completed.iter().find_map(|text| {
            let program = check(text);
            let found = of_member(&program, text, &call);
            (!found.is_empty()).then_some(found)
        })?
    } else {
        of_name(&program.program, text, &call)
    };
    (!found.is_empty()).then_some((found, call.argument))
}

/// The signatures of member functions of an object.
fn of_member(program: &Program, text: &str, call: &OpenCall) -> Vec<String> {
    let module = &program.module;
    let Some(ty) = base_type(module, call.end) else { return Vec::new() };
    match module.types.get(ty) {
        Type::Texture(kind, ..) => {
            let function = msl_spec::texture_function(kind, &call.callee);
            function.map_or_else(Vec::new, |it| of_library(it.name, it.signatures, module.dialect))
        }
        Type::Structure(number) => {
            let structure = module.ast[module.types.structure(number).declaration];
            let functions = module.ast[structure.functions].iter().copied();
            labels(
                program,
                text,
                functions.filter(|id| module.names.text(module.ast[*id].name) == call.callee),
            )
        }
        _ => Vec::new(),
    }
}

/// The signatures of functions with a name: the program's, or else the library's.
fn of_name(program: &Program, text: &str, call: &OpenCall) -> Vec<String> {
    let module = &program.module;
    let is_of_library = call.path.first().is_some_and(|first| first == "metal");
    let is_constructor = |id: FunctionId| {
        let function = module.ast[id];
        function.result.is_none() && !function.is_conversion
    };
    let is_member = |id: FunctionId| {
        module.ast.structures.iter().any(|it| module.ast[it.functions].contains(&id)) && !is_constructor(id)
    };
    let all = (0..module.ast.functions.len()).map(FunctionId::from_index);
    let named = all.filter(|id| module.names.text(module.ast[*id].name) == call.callee);
    let is_main = |id: &FunctionId| module.main_declarations.get(id).is_none_or(|main| main == id);
    let own: Vec<FunctionId> = named.filter(is_main).collect();
    // In a member function, a member is called without an object.
    let (members, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|id| is_member(*id));
    let own = if others.is_empty() { members } else { others };
    let own = if is_of_library { Vec::new() } else { labels(program, text, own.into_iter()) };
    if !own.is_empty() {
        return own;
    }
    let functions = msl_spec::functions(&call.callee).iter();
    let mut found = Vec::new();
    for label in functions.flat_map(|it| of_library(it.name, it.signatures, module.dialect)) {
        if !found.contains(&label) {
            found.push(label);
        }
    }
    found
}

fn labels(program: &Program, text: &str, functions: impl Iterator<Item = FunctionId>) -> Vec<String> {
    let all = Functions::new(program, text);
    functions.map(|id| all.signature(id)).collect()
}

/// The signatures that a dialect has of a function of the library.
pub(crate) fn of_library(name: &str, signatures: &[Signature], dialect: Dialect) -> Vec<String> {
    let available = signatures.iter().filter(|it| it.availability.admits(dialect));
    available.map(|it| format!("{name}{}", it.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Facts, address, analyse_metal, unmarked};
    use crate::assembly::Alone;
    use crate::workspace::Workspace;

    fn found(program: &str) -> Option<(Vec<String>, usize)> {
        let (text, marks) = unmarked(program);
        let analysis = analyse_metal(&text);
        let Facts::Metal(program) = analysis.facts() else { panic!("Metal") };
        let mut workspace = Workspace::new(&Alone);
        let check = &mut |text: &str| workspace.metal_program(&address().0, text);
        signatures(&analysis, program, marks[0], check)
    }

    #[track_caller]
    fn shows(program: &str, signature: &str, argument: usize) {
        let program = format!("#include <metal_stdlib>\nusing namespace metal;\n{program}");
        let (labels, index) = found(&program).expect("there is a call");
        assert!(labels.iter().any(|label| label == signature), "{program}: {labels:?}");
        assert_eq!(index, argument, "{program}");
    }

    #[test]
    fn functions_of_the_program_have_signatures() {
        shows(
            "float f(int a, device float* p) { return 1; } void g() { f(1, | }",
            "float f(int a, device float* p)",
            1,
        );
        shows("float f(int a); void g() { int b = f(|); }", "float f(int a)", 0);
        shows("namespace n { int f(int a) { return a; } } void g() { n::f(| }", "int f(int a)", 0);
        shows(
            "template <typename T> T f(T a, int b) { return a; } void g() { f<int>(1, | }",
            "T f(T a, int b)",
            1,
        );
        shows("struct S { int a; S(int b) : a(b) {} }; void g() { auto s = S(| }", "S(int b)", 0);
    }

    #[test]
    fn functions_of_the_library_have_signatures() {
        shows("void g() { float a = max(1.0f, |", "max(x: T, y: T) -> T", 1);
        shows(
            "void g() { float a = metal::clamp(1.0f, 0.0f, |); }",
            "clamp(x: T, minval: T, maxval: T) -> T",
            2,
        );
    }

    #[test]
    fn members_have_signatures() {
        let program =
            "struct S { int a; int get(int b, int c) const { return a; } }; int f(S s) { return s.get(1, | }";
        shows(program, "int get(int b, int c)", 1);
        let program = "struct S { int get(int b) const thread { return b; } }; int f(thread S* s) { return max(1, s->get(|); }";
        shows(program, "int get(int b)", 0);
        let program = "fragment float4 f(texture2d<float> t [[texture(0)]], sampler s [[sampler(0)]]) { return t.sample(s, | }";
        let program = format!("#include <metal_stdlib>\nusing namespace metal;\n{program}");
        let (labels, argument) = found(&program).expect("there is a call");
        assert!(labels[0].starts_with("sample(s: sampler, coord: float2"), "{labels:?}");
        assert_eq!(argument, 1);
    }

    #[test]
    fn outside_of_calls_there_is_nothing() {
        for program in
            ["int f(|int a) { return a; }", "constant int a = (1 + |2);", "constant int a = unknown(|);"]
        {
            assert_eq!(found(program), None, "{program}");
        }
    }
}
