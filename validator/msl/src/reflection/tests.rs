//! Reflections of programs, in words.

use super::*;
use crate::{Options, program};
use cxx_validator::{Headers, Source};

fn reflect(text: &str) -> Reflection {
    let program = program(Source::text(text), &Options::default(), Headers::NONE);
    assert!(program.module.is_accepted(), "{:?}", program.module.diagnostics);
    Reflection::new(Some("a.metal"), text, &program).expect("it is small")
}

const HEAD: &str = "#include <metal_stdlib>\nusing namespace metal;\n";

#[test]
fn resources_have_their_tables_and_sizes() {
    let reflection = reflect(&format!(
        "{HEAD}constant bool lit [[function_constant(3)]]; constant int slot [[function_constant(1)]];\n\
         struct Params {{ float3 a; half b; }};\n\
         struct Textures {{ texture2d<float> one [[texture(4)]]; }};\n\
         [[max_total_threads_per_threadgroup(64)]] kernel void k(device int* o, constant Params& p [[buffer(2)]],\n\
         device const float4* c [[buffer(slot)]], Textures t, array<texture2d<half, access::write>, 2> two [[texture(5)]], sampler s [[sampler(1)]], threadgroup float* m [[threadgroup(0)]],\n\
         device int* extra [[buffer(9), function_constant(lit)]], uint id [[thread_position_in_grid]]) {{}}"
    ));
    let constants: Vec<_> =
        reflection.function_constants.iter().map(|it| (it.index, &*it.name, &*it.ty)).collect();
    assert_eq!(constants, [(1, "slot", "int"), (3, "lit", "bool")]);
    let [kernel] = &reflection.entry_points[..] else { panic!("one kernel") };
    assert_eq!((kernel.stage.name(), kernel.max_total_threads_per_threadgroup), ("kernel", Some(64)));
    let resource = |it: &ReflectedResource| {
        let index = match &it.index {
            ReflectedIndex::Number(number) => number.to_string(),
            ReflectedIndex::Expression(text) => text.clone(),
        };
        let access = it.access.map_or("-", Access::name);
        format!(
            "{} {}({index})x{} {} {access} {:?} {:?}",
            it.name,
            it.kind.name(),
            it.count,
            it.ty,
            it.size,
            it.condition
        )
    };
    let resources: Vec<String> = kernel.resources.iter().map(resource).collect();
    assert_eq!(
        resources,
        [
            "o buffer(0)x1 device int* read_write Some(4) None",
            "p buffer(2)x1 constant const Params& read Some(32) None",
            "c buffer(slot)x1 device const float4* read Some(16) None",
            "t.one texture(4)x1 texture2d<float> sample None None",
            "two texture(5)x2 array<texture2d<half, access::write>, 2> write None None",
            "s sampler(1)x1 sampler - None None",
            "m threadgroup(0)x1 threadgroup float* read_write Some(4) None",
            "extra buffer(9)x1 device int* read_write Some(4) Some(\"lit\")",
        ]
    );
    let input = &kernel.inputs[0];
    assert_eq!((input.name.as_deref(), &*input.ty), (Some("id"), "uint"));
    assert_eq!(input.binding, ReflectedBinding::BuiltIn { builtin: "thread_position_in_grid" });
}

#[test]
fn stages_have_inputs_and_outputs() {
    let reflection = reflect(&format!(
        "{HEAD}struct In {{ float3 at [[attribute(2)]]; }};\n\
         struct Out {{ float4 place [[position]]; half2 uv [[user(map), center_no_perspective]]; float depth; }};\n\
         struct Pixel {{ half4 color [[color(1), index(1)]]; float z [[depth(less)]]; }};\n\
         vertex Out corner(In in [[stage_in]]) {{ return Out {{}}; }}\n\
         fragment Pixel shade(Out in [[stage_in]]) {{ return Pixel {{}}; }}\n\
         fragment half4 plain() {{ return half4(1); }}"
    ));
    let names: Vec<_> = reflection.entry_points.iter().map(|it| (&*it.name, it.stage.name())).collect();
    assert_eq!(names, [("corner", "vertex"), ("shade", "fragment"), ("plain", "fragment")]);
    let [vertex, fragment, plain] = &reflection.entry_points[..] else { panic!("three functions") };
    let datum =
        |it: &ReflectedDatum| (it.name.clone().unwrap_or_default(), it.ty.clone(), it.binding.clone());
    let varying = |name: &str, user, interpolation| ReflectedBinding::Varying {
        varying: Some(name.to_owned()),
        user,
        interpolation,
    };
    let own = |name: &str, ty: &str, binding| (name.to_owned(), ty.to_owned(), binding);
    let attribute = ReflectedBinding::Attribute { attribute: ReflectedIndex::Number(2) };
    assert_eq!(datum(&vertex.inputs[0]), own("in.at", "float3", attribute));
    let outputs: Vec<_> = vertex.outputs.iter().map(datum).collect();
    let position = || ReflectedBinding::BuiltIn { builtin: "position" };
    assert_eq!(
        outputs,
        [
            own("place", "float4", position()),
            own("uv", "half2", varying("map", true, Some("center_no_perspective"))),
            own("depth", "float", varying("depth", false, None)),
        ]
    );
    assert_eq!(fragment.inputs.len(), 3);
    let color = |number, source| ReflectedBinding::Color { color: ReflectedIndex::Number(number), source };
    let outputs: Vec<_> = fragment.outputs.iter().map(datum).collect();
    let depth = ReflectedBinding::Depth { depth: "less".to_owned() };
    assert_eq!(outputs, [own("color", "half4", color(1, 1)), own("z", "float", depth)]);
    assert_eq!(datum(&plain.outputs[0]), own("", "half4", color(0, 0)));
}

/// The names and sizes of structures, and the names, offsets and padding of members.
type Layouts<'a> = Vec<(&'a str, u64, Vec<(&'a str, u64, u64)>, u64)>;

#[test]
fn structures_have_offsets_and_padding() {
    let reflection = reflect(&format!(
        "{HEAD}template <typename T> struct Pair {{ T one; T two; }};\n\
         template <typename T> struct Unused {{ T one; }};\n\
         struct Inner {{ char a; float4 b; short c; }};\n\
         union Any {{ float a; int2 b; }};\n\
         kernel void k(device Pair<Inner>* p [[buffer(0)]]) {{ Unused<int> u; u.one = 1; }}"
    ));
    let layouts: Layouts<'_> = reflection
        .structs
        .iter()
        .map(|it| {
            let members = it.members.iter().map(|it| (&*it.name, it.offset, it.padding_before));
            (&*it.name, it.size, members.collect(), it.padding_at_end)
        })
        .collect();
    assert_eq!(
        layouts,
        [
            ("Pair<Inner>", 96, vec![("one", 0, 0), ("two", 48, 0)], 0),
            ("Inner", 48, vec![("a", 0, 0), ("b", 16, 15), ("c", 32, 0)], 14),
            ("Any", 8, vec![("a", 0, 0), ("b", 0, 0)], 0),
        ]
    );
    assert!(reflection.structs[2].is_union);
}

#[test]
fn a_reflection_that_is_too_large_is_an_error() {
    let member = |number: usize| format!("float a{number};");
    let members: String = (0..1000).map(member).collect();
    let function = |number: usize| format!("fragment half4 f{number}(In in [[stage_in]]) {{ return 1; }}\n");
    let functions: String = (0..1000).map(function).collect();
    let text = format!("{HEAD}struct In {{ {members} }};\n{functions}");
    let program = program(Source::text(&text), &Options::default(), Headers::NONE);
    assert_eq!(Reflection::new(None, &text, &program).err(), None);
    let text = text.replace("float a", "float a_member_with_a_name_that_is_long_enough_for_this");
    let program = crate::program(Source::text(&text), &Options::default(), Headers::NONE);
    assert_eq!(Reflection::new(None, &text, &program), Err(ReflectionError));
}
