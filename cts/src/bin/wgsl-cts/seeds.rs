//! `wgsl-cts seeds`: what a fuzzer begins with.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use wgsl_check_protocol::{About, Program, Request};
use wgsl_cts::discover::discover_metal;
use wgsl_cts::export;
use wgsl_cts::protocol::Numbered;
use wgsl_cts_cases::case::Instance;
use wgsl_cts_cases::language::{Language, Msl};
use wgsl_fuzz::choices::bytes_of;
use wgsl_fuzz::mutate::text::dictionary;

/// The folder with a file for each target.
const TARGETS: &str = "fuzz/targets/targets";
/// The targets whose bytes are a source.
const OF_SOURCES: [&str; 6] = ["front_end", "round_trip", "fix", "migrate", "modules", "language_server"];
/// The targets whose bytes are choices, and how many of them a program takes.
const OF_CHOICES: [(&str, usize); 3] = [("generated", 1024), ("dispatch", 1024), ("const_execution", 128)];
/// The seeds of each target of choices.
const SEEDS: u64 = 200;
/// Longer ones are slower, and show nothing else.
const MOST_BYTES: usize = 1 << 13;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The folder of the targets
    #[arg(long, default_value = "fuzz/targets")]
    out: PathBuf,
}

/// Writes dictionaries out of the tables of the specification and the requests of the suite, options, and a corpus for each target.
pub(crate) fn seeds(fixtures: &Path, arguments: &Arguments) -> io::Result<bool> {
    let suite = wgsl_cts_cases::discover::discover(fixtures, "")?;
    let seeds = Seeds { folder: &arguments.out };
    let of_cases = suite.instances.iter().filter_map(Instance::source);
    let of_files = contents(fixtures, "wgsl")?;
    for source in of_cases.chain(of_files.iter().map(String::as_str)) {
        for target in OF_SOURCES {
            seeds.write(target, source.as_bytes())?;
        }
    }
    let of_metal = discover_metal(fixtures, Msl::PREFIX)?.instances;
    for source in of_metal.iter().filter_map(Instance::source) {
        seeds.write("metal", source.as_bytes())?;
    }
    for source in contents(&fixtures.join("msl"), "metal")? {
        seeds.write("metal", source.as_bytes())?;
    }
    for (target, count) in OF_CHOICES {
        for seed in 0..SEEDS {
            seeds.write(target, &bytes_of(seed, count))?;
        }
        // All of the length, as there is no meaning in the first bytes alone.
        seeds.write_options(target, &format!("len_control = 0\nmax_len = {count}\n"))?;
    }
    for file in contents(&fixtures.join("cases"), "yaml")? {
        for part in cases(&file) {
            seeds.write("cases", part.as_bytes())?;
        }
    }
    let mut words: BTreeSet<String> = dictionary().iter().map(|word| (*word).to_owned()).collect();
    for target in [&OF_SOURCES[..], &["cases"]].concat() {
        seeds.write_dictionary(target, &words)?;
    }
    for request in requests(&suite.instances)? {
        seeds.write("protocol", request.to_string().as_bytes())?;
        words_of(&request, &mut words);
    }
    for conversation in conversations()? {
        seeds.write("protocol", conversation.as_bytes())?;
    }
    seeds.write_dictionary("protocol", &words)?;
    seeds.are_complete()
}

/// Files with one case each.
fn cases(file: &str) -> impl Iterator<Item = String> {
    const CASE: &str = "\n  - name: ";
    let mut parts = file.split(CASE);
    let head = parts.next().unwrap_or_default();
    parts.map(move |part| format!("{head}{CASE}{part}"))
}

/// The requests that the instances of a suite become: a dispatch or a draw, stages, or the program alone.
fn requests(instances: &[Instance]) -> io::Result<Vec<Value>> {
    let mut requests = Vec::new();
    for instance in instances {
        let Some(wgsl) = instance.source() else { continue };
        let export::Program { stages, run, draw, .. } = export::program(instance)?;
        let run = run.map(|run| Request::Run(About::new(wgsl, run).into()));
        let draw = draw.map(|draw| Request::Draw(About::new(wgsl, draw).into()));
        let about: Vec<Request<'_>> = match run.or(draw) {
            Some(request) => vec![request],
            None if stages.is_empty() => vec![Request::Validate(Program::new(wgsl))],
            None => stages.into_iter().map(|stage| Request::Pipeline(About::new(wgsl, stage))).collect(),
        };
        for request in about {
            requests.push(serde_json::to_value(Numbered { id: 1, request })?);
        }
    }
    Ok(requests)
}

/// The conversations that the documentation shows. Each request is followed by its answer, which is a mistake as a request.
fn conversations() -> io::Result<Vec<String>> {
    let text = fs::read_to_string("docs/PROTOCOL.md")?;
    let parts = text.split("```json\n").skip(1).filter_map(|part| part.split_once("```"));
    Ok(parts.map(|(conversation, _)| conversation.to_owned()).collect())
}

/// The names of members, and the words that are their values; no programs and contents.
fn words_of(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                words.insert(format!("\"{name}\":"));
                if name != "wgsl" && !name.ends_with("base64") && name != "entry_point" && name != "constants"
                {
                    words_of(value, words);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|it| words_of(it, words)),
        Value::String(word) => {
            words.insert(format!("\"{word}\""));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The line of a word in a dictionary of libFuzzer.
fn entry(word: &str) -> String {
    let letters = word.bytes().map(|byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    });
    format!("\"{}\"\n", letters.collect::<String>())
}

/// The folder that all is written to.
struct Seeds<'a> {
    folder: &'a Path,
}

impl Seeds<'_> {
    /// Whether each target has a corpus.
    ///
    /// # Errors
    /// One has none.
    fn are_complete(&self) -> io::Result<bool> {
        for target in fs::read_dir(TARGETS)? {
            let path = target?.path();
            let name = path.file_stem().unwrap_or_default();
            if !self.folder.join("corpus").join(name).is_dir() {
                return Err(io::Error::other(format!("no seeds for {}", path.display())));
            }
        }
        Ok(true)
    }

    /// Writes a file of the corpus of a target, whose name is a digest of its contents.
    fn write(&self, target: &str, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() > MOST_BYTES {
            return Ok(());
        }
        let folder = self.folder.join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        let mut digest = DefaultHasher::new();
        bytes.hash(&mut digest);
        fs::write(folder.join(format!("{:016x}", digest.finish())), bytes)
    }

    /// Writes the dictionary of a target.
    fn write_dictionary(&self, target: &str, words: &BTreeSet<String>) -> io::Result<()> {
        let entries = words.iter().map(|word| entry(word)).collect::<String>();
        fs::write(self.folder.join(format!("{target}.dict")), entries)
    }

    /// Writes the options of libFuzzer for a target.
    fn write_options(&self, target: &str, options: &str) -> io::Result<()> {
        fs::write(self.folder.join(format!("{target}.options")), format!("[libfuzzer]\n{options}"))
    }
}

/// The contents of the files in a folder, and in those within it, with this ending.
fn contents(folder: &Path, ending: &str) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.append(&mut contents(&path, ending)?);
        } else if path.extension().is_some_and(|it| it == ending)
            && let Ok(text) = fs::read_to_string(&path)
        {
            found.push(text);
        }
    }
    Ok(found)
}
