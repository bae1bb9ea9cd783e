//! No program makes the executor panic, or run on after its fuel is used up. Strict execution has the results of ordinary execution unless it reports a
//! fault; so does execution without the optimisations of a plan.

mod extremes;
mod fuel;
mod mutation;
mod programs;
mod random;
mod resources;
mod scaling;
mod stages;

use random::Random;
use shader_ir as ir;
use shader_run::execute::{self, Beyond, Findings, Options, Plan, SweepOptions};
use shader_run::judge as judgement;
use shader_run::resources::{Outcome, Pipeline};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use webgpu_model::Binding;
use wgsl_lower::compute::{self, Failure};
use wgsl_lower::{How, lower};
use wgsl_spec::ShaderStage;
use wgsl_validator::target::Target;
use wgsl_validator::{Options as ValidatorOptions, PipelineRequest, Stage, Validator};

/// The default stack size of threads in `std`.
pub(crate) const STACK: usize = 2 << 20;
/// The number of programs.
const PROGRAMS: u64 = 10_000;

/// The outcomes of programs.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    accepted: usize,
    executed: usize,
    /// Executed strictly without a fault, and with equal results.
    compared: usize,
}

/// A validator for programs that will be executed.
pub(crate) fn validator() -> Validator {
    let target = Target::default().for_execution();
    Validator::new(ValidatorOptions { target, ..ValidatorOptions::default() })
}

/// A compute stage of a program.
pub(crate) fn stage(
    text: &str,
    validator: &mut Validator,
    entry_point: Option<String>,
) -> Result<Stage, Failure> {
    let request =
        PipelineRequest { stage: Some(ShaderStage::Compute), entry_point, ..PipelineRequest::default() };
    compute::stage(&validator.validate(text), validator, &request)
}

/// A test of one program.
type Judge = fn(&str, &mut Validator, &mut Random, &mut Tally);

/// Tests `count` mutated programs on two threads: all of them in a thorough run, otherwise one in ten.
pub(crate) fn each_mutated(texts: &[String], count: u64, judge: Judge) -> (usize, Tally) {
    let stride = if std::env::var_os("WGSL_THOROUGH").is_some() { 1 } else { 10 };
    let numbers: Vec<u64> = (0..count).step_by(stride).collect();
    let part = |numbers: &[u64]| {
        let (mut validator, mut tally) = (validator(), Tally::default());
        for number in numbers {
            let mut random = Random::new(*number);
            let text = mutation::mutated(&texts[random.below(texts.len())], &mut random);
            let judged = || judge(&text, &mut validator, &mut random, &mut tally);
            assert!(catch_unwind(AssertUnwindSafe(judged)).is_ok(), "program {number}:\n{text}");
        }
        tally
    };
    let (first, second) = numbers.split_at(numbers.len() / 2);
    let [one, other] = thread::scope(|scope| {
        let others = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || part(second)).unwrap();
        [part(first), others.join().unwrap()]
    });
    let sum = Tally {
        accepted: one.accepted + other.accepted,
        executed: one.executed + other.executed,
        compared: one.compared + other.compared,
    };
    (numbers.len(), sum)
}

#[test]
fn mutated_programs() {
    let mut texts = programs::texts("@compute");
    let mut first = validator();
    let name = |text: &str| programs::compute_entry_points(text).into_iter().next();
    texts.retain(|text| {
        let stage = stage(text, &mut first, name(text));
        stage.is_ok_and(|stage| compute::pipeline(&stage, Options::default()).is_ok())
    });
    assert!(texts.len() > 40, "{} programs", texts.len());
    let (count, tally) = each_mutated(&texts, PROGRAMS, judge);
    assert!(tally.executed * 5 >= count && tally.compared * 20 >= count, "{tally:?} of {count}");
}

/// Tracks the allowed results: the actual ones must be among them.
fn track(stage: &Stage, bindings: &[Binding], workgroups: [u32; 3], options: Options) {
    let options = Options { track: Some(wgsl_spec::ACCURACY.for_all_calls()), ..options };
    let pipeline = compute::pipeline(stage, options).unwrap();
    let bound = pipeline.bind(bindings, &resources::IMMEDIATES).unwrap();
    if let Ok(Findings { faults, allowed, sweep }) = pipeline.dispatch(workgroups, &bound) {
        let bindings = pipeline.written(bindings, &bound);
        let outcome = Outcome { bindings: bindings.clone(), faults, allowed, sweep };
        assert_eq!(judgement::judge(&outcome, &bindings), [], "what is executed is not allowed");
    }
}

/// Executes an accepted program in all modes.
fn judge(text: &str, validator: &mut Validator, random: &mut Random, tally: &mut Tally) {
    // One entry point is enough.
    let name = programs::compute_entry_points(text).into_iter().next();
    let Ok(stage) = stage(text, validator, name) else { return };
    tally.accepted += 1;
    let Ok(program) = lower(&stage, How::Plain) else { return };
    assert_eq!(ir::verify(&program), Ok(()));
    let Some(bindings) = resources::bindings(&program, random) else { return };
    let workgroups = [[1, 1, 1], [3, 1, 1], [2, 2, 1], [0, 1, 1], [1, 1, 2]][random.below(5)];
    let options = Options {
        fuel: 1 << 25,
        beyond: [Beyond::Clamp, Beyond::Discard][random.below(2)],
        subgroup_size: [4, 8, 32, 128][random.below(4)],
        seed: [None, Some(random.next())][random.below(2)],
        ..Options::default()
    };
    let pipeline = Pipeline::new(program.clone(), options);
    let execute = |plan: &Plan| {
        let bound = pipeline.bind(&bindings, &resources::IMMEDIATES).unwrap();
        let ended = execute::dispatch(plan, workgroups, &bound);
        ended.map(|findings| (findings.faults, pipeline.written(&bindings, &bound)))
    };
    let usual = execute(&Plan::new(program.clone(), options));
    let strict = execute(&Plan::new(program.clone(), Options { strict: true, ..options }));
    let sweep = Some(SweepOptions { schedules: 2, other_sizes: false, ..SweepOptions::default() });
    let swept = execute(&Plan::new(program.clone(), Options { sweep, ..options }));
    let plain = execute(&Plan::unchanged(program, options));
    tally.executed += 1;
    track(&stage, &bindings, workgroups, options);
    // A program without a fault has the same results in all modes; with a fault, they may differ.
    if let (Ok((_, usual)), Ok((faults, strict))) = (&usual, &strict)
        && faults.is_empty()
    {
        assert!(resources::are_same(usual, strict), "strict execution gives something else");
        tally.compared += 1;
        if let Ok((faults, swept)) = &swept {
            assert_eq!(faults, &[], "the order of invocations matters, but strict execution finds no fault");
            assert!(resources::are_same(usual, swept), "a sweep leaves something else");
        }
    }
    // A single workgroup takes its steps in one order under every plan.
    let is_ordered = workgroups == [1, 1, 1] && options.seed.is_none();
    if let (Ok((_, usual)), Ok((_, plain))) = (&usual, &plain)
        && is_ordered
    {
        assert!(resources::are_same(usual, plain), "what the plan does makes a difference");
    }
}
