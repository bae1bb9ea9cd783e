//! Writes what a fuzzer begins with into a folder: a dictionary out of the tables of the specification, and a corpus out of the fixtures.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use wgsl_fuzz::choices::bytes_of;
use wgsl_fuzz::mutate::text::dictionary;

/// The targets whose bytes are a source.
const OF_SOURCES: [&str; 2] = ["front_end", "round_trip"];
/// The targets whose bytes are choices.
const OF_CHOICES: [&str; 2] = ["generated", "dispatch"];
/// The seeds of each target of choices.
const SEEDS: u64 = 200;

fn main() -> io::Result<()> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::args_os().nth(1).map_or_else(|| here.join("../targets"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("wgsl.dict"), dictionary().iter().map(|word| entry(word)).collect::<String>())?;
    let fixtures = here.join("../../fixtures");
    let suite = wgsl_cases::discover::discover(&fixtures, "")?;
    let of_cases = suite.instances.iter().filter_map(|instance| instance.source());
    let of_files = contents(&fixtures, "wgsl")?;
    for target in OF_SOURCES {
        for source in of_cases.clone().chain(of_files.iter().map(String::as_str)) {
            write(&folder, target, source.as_bytes())?;
        }
    }
    for target in OF_CHOICES {
        for seed in 0..SEEDS {
            write(&folder, target, &bytes_of(seed, 512))?;
        }
    }
    for case in contents(&fixtures.join("cases"), "yaml")? {
        write(&folder, "cases", case.as_bytes())?;
    }
    Ok(())
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

/// Writes a file of the corpus, whose name is a digest of its contents.
fn write(folder: &Path, target: &str, bytes: &[u8]) -> io::Result<()> {
    let folder = folder.join("corpus").join(target);
    fs::create_dir_all(&folder)?;
    let mut digest = DefaultHasher::new();
    bytes.hash(&mut digest);
    fs::write(folder.join(format!("{:016x}", digest.finish())), bytes)
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
