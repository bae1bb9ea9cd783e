//! The arguments of a template that follow from the types of a call, or of the arguments of a specialisation. C++14 (temp.deduct)
//!
//! A pattern is the type as the template writes it. Where it names a parameter, the type that is there in the argument is the argument of the
//! template; the same parameter must get the same argument everywhere.

use super::not_deduced::NotDeduced;
use super::overload::Candidate;
use super::scope::NamespaceNumber;
use super::scope::{Entity, Found};
use super::template::{self, has_default};
use super::{Checker, Signature, Typed};
use crate::types::{Argument, Cv, FunctionArgument, NamedFunctions, Type, TypeId};
use cxx_validator::ast::{
    Alias, Expr, ExprId, FunctionId, NameId, QualifiedName, StructureId, TemplateArgument, TemplateParameter,
    TemplateParameterKind, TypeSyntax, TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use cxx_validator::packs::has_pack;
use msl_spec::{Access, Template, ValueType};

impl Checker<'_> {
    /// A function template with the arguments that a call gives, and the arguments that follow from its types; `None` if some do not.
    pub(super) fn deduce(
        &mut self,
        function: (FunctionId, Option<TypeId>),
        typed: &[Option<Typed>],
        explicit: &[Argument],
    ) -> Option<Candidate> {
        self.deduce_with_result(function, typed, None, explicit)
    }

    /// A function template with the arguments that follow from a type of its instance: the types of parameters, and the result. C++14 (temp.deduct.decl)
    pub(super) fn deduce_from_type(
        &mut self,
        template: FunctionId,
        signature: &Signature,
        explicit: &[Argument],
    ) -> Option<Candidate> {
        let typed = self.typed_parameters(&signature.parameters);
        self.deduce_with_result((template, None), &typed, Some(signature.result), explicit)
    }

    /// A function template with the arguments that follow from the types of a call and from the result, if that is known.
    pub(super) fn deduce_with_result(
        &mut self,
        (id, owner): (FunctionId, Option<TypeId>),
        typed: &[Option<Typed>],
        result: Option<TypeId>,
        explicit: &[Argument],
    ) -> Option<Candidate> {
        if has_pack(self.ast, self.ast[id].template) {
            let elements = self.elements_of_call(id, typed);
            self.request_function(id, elements.max(typed.len()).max(explicit.len()));
            return None;
        }
        let function = self.ast[id];
        let parameters = self.ast[function.template].to_vec();
        self.not_deduced = None;
        let fits = |(argument, it): (&Argument, &TemplateParameter)| self.is_argument_for(*argument, it.kind);
        if explicit.len() > parameters.len() || !explicit.iter().zip(&parameters).all(fits) {
            return None;
        }
        let mut deduction = Deduction::new(&parameters, explicit);
        let own = self.ast[function.parameters].to_vec();
        // Names in the parameters are looked up where the template is declared.
        let home = self.home_of(id, owner);
        let present = self.scopes.go_to(home);
        for (parameter, typed) in own.iter().zip(typed) {
            if let Some(typed) = typed {
                let ty = self.ast[*parameter].ty;
                let typed = self.passed(ty, *typed);
                match self.ast[ty] {
                    // An array as a parameter is a pointer: its count is not deduced. C++14 (dcl.fct) 5
                    TypeSyntax::Array(inner, _) => {
                        if let Some(object) = self.pointed(typed) {
                            self.deduce_from(inner, Typed::value(object.ty), &mut deduction);
                        }
                    }
                    _ => self.deduce_from(ty, typed, &mut deduction),
                }
            }
        }
        self.scopes.go_to(present);
        if let (Some(result), Some(pattern)) = (result, function.result)
            && let [Some(typed)] = self.typed_parameters(&[result])[..]
        {
            self.deduce_from(pattern, typed, &mut deduction);
        }
        let Deduction { arguments, numbers, failure, .. } = deduction;
        // A function is declared after its declarator: its name in a default argument or in the type of its own result is not this function, unless
        // the type of an argument finds it where the template is used. C++14 (basic.scope.pdecl) 1, (temp.dep.candidate)
        let is_own = self.deducing.contains(&(id, owner));
        self.not_deduced = failure.map(|reason| (id, reason));
        if failure.is_some() || is_own && !self.is_beside_arguments((id, owner), typed) {
            return None;
        }
        self.deducing.push((id, owner));
        let candidate = self.deduced((id, owner), home, arguments, &numbers);
        self.deducing.pop();
        candidate
    }

    /// Returns true if a function of a namespace is found by the types of the arguments of a call. C++14 (basic.lookup.argdep)
    fn is_beside_arguments(
        &self,
        (id, owner): (FunctionId, Option<TypeId>),
        typed: &[Option<Typed>],
    ) -> bool {
        let name = self.ast[id].name;
        let is_beside = |ty: TypeId| self.scopes.functions_beside(ty, name).iter().any(|known| known == id);
        let mut associated = typed.iter().flatten().flat_map(|argument| self.associated_types(*argument));
        owner.is_none() && associated.any(is_beside)
    }

    /// A function template with deduced arguments, the defaults of the others, and the signature that follows.
    fn deduced(
        &mut self,
        (id, owner): (FunctionId, Option<TypeId>),
        home: NamespaceNumber,
        arguments: Vec<Option<Argument>>,
        numbers: &[(usize, TypeId)],
    ) -> Option<Candidate> {
        let outer = self.requirement.take();
        let candidate = self.deduced_here((id, owner), home, arguments, numbers);
        if let (None, Some(condition)) = (&candidate, core::mem::replace(&mut self.requirement, outer)) {
            self.not_deduced = Some((id, NotDeduced::Requirement(condition)));
        }
        candidate
    }

    fn deduced_here(
        &mut self,
        (id, owner): (FunctionId, Option<TypeId>),
        home: NamespaceNumber,
        mut arguments: Vec<Option<Argument>>,
        numbers: &[(usize, TypeId)],
    ) -> Option<Candidate> {
        let function = self.ast[id];
        let parameters = self.ast[function.template].to_vec();
        for index in 0..parameters.len() {
            if arguments[index].is_none() {
                // A default may use the parameters before it.
                let before: Vec<Argument> = arguments[..index].iter().copied().collect::<Option<_>>()?;
                let default = self.attempt(|checker| {
                    checker.with_arguments(home, function.template, &before, |checker| {
                        checker.default_argument(&parameters[index])
                    })
                });
                arguments[index] = default.flatten();
                if arguments[index].is_none() {
                    self.not_deduced = Some((id, NotDeduced::Open(index)));
                    return None;
                }
            }
        }
        let arguments: Vec<Argument> = arguments.into_iter().collect::<Option<_>>()?;
        if !self.may_instantiate(function.name_span) {
            return None;
        }
        let signature = self.attempt(|checker| {
            checker.with_arguments(home, function.template, &arguments, |checker| {
                let mut pairs = parameters.iter().zip(&arguments);
                // The count of an array may have any integer type, but not be narrowed. C++14 (temp.deduct.type) 17, (temp.arg.nontype) 1
                let keeps = pairs
                    .all(|(it, argument)| checker.keeps_its_value(*argument, it.kind, function.name_span));
                if !keeps || !checker.are_functions_of(&parameters, &arguments) {
                    return Err(NotDeduced::Substitution);
                }
                match checker.wrong_number(&parameters, numbers) {
                    Some(reason) => Err(reason),
                    None => Ok(checker.signature(id)),
                }
            })
        });
        let signature = match signature.unwrap_or(Err(NotDeduced::Substitution)) {
            Ok(signature) => signature,
            Err(reason) => {
                self.not_deduced = Some((id, reason));
                return None;
            }
        };
        Some(Candidate { function: id, arguments, owner, signature })
    }

    /// Returns true if the functions that are arguments have the types of their parameters.
    pub(super) fn are_functions_of(
        &mut self,
        parameters: &[TemplateParameter],
        arguments: &[Argument],
    ) -> bool {
        parameters.iter().zip(arguments).all(|(parameter, argument)| match argument {
            Argument::Function(functions) => self.is_function_of(parameter.kind, *functions),
            Argument::Type(_) | Argument::Number(_) | Argument::Template(_) => true,
        })
    }

    fn is_function_of(&mut self, parameter: TemplateParameterKind, argument: FunctionArgument) -> bool {
        let (parameters, result) = match parameter {
            TemplateParameterKind::Function(result, parameters) => {
                let parameters = self.ast[parameters].to_vec();
                let parameters = parameters.into_iter().map(|it| self.parameter_type(it)).collect();
                (parameters, self.type_of(result))
            }
            TemplateParameterKind::Value(ty, _) => {
                let ty = self.type_of(ty);
                if self.types.is_error(ty) {
                    return true;
                }
                let Some(signature) = self.types.signature(ty) else { return false };
                signature.clone()
            }
            TemplateParameterKind::Type(_) | TemplateParameterKind::Template(..) => return false,
        };
        let typed = self.typed_parameters(&parameters);
        let NamedFunctions { functions, explicit, .. } = self.types.named_functions(argument).clone();
        let candidates = self.candidates(&functions.to_vec(), &typed, explicit.as_deref());
        candidates.iter().any(|it| it.signature.parameters == parameters && it.signature.result == result)
    }

    /// Arguments that have the types of parameters.
    pub(super) fn typed_parameters(&self, parameters: &[TypeId]) -> Vec<Option<Typed>> {
        let typed = |ty: &TypeId| match self.types.get(*ty) {
            Type::Reference(object) => Typed::object(object),
            _ => Typed::value(*ty),
        };
        parameters.iter().map(|ty| Some(typed(ty))).collect()
    }

    /// An argument as a parameter of the type of a template gets it: an array by value is a pointer.
    fn passed(&mut self, pattern: TypeSyntaxId, typed: Typed) -> Typed {
        match self.ast[pattern] {
            TypeSyntax::Name(_) => Typed { ty: self.decayed(typed), ..typed },
            TypeSyntax::Qualified(_, inner) => self.passed(inner, typed),
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Pointer(_)
            | TypeSyntax::Reference(..)
            | TypeSyntax::Function(..)
            | TypeSyntax::Array(..) => typed,
        }
    }

    /// Finds arguments of a template in the type of an argument of a call.
    fn deduce_from(&mut self, pattern: TypeSyntaxId, typed: Typed, deduction: &mut Deduction) {
        match self.ast[pattern] {
            TypeSyntax::Name(name) => {
                if !self.deduce_from_name(name, typed.ty, deduction) {
                    self.does_not_match(pattern, typed.ty, deduction);
                }
            }
            TypeSyntax::Qualified(qualifiers, inner) => {
                // The qualifiers of the pattern are not a part of the deduced argument.
                let (ty, mut cv) = self.types.without_cv(typed.ty);
                cv.is_const &= !qualifiers.is_const;
                cv.is_volatile &= !qualifiers.is_volatile;
                let ty = self.types.with_cv(ty, cv);
                self.deduce_from(inner, Typed { ty, ..typed }, deduction);
            }
            TypeSyntax::Reference(inner, true)
                if let Some(name) = self.forwarded(inner, deduction)
                    && let Some(place) = typed.place
                    && !place.is_expiring =>
            {
                let object = self.types.intern(Type::Reference(place.object(typed.ty)));
                deduction.set(name, Argument::Type(object));
            }
            TypeSyntax::Reference(inner, _) => {
                // The arguments of a specialisation may be references, expressions are the objects.
                let (ty, cv) = match (self.types.get(typed.ty), typed.place) {
                    (Type::Reference(object), _) => (object.ty, object.cv()),
                    (_, Some(place)) => (typed.ty, place.object(typed.ty).cv()),
                    (_, None) => (typed.ty, Cv::default()),
                };
                let ty = self.types.with_cv(ty, cv);
                self.deduce_from(inner, Typed { ty, ..typed }, deduction);
            }
            TypeSyntax::Pointer(inner) => match (self.types.get(typed.ty), typed.place) {
                (Type::Pointer(object), _) => {
                    let pointee = self.types.with_cv(object.ty, object.cv());
                    self.deduce_from(inner, Typed::value(pointee), deduction);
                }
                (Type::Array(element, _), Some(place)) => {
                    let element = self.types.with_cv(element, place.object(element).cv());
                    self.deduce_from(inner, Typed::value(element), deduction);
                }
                (Type::Qualified(ty, _), _) => self.deduce_from(pattern, Typed::value(ty), deduction),
                _ => self.does_not_match(pattern, typed.ty, deduction),
            },
            TypeSyntax::Function(result, parameters) => {
                let Some((known, known_result)) = self.types.signature(typed.ty).cloned() else { return };
                let parameters = self.ast[parameters].to_vec();
                if parameters.len() != known.len() {
                    return;
                }
                let patterns = parameters.iter().map(|parameter| self.ast[*parameter].ty).chain([result]);
                let patterns: Vec<TypeSyntaxId> = patterns.collect();
                for (pattern, ty) in patterns.into_iter().zip(known.into_iter().chain([known_result])) {
                    self.deduce_from(pattern, Typed::value(ty), deduction);
                }
            }
            TypeSyntax::Array(inner, count) => {
                // The elements of a `const` array are `const`. C++14 (basic.type.qualifier) 5
                let (ty, cv) = self.types.without_cv(typed.ty);
                let Some((element, known)) = self.types.element(ty) else {
                    self.does_not_match(pattern, ty, deduction);
                    return;
                };
                let element = self.types.with_cv(element, cv);
                self.deduce_from(inner, Typed::value(element), deduction);
                if let Some(count) = count
                    && let cxx_validator::ast::Expr::Name(name) = self.ast[count]
                    && let Some(known) = known
                {
                    let name = self.ast[name].name;
                    deduction.set(name, Argument::Number(known.into()));
                }
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_) => {}
        }
    }

    /// The parameter `T` of a template in a parameter `T&&`, which takes objects by reference: `T` is a reference then. C++14 (temp.deduct.call) 3
    fn forwarded(&self, pattern: TypeSyntaxId, deduction: &Deduction) -> Option<Symbol> {
        let name = match self.ast[pattern] {
            TypeSyntax::Qualified(qualifiers, inner) if !qualifiers.is_const && !qualifiers.is_volatile => {
                return self.forwarded(inner, deduction);
            }
            TypeSyntax::Name(name) => self.ast[name],
            _ => return None,
        };
        let is_it = |parameter: &TemplateParameter| {
            parameter.name == Some(name.name) && matches!(parameter.kind, TemplateParameterKind::Type(_))
        };
        let is_parameter = name.path.is_empty() && deduction.parameters.iter().any(is_it);
        is_parameter.then_some(name.name)
    }

    /// Deduces from a parameter, or from the arguments of a template. Returns false if the type is not one of the template.
    fn deduce_from_name(&mut self, id: NameId, ty: TypeId, deduction: &mut Deduction) -> bool {
        let name = self.ast[id];
        if name.path.is_empty() && name.arguments.is_none() {
            deduction.set(name.name, Argument::Type(ty));
            return true;
        }
        let Some(list) = name.arguments else { return true };
        let (ty, _) = self.types.without_cv(ty);
        self.make(ty, name.name_span);
        if self.deduce_from_alias(&name, ty, deduction) {
            return true;
        }
        let Some(ty) = self.instance_for(name.name, ty, deduction) else { return false };
        // `C<T>`, where `C` is a parameter itself.
        if let Some(template) = self.templates.of_structure(ty) {
            deduction.set_template(name.name, self.original(template));
        }
        let inner: Vec<Argument> = match self.types.get(ty) {
            Type::LibraryArray(element, count) => {
                vec![Argument::Type(element), Argument::Number(count.into())]
            }
            Type::Value(
                value @ (ValueType::Vector(scalar, width) | ValueType::PackedVector(scalar, width)),
            ) => {
                // `packed_vec<T, N>` and `vec<T, N>` are different templates.
                let is_packed = matches!(value, ValueType::PackedVector(..));
                if is_packed != (self.text(name.name) == Template::PackedVec.name()) {
                    return true;
                }
                vec![Argument::Type(self.types.scalar(scalar)), Argument::Number(width.count().into())]
            }
            Type::Value(ValueType::Matrix(scalar, columns, rows)) => vec![
                Argument::Type(self.types.scalar(scalar)),
                Argument::Number(columns.count().into()),
                Argument::Number(rows.count().into()),
            ],
            Type::Texture(_, scalar, access) => {
                let number = Access::ALL.into_iter().position(|it| it == access).unwrap_or_default();
                vec![Argument::Type(self.types.scalar(scalar)), Argument::Number(number as i64)]
            }
            Type::Atomic(scalar) => vec![Argument::Type(self.types.scalar(scalar))],
            Type::Class(class) if let Some(element) = class.simdgroup_element() => {
                vec![Argument::Type(self.types.scalar(element)), Argument::Number(8), Argument::Number(8)]
            }
            Type::ArrayRef(element) | Type::Uniform(element) | Type::PatchControlPoint(element) => {
                vec![Argument::Type(element)]
            }
            Type::Structure(number) => self.types.structure(number).arguments.clone(),
            Type::Value(ValueType::Scalar(_)) | Type::Pointer(_) | Type::Null | Type::Enumeration(..) => {
                return false;
            }
            _ => return true,
        };
        let template = self.templates.of_structure(ty);
        let parameters = template.map(|template| self.ast[template].template);
        let parameters = self.ast[parameters.unwrap_or_default()].to_vec();
        // The copy of a template with more or fewer elements in its packs is a different template: `tuple<T>` is not `tuple<int, float>`.
        let count = self.ast[list].len();
        let has_other_count = !parameters.iter().any(|it| it.is_pack)
            && template.is_some_and(|template| {
                count > parameters.len()
                    || (count..parameters.len()).any(|it| !self.has_default_somewhere(template, it))
            });
        if has_other_count {
            deduction.fail(NotDeduced::Mismatch(name.name_span, ty));
        }
        for (index, (written, known)) in self.ast[list].to_vec().iter().zip(&inner).enumerate() {
            if let (Some(template), Some(parameter)) = (template, parameters.get(index)) {
                self.note_type_of_number(template, (parameter, &inner), *written, deduction);
            }
            self.deduce_argument(*written, *known, deduction);
        }
        true
    }

    /// Returns true if a declaration of a structure template has a default for the parameter with this number. C++14 (temp.param) 10
    fn has_default_somewhere(&self, template: StructureId, number: usize) -> bool {
        let others =
            self.templates.other_declarations(template::Template::Structure(template)).iter().copied();
        let mut lists = [self.ast[template].template].into_iter().chain(others);
        lists.any(|list| self.ast[list].get(number).is_some_and(has_default))
    }

    /// Ends a deduction whose pattern has parameters of the template and is not the type of the argument: a conversion would be allowed only if it had
    /// none. C++14 (temp.deduct.call) 4, (temp.arg.explicit) 6
    fn does_not_match(&self, pattern: TypeSyntaxId, ty: TypeId, deduction: &mut Deduction) {
        if !self.types.has_error(ty) && self.takes_part(pattern, deduction) {
            deduction.fail(NotDeduced::Mismatch(self.ast.type_span(pattern), ty));
        }
    }

    /// Returns true if a pattern has a parameter of the template that follows from it and that the call does not name.
    fn takes_part(&self, pattern: TypeSyntaxId, deduction: &Deduction) -> bool {
        shader_source::steps::take(1);
        match self.ast[pattern] {
            TypeSyntax::Name(name) => {
                let QualifiedName { path, name, arguments, .. } = self.ast[name];
                if path.is_empty() && deduction.is_open(name) {
                    return true;
                }
                // What an alias does with its arguments is not looked at.
                let is_alias = matches!(self.scopes.find(name), Found::Entity(Entity::AliasTemplate(..)))
                    || !path.is_empty();
                !is_alias
                    && self.ast[arguments.unwrap_or_default()].iter().any(|argument| match *argument {
                        TemplateArgument::Type(ty) => self.takes_part(ty, deduction),
                        TemplateArgument::Value(value) => self.is_open_number(value, deduction),
                    })
            }
            TypeSyntax::Qualified(_, inner)
            | TypeSyntax::Pointer(inner)
            | TypeSyntax::Reference(inner, _) => self.takes_part(inner, deduction),
            TypeSyntax::Array(inner, count) => {
                self.takes_part(inner, deduction)
                    || count.is_some_and(|count| self.is_open_number(count, deduction))
            }
            TypeSyntax::Function(result, parameters) => {
                let mut all =
                    self.ast[parameters].iter().map(|parameter| self.ast[*parameter].ty).chain([result]);
                all.any(|ty| self.takes_part(ty, deduction))
            }
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_) => false,
        }
    }

    fn is_open_number(&self, value: ExprId, deduction: &Deduction) -> bool {
        matches!(self.ast[value], Expr::Name(name) if deduction.is_open(self.ast[name].name))
    }

    /// Deduces from `A<T>`, where `A` is a template of aliases: its parameters are deduced from the type that it stands for, and the arguments from them.
    /// C++14 (temp.alias) 2
    fn deduce_from_alias(&mut self, name: &QualifiedName, ty: TypeId, deduction: &mut Deduction) -> bool {
        let (Some(list), true) = (name.arguments, name.path.is_empty()) else { return false };
        let Found::Entity(Entity::AliasTemplate(alias, home)) = self.scopes.find(name.name) else {
            return false;
        };
        let Alias { ty: target, template, .. } = self.ast[alias];
        let parameters = self.ast[template].to_vec();
        if !self.enter(name.name_span) {
            return true;
        }
        let mut inner = Deduction::new(&parameters, &[]);
        let present = self.scopes.go_to(home);
        self.deduce_from(target, Typed::value(ty), &mut inner);
        self.scopes.go_to(present);
        self.leave();
        for (written, known) in self.ast[list].to_vec().iter().zip(inner.arguments) {
            if let Some(known) = known {
                self.deduce_argument(*written, known, deduction);
            }
        }
        true
    }

    /// The type from which the arguments of `S<T>` are deduced: the type itself, or its only base that `S` makes. C++14 (temp.deduct.call) 4
    fn instance_for(&self, template: Symbol, ty: TypeId, deduction: &Deduction) -> Option<TypeId> {
        let is_parameter = deduction.parameters.iter().any(|it| it.name == Some(template));
        let is_instance = |ty: &TypeId| {
            self.templates.of_structure(*ty).is_some_and(|own| self.ast[own].name == Some(template))
        };
        // The instance of a different template gives no arguments, whatever converts it.
        let is_structure = self.types.structure_number(ty).is_some();
        if !is_structure || is_parameter || is_instance(&ty) {
            return Some(ty);
        }
        let bases = self.types.with_bases(ty);
        let mut fitting = bases.into_iter().filter(is_instance);
        fitting.next().filter(|_| fitting.next().is_none())
    }

    pub(super) fn deduce_argument(
        &mut self,
        pattern: TemplateArgument,
        argument: Argument,
        deduction: &mut Deduction,
    ) {
        match (pattern, argument) {
            (TemplateArgument::Type(pattern), Argument::Type(ty)) => {
                self.deduce_from(pattern, Typed::value(ty), deduction);
            }
            (TemplateArgument::Value(value), argument @ (Argument::Number(_) | Argument::Function(_))) => {
                if let Expr::Name(name) = self.ast[value] {
                    deduction.set(self.ast[name].name, argument);
                }
            }
            (TemplateArgument::Type(pattern), argument @ Argument::Template(_)) => {
                if let TypeSyntax::Name(name) = self.ast[pattern] {
                    deduction.set(self.ast[name].name, argument);
                }
            }
            (TemplateArgument::Type(_), Argument::Number(_) | Argument::Function(_))
            | (TemplateArgument::Value(_), Argument::Type(_) | Argument::Template(_)) => {}
        }
    }
}

/// The arguments of a template while they are deduced from a call.
pub(super) struct Deduction<'a> {
    parameters: &'a [TemplateParameter],
    pub(super) arguments: Vec<Option<Argument>>,
    /// The number that the call names.
    given: usize,
    /// The types that arguments which are numbers have as arguments of other templates.
    pub(super) numbers: Vec<(usize, TypeId)>,
    /// Why the arguments of the call do not fit, if they do not.
    pub(super) failure: Option<NotDeduced>,
}

impl<'a> Deduction<'a> {
    pub(super) fn new(parameters: &'a [TemplateParameter], explicit: &[Argument]) -> Self {
        let mut arguments: Vec<Option<Argument>> = explicit.iter().copied().map(Some).collect();
        arguments.resize(parameters.len(), None);
        Self { parameters, arguments, given: explicit.len(), numbers: Vec::new(), failure: None }
    }

    /// Notes why the deduction fails. The first reason counts.
    fn fail(&mut self, reason: NotDeduced) {
        self.failure.get_or_insert(reason);
    }

    /// Returns the number of the parameter with a name, if it is a value that the call does not name.
    pub(super) fn open_number(&self, name: Symbol) -> Option<usize> {
        let is_it = |it: &TemplateParameter| {
            it.name == Some(name) && matches!(it.kind, TemplateParameterKind::Value(..))
        };
        self.parameters.iter().position(is_it).filter(|index| *index >= self.given)
    }

    /// Notes a template for the parameter with a name, if the parameter is one.
    fn set_template(&mut self, name: Symbol, template: StructureId) {
        let is_template = |it: &TemplateParameter| {
            it.name == Some(name) && matches!(it.kind, TemplateParameterKind::Template(..))
        };
        if self.parameters.iter().any(is_template) {
            self.set(name, Argument::Template(template));
        }
    }

    /// Returns true for a parameter of the template that the call does not name.
    fn is_open(&self, name: Symbol) -> bool {
        self.parameters.iter().skip(self.given).any(|parameter| parameter.name == Some(name))
    }

    /// Notes an argument for the parameter with a name, unless the call names it.
    fn set(&mut self, name: Symbol, argument: Argument) {
        let index = self.parameters.iter().position(|parameter| parameter.name == Some(name));
        let Some(index) = index.filter(|index| *index >= self.given) else { return };
        if let Some(known) = self.arguments[index].filter(|known| *known != argument) {
            self.fail(NotDeduced::Conflict(index, known, argument));
        }
        self.arguments[index] = Some(argument);
    }
}
