//! `--timings`: where the time of a check went.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use wgsl_validator::{Options, Phase, Validator};

/// The time of each phase over all threads, by language.
#[derive(Clone, Debug)]
pub(crate) struct Timings {
    wgsl: Arc<Totals>,
    metal: Arc<Totals>,
}

/// The phases of a language. The last one is the end of a program, which takes no time.
#[derive(Debug)]
struct Totals {
    language: &'static str,
    names: Vec<&'static str>,
    nanoseconds: Vec<AtomicU64>,
    programs: AtomicU64,
}

impl Totals {
    fn new<const N: usize>(language: &'static str, names: [&'static str; N]) -> Arc<Self> {
        let nanoseconds = names.map(|_| AtomicU64::new(0)).into();
        Arc::new(Self { language, names: names.into(), nanoseconds, programs: AtomicU64::new(0) })
    }

    /// Returns a callback for the numbers of phases that start on a thread.
    fn clock(self: &Arc<Self>) -> impl FnMut(usize) + Send + use<> {
        let totals = Arc::clone(self);
        let mut running: Option<(usize, Instant)> = None;
        move |phase| {
            let now = Instant::now();
            if let Some((before, since)) = running {
                let spent = u64::try_from((now - since).as_nanos()).unwrap_or(u64::MAX);
                totals.nanoseconds[before].fetch_add(spent, Ordering::Relaxed);
            }
            let is_done = phase + 1 == totals.names.len();
            totals.programs.fetch_add(u64::from(is_done), Ordering::Relaxed);
            running = (!is_done).then_some((phase, now));
        }
    }
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            wgsl: Totals::new("WGSL", Phase::ALL.map(Phase::name)),
            metal: Totals::new("Metal", msl_validator::Phase::ALL.map(msl_validator::Phase::name)),
        }
    }
}

impl Timings {
    /// Returns a validator of WGSL whose phases are counted here.
    pub(crate) fn validator(&self, options: Options) -> Validator {
        let mut validator = Validator::new(options);
        let mut clock = self.wgsl.clock();
        validator.observe(move |phase| clock(phase as usize));
        validator
    }

    /// Returns a callback for the phases of a Metal program, which are counted here.
    pub(crate) fn of_metal(&self) -> impl FnMut(msl_validator::Phase) + use<> {
        let mut clock = self.metal.clock();
        move |phase| clock(phase as usize)
    }
}

/// A table for each language of the programs; the table of WGSL, if there are none.
impl fmt::Display for Timings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |totals: &Totals| totals.programs.load(Ordering::Relaxed);
        if count(&self.wgsl) > 0 || count(&self.metal) == 0 {
            self.wgsl.fmt(formatter)?;
        }
        if count(&self.metal) > 0 {
            self.metal.fmt(formatter)?;
        }
        Ok(())
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spent: Vec<f64> = self.nanoseconds.iter().map(|it| it.load(Ordering::Relaxed) as f64).collect();
        let total: f64 = spent.iter().sum();
        let programs = self.programs.load(Ordering::Relaxed);
        writeln!(formatter, "{:<12}{:>12}{:>8}", "phase", "ms", "%")?;
        let phases = self.names.len() - 1;
        for (name, spent) in self.names.iter().zip(spent).take(phases) {
            let share = 100.0 * spent / total.max(1.0);
            writeln!(formatter, "{name:<12}{:>12.3}{share:>8.1}", spent / 1e6)?;
        }
        let plural = if programs == 1 { "" } else { "s" };
        writeln!(
            formatter,
            "{:<12}{:>12.3}    {programs} {} program{plural}",
            "sum",
            total / 1e6,
            self.language
        )
    }
}
