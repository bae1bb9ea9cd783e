//! Functions that the compiler writes for a structure: the constructors, the assignment and the destructor that a program leaves out. C++ AMP 1.2 (2.3.2)
//!
//! Each is for the targets that the same function of every member and base is for.

use super::super::{Checker, Typed};
use super::Misuse;
use super::restriction::in_words;
use super::{AMP, CPU};
use crate::diagnostic::Diagnostic;
use crate::types::{Type, TypeId};
use amp_spec::rules;
use cxx_validator::ast::{Expr, ExprId, FunctionId, Implicit, RestrictionSet};
use rustc_hash::FxHashSet;
use shader_source::{Span, steps};

/// A function that every structure has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in super::super) enum Special {
    /// `S()`
    DefaultConstructor,
    /// `S(const S&)`
    CopyConstructor,
    /// `operator=(const S&)`
    Assignment,
    /// `~S()`
    Destructor,
}

impl Special {
    const fn in_words(self) -> &'static str {
        match self {
            Self::DefaultConstructor => "default constructor",
            Self::CopyConstructor => "copy constructor",
            Self::Assignment => "assignment",
            Self::Destructor => "destructor",
        }
    }
}

impl Checker<'_> {
    /// Reports a function of a structure that an object needs here, and that is for a different target.
    /// Returns false if there is none.
    pub(in super::super) fn check_special(&mut self, special: Special, ty: TypeId, span: Span) -> bool {
        if !self.is_amp() || self.is_library_place(span) || self.types.has_error(ty) {
            return false;
        }
        let targets = self.targets_of_special(special, ty, &mut FxHashSet::default());
        let needed = if self.function.restrictions.is_empty() { CPU } else { self.function.restrictions };
        if !targets.covers(needed) {
            let message = format!(
                "the {} of `{}` can't be called from `restrict({})` code: it is only `restrict({})`",
                special.in_words(),
                self.types.print(ty),
                in_words(needed),
                if targets.is_empty() { "" } else { in_words(targets) }
            );
            let rule = self.rule_of_class(ty, Misuse::Targets).unwrap_or(rules::CALL_RESTRICTIONS);
            self.report_once(Diagnostic::error(rule, span, message));
            return true;
        }
        false
    }

    /// The targets of a function that every structure has. A function that is known takes no target away again: structures that have each other as
    /// members twice would be visited once for each path to them.
    fn targets_of_special(
        &self,
        special: Special,
        ty: TypeId,
        seen: &mut FxHashSet<(Special, TypeId)>,
    ) -> RestrictionSet {
        let both = CPU.union(AMP);
        let mut ty = ty;
        while let Some((element, _)) = self.types.element(ty) {
            ty = element;
        }
        let Type::Structure(number) = self.types.get(ty) else { return both };
        if !seen.insert((special, ty)) {
            return both;
        }
        steps::take(1);
        let structure = self.types.structure(number);
        if !structure.is_complete {
            return both;
        }
        // Classes of the library can be used as a whole or not at all, which is reported for their types, except for those with a rule of their own.
        if self.is_library_place(self.ast[structure.declaration].name_span)
            && (special != Special::DefaultConstructor || self.rule_of_class(ty, Misuse::Targets).is_none())
        {
            return both;
        }
        let own = self.own_special(special, ty);
        if !own.is_empty() {
            return own.iter().fold(RestrictionSet::NONE, |all, id| all.union(self.restrictions_of(*id)));
        }
        // Other constructors take the default one away, which is a mistake of C++.
        if special == Special::DefaultConstructor && !self.constructors(ty).is_empty() {
            return both;
        }
        let mut targets = both;
        for member in &structure.members {
            targets = targets.intersection(self.targets_of_special(special, member.ty, seen));
        }
        if special == Special::DefaultConstructor {
            targets = targets.intersection(self.targets_of_special(Special::Destructor, ty, seen));
        }
        targets
    }

    /// The functions of one kind that a structure declares itself, except for functions that it leaves to the compiler.
    fn own_special(&self, special: Special, ty: TypeId) -> Vec<FunctionId> {
        let functions = self.member_functions(ty).iter().copied();
        let is_it = |id: &FunctionId| {
            let function = self.ast[*id];
            let first = self.ast[function.parameters].first();
            let takes_own = || {
                let signature = self.member_signatures.get(&(ty, *id));
                let first = signature.and_then(|signature| signature.parameters.first());
                first.is_some_and(|first| {
                    *first == ty
                        || matches!(self.types.get(*first), Type::Reference(object) if object.ty == ty)
                })
            };
            match special {
                Special::DefaultConstructor => {
                    function.result.is_none()
                        && first.is_none_or(|first| self.ast[*first].initializer.is_some())
                }
                Special::CopyConstructor => function.result.is_none() && takes_own(),
                Special::Assignment => self.text(function.name) == "operator=" && takes_own(),
                Special::Destructor => self.text(function.name).starts_with('~'),
            }
        };
        let is_written = |id: &FunctionId| {
            self.ast[*id].implicit != Some(Implicit::Defaulted) || self.ast.restrictions.contains_key(id)
        };
        functions.filter(|id| is_it(id) && is_written(id)).collect()
    }

    /// The object that an initializer names, by itself or in parentheses.
    pub(in super::super) fn copied(&self, initializer: ExprId) -> Option<Typed> {
        let value = match self.ast[initializer] {
            Expr::Braces(items) => match &self.ast[items] {
                [only] => only.value,
                _ => return None,
            },
            _ => initializer,
        };
        self.known(value).filter(|typed| typed.place.is_some())
    }

    /// Checks that the destructor of a structure is for all targets of its constructors. C++ AMP 1.2 (2.2.2)
    pub(in super::super) fn check_destructor(&mut self, ty: TypeId) {
        if !self.is_amp() {
            return;
        }
        let Some(destructor) = self.own_special(Special::Destructor, ty).first().copied() else { return };
        let constructors = self.constructors(ty).to_vec();
        let targets = self.restrictions_of(destructor);
        let missing = constructors.into_iter().find(|id| !targets.covers(self.restrictions_of(*id)));
        if let Some(constructor) = missing {
            let message = format!(
                "the destructor is `restrict({})`, and a constructor is `restrict({})`: it must be for all targets of the constructors",
                in_words(targets),
                in_words(self.restrictions_of(constructor))
            );
            let found = Diagnostic::error(
                rules::RESTRICTION_DESTRUCTOR_COVERS,
                self.ast[destructor].name_span,
                message,
            );
            self.report_once(found.label(self.ast[constructor].name_span, "the constructor"));
        }
    }
}
