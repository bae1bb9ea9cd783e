//! Names that structures have from their bases. C++14 (class.member.lookup)

use super::{Entity, Namespace, NamespaceNumber, Scopes};
use crate::types::TypeId;
use cxx_validator::ast::Access;
use cxx_validator::names::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::steps;

/// The bases of a structure, as far as the meaning of names depends on them.
#[derive(Default, Debug)]
pub(super) struct Inherited {
    /// The scopes of the bases, and whether each depends on the parameters of a template.
    bases: Vec<(NamespaceNumber, bool)>,
    /// The names of its variables and functions, which hide names of bases.
    members: FxHashSet<Symbol>,
    /// The variables and functions of bases that `using` declares here: the bases, and the access.
    used: FxHashMap<Symbol, Vec<(TypeId, Access)>>,
    /// The parameters of its template, whose names are in its scope although they are not members.
    pub(super) parameters: FxHashSet<Symbol>,
}

/// Several bases declare a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ambiguous;

/// The scope among a structure and its bases that declares a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Declarer {
    /// None of them.
    None,
    /// A structure.
    One(TypeId),
    /// Several structures, none of which hides the names of the others.
    Several,
}

impl Declarer {
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, it) | (it, Self::None) => it,
            (one, other) if one == other => one,
            _ => Self::Several,
        }
    }
}

impl Scopes {
    /// Adds a base to the present structure.
    pub(in super::super) fn add_base(&mut self, base: TypeId, is_dependent: bool) {
        if let Some(number) = self.of_structure(base) {
            self.namespaces[self.present.0].inherited.bases.push((number, is_dependent));
        }
    }

    /// The bases of a structure, as far as its scope has them.
    pub(in super::super) fn bases_of(&self, structure: TypeId) -> impl Iterator<Item = TypeId> {
        let number = self.of_structure(structure);
        let bases = number.map_or(&[][..], |it| &self.namespaces[it.0].inherited.bases);
        bases.iter().filter_map(|(base, _)| self.namespaces[base.0].structure)
    }

    /// Adds the name of a variable or function of the present structure. Returns true if it is new.
    pub(in super::super) fn add_member(&mut self, symbol: Symbol) -> bool {
        self.namespaces[self.present.0].inherited.members.insert(symbol)
    }

    /// Declares a variable or function of a base in the present structure.
    pub(in super::super) fn use_member(&mut self, symbol: Symbol, base: TypeId) {
        let namespace = &mut self.namespaces[self.present.0];
        let access = namespace.access;
        namespace.inherited.members.insert(symbol);
        namespace.inherited.used.entry(symbol).or_default().push((base, access));
    }

    /// The bases whose variables or functions with a name `using` declares in a structure, with the access that it gives them.
    pub(in super::super) fn used_members(&self, structure: TypeId, symbol: Symbol) -> &[(TypeId, Access)] {
        let namespace = self.of_structure(structure).map(|number| &self.namespaces[number.0]);
        namespace.and_then(|it| it.inherited.used.get(&symbol)).map_or(&[], Vec::as_slice)
    }

    /// Declares a parameter of the template that makes the present structure.
    pub(in super::super) fn declare_parameter(&mut self, symbol: Symbol, entity: Entity) {
        self.namespaces[self.present.0].inherited.parameters.insert(symbol);
        self.declare(symbol, entity);
    }

    /// The structure that declares a name: a given one, or one of its bases. Names without a path are not looked up in bases that depend on a
    /// template's parameters. C++14 (temp.dep) 3
    pub(in super::super) fn declarer(
        &self,
        structure: TypeId,
        symbol: Symbol,
        is_qualified: bool,
    ) -> Declarer {
        let Some(number) = self.of_structure(structure) else { return Declarer::None };
        let Namespace { names, inherited, .. } = &self.namespaces[number.0];
        let is_own = names.contains_key(&symbol) || inherited.members.contains(&symbol);
        if is_own {
            Declarer::One(structure)
        } else {
            self.declarer_among_bases(number, symbol, is_qualified)
        }
    }

    /// The base of a structure that declares a name.
    fn declarer_among_bases(&self, number: NamespaceNumber, symbol: Symbol, is_qualified: bool) -> Declarer {
        let bases = &self.namespaces[number.0].inherited.bases;
        let mut known = FxHashMap::default();
        let bases = bases.iter().filter(|(_, is_dependent)| is_qualified || !is_dependent);
        bases.fold(Declarer::None, |found, (base, _)| {
            found.joined(self.declarer_in(*base, symbol, &mut known))
        })
    }

    /// The depth of types bounds the recursion, and each structure is visited once.
    fn declarer_in(
        &self,
        number: NamespaceNumber,
        symbol: Symbol,
        known: &mut FxHashMap<NamespaceNumber, Declarer>,
    ) -> Declarer {
        if let Some(found) = known.get(&number) {
            return *found;
        }
        steps::take(1);
        let Namespace { names, inherited, structure, .. } = &self.namespaces[number.0];
        let is_name = names.contains_key(&symbol) && !inherited.parameters.contains(&symbol);
        let found = match structure {
            Some(structure) if is_name || inherited.members.contains(&symbol) => Declarer::One(*structure),
            _ => inherited.bases.iter().fold(Declarer::None, |found, (base, _)| {
                found.joined(self.declarer_in(*base, symbol, known))
            }),
        };
        known.insert(number, found);
        found
    }

    /// The type, static variable or enumerator with a name that a structure has from its bases.
    pub(super) fn inherited(
        &self,
        number: NamespaceNumber,
        symbol: Symbol,
        is_qualified: bool,
    ) -> Option<Result<Entity, Ambiguous>> {
        let Namespace { inherited, .. } = &self.namespaces[number.0];
        if inherited.bases.is_empty() || inherited.members.contains(&symbol) {
            return None;
        }
        match self.declarer_among_bases(number, symbol, is_qualified) {
            Declarer::None => None,
            Declarer::Several => Some(Err(Ambiguous)),
            Declarer::One(base) => {
                let base = self.of_structure(base)?;
                self.namespaces[base.0].names.get(&symbol).cloned().map(Ok)
            }
        }
    }
}
