//! Arrays of narrow integers that nothing names: padding, and what only the host reads. WGSL has no such integers, but as whole words they are
//! copied with their structure, so a buffer with them need not be an array of words altogether.

use super::translator::{Translator, WordMembers};
use super::types::is_narrow;
use super::unit::{Member, Unit};
use msl_spec::{Scalar, ValueType};
use msl_validator::typed::{Expr, Place as Node};
use msl_validator::types::{Type, TypeId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

impl Translator<'_> {
    /// Finds the members that are words.
    pub(crate) fn word_members(&self, units: &[Rc<Unit>]) -> WordMembers {
        let used = used(self, units);
        let mut found = WordMembers::default();
        for number in self.module.types.structure_numbers() {
            let structure = self.module.types.structure(number);
            // An array class has no other member.
            if structure.is_union || structure.members.len() < 2 {
                continue;
            }
            let offsets = self.module.types.offsets(number).unwrap_or_default();
            for (index, (member, offset)) in structure.members.iter().zip(offsets).enumerate() {
                let is_used = member.has_initializer || used.contains(&(number, index as u32));
                if is_used || member.name.is_none() || offset % 4 != 0 {
                    continue;
                }
                found.extend(self.words_of(member.ty).map(|count| ((number, index), count)));
            }
        }
        found
    }

    /// The number of words that an array of narrow integers fills.
    fn words_of(&self, ty: TypeId) -> Option<u32> {
        let size = self.size_of(ty).filter(|size| *size > 0 && size % 4 == 0)?;
        let mut element = self.array_element(ty)?;
        while let Some(inner) = self.array_element(element) {
            element = inner;
        }
        let Type::Value(ValueType::Scalar(scalar)) = self.kind(element) else { return None };
        (is_narrow(scalar) || scalar == Scalar::Bool).then_some(size / 4)
    }

    /// The element of an array or array class.
    fn array_element(&self, ty: TypeId) -> Option<TypeId> {
        let wrapped = self.module.types.structure_number(ty).and_then(|number| self.wrapped_array(number));
        self.module.types.element(wrapped.unwrap_or(ty)).map(|(element, _)| element)
    }
}

/// The members that places name or braced lists initialize.
fn used(translator: &Translator<'_>, units: &[Rc<Unit>]) -> FxHashSet<Member> {
    let number = |ty: TypeId| translator.module.types.structure_number(ty);
    let mut used = FxHashSet::default();
    for tree in units.iter().map(|unit| &unit.tree) {
        for place in &tree.places {
            if let Node::Member(base, index) = *place {
                used.extend(number(tree.place_type(base)).map(|number| (number, index)));
            }
        }
        for (expr, ty) in tree.exprs.iter().zip(&tree.expr_types) {
            if let Expr::Aggregate(parts, _) = *expr
                && let Some(number) = number(*ty)
            {
                used.extend(tree[parts].iter().map(|part| (number, part.index)));
            }
        }
    }
    used
}
