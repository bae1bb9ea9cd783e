//! Measures speed.

use super::programs::Set;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::hint::black_box;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use wgsl_validator::diagnostic::Severity;

/// This front end; it keeps its memory between programs.
#[derive(Default)]
pub(super) struct Ours(wgsl_validator::Validator);

impl Ours {
    /// Whether it accepts the program.
    pub(super) fn accepts(&mut self, text: &str) -> bool {
        self.0.diagnose(text).iter().all(|diagnostic| diagnostic.severity != Severity::Error)
    }
}

/// The peer; it keeps between programs everything that its API allows.
pub(super) struct Peer {
    frontend: naga::front::wgsl::Frontend,
    validator: Validator,
}

impl Peer {
    pub(super) fn new() -> Self {
        let validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        Self { frontend: naga::front::wgsl::Frontend::new(), validator }
    }

    /// Whether naga parses and validates the program.
    pub(super) fn accepts(&mut self, text: &str) -> bool {
        let Ok(module) = self.frontend.parse(text) else { return false };
        black_box(self.validator.validate(&module)).is_ok()
    }
}

/// Measures both tools on the programs of a set that both accept, and prints a table.
pub(super) fn compare(set: Set, time: Duration, output: &mut impl Write) -> io::Result<()> {
    let (mut ours, mut peer) = (Ours::default(), Peer::new());
    let all = set.programs.len();
    let (mut ours_alone, mut theirs_alone) = (0, 0);
    let programs: Vec<String> = set
        .programs
        .into_iter()
        .filter(|text| {
            let verdicts = (ours.accepts(text), peer.accepts(text));
            ours_alone += usize::from(verdicts == (true, false));
            theirs_alone += usize::from(verdicts == (false, true));
            verdicts == (true, true)
        })
        .collect();
    let bytes: usize = programs.iter().map(String::len).sum();
    writeln!(output, "{}: {} programs, {:.1} KB", set.name, programs.len(), bytes as f64 / 1e3)?;
    if programs.len() < all {
        let left_out = all - programs.len();
        let neither = left_out - ours_alone - theirs_alone;
        writeln!(
            output,
            "  {left_out} of {all} left out: accepted by wgsl-check alone {ours_alone}, by naga alone {theirs_alone}, by neither {neither}"
        )?;
    }
    if programs.is_empty() {
        return writeln!(output);
    }
    // The tools take turns, so that a machine that slows down slows both.
    let (mut best_ours, mut best_theirs) = (Duration::MAX, Duration::MAX);
    let start = Instant::now();
    while start.elapsed() < time * 2 {
        best_ours = best_ours.min(pass(&programs, |text| ours.accepts(text)));
        best_theirs = best_theirs.min(pass(&programs, |text| peer.accepts(text)));
    }
    writeln!(output, "  {:12} {:>10} {:>12} {:>8}", "", "MB/s", "µs/module", "ratio")?;
    let ratio = best_theirs.as_secs_f64() / best_ours.as_secs_f64();
    for (tool, best, ratio) in [("wgsl-check", best_ours, ratio), ("naga", best_theirs, 1.0)] {
        let speed = bytes as f64 / best.as_secs_f64() / 1e6;
        let each = best.as_secs_f64() * 1e6 / programs.len() as f64;
        writeln!(output, "  {tool:12} {speed:>10.2} {each:>12.2} {ratio:>8.2}")?;
    }
    writeln!(output)
}

/// One pass over all programs. Short sets are repeated, so that a pass is long enough for the clock.
pub(super) fn pass(programs: &[String], mut accepts: impl FnMut(&str) -> bool) -> Duration {
    const LEAST: Duration = Duration::from_millis(20);
    let start = Instant::now();
    let mut rounds = 0;
    loop {
        for text in programs {
            black_box(accepts(black_box(text)));
        }
        rounds += 1;
        let elapsed = start.elapsed();
        if elapsed >= LEAST {
            return elapsed / rounds;
        }
    }
}
