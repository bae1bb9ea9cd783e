//! Functions of one name. All uses of the name share them: a copy takes constant time, however many functions there are.

use super::TypeId;
use cxx_validator::ast::FunctionId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The functions that a name means: the functions of one scope, and the functions of namespaces that take part because of `using` or of the arguments.
#[derive(Clone, Default, Debug)]
pub(crate) struct Overloads {
    own: Part,
    others: Vec<Part>,
}

/// The first functions of a set: a template does not see functions that are declared after it.
#[derive(Clone, Default, Debug)]
struct Part {
    set: Arc<Set>,
    visible: usize,
}

/// The functions of one name and scope, in the order of their declarations.
#[derive(Clone, Default, Debug)]
struct Set {
    functions: Vec<FunctionId>,
    /// By the place of a parameter and the structure that it has or refers to: the places of these functions.
    of_structures: Vec<(usize, FxHashMap<TypeId, Vec<usize>>)>,
    /// The places of all other functions, such as templates.
    of_others: Vec<usize>,
    /// The first entry point.
    entry_point: Option<FunctionId>,
    /// Whether a `using` declaration added functions, which may be declared before the functions that precede them here.
    has_used: bool,
}

impl Part {
    fn functions(&self) -> &[FunctionId] {
        &self.set.functions[..self.visible]
    }

    /// The visible functions at places, in the order of their declarations.
    fn at(&self, mut places: Vec<usize>) -> impl Iterator<Item = FunctionId> {
        places.sort_unstable();
        places.into_iter().take_while(|place| *place < self.visible).map(|place| self.set.functions[place])
    }
}

/// A parameter of a function with the structure that it has or refers to.
pub(crate) type StructureParameter = (usize, TypeId);

impl Set {
    fn of_structures_at(&mut self, parameter: usize) -> &mut FxHashMap<TypeId, Vec<usize>> {
        let known = self.of_structures.iter().position(|(at, _)| *at == parameter);
        let index = known.unwrap_or_else(|| {
            self.of_structures.push((parameter, FxHashMap::default()));
            self.of_structures.len() - 1
        });
        &mut self.of_structures[index].1
    }
}

impl Overloads {
    /// Adds a function, with a parameter that has or refers to a structure.
    pub(crate) fn push(
        &mut self,
        function: FunctionId,
        parameter: Option<StructureParameter>,
        is_entry_point: bool,
    ) {
        let set = Arc::make_mut(&mut self.own.set);
        let place = set.functions.len();
        set.functions.push(function);
        match parameter {
            Some((parameter, ty)) => set.of_structures_at(parameter).entry(ty).or_default().push(place),
            None => set.of_others.push(place),
        }
        if is_entry_point {
            set.entry_point.get_or_insert(function);
        }
        self.own.visible = set.functions.len();
    }

    /// Adds a function that a `using` declaration names.
    pub(crate) fn push_used(&mut self, function: FunctionId, parameter: Option<StructureParameter>) {
        self.push(function, parameter, false);
        Arc::make_mut(&mut self.own.set).has_used = true;
    }

    /// Adds the functions of a different set, if it is not one of these sets. The result is whether there are more functions then.
    pub(crate) fn join(&mut self, more: Self) -> bool {
        let mut is_larger = false;
        for part in core::iter::once(more.own).chain(more.others).filter(|part| part.visible > 0) {
            let mut parts = core::iter::once(&mut self.own).chain(&mut self.others);
            match parts.find(|known| Arc::ptr_eq(&known.set, &part.set)) {
                Some(known) if known.visible >= part.visible => {}
                Some(known) => (known.visible, is_larger) = (part.visible, true),
                None => {
                    self.others.push(part);
                    is_larger = true;
                }
            }
        }
        is_larger
    }

    /// The functions in the order of their declarations. A function that several sets have is there several times.
    pub(crate) fn iter(&self) -> impl Iterator<Item = FunctionId> {
        self.parts().flat_map(|part| part.functions().iter().copied())
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        core::iter::once(&self.own).chain(&self.others)
    }

    /// The functions, each once.
    pub(crate) fn to_vec(&self) -> Vec<FunctionId> {
        self.once(self.iter().collect())
    }

    /// The functions that may be called with these arguments. For each argument that only few structures can take, `structures` returns these.
    pub(crate) fn of_structures(&self, structures: impl Fn(usize) -> Option<Vec<TypeId>>) -> Vec<FunctionId> {
        let mut found = Vec::new();
        for part in self.parts() {
            let mut places = part.set.of_others.clone();
            for (parameter, known) in &part.set.of_structures {
                match structures(*parameter) {
                    Some(structures) => {
                        places.extend(structures.iter().filter_map(|ty| known.get(ty)).flatten());
                    }
                    None => places.extend(known.values().flatten()),
                }
            }
            found.extend(part.at(places));
        }
        self.once(found)
    }

    fn once(&self, mut functions: Vec<FunctionId>) -> Vec<FunctionId> {
        if !self.others.is_empty() {
            let mut seen = FxHashSet::default();
            functions.retain(|function| seen.insert(*function));
        }
        functions
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.parts().all(|part| part.visible == 0)
    }

    /// The only function.
    pub(crate) fn only(&self) -> Option<FunctionId> {
        let first = self.iter().next()?;
        self.iter().all(|function| function == first).then_some(first)
    }

    /// The first entry point of the scope, or its first function if none is an entry point.
    pub(crate) fn entry_point_or_first(&self) -> Option<FunctionId> {
        self.own.set.entry_point.or_else(|| self.iter().next())
    }

    /// The functions up to the first one that is not visible; `None` if there are none.
    pub(crate) fn visible(&self, is_visible: impl Fn(FunctionId) -> bool) -> Option<Self> {
        let mut overloads = self.clone();
        let parts = core::iter::once(&mut overloads.own).chain(&mut overloads.others);
        for part in parts {
            let functions = part.functions();
            // Functions become visible in the order of their declarations.
            part.visible = if part.set.has_used {
                functions.iter().take_while(|function| is_visible(**function)).count()
            } else {
                functions.partition_point(|function| is_visible(*function))
            };
        }
        (!overloads.is_empty()).then_some(overloads)
    }
}

impl PartialEq for Overloads {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |one: &Part, other: &Part| {
            one.visible == other.visible
                && (Arc::ptr_eq(&one.set, &other.set) || one.functions() == other.functions())
        };
        self.others.len() == other.others.len()
            && self.parts().zip(other.parts()).all(|(one, other)| is_same(one, other))
    }
}

impl Eq for Overloads {}
