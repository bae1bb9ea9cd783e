//! The choice among functions with one name. C++14 (over.match); section 2.15 ranks vectors above scalars

use super::convert::Rank;
use super::{Checker, Signature, Typed};
use crate::ast::FunctionId;
use crate::types::{Argument, TypeId};
use core::cmp::Ordering;
use rustc_hash::FxHashMap;

/// A function that may be called.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) function: FunctionId,
    /// The arguments of its template.
    pub(super) arguments: Vec<Argument>,
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

fn is_better(one: &[Rank], other: &[Rank]) -> bool {
    let mut is_better = false;
    for (one, other) in one.iter().zip(other) {
        match one.cmp(other) {
            Ordering::Greater => return false,
            Ordering::Less => is_better = true,
            Ordering::Equal => {}
        }
    }
    is_better
}

impl Checker<'_> {
    /// The functions of a list that may be called, those of templates with the arguments that are deduced. A function is preferred to a
    /// template that has the same parameters.
    pub(super) fn candidates(
        &mut self,
        functions: &[FunctionId],
        typed: &[Option<Typed>],
        explicit: Option<&[Argument]>,
    ) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut first: FxHashMap<Vec<TypeId>, usize> = FxHashMap::default();
        for function in functions {
            shader_source::steps::take(1);
            let candidate = if self.ast[*function].template.is_empty() {
                self.functions.get(function).filter(|_| explicit.is_none()).map(|signature| Candidate {
                    function: *function,
                    arguments: Vec::new(),
                    signature: signature.clone(),
                })
            } else {
                self.deduce(*function, typed, explicit.unwrap_or_default())
            };
            let Some(candidate) = candidate else { continue };
            let same = first.entry(candidate.signature.parameters.clone()).or_insert(candidates.len());
            match candidates.get_mut(*same) {
                // A later declaration has the body.
                Some(other) if other.arguments.is_empty() && candidate.arguments.is_empty() => {
                    *other = candidate;
                }
                Some(other) if other.arguments.is_empty() => {}
                Some(_) | None => candidates.push(candidate),
            }
        }
        candidates
    }

    /// The member functions of a type that may be called.
    pub(super) fn member_candidates(
        &mut self,
        ty: TypeId,
        functions: &[FunctionId],
        typed: &[Option<Typed>],
    ) -> Vec<Candidate> {
        let mut candidates = self.candidates(functions, typed, None);
        for candidate in &mut candidates {
            if let Some(signature) = self.member_signatures.get(&(ty, candidate.function)) {
                candidate.signature = signature.clone();
            }
        }
        candidates
    }

    /// The ranks of the conversions of arguments to the parameters of a function; `None` if they do not fit.
    pub(super) fn ranks(&self, signature: &Signature, typed: &[Option<Typed>]) -> Option<Vec<Rank>> {
        if typed.len() < signature.required || typed.len() > signature.parameters.len() {
            return None;
        }
        typed
            .iter()
            .zip(&signature.parameters)
            .map(|(typed, parameter)| match typed {
                Some(typed) => self.rank(*typed, *parameter),
                // A list in braces fits where it stands; what is wrong in it is reported then.
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
