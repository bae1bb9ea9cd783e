//! Pointers into objects: steps in both directions, ends, and accesses outside.

use super::{body, run};

fn kernel(text: &str, before: &str, size: usize) -> Vec<u32> {
    let text = format!("{before}\nkernel void k(device int* o [[buffer(0)]]) {{ {text} }}");
    let (mut written, faults) = run(&text, 1, &[&vec![0; size]]);
    assert!(faults.is_empty(), "{text}: {faults:?}");
    written.remove(0)
}

#[test]
fn a_pointer_to_an_element_steps_back() {
    let array = "int a[4] = {1, 2, 3, 4}; thread int* x = &a[2];";
    let reads = "o[0] = x[-1]; o[1] = *(x - 2); int i = -1; o[2] = x[i]; o[3] = x[1];
        thread int* e = a + 3; o[4] = e[-3]; device int* d = o + 4; o[5] = d[-4]; long n = -2; o[6] = x[n];";
    assert_eq!(kernel(&format!("{array} {reads}"), "", 7), [2, 1, 2, 4, 1, 2, 1]);
    let writes = "x[-2] = 10; *(x - 1) = 20; thread int& last = a[3]; (&last)[-1] = 30; x -= 1; x[2] = 40;
        for (int i = 0; i < 4; i++) o[i] = a[i];";
    assert_eq!(kernel(&format!("{array} {writes}"), "", 4), [10, 20, 30, 40]);
    let shared = "threadgroup int t[4]; threadgroup int* x = &t[3]; for (int i = 0; i < 4; i++) x[-i] = i; o[0] = t[0] * 10 + t[2];";
    assert_eq!(kernel(shared, "", 1), [31]);
}

#[test]
fn functions_step_back_from_their_parameters() {
    let before = "int prev(thread int* p) { return p[-1]; }
        void fill(thread int* p, int n) { for (int i = 0; i < n; i++) *(p - i) = i * 10; }
        struct S { int v[4]; thread int* at(int i) { return &v[i]; } thread int& ref(int i) { return v[i]; } };";
    let text = "int a[4] = {1, 2, 3, 4}; o[0] = prev(&a[2]); o[1] = prev(a + 2); fill(&a[3], 4); o[2] = a[0];
        S s = {{1, 2, 3, 4}}; o[3] = s.at(2)[-1]; o[4] = *(s.at(3) - 3); (&s.ref(2))[-2] = 5; o[5] = s.v[0];";
    assert_eq!(kernel(text, before, 6), [2, 2, 30, 2, 1, 5]);
}

#[test]
fn structures_rows_and_vectors_step_back() {
    let before = "struct S { int n; int v[3]; };";
    let text = "S s[3] = {{1, {2, 3, 4}}, {5, {6, 7, 8}}, {9, {10, 11, 12}}}; thread S* m = &s[1];
        o[0] = m[-1].v[1]; o[1] = (m - 1)->n + (m + 1)->n; thread int* in = &m->v[1]; o[2] = in[-2];
        int r[2][2] = {{1, 2}, {3, 4}}; thread int (*row)[2] = &r[1]; o[3] = row[-1][1]; o[4] = (*(row - 1))[0];
        float4 f[3] = {1, 2, 3}; thread float4* v = &f[2]; o[5] = v[-1].x;";
    assert_eq!(kernel(text, before, 6), [3, 10, 5, 2, 1, 2]);
}

#[test]
fn constant_memory_steps_back() {
    let before = "constant int tab[6] = {1, 2, 3, 4, 5, 6}; struct S { int n; int v[3]; };
        constant S cs[2] = {{1, {2, 3, 4}}, {5, {6, 7, 8}}}; int get(constant int* p, int i) { return p[i]; }";
    let text = "constant int* p = &tab[3]; o[0] = p[-1] + get(p, -3) * 10; constant S* s = &cs[1]; o[1] = s[-1].v[2];
        o[2] = get(&cs[1].v[2], -2); constant int& r = tab[4]; o[3] = (&r)[-1] * 10 + (&r)[1];";
    assert_eq!(kernel(text, before, 4), [13, 4, 6, 46]);
}

#[test]
fn the_end_of_an_array_is_a_pointer() {
    let before = "int back(thread const int* b, thread const int* e) { int s = 0; while (e != b) s = s * 2 + *--e; return s; }
        int sum(thread const int* b, thread const int* e) { int s = 0; for (; b < e; ++b) s += *b; return s; }";
    let text = "int a[5] = {1, 2, 3, 4, 5}; o[0] = back(a, &a[5]); o[1] = sum(a, &a[5]); int n = 5; o[2] = sum(&a[0], &a[n]);
        thread const int* end = &a[5]; o[3] = end[-1];";
    assert_eq!(kernel(text, before, 4), [129, 15, 15, 5]);
}

#[test]
fn a_pointer_that_leaves_comes_back() {
    let loops = "int b[8]; for (int j = 0; j < 8; j++) b[j] = j * j; int s = 0;
        for (thread int* p = &b[7]; p >= b; --p) s = s * 3 + *p; o[0] = s; thread int* e = b; e -= 3; e += 4; o[1] = *e;
        thread int* c = b - 2; o[2] = c[4]; uchar u[2] = {7, 8}; thread uchar* q = u; q--; q++; o[3] = *q;";
    assert_eq!(kernel(loops, "", 4), [141_060, 1, 4, 7]);
    assert_eq!(
        body("device uint* p = out - 1; p++; *p = 5; device uint* q = out; --q; q[2] = 6;", 1, &[0; 2]),
        [5, 6]
    );
}

/// Returns the message of the first fault of a body.
fn fault(text: &str) -> Option<String> {
    let before = "constant int tab[2] = {1, 2};";
    let text = format!("{before} kernel void k(device int* o [[buffer(0)]]) {{ {text} }}");
    run(&text, 1, &[&[0; 4]]).1.first().map(|fault| fault.message.clone())
}

#[test]
fn strict_execution_reports_accesses_outside_of_the_object() {
    let array =
        "int before[4] = {0}; int a[4] = {1, 2, 3, 4}; int after[4] = {0}; o[3] = before[0] + after[0];";
    let outside = |access: &str| fault(&format!("{array} {access}"));
    let message = |index| Some(format!("index {index} is out of bounds: there are 4 elements"));
    assert_eq!(outside("thread int* x = &a[2]; o[0] = x[-3];"), message(-1));
    assert_eq!(outside("thread int* x = &a[2]; x[2] = 1;"), message(4));
    assert_eq!(outside("thread int* x = &a[4]; o[0] = *x;"), message(4));
    assert_eq!(outside("o[0] = *(a - 1);"), message(-1));
    assert_eq!(outside("int i = 4; thread int& r = *(a + i); r = 2;"), message(4));
    assert_eq!(outside("thread int* x = &a[4]; o[0] = x[-1]; thread int* y = a - 1; o[1] = y[1];"), None);
    assert_eq!(
        fault("threadgroup int t[2]; threadgroup int u[2]; u[0] = 1; threadgroup int* x = &t[1]; x[-2] = 1;"),
        Some("index -1 is out of bounds: there are 2 elements".into())
    );
    assert_eq!(
        fault("constant int* x = &tab[1]; o[0] = x[1];"),
        Some("index 2 is out of bounds: there are 2 elements".into())
    );
    // A pointer that is assigned only knows its memory.
    assert!(fault("int a[2] = {1, 2}; thread int* p = a; p -= 100; o[0] = *p;").is_some());
}

#[test]
fn pointers_into_one_array_are_subtracted() {
    let text = "int a[3][4] = {}; thread int* q = &a[2][3]; q -= 5; o[0] = int(q - a[0]); o[1] = int(a[0] - q);
        struct S { int n; float f; }; S s[3] = {}; thread S* e = s + 3; long n = e - s; o[2] = int(n); thread S* b = s; b--; o[3] = int(b - e);
        o[4] = int(&o[3] - o);";
    assert_eq!(kernel(text, "", 5), [6, -6_i32 as u32, 3, -4_i32 as u32, 3]);
}
