//! Orders templates by how specialised they are. C++14 (temp.class.order, temp.func.order)
//!
//! A template is at least as specialised as a second one if arguments that are not equal to anything else, put in its own pattern, also match the
//! pattern of the second one. A [pack](cxx_validator::packs) has any number of elements: the copy that fits and the copy with the fewest elements must
//! both match some copy of the second template. `S<T, R...>` with an empty `R` does not match `S<T, U, R...>`, which is more specialised.

use super::overload::Candidate;
use super::template::{Template, has_default};
use super::{Checker, Typed};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{FunctionId, StructureId};
use cxx_validator::packs::has_pack;
use shader_source::steps;

impl Checker<'_> {
    /// Returns true if `one` is a more specialised partial specialisation: all arguments that match it match `other`, too, but not vice versa.
    /// C++14 (temp.class.order)
    pub(super) fn is_more_specialised(&mut self, one: Template, other: Template) -> bool {
        match (self.is_as_special(one, other), self.is_as_special(other, one)) {
            (is_as_special, false) => is_as_special,
            (false, true) => false,
            (true, true) => !self.is_of_packs(one) && self.is_of_packs(other),
        }
    }

    /// Returns true if a specialisation is a copy of one with a pack.
    fn is_of_packs(&self, template: Template) -> bool {
        matches!(template, Template::Structure(id) if self.original(id) != id)
    }

    fn is_as_special(&mut self, one: Template, other: Template) -> bool {
        let (mut ones, mut others) = (vec![one], vec![other]);
        if let Template::Structure(id) = one {
            ones.extend(self.shortest_copy(id).map(Template::Structure));
            ones.dedup();
        }
        if let Template::Structure(id) = other {
            others = self.copies_of_structure(id).into_iter().map(Template::Structure).collect();
        }
        ones.into_iter().all(|one| self.matches_one_of(one, &others))
    }

    fn matches_one_of(&mut self, one: Template, others: &[Template]) -> bool {
        let Some(((parameters, list), home)) = self.pattern(one).zip(self.templates.home(one)) else {
            return false;
        };
        let unique = self.unique_arguments(parameters);
        let Some(made) = self.specialised_arguments(one, (home, parameters, list), &unique) else {
            return false;
        };
        others.iter().any(|other| {
            steps::take(1);
            self.may_have_count(*other, made.len()) && self.matches(*other, &made).is_some()
        })
    }

    /// Returns true if the pattern of a specialisation may stand for so many arguments: the defaults of its template may follow it.
    fn may_have_count(&self, template: Template, count: usize) -> bool {
        let Some((_, list)) = self.pattern(template) else { return false };
        let written = self.ast[list].len();
        let general = match template {
            Template::Structure(id) => self.templates.specialised.get(&id).copied(),
            Template::Function(_) | Template::Alias(_) | Template::Variable(_) => None,
        };
        let has_defaults = general.is_some_and(|id| self.ast[self.ast[id].template].iter().any(has_default));
        written == count || written < count && has_defaults
    }

    /// The copy of a partial specialisation with a pack that has the fewest elements, if its template has a copy for it.
    fn shortest_copy(&self, id: StructureId) -> Option<StructureId> {
        let original = self.original(id);
        let mut shortest = original;
        while let Some(first) = self.ast.copies.structures.get(&shortest).and_then(|copies| copies.first()) {
            shortest = *first;
        }
        let is_declared = self.templates.home(Template::Structure(shortest)).is_some();
        (shortest != original && is_declared).then_some(shortest)
    }

    /// The copies of the template that a specialisation is a copy of, or the specialisation alone.
    fn copies_of_structure(&self, id: StructureId) -> Vec<StructureId> {
        let copies = &self.ast.copies.structures;
        let mut all = vec![self.original(id)];
        let mut at = 0;
        while let Some(template) = all.get(at).copied() {
            at += 1;
            all.extend(copies.get(&template).into_iter().flatten());
        }
        all.retain(|id| !has_pack(self.ast, self.ast[*id].template));
        all
    }

    /// Returns true if `one` is more specialised: its parameters match the parameters of `other`, but not vice versa.
    /// C++14 (temp.func.order)
    pub(super) fn is_better_template(&mut self, one: &Candidate, other: &Candidate) -> bool {
        match (self.fits_template(one, other), self.fits_template(other, one)) {
            (true, false) => true,
            (false, true) => false,
            // C++14 (temp.func.order) 5: a template without a pack is preferred.
            (true, true) | (false, false) => {
                let variadic = &self.ast.copies.variadic;
                !variadic.contains_key(&one.function) && variadic.contains_key(&other.function)
            }
        }
    }

    fn fits_template(&mut self, one: &Candidate, other: &Candidate) -> bool {
        let mut ones = vec![one.function];
        ones.extend(self.shortest_copy_of_function(one.function));
        ones.dedup();
        let others = self.copies_of_function(other.function);
        ones.into_iter().all(|id| self.fits_one_of((id, one), (&others, other)))
    }

    /// Returns true if a call with the parameters of a template, whose arguments are not equal to anything else, fits one of others.
    fn fits_one_of(
        &mut self,
        (id, one): (FunctionId, &Candidate),
        (others, other): (&[FunctionId], &Candidate),
    ) -> bool {
        let function = self.ast[id];
        let unique = self.unique_arguments(function.template);
        let home = self.home_of(id, one.owner);
        let signature = self.attempt(|checker| {
            checker.with_arguments(home, function.template, &unique, |checker| checker.signature(id))
        });
        let Some(signature) = signature else { return false };
        let typed = self.typed_parameters(&signature.parameters);
        others.iter().any(|id| {
            steps::take(1);
            let typed = self.arrays_by_value(&typed, *id);
            self.ast[self.ast[*id].parameters].len() == typed.len()
                && self.deduce((*id, other.owner), &typed, &[]).is_some_and(|deduced| {
                    let mut pairs = deduced.signature.parameters.iter().zip(&signature.parameters);
                    pairs.all(|(one, other)| self.is_same_for_order(*one, *other))
                })
        })
    }

    /// The parameters of a template as arguments of a second one: a parameter that is not a reference takes an array as it is. C++14
    /// (temp.deduct.partial) 5
    fn arrays_by_value(&self, typed: &[Option<Typed>], other: FunctionId) -> Vec<Option<Typed>> {
        let parameters = self.ast[self.ast[other].parameters].iter();
        let is_reference = parameters.map(|it| self.is_reference_in_syntax(self.ast[*it].ty));
        let is_array = |typed: &Typed| matches!(self.types.get(typed.ty), Type::Array(..));
        let pairs = typed.iter().zip(is_reference.chain(core::iter::repeat(true)));
        pairs
            .map(|(typed, is_reference)| {
                typed.map(|it| if is_array(&it) && !is_reference { Typed::value(it.ty) } else { it })
            })
            .collect()
    }

    /// Returns true if two parameters are of one type. If only one is a reference, its referent counts. C++14
    /// (temp.deduct.partial) 5
    fn is_same_for_order(&self, one: TypeId, other: TypeId) -> bool {
        match (self.types.get(one), self.types.get(other)) {
            (Type::Reference(_), Type::Reference(_)) => one == other,
            (Type::Reference(object), value) | (value, Type::Reference(object)) => {
                match (self.types.get(object.ty), value) {
                    // A parameter whose type is an array is a pointer. C++14 (dcl.fct) 5
                    (Type::Array(element, _), Type::Pointer(pointed)) => pointed.ty == element,
                    (referent, value) => referent == value,
                }
            }
            _ => one == other,
        }
    }

    fn shortest_copy_of_function(&self, id: FunctionId) -> Option<FunctionId> {
        let mut shortest = *self.ast.copies.variadic.get(&id)?;
        while let Some(first) = self.ast.copies.functions.get(&shortest).and_then(|copies| copies.first()) {
            shortest = *first;
        }
        Some(shortest)
    }

    /// The copies of the function template that a function is a copy of, or the function alone.
    fn copies_of_function(&self, id: FunctionId) -> Vec<FunctionId> {
        let mut all = vec![self.ast.copies.variadic.get(&id).copied().unwrap_or(id)];
        let mut at = 0;
        while let Some(template) = all.get(at).copied() {
            at += 1;
            all.extend(self.ast.copies.functions.get(&template).into_iter().flatten());
        }
        all.retain(|id| !has_pack(self.ast, self.ast[*id].template));
        all
    }
}
