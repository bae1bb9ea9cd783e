//! Templates: the arguments of functions are deduced from those of a call, and every list of arguments makes an instance of its own.
//! Section 1.4.2; what goes beyond types and numbers as parameters is reported as not supported

use super::overload::Candidate;
use super::scope::Entity;
use super::{Checker, Typed};
use crate::ast::{
    AliasId, FunctionId, List, NameId, StructureId, TemplateArgument, TemplateParameter,
    TemplateParameterKind, TypeSyntax, TypeSyntaxId,
};
use crate::names::Symbol;
use crate::types::{Argument, Type, TypeId};
use msl_spec::{ValueType, rules};
use shader_source::Span;

/// How deep templates may use each other.
const MOST_LEVELS: u32 = 64;

impl Checker<'_> {
    /// A function template with the arguments that a call gives and those that its types tell; `None` if they tell too little.
    pub(super) fn deduce(
        &mut self,
        id: FunctionId,
        typed: &[Option<Typed>],
        explicit: &[Argument],
    ) -> Option<Candidate> {
        let function = self.ast[id];
        let parameters = self.ast[function.template].to_vec();
        if explicit.len() > parameters.len() {
            return None;
        }
        let mut deduction = Deduction::new(&parameters, explicit);
        let own = self.ast[function.parameters].to_vec();
        for (parameter, typed) in own.iter().zip(typed) {
            if let Some(typed) = typed {
                let ty = self.ast[*parameter].ty;
                let typed = self.passed(ty, *typed);
                self.deduce_from(ty, typed, &mut deduction);
            }
        }
        let Deduction { mut arguments, conflicts, .. } = deduction;
        if conflicts {
            return None;
        }
        for (argument, parameter) in arguments.iter_mut().zip(&parameters) {
            if argument.is_none() {
                *argument = self.default_argument(parameter);
            }
        }
        let arguments: Vec<Argument> = arguments.into_iter().collect::<Option<_>>()?;
        if self.levels >= MOST_LEVELS {
            self.error(rules::UNSUPPORTED_NESTING, function.name_span, "templates are nested too deeply");
            return None;
        }
        let signature =
            self.with_arguments(function.template, &arguments, |checker| checker.signature(&function));
        Some(Candidate { function: id, arguments, signature })
    }

    /// An argument as a parameter of the type of a template gets it: an array by value is a pointer.
    fn passed(&mut self, pattern: TypeSyntaxId, typed: Typed) -> Typed {
        match self.ast[pattern] {
            TypeSyntax::Name(_) => Typed { ty: self.decayed(typed), ..typed },
            TypeSyntax::Qualified(_, inner) => self.passed(inner, typed),
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Pointer(_)
            | TypeSyntax::Reference(..)
            | TypeSyntax::Array(..) => typed,
        }
    }

    /// Reports that the only function with a name is a template whose arguments a call does not tell, if that is so.
    pub(super) fn deduction_fails(
        &mut self,
        name: NameId,
        functions: &[FunctionId],
        typed: &[Option<Typed>],
        explicit: Option<&[Argument]>,
    ) -> bool {
        let [function] = functions else { return false };
        let (template, span) = (self.ast[*function].template, self.ast[name].name_span);
        let given = explicit.unwrap_or_default();
        if template.is_empty() || self.deduce(*function, typed, given).is_some() {
            return false;
        }
        let (count, text) = (self.ast[template].len(), self.text(self.ast[name].name));
        let (rule, message) = if given.len() > count {
            (
                rules::TEMPLATE_ARGUMENTS,
                format!("template `{text}` takes {count} arguments, found {}", given.len()),
            )
        } else {
            (
                rules::TEMPLATE_DEDUCTION,
                format!("can't infer the arguments of template `{text}` from this call"),
            )
        };
        self.error(rule, span, message);
        true
    }

    fn default_argument(&mut self, parameter: &TemplateParameter) -> Option<Argument> {
        match parameter.kind {
            TemplateParameterKind::Type(default) => default.map(|ty| Argument::Type(self.type_of(ty))),
            TemplateParameterKind::Value(_, default) => {
                let value = self.constant_integer(default?, rules::TEMPLATE_ARGUMENTS)?;
                i64::try_from(value).ok().map(Argument::Number)
            }
        }
    }

    /// Finds arguments of a template in the type of an argument of a call.
    fn deduce_from(&mut self, pattern: TypeSyntaxId, typed: Typed, deduction: &mut Deduction) {
        match self.ast[pattern] {
            TypeSyntax::Name(name) => self.deduce_from_name(name, typed.ty, deduction),
            TypeSyntax::Qualified(_, inner) | TypeSyntax::Reference(inner, _) => {
                self.deduce_from(inner, typed, deduction);
            }
            TypeSyntax::Pointer(inner) => match (self.types.get(typed.ty), typed.place) {
                (Type::Pointer(object), _) => {
                    self.deduce_from(inner, Typed::value(object.ty), deduction);
                }
                (Type::Array(element, _), Some(_)) => {
                    self.deduce_from(inner, Typed::value(element), deduction);
                }
                _ => {}
            },
            TypeSyntax::Array(inner, count) => {
                let Some((element, known)) = self.types.element(typed.ty) else { return };
                self.deduce_from(inner, Typed::value(element), deduction);
                if let Some(count) = count
                    && let crate::ast::Expr::Name(name) = self.ast[count]
                    && let Some(known) = known
                {
                    let name = self.ast[name].name;
                    deduction.set(name, Argument::Number(known.into()));
                }
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_) => {}
        }
    }

    fn deduce_from_name(&mut self, id: NameId, ty: TypeId, deduction: &mut Deduction) {
        let name = self.ast[id];
        if name.path.is_empty() && name.arguments.is_none() {
            deduction.set(name.name, Argument::Type(ty));
            return;
        }
        let Some(list) = name.arguments else { return };
        let inner: Vec<Argument> = match self.types.get(ty) {
            Type::LibraryArray(element, count) => {
                vec![Argument::Type(element), Argument::Number(count.into())]
            }
            Type::Value(ValueType::Vector(scalar, width)) => {
                vec![Argument::Type(self.types.scalar(scalar)), Argument::Number(width.count().into())]
            }
            Type::Value(ValueType::Matrix(scalar, columns, rows)) => vec![
                Argument::Type(self.types.scalar(scalar)),
                Argument::Number(columns.count().into()),
                Argument::Number(rows.count().into()),
            ],
            Type::Texture(_, scalar, _) | Type::Atomic(scalar) => {
                vec![Argument::Type(self.types.scalar(scalar))]
            }
            Type::ArrayRef(element) | Type::Uniform(element) | Type::PatchControlPoint(element) => {
                vec![Argument::Type(element)]
            }
            Type::Structure(number) => self.types.structure(number).arguments.clone(),
            _ => return,
        };
        for (written, known) in self.ast[list].to_vec().iter().zip(inner) {
            match (written, known) {
                (TemplateArgument::Type(pattern), Argument::Type(ty)) => {
                    self.deduce_from(*pattern, Typed::value(ty), deduction);
                }
                (TemplateArgument::Value(value), known @ Argument::Number(_)) => {
                    if let crate::ast::Expr::Name(name) = self.ast[*value] {
                        deduction.set(self.ast[name].name, known);
                    }
                }
                _ => {}
            }
        }
    }

    /// Does something while the parameters of a template stand for arguments, with no names of the function around.
    pub(super) fn with_arguments<T>(
        &mut self,
        parameters: List<TemplateParameter>,
        arguments: &[Argument],
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let aside = self.scopes.put_aside();
        let mark = self.scopes.open();
        // Expressions of the template mean something else with other arguments: nothing that is known of them holds, and nothing is noted.
        let context =
            super::Context { first_expr: usize::MAX, kind: self.function.kind, ..super::Context::default() };
        let outer = core::mem::replace(&mut self.function, context);
        for (parameter, argument) in self.ast[parameters].to_vec().iter().zip(arguments) {
            let Some(name) = parameter.name else { continue };
            let entity = match (argument, parameter.kind) {
                (Argument::Type(ty), _) => Entity::Type(*ty),
                (Argument::Number(number), TemplateParameterKind::Value(ty, _)) => {
                    Entity::Number(self.type_of(ty), *number)
                }
                (Argument::Number(_), TemplateParameterKind::Type(_)) => continue,
            };
            self.scopes.declare_local(name, entity);
        }
        self.levels += 1;
        let result = work(self);
        self.levels -= 1;
        self.function = outer;
        self.scopes.close(mark);
        self.scopes.take_back(aside);
        result
    }

    /// The instance that a candidate calls; `None` if it has no body yet.
    pub(super) fn instance_of(&mut self, candidate: &Candidate, span: Span) -> Option<usize> {
        let function = self.ast[candidate.function];
        if function.template.is_empty() {
            return candidate.signature.instance;
        }
        let is_it = |instance: &crate::meaning::FunctionInstance| {
            instance.function == candidate.function && instance.arguments == candidate.arguments
        };
        if let Some(known) = self.instances.iter().position(is_it) {
            return Some(known);
        }
        function.body?;
        if self.levels >= MOST_LEVELS {
            self.error(rules::UNSUPPORTED_NESTING, span, "templates are nested too deeply");
            return None;
        }
        let (signature, arguments) = (candidate.signature.clone(), candidate.arguments.clone());
        let number = self.reserve(candidate.function, &signature, arguments, None);
        self.with_arguments(function.template, &candidate.arguments, |checker| {
            checker.body(number, &signature)
        });
        Some(number)
    }

    /// The structure that a template makes of arguments.
    pub(super) fn structure_instance(
        &mut self,
        id: StructureId,
        arguments: &[Argument],
        span: Span,
    ) -> TypeId {
        if let Some(number) = self.types.instance(id, arguments) {
            return self.types.intern(Type::Structure(number));
        }
        let structure = self.ast[id];
        let parameters = self.ast[structure.template].len();
        if arguments.len() != parameters {
            let message = format!("this template takes {parameters} arguments, found {}", arguments.len());
            self.error(rules::TEMPLATE_ARGUMENTS, span, message);
            return TypeId::ERROR;
        }
        if self.levels >= MOST_LEVELS {
            self.error(rules::UNSUPPORTED_NESTING, span, "templates are nested too deeply");
            return TypeId::ERROR;
        }
        self.with_arguments(structure.template, arguments, |checker| {
            checker.make_structure(id, arguments.to_vec())
        })
    }

    /// The type that an alias template stands for with the arguments of a name.
    pub(super) fn alias_from_template(&mut self, id: AliasId, name: NameId) -> TypeId {
        let alias = self.ast[id];
        let arguments = self.template_arguments(name);
        let parameters = self.ast[alias.template].len();
        if arguments.len() != parameters {
            let message = format!("this template takes {parameters} arguments, found {}", arguments.len());
            self.error(rules::TEMPLATE_ARGUMENTS, self.ast[name].name_span, message);
            return TypeId::ERROR;
        }
        self.with_arguments(alias.template, &arguments, |checker| checker.type_of(alias.ty))
    }

    /// Whether a structure has a conversion to every type: `template <typename T> operator T()`.
    pub(super) fn converts_to_anything(&self, ty: TypeId) -> bool {
        self.member_functions(ty).iter().any(|function| {
            let function = self.ast[*function];
            function.is_conversion && !function.template.is_empty()
        })
    }
}

/// The arguments of a template while a call tells them.
struct Deduction<'a> {
    parameters: &'a [TemplateParameter],
    arguments: Vec<Option<Argument>>,
    /// The number that the call names.
    given: usize,
    /// Whether two arguments of the call tell different ones.
    conflicts: bool,
}

impl<'a> Deduction<'a> {
    fn new(parameters: &'a [TemplateParameter], explicit: &[Argument]) -> Self {
        let mut arguments: Vec<Option<Argument>> = explicit.iter().copied().map(Some).collect();
        arguments.resize(parameters.len(), None);
        Self { parameters, arguments, given: explicit.len(), conflicts: false }
    }

    /// Notes an argument for the parameter with a name, unless the call names it.
    fn set(&mut self, name: Symbol, argument: Argument) {
        let index = self.parameters.iter().position(|parameter| parameter.name == Some(name));
        let Some(index) = index.filter(|index| *index >= self.given) else { return };
        self.conflicts |= self.arguments[index].is_some_and(|known| known != argument);
        self.arguments[index] = Some(argument);
    }
}
