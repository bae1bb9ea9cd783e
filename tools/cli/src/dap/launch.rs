//! The attributes of a launch request: the options of `run`, in JSON.

use crate::arguments::{Arguments, Command, Run};
use crate::run::debugged;
use clap::Parser as _;
use serde_json::Value;
use shader_source::suggest::Suggestions;
use wgsl_check_protocol::debug::{Attributes, Launch, flag};

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
const PROGRAM: &str = "program";

/// Loads the program that attributes ask for.
///
/// # Errors
/// The reason, as a sentence without a full stop.
pub(super) fn load(attributes: &Value) -> Result<Launch, String> {
    let run = read(attributes)?;
    let program = debugged::load(&run).map_err(|reason| in_attributes(&reason))?;
    Ok(Launch { attributes: Attributes::read(attributes)?, program })
}

/// The arguments of `run` with the meaning of attributes.
fn read(attributes: &Value) -> Result<Box<Run>, String> {
    no_misspelling(attributes)?;
    let program = attributes[PROGRAM].as_str().ok_or("missing attribute `program`: the file to debug")?;
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
    for (name, option) in FLAGS {
        if flag(attributes, name)? {
            words.push(option.to_owned());
        }
    }
    // A file may begin with a hyphen.
    words.extend(["--".to_owned(), program.to_owned()]);
    match Arguments::try_parse_from(words).map_err(|error| in_words(&error))?.command {
        Some(Command::Run(run)) => Ok(run),
        _ => Err("the program can't be run".to_owned()),
    }
}

/// Refuses an attribute whose name is almost one of these. Editors add attributes of their own.
fn no_misspelling(attributes: &Value) -> Result<(), String> {
    let known = || {
        let options = OPTIONS.iter().chain(&LISTS).chain(&FLAGS).map(|(name, _)| *name);
        options.chain([PROGRAM]).chain(Attributes::NAMES)
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

/// A message with attributes instead of options: `--bind 0:0=zero:4 --bind 1=zero:4` is a list of `"bindings"`.
fn in_attributes(message: &str) -> String {
    let all = || OPTIONS.iter().chain(&LISTS).chain(&FLAGS);
    let known = |word: &str| all().find(|(_, option)| *option == word).map(|(name, _)| *name);
    let is_list = |name: &str| LISTS.iter().any(|(list, _)| *list == name);
    let mut shown: Vec<String> = Vec::new();
    let mut words = message.split(' ').peekable();
    while let Some(word) = words.next() {
        let option = word.trim_end_matches([',', ':']);
        let Some(name) = known(option) else {
            shown.push(word.to_owned());
            continue;
        };
        let end = &word[option.len()..];
        if FLAGS.iter().any(|(flag, _)| *flag == name) {
            shown.push(format!("`\"{name}\": true`{end}"));
            continue;
        }
        // The values to write; a value that ends in a colon is the subject of the message.
        let mut values = Vec::new();
        while let Some(value) = words.next_if(|value| value.contains('=')) {
            values.push(format!("\"{}\"", value.trim_end_matches(',')));
            let ends = value.ends_with(',');
            if !is_list(name) || ends || words.next_if(|it| known(it) == Some(name)).is_none() {
                if ends {
                    values.push(",".to_owned());
                }
                break;
            }
        }
        let comma = values.pop_if(|it| it == ",").unwrap_or_default();
        shown.push(if values.is_empty() {
            format!("`{name}`{}", if end.is_empty() { ":" } else { end })
        } else {
            format!("`\"{name}\": [{}]`{comma}", values.join(", "))
        });
    }
    shown.join(" ")
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

#[cfg(test)]
mod tests {
    use super::in_attributes;

    #[test]
    fn options_become_attributes() {
        let message = "`a`, `b` are not bound: pass --bind 0:0=zero:4 --bind 0:1=zero:8, or --auto for zeros";
        let expected = "`a`, `b` are not bound: pass `\"bindings\": [\"0:0=zero:4\", \"0:1=zero:8\"]`, or `\"auto\": true` for zeros";
        assert_eq!(in_attributes(message), expected);
        let message = "--bind 5:5: the entry point uses only 0:0";
        assert_eq!(in_attributes(message), "`bindings`: 5:5: the entry point uses only 0:0");
        let message = "--subgroup-size: the subgroup size must be a power of two up to 128, found 3";
        assert_eq!(in_attributes(message), message.replace("--subgroup-size", "`subgroupSize`"));
    }
}
