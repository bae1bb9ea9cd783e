//! Vertex and fragment shaders, one batch each.

use super::random::Random;
use super::{Tally, each_mutated, programs, resources};
use shader_ir as ir;
use shader_run::execute::{Bound, LANES, Options, Stage};
use wgsl_lower::{How, lower};
use wgsl_spec::ShaderStage;
use wgsl_validator::{PipelineRequest, Validator};

#[test]
fn mutated_shaders() {
    let texts: Vec<String> =
        ["@vertex", "@fragment"].iter().flat_map(|stage| programs::texts(stage)).collect();
    assert!(texts.len() > 20, "{} programs", texts.len());
    let (count, tally) = each_mutated(&texts, 2_000, judge);
    assert!(tally.executed * 5 >= count, "{tally:?} of {count}");
}

fn judge(text: &str, validator: &mut Validator, random: &mut Random, tally: &mut Tally) {
    let stage = [ShaderStage::Vertex, ShaderStage::Fragment][random.below(2)];
    let request = PipelineRequest { stage: Some(stage), ..PipelineRequest::default() };
    let module = validator.validate(text);
    let Ok(stage) = validator.specialize(&module, &request) else { return };
    tally.accepted += 1;
    let Ok(program) = lower(&stage, How::Plain) else { return };
    assert_eq!(ir::verify(&program), Ok(()));
    let Some(bound) = resources::bound(&program, random) else { return };
    let inputs = program.stage_inputs.len();
    for strict in [false, true] {
        let bound: Vec<&Bound> = bound.iter().collect();
        let plan = Stage::plan(program.clone(), Options { strict, fuel: 1 << 25, ..Options::default() });
        let Ok(ready) = Stage::new(&plan, &bound) else { continue };
        let mut batch = ready.batch();
        for input in 0..inputs {
            (0..LANES).for_each(|lane| batch.set_input(input, lane, resources::word(random)));
        }
        // Running out of fuel is not a failure.
        let _ = batch.run(LANES);
        tally.executed += usize::from(!strict);
    }
}
