//! Names: what a name stands for, in the program and in the library. Sections 1.4 and 6.1

use super::newer::is_of_compiler;
use super::path::Path;
use super::scope::{Declarer, Entity, Found, NamespaceNumber};
use super::template::Template;
use super::{Checker, Typed, Value};
use crate::cause::Cause;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::Variant;
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, NameId, QualifiedName, VariableId};
use cxx_validator::names::Symbol;
use msl_spec::{Enumeration, LodOption, Scalar, TypeName, rules};

/// The meaning of a name.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// Something of the program.
    Entity(Entity),
    /// A type of the library.
    Type(&'static TypeName),
    /// An option of sampling.
    Option(LodOption),
    /// Functions of the library.
    Functions(&'static str, Option<Variant>),
    /// An enumeration of the library.
    LibraryEnumeration(Enumeration),
    /// An enumerator of the library.
    Enumerator(Enumeration),
    /// A number of the library.
    Constant(Scalar, f64),
    /// Member functions of a structure.
    MemberFunctions(TypeId),
    /// Nothing that is known; a diagnostic was reported.
    Unknown,
}

impl Checker<'_> {
    /// The meaning of a name. An unknown one is reported.
    pub(super) fn meaning(&mut self, id: NameId) -> Meaning {
        let meaning = self.meaning_unnoted(id);
        if let Meaning::Entity(Entity::Type(ty)) = meaning {
            self.note_named(id, ty);
        }
        meaning
    }

    /// Notes the type of the program that a name denotes; the language server shows it.
    pub(super) fn note_named(&mut self, id: NameId, ty: TypeId) {
        if !self.is_attempt {
            let known = &mut self.named[id.index()];
            // Instances of a template give a name several types.
            *known = Some(if known.is_none_or(|known| known == ty) { ty } else { TypeId::ERROR });
        }
    }

    fn meaning_unnoted(&mut self, id: NameId) -> Meaning {
        let name = self.ast[id];
        if !name.path.is_empty() {
            return self.qualified_meaning(&name);
        }
        if self.is_type_trait(id) {
            return Meaning::Unknown;
        }
        if let Some(object) = self.member_outside_body(name.name) {
            return Meaning::Entity(Entity::Member(object));
        }
        match self.scopes.find(name.name) {
            Found::Entity(entity) => {
                self.check_inherited_name(&entity, &name);
                Meaning::Entity(entity)
            }
            Found::Library | Found::LibraryWithoutNamespace if self.is_amp() => self.unknown_name(&name),
            Found::Library => {
                self.library_meaning(name.name, None).unwrap_or_else(|| self.not_in_library(&name))
            }
            Found::LibraryWithoutNamespace => self.meaning_without_namespace(&name),
            Found::Ambiguous => {
                let message =
                    format!("ambiguous name: several namespaces declare `{}`", self.text(name.name));
                self.report_once(Diagnostic::error(rules::NAME_UNAMBIGUOUS, name.name_span, message));
                Meaning::Unknown
            }
        }
    }

    /// The member that a name means in an operand that is not evaluated, such as `decltype(member)`. Only the body of a member function has the members
    /// as local names.
    pub(super) fn member_outside_body(&mut self, name: Symbol) -> Option<Object> {
        if self.function.unevaluated == 0 || self.scopes.local(name).is_some() {
            return None;
        }
        // After the parameters of a `const` function, members are `const`.
        let of_this = self.function.this.and_then(|this| {
            let number = self.types.structure_number(this.ty)?;
            let member = self.find_member(number, name)?;
            Some(self.member_object(member, this))
        });
        of_this.or_else(|| self.member_not_evaluated(name))
    }

    /// Reports a type, static variable or enumerator that a structure around has from a base and may not use.
    fn check_inherited_name(&mut self, entity: &Entity, name: &QualifiedName) {
        let around: Vec<TypeId> = self.scopes.structures_around().collect();
        for structure in around {
            if self.scopes.bases_of(structure).next().is_none() {
                continue;
            }
            if let Declarer::One(owner) = self.scopes.declarer(structure, name.name, false)
                && owner != structure
                && let Some(scope) = self.scopes.of_structure(owner)
                && self.scopes.find_in(scope, name.name).as_ref() == Some(entity)
            {
                self.check_member_accessible((structure, owner), name.name, None, name.name_span);
            }
        }
    }

    fn meaning_without_namespace(&mut self, name: &QualifiedName) -> Meaning {
        let Some(meaning) = self.library_meaning(name.name, None) else {
            // The constants of the library are macros, which are in no namespace.
            let is_macro = !self.text(name.name).contains(|it: char| it.is_ascii_lowercase());
            return if is_macro { self.not_in_library(name) } else { self.unknown_name(name) };
        };
        let is_everywhere = match &meaning {
            Meaning::Type(ty) => is_of_language(ty),
            Meaning::Constant(..) => true,
            Meaning::Entity(_)
            | Meaning::Option(_)
            | Meaning::Functions(..)
            | Meaning::LibraryEnumeration(_)
            | Meaning::Enumerator(_)
            | Meaning::MemberFunctions(_)
            | Meaning::Unknown => false,
        };
        if !is_everywhere {
            let text = self.text(name.name).to_owned();
            let span = name.name_span;
            self.causes.note(rules::LIBRARY_NAMESPACE, span, Cause::Namespace, &format!("`{text}`"));
            let found = Diagnostic::error(
                rules::LIBRARY_NAMESPACE,
                span,
                format!("`{text}` is a library name and must be qualified with `metal::`"),
            )
            .suggest(
                format!("write `metal::{text}`"),
                vec![(shader_source::Span::new(span.lo, span.lo), "metal::".to_owned())],
                Applicability::Safe,
            );
            self.report(found);
        }
        meaning
    }

    pub(super) fn unknown_name(&mut self, name: &QualifiedName) -> Meaning {
        if self.unread.contains(&name.name) {
            self.unresolved_name(name.name, name.name_span);
            return Meaning::Unknown;
        }
        // Only a call looks for functions among the members.
        if let Some(this) = self.function.this.filter(|_| name.path.is_empty())
            && !self.member_functions_named(this.ty, name.name).is_empty()
        {
            return Meaning::MemberFunctions(this.ty);
        }
        if self.function.this.is_some_and(|this| self.has_unread_members(this.ty)) {
            return Meaning::Unknown;
        }
        let is_member = |ty| self.class_members.contains_key(&(ty, name.name));
        if name.path.is_empty() && self.scopes.structures_around().any(is_member) {
            self.member_without_object(name.name, name.name_span);
            return Meaning::Unknown;
        }
        if self.pack_names.contains(&name.name) {
            self.not_expanded(name.name, name.name_span);
            return Meaning::Unknown;
        }
        let text = self.text(name.name).to_owned();
        // Apple's headers are written with functions and macros of the compiler, which some programs use as well.
        if is_of_compiler(&text) {
            self.not_described(name.name, name.name_span);
            return Meaning::Unknown;
        }
        let (rule, message) = if is_matrix_name(&text) {
            (
                rules::MATRIX_TYPE,
                format!(
                    "unknown matrix type `{text}`: a matrix must have two to four columns and rows of `half` or `float`"
                ),
            )
        } else {
            (rules::NAME_DECLARED, format!("`{text}` is not declared"))
        };
        let is_later = name.path.is_empty() && self.scopes.is_declared_later(name.name);
        let message = if is_later {
            format!("`{text}` must be declared before the template that uses it")
        } else {
            message
        };
        // Each use has the same cause, and one declaration fixes all of them.
        if name.path.is_empty() && !self.is_attempt && !self.function.undeclared.insert(name.name) {
            return Meaning::Unknown;
        }
        let mut found = Diagnostic::error(rule, name.name_span, message);
        if rule == rules::NAME_DECLARED && !is_later && !self.reported.contains(&(rule, name.name_span)) {
            found = self.did_you_mean_name(found, name.name, name.name_span);
        }
        if found.suggestion.is_none() && !msl_spec::attributes(&text).is_empty() {
            found = found.note(format!(
                "`{text}` is an attribute: declare a parameter with `[[{text}]]` to get the value"
            ));
        }
        self.report_once(found);
        Meaning::Unknown
    }

    /// Returns true if the library has a name, in some version.
    pub(super) fn is_of_library(&mut self, symbol: Symbol) -> bool {
        self.library_meaning(symbol, None).is_some() || self.newer_name(symbol).is_some()
    }

    /// A name of the library.
    fn library_meaning(&mut self, symbol: Symbol, variant: Option<Variant>) -> Option<Meaning> {
        let names = self.names;
        let text = names.text(symbol);
        if let Some(ty) = msl_spec::type_name(text) {
            return Some(Meaning::Type(ty));
        }
        if let Some(enumeration) = Enumeration::from_name(text) {
            return Some(Meaning::LibraryEnumeration(enumeration));
        }
        if let Some(option) = LodOption::from_name(text) {
            return Some(Meaning::Option(option));
        }
        if let Some(function) = msl_spec::functions(text).first() {
            return Some(Meaning::Functions(function.name, variant));
        }
        if let Some((enumeration, _)) = Enumeration::of_unscoped(text) {
            return Some(Meaning::Enumerator(enumeration));
        }
        msl_spec::constant(text).map(|constant| Meaning::Constant(constant.scalar, constant.value))
    }

    fn qualified_meaning(&mut self, name: &QualifiedName) -> Meaning {
        match self.path(name) {
            Path::Own(number) => match self.scopes.find_in(number, name.name) {
                Some(entity) => Meaning::Entity(entity),
                None if self.scopes.is_library(number) => {
                    let variant = self.scopes.variant(number);
                    self.library_meaning(name.name, variant).unwrap_or_else(|| self.not_in_library(name))
                }
                None if number == NamespaceNumber::PROGRAM => self.meaning_in_program(name),
                None => self.unknown_name(name),
            },
            Path::Library(variant) => {
                self.library_meaning(name.name, variant).unwrap_or_else(|| self.not_in_library(name))
            }
            Path::Enumeration(ty) => self.enumerator(ty, name),
            Path::Structure(ty) => self.name_in_structure(ty, name),
            Path::LibraryEnumeration(enumeration) => {
                if enumeration.enumerator(self.text(name.name)).is_some() {
                    Meaning::Enumerator(enumeration)
                } else {
                    let text = self.text(name.name).to_owned();
                    let message = format!("`{}` has no `{text}`", enumeration.name());
                    let found = Diagnostic::error(rules::NAME_DECLARED, name.name_span, message);
                    let names = enumeration.enumerators().iter().map(|it| it.name);
                    let found = self.did_you_mean(found, (&text, name.name_span), names);
                    self.report(found);
                    Meaning::Unknown
                }
            }
            Path::Class(class) => self.type_of_class(class, name),
            Path::Unknown => Meaning::Unknown,
        }
    }

    /// A name after `::` that the program declares in a namespace that it uses, or that the library declares.
    fn meaning_in_program(&mut self, name: &QualifiedName) -> Meaning {
        match self.scopes.find_in_program(name.name) {
            Found::Entity(entity) => Meaning::Entity(entity),
            Found::Library => match self.library_meaning(name.name, None) {
                Some(meaning) => meaning,
                None => self.unknown_name(name),
            },
            Found::LibraryWithoutNamespace => match self.library_meaning(name.name, None) {
                Some(Meaning::Type(ty)) if is_of_language(ty) => Meaning::Type(ty),
                _ => self.unknown_name(name),
            },
            Found::Ambiguous => self.unknown_name(name),
        }
    }

    /// `vote_t`, the type that stands for the bits of votes. Sections 6.8.2 and 6.8.3
    fn type_of_class(&mut self, class: &'static TypeName, name: &QualifiedName) -> Meaning {
        if self.text(name.name) != "vote_t" {
            return self.unknown_name(name);
        }
        if !class.availability.admits(self.dialect) {
            let what = format!("`{}`", class.name);
            self.not_in_dialect(rules::LIBRARY_VERSION, name.name_span, &what, class.availability);
        }
        Meaning::Entity(Entity::Type(self.types.scalar(Scalar::Ulong)))
    }

    /// An enumerator after the name of its enumeration.
    fn enumerator(&mut self, ty: TypeId, name: &QualifiedName) -> Meaning {
        if let Type::Enumeration(..) = self.types.get(ty) {
            if let Some(value) = self.enumerator_values.get(&(ty, name.name)) {
                return Meaning::Entity(Entity::Enumerator(ty, *value));
            }
            if self.unread.contains(&name.name) {
                return Meaning::Unknown;
            }
            let names = self.names;
            let text = names.text(name.name);
            let message = format!("`{}` has no `{text}`", self.types.print(ty));
            let found = Diagnostic::error(rules::NAME_DECLARED, name.name_span, message);
            let values = self.enumerators.get(&ty).cloned().unwrap_or_default();
            let enumerators = values.iter().map(|(symbol, _)| names.text(*symbol));
            let found = self.did_you_mean(found, (text, name.name_span), enumerators);
            self.report_once(found);
        }
        Meaning::Unknown
    }

    /// The number of an enumerator of the library among the others. Flags are combined: no such number is their value.
    fn value_of_enumerator(&self, enumeration: Enumeration, id: NameId) -> Option<Value> {
        let text = self.text(self.ast[id].name);
        let index = enumeration.enumerators().iter().position(|it| it.name == text)?;
        (enumeration != Enumeration::MemFlags).then_some(Value::Integer(index as i128))
    }

    /// A type, a static variable, an enumerator or the functions that a structure declares.
    fn name_in_structure(&mut self, ty: TypeId, name: &QualifiedName) -> Meaning {
        if self.types.is_error(ty) {
            return Meaning::Unknown;
        }
        if self.declarer(ty, name.name, name.name_span).is_none() {
            return Meaning::Unknown;
        }
        let scope = self.scopes.of_structure(ty);
        if let Some(entity) = scope.and_then(|scope| self.scopes.find_in(scope, name.name)) {
            self.check_name_accessible(ty, name.name, name.name_span);
            return Meaning::Entity(entity);
        }
        if self.functions_by_name.contains_key(&(ty, name.name)) || self.has_functions(ty, name.name) {
            return Meaning::MemberFunctions(ty);
        }
        if let Some(object) = self.member_of_this(ty, name) {
            return Meaning::Entity(Entity::Member(object));
        }
        if self.unread.contains(&name.name)
            || self.has_unread_members(ty)
            || self.has_hidden_members(ty)
            || self.types.has_unknown_base(ty)
        {
            return Meaning::Unknown;
        }
        if self.is_data_member(ty, name.name) {
            let message = cxx_validator::unsupported::MEMBER_POINTER.message();
            self.error(rules::UNSUPPORTED_FEATURE, name.name_span, message);
            return Meaning::Unknown;
        }
        let last = self.ast[name.path].last().filter(|last| self.text(last.name) == "enable_if");
        if let Some(list) = last.and_then(|last| last.arguments).filter(|_| self.text(name.name) == "type") {
            self.note_requirement(list);
        }
        let message = format!("`{}` has no member `{}`", self.types.print(ty), self.text(name.name));
        let found = Diagnostic::error(rules::NAME_DECLARED, name.name_span, message);
        let found = self.did_you_mean_member(found, ty, name.name, name.name_span);
        self.report_once(found);
        Meaning::Unknown
    }

    /// The variable that `S::a` means in a member function of a structure that is `S` or derived from it. C++14 (class.mfct.non-static) 3
    fn member_of_this(&mut self, ty: TypeId, name: &QualifiedName) -> Option<Object> {
        let this = self.function.this.filter(|this| self.is_of(this.ty, ty))?;
        let declarer = self.declarer(ty, name.name, name.name_span)?;
        let owner = self.owner_of_variable(declarer, name.name);
        let member = self.find_member(self.types.structure_number(owner)?, name.name)?;
        let object = self.member_object(member, this);
        self.check_member_accessible((ty, declarer), name.name, Some(this.ty), name.name_span);
        Some(object)
    }

    /// Notes which base declares the variable that a name with a path means.
    fn note_owner_of_name(&mut self, expression: ExprId, id: NameId) {
        let name = self.ast[id];
        let is_plain = name.path.is_empty();
        let ty = match self.function.this {
            Some(this) if is_plain => this.ty,
            _ if is_plain => return,
            _ => match self.path(&name) {
                Path::Structure(ty) => ty,
                _ => return,
            },
        };
        if is_plain && !self.types.is_derived(ty) {
            return;
        }
        let Some(declarer) = self.declarer(ty, name.name, name.name_span) else { return };
        let owner = self.owner_of_variable(declarer, name.name);
        if is_plain && declarer != ty {
            self.check_member_accessible((ty, declarer), name.name, Some(ty), name.name_span);
        }
        if let Some(this) = self.function.this
            && self.is_one_base(this.ty, owner, name.name_span)
        {
            self.note_owner(expression, owner);
        }
    }

    /// Returns true if a member of a structure could not be read, which may have any name. Members that depend on the parameters of an unused
    /// template were read.
    fn has_unread_members(&self, ty: TypeId) -> bool {
        let number = self.types.structure_number(ty);
        let depends = number.is_some_and(|number| self.are_unknown(&self.types.structure(number).arguments));
        self.types.has_error(ty) && !depends
    }

    /// Returns true if a class of the library may have members from a specialisation of a template that no text describes.
    fn has_hidden_members(&self, ty: TypeId) -> bool {
        let template = self.templates.of_structure(ty).filter(|_| self.templates.specialises_hidden);
        let home = template.and_then(|template| self.templates.home(Template::Structure(template)));
        home.is_some_and(|home| self.scopes.is_library(home))
    }

    /// Returns the part of the library that a path leads to, if the program adds names to it: `namespace metal { half exp(S); }`.
    #[allow(
        clippy::option_option,
        reason = "a path leads to a part of the library, to all of it, or elsewhere"
    )]
    pub(super) fn extended_library(&mut self, name: &QualifiedName) -> Option<Option<Variant>> {
        match self.path(name) {
            Path::Own(number) if self.scopes.is_library(number) => Some(self.scopes.variant(number)),
            _ => None,
        }
    }

    /// Reports a private type, enumerator or static variable of a structure outside of it. C++14 (class.access)
    pub(super) fn check_name_accessible(&mut self, ty: TypeId, name: Symbol, span: shader_source::Span) {
        if let Declarer::One(owner) = self.scopes.declarer(ty, name, true) {
            self.check_member_accessible((ty, owner), name, None, span);
        }
    }

    /// A name as an expression.
    pub(super) fn name_expression(&mut self, expression: ExprId, id: NameId) -> Typed {
        let span = self.ast[id].name_span;
        if let Some(typed) = self.type_trait(id) {
            return typed;
        }
        match self.meaning(id) {
            Meaning::Entity(Entity::Variable(variable, object, value)) => {
                let named = (self.ast[id].name, span);
                if let Some(typed) = self.uncaptured((variable, object), named, value) {
                    return typed;
                }
                if let Type::Function(_) = self.types.get(object.ty) {
                    return self.function_as_object(variable, span);
                }
                self.note_variable(expression, variable);
                if self.ast[variable].name.is_none()
                    && let Some(owner) = self.function.locals.get(&variable)
                {
                    self.note_owner(expression, owner.ty);
                }
                if self.is_unsupported_elements(variable, span) {
                    return Typed::ERROR;
                }
                if value.is_none() && object.is_const && self.begins_with_error(variable) {
                    return Typed::ERROR;
                }
                let typed = Typed { value, ..Typed::object(self.flat(object)) };
                self.check_reachable(variable, typed, span);
                typed
            }
            Meaning::Entity(Entity::Member(object)) => {
                let named = (self.ast[id].name, span);
                let is_plain = self.ast[id].path.is_empty();
                if is_plain && let Some(typed) = self.member_around(expression, object, named) {
                    return typed;
                }
                if self.function.this.is_none() && self.function.unevaluated == 0 {
                    self.member_without_object(self.ast[id].name, span);
                    return Typed::ERROR;
                }
                self.note_owner_of_name(expression, id);
                Typed::object(object)
            }
            Meaning::Entity(Entity::Enumerator(ty, value)) => Typed::constant(ty, Value::Integer(value)),
            Meaning::Entity(Entity::VariableTemplate(template)) => self.variable_instance(template, id),
            // A number that is a parameter of a template without instances.
            Meaning::Entity(Entity::Type(ty)) if self.types.is_error(ty) => Typed::ERROR,
            Meaning::Unknown
            | Meaning::Entity(Entity::UnknownTemplate(_) | Entity::Number(TypeId::ERROR, _)) => Typed::ERROR,
            Meaning::Entity(Entity::Number(ty, value)) => Typed::constant(ty, Value::Integer(value.into())),
            Meaning::Enumerator(enumeration) => {
                self.check_enumerator(enumeration, id);
                let ty = self.types.intern(Type::LibraryEnumeration(enumeration));
                Typed { value: self.value_of_enumerator(enumeration, id), ..Typed::value(ty) }
            }
            Meaning::Constant(scalar, value) => {
                let value = Value::Float(value).converted(scalar);
                Typed::constant(self.types.scalar(scalar), value)
            }
            Meaning::Entity(Entity::Functions(_) | Entity::FunctionArgument(_))
            | Meaning::Functions(..)
            | Meaning::MemberFunctions(_) => {
                if self.is_amp() {
                    self.check_function_value(expression, id);
                    return Typed::ERROR;
                }
                // The type that the pointer would have was reported.
                if self.parser_reported.function_pointer {
                    return Typed::ERROR;
                }
                let message = "a function can only be called";
                let rule = rules::REMOVED_FUNCTION_POINTER;
                let (rule, message) = self.removed(rule, message, &crate::unsupported::FUNCTION_AS_VALUE);
                self.error(rule, span, message);
                Typed::ERROR
            }
            Meaning::Type(_)
            | Meaning::LibraryEnumeration(_)
            | Meaning::Option(_)
            | Meaning::Entity(
                Entity::Type(_)
                | Entity::StructureTemplate(_)
                | Entity::AliasTemplate(..)
                | Entity::Namespace(_),
            ) => {
                let message = format!("`{}` is not a value", self.text(self.ast[id].name));
                self.error(rules::NAME_IS_VALUE, span, message);
                Typed::ERROR
            }
        }
    }

    /// Reports the name of a member where there is no object that it could be of. C++14 (class.mfct.non-static) 3
    fn member_without_object(&mut self, name: Symbol, span: shader_source::Span) {
        let message = format!(
            "`{}` must be named with an object: it is a member that is not `static`",
            self.text(name)
        );
        self.report_once(Diagnostic::error(rules::NAME_DECLARED, span, message));
    }

    /// Reports the use of a function that a block declares as if it were a variable. C++14 (stmt.ambig) 1
    fn function_as_object(&mut self, variable: VariableId, span: shader_source::Span) -> Typed {
        let variable = self.ast[variable];
        let text = variable.name.map_or("", |name| self.text(name));
        let found =
            Diagnostic::error(rules::NAME_IS_VALUE, span, format!("`{text}` is a function, not a variable"));
        let declared = "declared as a function here: a variable must not have `()` after its name";
        self.report(found.label(variable.name_span, declared));
        Typed::ERROR
    }

    /// Returns true if the initializer of a variable could not be read: then its value is not known, and no mistake of its use.
    fn begins_with_error(&self, variable: VariableId) -> bool {
        self.ast[variable].initializer.is_some_and(|initializer| matches!(self.ast[initializer], Expr::Error))
    }

    /// Checks that the dialect has an enumerator.
    fn check_enumerator(&mut self, enumeration: Enumeration, id: NameId) {
        let QualifiedName { name, name_span, .. } = self.ast[id];
        let text = self.text(name).to_owned();
        let Some(enumerator) = enumeration.enumerator(&text) else { return };
        if !enumerator.availability.admits(self.dialect) || !enumeration.availability().admits(self.dialect) {
            let rule = match enumeration {
                Enumeration::MemoryOrder => rules::ATOMIC_ORDER_RELAXED,
                Enumeration::Address | Enumeration::BorderColor => rules::SAMPLER_BORDER_VERSION,
                Enumeration::MemFlags => rules::BARRIER_VERSION,
                _ => rules::LIBRARY_VERSION,
            };
            let is_old = enumeration.availability().admits(self.dialect);
            let available = if is_old { enumerator.availability } else { enumeration.availability() };
            let what = format!("`{}::{text}`", enumeration.name());
            if enumeration == Enumeration::MemoryOrder {
                let message = format!("{what} {}", available.in_words(self.dialect));
                self.error(rule, name_span, message);
            } else {
                self.not_in_dialect(rule, name_span, &what, available);
            }
        }
    }

    /// Returns true if the program declares something with this name.
    pub(super) fn is_declared(&self, symbol: Symbol) -> bool {
        matches!(self.scopes.find(symbol), Found::Entity(_) | Found::Ambiguous)
    }
}

/// Returns true if a name is made like the name of a matrix: `int2x2`, `float5x2`.
fn is_matrix_name(name: &str) -> bool {
    let Some((shape, element)) = name
        .len()
        .checked_sub(3)
        .filter(|at| name.is_char_boundary(*at))
        .map(|at| (&name.as_bytes()[at..], &name[..at]))
    else {
        return false;
    };
    let is_shape = shape[0].is_ascii_digit() && shape[1] == b'x' && shape[2].is_ascii_digit();
    is_shape && Scalar::ALL.iter().any(|scalar| scalar.name() == element)
}

/// Returns true for a type that is in no namespace: scalars, vectors and matrices are part of the language, and reserved names are reported.
fn is_of_language(ty: &TypeName) -> bool {
    use msl_spec::NamedType::{Reserved, Size, Value, Void};
    matches!(ty.meaning, Value(_) | Size(_) | Void | Reserved)
}
