//! Functions that return references, and constants that are made of function constants.

use super::run;

#[test]
fn references_to_memory_are_places() {
    let text = "device uint& pick(device uint* from, uint at) { return from[at]; }
        kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            pick(out, 0) = 3; pick(out, 1) += 4; pick(out, 2)++;
            device uint& kept = pick(out, 3); kept = pick(out, 0) + 5;
            out[4] = *&pick(out, 1);
        }";
    assert_eq!(run(text, 1, &[&[0, 1, 1, 0, 0]]).0, [[3, 5, 2, 8, 5]]);
}

#[test]
fn references_to_variables_are_places() {
    let text = "struct Pair { uint a; uint b; thread uint& first() { return a; }
            thread Pair& add(uint n) { a += n; b += 2 * n; return *this; } };
        thread uint& of(thread uint& x) { return x; }
        kernel void k(device uint* out [[buffer(0)]]) {
            Pair p; p.a = 1; p.b = 2; p.first() = 7; p.add(1).add(2);
            uint x = 4; of(x) = 9; uint2 v = uint2(1, 2); of(x) += v.y;
            out[0] = p.a; out[1] = p.b; out[2] = x; out[3] = p.add(10).first();
        }";
    let (written, faults) = run(text, 1, &[&[0; 4]]);
    assert_eq!((written[0].as_slice(), faults.len()), ([10, 8, 11, 20].as_slice(), 0));
}

#[test]
fn operators_return_references() {
    let text = "struct Row { uint cells[3]; thread uint& operator[](uint at) { return cells[at]; }
            thread Row& operator+=(uint n) { for (uint i = 0; i < 3; i++) { cells[i] += n; } return *this; } };
        kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            Row row; row[0] = 1; row[1] = 2; row[2] = row[0] + row[1]; row += 10; (row += 1)[i] *= 2;
            out[0] = row[0]; out[1] = row[1]; out[2] = row[2];
        }";
    let (written, faults) = run(text, 1, &[&[0; 3]]);
    assert_eq!((written[0].as_slice(), faults.len()), ([24, 13, 14].as_slice(), 0));
}

#[test]
fn one_of_several_places_is_returned() {
    let text = "device uint& either(device uint* from, bool first) { if (first) { return from[0]; } return from[1]; }
        device uint& found(device uint* from, uint wanted) {
            for (uint i = 0; i < 4; i++) { if (from[i] == wanted) { return from[i]; } }
            return from[3];
        }
        kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            either(out, i == 1) = 5; found(out, 9) = 6; out[3] += either(out, false);
        }";
    assert_eq!(run(text, 1, &[&[1, 2, 9, 4]]).0, [[1, 5, 6, 9]]);
}

#[test]
fn references_are_read_only_where_their_value_is_used() {
    // A place that is only written is not read before.
    let text = "threadgroup uint& cell(threadgroup uint* from, uint at) { return from[at]; }
        kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            threadgroup uint cells[4]; cell(cells, i) = i; out[i] = cell(cells, i);
        }";
    let (written, faults) = run(text, 2, &[&[7; 2]]);
    assert_eq!((written[0].as_slice(), faults.len()), ([0, 1].as_slice(), 0));
}

#[test]
fn arrays_are_made_of_function_constants() {
    let text = "constant int N [[function_constant(0)]]; constant int twice = N * 2;
        constant uint2 t[2] = { uint2(twice), uint2(N + 1, 3) };
        struct S { int a[2]; float b; }; constant S s = { { N, N + 1 }, 3 };
        constant array<int, 2> l = { N - 1, twice };
        kernel void k(device uint* out [[buffer(0)]], uint i [[thread_position_in_grid]]) {
            out[0] = t[i].x; out[1] = t[i + 1].y; out[2] = t[1].x; out[3] = s.a[i + 1] + s.b; out[4] = l[i] + l[1];
        }";
    assert_eq!(run(text, 1, &[&[0; 5]]).0, [[10, 3, 6, 9, 14]]);
}

#[test]
fn casts_to_references_and_integers_lead_to_the_same_bytes() {
    let text = "struct S { uint n; thread uint& at() thread { return n; } uint at() const device { return n + 1; } };
        kernel void k(device uint* out [[buffer(0)]], device S* s [[buffer(1)]]) {
            uint kept = 3; const thread uint& seen = kept; const_cast<thread uint&>(seen) = 4; out[0] = kept;
            float whole = 1.0; out[1] = (thread uint&)whole; reinterpret_cast<thread uint&>(whole) = 0x40000000u; out[2] = uint(whole);
            ulong address = (ulong)out; *reinterpret_cast<device uint*>(address + 12) = 7;
            S own; own.at() = 5; out[4] = own.n + s->at();
        }";
    let (written, faults) = run(text, 1, &[&[0; 5], &[20]]);
    assert_eq!((written[0].as_slice(), faults.len()), ([4, 0x3f80_0000, 2, 7, 26].as_slice(), 0));
}

#[test]
fn functions_of_structures_convert() {
    let text = "struct U { uint a; U(uint x, uint y = 3) : a(x * 10 + y) {} U operator-(U o) const { return U(a - o.a, 0); }
            operator uint() const { return a + 1; } };
        struct V { uint n; V(const thread uint& x) : n(x + 5) {} }; uint of(V v) { return v.n; }
        struct D { uint a; uint b; D(uint x, uint y) : a(x), b(y) {} D(uint x) : D(x, 7) {} };
        kernel void k(device uint* out [[buffer(0)]]) {
            U u = 2u; out[0] = u.a; out[1] = u; out[2] = u * 2; out[3] = of(8u);
            D d(4); out[4] = d.a * 100 + d.b; out[5] = (u - U(1u)).a;
        }";
    let (written, faults) = run(text, 1, &[&[0; 6]]);
    assert_eq!((written[0].as_slice(), faults.len()), ([23, 24, 48, 13, 407, 100].as_slice(), 0));
}
