//! Objects that constructors make. C++14 (class.ctor), (dcl.init); section 4 lets structures have constructors for each address space

use super::convert::Rank;
use super::default_value::Without;
use super::overload::{Best, Candidate};
use super::{Checker, Purpose, Signature, Typed};
use crate::dialect::object_space;
use crate::types::{StructureNumber, TypeId};
use cxx_validator::ast::{Expr, ExprId, Function, FunctionId};
use msl_spec::{AddressSpace, rules};

impl Checker<'_> {
    /// Returns true for a constructor of objects in `thread` memory, where values begin. Section 4 lets structures have one for each address space.
    pub(super) fn constructs_values(&self, constructor: FunctionId) -> bool {
        object_space(&self.ast[constructor]).is_none_or(|space| space == AddressSpace::Thread)
    }

    /// The constructors of a structure for objects in an address space; those for values, which are copied there, if it has none. Of many constructors,
    /// the constructors that may take these arguments.
    fn constructors_in(&self, ty: TypeId, space: AddressSpace, typed: &[Option<Typed>]) -> Vec<FunctionId> {
        let is_of =
            |id: &FunctionId, space| object_space(&self.ast[*id]).unwrap_or(AddressSpace::Thread) == space;
        let has_own = self.constructors(ty).iter().any(|id| is_of(id, space));
        let space = if has_own { space } else { AddressSpace::Thread };
        let mut found = self.constructors_for(ty, typed);
        found.retain(|id| is_of(id, space));
        found
    }

    /// Returns true if a structure has a constructor for values.
    pub(super) fn has_value_constructors(&self, ty: TypeId) -> bool {
        self.constructors(ty).iter().any(|id| self.constructs_values(*id))
    }

    /// Returns true if a structure has a constructor with a type that is a mistake.
    pub(super) fn has_unknown_constructor(&self, ty: TypeId) -> bool {
        let is_unknown = |id: &FunctionId| {
            self.member_signatures.get(&(ty, *id)).is_some_and(|signature| self.has_error_type(signature))
        };
        self.constructors(ty).iter().any(is_unknown)
    }

    /// Returns true if a structure has a constructor for objects in an address space, or for values.
    fn has_constructors_in(&self, ty: TypeId, space: AddressSpace) -> bool {
        let is_it = |id: &FunctionId| {
            [space, AddressSpace::Thread]
                .contains(&object_space(&self.ast[*id]).unwrap_or(AddressSpace::Thread))
        };
        self.constructors(ty).iter().any(is_it)
    }

    /// Reports a constructor that takes a value of its structure, which would be a copy that it makes itself. C++14 (class.copy) 6
    pub(super) fn check_copies_by_reference(
        &mut self,
        ty: TypeId,
        function: &Function,
        signature: &Signature,
    ) {
        if signature.parameters.first() == Some(&ty) && signature.required <= 1 {
            let parameter = self.ast[function.parameters].first().map(|it| self.ast[*it].ty);
            let span = parameter.map_or(function.name_span, |it| self.ast.type_span(it));
            let message =
                format!("a copy constructor must take a reference: `const thread {}&`", self.types.print(ty));
            self.error_once(rules::GRAMMAR_DECLARATION, span, &message);
        }
    }

    /// A value of a structure from arguments: by a constructor, or a copy.
    pub(super) fn construct_structure(
        &mut self,
        id: ExprId,
        to: TypeId,
        number: StructureNumber,
        arguments: &[ExprId],
    ) -> Typed {
        self.construct_by(id, to, (number, AddressSpace::Thread), arguments);
        Typed::value(to)
    }

    /// Checks an object of a structure from arguments, which begins in an address space. Returns its constructor; `None` if the value is a copy.
    pub(super) fn construct_by(
        &mut self,
        id: ExprId,
        to: TypeId,
        (number, space): (StructureNumber, AddressSpace),
        arguments: &[ExprId],
    ) -> Option<Candidate> {
        let typed = self.argument_types(arguments);
        if typed.iter().flatten().any(|typed| self.types.is_error(typed.ty)) {
            return None;
        }
        if let [Some(argument)] = typed.as_slice()
            && argument.ty == to
        {
            self.check_copy(arguments[0], *argument, Purpose::Initialisation);
            return None;
        }
        // A function of the argument's structure converts.
        if let [Some(argument)] = typed.as_slice()
            && let Some(function) = self.conversion_function(*argument, to, true)
        {
            self.note_conversion_by(arguments[0], to, Some(function));
            return None;
        }
        // An object of a derived structure is one to copy from.
        let derived = match typed.as_slice() {
            [Some(argument)] => Some(*argument).filter(|it| self.types.is_derived_from(it.ty, to)),
            _ => None,
        };
        if !self.has_constructors_in(to, space) {
            if let Some(object) = derived {
                self.copy_base(arguments[0], object, to);
            } else if let [argument] = arguments
                && matches!(self.ast[*argument], Expr::Braces(_))
            {
                // The parameter of the implicit copy constructor is initialized by the list.
                self.initialize(*argument, to, Purpose::Initialisation);
            } else if self.types.has_error(to) {
                return None;
            } else if !arguments.is_empty() && self.types.is_derived(to) {
                let message = format!("no constructor of `{}` takes these arguments", self.types.print(to));
                self.error(rules::CALL_MATCH, self.span(id), message);
            } else if !arguments.is_empty() {
                let message = format!(
                    "`{}` has no constructor: initialize its members with values in braces",
                    self.types.structure(number).name
                );
                self.error(rules::CALL_MATCH, self.span(id), message);
            }
            if arguments.is_empty() {
                self.begin_without(Without::Initializer, to, self.span(id));
            }
            return None;
        }
        let constructors = self.constructors_in(to, space, &typed);
        let candidates = self.member_candidates(to, &constructors, &typed, None);
        let viable: Vec<(usize, Vec<Rank>)> = candidates
            .iter()
            .enumerate()
            .filter_map(|(index, candidate)| {
                Some((index, self.ranks(&candidate.signature, arguments, &typed)?))
            })
            .collect();
        match self.choose(&candidates, &viable) {
            Best::One(index) => {
                let candidate = candidates[index].clone();
                self.pass(arguments, &typed, &candidate.signature.parameters);
                let span = self.span(id);
                self.check_deleted(&candidate, span);
                self.check_function_accessible(to, (to, candidate.function), None, span);
                self.note_called(id, &candidate, (span, typed.len()));
                return Some(candidate);
            }
            Best::None if let Some(object) = derived => self.copy_base(arguments[0], object, to),
            Best::None if self.types.has_error(to) || self.has_broken_constructor(to) => {}
            Best::None
                if self.is_construction_reported(id, to, (arguments, &typed), |checker| {
                    checker.constructors_in(to, space, &typed)
                }) => {}
            Best::None => {
                let message = format!("no constructor of `{}` takes these arguments", self.types.print(to));
                self.error(rules::CALL_MATCH, self.span(id), message);
            }
            Best::Several if self.have_unknown_types(&candidates, &viable) => {}
            Best::Several => {
                let message = format!(
                    "ambiguous call: several constructors of `{}` match equally well",
                    self.types.print(to)
                );
                self.error(rules::CALL_UNAMBIGUOUS, self.span(id), message);
            }
        }
        None
    }

    /// Returns true if the type of a parameter of a constructor is a mistake: it may take any arguments.
    fn has_broken_constructor(&self, ty: TypeId) -> bool {
        let constructors = self.constructors(ty);
        shader_source::steps::take(constructors.len());
        let signatures = constructors.iter().filter_map(|id| self.member_signatures.get(&(ty, *id)));
        signatures.into_iter().any(|signature| self.has_error_type(signature))
    }

    /// Checks the copy of the part of an object that a base is.
    fn copy_base(&mut self, id: ExprId, object: Typed, base: TypeId) {
        self.check_base_class(self.span(id), object.ty, base);
        self.check_copy(id, Typed { ty: base, ..object }, Purpose::Initialisation);
    }
}
