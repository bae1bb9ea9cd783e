//! Random C++14 programs, expanded from the productions of [`tables`].
//!
//! A production is text with holes that start with `$`. The generator knows nothing about C++ but what the productions say: the type of each
//! expression, which names are in scope, and what a declaration makes available to the rest of the program. Programs may have
//! *slips*, expressions of a different type than their hole demands; the others are mostly valid.
//!
//! | hole | becomes |
//! |---|---|
//! | `$A` `$B` | an object type, the same one everywhere in a production |
//! | `$F` `$G` | an arithmetic type, likewise |
//! | `$I` `$J` | an integer type, likewise |
//! | `$#` | the name that a declaration makes |
//! | `${T}` | an expression of type `T`; of `&T`: a modifiable lvalue |
//! | `$k{T}` | a constant expression of type `T` |
//! | `$?` | an expression of any type |
//! | `$n` | a number from 1 to 4 |
//! | `$o` `$r` | an arithmetic operator, a relational operator |
//! | `$x(T)` `$c(T)` | a new name, in scope at once: a variable, a constant |
//! | `$x(T, name)` `$c(T, name)` | likewise with this name |
//! | `$d(T)` `$e(T)` | a new name, in scope after the production: a variable, a constant |
//! | `$s` | a statement |
//! | `$S(T)` | statements of a function that returns `T` |

pub mod classes_and_templates;
pub mod tables;
#[cfg(test)]
mod tests;

use classes_and_templates::MORE_DECLARATIONS;
use tables::{ANY, ARITHMETIC, DECLARATIONS, Declaration, EXPRESSIONS, INTEGERS, LOCALS, STATEMENTS, USE};
use wgsl_fuzz::choices::{Choices, bytes_of};

/// The bytes of choices for one program. Without more bytes each choice is the first one, and the first production of each table is the simplest.
const CHOICES: usize = 4096;

/// How deep expressions and statements nest at most.
const DEPTH: usize = 3;

/// One of so many expressions has a different type, in programs with slips.
const SLIPS: usize = 32;

/// The arithmetic operators that `$o` is replaced with.
const OPERATORS: [&str; 10] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];

/// The relational operators that `$r` is replaced with.
const RELATIONS: [&str; 6] = ["<", ">", "<=", ">=", "==", "!="];

/// Returns the program of a seed.
#[must_use]
pub fn from_seed(seed: u64, slips: bool) -> String {
    from_choices(&mut Choices::new(&bytes_of(seed, CHOICES)), slips)
}

/// Returns the program that these choices make. Slips are expressions of a type that their place does not demand.
pub fn from_choices(choices: &mut Choices<'_>, slips: bool) -> String {
    let mut generator = Generator {
        choices,
        slips,
        types: ANY.iter().map(|it| (*it).to_owned()).collect(),
        made: Vec::new(),
        scope: Vec::new(),
        result: String::new(),
        names: 0,
        depth: 0,
        text: String::new(),
    };
    for _ in 0..=generator.choices.below(4) {
        let all = DECLARATIONS.len() + MORE_DECLARATIONS.len();
        let at = generator.choices.below(all);
        let chosen = DECLARATIONS.iter().chain(MORE_DECLARATIONS).nth(at);
        generator.declaration(chosen.unwrap_or(&USE));
    }
    generator.declaration(&USE);
    generator.text
}

/// A type with the text of an expression that has it, for the part of the program after a declaration.
#[derive(Clone, Debug)]
struct Made {
    of: String,
    text: String,
    is_constant: bool,
}

struct Generator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    slips: bool,
    /// Object types that `$A` may become.
    types: Vec<String>,
    /// The productions that declarations of the program made.
    made: Vec<Made>,
    /// Variables and constants in scope.
    scope: Vec<Made>,
    /// The type that a `return` statement needs here.
    result: String,
    names: usize,
    depth: usize,
    text: String,
}

/// The types that the letters of one production became, and the name it declares.
#[derive(Clone, Debug, Default)]
struct Bound {
    letters: Vec<(char, String)>,
    name: String,
    /// Variables that come into scope after the production.
    later: Vec<Made>,
}

impl Bound {
    fn get(&self, letter: char) -> Option<&str> {
        self.letters.iter().find(|(it, _)| *it == letter).map(|(_, ty)| ty.as_str())
    }
}

impl Generator<'_, '_> {
    /// Writes a declaration at program scope, and keeps what it makes available.
    fn declaration(&mut self, declaration: &Declaration) {
        let mut bound = Bound { name: self.fresh('n'), ..Bound::default() };
        let scope = self.scope.len();
        let text = self.expand(declaration.text, &mut bound);
        self.scope.truncate(scope);
        self.text.push_str(&text);
        self.text.push('\n');
        for ty in declaration.types {
            let ty = self.fill(ty, &mut bound);
            self.types.push(ty);
        }
        for (of, text) in declaration.makes {
            let (is_constant, of) = of.strip_prefix("constant ").map_or((false, *of), |of| (true, of));
            let of = self.fill(of, &mut bound);
            let text = self.fill(text, &mut bound);
            self.made.push(Made { of, text, is_constant });
        }
    }

    /// Replaces the letters and the name in a text, and leaves the other holes for its use.
    fn fill(&mut self, text: &str, bound: &mut Bound) -> String {
        let mut filled = text.replace("$#", &bound.name);
        for letter in ['A', 'B', 'F', 'G', 'I', 'J'] {
            let hole = format!("${letter}");
            if filled.contains(&hole) {
                let ty = self.letter(letter, bound);
                filled = filled.replace(&hole, &ty);
            }
        }
        filled
    }

    fn fresh(&mut self, prefix: char) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Returns the type that a letter denotes.
    fn letter(&mut self, letter: char, bound: &mut Bound) -> String {
        if let Some(ty) = bound.get(letter) {
            return ty.to_owned();
        }
        let ty = match letter {
            'I' | 'J' => self.one_of(&INTEGERS).to_owned(),
            'F' | 'G' => self.one_of(&ARITHMETIC).to_owned(),
            _ => self.types[self.choices.below(self.types.len())].clone(),
        };
        bound.letters.push((letter, ty.clone()));
        ty
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.choices.below(texts.len())]
    }

    /// Returns a production with its holes filled.
    fn expand(&mut self, text: &str, bound: &mut Bound) -> String {
        let (mut out, mut rest) = (String::new(), text);
        while let Some(at) = rest.find('$') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let hole = rest.chars().next().unwrap_or(' ');
            rest = &rest[hole.len_utf8()..];
            let argument = match hole {
                '{' => until(&mut rest, '}'),
                'k' => until(&mut rest, '}').trim_start_matches('{'),
                'x' | 'c' | 'd' | 'e' | 'S' => until(&mut rest, ')').trim_start_matches('('),
                _ => "",
            };
            let argument = self.fill(argument, bound);
            let filled = self.hole(hole, &argument, bound);
            out.push_str(&filled);
        }
        out.push_str(rest);
        out
    }

    /// Returns the text for one hole.
    fn hole(&mut self, hole: char, argument: &str, bound: &mut Bound) -> String {
        match hole {
            '{' => self.expression(argument),
            'k' => self.constant(argument),
            '?' => {
                let ty = self.types[self.choices.below(self.types.len())].clone();
                self.expression(&ty)
            }
            '#' => bound.name.clone(),
            'n' => (1 + self.choices.below(4)).to_string(),
            'o' => self.one_of(&OPERATORS).to_owned(),
            'r' => self.one_of(&RELATIONS).to_owned(),
            's' => self.statement(),
            'S' => self.statements(argument),
            'x' | 'c' | 'd' | 'e' => self.variable(hole, argument, bound),
            letter => self.letter(letter, bound),
        }
    }

    /// Declares a variable or constant, and returns its name.
    fn variable(&mut self, hole: char, argument: &str, bound: &mut Bound) -> String {
        let (ty, name) = argument.split_once(", ").unwrap_or((argument, ""));
        let name = if name.is_empty() { self.fresh('v') } else { name.to_owned() };
        let of = if matches!(hole, 'x' | 'd') { format!("&{ty}") } else { ty.to_owned() };
        let variable = Made { of, text: name.clone(), is_constant: false };
        if matches!(hole, 'd' | 'e') {
            bound.later.push(variable);
        } else {
            self.scope.push(variable);
        }
        name
    }

    /// Returns an expression of a type. Operands are mostly in parentheses: a production does not know how tightly others bind.
    fn expression(&mut self, ty: &str) -> String {
        let slip = self.slips && self.choices.one_in(SLIPS);
        let ty = if slip { self.types[self.choices.below(self.types.len())].clone() } else { ty.to_owned() };
        let mut found = self.productions(&ty);
        // The first production must be a leaf: it is the choice where no bytes are left.
        found.sort_by_key(|it| !is_leaf(&it.text));
        let leaves = found.iter().take_while(|it| is_leaf(&it.text)).count();
        let count = if self.depth >= DEPTH || self.choices.one_in(3) { leaves.max(1) } else { found.len() };
        let at = self.choices.below(count);
        let Some(chosen) = found.into_iter().nth(at) else { return "0".to_owned() };
        let bare = !chosen.text.contains(' ') || self.depth == 0 || self.choices.one_in(8);
        self.depth += 1;
        // A type that no production makes simpler would nest without end.
        let text = if self.depth > 2 * DEPTH {
            format!("{ty}()")
        } else {
            self.expand(&chosen.text, &mut chosen.bound())
        };
        self.depth -= 1;
        if bare { text } else { format!("({text})") }
    }

    /// Returns everything that has a type, or an lvalue of it.
    fn productions(&self, ty: &str) -> Vec<Chosen> {
        let is_value = |of: &str| of == ty || of.strip_prefix('&') == Some(ty);
        let all = self.scope.iter().chain(&self.made).filter(|it| is_value(&it.of));
        let mut found: Vec<Chosen> = all.map(|it| Chosen { text: it.text.clone(), letter: None }).collect();
        for (of, text) in EXPRESSIONS {
            for of in [*of, of.strip_prefix('&').unwrap_or(of)] {
                if let Some(letter) = matches(of, ty) {
                    found.push(Chosen { text: (*text).to_owned(), letter });
                    break;
                }
            }
        }
        found
    }

    /// Returns a constant expression of a type.
    fn constant(&mut self, ty: &str) -> String {
        // The first one must be a leaf, which no constant of the program needs to be.
        let mut found = Vec::new();
        for (of, text) in tables::CONSTANTS {
            if let Some(letter) = matches(of, ty) {
                let mut text = (*text).to_owned();
                if let Some((letter, ty)) = letter {
                    text = text.replace(&format!("${letter}"), &ty);
                }
                found.push(text);
            }
        }
        let of = self.made.iter().filter(|it| it.is_constant && it.of == ty);
        found.extend(of.map(|it| it.text.clone()));
        if found.is_empty() {
            return format!("{ty}()");
        }
        let chosen = found.swap_remove(if self.depth > DEPTH { 0 } else { self.choices.below(found.len()) });
        self.depth += 1;
        let text = self.expand(&chosen, &mut Bound::default());
        self.depth -= 1;
        text
    }

    /// Returns one statement that declares nothing.
    fn statement(&mut self) -> String {
        let count = if self.depth >= DEPTH { 2 } else { STATEMENTS.len() };
        let text = STATEMENTS[self.choices.below(count)];
        self.scoped(text)
    }

    fn scoped(&mut self, text: &str) -> String {
        let scope = self.scope.len();
        self.depth += 1;
        let result = self.result.clone();
        let text = self.expand(&text.replace("$R", &result), &mut Bound::default());
        self.depth -= 1;
        self.scope.truncate(scope);
        text
    }

    /// Returns the statements of a function that returns a type.
    fn statements(&mut self, result: &str) -> String {
        let before = std::mem::replace(&mut self.result, result.to_owned());
        let (depth, scope) = (std::mem::take(&mut self.depth), self.scope.len());
        let mut text = String::new();
        for _ in 0..self.choices.below(4) {
            if self.choices.one_in(2) {
                let production = LOCALS[self.choices.below(LOCALS.len())];
                let mut bound = Bound { name: self.fresh('l'), ..Bound::default() };
                text.push_str(&self.expand(production, &mut bound));
                self.scope.append(&mut bound.later);
            } else {
                let statement = self.statement();
                text.push_str(&statement);
            }
            text.push(' ');
        }
        if result != "void" {
            self.depth = 0;
            let value = self.expression(result);
            text.extend(["return ", &value, ";"]);
        }
        self.scope.truncate(scope);
        self.depth = depth;
        self.result = before;
        text
    }
}

/// A production for an expression, with the type of its letter.
struct Chosen {
    text: String,
    letter: Option<(char, String)>,
}

impl Chosen {
    fn bound(&self) -> Bound {
        Bound { letters: self.letter.iter().cloned().collect(), ..Bound::default() }
    }
}

/// Returns true if a production for an expression has no operands.
fn is_leaf(text: &str) -> bool {
    !text.contains("${") && !text.contains("$?")
}

/// Takes the text up to a closing bracket, and the bracket, from `rest`; returns the text.
fn until<'t>(rest: &mut &'t str, close: char) -> &'t str {
    let (text, after) = rest.split_once(close).unwrap_or((rest, ""));
    *rest = after;
    text
}

/// Returns the type that the letter of a pattern such as `$A thread*` must be for a type; `None` if they don't match.
#[expect(clippy::option_option, reason = "a pattern without a letter matches a type, too")]
fn matches(pattern: &str, ty: &str) -> Option<Option<(char, String)>> {
    let Some((before, after)) = pattern.split_once('$') else { return (pattern == ty).then_some(None) };
    let letter = after.chars().next()?;
    let inner = ty.strip_prefix(before)?.strip_suffix(&after[1..])?;
    let fits = match letter {
        'I' | 'J' => INTEGERS.contains(&inner),
        'F' | 'G' => ARITHMETIC.contains(&inner),
        _ => !inner.starts_with('&') && !inner.is_empty() && inner != "void",
    };
    fits.then(|| Some((letter, inner.to_owned())))
}
