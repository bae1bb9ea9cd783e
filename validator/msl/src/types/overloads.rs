//! Functions of one name. All uses of the name share them: a copy takes constant time, however many functions there are.

use super::TypeId;
use cxx_validator::ast::{FunctionId, StructureId};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::steps;
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
    /// By the parameters that have keys in some functions.
    by_parameter: Vec<ByParameter>,
    /// The first entry point.
    entry_point: Option<FunctionId>,
    /// Whether a `using` declaration added functions, which may be declared before the functions that precede them here.
    has_used: bool,
    /// Its functions, once a `using` declaration looked up its own functions here: a scope may have one for each function.
    members: Option<FxHashSet<FunctionId>>,
}

/// The functions by the type of one parameter.
#[derive(Clone, Default, Debug)]
struct ByParameter {
    parameter: usize,
    /// The places of functions among all.
    places: FxHashMap<ParameterKey, Vec<usize>>,
    /// The places of functions whose parameter takes arguments of any type.
    without_key: Vec<usize>,
    /// The places of functions whose parameter is an instance of a class template.
    of_instances: Vec<usize>,
}

/// The type of a parameter that only few types convert to, without references and qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum ParameterKey {
    /// A structure, an enumeration or an array.
    Value(TypeId),
    /// A pointer to a structure.
    Pointer(TypeId),
    /// An instance of a class template, whose arguments are not known.
    Instance(StructureId),
    /// A pointer to an instance of a class template.
    PointerToInstance(StructureId),
}

/// The keys of the parameters of a function, with their numbers.
pub(crate) type ParameterKeys = Vec<(usize, ParameterKey)>;

/// The most parameters whose keys sort functions: each costs an entry per function, and a look at its argument per call.
const MOST_SORTED: usize = 4;

impl Part {
    fn functions(&self) -> &[FunctionId] {
        &self.set.functions[..self.visible]
    }

    /// The visible functions at places, in the order of their declarations.
    fn at(&self, mut places: Vec<usize>) -> impl Iterator<Item = FunctionId> {
        places.sort_unstable();
        places.dedup();
        places.into_iter().take_while(|place| *place < self.visible).map(|place| self.set.functions[place])
    }
}

impl Set {
    fn push(&mut self, function: FunctionId, keys: &[(usize, ParameterKey)]) {
        let place = self.functions.len();
        for (parameter, _) in keys {
            let is_new = self.by_parameter.iter().all(|sorted| sorted.parameter != *parameter);
            if is_new && self.by_parameter.len() < MOST_SORTED {
                let without_key = (0..place).collect();
                let parameter = *parameter;
                self.by_parameter.push(ByParameter { parameter, without_key, ..ByParameter::default() });
            }
        }
        for sorted in &mut self.by_parameter {
            match keys.iter().find(|(parameter, _)| *parameter == sorted.parameter) {
                Some((_, key)) => {
                    sorted.places.entry(*key).or_default().push(place);
                    if let ParameterKey::Instance(_) = key {
                        sorted.of_instances.push(place);
                    }
                }
                None => sorted.without_key.push(place),
            }
        }
        self.functions.push(function);
        if let Some(members) = &mut self.members {
            members.insert(function);
        }
    }

    /// The places of the functions that may be called: of the parameters, the one decides that leaves the fewest.
    fn places_for(
        &self,
        is_explicit: bool,
        keys_for: &impl Fn(usize, usize) -> Option<Vec<ParameterKey>>,
    ) -> Vec<usize> {
        let mut fewest: Option<Vec<usize>> = None;
        for sorted in &self.by_parameter {
            let least = fewest.as_ref().map_or(self.functions.len(), Vec::len);
            // The arguments of the template may be written, so that no argument decides which instance a parameter is, or what converts to it.
            let instances: &[usize] = if is_explicit { &sorted.of_instances } else { &[] };
            let always = || sorted.without_key.iter().chain(instances);
            let limit = least.saturating_sub(always().count());
            let Some(keys) = keys_for(sorted.parameter, limit) else { continue };
            steps::take(keys.len());
            let keyed = || keys.iter().filter_map(|key| sorted.places.get(key)).flatten();
            if keyed().count() < limit {
                fewest = Some(always().chain(keyed()).copied().collect());
            }
        }
        fewest.unwrap_or_else(|| (0..self.functions.len()).collect())
    }
}

impl Overloads {
    /// Adds a function.
    pub(crate) fn push(
        &mut self,
        function: FunctionId,
        keys: &[(usize, ParameterKey)],
        is_entry_point: bool,
    ) {
        let set = Arc::make_mut(&mut self.own.set);
        set.push(function, keys);
        if is_entry_point {
            set.entry_point.get_or_insert(function);
        }
        self.own.visible = set.functions.len();
    }

    /// Removes the functions that this set has from the functions that a `using` declaration names.
    pub(crate) fn retain_new(&mut self, functions: &mut Vec<FunctionId>) {
        steps::take(functions.len());
        let set = Arc::make_mut(&mut self.own.set);
        if set.members.is_none() {
            steps::take(set.functions.len());
            set.members = Some(set.functions.iter().copied().collect());
        }
        let is_own = |function: &FunctionId| set.members.as_ref().is_some_and(|own| own.contains(function));
        functions.retain(|function| {
            !is_own(function) && !self.others.iter().any(|part| part.functions().contains(function))
        });
    }

    /// Adds a function that a `using` declaration names.
    pub(crate) fn push_used(&mut self, function: FunctionId, keys: &[(usize, ParameterKey)]) {
        self.push(function, keys, false);
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

    /// The functions that a call may mean, with template arguments if it is explicit. `keys_for` returns the keys that a parameter may have to take its
    /// argument; `None` if the argument decides nothing, or if the keys would not be fewer than a limit.
    pub(crate) fn that_may_take(
        &self,
        is_explicit: bool,
        keys_for: &impl Fn(usize, usize) -> Option<Vec<ParameterKey>>,
    ) -> Vec<FunctionId> {
        let places = |part: &Part| part.set.places_for(is_explicit, keys_for);
        let found = self.parts().flat_map(|part| part.at(places(part))).collect();
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
