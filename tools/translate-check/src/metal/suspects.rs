//! The programs of `fixtures/msl/naga`: what naga writes for them is what they suspect, and the front end for Metal rejects what it can. If a
//! release writes something else, its program is to be judged again.

use super::{BoundsPolicy, MetalOptions, metal};
use crate::naga_options;
use msl_validator::diagnostic::Severity;
use std::collections::BTreeSet;

/// Asserts that naga writes these fragments for a program, with a policy, and that the whole breaks these rules of Metal.
fn contains(program: &str, bounds: BoundsPolicy, fragments: &[&str], rules: &[&str]) {
    let written = metal(program, &MetalOptions { bounds, ..MetalOptions::default() });
    let text = written.unwrap_or_else(|error| panic!("{error}")).text;
    for fragment in fragments {
        assert!(text.contains(fragment), "{fragment} is not in\n{text}");
    }
    let module = msl_validator::module(&text, &naga_options());
    let errors = module.diagnostics.iter().filter(|found| found.severity == Severity::Error);
    let broken: BTreeSet<&str> = errors.map(|found| found.rule.id).collect();
    assert_eq!(broken, rules.iter().copied().collect(), "{text}");
}

/// Declares a test for a program: its policy, the fragments that naga writes, and the rules that they break.
macro_rules! suspects {
    ($($name:ident: $file:literal, $bounds:ident, [$($fragment:literal),+], [$($rule:literal),*];)+) => {$(
        #[test]
        fn $name() {
            let program = include_str!(concat!("../../../../fixtures/msl/naga/", $file, ".wgsl"));
            contains(program, BoundsPolicy::$bounds, &[$($fragment),+], &[$($rule),*]);
        }
    )+};
}

suspects! {
    gradients_of_a_volume_have_two_components: "N1", Restrict,
        ["volume.sample(filtered, at, metal::gradient2d(", "cube.sample(filtered, at, metal::gradient2d("],
        ["conversion.vector-to-vector", "texture.gradient.kind"];
    a_comparison_has_no_level: "N2", Restrict, ["shadow.sample_compare(compared, at, 0.5)"],
        [];
    modf_differs_in_its_result: "N3", Restrict,
        ["_modf_result_f32_ naga_modf(float arg)", "_modf_result_f16_ naga_modf(float arg)"],
        ["function.overload.return-type", "initialiser.no-narrowing"];
    an_operation_without_result_is_an_operand: "N4", ReadZeroSkipWrite,
        ["? metal::atomic_max_explicit(", ": DefaultConstructible();"],
        ["operator.conditional.common-type"];
    a_layer_is_lost: "N5", Restrict, ["layers.atomic_fetch_add(metal::uint2(metal::uint2(1u, 2u)), 4u)"],
        ["call.argument-count"];
    attributes_have_no_comma: "N6", Restrict, ["[[color(0) index(1)]]"],
        ["attribute.comma"];
    a_reference_to_a_packed_vector: "N7", Restrict,
        ["packed_float3 direction", "thread metal::float3& direction", "double_(local.direction)"],
        ["reference.binds.type"];
    a_type_is_hidden: "N8", Restrict, ["uint ulong = {}", "static_cast<ulong>("],
        ["name.not-hidden"];
    formulas_become_functions: "N9", Restrict,
        ["metal::mix(", "metal::clamp(", "metal::smoothstep(", "metal::fmod(", "metal::reflect("],
        [];
    a_difference_may_wrap: "N10", Restrict, ["(_buffer_sizes.size0 - 16 - 16) / 16"],
        [];
}
