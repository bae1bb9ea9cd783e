//! The programs of the suite in the intermediate representation: each is the same when it is printed and parsed.

use rayon::prelude::*;
use shader_ir::{Program, parse, print, verify};
use std::path::Path;
use wgsl_cases::case::Instance;
use wgsl_cts::discover::discover;
use wgsl_lower::compute::target;
use wgsl_lower::{How, lower};
use wgsl_validator::{Options, PipelineRequest, Validator};

/// The programs that the stages of an instance are lowered to.
fn programs(instance: &Instance) -> Vec<Program> {
    let Some(text) = instance.text() else { return Vec::new() };
    let request = &instance.case.request;
    let of = request.target.clone().unwrap_or_default();
    let mut validator = Validator::new(Options { edition: request.edition, target: target(&of) });
    let module = validator.validate(text);
    let stages = instance.stages().into_iter().filter_map(|pipeline| {
        let request = PipelineRequest {
            stage: pipeline.stage.as_ref().map(|stage| stage.0),
            entry_point: pipeline.entry_point.clone(),
            constants: pipeline.constants.iter().map(|(name, value)| (name.clone(), *value)).collect(),
        };
        validator.specialize(&module, &request).ok()
    });
    stages.flat_map(|stage| [How::Plain, How::Tracked].map(|how| lower(&stage, how))).flatten().collect()
}

#[test]
fn programs_survive_their_text() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let suite = discover(&fixtures, "").expect("the folder can be read");
    let executed: Vec<&Instance> =
        suite.instances.iter().filter(|instance| instance.execution.is_some()).collect();
    let count: usize = executed
        .par_iter()
        .map(|instance| {
            let programs = programs(instance);
            for program in &programs {
                assert_eq!(verify(program), Ok(()), "{}", instance.name);
                let text = print(program);
                let again = parse(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", instance.name));
                assert!(again == *program, "{}: {text}", instance.name);
            }
            programs.len()
        })
        .sum();
    assert!(count > executed.len(), "{count} programs of {} are there", executed.len());
}
