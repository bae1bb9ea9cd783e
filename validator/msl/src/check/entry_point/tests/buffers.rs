//! Argument buffers. Section 2.12

use super::{check, gate, mac, meaning, mistakes};
use msl_spec::{Dialect, rules};

#[test]
fn identifiers_are_different_and_increase() {
    check(&[
        mac(
            "struct S { texture2d<float> a [[id(1)]]; texture2d<float> b [[id(1)]]; }; \
             kernel void k(constant S& s) {}",
            rules::ARGUMENT_BUFFER_ID_UNIQUE,
            "id(1)",
            "struct S { texture2d<float> a [[id(1)]]; texture2d<float> b [[id(4)]]; }; \
             kernel void k(constant S& s) {}",
        ),
        mac(
            "struct S { texture2d<float> a [[id(3)]]; texture2d<float> b [[id(1)]]; }; \
             kernel void k(constant S& s) {}",
            rules::ARGUMENT_BUFFER_ID_INCREASING,
            "id(1)",
            "struct S { texture2d<float> a [[id(1)]]; texture2d<float> b [[id(3)]]; }; \
             kernel void k(constant S& s) {}",
        ),
        // The array takes 0 to 2.
        mac(
            "struct S { array<texture2d<float>, 3> a; int b [[id(2)]]; }; kernel void k(constant S& s) {}",
            rules::ARGUMENT_BUFFER_ID_UNIQUE,
            "id(2)",
            "struct S { array<texture2d<float>, 3> a; int b [[id(3)]]; }; kernel void k(constant S& s) {}",
        ),
        mac(
            "struct S { texture2d<float> a [[id(-1)]]; }; kernel void k(constant S& s) {}",
            rules::ARGUMENT_BUFFER_ID_UNSIGNED,
            "-1",
            "struct S { texture2d<float> a [[id(0xffffffff)]]; }; kernel void k(constant S& s) {}",
        ),
        mac(
            "struct S { texture2d<float> a [[id(4294967296L)]]; }; kernel void k(constant S& s) {}",
            rules::ARGUMENT_BUFFER_ID_UNSIGNED,
            "4294967296L",
            "struct S { texture2d<float> a [[id(7)]]; }; kernel void k(constant S& s) {}",
        ),
    ]);
}

#[test]
fn argument_buffers_have_no_unions_and_come_with_a_version() {
    check(&[mac(
        "union U { float a; int b; }; struct S { texture2d<float> t; U u[2]; }; kernel void k(constant S& s) {}",
        rules::ARGUMENT_BUFFER_NO_UNION,
        "u",
        "union U { float a; int b; }; struct S { float t; U u[2]; }; kernel void k(constant S& s) {}",
    )]);
    gate(
        "struct S { texture2d<float> t; }; kernel void k(constant S& s) {}",
        Dialect::OsxMetal12,
        rules::ARGUMENT_BUFFER_VERSION,
        "constant S&",
        Dialect::OsxMetal20,
    );
}

#[test]
fn samplers_are_copied_between_argument_buffers_only() {
    check(&[
        mac(
            "struct R { sampler s; }; kernel void k(device R* a, device R* b, sampler s) { b->s = s; }",
            rules::ARGUMENT_BUFFER_SAMPLER_FROM_THREAD,
            "b->s = s",
            "struct R { sampler s; }; kernel void k(device R* a, device R* b, sampler s) { s = b->s; }",
        ),
        mac(
            "struct R { sampler s; }; kernel void k(device R& a) { constexpr sampler s; a.s = s; }",
            rules::ARGUMENT_BUFFER_SAMPLER_FROM_THREAD,
            "a.s = s",
            "struct R { sampler s; }; kernel void k(device R& a) { sampler s = a.s; }",
        ),
    ]);
}

#[test]
fn some_uses_need_the_second_tier() {
    let material = "struct M { texture2d<float> t; }; ";
    let uses = [
        ("kernel void k(constant M* m, uint i [[thread_position_in_grid]]) { m[i].t.get_width(); }", "m[i]"),
        ("kernel void k(constant M& a, device M& b) { b.t = a.t; }", "b.t = a.t"),
        ("kernel void k(constant texture2d<float>* t) {}", "constant texture2d<float>*"),
        ("struct N { device M* m; }; kernel void k(constant N& n) {}", "m"),
    ];
    for (text, place) in uses {
        let text = format!("{material}{text}");
        let expected = (rules::ARGUMENT_BUFFER_SECOND_TIER.id, place.to_owned());
        assert_eq!(mistakes(&text, Dialect::OsxMetal22), [expected], "{text}");
        assert_eq!(mistakes(&text, Dialect::Naga), [], "{text}");
    }
    let plain =
        "struct M { float t; }; kernel void k(constant M* m, uint i [[thread_position_in_grid]]) { m[i]; }";
    meaning(plain, Dialect::OsxMetal22);
    let first =
        "kernel void k(constant M* m, device uint& i) { i = m[0].t.get_width() + m->t.get_height(); }";
    meaning(&format!("{material}{first}"), Dialect::OsxMetal22);
}

/// The identifiers of the members of the structures of a program, in the order of their declarations.
fn identifiers(text: &str) -> Vec<Vec<u32>> {
    let module = meaning(text, Dialect::OsxMetal22);
    module
        .types
        .structure_numbers()
        .iter()
        .filter_map(|number| module.argument_ids.get(number).cloned())
        .collect()
}

#[test]
fn members_without_an_identifier_get_the_next_one() {
    // The structures of the specification; those in others are counted from the beginning of the one around.
    let text = "struct Foo { texture2d<float> t1 [[id(1)]]; texture2d<float> t2 [[id(3)]]; }; \
                struct Bar { Foo foo1; Foo foo2; }; kernel void k(constant Bar& b) {}";
    assert_eq!(identifiers(text), [vec![1, 3], vec![0, 4]]);
    let text = "struct Texture { texture2d<float> tex; float4 scale; }; \
                struct Material { float4 diffuse; array<texture2d<float>, 3> texs1; Texture materials[3]; \
                                  int constants [[id(20)]] [4]; }; \
                kernel void k(constant Material& m) {}";
    assert_eq!(identifiers(text), [vec![0, 1], vec![0, 1, 4, 20]]);
    let text = "struct Texture { texture2d<float> tex; float4 scale; }; \
                struct Material { Texture diffuse; Texture normal [[id(4)]]; Texture specular; }; \
                kernel void k(constant Material& m) {}";
    assert_eq!(identifiers(text), [vec![0, 1], vec![0, 4, 6]]);
}
