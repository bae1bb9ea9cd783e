//! Renames objects of a Metal program in its document.
//!
//! The names that the checker resolves are known: see [`msl_validator::occurrence`]. The list has gaps, so every other word with the same
//! spelling is tried out: with a different spelling, a checked name is an error, and once the object has a different name, so is each name that
//! means it. A word for which neither is an error is in code that isn't checked, and nothing is renamed. In the end, the edited program must
//! mean the same as before.

use super::same::are_same;
use super::words::{code_of, defines, is_in_directive, is_word, places_of, word_at};
use crate::analysis::{Analysis, Metal};
use crate::workspace::Workspace;
use cxx_validator::ast::{FunctionId, StructureId};
use lsp_types::Uri;
use msl_spec::{AttributeArgument, Dialect};
use msl_validator::Program;
use msl_validator::meaning::Module;
use msl_validator::occurrence::{Denoted, Occurrence, occurrences};
use shader_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of programs that are checked to find out which words mean the object.
const MOST_ROUNDS: usize = 12;

/// Returns the name at an offset, if it can be renamed.
///
/// # Errors
/// The reason why it can't be renamed.
pub(crate) fn prepare(analysis: &Analysis, program: &Metal, offset: u32) -> Result<Occurrence, String> {
    let text = analysis.text();
    let module = &program.program.module;
    let Some(name) = program.name_at(text, offset) else {
        return Err(reason_for_word(&program.program, text, word_at(text, offset)));
    };
    let old = name.span.text(text);
    let Some(declared) = name.denoted.declared(&module.ast) else {
        return Err(format!("can't rename `{old}`: the library declares it"));
    };
    match program.program.inclusions.of(declared.lo) {
        Some(header) if header.is_library => Err(format!("can't rename `{old}`: the library declares it")),
        Some(header) => Err(format!(
            "can't rename `{old}`: it is declared in `{}`, which other programs may include",
            header.name
        )),
        None if !old.chars().all(is_word) => Err(format!("can't rename `{old}`: it is an operator")),
        None if declared.text(text) != old => {
            Err("can't rename: a macro generates this declaration".to_owned())
        }
        None => Ok(name),
    }
}

/// Returns the reason why a word that is not a name of the program's can't be renamed.
fn reason_for_word(program: &Program, text: &str, word: &str) -> String {
    let is_library = || {
        !msl_spec::functions(word).is_empty()
            || msl_spec::type_name(word).is_some()
            || msl_spec::constant(word).is_some()
    };
    if is_keyword(word, program.module.dialect) {
        format!("can't rename `{word}`: it is a keyword")
    } else if !word.is_empty() && is_macro(program, text, word) {
        format!("can't rename `{word}`: it is a macro")
    } else if is_library() {
        format!("can't rename `{word}`: the library declares it")
    } else {
        "expected a name that the program declares".to_owned()
    }
}

fn is_keyword(word: &str, dialect: Dialect) -> bool {
    msl_spec::word(word).is_some_and(|word| word.availability.admits(dialect))
}

fn is_macro(program: &Program, text: &str, word: &str) -> bool {
    let predefined = || msl_spec::MACROS.iter().chain(&msl_spec::PREDEFINED).any(|(name, _)| *name == word);
    defines(text, word)
        || predefined()
        || program.inclusions.files().iter().any(|header| defines(&header.text, word))
}

/// Returns the places in the document of the object at an offset, which can have this new name.
///
/// # Errors
/// The reason why it can't be renamed: the object can't be, the new name is not an identifier, is a keyword or a macro, or would mean something
/// else at one of the places, or a word may mean the object in code that is not checked.
pub(crate) fn places(
    workspace: &mut Workspace<'_>,
    analysis: &Analysis,
    program: &Metal,
    uri: &Uri,
    offset: u32,
    name: &str,
) -> Result<Vec<Span>, String> {
    let at = prepare(analysis, program, offset)?;
    let text = analysis.text();
    let old = at.span.text(text);
    check_name(&program.program, text, name)?;
    let code = code_of(text);
    let object = Object::new(&program.program.module, at.denoted);
    check_headers(&program.program, &object, old)?;
    let mut check = |edits: &Edits| workspace.metal_program(&uri.0, &edited(text, edits));
    let words = Words::new(program, &object, text, &code, old);
    let before = check(&Edits::new());
    let places = Search { words, code: &code, fresh: fresh(&program.program, text, old), old }
        .places(&before.module, &mut check)?;
    let edits: Edits = places.iter().map(|place| (*place, name.to_owned())).collect();
    let after = check(&edits);
    let moved = |mut it: Occurrence| {
        let lo = moved(&edits, it.span.lo);
        let width = if edits.contains_key(&it.span) { name.len() as u32 } else { it.span.hi - it.span.lo };
        it.span = Span::new(lo, lo + width);
        it
    };
    let expected: Vec<_> = occurrences(&before, text).into_iter().map(moved).collect();
    if are_same(&before.module, &after.module) && expected == occurrences(&after, &edited(text, &edits)) {
        return Ok(places.into_iter().collect());
    }
    Err(match after.module.diagnostics.iter().find(|it| !it.message.contains(name)) {
        Some(found) if places_of(&code, name).is_empty() && before.module.is_accepted() => {
            format!("renaming to `{name}` would change the program: {}", found.message)
        }
        _ => format!("renaming to `{name}` would collide with a different `{name}`"),
    })
}

fn check_name(program: &Program, text: &str, name: &str) -> Result<(), String> {
    let is_identifier = !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.is_empty()
        && name.chars().all(|it| it.is_ascii() && is_word(it));
    if !is_identifier {
        Err(format!("`{name}` is not an identifier"))
    } else if is_keyword(name, program.module.dialect) {
        Err(format!("`{name}` is a keyword"))
    } else if is_macro(program, text, name) {
        Err(format!("`{name}` is a macro"))
    } else {
        Ok(())
    }
}

/// An object that is renamed.
struct Object {
    denoted: Denoted,
    /// The range in which its name can be used; `None` for the whole program.
    scope: Option<Span>,
    constructors: Constructors,
}

/// The structures of constructors.
struct Constructors(BTreeMap<FunctionId, StructureId>);

impl Constructors {
    /// Returns the object that has the name: a constructor has the name of its structure.
    fn named(&self, denoted: Denoted) -> Denoted {
        match denoted {
            Denoted::Function(id) => self.0.get(&id).map_or(denoted, |id| Denoted::Structure(*id)),
            other => other,
        }
    }
}

fn constructors(module: &Module) -> Constructors {
    let is_one = |id: &&FunctionId| {
        let function = module.ast[**id];
        function.result.is_none() && !function.is_conversion
    };
    let all = module.ast.structures.iter().enumerate().flat_map(|(index, structure)| {
        let functions = module.ast[structure.functions].iter().filter(is_one);
        functions.map(move |id| (*id, StructureId::from_index(index)))
    });
    Constructors(all.collect())
}

impl Object {
    fn new(module: &Module, denoted: Denoted) -> Self {
        let constructors = constructors(module);
        let denoted = constructors.named(denoted);
        Self { denoted, scope: scope(module, denoted), constructors }
    }

    /// Returns true if other declarations of the same name may belong to this one: specialisations of templates, and overloads, which the
    /// search distinguishes.
    fn may_be(&self, other: Denoted) -> bool {
        matches!(
            (self.denoted, other),
            (Denoted::Function(_), Denoted::Function(_)) | (Denoted::Structure(_), Denoted::Structure(_))
        )
    }

    /// Returns true for what is only named after a `.` or `->`, or in its structure.
    fn is_member(&self, module: &Module) -> bool {
        match self.denoted {
            Denoted::Member(_) => true,
            Denoted::Function(id) => {
                let is_inside = |list: &[FunctionId]| list.contains(&id);
                !module.ast[id].path.is_empty()
                    || module.ast.structures.iter().any(|it| is_inside(&module.ast[it.functions]))
            }
            // A static member may be named after a `.`, and so may a base or an enumerator of the structure.
            Denoted::Variable(_)
            | Denoted::Structure(_)
            | Denoted::Enumeration(_)
            | Denoted::Enumerator(_)
            | Denoted::Alias(_)
            | Denoted::Library(..) => self.scope.is_none(),
        }
    }
}

/// Returns the declaration that contains a local variable or parameter.
fn scope(module: &Module, denoted: Denoted) -> Option<Span> {
    let Denoted::Variable(id) = denoted else { return None };
    let is_parameter = || module.ast.functions.iter().any(|it| module.ast[it.parameters].contains(&id));
    let is_local = module.instances.iter().any(|it| it.locals.contains_key(&id)) || is_parameter();
    let place = module.ast[id].name_span;
    // The outermost one: a function may be in a structure, and a structure in a function.
    let around = module.ast.decls.iter().filter(|decl| {
        let is_whole = matches!(
            decl.kind,
            cxx_validator::ast::DeclKind::Function(_) | cxx_validator::ast::DeclKind::Structure(_)
        );
        is_whole && decl.span.contains(place)
    });
    let widest = around.map(|decl| decl.span).max_by_key(|span| span.hi - span.lo);
    widest.filter(|_| is_local)
}

/// Checks that no header which is read after the declaration has the name.
fn check_headers(program: &Program, object: &Object, old: &str) -> Result<(), String> {
    let Some(declared) = object.denoted.declared(&program.module.ast).filter(|_| object.scope.is_none())
    else {
        return Ok(());
    };
    for header in program.inclusions.files().iter().filter(|it| !it.is_library) {
        let mut by = header.by;
        while let Some(outer) = program.inclusions.of(by.lo) {
            by = outer.by;
        }
        if by.lo > declared.lo && !places_of(&code_of(&header.text), old).is_empty() {
            return Err(format!("can't rename `{old}`: it may also be used in `{}`", header.name));
        }
    }
    Ok(())
}

/// New spellings of words, by their places.
type Edits = BTreeMap<Span, String>;

fn edited(text: &str, edits: &Edits) -> String {
    let mut edited = String::with_capacity(text.len());
    let mut end = 0;
    for (place, name) in edits {
        edited += &text[end..place.lo as usize];
        edited += name;
        end = place.hi as usize;
    }
    edited + &text[end..]
}

/// Returns the offset after some edits.
fn moved(edits: &Edits, offset: u32) -> u32 {
    let earlier = edits.iter().take_while(|(place, _)| place.lo < offset);
    let growth: i64 = earlier.map(|(place, name)| name.len() as i64 - i64::from(place.hi - place.lo)).sum();
    (i64::from(offset) + growth) as u32
}

/// Returns a name that no file of the program has.
fn fresh(program: &Program, text: &str, old: &str) -> String {
    let is_taken = |name: &str| {
        text.contains(name) || program.inclusions.files().iter().any(|header| header.text.contains(name))
    };
    let mut name = format!("{old}_renamed");
    while is_taken(&name) {
        name.push('_');
    }
    name
}

/// The words of a document that are spelled like the object.
struct Words {
    /// The words that mean it.
    known: BTreeSet<Span>,
    /// Declarations and uses of objects that may belong to it.
    related: BTreeSet<Span>,
    /// The words whose meaning the checker doesn't know.
    unknown: BTreeSet<Span>,
}

impl Words {
    fn new(program: &Metal, object: &Object, text: &str, code: &str, old: &str) -> Self {
        let module = &program.program.module;
        let names: BTreeMap<Span, Denoted> =
            program.names(text).iter().map(|it| (it.span, object.constructors.named(it.denoted))).collect();
        let is_in_scope = |place: &Span| object.scope.is_none_or(|scope| scope.contains(*place));
        let is_member = object.is_member(module);
        let is_after_dot = |place: &Span| {
            let before = code[..place.lo as usize].trim_end();
            before.ends_with("->") || (before.ends_with('.') && !before.ends_with(".."))
        };
        let mut words = Self { known: BTreeSet::new(), related: BTreeSet::new(), unknown: BTreeSet::new() };
        for place in places_of(code, old).into_iter().filter(is_in_scope) {
            let set = match names.get(&place) {
                Some(denoted) if *denoted == object.denoted => &mut words.known,
                Some(denoted) if object.may_be(*denoted) => &mut words.related,
                Some(_) => continue,
                None if !is_member && is_after_dot(&place) => continue,
                None if is_in_attribute(module, place) => continue,
                None => &mut words.unknown,
            };
            set.insert(place);
        }
        words
    }
}

/// Returns true for the name of an attribute, and for an argument that is not an expression.
fn is_in_attribute(module: &Module, place: Span) -> bool {
    module.ast.attributes.iter().any(|attribute| {
        let takes_numbers = || {
            let forms = msl_spec::attributes(module.names.text(attribute.name));
            forms
                .iter()
                .any(|it| matches!(it.argument, AttributeArgument::Integer | AttributeArgument::Index))
        };
        attribute.span.contains(place) && (attribute.span.lo == place.lo || !takes_numbers())
    })
}

/// The search for the words that mean the object.
struct Search<'a> {
    words: Words,
    code: &'a str,
    /// A name that the program doesn't have.
    fresh: String,
    old: &'a str,
}

impl Search<'_> {
    fn places(
        self,
        before: &Module,
        check: &mut impl FnMut(&Edits) -> Program,
    ) -> Result<BTreeSet<Span>, String> {
        let Words { known, related, unknown } = &self.words;
        let errors = |program: &Module| -> BTreeSet<u32> {
            program.diagnostics.iter().map(|it| it.primary.span.lo).collect()
        };
        let known_errors = errors(before);
        let (mut places, mut rest) = (known.clone(), related.clone());
        if !unknown.is_empty() {
            // Each has a name of its own, so that each is an error.
            let spelled =
                unknown.iter().zip(0..).map(|(place, number)| (*place, format!("{}{number}", self.fresh)));
            let edits: Edits = spelled.collect();
            let found = errors(&check(&edits).module);
            let is_checked = |place: &Span| self.is_error(*place, &edits, &found, &known_errors);
            if let Some(place) = unknown.iter().find(|place| !is_checked(place)) {
                return Err(self.not_checked(*place));
            }
            rest.extend(unknown);
        }
        for _ in 0..MOST_ROUNDS {
            if rest.is_empty() {
                return Ok(places);
            }
            let edits: Edits = places.iter().map(|place| (*place, self.fresh.clone())).collect();
            let found = errors(&check(&edits).module);
            let is_meant = |place: &Span| self.is_error(*place, &edits, &found, &known_errors);
            let (more, other): (BTreeSet<_>, BTreeSet<_>) = rest.into_iter().partition(is_meant);
            if more.is_empty() {
                return Ok(places);
            }
            places.extend(more);
            rest = other;
        }
        Err(format!("can't rename: too many places that may mean `{}` are not clear", self.old))
    }

    /// Returns true if an edited program has a new error at a word, or at the name after it if the word is a part of a path.
    fn is_error(&self, place: Span, edits: &Edits, found: &BTreeSet<u32>, known: &BTreeSet<u32>) -> bool {
        let after = &self.code[place.hi as usize..];
        let name = after.trim_start().strip_prefix("::").map(str::trim_start);
        let name = name.map(|name| (self.code.len() - name.len()) as u32);
        [Some(place.lo), name]
            .into_iter()
            .flatten()
            .any(|at| found.contains(&moved(edits, at)) && !known.contains(&at))
    }

    fn not_checked(&self, place: Span) -> String {
        let line = self.code[..place.lo as usize].matches('\n').count() + 1;
        let place_is = if is_in_directive(self.code, place.lo) {
            "is in a directive"
        } else {
            "is an argument of a macro, or in code that is not checked"
        };
        format!("can't rename: `{}` on line {line} may refer to it, but {place_is}", self.old)
    }
}

#[cfg(test)]
#[path = "rename_test.rs"]
mod tests;
