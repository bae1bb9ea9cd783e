//! The operation `run` of the machine protocol: the members of requests, and answers. Documented in `docs/PROTOCOL.md`.

mod answer;
mod binding;
pub(crate) mod kind;
mod swept;

use crate::contents::Contents;
use crate::kept::New;
use crate::members::base64;
pub use answer::{Answer, FaultWords};
pub(crate) use answer::{FaultRecord, WrittenRecord};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
pub use binding::BindingRecord;
use serde::{Deserialize, Serialize};
use shader_run::execute::{Beyond, Options, SweepOptions};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Not;
use webgpu_model::{Binding, Dispatch, PipelineLayout, Shader};
use wgsl_validator::interface::Interface;

/// A dispatch: the members of a request to run it.
#[derive(Serialize, Deserialize, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RunRecord {
    /// The compute shader.
    #[serde(flatten)]
    pub shader: Shader,
    /// The number of workgroups along x, y and z.
    #[serde(default = "one_workgroup")]
    pub workgroups: [u32; 3],
    /// The resources, and how the program is executed.
    #[serde(flatten)]
    pub execution: ExecutionRecord,
}

/// Resources, and how a program is executed: members of requests to run and to draw.
///
/// None of them may be `flatten`: then serde would not take `bindings` away from the other members of a request to draw, and each
/// draw without bindings of its own would have them.
#[derive(Serialize, Deserialize, Debug, Default)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExecutionRecord {
    /// The resources that the program uses.
    pub bindings: Vec<BindingRecord>,
    /// The bytes of the variable in address space immediate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub immediates_base64: Option<String>,
    /// Whether faults are reported.
    #[serde(skip_serializing_if = "Not::not")]
    pub strict: bool,
    /// The number of invocations of a subgroup, if the results depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subgroup_size: Option<u32>,
    // The suite never writes the members below.
    /// Whether integer overflow is reported.
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    integer_overflow: bool,
    /// Whether faults assume that the memory of workgroups does not start as zero.
    #[serde(skip_serializing_if = "Not::not")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    undefined_workgroup_memory: bool,
    /// Whether results whose error is not bounded are faults; true by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    accuracy_limits: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    fuel: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    seed: Option<u64>,
    /// The maximum number of other schedules that a dispatch is executed under.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub(crate) sweep: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    beyond: Option<String>,
}

const fn one_workgroup() -> [u32; 3] {
    [1; 3]
}

impl RunRecord {
    /// Returns the members for a dispatch with the resources of this layout. Others are left out: the program does not use them.
    #[must_use]
    pub fn new(dispatch: &Dispatch, layout: &PipelineLayout) -> Self {
        Self {
            shader: dispatch.shader.clone(),
            workgroups: dispatch.workgroups,
            execution: ExecutionRecord::new(&dispatch.bindings, &dispatch.immediates, layout),
        }
    }

    /// Returns the requested dispatch.
    ///
    /// # Errors
    /// A malformed binding.
    pub(crate) fn dispatch(&self, contents: &mut Contents<'_>) -> Result<Dispatch, String> {
        Ok(Dispatch {
            shader: self.shader.clone(),
            workgroups: self.workgroups,
            bindings: self.execution.bindings(contents)?,
            immediates: self.execution.immediates()?,
        })
    }
}

impl ExecutionRecord {
    pub(crate) fn new(bindings: &[Binding], immediates: &[u8], layout: &PipelineLayout) -> Self {
        Self {
            bindings: BindingRecord::used(bindings, layout),
            immediates_base64: (!immediates.is_empty()).then(|| STANDARD.encode(immediates)),
            ..Self::default()
        }
    }

    /// The resources.
    ///
    /// # Errors
    /// A malformed binding, or two of the same place.
    pub(crate) fn bindings(&self, contents: &mut Contents<'_>) -> Result<Vec<Binding>, String> {
        bindings(&self.bindings, contents)
    }

    /// The immediate data.
    ///
    /// # Errors
    /// It is not in base64.
    pub(crate) fn immediates(&self) -> Result<Vec<u8>, String> {
        base64("immediates_base64", self.immediates_base64.as_deref()).map(Option::unwrap_or_default)
    }

    /// The options of the executor, with at most so much fuel.
    ///
    /// # Errors
    /// A malformed member.
    pub(crate) fn options(&self, most_fuel: u64) -> Result<Options, String> {
        let default = Options::default();
        let beyond = match self.beyond.as_deref() {
            None => default.beyond,
            Some("clamp") => Beyond::Clamp,
            Some("discard") => Beyond::Discard,
            Some(other) => return Err(format!("`beyond` must be `clamp` or `discard`, found `{other}`")),
        };
        Ok(Options {
            strict: self.strict,
            integer_overflow: self.integer_overflow,
            undefined_workgroup_memory: self.undefined_workgroup_memory,
            accuracies: self.accuracy_limits.unwrap_or(true).then(|| wgsl_spec::ACCURACY.for_all_calls()),
            uniform_subgroups: true,
            beyond,
            subgroup_size: subgroup_size(self.subgroup_size.unwrap_or(default.subgroup_size))
                .map_err(|error| error.to_string())?,
            fuel: self.fuel.unwrap_or(default.fuel).min(most_fuel),
            seed: self.seed,
            sweep: self.sweep.map(|schedules| sweep(schedules, self.seed, most_fuel)),
            ..default
        })
    }

    /// A message on the first binding whose kind differs from that of its variable.
    pub(crate) fn mismatch(&self, interface: &Interface) -> Option<String> {
        kind::mismatch(&self.bindings, interface)
    }

    /// Returns true if the answer has the contents of a binding.
    pub(crate) fn answers(&self, binding: &Binding) -> bool {
        self.bindings.iter().any(|record| record.answers(binding))
    }

    /// The contents to be kept.
    pub(crate) fn kept(&self, given: &[Binding], written: &[Binding]) -> Vec<New> {
        self.bindings.iter().filter_map(|record| record.kept(given, written)).collect()
    }
}

/// The resources of a list.
///
/// # Errors
/// A malformed binding, or two of the same place.
pub(crate) fn bindings(
    records: &[BindingRecord],
    contents: &mut Contents<'_>,
) -> Result<Vec<Binding>, String> {
    let mut places = BTreeSet::new();
    if let Some(binding) = records.iter().find(|binding| !places.insert(binding.place())) {
        return Err(format!("{} is bound twice", binding.place()));
    }
    records.iter().map(|record| record.decode(contents)).collect()
}

/// The error of a subgroup size that is not a power of two up to 128.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongSubgroupSize(pub u32);

impl fmt::Display for WrongSubgroupSize {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(output, "the subgroup size must be a power of two up to 128, found {}", self.0)
    }
}

impl std::error::Error for WrongSubgroupSize {}

/// A sweep of at most so many schedules, with the seed that the user gives, and with at most so much fuel for each size of subgroups.
#[must_use]
pub fn sweep(schedules: u32, seed: Option<u64>, most_fuel: u64) -> SweepOptions {
    let default = SweepOptions::default();
    let fuel = default.fuel.min(most_fuel);
    SweepOptions { schedules, seed: seed.unwrap_or(default.seed), fuel, ..default }
}

/// Checks a subgroup size.
///
/// # Errors
/// The size is not a power of two up to 128.
pub fn subgroup_size(size: u32) -> Result<u32, WrongSubgroupSize> {
    if size.is_power_of_two() && size <= 128 { Ok(size) } else { Err(WrongSubgroupSize(size)) }
}
