//! Short names.
//!
//! No two names of one function, its parameters and the module are equal, so that nothing is hidden. The most frequent names are the shortest: a
//! name of the module counts its uses, and the names of functions share slots, of which each counts the uses in all functions.

use super::{MinifyOptions, has_entry_points, is_free, is_override};
use rustc_hash::{FxHashMap, FxHashSet};
use wgsl_validator::ast::{DeclId, DeclKind, VariableId};
use wgsl_validator::meaning::TypedModule;
use wgsl_validator::occurrence::{Denoted, Occurrence};

/// The names of a minified program.
pub(super) struct Names {
    chosen: FxHashMap<Denoted, String>,
    /// The names of declarations that stay; names of members are not among them.
    kept: FxHashSet<String>,
}

/// An object, or several of different functions, that gets one name.
#[derive(Clone, Copy)]
enum Named {
    Declaration(Denoted),
    /// A name of each function.
    Slot(usize),
}

impl Names {
    /// Chooses the names of all that may have a different one.
    pub(super) fn choose(
        module: TypedModule<'_>,
        occurrences: &[Occurrence],
        options: MinifyOptions,
    ) -> Self {
        let mut counts: FxHashMap<Denoted, usize> = FxHashMap::default();
        // In source order, so that the result does not depend on the order of hashes.
        let mut order = Vec::new();
        let mut kept = FxHashSet::default();
        let hidden = Hidden::new(module, options);
        for found in occurrences {
            if hidden.contains(found.denoted) {
                let count = counts.entry(found.denoted).or_insert_with(|| {
                    order.push(*found);
                    0
                });
                *count += 1;
            } else if found.is_declaration() && !matches!(found.denoted, Denoted::Member(_)) {
                kept.insert(module.name(found.name).to_owned());
            }
        }
        let mut names = Self { chosen: FxHashMap::default(), kept };
        names.choose_in_scopes(module, &order, &counts);
        names.choose_members(module, &counts);
        names
    }

    /// The new name of an object; `None` if it keeps its own.
    pub(super) fn of(&self, denoted: Denoted) -> Option<&str> {
        self.chosen.get(&denoted).map(String::as_str)
    }

    /// Returns true if a declaration keeps this name.
    pub(super) fn is_kept(&self, name: &str) -> bool {
        self.kept.contains(name)
    }

    fn choose_in_scopes(
        &mut self,
        module: TypedModule<'_>,
        order: &[Occurrence],
        counts: &FxHashMap<Denoted, usize>,
    ) {
        let decls = &module.syntax.ast.decls;
        let mut all: Vec<(usize, Named)> = Vec::new();
        let mut locals: Vec<Vec<(usize, Denoted)>> = vec![Vec::new(); decls.len()];
        for found in order {
            let count = counts[&found.denoted];
            match found.denoted {
                Denoted::Declaration(_) => all.push((count, Named::Declaration(found.denoted))),
                Denoted::Local(_) | Denoted::Parameter(_) => {
                    let around =
                        decls.partition_point(|decl| decl.span.lo <= found.span.lo).saturating_sub(1);
                    locals[around].push((count, found.denoted));
                }
                Denoted::Member(_) | Denoted::Predeclared(_) => {}
            }
        }
        let mut slots: Vec<usize> = Vec::new();
        for locals in &mut locals {
            locals.sort_by_key(|(count, _)| core::cmp::Reverse(*count));
            slots.resize(slots.len().max(locals.len()), 0);
            locals.iter().zip(&mut slots).for_each(|((count, _), slot)| *slot += count);
        }
        all.extend(slots.into_iter().enumerate().map(|(slot, count)| (count, Named::Slot(slot))));
        all.sort_by_key(|(count, _)| core::cmp::Reverse(*count));
        let free = (0..).map(short_name).filter(|name| is_free(name) && !self.kept.contains(name));
        let named: Vec<(Named, String)> = all.iter().map(|(_, named)| *named).zip(free).collect();
        for (named, name) in named {
            match named {
                Named::Declaration(denoted) => drop(self.chosen.insert(denoted, name)),
                Named::Slot(slot) => {
                    let of_slot = locals.iter().filter_map(|locals| locals.get(slot));
                    self.chosen.extend(of_slot.map(|(_, denoted)| (*denoted, name.clone())));
                }
            }
        }
    }

    /// Members are only named after a value, so that they need not differ from anything but each other.
    fn choose_members(&mut self, module: TypedModule<'_>, counts: &FxHashMap<Denoted, usize>) {
        for structure in &module.syntax.ast.structs {
            let members = structure.members.range().map(|index| Denoted::Member(index as u32));
            let mut members: Vec<(usize, Denoted)> =
                members.filter_map(|member| Some((*counts.get(&member)?, member))).collect();
            members.sort_by_key(|(count, _)| core::cmp::Reverse(*count));
            let free = (0..).map(short_name).filter(|name| is_free(name));
            self.chosen.extend(members.into_iter().zip(free).map(|((_, member), name)| (member, name)));
        }
    }
}

/// The objects that may have a different name.
struct Hidden {
    /// For each declaration, whether a host or other files can't name it.
    declarations: Vec<bool>,
    members: bool,
}

impl Hidden {
    fn new(module: TypedModule<'_>, options: MinifyOptions) -> Self {
        let ast = &module.syntax.ast;
        let is_program = has_entry_points(module);
        let resources: FxHashSet<VariableId> = module.resources().map(|resource| resource.variable).collect();
        let is_hidden = |id: DeclId| match ast[id].kind {
            DeclKind::Function(function) => module.meaning[function].stage.is_none(),
            DeclKind::Variable(variable) => !is_override(ast, id) && !resources.contains(&variable),
            DeclKind::Alias(_) | DeclKind::Struct(_) => true,
            DeclKind::Error | DeclKind::ConstAssert(_) => false,
        };
        let ids = (0..ast.decls.len()).map(DeclId::from_index);
        let declarations = ids.map(|id| is_program && is_hidden(id)).collect();
        Self { declarations, members: is_program && !options.keep_members }
    }

    fn contains(&self, denoted: Denoted) -> bool {
        match denoted {
            Denoted::Local(_) | Denoted::Parameter(_) => true,
            Denoted::Member(_) => self.members,
            Denoted::Declaration(id) => self.declarations[id.index()],
            Denoted::Predeclared(_) => false,
        }
    }
}

/// The names in the order of their length: `a` to `z`, `A` to `Z`, then names of two characters.
fn short_name(mut index: usize) -> String {
    const FIRST: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const NEXT: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let mut name = String::from(char::from(FIRST[index % FIRST.len()]));
    index /= FIRST.len();
    while index > 0 {
        index -= 1;
        name.push(char::from(NEXT[index % NEXT.len()]));
        index /= NEXT.len();
    }
    name
}
