//! The sources whose validation is measured, and the measurement.

use super::Arguments;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use wgsl_validator::Validator;

/// Appends the declarations with one number to a source.
type Generator = fn(&mut String, usize);

/// Kinds of sources, each with its last lines: common constructs, and constructs that tempt an implementation to
/// visit everything repeatedly.
const KINDS: &[(&str, Generator, &str)] = &[
    ("const chain", const_chain, ""),
    ("functions", functions, ""),
    ("calls", calls, ""),
    ("structures", structures, ""),
    ("long expression", long_expression, ";\n}\n"),
    ("one function", one_function, "}\n"),
    ("many names", many_names, ""),
    ("entry points", entry_points, ""),
    ("shared calls", shared_calls, ""),
    ("large structure", large_structure, "}\n"),
    ("member accesses", member_accesses, ""),
    ("large array", large_array, ");\n"),
    ("large switch", large_switch, "default {} } }\n"),
    ("parameters", parameters, ") {}\n"),
    ("overrides", overrides, ""),
    ("uniformity", uniformity, "}\n"),
    ("jumps", jumps, "}}\n"),
    ("syntax errors", syntax_errors, ""),
    ("type errors", type_errors, ""),
    ("unknown names", unknown_names, ""),
];

// Writing to a string does not fail.

fn const_chain(text: &mut String, number: usize) {
    let before = if number == 0 { "1".to_owned() } else { format!("c{}", number - 1) };
    let _ = writeln!(text, "const c{number} = {before} % 7919 * 3 + 1;");
}

fn functions(text: &mut String, number: usize) {
    let _ = writeln!(
        text,
        "fn shade_{number}(a: vec3f, b: f32, count: u32) -> vec3f {{
    var sum = vec3f(0.0);
    for (var i = 0u; i < count; i++) {{
        let scaled = a * (b + f32(i));
        if dot(scaled, scaled) > 1.0 {{ continue; }}
        sum += normalize(scaled) * clamp(b, 0.0, 1.0);
    }}
    return max(sum, vec3f({number}.5));
}}"
    );
}

fn calls(text: &mut String, number: usize) {
    let before = number.saturating_sub(1);
    let callee = if number == 0 { "abs".to_owned() } else { format!("g{before}") };
    let _ = writeln!(text, "fn g{number}(a: i32) -> i32 {{ return {callee}(a) + {callee}(a + 1); }}");
}

fn structures(text: &mut String, number: usize) {
    let inner = if number.is_multiple_of(8) { "vec4f".to_owned() } else { format!("S{}", number - 1) };
    let _ = writeln!(
        text,
        "struct S{number} {{ first: f32, second: vec3f, @align(32) third: mat4x4f, inner: {inner}, list: array<vec2u, 8> }}"
    );
}

fn long_expression(text: &mut String, number: usize) {
    if number == 0 {
        text.push_str("fn f(a: i32, b: i32) -> i32 {\n    return a");
    }
    let _ = write!(text, " + b * {number} - (a / 3)");
    if number % 8 == 7 {
        text.push_str("\n       ");
    }
}

fn one_function(text: &mut String, number: usize) {
    if number == 0 {
        text.push_str("fn f(a: i32) {\n    var v = a;\n");
    }
    let _ = writeln!(
        text,
        "    let x{number} = v * 2 + {number};\n    if x{number} > 3 {{ v = x{number} - 1; }}"
    );
}

fn many_names(text: &mut String, number: usize) {
    let _ = writeln!(text, "var<private> a_rather_long_name_{number}_of_a_variable: i32;");
    let _ = writeln!(text, "alias name_{number}_of_a_type = array<i32, {}>;", number % 100 + 1);
}

fn entry_points(text: &mut String, number: usize) {
    if number == 0 {
        text.push_str("@group(0) @binding(0) var<storage, read_write> data: array<u32>;\n");
        text.push_str("fn helper(i: u32) { data[i] += 1u; }\n");
    }
    let _ = writeln!(
        text,
        "@compute @workgroup_size(64) fn main{number}(@builtin(global_invocation_id) id: vec3u) {{ helper(id.x); }}"
    );
}

fn shared_calls(text: &mut String, number: usize) {
    let before = if number == 0 { String::new() } else { format!(" helper{}();", number - 1) };
    let _ = writeln!(
        text,
        "var<private> v{number}: i32; fn helper{number}() {{ v{number}++;{before} }}
@compute @workgroup_size(1) fn main{number}() {{ helper{number}(); }}"
    );
}

fn large_structure(text: &mut String, number: usize) {
    if number == 0 {
        text.push_str("struct S {\n");
    }
    let _ = writeln!(text, "    member_{number}: vec2f,");
}

fn member_accesses(text: &mut String, number: usize) {
    let _ = writeln!(text, "struct S{number} {{");
    for member in 0..200 {
        let _ = writeln!(text, "    member_{member}: i32,");
    }
    let _ = writeln!(text, "}}\nfn f{number}(s: S{number}) {{\n    var sum = 0;");
    for member in 0..200 {
        let _ = writeln!(text, "    sum += s.member_{};", 199 - member);
    }
    text.push_str("}\n");
}

fn large_array(text: &mut String, number: usize) {
    text.push_str(if number == 0 { "const a = array(0" } else { ", " });
    let _ = write!(text, "{number} + 1");
    if number % 16 == 15 {
        text.push_str("\n   ");
    }
}

fn large_switch(text: &mut String, number: usize) {
    if number == 0 {
        text.push_str("fn f(a: i32) { switch a {\n");
    }
    let _ = writeln!(text, "case {number} {{ return; }}");
}

fn parameters(text: &mut String, number: usize) {
    if number == 0 {
        text.push_str("fn f(");
    }
    let _ = writeln!(text, "parameter_{number}: i32,");
}

fn overrides(text: &mut String, number: usize) {
    let _ =
        writeln!(text, "override o{number} = {number};\nvar<workgroup> w{number}: array<i32, o{number}>;");
}

fn uniformity(text: &mut String, number: usize) {
    if number == 0 {
        text.push_str("@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {\n    var a = 0u;\n");
    }
    let _ = writeln!(
        text,
        "    var v{number} = a; for (var j = 0u; j < 4; j++) {{ v{number} += j; if v{number} > 3 {{ a = v{number}; }} }}
    workgroupBarrier();"
    );
}

fn jumps(text: &mut String, number: usize) {
    if number == 0 {
        text.push_str(
            "@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {\n    loop {\n",
        );
    }
    let _ = writeln!(
        text,
        "var j{number} = i; if j{number} > 3 {{ j{number} = 2; break; }} j{number} = 1;
    workgroupBarrier();"
    );
}

fn syntax_errors(text: &mut String, number: usize) {
    let _ = writeln!(
        text,
        "const a{number} = (1 + ;\nfn h{number}( {{ return f(1, ; }}\nstruct T{number} {{ a i32 }}"
    );
}

fn type_errors(text: &mut String, number: usize) {
    let _ = writeln!(
        text,
        "const b{number}: i32 = 1.5;\nfn k{number}() -> i32 {{ let x = 1 + true; return 2u; }}"
    );
}

fn unknown_names(text: &mut String, number: usize) {
    let _ = writeln!(text, "const d{number} = unknown_{number} + another_{number};");
}

/// A source of one kind with at least this many bytes.
fn generate(generator: Generator, end: &str, bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 1024);
    let mut number = 0;
    while text.len() < bytes {
        generator(&mut text, number);
        number += 1;
    }
    text.push_str(end);
    text
}

/// The time of the shortest of several runs, which was disturbed least, and the number of findings in each.
fn measure(text: &str, least: Duration) -> (Duration, usize) {
    let mut best = Duration::MAX;
    let start = Instant::now();
    // With a warm validator: memory costs more at first use than later.
    let mut validator = Validator::default();
    let count = validator.diagnose(text).len();
    while best == Duration::MAX || start.elapsed() < least {
        let run = Instant::now();
        let findings = validator.diagnose(black_box(text));
        best = best.min(run.elapsed());
        drop(black_box(findings));
    }
    (best, count)
}

/// Measures all kinds in all sizes, and prints megabytes per second and the ratio between sizes.
pub(super) fn run(arguments: &Arguments) -> io::Result<bool> {
    let least = Duration::try_from_secs_f64(arguments.seconds).map_err(io::Error::other)?;
    let mut output = io::stdout().lock();
    write!(output, "{:16}", "MB/s")?;
    for size in &arguments.sizes {
        write!(output, "{:>12}", format!("{size} MB"))?;
    }
    writeln!(output, "{:>10}{:>16}", "spread", "findings / MB")?;
    for (name, generator, end) in KINDS.iter().filter(|(name, ..)| name.contains(&arguments.kind)) {
        write!(output, "{name:16}")?;
        let (mut slowest, mut fastest, mut findings) = (f64::MAX, 0.0_f64, 0.0);
        for size in &arguments.sizes {
            let text = generate(*generator, end, (size * 1e6) as usize);
            let megabytes = text.len() as f64 / 1e6;
            let (best, count) = measure(&text, least);
            let speed = megabytes / best.as_secs_f64();
            (slowest, fastest) = (slowest.min(speed), fastest.max(speed));
            write!(output, "{speed:>12.1}")?;
            output.flush()?;
            findings = count as f64 / megabytes;
        }
        writeln!(output, "{:>8.0} %{findings:>16.0}", (fastest / slowest - 1.0) * 100.0)?;
    }
    Ok(true)
}
