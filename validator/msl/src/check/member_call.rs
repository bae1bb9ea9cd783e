//! Calls of member functions. C++14 (over.match.funcs); Metal adds the address space of the object
//!
//! A member function has one more parameter, its object, which takes part in the choice among overloads. The object must be in the address
//! space that the function names after its parameters, `thread` if it names none.

use super::convert::Rank;
use super::overload::{Best, Candidate};
use super::scope::Declarer;
use super::{Checker, Purpose, Typed};
use crate::diagnostic::Diagnostic;
use crate::dialect::object_space;
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{
    Expr, ExprId, Function, FunctionId, Implicit, List, ReferenceQualifier, TemplateArgument,
};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, rules};
use shader_source::Span;

/// The object of a call of a member function.
#[derive(Clone, Copy, Debug)]
pub(super) enum CalledObject {
    /// Nothing: only static functions can be called.
    Missing,
    /// A value that is not in memory yet; it is put into `thread` memory.
    Value {
        /// Whether nothing may change it.
        is_const: bool,
    },
    /// An object.
    Object(Object),
}

impl CalledObject {
    /// The object that an expression is.
    pub(super) fn of(typed: Typed) -> Self {
        typed.place.map_or(Self::Value { is_const: typed.is_const_value }, |place| {
            Self::Object(Object { is_rvalue: place.is_expiring, ..place.object(typed.ty) })
        })
    }
}

/// Returns true if a member function takes objects that are `const`, as all in `constant` memory are.
pub(super) fn takes_const(function: &Function) -> bool {
    let is_constructor = function.result.is_none() && !function.is_conversion;
    function.is_const || object_space(function) == Some(AddressSpace::Constant) && !is_constructor
}

/// Returns true if the `&` or `&&` after the parameters of a member function allows an object. C++14 (over.match.funcs) 4, 5
fn takes_reference(function: &Function, object: CalledObject) -> bool {
    let is_value = match object {
        CalledObject::Missing => return true,
        CalledObject::Value { .. } => true,
        CalledObject::Object(object) => object.is_rvalue,
    };
    match function.reference {
        None => true,
        Some(ReferenceQualifier::Lvalue) => !is_value || function.is_const,
        Some(ReferenceQualifier::Rvalue) => is_value,
    }
}

impl Checker<'_> {
    /// The rank of an object for a member function; `None` if the function can't be called for it.
    pub(super) fn object_rank(&self, object: CalledObject, id: FunctionId) -> Option<Rank> {
        let function = self.ast[id];
        let takes_const = takes_const(&function);
        if function.is_without_object {
            return Some(Rank::Exact);
        }
        if !takes_reference(&function, object) {
            return None;
        }
        let object = match object {
            CalledObject::Missing => return None,
            CalledObject::Value { is_const } => {
                let is_thread = object_space(&function).is_none_or(|space| space == AddressSpace::Thread);
                let takes_it = is_thread && (takes_const || !is_const);
                return takes_it.then_some(if function.is_const { Rank::BoundConst } else { Rank::Bound });
            }
            CalledObject::Object(object) => object,
        };
        if object.space != object_space(&function).unwrap_or(AddressSpace::Thread)
            || object.is_const && !takes_const
            || object.is_volatile && !self.ast.volatile_functions.contains(&id)
        {
            return None;
        }
        Some(if object.is_const == takes_const { Rank::Bound } else { Rank::BoundConst })
    }

    /// Checks a call of a member function of a structure.
    pub(super) fn call_structure_member(
        &mut self,
        id: ExprId,
        (ty, object): (TypeId, CalledObject),
        (member, explicit): (Symbol, Option<List<TemplateArgument>>),
        list: &[ExprId],
    ) -> Typed {
        if self.declarer(ty, member, self.span(id)).is_none() {
            self.visit_all(list);
            return Typed::ERROR;
        }
        if !self.has_functions(ty, member) {
            self.visit_all(list);
            if self.types.has_unknown_base(ty) || self.unread.contains(&member) || self.types.has_error(ty) {
                return Typed::ERROR;
            }
            let message =
                format!("`{}` has no member function `{}`", self.types.print(ty), self.text(member));
            let span = match self.ast[id] {
                Expr::Call(callee, _) => self.member_span(callee, member),
                _ => self.span(id),
            };
            let number = self.types.structure_number(ty);
            let of_library = number.and_then(|number| self.rule_of_lacking(number, member));
            let found = Diagnostic::error(of_library.unwrap_or(rules::MEMBER_EXISTS), span, message);
            let found = self.did_you_mean_member(found, ty, member, span);
            self.report(found);
            return Typed::ERROR;
        }
        let typed = self.argument_types(list);
        if typed.iter().flatten().any(|typed| self.types.is_error(typed.ty)) {
            return Typed::ERROR;
        }
        let explicit = explicit.map(|list| self.template_arguments(list));
        if explicit.as_ref().is_some_and(|explicit| self.are_unknown(explicit)) {
            return Typed::ERROR;
        }
        let functions = self.functions_of_call(ty, member, &typed, explicit.is_some());
        let candidates = self.candidates_among(&functions, &typed, explicit.as_deref());
        let viable: Vec<(usize, Vec<Rank>)> = candidates
            .iter()
            .enumerate()
            .filter_map(|(index, candidate)| {
                let object = self.object_rank(object, candidate.function)?;
                let ranks = self.ranks(&candidate.signature, list, &typed)?;
                Some((index, [object].into_iter().chain(ranks).collect()))
            })
            .collect();
        match self.choose(&candidates, &viable) {
            Best::One(index) if viable.len() > 1 && self.has_error_type(&candidates[index].signature) => {
                Typed::ERROR
            }
            Best::One(index) => {
                let candidate = candidates[index].clone();
                self.pass(list, &typed, &candidate.signature.parameters);
                let span = self.span(id);
                self.check_member_covered(candidate.function, (member, span), |_| {
                    functions.iter().map(|(_, function)| *function).collect()
                });
                self.check_deleted(&candidate, span);
                let naming = self.naming_of_call(id, ty);
                self.check_called_member((naming, object), &candidate, span);
                self.note_called(id, &candidate, (span, typed.len()));
                // Only calls without an object have a value.
                let value = match object {
                    CalledObject::Missing => self.value_of_call(&candidate, span, &typed),
                    CalledObject::Value { .. } | CalledObject::Object(_) => None,
                };
                let result = self.result_type(&candidate, span);
                Typed { value, ..self.result_of_call(candidate.function, result) }
            }
            Best::None
                if self.is_for_other_target((member, self.span(id)), (list, &typed), |checker| {
                    checker.candidates_among(&functions, &typed, explicit.as_deref())
                }) =>
            {
                Typed::ERROR
            }
            Best::None => {
                let fits = candidates
                    .iter()
                    .filter(|candidate| self.ranks(&candidate.signature, list, &typed).is_some())
                    .map(|candidate| candidate.function);
                let fits: Vec<FunctionId> = fits.collect();
                let found = self.no_member_match(id, object, (member, &fits), &typed);
                self.report(found);
                Typed::ERROR
            }
            // The type of a parameter is not known, and neither is the best of several functions.
            Best::Several if self.have_unknown_types(&candidates, &viable) => Typed::ERROR,
            Best::Several => {
                let message =
                    format!("ambiguous call: several functions `{}` match equally well", self.text(member));
                self.error(rules::CALL_UNAMBIGUOUS, self.span(id), message);
                Typed::ERROR
            }
        }
    }

    /// The structure through which a call names a member function: without a path, the structure around. C++14 (class.access.base) 5
    fn naming_of_call(&self, id: ExprId, found: TypeId) -> TypeId {
        if let Expr::Call(callee, _) = self.ast[id]
            && let Expr::Name(name) = self.ast[callee]
            && self.ast[name].path.is_empty()
        {
            return self.structure_around().unwrap_or(found);
        }
        found
    }

    /// Reports the call of a member function that can't be used here, or whose object is one of several bases.
    fn check_called_member(
        &mut self,
        (naming, object): (TypeId, CalledObject),
        candidate: &Candidate,
        span: Span,
    ) {
        let Some(owner) = candidate.owner else { return };
        let is_without_object = self.ast[candidate.function].is_without_object;
        let ty = match object {
            CalledObject::Object(object) if !is_without_object => Some(object.ty),
            CalledObject::Value { .. } if !is_without_object => Some(naming),
            CalledObject::Object(_) | CalledObject::Value { .. } | CalledObject::Missing => None,
        };
        if let Some(ty) = ty
            && !self.is_one_base(ty, owner, span)
        {
            return;
        }
        self.check_function_accessible(naming, (owner, candidate.function), ty, span);
    }

    /// Reports the call of a function that is deleted.
    pub(super) fn check_deleted(&mut self, candidate: &Candidate, span: Span) {
        let function = self.ast[self.specialization_of(candidate)];
        if function.implicit == Some(Implicit::Deleted) {
            let message = format!("`{}` is deleted", self.text(function.name));
            let found =
                Diagnostic::error(rules::CALL_MATCH, span, message).label(function.name_span, "deleted here");
            self.report(found);
        }
    }

    /// Reports the copy of an object by a constructor that is deleted or private, or explicit where the copy is not written as a call of it: only
    /// `T a(b)` calls explicit constructors. C++14 (class.copy), (dcl.init) 17, (class.conv.ctor) 2
    pub(super) fn check_copy(&mut self, id: ExprId, object: Typed, purpose: Purpose) {
        let copies = |function: &FunctionId| {
            let signature = self.member_signatures.get(&(object.ty, *function))?;
            let is_copy = signature.required == 1
                && matches!(self.types.get(signature.parameters[0]), Type::Reference(of) if of.ty == object.ty);
            self.standard_rank(object, *signature.parameters.first()?).filter(|_| is_copy)
        };
        let constructors = self.constructors_for(object.ty, &[Some(object)]).into_iter();
        let copies = constructors.filter_map(|function| Some((copies(&function)?, function)));
        let (explicit, others): (Vec<_>, Vec<_>) = copies
            .partition(|(_, function)| self.ast[*function].is_explicit && purpose != Purpose::Initialisation);
        let span = self.span(id);
        if let (Some((_, copy)), true) = (explicit.first(), others.is_empty()) {
            let name = self.types.print(object.ty);
            let message = format!("the copy constructor of `{name}` is explicit: write `{name} name(value)`");
            let found = Diagnostic::error(rules::CALL_MATCH, span, message);
            self.report_once(found.label(self.ast[*copy].name_span, "declared here"));
            return;
        }
        let best = others.into_iter().min_by_key(|it| it.0);
        let Some((_, constructor)) = best else {
            self.check_value_copied(object, span);
            self.check_volatile_copied(object, span);
            return;
        };
        if self.ast[constructor].implicit == Some(Implicit::Deleted) {
            let message = format!("the copy constructor of `{}` is deleted", self.types.print(object.ty));
            let found = Diagnostic::error(rules::CALL_MATCH, span, message);
            self.report_once(found.label(self.ast[constructor].name_span, "deleted here"));
        }
        self.check_function_accessible(object.ty, (object.ty, constructor), None, span);
    }

    /// Reports the copy of a `volatile` structure, which the implicit copy constructor does not take. C++14 (class.copy) 8
    fn check_volatile_copied(&mut self, object: Typed, span: Span) {
        let is_structure = self.types.structure_number(object.ty).is_some();
        if is_structure && object.place.is_some_and(|place| place.is_volatile) {
            let name = self.types.print(object.ty);
            let message = format!(
                "a `volatile` object can't be copied: the copy constructor takes a `const thread {name}&`"
            );
            self.report_once(Diagnostic::error(rules::CONVERSION_KEEPS_CONST, span, message));
        } else if is_structure && self.has_volatile_part(object.ty) {
            let name = self.types.print(object.ty);
            let message = format!(
                "the copy constructor of `{name}` is deleted: a member is a `volatile` structure, which can't be copied"
            );
            self.report_once(Diagnostic::error(rules::CONVERSION_KEEPS_CONST, span, message));
        }
    }

    /// Returns true if a structure has a member that is a `volatile` structure, whose implicit copy constructor takes no `volatile` objects. C++14
    /// (class.copy) 11
    fn has_volatile_part(&mut self, ty: TypeId) -> bool {
        let Some(number) = self.types.structure_number(ty) else { return false };
        let members = self.types.structure(number).members.iter().filter(|member| member.is_volatile);
        let structures: Vec<_> =
            members.filter_map(|member| self.types.innermost_structure(member.ty)).collect();
        structures.into_iter().any(|number| {
            let part = self.types.intern(Type::Structure(number));
            self.constructors_for(part, &[Some(Typed::value(part))]).is_empty()
        })
    }

    /// Reports the copy of a value where the only copy constructors take objects that are not `const`. C++14 (class.copy)
    fn check_value_copied(&mut self, value: Typed, span: Span) {
        if value.place.is_some() {
            return;
        }
        let is_copy = |function: &FunctionId| {
            let signature = self.member_signatures.get(&(value.ty, *function))?;
            let [parameter] = *signature.parameters.as_slice() else { return None };
            let is_it = matches!(self.types.get(parameter), Type::Reference(of) if of.ty == value.ty);
            (is_it && self.constructs_values(*function)).then_some(*function)
        };
        let Some(copy) = self.constructors_for(value.ty, &[Some(value)]).iter().find_map(is_copy) else {
            return;
        };
        let message = format!(
            "the copy constructor of `{}` takes an object, found a value",
            self.types.print(value.ty)
        );
        let found = Diagnostic::error(rules::CALL_MATCH, span, message);
        self.report_once(found.label(self.ast[copy].name_span, "declare its parameter with `const`"));
    }

    /// The diagnostic of a call that no member function takes. Functions that take the arguments do not take the object.
    fn no_member_match(
        &self,
        id: ExprId,
        object: CalledObject,
        (member, fits): (Symbol, &[FunctionId]),
        typed: &[Option<Typed>],
    ) -> Diagnostic {
        let (name, span) = (self.text(member), self.span(id));
        let Some(first) = fits.first() else {
            let message = format!("no member function `{name}` takes ({})", self.print_all(typed));
            return Diagnostic::error(rules::CALL_MATCH, span, message);
        };
        let declared = self.ast[*first].name_span;
        let space = match object {
            CalledObject::Missing => {
                let message = format!("`{name}` must be called for an object: it is not `static`");
                return Diagnostic::error(rules::CALL_MATCH, span, message).label(declared, "declared here");
            }
            CalledObject::Value { .. } => AddressSpace::Thread,
            CalledObject::Object(object) => object.space,
        };
        if !fits.iter().any(|function| takes_reference(&self.ast[*function], object)) {
            let message = match self.ast[*first].reference {
                Some(ReferenceQualifier::Rvalue) => {
                    format!("`{name}` can only be called for a value: `&&` is after its parameters")
                }
                Some(ReferenceQualifier::Lvalue) | None => {
                    format!("`{name}` can't be called for a value: `&` is after its parameters")
                }
            };
            return Diagnostic::error(rules::CALL_MATCH, span, message).label(declared, "declared here");
        }
        let is_space = |function: &FunctionId| {
            object_space(&self.ast[*function]).unwrap_or(AddressSpace::Thread) == space
        };
        if fits.iter().any(is_space) {
            let loses_const = fits.iter().all(|function| !takes_const(&self.ast[*function]));
            let is_const = match object {
                CalledObject::Missing => false,
                CalledObject::Value { is_const } => is_const,
                CalledObject::Object(object) => object.is_const,
            };
            let word = if is_const && loses_const { "const" } else { "volatile" };
            let message = format!("`{name}` can't be called for a `{word}` object: declare it with `{word}`");
            Diagnostic::error(rules::CONVERSION_KEEPS_CONST, span, message).label(declared, "declared here")
        } else {
            let space = space.name();
            let message = format!(
                "`{name}` can't be called for an object in `{space}` memory: write `{space}` after its parameters"
            );
            Diagnostic::error(rules::CONVERSION_POINTER_SAME_SPACE, span, message)
                .label(declared, "declared here")
        }
    }

    /// Checks a call without an object in a member function; `None` if no member function has the name.
    pub(super) fn call_own_member(
        &mut self,
        id: ExprId,
        (member, explicit): (Symbol, Option<List<TemplateArgument>>),
        list: &[ExprId],
    ) -> Option<Typed> {
        let this = self.object_around();
        let ty = self.structure_around()?;
        // A base that depends on a template's parameters is not looked at. C++14 (temp.dep) 3
        let Declarer::One(declarer) = self.scopes.declarer(ty, member, false) else { return None };
        let is_member = self.has_functions(declarer, member);
        let object = this.map_or(CalledObject::Missing, CalledObject::Object);
        is_member.then(|| self.call_structure_member(id, (declarer, object), (member, explicit), list))
    }
}
