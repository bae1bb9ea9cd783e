//! Function templates that the program does not use. C++14 (temp.res): what does not depend on the parameters of a template is checked where it
//! is written.
//!
//! The body is checked once while each parameter has the type of mistakes that were reported already. Whatever depends on a parameter has
//! this type then, about which the checker says nothing.

use super::overload::Candidate;
use super::scope::NamespaceNumber;
use super::template::Template;
use super::{Checker, Purpose, Signature};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, Type, TypeId};
use cxx_validator::ast::{
    FunctionId, List, TemplateParameter, TemplateParameterKind, TypeSyntax, TypeSyntaxId, Variable,
    VariableTemplateId,
};
use cxx_validator::packs::has_pack;
use msl_spec::{Rule, ValueType, rules};
use rustc_hash::FxHashSet;

/// The rules that a template with packs breaks whatever the number of their elements: a pack of a different template is not declared there.
const FOR_ANY_PACKS: [&Rule; 10] = [
    rules::NAME_DECLARED,
    rules::NAME_NAMESPACE_KNOWN,
    rules::NAME_IS_TYPE,
    rules::TEMPLATE_PACK_EXPANDED,
    rules::POINTER_ADDRESS_SPACE,
    rules::SCALAR_VOID_INCOMPLETE,
    rules::RETURN_VALUE,
    rules::RETURN_VOID,
    rules::OPERATOR_ADDRESS_OF_LVALUE,
    rules::OPERATOR_INCREMENT_LVALUE,
];

impl Checker<'_> {
    /// Checks the bodies of the function templates that have no instance. Members of structure templates are not among them.
    pub(super) fn unused_templates(&mut self) {
        let mut used: FxHashSet<FunctionId> = self.templates.functions.keys().map(|(id, ..)| *id).collect();
        let bodies = self.templates.bodies.iter().filter(|(first, _)| used.contains(first));
        let bodies: Vec<FunctionId> = bodies.map(|(_, body)| *body).collect();
        used.extend(bodies);
        let mut unused: Vec<FunctionId> = self.templates.functions_declared().collect();
        // What is wrong in a template with a pack would be reported for each of its copies.
        let copies = &self.ast.copies.variadic;
        unused.retain(|id| {
            let function = self.ast[*id];
            let is_of_packs = copies.contains_key(id) || has_pack(self.ast, function.template);
            !used.contains(id) && function.body.is_some() && !is_of_packs
        });
        unused.sort_unstable();
        let mut used: Vec<FunctionId> = used.into_iter().collect();
        used.sort_unstable();
        for id in used {
            let home = self.templates.home(Template::Function(id));
            if let Some(home) = home.filter(|_| !copies.contains_key(&id)) {
                self.check_types_of_parameters(home, self.ast[id].template);
            }
        }
        // Nothing reads the instances that are made here: the module lists the instances that the program uses.
        let instances = self.instances.len();
        unused.extend(self.unused_specialisations());
        for id in unused {
            if self.may_instantiate(self.ast[id].name_span) {
                self.body_for_any_arguments(id);
            }
        }
        self.names_in_unused_variadic_templates();
        self.unused_variable_templates();
        self.forget_instances(instances);
    }

    /// Checks the names in function templates with packs that nothing uses. How many elements a pack has is not known, so nothing else is checked.
    fn names_in_unused_variadic_templates(&mut self) {
        let mut unused: Vec<FunctionId> = self.templates.functions_declared().collect();
        unused.retain(|id| {
            let has_copies =
                self.ast.copies.functions.contains_key(id) || self.ast.copies.variadic.contains_key(id);
            !has_copies && has_pack(self.ast, self.ast[*id].template) && self.ast[*id].body.is_some()
        });
        unused.sort_unstable();
        for id in unused {
            if !self.may_instantiate(self.ast[id].name_span) {
                continue;
            }
            self.reporting_names(|checker| {
                checker.body_for_any_arguments(id);
                checker.check_packs_of_function(id);
            });
        }
    }

    /// Does something and only reports names that are not declared, and what else is wrong for packs of any length.
    pub(super) fn reporting_names<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let requests = core::mem::take(&mut self.requests);
        let others = core::mem::take(&mut self.diagnostics);
        let result = work(self);
        let found = core::mem::replace(&mut self.diagnostics, others);
        // A pack of a different template is not declared here.
        let is_kept = |it: &Diagnostic| {
            FOR_ANY_PACKS.contains(&it.rule) || self.templates.wrong_for_any.contains(&it.primary.span)
        };
        let (names, dropped): (Vec<_>, Vec<_>) = found.into_iter().partition(is_kept);
        self.diagnostics.extend(names);
        for found in dropped {
            // It may be reported later.
            self.errors.remove(&(found.rule, found.primary.span));
            self.reported.remove(&(found.rule, found.primary.span));
        }
        self.requests = requests;
        result
    }

    /// Checks the types and the initializers of variable templates without instances.
    fn unused_variable_templates(&mut self) {
        let used: FxHashSet<VariableTemplateId> =
            // A specialization uses the name of the template only.
            self.templates
                .variables
                .keys()
                .filter(|key| !self.templates.variable_specialisations.contains_key(*key))
                .map(|(id, _)| *id)
                .collect();
        let mut unused: Vec<VariableTemplateId> =
            self.templates.variables_declared().filter(|id| !used.contains(id)).collect();
        unused.sort_unstable();
        for id in unused {
            let template = self.ast[id];
            let Variable { ty, initializer, .. } = self.ast[template.variable];
            if template.specialisation.is_some()
                || has_pack(self.ast, template.template)
                || !self.may_instantiate(self.ast[template.variable].name_span)
            {
                continue;
            }
            let arguments = vec![Argument::Type(TypeId::ERROR); self.ast[template.template].len()];
            let home = self.templates.home(Template::Variable(id)).unwrap_or_else(|| self.scopes.present());
            self.with_arguments(home, template.template, &arguments, |checker| {
                let is_auto = checker.is_auto(ty) || matches!(checker.ast[ty], TypeSyntax::DecltypeAuto);
                let ty = (!is_auto).then(|| checker.type_of(ty));
                match (initializer, ty.map(|ty| (checker.types.get(ty), ty))) {
                    (Some(initializer), Some((Type::Value(_), ty))) => {
                        checker.initialize(initializer, ty, Purpose::Initialisation);
                    }
                    (Some(initializer), _) => checker.visit(initializer),
                    (None, _) => {}
                }
            });
        }
    }

    /// The specialisations of function templates that no call uses: functions, which are checked in any case.
    fn unused_specialisations(&self) -> Vec<FunctionId> {
        let all = self.templates.function_specialisations.iter();
        let unused = all.filter(|((template, arguments), id)| {
            let used = (*template, None, arguments.clone());
            self.ast[**id].body.is_some() && !self.templates.functions.contains_key(&used)
        });
        let mut unused: Vec<FunctionId> = unused.map(|(_, id)| *id).collect();
        unused.sort_unstable();
        unused
    }

    fn body_for_any_arguments(&mut self, id: FunctionId) {
        let function = self.ast[id];
        let arguments = vec![Argument::Type(TypeId::ERROR); self.ast[function.template].len()];
        let home = self.templates.home(Template::Function(id)).or_else(|| self.scopes.home_of_function(id));
        let home = home.unwrap_or_else(|| self.scopes.present());
        self.check_types_of_parameters(home, function.template);
        self.with_arguments(home, function.template, &arguments, |checker| {
            let signature = checker.signature(id);
            let number = checker.reserve(id, &signature, Vec::new(), None);
            checker.body(number, &signature);
        });
    }

    /// Checks the names in the declaration of a function template, which may not be declared later, and returns its signature, in which whatever depends
    /// on a parameter is unknown. C++14 (temp.nondep) 1
    pub(super) fn check_declared_names(&mut self, id: FunctionId) -> Option<Signature> {
        // Microsoft's compiler looks at templates where they are used, and programs rely on it. C++ AMP 1.2 (2.4.1.3)
        if self.is_amp() || self.ast.copies.variadic.contains_key(&id) {
            return None;
        }
        let function = self.ast[id];
        let known = self.diagnostics.len();
        let signature = self.names_for_any_arguments(function.template, |it| it.signature(id));
        if self.diagnostics[known..].iter().any(|it| it.rule == rules::POINTER_ADDRESS_SPACE) {
            self.templates.wrong_functions.insert(function.name);
        }
        Some(signature)
    }

    /// Checks the names in the type of an alias template, which may not be declared later. C++14 (temp.nondep) 1
    pub(super) fn check_declared_alias(&mut self, template: List<TemplateParameter>, ty: TypeSyntaxId) {
        if !self.is_amp() {
            self.names_for_any_arguments(template, |it| it.qualified_type_argument(ty));
            self.check_packs_of_alias(template, ty);
        }
    }

    fn names_for_any_arguments<T>(
        &mut self,
        template: List<TemplateParameter>,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let unknown = vec![Argument::Type(TypeId::ERROR); self.ast[template].len()];
        let home = self.scopes.present();
        self.reporting_names(|checker| checker.with_arguments(home, template, &unknown, work))
    }

    /// Does so where a template is declared: a type that has a name may not be declared later. C++14 (basic.lookup.unqual) 1
    pub(super) fn check_declared_parameters(&mut self, list: List<TemplateParameter>) {
        let is_checked = |it: &TemplateParameter| match it.kind {
            TemplateParameterKind::Value(..) => true,
            TemplateParameterKind::Type(default) => default.is_some_and(|default| self.is_auto(default)),
            TemplateParameterKind::Template(..) | TemplateParameterKind::Function(..) => false,
        };
        if self.ast[list].iter().any(is_checked) {
            self.check_types_of_parameters(self.scopes.present(), list);
        }
    }

    /// Checks the types of the values that are parameters of a template, and the names in their defaults. C++14 (temp.param) 4
    pub(super) fn check_types_of_parameters(&mut self, home: NamespaceNumber, list: List<TemplateParameter>) {
        let arguments = vec![Argument::Type(TypeId::ERROR); self.ast[list].len()];
        for (index, parameter) in self.ast[list].iter().copied().enumerate() {
            // A parameter and its default see the parameters before it. C++14 (basic.scope.pdecl) 9
            self.with_arguments(home, list, &arguments[..index], |checker| {
                checker.check_type_of_parameter(&parameter);
            });
        }
    }

    fn check_type_of_parameter(&mut self, parameter: &TemplateParameter) {
        if let TemplateParameterKind::Type(Some(default)) = parameter.kind {
            // C++14 (dcl.spec.auto) 5
            if self.is_auto(default) {
                let message = "`auto` is only allowed with an initializer";
                self.error_once(rules::VARIABLE_AUTO_INITIALISED, self.ast.type_span(default), message);
            }
            self.reporting_names(|checker| checker.type_of(default));
        }
        let TemplateParameterKind::Value(syntax, default) = parameter.kind else { return };
        let ty = self.type_of(syntax);
        if let Some(default) = default {
            self.reporting_names(|checker| checker.visit(default));
        }
        let is_wrong = match self.types.get(ty) {
            Type::Value(value) => !matches!(value, ValueType::Scalar(scalar) if !scalar.is_float()),
            Type::Void => true,
            _ => false,
        };
        if is_wrong {
            let message = format!("a template parameter can't have type `{}`", self.types.print(ty));
            self.error_once(rules::TEMPLATE_ARGUMENTS, self.ast.type_span(syntax), &message);
        }
    }

    /// Checks a member function that is a template without instances, in an instance of its structure.
    pub(super) fn member_template_for_any_arguments(&mut self, owner: TypeId, id: FunctionId) {
        let function = self.ast[id];
        let arguments = vec![Argument::Type(TypeId::ERROR); self.ast[function.template].len()];
        let home = self.home_of(id, Some(owner));
        self.check_types_of_parameters(home, function.template);
        let signature =
            self.with_arguments(home, function.template, &arguments, |checker| checker.signature(id));
        let candidate = Candidate { function: id, arguments, owner: Some(owner), signature };
        self.instance_of(&candidate, function.name_span);
    }

    /// Returns true if an argument of a template is not known: it depends on a parameter of an unused template, or is a mistake.
    pub(super) fn are_unknown(&self, arguments: &[Argument]) -> bool {
        arguments.iter().any(|argument| match argument {
            Argument::Type(ty) => self.types.is_error(*ty),
            Argument::Number(_) | Argument::Template(_) | Argument::Function(_) => false,
        })
    }
}
