//! Forms that programs of other people have, which Apple's compiler accepts and the specification does not mention.

use super::{HEAD, check, mistakes};
use crate::{Options, validate};
use msl_spec::{Dialect, rules};
use shader_source::diagnostic::Severity;

/// The rules that a program for Metal 3.2 breaks.
fn later_mistakes(text: &str) -> Vec<&'static str> {
    let options = Options { dialect: Dialect::Metal32, ..Options::default() };
    validate(&format!("{HEAD}{text}"), &options).iter().map(|found| found.rule.id).collect()
}

#[test]
fn a_deleted_template_has_specializations() {
    check(&[(
        "template <typename T, typename U> U g(T v) = delete; template <> float g<int, float>(int v) { return v; }
         float f() { return g<int, float>(1) + g<float, float>(1.0f); }",
        rules::CALL_MATCH,
        "g",
        "template <typename T, typename U> U g(T v) = delete; template <> float g<int, float>(int v) { return v; }
         float f() { return g<int, float>(1); }",
    )]);
    check(&[(
        "template <typename T> T g(T v) { return v; } template <> int g<int>(int v) = delete;
         float f() { return g(1.0f) + g(1); }",
        rules::CALL_MATCH,
        "g",
        "template <typename T> T g(T v) { return v; } template <> int g<int>(int v) = delete; float f() { return g(1.0f); }",
    )]);
}

#[test]
fn a_specialization_gets_arguments_from_its_result() {
    check(&[(
        "template <typename R, typename T> R g(T v); template <> float g(int v, int w) { return v; }",
        rules::TEMPLATE_ARGUMENTS,
        "g",
        "template <typename R, typename T> R g(T v); template <> float g(int v) { return v; } float f() { return g<float>(1); }",
    )]);
}

#[test]
fn a_statement_may_declare_a_variable_before_its_condition() {
    check(&[
        (
            "int f(int a) { if (int b = a + 1; b > 2) { return b; } else { return -b; } return b; }",
            rules::NAME_DECLARED,
            "b",
            "int f(int a) { if (int b = a + 1; b > 2) { return b; } else { return -b; } return a; }",
        ),
        (
            "int f(int a) { switch (int b = a; b) { case 1: return b; default: break; } return b; }",
            rules::NAME_DECLARED,
            "b",
            "int f(int a) { switch (int b = a; b) { case 1: return b; default: break; } return 0; }",
        ),
        (
            "int f(int a) { if (int b = a; int c = b) { int b = c; } return 0; }",
            rules::NAME_REDEFINITION,
            "b",
            "int f(int a) { if (int b = a; int c = b) { return c; } return 0; }",
        ),
        (
            "int f(int a) { while (int b = a; b > 0) { return b; } return 0; }",
            rules::GRAMMAR_TOKEN,
            ";",
            "int f(int a) { while (int b = a) { return b; } return 0; }",
        ),
    ]);
}

#[test]
fn functions_of_the_library_initialize_constants() {
    check(&[(
        "constant float a = simd_sum(1.0f);",
        rules::VARIABLE_CONSTANT_CONSTANT_INITIALISER,
        "simd_sum(1.0f)",
        "constant float3x3 a = transpose(float3x3(1)); constant float3x3 b = a * a; constant float c = sqrt(2.0f);",
    )]);
}

#[test]
fn inline_may_be_repeated() {
    let text = "METAL_FUNC inline float f() { return 1; }";
    assert_eq!(mistakes(text), [(rules::GRAMMAR_SPECIFIERS.id, "inline".to_owned())]);
    let found = validate(&format!("{HEAD}{text}"), &Options::default());
    assert!(found.iter().all(|found| found.severity == Severity::Warning));
}

#[test]
fn later_versions_have_macros_of_their_own_and_leave_out_less() {
    let asks = "#if defined(__HAVE_BFLOAT__)\nbfloat f(bfloat a) { return a; }\n#else\n#error none\n#endif";
    assert_eq!(later_mistakes(asks), [] as [&str; 0]);
    assert_eq!(mistakes(asks).len(), 1);
    let text = "int f(int a) { return a == 0 ? 0 : f(a - 1); }";
    assert_eq!(later_mistakes(text), [rules::UNSUPPORTED_FEATURE.id]);
    assert_ne!(mistakes(text)[0].0, rules::UNSUPPORTED_FEATURE.id);
}

#[test]
fn a_reference_to_a_pointer_is_to_a_variable_of_a_function() {
    check(&[(
        "void g(float& a) { a += 1; }",
        rules::POINTER_ADDRESS_SPACE,
        "float&",
        "void g(device float*& a) { a += 1; } kernel void f(device float* a [[buffer(0)]]) { g(a); *a = 1; }",
    )]);
}

#[test]
fn a_parameter_of_a_constructor_may_have_the_name_of_the_member_that_it_begins() {
    let text = "struct C { float real; float imag; constexpr C(float real, float imag) : real(real), imag(imag) {} };
        template <typename T> struct D { T real; constexpr D(T real) : real(real) {} };
        static_assert(C(1, 2).real == 1, \"\"); static_assert(C(1, 2).imag == 2, \"\"); static_assert(D<float>(3).real == 3, \"\");";
    assert_eq!(mistakes(text), []);
    check(&[(
        "struct C { float a; C(float b) : b(b) {} };",
        rules::NAME_DECLARED,
        "b",
        "struct C { float a; C(float b) : a(b) {} };",
    )]);
}

#[test]
fn variables_do_not_hide_scopes() {
    check(&[
        (
            "struct S { float g(float2 coord) { constexpr sampler s(cord::normalized); return coord.x; } };",
            rules::NAME_NAMESPACE_KNOWN,
            "cord",
            "struct S { float g(float2 coord) { constexpr sampler s(coord::normalized); return coord.x; } };",
        ),
        (
            "namespace a { int f(int v) { return v; } } namespace b { int f(float v) { return 2; } } using namespace a; using namespace b;
             int g(uint v) { return f(v); }",
            rules::CALL_UNAMBIGUOUS,
            "f",
            "namespace a { int f(int v) { return v; } } namespace b { int f(float v) { return 2; } } using namespace a; using namespace b;
             int g() { return f(1) + f(1.0f); }",
        ),
    ]);
    let text = "struct U { float2 a; }; struct P { constant U& uniform; float2 g() { float2 r = uniform.a; return r; } };";
    assert_eq!(mistakes(text), []);
}

#[test]
fn clang_has_limits_and_suffixes() {
    let text = "constant ulong a = 0x8000000080008008ULL; constant long b = 10LL; constant float c = -__FLT16_MAX__; constant uint d = __UINT32_MAX__;";
    assert_eq!(mistakes(text), []);
}

#[test]
fn attributes_that_clang_ignores_are_warnings() {
    let errors = |text: &str| {
        let found = validate(&format!("{HEAD}{text}"), &Options::default());
        found.iter().filter(|found| found.severity == Severity::Error).count()
    };
    assert_eq!(errors("kernel void k(device const uint* o [[buffer(0), access(read)]]) {}"), 0);
    assert_eq!(errors("kernel void k(device const uint* o [[access(read)]]) {}"), 1);
    let output = "struct V { float4 p [[position]]; float3 n [[attribute(1)]]; }; vertex V v() { V o; o.p = 0; o.n = 0; return o; }";
    assert_eq!(errors(output), 0);
    assert_eq!(mistakes(output).len(), 1);
}

#[test]
fn a_designator_names_any_member_of_a_union() {
    check(&[(
        "union D { int a; float b; }; float f() { D d = {.c = 2.0f}; return d.b; }",
        rules::MEMBER_DESIGNATOR_KNOWN,
        "c",
        "union D { int a; float b; }; float f() { D d = {.b = 2.0f}; return d.b; }",
    )]);
    // One element is not one member of several.
    let beyond = "int f() { int a[1] = {[5] = 1}; return a[0]; }";
    assert_eq!(mistakes(beyond).len(), 1, "{:?}", mistakes(beyond));
}

#[test]
fn what_only_later_compilers_accept_is_not_supported() {
    for text in ["typedef void (*F)(thread float2*);", "kernel void k() { threadgroup float a[2] = {0}; }"] {
        assert_eq!(later_mistakes(text), [rules::UNSUPPORTED_FEATURE.id], "{text}");
        assert_ne!(mistakes(text)[0].0, rules::UNSUPPORTED_FEATURE.id, "{text}");
    }
}

#[test]
fn packed_vectors_are_a_template() {
    assert_eq!(mistakes("float4 f(packed_vec<float, 3> v) { return float4(v, 1); }"), []);
    let cast = "template <typename T> vec<T, 4> f(device const void* p) { return *(device const packed_vec<T, 4>*)p; }
        half4 g(device const void* p) { return f<half>(p); }
        static_assert(sizeof(packed_vec<float, 3>) == 12 && alignof(packed_vec<half, 4>) == 2, \"as in Apple's headers\");";
    assert_eq!(mistakes(cast), []);
    let deduced = "template <typename T, int N> T f(packed_vec<T, N> v) { return v[N - 1]; }";
    assert_eq!(mistakes(&format!("{deduced} float g(packed_float3 v) {{ return f(v); }}")), []);
    assert_eq!(mistakes(&format!("{deduced} float g(float3 v) {{ return f(v); }}")).len(), 1);
}

#[test]
fn braces_may_have_fewer_values_than_a_vector() {
    assert_eq!(mistakes("float4 f(float2 v) { float4 a = {v.x, v.y, v.x}; return a + float4{v, 1}; }"), []);
    let parentheses = mistakes("float4 f(float2 v) { return float4(v, 1); }");
    assert_eq!(parentheses[0].0, rules::VECTOR_CONSTRUCTOR_ENOUGH.id);
    let many = mistakes("float2 f(float2 v) { float2 a = {v, 1}; return a; }");
    assert_eq!(many[0].0, rules::VECTOR_CONSTRUCTOR_NOT_TOO_MANY.id);
}

#[test]
fn functions_promise_to_throw_nothing() {
    let constant = "template <typename T, T v> struct C { typedef T type; constexpr operator type() const thread noexcept { return v; } C() noexcept {} };
        int g() noexcept; int g() noexcept(true) { return 2; } int f(short i, C<int, 36> c) { return i * c + g(); }";
    assert_eq!(mistakes(constant), []);
    check(&[
        (
            "struct S { int a; int f() noexcept const { return a; } };",
            rules::GRAMMAR_TOKEN,
            "const",
            "struct S { int a; int f() const noexcept { return a; } };",
        ),
        (
            "bool f() { return noexcept(1); }",
            rules::REMOVED_NOEXCEPT_OPERATOR,
            "noexcept",
            "bool f() { return true; }",
        ),
    ]);
    assert_eq!(mistakes("int f() noexcept(1 > 0) { return 1; }")[0].0, rules::UNSUPPORTED_FEATURE.id);
}

#[test]
fn lists_are_subscripts_of_objects() {
    check(&[(
        "int f(thread int* a) { return a[{1}]; }",
        rules::INDEX_INTEGER,
        "{1}",
        "struct I { int r, c; }; struct A { int v[4]; int operator[](I i) const { return v[i.r * 2 + i.c]; } }; int f(A a) { return a[{1, 0}]; }",
    )]);
    let several = "struct A { int v; int operator[](int2 i) const { return v; } int operator[](int i) const { return v; } }; int f(A a) { return a[{1, 0}] + a[1]; }";
    assert_eq!(mistakes(several), []);
}

#[test]
fn the_address_space_of_functions_says_nothing_about_members() {
    let text = "class L { thread float s; public: thread L(const uint a); thread float rand(); };
        thread L::L(const uint a) { s = a; } thread float L::rand() { return s; } float f() { L l(1u); return l.rand(); }";
    let found = validate(&format!("{HEAD}{text}"), &Options::default());
    assert!(found.iter().all(|found| found.severity == Severity::Warning), "{found:?}");
    assert_eq!(mistakes(text), [(rules::MEMBER_NO_ADDRESS_SPACE.id, "thread float".to_owned())]);
    let device = "struct L { device float s; };";
    assert!(validate(device, &Options::default()).iter().any(|found| found.severity == Severity::Error));
}

#[test]
fn later_features_have_no_consequences() {
    for text in [
        "struct E { template <class T> static T op(T x) { return x; } }; template <> float E::op<float>(float x) { return x + 1; }
         template <class O, class T> T ap(T x) { return O::template op<T>(x); } float q(float x) { return ap<E>(x); }",
        "template <int A, int B, bool = (A < B)> struct U { template <class F> static void run(F f) {} }; template <class T> void load(T a) {}
         template <class T> void k(T a) { U<0, T::n>::run(load<T>); }",
        "template <int n> struct P { int a[n]; }; void f(constant P<0>& p) { p.a; }",
        "struct S { int a; operator float() { return 1; } float f() { return this->operator float(); } };",
        "float4 e(vec<float, 1> v) { return 1; } float4 e(vec<half, 1> v) { return 2; } float4 f(float v) { return e(v); }",
        "#define V HUGE_VALBF\nconstant auto a = V;",
        "void f(int a) { auto s = ({ int b = a; b; }) + 1; s++; }",
        "bfloat f(bfloat a, bfloat b, long c) { bfloat d = select(a, b, c); return d; }",
        "void f(char c) { char h[] = \"0123\"; h[0] = c; }",
        "template <> struct _numeric_limits_impl<float3> { static float f(); }; struct I {}; float f() { return numeric_limits<I>::max(); }",
    ] {
        let found = later_mistakes(text);
        assert!(!found.is_empty(), "{text}");
        assert!(found.iter().all(|rule| rule.starts_with("unsupported.")), "{text}: {found:?}");
    }
}

#[test]
fn a_parameter_of_a_template_is_a_function() {
    check(&[(
        "template <class T, T f(T, int)> T a(T x) { return f(x); } int g(int x, int n) { return x + n; } int h() { return a<int, g>(1); }",
        rules::CALL_ARGUMENT_COUNT,
        "f",
        "template <class T, T f(T, int)> T a(T x) { return f(x, 2); } int g(int x, int n) { return x + n; } int h() { return a<int, g>(1); }",
    )]);
}

#[test]
fn names_of_a_namespace_are_not_those_around_it() {
    let text = "namespace o { struct zero { static float op() { return 0; } }; } template <class O> float ap() { return O::op(); }
        template <class T> float zero(T x) { return ap<o::zero>() + x; } float f() { return zero(1); }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn the_library_has_the_types_that_programs_share_with_c() {
    assert_eq!(mistakes("struct R { simd_uint2 a; vector_float2 b; matrix_float4x4 c; };"), []);
}

#[test]
fn a_name_after_a_double_colon_is_of_the_program() {
    let text = "constant int x = 1; constexpr int f() { return 3; } namespace q { constexpr int f() { return 4; } constexpr int g() { return ::f() * 10 + f(); } }
        struct S { int x; int g() { return ::x + x; } }; static_assert(q::g() == 34, \"\");
        int h() { int x = 7; return ::x + x + ::q::f(); } ::metal::float3 i(::float3 a) { return ::metal::abs(a) + ::abs(a); }";
    assert_eq!(mistakes(text), []);
    check(&[(
        "int g() { int y = 1; return ::y; }",
        rules::NAME_DECLARED,
        "y",
        "constant int y = 2; int g() { int y = 1; return ::y + y; }",
    )]);
}

#[test]
fn characters_have_the_values_of_their_escapes() {
    let text = "static_assert('\\n' == 10 && '\\0' == 0 && '\\x41' == 65 && '\\'' == 39 && 'a' == 97, \"\");";
    assert_eq!(mistakes(text), []);
}

#[test]
fn a_function_is_better_than_a_template_with_an_empty_pack() {
    let text = "constexpr int s(int a) { return 1; } template <class... R> constexpr int s(int a, R... r) { return 2; }
        static_assert(s(5) == 1 && s(5, 6) == 2, \"\");
        constexpr int sum(int a) { return a; } template <class... R> constexpr int sum(int a, R... r) { return a + sum(r...); }
        static_assert(sum(1, 2, 3) == 6, \"\");";
    assert_eq!(mistakes(text), []);
}

#[test]
fn a_member_template_may_have_the_name_of_a_parameter() {
    let text = "struct Z { template <class T> static T op(T a) { return a; } };
        template <class op> float f(float x) { return op::template op<float>(x); } float g() { return f<Z>(1); }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn what_is_not_supported_has_no_consequences() {
    for text in [
        "uint f(uint a, uint b) asm(\"x.y\"); uint g() { return f(1, 2); }",
        "typedef struct __attribute__((__packed__)) P { char c; int x; } P; int f(P p) { return p.x; }",
    ] {
        let found = mistakes(text);
        assert!(found.iter().all(|(rule, _)| *rule == rules::UNSUPPORTED_FEATURE.id), "{text}: {found:?}");
        assert!(!found.is_empty());
    }
}

#[test]
fn what_later_versions_have_has_no_consequences() {
    for text in [
        "void f(device float2* o) { simdgroup_float8x8 m; thread auto& r = m.thread_elements(); o[0] = r; }",
        "void f(device float2* o) { simdgroup_float8x8 m; o[0] = m.thread_elements(); }",
        "struct S { operator float() thread { return 1.0f; } operator half() thread { return half(this->operator float()); } };",
    ] {
        assert_eq!(later_mistakes(text), [rules::UNSUPPORTED_FEATURE.id], "{text}");
    }
}

#[test]
fn a_thread_reaches_its_elements_of_a_matrix() {
    let text = "void f(device float2* o, thread simdgroup_half8x8* p) { simdgroup_float8x8 m; m.thread_elements()[0] = o[0].x; (p->thread_elements())[1] += 1.0h;
        thread float2& r = reinterpret_cast<thread float2&>(m.thread_elements()); r = o[0]; thread auto& e = m.thread_elements(); e[0] = o[0].y; thread const auto& c = e; o[0].x = c[1]; }";
    assert_eq!(later_mistakes(text), [""; 0]);
    let member = "struct S { simdgroup_float8x8 m[2]; float f(int i) const { thread const auto& e = m[i].thread_elements(); return e[0]; } };";
    assert_eq!(later_mistakes(member), [""; 0]);
    let read_only =
        "void f() { simdgroup_float8x8 m; thread const auto& c = m.thread_elements(); c[0] = 1.0f; }";
    assert_eq!(later_mistakes(read_only), [rules::ASSIGNMENT_LVALUE.id]);
    let wrong = "void f(device float2* o) { simdgroup_float8x8 m; m.thread_elements()[0] = o; m.thread_elements()[o] = 1.0f;
        device float2& r = reinterpret_cast<device float2&>(m.thread_elements()); }";
    let rules =
        [rules::CONVERSION_ASSIGNMENT.id, rules::INDEX_INTEGER.id, rules::CONVERSION_POINTER_SAME_SPACE.id];
    assert_eq!(later_mistakes(wrong), rules);
}

#[test]
fn texts_are_constant_arrays_in_later_versions() {
    let text = "void v() { constant char* a = \"b\"; } static_assert(sizeof(\"a\\n\" \"bc\") == 5, \"\"); char g(const constant char* s) { return s[0]; } char f() { return g(\"ab\") + \"c\"[0]; }";
    assert_eq!(later_mistakes(text), [""; 0]);
    assert_eq!(
        later_mistakes("char f(thread char* s) { return s[0]; } char g() { return f(\"ab\"); }"),
        [rules::CONVERSION_ARGUMENT.id]
    );
    assert_eq!(later_mistakes("void f() { \"a\"[0] = 'b'; }"), [rules::CONSTANT_NOT_WRITTEN.id]);
}

#[test]
fn shaders_write_to_logs() {
    let head = "#include <metal_logging>\n#include <SwiftUI/SwiftUI_Metal.h>\n";
    let text = "constant os_log logger(\"a\", \"b\"); void f(int i) { logger.log_debug(\"%d\" \"%d\", i, 2); logger.log_with_type(log_type_error, \"c\"); os_log_default.log(\"d\"); }
        half4 g(SwiftUI::Layer layer) { return layer.sample(float2(1)) * half(layer.tex.get_width()); }";
    assert_eq!(later_mistakes(&format!("{head}{text}")), [""; 0]);
    for (text, rule) in [
        ("constant os_log logger(\"a\");", rules::CALL_MATCH),
        ("void f(int i) { os_log_default.log(i); }", rules::CALL_MATCH),
        ("void f() { os_log log(\"a\", \"b\"); }", rules::CALL_MATCH),
    ] {
        assert_eq!(later_mistakes(&format!("{head}{text}")), [rule.id], "{text}");
    }
    check(&[("constant metal::os_log logger(1, 2);", rules::VERSION_NOT_LATER, "os_log", "")]);
}

#[test]
fn an_object_begins_by_a_constructor_for_its_address_space() {
    check(&[(
        "struct L { int v; constexpr L(int a) constant : v(a) {} }; constant L l(1, 2);",
        rules::CALL_MATCH,
        "(1, 2)",
        "struct L { int v; constexpr L(int a) constant : v(a) {} }; constant L l(1); struct M { int v; M(int a) : v(a) {} M(int a, int b) constant; }; void f() { M m(1); }",
    )]);
    check(&[(
        "struct L { int v; constexpr L(int a) constant : v(a) {} }; void f() { L l(1); }",
        rules::CALL_MATCH,
        "(1)",
        "",
    )]);
}

#[test]
fn templates_of_apples_headers_have_their_meaning() {
    let text = "template <typename T> constexpr constant bool is_a = _disjunction<is_same<T, int>, is_same<T, uint>>::value;
        template <typename T, enable_if_t<is_a<T>, bool> = true> int f(T a) { return 1; } template <typename T, enable_if_t<!is_a<T>, bool> = true> int f(T a) { return 2; }
        int g() { return f(1) + f(1.0f); } static_assert(_conjunction<true_type, _negation<false_type>>::value && is_a<uint>, \"\");";
    assert_eq!(later_mistakes(text), [""; 0]);
}

#[test]
fn functions_may_promise_not_to_throw() {
    check(&[(
        "struct S { constexpr operator int() const thread noexcept { return 4; } }; int f(short a) noexcept(true) { S s; return a * s; }
         int g() { return f(2) noexcept; }",
        rules::GRAMMAR_TOKEN,
        "noexcept",
        "struct S { constexpr operator int() const thread noexcept { return 4; } }; int f(short a) noexcept(true) { S s; return a * s; }",
    )]);
}

#[test]
fn templates_are_compared_without_mistakes_in_their_structures() {
    let text = "template <int N> struct P { int a[N]; long b[N + 2]; static P<N> q(P<N> o) { return o; } };
        template <typename T, int N> int f(T v, constant P<N>* p) { return p->a[0]; } template <typename T, int N> int f(T v, constant P<N>& p) { return 1; }
        int g(constant P<2>* p) { return f(1, p) + f(1.0f, *p); }";
    assert_eq!(mistakes(text), []);
}

#[test]
fn class_templates_have_templates_of_aliases() {
    let class = "template <class T> struct F { static constexpr constant int n = sizeof(T) / 2; typedef vec<T, 1> single; typedef simdgroup_matrix<T, 8, 8> matrix;
        template <class U = T> using pair = vec<U, n>; template <class U> using block = simdgroup_matrix<U, 8, 8>;
        template <class U> static U sum(pair<U> a) { return a.x + a.y; } template <class U> static void mul(thread block<U>& d, thread block<U>& a) { simdgroup_multiply(d, a, a); } };";
    for text in [
        "float f(F<float> x, F<int>::pair<short> y) { F<ulong>::pair<> z(1); return F<float>::sum(float2(1)) + y.x + z.w + x.n; }",
        "void g(F<float> x) { F<float>::block<half> d, a; x.mul(d, a); }",
        "struct B { F<bool> b; };",
    ] {
        assert_eq!(later_mistakes(&format!("{class} {text}")), [] as [&str; 0], "{text}");
    }
    let wrong = "float f(F<int>::pair<short> y) { return y.z; }";
    assert_eq!(later_mistakes(&format!("{class} {wrong}")), [rules::VECTOR_COMPONENT_IN_RANGE.id]);
    assert_eq!(
        later_mistakes(&format!("{class} void f() {{ F<bool>::matrix m; }}")),
        [rules::TEMPLATE_ARGUMENTS.id]
    );
    assert_eq!(
        later_mistakes(&format!("{class} void f() {{ F<int>::single m; }}")),
        [rules::UNSUPPORTED_FEATURE.id]
    );
}

#[test]
fn values_are_promised_to_be_uniform() {
    let text = "template <int n> void f(constant int& a, device int* o, int i) { constexpr const uniform<int> s = make_uniform(n); const uniform<int> e = make_uniform(i);
        for (int j = 0; j < e / s; j++) { o[j] = a; } auto b = make_uniform(i); int c = b + 1; o[c] = 0; } void g(constant int& a, device int* o) { f<4>(a, o, 3); }";
    assert_eq!(later_mistakes(text), [] as [&str; 0]);
    assert_eq!(mistakes("void f(int a) { auto b = make_uniform(a); }")[0].0, rules::UNSUPPORTED_FEATURE.id);
}
