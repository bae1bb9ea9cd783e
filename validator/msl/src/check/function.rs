//! Functions, their bodies, and calls. Section 5.1

use super::scope::Entity;
use super::template::Template;
use super::{Checker, Context, DeclarationKey, Signature};
use crate::diagnostic::Diagnostic;
use crate::meaning::{Body, ByTarget, Callee, Copying, FunctionInstance};
use crate::types::{Argument, MemberType, Object, StructureNumber, Type, TypeId};
use cxx_validator::ast::{Function, FunctionId, TypeSyntax, TypeSyntaxId, Variable, VariableId};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, rules};
use rustc_hash::FxHashMap;
use shader_source::Span;

impl Checker<'_> {
    /// Declares a function of a namespace, and checks its body.
    pub(super) fn function(&mut self, id: FunctionId) {
        let function = self.ast[id];
        self.check_name(&function);
        if !function.path.is_empty() {
            self.qualified_function(id);
            return;
        }
        self.unqualified_function(id);
    }

    /// Declares a function of the present namespace, and checks its body.
    pub(super) fn unqualified_function(&mut self, id: FunctionId) {
        let function = self.ast[id];
        self.scopes.note_function(id);
        if function.specialisation.is_some() {
            self.function_specialisation(id);
            return;
        }
        if self.ast.is_template(id) {
            self.templates.declare(Template::Function(id), self.scopes.present());
            if self.is_declared_template(id, &function) {
                return;
            }
            self.check_defaults_given(function.parameters, &[]);
            self.check_spaces_of_template(id);
            self.check_declared_parameters(function.template);
            self.check_declared_names(id);
            self.declare_function(id, &function);
            for copy in self.ast.copies.functions.get(&id).into_iter().flatten() {
                self.function(*copy);
                self.scopes.note_copy(*copy, id);
            }
            return;
        }
        let signature = self.signature(id);
        self.attribute_values(function.attributes);
        for parameter in &self.ast[function.parameters] {
            self.attribute_values(self.ast[*parameter].attributes);
        }
        self.check_operator_function(id, &signature, false);
        self.check_static(id, &signature);
        self.check_redefinition(id, &signature);
        if function.body.is_none() {
            self.declared_defaults(function.parameters, &signature);
        }
        // The body may call the function.
        let number = function.body.map(|_| self.reserve(id, &signature, Vec::new(), None));
        self.keep_signature(id, signature.clone(), number);
        self.declare_function(id, &function);
        if let Some(number) = number {
            self.body(number, &signature);
            let result = self.instances[number].result;
            if let Some(known) = self.functions.get_mut(&id) {
                known.result = result;
            }
        }
    }

    /// Reports incomplete types of a function with a body. C++14 (dcl.fct) 9
    pub(super) fn check_complete(&mut self, function: &Function, signature: &Signature) {
        let parameters = self.ast[function.parameters].iter().map(|parameter| self.ast[*parameter].ty);
        let types: Vec<_> = parameters.zip(signature.parameters.iter().copied()).collect();
        for (syntax, ty) in types.into_iter().chain(function.result.map(|result| (result, signature.result)))
        {
            self.make(ty, self.ast.type_span(syntax));
            let Some(number) = self.types.structure_number(ty) else { continue };
            if !self.types.structure(number).is_complete {
                let message = format!("type `{}` is incomplete here", self.types.print(ty));
                self.error_once(rules::TYPE_COMPLETE, self.ast.type_span(syntax), &message);
            }
        }
    }

    fn check_name(&mut self, function: &Function) {
        self.check_reserved(function.name, function.name_span);
        if self.text(function.name) == "main" {
            let found = Diagnostic::error(
                rules::FUNCTION_NAME_NOT_MAIN,
                function.name_span,
                "a function can't be named `main`",
            );
            self.report(found);
        }
    }

    /// Reports a friend function whose name the present namespace declares as something else. C++14 (basic.scope.hiding) 2
    pub(super) fn check_name_of_friend(&mut self, function: &Function) {
        let is_taken = match self.scopes.here(function.name) {
            None | Some(Entity::Functions(_)) => false,
            Some(Entity::Type(ty)) => !self.is_name_of_type(*ty, function.name),
            Some(_) => true,
        };
        if is_taken {
            let message = self.other_kind(function.name);
            self.error_once(rules::NAME_REDEFINITION, function.name_span, &message);
        }
    }

    fn other_kind(&self, name: Symbol) -> String {
        format!("`{}` is already declared as a different kind of name", self.text(name))
    }

    fn declare_function(&mut self, id: FunctionId, function: &Function) {
        match self.scopes.here(function.name) {
            Some(Entity::Functions(_)) => {
                let keys = self.parameter_keys(id);
                let Some(Entity::Functions(functions)) = self.scopes.here_mut(function.name) else { return };
                functions.push(id, &keys, function.entry.is_some());
            }
            // A function hides a structure or enumeration, which `struct` before the name still means. C++14 (basic.scope.hiding) 2
            Some(Entity::Type(ty)) if self.is_name_of_type(*ty, function.name) => {
                let functions = self.overloads_of(id);
                self.scopes.hide_type(function.name, Entity::Functions(functions));
            }
            Some(_) => {
                let message = self.other_kind(function.name);
                self.error(rules::NAME_REDEFINITION, function.name_span, message);
            }
            None => {
                let functions = self.overloads_of(id);
                self.scopes.declare(function.name, Entity::Functions(functions));
            }
        }
    }

    /// Returns true if a name is the own name of a structure or enumeration, and not an alias of it.
    pub(super) fn is_name_of_type(&self, ty: TypeId, name: Symbol) -> bool {
        match self.types.get(ty) {
            Type::Structure(number) => self.ast[self.types.structure(number).declaration].name == Some(name),
            Type::Enumeration(id, _) => self.ast[id].name == Some(name),
            _ => false,
        }
    }

    /// The types of the parameters and of the result.
    pub(super) fn signature(&mut self, id: FunctionId) -> Signature {
        let function = self.ast[id];
        let parameters = self.ast[function.parameters].to_vec();
        let types: Vec<TypeId> = parameters.iter().map(|parameter| self.parameter_type(*parameter)).collect();
        let has_default = |parameter: &VariableId| self.ast[*parameter].initializer.is_some();
        let required = parameters.iter().position(has_default).unwrap_or(parameters.len());
        let result = match function.result {
            // The body says which type it is.
            Some(result) if self.is_auto(result) => TypeId::ERROR,
            Some(result) if function.has_trailing_result => self.trailing_result(id, result, &types),
            Some(result) => {
                let ty = self.named_type_of(result);
                self.usable(ty, self.ast.type_span(result))
            }
            None => TypeId::VOID,
        };
        if matches!(self.types.get(result), Type::Array(..)) {
            let span = function.result.map_or(function.name_span, |ty| self.ast.type_span(ty));
            self.error(rules::CONVERSION_RETURN, span, "a function can't return an array");
        }
        let is_variadic = function.is_variadic;
        Signature { parameters: types, required, is_variadic, result, instance: None }
    }

    /// The type of a result that is written after the parameters, whose names are in scope there. C++14 (basic.scope.proto)
    fn trailing_result(&mut self, id: FunctionId, result: TypeSyntaxId, types: &[TypeId]) -> TypeId {
        let function = self.ast[id];
        let parameters = self.ast[function.parameters].to_vec();
        let mark = self.scopes.open();
        // `this` may be named after the parameters of a member function. C++14 (expr.prim.general) 3
        let structure = self.scopes.present_structure().filter(|_| !function.is_without_object);
        let this = self.function.this.or_else(|| Some(Self::this_of(&function, structure?)));
        // Expressions in it are of no body: nothing is noted about them.
        let is_of_template = !function.template.is_empty();
        // It is code of the function's targets, as the body is. C++ AMP 1.2 (2.1.1)
        let restrictions = self.targets_of(id);
        let context =
            Context { first_expr: usize::MAX, this, is_of_template, restrictions, ..Context::default() };
        let outer = core::mem::replace(&mut self.function, context);
        for (parameter, ty) in parameters.iter().zip(types) {
            let variable = self.ast[*parameter];
            let object = self.parameter_object(&variable, *ty);
            if let Some(name) = variable.name {
                self.scopes.declare_local(name, Entity::Variable(*parameter, object, None));
            }
        }
        let ty = self.type_of(result);
        self.function = outer;
        self.scopes.close(mark);
        ty
    }

    /// The object that a parameter is: that which a reference refers to.
    pub(super) fn parameter_object(&mut self, parameter: &Variable, ty: TypeId) -> Object {
        if let Type::Reference(object) = self.types.get(ty) {
            return object;
        }
        let is_const = self.is_const_syntax(parameter.ty);
        Object { ty, space: AddressSpace::Thread, is_const, is_volatile: false, is_rvalue: false }
    }

    /// The type of a parameter: an array is a pointer to its first element.
    pub(super) fn parameter_type(&mut self, id: VariableId) -> TypeId {
        let variable = self.ast[id];
        self.is_only_named = true;
        let mut qualified = self.qualified_type(variable.ty);
        qualified.ty = self.usable(qualified.ty, self.ast.type_span(variable.ty));
        match self.types.get(qualified.ty) {
            Type::Void => {
                self.error(
                    rules::SCALAR_VOID_INCOMPLETE,
                    variable.name_span,
                    "a parameter can't have type `void`",
                );
                TypeId::ERROR
            }
            Type::Array(element, _) => {
                let object = qualified.object(AddressSpace::Thread);
                let is_const = object.is_const || object.space == AddressSpace::Constant;
                self.types.intern(Type::Pointer(Object { ty: element, is_const, ..object }))
            }
            _ => qualified.ty,
        }
    }

    /// Reports a declaration of a function that has `constexpr` where the first one has none, or the other way round. C++14 (dcl.constexpr) 1
    pub(super) fn differs_by_constexpr(&mut self, function: &Function, first: Span) {
        let text = self.text(function.name);
        let message = if function.is_constexpr {
            format!("`{text}` was declared without `constexpr`")
        } else {
            format!("`{text}` was declared with `constexpr`")
        };
        let found = Diagnostic::error(rules::GRAMMAR_SPECIFIERS, function.name_span, message);
        self.report(found.label(first, "declared here"));
    }

    /// Reports `static` in a later declaration of a function whose first one has none. C++14 (dcl.stc) 7
    fn check_static(&mut self, id: FunctionId, signature: &Signature) {
        let Some(first) = self.first_declaration_with(id, signature).map(|first| self.ast[first]) else {
            return;
        };
        let function = self.ast[id];
        if function.is_without_object && !first.is_without_object {
            let message = format!("`{}` was declared without `static`", self.text(function.name));
            let found = Diagnostic::error(rules::GRAMMAR_SPECIFIERS, function.name_span, message);
            self.report(found.label(first.name_span, "declared here"));
        }
    }

    /// Reports a second function with the same parameters.
    pub(super) fn check_redefinition(&mut self, id: FunctionId, signature: &Signature) {
        let function = &self.ast[id];
        if let Some(Entity::Functions(others)) = self.scopes.here(function.name)
            && let Some(first) = others.entry_point_or_first().map(|first| self.ast[first])
            && (first.entry.is_some() || function.entry.is_some())
        {
            // The pipeline finds one of two entry points only. It does find an entry point among other functions, and compilers accept that.
            let are_both = first.entry.is_some() && function.entry.is_some();
            let is = if are_both { "can't be" } else { "shouldn't be" };
            let message = format!("entry point `{}` {is} overloaded", self.text(function.name));
            let rule = rules::FUNCTION_ENTRY_POINT_NOT_OVERLOADED;
            let found =
                Diagnostic::error(rule, function.name_span, message).label(first.name_span, "declared here");
            self.report(if are_both { found } else { found.warning() });
            if are_both {
                return;
            }
        }
        // Unknown types may differ.
        if signature.parameters.iter().any(|ty| self.types.is_error(*ty)) {
            return;
        }
        self.check_overlaps(id, signature);
        let Some(known) = self.declarations_of.get(&self.key(id, signature)) else { return };
        let defaults = known.defaults.clone();
        // All declarations have the result of the first, or it was reported.
        let first = self.ast[known.all[0]].name_span;
        let first_is_constexpr = self.ast[known.all[0]].is_constexpr;
        let result = self.functions.get(&known.all[0]).map(|first| first.result);
        let is_qualified_alike = self.have_same_result_qualifiers(&self.ast[known.all[0]], function);
        let definition = known.definition;
        let text = self.text(function.name);
        if result.is_some_and(|result| result != signature.result || !is_qualified_alike) {
            let message =
                format!("conflicting declaration of `{text}`: same parameters, different return type");
            let found = Diagnostic::error(rules::FUNCTION_OVERLOAD_RETURN_TYPE, function.name_span, message)
                .label(first, "declared here");
            self.report(found);
        } else if first_is_constexpr != function.is_constexpr {
            self.differs_by_constexpr(function, first);
        } else if let Some(definition) = definition
            && function.body.is_some()
        {
            let message = format!("`{text}` is already defined");
            let found = Diagnostic::error(rules::FUNCTION_REDEFINITION, function.name_span, message)
                .label(self.ast[definition].name_span, "defined here");
            self.second_definition((id, definition), signature, found);
        } else {
            self.check_defaults(function, &defaults);
        }
    }

    /// The first function that the present namespace declares with these parameters.
    pub(super) fn first_declaration_with(&self, id: FunctionId, signature: &Signature) -> Option<FunctionId> {
        self.declarations_of.get(&self.key(id, signature)).map(|known| known.all[0])
    }

    /// Returns true if the present namespace declares a function with these parameters.
    pub(super) fn is_declared_with(&self, id: FunctionId, signature: &Signature) -> bool {
        self.declarations_of.contains_key(&self.key(id, signature))
    }

    /// Functions for different targets are different functions. C++ AMP 1.2 (2.3.2)
    fn key(&self, id: FunctionId, signature: &Signature) -> DeclarationKey {
        let targets = self.restrictions_of(id);
        (self.scopes.present(), self.ast[id].name, signature.parameters.clone(), targets)
    }

    /// Checks the targets of the functions with these parameters that were declared before. C++ AMP 1.2 (2.3.2)
    fn check_overlaps(&mut self, id: FunctionId, signature: &Signature) {
        if !self.is_amp() {
            return;
        }
        let (scope, name, parameters, own) = self.key(id, signature);
        for targets in super::amp::TARGETS.into_iter().filter(|it| *it != own) {
            let key = (scope, name, parameters.clone(), targets);
            if let Some(earlier) = self.declarations_of.get(&key).map(|known| known.all[0]) {
                self.check_overlap(id, earlier);
            }
        }
    }

    /// Notes the signature of a function of the present namespace that is not a template, and for a definition the number of its body, for it and
    /// for its earlier declarations.
    pub(super) fn keep_signature(
        &mut self,
        id: FunctionId,
        mut signature: Signature,
        instance: Option<usize>,
    ) {
        let key = self.key(id, &signature);
        let known = self.declarations_of.entry(key).or_default();
        // Each declaration is visited once: only the first definition changes those before it.
        let earlier =
            if instance.is_some() && known.definition.is_none() { known.all.as_slice() } else { &[] };
        for other in earlier {
            shader_source::steps::take(1);
            if let Some(known) = self.functions.get_mut(other) {
                known.instance = instance;
            }
            if let Some(number) = instance {
                self.evaluations.define(*other, number);
            }
        }
        known.all.push(id);
        let parameters = self.ast[id].parameters;
        let own = self.ast[parameters].iter();
        let own = own.map(|parameter| self.ast[*parameter].initializer.map(|_| *parameter));
        if known.defaults.is_empty() {
            known.defaults = own.collect();
        } else {
            known.defaults.iter_mut().zip(own).for_each(|(known, own)| *known = known.or(own));
        }
        let defaults = known.defaults.clone();
        if instance.is_some() {
            known.definition.get_or_insert(id);
        }
        // A declaration after the definition has its body, too.
        let defined = known.definition.and_then(|definition| self.functions.get(&definition)?.instance);
        signature.instance = instance.or(defined);
        signature.required = defaults.iter().position(Option::is_some).unwrap_or(defaults.len());
        if let Some(number) = signature.instance {
            self.inherit_defaults(number, &defaults);
        }
        self.functions.insert(id, signature);
        self.check_defaults_given(parameters, &defaults);
    }

    /// Gives a function its number among the instances before its body is checked: the body may call it, as may bodies before it.
    pub(super) fn reserve(
        &mut self,
        id: FunctionId,
        signature: &Signature,
        arguments: Vec<Argument>,
        this: Option<Object>,
    ) -> usize {
        if self.ast[id].result.is_some_and(|result| self.is_auto(result)) {
            self.undeduced.insert(self.instances.len());
        }
        self.instances.push(FunctionInstance {
            function: id,
            arguments,
            explicit: None,
            parameters: signature.parameters.clone(),
            result: signature.result,
            this,
            locals: rustc_hash::FxHashMap::default(),
            references: rustc_hash::FxHashSet::default(),
            body: Body::default(),
            calls: Vec::new(),
            library_calls: Vec::new(),
            later: Vec::new(),
            device_write: None,
        });
        self.instances.len() - 1
    }

    /// Returns true if the results of two functions have the same qualifiers, as far as they are written. C++14 (dcl.fct) 8
    pub(super) fn have_same_result_qualifiers(&self, one: &Function, other: &Function) -> bool {
        let qualifiers = |function: &Function| {
            let (mut is_const, mut is_volatile) = (false, false);
            let mut ty = function.result;
            while let Some(TypeSyntax::Qualified(own, inner)) = ty.map(|ty| self.ast[ty]) {
                is_const |= own.is_const;
                is_volatile |= own.is_volatile;
                ty = Some(inner);
            }
            // A name may be an alias of a type with qualifiers.
            let is_plain = ty.is_some_and(|ty| matches!(self.ast[ty], TypeSyntax::Fundamental(_)));
            is_plain.then_some((is_const, is_volatile))
        };
        qualifiers(one).zip(qualifiers(other)).is_none_or(|(one, other)| one == other)
    }

    /// Returns true if a type is qualified with `const`.
    pub(super) fn is_const_syntax(&self, id: cxx_validator::ast::TypeSyntaxId) -> bool {
        match self.ast[id] {
            cxx_validator::ast::TypeSyntax::Qualified(qualifiers, inner) => {
                qualifiers.is_const || self.is_const_syntax(inner)
            }
            _ => false,
        }
    }

    /// Forgets the instances from this number on, which were only made to check templates that nothing uses. Others get their numbers.
    pub(super) fn forget_instances(&mut self, from: usize) {
        self.instances.truncate(from);
        self.undeduced.retain(|number| *number < from);
        self.templates.functions.retain(|_, number| *number < from);
        for signature in self.functions.values_mut().chain(self.member_signatures.values_mut()) {
            signature.instance = signature.instance.filter(|number| *number < from);
        }
        self.inherited_defaults.retain(|(number, _), _| *number < from);
        self.host_bodies.retain(|number, host| *number < from && *host < from);
        self.evaluations.forget_instances(from);
    }

    /// Connects calls of functions that were only declared then with their bodies, and reports functions that have none.
    pub(super) fn later_bodies(&mut self) {
        let bodies = self.bodies();
        for number in 0..self.instances.len() {
            for (function, span) in core::mem::take(&mut self.instances[number].later) {
                match bodies.get(&function) {
                    Some(body) => self.instances[number].calls.push((*body, span)),
                    None if !self.ast.is_template(function) => {
                        let message = format!(
                            "`{}` is called, but not defined in this program",
                            self.text(self.ast[function].name)
                        );
                        // The definition may be in a different file, which is linked later.
                        let found = Diagnostic::error(rules::FUNCTION_DEFINED, span, message)
                            .label(self.ast[function].name_span, "declared here");
                        self.report(found.warning());
                    }
                    None => {}
                }
            }
        }
        let of_instances = self.instances.iter_mut().map(|instance| &mut instance.body);
        let initializers = self.member_initializers.values_mut().chain(self.inherited_defaults.values_mut());
        let of_members = initializers.map(|initializer| &mut initializer.body);
        for callee in of_instances.chain(of_members).flat_map(|body| &mut body.callees) {
            if let Callee::Declared(function) = callee
                && let Some(body) = bodies.get(function)
            {
                *callee = Callee::Function(*body);
            }
        }
    }

    /// The bodies of functions, members included, that are not templates or members of them: those have an instance for each list of arguments.
    fn bodies(&self) -> FxHashMap<FunctionId, usize> {
        let functions = self.functions.iter().map(|(function, signature)| (*function, signature.instance));
        let members = self.member_signatures.iter().filter(|((ty, _), _)| {
            let structure = self.types.structure_number(*ty).map(|number| self.types.structure(number));
            structure.is_some_and(|structure| structure.arguments.is_empty())
        });
        let members = members.map(|((_, function), signature)| (*function, signature.instance));
        functions.chain(members).filter_map(|(function, instance)| Some((function, instance?))).collect()
    }

    /// The constructors that take no arguments.
    pub(super) fn default_constructors(&self) -> FxHashMap<StructureNumber, ByTarget> {
        self.default_constructors_from(0)
    }

    /// The constructors that take no arguments, among the instances from this number on.
    pub(super) fn default_constructors_from(&self, first: usize) -> FxHashMap<StructureNumber, ByTarget> {
        self.constructors_from(first, |checker, instance| {
            let function = checker.ast[instance.function];
            let mut parameters = checker.ast[function.parameters].iter();
            let is_default = function.result.is_none()
                && checker.constructs_values(instance.function)
                && parameters.all(|parameter| checker.ast[*parameter].initializer.is_some());
            checker.types.structure_number(instance.this?.ty).filter(|_| is_default)
        })
    }

    /// The constructors of a kind among the instances from this number on, by the structures that `structure` finds for them.
    fn constructors_from(
        &self,
        first: usize,
        structure: impl Fn(&Self, &FunctionInstance) -> Option<StructureNumber>,
    ) -> FxHashMap<StructureNumber, ByTarget> {
        let mut found: FxHashMap<StructureNumber, ByTarget> = FxHashMap::default();
        for (number, instance) in self.instances.iter().enumerate().skip(first) {
            shader_source::steps::take(1);
            if let Some(structure) = structure(self, instance) {
                let constructors = self.targets_of_instance(number, instance.function);
                found.entry(structure).or_default().fill(constructors);
            }
        }
        found
    }

    /// Returns true for a constructor template that is better than the implicit copy constructor for objects that are not `const`: `S(thread T&)`.
    pub(super) fn may_copy_by_template(&self, function: FunctionId) -> bool {
        let Function { template, parameters, result, name_span, .. } = self.ast[function];
        // The library says which types its constructors take in other ways.
        if self.is_library_place(name_span) {
            return false;
        }
        let Some(first) = self.ast[parameters].first().filter(|_| result.is_none()) else { return false };
        let TypeSyntax::Reference(inner, _) = self.ast[self.ast[*first].ty] else { return false };
        let inner = match self.ast[inner] {
            TypeSyntax::Qualified(qualifiers, inner) if !qualifiers.is_const => inner,
            _ => inner,
        };
        let TypeSyntax::Name(name) = self.ast[inner] else { return false };
        self.ast[name].path.is_empty()
            && self.ast[template].iter().any(|parameter| parameter.name == Some(self.ast[name].name))
    }

    /// The structure whose copy constructor an instance is; `None` for a constructor that copies as the compiler does.
    fn structure_of_copy(&self, instance: &FunctionInstance) -> Option<StructureNumber> {
        let (Type::Reference(object), this) = (self.types.get(*instance.parameters.first()?), instance.this?)
        else {
            return None;
        };
        // C++14 (class.copy) 2: further parameters have default arguments.
        let function = self.ast[instance.function];
        let mut others = self.ast[function.parameters].iter().skip(1);
        let is_copy = this.ty == object.ty
            && function.result.is_none()
            && function.implicit.is_none()
            && others.all(|parameter| self.ast[*parameter].initializer.is_some());
        self.types.structure_number(this.ty).filter(|_| is_copy)
    }

    /// Returns true if one of the instances from this number on is a copy constructor that the program writes.
    pub(super) fn has_copy_constructors_from(&self, first: usize) -> bool {
        self.instances[first..].iter().any(|instance| self.structure_of_copy(instance).is_some())
    }

    /// The structures whose objects are copied by constructors that the program writes. C++14 (class.copy)
    pub(super) fn copies(&self) -> FxHashMap<StructureNumber, Copying> {
        let constructors = self.constructors_from(0, Self::structure_of_copy).into_iter();
        let mut copies: FxHashMap<StructureNumber, Copying> =
            constructors.map(|(structure, found)| (structure, Copying::Function(found))).collect();
        for (ty, members) in &self.structures {
            if let Some(structure) = self.types.structure_number(*ty)
                && members.constructors.iter().any(|function| self.may_copy_by_template(*function))
            {
                copies.entry(structure).or_insert(Copying::Function(ByTarget::default()));
            }
        }
        // Structures may be nested in any order of their numbers; most programs have no such constructor, and one look.
        let mut before = 0;
        while copies.len() > before {
            before = copies.len();
            for number in self.types.structure_numbers() {
                let members = &self.types.structure(number).members;
                let inner = |it: &MemberType| self.types.innermost_structure(it.ty);
                if members.iter().filter_map(inner).any(|inner| copies.contains_key(&inner)) {
                    copies.entry(number).or_insert(Copying::Members);
                }
            }
        }
        copies
    }
}
