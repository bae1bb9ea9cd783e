//! Changes programs of the suite again and again, and tells about those on which the front end fails, is slow, or that are printed
//! otherwise than they are read: `cargo run --release -p wgsl-fuzz --example robustness -- MUTANTS [SEED]`.
#![allow(clippy::print_stdout, reason = "the answer to the user")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wgsl_fuzz::choices::{Choices, bytes_of};
use wgsl_fuzz::mutate::text::mutate_text;
use wgsl_fuzz::mutate::{Donors, mutate};
use wgsl_fuzz::tree::Tree;
use wgsl_spec::{Edition, INVENTORY};
use wgsl_validator::Validator;

/// The bytes of choices for one text.
const CHOICES: usize = 256;

/// The time that judging any text may take.
const PATIENCE: Duration = Duration::from_millis(50);

/// The time that judging may take for each byte: a misspelled name every few bytes, and the names nearest to each, take a tenth of it.
const PATIENCE_A_BYTE: Duration = Duration::from_micros(20);

/// How often a slow text is judged again: something else may have had the processor.
const AGAIN: usize = 3;

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|it| it.parse().ok()).collect();
    let (count, first) = (numbers.first().copied().unwrap_or(100_000), numbers.get(1).copied().unwrap_or(0));
    let sources = Sources::of_the_suite();
    let mut validator = Validator::default();
    let (mut failures, mut read, start) = (0, 0, Instant::now());
    for seed in first..first + count {
        let text = sources.text(seed);
        match catch_unwind(AssertUnwindSafe(|| judge(&mut validator, &text))) {
            Ok(Ok(is_read)) => read += u64::from(is_read),
            Ok(Err(complaint)) => {
                failures += 1;
                tell(seed, &complaint, &text);
            }
            Err(_) => {
                validator = Validator::default();
                failures += 1;
                tell(seed, "stops the front end", &text);
            }
        }
    }
    let rate = count as f64 / start.elapsed().as_secs_f64();
    println!("{count} texts, {read} of them with a tree, {failures} complaints, {rate:.0} a second");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn tell(seed: u64, complaint: &str, text: &str) {
    let shown: String = text.chars().take(2_000).collect();
    println!("seed {seed} {complaint}\n{shown}\n");
}

/// Whether a text has a tree; the complaint, if it takes too long, or the tree is printed as another.
fn judge(validator: &mut Validator, text: &str) -> Result<bool, String> {
    let patience = PATIENCE + PATIENCE_A_BYTE * text.len() as u32;
    let mut time = || {
        let begin = Instant::now();
        drop(validator.diagnose(text));
        begin.elapsed()
    };
    if (0..AGAIN).all(|_| time() > patience) {
        return Err(format!("takes longer than {patience:?} for {} bytes", text.len()));
    }
    let Ok(tree) = Tree::read(text) else { return Ok(false) };
    let printed = tree.to_string();
    match Tree::read(&printed) {
        Ok(again) if again == tree => Ok(true),
        Ok(_) => Err(format!("is printed as a different program:\n{printed}\nfor")),
        Err(reason) => Err(format!("is printed as no program: {reason:?}\n{printed}\nfor")),
    }
}

/// The programs to change.
struct Sources {
    texts: Vec<&'static str>,
    trees: Vec<Tree>,
    donors: Donors,
}

impl Sources {
    /// The wrong and the right programs that show the rules of the specification.
    fn of_the_suite() -> Self {
        let examples = INVENTORY.rules.iter().filter_map(wgsl_spec::programs);
        let examples = examples.filter(|example| example.edition == Edition::Current);
        let texts: Vec<&str> = examples.flat_map(|it| [it.wrong.text, it.right.text]).collect();
        let trees: Vec<Tree> = texts.iter().filter_map(|text| Tree::read(text).ok()).collect();
        let donors = Donors::of(&trees);
        Self { texts, trees, donors }
    }

    /// A source with some mistakes, by a seed: up to three changes of its tree, and up to three of its characters.
    fn text(&self, seed: u64) -> String {
        let bytes = bytes_of(seed, CHOICES);
        let mut choices = Choices::new(&bytes);
        let mut text = if choices.one_in(2) {
            choices.pick(&self.texts).copied().unwrap_or_default().to_owned()
        } else {
            let mut tree = choices.pick(&self.trees).cloned().unwrap_or_default();
            for _ in 0..choices.below(4) {
                if let Some(mutant) = mutate(&tree, &self.donors, &mut choices) {
                    tree = mutant.tree;
                }
            }
            tree.to_string()
        };
        for _ in 0..choices.below(4) {
            if let Some(mutant) = mutate_text(&text, &mut choices) {
                text = mutant.text;
            }
        }
        text
    }
}
