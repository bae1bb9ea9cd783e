//! The constructs of Metal: macro expansion, parsing, overloads and the walks over declarations.

use super::construct::{Construct, Work, list, nest};
use msl_spec::Dialect;
use msl_validator::{Options, validate};
use shader_source::steps;

const CONSTRUCTS: &[Construct] = &[
    list("metal: terms", ["constant int a = 0", " + #", ";"]),
    nest("metal: parentheses", ["constant int a = ", "(", "1", ")", ";"]),
    list("metal: else if", ["void f(int v) { ", "if (v == #) { v = #; } else ", "{} }"]),
    list("metal: switch cases", ["void f(int v) { switch (v) { ", "case #: break; ", "} }"]),
    list("metal: functions", ["", "void f#(int a) { int b = a; }\n", ""]),
    list("metal: chain of calls", ["void f0() {}\n", "void f#() { f@@(); f@@(); }\n", ""]),
    list("metal: overloads", ["", "struct S# {}; void f(S# a) {}\n", ""]),
    list(
        "metal: functions of namespaces that are used",
        ["", "namespace n# { int f#(int a) { return a; } } using namespace n#; int g# = f#(1);\n", ""],
    ),
    list(
        "metal: calls of functions of used namespaces",
        [
            "",
            "namespace n# { int f#(int a) { return a; } } using namespace n#; int g#() { return f#(1); }\n",
            "",
        ],
    ),
    list("metal: misspelt types", ["struct Type1 {}; void f() { ", "Typo_# v#; ", "}"]),
    list("metal: buffers", ["kernel void k(", "device int* o#, ", "device int* o) {}\n"]),
    list(
        "metal: buffers with indices",
        ["kernel void k(", "device int* o# [[buffer(#)]], ", "device int* o) {}\n"],
    ),
    list(
        "metal: textures with indices",
        [
            "#include <metal_stdlib>\nusing namespace metal; kernel void k(",
            "texture2d<float> o# [[texture(#)]], ",
            "device int* o) {}\n",
        ],
    ),
    list(
        "metal: buffers after textures with one index",
        [
            "#include <metal_stdlib>\nusing namespace metal; kernel void k(",
            "texture2d<float> t# [[texture(1)]], device int* o#, ",
            "device int* o) {}\n",
        ],
    ),
    list("metal: constants", ["constant int c0 = 1;\n", "constant int c# = c@@;\n", ""]),
    list("metal: redeclared constants", ["", "constant int c = 1;\n", ""]),
    list("metal: structures", ["", "struct S# { int a; float4 b; };\n", ""]),
    list("metal: macros", ["#define A0 1\n", "\\#define A# A@@\n", "constant int a = A1;"]),
    list("metal: macros with arguments", ["#define F(x) x\nconstant int a = ", "F(", "1"]),
    list("metal: unknown names", ["", "constant int a# = unknown_#;\n", ""]),
    list("metal: short unknown names", ["", "constant int a# = y;\n", ""]),
    list("metal: unknown attributes", ["", "[[a#]] void f#() {}\n", ""]),
    list("metal: attributes of statements", ["void f() {\n", "[[likely]] [[clang::nomerge]] ;\n", "}"]),
    list("metal: arguments of a macro", ["#define F(...) 1\nconstant int a = F(", "#, ", ");"]),
    list("metal: uses of a long macro without arguments", ["#define F(x) ", "x + ", "\n#undef G\n"]),
    list("metal: conditions of the preprocessor", ["", "\\#ifdef A#\nconstant int c# = 1;\n\\#endif\n", ""]),
    list("metal: comments", ["", "// a comment, # of them\nconstant int a# = 1;\n", ""]),
    list("metal: locals", ["void f(int v) { ", "int a# = v + #; ", "}"]),
    list(
        "metal: locals that hide types",
        ["struct T {}; void f(int v) { int T = 1; ", "T = v; int a# = T; ", "}"],
    ),
    nest("metal: nested ifs", ["void f(int v) { ", "if (v > #) { ", "v = 1;", "} ", "}"]),
    nest("metal: nested loops", ["void f(int v) { ", "while (v < #) { ", "v++;", "} ", "}"]),
    list("metal: loops", ["void f(int v) { ", "for (int i = 0; i < v; i++) { v += i; } ", "}"]),
    list("metal: returns", ["int f(int v) { ", "if (v == #) return v; ", "return 1; }"]),
    list(
        "metal: terms that are called",
        ["int g(int a) { return a; } int f(int v) { return 0", " + g(v)", "; }"],
    ),
    list(
        "metal: calls of the library",
        [
            "#include <metal_stdlib>\nusing namespace metal; float f(float v) { ",
            "v = max(v, sin(v)); ",
            "return v; }",
        ],
    ),
    list(
        "metal: calls of a template with a pack",
        [
            "template <typename... T> int f(T... t) { return sizeof...(t); }\n",
            "int g#() { return f(#, 1.0f); }\n",
            "",
        ],
    ),
    list(
        "metal: templates with packs",
        [
            "",
            "struct S# { template <typename... T> int f(T... t) { return 1; } int g() { return f(1, 2); } };\n",
            "",
        ],
    ),
    list(
        "metal: structure templates with packs",
        [
            "",
            "template <typename... T> struct S# { int a; }; template <typename T, typename... U> struct S#<T, U...> { int b; }; S#<int, int> a#(S#<int> b) { return {b.b}; }\n",
            "",
        ],
    ),
    list(
        "metal: values for a range of elements",
        ["int f() { int a[1000000] = {", "[#] = 1, ", "}; return a[0]; }"],
    ),
    list(
        "metal: names that could not be read",
        ["", "float f#(float a { return a; } float g#() { return f#(1.0f); }\n", ""],
    ),
    list("metal: templates", ["", "template <typename T> T f#(T a) { return a; }\n", ""]),
    list(
        "metal: instances of templates",
        ["template <typename T> T f(T a) { return a; }\n", "struct S# {}; void g#(S# a) { f(a); }\n", ""],
    ),
    list(
        "metal: kernels over instances of a template",
        ["template <int N> int f() { return f<N - 1>(); }\n", "kernel void k#() { f<#>(); }\n", ""],
    ),
    list(
        "metal: vertex functions over a chain",
        [
            "int f0(device int* o) { return o[0] = 1; }\n",
            "int f#(device int* o) { return f@@(o); } vertex int v#(device int* o [[buffer(0)]]) { return f#(o); }\n",
            "",
        ],
    ),
    list(
        "metal: templates of one name",
        ["", "struct S# {}; template <typename T> void f(T a, S# b) {}\n", ""],
    ),
    list(
        "metal: overloads that are called",
        ["", "struct S# {}; void f(S# a) {} void g#(S# a) { f(a); }\n", ""],
    ),
    list(
        "metal: overloads for pointers",
        [
            "",
            "struct S# { int a; }; int f(device S#* p) { return p->a; } int g#(device S#* p) { return f(p); }\n",
            "",
        ],
    ),
    list(
        "metal: overloads for enumerations",
        ["", "enum class E# { A }; int f(E# e) { return 1; } int g#(E# e) { return f(e); }\n", ""],
    ),
    list(
        "metal: overloads for arrays",
        [
            "",
            "int f(thread int (&a)[# + 1]) { return a[0]; } int g#(thread int (&a)[# + 1]) { return f(a); }\n",
            "",
        ],
    ),
    list(
        "metal: overloads for what a conversion function makes",
        [
            "",
            "struct S# { int a; }; struct C# { operator S#() const { S# s = {1}; return s; } }; int f(S# s) { return s.a; } int g#(C# c) { return f(c); }\n",
            "",
        ],
    ),
    list(
        "metal: overloads of namespaces whose functions are used",
        [
            "",
            "struct S# {}; namespace n# { int f(S# a) { return 1; } } using n#::f; int g#(S# a) { return f(a); }\n",
            "",
        ],
    ),
    list(
        "metal: calls that no overload takes",
        ["struct Q {};\n", "struct S# {}; int f(S# a); int g#(Q a) { return f(a); }\n", ""],
    ),
    list(
        "metal: members of unions without names",
        ["struct S { ", "union { int a#; float b#; }; int f#() { return a#; }\n", "};"],
    ),
    list(
        "metal: overloads for instances of templates",
        [
            "",
            "template <typename T> struct S# { T a; }; template <typename T> T f(device S#<T>* p) { return p->a; } int g#(device S#<int>* p) { return f(p); }\n",
            "",
        ],
    ),
    list(
        "metal: overloads that a template calls",
        [
            "template <typename T> void g(T a) { f(a); }\n",
            "struct S# {}; void f(S# a) {} void g#(S# a) { g(a); }\n",
            "",
        ],
    ),
    list(
        "metal: overloads for structures with constructors",
        ["", "struct S# { int v; S#(int a) : v(a) {} }; void f(S# a) {} void g#(S# a) { f(a); }\n", ""],
    ),
    list(
        "metal: operators that are overloaded",
        [
            "",
            "struct S# { int v; }; int operator+(S# a, S# b) { return a.v + b.v; } int g#(S# a) { return a + a; }\n",
            "",
        ],
    ),
    list(
        "metal: instances of a structure template",
        [
            "template <typename T, int N> struct A { T v[N]; T at(int i) const { return v[i]; } };\n",
            "int g#(A<int, #> a) { return a.at(0); }\n",
            "",
        ],
    ),
    list(
        "metal: specialisations of a template",
        ["template <int N> struct A { int v; };\n", "template <> struct A<#> { float v; };\n", ""],
    ),
    list(
        "metal: calls of constexpr functions",
        ["constexpr int f(int n) { return n + 1; }\n", "constant int a# = f(#);\n", ""],
    ),
    list(
        "metal: static members",
        ["struct S { ", "static constexpr constant int n# = #; ", "}; constant int a = S::n1;"],
    ),
    list(
        "metal: calls of member functions",
        ["struct S { int v; int get() const { return v; } }; int f(S s) { return 0", " + s.get()", "; }"],
    ),
    list(
        "metal: members defined outside of structures",
        ["", "struct S# { int get(); }; int S#::get() { return 1; }\n", ""],
    ),
    list(
        "metal: conversions by functions",
        [
            "struct S { int v; S(int a) : v(a) {} operator int() const { return v; } };\n",
            "int f#(S s) { S t = #; return t + 1; }\n",
            "",
        ],
    ),
    list("metal: braces that are left out", ["struct S { int a[2]; };\nconstant S s[] = { ", "#, ", "};"]),
    list("metal: members", ["struct S { ", "int a#; ", "}; void f(S s) { s.a1 = 1; }"]),
    list("metal: member functions", ["struct S { int v; ", "void f#() { v = #; } ", "};"]),
    list(
        "metal: functions that each use a member",
        ["struct S { ", "int a#; int f#() { return a#; } ", "};"],
    ),
    list("metal: member functions of one name", ["", "struct T# {}; ", "struct S { int v; };"]),
    list("metal: structures in structures", ["struct S0 { int a; };\n", "struct S# { S@@ a; };\n", ""]),
    list("metal: enumerators", ["enum E { ", "e#, ", "};"]),
    list("metal: namespaces", ["", "namespace n# { int f(int a) { return a; } }\n", ""]),
    list(
        "metal: namespaces that are used",
        ["", "namespace n# { constant int c# = 1; } using namespace n#; constant int d# = c#;\n", ""],
    ),
    list(
        "metal: members of decltype",
        [
            "struct X { static constexpr constant int n = 1; }; int f(X x) { return 0",
            " + decltype(x)::n",
            "; }",
        ],
    ),
    list("metal: unclosed decltype", ["int f(int v) { ", "decltype(v ", ""]),
    list(
        "metal: nested loops over objects",
        [
            "struct R { int n[2]; thread int* begin() { return n; } thread int* end() { return n + 2; } };\n",
            "void f#(R r) { for (int a : r) { for (int b : r) { a = b; } } }\n",
            "",
        ],
    ),
    list(
        "metal: unused members of templates",
        [
            "template <typename T> struct S { T v; ",
            "T f#() { return v.x; } ",
            "}; int f(S<int> s) { return s.v; }",
        ],
    ),
    list(
        "metal: members of templates that use each other",
        [
            "template <typename T> struct S0 { T f() { return 1; } };\n",
            "template <typename T> struct S# { S@@<T> s; T f() { return s.f(); } };\n",
            "int f(S1<int> s) { return s.f(); }",
        ],
    ),
    list(
        "metal: static variables defined outside of structures",
        ["", "struct S# { static constant int a; }; constant int S#::a = 1;\n", ""],
    ),
    list(
        "metal: packs in lists of template arguments",
        [
            "template <typename... T> struct L {}; template <typename... T> int f(L<T...>) { return sizeof...(T); }\n",
            "int g#(L<int, float> a) { return f(a); }\n",
            "",
        ],
    ),
    list("metal: compound literals", ["int f(int v) { return 0", " + (int) { 1 }", "; }"]),
    list("metal: linkage", ["", "extern \"C\" int f#(int a) { return a; }\n", ""]),
    list("metal: nested names of namespaces", ["namespace a", "::a#", " {}"]),
    list("metal: aliases", ["using A0 = int;\n", "using A# = A@@;\n", ""]),
    list("metal: elements", ["constant int a[] = { ", "#, ", "};"]),
    list("metal: kernels", ["", "kernel void k#(device int* o [[buffer(0)]]) { o[0] = #; }\n", ""]),
    list(
        "metal: kernels over a chain",
        [
            "int f0(int a) { return a; }\n",
            "int f#(int a) { return f@@(a); } kernel void k#(device int* o [[buffer(0)]]) { o[0] = f#(1); }\n",
            "",
        ],
    ),
    list(
        "metal: arguments of a kernel",
        ["kernel void k(device int* o [[buffer(0)]]", ", constant int& c# [[buffer(1)]]", ") {}"],
    ),
    list("metal: function constants", ["", "constant int c# [[function_constant(#)]];\n", ""]),
    list("metal: duplicate functions", ["", "void f(int a) {}\n", ""]),
    list("metal: declarations of one function", ["", "void f(int a);\n", "void f(int a) {}"]),
    list("metal: syntax errors", ["", "void f#() { int a = ; int b = (1 + ; }\n", ""]),
    list("metal: missing semicolons", ["", "constant int a# = 1\n", ""]),
    list("metal: unclosed braces", ["", "void f#() { ", ""]),
    list("metal: unclosed parentheses", ["constant int a = ", "(", ""]),
    list("metal: type errors", ["struct S {}; void f(S s) { ", "int a# = s; ", "}"]),
];

/// The constructs of derived classes, which version 2.2 does not have.
const DERIVED: &[Construct] = &[
    list(
        "metal: overloads for derived structures",
        [
            "",
            "struct B# { int a; }; struct D# : B# {}; int f(B# b) { return b.a; } int g#(D# d) { return f(d); }\n",
            "",
        ],
    ),
    list(
        "metal: overloads for pointers to derived structures",
        [
            "",
            "struct B# { int a; }; struct D# : B# {}; int f(device B#* b) { return b->a; } int g#(device D#* d) { return f(d); }\n",
            "",
        ],
    ),
    list(
        "metal: overloads for what conversions of a base make",
        [
            "",
            "struct S# { int a; }; struct B# { operator S#() const { S# s = {1}; return s; } }; struct D# : B# {}; int f(S# s) { return s.a; } int g#(D# d) { return f(d); }\n",
            "",
        ],
    ),
    list(
        "metal: functions that each use an inherited member",
        ["struct B { int v; }; struct S : B { ", "int a#; int f#() { return a# + v; } ", "};"],
    ),
];

/// All constructs with their work.
pub(super) fn all() -> Vec<(&'static str, Work)> {
    let steps_of = |construct: Construct, dialect: Dialect| -> Work {
        Box::new(move |count| {
            let text = construct.text(count);
            let options = Options { dialect, ..Options::default() };
            steps::of(|| drop(validate(&text, &options)))
        })
    };
    let with = |constructs: &'static [Construct], dialect| {
        constructs.iter().map(move |it| (it.name, steps_of(*it, dialect)))
    };
    with(CONSTRUCTS, Options::default().dialect).chain(with(DERIVED, Dialect::Metal32)).collect()
}
