//! The choice among functions with one name. C++14 (over.match); section 2.15 ranks vectors above scalars

use super::convert::Rank;
use super::scope::NamespaceNumber;
use super::{Checker, Signature, Typed};
use crate::types::{Argument, Type, TypeId};
use core::cmp::Ordering;
use cxx_validator::ast::{
    BraceItem, Expr, ExprId, Function, FunctionId, List, ReferenceQualifier, RestrictionSet,
};
use cxx_validator::dialect::Space;
use msl_spec::ValueType;
use rustc_hash::FxHashMap;
use shader_source::Span;

/// The most levels of aggregates whose values are counted: structures may have the same member many times at each level.
const MOST_LEVELS: u32 = 4;

/// A function that may be called.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) function: FunctionId,
    /// The arguments of its template.
    pub(super) arguments: Vec<Argument>,
    /// The structure whose member it is.
    pub(super) owner: Option<TypeId>,
    pub(super) signature: Signature,
}

/// The differences between functions with one name: their parameters, namespaces and objects.
type Key =
    (Vec<TypeId>, Option<NamespaceNumber>, bool, Option<Space>, Option<ReferenceQualifier>, RestrictionSet);

/// The choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Best {
    /// One candidate is better than all others.
    One(usize),
    /// No candidate fits.
    None,
    /// Several fit, none of which is better than the others.
    Several,
}

/// The best of the candidates that fit, each with the ranks of its conversions: it converts no argument worse than another candidate, and one
/// better.
pub(super) fn best(viable: &[(usize, Vec<Rank>)]) -> Best {
    let Some((first, rest)) = viable.split_first() else { return Best::None };
    let mut winner = first;
    for candidate in rest {
        if is_better(&candidate.1, &winner.1) {
            winner = candidate;
        }
    }
    let beats_all = viable.iter().all(|other| other.0 == winner.0 || is_better(&winner.1, &other.1));
    if beats_all { Best::One(winner.0) } else { Best::Several }
}

/// Returns true if the conversions of two candidates are equally good, argument by argument.
fn is_tied(viable: &[(usize, Vec<Rank>)], one: usize, other: usize) -> bool {
    let ranks = |index| viable.iter().find(|(at, _)| *at == index).map(|(_, ranks)| ranks.as_slice());
    let (Some(one), Some(other)) = (ranks(one), ranks(other)) else { return false };
    one.iter().zip(other).all(|(one, other)| one.compare(*other) == Ordering::Equal)
}

/// Returns true if no conversion of a candidate is worse than the conversion of a second candidate, and at least one is better.
pub(super) fn is_better(one: &[Rank], other: &[Rank]) -> bool {
    let mut is_better = false;
    for (one, other) in one.iter().zip(other) {
        match one.compare(*other) {
            Ordering::Greater => return false,
            Ordering::Less => is_better = true,
            Ordering::Equal => {}
        }
    }
    is_better
}

impl Checker<'_> {
    /// The functions of a list that may be called, templates with their deduced arguments. A function is preferred to a
    /// template that has the same parameters.
    pub(super) fn candidates(
        &mut self,
        functions: &[FunctionId],
        typed: &[Option<Typed>],
        explicit: Option<&[Argument]>,
    ) -> Vec<Candidate> {
        self.candidates_of(None, functions, typed, explicit)
    }

    fn candidates_of(
        &mut self,
        owner: Option<TypeId>,
        functions: &[FunctionId],
        typed: &[Option<Typed>],
        explicit: Option<&[Argument]>,
    ) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        // Member functions with the same parameters differ by their objects, and functions of different namespaces are different functions.
        let mut first: FxHashMap<Key, usize> = FxHashMap::default();
        for function in functions {
            shader_source::steps::take(1);
            if !self.may_call(*function) {
                continue;
            }
            let candidate = if self.ast.is_template(*function) {
                self.deduce((*function, owner), typed, explicit.unwrap_or_default())
            } else {
                self.functions.get(function).filter(|_| explicit.is_none()).map(|signature| Candidate {
                    function: *function,
                    arguments: Vec::new(),
                    owner,
                    signature: signature.clone(),
                })
            };
            let Some(candidate) = candidate else { continue };
            let Function { is_const, space, reference, .. } = self.ast[*function];
            let home = self.scopes.home_of_function(*function);
            let targets = self.restrictions_of(*function);
            let key = (candidate.signature.parameters.clone(), home, is_const, space, reference, targets);
            let same = first.entry(key).or_insert(candidates.len());
            match candidates.get_mut(*same) {
                // A later declaration has the body.
                Some(other) if !self.is_instance(other) && !self.is_instance(&candidate) => {
                    *other = candidate;
                }
                Some(other) if !self.is_instance(other) => {}
                Some(other) if !self.is_instance(&candidate) => *other = candidate,
                Some(_) | None => candidates.push(candidate),
            }
        }
        candidates
    }

    /// Returns true for an instance of a template: a copy for an empty pack has no arguments.
    fn is_instance(&self, candidate: &Candidate) -> bool {
        !candidate.arguments.is_empty() || self.ast.is_template(candidate.function)
    }

    /// The member functions of a type that may be called.
    pub(super) fn member_candidates(
        &mut self,
        ty: TypeId,
        functions: &[FunctionId],
        typed: &[Option<Typed>],
        explicit: Option<&[Argument]>,
    ) -> Vec<Candidate> {
        let mut candidates = self.candidates_of(Some(ty), functions, typed, explicit);
        for candidate in &mut candidates {
            if let Some(signature) = self.member_signatures.get(&(ty, candidate.function)) {
                candidate.signature = signature.clone();
            }
        }
        candidates
    }

    /// The candidates among member functions of a structure and of its bases.
    pub(super) fn candidates_among(
        &mut self,
        functions: &[(TypeId, FunctionId)],
        typed: &[Option<Typed>],
        explicit: Option<&[Argument]>,
    ) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        for of_owner in functions.chunk_by(|one, other| one.0 == other.0) {
            let own: Vec<FunctionId> = of_owner.iter().map(|(_, function)| *function).collect();
            candidates.extend(self.member_candidates(of_owner[0].0, &own, typed, explicit));
        }
        candidates
    }

    /// The best of the candidates that fit. Where conversions don't decide, a function is better than a template, and a template better than one
    /// that takes more. C++14 (over.match.best)
    pub(super) fn choose(&mut self, candidates: &[Candidate], viable: &[(usize, Vec<Rank>)]) -> Best {
        let first = best(viable);
        if first != Best::Several {
            return first;
        }
        let is_beaten = |ranks: &[Rank]| viable.iter().any(|(_, other)| is_better(other, ranks));
        let equal: Vec<usize> =
            viable.iter().filter(|(_, ranks)| !is_beaten(ranks)).map(|(index, _)| *index).collect();
        let is_comparable = viable.iter().all(|(index, ranks)| {
            equal.contains(index)
                || equal.iter().all(|it| viable.iter().any(|(at, own)| at == it && is_better(own, ranks)))
        });
        let is_function = |index: &usize| !self.is_instance(&candidates[*index]);
        if !is_comparable || equal.iter().any(|one| equal.iter().any(|other| !is_tied(viable, *one, *other)))
        {
            return Best::Several;
        }
        if let Some(best) = equal.iter().copied().find(|one| {
            let mut others = equal.iter().filter(|other| *other != one);
            others.all(|other| self.binds_better(&candidates[*one].signature, &candidates[*other].signature))
        }) {
            return Best::One(best);
        }
        let functions: Vec<usize> = equal.iter().copied().filter(is_function).collect();
        match functions.as_slice() {
            [one] => return Best::One(*one),
            [] => {}
            _ => return Best::Several,
        }
        let best = equal.iter().copied().find(|one| {
            equal
                .iter()
                .all(|other| one == other || self.is_better_template(&candidates[*one], &candidates[*other]))
        });
        best.map_or(Best::Several, Best::One)
    }

    /// Returns true if a parameter of a function is `T&&` where `T&` of the other function refers to the same value, and none is the other way
    /// round. C++14 (over.ics.rank) 3.2.3
    fn binds_better(&self, one: &Signature, other: &Signature) -> bool {
        let binds_value = |one: TypeId, other: TypeId| match (self.types.get(one), self.types.get(other)) {
            (Type::Reference(one), Type::Reference(other)) => one.is_rvalue && !other.is_rvalue,
            _ => false,
        };
        let pairs = || one.parameters.iter().copied().zip(other.parameters.iter().copied());
        pairs().any(|(one, other)| binds_value(one, other))
            && !pairs().any(|(one, other)| binds_value(other, one))
    }

    /// The ranks of the conversions of arguments to the parameters of a function; `None` if they do not fit.
    pub(super) fn ranks(
        &mut self,
        signature: &Signature,
        list: &[ExprId],
        typed: &[Option<Typed>],
    ) -> Option<Vec<Rank>> {
        let has_more = typed.len() > signature.parameters.len();
        if typed.len() < signature.required || has_more && !signature.is_variadic {
            return None;
        }
        let further = typed.iter().skip(signature.parameters.len()).map(|_| Rank::Ellipsis);
        typed
            .iter()
            .zip(&signature.parameters)
            .enumerate()
            .map(|(at, (typed, parameter))| match typed {
                Some(typed) => self.rank(*typed, *parameter),
                None => match list.get(at).map(|id| self.ast[*id]) {
                    Some(Expr::Braces(items)) => self.rank_of_list(items, *parameter),
                    _ => Some(Rank::Conversion),
                },
            })
            .collect::<Option<Vec<Rank>>>()
            .map(|mut ranks| {
                ranks.extend(further);
                ranks
            })
    }

    /// The rank of a braced list as an argument; `None` if it does not fit. An error of a value in it is reported where the list begins the
    /// parameter. C++14 (over.ics.list)
    fn rank_of_list(&mut self, items: List<BraceItem>, parameter: TypeId) -> Option<Rank> {
        let target = match self.types.get(parameter) {
            Type::Reference(object) if object.is_const || object.is_rvalue => object.ty,
            Type::Reference(_) => return None,
            _ => parameter,
        };
        let values: Vec<ExprId> = self.ast[items].iter().map(|item| item.value).collect();
        self.make(target, Span::default());
        match self.types.get(target) {
            Type::Structure(_) if self.is_initializer_list(target) || self.types.has_error(target) => {
                Some(Rank::Conversion)
            }
            Type::Structure(_) if self.is_aggregate(target) => {
                let fits = values.len() <= self.most_values(target, MOST_LEVELS);
                let has_designator = self.ast[items].iter().any(|item| item.designator.is_some());
                (fits || has_designator).then_some(Rank::Defined(None))
            }
            Type::Structure(_) => self.has_constructor_for(target, &values).then_some(Rank::Defined(None)),
            Type::Value(ValueType::Scalar(_)) | Type::Pointer(_) | Type::Enumeration(..) => {
                match values.as_slice() {
                    [] => Some(Rank::Exact),
                    [value] if !matches!(self.ast[*value], Expr::Braces(_)) => {
                        let typed = self.expression(*value);
                        self.rank(typed, target)
                    }
                    [_] => Some(Rank::Conversion),
                    [_, _, ..] => None,
                }
            }
            _ => Some(Rank::Conversion),
        }
    }

    /// The maximum number of values in the list of an aggregate, whose elements may lack braces of their own.
    fn most_values(&self, ty: TypeId, levels: u32) -> usize {
        if levels == 0 {
            return usize::MAX;
        }
        if let Some((element, count)) = self.types.element(ty) {
            let count = count.map_or(usize::MAX, |count| count as usize);
            return count.saturating_mul(self.most_values(element, levels - 1));
        }
        let Some(number) = self.types.structure_number(ty).filter(|_| self.is_aggregate(ty)) else {
            return 1;
        };
        let structure = self.types.structure(number);
        let count = if structure.is_union { 1 } else { structure.members.len() };
        let members = structure.members.iter().take(count);
        members.fold(0, |sum: usize, member| sum.saturating_add(self.most_values(member.ty, levels - 1)))
    }

    /// Returns true if a constructor of a structure takes so many values, or if a value is copied.
    fn has_constructor_for(&mut self, ty: TypeId, values: &[ExprId]) -> bool {
        let typed = self.argument_types(values);
        if let [Some(value)] = typed.as_slice()
            && self.is_of(value.ty, ty)
        {
            return true;
        }
        if !self.has_value_constructors(ty) {
            return values.is_empty();
        }
        let mut constructors = self.constructors_for(ty, &typed);
        constructors.retain(|id| self.constructs_values(*id));
        let candidates = self.member_candidates(ty, &constructors, &typed, None);
        // Lists in lists fit as they do elsewhere.
        candidates.iter().any(|candidate| self.ranks(&candidate.signature, &[], &typed).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_nowhere_worse_and_once_better() {
        use Rank::{Conversion, Exact, Splat};
        let choose = |ranks: &[&[Rank]]| {
            let viable: Vec<(usize, Vec<Rank>)> =
                ranks.iter().enumerate().map(|(index, ranks)| (index, ranks.to_vec())).collect();
            best(&viable)
        };
        assert_eq!(choose(&[]), Best::None);
        assert_eq!(choose(&[&[Exact, Splat], &[Conversion, Exact]]), Best::Several);
        assert_eq!(choose(&[&[Conversion, Exact], &[Exact, Exact], &[Exact, Conversion]]), Best::One(1));
        assert_eq!(choose(&[&[Exact], &[Exact]]), Best::Several);
    }
}
