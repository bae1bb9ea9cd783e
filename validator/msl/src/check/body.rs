//! Bodies of functions: parameters, initializers of members and statements. C++14 (dcl.fct.def)

use super::lambda::Closure;
use super::scope::{Entity, Moment};
use super::{Checker, Context, FunctionKind, Purpose, Signature, Typed};
use crate::diagnostic::Diagnostic;
use crate::meaning::FunctionInstance;
use crate::types::TypeId;
use cxx_validator::ast::{Expr, ExprId, Function, RestrictionSet, VariableId};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use rustc_hash::FxHashSet;
use shader_source::Span;

impl Checker<'_> {
    /// Checks the body of a function with this number.
    pub(super) fn body(&mut self, number: usize, signature: &Signature) {
        let id = self.instances[number].function;
        let targets = self.targets_of(id);
        let has_other_calls = self.body_for(targets, number, signature);
        if has_other_calls {
            self.body_for_host(number, signature);
        }
    }

    /// Checks the body of a function with this number as code for these targets. Returns true if it may call other functions on the host than on the
    /// accelerator.
    pub(super) fn body_for(&mut self, targets: RestrictionSet, number: usize, signature: &Signature) -> bool {
        let FunctionInstance { function: id, this, .. } = self.instances[number];
        let function = self.ast[id];
        // It makes instances where their names are written, which is the place of what is wrong with them.
        self.check_complete(&function, signature);
        self.make_types_of(&function, signature, targets);
        let deduced = function.result.filter(|result| self.is_auto(*result)).map(|result| (result, None));
        let context = Context {
            result: deduced.is_none().then_some(signature.result),
            deduced,
            number: Some(number),
            this,
            is_constructor: this.is_some() && function.result.is_none(),
            is_of_template: self.is_of_template(number) || self.ast.is_template(id),
            first_expr: function.first_expr as usize,
            kind: Some(FunctionKind::of(&function)),
            restrictions: targets,
            is_again_for_host: self.is_amp() && targets != self.restrictions_of(id),
            ..Context::default()
        };
        let limit = self.scopes.set_limit(self.limit_of(number));
        let outer = core::mem::replace(&mut self.function, context);
        let mark = self.scopes.open();
        let initializers = self.ast[function.initializers].to_vec();
        // What an initializer begins is a member, whose name a parameter may have as well: `S(int a) : a(a)`. C++14 (class.base.init) 2
        let members: Vec<Option<Typed>> =
            initializers.iter().map(|it| self.initialized_member(*it)).collect();
        self.check_amp_signature(id, signature);
        self.check_literal_signature(&function, signature);
        self.declare_parameters(&function, signature);
        let mut begun = FxHashSet::default();
        for (initializer, member) in initializers.into_iter().zip(members) {
            self.check_begun_once(initializer, &mut begun);
            if let Some(member) = member {
                self.member_initializer(initializer, member);
            }
        }
        let is_union = |number| self.types.structure(number).is_union;
        if begun.len() > 1 && this.and_then(|this| self.types.structure_number(this.ty)).is_some_and(is_union)
        {
            // C++14 (class.base.init) 8
            let message = "a constructor can only initialize one member of a union";
            self.error_once(rules::INITIALISER_COUNT, function.name_span, message);
        }
        if let (true, Some(this)) = (self.function.is_constructor, this) {
            self.check_members_begin(id, this.ty);
        }
        if let Some(body) = function.body {
            self.function.has_mistake |= self.has_error_of_parser(self.ast.stmt_span(body));
            self.function_body(body);
            self.note_unknown_types(body);
            let returns = self.always_returns(body);
            self.note_body(body);
            let needs_value =
                signature.result != TypeId::VOID && function.result.is_some() && deduced.is_none();
            if needs_value && !returns && !self.types.is_error(signature.result) {
                self.lacks_return(number, &function);
            }
        }
        self.scopes.close(mark);
        self.scopes.set_limit(limit);
        let mut context = core::mem::replace(&mut self.function, outer);
        if context.has_mistake || context.calls.iter().any(|(called, _)| self.broken_bodies.contains(called))
        {
            self.broken_bodies.insert(number);
        }
        let instance = &mut self.instances[number];
        instance.locals = core::mem::take(&mut context.locals);
        instance.references = core::mem::take(&mut context.references);
        // Default arguments of other declarations have calls, too.
        instance.calls.append(&mut context.calls);
        instance.library_calls.append(&mut context.library_calls);
        instance.later.append(&mut context.later);
        instance.device_write = context.device_write;
        if let Some((_, deduced)) = context.deduced {
            // The mistake may be in a `return`.
            let otherwise = if context.has_mistake { TypeId::ERROR } else { TypeId::VOID };
            instance.result = deduced.unwrap_or(otherwise);
            self.undeduced.remove(&number);
        }
        instance.body = context.take_body();
        context.has_other_calls.get()
    }

    /// Reports a function with a result whose end can be reached.
    fn lacks_return(&mut self, number: usize, function: &Function) {
        let name = self.text(function.name);
        // The host's `main` needs none, and a function that any other function of the host calls may end the program. C++14 (basic.start.main) 5
        if self.is_amp() && !self.is_host_code() && !self.function.returns {
            let message = format!("`{name}` must return a value, but has no `return`");
            let found = Diagnostic::error(amp_spec::rules::RETURN_PRESENT, function.name_span, message);
            self.lacks_any_return(self.instances[number].function, function, found);
            return;
        }
        let message = format!("`{name}` must return a value on every path");
        let found = Diagnostic::error(rules::RETURN_EVERY_PATH, function.name_span, message);
        // No call of it would be a constant. C++14 (dcl.constexpr) 5
        let is_never_constant = function.is_constexpr && !self.function.returns;
        self.report(if is_never_constant { found } else { found.warning() });
    }

    /// Returns true if the parser reported something in a part of the source, of which the tree may show nothing.
    fn has_error_of_parser(&self, span: Span) -> bool {
        let first = self.places_of_parser.partition_point(|place| *place < span.lo);
        self.places_of_parser.get(first).is_some_and(|place| *place < span.hi)
    }

    /// Makes the structures that a function with a body has as parameters and result. A pipeline has the structures that arguments lead to,
    /// and so has the host that calls a function of a program in C++ AMP.
    fn make_types_of(&mut self, function: &Function, signature: &Signature, targets: RestrictionSet) {
        for ty in signature.parameters.iter().chain([&signature.result]) {
            self.make(*ty, function.name_span);
            if function.entry.is_some() || targets == super::amp::CPU {
                self.make_referent(*ty, function.name_span);
            }
        }
    }

    /// Returns true if a function, whose scope is the present one, is an instance of a template or in one.
    pub(super) fn is_of_template(&self, number: usize) -> bool {
        let has_arguments = |ty| {
            let structure = self.types.structure_number(ty);
            structure.is_some_and(|number| !self.types.structure(number).arguments.is_empty())
        };
        self.closure_of(number).is_some_and(|closure| closure.is_of_template)
            || !self.instances[number].arguments.is_empty()
            || self.scopes.structures_around().any(has_arguments)
    }

    /// The lambda expression whose function an instance is.
    fn closure_of(&self, number: usize) -> Option<&Closure> {
        self.closures.get(&self.instances[number].this?.ty)
    }

    /// The moment after which names are not visible in a body, whose scope is the present one: a template is declared then, or the structure
    /// template that has it as a member. C++14 (temp.nondep)
    fn limit_of(&self, number: usize) -> Option<Moment> {
        let id = self.instances[number].function;
        if let Some(closure) = self.closure_of(number) {
            return closure.limit;
        }
        if !self.is_of_template(number) && !self.ast.is_template(id) {
            return None;
        }
        self.scopes.moment_of_function(id).or_else(|| self.limit_of_structure())
    }

    /// The moment after which names are not visible in the structure templates around the present place.
    pub(super) fn limit_of_structure(&self) -> Option<Moment> {
        let outermost = self.scopes.structures_around().last()?;
        let declaration = self.declaration_of(outermost)?;
        let own = self.scopes.moment_of_template(declaration);
        own.or_else(|| self.scopes.moment_of_template(self.original(declaration)))
    }

    /// The block of a function has the scope of its parameters.
    fn function_body(&mut self, body: cxx_validator::ast::StmtId) {
        let cxx_validator::ast::Stmt::Block(list) = self.ast[body] else { return };
        for statement in self.ast[list].iter().copied() {
            self.statement(statement);
        }
    }

    fn declare_parameters(&mut self, function: &Function, signature: &Signature) {
        let parameters = self.ast[function.parameters].to_vec();
        // A default argument can't use the parameters. C++14 (dcl.fct.default) 9
        for (index, (parameter, ty)) in parameters.iter().zip(&signature.parameters).enumerate() {
            if let Some(default) = self.ast[*parameter].initializer {
                self.default_of_parameter(index, default, *ty);
            }
        }
        for (parameter, ty) in parameters.iter().zip(&signature.parameters) {
            let variable = self.ast[*parameter];
            if let Some(name) = variable.name {
                self.check_reserved(name, variable.name_span);
            }
            self.declare_parameter(*parameter, *ty);
        }
    }

    /// Declares a parameter in the present scope. The parser has reported names that are there twice.
    fn declare_parameter(&mut self, id: VariableId, ty: TypeId) {
        let variable = self.ast[id];
        let object = self.parameter_object(&variable, ty);
        self.function.locals.insert(id, object);
        if let Some(name) = variable.name {
            self.scopes.declare_local(name, Entity::Variable(id, object, None));
        }
    }

    /// Reports a member that a constructor initializes twice. C++14 (class.base.init) 3
    fn check_begun_once(&mut self, id: ExprId, begun: &mut FxHashSet<Symbol>) {
        if let Expr::Assign(_, member, _) = self.ast[id]
            && let Expr::Name(name) = self.ast[member]
            && !begun.insert(self.ast[name].name)
        {
            let message = format!("`{}` is already initialized", self.text(self.ast[name].name));
            self.error(rules::NAME_REDEFINITION, self.span(member), message);
        }
    }

    /// The member or base that an initializer of a constructor begins; `None` if it is a call of a different constructor.
    fn initialized_member(&mut self, id: ExprId) -> Option<Typed> {
        let Expr::Assign(None, member, _) = self.ast[id] else { return None };
        Some(self.initialized_base(member).unwrap_or_else(|| self.expression(member)))
    }

    /// `member(value)` before the body of a constructor.
    fn member_initializer(&mut self, id: ExprId, typed: Typed) {
        let Expr::Assign(None, _, value) = self.ast[id] else { return };
        if let Expr::Braces(items) = self.ast[value]
            && self.ast.parenthesised_lists.contains(&value)
        {
            let values: Vec<ExprId> = self.ast[items].iter().map(|item| item.value).collect();
            match values.as_slice() {
                [only] if self.begins_by_conversion(*only, typed.ty) => {
                    self.initialize(*only, typed.ty, Purpose::Initialisation);
                }
                _ => _ = self.construct(value, typed.ty, &values),
            }
            self.note(value, Typed::value(typed.ty));
        } else {
            self.initialize(value, typed.ty, Purpose::Initialisation);
        }
        self.note(id, typed);
    }
}
