//! The kinds of names in scope.

use crate::dialect::Library;
use crate::names::{Names, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::steps;
use std::collections::hash_map::Entry;

/// The meaning of a name, as far as parsing depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameKind {
    /// A type.
    Type,
    /// A type once it has arguments.
    TypeTemplate,
    /// A function that may have template arguments.
    FunctionTemplate,
    /// Anything else that is declared.
    Value,
    /// Nothing that is known here.
    Unknown,
}

/// The kinds of the names that a program declares, in the scopes around the present place.
#[derive(Debug)]
pub(super) struct Kinds {
    own: FxHashMap<Symbol, Declared>,
    /// The number of declarations so far.
    declarations: u32,
    /// The structures around the present place whose members are defined outside of them, with the number of declarations before each.
    structures: Vec<(Symbol, u32)>,
    /// The names that structures declare, by the name of the structure.
    members: FxHashMap<Symbol, FxHashMap<Symbol, NameKind>>,
    /// The names that namespaces declare, by the name of the namespace.
    of_namespaces: FxHashMap<Symbol, FxHashMap<Symbol, NameKind>>,
    /// The namespaces that aliases mean.
    aliases: FxHashMap<Symbol, Symbol>,
    /// The namespaces of `using namespace`.
    used: FxHashSet<Symbol>,
    /// The namespace around the present place, and the number of scopes that were open at its start.
    namespace: Option<(Symbol, u32)>,
    /// The number of open scopes.
    depth: u32,
    /// The names of member function templates of all structures.
    member_templates: FxHashSet<Symbol>,
    /// The names of types in all structures.
    member_types: FxHashSet<Symbol>,
    /// The names that declarations since the start of the outermost scope hide.
    hidden: Vec<(Symbol, Option<Declared>)>,
    /// The types among them, with how often each is hidden.
    hidden_types: FxHashMap<Symbol, u32>,
    /// The kinds of library names that were looked up, by symbol.
    library: Vec<Option<NameKind>>,
    /// The kind of a name of the library, which no declaration hides.
    library_kind: fn(&str) -> NameKind,
    library_namespace: &'static str,
}

/// A name that is declared.
#[derive(Clone, Copy, Debug)]
struct Declared {
    kind: NameKind,
    /// The number of declarations before it.
    at: u32,
}

/// The surroundings of a namespace.
#[derive(Debug)]
pub(super) struct AroundNamespace {
    around: Option<(Symbol, u32)>,
    /// The number of names that were hidden before it, if it has a name.
    hidden: Option<usize>,
}

/// The start of a scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// The number of names that were hidden before it.
    hidden: usize,
    /// The number of structures around it whose members are defined outside of them.
    structures: usize,
    /// The number of scopes around it.
    depth: u32,
}

impl Kinds {
    pub(super) fn new(library: &Library) -> Self {
        Self {
            own: FxHashMap::default(),
            declarations: 0,
            structures: Vec::new(),
            members: FxHashMap::default(),
            of_namespaces: FxHashMap::default(),
            aliases: FxHashMap::default(),
            used: FxHashSet::default(),
            namespace: None,
            depth: 0,
            member_templates: FxHashSet::default(),
            member_types: FxHashSet::default(),
            hidden: Vec::new(),
            hidden_types: FxHashMap::default(),
            library: Vec::new(),
            library_kind: library.name_kind,
            library_namespace: library.namespace,
        }
    }

    pub(super) fn open(&mut self) -> Scope {
        self.depth += 1;
        Scope { hidden: self.hidden.len(), structures: self.structures.len(), depth: self.depth - 1 }
    }

    /// Enters a namespace; returns what [`Self::leave_namespace`] needs to go back.
    pub(super) fn enter_namespace(&mut self, name: Option<Symbol>) -> AroundNamespace {
        // The names of a namespace without a name are names of the one around it.
        let depth = self.depth;
        let inner = name.map(|name| (name, depth)).or(self.namespace);
        let around = core::mem::replace(&mut self.namespace, inner);
        AroundNamespace { around, hidden: name.map(|_| self.hidden.len()) }
    }

    /// Leaves a namespace. Its names are known after it, since most are used, but a value of it hides no type of the library: `namespace n { int uint(); }`
    pub(super) fn leave_namespace(&mut self, outer: &AroundNamespace, names: &Names) {
        self.namespace = outer.around;
        let Some(first) = outer.hidden else { return };
        for (symbol, _) in &self.hidden[first..] {
            steps::take(1);
            if self.own.get(symbol).is_some_and(|own| own.kind == NameKind::Value)
                && is_type((self.library_kind)(names.text(*symbol)))
            {
                self.own.remove(symbol);
            }
        }
    }

    pub(super) fn close(&mut self, scope: Scope) {
        self.depth = scope.depth;
        self.structures.truncate(scope.structures);
        for (symbol, before) in self.hidden.drain(scope.hidden..).rev() {
            if before.is_some_and(|before| is_type(before.kind))
                && let Entry::Occupied(mut count) = self.hidden_types.entry(symbol)
            {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
            match before {
                Some(before) => self.own.insert(symbol, before),
                None => self.own.remove(&symbol),
            };
        }
    }

    /// Closes the scope of a structure, whose names are found through its own.
    pub(super) fn close_structure(&mut self, scope: Scope, structure: Option<Symbol>) {
        if let Some(structure) = structure {
            for (symbol, _) in &self.hidden[scope.hidden..] {
                if let Some(Declared { kind, .. }) = self.own.get(symbol) {
                    if *kind == NameKind::FunctionTemplate {
                        self.member_templates.insert(*symbol);
                    }
                    if is_type(*kind) {
                        self.member_types.insert(*symbol);
                    }
                    self.members.entry(structure).or_default().insert(*symbol, *kind);
                }
            }
        }
        self.close(scope);
    }

    /// Enters a structure in the present scope, for a member that is defined outside of it: its names are found from here on. They are not declared one
    /// by one, as a structure may have many such members.
    pub(super) fn enter_structure(&mut self, structure: Symbol) {
        self.structures.push((structure, self.declarations));
    }

    /// Declares the names of a base in the present scope, the scope of a derived structure.
    pub(super) fn declare_members(&mut self, structure: Symbol) {
        let members: Vec<(Symbol, NameKind)> = self
            .members
            .get(&structure)
            .map_or_else(Vec::new, |members| members.iter().map(|(name, kind)| (*name, *kind)).collect());
        for (name, kind) in members {
            steps::take(1);
            self.declare(name, kind);
        }
    }

    /// Returns true if some structure has a member function template with this name.
    pub(super) fn is_member_template(&self, symbol: Symbol) -> bool {
        self.member_templates.contains(&symbol)
    }

    /// Returns true if some structure has a type with this name.
    pub(super) fn is_member_type(&self, symbol: Symbol) -> bool {
        self.member_types.contains(&symbol)
    }

    /// Notes a second name of a namespace.
    pub(super) fn alias_namespace(&mut self, alias: Symbol, namespace: Symbol) {
        let namespace = self.aliases.get(&namespace).copied().unwrap_or(namespace);
        self.aliases.insert(alias, namespace);
    }

    /// Notes a namespace whose names are found without its name.
    pub(super) fn use_namespace(&mut self, namespace: Symbol) {
        let namespace = self.aliases.get(&namespace).copied().unwrap_or(namespace);
        self.used.insert(namespace);
    }

    /// Declares a friend function where a type of a namespace has its name, unless the type is found without the name of its namespace. A call finds the
    /// friend by its arguments. C++14 (basic.lookup.argdep) 4
    pub(super) fn declare_friend(&mut self, symbol: Symbol, kind: NameKind) {
        let Some(own) = self.own.get(&symbol).copied().filter(|own| is_type(own.kind)) else { return };
        steps::take(self.of_namespaces.len());
        let present = self.namespace.map(|(namespace, _)| namespace);
        let declares = |(namespace, names): (&Symbol, &FxHashMap<Symbol, NameKind>)| {
            (names.get(&symbol) == Some(&own.kind)).then_some(*namespace)
        };
        let mut owners = self.of_namespaces.iter().filter_map(declares).peekable();
        let is_of_namespace = owners.peek().is_some();
        let is_found = owners.any(|owner| self.used.contains(&owner) || present == Some(owner));
        if is_of_namespace && !is_found {
            self.declare_everywhere(symbol, kind);
        }
    }

    /// The kind of a name after the name of a structure or namespace.
    pub(super) fn in_structure(&mut self, structure: Symbol, symbol: Symbol, names: &Names) -> NameKind {
        let structure = self.aliases.get(&structure).copied().unwrap_or(structure);
        let of_namespace = |kinds: &Self| kinds.of_namespaces.get(&structure)?.get(&symbol).copied();
        let known = self.member(structure, symbol).or_else(|| of_namespace(self));
        // A name of the library stays what it is in its namespace, whatever the program declares elsewhere.
        let in_library = |kinds: &Self| {
            (names.text(structure) == kinds.library_namespace)
                .then(|| (kinds.library_kind)(names.text(symbol)))
        };
        known.or_else(|| in_library(self)).unwrap_or_else(|| self.of(symbol, names))
    }

    /// The kind of a name that a structure declares.
    pub(super) fn member(&self, structure: Symbol, symbol: Symbol) -> Option<NameKind> {
        self.members.get(&structure).and_then(|members| members.get(&symbol)).copied()
    }

    /// Declares a name that is found through the name of its enumeration.
    pub(super) fn declare_enumerator(&mut self, enumeration: Symbol, name: Symbol) {
        self.members.entry(enumeration).or_default().insert(name, NameKind::Value);
    }

    pub(super) fn declare(&mut self, symbol: Symbol, kind: NameKind) {
        if let Some((namespace, depth)) = self.namespace
            && depth == self.depth
        {
            self.of_namespaces.entry(namespace).or_default().insert(symbol, kind);
        }
        let before = self.own.insert(symbol, Declared { kind, at: self.declarations });
        self.declarations += 1;
        self.hidden.push((symbol, before));
        if before.is_some_and(|before| is_type(before.kind)) {
            *self.hidden_types.entry(symbol).or_default() += 1;
        }
    }

    /// The number of declarations so far.
    pub(super) const fn declarations(&self) -> u32 {
        self.declarations
    }

    /// The number of the present declaration of a name, from 1; 0 if there is none.
    pub(super) fn declaration_of(&self, symbol: Symbol) -> u32 {
        self.own.get(&symbol).map_or(0, |declared| declared.at + 1)
    }

    /// Declares a name beyond the end of the scope: a type of a namespace or structure, which is named through it.
    pub(super) fn declare_everywhere(&mut self, symbol: Symbol, kind: NameKind) {
        self.own.insert(symbol, Declared { kind, at: self.declarations });
        self.declarations += 1;
    }

    /// The kind of a name that the program declares.
    fn declared(&self, symbol: Symbol) -> Option<NameKind> {
        let own = self.own.get(&symbol);
        let inner = self.structures.iter().rev().find_map(|(structure, before)| {
            // What is declared after the start of the definition hides the members.
            own.filter(|own| own.at >= *before)
                .map(|own| own.kind)
                .or_else(|| self.member(*structure, symbol))
        });
        inner.or_else(|| own.map(|own| own.kind))
    }

    /// Returns true if the program declares a name as neither a type nor a template.
    pub(super) fn is_value(&self, symbol: Symbol) -> bool {
        self.declared(symbol) == Some(NameKind::Value)
    }

    /// Returns true if a name means a type of the library or of an outer scope, which a variable hides here.
    pub(super) fn is_hidden_type(&self, symbol: Symbol, names: &Names) -> bool {
        let own = self.own.get(&symbol).is_some_and(|own| is_type(own.kind));
        self.declared(symbol) == Some(NameKind::Value)
            && (own
                || self.hidden_types.contains_key(&symbol)
                || is_type((self.library_kind)(names.text(symbol))))
    }

    pub(super) fn of(&mut self, symbol: Symbol, names: &Names) -> NameKind {
        if let Some(kind) = self.declared(symbol) {
            return kind;
        }
        if self.library.len() <= symbol.index() {
            self.library.resize(symbol.index() + 1, None);
        }
        *self.library[symbol.index()].get_or_insert_with(|| (self.library_kind)(names.text(symbol)))
    }
}

/// Returns true for a name of a type.
const fn is_type(kind: NameKind) -> bool {
    matches!(kind, NameKind::Type | NameKind::TypeTemplate)
}
