//! Parameter packs. C++14 (temp.variadic)
//!
//! A template with a pack is not checked itself. Where the program uses it with so many arguments, it gets copies with one parameter for each
//! element of the pack: `template <typename... T> int f(T... t)` becomes `template <typename T0, typename T1> int f(T0 t0, T1 t1)`, and each
//! pattern before a `...` becomes one for each element. The copies are templates like others, so that nothing after this knows about packs.
//!
//! How long packs get is known once the program is checked, and the copies may use others with more elements: the checker asks for copies, and
//! checks the program again with them until it needs no more.

mod copy;

use crate::ast::{AliasId, Ast, FunctionId, List, StructureId, TemplateParameter};
use crate::names::{Names, Symbol};
use copy::Copier;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The longest pack that gets copies. Calls with more arguments do not occur in shaders.
pub const MOST_ELEMENTS: usize = 64;
/// The most nodes that all copies of a program may have: patterns in patterns multiply with each level. That many take 60 MB.
pub const MOST_NODES: usize = 1 << 20;

/// The copies of templates, by the number of elements of their packs.
#[derive(Clone, Default, Debug)]
pub struct Copies {
    /// The copies of function templates.
    pub functions: FxHashMap<FunctionId, Vec<FunctionId>>,
    /// The copies of structure templates.
    pub structures: FxHashMap<StructureId, Vec<StructureId>>,
    /// The copies of alias templates.
    pub aliases: FxHashMap<AliasId, Vec<AliasId>>,
    /// All functions that are copies, with the templates in the program that they are copies of.
    pub variadic: FxHashMap<FunctionId, FunctionId>,
    /// The template that a structure template is a copy of.
    pub of: FxHashMap<StructureId, StructureId>,
}

/// The copies that a program needs: for each template the largest number of elements.
#[derive(Default, Debug)]
pub struct Requests {
    /// The function templates.
    pub functions: BTreeMap<FunctionId, usize>,
    /// The structure templates.
    pub structures: BTreeMap<StructureId, usize>,
    /// The alias templates.
    pub aliases: BTreeMap<AliasId, usize>,
}

impl Requests {
    /// Returns true if the program needs no copies that it does not have.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.structures.is_empty() && self.aliases.is_empty()
    }

    /// Asks for twice as many elements, up to the longest pack.
    pub fn double(&mut self) {
        let all =
            self.functions.values_mut().chain(self.structures.values_mut()).chain(self.aliases.values_mut());
        all.for_each(|most| *most = (2 * *most).clamp(*most, MOST_ELEMENTS.max(*most)));
    }
}

/// Returns true if the last parameters of a template are a pack.
#[must_use]
pub fn has_pack(ast: &Ast, template: List<TemplateParameter>) -> bool {
    ast[template].iter().any(|parameter| parameter.is_pack)
}

/// Adds the copies that a program needs, until the tree has so many nodes. Returns false if it would have more.
pub fn expand(ast: &mut Ast, names: &mut Names, requests: &Requests, most_nodes: usize) -> bool {
    let owners = owners(ast);
    for (id, most) in &requests.functions {
        let mut copies = ast.copies.functions.remove(id).unwrap_or_default();
        let first = copies.len();
        for count in first..=*most {
            let template = ast[*id].template;
            let copy = copied((ast, names), template, (count, most_nodes), |copier| copier.function(*id));
            // A copy that has further packs is copied again.
            let original = ast.copies.variadic.get(id).copied().unwrap_or(*id);
            ast.copies.variadic.insert(copy, original);
            copies.push(copy);
        }
        if let Some(owner) = owners.get(id) {
            let all = [&ast[ast.structures[*owner].functions], &copies[first..]].concat();
            ast.structures[*owner].functions = List::append(&mut ast.function_lists, &all);
        }
        ast.copies.functions.insert(*id, copies);
    }
    let specialisations = specialisations(ast);
    for (id, most) in &requests.structures {
        structure_copies(ast, names, *id, *most, most_nodes);
        if ast[*id].specialisation.is_some() {
            continue;
        }
        let own = ast[*id].name.and_then(|name| specialisations.get(&name));
        for specialisation in own.into_iter().flatten() {
            structure_copies(ast, names, *specialisation, *most, most_nodes);
        }
    }
    for (id, most) in &requests.aliases {
        let mut copies = ast.copies.aliases.remove(id).unwrap_or_default();
        for count in copies.len()..=*most {
            let template = ast[*id].template;
            copies.push(copied((ast, names), template, (count, most_nodes), |copier| copier.alias(*id)));
        }
        ast.copies.aliases.insert(*id, copies);
    }
    nodes(ast) < most_nodes
}

/// Copies a template with so many elements of its first pack, and of the packs that a pattern has together with it. Others may have other lengths:
/// the copy is a template with packs then.
fn copied<T>(
    (ast, names): (&mut Ast, &mut Names),
    template: List<TemplateParameter>,
    limits: (usize, usize),
    copy: impl Fn(&mut Copier) -> T,
) -> T {
    let mut joined = FxHashSet::default();
    loop {
        let mut copier = Copier::new(ast, names, template, limits, &joined);
        let result = copy(&mut copier);
        let more = copier.joined;
        if more.is_empty() {
            return result;
        }
        joined.extend(more);
    }
}

/// The number of expressions, types and statements of a tree.
#[must_use]
pub fn nodes(ast: &Ast) -> usize {
    ast.exprs.len() + ast.types.len() + ast.stmts.len()
}

fn structure_copies(ast: &mut Ast, names: &mut Names, id: StructureId, most: usize, most_nodes: usize) {
    let mut copies = ast.copies.structures.remove(&id).unwrap_or_default();
    for count in copies.len()..=most {
        let template = ast[id].template;
        let copy = copied((ast, names), template, (count, most_nodes), |copier| copier.structure(id));
        // A copy that has further packs is copied again.
        let original = ast.copies.of.get(&id).copied().unwrap_or(id);
        ast.copies.of.insert(copy, original);
        copies.push(copy);
    }
    ast.copies.structures.insert(id, copies);
}

/// The specialisations with packs, by the names of their templates.
fn specialisations(ast: &Ast) -> FxHashMap<Symbol, Vec<StructureId>> {
    let mut found: FxHashMap<Symbol, Vec<StructureId>> = FxHashMap::default();
    for id in (0..ast.structures.len()).map(StructureId::from_index) {
        let structure = ast[id];
        let is_copy = ast.copies.of.contains_key(&id);
        if let Some(name) = structure.name
            && structure.specialisation.is_some()
            && has_pack(ast, structure.template)
            && !is_copy
        {
            found.entry(name).or_default().push(id);
        }
    }
    found
}

/// The structures of member functions, by their indices.
fn owners(ast: &Ast) -> FxHashMap<FunctionId, usize> {
    let functions = |index: usize| ast[ast.structures[index].functions].iter().map(move |id| (*id, index));
    (0..ast.structures.len()).flat_map(functions).collect()
}
