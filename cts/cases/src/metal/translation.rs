//! The kernels of cases for Metal, translated to WGSL: programs that leave the same results, for every executor.

use super::execution::{function_constants, kernel};
use crate::case::{CaseInfo, Expected, Instance, Request};
use crate::execution::features::features;
use crate::execution::{Execution, MetalGrid};
use crate::language::{Language, Msl, Wgsl};
use crate::vocabulary::Verdict;
use msl_lower::BUFFERS;
use msl_translate::{Refusal, TextureFormat, Translation, translate};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use webgpu_model::{Binding, Command, Data, Dispatch, Shader};
use wgsl_spec::sections;
use wgsl_validator::Validator;

/// The beginning of the names of translated cases, before the name of their case.
pub const PREFIX: &str = "translated/";
/// The size of a buffer that is absent in Metal: enough for any element.
const ABSENT_BYTES: usize = 256;

/// The reason why a kernel of a case has no translated program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotTranslated {
    /// The case speaks of what only Metal has.
    Case(String),
    /// WGSL has no counterpart for a part of the program, or the case does not describe it.
    Refused(Refusal),
}

impl fmt::Display for NotTranslated {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Case(reason) => formatter.write_str(reason),
            // The first part is enough to name the case.
            Self::Refused(Refusal::NoCounterpart(parts)) => match parts.first() {
                Some(part) => write!(formatter, "no counterpart: {part}"),
                None => Ok(()),
            },
            Self::Refused(refusal @ Refusal::Request(_)) => refusal.fmt(formatter),
        }
    }
}

impl core::error::Error for NotTranslated {}

impl From<String> for NotTranslated {
    fn from(reason: String) -> Self {
        Self::Case(reason)
    }
}

impl From<&str> for NotTranslated {
    fn from(reason: &str) -> Self {
        Self::Case(reason.to_owned())
    }
}

/// The name of the translation of a case or program.
#[must_use]
pub fn name(metal: &str) -> String {
    format!("{PREFIX}{}", metal.trim_start_matches(Msl::PREFIX))
}

/// Translates a kernel with what must come of it; `None` for a program that is only judged.
///
/// # Errors
/// WGSL has no counterpart for a part of the program, or the case speaks of what only Metal has.
#[must_use]
pub fn translated(instance: &Instance<Msl>) -> Option<Result<Instance, NotTranslated>> {
    let execution = instance.execution.as_ref()?;
    Some(translated_kernel(instance, execution))
}

fn translated_kernel(instance: &Instance<Msl>, execution: &Execution) -> Result<Instance, NotTranslated> {
    if !execution.expected.faults.is_empty() {
        return Err("its faults belong to the Metal program".into());
    }
    let Command::Dispatch(dispatch) = &execution.command else {
        return Err("it is not a kernel".into());
    };
    let text = String::from_utf8_lossy(&instance.program);
    let module = msl_validator::module(&text, &instance.case.request.metal);
    let size = execution.grid.threadgroup.unwrap_or([1; 3]);
    let request = msl_translate::Request {
        entry_point: module.entry_name(kernel(&module, dispatch)?).to_owned(),
        threadgroup_size: size,
        threadgroup_memory: execution.grid.threadgroup_memory.clone(),
        function_constants: function_constants(dispatch)?,
        texture_formats: texture_formats(&dispatch.bindings),
        is_precise: true,
    };
    let translation = translate(&module, &request).map_err(NotTranslated::Refused)?;
    let dispatch = Dispatch {
        shader: Shader {
            entry_point: Some(translation.entry_point.clone()),
            constants: constants(&translation, &dispatch.shader),
        },
        workgroups: workgroups(execution, dispatch, size)?,
        bindings: bindings(&translation, &dispatch.bindings)?,
        immediates: Vec::new(),
    };
    let execution =
        Execution { command: Command::Dispatch(dispatch), grid: MetalGrid::default(), ..execution.clone() };
    Ok(program(instance, translation.wgsl, execution))
}

/// Whole workgroups, which is all that WGSL runs.
fn workgroups(execution: &Execution, dispatch: &Dispatch, size: [u32; 3]) -> Result<[u32; 3], NotTranslated> {
    let Some(threads) = execution.grid.threads else { return Ok(dispatch.workgroups) };
    if threads.iter().zip(size).any(|(threads, size)| threads % size != 0) {
        return Err("its grid is not a multiple of a threadgroup: WGSL runs whole workgroups".into());
    }
    Ok(core::array::from_fn(|axis| threads[axis] / size[axis]))
}

/// The formats of the textures of a case.
fn texture_formats(bindings: &[Binding]) -> Vec<(u32, TextureFormat)> {
    let format = |binding: &Binding| match &binding.data {
        Data::Texture(descriptor, _) => Some((binding.binding, descriptor.format)),
        Data::Buffer(_) | Data::Sampler(_) => None,
    };
    bindings.iter().filter_map(format).collect()
}

/// The values of the overrides that function constants became.
fn constants(translation: &Translation, shader: &Shader) -> Vec<(String, f64)> {
    let is_override =
        |id: &str| translation.constants.iter().any(|constant| constant.index.to_string() == id);
    shader.constants.iter().filter(|(id, _)| is_override(id)).cloned().collect()
}

/// The resources that the translation has, whose groups and numbers are those of cases for Metal. A buffer that is absent in Metal has a
/// binding in WGSL all the same.
fn bindings(translation: &Translation, given: &[Binding]) -> Result<Vec<Binding>, NotTranslated> {
    let mut bindings = Vec::new();
    for row in &translation.bindings {
        let (Some(group), Some(binding)) = (row.group, row.binding) else { continue };
        let found = given.iter().find(|it| (it.group, it.binding) == (group, binding));
        let data = match found {
            Some(found) => found.data.clone(),
            None if group == BUFFERS => Data::Buffer(vec![0; ABSENT_BYTES].into()),
            None => return Err(format!("a case would have to describe `{}`", row.name).into()),
        };
        bindings.push(Binding { group, binding, data });
    }
    Ok(bindings)
}

/// The program of a translated case, with the extensions and features that it depends on.
fn program(instance: &Instance<Msl>, wgsl: String, execution: Execution) -> Instance {
    let module = Validator::default().validate(&wgsl);
    let request = Request {
        needs: module.meaning().needs.extensions.iter().map(|(extension, _)| *extension).collect(),
        features: features(&module, &execution),
        ..Request::default()
    };
    Instance::<Wgsl> {
        name: name(&instance.name),
        case: Arc::new(CaseInfo {
            language: PhantomData,
            name: name(&instance.case.name),
            about: instance.case.about.clone(),
            section: sections::EXECUTION,
            is_generated: true,
            request,
            executors: None,
        }),
        template: name(&instance.template),
        rules: Vec::new(),
        program: wgsl.into_bytes(),
        expected: Expected { verdict: Verdict::Accept, diagnostics: Vec::new() },
        execution: Some(Arc::new(execution)),
        host_call: None,
        place: None,
    }
}
