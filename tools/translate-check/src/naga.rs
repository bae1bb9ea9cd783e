//! naga, asked: its WGSL front end and its validator. A panic of naga is an answer.

use naga::front::wgsl::{Frontend, Options};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage};
use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::panic;
use std::sync::Once;

/// Why naga does not take a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Its message.
    pub message: String,
    /// The 1-based lines that it points at; the first is its place. Empty without a place.
    pub lines: Vec<u32>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.write_str(&self.message)
    }
}

impl std::error::Error for Refusal {}

/// A question about a stage of a pipeline.
#[derive(Clone, PartialEq, Debug)]
pub struct PipelineQuestion {
    /// The name of the stage; `None` for that of the entry point.
    pub stage: Option<String>,
    /// The name of the entry point; `None` if there is only one.
    pub entry_point: Option<String>,
    /// Values of overrides.
    pub constants: Vec<(String, f64)>,
}

/// A panic of naga as its answer.
#[must_use]
pub fn panic_of(payload: &(dyn Any + Send)) -> Refusal {
    Refusal { message: format!("naga panics: {}", said(payload)), lines: Vec::new() }
}

/// The words of a panic.
#[must_use]
pub fn said(payload: &(dyn Any + Send)) -> &str {
    let said = payload.downcast_ref::<String>().map(String::as_str);
    said.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}

thread_local! {
    /// Whether this thread is asking naga: its panics are answers, and not to be printed.
    static IS_ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Runs something whose panics are caught, without the report that panics print.
pub fn without_noise<T>(ask: impl FnOnce() -> T) -> T {
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

/// A module that naga takes, and what its validator knows of it. Everything that naga can do is switched on.
///
/// # Errors
/// naga does not take the program.
pub fn module(program: &str) -> Result<(Module, ModuleInfo), Refusal> {
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

/// Finds the entry point as WebGPU does.
///
/// # Errors
/// There is none that fits, or more than one.
pub fn entry_point<'a>(
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
        _ => Err(Refusal { message: "unknown entry point".to_owned(), lines: Vec::new() }),
    }
}

/// An error with everything that it comes from: naga's first sentence alone says little.
#[must_use]
pub fn causes(error: &dyn std::error::Error) -> String {
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
    use super::module;
    use wgsl_validator::target::Target;
    use wgsl_validator::{Options, Validator};

    /// The table of rules that naga does not enforce: `lenient` in spec/wgsl/targets.yaml.
    #[test]
    fn naga_accepts_what_its_target_tolerates() {
        let target = Target::named("naga").expect("it is listed");
        let mut validator = Validator::new(Options { target: target.clone(), ..Options::default() });
        let rules = || target.lenient().iter().flat_map(|lenience| lenience.rules);
        let mut tolerated = 0;
        for rule in rules() {
            let Some(example) = wgsl_spec::programs(rule).filter(|it| it.pipeline.is_none()) else {
                continue;
            };
            let program = example.wrong.text;
            // It may need an extension that naga lacks.
            if validator.validate(program).is_accepted() {
                tolerated += 1;
                assert!(module(program).is_ok(), "{}: {program}\n{:?}", rule.id, module(program).err());
            }
        }
        assert!(2 * tolerated > rules().count(), "{tolerated} of {} rules are shown", rules().count());
    }
}
