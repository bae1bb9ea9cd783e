//! The speed of the Metal front end, on naga's output for real shaders. There is nothing to compare it with: no other tool checks Metal without a Mac.

use super::{measure, programs};
use cxx_validator::{Headers, Source, parse};
use msl_validator::{METAL, Options, module};
use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use wgsl_translate_check::metal::{MetalOptions, metal};

/// Measures parsing alone, and everything, and prints a table.
pub(super) fn measure(time: Duration, output: &mut impl Write) -> io::Result<()> {
    let written =
        |program: &String| metal(program, &MetalOptions::default()).ok().map(|written| written.text);
    let texts: Vec<String> = programs::real()?.iter().filter_map(written).collect();
    let bytes: usize = texts.iter().map(String::len).sum();
    writeln!(output, "naga's Metal output for them: {} programs, {:.1} KB", texts.len(), bytes as f64 / 1e3)?;
    let options = Options::default();
    let parsed =
        |text: &str| !black_box(parse(Source::text(text), &[], Headers::NONE, &METAL)).0.ast.exprs.is_empty();
    let judged = |text: &str| black_box(module(text, &options)).is_accepted();
    writeln!(output, "  {:12} {:>10} {:>12}", "", "MB/s", "µs/program")?;
    for (name, phases) in [("parse", &parsed as &dyn Fn(&str) -> bool), ("all phases", &judged)] {
        let mut best = Duration::MAX;
        let start = Instant::now();
        while start.elapsed() < time {
            best = best.min(measure::pass(&texts, phases));
        }
        let (seconds, count) = (best.as_secs_f64(), texts.len() as f64);
        writeln!(
            output,
            "  {name:12} {:>10.2} {:>12.2}",
            bytes as f64 / seconds / 1e6,
            seconds * 1e6 / count
        )?;
    }
    writeln!(output)
}
