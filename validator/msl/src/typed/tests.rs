//! Trees of small programs, as text.

use super::{Child, ExprId, Function, PlaceId, function, initializer};
use crate::meaning::Module;
use crate::{Options, module};
use shader_source::steps;
use std::thread;

fn checked(text: &str) -> Module {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
    let module = module(&text, &Options::default());
    assert!(module.is_accepted(), "{:?}", module.diagnostics);
    module
}

/// The last instance of a function with this name.
fn tree(module: &Module, name: &str) -> Function {
    let is_it =
        |number: &usize| module.names.text(module.ast[module.instances[*number].function].name) == name;
    let number = (0..module.instances.len()).rfind(is_it).expect("the function is there");
    function(module, number)
}

/// The statements of a function.
fn printed(text: &str, name: &str) -> String {
    let module = checked(text);
    tree(&module, name).print(&module)
}

/// The statements of a function `f` with this body.
fn body(text: &str) -> String {
    printed(&format!("void f(thread float4& v, thread int* p, int i) {{ {text} }}"), "f")
}

#[test]
fn names_are_places_and_constants_keep_their_names() {
    let text = "constant int N = 4; struct S { int a; int get() const { return a + N; } };";
    assert_eq!(printed(text, "get"), "return (#0.a + ::N=4)\n");
    assert_eq!(
        body("const int k = 2; i += k + sizeof(int) + i;"),
        "int k = 2\ni += <ulong> (6 + ulong(i))\n"
    );
}

#[test]
fn conversions_are_nodes() {
    assert_eq!(body("float x = i; x = x * 2;"), "float x = float(i)\nx = (x * float(2))\n");
    assert_eq!(body("v = i; (void)i;"), "v = float4(i)\nvoid(i)\n");
    assert_eq!(body("uint u = as_type<uint>(v.x);"), "uint u = bits<uint>(v.x)\n");
}

#[test]
fn braces_have_zeros_for_missing_components() {
    assert_eq!(
        body("v = {1, v.x}; v = {v.xy, 2};"),
        "v = float4(float(1), v.x, float(), float())\nv = float4(v.xy, float(2), float())\n"
    );
}

#[test]
fn components_of_components_are_components_of_the_vector() {
    assert_eq!(body("v.wzy.yx = v.xyz.zy;"), "v.zw = v.zy\n");
    assert_eq!(body("float x = (v + v).xyz.y;"), "float x = (v + v).xyz.y\n");
    assert_eq!(body("(v += 1).x = 2;"), "object(v += <float4> float4(1)).x = float(2)\n");
}

#[test]
fn pointers_and_elements_are_places() {
    assert_eq!(body("p[i] = *(p - 1);"), "*(p + i) = *(p - 1)\n");
    assert_eq!(
        body("int a[3]; p = a; a[i] = *a; p += 1;"),
        "int[3] a\np = first(a)\na[i] = a[0]\np += <thread int*> 1\n"
    );
    assert_eq!(body("*&i = v[1] != 0;"), "i = int((v[1] != float(0)))\n");
    assert_eq!(body("bool b = p == nullptr;"), "bool b = (p == nullptr_t())\n");
}

#[test]
fn an_object_that_is_changed_is_evaluated_once() {
    assert_eq!(body("++(++i); (i = 1) = 2; i++;"), "++object(++i)\nobject(i = 1) = 2\ni++\n");
    assert_eq!(
        body("(i > 0 ? i : *p) = 1; int k = i > 0 ? i : *p;"),
        "((i > 0) ? i : *p) = 1\nint k = ((i > 0) ? i : *p)\n"
    );
}

#[test]
fn chains_of_operators_are_flat_where_they_can_be() {
    assert_eq!(body("i = (i++, i--, i);"), "i = (i++, i--, i)\n");
    assert_eq!(body("bool b = i && p[0] || !i;"), "bool b = ((bool(i) && bool(*(p + 0))) || !bool(i))\n");
}

#[test]
fn member_functions_and_operators_take_their_objects_as_arguments() {
    let text = "struct V { int x;
            V operator+(V o) const { V r; r.x = x + o.x; return r; }
            thread int& at(int i = 3) { return x; }
            void set() { at() = this->at(1); }
            static int one() { return 1; }
        };
        V operator-(const thread V& v) { return v; }
        void f(V a, V b) { V c = a + b + -a; a.at() = (a + b).at(1) + V::one(); }";
    assert_eq!(printed(text, "set"), "at(ref #0, 3) = at(ref #0, 1)\n");
    let expected = "V c = operator+(ref new(operator+(ref a, b)), operator-(ref a))\n\
                    at(ref a, 3) = (at(ref new(operator+(ref a, b)), 1) + one())\n";
    assert_eq!(printed(text, "f"), expected);
}

#[test]
fn what_is_before_the_dot_of_a_static_function_has_its_effects() {
    let text = "struct S { static int one() { return 1; } }; S make(int i) { S s; return s; }
        void f(S s, thread S* p, int i) { i = make(i++).one() + s.one() + p[i++].one(); }";
    let expected = "i = (((make(i++), one()) + one()) + (&*(p + i++), one()))\n";
    assert_eq!(printed(text, "f"), expected);
}

#[test]
fn functions_of_structures_convert() {
    let text = "struct S { int x; S(int a, int b = 2) : x(a + b) {} operator float() const { return x; } };
        float f(S s) { return s; }
        S g(int i) { return i; }
        void h(const thread S& s) { }
        void k(S s) { h(5); h(s); float y = s * 2.0f; }";
    assert_eq!(printed(text, "f"), "return operator(ref s)\n");
    assert_eq!(printed(text, "g"), "return new S(i, 2)\n");
    let expected = "h(ref new(new S(5, 2)))\nh(ref s)\nfloat y = (operator(ref s) * 2.0)\n";
    assert_eq!(printed(text, "k"), expected);
}

#[test]
fn references_are_places() {
    let text = "using R = thread int&;
        void f(thread int& a, int b) { R c = a; thread auto& d = b; const thread float& e = b; c = d; }";
    assert_eq!(printed(text, "f"), "int& c = a\nint& d = b\nfloat& e = new(float(b))\nc = d\n");
}

#[test]
fn lists_have_a_value_for_each_element() {
    let text = "struct P { int x; float y; }; struct Q { P p[2]; int z; };
        void f(int i) { Q q = {1, 2, {3, 4}, i}; Q r = {}; P s {.y = 1}; int a[2] = {1}; P t = s; P u {s}; }";
    let expected = "Q q = Q{0: P[2]{0: P{0: 1, 1: float(2)}, 1: P{0: 3, 1: float(4)}}, 1: i}\n\
                    Q r = Q{}\nP s = P{1: float(1)}\nint[2] a = int[2]{0: 1}\nP t = s\nP u = s\n";
    assert_eq!(printed(text, "f"), expected);
}

#[test]
fn a_range_of_elements_has_one_value() {
    assert_eq!(body("int a[4] = {[1 ... 2] = i + 1};"), "int[4] a = int[4]{1: (i + 1), 2: (i + 1)}\n");
    let module = checked("void f(int i) { int a[4] = {[1 ... 2] = i + 1}; }");
    let sums = |expr: &&super::Expr| matches!(expr, super::Expr::Binary(..));
    assert_eq!(tree(&module, "f").tree.exprs.iter().filter(sums).count(), 1);
}

#[test]
fn members_begin_with_their_own_initializers() {
    let text = "constant int N = 3; struct P { int x = N; float y; }; struct Q { P p[2]; int z = 1; };
        struct R { int a = 1; int b; int c = 2; P p; R(int i) : b(i), a(5) {} };
        struct D { int a = 4; D() { a += 1; } };
        struct E { D d; int e; };
        void f(int i) { P p; Q q = {{{.y = 1}}}; Q r; P s[2]; E e; E g = {}; E h {.e = i}; }";
    let expected = "P p = P{0: ::N=3}\n\
                    Q q = Q{0: P[2]{0: P{0: ::N=3, 1: float(1)}, ..: P{0: ::N=3}}, 1: 1}\n\
                    Q r = Q{0: P[2]{..: P{0: ::N=3}}, 1: 1}\n\
                    P[2] s = P[2]{..: P{0: ::N=3}}\n\
                    E e = E{0: new D()}\nE g = E{0: new D()}\nE h = E{0: new D(), 1: i}\n";
    assert_eq!(printed(text, "f"), expected);
    let expected = "#0.a = 5\n#0.b = i\n#0.c = 2\n#0.p = P{0: ::N=3}\n";
    assert_eq!(printed(text, "R"), expected);
    assert_eq!(printed(text, "D"), "#0.a = 4\n#0.a += <int> 1\n");
    let text = "struct S { int a; int b = a + 1; S(int i) : a(i) {} };";
    assert_eq!(printed(text, "S"), "#0.a = i\n#0.b = (#0.a + 1)\n");
}

#[test]
fn a_constructor_may_leave_all_to_a_different_one() {
    let text = "struct S { int a = 1; int b; S(int i) : b(i) {} S() : S(7) { b += 1; } };";
    assert_eq!(printed(text, "S"), "*&#0 = new S(7)\n#0.b += <int> 1\n".replace("*&", ""));
}

#[test]
fn the_library_has_an_argument_for_each_parameter() {
    let text = "float4 f(texture2d<float> t, sampler s, float2 p) {
            constexpr sampler u(filter::linear);
            return t.gather(s, p, component::y) + t.sample(u, p, bias(1), int2(0)) + t.read(uint2(p)); }";
    let expected = "sampler u = sampler\n\
                    return ((t.gather(s, p, _, component::y) + t.sample(u, p, bias(float(1)), int2(0))) + t.read(uint2(p)))\n";
    assert_eq!(printed(text, "f"), expected);
    let text = "void f(float x, device atomic_int* a) { float y; x = modf(x, y); atomic_store_explicit(a, 1, memory_order_relaxed); }";
    let expected =
        "float y\nx = modf(x, ref y)\natomic_store_explicit(a, 1, memory_order::memory_order_relaxed)\n";
    assert_eq!(printed(text, "f"), expected);
}

#[test]
fn loops_over_arrays_have_an_index() {
    let text = "void f(thread int (&a)[4]) { for (int x : a) { x += 1; } for (thread int& x : a) x = 0; }";
    let expected = "block\n  int[4]& #1 = a\n  uint #2 = 0\n  while (#2 < 4); ++#2\n    block\n      int x = #1[#2]\n      block\n        x += <int> 1\n\
                    block\n  int[4]& #4 = a\n  uint #5 = 0\n  while (#5 < 4); ++#5\n    block\n      int& x = #4[#5]\n      x = 0\n";
    assert_eq!(printed(text, "f"), expected);
}

#[test]
fn statements_are_one_for_one() {
    let text = "for (int k = 0; k < i; k++) { if (k == 3) break; else if (k) continue; else return; }
        do { i--; } while (i); switch (i) { case 1: case 2: i = 3; default: break; }";
    let expected = "block\n  int k = 0\n  while (k < i); k++\n    block\n      if (k == 3)\n        break\n      else\n        if bool(k)\n          continue\n        else\n          return\n\
                    do while bool(i); \n  block\n    i--\nswitch i\ncase 1, 2\n  i = 3\ncase default\n  break\n";
    assert_eq!(body(text), expected);
}

#[test]
fn variables_of_the_program_have_initializers() {
    let module = checked("constant float4 a = float4(1, 2, 3, 4); constant int b[3] = {1, 2};");
    let mut globals: Vec<_> = module.globals.keys().copied().collect();
    globals.sort();
    let printed: Vec<String> =
        globals.iter().filter_map(|id| Some(initializer(&module, *id)?.print(&module))).collect();
    assert_eq!(printed, ["float4(float(1), float(2), float(3), float(4))", "int[3]{0: 1, 1: 2}"]);
}

#[test]
fn a_node_comes_after_its_parts() {
    let module = checked(
        "struct S { int a[2]; int f(int b = 1) { return a[b]; } };
        int f(S s, int i) { for (int x : s.a) i += x > 1 ? s.f() : s.f(x); return (i, s.f()); }",
    );
    let function = tree(&module, "f");
    let tree = &function.tree;
    for index in 0..tree.exprs.len() {
        for part in tree.parts_of_expr(ExprId::from_index(index)) {
            assert!(!matches!(part, Child::Expr(part) if part.index() >= index));
        }
    }
    for index in 0..tree.places.len() {
        for part in tree.parts_of_place(PlaceId::from_index(index)) {
            assert!(!matches!(part, Child::Place(part) if part.index() >= index));
        }
    }
    let statements = (0..tree.stmts.len()).map(super::StmtId::from_index);
    assert!(statements.into_iter().any(|id| tree.parts_of_stmt(id).len() > 2));
}

/// The steps of building the function `f` of a program with a part that is repeated.
fn work(count: usize, before: &str, part: &str, after: &str) -> u64 {
    let module = checked(&format!("{before}{}{after}", part.repeat(count)));
    steps::of(|| _ = tree(&module, "f"))
}

#[test]
fn trees_are_built_in_linear_time() {
    let rows = [
        ("int f(int a) { return a", " + a", "; }"),
        ("int f(int a) { return (a", ", a++", ", a); }"),
        ("int f(int a) { if (a) a = 0;", " else if (a) a = 1;", " return a; }"),
        ("int g(int a = 1 + 2 * 3, int b = 5) { return a; } int f(int a) { ", "a += g();", " return a; }"),
        ("struct S { int a = 1; int b = 2; }; int f(int a) { ", "{ S s; }", " return a; }"),
        ("int f(int a) { int b[] = {a", ", a", "}; return b[0]; }"),
    ];
    for (before, part, after) in rows {
        let (small, large) = (work(100, before, part, after), work(200, before, part, after));
        assert!(large * 2 < small * 5, "{part}: {small} and {large}");
    }
}

/// Builds the function `f` of a program on the stack that threads of WebAssembly have.
fn build_on_a_small_stack(text: String) {
    let check = move || checked(&text);
    let module = thread::Builder::new().stack_size(64 << 20).spawn(check).expect("a thread").join();
    let module = module.expect("it is checked");
    let build = move || tree(&module, "f").tree.exprs.len();
    let count = thread::Builder::new().stack_size(1 << 20).spawn(build).expect("a thread").join();
    assert!(count.expect("it is built") > 0);
}

/// Builds the function `f` with as many nested parts as the checker accepts.
fn build_nested(levels: usize, before: &str, (open, close): (&str, &str), after: &str) {
    build_on_a_small_stack(format!("{before}{}i{}{after}", open.repeat(levels), close.repeat(levels)));
}

#[test]
fn building_fits_a_small_stack() {
    let before = "struct S { int v; S(int i) : v(i) {} int at(S s) { return s.v; } S operator-() const { return S(v); } };
        int g(int i, int k = 1) { return i; } int h(const thread S& s) { return s.v; }";
    let int = |body: &str| format!("{before} int f(int i, thread int* p) {{ S s(i); return {body}");
    build_nested(75, &int(""), ("g(", ")"), "; }");
    build_nested(35, &int(""), ("h(S(", "))"), "; }");
    build_nested(75, &int(""), ("s.at(", ")"), "; }");
    build_nested(220, &int(""), ("p[", "]"), "; }");
    build_nested(110, &int(""), ("(i ? 1 : ", ")"), "; }");
    build_nested(70, &int("h("), ("-(", ")"), "); }");
    build_nested(110, &int(""), ("int4(", ").x"), "; }");
    build_nested(60, &format!("{before} void f(int i) {{ "), ("{ if (i) { ", "; } }"), " }");
    // A default argument is an expression of a different function, so that no parser bounds their depth.
    let functions: Vec<String> =
        (1..1000).map(|at| format!("int f{at}(int a = f{}()) {{ return a; }}\n", at - 1)).collect();
    let text = format!("int f0() {{ return 1; }}\n{}int f() {{ return f999(); }}", functions.concat());
    let printed = printed(&text, "f");
    assert!(printed.starts_with("return f999(f998(") && printed.contains("<this nesting>"), "{printed}");
    build_on_a_small_stack(text);
}
