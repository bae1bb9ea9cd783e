//! Textures and samplers that are parts of variables.

use super::super::lowering::Request;
use super::super::{SAMPLERS, TEXTURES, lower};
use super::{buffer, run_with, words};
use msl_validator::{Options, module};
use webgpu_model::texture::{Format, Sampler, TextureDescriptor, ViewDimension};
use webgpu_model::{Binding, Data};

const PARAMETERS: &str = "device uint* out [[buffer(0)]], texture2d<uint> t [[texture(0)]],
    texture2d<uint> u [[texture(1)]], sampler s [[sampler(0)]]";

/// A row of three texels.
fn row(binding: u32, texels: [u32; 3]) -> Binding {
    let bytes: Vec<u8> = texels.iter().flat_map(|texel| texel.to_le_bytes()).collect();
    let descriptor = TextureDescriptor::new(ViewDimension::D2, Format::R32uint, [3, 1, 1]);
    let data = Data::texture(descriptor, Some(bytes.into())).expect("a good texture");
    Binding { group: TEXTURES, binding, data }
}

fn kernel(before: &str, body: &str) -> String {
    format!("{before}\nkernel void k({PARAMETERS}) {{ {body} }}")
}

/// The words that a kernel writes, with the rows 1, 2, 3 and 10, 20, 30.
fn results(before: &str, body: &str, count: usize) -> Vec<u32> {
    let sampler = Binding { group: SAMPLERS, binding: 0, data: Data::Sampler(Sampler::default()) };
    let bindings = [buffer(0, &vec![0; count]), row(0, [1, 2, 3]), row(1, [10, 20, 30]), sampler];
    let (written, faults) = run_with(&kernel(before, body), 1, &bindings);
    assert!(faults.is_empty(), "{body}: {faults:?}");
    words(&written[0])
}

/// Why a kernel can't be executed.
fn refusal(before: &str, body: &str) -> String {
    let text = format!("#include <metal_stdlib>\nusing namespace metal;\n{}", kernel(before, body));
    let program = module(&text, &Options::default());
    assert!(program.is_accepted(), "{:?}", program.diagnostics);
    lower(&program, "k", &Request::default()).expect_err("it is refused").message
}

const STRUCTURES: &str = "struct Row { texture2d<uint> t; uint x; };
    struct All { device uint* out; Row row; sampler s; };
    uint at(Row row) { return row.t.read(uint2(row.x, 0)).x; }";

#[test]
fn structures_of_resources_are_values() {
    let before = format!(
        "{STRUCTURES}
        void write(All all, uint to) {{ all.out[to] = at(all.row) + all.row.t.gather(all.s, float2(0.5)).y; }}"
    );
    let body = "All const all = All{.out=out, .row={.t=t, .x=1}, .s=s}; write(all, 0);
        All other = all; other.row.x = 2; write(other, 1);
        Row next = {u, 0}; *other.out = at(next) + all.out[0];";
    assert_eq!(results(&before, body, 2), [15, 6]);
}

#[test]
fn structures_of_resources_are_passed_by_reference_and_pointer() {
    let before = format!(
        "{STRUCTURES}
        uint by_reference(const thread All& all) {{ return at(all.row); }}
        uint by_pointer(thread All* all) {{ all->row.x++; return all->row.t.read(uint2(all->row.x, 0)).x; }}
        uint inner(thread const Row* const row) {{ const thread texture2d<uint>& t = row->t; return t.get_width(); }}"
    );
    let body = "All all = {out, {u, 0}, s}; out[0] = by_reference(all); out[1] = by_pointer(&all);
        out[2] = by_reference(all); out[3] = inner(&all.row);";
    assert_eq!(results(&before, body, 4), [10, 20, 20, 3]);
}

#[test]
fn functions_return_structures_of_resources() {
    let before = format!(
        "{STRUCTURES}
        Row row(texture2d<uint> t, uint x) {{ Row row; row.t = t; row.x = x; return row; }}
        texture2d<uint> texture(Row row) {{ return row.t; }}
        struct Made {{ texture2d<uint> t; uint x; Made(texture2d<uint> own, uint at) : t(own) {{ x = at; }}
            uint get() const {{ return t.read(uint2(x, 0)).x; }} }};"
    );
    let body = "out[0] = at(row(u, 2)); out[1] = texture(row(t, 1)).read(uint2(0)).x;
        texture2d<uint> later; later = u; out[2] = later.read(uint2(1, 0)).x;
        Made made(t, 2); out[3] = made.get();";
    assert_eq!(results(&before, body, 4), [30, 1, 20, 3]);
}

#[test]
fn arrays_of_resources_have_constant_indices() {
    let before = "struct Rows { uint x[2]; texture2d<uint> t; };
        uint at(Rows rows, uint own) { return rows.t.read(uint2(rows.x[own], 0)).x; }
        uint sum(array<texture2d<uint>, 2> both) { return both[0].read(uint2(0)).x + both[1].read(uint2(2, 0)).x; }";
    let body = "Rows rows = {{1, 2}, t}; out[0] = at(rows, 1); Rows same; same = rows; same.x[0] = 0; out[1] = at(same, 0);
        array<texture2d<uint>, 2> both = {t, u}; out[2] = sum(both); array<texture2d<uint>, 2> copy; copy = both; out[3] = sum(copy);";
    assert_eq!(results(before, body, 4), [3, 1, 31, 31]);
    let chosen = "array<texture2d<uint>, 2> both = {t, u}; out[1] = both[out[0]].get_width();";
    assert!(refusal("", chosen).contains("before execution"));
}

#[test]
fn a_loop_sees_the_one_handle() {
    let before = STRUCTURES;
    let body = "Row row; row.x = 0;
        for (uint i = 0; i < 3; i++) { row.t = u; row.x = i; Row copy = row; out[0] += at(copy); }";
    assert_eq!(results(before, body, 1), [60]);
}

#[test]
fn a_second_handle_is_refused() {
    for body in [
        "Row row = {t, 0}; row.t = u;",
        "Row row = {t, 0}; Row other = {u, 1}; if (out[0] > 1) { row = other; }",
        "texture2d<uint> own = t; own = u;",
        "texture2d<uint> own = out[0] > 1 ? t : u;",
        "array<texture2d<uint>, 2> both = {t, u}; both[0] = both[1];",
        "array<texture2d<uint>, 2> both = {t, u}; array<texture2d<uint>, 2> other = {u, u}; both = other;",
        "Row row = {t, 0}; thread Row* to = &row; to->t = u;",
        "Row row = {t, 0}; row = Row{};",
        "Row row = {t, 0}; Row empty; row = empty;",
    ] {
        assert!(refusal(STRUCTURES, body).contains("different textures"), "{body}");
    }
}

#[test]
fn a_handle_that_only_execution_knows_is_refused() {
    for body in [
        "Row row; out[0] = at(row);",
        // The second round sees the handle of the first one.
        "Row row; row.x = 0; for (uint i = 0; i < 2; i++) { if (i > 0) { out[0] = at(row); } row.t = t; }",
        "Row row; Row copy; for (uint i = 0; i < 2; i++) { copy = row; row.t = t; if (i == 0) { copy.t = u; } out[0] += at(copy); }",
        "array<texture2d<uint>, 2> both; both[out[0]] = t;",
    ] {
        assert!(refusal(STRUCTURES, body).contains("before execution"), "{body}");
    }
}

#[test]
fn a_handle_in_an_argument_buffer_is_refused() {
    let before = "struct Arguments { texture2d<uint> t [[id(0)]]; uint x [[id(1)]]; };";
    let text = |body| {
        format!(
            "#include <metal_stdlib>\nusing namespace metal;\n{before}
            kernel void k(device uint* out [[buffer(0)]], constant Arguments& a [[buffer(1)]]) {{ {body} }}"
        )
    };
    let lowered = |body| {
        let program = module(&text(body), &Options::default());
        assert!(program.is_accepted(), "{:?}", program.diagnostics);
        lower(&program, "k", &Request::default()).map(|_| ()).map_err(|error| error.message)
    };
    assert_eq!(lowered("out[0] = a.x;"), Ok(()));
    let refused = lowered("out[0] = a.t.read(uint2(0)).x;").expect_err("it is refused");
    assert!(refused.contains("argument buffer"), "{refused}");
}

#[test]
fn arrays_of_resources_are_arguments() {
    let text = "uint sum(array<texture2d<uint>, 2> both) { return both[0].read(uint2(0)).x + both[1].read(uint2(2, 0)).x; }
        kernel void k(device uint* out [[buffer(0)]], array<texture2d<uint>, 2> rows [[texture(3)]], array<sampler, 2> s [[sampler(1)]]) {
            out[0] = rows[1].read(uint2(1, 0)).x; out[1] = sum(rows); out[2] = rows[0].gather(s[1], float2(0.5)).y; out[3] = rows.size(); }";
    let sampler = |binding| Binding { group: SAMPLERS, binding, data: Data::Sampler(Sampler::default()) };
    let bindings = [buffer(0, &[0; 4]), row(3, [1, 2, 3]), row(4, [10, 20, 30]), sampler(1), sampler(2)];
    let (written, faults) = run_with(text, 1, &bindings);
    assert!(faults.is_empty(), "{faults:?}");
    assert_eq!(words(&written[0]), [20, 31, 3, 2]);
}
