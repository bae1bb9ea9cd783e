//! naga: its validator, the pass that sets the values of overrides, and its back ends.

mod back_ends;

pub use back_ends::{BackEnd, NagaStage, Writing};

use crate::{Opinion, PipelineQuestion, Refusal};
use naga::back::PipelineConstants;
use naga::back::pipeline_constants::process_overrides;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wgsl_translate_check::naga::{causes, entry_point, module, panic_of, without_noise};

/// Asks naga about a program, with everything that it can do switched on.
#[must_use]
pub fn judge(program: &str, pipeline: Option<&PipelineQuestion>) -> Opinion {
    let judged = without_noise(|| catch_unwind(AssertUnwindSafe(|| refusal(program, pipeline))));
    match judged {
        Ok(Ok(())) => Opinion::Accepts,
        Ok(Err(refusal)) => Opinion::Rejects(refusal),
        Err(payload) => Opinion::Rejects(panic_of(payload.as_ref())),
    }
}

fn refusal(program: &str, pipeline: Option<&PipelineQuestion>) -> Result<(), Refusal> {
    let (module, info) = module(program)?;
    let Some(pipeline) = pipeline else { return Ok(()) };
    let entry_point = entry_point(&module, pipeline)?;
    let constants: PipelineConstants = pipeline.constants.iter().cloned().collect();
    match process_overrides(&module, &info, Some(entry_point), &constants) {
        Ok(_) => Ok(()),
        Err(error) => Err(Refusal { message: causes(&error), lines: Vec::new() }),
    }
}

/// The SPIR-V that naga makes of a pipeline, with bounds checks; `None` when it takes the program not so far.
#[must_use]
pub fn spirv(program: &str, pipeline: &PipelineQuestion) -> Option<Vec<u32>> {
    match NagaStage::new(program, pipeline).ok()?.write(BackEnd::Spirv) {
        Writing::Words(words) => Some(words),
        Writing::Text(_) | Writing::Refuses(_) | Writing::Panics(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(constants: &[(&str, f64)]) -> PipelineQuestion {
        let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        PipelineQuestion { stage: None, entry_point: None, constants }
    }

    #[test]
    fn a_refusal_says_where() {
        let Opinion::Rejects(refusal) = judge("fn f() {\n  let a: i32 = 1.5;\n}", None) else {
            panic!("naga accepts it");
        };
        assert_eq!(refusal.lines, [2], "{}", refusal.message);
    }

    #[test]
    fn a_refusal_points_at_all_that_it_is_about() {
        let program = "var<private> a: vec2f;\nfn f() {\n  _ = a + 1i;\n}";
        let Opinion::Rejects(refusal) = judge(program, None) else {
            panic!("naga accepts it");
        };
        assert!(refusal.lines.contains(&3), "{refusal:?}");
    }

    /// A release of naga that no longer panics here wants another program, or none.
    #[test]
    fn a_panic_is_an_answer() {
        let Opinion::Rejects(refusal) = judge("const_assert vec2(true);", None) else {
            panic!("naga accepts it");
        };
        assert!(refusal.message.starts_with("naga panics: "), "{}", refusal.message);
    }

    #[test]
    fn overrides_get_values() {
        let program = "override size: u32; @compute @workgroup_size(size) fn main() {}";
        assert_eq!(judge(program, None), Opinion::Accepts);
        assert_eq!(judge(program, Some(&question(&[("size", 4.0)]))), Opinion::Accepts);
        assert!(matches!(judge(program, Some(&question(&[]))), Opinion::Rejects(_)));
        assert!(matches!(judge(program, Some(&question(&[("other", 4.0)]))), Opinion::Rejects(_)));
    }
}
