//! Lambda expressions. C++14 (expr.prim.lambda)
//!
//! A lambda expression makes a structure with `operator()` where it is written, each time that it is checked: an instance of a template has a
//! structure of its own. The captures are its members. Their names hide the variables around in the body, whose scopes are kept with the
//! structure: a generic lambda is instantiated where it is called.

use super::scope::{Aside, Entity, Moment, NumberOfNames};
use super::{Checker, Place, Purpose, Typed};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{Aggregate, AggregatePart};
use crate::types::{MemberType, Object, Type, TypeId};
use cxx_validator::CAPTURED_THIS;
use cxx_validator::ast::{
    Access, Capture, CaptureKind, CaptureMode, Expr, ExprId, Lambda, LambdaId, VariableId,
};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, rules};
use rustc_hash::FxHashSet;
use shader_source::Span;

/// The maximum number of names of functions that generic lambdas keep, with their instances.
const MOST_NAMES: usize = 1 << 22;

/// The count of names once a program has too many, which is reported once.
const TOO_MANY_NAMES: usize = usize::MAX;

/// The place of a lambda expression, as its body sees it.
#[derive(Debug)]
pub(super) struct Closure {
    /// The names of the function around, for instances of a generic lambda.
    pub(super) scopes: Aside,
    /// The place before its own names among the names of functions.
    first: NumberOfNames,
    /// The moment up to which names of namespaces are visible.
    pub(super) limit: Option<Moment>,
    /// Whether it is in an instance of a template.
    pub(super) is_of_template: bool,
    /// The object of the member function around, if there is one.
    this: Option<Object>,
    /// Whether it captures `this`.
    has_this: bool,
    /// The place for a further capture.
    end_of_captures: Span,
    /// Whether there is a capture before that place.
    has_captures: bool,
}

/// The members of a closure, and the expressions that they begin with.
#[derive(Default)]
struct Captured {
    members: Vec<MemberType>,
    values: Vec<ExprId>,
    names: FxHashSet<Symbol>,
    has_this: bool,
}

impl Captured {
    fn add(&mut self, member: MemberType, value: ExprId) {
        self.names.extend(member.name);
        self.members.push(member);
        self.values.push(value);
    }
}

impl Checker<'_> {
    /// The object that a lambda expression is.
    pub(super) fn lambda(&mut self, id: ExprId, lambda: LambdaId) -> Typed {
        let lambda = self.ast[lambda];
        if lambda.default.is_some() && self.function.kind.is_none() && self.function.this.is_none() {
            let message = "a lambda expression outside of functions has nothing to capture: write `[]`";
            self.error(rules::GRAMMAR_EXPRESSION, lambda.end_of_captures, message);
        }
        let mut captured = Captured::default();
        for capture in self.ast[lambda.captures].iter().copied() {
            self.capture(capture, &mut captured);
        }
        self.implicit_captures(&lambda, &mut captured);
        let values = core::mem::take(&mut captured.values);
        let ty = self.closure(&lambda, captured);
        let parts = values.into_iter().enumerate();
        let parts = parts.map(|(at, value)| (at as u32, AggregatePart::Expression(value))).collect();
        let number = self.function.aggregates.len() as u32;
        self.function.aggregates.push(Aggregate { ty, parts });
        if let Some(meaning) = self.meaning_of(id) {
            meaning.aggregate = Some(number);
        }
        Typed::value(ty)
    }

    /// A capture that is written.
    fn capture(&mut self, capture: Capture, captured: &mut Captured) {
        match capture.kind {
            CaptureKind::This => self.capture_this(capture.value, capture.span, captured),
            CaptureKind::Value => self.capture_value(capture, captured),
            CaptureKind::Variable => {
                let span = capture.span;
                match self.scopes.local(capture.name) {
                    // A member of an object without a name is not captured. C++14 (expr.prim.lambda) 10
                    Some(Entity::Variable(variable, ..))
                        if !self.is_static(variable) && self.ast[variable].name.is_some() =>
                    {
                        self.capture_value(capture, captured);
                    }
                    Some(Entity::Member(_)) if self.is_own_capture(capture.name) => {
                        self.capture_value(capture, captured);
                    }
                    Some(Entity::Type(ty)) if self.types.is_error(ty) => {}
                    Some(_) => {
                        let text = self.text(capture.name);
                        let message = format!("can't capture `{text}`: it is not a variable of the function");
                        self.error(rules::NAME_IS_VALUE, span, message);
                    }
                    None if self.is_declared(capture.name) => {
                        let text = self.text(capture.name);
                        let message = format!(
                            "can't capture `{text}`: it is not a variable of the function, and needs no capture"
                        );
                        self.error(rules::NAME_IS_VALUE, span, message);
                    }
                    // The name is reported, and what is meant.
                    None => self.visit(capture.value),
                }
            }
        }
    }

    /// A member that begins with an expression, or refers to it.
    fn capture_value(&mut self, capture: Capture, captured: &mut Captured) {
        let Capture { mode, name, span, value, .. } = capture;
        if matches!(self.ast[value], Expr::Braces(_)) {
            let message = "can't infer the type of a capture from a braced list";
            self.error(rules::VARIABLE_AUTO_INITIALISED, self.span(value), message);
            captured.add(member(name, TypeId::ERROR, span, false), value);
            return;
        }
        let typed = self.expression(value);
        let is_value = capture.kind == CaptureKind::Value;
        let (ty, is_const) = match (mode, typed.place) {
            _ if self.types.is_error(typed.ty) => (TypeId::ERROR, false),
            _ if typed.ty == TypeId::VOID => {
                self.error(rules::SCALAR_VOID_INCOMPLETE, self.span(value), "expected a value");
                (TypeId::ERROR, false)
            }
            (CaptureMode::Reference, Some(place)) => {
                let ty = self.types.intern(Type::Reference(place.object(typed.ty)));
                self.convert(value, typed, ty, Purpose::Initialisation);
                (ty, false)
            }
            (CaptureMode::Reference, None) => {
                let message = "this reference must be initialized with an object";
                self.error(rules::REFERENCE_BINDS_LVALUE, self.span(value), message);
                (TypeId::ERROR, false)
            }
            (CaptureMode::Copy, place) => {
                let ty = if is_value { self.decayed(typed) } else { typed.ty };
                if ty == typed.ty && self.types.element(ty).is_none() {
                    self.convert(value, typed, ty, Purpose::Initialisation);
                } else if ty != typed.ty {
                    self.note_conversion(value, ty);
                }
                (ty, !is_value && place.is_some_and(|place| self.is_declared_const(name, place)))
            }
        };
        captured.add(member(name, ty, span, is_const), value);
    }

    /// The pointer to the object of the member function around.
    fn capture_this(&mut self, value: ExprId, span: Span, captured: &mut Captured) {
        let typed = self.expression(value);
        let Some(name) = self.names.find(CAPTURED_THIS) else { return };
        captured.has_this = !self.types.is_error(typed.ty);
        captured.add(member(name, typed.ty, span, false), value);
    }

    /// The captures of what the body names. What has a known value needs none. A variable in memory that is not of the thread is there for the whole
    /// program: its name means the same object in the body.
    fn implicit_captures(&mut self, lambda: &Lambda, captured: &mut Captured) {
        let mut uses_this = lambda.names_this;
        for value in self.ast[lambda.named].iter().copied() {
            let Expr::Name(name) = self.ast[value] else { continue };
            let name = self.ast[name];
            if captured.names.contains(&name.name) {
                continue;
            }
            let mode = match self.scopes.local(name.name) {
                Some(Entity::Variable(variable, ..)) if self.is_static(variable) => {
                    Some(CaptureMode::Reference).filter(|_| !self.globals.contains_key(&variable))
                }
                Some(Entity::Variable(variable, _, None)) => {
                    lambda.default.filter(|_| self.ast[variable].name.is_some())
                }
                Some(Entity::Member(_)) if self.is_own_capture(name.name) => lambda.default,
                Some(Entity::Member(_)) => {
                    uses_this = true;
                    None
                }
                Some(_) => None,
                None => {
                    uses_this |= self.is_member_function_around(name.name);
                    None
                }
            };
            let Some(mode) = mode else { continue };
            let (kind, span) = (CaptureKind::Variable, name.name_span);
            let capture = Capture { mode, kind, name: name.name, span, value };
            self.capture_value(capture, captured);
        }
        let is_implicit = uses_this && lambda.default.is_some() && !captured.has_this;
        if is_implicit && self.object_around().is_some() {
            self.capture_this(lambda.this, self.span(lambda.this), captured);
        }
    }

    /// Returns true for a variable that is not an object of a call: all calls of the function have the same one.
    fn is_static(&self, variable: VariableId) -> bool {
        let is_of_thread = |object: &Object| object.space == AddressSpace::Thread;
        let is_parameter = || {
            let number = self.function.number.map(|number| self.instances[number].function);
            number.is_some_and(|id| self.ast[self.ast[id].parameters].contains(&variable))
        };
        self.ast[variable].is_extern
            || self.globals.contains_key(&variable)
            || self.function.locals.get(&variable).is_some_and(|object| !is_of_thread(object))
                && !self.function.references.contains(&variable)
                && !is_parameter()
    }

    /// The structure of the closure whose body is checked.
    fn present_closure(&self) -> Option<(TypeId, &Closure)> {
        let this = self.function.this?;
        Some((this.ty, self.closures.get(&this.ty)?))
    }

    /// The object of the lambda expression whose body is checked.
    pub(super) fn closure_object(&self) -> Option<Object> {
        self.function.this.filter(|this| self.closures.contains_key(&this.ty))
    }

    /// Returns true if the closure whose body is checked has a capture with a name.
    fn is_own_capture(&self, name: Symbol) -> bool {
        let number = self.present_closure().and_then(|(ty, _)| self.types.structure_number(ty));
        number.is_some_and(|number| self.types.structure(number).own_member(name).is_some())
    }

    /// Returns true if what a name denotes is declared `const`. The copies that a closure holds are constant in its body without that, unless it is
    /// `mutable`. C++14 (expr.prim.lambda) 15, 18
    fn is_declared_const(&self, name: Symbol, place: Place) -> bool {
        let number = self.present_closure().and_then(|(ty, _)| self.types.structure_number(ty));
        let own = number.and_then(|number| self.types.structure(number).own_member(name));
        match own.map(|member| (self.types.get(member.ty), member.is_const)) {
            Some((Type::Reference(_), _)) | None => place.is_const,
            Some((_, is_const)) => is_const,
        }
    }

    /// The object that `this` points to: in the body of a lambda expression, the captured one.
    pub(super) fn object_around(&self) -> Option<Object> {
        match self.present_closure() {
            Some((_, closure)) => closure.this.filter(|_| closure.has_this),
            None => self.function.this,
        }
    }

    /// The structure whose member functions a name without an object may mean.
    pub(super) fn structure_around(&self) -> Option<TypeId> {
        let this = self.object_around().map(|this| this.ty);
        this.or_else(|| match self.scopes.present_structure()? {
            ty if self.closures.contains_key(&ty) => {
                self.scopes.structures_around().find(|it| !self.closures.contains_key(it))
            }
            ty => Some(ty),
        })
    }

    /// Returns true if a name is a member function that needs the object around.
    fn is_member_function_around(&self, name: Symbol) -> bool {
        let around = self.object_around();
        around.is_some_and(|this| {
            let functions = self.functions_of(this.ty, name);
            functions.iter().any(|(_, function)| !self.ast[*function].is_without_object)
        })
    }

    /// Makes the structure of a lambda expression, and checks its body.
    fn closure(&mut self, lambda: &Lambda, captured: Captured) -> TypeId {
        let Captured { members, has_this, .. } = captured;
        let structure = self.ast[lambda.structure];
        let ty = self.new_structure(lambda.structure, Vec::new());
        let Some(number) = self.types.structure_number(ty) else { return ty };
        self.types.name_structure(ty, "lambda");
        let limit = self.scopes.set_limit(None);
        self.scopes.set_limit(limit);
        let is_generic = self.ast.is_template(lambda.function);
        // Without the names around it, nothing is known of its body.
        if is_generic && !self.may_keep_names(structure.name_span) {
            return TypeId::ERROR;
        }
        let closure = Closure {
            scopes: if is_generic { self.scopes.names_of_function() } else { Aside::default() },
            first: self.scopes.number_of_names(),
            limit,
            is_of_template: self.function.is_of_template,
            this: self.object_around(),
            has_this,
            end_of_captures: lambda.end_of_captures,
            has_captures: lambda.default.is_some() || !lambda.captures.is_empty(),
        };
        self.closures.insert(ty, closure);
        let outer = self.scopes.enter_structure(ty);
        self.types.complete(number, members, None);
        let ty = self.shallow(ty, structure.name_span);
        self.note_member_functions(ty, &structure);
        self.check_amp_captures(number, lambda.function);
        let name = self.ast[lambda.function].name;
        self.scopes.add_member(name);
        self.functions_by_name.entry((ty, name)).or_default().push(lambda.function);
        self.check_defaults_given(self.ast[lambda.function].parameters, &[]);
        if !self.ast.is_template(lambda.function) {
            self.closure_body(ty, lambda);
        }
        self.scopes.leave(outer);
        ty
    }

    /// Counts the names around a generic lambda, which are kept for each, and again for each instance. Returns false if there are too many.
    pub(super) fn may_keep_names(&mut self, span: Span) -> bool {
        if self.names_of_closures == TOO_MANY_NAMES {
            return false;
        }
        self.names_of_closures += self.scopes.names_around();
        shader_source::steps::take(self.scopes.names_around());
        let is_few = self.names_of_closures <= MOST_NAMES;
        if !is_few {
            let message = "this program has too many generic lambdas in functions with many names";
            self.error_once(rules::UNSUPPORTED_FEATURE, span, message);
            if !self.is_attempt {
                self.names_of_closures = TOO_MANY_NAMES;
            }
        }
        is_few
    }

    /// The body is checked where it is written: it is in the scope of the names around, and its result may follow from it.
    fn closure_body(&mut self, ty: TypeId, lambda: &Lambda) {
        let id = lambda.function;
        let this = self.object_of_member(id, ty);
        let outer = core::mem::take(&mut self.function);
        self.function.this = this;
        let mark = self.scopes.open();
        if let Some(this) = this {
            self.declare_members(ty, this);
        }
        let mut signature = self.signature(id);
        let number = self.reserve(id, &signature, Vec::new(), this);
        signature.instance = Some(number);
        self.body(number, &signature);
        signature.result = self.instances[number].result;
        self.scopes.close(mark);
        self.function = outer;
        self.functions.insert(id, signature.clone());
        self.member_signatures.insert((ty, id), signature);
    }

    /// The meaning of the name of a variable of the function around, in the body of a lambda expression that does not capture it; `None` of any other
    /// variable.
    pub(super) fn uncaptured(
        &mut self,
        (variable, object): (VariableId, Object),
        (name, span): (Symbol, Span),
        value: Option<super::Value>,
    ) -> Option<Typed> {
        let (_, closure) = self.present_closure()?;
        if !self.scopes.is_around_names(name, closure.first)
            || self.globals.contains_key(&variable)
            || self.ast[variable].is_extern
        {
            return None;
        }
        if let Some(value) = value {
            return Some(Typed::constant(object.ty, value));
        }
        if self.function.unevaluated == 0 {
            self.report_uncaptured(name, span);
            return Some(Typed::ERROR);
        }
        Some(Typed::object(object))
    }

    /// The meaning of the name of a member, in the body of a lambda expression that has no capture with this name: a member of the object around.
    /// `None` of any other member.
    pub(super) fn member_around(
        &mut self,
        expression: ExprId,
        object: Object,
        (name, span): (Symbol, Span),
    ) -> Option<Typed> {
        let (_, closure) = self.present_closure()?;
        if self.is_own_capture(name) {
            return None;
        }
        let this = closure.this;
        // A capture of a lambda expression around.
        let is_capture = this.is_none_or(|this| self.owner_around(this, name).is_none());
        match self.object_around() {
            _ if self.function.unevaluated > 0 => {}
            Some(this) if !is_capture => {
                if let Some(owner) = self.owner_around(this, name) {
                    self.note_owner(expression, owner);
                }
            }
            _ if is_capture => {
                self.report_uncaptured(name, span);
                return Some(Typed::ERROR);
            }
            _ => {
                self.report_uncaptured_this(span);
                return Some(Typed::ERROR);
            }
        }
        Some(Typed::object(object))
    }

    /// The structure of the object around that declares a member.
    fn owner_around(&self, this: Object, name: Symbol) -> Option<TypeId> {
        self.types.with_bases(this.ty).into_iter().find(|ty| {
            let number = self.types.structure_number(*ty);
            number.is_some_and(|number| self.types.own_member_path(number, name).is_some())
        })
    }

    fn report_uncaptured(&mut self, name: Symbol, span: Span) {
        let text = self.text(name).to_owned();
        if !self.is_attempt && !self.function.undeclared.insert(name) {
            return;
        }
        let message = format!("variable `{text}` is not captured: add it to the captures `[{text}]`");
        self.report_capture(&text, Diagnostic::error(rules::NAME_DECLARED, span, message));
    }

    /// Reports `this`, or a member, in a lambda expression that does not capture `this`.
    pub(super) fn report_uncaptured_this(&mut self, span: Span) {
        let message = "`this` is not captured: add it to the captures `[this]`";
        self.report_capture("this", Diagnostic::error(rules::NAME_DECLARED, span, message));
    }

    fn report_capture(&mut self, text: &str, found: Diagnostic) {
        let Some((_, closure)) = self.present_closure() else { return };
        let (place, has_captures) = (closure.end_of_captures, closure.has_captures);
        let capture = if has_captures { format!(", {text}") } else { text.to_owned() };
        let hint = format!("capture `{text}`");
        self.report(found.suggest(hint, vec![(place, capture)], Applicability::Unsafe));
    }

    /// Returns true if `this` is the object of a lambda expression that could capture the object around.
    pub(super) fn lacks_this(&self) -> bool {
        self.present_closure().is_some_and(|(_, closure)| closure.this.is_some() && !closure.has_this)
    }
}

fn member(name: Symbol, ty: TypeId, span: Span, is_const: bool) -> MemberType {
    MemberType {
        name: Some(name),
        ty,
        span,
        alignment: None,
        width: None,
        has_initializer: false,
        access: Access::Private,
        base: None,
        is_const,
        is_volatile: false,
        is_mutable: false,
    }
}
