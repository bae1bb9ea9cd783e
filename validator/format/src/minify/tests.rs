//! Programs before and after.

use super::*;
use wgsl_validator::{Options, validate};

fn minified_with(text: &str, options: MinifyOptions) -> String {
    let module = validate(text, &Options::default());
    assert!(module.is_accepted(), "{text}: {:?}", module.diagnostics());
    let minified = minify(&module, options).expect("it is accepted");
    let again = validate(&minified.text, &Options::default());
    assert!(again.is_accepted(), "{}: {:?}", minified.text, again.diagnostics());
    assert_eq!(minify(&again, options).expect("it is accepted").text.len(), minified.text.len());
    minified.text
}

fn minified(text: &str) -> String {
    minified_with(text, MinifyOptions::default())
}

#[test]
fn a_library_keeps_its_names() {
    assert_eq!(
        minified(
            "// a\nconst long = 1.50f;\nfn function(parameter: vec4<f32>) -> f32 {\n    let local = parameter.x; return local;\n}"
        ),
        "const long=1.5f;fn function(a:vec4f)->f32{let b=a.x;return b;}"
    );
}

#[test]
fn what_a_host_sees_keeps_its_name() {
    let text = "
        override scale: f32 = 1.0;
        struct Data { values: array<f32>, }
        @group(0) @binding(0) var<storage, read_write> data: Data;
        var<private> counter: u32;
        fn helper(index: u32) -> f32 { counter += 1u; return data.values[index] * scale; }
        fn unused() {}
        const_assert 1 < 2;
        @compute @workgroup_size(64, 1,)
        fn main(@builtin(global_invocation_id) id: vec3<u32>) { data.values[id.x] = helper(id.x); };";
    let expected = "override scale:f32=1.;struct b{a:array<f32>}@group(0)@binding(0)var<storage,read_write>data:b;\
        var<private>c:u32;fn d(a:u32)->f32{c+=1u;return data.a[a]*scale;}\
        @compute@workgroup_size(64,1)fn main(@builtin(global_invocation_id)a:vec3u){data.a[a.x]=d(a.x);}";
    assert_eq!(minified(text), expected);
    let kept = minified_with(text, MinifyOptions { keep_members: true });
    assert!(kept.contains("struct b{values:array<f32>}"), "{kept}");
}

#[test]
fn tokens_stay_apart() {
    for (before, after) in [
        (
            "fn f(a: i32, p: ptr<function, i32>) -> i32 { return a - -a / *p; }",
            "fn f(a:i32,b:ptr<function,i32>)->i32{return a- -a/ *b;}",
        ),
        (
            "fn f(a: bool) -> bool { var b = a; let p = &b; return a & *p; }",
            "fn f(a:bool)->bool{var b=a;let c=&b;return a&*c;}",
        ),
        ("const a = vec2<f32>(1.0, .5)  ;", "const a=vec2f(1.,.5);"),
        ("const a: array<vec2<f32>, 2> = array<vec2<f32>, 2>();", "const a:array<vec2f,2>=array<vec2f,2>();"),
        ("const vec2f = 1; const b = vec2<f32>(2);", "const vec2f=1;const b=vec2<f32>(2);"),
    ] {
        assert_eq!(minified(before), after);
    }
    let text = "fn f(a: u32) -> u32 { switch a { case 1u: { return 0; } default: { } } for (;;) { break; } ; return 1; }";
    let expected = "fn f(a:u32)->u32{switch a{case 1u{return 0;}default{}}for(;;){break;}return 1;}";
    assert_eq!(minified(text), expected);
}

#[test]
fn numbers_keep_type_and_value() {
    for (before, after) in [
        ("1.0", "1."),
        ("0.0", "0."),
        ("0.50", ".5"),
        ("10.0f", "10f"),
        ("0.0h", "0h"),
        ("1.0e3", "1e3"),
        ("0.10e-3f", ".1e-3f"),
        (".0", "0."),
        ("100", "100"),
        ("0x1.0p2", "0x1.0p2"),
        ("1f", "1f"),
    ] {
        assert_eq!(short_number(before), after);
    }
}

#[test]
fn shadows_do_not_fall_on_other_names() {
    let text = "const one = 1; var<private> two = 2; fn min(a: i32) -> i32 { return a; }
        @compute @workgroup_size(one) fn a() { let one = one + two; { let one = one; two = one; } two = min(one); }";
    let text = minified(text);
    assert!(text.contains("fn a()"), "{text}");
    assert_eq!(text.matches("let ").count(), 2);
    // The entry point is called `a`, so nothing else is.
    assert_eq!(text.matches("let a=").count(), 0, "{text}");
}

#[test]
fn tokens_have_their_places_in_the_source() {
    let source = "fn f() {\n  let long = 1;\n}";
    let module = validate(source, &Options::default());
    let minified = minify(&module, MinifyOptions::default()).expect("it is accepted");
    assert_eq!(minified.text, "fn f(){let a=1;}");
    let places: Vec<(u32, u32)> = minified.origins.iter().map(|it| (it.at, it.source)).collect();
    assert_eq!(
        places,
        [(0, 0), (3, 3), (4, 4), (5, 5), (6, 7), (7, 11), (11, 15), (12, 20), (13, 22), (14, 23), (15, 25)]
    );
    let names = minified.origins.iter().filter_map(|it| Some((it.at, it.name?.text(source))));
    assert_eq!(names.collect::<Vec<_>>(), [(11, "long")]);
}

#[test]
fn a_rejected_program_is_not_minified() {
    let module = validate("const a = b;", &Options::default());
    assert_eq!(minify(&module, MinifyOptions::default()), None);
}

#[test]
fn constant_expressions_are_written_as_their_value_if_that_is_shorter() {
    for (before, after) in [
        ("const a = 2 * 3;\n", "const a=6;"),
        ("const a = (1u << 4u) + 1u;", "const a=17u;"),
        ("const a = f32(3) / 4;", "const a=.75f;"),
        ("const a = 1.0 - 1.5;", "const a=-.5;"),
        ("const a = max(2i, 7i);", "const a=7i;"),
        ("const a = select(1, 2, 3 < 4) - 3;", "const a=-1;"),
        ("const a = !(1 < 2) || true;", "const a=true;"),
        ("fn f(a: i32) -> i32 { return a - (1 - 4) * 2; }", "fn f(a:i32)->i32{return a- -6;}"),
        ("fn f(a: i32) -> i32 { const b = 5; return a * (b); }", "fn f(a:i32)->i32{const b=5;return a*5;}"),
        // A rounded value might be rounded differently elsewhere.
        ("const a = 1.0 / 3.0;", "const a=1./3.;"),
        // Names and literals stay.
        ("const a = 1.50; const b = a;", "const a=1.5;const b=a;"),
        // The smallest integer has no literal, and a zero with a sign neither.
        ("const a = -2147483647i - 1i;", "const a=-2147483647i-1i;"),
        ("const a = -0.0f * 1f;", "const a=-0f*1f;"),
    ] {
        assert_eq!(minified(before), after);
    }
}

#[test]
fn what_only_a_computed_expression_mentions_is_left_out() {
    let text = "
        const side = 8;
        const more = side * side;
        var<workgroup> a: array<u32, more + 2 * side>;
        @compute @workgroup_size(side * side) fn main() { a[0] = 1; }";
    let expected = "var<workgroup>c:array<u32,80>;@compute@workgroup_size(64)fn main(){c[0]=1;}";
    assert_eq!(minified(text), expected);
}
