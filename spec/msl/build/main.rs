//! Turns the YAML of this folder into static tables. Its output is never checked in.

#![allow(clippy::print_stdout, reason = "Cargo listens on the standard output of a build script")]

mod accuracy;
mod attributes;
mod availability;
mod constants;
mod dialects;
mod enumerations;
mod functions;
mod notation;
mod samplers;
mod signatures;
mod textures;
mod types;
mod words;

use std::process;

use spec_build::{Source, write};

fn main() {
    if let Err(message) = generate() {
        println!("cargo::error={}", message.replace('\n', " "));
        process::exit(1);
    }
}

fn generate() -> Result<(), String> {
    let source = Source::open()?;
    let types = types::Types::load(&source)?;
    let words = words::Words::load(&source)?;
    let enumerations = enumerations::Enumerations::load(&source)?;
    let options = textures::Options::load(&source)?;
    let vocabulary = signatures::Vocabulary {
        types: &types,
        enumerations: &enumerations,
        options: &options,
        words: &words,
    };
    write("types.rs", &types.generate()?)?;
    write("words.rs", &words.generate()?)?;
    write("dialects.rs", &dialects::generate(&source)?)?;
    write("enumerations.rs", &enumerations.generate()?)?;
    write("lod_options.rs", &options.generate(&vocabulary)?)?;
    write("samplers.rs", &samplers::generate(&source, &vocabulary)?)?;
    write("attributes.rs", &attributes::generate(&source, &types)?)?;
    write("functions.rs", &functions::generate(&source, &vocabulary)?)?;
    write("texture_functions.rs", &textures::generate(&source, &vocabulary)?)?;
    write("constants.rs", &constants::generate(&source)?)?;
    write("accuracy.rs", &accuracy::generate(&source)?)
}
