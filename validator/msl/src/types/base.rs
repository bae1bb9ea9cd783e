//! Base classes: which structures are parts of objects of a derived one, and where. C++14 (class.derived)
//!
//! A base is a member without a name, before all other members. A structure can be a base of an object in several ways, through different
//! structures between: the parts of an object are a tree, which may have more nodes than the program has words. Each function
//! here visits a structure once.

use super::{Layout, MemberType, StructureNumber, Type, TypeId, Types};
use cxx_validator::names::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::steps;

/// The way from an object to a part of it: the indices of members with their types.
pub(crate) type MemberPath = Vec<(u32, TypeId)>;

/// The bases of a type in objects of a derived type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum BasePath {
    /// It is not a base.
    None,
    /// It is one base, at the end of this path. The type itself is at the end of an empty path.
    One(MemberPath),
    /// Objects have several such parts.
    Several,
}

/// The place of a base among all bases of a type, for the comparison of conversions to them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct BaseRank {
    /// The number of the base.
    number: u8,
    /// The numbers of the bases of this base.
    bases: u128,
}

impl BaseRank {
    /// Returns true if a base is derived from a different one: a conversion to it goes less far. C++14 (over.ics.rank) 4
    pub(crate) const fn is_derived_from(self, other: Self) -> bool {
        self.bases >> other.number & 1 != 0
    }

    /// Returns true if both are the same base.
    pub(crate) const fn is_same(self, other: Self) -> bool {
        self.number == other.number
    }
}

/// The most bases of a structure that are compared.
const MOST_BASES: usize = 128;

/// The most empty parts of an object whose places are compared.
const MOST_EMPTY_PARTS: usize = 1 << 12;

impl Types {
    /// The bases of a structure, with their indices among the members.
    pub(crate) fn bases(&self, number: StructureNumber) -> impl Iterator<Item = (u32, &MemberType)> {
        let members = self.structure(number).members.iter();
        (0..).zip(members.take_while(|member| member.base.is_some()))
    }

    /// Returns true if a type is a structure with bases.
    #[must_use]
    pub fn is_derived(&self, id: TypeId) -> bool {
        self.structure_number(id).is_some_and(|number| self.bases(number).next().is_some())
    }

    /// Returns true if a structure or a part of one is derived from a different structure.
    #[must_use]
    pub fn has_derived(&self, id: TypeId) -> bool {
        let mut waiting: Vec<StructureNumber> = self.innermost_structure(id).into_iter().collect();
        let mut seen: FxHashSet<StructureNumber> = waiting.iter().copied().collect();
        while let Some(number) = waiting.pop() {
            steps::take(1);
            let members = &self.structure(number).members;
            if members.first().is_some_and(|member| member.base.is_some()) {
                return true;
            }
            let inner = members.iter().filter_map(|member| self.innermost_structure(member.ty));
            waiting.extend(inner.filter(|number| seen.insert(*number)));
        }
        false
    }

    /// The structure of a type and all structures among its bases, each once: a structure comes before its bases.
    pub(crate) fn with_bases(&self, id: TypeId) -> Vec<TypeId> {
        let mut found = vec![id];
        let mut seen: FxHashSet<TypeId> = found.iter().copied().collect();
        let mut next = 0;
        while let Some(number) = found.get(next).map(|id| self.structure_number(*id)) {
            next += 1;
            steps::take(1);
            let Some(number) = number else { continue };
            let bases: Vec<TypeId> = self.bases(number).map(|(_, base)| base.ty).collect();
            found.extend(bases.into_iter().filter(|base| seen.insert(*base)));
        }
        found
    }

    /// Returns true if a structure is derived from a different one, perhaps through others.
    pub(crate) fn is_derived_from(&self, derived: TypeId, base: TypeId) -> bool {
        derived != base && self.is_derived(derived) && self.with_bases(derived).contains(&base)
    }

    /// Returns true if the type of a base is not known: the structure may have any members then.
    pub(crate) fn has_unknown_base(&self, id: TypeId) -> bool {
        self.is_derived(id) && self.with_bases(id).into_iter().any(|base| self.is_error(base))
    }

    /// The way from an object to its part of a base.
    pub(crate) fn base_path(&self, derived: TypeId, base: TypeId) -> BasePath {
        let mut counts = FxHashMap::default();
        match self.count_bases(derived, base, &mut counts) {
            0 => return BasePath::None,
            1 => {}
            _ => return BasePath::Several,
        }
        let (mut path, mut present) = (Vec::new(), derived);
        while present != base
            && let Some(number) = self.structure_number(present)
        {
            let mut bases = self.bases(number);
            let Some((index, next)) = bases.find(|(_, it)| counts.get(&it.ty) == Some(&1)) else { break };
            path.push((index, next.ty));
            present = next.ty;
        }
        BasePath::One(path)
    }

    /// Counts the parts of a base in a structure, up to two.
    fn count_bases(&self, derived: TypeId, base: TypeId, counts: &mut FxHashMap<TypeId, u8>) -> u8 {
        if let Some(known) = counts.get(&derived) {
            return *known;
        }
        steps::take(1);
        let mut count = u8::from(derived == base);
        if count == 0
            && let Some(number) = self.structure_number(derived)
        {
            // The depth of types bounds the recursion.
            let inner = self.bases(number).map(|(_, it)| self.count_bases(it.ty, base, counts));
            count = inner.fold(0, u8::saturating_add).min(2);
        }
        counts.insert(derived, count);
        count
    }

    /// The place of a base among the bases of a type; `None` if it is none of them.
    pub(crate) fn base_rank(&self, derived: TypeId, base: TypeId) -> Option<BaseRank> {
        if !self.is_derived(derived) || derived == base {
            return None;
        }
        let all = self.with_bases(derived);
        let number = all.iter().position(|it| *it == base)?;
        let mut bases = 0;
        for (at, other) in all.iter().enumerate().take(MOST_BASES) {
            if self.is_derived_from(base, *other) {
                bases |= 1 << at;
            }
        }
        // Bases beyond the limit are not better than others.
        Some(BaseRank { number: number.min(MOST_BASES - 1) as u8, bases })
    }

    /// The way to the first member with a name among the bases of a structure, if it has none with this name itself.
    pub(super) fn inherited_path(&self, number: StructureNumber, name: Symbol) -> Option<MemberPath> {
        let mut known = FxHashSet::default();
        self.inherited_path_in(number, name, &mut known)
    }

    fn inherited_path_in(
        &self,
        number: StructureNumber,
        name: Symbol,
        seen: &mut FxHashSet<StructureNumber>,
    ) -> Option<MemberPath> {
        self.bases(number).find_map(|(index, base)| {
            let inner = self.structure_number(base.ty).filter(|inner| seen.insert(*inner))?;
            steps::take(1);
            let path =
                self.own_member_path(inner, name).or_else(|| self.inherited_path_in(inner, name, seen))?;
            Some([(index, base.ty)].into_iter().chain(path).collect())
        })
    }

    /// Returns true for a structure without data. Its part in a derived object takes no memory. C++14 (class) 7 with the Itanium C++ ABI, section 2.4
    pub(crate) fn is_empty(&self, id: TypeId) -> bool {
        self.structure_number(id).is_some_and(|number| self.structure(number).is_empty)
    }

    /// Returns true for the structures whose padding at the end holds no member of a derived structure: the structures that C++03 calls POD.
    pub(super) fn keeps_padding(&self, id: TypeId) -> bool {
        match self.get(id) {
            Type::Structure(number) => self.structure(number).keeps_padding,
            Type::Reference(_) => false,
            ty => ty.inner().is_none_or(|inner| self.keeps_padding(inner)),
        }
    }

    /// The offset at which a part of a structure begins, if no earlier part of the same empty type may have this address. Itanium C++ ABI, section 2.4
    pub(super) fn place_part(
        &self,
        (ty, layout): (TypeId, Layout),
        is_base: bool,
        end: u128,
        placed: &mut FxHashSet<(u128, TypeId)>,
    ) -> u128 {
        let mut own = Vec::new();
        self.empty_parts(ty, 0, &mut own);
        let step = u128::from(layout.alignment);
        let is_free = |placed: &FxHashSet<(u128, TypeId)>, at: u128| {
            own.iter().all(|(offset, ty)| !placed.contains(&(at + offset, *ty)))
        };
        let mut at =
            if is_base && self.is_empty(ty) && is_free(placed, 0) { 0 } else { end.next_multiple_of(step) };
        while !is_free(placed, at) {
            steps::take(own.len());
            at += step;
        }
        placed.extend(own.into_iter().map(|(offset, ty)| (at + offset, ty)));
        at
    }

    /// The offsets of the empty parts of an object, as far as they are few.
    pub(super) fn empty_parts(&self, ty: TypeId, at: u128, found: &mut Vec<(u128, TypeId)>) {
        let Some(number) = self.structure_number(ty).filter(|_| found.len() < MOST_EMPTY_PARTS) else {
            return;
        };
        steps::take(1);
        let structure = self.structure(number);
        if structure.is_empty {
            found.push((at, ty));
        }
        let Some(offsets) = structure.offsets.as_ref().filter(|_| structure.has_empty_parts) else { return };
        for (member, offset) in structure.members.iter().zip(offsets) {
            self.empty_parts(member.ty, at + u128::from(*offset), found);
        }
    }
}
