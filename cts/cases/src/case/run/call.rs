//! Calls of functions of the host, in C++ AMP.

use super::super::places::Refusal;
use super::Run;
use crate::amp::{HostCall, Place};
use crate::execution::Fault;
use amp_run::{Plan, Value};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Values for the parameters of a function of the host, as in a plan of `wgsl-check amp run`.
#[derive(Deserialize, Debug, Default)]
pub struct Arguments(pub(in crate::case) BTreeMap<String, Value>);

impl JsonSchema for Arguments {
    fn schema_name() -> Cow<'static, str> {
        "Arguments".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Values by the names of the parameters: a number, a list, or a table such as { extent: [2, 3] }.",
            "type": "object"
        })
    }
}

/// Creates the call of a program of `run`. The faults and the exception are marked in its source.
pub(in crate::case) fn host_call(
    run: &Run,
    faults: Vec<Fault>,
    exception: Option<Place>,
) -> Result<HostCall, Refusal> {
    let Some(call) = run.call.clone() else {
        return Err(Refusal::from(
            "a program of `run` must name a function of the host in `call`".to_owned(),
        ));
    };
    if run.expect.is_empty() && !run.strict && exception.is_none() {
        let message = "a program of `run` must have an `expect`, `strict: true` or a marker for an exception";
        return Err(Refusal::from(message.to_owned()));
    }
    if exception.is_some() && !run.expect.is_empty() {
        return Err(Refusal::at("expect", "a function that ends with an exception leaves no results"));
    }
    Ok(HostCall {
        plan: Plan { call, arguments: run.arguments.0.clone() },
        expected: run.expect.iter().map(|(name, values)| (name.clone(), values.clone())).collect(),
        is_strict: run.strict,
        faults,
        exception,
        without_wgsl: run.without_wgsl.clone(),
    })
}
