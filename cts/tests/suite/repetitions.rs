//! Programs that repeat one of another file, or another one from the tables.

use std::path::Path;
use wgsl_cts::discover::discover;
use wgsl_cts_cases::repetitions::repetitions;

#[test]
fn a_program_of_another_file_is_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/repeated");
    let suite = discover(&folder, "conditions/").expect("the folder can be read");
    assert_eq!(suite.instances.len(), 4);
    let [problem] = suite.problems.as_slice() else { panic!("{:?}", suite.problems) };
    assert_eq!((problem.line(), problem.marked()), (12, "// A comparison."), "{problem}");
    let first = folder.join("cases/conditions/first.yaml");
    let repeated = "`conditions/second::conditions::accept-again` repeats `conditions/first::condition-is-bool::accept-comparison`";
    assert_eq!(problem.message(), format!("{repeated} ({}:10)", first.display()));
    assert!(problem.to_string().contains("conditions/second.yaml:12"), "{problem}");
}

#[test]
fn no_generated_program_repeats_another() {
    let instances = wgsl_cts_generate::instances("");
    let repeated: Vec<_> =
        repetitions(&instances).iter().map(|found| (&found.again.name, &found.first.name)).collect();
    assert_eq!(repeated, []);
}
