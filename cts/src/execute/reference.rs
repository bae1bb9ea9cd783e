//! The reference executor of this project: programs of `run` in its terms, and what it gives back in those of the suite.

mod draw;

use super::{Finding, Outcome};
use crate::case::{Pipeline, Request, Verdict};
use crate::execution::{
    self, BindingPoint, Command, Dispatch, Execution, Fault, Output, TextureDimension, TextureFormat,
};
use wgsl_reference::draw::Draw;
use wgsl_reference::execute::Options;
use wgsl_reference::run::{self, Binding, Data, Failure, target};
use wgsl_reference::{execute, texture};
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::source::LineIndex;
use wgsl_validator::{self as validator, Validator};

/// How many steps a program may take; a step is an instruction for one invocation. Those of cases are small: one that
/// takes more runs for ever.
const FUEL: u64 = 1 << 22;

/// The number of invocations of a subgroup where the case does not say it.
const SUBGROUP_SIZE: u32 = 8;

/// Runs a program. One that is refused, or stopped before its end, is judged to be rejected; what the executor does not
/// have it is not asked about.
pub(super) fn execute(text: &str, request: &Request, execution: &Execution) -> Outcome {
    let of = request.target.clone().unwrap_or_default();
    let validator = Validator::new(validator::Options { edition: request.edition, target: target(&of) });
    let how = Options {
        strict: execution.is_strict,
        subgroup_size: execution.subgroup_size.unwrap_or(SUBGROUP_SIZE),
        fuel: FUEL,
        ..Options::default()
    };
    let bindings = match bindings(execution) {
        Ok(bindings) => bindings,
        Err(reason) => return Outcome::NotAsked(reason),
    };
    let mut executor = Executor { text, validator, request, how };
    let executed = match &execution.command {
        Command::Dispatch(given) => executor.dispatch(execution, &dispatch(given, bindings)),
        Command::Draw(given) => {
            let index_bytes = given.vertices.index_bytes();
            match draw::draw(given, bindings, index_bytes.as_deref()) {
                Ok(draw) => executor.draw(execution, &draw),
                Err(reason) => return Outcome::NotAsked(reason),
            }
        }
    };
    executed.map_or_else(|failure| failed(text, failure), Outcome::Executed)
}

/// A program that is about to be executed.
struct Executor<'a> {
    text: &'a str,
    validator: Validator,
    request: &'a Request,
    how: Options,
}

impl Executor<'_> {
    fn dispatch(&mut self, execution: &Execution, dispatch: &run::Dispatch) -> Result<Output, Failure> {
        let Self { text, validator, request, how } = self;
        let outcome = run::run(text, validator, request.edition, dispatch, how)?;
        Ok(Output { faults: self.faults(&outcome.faults), ..output(execution, &outcome.bindings) })
    }

    fn draw(&mut self, execution: &Execution, draw: &Draw<'_>) -> Result<Output, Failure> {
        let Self { text, validator, request, how } = self;
        let drawn = wgsl_reference::draw::draw(text, validator, request.edition, draw, how)?;
        let resources = output(execution, &drawn.bindings);
        Ok(Output { faults: self.faults(&drawn.faults), ..draw::output(resources, &drawn) })
    }

    /// What was found, where faults are looked for.
    fn faults(&self, found: &[execute::Fault]) -> Option<Vec<Fault>> {
        self.how.strict.then(|| faults(self.text, found))
    }
}

fn failed(text: &str, failure: Failure) -> Outcome {
    match failure {
        Failure::Module(found) | Failure::Pipeline(found) => {
            let errors = found.iter().filter(|found| found.severity == Severity::Error);
            Outcome::Judged(Verdict::Reject, errors.map(|error| refusal(text, error)).collect())
        }
        Failure::Unsupported(lacking) => Outcome::NotAsked(lacking.message),
        Failure::Resources(problem) => stopped(problem),
        Failure::Stopped(why) => stopped(why.to_string()),
    }
}

fn stopped(message: String) -> Outcome {
    let finding = Finding { severity: Severity::Error, code: None, line: 0, column: 0, message };
    Outcome::Judged(Verdict::Reject, vec![finding])
}

fn refusal(text: &str, error: &Diagnostic) -> Finding {
    let place = LineIndex::new(text).position(error.primary.span.lo);
    Finding {
        severity: error.severity,
        code: Some(error.code),
        line: place.line,
        column: place.column_utf16,
        message: error.message.clone(),
    }
}

fn dispatch(given: &Dispatch, bindings: Vec<Binding>) -> run::Dispatch {
    run::Dispatch {
        entry_point: given.pipeline.entry_point.clone(),
        constants: constants(&given.pipeline),
        workgroups: given.workgroups,
        bindings,
        immediates: Vec::new(),
    }
}

fn constants(of: &Pipeline) -> Vec<(String, f64)> {
    of.constants.iter().map(|(name, value)| (name.clone(), *value)).collect()
}

fn bindings(execution: &Execution) -> Result<Vec<Binding>, String> {
    let at = |at: BindingPoint, data| Binding { group: at.group, binding: at.binding, data };
    let mut bindings: Vec<Binding> = Vec::new();
    for buffer in &execution.buffers {
        bindings.push(at(buffer.at, Data::Buffer(buffer.data.clone())));
    }
    for texture in &execution.textures {
        bindings.push(at(texture.at, Data::Texture(descriptor(texture)?, texture.data.clone())));
    }
    for given in &execution.samplers {
        bindings.push(at(given.at, Data::Sampler(sampler(given))));
    }
    Ok(bindings)
}

/// The executor's format of the same name.
fn format(of: TextureFormat) -> Result<texture::Format, String> {
    texture::Format::from_name(of.name()).ok_or_else(|| format!("it has no format {}", of.name()))
}

fn descriptor(given: &execution::Texture) -> Result<texture::TextureDescriptor, String> {
    use texture::Dimension;
    let shape = given.shape;
    let dimension = match shape.dimension {
        TextureDimension::One => Dimension::D1,
        TextureDimension::Two => Dimension::D2,
        TextureDimension::TwoArray => Dimension::D2Array,
        TextureDimension::Three => Dimension::D3,
        TextureDimension::Cube => Dimension::Cube,
        TextureDimension::CubeArray => Dimension::CubeArray,
    };
    Ok(texture::TextureDescriptor {
        dimension,
        format: format(given.format)?,
        size: shape.size,
        mip_level_count: shape.mips,
        sample_count: shape.samples,
    })
}

fn sampler(given: &execution::Sampler) -> texture::Sampler {
    let [lod_min_clamp, lod_max_clamp] = given.lod;
    texture::Sampler {
        address_modes: given.address,
        mag_filter: given.mag,
        min_filter: given.min,
        mipmap_filter: given.mipmap,
        lod_min_clamp,
        lod_max_clamp,
        compare: given.compare,
        ..texture::Sampler::default()
    }
}

/// The bytes of all resources: those that the executor gives back, and the others as they were.
fn output(execution: &Execution, written: &[Binding]) -> Output {
    let bytes = |at: BindingPoint, before: &[u8]| {
        let now = written.iter().find(|now| (now.group, now.binding) == (at.group, at.binding));
        match now.map(|now| &now.data) {
            Some(Data::Buffer(bytes) | Data::Texture(_, bytes)) => bytes.clone(),
            Some(Data::Sampler(_)) | None => before.to_vec(),
        }
    };
    Output {
        buffers: execution.buffers.iter().map(|buffer| bytes(buffer.at, &buffer.data)).collect(),
        textures: execution.textures.iter().map(|texture| bytes(texture.at, &texture.data)).collect(),
        ..Output::default()
    }
}

fn faults(text: &str, found: &[execute::Fault]) -> Vec<Fault> {
    let lines = LineIndex::new(text);
    let fault = |found: &execute::Fault| {
        let place = lines.position(found.span.lo);
        Fault { line: place.line, column: place.column_utf16, kind: found.kind }
    };
    found.iter().map(fault).collect()
}
