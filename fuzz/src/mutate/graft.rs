//! Two programs in one, with their names kept apart.

use crate::choices::Choices;
use crate::tree::parts::{Named, Part, rename, visit};
use crate::tree::{Attribute, Declaration, Directive, Expression, Tree};
use std::collections::{HashMap, HashSet};
use wgsl_spec::{AccessMode, AddressSpace};

/// The keywords in front of names that a program declares.
const DECLARING: [&str; 7] = ["alias", "const", "fn", "let", "override", "struct", "var"];

/// The names of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// The names of its declarations at module scope.
    declared: Vec<String>,
    /// All words that may be names.
    words: HashSet<String>,
    /// The literals of its `@id`.
    ids: HashSet<String>,
}

impl Names {
    /// The names of a tree, which stays as it is.
    pub(super) fn of(tree: &mut Tree) -> Self {
        let mut names = Self::default();
        visit(tree, &mut |part| {
            let word = match part {
                Part::Name(name, of) => {
                    if of == Named::Declaration {
                        names.declared.push(name.clone());
                    }
                    name.clone()
                }
                Part::Type(name)
                | Part::Expression(Expression::Name(name))
                | Part::Target(Expression::Name(name)) => name.name.clone(),
                Part::Call(call) => call.callee.name.clone(),
                Part::Variable(variable, _) => {
                    let word = |it: &Expression| match it {
                        Expression::Name(name) => Some(name.name.clone()),
                        _ => None,
                    };
                    names.words.extend(variable.template.iter().filter_map(word));
                    return;
                }
                Part::Attributes(attributes) => {
                    names.ids.extend(attributes.iter().filter_map(id).cloned());
                    return;
                }
                _ => return,
            };
            names.words.insert(word);
        });
        names
    }

    /// The words of a source that has no tree. Those behind the keyword of a declaration count as declared.
    pub(super) fn of_text(source: &str) -> Self {
        let words = source.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|it| !it.is_empty());
        let mut names = Self::default();
        let mut is_declared = false;
        for word in words {
            let is_keyword = DECLARING.contains(&word);
            // The template of a variable is between the keyword and its name.
            let is_of_template = AddressSpace::ALL.iter().any(|it| it.name() == word)
                || AccessMode::ALL.iter().any(|it| it.name() == word);
            if is_declared && !is_keyword {
                names.declared.push(word.to_owned());
            }
            is_declared = is_keyword || (is_declared && is_of_template);
            names.words.insert(word.to_owned());
        }
        names
    }
}

/// Declarations that need no others, to be put into programs.
#[derive(Clone, Debug)]
pub(super) struct Graft {
    tree: Tree,
    names: Names,
}

impl Graft {
    /// For each declaration of a program, that declaration with all that it needs, and the program's directives.
    pub(super) fn of(program: &Tree) -> impl Iterator<Item = Self> {
        let names: Vec<Names> = program.declarations.iter().map(names_of).collect();
        (0..names.len()).map(move |first| {
            let (mut needed, mut next) = (vec![first], 0);
            while let Some(at) = needed.get(next) {
                let words = &names[*at].words;
                let is_needed = |it: &usize| names[*it].declared.iter().any(|name| words.contains(name));
                let more: Vec<usize> =
                    (0..names.len()).filter(is_needed).filter(|it| !needed.contains(it)).collect();
                needed.extend(more);
                next += 1;
            }
            needed.sort_unstable();
            let declarations = needed.into_iter().map(|at| program.declarations[at].clone()).collect();
            let mut tree = Tree { directives: program.directives.clone(), declarations };
            Self { names: Names::of(&mut tree), tree }
        })
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Puts its declarations among those of a program. `None` if the names can't be kept apart.
    pub(super) fn put_into(&self, host: &mut Tree, choices: &mut Choices<'_>) -> Option<()> {
        keep_apart(host, &self.names)?;
        join(host, &self.tree, choices);
        Some(())
    }
}

fn names_of(declaration: &Declaration) -> Names {
    Names::of(&mut Tree { directives: Vec::new(), declarations: vec![declaration.clone()] })
}

/// The literal of an `@id`.
fn id(attribute: &Attribute) -> Option<&String> {
    match attribute.arguments.as_deref() {
        Some([Expression::Literal(number)]) if attribute.name == "id" => Some(number),
        _ => None,
    }
}

/// Renames the declarations of a program that another has names or words for, and gives its overrides other numbers. `None` if the other
/// declares a name that this one uses as it is predeclared.
pub(super) fn keep_apart(host: &mut Tree, other: &Names) -> Option<()> {
    let own = Names::of(host);
    let shadows = |name: &&String| own.words.contains(*name) && !own.declared.contains(name);
    if other.declared.iter().any(|name| shadows(&name)) {
        return None;
    }
    let mut others: HashMap<&str, String> = HashMap::new();
    for name in own.declared.iter().filter(|name| other.words.contains(*name)) {
        let is_free = |name: &String| !own.words.contains(name) && !other.words.contains(name);
        // Of so many names, one is free.
        let numbers = 0..=own.words.len() + other.words.len();
        let fresh = numbers.map(|number| format!("{name}_host_{number}")).find(is_free)?;
        others.insert(name, fresh);
    }
    if !others.is_empty() {
        rename(host, &|name| others.get(name).cloned());
    }
    if own.ids.iter().any(|id| other.ids.contains(id)) {
        let mut free = (0..=65_535).rev().map(|it: u16| it.to_string());
        visit(host, &mut |part| {
            if let Part::Attributes(attributes) = part {
                for it in attributes.iter_mut().filter(|it| id(it).is_some()) {
                    let number = free.find(|it| !other.ids.contains(it) && !own.ids.contains(it));
                    it.arguments = Some(number.map(Expression::Literal).into_iter().collect());
                }
            }
        });
    }
    Some(())
}

/// A program with the declarations and directives of another among its own, which keep their order. The names are apart already.
pub(super) fn join(host: &mut Tree, other: &Tree, choices: &mut Choices<'_>) {
    let mut at = 0;
    for it in &other.declarations {
        at += choices.below(host.declarations.len() - at + 1);
        host.declarations.insert(at, it.clone());
        at += 1;
    }
    let directives = core::mem::take(&mut host.directives);
    let is_apart = |it: &Directive| !other.directives.iter().any(|theirs| contradict(it, theirs));
    host.directives.extend(directives.into_iter().filter(is_apart));
    let at = choices.below(host.directives.len() + 1);
    host.directives.splice(at..at, other.directives.iter().cloned());
}

/// Whether two directives give a diagnostic rule a severity, which may be another.
fn contradict(one: &Directive, other: &Directive) -> bool {
    match (one, other) {
        (Directive::Diagnostic { rule, .. }, Directive::Diagnostic { rule: same, .. }) => rule == same,
        _ => false,
    }
}
