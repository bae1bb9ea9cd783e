//! `--timings`: where the time of a check went.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use wgsl_validator::{Options, Phase, Validator};

/// The time of each phase over all threads.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timings(Arc<Totals>);

#[derive(Debug, Default)]
struct Totals {
    nanoseconds: [AtomicU64; Phase::ALL.len()],
    programs: AtomicU64,
}

impl Timings {
    /// Returns a validator whose phases are counted here.
    pub(crate) fn validator(&self, options: Options) -> Validator {
        let totals = Arc::clone(&self.0);
        let mut running: Option<(Phase, Instant)> = None;
        let mut validator = Validator::new(options);
        validator.observe(move |phase| {
            let now = Instant::now();
            if let Some((before, since)) = running {
                let spent = u64::try_from((now - since).as_nanos()).unwrap_or(u64::MAX);
                totals.nanoseconds[before as usize].fetch_add(spent, Ordering::Relaxed);
            }
            let is_done = phase == Phase::Done;
            totals.programs.fetch_add(u64::from(is_done), Ordering::Relaxed);
            running = (!is_done).then_some((phase, now));
        });
        validator
    }
}

impl fmt::Display for Timings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spent = |phase: Phase| self.0.nanoseconds[phase as usize].load(Ordering::Relaxed) as f64;
        let total: f64 = Phase::ALL.into_iter().map(spent).sum();
        let programs = self.0.programs.load(Ordering::Relaxed);
        writeln!(formatter, "{:<12}{:>12}{:>8}", "phase", "ms", "%")?;
        for phase in Phase::ALL.into_iter().filter(|phase| *phase != Phase::Done) {
            let share = 100.0 * spent(phase) / total.max(1.0);
            writeln!(formatter, "{:<12}{:>12.3}{share:>8.1}", phase.name(), spent(phase) / 1e6)?;
        }
        writeln!(formatter, "{:<12}{:>12.3}    {programs} WGSL programs", "sum", total / 1e6)
    }
}
