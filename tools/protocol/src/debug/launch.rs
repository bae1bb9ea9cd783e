//! Programs that are debugged, and where they come from.

use crate::places::Places;
use serde_json::Value;
use shader_language::Language;
use shader_run::debug::Subject;

/// A program that is debugged.
pub struct Program {
    /// The program and its dispatch.
    pub subject: Box<dyn Subject>,
    /// Its files.
    pub places: Places,
    /// Its language.
    pub language: Language,
    /// The number of workgroups.
    pub workgroups: u64,
    /// The number of invocations in a workgroup.
    pub lanes: usize,
}

/// A program, and how it is debugged.
pub struct Launch {
    /// The program.
    pub program: Program,
    /// The attributes that only a debugger has.
    pub attributes: Attributes,
}

/// The attributes of a launch that only a debugger has.
#[derive(Clone, Copy, Debug)]
pub struct Attributes {
    /// The number of the workgroup whose invocations are the threads.
    pub workgroup: u64,
    /// Whether it stops at the first statement.
    pub stops_on_entry: bool,
    /// Whether the program runs without a debugger.
    pub is_never_stopped: bool,
    /// The fuel of strict execution, if the client says it.
    pub fuel: Option<u64>,
}

impl Attributes {
    /// The names of the attributes.
    pub const NAMES: [&'static str; 3] = ["workgroup", "stopOnEntry", "noDebug"];

    /// Reads the attributes.
    ///
    /// # Errors
    /// One is malformed, as a sentence without a full stop.
    pub fn read(attributes: &Value) -> Result<Self, String> {
        let [workgroup, stops_on_entry, is_never_stopped] = Self::NAMES;
        Ok(Self {
            workgroup: match &attributes[workgroup] {
                Value::Null => 0,
                value => value
                    .as_u64()
                    .ok_or_else(|| format!("`{workgroup}`: expected a number from 0, found {value}"))?,
            },
            stops_on_entry: flag(attributes, stops_on_entry)?,
            is_never_stopped: flag(attributes, is_never_stopped)?,
            fuel: attributes["fuel"].as_u64(),
        })
    }
}

/// An attribute that is true or false, and false if it is absent.
///
/// # Errors
/// It has a different value.
pub fn flag(attributes: &Value, name: &str) -> Result<bool, String> {
    match &attributes[name] {
        Value::Null => Ok(false),
        Value::Bool(value) => Ok(*value),
        value => Err(format!("`{name}`: expected true or false, found {value}")),
    }
}

/// Where the programs of a session come from.
pub trait Host {
    /// Loads the program that a client launches.
    ///
    /// # Errors
    /// The reason, as a sentence without a full stop.
    fn load(&mut self, attributes: &Value) -> Result<Launch, String>;

    /// The path of a file, in the form that clients know.
    fn path_of(&self, name: &str) -> String {
        name.to_owned()
    }

    /// Returns true if a path of the client names a file.
    fn is_at(&self, name: &str, path: &str) -> bool {
        name == path
    }
}
