//! Templates: the arguments of functions are deduced from the arguments of a call, and every list of arguments makes an instance of its own.
//! Section 1.4.2; what goes beyond types and numbers as parameters is reported as not supported

use super::constant::Value;
use super::later_instance::LaterCall;
use super::origin::Needed;
use super::overload::Candidate;
use super::scope::{Entity, NamespaceNumber};
use super::specialisation::is_unique;
use super::{Checker, Context, Signature, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, NamedFunctions, Type, TypeId};
use cxx_validator::ast::{
    AliasId, DeclId, DeclKind, Function, FunctionId, List, NameId, StructureId, TemplateArgument,
    TemplateParameter, TemplateParameterKind, TypeSyntax, VariableTemplateId,
};
use cxx_validator::names::Symbol;
use msl_spec::{ValueType, rules};
use rustc_hash::{FxHashMap, FxHashSet};
use shader_source::Span;
use std::collections::BTreeMap;

pub(super) const LATE_SPECIALISATION: &str =
    "a specialization must be declared before its template is used with these arguments";

/// A template of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Template {
    Structure(StructureId),
    Function(FunctionId),
    Alias(AliasId),
    Variable(VariableTemplateId),
}

/// The templates of a program and what is made of them.
#[derive(Default, Debug)]
pub(super) struct Templates {
    /// The namespaces that declare them: their names are looked up there, wherever they are used.
    homes: FxHashMap<Template, NamespaceNumber>,
    /// The places of arguments of templates that are missing or wrong, whatever the parameters of the template around them are.
    pub(super) wrong_for_any: FxHashSet<Span>,
    /// Instances by the arguments of their templates, and by the structure of member functions.
    pub(super) functions: FxHashMap<(FunctionId, Option<TypeId>, Vec<Argument>), usize>,
    pub(super) structures: FxHashMap<(StructureId, Vec<Argument>), TypeId>,
    /// The parameters in the declarations of structure templates that are declared several times, except for the declaration that their names mean.
    declarations: FxHashMap<StructureId, Vec<List<TemplateParameter>>>,
    /// The structures that are not made yet, since nothing needs their members.
    pub(super) named: FxHashSet<TypeId>,
    /// The templates of structures.
    pub(super) of_structures: FxHashMap<TypeId, StructureId>,
    /// The structures that templates only make to be compared with others.
    compared: FxHashSet<TypeId>,
    /// The explicit specialisations of structure templates, by their arguments.
    pub(super) explicit_structures: FxHashMap<(StructureId, Vec<Argument>), StructureId>,
    /// The partial specialisations of structure templates, in order of their declarations.
    pub(super) structure_specialisations: FxHashMap<StructureId, Vec<StructureId>>,
    /// The templates of the partial specialisations of structures.
    pub(super) specialised: FxHashMap<StructureId, StructureId>,
    /// The partial specialisations with packs, whose copies are among `structure_specialisations`.
    pub(super) variadic_specialisations: FxHashMap<StructureId, Vec<StructureId>>,
    /// The member functions of structure templates that are defined outside of them.
    pub(super) member_definitions: FxHashMap<StructureId, Vec<FunctionId>>,
    /// The definitions of variables of structure templates outside of them.
    pub(super) member_variables: FxHashMap<(StructureId, Symbol), VariableTemplateId>,
    /// The variables that templates make, by their arguments, and the specialisations that make others.
    pub(super) variables: FxHashMap<(VariableTemplateId, Vec<Argument>), Typed>,
    pub(super) variable_specialisations: FxHashMap<(VariableTemplateId, Vec<Argument>), VariableTemplateId>,
    /// The partial specialisations of variable templates, in order of their declarations.
    pub(super) variable_patterns: FxHashMap<VariableTemplateId, Vec<Template>>,
    /// The later declarations of function templates that have the bodies of the first ones.
    pub(super) bodies: FxHashMap<FunctionId, FunctionId>,
    /// The constructors that templates make of values, by the template, the structure and the type of the value.
    pub(super) constructors: FxHashMap<(FunctionId, TypeId, TypeId), Option<Candidate>>,
    /// The conversion functions that templates make, by the template, the structure and the type of the result.
    pub(super) conversions: FxHashMap<(FunctionId, TypeId, TypeId), Candidate>,
    /// Whether the program specialises a template of Apple's headers that others of the library get their members from.
    pub(super) specialises_hidden: bool,
    /// The specialisations of function templates.
    pub(super) function_specialisations: FxHashMap<(FunctionId, Vec<Argument>), FunctionId>,
    /// The names of function templates with types that are wrong for all arguments, which their declarations report.
    pub(super) wrong_functions: FxHashSet<Symbol>,
    /// The instances that are called before their templates have a body.
    without_body: FxHashSet<(FunctionId, Vec<Argument>)>,
    /// The calls of templates that have no body yet.
    pub(super) later: Vec<LaterCall>,
}

impl Templates {
    /// Notes the namespace of a template.
    pub(super) fn declare(&mut self, template: Template, home: NamespaceNumber) {
        self.homes.insert(template, home);
    }

    /// Notes that a template which was declared is defined by a different declaration.
    pub(super) fn rename(&mut self, declared: StructureId, defined: StructureId) {
        let all = self.structures.iter().filter(|((template, _), _)| *template == declared);
        let instances: Vec<(Vec<Argument>, TypeId)> =
            all.map(|((_, arguments), ty)| (arguments.clone(), *ty)).collect();
        for (arguments, ty) in instances {
            self.of_structures.insert(ty, defined);
            self.structures.insert((defined, arguments), ty);
        }
    }

    /// Notes the parameters in a declaration of a structure template in addition to its definition.
    pub(super) fn add_declaration(&mut self, template: StructureId, parameters: List<TemplateParameter>) {
        self.declarations.entry(template).or_default().push(parameters);
    }

    /// Notes the definition of a structure template that was declared, with the parameters in that declaration.
    pub(super) fn replace_declaration(
        &mut self,
        declared: StructureId,
        (defined, parameters): (StructureId, List<TemplateParameter>),
    ) {
        let mut all = self.declarations.remove(&declared).unwrap_or_default();
        all.push(parameters);
        self.declarations.insert(defined, all);
    }

    /// The parameters in the other declarations of a template.
    pub(super) fn other_declarations(&self, template: Template) -> &[List<TemplateParameter>] {
        match template {
            Template::Structure(id) => self.declarations.get(&id).map_or(&[], Vec::as_slice),
            Template::Function(_) | Template::Variable(_) | Template::Alias(_) => &[],
        }
    }

    /// Returns true if a structure is made of arguments that only serve to compare templates.
    pub(super) fn is_compared(&self, ty: TypeId) -> bool {
        self.compared.contains(&ty)
    }

    /// The template that made a structure.
    pub(super) fn of_structure(&self, ty: TypeId) -> Option<StructureId> {
        self.of_structures.get(&ty).copied()
    }

    /// The namespace that declares a template.
    pub(super) fn home(&self, template: Template) -> Option<NamespaceNumber> {
        self.homes.get(&template).copied()
    }

    /// The structure templates with their partial specialisations, each after its template, in the order of the source.
    pub(super) fn structures_declared(&self) -> Vec<(StructureId, StructureId)> {
        let own = self.homes.keys().filter_map(|template| match template {
            Template::Structure(id) => Some((*id, *id)),
            Template::Function(_) | Template::Alias(_) | Template::Variable(_) => None,
        });
        let special = self.structure_specialisations.iter();
        let special = special.flat_map(|(template, ids)| ids.iter().map(|id| (*id, *template)));
        // A specialisation is declared as a template, too: its own template is what its name means.
        let templates: BTreeMap<StructureId, StructureId> = own.chain(special).collect();
        templates.into_iter().map(|(id, template)| (template, id)).collect()
    }

    /// The variable templates, in no order.
    pub(super) fn variables_declared(&self) -> impl Iterator<Item = VariableTemplateId> {
        self.homes.keys().filter_map(|template| match template {
            Template::Variable(id) => Some(*id),
            Template::Structure(_) | Template::Alias(_) | Template::Function(_) => None,
        })
    }

    /// The function templates of namespaces, in no order.
    pub(super) fn functions_declared(&self) -> impl Iterator<Item = FunctionId> {
        self.homes.keys().filter_map(|template| match template {
            Template::Function(id) => Some(*id),
            Template::Structure(_) | Template::Alias(_) | Template::Variable(_) => None,
        })
    }
}

impl Checker<'_> {
    pub(super) fn default_argument(&mut self, parameter: &TemplateParameter) -> Option<Argument> {
        match parameter.kind {
            TemplateParameterKind::Type(default) => {
                default.map(|ty| Argument::Type(self.qualified_type_argument(ty)))
            }
            TemplateParameterKind::Value(_, default) => {
                let value = self.constant_integer(default?, rules::TEMPLATE_ARGUMENTS)?;
                i64::try_from(value).ok().map(Argument::Number)
            }
            TemplateParameterKind::Template(_, default) => {
                default.map(|name| self.template_argument(TemplateArgument::Type(name)))
            }
            TemplateParameterKind::Function(..) => None,
        }
    }

    /// The namespace in which the names of a function template are looked up: the scope of its structure, if it is a member.
    pub(super) fn home_of(&self, id: FunctionId, owner: Option<TypeId>) -> NamespaceNumber {
        owner
            .and_then(|owner| self.scopes.of_structure(owner))
            .or_else(|| self.templates.homes.get(&Template::Function(id)).copied())
            .unwrap_or_else(|| self.scopes.present())
    }

    /// Does something in the namespace of a template while its parameters stand for arguments, with no names of the function around.
    pub(super) fn with_arguments<T>(
        &mut self,
        home: NamespaceNumber,
        parameters: List<TemplateParameter>,
        arguments: &[Argument],
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let aside = self.scopes.put_aside();
        let present = self.scopes.go_to(home);
        // A body has a limit of its own.
        let limit = self.scopes.set_limit(None);
        let closure = self.scopes.present_structure().and_then(|ty| self.closures.get(&ty));
        if let Some(closure) = closure {
            let scopes = closure.scopes.clone();
            self.scopes.take_back(scopes);
            let span = self.ast[parameters].first().map_or_else(Span::default, |it| it.name_span);
            self.may_keep_names(span);
        }
        let mark = self.scopes.open();
        // Expressions of the template mean something else with other arguments: nothing that is known of them holds, and nothing is noted.
        let context = Context { first_expr: usize::MAX, kind: self.function.kind, ..Context::default() };
        let outer = core::mem::replace(&mut self.function, context);
        let declared = (core::mem::take(&mut self.defined_here), self.deduced.take());
        for (parameter, argument) in self.ast[parameters].iter().zip(arguments) {
            if let Some((name, entity)) = self.parameter_entity(parameter, *argument) {
                self.scopes.declare_local(name, entity);
            }
        }
        self.count_instance();
        self.levels += 1;
        let result = work(self);
        self.levels -= 1;
        (self.defined_here, self.deduced) = declared;
        self.function = outer;
        self.scopes.close(mark);
        self.scopes.set_limit(limit);
        self.scopes.go_to(present);
        self.scopes.take_back(aside);
        result
    }

    /// The name of a parameter of a template and what it stands for. The type of a number may use the parameters before it.
    pub(super) fn parameter_entity(
        &mut self,
        parameter: &TemplateParameter,
        argument: Argument,
    ) -> Option<(Symbol, Entity)> {
        let entity = match (argument, parameter.kind) {
            // The value is not known in a template that nothing uses.
            (Argument::Type(TypeId::ERROR), TemplateParameterKind::Value(..)) => {
                Entity::Number(TypeId::ERROR, 0)
            }
            (Argument::Type(TypeId::ERROR), TemplateParameterKind::Template(own, _)) => {
                Entity::UnknownTemplate(own)
            }
            (Argument::Type(ty), _) => Entity::Type(ty),
            (Argument::Number(number), TemplateParameterKind::Value(ty, _)) => {
                Entity::Number(self.type_of(ty), number)
            }
            (Argument::Template(template), TemplateParameterKind::Template(..)) => {
                Entity::StructureTemplate(template)
            }
            // The type of the parameter may have a name: `F f`.
            (
                Argument::Function(functions),
                TemplateParameterKind::Function(..) | TemplateParameterKind::Value(..),
            ) => Entity::FunctionArgument(functions),
            // They do not fit, which is reported where they are written.
            (Argument::Number(_) | Argument::Template(_) | Argument::Function(_), _) => return None,
        };
        Some((parameter.name?, entity))
    }

    /// The instance that a candidate calls; `None` if it has no body yet, or if none is needed.
    pub(super) fn instance_of(&mut self, candidate: &Candidate, span: Span) -> Option<usize> {
        let function = self.ast[candidate.function];
        // An operand that is not evaluated needs no body that gives neither a type nor a constant. C++14 (temp.inst) 3
        let is_needed = self.function.unevaluated == 0 || self.is_needed_at_once(&function);
        if !self.ast.is_template(candidate.function) {
            let Candidate { function, owner, signature, .. } = candidate;
            let make = || self.use_member((*owner).filter(|_| is_needed)?, *function, span);
            return signature.instance.or_else(make);
        }
        let Candidate { function: id, arguments, owner, signature } = candidate;
        let key = (*id, *owner, arguments.clone());
        if let Some(known) = self.templates.functions.get(&key) {
            return Some(*known);
        }
        let specialised = self.templates.function_specialisations.get(&(*id, arguments.clone())).copied();
        // The parameters may have other names where the body is.
        let own = self.templates.bodies.get(id).copied().unwrap_or(*id);
        let (body, parameters) = match specialised {
            Some(specialised) => (specialised, function.template),
            None => (own, self.ast[own].template),
        };
        if self.ast[body].body.is_none() {
            if !self.is_attempt && is_needed {
                self.templates.without_body.insert((*id, arguments.clone()));
            }
            return None;
        }
        if !is_needed || !self.may_instantiate(span) {
            return None;
        }
        // Only the declaration in a class says `static`.
        let member = if specialised.is_some() { body } else { *id };
        let this = owner.and_then(|owner| self.object_of_member(member, owner));
        let number = self.reserve(body, signature, arguments.clone(), this);
        self.templates.functions.insert(key, number);
        let home = self.home_of(*id, *owner);
        // The declaration may name its parameters differently.
        if body != *id {
            self.with_arguments(home, function.template, arguments, |checker| {
                checker.defaults_elsewhere(number, *id, signature);
            });
        }
        self.with_arguments(home, parameters, arguments, |checker| {
            if let Some(this) = this {
                checker.declare_members(this.ty, this);
            }
            checker.used_from(span, Needed::Function(number), |it| it.body(number, signature));
        });
        Some(number)
    }

    /// The declaration of the function that a candidate calls: the specialization for its arguments, if there is one.
    pub(super) fn specialization_of(&self, candidate: &Candidate) -> FunctionId {
        let Candidate { function, arguments, .. } = candidate;
        if arguments.is_empty() {
            return *function;
        }
        let specialised = self.templates.function_specialisations.get(&(*function, arguments.clone()));
        specialised.copied().unwrap_or(*function)
    }

    /// A specialisation of a function template, with its template and the arguments: `template <> int f<int>(int)`.
    fn specialised(&mut self, id: FunctionId) -> Option<Candidate> {
        let function = self.ast[id];
        let signature = self.signature_of_instance(id)?;
        let explicit = self.template_arguments(function.specialisation.unwrap_or_default());
        let Some(Entity::Functions(functions)) = self.scopes.here(function.name).cloned() else {
            let message = format!("`{}` is not a template", self.text(function.name));
            self.error(rules::TEMPLATE_ARGUMENTS, function.name_span, message);
            return None;
        };
        let mut found: Option<Candidate> = None;
        for template in functions.iter().filter(|it| self.ast.is_template(*it)) {
            let candidate = self.deduce_from_type(template, &signature, &explicit);
            let is_same = |it: &Candidate| {
                it.signature.parameters == signature.parameters && it.signature.result == signature.result
            };
            let Some(candidate) = candidate.filter(is_same) else { continue };
            if !self.has_same_result(&function, &candidate) {
                continue;
            }
            // The specialization is one of the most specialised template that it fits. C++14 (temp.deduct.decl) 2
            let is_better = match &found {
                Some(other) => self.is_better_template(&candidate, other),
                None => true,
            };
            if is_better {
                found = Some(candidate);
            }
        }
        if found.is_some() {
            return found;
        }
        if self.templates.wrong_functions.contains(&function.name) {
            return None;
        }
        let message =
            format!("no template `{}` has these parameters and this return type", self.text(function.name));
        self.error(rules::TEMPLATE_ARGUMENTS, function.name_span, message);
        None
    }

    /// Returns true if the result of a specialisation is `const` or `volatile` as the result of its template is. C++14 (temp.deduct.decl) 1
    fn has_same_result(&mut self, function: &Function, candidate: &Candidate) -> bool {
        let general = self.ast[candidate.function];
        let (Some(one), Some(other)) = (function.result, general.result) else { return true };
        let is_plain = |it: &Self, ty| !matches!(it.ast[ty], TypeSyntax::Qualified(..) | TypeSyntax::Name(_));
        // A function type has the qualifiers inside of it.
        if function.has_function_type || is_plain(self, one) && is_plain(self, other) {
            return true;
        }
        let home = self.home_of(candidate.function, candidate.owner);
        let own = self.attempt(|checker| checker.qualified_type(one).cv());
        let general = self.attempt(|checker| {
            checker.with_arguments(home, general.template, &candidate.arguments, |it| {
                it.qualified_type(other).cv()
            })
        });
        own.is_none() || general.is_none() || own == general
    }

    /// The parameters and the result of a specialisation, which may be written as one type.
    fn signature_of_instance(&mut self, id: FunctionId) -> Option<Signature> {
        let function = self.ast[id];
        if !function.has_function_type {
            return Some(self.signature(id));
        }
        let ty = function.result.map_or(TypeId::ERROR, |ty| self.type_of(ty));
        if self.types.is_error(ty) {
            return None;
        }
        let Some((parameters, result)) = self.types.signature(ty).cloned() else {
            let message = format!("expected the type of a function, found `{}`", self.types.print(ty));
            self.error(rules::GRAMMAR_DECLARATION, function.name_span, message);
            return None;
        };
        let required = parameters.len();
        Some(Signature { parameters, required, is_variadic: false, result, instance: None })
    }

    /// The type of the function that a name denotes: `decltype(f<int>)`. `None` if the name denotes no functions.
    pub(super) fn type_of_function(&mut self, id: NameId) -> Option<TypeId> {
        let NamedFunctions { functions, explicit, .. } = self.named_functions(id)?;
        if explicit.as_ref().is_some_and(|explicit| self.are_unknown(explicit)) {
            return Some(TypeId::ERROR);
        }
        let candidates = self.candidates(&functions.to_vec(), &[], explicit.as_deref());
        let [Candidate { signature, .. }] = candidates.as_slice() else {
            if self.templates.wrong_functions.contains(&self.ast[id].name) {
                return Some(TypeId::ERROR);
            }
            let text = self.text(self.ast[id].name);
            let message =
                format!("`decltype` expects one function, but {} are named `{text}`", candidates.len());
            self.error(rules::CALL_UNAMBIGUOUS, self.ast[id].name_span, message);
            return Some(TypeId::ERROR);
        };
        Some(self.types.function(signature.parameters.clone(), signature.result))
    }

    /// Declares a specialisation of a function template, which takes the place of the instance for these arguments.
    pub(super) fn function_specialisation(&mut self, id: FunctionId) {
        let Some(candidate) = self.specialised(id) else { return };
        let function = self.ast[id];
        self.check_no_defaults(&function);
        let key = (candidate.function, candidate.arguments);
        let is_used = self.templates.functions.contains_key(&(key.0, None, key.1.clone()));
        let is_specialised = self.templates.function_specialisations.contains_key(&key);
        if is_used || self.templates.without_body.contains(&key) && !is_specialised {
            self.error(rules::NAME_REDEFINITION, function.name_span, LATE_SPECIALISATION);
            return;
        }
        let before = self.templates.function_specialisations.insert(key, id);
        let is_again = before.is_some_and(|it| self.ast[it].body.is_some() && self.ast[id].body.is_some());
        if let Some(before) = before.filter(|_| is_again) {
            self.specialised_again(self.ast[id].name, self.ast[before].name_span, self.ast[id].name_span);
        }
    }

    /// Makes the instance of a template that the program asks for: `template int f<int>(int);`
    pub(super) fn explicit_instance(&mut self, id: FunctionId) {
        let Some(candidate) = self.specialised(id) else { return };
        let function = self.ast[id];
        self.attribute_values(function.attributes);
        self.attribute_values_of_instance(candidate.function, &candidate.arguments);
        if let Some(number) = self.instance_of(&candidate, function.name_span) {
            self.instances[number].explicit = Some(id);
        }
    }

    /// Checks the declaration of an instance that the program has elsewhere. It makes none.
    pub(super) fn extern_instance(&mut self, instance: DeclId) {
        match self.ast[instance].kind {
            DeclKind::Instance(function) => _ = self.specialised(function),
            DeclKind::StructureInstance(ty) => _ = self.type_of(ty),
            _ => {}
        }
    }

    /// Reports default arguments of parameters for which an earlier declaration of the template has some. C++14 (temp.param) 12
    pub(super) fn check_template_defaults(
        &mut self,
        first: List<TemplateParameter>,
        later: List<TemplateParameter>,
    ) {
        let pairs = self.ast[first].iter().zip(&self.ast[later]);
        let again = pairs.filter(|(first, later)| has_default(first) && has_default(later));
        let spans: Vec<(Span, Span)> =
            again.map(|(first, later)| (first.name_span, later.name_span)).collect();
        for (first, later) in spans {
            self.default_again(first, later);
        }
    }

    /// Reports parameters of a structure template without a default argument after one that has some. C++14 (temp.param) 11
    pub(super) fn check_defaults_last(&mut self, parameters: List<TemplateParameter>) {
        let late = self.ast[parameters].iter().skip_while(|it| !has_default(it));
        if let Some(late) = late.copied().find(|it| !has_default(it) && !it.is_pack) {
            let message =
                "this parameter must have a default argument, because a parameter before it has one";
            self.error(rules::FUNCTION_DEFAULT_ARGUMENT_LAST, late.name_span, message);
        }
    }

    /// Reports a second default argument of a parameter.
    pub(super) fn default_again(&mut self, first: Span, later: Span) {
        let message = "a parameter must be given a default argument only once";
        let found = Diagnostic::error(rules::FUNCTION_DEFAULT_ARGUMENT_ONCE, later, message);
        self.report(found.label(first, "it has one here"));
    }

    pub(super) fn wrong_argument_count(&mut self, expected: usize, found: usize, span: Span) {
        let message = format!("this template takes {expected} arguments, found {found}");
        self.error(rules::TEMPLATE_ARGUMENTS, span, message);
    }

    /// Reports the first argument that is not what its parameter takes.
    pub(super) fn are_arguments_for(
        &mut self,
        all: &[Argument],
        parameters: &[TemplateParameter],
        span: Span,
    ) -> bool {
        for (argument, parameter) in all.iter().zip(parameters) {
            if !self.keeps_its_value(*argument, parameter.kind, span) {
                return false;
            }
        }
        let mut pairs = all.iter().zip(parameters);
        let wrong = pairs.position(|(argument, it)| {
            !self.is_argument_for(*argument, it.kind) || !self.are_functions_of(&[*it], &[*argument])
        });
        let Some(index) = wrong else { return true };
        self.wrong_kind_of_argument(index, parameters[index].kind, span);
        false
    }

    /// Reports an argument that is not what its parameter takes.
    pub(super) fn wrong_kind_of_argument(&mut self, index: usize, kind: TemplateParameterKind, span: Span) {
        let expected = match kind {
            TemplateParameterKind::Type(_) => "a type",
            TemplateParameterKind::Value(..) => "a constant",
            TemplateParameterKind::Template(..) => "a template",
            TemplateParameterKind::Function(..) => "a function",
        };
        let message = format!("template argument {} must be {expected}", index + 1);
        self.error(rules::TEMPLATE_ARGUMENTS, span, message);
    }

    /// Checks that the type of a parameter has the number that is its argument: the conversion can't be narrowing. C++14 (temp.arg.nontype) 1
    pub(super) fn keeps_its_value(
        &mut self,
        argument: Argument,
        parameter: TemplateParameterKind,
        span: Span,
    ) -> bool {
        let (Argument::Number(number), TemplateParameterKind::Value(ty, _)) = (argument, parameter) else {
            return true;
        };
        if !matches!(self.ast[ty], TypeSyntax::Fundamental(_) | TypeSyntax::Name(_)) || is_unique(number) {
            return true;
        }
        // A name that only the template knows may not be known here.
        let Some(ty) = self.attempt(|checker| checker.type_of(ty)) else { return true };
        let Type::Value(ValueType::Scalar(scalar)) = self.types.get(ty) else { return true };
        let value = Value::Integer(number.into());
        if !scalar.is_float() && value.converted(scalar).integer() != value.integer() {
            let message =
                format!("`{}` does not have the value {number} of its template argument", scalar.name());
            self.error(rules::TEMPLATE_ARGUMENTS, span, message);
            return false;
        }
        true
    }

    /// The instance of a template in whose scope its name is used without arguments. C++14 (temp.local)
    pub(super) fn current_instance(&self, template: StructureId) -> Option<TypeId> {
        let is_it =
            |ty: &TypeId| self.templates.of_structure(*ty).is_some_and(|own| self.original(own) == template);
        self.scopes.structures_around().find(is_it)
    }

    /// Notes the structure that a template makes of arguments, before its members are known: they may mention it.
    pub(super) fn note_structure(&mut self, template: StructureId, arguments: Vec<Argument>, ty: TypeId) {
        if self.has_unique(&arguments) {
            self.templates.compared.insert(ty);
        }
        self.templates.of_structures.insert(ty, template);
        self.templates.structures.insert((template, arguments), ty);
    }

    /// The arguments of a template with its defaults after them. A default may use the parameters before it.
    pub(super) fn all_arguments(
        &mut self,
        template: Template,
        list: List<TemplateParameter>,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Vec<Argument>> {
        let parameters = self.ast[list].to_vec();
        let mut all = arguments.to_vec();
        let home = self.templates.homes.get(&template).copied().unwrap_or_else(|| self.scopes.present());
        while all.len() < parameters.len() {
            // Any declaration may have the default argument. C++14 (temp.param) 10
            let lists = [list].into_iter().chain(self.templates.other_declarations(template).iter().copied());
            let mut declared = lists.map(|list| (list, self.ast[list].get(all.len()).copied()));
            let with_default = declared.find_map(|(list, it)| Some((list, it.filter(has_default)?)));
            let Some((list, parameter)) = with_default else { break };
            let default =
                self.with_arguments(home, list, &all.clone(), |checker| checker.default_argument(&parameter));
            // `None` if it depends on a mistake, which is reported.
            all.push(default?);
        }
        if all.len() != parameters.len() {
            self.wrong_argument_count(parameters.len(), arguments.len(), span);
            return None;
        }
        let is_named = |it: &TemplateParameter| match it.kind {
            TemplateParameterKind::Value(ty, _) => matches!(self.ast[ty], TypeSyntax::Name(_)),
            _ => false,
        };
        // The type of a parameter may be a parameter before it.
        let fits = if parameters.iter().any(is_named) && !self.are_unknown(&all) {
            let check = |checker: &mut Self| checker.are_arguments_for(&all, &parameters, span);
            self.with_arguments(home, list, &all, check)
        } else {
            self.are_arguments_for(&all, &parameters, span)
        };
        fits.then_some(all)
    }

    /// Returns true if an argument is what a parameter of a template takes: a type, a number or a template.
    pub(super) fn is_argument_for(&self, argument: Argument, parameter: TemplateParameterKind) -> bool {
        match (argument, parameter) {
            (Argument::Type(ty), _) if self.types.is_error(ty) => true,
            (Argument::Type(_), TemplateParameterKind::Type(_))
            | (Argument::Number(_), TemplateParameterKind::Value(..))
            | (Argument::Template(_), TemplateParameterKind::Template(..))
            | (
                Argument::Function(_),
                TemplateParameterKind::Function(..) | TemplateParameterKind::Value(..),
            ) => true,
            (Argument::Type(_) | Argument::Number(_) | Argument::Template(_) | Argument::Function(_), _) => {
                false
            }
        }
    }
}

/// Returns true if a parameter of a template has a default argument.
pub(super) fn has_default(parameter: &TemplateParameter) -> bool {
    match parameter.kind {
        TemplateParameterKind::Type(default) | TemplateParameterKind::Template(_, default) => {
            default.is_some()
        }
        TemplateParameterKind::Value(_, default) => default.is_some(),
        TemplateParameterKind::Function(..) => false,
    }
}
