//! How the properties execute programs that nobody wrote a test for.

use shader_run::execute::{FaultKind, Options};
use shader_run::resources::Outcome;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_spec::{EnableExtension, LanguageExtension, Limit};
use wgsl_validator::Validator;
use wgsl_validator::target::Target;

pub use wgsl_lower::trial::{Trial, constants, stages};

/// The fuel of a trial: about 10 milliseconds of one core, and more of a strict or tracked one.
const FUEL: u64 = 1 << 26;

/// A validator with all extensions but proposed ones, which are judged and not executed, and without the limits of a device.
#[must_use]
pub fn validator() -> Validator {
    let mut target = Target::default().for_execution();
    for proposed in EnableExtension::ALL.into_iter().filter(|it| it.is_proposed()) {
        target.available.remove(proposed);
        target.on_request.remove(proposed);
    }
    for proposed in LanguageExtension::ALL.into_iter().filter(|it| it.is_proposed()) {
        target.available.remove_language(proposed);
    }
    validator_for(target)
}

/// A validator with the extensions of wgpu, which refuses what no device has to have.
#[must_use]
pub fn validator_of_wgpu() -> Validator {
    let target = Target::named(ExecutorKind::Naga.name()).unwrap_or_default();
    let limited = |target: Target, limit: Limit| target.with_limit(limit, limit.info().value);
    validator_for(Limit::ALL.into_iter().fold(target, limited))
}

/// A validator with the extensions of naga, and without the limits of a device.
#[must_use]
pub fn validator_for_naga() -> Validator {
    validator_for(Target::named(ExecutorKind::Naga.name()).unwrap_or_default().for_execution())
}

fn validator_for(target: Target) -> Validator {
    Validator::new(wgsl_validator::Options { target, ..wgsl_validator::Options::default() })
}

/// The options of a plain execution.
#[must_use]
pub fn options() -> Options {
    Options { fuel: FUEL, ..Options::default() }
}

/// Runs something.
///
/// # Errors
/// The words of a panic.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word").to_owned()
    })
}

/// Returns true if other implementations must have the results of a strict execution. Programs of WebGPU may read memory of a workgroup that they have
/// not written: it is zero.
#[must_use]
pub fn is_portable(strict: &Outcome) -> bool {
    strict.faults.iter().all(|fault| fault.kind == FaultKind::UninitializedRead)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgsl_fuzz::generate::from_seed;

    #[test]
    fn generated_programs_have_no_faults() {
        let mut validator = validator();
        let mut executed = 0;
        for seed in 0..150 {
            let program = from_seed(seed, wgsl_fuzz::generate::Options::of_size(20)).to_string();
            for trial in Trial::all(&mut validator, &program) {
                let outcome = trial.run_strictly(options()).expect("an outcome");
                assert!(is_portable(&outcome), "{:?}\n{program}", outcome.faults);
                executed += 1;
            }
        }
        assert!(executed > 30, "{executed}");
    }
}
