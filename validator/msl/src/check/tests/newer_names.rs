//! Names that are known by their versions only: a program with them is not checked, and nothing else about them is reported.

use super::mistakes_in;
use msl_spec::rules;

#[test]
fn variables_do_not_hide_the_names_of_structures_in_the_library() {
    let program = "using namespace raytracing; float f(float3 o) { ray ray; ray.origin = o; struct ray other; other.origin = o; return other.origin.x; }";
    let unsupported = (rules::UNSUPPORTED_FEATURE.id, "ray".to_owned());
    assert_eq!(mistakes_in("metal3.2", program), [unsupported.clone(), unsupported]);
    let newer = (rules::VERSION_NOT_LATER.id, "raytracing".to_owned());
    assert_eq!(mistakes_in("macos-metal2.2", program), [newer]);
}

#[test]
fn descriptors_of_acceleration_structures_are_known_by_name() {
    for name in [
        "MTLAccelerationStructureMotionInstanceDescriptor",
        "MTLIndirectAccelerationStructureInstanceDescriptor",
        "MTLIndirectAccelerationStructureMotionInstanceDescriptor",
    ] {
        let program = format!("uint f(constant {name}* p) {{ return p[0].mask; }}");
        for (dialect, rule) in
            [("metal3.2", rules::UNSUPPORTED_FEATURE), ("macos-metal2.2", rules::VERSION_NOT_LATER)]
        {
            assert_eq!(mistakes_in(dialect, &program), [(rule.id, name.to_owned())], "{dialect}");
        }
    }
}

#[test]
fn buffers_of_intersection_functions_may_depend_on_function_constants() {
    let program = "using namespace raytracing; constant bool has [[function_constant(1)]]; struct R { bool accept [[accept_intersection]]; float distance [[distance]]; }; \
        [[intersection(bounding_box, triangle_data, instancing)]] R f(float3 origin [[origin]], device float* data [[buffer(0), function_constant(has)]]) { R r; r.accept = true; r.distance = 1; return r; }";
    let found = mistakes_in("metal3.2", program);
    let wrong: Vec<_> = found.iter().filter(|(rule, _)| *rule != rules::UNSUPPORTED_FEATURE.id).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
