//! The reference executor against a driver and plain Rust, kernel by kernel.

use super::kernels::{self, Kernel};
use shader_run::execute::{Bound, Options};
use shader_run::resources::Pipeline;
use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use webgpu_model::{Command, Dispatch};
use wgsl_cts_gpu::{Gpu, Job, Prepared};
use wgsl_lower::compute;
use wgsl_lower::layout::pipeline_layout;
use wgsl_validator::target::Target;
use wgsl_validator::{PipelineRequest, Stage, validate};

/// Measures the kernels whose names contain this word, and prints a table. Only dispatches are timed; pipelines and
/// resources are created before.
pub(super) fn compare(
    name: &str,
    seconds: Duration,
    adapter: &str,
    output: &mut impl Write,
) -> io::Result<()> {
    let gpu = Gpu::open(Some(adapter));
    match &gpu {
        Ok(gpu) => {
            let name = &gpu.info().name;
            writeln!(output, "\nreference executor, {name}, and plain Rust on one thread\n")?;
        }
        Err(problem) => {
            writeln!(output, "\nreference executor and plain Rust on one thread; no driver: {problem}\n")?;
        }
    }
    writeln!(
        output,
        "{:24}{:>12}{:>12}{:>8}{:>12}{:>8}",
        "kernel", "reference", "driver", "ratio", "Rust", "ratio"
    )?;
    for kernel in kernels::all().into_iter().filter(|kernel| kernel.name.contains(name)) {
        let path = crate::root().join(format!("fixtures/kernels/{}.wgsl", kernel.name));
        let text = std::fs::read_to_string(path)?;
        let reference = reference(&text, &kernel, seconds)?;
        let driver = match &gpu {
            Ok(gpu) => Some(driver(gpu, &text, &kernel, seconds)?),
            Err(_) => None,
        };
        let rust = median(seconds, || {
            black_box((kernel.scalar)());
            Ok(())
        })?;
        let ratio = |peer: Duration| reference.as_secs_f64() / peer.as_secs_f64();
        let milliseconds = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        writeln!(
            output,
            "{:24}{:>12}{:>12}{:>8}{:>12}{:>8.2}",
            kernel.name,
            milliseconds(reference),
            driver.map_or_else(|| "-".to_owned(), milliseconds),
            driver.map_or_else(|| "-".to_owned(), |driver| format!("{:.2}", ratio(driver))),
            milliseconds(rust),
            ratio(rust),
        )?;
    }
    Ok(())
}

fn reference(text: &str, kernel: &Kernel, seconds: Duration) -> io::Result<Duration> {
    let pipeline = pipeline(text, kernel)?;
    let bound = pipeline
        .bind(&kernel.bindings, &[])
        .map_err(|failure| io::Error::other(format!("{}: {failure:?}", kernel.name)))?;
    let run = || {
        pipeline
            .dispatch(kernel.workgroups, &bound)
            .map(|_| ())
            .map_err(|stopped| io::Error::other(stopped.to_string()))
    };
    run()?;
    let found = match kernel.result {
        Some((_, binding)) => bound.get(binding as usize),
        None => bound.get(1),
    };
    let bytes = match found {
        Some(Bound::Buffer(bytes)) => bytes.to_bytes(),
        Some(Bound::Texture(texture)) => texture.to_bytes(),
        Some(Bound::Sampler(_) | Bound::Missing) | None => Vec::new(),
    };
    check("the reference executor", kernel, &bytes)?;
    median(seconds, run)
}

fn pipeline(text: &str, kernel: &Kernel) -> io::Result<Pipeline> {
    compute::pipeline(&stage(text, kernel)?, Options::default())
        .map_err(|failure| io::Error::other(format!("{}: {failure:?}", kernel.name)))
}

fn stage(text: &str, kernel: &Kernel) -> io::Result<Stage> {
    let target = Target::default().for_execution();
    let module = validate(text, &wgsl_validator::Options { target, ..Default::default() });
    let stage = module.specialize(&PipelineRequest::default());
    stage.map_err(|found| io::Error::other(format!("{}: {found:?}", kernel.name)))
}

fn driver(gpu: &Gpu, text: &str, kernel: &Kernel, seconds: Duration) -> io::Result<Duration> {
    let (workgroups, bindings) = (kernel.workgroups, kernel.bindings.clone());
    let dispatch = Dispatch { workgroups, bindings, ..Dispatch::default() };
    let layout = pipeline_layout(&[stage(text, kernel)?]);
    let job = Job::new(text.to_owned(), Command::Dispatch(dispatch), layout);
    let prepared = Prepared::new(gpu, &job)
        .map_err(|outcome| io::Error::other(format!("{}: {outcome:?}", kernel.name)))?;
    prepared.run().map_err(io::Error::other)?;
    if let Some(place) = kernel.result {
        let output = prepared.read().map_err(io::Error::other)?;
        let here = output.bindings.iter().find(|it| (it.group, it.binding) == place);
        check("the driver", kernel, here.map_or(&[], |it| it.data.bytes()))?;
    }
    median(seconds, || prepared.run().map_err(io::Error::other))
}

/// Checks a result against that of plain Rust.
fn check(who: &str, kernel: &Kernel, bytes: &[u8]) -> io::Result<()> {
    let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let expected = (kernel.scalar)();
    let differs = |(got, wanted): (u32, u32)| {
        if kernel.result.is_none() {
            // Texels: a channel half-way between two bytes may round either way.
            return got
                .to_le_bytes()
                .iter()
                .zip(wanted.to_le_bytes())
                .any(|(got, wanted)| got.abs_diff(wanted) > 1);
        }
        let distance = (f32::from_bits(got) - f32::from_bits(wanted)).abs();
        got != wanted && (kernel.tolerance == 0.0 || distance.is_nan() || distance > kernel.tolerance)
    };
    let count = words.zip(expected.iter().copied()).filter(|pair| differs(*pair)).count();
    // A point at the rim of the Mandelbrot set may fall either way: fused operations round once.
    if count * 50 > expected.len() {
        let total = expected.len();
        return Err(io::Error::other(format!(
            "{who} has {count} of {total} other results for {}",
            kernel.name
        )));
    }
    Ok(())
}

/// The median time of a call.
fn median(seconds: Duration, mut call: impl FnMut() -> io::Result<()>) -> io::Result<Duration> {
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < 3 || start.elapsed() < seconds {
        let before = Instant::now();
        call()?;
        times.push(before.elapsed());
    }
    times.sort_unstable();
    Ok(times[times.len() / 2])
}
