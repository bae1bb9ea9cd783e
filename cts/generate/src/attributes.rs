//! Attributes: each in every place for attributes. <https://www.w3.org/TR/WGSL/#attributes>

use super::family::{Family, behind, code_of, directives};
use wgsl_spec::{AttributePlace, AttributeRow, Edition, sym};
use wgsl_validator::needs::Extension;

/// Each attribute in the form of a program.
const WRITTEN: [(&str, &str); 18] = [
    ("align", "@align(16)"),
    ("binding", "@binding(0)"),
    ("blend_src", "@blend_src(0)"),
    ("builtin", "@builtin(position)"),
    ("const", "@const"),
    ("diagnostic", "@diagnostic(off, derivative_uniformity)"),
    ("group", "@group(0)"),
    ("id", "@id(1)"),
    ("interpolate", "@interpolate(flat)"),
    ("invariant", "@invariant"),
    ("location", "@location(0)"),
    ("must_use", "@must_use"),
    ("size", "@size(16)"),
    ("subgroup_size", "@subgroup_size(16)"),
    ("workgroup_size", "@workgroup_size(1)"),
    ("vertex", "@vertex"),
    ("fragment", "@fragment"),
    ("compute", "@compute"),
];

/// The places of attributes: `ATTRIBUTE` stands for the attribute. No attribute is allowed in the last three.
const PLACES: [(&str, Option<AttributePlace>, &str); 13] = [
    ("function", Some(AttributePlace::Function), "ATTRIBUTE fn f() {\n}\n"),
    ("parameter", Some(AttributePlace::Parameter), "fn f(ATTRIBUTE a: f32) {\n}\n"),
    ("result", Some(AttributePlace::Result), "fn f() -> ATTRIBUTE f32 {\n  return 0;\n}\n"),
    ("member", Some(AttributePlace::Member), "struct S {\n  ATTRIBUTE a: f32,\n}\n"),
    ("module variable", Some(AttributePlace::ModuleVariable), "ATTRIBUTE var<private> a: f32;\n"),
    ("local variable", Some(AttributePlace::LocalVariable), "fn f() {\n  ATTRIBUTE var a: f32;\n}\n"),
    ("override", Some(AttributePlace::Override), "ATTRIBUTE override a: f32;\n"),
    ("const", Some(AttributePlace::Value), "ATTRIBUTE const a = 1;\n"),
    ("let", Some(AttributePlace::Value), "fn f() {\n  ATTRIBUTE let a = 1;\n}\n"),
    ("statement", Some(AttributePlace::Statement), "fn f() {\n  ATTRIBUTE if true {\n  }\n}\n"),
    ("structure", None, "ATTRIBUTE struct S {\n  a: f32,\n}\n"),
    ("alias", None, "ATTRIBUTE alias A = f32;\n"),
    ("assertion", None, "ATTRIBUTE const_assert true;\n"),
];

/// Programs with a valid use of an attribute, and everything else that it needs.
const RIGHT: [(&str, &str, &str); 26] = [
    ("align", "member", "struct S {\n  @align(16) a: f32,\n}\n"),
    ("binding", "module variable", "@group(0) @binding(0) var<uniform> a: f32;\n"),
    (
        "blend_src",
        "member",
        "struct Output {\n  @location(0) @blend_src(0) a: vec4f,\n  @location(0) @blend_src(1) b: vec4f,\n}\n@fragment\nfn main() -> Output {\n  return Output();\n}\n",
    ),
    ("builtin", "parameter", "@fragment\nfn main(@builtin(position) a: vec4f) {\n}\n"),
    ("builtin", "result", "@vertex\nfn main() -> @builtin(position) vec4f {\n  return vec4f();\n}\n"),
    (
        "builtin",
        "member",
        "struct Input {\n  @builtin(position) a: vec4f,\n}\n@fragment\nfn main(input: Input) {\n}\n",
    ),
    ("diagnostic", "function", "@diagnostic(off, derivative_uniformity)\nfn f() {\n}\n"),
    ("diagnostic", "statement", "fn f() {\n  @diagnostic(off, derivative_uniformity) if true {\n  }\n}\n"),
    ("group", "module variable", "@group(0) @binding(0) var a: sampler;\n"),
    ("id", "override", "@id(1) override a: f32;\n"),
    ("interpolate", "parameter", "@fragment\nfn main(@location(0) @interpolate(flat) a: f32) {\n}\n"),
    (
        "interpolate",
        "result",
        "@fragment\nfn main() -> @location(0) @interpolate(flat) vec4f {\n  return vec4f();\n}\n",
    ),
    (
        "interpolate",
        "member",
        "struct Input {\n  @location(0) @interpolate(flat) a: f32,\n}\n@fragment\nfn main(input: Input) {\n}\n",
    ),
    ("invariant", "parameter", "@fragment\nfn main(@builtin(position) @invariant a: vec4f) {\n}\n"),
    (
        "invariant",
        "result",
        "@vertex\nfn main() -> @builtin(position) @invariant vec4f {\n  return vec4f();\n}\n",
    ),
    (
        "invariant",
        "member",
        "struct Output {\n  @builtin(position) @invariant a: vec4f,\n}\n@vertex\nfn main() -> Output {\n  return Output();\n}\n",
    ),
    ("location", "parameter", "@fragment\nfn main(@location(0) a: f32) {\n}\n"),
    ("location", "result", "@fragment\nfn main() -> @location(0) vec4f {\n  return vec4f();\n}\n"),
    (
        "location",
        "member",
        "struct Input {\n  @location(0) a: f32,\n}\n@fragment\nfn main(input: Input) {\n}\n",
    ),
    ("must_use", "function", "@must_use\nfn f() -> f32 {\n  return 0;\n}\n"),
    ("size", "member", "struct S {\n  @size(16) a: f32,\n}\n"),
    ("subgroup_size", "function", "@compute @workgroup_size(16) @subgroup_size(16)\nfn main() {\n}\n"),
    ("workgroup_size", "function", "@compute @workgroup_size(8, 8)\nfn main() {\n}\n"),
    (
        "vertex",
        "function",
        "@vertex\nfn main(@location(0) a: vec4f) -> @builtin(position) vec4f {\n  return a;\n}\n",
    ),
    ("fragment", "function", "@fragment\nfn main() {\n}\n"),
    ("compute", "function", "@compute @workgroup_size(1)\nfn main() {\n}\n"),
];

/// The cases of all attributes.
pub(super) fn families() -> Vec<Family> {
    AttributeRow::all(Edition::Current).map(family).collect()
}

fn family(row: &AttributeRow) -> Family {
    let name = row.name.predeclared_text().unwrap_or_default();
    let about = format!("The attribute `{name}` on everything that an attribute may be written on.");
    let written = WRITTEN.iter().find(|(known, _)| *known == name);
    let mut family = Family::new("attributes", name, about, row.section, vec![row.misplaced]);
    let Some((_, text)) = written else { return family };
    let needs: Vec<Extension> = row.enable.map(Extension::Enable).into_iter().collect();
    let head = directives(&needs);
    for (place_name, place, program) in PLACES {
        if place.is_some_and(|place| row.places.contains(&place)) {
            continue;
        }
        let program = format!("{head}{program}");
        let (line, column) = behind(program.split("ATTRIBUTE").next().unwrap_or_default());
        let program = program.replace("ATTRIBUTE", text);
        let is_parsed = matches!(place, None | Some(AttributePlace::LocalVariable | AttributePlace::Value));
        if is_parsed || row.name == sym::CONST {
            // The parser reports it.
            family.add(place_name, needs.clone(), program, Some((code_of(row.misplaced), line, column)));
        } else {
            family.add_broken(place_name, needs.clone(), program, (row.misplaced, line, column));
        }
    }
    for (_, place, program) in RIGHT.iter().filter(|(known, ..)| *known == name) {
        family.add(place, needs.clone(), format!("{head}{program}"), None);
    }
    family
}
