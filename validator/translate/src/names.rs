//! Names of the result: each is a name that WGSL allows and nothing else has.

use core::fmt::Write as _;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::steps;
use wgsl_spec::{Edition, Predeclared, Symbol, WordClass};

/// The names that are taken.
#[derive(Default)]
pub(crate) struct Names {
    /// Those at module scope.
    globals: FxHashSet<String>,
    /// Those in the present function.
    locals: FxHashSet<String>,
    /// Those in any function: a later name at module scope must not be hidden by one.
    all_locals: FxHashSet<String>,
    /// Those in the present function whose values never change.
    fixed: FxHashSet<String>,
    /// The number to try next, by name.
    next: FxHashMap<String, u32>,
}

impl Names {
    /// Begins a function.
    pub(crate) fn begin_function(&mut self) {
        self.locals.clear();
        self.fixed.clear();
    }

    /// A new name at module scope.
    pub(crate) fn global(&mut self, wanted: &str) -> String {
        let name =
            self.free(wanted, |names, name| names.globals.contains(name) || names.all_locals.contains(name));
        self.globals.insert(name.clone());
        name
    }

    /// A new name in the present function.
    pub(crate) fn local(&mut self, wanted: &str) -> String {
        let name =
            self.free(wanted, |names, name| names.globals.contains(name) || names.locals.contains(name));
        self.locals.insert(name.clone());
        self.all_locals.insert(name.clone());
        name
    }

    /// A new name in the present function, for a value that never changes.
    pub(crate) fn fixed(&mut self, wanted: &str) -> String {
        let name = self.local(wanted);
        self.fixed.insert(name.clone());
        name
    }

    /// Returns true if a name is one of the present function.
    pub(crate) fn is_local(&self, name: &str) -> bool {
        self.locals.contains(name)
    }

    /// Notes that the value of a name never changes.
    pub(crate) fn fix(&mut self, name: &str) {
        self.fixed.insert(name.to_owned());
    }

    /// Returns true if an expression is a number, or a name whose value never changes.
    pub(crate) fn is_fixed(&self, code: &str) -> bool {
        let is_number = code.starts_with(|it: char| it.is_ascii_digit())
            && code.chars().all(|it| it.is_alphanumeric() || it == '.');
        is_number || self.fixed.contains(code)
    }

    fn free(&mut self, wanted: &str, is_taken: impl Fn(&Self, &str) -> bool) -> String {
        let wanted = allowed(wanted);
        if !has_meaning(&wanted) && !is_taken(self, &wanted) {
            return wanted;
        }
        let mut number = self.next.get(&wanted).copied().unwrap_or(1);
        loop {
            steps::take(1);
            let name = format!("{wanted}_{number}");
            number += 1;
            if !has_meaning(&name) && !is_taken(self, &name) {
                // Names at module scope look at more names than others do: they may be free again for those.
                self.next.insert(wanted, number);
                return name;
            }
        }
    }
}

/// A name of the form that WGSL asks for: no underscore alone, and no two of them at the begin.
fn allowed(wanted: &str) -> String {
    let mut name = String::with_capacity(wanted.len());
    for character in wanted.chars() {
        match character {
            _ if character.is_ascii_alphanumeric() => name.push(character),
            _ if character.is_ascii() => name.push('_'),
            // WGSL does not allow all characters that C++ does.
            _ => _ = write!(name, "u{:x}", u32::from(character)),
        }
    }
    while name.starts_with("__") {
        name.remove(0);
    }
    if name.is_empty() || name == "_" || name.starts_with(|it: char| it.is_ascii_digit()) {
        name.insert(0, 'x');
    }
    name
}

/// Returns true if a name has a meaning in WGSL: keywords, reserved words, and what is predeclared.
fn has_meaning(name: &str) -> bool {
    let Some(symbol) = Symbol::predeclared(name) else { return false };
    let info = symbol.info(Edition::Current);
    info.class != WordClass::Identifier || !matches!(info.predeclared, Predeclared::None)
}

/// The name of a member of a structure, where predeclared names are no hindrance.
pub(crate) fn member(wanted: &str) -> String {
    let name = allowed(wanted);
    let is_word = Symbol::predeclared(&name)
        .is_some_and(|symbol| symbol.info(Edition::Current).class != WordClass::Identifier);
    if is_word { format!("{name}_") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_language_and_names_that_are_taken_get_numbers() {
        let mut names = Names::default();
        assert_eq!(names.global("shared"), "shared_1");
        assert_eq!(names.global("vec3f"), "vec3f_1");
        assert_eq!(names.global("min"), "min_1");
        assert_eq!(names.global("__x"), "_x");
        assert_eq!([names.global("\u{1D6C2}"), names.global("a\u{b2}")], ["u1d6c2", "aub2"]);
        assert_eq!([names.local("i"), names.local("i")], ["i", "i_1"]);
        names.begin_function();
        assert_eq!(names.local("i"), "i");
        assert_eq!(names.global("i"), "i_2", "a function has hidden the first two");
        assert_eq!([member("texture"), member("ref")], ["texture", "ref_"]);
    }
}
