//! The attributes of a launch request: the options of `run`, in JSON.

use crate::arguments::{Arguments, Command, Run};
use clap::Parser as _;
use serde_json::Value;
use shader_source::suggest::Suggestions;

/// The program to debug.
pub(super) struct Launch {
    pub(super) run: Box<Run>,
    /// The number of the workgroup whose invocations are the threads.
    pub(super) workgroup: u64,
    pub(super) stops_on_entry: bool,
    /// Whether the program runs without a debugger.
    pub(super) is_never_stopped: bool,
}

/// The attributes with one value, and the option of `run` for each.
const OPTIONS: [(&str, &str); 7] = [
    ("entryPoint", "--entry-point"),
    ("workgroups", "--workgroups"),
    ("subgroupSize", "--subgroup-size"),
    ("fuel", "--fuel"),
    ("threads", "--threads"),
    ("threadgroupSize", "--threadgroup-size"),
    ("std", "--std"),
];
/// The attributes with a list.
const LISTS: [(&str, &str); 4] = [
    ("bindings", "--bind"),
    ("constants", "--constant"),
    ("threadgroupMemory", "--threadgroup-memory"),
    ("include", "--include"),
];
/// The attributes that are true or false.
const FLAGS: [(&str, &str); 2] = [("auto", "--auto"), ("strict", "--strict")];
/// The attributes without an option.
const OTHERS: [&str; 4] = ["program", "workgroup", "stopOnEntry", "noDebug"];
/// The fuel of strict execution. An editor waits for the first stop, so that it is less than the fuel of `run`.
const STRICT_FUEL: &str = "--fuel=20000000";

impl Launch {
    /// Reads the attributes.
    ///
    /// # Errors
    /// The reason, as a sentence without a full stop.
    pub(super) fn read(attributes: &Value) -> Result<Self, String> {
        no_misspelling(attributes)?;
        let program =
            attributes["program"].as_str().ok_or("missing attribute `program`: the file to debug")?;
        if program == "-" {
            return Err("standard input carries the protocol: name a file".to_owned());
        }
        let mut words = vec!["wgsl-check".to_owned(), "run".to_owned()];
        let mut option = |name: &str, option: &str, value: &Value| {
            let word = word(value).ok_or_else(|| format!("`{name}`: invalid value {value}"))?;
            words.push(format!("{option}={word}"));
            Ok::<(), String>(())
        };
        for (name, spelling) in OPTIONS {
            if !attributes[name].is_null() {
                option(name, spelling, &attributes[name])?;
            }
        }
        for (name, spelling) in LISTS {
            let value = &attributes[name];
            let list = value.as_array().ok_or_else(|| format!("`{name}`: expected a list, found {value}"));
            for value in if value.is_null() { &[][..] } else { list? } {
                option(name, spelling, value)?;
            }
        }
        let is_set = |name: &str| match &attributes[name] {
            Value::Null => Ok(false),
            Value::Bool(value) => Ok(*value),
            value => Err(format!("`{name}`: expected true or false, found {value}")),
        };
        for (name, flag) in FLAGS {
            if is_set(name)? {
                words.push(flag.to_owned());
            }
        }
        if is_set("strict")? && attributes["fuel"].is_null() {
            words.push(STRICT_FUEL.to_owned());
        }
        // A file may begin with a hyphen.
        words.extend(["--".to_owned(), program.to_owned()]);
        let workgroup = match &attributes["workgroup"] {
            Value::Null => 0,
            value => value
                .as_u64()
                .ok_or_else(|| format!("`workgroup`: expected a number from 0, found {value}"))?,
        };
        let (stops_on_entry, is_never_stopped) = (is_set("stopOnEntry")?, is_set("noDebug")?);
        match Arguments::try_parse_from(words).map_err(|error| in_words(&error))?.command {
            Some(Command::Run(run)) => Ok(Self { run, workgroup, stops_on_entry, is_never_stopped }),
            _ => Err("the program can't be run".to_owned()),
        }
    }
}

/// Refuses an attribute whose name is almost one of these. Editors add attributes of their own.
fn no_misspelling(attributes: &Value) -> Result<(), String> {
    let known = || {
        let options = OPTIONS.iter().chain(&LISTS).chain(&FLAGS).map(|(name, _)| *name);
        options.chain(OTHERS)
    };
    for name in attributes.as_object().into_iter().flat_map(|it| it.keys()) {
        if known().any(|it| it == name) {
            continue;
        }
        let same = known().find(|it| it.eq_ignore_ascii_case(name));
        if let Some(meant) = same.or_else(|| Suggestions::default().nearest_name(name, known())) {
            return Err(format!("unknown attribute `{name}`: did you mean `{meant}`?"));
        }
    }
    Ok(())
}

/// The first line of an error of the command line, with attributes instead of options.
fn in_words(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    let line = line.strip_prefix("error: ").unwrap_or(line);
    let all = OPTIONS.iter().chain(&LISTS).chain(&FLAGS);
    // The longest first: `--threads` begins `--threadgroup-size` no less than an option of its own.
    let mut line = line.to_owned();
    for (name, option) in all {
        for form in [format!("'{option} <"), format!("'{option}'")] {
            if line.contains(&form) {
                let rest = line.split(&form).nth(1).and_then(|rest| rest.split_once(": ")).map(|it| it.1);
                line = rest.map_or_else(|| line.replace(option, name), |rest| format!("`{name}`: {rest}"));
            }
        }
    }
    line
}

/// A value as a word of a command line: numbers in a list have commas between them.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(values) => values.iter().map(word).collect::<Option<Vec<_>>>().map(|it| it.join(",")),
        // The values of overrides and of function constants by name.
        Value::Object(_) | Value::Null | Value::Bool(_) => None,
    }
}
