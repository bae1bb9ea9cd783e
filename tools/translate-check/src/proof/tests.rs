//! Translations that are right, those that naga gets wrong, and those that are made wrong here.

use super::*;
use crate::depth::{MOST_LEVELS, STACK};
use std::thread;
use wgsl_validator::Options;
use wgsl_validator::target::Target;

const KERNEL: &str = "
    struct Body { place: vec3f, mass: f32, speed: vec3f }
    struct Scene { step: f32, forces: array<vec2u, 4>, bodies: array<Body> }
    @group(0) @binding(1) var<storage, read_write> scene: Scene;
    @group(1) @binding(0) var<uniform> turn: mat3x3f;
    var<workgroup> masses: array<f32, 8>;
    @compute @workgroup_size(8) fn move_all(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
        if id.x < arrayLength(&scene.bodies) {
            masses[i] = scene.bodies[id.x].mass;
            scene.bodies[id.x].place += turn * scene.bodies[id.x].speed * scene.step;
            scene.bodies[id.x].mass += f32(scene.forces[i % 4].y / (i + 1));
        }
    }";

const STAGES: &str = "
    struct Between {
        @builtin(position) place: vec4f,
        @location(0) @interpolate(linear, sample) tint: vec3f,
        @location(1) @interpolate(flat) number: u32,
    }
    @vertex fn corner(@location(2) place: vec2f, @builtin(vertex_index) index: u32) -> Between {
        return Between(vec4f(place, 0, 1), vec3f(place, 1), index);
    }
    @fragment fn paint(in: Between, @builtin(front_facing) is_front: bool) -> @location(1) vec4f {
        return vec4f(in.tint, f32(in.number) + select(0.0, 1.0, is_front));
    }";

fn validator() -> Validator {
    Validator::new(Options { target: Target::default().for_execution(), ..Options::default() })
}

fn proofs(source: &str, effort: &Effort) -> Vec<Proof> {
    let mut validator = validator();
    let module = validator.validate(source);
    assert!(module.is_accepted(), "{:?}", module.diagnostics());
    prove(&module, source, &mut validator, effort).unwrap_or_else(|reason| panic!("{reason}"))
}

/// The messages of the findings when naga had written something else.
fn spoiled(source: &str, entry_point: &str, from: &str, to: &str) -> Vec<(&'static str, String)> {
    let effort = Effort {
        versions: vec![(3, 1)],
        bounds: vec![BoundsPolicy::Restrict],
        entry_point: Some(entry_point.to_owned()),
        ..Effort::default()
    };
    let mut proof = proofs(source, &effort).remove(0);
    assert_eq!(proof.findings, []);
    let text = &mut proof.translations[0].metal.text;
    assert!(text.contains(from), "{text}");
    *text = text.replace(from, to);
    let mut validator = validator();
    let request = PipelineRequest {
        stage: Some(proof.stage),
        entry_point: Some(entry_point.to_owned()),
        constants: Vec::new(),
    };
    let module = validator.validate(source);
    let stage = validator.specialize(&module, &request).expect("a stage");
    let judged = proof.judge(stage);
    if proof.stage == ShaderStage::Compute {
        proof.dispatch(judged, &effort);
    }
    proof.findings.into_iter().map(|finding| (finding.kind.name(), finding.message)).collect()
}

fn interface(message: &str) -> Vec<(&'static str, String)> {
    vec![("interface", message.to_owned())]
}

#[test]
fn a_kernel_agrees_in_all_versions() {
    let [proof] = &proofs(KERNEL, &Effort::default())[..] else { panic!("one entry point") };
    assert_eq!((&proof.findings[..], &proof.not_compared[..]), (&[][..], &[][..]));
    let variants: usize = proof.translations.iter().map(|it| it.variants.len()).sum();
    assert_eq!(variants, VERSIONS.len() * BoundsPolicy::ALL.len());
    assert!(proof.translations.len() < variants, "versions without a difference are one text");
    assert_eq!(proof.agreed, proof.translations.len() * usize::from(Effort::default().runs));
}

#[test]
fn both_stages_of_a_draw_have_their_interface() {
    let [vertex, fragment] = &proofs(STAGES, &Effort::default())[..] else { panic!("two entry points") };
    assert_eq!((vertex.stage, fragment.stage), (ShaderStage::Vertex, ShaderStage::Fragment));
    assert_eq!((&vertex.findings[..], &fragment.findings[..]), (&[][..], &[][..]));
}

/// The proofs of a program whose fragment function `paint` is another one in Metal.
fn drawn_otherwise(source: &str, from: &str, to: &str) -> Vec<Proof> {
    let effort = Effort { versions: vec![(3, 1)], bounds: vec![BoundsPolicy::Restrict], ..Effort::default() };
    let mut proofs = proofs(source, &effort);
    let mut validator = validator();
    let module = validator.validate(source);
    let mut all = Vec::new();
    for proof in &mut proofs {
        assert_eq!((&proof.findings[..], proof.agreed), (&[][..], 3), "{}", proof.entry_point);
        proof.agreed = 0;
        if proof.entry_point == "paint" {
            let text = &mut proof.translations[0].metal.text;
            assert!(text.contains(from), "{text}");
            *text = text.replace(from, to);
        }
        let request = PipelineRequest {
            stage: Some(proof.stage),
            entry_point: Some(proof.entry_point.clone()),
            constants: Vec::new(),
        };
        all.push(Some(proof.judge(validator.specialize(&module, &request).expect("a stage"))));
    }
    let program = Program { source, constants: &[] };
    draw::draw(&mut proofs, &all, &program, &mut validator, &effort);
    proofs
}

#[test]
fn draws_agree_in_all_versions() {
    let proofs = proofs(STAGES, &Effort::default());
    assert_eq!(proofs.len(), 2);
    for Proof { agreed, not_compared, translations, .. } in &proofs {
        assert_eq!((*agreed, &not_compared[..]), (translations.len() * 3, &[][..]));
    }
}

/// A vertex function without a fragment function leaves depths, and a fragment function without a vertex function gets one.
#[test]
fn one_function_is_drawn_with() {
    let vertex =
        "@vertex fn f(@location(0) at: vec2f) -> @builtin(position) vec4f { return vec4f(at, 0.5, 2); }";
    let fragment = "@fragment fn f(@location(3) a: vec2f, @location(0) @interpolate(flat, either) n: i32,
        @builtin(position) at: vec4f) -> @location(0) vec4f { return vec4f(a, f32(n), at.x); }";
    for source in [vertex, fragment] {
        let proof = &proofs(source, &Effort::default())[0];
        assert_eq!((proof.agreed, &proof.not_compared[..]), (proof.translations.len() * 3, &[][..]));
    }
}

/// `f32` is a function of this program, which the vertex function would use as a type.
#[test]
fn names_with_other_meanings_are_no_obstacle_to_the_rest() {
    let source = "fn f32() {} @fragment fn f(@location(0) n: vec2f) { let x = n; }";
    let proof = &proofs(source, &Effort::default())[0];
    assert_eq!((&proof.findings[..], &proof.not_compared[..]), (&[][..], &[draw::NO_COVER.to_owned()][..]));
}

#[test]
fn other_colours_are_told() {
    let [vertex, fragment] = &drawn_otherwise(STAGES, "in.tint", "in.tint.zyx")[..] else { panic!("two") };
    let told = "the colours at location 1 differ, and the values that WGSL allows are unknown";
    for proof in [vertex, fragment] {
        assert_eq!((proof.agreed, &proof.not_compared[..]), (0, &[told.to_owned()][..]));
    }
}

#[test]
fn undefined_behaviour_of_a_draw_belongs_to_its_function() {
    let [vertex, fragment] =
        &drawn_otherwise(STAGES, "in.number", "(in.number / (in.number - in.number))")[..]
    else {
        panic!("two")
    };
    assert_eq!(vertex.findings, []);
    let [finding] = &fragment.findings[..] else { panic!("{:?}", fragment.findings) };
    assert_eq!((finding.kind.name(), &*finding.message), ("undefined-behaviour", "the divisor is zero"));
    let (_, span) = finding.place.expect("a place");
    let text = &fragment.translations[0].metal.text;
    assert_eq!(&text[span.lo as usize..span.hi as usize], "in.number / (in.number - in.number)");
}

#[test]
fn one_of_two_functions_is_asked_for() {
    let effort = Effort { entry_point: Some("paint".to_owned()), ..Effort::default() };
    let names: Vec<String> = proofs(STAGES, &effort).into_iter().map(|proof| proof.entry_point).collect();
    assert_eq!(names, ["paint"]);
}

#[test]
fn an_invalid_text_is_a_finding_with_its_place() {
    let source = include_str!("../../../../fixtures/msl/naga/N7.wgsl");
    let [proof] = &proofs(source, &Effort::default())[..] else { panic!("one entry point") };
    let [finding] = &proof.findings[..] else { panic!("{:?}", proof.findings) };
    let FindingKind::Invalid(rule) = finding.kind else { panic!("{:?}", finding.kind) };
    assert_eq!(rule.id, "reference.binds.type");
    let (index, span) = finding.place.expect("a place");
    let text = &proof.translations[index].metal.text;
    assert_eq!(&text[span.lo as usize..span.hi as usize], "local.direction");
    assert_eq!(finding.variants.len(), VERSIONS.len() * BoundsPolicy::ALL.len());
}

#[test]
fn members_at_other_bytes_are_told() {
    let found = spoiled(KERNEL, "move_all", "metal::packed_float3 place", "metal::float3 place");
    let message = "the elements of `scene.bodies` are 32 bytes apart in WGSL, but 48 in Metal";
    assert_eq!(found[0], interface(message)[0]);
    let found = spoiled(KERNEL, "move_all", "char _pad1[4];", "char _pad1[12];");
    let message = "`scene.forces` starts at byte 8 in WGSL, but no member does in Metal: its members start at 0, 4, 16, 48, 64";
    assert_eq!(found[0], interface(message)[0]);
}

#[test]
fn members_of_other_types_are_told() {
    let found = spoiled(KERNEL, "move_all", "float mass", "int mass");
    let message = "`scene.bodies[0].mass` has type `f32` in WGSL, but `int` in Metal";
    assert_eq!(found[0], interface(message)[0]);
}

#[test]
fn other_address_spaces_are_told() {
    let found = spoiled(KERNEL, "move_all", "constant metal::float3x3& turn", "device metal::float3x3& turn");
    let message =
        "`turn` is in the address space uniform with the access mode read in WGSL, and in device in Metal";
    assert_eq!(found[0], interface(message)[0]);
}

#[test]
fn other_numbers_of_buffers_are_told() {
    let found = spoiled(KERNEL, "move_all", "[[buffer(1)]]", "[[buffer(7)]]");
    assert_eq!(found[0], interface("no argument has the index 1 of `turn`")[0]);
}

#[test]
fn other_results_are_told() {
    let found = spoiled(KERNEL, "move_all", "(_e22 * _e28)", "(_e28 * _e22)");
    let [("result", message)] = &found[..] else { panic!("{found:?}") };
    assert!(message.starts_with("byte 48 of `scene`, as `f32`, is "), "{message}");
}

#[test]
fn undefined_behaviour_is_told() {
    let found = spoiled(KERNEL, "move_all", "lhs / metal::select(rhs, 1u, rhs == 0u)", "lhs / (rhs - rhs)");
    assert!(found.contains(&("undefined-behaviour", "the divisor is zero".to_owned())), "{found:?}");
}

#[test]
fn values_between_stages_are_compared() {
    let other_location = spoiled(STAGES, "paint", "user(loc1)", "user(loc4)");
    assert_eq!(
        other_location,
        [
            interface("input `@location(1)` is missing in Metal"),
            interface("unexpected input at location 4 of type `uint` in Metal"),
        ]
        .concat()
    );
    let other_type = spoiled(STAGES, "paint", "uint number", "int number");
    assert_eq!(other_type, interface("`@location(1)` has type `u32` in WGSL, but `int` in Metal"));
    let other_color = spoiled(STAGES, "paint", "color(1)", "color(0)");
    assert_eq!(other_color[0], interface("output `@location(1)` is missing in Metal")[0]);
    let other_attribute = spoiled(STAGES, "corner", "attribute(2)", "attribute(3)");
    assert_eq!(other_attribute[0], interface("input `@location(2)` is missing in Metal")[0]);
}

#[test]
fn interpolation_is_compared() {
    let found = spoiled(STAGES, "paint", "sample_no_perspective", "center_perspective");
    let message =
        "`@location(0)` has `@interpolate(linear, sample)` in WGSL, but `[[center_perspective]]` in Metal";
    assert_eq!(found, interface(message));
}

#[test]
fn counterparts_of_attributes_are_values_of_wgsl() {
    for attribute in &msl_spec::ATTRIBUTES {
        let counterparts = attribute.uses.iter().filter_map(|place| place.wgsl);
        for name in counterparts.filter(|name| !name.contains(", ") && *name != "flat") {
            let is_known = wgsl_spec::BuiltinValue::ALL.iter().any(|value| value.name() == name);
            assert!(is_known, "{}: {name}", attribute.name);
        }
    }
}

/// A kernel with a sum of this many terms.
fn sum(terms: usize) -> String {
    let sum = " + b[1]".repeat(terms - 1);
    format!(
        "@group(0) @binding(0) var<storage, read_write> b: array<u32, 2>;
        @compute @workgroup_size(1) fn f() {{ b[0] = b[1]{sum}; }}"
    )
}

/// A kernel with this many `else if`.
fn branches(count: usize) -> String {
    let branches = " else if b[0] == 3 { b[1] = 2; }".repeat(count);
    format!(
        "@group(0) @binding(0) var<storage, read_write> b: array<u32, 2>;
        @compute @workgroup_size(1) fn f() {{ if b[0] == 1 {{}}{branches} }}"
    )
}

/// naga overflows the usual stack at 420 terms and 220 branches.
#[test]
fn a_translation_beyond_the_limits_of_the_metal_front_end_is_not_wrong() {
    let effort = Effort {
        versions: vec![(3, 1)],
        bounds: vec![BoundsPolicy::Unchecked],
        runs: 1,
        ..Effort::default()
    };
    for source in [sum(300), sum(990), branches(300), branches(990)] {
        for proof in proofs(&source, &effort) {
            assert_eq!(proof.findings, []);
            assert_eq!(proof.is_unread, !proof.not_compared.is_empty(), "{:?}", proof.not_compared);
            assert!(proof.is_unread || proof.agreed > 0);
        }
    }
}

#[test]
fn a_deep_program_is_not_given_to_naga() {
    let mut validator = validator();
    for source in [sum(2_000), branches(2_000)] {
        let module = validator.validate(&source);
        let proved = prove(&module, &source, &mut validator, &Effort::default());
        assert!(
            matches!(proved, Err(NotProved::Withheld(Withheld::TooDeep(levels))) if levels > 2_000),
            "{proved:?}"
        );
    }
}

/// The limit leaves room: other constructs may cost naga more of its stack for each level than these.
#[test]
fn the_stack_holds_several_times_the_limit() {
    let deep = || {
        for source in [sum(4 * MOST_LEVELS), branches(4 * MOST_LEVELS)] {
            let source = MetalSource::new(&source).unwrap_or_else(|refusal| panic!("{}", refusal.message));
            assert!(source.write(&MetalOptions::default()).is_ok());
        }
    };
    thread::Builder::new().stack_size(STACK).spawn(deep).expect("a thread").join().expect("no panic");
}
