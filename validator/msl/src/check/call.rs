//! Calls of functions by name. Section 1.4.1; C++14 (over.call)

use super::amp::Misuse;
use super::convert::Rank;
use super::member_call::CalledObject;
use super::name::Meaning;
use super::overload::{Best, Candidate};
use super::scope::{Entity, Found};
use super::{Checker, Purpose, Typed, Value};
use crate::diagnostic::Diagnostic;
use crate::meaning::{Callee, Variant};
use crate::types::{Argument, NamedFunctions, Overloads, Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, FunctionId, List, Literal, NameId, QualifiedName};
use msl_spec::{Availability, rules};
use shader_source::Span;

impl Checker<'_> {
    /// A call.
    pub(super) fn call(&mut self, id: ExprId, callee: ExprId, arguments: List<ExprId>) -> Typed {
        // A call takes as much stack as two other levels.
        if !self.enter(self.span(id)) {
            return Typed::ERROR;
        }
        let typed = self.call_here(id, callee, arguments);
        self.leave();
        typed
    }

    pub(super) fn call_here(&mut self, id: ExprId, callee: ExprId, arguments: List<ExprId>) -> Typed {
        if let Some(result) = self.call_object(id, callee, arguments) {
            return result;
        }
        let list = self.ast[arguments].to_vec();
        match self.ast[callee] {
            Expr::Name(name) => {
                let typed =
                    self.with_texts(self.ast[name].name, |checker| checker.call_name(id, name, &list));
                self.visit_texts(name, &list);
                typed
            }
            Expr::Member(base, member) | Expr::Arrow(base, member) => {
                self.call_member(id, callee, (base, member), &list)
            }
            Expr::Error => {
                self.visit_all(&list);
                Typed::ERROR
            }
            _ => {
                let typed = self.expression(callee);
                self.visit_all(&list);
                if !self.types.is_error(typed.ty) {
                    let message = format!("`{}` can't be called", self.types.print(typed.ty));
                    self.error(rules::CALL_CALLABLE, self.span(callee), message);
                }
                Typed::ERROR
            }
        }
    }

    /// Reports texts among the arguments of a function that exists.
    fn visit_texts(&mut self, name: NameId, list: &[ExprId]) {
        if self.is_amp() || self.function.undeclared.contains(&self.ast[name].name) {
            return;
        }
        for argument in list {
            if matches!(self.ast[*argument], Expr::Literal(Literal::Text(_))) {
                self.expression(*argument);
            }
        }
    }

    pub(super) fn visit_all(&mut self, list: &[ExprId]) {
        for argument in list {
            // The function may be one that takes a text.
            if !matches!(self.ast[*argument], Expr::Literal(Literal::Text(_))) {
                self.visit(*argument);
            }
        }
    }

    pub(super) fn call_name(&mut self, id: ExprId, name: NameId, list: &[ExprId]) -> Typed {
        let (symbol, span) = (self.ast[name].name, self.ast[name].name_span);
        let explicit = self.ast[name].arguments;
        if self.is_operator_of_host(symbol) {
            return Typed::ERROR;
        }
        if self.ast[name].path.is_empty()
            && !self.scopes.has_local_functions(symbol)
            && let Some(typed) = self.call_own_member(id, (symbol, explicit), list)
        {
            return typed;
        }
        // Parentheses around the name keep the namespaces of the arguments out. C++14 (basic.lookup.argdep) 1
        let looks_beside = !self.ast.parenthesised_calls.contains(&id);
        if looks_beside && let Some(functions) = self.functions_beside_arguments(name, list) {
            let explicit = self.ast[name].arguments.map(|list| self.template_arguments(list));
            return self.call_functions(id, name, (&functions, explicit), list);
        }
        if looks_beside && let Some(function) = self.library_beside_arguments(name, list) {
            let explicit = self.explicit_variable(name);
            return self.call_library(id, span, (function, None), explicit, list);
        }
        if self.is_found_by_arguments(name, list) {
            return Typed::ERROR;
        }
        match self.meaning(name) {
            Meaning::MemberFunctions(ty) => {
                let own = self.object_around().filter(|this| self.is_of(this.ty, ty));
                let object = own.map_or(CalledObject::Missing, CalledObject::Object);
                self.call_structure_member(id, (ty, object), (symbol, explicit), list)
            }
            Meaning::Entity(Entity::Functions(functions)) => {
                let explicit = self.ast[name].arguments.map(|list| self.template_arguments(list));
                self.call_functions(id, name, (&functions, explicit), list)
            }
            Meaning::Entity(Entity::FunctionArgument(known)) => {
                let NamedFunctions { functions, explicit, .. } = self.types.named_functions(known).clone();
                self.call_functions(id, name, (&functions, explicit), list)
            }
            Meaning::Functions(function, variant) => {
                let explicit = self.explicit_variable(name);
                self.call_library(id, span, (function, variant), explicit, list)
            }
            Meaning::Option(option) => {
                self.note_callee(id, Callee::Option(option));
                self.construct_option(id, option, list);
                Typed::value(self.types.intern(Type::Option(option)))
            }
            Meaning::Entity(Entity::Variable(_, object, _) | Entity::Member(object)) => {
                self.visit_all(list);
                if self.types.is_error(object.ty)
                    || self.is_pointer_to_function(object.ty)
                    || self.check_kernel_called((Typed::value(object.ty), span), &[])
                {
                    return Typed::ERROR;
                }
                if let Type::Function(_) = self.types.get(object.ty) {
                    let message = cxx_validator::unsupported::FUNCTION_IN_FUNCTION.message();
                    self.error(rules::UNSUPPORTED_FEATURE, span, message);
                    return Typed::ERROR;
                }
                let text = self.text(symbol).to_owned();
                if self.scopes.hides_function(symbol) || !msl_spec::functions(&text).is_empty() {
                    let message = format!("`{text}` is a variable here, which shadows the function");
                    self.error(rules::NAME_NOT_HIDDEN, span, message);
                } else {
                    let ty = self.types.print(object.ty);
                    let message = format!("can't call `{text}`: it is an object of type `{ty}`");
                    self.error(rules::CALL_CALLABLE, span, message);
                }
                Typed::ERROR
            }
            Meaning::Unknown => {
                self.visit_all(list);
                Typed::ERROR
            }
            // A function that is a parameter of a template without instances.
            Meaning::Entity(Entity::Type(ty) | Entity::Number(ty, _)) if self.types.is_error(ty) => {
                self.visit_all(list);
                Typed::ERROR
            }
            Meaning::Entity(_)
            | Meaning::Type(_)
            | Meaning::LibraryEnumeration(_)
            | Meaning::Enumerator(_)
            | Meaning::Constant(..) => {
                self.visit_all(list);
                let message = format!("`{}` can't be called", self.text(symbol));
                self.error(rules::CALL_CALLABLE, span, message);
                Typed::ERROR
            }
        }
    }

    /// The functions that a name without a path means in a call, if the namespaces that declare the types of the arguments have some: these, and those in
    /// scope. C++14 (basic.lookup.argdep)
    pub(super) fn functions_beside_arguments(&mut self, name: NameId, list: &[ExprId]) -> Option<Overloads> {
        let symbol = self.ast[name].name;
        if !self.ast[name].path.is_empty() {
            return None;
        }
        let mut functions = match self.scopes.find(symbol) {
            Found::Entity(Entity::Functions(functions)) => functions,
            Found::Entity(_) | Found::Ambiguous => return None,
            // `<` begins arguments after a name that is visible only. C++14 (temp.arg.explicit) 8
            Found::Library | Found::LibraryWithoutNamespace if self.ast[name].arguments.is_some() => {
                return None;
            }
            Found::Library | Found::LibraryWithoutNamespace => Overloads::default(),
        };
        let mut has_more = false;
        let typed = self.argument_types(list);
        let have_friends = self.have_friends(symbol, &typed);
        for typed in typed.into_iter().flatten() {
            for ty in self.associated_types(typed) {
                has_more |= functions.join(self.scopes.functions_beside(ty, symbol));
            }
        }
        (has_more || have_friends).then_some(functions)
    }

    /// The types whose namespaces and friends an argument brings into a call: its own type, or the type that it points to, the types among the
    /// template arguments of that, their bases, and the structures that declare them. C++14 (basic.lookup.argdep) 2
    pub(super) fn associated_types(&self, typed: Typed) -> Vec<TypeId> {
        let mut found = vec![self.pointed(typed).map_or(typed.ty, |object| object.ty)];
        let (mut around, mut next) = (Vec::new(), 0);
        while let Some(ty) = found.get(next).copied() {
            next += 1;
            shader_source::steps::take(1);
            around.extend(self.scopes.structure_that_declares(ty));
            let Some(number) = self.types.structure_number(ty) else { continue };
            let bases: Vec<TypeId> = self.types.bases(number).map(|(_, base)| base.ty).collect();
            found.extend(bases.into_iter().filter(|base| !found.contains(base)).collect::<Vec<_>>());
            for argument in &self.types.structure(number).arguments {
                if let Argument::Type(ty) = *argument
                    && !found.contains(&ty)
                {
                    found.push(ty);
                }
            }
        }
        around.retain(|ty| !found.contains(ty));
        found.extend(around);
        found
    }

    /// Returns true if the functions that a name without a path means in a template depend on its arguments: no function is visible, and the type of an
    /// argument is not known before the template is used. C++14 (temp.dep)
    fn is_found_by_arguments(&mut self, name: NameId, list: &[ExprId]) -> bool {
        let QualifiedName { path, name: symbol, .. } = self.ast[name];
        let is_visible = match self.scopes.find(symbol) {
            Found::Entity(_) | Found::Ambiguous => true,
            Found::Library => self.is_of_library(symbol) || self.unread.contains(&symbol),
            // `max(x, T())` means a function of the library only if the type of an argument is of the library.
            Found::LibraryWithoutNamespace => {
                let is_function = !msl_spec::functions(self.text(symbol)).is_empty();
                (!is_function && self.is_of_library(symbol)) || self.unread.contains(&symbol)
            }
        };
        if !self.function.is_of_template || !path.is_empty() || is_visible {
            return false;
        }
        // In an instance of the structure, the type of an argument may depend on the arguments of that.
        let is_member_of_instance = !list.is_empty()
            && self.scopes.structures_around().any(|ty| {
                self.types
                    .structure_number(ty)
                    .is_some_and(|it| !self.types.structure(it).arguments.is_empty())
            });
        let is_unused =
            self.function.number.is_some_and(|it| self.are_unknown(&self.instances[it].arguments));
        let typed = self.argument_types(list);
        is_member_of_instance && is_unused || typed.into_iter().flatten().any(|it| self.types.is_error(it.ty))
    }

    /// The function of the library that a name without a path means in a call although the program does not say `using namespace metal`: the library
    /// declares the type of an argument. C++14 (basic.lookup.argdep)
    fn library_beside_arguments(&mut self, name: NameId, list: &[ExprId]) -> Option<&'static str> {
        let QualifiedName { path, name, .. } = self.ast[name];
        if !path.is_empty() || !matches!(self.scopes.find(name), Found::LibraryWithoutNamespace) {
            return None;
        }
        let function = msl_spec::functions(self.text(name)).first()?;
        let mut arguments = self.argument_types(list).into_iter().flatten();
        let is_found = arguments.any(|typed| {
            let ty = self.pointed(typed).map_or(typed.ty, |object| object.ty);
            self.types.is_of_library(ty)
        });
        is_found.then_some(function.name)
    }

    /// The types of arguments; braced lists have none yet.
    pub(super) fn argument_types(&mut self, list: &[ExprId]) -> Vec<Option<Typed>> {
        list.iter()
            .map(|argument| {
                if let Expr::Braces(_) = self.ast[*argument] {
                    return None;
                }
                // It is reported with the call: the function may not exist.
                let has_texts = self.is_amp() || self.dialect.version() > Availability::NEWEST_PINNED;
                if matches!(self.ast[*argument], Expr::Literal(Literal::Text(_))) && !has_texts {
                    return Some(Typed::ERROR);
                }
                let typed = self.expression(*argument);
                // A pointer may be to a base, and the functions next to its type may be meant.
                self.make_referent(typed.ty, self.span(*argument));
                Some(typed)
            })
            .collect()
    }

    /// Returns the part of the library whose functions are overloads of the functions of the program that a name means.
    #[allow(
        clippy::option_option,
        reason = "there are such functions or none, in a part of the library or in all of it"
    )]
    fn library_overloads(&mut self, name: NameId) -> Option<Option<Variant>> {
        let name = self.ast[name];
        if name.path.is_empty() {
            self.scopes.is_library_beside(name.name).then_some(None)
        } else {
            self.extended_library(&name)
        }
    }

    /// A call of one of several functions of the program.
    pub(super) fn call_functions(
        &mut self,
        id: ExprId,
        name: NameId,
        (functions, explicit): (&Overloads, Option<Vec<Argument>>),
        list: &[ExprId],
    ) -> Typed {
        let typed = self.argument_types(list);
        if typed.iter().flatten().any(|typed| self.types.is_error(typed.ty)) {
            self.make_in_spite_of_errors(functions, &typed, (explicit.as_deref(), self.ast[name].name_span));
            return self.result_in_spite_of_errors(functions);
        }
        if explicit.as_ref().is_some_and(|explicit| self.are_unknown(explicit)) {
            return Typed::ERROR;
        }
        let likely = self.functions_for(functions, &typed, explicit.is_some());
        let mut candidates = self.candidates(&likely, &typed, explicit.as_deref());
        if self.ast[name].path.is_empty() && !self.ast.parenthesised_calls.contains(&id) {
            self.add_friends(self.ast[name].name, &typed, explicit.as_deref(), &mut candidates);
        }
        let viable: Vec<(usize, Vec<Rank>)> = candidates
            .iter()
            .enumerate()
            .filter_map(|(index, candidate)| Some((index, self.ranks(&candidate.signature, list, &typed)?)))
            .collect();
        let span = self.ast[name].name_span;
        let chosen = self.choose(&candidates, &viable);
        if let Some(variant) = self.library_overloads(name) {
            // A function of the library must be better than the function of the program that is called without it, or than each of several.
            let is_rival = |index: usize| match chosen {
                Best::One(best) => index == best,
                Best::None | Best::Several => true,
            };
            let rivals = viable.iter().filter(|(index, _)| is_rival(*index));
            let own: Vec<&[Rank]> = rivals.map(|(_, ranks)| ranks.as_slice()).collect();
            let text = self.names.text(self.ast[name].name);
            if let Some(library) = self.better_library_function((text, variant), &own, &typed) {
                return self.call_library(id, span, (library, variant), None, list);
            }
        }
        match chosen {
            // The type of a parameter is not known, and neither is the best of several functions.
            Best::One(index) if viable.len() > 1 && self.has_error_type(&candidates[index].signature) => {
                Typed::ERROR
            }
            Best::One(index) => {
                let candidate = candidates[index].clone();
                let called = (self.ast[name].name, span);
                self.check_covered(
                    candidate.function,
                    called,
                    functions,
                    (list, &typed),
                    explicit.as_deref(),
                );
                self.call_candidate(id, span, &candidate, list, &typed)
            }
            Best::None
                if self.is_for_other_target((self.ast[name].name, span), (list, &typed), |checker| {
                    checker.candidates(&likely, &typed, explicit.as_deref())
                }) =>
            {
                Typed::ERROR
            }
            // A declaration of it could not be read, or has a default argument that is a mistake: the call may be right.
            Best::None if self.unread.contains(&self.ast[name].name) => Typed::ERROR,
            Best::None => {
                if !self.deduction_fails(name, functions, &typed, explicit.as_deref()) {
                    let explicit = explicit.as_deref().unwrap_or_default();
                    self.no_match((span, self.ast[name].name), functions, (list, &typed), explicit);
                }
                Typed::ERROR
            }
            Best::Several if self.have_unknown_types(&candidates, &viable) => Typed::ERROR,
            Best::Several => {
                let text = self.text(self.ast[name].name).to_owned();
                let mut viable = viable.iter().map(|(index, _)| candidates[*index].function);
                let of_library =
                    viable.find_map(|function| self.rule_of_function(function, Misuse::Ambiguous));
                self.error(
                    of_library.unwrap_or(rules::CALL_UNAMBIGUOUS),
                    span,
                    format!("ambiguous call: several functions `{text}` match equally well"),
                );
                Typed::ERROR
            }
        }
    }

    /// Returns true if a type of one of the functions that fit is a mistake, or depends on a parameter of a template that nothing uses.
    pub(super) fn have_unknown_types(&self, candidates: &[Candidate], viable: &[(usize, Vec<Rank>)]) -> bool {
        viable.iter().any(|(index, _)| self.has_error_type(&candidates[*index].signature))
    }

    /// Makes the instance of a template that host code calls with arguments of which some are not known, if the others determine it: its kernels are part
    /// of the program.
    fn make_in_spite_of_errors(
        &mut self,
        functions: &Overloads,
        typed: &[Option<Typed>],
        (explicit, span): (Option<&[Argument]>, Span),
    ) {
        let Some(function) =
            functions.only().filter(|only| self.is_host_code() && self.ast.is_template(*only))
        else {
            return;
        };
        let known = |typed: &Option<Typed>| typed.filter(|typed| !self.types.is_error(typed.ty));
        let known: Vec<Option<Typed>> = typed.iter().map(known).collect();
        if let Some(candidate) = self.deduce((function, None), &known, explicit.unwrap_or_default()) {
            self.instance_of(&candidate, span);
        }
    }

    /// The result that all candidates have, so that one mistake is one diagnostic.
    fn result_in_spite_of_errors(&self, functions: &Overloads) -> Typed {
        let signature = functions.only().and_then(|only| self.functions.get(&only));
        signature.map_or(Typed::ERROR, |signature| self.result_of(signature.result))
    }

    /// A value that a function returns, or an object if it returns a reference.
    pub(super) fn result_of(&self, ty: TypeId) -> Typed {
        match self.types.get(ty) {
            Type::Reference(object) => Typed::referent(object),
            _ => Typed::value(ty),
        }
    }

    /// The result of a call of a function of the program, of this type.
    pub(super) fn result_of_call(&self, function: FunctionId, ty: TypeId) -> Typed {
        let is_const = self.ast[function].result.is_some_and(|result| self.is_const_syntax(result));
        let is_const_value = is_const && self.types.structure_number(ty).is_some();
        Typed { is_const_value, ..self.result_of(ty) }
    }

    pub(super) fn call_candidate(
        &mut self,
        id: ExprId,
        span: Span,
        candidate: &Candidate,
        list: &[ExprId],
        typed: &[Option<Typed>],
    ) -> Typed {
        let signature = candidate.signature.clone();
        self.pass(list, typed, &signature.parameters);
        let function = self.ast[candidate.function];
        if function.entry.is_some() {
            let message = format!("entry point `{}` can't be called", self.text(function.name));
            self.error(rules::ENTRY_POINT_NOT_CALLED, span, message);
        }
        self.check_deleted(candidate, span);
        self.check_atomic_places(candidate.function, list);
        self.note_called(id, candidate, (span, typed.len()));
        let value = self.value_of_call(candidate, span, typed);
        let result = self.result_type(candidate, span);
        Typed { value, ..self.result_of_call(candidate.function, result) }
    }

    /// Notes the function that an expression calls with this many arguments. C++14 (expr) 8: an operand that is not evaluated calls nothing.
    pub(super) fn note_called(&mut self, id: ExprId, candidate: &Candidate, (span, given): (Span, usize)) {
        let is_evaluated = self.function.unevaluated == 0;
        if let Some(instance) = self.instance_of(candidate, span) {
            self.check_defaults_used((instance, span), given, &candidate.signature);
            self.function.calls.extend(is_evaluated.then_some((instance, span)));
            self.note_callee(id, Callee::Function(instance));
        } else if self.ast[candidate.function].implicit.is_none() {
            self.function.later.extend(is_evaluated.then_some((candidate.function, span)));
            self.note_later_callee(id, candidate, span);
        }
    }

    /// The type of the result of a function that is called: the type that its body says, if it is written as `auto`.
    pub(super) fn result_type(&mut self, candidate: &Candidate, span: Span) -> TypeId {
        let is_auto = self.ast[candidate.function].result.is_some_and(|result| self.is_auto(result));
        if let Some(number) = self.instance_of(candidate, span).filter(|_| is_auto) {
            // The bodies of member functions are checked in their order. The recursion of a function is a mistake of its own.
            let is_itself =
                self.function.number == Some(number) || !self.instances[number].arguments.is_empty();
            if self.undeduced.contains(&number) && !is_itself || self.has_later_body(candidate) {
                self.not_deduced_yet(candidate, span);
            }
            return self.instances[number].result;
        }
        let is_known = !self.types.is_error(candidate.signature.result);
        if is_auto && !is_known && self.has_no_body(candidate) {
            self.not_deduced_yet(candidate, span);
        }
        candidate.signature.result
    }

    /// Reports the use of a function whose result is `auto` before its body. C++14 (dcl.spec.auto) 11
    fn not_deduced_yet(&mut self, candidate: &Candidate, span: Span) {
        let name = self.text(self.ast[candidate.function].name);
        let message = format!("`{name}` must be defined before its use: its return type is `auto`");
        self.report_once(Diagnostic::error(rules::VARIABLE_AUTO_INITIALISED, span, message));
    }

    /// Returns true for a template that the structure of the present function declares after it: its body comes later. C++14 (class.mem) 6
    fn has_later_body(&self, candidate: &Candidate) -> bool {
        let Some(number) = self.function.number.filter(|_| !self.function.is_of_template) else {
            return false;
        };
        let present = self.ast[self.instances[number].function];
        let called = self.ast[candidate.function];
        self.ast.is_template(candidate.function)
            && candidate
                .owner
                .is_some_and(|owner| self.scopes.structures_around().any(|around| around == owner))
            && present.path.is_empty()
            && called.name_span.lo > present.name_span.lo
    }

    /// Returns true if a function was declared without a body up to here.
    fn has_no_body(&self, candidate: &Candidate) -> bool {
        candidate.owner.is_none()
            && !self.ast.is_template(candidate.function)
            && self.ast[candidate.function].body.is_none()
    }

    /// The value of a call of a `constexpr` function with constants.
    pub(super) fn value_of_call(
        &mut self,
        candidate: &Candidate,
        span: Span,
        typed: &[Option<Typed>],
    ) -> Option<Value> {
        if !self.ast[candidate.function].is_constexpr {
            return None;
        }
        let parameters = candidate.signature.parameters.iter();
        let values = typed.iter().zip(parameters).map(|(typed, parameter)| {
            let typed = (*typed)?;
            let parameter = self.result_of(*parameter).ty;
            if self.types.scalar_of(parameter).is_some() {
                self.converted_value(typed, parameter)
            } else {
                // A constructor may convert it, which only the evaluation of the whole call does.
                typed.value.filter(|_| typed.ty == parameter)
            }
        });
        let values: Vec<Value> = values.collect::<Option<_>>()?;
        let number = self.instance_of(candidate, span)?;
        self.constant_call(number, &values, span)
    }

    /// Converts arguments to the types of parameters.
    pub(super) fn pass(&mut self, list: &[ExprId], typed: &[Option<Typed>], parameters: &[TypeId]) {
        for ((argument, typed), parameter) in list.iter().zip(typed).zip(parameters) {
            match typed {
                Some(typed) => _ = self.convert(*argument, *typed, *parameter, Purpose::Argument),
                None => _ = self.initialize(*argument, *parameter, Purpose::Argument),
            }
        }
    }
}
