//! Undefined behaviour, as strict execution reports it: the kind of the fault, and the source at its place.

use super::run;

/// The faults of a kernel with a buffer of words, each with the source at its place and the branch at which threads parted.
fn faults(text: &str, threads: u32, words: &[u32]) -> Vec<(&'static str, String, Option<String>)> {
    let faults = run(text, threads, &[words]).1;
    // The lines before the kernel are those that `run` writes.
    let whole = format!("#include <metal_stdlib>\nusing namespace metal;\n{text}");
    let source = |span: shader_source::Span| whole[span.lo as usize..span.hi as usize].to_owned();
    faults.iter().map(|fault| (fault.kind.name(), source(fault.span), fault.parting.map(source))).collect()
}

/// The faults of a statement over a buffer.
fn of_statement(ty: &str, statement: &str, words: &[u32]) -> Vec<(&'static str, String)> {
    let kernel = format!("kernel void k(device {ty}* o [[buffer(0)]]) {{ {statement} }}");
    faults(&kernel, 1, words).into_iter().map(|(kind, place, _)| (kind, place)).collect()
}

fn check(cases: &[(&str, &str, &[u32], &'static str, &str)]) {
    for (ty, statement, words, kind, place) in cases {
        let expected: Vec<(&'static str, String)> =
            if place.is_empty() { Vec::new() } else { vec![(*kind, (*place).to_owned())] };
        assert_eq!(of_statement(ty, statement, words), expected, "{statement} {words:?}");
    }
}

const UNDEFINED: &str = "undefined-operands";

fn floats<const COUNT: usize>(values: [f32; COUNT]) -> [u32; COUNT] {
    values.map(f32::to_bits)
}

#[test]
fn remainders_take_no_negative_operands() {
    let minus = |value: i32| (-value).cast_unsigned();
    check(&[
        ("int", "o[0] = o[1] % o[2];", &[0, minus(7), 3], UNDEFINED, "o[1] % o[2]"),
        ("int", "o[0] = o[1] % o[2];", &[0, 7, minus(3)], UNDEFINED, "o[1] % o[2]"),
        ("int", "o[0] %= o[2];", &[minus(9), 7, 3], UNDEFINED, "o[0] %= o[2]"),
        ("int", "o[0] = (int2(o[1], o[2]) % 5).x;", &[0, 7, minus(3)], UNDEFINED, "int2(o[1], o[2]) % 5"),
        ("short", "o[0] = o[1] % o[2];", &[0xffff_0000, 3], UNDEFINED, "o[1] % o[2]"),
        ("int", "o[0] = o[1] % o[2];", &[0, 7, 3], "", ""),
        ("uint", "o[0] = o[1] % o[2];", &[0, minus(7), 3], "", ""),
    ]);
}

#[test]
fn divisions_have_a_quotient() {
    let least = i32::MIN.cast_unsigned();
    check(&[
        ("int", "o[0] = o[1] / o[2];", &[0, 7, 0], "division-by-zero", "o[1] / o[2]"),
        ("uint", "o[0] = o[1] % o[2];", &[0, 7, 0], "division-by-zero", "o[1] % o[2]"),
        ("int", "o[0] = o[1] / o[2];", &[0, least, u32::MAX], "integer-overflow", "o[1] / o[2]"),
    ]);
    let both = of_statement("int", "o[0] = o[1] % o[2];", &[0, least, u32::MAX]);
    let place = "o[1] % o[2]".to_owned();
    assert_eq!(both, [("integer-overflow", place.clone()), (UNDEFINED, place)]);
}

#[test]
fn shifts_are_modulo_the_width() {
    check(&[
        ("int", "o[0] = (o[1] << o[2]) + (o[1] >> -o[2]);", &[0, 7, 33], "", ""),
        ("uint", "o[0] = uint(ushort(7) << 40);", &[0], "", ""),
    ]);
}

#[test]
fn bounds_and_edges_are_in_order() {
    let at = floats([0.0, 8.0, 7.0]);
    check(&[
        ("int", "o[0] = clamp(o[1], o[2], 1);", &[0, 7, 2], UNDEFINED, "clamp(o[1], o[2], 1)"),
        (
            "uint",
            "o[0] = clamp(uint2(o[1]), 3u, uint2(4, o[2])).x;",
            &[0, 7, 2],
            UNDEFINED,
            "clamp(uint2(o[1]), 3u, uint2(4, o[2]))",
        ),
        ("int", "o[0] = clamp(o[1], o[2], 2);", &[0, 7, 2], "", ""),
        ("float", "o[0] = clamp(o[0], o[1], o[2]);", &at, "indeterminate-float", "clamp(o[0], o[1], o[2])"),
        ("float", "o[0] = smoothstep(o[1], o[2], 1.0f);", &at, UNDEFINED, "smoothstep(o[1], o[2], 1.0f)"),
        (
            "float",
            "o[0] = smoothstep(o[1], o[1], 1.0f);",
            &at,
            "indeterminate-float",
            "smoothstep(o[1], o[1], 1.0f)",
        ),
        ("float", "o[0] = smoothstep(o[2], o[1], 1.0f);", &at, "", ""),
    ]);
}

#[test]
fn fractions_are_from_zero_to_one() {
    let at = floats([0.0, 1.5, -0.25]);
    check(&[
        ("float", "o[0] = mix(1.0f, 2.0f, o[1]);", &at, UNDEFINED, "mix(1.0f, 2.0f, o[1])"),
        (
            "float",
            "o[0] = mix(float2(1), float2(2), o[2]).y;",
            &at,
            UNDEFINED,
            "mix(float2(1), float2(2), o[2])",
        ),
        ("float", "o[0] = mix(1.0f, 2.0f, o[0]) + mix(half(1), half(2), half(o[0] + 1));", &at, "", ""),
    ]);
}

#[test]
fn bits_lie_in_their_word() {
    check(&[
        (
            "uint",
            "o[0] = extract_bits(o[1], o[2], 4);",
            &[0, 7, 29],
            UNDEFINED,
            "extract_bits(o[1], o[2], 4)",
        ),
        (
            "int",
            "o[0] = extract_bits(o[1], 0, uint(o[2]));",
            &[0, 7, 33],
            UNDEFINED,
            "extract_bits(o[1], 0, uint(o[2]))",
        ),
        (
            "uint",
            "o[0] = insert_bits(o[0], o[1], o[2], 1);",
            &[0, 7, u32::MAX],
            UNDEFINED,
            "insert_bits(o[0], o[1], o[2], 1)",
        ),
        ("uint", "o[0] = extract_bits(o[1], 28, 4) + insert_bits(o[0], o[1], 32, 0);", &[0, 7], "", ""),
        ("ushort", "o[0] = extract_bits(o[1], 13, 4);", &[0x7_0000], UNDEFINED, "extract_bits(o[1], 13, 4)"),
        ("uint", "o[0] = mul24(o[1], o[2]);", &[0, 3, 1 << 24], UNDEFINED, "mul24(o[1], o[2])"),
        ("int", "o[0] = mad24(o[1], o[2], 4);", &[0, 1 << 23, 3], UNDEFINED, "mad24(o[1], o[2], 4)"),
        ("int", "o[0] = mad24(o[1], -o[2], 4);", &[0, (1 << 23) - 1, 1], "", ""),
    ]);
}

#[test]
fn pointers_do_not_say_how_much_there_is() {
    // The first element of the only word is there; the structure is not.
    let kernel = "struct S { uint a; uint b; };
        kernel void k(device S* s [[buffer(0)]]) { s->a = 3; s[0].b = s->a; }";
    assert_eq!(faults(kernel, 1, &[0]), [("out-of-bounds", "s[0].b = s->a".to_owned(), None)]);
    assert_eq!(run(kernel, 1, &[&[0]]).0, [[3]]);
    let atomic = "atomic_fetch_add_explicit(&s->b, 1, memory_order_relaxed)";
    let kernel = format!(
        "struct S {{ uint a; atomic_uint b; }}; kernel void k(device S* s [[buffer(0)]]) {{ {atomic}; }}"
    );
    assert_eq!(faults(&kernel, 1, &[0]), [("out-of-bounds", atomic.to_owned(), None)]);
}

#[test]
fn barriers_name_the_branch() {
    let barrier = "threadgroup_barrier(mem_flags::mem_device)";
    for (body, branch) in [
        (format!("if (o[i] > 0) {{ if (i < 9) {{ {barrier}; }} }}"), "o[i] > 0"),
        (
            format!(
                "if (i == 9) {{ return; }} if (i < 9 && o[i] > 0) {{ return; }} if (i == 0) {{ o[i] = 5; }} {barrier};"
            ),
            "i < 9 && o[i] > 0",
        ),
        (format!("for (uint n = 0; n <= i; n++) {{ {barrier}; }}"), "n <= i"),
        (format!("if (i < 2) {{ o[i] += 1; }} if (o[i] == 2) {{ {barrier}; }}"), "o[i] == 2"),
    ] {
        let kernel = format!(
            "kernel void k(device uint* o [[buffer(0)]], uint i [[thread_position_in_grid]]) {{ {body} }}"
        );
        let found = faults(&kernel, 4, &[0, 1, 0, 1]);
        let expected = vec![("non-uniform-barrier", barrier.to_owned(), Some(branch.to_owned()))];
        assert_eq!(found, expected, "{body}");
    }
}
