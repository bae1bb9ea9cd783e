//! The operation `run` of the machine protocol.

use crate::record::Place;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use wgsl_reference::execute::{Fault, Options};
use wgsl_reference::run::{Binding, Data, Dispatch, Failure, run};
use wgsl_spec::Edition;
use wgsl_validator::Validator;
use wgsl_validator::diagnostic::{Diagnostic, Severity};
use wgsl_validator::source::LineIndex;

/// What a request to run says beyond the others.
#[derive(Deserialize, Debug, Default)]
pub(crate) struct Members {
    #[serde(default = "one_workgroup")]
    workgroups: [u32; 3],
    #[serde(default)]
    bindings: Vec<BindingRecord>,
    #[serde(default)]
    strict: bool,
    subgroup_size: Option<u32>,
    fuel: Option<u64>,
}

const fn one_workgroup() -> [u32; 3] {
    [1; 3]
}

/// A resource.
#[derive(Deserialize, Serialize, Debug)]
struct BindingRecord {
    group: u32,
    binding: u32,
    #[serde(default, skip_serializing)]
    kind: String,
    data_base64: String,
}

/// What a dispatch left behind.
#[derive(Serialize, Debug)]
pub(crate) struct OutcomeRecord {
    bindings: Vec<BindingRecord>,
    faults: Vec<FaultRecord>,
}

#[derive(Serialize, Debug)]
struct FaultRecord {
    kind: &'static str,
    message: String,
    #[serde(flatten)]
    place: Place,
    workgroup: u64,
    invocation: u32,
}

/// The stage at which a request failed, and why.
type Refusal = (&'static str, String);

impl Members {
    /// Runs the dispatch.
    pub(crate) fn run(
        &self,
        text: &str,
        validator: &mut Validator,
        edition: Edition,
        entry_point: Option<String>,
        constants: Vec<(String, f64)>,
    ) -> Result<OutcomeRecord, Refusal> {
        let bindings = self.bindings.iter().map(BindingRecord::decode).collect::<Result<_, _>>()?;
        let dispatch = Dispatch { entry_point, constants, workgroups: self.workgroups, bindings };
        let default = Options::default();
        let subgroup_size = self.subgroup_size.unwrap_or(default.subgroup_size);
        if !subgroup_size.is_power_of_two() || subgroup_size > 128 {
            return Err(("protocol", "`subgroup_size` is a power of two up to 128".to_owned()));
        }
        let fuel = self.fuel.unwrap_or(default.fuel);
        let options = Options { strict: self.strict, subgroup_size, fuel, ..default };
        let outcome = run(text, validator, edition, &dispatch, &options).map_err(|failure| refusal(&failure))?;
        let lines = LineIndex::new(text);
        Ok(OutcomeRecord {
            bindings: outcome.bindings.iter().map(BindingRecord::encode).collect(),
            faults: outcome.faults.into_iter().map(|fault| FaultRecord::new(fault, &lines)).collect(),
        })
    }
}

impl BindingRecord {
    fn decode(&self) -> Result<Binding, Refusal> {
        if !matches!(self.kind.as_str(), "uniform" | "storage" | "read-only-storage") {
            return Err(("unsupported", format!("bindings of kind `{}` are not executed", self.kind)));
        }
        let bytes = STANDARD
            .decode(&self.data_base64)
            .map_err(|error| ("protocol", format!("`data_base64` of binding {}: {error}", self.binding)))?;
        Ok(Binding { group: self.group, binding: self.binding, data: Data::Buffer(bytes) })
    }

    fn encode(binding: &Binding) -> Self {
        let bytes: &[u8] = match &binding.data {
            Data::Buffer(bytes) | Data::Texture(_, bytes) => bytes,
            Data::Sampler(_) => &[],
        };
        Self {
            group: binding.group,
            binding: binding.binding,
            kind: String::new(),
            data_base64: STANDARD.encode(bytes),
        }
    }
}

impl FaultRecord {
    fn new(fault: Fault, lines: &LineIndex<'_>) -> Self {
        Self {
            kind: fault.kind.name(),
            message: fault.message,
            place: Place::new(fault.span, lines),
            workgroup: fault.workgroup,
            invocation: fault.invocation,
        }
    }
}

fn refusal(failure: &Failure) -> Refusal {
    let first = |found: &[Diagnostic]| {
        found.iter().find(|it| it.severity == Severity::Error).map_or_else(String::new, |it| it.message.clone())
    };
    match failure {
        Failure::Module(found) => ("shader-creation", first(found)),
        Failure::Pipeline(found) => ("pipeline-creation", first(found)),
        Failure::Unsupported(problem) => ("unsupported", problem.message.clone()),
        Failure::Resources(message) => ("execution", message.clone()),
        Failure::Stopped(stopped) => ("execution", stopped.to_string()),
    }
}
