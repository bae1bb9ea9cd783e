//! Turns the data of this folder into static tables. Its output is never checked in.

#![allow(clippy::print_stdout, reason = "Cargo listens on the standard output of a build script")]

mod accuracy;
mod attributes;
mod availability;
mod constants;
mod dialects;
mod enumerations;
mod functions;
mod language;
mod notation;
#[allow(unreachable_pub, reason = "the library makes it public")]
#[path = "../src/operation.rs"]
mod operation;
mod samplers;
mod signatures;
mod textures;
mod types;
mod words;

use std::process;

use language::Metal;
use spec_build::{Anchors, Rules, Source, diagnostics, write};

fn main() {
    if let Err(message) = generate() {
        println!("cargo::error={}", message.replace('\n', " "));
        process::exit(1);
    }
}

fn generate() -> Result<(), String> {
    let source = Source::open()?;
    println!("cargo::rerun-if-changed=src/operation.rs");
    let anchors = Anchors::load(&source)?;
    let rules = Rules::load::<Metal>(&source, &anchors)?;
    // A constant can't have the number of a section alone as its name.
    write("anchors.rs", &anchors.generate("SECTION")?)?;
    write("rules.rs", &rules.generate(|_| String::new()))?;
    write("rule_constants.rs", &rules.generate_constants())?;
    write("diagnostics.rs", &diagnostics::generate::<Metal>(&source, &anchors, &rules)?)?;

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
    write("accuracy.rs", &accuracy::generate(&source, &functions::operations(&source)?)?)
}
