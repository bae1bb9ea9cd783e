//! The programs of the suite in the intermediate representation: each is the same when it is printed and parsed.

use rayon::prelude::*;
use shader_ir::{Program, parse, print, verify};
use std::path::Path;
use wgsl_cts::discover::discover;
use wgsl_cts_cases::case::Instance;
use wgsl_lower::{How, lower};
use wgsl_validator::Validator;

/// The programs that the stages of an instance are lowered to, for plain and for tracked execution.
fn programs(instance: &Instance) -> Vec<Program> {
    let mut validator = Validator::new(instance.case.request.options_for_execution());
    let module = validator.validate(instance.source().expect("it is text"));
    let lowered = |request| {
        let stage = validator.specialize(&module, &request).expect("it is accepted");
        [How::Plain, How::Tracked].map(|how| {
            lower(&stage, how).unwrap_or_else(|lacking| panic!("{}: {}", instance.name, lacking.message))
        })
    };
    instance.stages().into_iter().flat_map(lowered).collect()
}

#[test]
fn programs_survive_their_text() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let suite = discover(&fixtures, "").expect("the folder can be read");
    let executed: Vec<&Instance> =
        suite.instances.iter().filter(|instance| instance.execution.is_some()).collect();
    assert!(!executed.is_empty());
    executed.par_iter().for_each(|instance| {
        for program in programs(instance) {
            assert_eq!(verify(&program), Ok(()), "{}", instance.name);
            let printed = print(&program);
            let again =
                parse(&printed).unwrap_or_else(|error| panic!("{}: {error}\n{printed}", instance.name));
            assert!(again == program, "{}: {printed}", instance.name);
        }
    });
}
