//! Peak memory of a separate process, as the system counts it: `VmHWM` of /proc/self/status.

use super::measure::{Ours, Peer};
use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::process::Command;

/// The approximate size of the generated program in bytes.
const SIZE: usize = 4_000_000;

/// Runs a process for each tool, and prints the memory that it needs beyond the source itself.
pub(super) fn compare(output: &mut impl Write) -> io::Result<()> {
    let text = program();
    let megabytes = text.len() as f64 / 1e6;
    writeln!(
        output,
        "peak memory beyond the source (VmHWM of a separate process), one generated program of {megabytes:.1} MB"
    )?;
    let Some(nothing) = peak_of("nothing")? else {
        return writeln!(output, "  this system has no /proc/self/status");
    };
    for tool in ["wgsl-check", "naga"] {
        match peak_of(tool)? {
            Some(peak) => {
                let each = peak.saturating_sub(nothing) as f64 * 1024.0 / 1e6 / megabytes;
                writeln!(output, "  {tool:12} {each:>10.1} MB per MB of source")?;
            }
            None => writeln!(output, "  {tool:12} rejects the program")?,
        }
    }
    Ok(())
}

fn peak_of(tool: &str) -> io::Result<Option<u64>> {
    let mut child = Command::new(std::env::current_exe()?);
    let answer = child.args(["bench", "--memory-of", tool]).output()?;
    Ok(String::from_utf8_lossy(&answer.stdout).trim().parse().ok())
}

/// The child process: judges the program and prints the peak in KiB; prints nothing if the program is rejected.
pub(super) fn child(tool: &str) -> io::Result<()> {
    let text = program();
    let accepted = match tool {
        "wgsl-check" => Ours::default().accepts(&text),
        "naga" => Peer::new().accepts(&text),
        _ => !black_box(&text).is_empty(),
    };
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    if let (true, Some(peak)) = (accepted, peak) {
        writeln!(io::stdout(), "{}", peak.trim().trim_end_matches(" kB"))?;
    }
    Ok(())
}

/// A valid program of about [`SIZE`] bytes: ordinary functions with unique names.
fn program() -> String {
    let mut text = String::with_capacity(SIZE + 1024);
    text.push_str("struct Light { position: vec3<f32>, radius: f32, color: vec3<f32>, power: f32 }\n");
    text.push_str("@group(0) @binding(0) var<storage, read> lights: array<Light>;\n");
    let mut number = 0;
    while text.len() < SIZE {
        // Writing to a string does not fail.
        let _ = write!(
            text,
            "
/// Light that reaches a surface, variant {number}.
fn shade_{number}(position: vec3<f32>, normal: vec3<f32>, roughness: f32) -> vec3<f32> {{
    var sum = vec3<f32>(0.0);
    for (var index = 0u; index < arrayLength(&lights); index += 1u) {{
        let light = lights[index];
        let offset = light.position - position;
        let distance_squared = max(dot(offset, offset), 0.0001);
        if distance_squared > light.radius * light.radius {{
            continue;
        }}
        let direction = offset * inverseSqrt(distance_squared);
        let lambert = clamp(dot(normal, direction), 0.0, 1.0);
        let gloss = pow(lambert, 2.0 / max(roughness * roughness, 0.001));
        sum += light.color * (light.power * (lambert + gloss) / distance_squared);
    }}
    return sum * f32({number}u % 7u + 1u);
}}
"
        );
        number += 1;
    }
    text
}
