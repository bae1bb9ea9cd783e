use super::*;
use cxx_validator::{Definition, Headers, Source};

/// The kernels of a program in C++ AMP.
fn kernels(text: &str) -> Vec<Kernel> {
    let text = format!("#include <amp.h>\n#include <amp_math.h>\nusing namespace concurrency;\n{text}");
    let program = super::super::program(Source::text(&text), &[], Headers::NONE);
    Inventory::new(&program, &text).kernels
}

/// The only kernel of a program.
fn kernel(text: &str) -> Kernel {
    let mut found = kernels(text);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// The names of what a kernel uses.
fn used(kernel: &Kernel) -> Vec<(Feature, &str)> {
    kernel.uses.iter().map(|used| (used.feature, used.name.as_str())).collect()
}

/// The reasons that block a kernel for a target.
fn blocked(kernel: &Kernel, target: Target) -> Vec<Reason> {
    kernel.blockers(target).iter().map(|blocker| blocker.reason).collect()
}

#[test]
fn a_kernel_has_its_shape_its_captures_and_no_obstacle() {
    let found = kernel(
        "struct Scale { float by; int shift; };
         void scale(array_view<float, 2> data, array<int, 1>& table, Scale s) {
             parallel_for_each(data.get_extent(), [=, &table](index<2> i) restrict(amp) { data[i] *= s.by + table[0]; });
         }",
    );
    assert_eq!((found.name.as_str(), &found.state), ("scale", &State::Checked));
    assert_eq!((found.rank, &found.tile, found.tile_static_bytes()), (Some(2), &None, Some(0)));
    let captures = found.captures.iter();
    let captures: Vec<_> =
        captures.map(|it| (&*it.name, &*it.ty, it.kind, it.is_reference, it.bytes)).collect();
    let expected = [
        ("table", "array<int, 1>", CaptureKind::Array, true, None),
        ("data", "array_view<float, 2>", CaptureKind::View, false, None),
        ("s", "Scale", CaptureKind::Value, false, Some(8)),
    ];
    assert_eq!(captures, expected);
    assert_eq!(found.buffers, Some(2));
    assert!(Target::ALL.into_iter().all(|target| found.blockers(target).is_empty()), "{found:?}");
}

#[test]
fn what_a_kernel_uses_is_in_the_functions_that_it_calls_too() {
    let found = kernel(
        "double twice(double x) restrict(amp) { return x * 2; }
         void count(array_view<int, 1> data, tile_barrier) restrict(amp) { int* p = &data[0]; atomic_fetch_add(p, 1); }
         void unrelated(tile_barrier b) restrict(amp) { all_memory_fence(b); }
         void launch(array_view<int, 1> data, float f) {
             parallel_for_each(data.get_extent().tile<8>(), [=](tiled_index<8> t) restrict(amp) {
                 data[t] = int(twice(f) + fast_math::sin(f) + direct3d::clamp(f, 0.0f, 1.0f));
                 count(data, t.barrier);
                 t.barrier.wait_with_tile_static_memory_fence();
             });
         }",
    );
    let expected = [
        (Feature::Double, "double"),
        (Feature::Atomic, "atomic_fetch_add"),
        (Feature::Barrier, "wait_with_tile_static_memory_fence"),
        (Feature::Direct3d, "direct3d::clamp"),
        (Feature::Math, "fast_math::sin"),
        (Feature::Pointer, "p"),
    ];
    assert_eq!(used(&found), expected);
    assert_eq!(blocked(&found, Target::Wgsl), [Reason::Double]);
    assert!(blocked(&found, Target::Hlsl).is_empty());
}

#[test]
fn a_constant_that_becomes_a_float_is_not_double_arithmetic() {
    let program = |value: &str| {
        format!(
            "void f(array_view<float, 1> a) {{ parallel_for_each(a.get_extent(), [=](index<1> i) restrict(amp) {{ a[i] = {value}; }}); }}"
        )
    };
    assert!(!kernel(&program("0.5")).has(Feature::Double));
    assert!(kernel(&program("a[i] * 0.5")).has(Feature::Double));
}

#[test]
fn tiles_and_their_memory_have_limits() {
    let tiled = |threads: u32, floats: u32| {
        kernel(&format!(
            "static const int SIZE = {threads};
             void f(array_view<float, 1> a) {{
                 parallel_for_each(a.get_extent().tile<SIZE>(), [=](tiled_index<SIZE> t) restrict(amp) {{
                     tile_static float s[{floats}][2];
                     tile_static int n;
                     a[t] = s[t.local[0]][0];
                 }});
             }}"
        ))
    };
    let small = tiled(256, 16);
    assert_eq!(small.tile, Some(Tile { sizes: vec!["256".to_owned()], threads: Some(256) }));
    let variables: Vec<_> = small.tile_static.iter().map(|it| (&*it.name, &*it.ty, it.bytes)).collect();
    assert_eq!(variables, [("s", "float[16][2]", Some(128)), ("n", "int", Some(4))]);
    assert!(blocked(&small, Target::Wgsl).is_empty());
    let large = tiled(512, 2_048);
    assert_eq!(blocked(&large, Target::Wgsl), [Reason::TileThreads, Reason::TileStatic]);
    assert!(blocked(&large, Target::WgslRaised).is_empty());
    // The checker reports as much, too: it is more than Visual C++ has.
    assert_eq!(blocked(&tiled(256, 4_096), Target::WgslRaised), [Reason::Errors, Reason::TileStatic]);
}

#[test]
fn fences_and_precise_math_block_targets() {
    let found = kernel(
        "void f(array_view<float, 1> a) {
             parallel_for_each(a.get_extent().tile<8>(), [=](tiled_index<8> t) restrict(amp) {
                 tile_static_memory_fence(t.barrier);
                 a[t] = precise_math::sin(a[t]);
             });
         }",
    );
    assert_eq!(blocked(&found, Target::Wgsl), [Reason::Fences, Reason::PreciseMath]);
    assert_eq!(blocked(&found, Target::Hlsl), [Reason::PreciseMath]);
    assert!(blocked(&found, Target::Cxx).is_empty());
}

#[test]
fn a_template_is_one_kernel_for_each_instance() {
    let template = "template <typename T, int N> void fill(array_view<T, 1> a) {
        parallel_for_each(a.get_extent().template tile<N>(), [=](tiled_index<N> t) restrict(amp) { a[t] = T(); });
    }";
    let unused = kernel(template);
    assert_eq!((&unused.state, unused.name.as_str()), (&State::Generic, "fill"));
    assert_eq!(unused.tile, Some(Tile { sizes: vec!["N".to_owned()], threads: None }));
    assert_eq!(blocked(&unused, Target::Wgsl), [Reason::Unresolved]);
    let uses = "void f(array_view<int, 1> a, array_view<float, 1> b) { fill<int, 4>(a); fill<float, 8>(b); fill<float, 8>(b); }";
    let found = kernels(&format!("{template}{uses}"));
    let found: Vec<_> = found
        .iter()
        .map(|it| (it.arguments.join(", "), it.tile.as_ref().and_then(|it| it.threads)))
        .collect();
    assert_eq!(found, [("T = float, N = 8".to_owned(), Some(8)), ("T = int, N = 4".to_owned(), Some(4))]);
}

#[test]
fn functors_and_lambda_expressions_in_variables_are_kernels() {
    let functor = "struct Fill { array_view<int, 1> a; void operator()(index<1> i) const restrict(amp) { a[i] = 1; } };";
    let unused = kernel(functor);
    assert_eq!((&unused.state, unused.name.as_str(), unused.rank), (&State::NotLaunched, "Fill", Some(1)));
    let launch =
        "void f(array_view<int, 1> a, const Fill& fill) { parallel_for_each(a.get_extent(), fill); }";
    let found = kernel(&format!("{functor}{launch}"));
    assert_eq!((&found.state, found.name.as_str(), found.captures.len()), (&State::Checked, "Fill", 1));
    let found = kernel(
        "void f(array_view<int, 1> a) {
             auto helper = [=](int x) restrict(amp) { return x + 1; };
             auto k = [=](index<1> i) restrict(amp) { a[i] = helper(a[i]); };
             parallel_for_each(a.get_extent(), k);
         }",
    );
    assert_eq!((&found.state, found.name.as_str(), found.captures.len()), (&State::Checked, "f", 2));
}

#[test]
fn a_launch_that_is_not_understood_is_counted_with_what_its_words_show() {
    let found = kernel(
        "void f(array_view<int, 1> a) {
             Unknown u;
             parallel_for_each(u.extent, [=](tiled_index<16, SIZE> t) restrict(amp) {
                 tile_static int s[SIZE]; // double
                 atomic_fetch_inc(&a[0]);
                 t.barrier.wait();
             });
         }",
    );
    assert!(matches!(found.state, State::Unknown(_)), "{found:?}");
    assert_eq!((found.name.as_str(), found.rank), ("f", Some(2)));
    assert_eq!(found.tile, Some(Tile { sizes: vec!["16".to_owned(), "SIZE".to_owned()], threads: None }));
    assert!(found.has(Feature::Atomic) && found.has(Feature::Barrier) && !found.has(Feature::Double));
    assert_eq!(found.tile_static_bytes(), None);
    let found =
        kernel("void g() { what is this; parallel_for_each(e, [=](index<3> i) restrict(amp) {}); } int x;");
    assert_eq!((found.name.as_str(), found.rank), ("g", Some(3)));
}

#[test]
fn launches_of_other_libraries_are_not_counted() {
    let found = kernels(
        "void f(std::vector<int> v) { parallel_for_each(v.begin(), v.end(), [](int) {}); parallel_for_each(v.begin(), v.end(), g); }",
    );
    assert!(found.is_empty(), "{found:?}");
    let found = kernels(
        "void f(array_view<int, 1> a) { parallel_for_each(unknown, [=](index<1> i) RESTRICTED { a[i] = 1; }); }",
    );
    assert_eq!(found.len(), 1);
}

#[test]
fn mistakes_block_all_targets_and_unknown_types_all_but_cxx() {
    let program = |body: &str| {
        format!(
            "#include <missing.h>\nvoid f(array_view<int, 1> a) {{ parallel_for_each(a.get_extent(), [=](index<1> i) restrict(amp) {{ {body} }}); }}"
        )
    };
    let wrong = kernel(&program("static int n; a[i] = n;"));
    assert!(!wrong.errors.is_empty());
    assert_eq!(blocked(&wrong, Target::Cxx), [Reason::Errors]);
    let unknown = kernel(&program("a[i] = missing(1);"));
    assert_eq!((unknown.errors.len(), unknown.unresolved.len()), (0, 1));
    assert_eq!(blocked(&unknown, Target::Wgsl), [Reason::Unresolved]);
    assert!(blocked(&unknown, Target::Cxx).is_empty());
}

#[test]
fn launches_in_lines_that_conditions_leave_out_are_counted() {
    let text = "#include <amp.h>
#ifdef USE_AMP
void f(concurrency::array_view<int, 1> a) { concurrency::parallel_for_each(a.get_extent(), [=](concurrency::index<1> i) restrict(amp) { a[i] = 1; }); }
#endif\n";
    let inventory = |definitions: &[Definition]| {
        let program = super::super::program(Source::text(text), definitions, Headers::NONE);
        let inventory = Inventory::new(&program, text);
        (inventory.kernels.len(), inventory.left_out.len())
    };
    assert_eq!(inventory(&[]), (0, 1));
    let definition = Definition { name: "USE_AMP".to_owned(), value: "1".to_owned() };
    assert_eq!(inventory(&[definition]), (1, 0));
}

#[test]
fn sharing_with_direct3d_is_found_in_host_code() {
    let text = "#include <amp.h>\nvoid f(ID3D11Buffer* b) { auto a = concurrency::direct3d::make_array<int, 1>(e, v, b); }\n";
    let program = super::super::program(Source::text(text), &[], Headers::NONE);
    let inventory = Inventory::new(&program, text);
    let names: Vec<&str> = inventory.interop.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["make_array"]);
}

#[test]
fn templates_that_the_host_only_names_are_instances() {
    let found = kernel(
        "template <typename T> void fill(const array_view<T, 1>& a) { parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = 1; }); }
         void measure(void (*what)(const array_view<float, 1>&)) {}
         int main() { measure(fill<float>); }",
    );
    assert_eq!((&found.state, found.arguments.as_slice()), (&State::Checked, &["T = float".to_owned()][..]));
}

#[test]
fn an_array_is_the_array_of_this_library_beside_the_namespace_of_containers() {
    let found = kernel(
        "#include <vector>
         using namespace std;
         struct Work { template <int N> static void run(array<int, 1>& a); };
         template <int N> void Work::run(array<int, 1>& a) { parallel_for_each(a.extent, [&a](index<1> i) restrict(amp) { a[i] = N; }); }
         void all() { array<int, 1> a(4); Work::run<7>(a); }",
    );
    assert_eq!(found.state, State::Checked);
}

#[test]
fn objects_behind_pointers_that_own_them_are_known() {
    let found = kernel(
        "#include <memory>
         void run(std::unique_ptr<array<int, 1>>& owned, std::shared_ptr<array_view<int, 1>> shared) {
             auto& a = *owned; auto v = *shared;
             parallel_for_each(v.extent, [=, &a](index<1> i) restrict(amp) { v[i] = a[i]; });
         }",
    );
    assert_eq!((&found.state, found.buffers), (&State::Checked, Some(2)));
}

#[test]
fn variables_of_a_kernel_hide_those_around_it() {
    let found = kernel(
        "#include <vector>
         void run(std::vector<int>& a, int b) {
             array_view<int, 1> v(4, a);
             parallel_for_each(v.extent, [=](index<1> i) restrict(amp) {
                 int a = b;
                 for (int b = 0; b < 2; ++b) a += b;
                 v[i] = a;
             });
         }",
    );
    assert_eq!((found.errors.len(), found.unresolved.len()), (0, 0));
    let captures: Vec<&str> = found.captures.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(captures, ["b", "v"]);
}
