//! naga: its WGSL front end, its validator, the pass that sets the values of overrides, and its back ends.

mod back_ends;

pub use back_ends::{BackEnd, NagaStage, Writing};

use crate::{Opinion, PipelineQuestion, Refusal};
use naga::back::PipelineConstants;
use naga::back::pipeline_constants::process_overrides;
use naga::front::wgsl::{Frontend, Options};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;

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

/// A panic of naga as its answer.
pub(crate) fn panic_of(payload: &(dyn Any + Send)) -> Refusal {
    Refusal { message: format!("naga panics: {}", said(payload)), lines: Vec::new() }
}

/// The words of a panic.
pub(crate) fn said(payload: &(dyn Any + Send)) -> &str {
    let said = payload.downcast_ref::<String>().map(String::as_str);
    said.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}

thread_local! {
    /// Whether this thread is asking naga: its panics are answers, and not to be printed.
    static IS_ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Runs something whose panics are caught, without the report that panics print.
pub(crate) fn without_noise<T>(ask: impl FnOnce() -> T) -> T {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_ASKING.get() {
                report(panic);
            }
        }));
    });
    IS_ASKING.set(true);
    let answer = ask();
    IS_ASKING.set(false);
    answer
}

/// A module that naga takes, and what its validator knows of it.
pub(crate) fn module(program: &str) -> Result<(Module, ModuleInfo), Refusal> {
    let mut options = Options::new();
    options.capabilities = Capabilities::all();
    let module = Frontend::new_with_options(options).parse(program).map_err(|error| Refusal {
        message: error.message().to_owned(),
        lines: error.labels().map(|(span, _)| span.location(program).line_number).collect(),
    })?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let info = validator.validate(&module).map_err(|error| Refusal {
        message: causes(error.as_inner()),
        lines: error.spans().map(|(span, _)| span.location(program).line_number).collect(),
    })?;
    Ok((module, info))
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

/// Finds the entry point as WebGPU does.
pub(crate) fn entry_point<'a>(
    module: &'a Module,
    pipeline: &PipelineQuestion,
) -> Result<(ShaderStage, &'a str), Refusal> {
    let stage = pipeline.stage.as_deref().and_then(|stage| match stage {
        "vertex" => Some(ShaderStage::Vertex),
        "fragment" => Some(ShaderStage::Fragment),
        "compute" => Some(ShaderStage::Compute),
        _ => None,
    });
    let mut fitting = module.entry_points.iter().filter(|entry| {
        stage.is_none_or(|stage| entry.stage == stage)
            && pipeline.entry_point.as_ref().is_none_or(|name| entry.name == *name)
    });
    match (fitting.next(), fitting.next()) {
        (Some(entry), None) => Ok((entry.stage, &entry.name)),
        _ => Err(Refusal { message: "there is no such entry point".to_owned(), lines: Vec::new() }),
    }
}

/// An error with everything that it comes from: naga's first sentence alone says little.
pub(crate) fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
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
