//! The fixtures, which the tests of the command execute.

use super::check;
use crate::{Request, translate};
use msl_validator::{Options, module};
use std::fs;
use std::path::Path;

#[test]
fn every_fixture_becomes_a_program_that_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/msl/translate");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("the fixture can be read");
        let judged = module(&text, &Options::default());
        assert!(judged.is_accepted(), "{}: {:#?}", path.display(), judged.diagnostics);
        for entry in &judged.entry_points {
            let request = Request {
                entry_point: judged.entry_name(entry).to_owned(),
                threadgroup_size: [8, 1, 1],
                threadgroup_memory: vec![(0, 32)],
                function_constants: vec![(0, 3.0), (1, 0.5), (2, 1.0)],
                texture_formats: Vec::new(),
                is_precise: false,
            };
            let translation = translate(&judged, &request)
                .unwrap_or_else(|refusal| panic!("{}: {refusal:#?}", path.display()));
            check(&translation);
            count += 1;
        }
    }
    assert!(count >= 15, "only {count} functions were found");
}
