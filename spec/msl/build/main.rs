//! Turns the data of this folder into static tables. Its output is never checked in.

#![allow(clippy::print_stdout, reason = "Cargo listens on the standard output of a build script")]

mod language;

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
    let anchors = Anchors::load(&source)?;
    let rules = Rules::load::<Metal>(&source, &anchors)?;
    // A constant can't have the number of a section alone as its name.
    write("anchors.rs", &anchors.generate("SECTION")?)?;
    write("rules.rs", &rules.generate(|_| String::new()))?;
    write("rule_constants.rs", &rules.generate_constants())?;
    write("diagnostics.rs", &diagnostics::generate::<Metal>(&source, &anchors, &rules)?)
}
