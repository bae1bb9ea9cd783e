//! Variables: their types, their initializers, and what program scope allows. C++14 (dcl.init)

use super::constant_expression::Calls;
use super::scope::Entity;
use super::type_syntax::Qualified;
use super::{Checker, Declarations, Purpose, Typed};
use crate::constant::is_undefined_conversion;
use crate::meaning::{Body, GlobalVariable, Value};
use crate::typed::evaluate::{Failure, Undefined};
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{BraceItem, Expr, ExprId, FunctionId, Literal, TypeSyntax, Variable, VariableId};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, Scalar, rules};
use rustc_hash::FxHashMap;
use shader_source::Span;

impl Checker<'_> {
    /// Returns true for `char a[] = "text"`. C++14 (dcl.init.string)
    fn is_text_for_array(&self, variable: &Variable, ty: TypeId) -> bool {
        let Type::Array(element, _) = self.types.get(ty) else { return false };
        let is_text = |it| matches!(self.ast[it], Expr::Literal(Literal::Text(_)));
        self.types.scalar_of(element) == Some(Scalar::Char) && variable.initializer.is_some_and(is_text)
    }

    /// A variable at program scope.
    ///
    /// Structures in structures are levels of the stack: what only variables need is not on it meanwhile.
    #[inline(never)]
    pub(super) fn global(&mut self, id: VariableId) {
        let variable = self.ast[id];
        let Some(name) = variable.name else { return };
        if let Some(path) = self.ast.member_paths.get(&id) {
            self.member_variable(id, *path);
            return;
        }
        self.check_reserved(name, variable.name_span);
        let first = self.first_expr_of(&variable);
        let ((object, value), mut context) =
            self.outside_of_functions(first, |checker| checker.variable(id, &variable, None));
        let body = context.take_body();
        let is_specialised = variable.initializer.is_some_and(|initializer| {
            object.space == AddressSpace::Constant && self.is_specialised(initializer)
        });
        if is_specialised || self.has_attribute(&variable, "function_constant") {
            self.specialised.insert(id);
        }
        let is_declared = self.is_declared_member(&variable) && object.space == AddressSpace::Constant;
        if !is_specialised && !is_declared {
            self.check_global(&variable, object, value, &body);
        }
        let defined = if is_declared { self.value_of_member(id) } else { None };
        let (id, (object, value), body) = defined.unwrap_or((id, (object, value), body));
        if self.types.is_error(object.ty) && self.unread.contains(&name) {
            return;
        }
        let before = self.scopes.declare(name, Entity::Variable(id, object, value));
        let is_extern = matches!(&before, Some(Entity::Variable(other, ..)) if self.ast[*other].is_extern);
        if !is_extern {
            self.check_hiding(before.as_ref(), name, variable.name_span);
        }
        let initializer = self.ast[id].initializer.map(|_| body);
        let function_constant = self.function_constant(&variable, object.ty);
        let is_reference = self.is_declared_reference(id);
        let kept = GlobalVariable { object, value, initializer, function_constant, is_reference };
        self.keep_global(id, kept);
    }

    /// The definitions of the variables that are declared with `extern`: the last ones with their names.
    pub(super) fn extern_definitions(&self) -> FxHashMap<VariableId, VariableId> {
        let mut last: FxHashMap<Symbol, VariableId> = FxHashMap::default();
        for id in self.globals.keys().copied() {
            let Some(name) = self.ast[id].name else { continue };
            let known = last.entry(name).or_insert(id);
            *known = id.max(*known);
        }
        let variables = self.ast.variables.iter().enumerate().filter(|(_, variable)| variable.is_extern);
        let defined = variables.filter_map(|(index, variable)| {
            Some((VariableId::from_index(index), *last.get(&variable.name?)?))
        });
        let members = self.static_definitions.iter().map(|(declared, defined)| (*declared, *defined));
        defined.chain(members).collect()
    }

    /// The main declarations of functions that are declared several times, by the others.
    pub(super) fn main_declarations(&self) -> FxHashMap<FunctionId, FunctionId> {
        let mut main_declarations = self.definitions.clone();
        for Declarations { all, definition, .. } in self.declarations_of.values() {
            let main = definition.unwrap_or(all[0]);
            main_declarations.extend(all.iter().filter(|it| **it != main).map(|it| (*it, main)));
        }
        main_declarations
    }

    /// The number of the first expression that belongs to a variable: operands come before their operators.
    pub(super) fn first_expr_of(&self, variable: &Variable) -> usize {
        let Some(initializer) = variable.initializer else { return usize::MAX };
        self.first_expr_from(initializer, self.ast.type_span(variable.ty).lo.min(variable.name_span.lo))
    }

    /// The number of the first expression before an initializer, and part of it, that is written here or later.
    pub(super) fn first_expr_from(&self, initializer: ExprId, start: u32) -> usize {
        let mut first = initializer.index();
        while first > 0 && self.ast.expr_spans[first - 1].lo >= start {
            first -= 1;
        }
        first
    }

    /// Section 4.2, and the beginning of section 4
    pub(super) fn check_global(
        &mut self,
        variable: &Variable,
        object: Object,
        value: Option<Value>,
        body: &Body,
    ) {
        if self.types.is_error(object.ty) || self.is_pipeline_variable(variable) || self.is_amp() {
            self.check_amp_global(variable, object);
            return;
        }
        let is_handle = matches!(self.types.get(object.ty), Type::Class(_) | Type::Option(_))
            || matches!(self.types.element(object.ty), Some((element, _)) if matches!(self.types.get(element), Type::Class(_)));
        if object.space != AddressSpace::Constant && !variable.is_constexpr {
            if is_handle {
                let message = "a sampler declared in the program must be `constexpr`";
                self.error(rules::SAMPLER_CONSTEXPR, variable.name_span, message);
                return;
            }
            let message = "a variable outside of functions must be in `constant` memory";
            self.error(rules::VARIABLE_PROGRAM_SCOPE_CONSTANT, variable.name_span, message);
            return;
        }
        let is_function_constant = self.has_attribute(variable, "function_constant");
        match variable.initializer {
            // It may be the attribute of a function constant.
            None if self.has_unknown_attribute(variable.attributes) => {}
            // All properties of a sampler have defaults. Section 2.9
            None if object.ty == self.types.intern(Type::Class(msl_spec::Class::Sampler)) => {}
            None if !variable.is_extern && !is_function_constant => {
                let message = "a variable in `constant` memory must have an initializer";
                self.error(rules::VARIABLE_CONSTANT_INITIALISED, variable.name_span, message);
            }
            Some(initializer) if is_function_constant => {
                let message = "a function constant can't have an initializer";
                self.error(rules::FUNCTION_CONSTANT_NO_INITIALISER, self.span(initializer), message);
            }
            Some(initializer) if value.is_none() => self.check_constant(initializer, body),
            Some(_) | None => {}
        }
    }

    /// Returns true if a pipeline gives a variable its value, as it does since Metal 3.1. That is not checked any further; where the dialect
    /// lacks it, the check of the attribute says so.
    fn is_pipeline_variable(&mut self, variable: &Variable) -> bool {
        let uses = |checker: &Self, attribute: &cxx_validator::ast::Attribute| {
            let forms = msl_spec::attributes(checker.text(attribute.name)).iter();
            let place = msl_spec::AttributePlace::ProgramScopeConstant;
            forms.flat_map(|form| form.uses).find(|row| row.places.contains(&place) && row.section != "5.8.1")
        };
        let attributes = self.ast[variable.attributes].iter();
        let Some((span, row)) = attributes.clone().find_map(|it| Some((it.span, uses(self, it)?))) else {
            return false;
        };
        if row.availability.admits(self.dialect) {
            let message = crate::unsupported::BINDING_OF_PROGRAM.message();
            self.error(rules::UNSUPPORTED_FEATURE, span, message);
        }
        true
    }

    /// Checks that an initializer calls no function and reads no variable that is not constant. Section 4.2
    fn check_constant(&mut self, initializer: ExprId, body: &Body) {
        let calls = body.callees.iter().any(|callee| match callee {
            crate::meaning::Callee::Function(instance) => {
                let function = self.instances[*instance].function;
                !self.ast[function].is_static
            }
            // The specification doesn't say which functions of the library are `constexpr`, and programs use functions that compute a value.
            crate::meaning::Callee::Library { function, .. } => !function.is_computed(),
            crate::meaning::Callee::Declared(_)
            | crate::meaning::Callee::Texture { .. }
            | crate::meaning::Callee::LibraryMember(_) => true,
            crate::meaning::Callee::Option(_)
            | crate::meaning::Callee::Constructor
            | crate::meaning::Callee::ArraySize(_) => false,
        });
        let is_reported =
            self.reported.contains(&(rules::VARIABLE_CONSTEXPR_CONSTANT, self.span(initializer)));
        if calls && !is_reported {
            let message = "the initializer of a variable in `constant` memory must be a constant expression";
            self.error(rules::VARIABLE_CONSTANT_CONSTANT_INITIALISER, self.span(initializer), message);
        }
    }

    pub(super) fn has_attribute(&self, variable: &Variable, name: &str) -> bool {
        self.ast[variable.attributes].iter().any(|attribute| self.text(attribute.name) == name)
    }

    /// The index of a function constant. Section 5.8.1
    fn function_constant(&mut self, variable: &Variable, ty: TypeId) -> Option<u32> {
        let attributes = self.ast[variable.attributes].to_vec();
        let attribute =
            attributes.iter().find(|attribute| self.text(attribute.name) == "function_constant")?;
        let is_allowed = matches!(
            self.types.get(ty),
            Type::Value(msl_spec::ValueType::Scalar(_) | msl_spec::ValueType::Vector(..)) | Type::Error
        );
        if !is_allowed {
            let message =
                format!("a function constant must be a scalar or vector, found `{}`", self.types.print(ty));
            self.error(rules::FUNCTION_CONSTANT_TYPE, variable.name_span, message);
        }
        if !msl_spec::Feature::FunctionConstants.availability().admits(self.dialect) {
            let available = msl_spec::Feature::FunctionConstants.availability();
            let rule = rules::FUNCTION_CONSTANT_VERSION;
            self.not_in_dialect(rule, attribute.span, "a function constant", available);
        }
        let argument = *self.ast[attribute.arguments].first()?;
        let value = self.known_integer(argument)?;
        let index = u32::try_from(value).ok()?;
        if !self.function_constants.insert(index) {
            let message = format!("function constant index {index} is already used");
            self.error(rules::FUNCTION_CONSTANT_INDEX_UNIQUE, self.span(argument), message);
        }
        Some(index)
    }

    /// The object that a variable is, whose initializer is checked, and its value.
    pub(super) fn variable(
        &mut self,
        id: VariableId,
        variable: &Variable,
        space: Option<AddressSpace>,
    ) -> (Object, Option<Value>) {
        let space = space.unwrap_or(AddressSpace::Thread);
        if matches!(self.ast[variable.ty], TypeSyntax::DecltypeAuto)
            && let Some(initializer) = variable.initializer
        {
            return self.decltype_auto(id, initializer);
        }
        if self.is_auto(variable.ty) {
            if self.is_reference_in_syntax(variable.ty) {
                self.function.references.insert(id);
                if self.names_thread_elements(id, variable) {
                    return (Qualified::plain(TypeId::ERROR).object(space), None);
                }
            }
            return self.auto(variable, space);
        }
        let qualified = self.qualified_type(variable.ty);
        let qualified = self.with_count(qualified, variable.initializer);
        if let Type::Reference(referent) = self.types.get(qualified.ty) {
            self.declare_before_initializer(id, variable, referent);
            self.function.references.insert(id);
            match variable.initializer {
                Some(initializer) => self.initialize_reference(variable, initializer, qualified.ty),
                None => {
                    self.error(
                        rules::REFERENCE_INITIALISED,
                        variable.name_span,
                        "a reference must be initialized with an object",
                    );
                }
            }
            return (referent, None);
        }
        if let Type::Function(_) = self.types.get(qualified.ty) {
            // `typedef int F(int); F f;` declares a function.
            let message = cxx_validator::unsupported::FUNCTION_BY_NAME_OF_TYPE.message();
            self.error(rules::UNSUPPORTED_FEATURE, variable.name_span, message);
            self.unread.extend(variable.name);
            return (Qualified { ty: TypeId::ERROR, ..qualified }.object(space), None);
        }
        if qualified.ty == TypeId::VOID {
            self.error(
                rules::SCALAR_VOID_INCOMPLETE,
                variable.name_span,
                "a variable can't have type `void`",
            );
            return (Qualified { ty: TypeId::ERROR, ..qualified }.object(space), None);
        }
        // The declaration of an array may come before its elements are complete.
        let is_declared = variable.is_extern || self.is_declared_member(variable);
        let is_array = self.types.element(qualified.ty).is_some();
        if self.types.is_incomplete(qualified.ty) && !(is_array && is_declared) {
            let message = format!("type `{}` is incomplete here", self.types.print(qualified.ty));
            self.error(rules::TYPE_COMPLETE, variable.name_span, message);
        }
        // A list that can't be read was reported, and its length is not known.
        let is_text = self.is_text_for_array(variable, qualified.ty);
        if is_text {
            let message = cxx_validator::unsupported::TEXT_FOR_ARRAY.message();
            self.error(rules::UNSUPPORTED_FEATURE, variable.name_span, message);
            return (Qualified { ty: TypeId::ERROR, ..qualified }.object(space), None);
        }
        let is_unread = variable.initializer.is_some_and(|it| matches!(self.ast[it], Expr::Error));
        let may_be_unknown = variable.is_extern || is_unread || self.is_declared_member(variable);
        if matches!(self.types.get(qualified.ty), Type::Array(_, None)) && !may_be_unknown {
            let message = "an array without an element count must be initialized with a list of elements";
            self.error(rules::ARRAY_SIZE, variable.name_span, message);
            // A value is not a list, whatever the length of a pack in it.
            if variable.initializer.is_some_and(|it| !matches!(self.ast[it], Expr::Braces(_))) {
                self.templates.wrong_for_any.insert(variable.name_span);
            }
        }
        // C++14 (dcl.init.aggr) 4
        if let (Type::Array(_, Some(0)), Some(initializer)) =
            (self.types.get(qualified.ty), variable.initializer)
            && matches!(self.ast[initializer], Expr::Braces(items) if self.ast[items].is_empty())
        {
            let message = "an array without an element count must be initialized with at least one element";
            self.error_once(rules::ARRAY_SIZE, self.span(initializer), message);
        }
        self.alignment(variable.alignment, qualified.ty);
        let mut object = qualified.object(space);
        let is_const = object.is_const || variable.is_constexpr || object.space == AddressSpace::Constant;
        object.is_const = is_const;
        self.declare_before_initializer(id, variable, object);
        self.check_variable_begins(variable, qualified.ty);
        let initializer = variable.initializer.filter(|_| !is_text);
        let value = initializer
            .and_then(|initializer| self.begin(variable, initializer, (qualified.ty, object.space)));
        let value = self.constant_beginning(variable, object, value);
        let is_unknown = variable.initializer.is_some_and(|it| self.is_unknown(it));
        // What a constant is made of may depend on a parameter of a template that nothing uses: its value is not known then, and neither is that
        // of a constant which is made of it.
        if is_const && is_unknown {
            object.ty = TypeId::ERROR;
        }
        // The value of a `volatile` object is not a constant. A `const` object has a constant value only if it is an integer. C++14 (expr.const) 2.7
        let is_float = self.types.scalar_of(object.ty).is_some_and(Scalar::is_float);
        let is_known = variable.is_constexpr || object.space == AddressSpace::Constant || !is_float;
        (object, value.filter(|_| is_const && is_known && !object.is_volatile))
    }

    /// The value that a variable begins with, which is computed for a `constexpr` variable. Reports one that must be constant and is not.
    pub(super) fn constant_beginning(
        &mut self,
        variable: &Variable,
        object: Object,
        value: Option<Value>,
    ) -> Option<Value> {
        let value = value.or_else(|| self.constexpr_value(variable, object.ty));
        let is_unknown = variable.initializer.is_some_and(|it| self.is_unknown(it));
        let must_be_constant = variable.is_constexpr || object.space == AddressSpace::Constant;
        if object.is_const && !is_unknown && must_be_constant {
            self.check_constant_value(variable, object.ty, value.is_some());
        }
        value
    }

    /// Declares a variable of a function for its own initializer, where it has no value yet. C++14 (basic.scope.pdecl)
    fn declare_before_initializer(&mut self, id: VariableId, variable: &Variable, object: Object) {
        let (Some(name), true) = (variable.name, self.function.kind.is_some()) else { return };
        if variable.initializer.is_some() && self.scopes.here_local(name).is_none() {
            self.function.locals.insert(id, object);
            self.scopes.declare_local(name, Entity::Variable(id, object, None));
        }
    }

    /// Checks the first value of a variable that is known at compile time.
    fn check_constant_value(&mut self, variable: &Variable, ty: TypeId, has_value: bool) {
        let Some(initializer) = variable.initializer else { return };
        if self.check_defined(initializer) || !variable.is_constexpr || has_value {
            return;
        }
        if self.variable_part(initializer, Calls::Permitted).is_some() {
            self.not_constant(initializer);
        } else if let Type::Pointer(_) = self.types.get(ty) {
            self.check_constexpr_pointer(initializer);
        }
    }

    /// Reports an undefined operation in the value of a `constexpr` pointer. The value itself is not kept: nothing that is computed needs it.
    fn check_constexpr_pointer(&mut self, initializer: ExprId) {
        let Some(value) = self.only_item(initializer) else { return };
        let Some(typed) = self.known(value).filter(|typed| !self.types.is_error(typed.ty)) else { return };
        if let Err(Failure::Undefined(span, undefined)) = self.value_of(value, typed) {
            self.undefined(value, span, undefined);
        }
    }

    /// The value in the braces of an initializer, or the initializer.
    fn only_item(&self, initializer: ExprId) -> Option<ExprId> {
        match self.ast[initializer] {
            Expr::Braces(items) => self.ast[items].first().map(|item| item.value),
            _ => Some(initializer),
        }
    }

    fn not_constant(&mut self, initializer: ExprId) {
        if self.has_part_with_error(initializer) {
            return;
        }
        let message = "the initializer of a `constexpr` variable must be a constant expression";
        self.error_once(rules::VARIABLE_CONSTEXPR_CONSTANT, self.span(initializer), message);
    }

    /// The value of a `constexpr` scalar that calls functions or reads objects.
    fn constexpr_value(&mut self, variable: &Variable, ty: TypeId) -> Option<Value> {
        let initializer = variable.initializer.filter(|_| variable.is_constexpr)?;
        if let Some((element, _)) = self.types.element(ty)
            && self.types.is_scalar(element)
        {
            self.check_constexpr_elements(initializer);
            return None;
        }
        let scalar = self.types.scalar_of(ty)?;
        let value = self.only_item(initializer)?;
        let typed = self.known(value)?;
        if self.types.is_error(typed.ty) {
            return None;
        }
        match self.value_of(value, typed) {
            Ok(from) if is_undefined_conversion(from, scalar) => {
                self.undefined(value, self.span(value), Undefined::Arithmetic);
                None
            }
            Ok(value) => Some(value.converted(scalar)),
            Err(Failure::Undefined(span, undefined)) => {
                self.undefined(value, span, undefined);
                None
            }
            Err(Failure::NotConstexpr) => {
                self.not_constant(initializer);
                None
            }
            // A call of the library may be constant, too: its value is not computed.
            Err(Failure::Unknown | Failure::NotConstant | Failure::Spent) => None,
        }
    }

    /// Reports elements of a `constexpr` array that call functions and have no value.
    fn check_constexpr_elements(&mut self, initializer: ExprId) {
        let Expr::Braces(items) = self.ast[initializer] else { return };
        for item in self.ast[items].iter().copied() {
            let Some(typed) = self.known(item.value).filter(|it| self.types.is_scalar(it.ty)) else {
                continue;
            };
            match self.value_of(item.value, typed) {
                Err(Failure::Undefined(span, undefined)) => self.undefined(item.value, span, undefined),
                Err(Failure::NotConstexpr) => self.not_constant(initializer),
                Ok(_) | Err(Failure::Unknown | Failure::NotConstant | Failure::Spent) => {}
            }
        }
    }

    /// Reports a name that the language keeps for itself. Section 2.2.3
    pub(super) fn check_reserved(&mut self, name: Symbol, span: Span) {
        let text = self.text(name);
        if !self.is_amp()
            && msl_spec::type_name(text).is_some_and(|ty| ty.meaning == msl_spec::NamedType::Reserved)
        {
            let message = format!("`{text}` is a reserved name");
            self.error(rules::PACKED_VECTOR_BOOL_RESERVED, span, message);
        }
    }

    /// A variable begins with a value, or with the arguments of a constructor.
    fn begin(
        &mut self,
        variable: &Variable,
        initializer: ExprId,
        (ty, space): (TypeId, AddressSpace),
    ) -> Option<Value> {
        let around = self.note_begun(Some((initializer, variable.name_span)));
        let value = self.begin_here(variable, initializer, (ty, space));
        self.note_begun(around);
        value
    }

    fn begin_here(
        &mut self,
        variable: &Variable,
        initializer: ExprId,
        (ty, space): (TypeId, AddressSpace),
    ) -> Option<Value> {
        if !variable.is_direct {
            let purpose = if variable.is_copied { Purpose::Copy } else { Purpose::Initialisation };
            return self.initialize(initializer, ty, purpose);
        }
        let Expr::Braces(items) = self.ast[initializer] else { return None };
        let values: Vec<ExprId> = self.ast[items].iter().map(|item| item.value).collect();
        self.note(initializer, Typed::value(ty));
        if let [value] = values.as_slice()
            && self.begins_by_conversion(*value, ty)
        {
            return self.initialize(*value, ty, Purpose::Initialisation);
        }
        if let Type::Structure(number) = self.types.get(ty) {
            self.construct_by(initializer, ty, (number, space), &values);
            return None;
        }
        self.construct(initializer, ty, &values).value
    }

    /// Returns true if `T a(value)` converts the value implicitly: no constructor takes part, and the parentheses are not a cast. C++14 (dcl.init)
    pub(super) fn begins_by_conversion(&mut self, value: ExprId, ty: TypeId) -> bool {
        let is_plain = self.types.is_scalar(ty)
            || matches!(self.types.get(ty), Type::Pointer(_) | Type::Enumeration(..));
        if !is_plain || matches!(self.ast[value], Expr::Braces(_)) {
            return false;
        }
        let from = self.expression(value);
        // Explicit functions of a structure take part.
        !matches!(self.types.get(from.ty), Type::Structure(_))
    }

    /// A reference begins with an object: `r = a`, `r(a)`, `r {a}`. C++14 (dcl.init.ref), (dcl.init.list) 3.9
    fn initialize_reference(&mut self, variable: &Variable, initializer: ExprId, ty: TypeId) {
        if let Expr::Braces(items) = self.ast[initializer] {
            if let [BraceItem { designator: None, value }] = self.ast[items]
                && !matches!(self.ast[value], Expr::Braces(_))
            {
                self.initialize(value, ty, Purpose::Initialisation);
                if !variable.is_direct {
                    self.narrowing(value, self.result_of(ty).ty);
                }
                return;
            }
            self.error(
                rules::REFERENCE_BINDS_LVALUE,
                self.span(initializer),
                "a reference must be initialized with an object",
            );
            return;
        }
        self.initialize(initializer, ty, Purpose::Initialisation);
    }

    /// The type with the number of elements that its initializer has, if it names none.
    pub(super) fn with_count(&mut self, qualified: Qualified, initializer: Option<ExprId>) -> Qualified {
        let Type::Array(element, None) = self.types.get(qualified.ty) else { return qualified };
        let count = match initializer.map(|initializer| self.ast[initializer]) {
            Some(Expr::Braces(items)) => {
                let items = self.ast[items].to_vec();
                self.count_of_list(element, &items)
            }
            _ => return qualified,
        };
        Qualified { ty: self.types.intern(Type::Array(element, Some(count))), ..qualified }
    }
}
