//! The programs of the suite in the intermediate representation: each is the same when it is printed and parsed.

use rayon::prelude::*;
use shader_ir::{Program, parse, print, verify};
use std::path::Path;
use wgsl_cases::case::Instance;
use wgsl_cts::discover::discover;
use wgsl_lower::{How, lower};
use wgsl_validator::Validator;

/// The programs that the stages of an instance are lowered to.
fn programs(instance: &Instance) -> Vec<Program> {
    let Some(source) = instance.source() else { return Vec::new() };
    let mut validator = Validator::new(instance.case.request.options_for_execution());
    let module = validator.validate(source);
    let requests = instance.stages().into_iter();
    let stages = requests.filter_map(|request| validator.specialize(&module, &request).ok());
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
                let printed = print(program);
                let again =
                    parse(&printed).unwrap_or_else(|error| panic!("{}: {error}\n{printed}", instance.name));
                assert!(again == *program, "{}: {printed}", instance.name);
            }
            programs.len()
        })
        .sum();
    assert!(count > executed.len(), "{count} programs of {} are there", executed.len());
}
