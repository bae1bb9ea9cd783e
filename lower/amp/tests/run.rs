//! Programs that run, and what strict execution reports about them.

use amp_run::{Argument, Error, Outcome, Plan, run, run_on};
use cxx_validator::{Headers, Source};
use msl_validator::amp::{self, Program};
use shader_run::execute::{FaultKind, Options};

const BEGIN: &str =
    "#include <amp.h>\n#include <algorithm>\n#include <vector>\nusing namespace concurrency;\n";

fn checked(text: &str) -> Program {
    let program = amp::program(Source::text(text), &[], Headers::NONE);
    // Barriers that not all threads may reach are what some tests execute.
    let found = program.module.diagnostics.iter().filter(|_| !program.has_meaning());
    let messages: Vec<&str> = found.map(|found| found.message.as_str()).collect();
    assert_eq!((messages, &program.unresolved), (Vec::new(), &Vec::new()), "{text}");
    program
}

/// The instance of a function.
fn function(program: &Program, wanted: &str) -> usize {
    let module = &program.module;
    let name = |number: &usize| module.names.text(module.ast[module.instances[*number].function].name);
    (0..module.instances.len()).find(|number| name(number) == wanted).expect("the function")
}

/// Runs `void run(std::vector<int>& a)` with these elements.
fn outcome(body: &str, elements: &[i32], is_strict: bool) -> (String, Result<Outcome, Error>) {
    let text = format!("{BEGIN}{body}");
    let program = checked(&text);
    let number = function(&program, "run");
    let bytes = elements.iter().flat_map(|element| element.to_le_bytes()).collect();
    let options = Options { strict: is_strict, ..Options::default() };
    let result = run(&program, number, &[Argument::Elements(bytes)], &options);
    (text, result)
}

fn elements(body: &str, before: &[i32]) -> Vec<i32> {
    let (_, result) = outcome(body, before, false);
    let Argument::Elements(bytes) = &result.expect("a result").arguments[0] else {
        panic!("expected elements")
    };
    bytes.chunks(4).map(|bytes| i32::from_le_bytes(bytes.try_into().expect("four bytes"))).collect()
}

/// The faults of a strict run, each with its code.
fn faults(body: &str, before: &[i32]) -> Vec<(FaultKind, String)> {
    let (text, result) = outcome(body, before, true);
    let launches = result.expect("a result").launches;
    let all = launches.iter().flat_map(|launched| &launched.faults);
    // The size of the buffer with all objects means nothing to a user.
    assert!(all.clone().all(|fault| !fault.message.contains("buffer")), "{launches:?}");
    all.map(|fault| (fault.kind, text[fault.span.lo as usize..fault.span.hi as usize].to_owned())).collect()
}

#[test]
fn launches_see_the_changes_of_those_before() {
    let body = "void run(std::vector<int>& a) {
        array_view<int> v(4, a);
        for (int k = 1; k < 4; ++k)
            parallel_for_each(extent<1>(3), [=](index<1> i) restrict(amp) { if (i[0] == k - 1) v[i + 1] += v[i]; });
    }";
    assert_eq!(elements(body, &[1, 2, 3, 4]), [1, 3, 6, 10]);
}

#[test]
fn views_of_views_are_one_memory() {
    let body = "void run(std::vector<int>& a) {
        array_view<int, 2> all(2, 4, a);
        array_view<int, 2> right = all.section(0, 2, 2, 2);
        parallel_for_each(right.extent, [=](index<2> i) restrict(amp) { right[i] = 10 * i[0] + i[1]; });
        std::swap(a[0], a[7]);
    }";
    assert_eq!(elements(body, &[1; 8]), [11, 1, 0, 1, 1, 1, 10, 1]);
}

#[test]
fn captures_by_reference_are_arrays_of_the_host() {
    let body = "void run(std::vector<int>& a) {
        array<int, 1> sums(2);
        array_view<const int> v(8, a);
        parallel_for_each(v.extent.tile<4>(), [=, &sums](tiled_index<4> t) restrict(amp) {
            tile_static int s[4];
            s[t.local[0]] = v[t];
            t.barrier.wait();
            if (t.local[0] == 0) sums[t.tile] = s[0] + s[1] + s[2] + s[3];
        });
        copy(sums, a.begin());
    }";
    assert_eq!(elements(body, &[1, 2, 3, 4, 5, 6, 7, 8])[..2], [10, 26]);
}

#[test]
fn functors_and_atomics() {
    let body = "struct Count {
        array_view<int> v;
        Count(const array_view<int>& v) : v(v) {}
        void operator()(index<1> i) const restrict(amp) { if (v[i] > 2) atomic_fetch_inc(&v[0]); }
    };
    void run(std::vector<int>& a) { array_view<int> v(4, a); parallel_for_each(extent<1>(3), Count(v.section(1, 3))); }";
    assert_eq!(elements(body, &[0, 5, 1, 9]), [0, 7, 1, 9]);
}

#[test]
fn a_missing_barrier_is_a_race_at_its_line() {
    let body = "void run(std::vector<int>& a) {
        array_view<int> v(4, a);
        parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
            tile_static int s[4];
            s[t.local[0]] = v[t];
            v[t] = s[3 - t.local[0]];
        });
    }";
    let found = faults(body, &[1, 2, 3, 4]);
    assert_eq!(found[0], (FaultKind::DataRace, "s[3 - t.local[0]]".to_owned()));
}

/// Threads of a launch without tiles meet nowhere: which of them take a branch is of no interest.
#[test]
fn a_race_without_tiles_has_no_label_for_branches() {
    let body = "void run(std::vector<int>& a) {
        array_view<int> v(8, a);
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = v[(i[0] + 1) % 8]; });
    }";
    let launched = &outcome(body, &[0; 8], true).1.expect("a result").launches[0];
    let labels: Vec<String> =
        launched.faults[0].labels(launched.terms()).into_iter().map(|it| it.text).collect();
    assert_eq!(launched.faults.len(), 1);
    assert!(labels.iter().all(|label| !label.contains("branches")), "{labels:?}");
}

#[test]
fn a_barrier_that_some_threads_miss() {
    let body = "void run(std::vector<int>& a) {
        array_view<int> v(4, a);
        parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
            if (v[t] > 2) t.barrier.wait();
        });
    }";
    let found = faults(body, &[1, 2, 3, 4]);
    assert!(found.contains(&(FaultKind::NonUniformBarrier, "t.barrier.wait()".to_owned())), "{found:?}");
}

#[test]
fn an_index_outside_of_a_view_reaches_no_neighbour() {
    let body = "void run(std::vector<int>& a) {
        array_view<int> all(4, a);
        array_view<int> v = all.section(0, 2);
        parallel_for_each(extent<1>(3), [=](index<1> i) restrict(amp) { v[i] = 7; });
    }";
    assert_eq!(elements(body, &[1, 2, 3, 4]), [7, 7, 3, 4]);
    assert_eq!(faults(body, &[1, 2, 3, 4]), [(FaultKind::OutOfBounds, "v[i] = 7".to_owned())]);
}

#[test]
fn exceptions_have_the_place_of_the_call() {
    let exception = |body: &str| match outcome(body, &[0; 10], false) {
        (text, Err(Error::Exception(place, message))) => {
            (text[place.lo as usize..place.hi as usize].to_owned(), message)
        }
        (_, other) => panic!("{other:?}"),
    };
    let (place, message) = exception(
        "void run(std::vector<int>& a) {
            array_view<int> v(10, a);
            parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) { v[t] = 1; });
        }",
    );
    assert!(place.starts_with("parallel_for_each(v.extent.tile<4>()"), "{place}");
    assert_eq!(message, "`invalid_compute_domain`: the extent 10 is not a multiple of the tile's 4");
    let (place, message) = exception(
        "void run(std::vector<int>& a) { array_view<int> v(10, a); array<int, 1> b(4); copy(v, b); }",
    );
    assert_eq!(place, "copy(v, b)");
    assert_eq!(message, "`runtime_exception`: the extents of the source and of the target differ");
}

#[test]
fn remainders_are_those_of_c_plus_plus() {
    let body = "void run(std::vector<int>& a) {
        array_view<int> v(2, a);
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] %= 3; });
    }";
    assert_eq!(elements(body, &[-4, 4]), [-1, 1]);
    assert_eq!(faults(body, &[-4, 4]), []);
}

#[test]
fn statements_that_only_print_are_left_out() {
    let body = "#include <cstdio>
    #include <iostream>
    void run(std::vector<int>& a) {
        std::cout << \"before \" << a[0] << std::endl;
        printf(\"%d\", a[0]);
        a[0] = 1 << a[0];
    }";
    assert_eq!(elements(body, &[3]), [8]);
}

#[test]
fn a_host_with_much_memory_starts_again() {
    let body = "void run(std::vector<int>& a) {
        std::vector<int> many(1000000, 5);
        array_view<int> v(4, a), m(many.size(), many);
        parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = m[999999 - i[0]]; });
    }";
    assert_eq!(elements(body, &[0; 4]), [5; 4]);
}

#[test]
fn views_pointers_and_objects_are_parameters() {
    let text = format!(
        "{BEGIN}void run(array_view<const int, 2> in, array<int, 1>& sums, int* last, int add, accelerator_view view) {{
            parallel_for_each(view, sums.extent, [=, &sums](index<1> i) restrict(amp) {{
                int sum = add;
                for (int k = 0; k < in.extent[1]; ++k) sum += in(i[0], k);
                sums[i] = sum;
            }});
            copy(sums.section(1, 1), last);
        }}"
    );
    let program = checked(&text);
    let number = function(&program, "run");
    let kinds = amp_run::parameters(&program.module, number);
    assert_eq!(
        kinds.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(),
        ["in", "sums", "last", "add", "view"]
    );
    let view = kinds[4].kind.expect("a size").element().1;
    let bytes = |numbers: &[i32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let arguments = [
        Argument::View(vec![2, 3], bytes(&[1, 2, 3, 4, 5, 6])),
        Argument::View(vec![2], bytes(&[0, 0])),
        Argument::Elements(bytes(&[0])),
        Argument::Object(bytes(&[100])),
        Argument::Object(vec![0; view as usize]),
    ];
    let outcome = run(&program, number, &arguments, &Options::default()).expect("a result");
    assert_eq!(outcome.arguments[1], Argument::View(vec![2], bytes(&[106, 115])));
    assert_eq!(outcome.arguments[2], Argument::Elements(bytes(&[115])));
    let wrong = [Argument::View(vec![2, 2], bytes(&[1, 2, 3]))];
    let error = run(&program, number, &[&wrong[..], &arguments[1..]].concat(), &Options::default());
    assert_eq!(error, Err(Error::Arguments("argument 1 doesn't fit its parameter".to_owned())));
}

#[test]
fn more_memory_than_there_is_stops_the_program() {
    for (array, count) in [(1, "4294967292u"), (1_073_741_825, "1"), (300_000_000, "1")] {
        let body = format!(
            "void run(std::vector<int>& a) {{ array<int, 1> b({array}); std::vector<int> c({count}); a[0] = 1; }}"
        );
        assert_eq!(outcome(&body, &[0], false).1, Err(Error::OutOfMemory), "{count}");
    }
}

/// The examples of codes that only execution finds: `main` of the wrong program fails or has faults, and `main` of the right one ends.
#[test]
fn executed_examples() {
    let mut number = 0;
    for code in amp_spec::INVENTORY.codes {
        let Some(Ok(example)) = amp_spec::example(code) else { continue };
        if !example.is_executed {
            continue;
        }
        number += 1;
        let faults = |text: &str| {
            let program = checked(text);
            let module = &program.module;
            let name =
                |number: &usize| module.names.text(module.ast[module.instances[*number].function].name);
            let main =
                (0..module.instances.len()).find(|number| name(number) == "main").expect("a function `main`");
            let options = Options { strict: true, ..Options::default() };
            match run(&program, main, &[], &options) {
                Ok(outcome) => {
                    outcome.launches.into_iter().flat_map(|it| it.faults).map(|it| it.message).collect()
                }
                Err(error) => vec![error.to_string()],
            }
        };
        // Views of one memory are one object here, whether or not an accelerator would copy it for each.
        let is_found = !faults(example.wrong.text).is_empty();
        assert_eq!(is_found, code.slug != "memory/aliased-views", "{}", code.slug);
        assert_eq!(faults(example.right.text), [""; 0], "{}", code.slug);
    }
    assert!(number > 5, "{number}");
}

/// The elements after a run whose kernels are executed as WGSL.
fn elements_through_wgsl(body: &str, before: &[i32]) -> Result<Vec<i32>, Error> {
    let program = checked(&format!("{BEGIN}{body}"));
    let bytes = before.iter().flat_map(|element| element.to_le_bytes()).collect();
    let mut device = |program: &str, dispatch: &webgpu_model::Dispatch| {
        let mut validator = wgsl_validator::Validator::new(wgsl_validator::Options::default());
        let outcome = wgsl_lower::compute::run(program, &mut validator, dispatch, &Options::default());
        outcome.map(|outcome| outcome.bindings).map_err(|failure| format!("{failure}\n{program}"))
    };
    let number = function(&program, "run");
    let result = run_on(&mut device, &program, number, &[Argument::Elements(bytes)], &Options::default());
    let Argument::Elements(bytes) = &result?.arguments[0] else { panic!("expected elements") };
    Ok(bytes.chunks(4).map(|bytes| i32::from_le_bytes(bytes.try_into().expect("four bytes"))).collect())
}

#[test]
fn translated_kernels_compute_the_same() {
    for body in [
        // A section of a view with two dimensions, and a loop around launches.
        "void run(std::vector<int>& a) {
            array_view<int, 2> all(2, 4, a);
            array_view<int, 2> right = all.section(0, 1, 2, 3);
            for (int k = 0; k < 3; ++k)
                parallel_for_each(right.extent, [=](index<2> i) restrict(amp) { right[i] += 10 * i[0] + i[1] + k; });
        }",
        // A static member that has different values in two instances of a class template.
        "template <int N> struct Sized {
            static const int size = N;
            static const int two = 2;
            array_view<int> v;
            Sized(array_view<int> v) : v(v) {}
            void operator()(index<1> i) const restrict(amp) { if (i[0] < size) v[i] += size * two; }
        };
        void run(std::vector<int>& a) {
            array_view<int> v(8, a);
            parallel_for_each(v.extent, Sized<3>(v));
            parallel_for_each(v.extent, Sized<5>(v));
        }",
        // Two ways to read one array.
        "void run(std::vector<int>& a) {
            const array<int> b(8, a.begin());
            array_view<const int> c(b);
            array_view<int> v(8, a);
            parallel_for_each(v.extent, [=, &b](index<1> i) restrict(amp) { v[i] = b[i] + c[7 - i[0]]; });
        }",
        // Tiles, a capture by reference, booleans and an array of numbers.
        "void run(std::vector<int>& a) {
            array<int, 1> sums(2);
            array_view<const int> v(8, a);
            bool is_odd = false;
            int by[5] = {1, 2, 3, 4, 5};
            parallel_for_each(v.extent.tile<4>(), [=, &sums](tiled_index<4> t) restrict(amp) {
                tile_static int s[4];
                s[t.local[0]] = !is_odd ? v[t] * by[t.local[0] + 1] : v[t];
                t.barrier.wait();
                if (t.local[0] == 0) sums[t.tile] = s[0] + s[1] + s[2] + s[3];
            });
            copy(sums, a.begin());
        }",
        // Atomic operations, and structures in views.
        "struct Pair { int low; int high; };
        void run(std::vector<int>& a) {
            array_view<int> v(8, a);
            std::vector<Pair> pairs(4);
            array_view<Pair> p(4, pairs);
            parallel_for_each(p.extent, [=](index<1> i) restrict(amp) {
                p[i].low = v[i];
                p[i].high = atomic_fetch_add(&v[7], 2);
            });
            for (int i = 0; i < 4; ++i) a[i] = pairs[i].low * 3;
        }",
    ] {
        let before = [3, 1, 4, 1, 5, 9, 2, 6];
        assert_eq!(elements_through_wgsl(body, &before).ok(), Some(elements(body, &before)), "{body}");
    }
}

#[test]
fn a_device_gets_no_memory_twice() {
    let body = "void run(std::vector<int>& a) {
        array_view<int> v(4, a), w = v.section(1, 2);
        parallel_for_each(w.extent, [=](index<1> i) restrict(amp) { w[i] = v[i]; });
    }";
    let Err(Error::Device(_, reason)) = elements_through_wgsl(body, &[1, 2, 3, 4]) else {
        panic!("expected a refusal")
    };
    assert_eq!(reason, "`w` and `v` share memory that is written: WebGPU can't bind it twice");
}

#[test]
fn functions_of_two_results_and_roundings() {
    let body = "#include <amp_math.h>
        void run(std::vector<int>& a) {
        array_view<int> v(6, a);
        parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
            float s, c, whole;
            fast_math::sincos(0.0f, &s, &c);
            float part = fast_math::modf(-2.75f, &whole);
            v[0] = int(s * 8 + c * 4); v[1] = int(whole); v[2] = int(part * 100);
            v[3] = int(fast_math::round(2.5f)); v[4] = int(fast_math::round(-2.5f)); v[5] = int(fast_math::round(0.49999997f));
        });
    }";
    assert_eq!(elements(body, &[9; 6]), [4, -2, -75, 3, -3, 0]);
}

#[test]
fn handlers_of_exceptions_are_not_executed() {
    let body = "void run(std::vector<int>& a) {
        try { a[0] = 5; } catch (const std::exception& e) { a[0] = 6; return; } catch (...) { return; }
        a[0] += 100;
    }";
    assert_eq!(elements(body, &[1]), [105]);
}

#[test]
fn a_host_that_cant_be_read_is_not_executed() {
    let refused = |statement: &str| {
        let text = format!("{BEGIN}void run(std::vector<int>& a) {{ {statement} a[0] = 1; }}");
        let program = amp::program(Source::text(&text), &[], Headers::NONE);
        let bytes = vec![0; 4];
        let number = function(&program, "run");
        let result = run(&program, number, &[Argument::Elements(bytes)], &Options::default());
        let Err(Error::Unsupported(found)) = result else { panic!("{statement}: {result:?}") };
        text[found.span.lo as usize..found.span.hi as usize].to_owned()
    };
    assert_eq!(refused("for each (int k in a) { a[0] = k; }"), "for each (int k in a) { a[0] = k; }");
    // What is printed may have effects.
    assert!(refused("std::cout << ++a[0];").starts_with("std::cout"));
    assert!(refused("std::cout << float(++a[0]);").starts_with("std::cout"));
    assert!(refused("std::cout << std::setw(++a[0]);").starts_with("std::cout"));
}

#[test]
fn properties_have_the_value_that_they_are_assigned() {
    let body = "#include <amp_short_vectors.h>
        using namespace concurrency::graphics;
        void run(std::vector<int>& a) {
        array_view<int> v(3, a);
        parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
            int_4 z(1, 2, 3, 4);
            z.x = z.y = 5;
            v[0] = z.x; v[1] = z.y; v[2] = z.z;
        });
    }";
    assert_eq!(elements(body, &[0; 3]), [5, 5, 3]);
}

/// A copy of a pointer, of what it leads to or of an iterator stays where it is when the pointer moves, also in a kernel.
#[test]
fn copies_of_pointers_stay() {
    let body = "void run(std::vector<int>& a) {
        int b[3] = {5, 6, 7};
        int* p = b;
        int* q = p + 0;
        int& r = *p;
        std::vector<int>::iterator s = a.begin(), e = s;
        p = p + 2;
        ++e;
        a[0] = *p; a[1] = *q; a[2] = r; a[3] = e - s;
        array<int> one(1), other(1);
        array<int>* front = &one;
        array<int>* back = &other;
        array<int>* was = front;
        front = back;
        back = was;
        array<int>& target = *front;
        array<int>& rest = *back;
        parallel_for_each(target.get_extent(), [&](index<1> i) restrict(amp) { target[i] = 3; rest[i] = 4; });
        copy(one, a.begin() + 4);
        copy(other, a.begin() + 5);
        array_view<int> v(a);
        parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
            int c[2] = {8, 9};
            const int* first = c;
            const int* t = first;
            first = first + 1;
            v[6] = *first; v[7] = *t;
        });
    }";
    assert_eq!(elements(body, &[0; 8]), [7, 5, 5, 1, 4, 3, 9, 8]);
}

/// Variables of the program and `static` ones live as long as it, and begin once.
#[test]
fn variables_of_the_program_keep_their_values() {
    let body = "int plain;
        int counted = 4;
        int table[3] = {1, 2, 3};
        std::vector<int> kept(2);
        struct S { static int shared; };
        int S::shared = 10;
        template <typename T> int next() { static int n = sizeof(T); return n++; }
        int first(int x) { static int was = x; return was; }
        void change() { kept[1] = 5; kept.push_back(6); ++counted; table[1] = 20; S::shared += 1; plain += 2; }
        void run(std::vector<int>& a) {
            for (int i = 0; i < 2; ++i) change();
            a[0] = kept[1]; a[1] = kept.size(); a[2] = counted; a[3] = table[1] + table[2]; a[4] = S::shared; a[5] = plain;
            next<int>();
            a[6] = next<int>(); a[7] = next<char>(); a[8] = first(3); a[9] = first(7);
        }";
    assert_eq!(elements(body, &[0; 10]), [5, 4, 6, 23, 12, 4, 5, 1, 3, 3]);
}

/// Members of a functor that refer to arrays begin by a constructor, by braces, or by a copy. C++ AMP 1.2 (8)
#[test]
fn functors_refer_to_arrays() {
    let body = "struct K {
            const array<int, 1>& in;
            array<int, 1>& out;
            std::vector<int> unused;
            K(const array<int, 1>& i, array<int, 1>& o) : in(i), out{o} {}
        };
        struct F {
            const array<int, 1>& in;
            array<int, 1>& out;
            int factor;
            F(const array<int, 1>& i, array<int, 1>& o, int f) : in(i), out{o}, factor(f) {}
            void operator()(index<1> i) const restrict(amp) { out[i] += factor * in[i]; }
        };
        void launch(F f) { parallel_for_each(f.out.get_extent(), f); }
        void run(std::vector<int>& a) {
            array<int, 1> t(2, a.begin()), u(2, a.begin() + 2);
            launch(F(t, u, 3));
            K k(u, t);
            K same = k;
            launch(F(same.in, same.out, 10));
            copy(t, a.begin());
            copy(u, a.begin() + 2);
        }";
    // `u` is 10 + 3 * 1 and 20 + 3 * 2, and then `t` is 1 + 10 * 13 and 2 + 10 * 26.
    assert_eq!(elements(body, &[1, 2, 10, 20]), [131, 262, 13, 26]);
}

/// A plan calls the function whose parameters have the names of its arguments, also if a parameter has a type that nothing else uses.
#[test]
fn a_plan_chooses_among_functions_of_one_name() {
    let program = checked(&format!(
        "{BEGIN}namespace a {{ void go(std::vector<int>& v) {{ v[0] = 1; }} }}
        namespace b {{ void go(std::vector<int>& v, int k) {{ v[0] = k; }} void go(std::vector<float>& unused, int k) {{}} }}
        namespace c {{ void go(std::vector<int>& v, int k) {{ v[0] = k; }} }}"
    ));
    let chosen_of = |call: &str, arguments: &str| {
        let plan = Plan::read(&format!("call: {call}\narguments: {arguments}")).expect("a plan");
        let number = plan.function(&program).map_err(|error| error.to_string())?;
        plan.arguments(&program.module, number, &|_| Err(String::new()))
            .map_err(|error| error.to_string())?;
        Ok(program.module.instances[number].parameters.len())
    };
    let chosen = |arguments: &str| chosen_of("go", arguments);
    assert_eq!(chosen("{ v: [1] }"), Ok(1));
    assert_eq!(chosen("{ unused: [1.5], k: 2 }"), Ok(2));
    let several =
        "several functions `go` have parameters with the names of these arguments: name `b::go` or `c::go`";
    assert_eq!(chosen("{ v: [1], k: 2 }"), Err(several.to_owned()));
    assert_eq!(chosen_of("c::go", "{ v: [1], k: 2 }"), Ok(2));
    assert_eq!(chosen_of("a::go", "{ v: [1], k: 2 }"), Err("`a::go` has no parameter `k`".to_owned()));
    assert_eq!(chosen("{ w: [1] }"), Err("`go` has no parameter `w`".to_owned()));
}

/// Braced lists, moved containers, ranges of numbers and friends with the names of types.
#[test]
fn hosts_use_the_standard_library() {
    let body = "#include <amp_graphics.h>
        #include <limits>
        struct D {
            int n;
            D(int n) restrict(cpu, amp) : n(n) {}
            friend int norm2(const D& d) restrict(cpu, amp) { return d.n * d.n; }
        };
        std::vector<int> three() { return {7, 8, 9}; }
        int sum(const std::vector<int>& v) { int s = 0; for (int x : v) s += x; return s; }
        void run(std::vector<int>& a) {
            std::vector<int> pair = {5, 2}, one{3}, copied{pair.begin(), pair.end()}, same{pair};
            a[0] = 1000 * pair.size() + 100 * pair[0] + 10 * one.size() + one[0];
            a[1] = 100 * sum(three()) + 10 * sum({4, 5}) + copied[1] + same[0];
            std::vector<int> moved(std::move(pair));
            a[2] = 10 * moved[1];
            int x = 1, y = 2;
            std::swap(x, y);
            a[3] = 10 * x + y;
            array_view<int> v(8, a);
            a[4] = std::numeric_limits<int>::max() == 2147483647 && std::numeric_limits<float>::lowest() < -3e38f;
            int least = std::numeric_limits<int>::min();
            parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) { D d(3); v[5] = norm2(d); v[6] = least + 1; });
            a[7] = std::vector<int>{1, 2, 3}.size();
        }";
    assert_eq!(elements(body, &[0; 8]), [2513, 2497, 20, 21, 1, 9, -2_147_483_647, 3]);
}
