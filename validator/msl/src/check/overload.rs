//! The choice among functions with one name. C++14 (over.match); section 2.15 ranks vectors above scalars

use super::convert::Rank;
use super::{Checker, Signature, Typed};
use crate::types::{Argument, TypeId};
use core::cmp::Ordering;
use cxx_validator::ast::{Function, FunctionId};
use cxx_validator::dialect::Space;
use rustc_hash::FxHashMap;

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
        // Member functions with the same parameters differ by their objects.
        let mut first: FxHashMap<(Vec<TypeId>, bool, Option<Space>), usize> = FxHashMap::default();
        for function in functions {
            shader_source::steps::take(1);
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
            let Function { is_const, space, .. } = self.ast[*function];
            let key = (candidate.signature.parameters.clone(), is_const, space);
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

    /// The ranks of the conversions of arguments to the parameters of a function; `None` if they do not fit.
    pub(super) fn ranks(&mut self, signature: &Signature, typed: &[Option<Typed>]) -> Option<Vec<Rank>> {
        if typed.len() < signature.required || typed.len() > signature.parameters.len() {
            return None;
        }
        typed
            .iter()
            .zip(&signature.parameters)
            .map(|(typed, parameter)| match typed {
                Some(typed) => self.rank(*typed, *parameter),
                // A braced list fits where it is; what is wrong in it is reported then.
                None => Some(Rank::Conversion),
            })
            .collect()
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
