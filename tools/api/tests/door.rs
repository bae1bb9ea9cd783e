//! The public interface, as a stranger uses it.

use shader_check::reflection::{BoundKind, ShaderStage};
use shader_check::{Diagnostics, Lint, Module, Severity, Validator, validate};

const fn is_error<T: std::error::Error + Send + Sync + 'static>() {}
const fn is_sent<T: Send + 'static>() {}
const fn is_shared<T: Send + Sync + 'static>() {}

#[test]
fn values_cross_threads_and_errors_go_through_a_question_mark() {
    is_error::<Diagnostics>();
    is_error::<shader_check::Diagnostic>();
    is_error::<shader_check::UnknownTarget>();
    is_shared::<Module>();
    is_sent::<Validator>();
    is_shared::<shader_check::reflection::Reflection>();
}

#[test]
fn a_diagnostic_has_its_place_rule_and_fix() {
    let source = "// \u{1d4b3}\nfn f(a: vec3f) -> f32 {\n    /*\u{e9}*/ return a.w;\n}";
    let diagnostics = validate(source).unwrap_err();
    let [found] = &diagnostics.iter().collect::<Vec<_>>()[..] else { panic!("{diagnostics}") };
    assert_eq!((found.severity, found.rule.code), (Severity::Error, "type/invalid-swizzle"));
    assert!(found.rule.url.starts_with("https://"), "{}", found.rule.url);
    assert_eq!((found.range.start.line, found.range.start.column), (3, 20));
    assert_eq!(&source[found.range.bytes()], "w");
    assert_eq!(found.range.to_string(), "shader.wgsl:3:20");
}

#[cfg(feature = "render")]
#[test]
fn a_diagnostic_is_displayed_with_the_marked_source() {
    let diagnostics = validate("fn f(a: vec3f) -> f32 { return a.w; }").unwrap_err();
    let text = diagnostics.to_string();
    for part in
        ["error[type/invalid-swizzle]: ", "--> shader.wgsl:1:34", "1 | fn f(", "= rule: ", "= see: https://"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text, diagnostics.iter().next().expect("one").to_string());
    assert_eq!(format!("{diagnostics:?}"), format!("\n{text}"));
    assert!(!text.contains('\u{1b}') && diagnostics.colored().to_string().contains('\u{1b}'));
}

#[test]
fn text_of_a_program_does_not_reach_the_terminal_as_an_escape_sequence() {
    let mut validator = Validator::new().file_name("a\u{1b}[2J.wgsl");
    let diagnostics = validator.validate("fn f() { \u{9b}2J }").unwrap_err();
    let text = diagnostics.to_string();
    assert!(!text.contains(['\u{1b}', '\u{9b}']), "{text:?}");
}

#[test]
fn safe_fixes_make_a_valid_program() {
    let source = "@compute @workgroup_size(1)\nfn main() {\n    let a = 1 << 2 + 3;\n}";
    let diagnostics = validate(source).unwrap_err();
    let fix = diagnostics.iter().find_map(|it| it.fix.as_ref()).expect("a fix");
    assert!(fix.is_safe && !fix.edits.is_empty());
    let fixed = diagnostics.fixed().expect("a safe fix");
    assert!(validate(&fixed).is_ok(), "{fixed}");
}

#[test]
fn options_decide_about_a_program() {
    let source = "enable f16;\nfn f(a: f16) -> f16 { return a; }";
    assert!(validate(source).is_ok());
    let mut portable = Validator::new().target("portable".parse().expect("a target")).file_name("a.wgsl");
    let diagnostics = portable.validate(source).unwrap_err();
    assert_eq!(&*diagnostics.iter().next().expect("one").range.file, "a.wgsl");
    let mut portable = portable.target("portable,+f16".parse().expect("a target")).lints([Lint::Unused]);
    let module = portable.validate("enable f16;\nfn f(a: f16) {}").expect("f16 is available");
    assert!(module.diagnostics().iter().all(|it| it.severity == Severity::Warning));
    assert!(!module.diagnostics().is_empty());
}

#[test]
fn a_pipeline_is_checked_with_its_constants() {
    let source = "override n: u32;\n@compute @workgroup_size(n) fn main() {}";
    let module = validate(source).expect("valid");
    assert!(module.check_pipeline("main", &[("n", 64.0)]).is_ok());
    let refused = module.check_pipeline("main", &[("n", 0.0)]).unwrap_err();
    assert_eq!(refused.iter().next().expect("one").range.start.line, 2);
    assert!(module.check_pipeline("other", &[]).is_err());
}

#[test]
fn a_diagnostic_in_an_imported_file_names_that_file() {
    let library = "#define_import_path lib::math\nfn twice(a: f32) -> f32 {\n    return a * true;\n}";
    let main = "#import lib::math::twice\n@compute @workgroup_size(1) fn main() { let a = twice(1.0); }";
    let mut validator = Validator::new().file_name("main.wgsl").file("math.wgsl", library);
    let diagnostics = validator.validate(main).unwrap_err();
    let found = diagnostics.iter().next().expect("one");
    assert_eq!((&*found.range.file, found.range.start.line), ("math.wgsl", 3));
    assert_eq!(&library[found.range.bytes()].contains("true"), &true);
    assert!(diagnostics.fixed().is_none());
}

#[test]
fn a_missing_package_is_one_mistake() {
    let main = "#import bevy_pbr::forward_io::VertexOutput\n@fragment fn main(in: VertexOutput) -> @location(0) vec4f { return vec4f(1.0); }";
    let diagnostics = Validator::new().validate(main).unwrap_err();
    let found: Vec<_> = diagnostics.iter().map(|it| (it.rule.code, it.range.start.line)).collect();
    assert_eq!(found, [("module/unknown-module", 1)]);
}

#[test]
fn a_diagnostic_has_the_line_of_its_file() {
    let library = "#define_import_path lib\nfn twice(a: f32) -> f32 {\n    return a * true;\n}";
    let main = "#import lib::twice\n@compute @workgroup_size(1) fn main() { let a = twice(1.0); }";
    let mut validator = Validator::new().file("lib.wgsl", library);
    let diagnostics = validator.validate(main).unwrap_err();
    let range = &diagnostics.iter().next().expect("one").range;
    let line = diagnostics.file(&range.file).and_then(|text| text.lines().nth(range.start.line as usize - 1));
    assert_eq!(line, Some("    return a * true;"));
    assert_eq!(diagnostics.file("shader.wgsl"), Some(main));
    assert_eq!(diagnostics.file("other.wgsl"), None);
}

#[test]
fn equal_programs_have_equal_diagnostics() {
    let source = "fn f(a: vec3f) -> f32 { return a.w; }";
    let (one, other) = (validate(source).unwrap_err(), validate(source).unwrap_err());
    assert!(one == other && one.iter().eq(&other));
    assert!(one != validate("fn f(a: vec2f) -> f32 { return a.w; }").unwrap_err());
}

#[test]
fn words_of_options_and_severities() {
    assert_eq!(format!("{} {} {}", Severity::Error, Severity::Warning, Severity::Info), "error warning info");
    let unknown = "portabel".parse::<shader_check::Target>().unwrap_err();
    assert!(unknown.to_string().contains("portable"), "{unknown}");
    assert_eq!(format!("{unknown:?}"), unknown.to_string());
    // The table in the documentation of `Target`.
    for name in ["text", "portable", "tint", "chrome", "naga", "firefox", "webkit", "safari"] {
        assert!(unknown.to_string().contains(name), "{name}");
        assert!(name.parse::<shader_check::Target>().is_ok(), "{name}");
    }
}

#[test]
fn a_validator_is_a_template() {
    let source = "#ifdef BROKEN\nfn f() -> f32 { return true; }\n#endif";
    let mut template = Validator::new();
    assert!(template.clone().define("BROKEN").validate(source).is_err());
    assert!(template.validate(source).is_ok());
}

#[test]
fn conditions_depend_on_defined_names() {
    let source =
        "#ifdef BROKEN\nfn f() -> f32 { return true; }\n#endif\n@compute @workgroup_size(1) fn main() {}";
    assert!(Validator::new().validate(source).is_ok());
    assert!(Validator::new().define("BROKEN").validate(source).is_err());
}

#[test]
fn a_reflection_has_enums() {
    let module = validate(
        "@group(1) @binding(2) var<uniform> camera: mat4x4f;
         @vertex fn main() -> @builtin(position) vec4f { return camera[0]; }",
    )
    .expect("valid");
    let reflection = module.reflect().expect("it is small");
    let [camera] = &reflection.resources[..] else { panic!("one resource") };
    assert!(matches!(camera.kind, BoundKind::Buffer { minimum_size: Some(64), .. }));
    let stages: Vec<ShaderStage> = reflection.visibility(camera).iter().collect();
    assert_eq!(stages, [ShaderStage::Vertex]);
    assert_eq!(format!("{:?}", reflection.visibility(camera)), "{Vertex}");
}

#[cfg(feature = "run")]
mod run {
    use shader_check::texture::{Format, Sampler, TextureDescriptor, ViewDimension};
    use shader_check::{FaultKind, Module, Resource, RunError, Validator, validate};

    const DOUBLE: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
override factor = 2.0;
@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3u) { data[id.x] *= factor; }
@compute @workgroup_size(2) fn other() {}
@compute @workgroup_size(1) fn beyond() { data[arrayLength(&data)] = 1; }
@compute @workgroup_size(1) fn endless() { while data[0] >= 0 { data[0] += 1; } }
";

    fn module() -> Module {
        validate(DOUBLE).expect("valid")
    }

    #[test]
    fn a_dispatch_changes_a_copy_of_a_buffer() {
        super::is_error::<RunError>();
        let (module, data) = (module(), vec![1.0f32, 2.0, 3.0, 4.0]);
        let outcome =
            module.dispatch([2, 1, 1]).entry_point("main").bind(0, 0, &data).run().expect("it runs");
        assert_eq!(outcome.read::<f32>(0, 0), Some(vec![2.0, 4.0, 6.0, 8.0]));
        assert_eq!(outcome.bytes(0, 0).map(<[u8]>::len), Some(16));
        assert_eq!(outcome.bytes(0, 1), None);
        assert!(outcome.faults().is_empty());
        let dispatch = module.dispatch([2, 1, 1]).entry_point("main").constant("factor", 3.0);
        let outcome = dispatch.bind(0, 0, data).run().expect("it runs");
        assert_eq!(outcome.read::<f32>(0, 0), Some(vec![3.0, 6.0, 9.0, 12.0]));
    }

    #[test]
    fn what_does_not_fit_is_an_error_with_words() {
        let module = module();
        let fails = |entry_point: &str, binding: u32, bytes: usize| {
            let dispatch = module.dispatch([1, 1, 1]).entry_point(entry_point).fuel(10_000);
            dispatch.bind(0, binding, Resource::zeros(bytes)).run().expect_err("it must fail")
        };
        assert!(matches!(fails("nothing", 0, 16), RunError::Pipeline(_)));
        assert!(matches!(fails("endless", 0, 16), RunError::OutOfFuel));
        assert!(matches!(fails("main", 0, 0), RunError::Resource { .. }));
        let unused = fails("main", 7, 16).to_string();
        assert!(unused.contains("@binding(7)") && unused.contains("only @group(0) @binding(0)"), "{unused}");
        let words = format!("{:?}", fails("nothing", 0, 16));
        assert!(words.contains("no compute entry point `nothing`") && words.starts_with('\n'), "{words}");
        let none = fails("other", 0, 16).to_string();
        assert!(none.contains("no resources"), "{none}");
    }

    #[test]
    fn a_fault_has_its_place_and_words() {
        let module = module();
        let dispatch = module.dispatch([1, 1, 1]).entry_point("beyond").bind(0, 0, [0u32; 4]);
        let outcome = dispatch.strict().run().expect("it runs");
        let [fault] = outcome.faults() else { panic!("{:?}", outcome.faults()) };
        assert_eq!((fault.kind, fault.range.start.line), (FaultKind::OutOfBounds, 6));
        assert_eq!(fault.kind.to_string(), "out-of-bounds");
        let again = module.dispatch([1, 1, 1]).entry_point("beyond").bind(0, 0, [0u32; 4]).strict();
        assert_eq!(again.run().expect("it runs"), outcome);
        let text = fault.to_string();
        for part in ["fault", "out-of-bounds", "shader.wgsl:6:43"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        #[cfg(feature = "render")]
        assert!(text.contains("= note: first in workgroup (0, 0, 0), invocation 0"), "{text}");
    }

    #[test]
    fn a_race_has_both_places_in_their_files() {
        let library = "#define_import_path lib\nfn write(at: ptr<workgroup, u32>) {\n    *at = 1u;\n}";
        let main = "#import lib::write
var<workgroup> shared_value: u32;
@group(0) @binding(0) var<storage, read_write> out: u32;
@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) {
    if i == 0u { write(&shared_value); }
    if i == 1u { out = shared_value; }
}";
        let mut validator = Validator::new().file_name("main.wgsl").file("lib.wgsl", library);
        let module = validator.validate(main).unwrap_or_else(|found| panic!("{found}"));
        let dispatch = module.dispatch([1, 1, 1]).bind(0, 0, [0u32]);
        let outcome = dispatch.strict().run().expect("it runs");
        let race = outcome.faults().iter().find(|it| it.kind == FaultKind::DataRace).expect("a race");
        let mut places = vec![race.range.to_string()];
        places.extend(race.labels.iter().map(|label| label.range.to_string()));
        places.sort_unstable();
        // The read, the write, and the branch that a barrier has to leave.
        assert_eq!(places, ["lib.wgsl:3:5", "main.wgsl:6:24", "main.wgsl:6:5"]);
        assert!(race.remedy.as_ref().is_some_and(|remedy| remedy.contains("workgroupBarrier")));
        assert_eq!(race.workgroup, [0, 0, 0]);
    }

    #[test]
    fn textures_and_samplers_are_bound() {
        let source = "
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var sampling: sampler;
@group(0) @binding(2) var<storage, read_write> out: vec4f;
@compute @workgroup_size(1) fn main() { out = textureSampleLevel(picture, sampling, vec2f(0.5), 0); }";
        let module = validate(source).expect("valid");
        let descriptor = TextureDescriptor::new(ViewDimension::D2, Format::Rgba8unorm, [1, 1, 1]);
        let picture = Resource::texture(descriptor, &[255, 0, 255, 0]).expect("a texture");
        let dispatch = module.dispatch([1, 1, 1]).bind(0, 0, picture).bind(0, 1, Sampler::default());
        let outcome = dispatch.bind(0, 2, [0.0f32; 4]).run().expect("it runs");
        assert_eq!(outcome.read::<f32>(0, 2), Some(vec![1.0, 0.0, 1.0, 0.0]));
        assert!(Resource::texture(descriptor, &[0]).is_err());
    }
}
