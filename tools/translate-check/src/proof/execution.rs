//! Execution of a kernel and its translation, with equal resources.

use super::{Effort, FindingKind, Proof};
use crate::execution::{Function, Kernel};
use crate::metal::EntryPoint;
use msl_validator::meaning::Module;
use shader_numeric::Type;
use shader_numeric::allowed::{Interval, number_of};
use shader_run::execute::{Fault, FaultKind, Options};
use shader_run::judge::{Difference, judge};
use shader_run::resources::{Outcome, Refusal};
use webgpu_model::{Binding, Data, Dispatch};
use wgsl_lower::compute::Failure;
use wgsl_lower::trial::Trial;
use wgsl_validator::Stage;

/// naga counts the iterations of every loop, which takes several times as many steps.
const MORE_STEPS: u32 = 3;

/// The options for translations: those of the WGSL program, strictly and with more steps.
pub(super) fn of_translations(effort: &Effort) -> Options {
    let steps = effort.fuel.checked_shl(MORE_STEPS).unwrap_or(u64::MAX);
    Options { strict: true, fuel: steps, ..options(effort) }
}

/// The contents of resources.
#[derive(Clone, Copy)]
pub(super) enum Contents {
    /// Values that depend on a number.
    Random(u8),
    /// Zeros: indices that a program reads are in bounds then, and most loops end.
    Zeros,
}

/// The numbers of workgroups and the contents that are tried, until enough of them show portable behaviour.
const ATTEMPTS: [([u32; 3], Contents); 8] = [
    ([2, 1, 1], Contents::Random(0)),
    ([2, 1, 1], Contents::Random(1)),
    ([2, 1, 1], Contents::Random(2)),
    ([2, 1, 1], Contents::Zeros),
    ([1, 1, 1], Contents::Random(0)),
    ([1, 1, 1], Contents::Random(1)),
    ([1, 1, 1], Contents::Random(2)),
    ([1, 1, 1], Contents::Zeros),
];

/// Dispatches of a WGSL kernel, each with the results that WGSL allows.
pub(super) struct Expected {
    stage: Stage,
    runs: Vec<(Dispatch, Outcome)>,
}

impl Expected {
    /// Executes the WGSL program.
    ///
    /// # Errors
    /// Why there is nothing to compare with.
    pub(super) fn new(stage: Stage, effort: &Effort) -> Result<Self, String> {
        let trial = Trial::new(stage).map_err(|error| error.message)?;
        let Some(mut trial) = trial else { return Err("a buffer is too large".to_owned()) };
        let mut runs = Vec::new();
        let mut reason = None;
        for (workgroups, contents) in ATTEMPTS {
            if runs.len() >= usize::from(effort.runs) {
                break;
            }
            trial.dispatch.workgroups = workgroups;
            match contents {
                Contents::Random(number) => trial.fill(number).map_err(|error| error.message)?,
                Contents::Zeros => trial.clear(),
            }
            match allowed(&trial, effort) {
                Ok(outcome) => runs.push((trial.dispatch.clone(), outcome)),
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        if runs.is_empty() {
            return Err(reason.unwrap_or_else(|| "no executions were requested".to_owned()));
        }
        Ok(Self { stage: trial.stage, runs })
    }

    /// The name of the variable with a binding.
    fn name(&self, group: u32, binding: u32) -> String {
        let interface = self.stage.interface();
        let found = interface.resources.iter().find(|it| (it.group, it.binding) == (group, binding));
        let typed = self.stage.typed();
        found.map_or_else(String::new, |it| typed.name(typed.syntax.ast[it.variable].name).to_owned())
    }
}

pub(super) fn options(effort: &Effort) -> Options {
    Options { fuel: effort.fuel, subgroup_size: effort.subgroup_size, ..Options::default() }
}

/// Why there is nothing to compare with where the WGSL program has a fault.
pub(super) fn not_portable(fault: &Fault) -> String {
    format!("the WGSL program is not portable with the generated contents: {}", fault.message)
}

/// All results that WGSL allows, of a program whose behaviour is portable.
fn allowed(trial: &Trial, effort: &Effort) -> Result<Outcome, String> {
    let failed = |failure: &Failure| match failure {
        Failure::Stopped(stopped) => format!("the WGSL program did not finish: {stopped}"),
        Failure::Resources(problem) => problem.clone(),
        Failure::Unsupported(unsupported) => unsupported.message.clone(),
        Failure::Module(_) | Failure::Pipeline(_) => "can't create the pipeline".to_owned(),
    };
    let strict = trial.run(Options { strict: true, ..options(effort) }).map_err(|it| failed(&it))?;
    // Memory of workgroups begins with zeros in WebGPU.
    let fault = strict.faults.iter().find(|fault| fault.kind != FaultKind::UninitializedRead);
    if let Some(fault) = fault {
        return Err(not_portable(fault));
    }
    let track = Some(wgsl_spec::ACCURACY.for_all_calls());
    trial.run(Options { track, ..options(effort) }).map_err(|it| failed(&it))
}

impl Proof {
    /// Executes a translation.
    pub(super) fn execute(
        &mut self,
        expected: &Expected,
        index: usize,
        entry_point: &EntryPoint,
        module: &Module,
        effort: &Effort,
    ) {
        let kernel =
            match Kernel::new(Function { metal: &self.translations[index].metal, entry_point, module }) {
                Ok(kernel) => kernel,
                Err(unsupported) => {
                    let reason = unsupported.message;
                    self.skip(reason);
                    return;
                }
            };
        let options = of_translations(effort);
        for (dispatch, allowed) in &expected.runs {
            match kernel.run(dispatch, options) {
                Ok(outcome) => {
                    if !self.compare(expected, allowed, &outcome, index) {
                        return;
                    }
                }
                Err(Refusal::Resources(problem)) => self.find(FindingKind::Interface, problem, None, index),
                Err(Refusal::Stopped(stopped)) => {
                    self.find(FindingKind::Stopped, stopped.to_string(), None, index);
                }
            }
        }
    }

    /// Compares results. The answer is whether WGSL allows them.
    fn compare(&mut self, expected: &Expected, allowed: &Outcome, outcome: &Outcome, index: usize) -> bool {
        for fault in &outcome.faults {
            let place = Some((index, fault.span));
            self.find(FindingKind::Fault(fault.kind), fault.message.clone(), place, index);
        }
        let differences = judge(allowed, &outcome.bindings);
        let of_buffers =
            differences.chunk_by(|one, other| (one.group, one.binding) == (other.group, other.binding));
        for of_buffer in of_buffers {
            let Some(first) = of_buffer.first() else { continue };
            let name = expected.name(first.group, first.binding);
            self.find(FindingKind::Result, said(&name, first, of_buffer.len()), None, index);
        }
        let textures = allowed.bindings.iter().filter(|it| !is_equal_texture(it, &outcome.bindings));
        for texture in textures {
            let name = expected.name(texture.group, texture.binding);
            self.skip(format!("the texels of `{name}` differ, and the texels that WGSL allows are unknown"));
        }
        self.agreed += usize::from(differences.is_empty());
        differences.is_empty()
    }

    pub(super) fn skip(&mut self, reason: String) {
        if !self.not_compared.contains(&reason) {
            self.not_compared.push(reason);
        }
    }
}

/// Returns true if the translation has equal texels; yes for what has none.
fn is_equal_texture(here: &Binding, other: &[Binding]) -> bool {
    let Data::Texture(..) = here.data else { return true };
    let there = other.iter().find(|it| (it.group, it.binding) == (here.group, here.binding));
    there.is_some_and(|there| there.data.bytes() == here.data.bytes())
}

/// The first of so many differences of a buffer.
fn said(name: &str, difference: &Difference, count: usize) -> String {
    let Difference { offset, ty, expected, got, .. } = *difference;
    let got = got.map_or_else(|| "missing".to_owned(), |bits| number_of(ty, bits).to_string());
    let allowed = words(ty, expected);
    let others = match count {
        1 => String::new(),
        2 => "; one more value is wrong".to_owned(),
        _ => format!("; {} more values are wrong", count - 1),
    };
    format!(
        "byte {offset} of `{name}`, as `{}`, is {got} in Metal, but WGSL allows {allowed}{others}",
        ty.name()
    )
}

fn words(ty: Type, interval: Interval) -> String {
    let Interval { begin, end } = interval;
    if begin.total_cmp(&end).is_eq() {
        return begin.to_string();
    }
    if ty.is_float() { format!("{begin} to {end}") } else { format!("the integers from {begin} to {end}") }
}
