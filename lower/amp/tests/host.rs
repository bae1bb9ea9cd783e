//! Host code: the C++ standard library, and features of the language beyond kernels.

use amp_run::{Argument, Error, Outcome, run};
use cxx_validator::{Headers, Source};
use msl_validator::amp;
use shader_run::execute::{FaultKind, Options};

const BEGIN: &str = "#include <amp.h>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
using namespace concurrency;
";

/// Runs `void run(std::vector<T>& a)` with these bytes.
fn outcome(body: &str, bytes: Vec<u8>, is_strict: bool) -> Result<Outcome, Error> {
    let text = format!("{BEGIN}{body}");
    let program = amp::program(Source::text(&text), &[], Headers::NONE);
    let module = &program.module;
    assert!(program.has_meaning(), "{:?}", module.diagnostics);
    let name = |number: &usize| module.names.text(module.ast[module.instances[*number].function].name);
    let number = (0..module.instances.len()).find(|number| name(number) == "run").expect("the function");
    let options = Options { strict: is_strict, ..Options::default() };
    run(&program, number, &[Argument::Elements(bytes)], &options)
}

fn bytes_after(body: &str, bytes: Vec<u8>) -> Vec<u8> {
    let result = outcome(body, bytes, false).unwrap_or_else(|error| panic!("{error:?}: {body}"));
    let Argument::Elements(bytes) = &result.arguments[0] else { panic!("expected elements") };
    bytes.clone()
}

/// The numbers after statements that change `std::vector<int>& a`.
fn integers(statements: &str, before: &[i32]) -> Vec<i32> {
    integers_of(&format!("void run(std::vector<int>& a) {{ {statements} }}"), before)
}

fn integers_of(body: &str, before: &[i32]) -> Vec<i32> {
    let bytes = before.iter().flat_map(|element| element.to_le_bytes()).collect();
    let after = bytes_after(body, bytes);
    after.chunks(4).map(|bytes| i32::from_le_bytes(bytes.try_into().expect("four bytes"))).collect()
}

/// The value of an expression as `double`.
fn number(expression: &str) -> f64 {
    let body = format!("void run(std::vector<double>& a) {{ a[0] = {expression}; }}");
    f64::from_le_bytes(bytes_after(&body, vec![0; 8]).try_into().expect("eight bytes"))
}

fn error(statements: &str) -> Error {
    let body = format!("void run(std::vector<int>& a) {{ {statements} }}");
    outcome(&body, vec![0; 16], false).expect_err("an error")
}

/// C++14 26.8: a function has a form for `float`, one for `double`, and integers become `double`.
#[test]
fn mathematical_functions_follow_the_types_of_their_arguments() {
    let exact = [
        ("std::sqrt(2.0)", 2.0_f64.sqrt()),
        ("sqrt(2)", 2.0_f64.sqrt()),
        ("std::sqrt(2.0f)", 2.0_f32.sqrt().into()),
        ("sqrtf(2)", 2.0_f32.sqrt().into()),
        ("std::pow(2.0f, 3)", 8.0),
        ("pow(-2, 3)", -8.0),
        ("std::abs(-1.5f) + std::abs(-1.5) + abs(-3)", 6.0),
        ("fabs(-1.0) + fabsf(-2.0f)", 3.0),
        ("round(-2.5) + std::round(0.49999999999999994)", -3.0),
        ("std::lround(2.5f) + std::floor(2.5f) + ceil(2.5)", 8.0),
        ("std::isnan(std::sqrt(-1.0)) + isinf(log(0.0)) + std::isfinite(1.0f)", 3.0),
        ("hypot(3.0f, 4.0f) + hypot(3e200, 4e200) / 1e200", 10.0),
        ("cbrt(27.0) + ldexp(1.5, 4) + trunc(-2.7) + fmod(5.5, 2)", 26.5),
        ("std::max(1.0f, sqrt(4.0f)) + std::min(1.0, 2.0)", 3.0),
    ];
    for (expression, expected) in exact {
        assert_eq!(number(expression).to_bits(), expected.to_bits(), "{expression}: {}", number(expression));
    }
    let near = [
        ("erf(0.5)", 0.520_499_877_813_046_5),
        ("erf(2.5)", 0.999_593_047_982_555),
        ("erfc(3.0)", 2.209_049_699_858_544e-5),
        ("log10(2.0)", 2.0_f64.log10()),
        ("expm1(1e-10)", 1e-10_f64.exp_m1()),
        ("log1p(1e-10)", 1e-10_f64.ln_1p()),
    ];
    for (expression, expected) in near {
        assert!((number(expression) / expected - 1.0).abs() < 1e-14, "{expression}: {}", number(expression));
    }
}

#[test]
fn mathematical_functions_are_only_for_the_host() {
    let text = format!(
        "{BEGIN}void run(array_view<float> v) {{
            parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {{ v[i] = sqrtf(v[i]) + std::abs(v[i]); }});
        }}"
    );
    let program = amp::program(Source::text(&text), &[], Headers::NONE);
    let rules: Vec<&str> = program.module.diagnostics.iter().map(|found| found.rule.id).collect();
    assert_eq!(rules, ["call.restrictions"; 2]);
    // A header that is missing may include <amp_math.h>.
    let program = amp::program(Source::text(&format!("#include \"all.h\"\n{text}")), &[], Headers::NONE);
    assert_eq!(
        (program.module.diagnostics.len(), program.unresolved.len()),
        (1, 1),
        "{:?}",
        program.unresolved
    );
}

#[test]
fn new_makes_objects() {
    assert_eq!(integers("int* p = new int(6); a[0] = *p + *new int(); delete p;", &[1; 1]), [6]);
    assert_eq!(integers("int* p = new int[4]; p[3] = 5; a[0] = p[3] + p[2]; delete[] p;", &[1; 1]), [5]);
    let point = "struct P { int x; float y; };";
    let body = format!("{point} void run(std::vector<int>& a) {{ P* p = new P{{3, 4.f}}; a[0] = p->x; }}");
    assert_eq!(integers_of(&body, &[1]), [3]);
    let body = "struct Base { int b; Base() : b(3) {} }; struct Derived : Base { int c; Derived(int c) : c(c) {} };
        void run(std::vector<int>& a) { Base* b = new Derived(5); a[0] = b->b; int** rows = new int*[2]; rows[1] = &a[1]; *rows[1] = 7; }";
    assert_eq!(integers_of(body, &[0; 2]), [3, 7]);
}

#[test]
fn owners_lead_to_their_objects() {
    let statements = "auto s = std::make_shared<std::vector<int>>(4); auto t = s; (*t)[1] = 5; a[0] = (*s)[1] + s->size();
        std::unique_ptr<array<int, 1>> p(new array<int, 1>(4)); array_view<int> v(*p); v[2] = 6; a[1] = v[2] + p->extent[0];
        auto u = std::make_unique<int>(8); auto w = std::move(u); a[2] = *w + (u.get() == nullptr); w.reset(); a[3] = w ? 1 : 2;
        std::unique_ptr<int[]> e(new int[3]); e[2] = 9; a[4] = e[2];";
    assert_eq!(integers(statements, &[0; 5]), [9, 10, 9, 2, 9]);
}

/// Programs that compute step by step have two arrays that change places.
#[test]
fn members_are_pointers_that_change_places() {
    let body = "class Steps {
    public:
        Steps(int n) : present(new array<int, 1>(n)) { next = new array<int, 1>(n); }
        void step() {
            array<int, 1>& from = *present;
            array<int, 1>& to = *next;
            parallel_for_each(from.extent, [&from, &to](index<1> i) restrict(amp) { to[i] = from[i] + i[0] + 1; });
            std::swap(present, next);
        }
        array<int, 1>* present;
        array<int, 1>* next;
    };
    void run(std::vector<int>& a) {
        std::unique_ptr<Steps> steps(new Steps(4));
        for (int i = 0; i < 3; ++i) steps->step();
        std::vector<int> found = *steps->present;
        a = found;
    }";
    assert_eq!(integers_of(body, &[0; 4]), [3, 6, 9, 12]);
}

#[test]
fn new_in_a_kernel_is_one_mistake() {
    let text = format!(
        "{BEGIN}void run(array_view<int> v) {{
            parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {{ int* p = new int(v[i]); v[i] = *p; delete p; }});
        }}"
    );
    let program = amp::program(Source::text(&text), &[], Headers::NONE);
    let rules: Vec<&str> = program.module.diagnostics.iter().map(|found| found.rule.id).collect();
    assert_eq!(rules, ["call.implicit"; 2]);
}

#[test]
fn destructors_and_virtual_functions_are_refused() {
    let refused = |body: &str| match outcome(body, vec![0; 4], false) {
        Err(Error::Unsupported(refused)) => refused.message,
        other => panic!("expected a refusal, found {other:?}"),
    };
    let body = "int ends = 0; struct S { ~S() { ++ends; } }; void run(std::vector<int>& a) { S* s = new S; delete s; }";
    assert!(refused(body).contains("destructor"));
    let classes = "struct B { virtual int f() { return 1; } int g() { return f(); } }; struct D : B { int f() { return 2; } };";
    let on_pointer = format!("{classes} void run(std::vector<int>& a) {{ D d; B* b = &d; a[0] = b->f(); }}");
    assert!(refused(&on_pointer).contains("virtual"));
    let through_this = format!("{classes} void run(std::vector<int>& a) {{ D d; a[0] = d.g(); }}");
    assert!(refused(&through_this).contains("virtual"));
    let known = format!(
        "{classes} void run(std::vector<int>& a) {{ D d; B b; D* p = &d; a[0] = 10 * d.f() + b.f() + p->f(); }}"
    );
    assert_eq!(integers_of(&known, &[0]), [23]);
}

#[test]
fn an_assertion_that_fails_stops_the_program() {
    assert_eq!(integers("assert(a.size() == 2); a[0] = 1;", &[0; 2]), [1, 0]);
    let Error::Exception(place, message) = error("assert(a[0] == 1);") else {
        panic!("expected an exception")
    };
    assert_eq!((place.hi - place.lo, message.as_str()), (17, "the assertion doesn't hold"));
    assert!(matches!(error("exit(1);"), Error::Exception(..)));
    assert_eq!(integers("if (a.empty()) throw 1; a[0] = 2;", &[0]), [2]);
    assert!(matches!(error("if (a[0] == 0) throw std::runtime_error(\"zero\");"), Error::Exception(..)));
}

#[test]
fn vectors_change_in_the_middle() {
    let statements = "std::vector<int> v; v.assign(2, 4); v.insert(v.begin() + 1, 5); v.insert(v.end(), a.begin(), a.end());
        v.erase(v.begin()); v.emplace_back(9); v.insert(v.begin(), 2u, v[0]); a = v;";
    assert_eq!(integers(statements, &[1, 2]), [5, 5, 5, 4, 1, 2, 9]);
}

#[test]
fn algorithms() {
    let add = "[](int a, int b) { return a + b; }";
    let cases = [
        ("std::sort(a.begin(), a.end());", vec![1, 2, 3, 5]),
        ("std::sort(a.begin(), a.end(), [](int a, int b) { return a > b; });", vec![5, 3, 2, 1]),
        ("std::sort(a.begin(), a.end(), std::greater<int>());", vec![5, 3, 2, 1]),
        ("std::fill_n(a.begin(), 2, 7);", vec![7, 7, 1, 2]),
        ("std::reverse(a.begin(), a.end());", vec![2, 1, 5, 3]),
        (
            "std::transform(a.begin(), a.end(), a.begin(), a.begin(), std::multiplies<int>());",
            vec![9, 25, 1, 4],
        ),
        ("std::partial_sum(a.begin(), a.end(), a.begin());", vec![3, 8, 9, 11]),
        (
            "a[0] = *std::max_element(a.begin(), a.end()); a[1] = std::min_element(a.begin(), a.end()) - a.begin();",
            vec![5, 2, 1, 2],
        ),
        (
            "a[0] = std::all_of(a.begin(), a.end(), [](int a) { return a > 0; }); a[1] = std::count_if(a.begin(), a.end(), [](int a) { return a < 3; });",
            vec![1, 3, 1, 2],
        ),
        ("memset(a.data(), 0, 8); memcpy(&a[3], &a[2], sizeof(int));", vec![0, 0, 1, 1]),
        ("srand(1); a[0] = rand(); a[1] = rand();", vec![41, 18467, 1, 2]),
        ("auto p = std::make_pair(a[1], 4); a[0] = p.first + p.second;", vec![9, 5, 1, 2]),
    ];
    for (statements, expected) in cases {
        assert_eq!(integers(statements, &[3, 5, 1, 2]), expected, "{statements}");
    }
    let sum = format!(
        "a[0] = std::accumulate(a.begin(), a.end(), 1, {add}) + std::accumulate(a.begin(), a.end(), 0, std::plus<int>());"
    );
    assert_eq!(integers(&sum, &[3, 4])[0], 15);
}

/// The 10,000th number of the generator is in C++14 26.5.5.
#[test]
fn random_numbers() {
    let body = "#include <random>
    void run(std::vector<int>& a) {
        std::mt19937 generator;
        unsigned last = 0;
        for (int i = 0; i < 10000; ++i) last = generator();
        a[0] = last == 4123659995u;
        std::uniform_int_distribution<int> dice(1, 6);
        std::uniform_real_distribution<float> part(-1.0f, 1.0f);
        a[1] = 1;
        for (int i = 0; i < 100; ++i) {
            int eyes = dice(generator);
            float x = part(generator);
            if (eyes < 1 || eyes > 6 || x < -1.0f || x >= 1.0f) a[1] = 0;
        }
    }";
    assert_eq!(integers_of(body, &[0; 2]), [1, 1]);
}

/// Programs ask for the properties of accelerators before they launch a kernel.
#[test]
fn accelerators_have_properties() {
    let statements = "accelerator device, reference(accelerator::direct3d_ref), same(accelerator::default_accelerator);
        a[0] = device == reference; a[1] = device == same; a[2] = device.supports_double_precision && !device.is_emulated;";
    assert_eq!(integers(statements, &[7; 3]), [0, 1, 1]);
}

/// Two vectors are two allocations: a pointer into one of them does not lead to the other one.
#[test]
fn pointers_stay_in_their_allocation() {
    let body = "void run(std::vector<int>& a) {
        std::vector<int> first(4), second(4, 1);
        array_view<int> v(4, first), w(4, second);
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { int* p = &v[0]; p[4 + i[0]] = 7; w[i] = w[i] + (&v[0])[-4]; });
        w.synchronize();
        a = second;
    }";
    assert_eq!(integers_of(body, &[0; 4]), [1; 4]);
    let launches = outcome(body, vec![0; 16], true).expect("a result").launches;
    let faults: Vec<FaultKind> = launches[0].faults.iter().map(|fault| fault.kind).collect();
    assert_eq!(faults, [FaultKind::OutOfBounds; 2]);
    // A pointer may be after the end for a while, and a program may have more blocks than the table has room for.
    let many = "int sum = 0; for (int i = 0; i < 5000; ++i) { int* p = new int(i); int* q = p + 1; sum += q[-1]; } a[0] = sum;";
    assert_eq!(integers(many, &[0]), [12_497_500]);
}

/// The access itself makes no branch of the program.
#[test]
fn an_element_by_an_atomic_is_an_index() {
    let body = "void run(std::vector<int>& a) {
        array_view<int> v(4, a);
        parallel_for_each(extent<1>(3), [=](index<1> i) restrict(amp) { int slot = atomic_fetch_add(&v[0], 1); v[1 + slot] = 1; });
    }";
    let launches = outcome(body, vec![0; 16], true).expect("a result").launches;
    let messages: Vec<&str> = launches[0].faults.iter().map(|fault| fault.message.as_str()).collect();
    assert!(
        messages.iter().any(|message| message.starts_with("an index depends on this value")),
        "{messages:?}"
    );
}
