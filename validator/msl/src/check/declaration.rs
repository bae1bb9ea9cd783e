//! Declarations at program scope, and variables. Sections 4, 5.3 and 5.8

use super::constant_expression::Calls;
use super::scope::Entity;
use super::type_syntax::Qualified;
use super::{Checker, Declarations, Purpose, Typed, template};
use crate::diagnostic::Diagnostic;
use crate::meaning::{Body, GlobalVariable, Value};
use crate::typed::evaluate::Failure;
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{
    Alias, DeclId, DeclKind, Expr, ExprId, FunctionId, List, Literal, TypeSyntax, Variable, VariableId,
};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, Scalar, rules};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;

impl Checker<'_> {
    pub(super) fn declarations(&mut self, list: List<DeclId>) {
        for decl in self.ast[list].iter().copied() {
            self.declaration(decl);
        }
    }

    pub(super) fn declaration(&mut self, id: DeclId) {
        match self.ast[id].kind {
            DeclKind::Error | DeclKind::Empty => {}
            DeclKind::Function(function) => self.function(function),
            DeclKind::Variables(list) => self.with_declarators(|checker| {
                for variable in checker.ast[list].iter().copied() {
                    checker.global(variable);
                }
            }),
            DeclKind::VariableTemplate(template) => self.variable_template(template),
            DeclKind::Structure(structure) => self.declared_structure(structure),
            DeclKind::Instance(function) => self.explicit_instance(function),
            DeclKind::StructureInstance(ty) => {
                let ty = self.type_of(ty);
                self.use_all_members(ty);
            }
            DeclKind::ExternInstance(instance) => self.extern_instance(instance),
            DeclKind::Enumeration(enumeration) => _ = self.enumeration(enumeration),
            DeclKind::Alias(alias) => self.alias(alias),
            DeclKind::Aliases(list) => self.with_declarators(|checker| {
                for alias in checker.ast[list].iter().copied() {
                    checker.alias(alias);
                }
            }),
            DeclKind::Namespace(namespace) => {
                let namespace = self.ast[namespace];
                if namespace.is_linkage {
                    self.declarations(namespace.decls);
                    return;
                }
                let outer = self.scopes.enter(namespace.name, namespace.is_inline);
                if namespace.name.is_some_and(|name| self.text(name) == "metal") {
                    self.scopes.extend_library();
                }
                if let Some(variant) = namespace.name.and_then(|name| super::name::variant(self.text(name))) {
                    self.scopes.extend_variant(variant);
                }
                self.declarations(namespace.decls);
                self.scopes.leave(outer);
            }
            DeclKind::NamespaceAlias(name, meaning) => self.namespace_alias(name, meaning),
            DeclKind::UsingNamespace(name) => self.using_namespace(name),
            DeclKind::Using(name) => self.using(name),
            DeclKind::StaticAssert(condition, text) => self.static_assert(condition, text),
        }
    }

    fn alias(&mut self, id: cxx_validator::ast::AliasId) {
        let Alias { name, name_span, ty, template } = self.ast[id];
        if !template.is_empty() && self.is_in_class_template(Some(name), name_span) {
            return;
        }
        let entity =
            if template.is_empty() { Entity::Type(self.type_of(ty)) } else { Entity::AliasTemplate(id) };
        self.check_reserved(name, name_span);
        self.templates.declare(template::Template::Alias(id), self.scopes.present());
        self.declare_copies_of_alias(id);
        let before = self.declare(name, entity.clone());
        // The same alias may be declared again.
        if before.as_ref() != Some(&entity) {
            self.check_redeclared(before.as_ref(), name, name_span);
        }
    }

    /// `namespace a = b;`
    fn namespace_alias(&mut self, name: Symbol, meaning: cxx_validator::ast::NameId) {
        let aliased = self.ast[meaning];
        let span = aliased.name_span;
        if aliased.path.is_empty() && self.text(aliased.name) == "metal" && !self.is_declared(aliased.name) {
            self.scopes.add_library(aliased.name);
        }
        match self.meaning(meaning) {
            super::name::Meaning::Entity(entity @ Entity::Namespace(_)) => {
                let before = self.declare(name, entity.clone());
                if before.as_ref() != Some(&entity) {
                    self.check_redeclared(before.as_ref(), name, span);
                }
            }
            super::name::Meaning::Unknown => {}
            _ => {
                let message = format!("`{}` is not a namespace", self.text(self.ast[meaning].name));
                self.error(rules::NAME_NAMESPACE_KNOWN, span, message);
            }
        }
    }

    fn using_namespace(&mut self, id: cxx_validator::ast::NameId) {
        let name = self.ast[id];
        let text = self.text(name.name);
        if name.path.is_empty() && matches!(text, "metal" | "simd") {
            let is_local = self.function.kind.is_some();
            self.scopes.use_library(is_local);
            if let super::scope::Found::Entity(Entity::Namespace(number)) = self.scopes.find(name.name) {
                self.scopes.use_namespace(number);
            }
            return;
        }
        let mut parts = self.ast[name.path].iter().map(|part| self.text(part.name));
        let first = parts.find(|part| !part.is_empty()).unwrap_or(text);
        if first == "metal" || first == "raytracing" && !self.is_declared(name.name) {
            self.check_namespace(&name);
            return;
        }
        let meaning = if name.path.is_empty() {
            match self.scopes.find(name.name) {
                super::scope::Found::Entity(entity) => Some(entity),
                _ => None,
            }
        } else {
            match self.meaning(id) {
                super::name::Meaning::Entity(entity) => Some(entity),
                _ => return,
            }
        };
        if let Some(Entity::Namespace(number)) = meaning {
            if self.function.kind.is_some() {
                self.scopes.use_namespace_in_function(number);
            } else {
                self.scopes.use_namespace(number);
            }
            if self.scopes.is_library(number) {
                self.scopes.use_library(self.function.kind.is_some());
            }
        } else {
            let rule = if self.text(name.name) == "std" {
                rules::REMOVED_STANDARD_LIBRARY
            } else {
                rules::NAME_NAMESPACE_KNOWN
            };
            let message = format!("`{}` is not a namespace", self.text(name.name));
            let found = Diagnostic::error(rule, name.name_span, message);
            let found = self.did_you_mean_namespace(found, name.name, name.name_span);
            // Names of the library are found then, so that the mistake is one.
            if found.suggestion.as_ref().is_some_and(|it| it.edits.iter().any(|(_, text)| text == "metal")) {
                self.scopes.use_library(self.function.kind.is_some());
            }
            self.report(found);
        }
    }

    fn using(&mut self, id: cxx_validator::ast::NameId) {
        let name = self.ast[id];
        match self.meaning(id) {
            super::name::Meaning::Entity(entity) => self.declare_used(&name, entity),
            super::name::Meaning::Unknown => {}
            _ => self.scopes.use_library_name(name.name),
        }
    }

    /// Declares what a `using` declaration names: functions are overloads of the functions that the namespace has. C++14 (namespace.udecl)
    fn declare_used(&mut self, name: &cxx_validator::ast::QualifiedName, entity: Entity) {
        let entity = match (self.scopes.here(name.name), entity) {
            (Some(Entity::Functions(known)), Entity::Functions(more)) => {
                let seen: FxHashSet<_> = known.iter().copied().collect();
                let more: Vec<FunctionId> =
                    more.into_iter().filter(|function| !seen.contains(function)).collect();
                let conflict = self.first_conflict(known, &more);
                let all = Entity::Functions(known.iter().chain(&more).copied().collect());
                if let Some(known) = conflict {
                    let message =
                        format!("`{}` is already declared with these parameters", self.text(name.name));
                    let found = Diagnostic::error(rules::NAME_REDEFINITION, name.name_span, message);
                    self.report(found.label(self.ast[known].name_span, "declared here"));
                }
                all
            }
            (_, entity) => entity,
        };
        let before = self.scopes.declare(name.name, entity.clone());
        let is_overload = matches!((&before, &entity), (Some(Entity::Functions(_)), Entity::Functions(_)));
        if before.as_ref() != Some(&entity) && !is_overload {
            self.check_redeclared(before.as_ref(), name.name, name.name_span);
        }
    }

    /// Returns a function that the present namespace declares itself with the parameters of a function that a `using` declaration names.
    /// C++14 (namespace.udecl) 14
    fn first_conflict(&self, known: &[FunctionId], more: &[FunctionId]) -> Option<FunctionId> {
        let present = self.scopes.present();
        let parameters = |id: &FunctionId| self.functions.get(id).map(|it| it.parameters.as_slice());
        let used: FxHashSet<&[TypeId]> = more.iter().filter_map(parameters).collect();
        let is_own = |id: &&FunctionId| self.scopes.home_of_function(**id) == Some(present);
        known.iter().filter(is_own).find(|id| parameters(id).is_some_and(|it| used.contains(it))).copied()
    }

    /// Returns true for `char a[] = "text"`. C++14 (dcl.init.string)
    fn is_text_for_array(&self, variable: &Variable, ty: TypeId) -> bool {
        let Type::Array(element, _) = self.types.get(ty) else { return false };
        let is_text = |it| matches!(self.ast[it], Expr::Literal(Literal::Text(_)));
        self.types.scalar_of(element) == Some(Scalar::Char) && variable.initializer.is_some_and(is_text)
    }

    fn static_assert(&mut self, condition: ExprId, text: Option<ExprId>) {
        let ((), _) = self.outside_of_functions(condition.index().saturating_sub(64), |checker| {
            let typed = checker.condition(condition);
            if checker.types.is_error(typed.ty) || checker.check_defined(condition) {
                return;
            }
            match checker.value_of(condition, typed).map(Value::truth) {
                Ok(true) => {}
                // All structures of templates are made where they are named, also structures that nothing needs to be complete.
                Ok(false) if checker.only_named.is_around => {
                    let message =
                        "the checker does not support `static_assert` in a template that is only named yet";
                    checker.error(rules::UNSUPPORTED_TEMPLATE, checker.span(condition), message);
                }
                Ok(false) => {
                    let message = match text.map(|text| checker.ast[text]) {
                        Some(Expr::Literal(Literal::Text(text))) if checker.text(text) != "\"\"" => {
                            format!("the condition is false: {}", checker.text(text).trim_matches('"'))
                        }
                        _ => "the condition is false".to_owned(),
                    };
                    checker.error(rules::STATIC_ASSERT_HOLDS, checker.span(condition), message);
                }
                Err(failure) => {
                    let message = "the condition of `static_assert` must be a constant expression";
                    checker.report_no_value(condition, failure, (rules::STATIC_ASSERT_CONSTANT, message));
                }
            }
        });
    }

    /// A variable at program scope.
    fn global(&mut self, id: VariableId) {
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
            self.check_redeclared(before.as_ref(), name, variable.name_span);
        }
        let initializer = self.ast[id].initializer.map(|_| body);
        let function_constant = self.function_constant(&variable, object.ty);
        self.keep_global(id, GlobalVariable { object, value, initializer, function_constant });
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
        if self.types.is_error(object.ty) || self.is_pipeline_variable(variable) {
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
            let message = "the checker does not support program-scope variables set by the pipeline yet";
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
        if calls {
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
        if self.globals.values().any(|global| global.function_constant == Some(index)) {
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
            }
            return self.auto(variable, space);
        }
        let qualified = self.qualified_type(variable.ty);
        let qualified = self.with_count(qualified, variable.initializer);
        if let Type::Reference(referent) = self.types.get(qualified.ty) {
            self.declare_before_initializer(id, variable, referent);
            self.function.references.insert(id);
            match variable.initializer {
                Some(initializer) => () = self.initialize_reference(initializer, qualified.ty),
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
            let message =
                "the checker does not support functions that are declared by a name of their type yet";
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
        if let Type::Structure(number) = self.types.get(qualified.ty)
            && !self.types.structure(number).is_complete
        {
            let message = format!("type `{}` is incomplete here", self.types.print(qualified.ty));
            self.error(rules::TYPE_COMPLETE, variable.name_span, message);
        }
        // A list that can't be read was reported, and its length is not known.
        let is_text = self.is_text_for_array(variable, qualified.ty);
        if is_text {
            let message = "the checker does not support arrays that begin with text yet";
            self.error(rules::UNSUPPORTED_FEATURE, variable.name_span, message);
        }
        let is_unread = is_text || variable.initializer.is_some_and(|it| matches!(self.ast[it], Expr::Error));
        let may_be_unknown = variable.is_extern || is_unread || self.is_declared_member(variable);
        if matches!(self.types.get(qualified.ty), Type::Array(_, None)) && !may_be_unknown {
            let message = "an array without an element count must be initialized with a list of elements";
            self.error(rules::ARRAY_SIZE, variable.name_span, message);
        }
        self.alignment(variable.alignment, qualified.ty);
        let mut object = qualified.object(space);
        let is_const = object.is_const || variable.is_constexpr || object.space == AddressSpace::Constant;
        object.is_const = is_const;
        self.declare_before_initializer(id, variable, object);
        let initializer = variable.initializer.filter(|_| !is_text);
        let value = initializer.and_then(|initializer| self.begin(variable, initializer, qualified.ty));
        let value = value.or_else(|| self.constexpr_value(variable, qualified.ty));
        let is_unknown = variable.initializer.is_some_and(|it| self.is_unknown(it));
        if is_const && !is_unknown && (variable.is_constexpr || object.space == AddressSpace::Constant) {
            self.check_constant_value(variable);
        }
        // What a constant is made of may depend on a parameter of a template that nothing uses: its value is not known then, and neither is that
        // of a constant which is made of it.
        if is_const && is_unknown {
            object.ty = TypeId::ERROR;
        }
        (object, value.filter(|_| is_const))
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
    fn check_constant_value(&mut self, variable: &Variable) {
        let Some(initializer) = variable.initializer else { return };
        let is_undefined = self.check_defined(initializer);
        if variable.is_constexpr
            && !is_undefined
            && self.variable_part(initializer, Calls::Permitted).is_some()
        {
            let message = "the initializer of a `constexpr` variable must be a constant expression";
            self.error(rules::VARIABLE_CONSTEXPR_CONSTANT, self.span(initializer), message);
        }
    }

    /// The value of a `constexpr` scalar that calls functions or reads objects.
    fn constexpr_value(&mut self, variable: &Variable, ty: TypeId) -> Option<Value> {
        let initializer = variable.initializer.filter(|_| variable.is_constexpr)?;
        let scalar = self.types.scalar_of(ty)?;
        let value = match self.ast[initializer] {
            Expr::Braces(items) => self.ast[items].first()?.value,
            _ => initializer,
        };
        let typed = self.known(value)?;
        if self.types.is_error(typed.ty) {
            return None;
        }
        match self.value_of(value, typed) {
            Ok(value) => Some(value.converted(scalar)),
            Err(Failure::Undefined(span, undefined)) => {
                self.undefined(value, span, undefined);
                None
            }
            // A call of the library may be constant, too: its value is not computed.
            Err(Failure::Unknown | Failure::NotConstant | Failure::Spent) => None,
        }
    }

    /// Reports a name that the language keeps for itself. Section 2.2.3
    pub(super) fn check_reserved(&mut self, name: Symbol, span: Span) {
        let text = self.text(name);
        if msl_spec::type_name(text).is_some_and(|ty| ty.meaning == msl_spec::NamedType::Reserved) {
            let message = format!("`{text}` is a reserved name");
            self.error(rules::PACKED_VECTOR_BOOL_RESERVED, span, message);
        }
    }

    /// A variable begins with a value, or with the arguments of a constructor.
    fn begin(&mut self, variable: &Variable, initializer: ExprId, ty: TypeId) -> Option<Value> {
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
        self.construct(initializer, ty, &values).value
    }

    /// Returns true if `T a(value)` converts the value implicitly: no constructor takes part, and the parentheses are not a cast. C++14 (dcl.init)
    fn begins_by_conversion(&mut self, value: ExprId, ty: TypeId) -> bool {
        let is_plain = self.types.is_scalar(ty)
            || matches!(self.types.get(ty), Type::Pointer(_) | Type::Enumeration(..));
        if !is_plain || matches!(self.ast[value], Expr::Braces(_)) {
            return false;
        }
        let from = self.expression(value);
        // Explicit functions of a structure take part.
        !matches!(self.types.get(from.ty), Type::Structure(_))
    }

    fn initialize_reference(&mut self, initializer: ExprId, ty: TypeId) {
        if matches!(self.ast[initializer], Expr::Braces(_)) {
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
            Some(Expr::Braces(items)) => items.len,
            _ => return qualified,
        };
        Qualified { ty: self.types.intern(Type::Array(element, Some(count))), ..qualified }
    }
}
