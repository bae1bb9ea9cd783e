//! This project against itself: a program that the validator accepts is lowered, verified and executed, with results that agree.
//!
//! A strict execution knows which invocations reach a barrier, a derivative or an operation of a subgroup. Uniformity analysis is sound if it never finds
//! some without the others, in whatever program the analysis accepts. It does not know aliases of pointers: places are copied when calls are expanded.

use super::Oracle;
use crate::findings::Behaviour;
use crate::hunt::trial::{Trial, caught, is_portable, options, stages, validator};
use crate::hunt::{Disagreement, OracleName, Signature};
use shader_ir::verify;
use shader_run::execute::{Fault, FaultKind, Options, SweepOptions};
use shader_run::judge::judge;
use shader_run::resources::Outcome;
use wgsl_cts_cases::vocabulary::ExecutorKind;
use wgsl_lower::compute::Failure;
use wgsl_lower::trial::{COMPANION_VERTICES, DrawTrial, companion};
use wgsl_lower::{How, lower};
use wgsl_spec::ShaderStage;
use wgsl_validator::{Stage, Validator};

/// The number of contents of resources with which a program is executed.
const CONTENTS: u8 = 3;
/// The number of schedules under which a program is executed: most differences show in the first ones.
const SCHEDULES: u32 = 8;
/// The width and height of pictures.
const PIXELS: u32 = 4;

/// The execution of accepted programs.
#[derive(Debug)]
pub struct Own(Validator);

impl Default for Own {
    fn default() -> Self {
        Self(validator())
    }
}

impl Oracle for Own {
    fn implementation(&self) -> ExecutorKind {
        ExecutorKind::Reference
    }

    fn ask(&mut self, program: &str) -> Vec<Disagreement> {
        let found = caught(|| self.look(program)).unwrap_or_else(|said| {
            self.0 = validator();
            vec![(Behaviour::Panics, said)]
        });
        found.into_iter().map(|(does, said)| disagreement(does, said)).collect()
    }
}

fn disagreement(does: Behaviour, said: String) -> Disagreement {
    Disagreement { signature: Signature::says(OracleName::Own, ExecutorKind::Reference, does, &said), said }
}

/// A mistake of this project, in words.
type Mistake = (Behaviour, String);

impl Own {
    fn look(&mut self, program: &str) -> Vec<Mistake> {
        let module = self.0.validate(program);
        if !module.is_accepted() {
            return Vec::new();
        }
        let stages = stages(&module, &mut self.0);
        // It may turn off the diagnostics about subgroup operations that not all invocations reach.
        let has_filter = program.contains("diagnostic");
        // A weak exchange may fail for no reason, which strict execution does not report.
        let may_fail = program.contains("atomicCompareExchangeWeak");
        let mut found: Vec<Mistake> = stages.iter().filter_map(lowered).collect();
        if found.is_empty() && !has_filter {
            let fragments = stages.iter().filter(|stage| stage.stage() == ShaderStage::Fragment);
            found.extend(fragments.filter_map(|stage| uneven_fragments(stage, &mut self.0)));
        }
        if found.is_empty() {
            let trials = stages.into_iter().filter_map(|stage| Trial::new(stage).ok().flatten());
            found.extend(trials.flat_map(|mut trial| {
                let mut mistakes = executed(&trial, !has_filter, !may_fail);
                mistakes.extend(uneven_with_others(&mut trial));
                mistakes
            }));
        }
        found
    }
}

/// The mistake of lowering a stage for either purpose, if there is one.
fn lowered(stage: &Stage) -> Option<Mistake> {
    [How::Plain, How::Tracked].into_iter().find_map(|how| match lower(stage, how) {
        Err(lacking) => Some((Behaviour::Rejects, lacking.message)),
        Ok(program) => verify(&program).err().map(|it| (Behaviour::WritesInvalid, it.to_string())),
    })
}

/// The mistakes of executions.
fn executed(trial: &Trial, uniform_subgroups: bool, is_swept: bool) -> Vec<Mistake> {
    let strict = Options { strict: true, uniform_subgroups, ..options() };
    let sweep = SweepOptions { schedules: SCHEDULES, other_sizes: false, ..SweepOptions::default() };
    let swept = Options { sweep: is_swept.then_some(sweep), ..options() };
    let tracked = Options { track: Some(wgsl_spec::ACCURACY.for_all_calls()), ..options() };
    let outcomes = [options(), strict, swept, tracked].map(|how| match trial.run(how) {
        Ok(outcome) => Ok(Some(outcome)),
        // A program may never end.
        Err(Failure::Stopped(_)) => Ok(None),
        Err(failure) => Err((Behaviour::Rejects, failure.to_string())),
    });
    match outcomes {
        [Ok(Some(plain)), Ok(Some(strict)), Ok(swept), Ok(tracked)] => {
            agree(&plain, &strict, swept.as_ref(), tracked.as_ref())
        }
        outcomes => outcomes.into_iter().filter_map(Result::err).collect(),
    }
}

/// The barrier that some invocations miss with other contents of resources: whatever an accepted program reads, none does.
fn uneven_with_others(trial: &mut Trial) -> Option<Mistake> {
    (1..CONTENTS).find_map(|number| {
        trial.fill(number).ok()?;
        uneven(&trial.run_strictly(options())?.faults)
    })
}

/// The derivative or the operation that some fragments miss in a draw of two triangles over a few quads.
fn uneven_fragments(fragment: &Stage, validator: &mut Validator) -> Option<Mistake> {
    let vertex = companion(fragment, validator)?;
    let mut trial = DrawTrial::new(&vertex, Some(fragment)).ok().flatten()?;
    (0..CONTENTS).find_map(|number| {
        trial.fill(PIXELS, COMPANION_VERTICES, number);
        let strict = Options { strict: true, uniform_subgroups: true, ..options() };
        uneven(&trial.run(strict).ok()?.faults)
    })
}

/// The barrier or the operation that some invocations miss in a strict execution.
fn uneven(faults: &[Fault]) -> Option<Mistake> {
    let mut kinds = faults.iter().map(|fault| fault.kind);
    let kind =
        kinds.find(|kind| matches!(kind, FaultKind::NonUniformBarrier | FaultKind::NonUniformOperation))?;
    Some((Behaviour::Accepts, kind.name().to_owned()))
}

/// The differences between executions of one program.
fn agree(
    plain: &Outcome,
    strict: &Outcome,
    swept: Option<&Outcome>,
    tracked: Option<&Outcome>,
) -> Vec<Mistake> {
    if let Some(mistake) = uneven(&strict.faults) {
        // The analysis is wrong, whatever the rest of the execution does.
        return vec![mistake];
    }
    let mut found = Vec::new();
    if !is_portable(strict) {
        return found;
    }
    if plain.bindings != strict.bindings {
        found.push((Behaviour::Executes, "a strict execution has other results".to_owned()));
    }
    if let Some(fault) = swept.and_then(|swept| swept.faults.first()) {
        found.push((Behaviour::Executes, format!("strict execution finds no fault, but {}", fault.message)));
    }
    if let Some(difference) = tracked.and_then(|tracked| judge(tracked, &plain.bindings).into_iter().next()) {
        let (ty, expected, got) = (difference.ty.name(), difference.expected, difference.got);
        found.push((
            Behaviour::Executes,
            format!("a tracked execution does not allow the result (`{ty}`: {expected:?}, not {got:?})"),
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use shader_run::execute::Fault;
    use shader_source::Span;
    use webgpu_model::Data;

    const PROGRAM: &str = "
        @group(0) @binding(0) var<storage, read_write> out: array<f32>;
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
          if i < 2 { out[i] = sqrt(f32(i) + 0.5); }
          workgroupBarrier();
        }";

    fn trial() -> Trial {
        Trial::all(&mut validator(), PROGRAM).remove(0)
    }

    fn outcome(strict: bool) -> Outcome {
        trial().run(Options { strict, ..options() }).expect("an outcome")
    }

    fn shown(found: Vec<Mistake>) -> Vec<Behaviour> {
        found.into_iter().map(|(does, _)| does).collect()
    }

    /// An outcome with another value in the first word.
    fn spoiled() -> Outcome {
        let mut spoiled = outcome(false);
        let mut bytes = spoiled.bindings[0].data.bytes().to_vec();
        bytes[2] ^= 0x55;
        spoiled.bindings[0].data = Data::Buffer(bytes.into());
        spoiled
    }

    #[test]
    fn a_program_that_is_executed_is_no_disagreement() {
        assert_eq!(Own::default().ask(PROGRAM).len(), 0);
        assert_eq!(Own::default().ask("fn rejected() { return 1; }").len(), 0);
    }

    #[test]
    fn a_program_that_runs_for_ever_is_no_disagreement() {
        assert_eq!(Own::default().ask("@compute @workgroup_size(1) fn main() { while true { } }").len(), 0);
    }

    #[test]
    fn an_accepted_program_that_is_not_lowered_is_told() {
        let program = "var<workgroup> large: array<u32, 1000000000>;
            @compute @workgroup_size(1) fn main() { large[1] = 3; }";
        let found = Own::default().ask(program);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].signature.does, Behaviour::Rejects);
    }

    #[test]
    fn executions_with_different_results_are_told() {
        let tracked = trial().run_tracked(options());
        assert_eq!(shown(agree(&outcome(false), &outcome(true), None, tracked.as_ref())), []);
        let one = vec![Behaviour::Executes];
        assert_eq!(shown(agree(&outcome(false), &spoiled(), None, tracked.as_ref())), one);
        assert_eq!(shown(agree(&spoiled(), &spoiled(), None, tracked.as_ref())), one);
    }

    #[test]
    fn contents_of_resources_have_numbers() {
        let program = "@group(0) @binding(0) var<storage, read_write> words: array<u32>;
            @compute @workgroup_size(1) fn main() { words[0] += 1; }";
        let mut trial = Trial::all(&mut validator(), program).remove(0);
        let mut filled = |number| {
            trial.fill(number).expect("a stage");
            trial.dispatch.bindings.clone()
        };
        let (first, second, again) = (filled(0), filled(1), filled(0));
        assert_eq!(first, again);
        assert_ne!(first, second);
        assert_eq!(uneven_with_others(&mut trial), None);
    }

    #[test]
    fn a_barrier_that_is_not_reached_by_all_is_told() {
        let fault = |kind| Fault {
            kind,
            span: Span::default(),
            workgroup: 0,
            invocation: 0,
            message: String::new(),
            rival: None,
            parting: None,
        };
        let with = |kind| Outcome { faults: vec![fault(kind)], ..outcome(true) };
        assert_eq!(
            shown(agree(&outcome(false), &with(FaultKind::NonUniformBarrier), None, None)),
            [Behaviour::Accepts]
        );
        // Results after other faults are open.
        assert_eq!(shown(agree(&spoiled(), &with(FaultKind::DataRace), None, None)), []);
    }

    /// The mistake that the draws of the only fragment stage find.
    fn drawn(fragment: &str) -> Option<String> {
        let mut validator = validator();
        let module =
            validator.validate(&format!("enable f16; diagnostic(off, derivative_uniformity); {fragment}"));
        let stages = stages(&module, &mut validator);
        let [fragment] = &stages[..] else { panic!("{:?}", module.diagnostics()) };
        uneven_fragments(fragment, &mut validator).map(|(_, said)| said)
    }

    #[test]
    fn fragments_that_part_are_found() {
        let shader = |body: &str| {
            format!(
                "struct In {{ @location(0) a: vec2f, @location(2) @interpolate(flat) b: u32,
                    @location(3) @interpolate(linear, sample) c: vec3<f16>, @location(4) @interpolate(flat, either) d: vec4i }}
                @fragment fn f(in: In, @builtin(position) at: vec4f) -> @location(0) vec4f {{ {body} }}"
            )
        };
        let missed = Some("non-uniform-operation".to_owned());
        assert_eq!(
            drawn(&shader("var r = vec4f(); if at.x > 1 { r += dpdx(in.a.xyxy); } return r;")),
            missed
        );
        assert_eq!(
            drawn(&shader("var r = vec4f(); if in.a.x > 1.1 { r.x = fwidth(in.a.y); } return r;")),
            missed
        );
        assert_eq!(
            drawn(&shader("var r = vec4f(); if in.c.z > 2.5h { r.x = fwidth(in.a.y); } return r;")),
            missed
        );
        // Triangles have values of their own, and helpers take part.
        let even =
            "var r = dpdx(in.a.xyxy); if in.b > 1 || in.d.y > 2 { r += dpdy(vec4f(in.c.xyzz)); } return r;";
        assert_eq!(drawn(&shader(even)), None);
    }
}
