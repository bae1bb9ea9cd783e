//! A program, from its text to its diagnostics.

use crate::diagnostic::{Applicability, Diagnostic, Severity, Suggestion};
use crate::dialect::{METAL, described};
use crate::meaning::Module;
use crate::{check, macro_error, pipeline};
use cxx_validator::{Definition, Headers, Inclusions, MacroUse, Source, parse_in_phases};
use msl_spec::Dialect;
use shader_source::safe;

/// The dialect and definitions that a program is checked with.
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

/// A multi-file program.
#[derive(Debug)]
pub struct Program {
    /// Its meaning and its diagnostics.
    pub module: Module,
    /// The files that it includes.
    pub inclusions: Inclusions,
}

/// A phase of the validation of a program, in the order in which they run. A phase ends where the next one begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// From the source to tokens without directives and macros, with all that is included.
    Preprocess,
    /// From tokens to the syntax tree.
    Parse,
    /// Types, constants, templates, entry points.
    Check,
    /// The program is done.
    Done,
}

impl Phase {
    /// All of them in order.
    pub const ALL: [Self; 4] = [Self::Preprocess, Self::Parse, Self::Check, Self::Done];

    /// Returns its name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Preprocess => "preprocess",
            Self::Parse => "parse",
            Self::Check => "check",
            Self::Done => "done",
        }
    }
}

/// Checks a file with all that it includes.
#[must_use]
pub fn program(source: Source<'_>, options: &Options, headers: Headers<'_>) -> Program {
    pipeline_program(source, options, headers, &[])
}

/// Checks a file as far as a pipeline needs it: functions that other pipelines call are left out, whatever rules they break. If a kernel is
/// named, only that function of pipelines is left; if a vertex or fragment function is named, all of those are.
#[must_use]
pub fn pipeline_program(
    source: Source<'_>,
    options: &Options,
    headers: Headers<'_>,
    names: &[&str],
) -> Program {
    observed_program(source, options, headers, names, &mut |_| ())
}

/// Does the same and calls back at the start of each phase.
#[must_use]
pub fn observed_program(
    source: Source<'_>,
    options: &Options,
    headers: Headers<'_>,
    names: &[&str],
    observe: &mut dyn FnMut(Phase),
) -> Program {
    let mut program = program_once(source, options, headers, names, observe);
    confirm_fixes(&mut program, source, |text| {
        let source = Source { text, ..source };
        program_once(source, options, headers, names, &mut |_| ()).module.diagnostics
    });
    observe(Phase::Done);
    program
}

/// Withdraws suggestions that don't help and makes others unsafe, as the programs after them show. Suggestions for included files stay unsafe,
/// because only the file itself is checked again, and suggestions of warnings stay what they are, because they leave the errors as they were.
fn confirm_fixes(
    Program { module, inclusions }: &mut Program,
    source: Source<'_>,
    check: impl FnMut(&str) -> Vec<Diagnostic>,
) {
    let found = &mut module.diagnostics;
    let end = source.text.len() as u32;
    let mut aside: Vec<(usize, Suggestion)> = Vec::new();
    for (index, found) in found.iter_mut().enumerate() {
        let is_foreign = |it: &mut Suggestion| it.edits.iter().any(|(span, _)| span.hi > end);
        let is_warning = found.severity != Severity::Error;
        if let Some(mut suggestion) = found.suggestion.take_if(|it| is_warning || is_foreign(it)) {
            if is_foreign(&mut suggestion) {
                suggestion.applicability = Applicability::Unsafe;
            }
            aside.push((index, suggestion));
        }
    }
    let included: usize = inclusions.files().iter().map(|file| file.text.len()).sum();
    safe::confirm(source.text, source.text.len() + included, found, |_| false, check);
    for (index, suggestion) in aside {
        found[index].suggestion = Some(suggestion);
    }
}

/// Checks a file whose suggestions are not confirmed.
fn program_once(
    source: Source<'_>,
    options: &Options,
    headers: Headers<'_>,
    names: &[&str],
    observe: &mut dyn FnMut(Phase),
) -> Program {
    let Options { dialect, definitions } = options;
    let mut all = predefined(*dialect);
    all.extend_from_slice(definitions);
    observe(Phase::Preprocess);
    let (mut parsed, inclusions) =
        parse_in_phases(source, &all, headers, described(*dialect), || observe(Phase::Parse));
    observe(Phase::Check);
    let left_out = pipeline::leave_out(&mut parsed, names);
    let macro_uses = core::mem::take(&mut parsed.macro_uses);
    let mut module = check(parsed, *dialect);
    module.diagnostics.retain(|found| !left_out.has(found));
    module.causes.join(&mut module.diagnostics);
    macro_error::drop_edits_of_uses(source.text, &mut module.diagnostics, &macro_uses);
    let is_own = |it: &MacroUse| !inclusions.is_in_library(it.definition.lo);
    let own_uses: Vec<MacroUse> = macro_uses.into_iter().filter(is_own).collect();
    macro_error::join(&mut module.diagnostics, own_uses.iter());
    macro_error::name_macros(&mut module.diagnostics, &own_uses);
    inclusions.locate(&METAL.rules, &mut module.diagnostics);
    Program { module, inclusions }
}

/// A program of one file with its meaning, and its diagnostics.
#[must_use]
pub fn module(text: &str, options: &Options) -> Module {
    program(Source::text(text), options, Headers::NONE).module
}

/// The diagnostics of a program, in order of their places.
#[must_use]
pub fn validate(text: &str, options: &Options) -> Vec<Diagnostic> {
    module(text, options).diagnostics
}

/// The macros that a dialect defines. Section 1.5.2
fn predefined(dialect: Dialect) -> Vec<Definition> {
    let definition = |name: &str, value: String| Definition { name: name.to_owned(), value };
    let mut macros = vec![
        definition("__METAL_VERSION__", dialect.version_macro().to_string()),
        definition(dialect.platform().macro_name(), "1".to_owned()),
        definition("__METAL__", "1".to_owned()),
        definition("__cplusplus", "201402L".to_owned()),
        definition("__LITTLE_ENDIAN__", "1".to_owned()),
        // A word of GNU C that says nothing: warnings about extensions are not for what follows.
        definition("__extension__", String::new()),
    ];
    // No text describes this macro. Programs that declare a `bfloat` of their own otherwise ask for it.
    if msl_spec::type_name("bfloat").is_some_and(|ty| ty.availability.admits(dialect)) {
        macros.push(definition("__HAVE_BFLOAT__", "1".to_owned()));
    }
    macros
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

    /// The rules that a program breaks for pipelines with these functions.
    fn broken(text: &str, names: &[&str]) -> Vec<&'static str> {
        let module = pipeline_program(Source::text(text), &Options::default(), Headers::NONE, names).module;
        module.diagnostics.iter().map(|found| found.rule.id).collect()
    }

    #[test]
    fn functions_of_other_pipelines_break_no_rule() {
        let text = "kernel void good(device int* a [[buffer(0)]]) { a[0] = 1; }
            kernel int bad(device ulong* a [[buffer(0)]], device Nope* b [[buffer(0)]]) { a[0] = b; return ; }
            namespace n { fragment float4 worse(float4 p [[position]]) { return p.q; } }
            vertex float4 v() { return float4(0); }
            struct S { int a[0]; }; void helper() { x; }";
        let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
        let all = broken(&text, &[]);
        assert!(all.len() > 5, "{all:?}");
        assert_eq!(broken(&text, &["missing"]), all, "a name that does not exist leaves nothing out");
        let shared = ["array.size", "name.declared"];
        assert_eq!(broken(&text, &["good"]), shared, "structures and helpers are for all");
        assert_eq!(broken(&text, &["v"]), ["member.exists", "array.size", "name.declared"]);
    }

    #[test]
    fn helpers_of_other_pipelines_break_no_rule() {
        let text = "int deep(int a) { return nope; } int shared(int a) { return worse; } namespace n { int only(int a) { return deep(a) + shared(a); } }
            kernel void bad(device int* a [[buffer(0)]]) { a[0] = n::only(1); }
            kernel void good(device int* a [[buffer(0)]]) { a[0] = shared(1); }
            struct V { int x; }; int operator+(V a, V b) { return called(a.x); }";
        assert_eq!(broken(text, &["good"]), ["name.declared"; 2], "`worse` and the operator");
        assert_eq!(broken(text, &["bad"]).len(), 3);
        assert_eq!(broken(text, &[]).len(), 3);
    }

    #[test]
    fn instances_of_templates_have_the_names_of_hosts() {
        let text = "template <typename T> kernel void fill(device T* a [[buffer(0)]]) { a[0] = 1; }
            typedef decltype(fill<int>) fill_t;
            template [[host_name(\"fill_int\")]] kernel fill_t fill<int>;
            template <typename T> kernel void bad(device T* a [[buffer(0)]]) { a[0] = nope; }
            typedef decltype(bad<int>) bad_t;
            template [[host_name(\"bad_int\")]] kernel bad_t bad<int>;";
        assert_eq!(broken(text, &["fill_int"]), [""; 0], "the types of templates stay");
        assert_eq!(broken(text, &["bad_int"]), ["name.declared"], "the template of an instance stays");
        let module = module(text, &Options::default());
        let names: Vec<&str> = module.entry_points.iter().map(|entry| module.entry_name(entry)).collect();
        assert_eq!(names, ["fill_int", "bad_int"]);
    }

    /// Attributes are checked everywhere, and a diagnostic about one does not say which function it is about.
    #[test]
    fn functions_of_one_macro_have_one_place() {
        let text = "#define BOTH kernel void good() {} kernel void bad(uint x [[nope]]) { y; }\nBOTH";
        assert_eq!(broken(text, &["good"]), ["attribute.known"]);
    }

    /// Checks each header of the library by itself, with its diagnostics shown.
    #[test]
    fn headers_of_the_library_have_no_mistakes() {
        for dialect in Dialect::ALL {
            let options = Options { dialect, ..Options::default() };
            for header in msl_spec::HEADERS.iter().filter_map(|header| header.text) {
                let text = header.replace("#pragma once", "");
                assert_eq!(validate(&text, &options), [], "{dialect:?}: {header}");
            }
        }
    }

    #[test]
    fn headers_of_the_library_declare_what_the_tables_do_not() {
        let has = |headers: &str, text: &str| {
            let text = format!("{headers}\nusing namespace metal;\n{text}");
            validate(&text, &Options::default()).is_empty()
        };
        let stdlib = "#include <metal_stdlib>";
        for text in [
            "kernel void k(device MTLQuadTessellationFactorsHalf* f [[buffer(0)]]) { f[0].insideTessellationFactor[1] = 1.0h; }",
            "void f(device MTLTriangleTessellationFactorsHalf& f) { f.insideTessellationFactor = f.edgeTessellationFactor[2]; }",
            "METAL_FUNC float f() { return FLT_MAX + FLT_EPSILON - HALF_MIN; }",
            "constant int a = INT_MIN; constant uint b = UINT_MAX; constant long c[2] = { LONG_MIN, LONG_MAX };",
            "template <typename T, typename E = typename enable_if<is_integral<T>::value>::type> T s(T x) { return x; } int4 f(int4 a) { return s(a) + s(1); }",
            "template <typename T> conditional_t<is_same<T, half>::value, float, T> g(T x) { return x; } make_unsigned_t<int3> f(int3 a, half b) { return uint3(g(a)) + uint(g(b)); }",
            "constant float low = numeric_limits<float>::lowest(); static_assert(numeric_limits<int>::max() == 2147483647 && vec_elements<half3>::value == 3, \"\");",
            "static_assert(is_same<remove_reference_t<device int&>, int>::value && is_signed<float2>::value && !is_floating_point<uint>::value, \"\");",
            "static_assert(INT_MIN < 0 && INT_MAX + 1u == 2147483648u && CHAR_BIT == 8, \"\");",
        ] {
            assert!(
                has(stdlib, text),
                "{text}: {:?}",
                validate(&format!("{stdlib}\n{text}"), &Options::default())
            );
            assert!(!has("", text), "{text}");
        }
        let simd = "struct V { vector_float4 p; simd_float3 q; matrix_float4x4 m; simd::float2 t; }; float4 f(V v) { return v.m * v.p; }";
        assert!(has("#include <simd/simd.h>\n#include <simd/vector_types.h>", simd));
        assert!(has(stdlib, "struct V { vector_float4 p; simd_float3 q; matrix_float4x4 m; };"));
        assert!(has(
            "#include <simd/simd.h>\nusing namespace simd;",
            "float4 f(float4x4 m, vector_float4 p) { return m * p; }"
        ));
    }

    #[test]
    fn names_of_the_library_are_not_the_programs() {
        let found = |text: &str| validate(&format!("#include <metal_stdlib>\n{text}"), &Options::default());
        assert_eq!(found("#define FLT_MAX 1.0f\n#undef HALF_MAX\n#define METAL_FUNC inline"), []);
        let again = found("struct MTLQuadTessellationFactorsHalf { int a; };");
        assert_eq!(again.len(), 1, "{again:?}");
    }
}
