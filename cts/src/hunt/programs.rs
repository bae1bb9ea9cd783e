//! The program of a number: each number gives one, everywhere.

use std::collections::HashSet;
use wgsl_fuzz::choices::bytes_of;
use wgsl_fuzz::generate::{self, Options};
use wgsl_fuzz::mutate::broken::BreakableRules;
use wgsl_fuzz::mutate::text::text_from_seed;
use wgsl_fuzz::mutate::{self, Donors};
use wgsl_fuzz::tree::Tree;
use wgsl_spec::{ExtensionSet, Rule};

/// The longest program that is changed. Most of the suite's are a few lines.
const LONGEST: usize = 4_000;

/// One of so many programs gives parts to others. The parts of all would need much memory, and repeat each other.
const DONORS: usize = 8;

/// A source of programs.
#[derive(Debug)]
pub struct Programs {
    /// The seed of all.
    seed: u64,
    /// The extensions of each implementation that is asked: generated programs use those of one.
    extensions: Vec<ExtensionSet>,
    /// Programs to change.
    sources: Vec<String>,
    donors: Donors,
    rules: BreakableRules,
}

/// A program, and what is known of it before anyone is asked.
#[derive(Debug, Clone)]
pub struct Program {
    /// The source.
    pub source: String,
    /// The verdict that its making determines.
    pub made: Made,
}

/// The verdict that the making of a program determines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// It is valid by construction.
    Valid,
    /// It breaks this rule, and others at most as a consequence.
    Broken(&'static Rule),
    /// Nothing is known: it was changed by chance.
    Changed,
}

impl Programs {
    /// Programs that use no other extensions than one of these sets, changes of these sources, and programs that break a rule alone.
    #[must_use]
    pub fn new<'s>(
        seed: u64,
        extensions: Vec<ExtensionSet>,
        sources: impl IntoIterator<Item = &'s str>,
        wrong: impl IntoIterator<Item = (&'static Rule, &'s str)>,
    ) -> Self {
        let mut known: HashSet<&'s str> = HashSet::new();
        let mut short: Vec<&'s str> = sources.into_iter().filter(|it| it.len() <= LONGEST).collect();
        short.retain(|it| known.insert(it));
        let sources: Vec<String> = short.into_iter().map(str::to_owned).collect();
        let trees: Vec<Tree> =
            sources.iter().step_by(DONORS).filter_map(|source| Tree::read(source).ok()).collect();
        let donors = Donors::of(&trees);
        Self { seed, extensions, sources, donors, rules: BreakableRules::with(wrong) }
    }

    /// The program of a number; `None` for a few numbers, whose change has no place in the program.
    #[must_use]
    pub fn make(&self, number: u64) -> Option<Program> {
        let mut random = fastrand::Rng::with_seed(self.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // Not `number % 8`: a shard of 16 would have programs of one kind.
        match random.usize(..8) {
            0..=1 => Some(self.generated(&mut random)),
            2 => self.broken(&mut random),
            3 => self.misspelt(&mut random),
            _ => self.changed(&mut random),
        }
    }

    fn generated(&self, random: &mut fastrand::Rng) -> Program {
        // Small programs show most; a large one now and then shows that size does not matter.
        let size = if random.u8(..) == 0 { random.usize(20..60) } else { random.usize(1..6) };
        let extensions = self.extensions_of_one(random);
        let tree = generate::from_seed(random.u64(..), Options { size, extensions });
        Program { source: tree.to_string(), made: Made::Valid }
    }

    fn extensions_of_one(&self, random: &mut fastrand::Rng) -> ExtensionSet {
        match self.extensions.len() {
            0 => ExtensionSet::EMPTY,
            count => self.extensions[random.usize(..count)],
        }
    }

    fn broken(&self, random: &mut fastrand::Rng) -> Option<Program> {
        let size = random.usize(1..6);
        let extensions = self.extensions_of_one(random);
        let bytes = bytes_of(random.u64(..), 1024 + size * 64);
        let broken = self.rules.break_one(size, extensions, &bytes)?;
        Some(Program { source: broken.source, made: Made::Broken(broken.rule) })
    }

    /// A program with a change of its characters.
    fn misspelt(&self, random: &mut fastrand::Rng) -> Option<Program> {
        let source = self.sources.get(random.usize(..self.sources.len().max(1)))?;
        let source = text_from_seed(source, random.u64(..))?.text;
        Some(Program { source, made: Made::Changed })
    }

    /// A program with one change, or with two.
    fn changed(&self, random: &mut fastrand::Rng) -> Option<Program> {
        let source = self.sources.get(random.usize(..self.sources.len().max(1)))?;
        let mut tree = Tree::read(source).ok()?;
        for _ in 0..=usize::from(random.u8(..) < 64) {
            tree = mutate::from_seed(&tree, &self.donors, random.u64(..))?.tree;
        }
        Some(Program { source: tree.to_string(), made: Made::Changed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_gives_one_program() {
        let sources = ["fn f() { let a = 1 + 2; }", "struct S { a: i32 }", "not a program"];
        let [first, second] = [(); 2].map(|()| Programs::new(5, Vec::new(), sources, []));
        let mut made = HashSet::new();
        // The programs of a shard.
        for number in (0..64).map(|number| number * 16) {
            let [one, other] = [&first, &second].map(|programs| programs.make(number));
            assert_eq!(one.as_ref().map(|it| &it.source), other.as_ref().map(|it| &it.source));
            made.extend(one.map(|it| core::mem::discriminant(&it.made)));
        }
        assert_eq!(made.len(), 3, "generated, broken and changed programs");
    }
}
