//! The attributes of a launch request: the options of `run`, in JSON.

use crate::arguments::{Arguments, Command, Run};
use clap::Parser as _;
use serde_json::Value;

/// The program to debug.
pub(super) struct Launch {
    pub(super) run: Box<Run>,
    /// The number of the workgroup whose invocations are the threads.
    pub(super) workgroup: u64,
    pub(super) stops_on_entry: bool,
}

/// The attributes with one value, and the option of `run` for each.
const OPTIONS: [(&str, &str); 4] = [
    ("entryPoint", "--entry-point"),
    ("workgroups", "--workgroups"),
    ("subgroupSize", "--subgroup-size"),
    ("fuel", "--fuel"),
];
/// The attributes with a list.
const LISTS: [(&str, &str); 2] = [("bindings", "--bind"), ("constants", "--constant")];
/// The attributes that are true or false.
const FLAGS: [(&str, &str); 2] = [("auto", "--auto"), ("strict", "--strict")];

impl Launch {
    /// Reads the attributes.
    ///
    /// # Errors
    /// The reason, as a sentence without a full stop.
    pub(super) fn read(attributes: &Value) -> Result<Self, String> {
        let program =
            attributes["program"].as_str().ok_or("missing attribute `program`: the file to debug")?;
        if program == "-" {
            return Err("standard input carries the protocol: name a file".to_owned());
        }
        let mut words = vec!["wgsl-check".to_owned(), "run".to_owned(), program.to_owned()];
        let mut option = |option: &str, value: &Value| {
            let value = word(value).ok_or_else(|| format!("invalid value of `{option}`: {value}"))?;
            words.push(format!("{option}={value}"));
            Ok::<(), String>(())
        };
        for (name, spelling) in OPTIONS {
            if !attributes[name].is_null() {
                option(spelling, &attributes[name])?;
            }
        }
        for (name, spelling) in LISTS {
            for value in attributes[name].as_array().into_iter().flatten() {
                option(spelling, value)?;
            }
        }
        let is_set = |name: &str| attributes[name].as_bool() == Some(true);
        words.extend(FLAGS.iter().filter(|(name, _)| is_set(name)).map(|(_, flag)| (*flag).to_owned()));
        let arguments = Arguments::try_parse_from(words).map_err(|error| error.to_string())?;
        match arguments.command {
            Some(Command::Run(run)) => Ok(Self {
                run,
                workgroup: attributes["workgroup"].as_u64().unwrap_or(0),
                stops_on_entry: is_set("stopOnEntry"),
            }),
            _ => Err("the program can't be run".to_owned()),
        }
    }
}

/// A value as a word of a command line: numbers in a list have commas between them.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(values) => values.iter().map(word).collect::<Option<Vec<_>>>().map(|it| it.join(",")),
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    }
}
