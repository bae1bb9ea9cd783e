//! `amp`: programs in C++ AMP.

use crate::support::{folder, run, run_with_input};
use serde_json::Value;

/// A program with a kernel in a function, and one with a template that is used for two types.
const BLUR: &str = "#include <amp.h>
#include \"Lib\\Scale.h\"
using namespace concurrency;

void blur(array_view<float, 1> in, array_view<float, 1> out) {
    parallel_for_each(out.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        tile_static float row[64];
        row[t.local[0]] = in[t];
        t.barrier.wait();
        out[t] = row[63 - t.local[0]] * 0.5f;
    });
}

void both(array_view<int, 1> a, array_view<float, 1> b) { scale(a, 2); scale(b, 2.0f); }
";
const SCALE: &str = "#pragma once
template <typename T> void scale(concurrency::array_view<T, 1> data, T by) {
    concurrency::parallel_for_each(data.extent, [=](concurrency::index<1> i) restrict(amp) { data[i] *= by; });
}
";
const SCALED: &str = "void f(concurrency::array_view<int, 1> a) {
    parallel_for_each(a.extent, [=](concurrency::index<1> i) restrict(amp) { a[i] *= 2; });
}
";
/// A kernel with a mistake on line 4, and one whose types are not known.
const WRONG: &str = "#include <amp.h>
#include <missing.h>
void f(concurrency::array_view<int, 1> a) {
    concurrency::parallel_for_each(a.extent, [=](concurrency::index<1> i) restrict(amp) { throw 1; });
}
";
const UNKNOWN: &str = "#include <amp.h>
#include <missing.h>
void f(concurrency::array_view<int, 1> a) {
    concurrency::parallel_for_each(a.extent, [=](concurrency::index<1> i) restrict(amp) { a[i] = missing(1); });
}
";

const FILES: [(&str, &str); 3] =
    [("src/blur.cpp", BLUR), ("src/lib/scale.h", SCALE), ("src/main.cpp", "int main() { return 0; }\n")];

/// The lines of a text without the spaces at their ends.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim_end).collect()
}

#[test]
fn yes_in_the_inventory_is_a_translation() {
    let text = "#include <amp.h>
#include <missing.h>
using namespace concurrency;
struct Large { float values[100]; };
int declared(int a) restrict(amp);
template <bool IS_ROW> void null(tiled_extent<16> tiles, array_view<int> out) {
    parallel_for_each(tiles, [=](tiled_index<16> t) restrict(amp) { int* p = nullptr; out[t] = p == nullptr; });
}
void all(array_view<int> a, array_view<int> b, array_view<int> c, array_view<int> d, Large p, tiled_extent<16> tiles) {
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = declared(b[i]); });
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = b[i] + c[i] + d[i] + int(p.values[i[0]]); });
    parallel_for_each(tiles, [=](tiled_index<16> t) restrict(amp) { tile_static int x[4]; x[0] = missing(1); });
    null<true>(tiles, a);
}
TEST(filters, none) {
    array_view<int> v(3, source());
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
";
    let folder = folder("amp-inventory-yes", &[("a.cpp", text)]);
    let found = run(&folder, &["amp", "inventory", "a.cpp"]);
    assert_eq!((found.status, found.errors.as_str()), (0, ""));
    let expected = "\
a.cpp
  line  kernel               shape   tile_static  uses      wgsl            raised          hlsl
     7  null                 16                0  pointers  no-counterpart  no-counterpart  no-counterpart
        with IS_ROW = true
        captures out: array_view<int, 1>
        7: a null pointer: WGSL pointers are never null
    10  all                  rank 1            0            no-counterpart  no-counterpart  no-counterpart
        captures a: array_view<int, 1>, b: array_view<int, 1>
        10: `declared` is only declared here
    11  all                  rank 1            0            yes             yes             yes
        captures a: array_view<int, 1>, b: array_view<int, 1>, c: array_view<int, 1>, d: array_view<int, 1>, p: Large
    12  all                  16              16+            unresolved      unresolved      unresolved
        12: `missing` is not declared
    17  TEST(filters, none)  rank 1            0            yes             yes             yes
        captures v: array_view<int, 1>
";
    assert!(lines(&found.output).starts_with(&lines(expected)), "{}", found.output);
    let found = run(&folder, &["amp", "inventory", "a.cpp", "--format", "json"]);
    let found: Value = serde_json::from_str(&found.output).expect("JSON");
    let blocker = &found["files"][0]["kernels"][1]["targets"][0]["blockers"][0];
    assert_eq!(blocker["reason"], "no-counterpart");
}

#[test]
fn sources_that_include_kernels_are_read_in_a_directory() {
    let files = [
        ("src/scale.h", SCALE),
        ("src/all.h", "#include \"scale.h\"\n"),
        (
            "src/use.cpp",
            "#include <amp.h>\n#include \"All.h\"\nvoid f(concurrency::array_view<int, 1> a) { scale(a, 2); }\n",
        ),
    ];
    let folder = folder("amp-inventory-includes", &files);
    let found = run(&folder, &["amp", "inventory", "src"]);
    assert!(found.output.contains("with T = int"), "{}", found.output);
    let files = [
        ("include/scale.h", SCALE),
        (
            "src/use.cpp",
            "#include <amp.h>\n#include <scale.h>\nvoid f(concurrency::array_view<int, 1> a) { scale(a, 2); }\n",
        ),
        (
            "src/near.cpp",
            "#include <amp.h>\n#include \"..\\include\\scale.h\"\nvoid g(concurrency::array_view<float, 1> a) { scale(a, 2.0f); }\n",
        ),
    ];
    let folder = self::folder("amp-inventory-outside", &files);
    let found = run(&folder, &["amp", "inventory", "src", "-I", "include"]);
    assert!(
        found.output.contains("with T = int") && found.output.contains("with T = float"),
        "{}",
        found.output
    );
}

#[test]
fn the_inventory_is_a_table_for_each_file() {
    let folder = folder("amp-inventory", &FILES);
    let found = run(&folder, &["amp", "inventory", "src"]);
    assert_eq!((found.status, found.errors.as_str()), (0, ""));
    let expected = "\
src/blur.cpp
  line  kernel  shape  tile_static  uses      wgsl  raised  hlsl
     6  blur    64             256  barriers  yes   yes     yes
        captures row

src/lib/scale.h";
    let shown = lines(&found.output);
    assert_eq!(shown[..3], lines(expected)[..3], "{}", found.output);
    assert_eq!(shown[3], "        captures in: array_view<float, 1>, out: array_view<float, 1>");
    assert_eq!(
        shown[5..7],
        ["src/lib/scale.h", "  line  kernel  shape   tile_static  uses  wgsl  raised  hlsl"]
    );
    assert!(found.output.contains("        with T = float\n"), "{}", found.output);
    assert!(found.output.contains("        with T = int\n"), "{}", found.output);
    let summary = "2 kernels in 2 files: 2 checked
uses: tiled 1, barriers 1, tile_static 1
wgsl: 2 of 2
wgsl-raised: 2 of 2
hlsl: 2 of 2
c++: 2 of 2
";
    assert!(found.output.ends_with(summary), "{}", found.output);
}

#[test]
fn the_inventory_has_forms_for_machines() {
    let folder = folder("amp-inventory-json", &[("a.cpp", BLUR), ("Lib/Scale.h", SCALE), ("b.cpp", UNKNOWN)]);
    let found = run(&folder, &["amp", "inventory", "--format", "json", "."]);
    let json: Value = serde_json::from_str(&found.output).expect("JSON");
    let kernel = &json["files"][1]["kernels"][0];
    assert_eq!(json["files"][1]["file"], "a.cpp");
    assert_eq!((&kernel["name"], &kernel["tile_threads"]), (&Value::from("blur"), &Value::from(64)));
    assert_eq!(kernel["tile_static"][0]["type"], "float[64]");
    let unknown = &json["files"][2]["kernels"][0];
    assert_eq!(unknown["unresolved"][0]["place"]["line"], 4);
    assert_eq!(unknown["targets"][0]["blockers"][0]["reason"], "unresolved");
    assert_eq!(json["summary"]["targets"][0]["blocked"][0], serde_json::json!(["unresolved", 1]));
    let sarif = run(&folder, &["amp", "inventory", "--format", "sarif", "b.cpp"]).output;
    let log: Value = serde_json::from_str(&sarif).expect("JSON");
    assert_eq!(log["runs"][0]["results"][0]["level"], "warning");
    let html = run(&folder, &["amp", "inventory", "--format", "html", "a.cpp"]).output;
    assert!(html.contains("array_view&lt;float, 1&gt;"), "{html}");
}

#[test]
fn a_check_has_three_answers() {
    let files = [("good.cpp", BLUR), ("Lib/Scale.h", SCALE), ("bad.cpp", WRONG), ("open.cpp", UNKNOWN)];
    let folder = folder("amp-check", &files);
    let good = run(&folder, &["amp", "check", "good.cpp"]);
    assert_eq!((good.status, good.errors.as_str()), (0, "1 file: 1 accepted\n"));
    let bad = run(&folder, &["amp", "check", "bad.cpp"]);
    assert_eq!(bad.status, 1);
    assert!(bad.errors.contains("--> bad.cpp:4:91"), "{}", bad.errors);
    assert!(bad.errors.contains("= note: Visual C++ reports this as C"), "{}", bad.errors);
    assert!(bad.errors.ends_with("1 file: 1 rejected (1 error)\n"), "{}", bad.errors);
    let open = run(&folder, &["amp", "check", "open.cpp"]);
    assert_eq!(open.status, 2);
    assert!(open.errors.contains("info[unsupported/feature]: not checked: "), "{}", open.errors);
    assert!(open.errors.contains("error: open.cpp: 1 place can't be checked: types are not known"));
    let all = run(&folder, &["amp", "check", "--quiet", "."]);
    assert_eq!(all.status, 2);
}

#[test]
fn definitions_and_directories_are_options() {
    let program = "#include <amp.h>
#include <size.h>
void f(concurrency::array_view<int, 1> a) {
    parallel_for_each(a.extent.tile<SIZE>(), [=](concurrency::tiled_index<SIZE> t) restrict(amp) { a[t] = COUNT; });
}
";
    let folder = folder("amp-options", &[("a.cpp", program), ("inc/Size.h", "#define SIZE 512\n")]);
    let found = run(&folder, &["amp", "inventory", "-I", "inc", "-D", "COUNT=3", "a.cpp"]);
    assert!(
        found.output.contains(" f       512              0        tile-threads  yes     yes"),
        "{}",
        found.output
    );
    assert_eq!(run(&folder, &["amp", "check", "-I", "inc", "-D", "COUNT=3", "a.cpp"]).status, 0);
    assert_eq!(run(&folder, &["amp", "check", "-I", "inc", "a.cpp"]).status, 1);
}

/// `wgsl-check.toml` has macros, directories of headers, and files that are left out. A macro of the command line comes first.
#[test]
fn the_configuration_applies_to_programs() {
    let program = "#include <amp.h>
#include <size.h>
void f(concurrency::array_view<int, 1> a) {
    parallel_for_each(a.extent.tile<SIZE>(), [=](concurrency::tiled_index<SIZE> t) restrict(amp) { a[t] = COUNT; });
}
";
    let settings = "include = [\"inc\"]\nexclude = [\"old\"]\ndefines = { COUNT = 3 }\n";
    let files = [
        ("wgsl-check.toml", settings),
        ("src/a.cpp", program),
        ("old/b.cpp", WRONG),
        ("inc/size.h", "#define SIZE 512\n"),
    ];
    let folder = folder("amp-configured", &files);
    let found = run(&folder, &["amp", "check", "."]);
    assert_eq!((found.status, found.errors.as_str()), (0, "1 file: 1 accepted\n"));
    let found = run(&folder, &["amp", "check", "-D", "COUNT=true", "."]);
    assert_eq!((found.status, found.errors.as_str()), (0, "1 file: 1 accepted\n"));
    assert_eq!(run(&folder, &["amp", "check", "-D", "COUNT=nothing", "."]).status, 1);
    assert_eq!(run(&folder, &["amp", "check", "--no-config", "src"]).status, 2);
    let found = run(&folder, &["amp", "translate", "src/a.cpp"]);
    assert!(found.status == 0 && found.output.contains("= 3"), "{}", found.errors);
}

#[test]
fn standard_input_is_a_program() {
    let found = run_with_input(&["amp", "check", "-"], WRONG.as_bytes());
    assert_eq!(found.status, 1);
    assert!(found.errors.contains("--> <stdin>:4:91"), "{}", found.errors);
    let program = format!("#include <amp.h>\n{SCALED}");
    let found = run_with_input(&["amp", "translate", "-"], program.as_bytes());
    assert!(found.status == 0 && found.output.contains("@compute"), "{}", found.errors);
    let found = run_with_input(&["amp", "check", "-"], b"\x7FELF\0\0");
    assert_eq!(found.status, 2);
    assert!(found.errors.contains("<stdin>: not a text: it has zero bytes"), "{}", found.errors);
}

#[test]
fn sources_may_be_in_encodings_of_windows() {
    let text = "#include <amp.h>\r\n// é\r\nvoid f(concurrency::array_view<int, 1> a) { parallel_for_each(a.extent, [=](concurrency::index<1> i) restrict(amp) { a[i] = 1; }); }\r\n";
    let folder = folder("amp-encodings", &[]);
    std::fs::create_dir_all(&folder).expect("a folder");
    let wide = |bytes: fn(u16) -> [u8; 2]| {
        core::iter::once('\u{FEFF}').chain(text.chars()).flat_map(|it| bytes(it as u16)).collect::<Vec<u8>>()
    };
    let narrow: Vec<u8> = text.chars().map(|it| it as u8).collect();
    for bytes in [wide(u16::to_le_bytes), wide(u16::to_be_bytes), narrow, text.as_bytes().to_vec()] {
        std::fs::write(folder.join("a.cpp"), bytes).expect("a file");
        let found = run(&folder, &["amp", "check", "a.cpp"]);
        assert_eq!((found.status, found.errors.as_str()), (0, "1 file: 1 accepted\n"));
        let found = run(&folder, &["amp", "inventory", "."]);
        assert!(found.output.contains("1 kernel in 1 file: 1 checked"), "{}", found.output);
    }
}

#[test]
fn a_file_that_cant_be_read_fails() {
    let folder = folder("amp-missing", &[("a.cpp", BLUR)]);
    let found = run(&folder, &["amp", "inventory", "nowhere.cpp", "a.cpp"]);
    assert_eq!(found.status, 2);
    assert!(found.errors.contains("nowhere.cpp: can't be read: "), "{}", found.errors);
    assert!(found.output.contains("blur"), "{}", found.output);
    assert_eq!(run(&folder, &["amp", "check", "nowhere.cpp"]).status, 2);
}

#[test]
fn a_kernel_is_translated_with_its_bindings() {
    let folder = folder("amp-translate", &FILES);
    let several = run(&folder, &["amp", "translate", "src/blur.cpp"]);
    assert_eq!(several.status, 2);
    let expected = "several kernels: select one with --kernel, or write all with --output: `blur` (line 6), `scale` (line 3), `scale_2` (line 3)";
    assert!(several.errors.contains(expected), "{}", several.errors);
    let found = run(&folder, &["amp", "translate", "src/blur.cpp", "--kernel", "blur"]);
    assert_eq!((found.status, found.errors.as_str()), (0, ""));
    let expected = "\
// `blur`, a kernel from C++ AMP
//
// Workgroups to dispatch: ceil(domain[0] / 64)
// The domain must be a multiple of the tile, as in C++ AMP.
//
// C++ AMP      group 0    WGSL                type
// in.extent    binding 0  launch.in_extent    byte 0: i32
// in.strides   binding 0  launch.in_strides   byte 4: i32
// out.extent   binding 0  launch.out_extent   byte 8: i32
// out.strides  binding 0  launch.out_strides  byte 12: i32
// in           binding 1  in                  storage, read_write: array<f32>
// out          binding 2  out                 storage, read_write: array<f32>
// A buffer begins with the first element of its view. No two buffers may share memory that is written.
";
    assert!(found.output.starts_with(expected), "{}", found.output);
    assert!(found.output.contains("out[t_global[0u]] = row[63i - t_local[0u]] * 0.5f;"), "{}", found.output);
    let short = run(&folder, &["translate", "src/blur.cpp", "--kernel", "blur"]);
    assert_eq!(short.output, found.output);
    let unknown = run(&folder, &["amp", "translate", "src/blur.cpp", "--kernel", "blue"]);
    assert!(unknown.status == 2 && unknown.errors.contains("unknown kernel `blue`"), "{}", unknown.errors);
}

#[test]
fn all_kernels_are_written_to_a_directory() {
    let folder = folder("amp-translate-all", &FILES);
    let found = run(&folder, &["amp", "translate", "src/blur.cpp", "--to", "hlsl", "--output", "out"]);
    assert_eq!((found.status, found.errors.as_str()), (0, ""));
    let read = |name: &str| {
        std::fs::read_to_string(folder.join("out").join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    assert!(read("blur.hlsl").contains("[numthreads(64, 1, 1)]"));
    assert!(read("scale_2.hlsl").contains("RWByteAddressBuffer data : register(u1)"));
    let description: Value = serde_json::from_str(&read("scale.json")).expect("JSON");
    assert_eq!(description["entry_point"], "scale");
    assert_eq!(description["workgroup_size"], serde_json::json!([256, 1, 1]));
    assert_eq!(description["uniform"]["members"][1]["source"], "data.extent");
    assert_eq!(description["buffers"][0]["type"], "array<i32>");
}

#[test]
fn what_has_no_counterpart_is_reported_for_its_kernel_only() {
    let program = "#include <amp.h>
using namespace concurrency;
void half(array_view<double, 1> a) { parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] *= 0.5; }); }
void twice(array_view<int, 1> a) { parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] *= 2; }); }
";
    let open = format!(
        "{UNKNOWN}void twice_open(concurrency::array_view<int, 1> a) {{
    concurrency::parallel_for_each(a.extent, [=](concurrency::index<1> i) restrict(amp) {{ a[i] *= 2; }});
}}
"
    );
    let both = open.replace(UNKNOWN, WRONG);
    let files = [("a.cpp", program), ("bad.cpp", WRONG), ("open.cpp", &open), ("both.cpp", &both)];
    let folder = folder("amp-translate-none", &files);
    let found = run(&folder, &["amp", "translate", "a.cpp", "--output", "out"]);
    assert_eq!(found.status, 2);
    assert!(found.errors.contains("no-counterpart: `double`: no such type in WGSL"), "{}", found.errors);
    assert!(found.errors.contains("--> a.cpp:3:"), "{}", found.errors);
    assert!(folder.join("out/twice.wgsl").exists() && !folder.join("out/half.wgsl").exists());
    let open = run(&folder, &["amp", "translate", "open.cpp", "--output", "out"]);
    assert_eq!(open.status, 2);
    let expected = "open.cpp: not translated, because their types are not known: `f` (line 4)";
    assert!(open.errors.contains(expected) && folder.join("out/twice_open.wgsl").exists(), "{}", open.errors);
    let both = run(&folder, &["amp", "translate", "both.cpp"]);
    assert!(both.status == 1 && both.errors.contains("--> both.cpp:4:91"), "{}", both.errors);
    assert!(both.output.contains("fn twice_open("), "{}", both.output);
    let rejected = run(&folder, &["amp", "translate", "bad.cpp"]);
    assert!(rejected.status == 1 && rejected.errors.contains("--> bad.cpp:4:91"), "{}", rejected.errors);
}

#[test]
fn translated_kernels_are_compared_with_those_of_the_program() {
    let program = "#include <amp.h>
#include <vector>
using namespace concurrency;
void run(std::vector<float>& v, float by) {
    array_view<float, 1> a(int(v.size()), v);
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] *= by; });
}
void twice(std::vector<int>& v) {
    array_view<int, 1> a(2, v), b = a;
    parallel_for_each(a.extent, [=](index<1> i) restrict(amp) { a[i] = b[i] + 1; });
}
";
    let files = [
        ("a.cpp", program),
        ("run.yaml", "call: run\narguments:\n  v: [1, 2, 3]\n  by: 2.5\n"),
        ("twice.yaml", "call: twice\narguments:\n  v: [1, 2]\n"),
    ];
    let folder = folder("amp-compare", &files);
    let found = run(&folder, &["amp", "run", "a.cpp", "--plan", "run.yaml", "--compare-wgsl"]);
    assert_eq!(found.status, 0, "{}", found.errors);
    assert!(found.output.contains("2.5 5.0 7.5"), "{}", found.output);
    let shared = run(&folder, &["amp", "run", "a.cpp", "--plan", "twice.yaml", "--compare-wgsl"]);
    assert!(
        shared.status == 2 && shared.errors.contains("share memory that is written"),
        "{}",
        shared.errors
    );
}

#[test]
fn faults_of_launches_without_tiles_name_the_index() {
    let program = "#include <amp.h>
using namespace concurrency;
void race(array_view<int, 2> v) {
    parallel_for_each(v.extent, [=](index<2> i) restrict(amp) { v(0, 0) = i[1]; });
}
void tiles(array_view<int, 1> v) {
    parallel_for_each(v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        if (t.local[0] == 1) v[t.tile_origin] = 1; else if (t.local[0] == 2) v[t.tile_origin] += 1;
    });
}
";
    let files = [
        ("a.cpp", program),
        ("race.yaml", "call: race\narguments:\n  v: { extent: [2, 2] }\n"),
        ("tiles.yaml", "call: tiles\narguments:\n  v: { count: 4 }\n"),
    ];
    let folder = folder("amp-faults", &files);
    let without = run(&folder, &["amp", "run", "a.cpp", "--plan", "race.yaml", "--strict"]);
    let expected = [
        "fault[data-race]: a different thread writes the same memory, and the two accesses are not ordered\n",
        " --> a.cpp:4:65\n",
        "= note: first at index (0, 1)\n",
        "= note: nothing orders the threads of this launch: use an atomic function, let each thread access its own elements, or use a separate launch for the second access\n",
    ];
    for line in expected {
        assert!(without.errors.contains(line), "{line}: {}", without.errors);
    }
    let with = run(&folder, &["amp", "run", "a.cpp", "--plan", "tiles.yaml", "--strict"]);
    for line in
        ["= note: first in tile 0, thread 2\n", "`barrier.wait_with_global_memory_fence()` between them"]
    {
        assert!(with.errors.contains(line), "{line}: {}", with.errors);
    }
    let json = run(&folder, &["amp", "run", "a.cpp", "--plan", "race.yaml", "--strict", "--format", "json"]);
    let json: Value = serde_json::from_str(&json.output).unwrap();
    assert_eq!(json["launches"][0]["faults"][0]["index"], serde_json::json!([0, 1]));
}
