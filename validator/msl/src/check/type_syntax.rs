//! Types as they are written to types. Sections 2 and 4

use super::instance::{MATRIX_OF_OTHERS, single_vector};
use super::name::{Meaning, Path};
use super::scope::{Declarer, Entity, Found};
use super::{Checker, Typed, Value};
use crate::cause::Cause;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::dialect::address_space;
use crate::types::{Object, Type, TypeId};
use cxx_validator::ast::{
    Expr, ExprId, Fundamental, NameId, Qualifiers, TemplateArgument, TypeSyntax, TypeSyntaxId,
};
use cxx_validator::names::Symbol;
use msl_spec::{
    Access, AddressSpace, Class, Enumeration, NamedType, Rule, Scalar, Template, TextureKind, TypeName,
    ValueType, Width, rules,
};
use shader_source::Span;

/// A type with the qualifiers of the object that has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Qualified {
    pub(super) ty: TypeId,
    pub(super) space: Option<AddressSpace>,
    pub(super) is_const: bool,
    pub(super) is_volatile: bool,
}

impl Qualified {
    pub(super) const fn plain(ty: TypeId) -> Self {
        Self { ty, space: None, is_const: false, is_volatile: false }
    }

    /// The object with this type, in an address space unless it names one.
    pub(super) fn object(self, space: AddressSpace) -> Object {
        Object {
            ty: self.ty,
            space: self.space.unwrap_or(space),
            is_const: self.is_const,
            is_volatile: self.is_volatile,
            is_rvalue: false,
        }
    }
}

impl Checker<'_> {
    /// The type of a syntax, without the qualifiers around it.
    pub(super) fn type_of(&mut self, id: TypeSyntaxId) -> TypeId {
        self.qualified_type(id).ty
    }

    /// The type of a syntax where its members don't matter, without the qualifiers around it.
    pub(super) fn named_type_of(&mut self, id: TypeSyntaxId) -> TypeId {
        self.is_only_named = true;
        self.type_of(id)
    }

    /// The type of a syntax with its qualifiers.
    pub(super) fn qualified_type(&mut self, id: TypeSyntaxId) -> Qualified {
        let span = self.ast.type_span(id);
        let is_only_named = core::mem::take(&mut self.is_only_named);
        if !self.enter(span) {
            return Qualified::plain(TypeId::ERROR);
        }
        self.is_only_named = match self.ast[id] {
            TypeSyntax::Name(_) | TypeSyntax::Qualified(..) => is_only_named,
            // The members of what a pointer leads to don't matter.
            TypeSyntax::Pointer(_) | TypeSyntax::Reference(..) => true,
            TypeSyntax::Error
            | TypeSyntax::Auto
            | TypeSyntax::Decltype(_)
            | TypeSyntax::DecltypeAuto
            | TypeSyntax::Fundamental(_)
            | TypeSyntax::Structure(_)
            | TypeSyntax::Enumeration(_)
            | TypeSyntax::Array(..)
            | TypeSyntax::Function(..) => false,
        };
        let qualified = self.qualified_type_here(id, span);
        self.is_only_named = false;
        self.leave();
        let mut qualified = qualified;
        if !is_only_named {
            qualified.ty = self.usable(qualified.ty, span);
            self.make(qualified.ty, span);
        }
        Qualified { ty: self.shallow(qualified.ty, span), ..qualified }
    }

    fn qualified_type_here(&mut self, id: TypeSyntaxId, span: Span) -> Qualified {
        match self.ast[id] {
            TypeSyntax::Error => Qualified::plain(TypeId::ERROR),
            TypeSyntax::Auto | TypeSyntax::DecltypeAuto => {
                self.error(
                    rules::VARIABLE_AUTO_INITIALISED,
                    span,
                    "`auto` is only allowed with an initializer",
                );
                Qualified::plain(TypeId::ERROR)
            }
            TypeSyntax::Decltype(operand) => Qualified::plain(self.type_of_expression(operand)),
            TypeSyntax::Fundamental(fundamental) => Qualified::plain(self.fundamental(fundamental, span)),
            TypeSyntax::Name(name) => self.named_type(name),
            TypeSyntax::Structure(structure) => Qualified::plain(self.structure(structure)),
            TypeSyntax::Enumeration(enumeration) => Qualified::plain(self.enumeration(enumeration)),
            TypeSyntax::Qualified(qualifiers, inner) => self.with_qualifiers(qualifiers, inner, span),
            TypeSyntax::Pointer(inner) => {
                let pointee = self.qualified_type(inner);
                self.pointer_type(pointee, span, true)
            }
            TypeSyntax::Reference(inner, is_rvalue) => {
                let referent = self.qualified_type(inner);
                if let Type::Reference(object) = self.types.get(referent.ty) {
                    return self.collapsed((referent, object), span, is_rvalue);
                }
                let reference = self.pointer_type(referent, span, false);
                match self.types.get(reference.ty) {
                    Type::Reference(object) if is_rvalue => {
                        let object = Object { is_rvalue, ..object };
                        Qualified::plain(self.types.intern(Type::Reference(object)))
                    }
                    _ => reference,
                }
            }
            TypeSyntax::Array(element, count) => self.array_type(element, count),
            TypeSyntax::Function(result, parameters) => {
                let parameters = self.ast[parameters].to_vec();
                let parameters = parameters.into_iter().map(|it| self.parameter_type(it)).collect();
                let result = self.type_of(result);
                Qualified::plain(self.types.function(parameters, result))
            }
        }
    }

    /// `decltype(x)`: the type of a name or member, a reference to any other object, or the type of a value. C++14 (dcl.type.simple)
    pub(super) fn type_of_expression(&mut self, id: ExprId) -> TypeId {
        if let Expr::Name(name) = self.ast[id]
            && let Some(ty) = self.type_of_member(name).or_else(|| self.type_of_function(name))
        {
            return ty;
        }
        let typed = self.expression(id);
        let is_named = matches!(self.ast[id], Expr::Name(_) | Expr::Member(..) | Expr::Arrow(..));
        match typed.place {
            Some(place) if !is_named && !self.types.is_error(typed.ty) => {
                self.types.intern(Type::Reference(place.object(typed.ty)))
            }
            Some(_) | None => typed.ty,
        }
    }

    /// The type of a member that is named without an object: `decltype(S::x)`. C++14 (expr.prim.general) 13
    pub(super) fn type_of_member(&mut self, id: NameId) -> Option<TypeId> {
        let name = self.ast[id];
        if name.path.is_empty() || name.arguments.is_some() {
            return None;
        }
        let Path::Structure(ty) = self.path(&name) else { return None };
        let number = self.types.structure_number(ty)?;
        let declarer = self.declarer(ty, name.name, name.name_span)?;
        let owner = self.owner_of_variable(declarer, name.name);
        let number = if owner == ty { number } else { self.types.structure_number(owner)? };
        let member = self.types.structure(number).members.iter().find(|it| it.name == Some(name.name))?;
        let found = member.ty;
        self.check_member_accessible((ty, declarer), name.name, None, name.name_span);
        Some(found)
    }

    /// The type of a member of a structure around this place, where there is no object: `sizeof(x)` in a static member function. C++14
    /// (expr.prim.general) 13
    pub(super) fn type_of_own_member(&self, id: NameId) -> Option<TypeId> {
        let name = self.ast[id];
        let is_member_name = name.path.is_empty() && name.arguments.is_none();
        if !is_member_name || matches!(self.scopes.find(name.name), Found::Entity(_) | Found::Ambiguous) {
            return None;
        }
        self.scopes.structures_around().find_map(|ty| {
            let structure = self.types.structure(self.types.structure_number(ty)?);
            let own = structure.members.iter().find(|it| it.name == Some(name.name)).map(|it| it.ty);
            own.or_else(|| self.type_of_inherited(ty, name.name))
        })
    }

    /// The type of a variable that a structure has from a base.
    fn type_of_inherited(&self, ty: TypeId, name: Symbol) -> Option<TypeId> {
        let Declarer::One(declarer) = self.scopes.declarer(ty, name, false) else { return None };
        let number = self.types.structure_number(self.owner_of_variable(declarer, name))?;
        self.find_member(number, name).map(|it| it.ty)
    }

    /// The type that a name stands for.
    pub(super) fn type_of_name(&mut self, id: NameId) -> TypeId {
        self.named_type(id).ty
    }

    fn with_qualifiers(&mut self, qualifiers: Qualifiers, inner: TypeSyntaxId, span: Span) -> Qualified {
        let space = qualifiers.space.map(address_space);
        if let Some(space) = space
            && !space.availability().admits(self.dialect)
        {
            let what = format!("`{}`", space.name());
            let rule = rules::THREADGROUP_IMAGEBLOCK_VERSION;
            self.not_in_dialect(rule, span, &what, space.availability());
        }
        if qualifiers.is_coherent {
            let available = msl_spec::Feature::CoherentMemory.availability();
            if !available.admits(self.dialect) {
                self.not_in_dialect(rules::LIBRARY_VERSION, span, "`coherent`", available);
            }
        }
        let inner = self.qualified_type(inner);
        Qualified {
            ty: inner.ty,
            space: space.or(inner.space),
            is_const: qualifiers.is_const || inner.is_const,
            is_volatile: qualifiers.is_volatile || inner.is_volatile,
        }
    }

    /// A reference to a reference, which a name stands for: it is written with `&&` only if both are. C++14 (dcl.ref) 6
    fn collapsed(&mut self, (to, object): (Qualified, Object), span: Span, is_rvalue: bool) -> Qualified {
        if to.space.is_some_and(|space| space != object.space) {
            let message = format!("the reference is to an object in `{}` memory", object.space.name());
            self.error(rules::CONVERSION_POINTER_SAME_SPACE, span, message);
            return Qualified::plain(TypeId::ERROR);
        }
        let object = Object { is_rvalue: object.is_rvalue && is_rvalue, ..object };
        Qualified::plain(self.types.intern(Type::Reference(object)))
    }

    fn pointer_type(&mut self, to: Qualified, span: Span, is_pointer: bool) -> Qualified {
        if self.types.is_error(to.ty) {
            return Qualified::plain(TypeId::ERROR);
        }
        // A variable of a function is meant where a pointer, or an array of pointers, names no address space of its own: MLX and SPIRV-Cross pass them so.
        let is_pointer_type = |ty| matches!(self.types.get(ty), Type::Pointer(_));
        let is_to_pointers = !is_pointer
            && (is_pointer_type(to.ty)
                || self.types.element(to.ty).is_some_and(|(element, _)| is_pointer_type(element)));
        if to.space.is_none() && !is_to_pointers {
            let what = if is_pointer { "a pointer" } else { "a reference" };
            let message =
                format!("{what} must name an address space: `device`, `constant`, `thread` or `threadgroup`");
            self.error(rules::POINTER_ADDRESS_SPACE, span, message);
            return Qualified::plain(TypeId::ERROR);
        }
        if to.ty == TypeId::VOID && !is_pointer {
            self.error(rules::SCALAR_VOID_INCOMPLETE, span, "a reference can't refer to `void`");
            return Qualified::plain(TypeId::ERROR);
        }
        let object = to.object(AddressSpace::Thread);
        let object = Object { is_const: object.is_const || object.space == AddressSpace::Constant, ..object };
        let ty = if is_pointer { Type::Pointer(object) } else { Type::Reference(object) };
        Qualified::plain(self.types.intern(ty))
    }

    fn array_type(&mut self, element: TypeSyntaxId, count: Option<ExprId>) -> Qualified {
        let span = self.ast.type_span(element);
        let element = self.qualified_type(element);
        let count = match count {
            None => None,
            Some(count) => match self.array_size(count) {
                Some(count) => Some(count),
                None => return Qualified { ty: TypeId::ERROR, ..element },
            },
        };
        match self.types.get(element.ty) {
            Type::Error => return element,
            Type::Void => {
                self.error(rules::SCALAR_VOID_INCOMPLETE, span, "array elements can't have type `void`");
                return Qualified::plain(TypeId::ERROR);
            }
            Type::Reference(_) => {
                self.error(rules::ARRAY_ELEMENT, span, "array elements can't be references");
                return Qualified::plain(TypeId::ERROR);
            }
            Type::Array(_, None) => {
                self.error(rules::ARRAY_ELEMENT, span, "only the first element count may be omitted");
                return Qualified::plain(TypeId::ERROR);
            }
            _ => {}
        }
        let ty = self.types.intern(Type::Array(element.ty, count));
        Qualified { ty, ..element }
    }

    /// The number of elements of an array.
    pub(super) fn array_size(&mut self, id: ExprId) -> Option<u32> {
        let value = self.constant_integer(id, self.array_rule)?;
        match u32::try_from(value) {
            Ok(count) if count > 0 => Some(count),
            // Clang has arrays without elements. Templates make them of their arguments.
            Ok(_) if self.levels > 0 => {
                let message = "the checker does not support arrays without elements yet";
                self.error(rules::UNSUPPORTED_FEATURE, self.span(id), message);
                None
            }
            _ => {
                let message = format!("an array must have at least one element, found {value}");
                self.error(rules::ARRAY_SIZE, self.span(id), message);
                None
            }
        }
    }

    fn fundamental(&mut self, fundamental: Fundamental, span: Span) -> TypeId {
        let scalar = match fundamental {
            Fundamental::Void => return TypeId::VOID,
            Fundamental::Bool => Scalar::Bool,
            Fundamental::Char => Scalar::Char,
            Fundamental::UnsignedChar => Scalar::Uchar,
            Fundamental::Short => Scalar::Short,
            Fundamental::UnsignedShort => Scalar::Ushort,
            Fundamental::Int => Scalar::Int,
            Fundamental::UnsignedInt => Scalar::Uint,
            Fundamental::Long => Scalar::Long,
            Fundamental::UnsignedLong => Scalar::Ulong,
            Fundamental::Half => Scalar::Half,
            Fundamental::Float => Scalar::Float,
            Fundamental::LongLong => return self.removed_type(span, "long long", "long"),
            Fundamental::UnsignedLongLong => return self.removed_type(span, "unsigned long long", "ulong"),
            Fundamental::Double => return self.removed_type(span, "double", "float"),
            Fundamental::LongDouble => return self.removed_type(span, "long double", "float"),
        };
        self.check_scalar(scalar, span);
        self.types.scalar(scalar)
    }

    /// Reports a type of C++ that Metal does not have, with the closest type. Section 2.1
    fn removed_type(&mut self, span: Span, name: &str, instead: &str) -> TypeId {
        let message = format!("Metal has no `{name}`: use `{instead}`");
        let found = Diagnostic::error(rules::SCALAR_REMOVED, span, message).suggest(
            format!("use `{instead}`"),
            vec![(span, instead.to_owned())],
            Applicability::Unsafe,
        );
        self.report(found);
        TypeId::ERROR
    }

    pub(super) fn check_scalar(&mut self, scalar: Scalar, span: Span) {
        if !scalar.availability().admits(self.dialect) {
            let what = format!("`{}`", scalar.name());
            self.not_in_dialect(rules::SCALAR_LONG_VERSION, span, &what, scalar.availability());
        }
    }

    fn named_type(&mut self, id: NameId) -> Qualified {
        let name = self.ast[id];
        let is_only_named = core::mem::take(&mut self.is_only_named);
        let meaning = self.meaning(id);
        if matches!(meaning, Meaning::Unknown) && name.path.is_empty() {
            // One declaration is missing, wherever the type is used.
            let text = format!("`{}`", self.text(name.name));
            self.causes.note(rules::NAME_DECLARED, name.name_span, Cause::Type(name.name), &text);
        }
        match meaning {
            Meaning::Entity(Entity::Type(ty)) => Qualified::plain(ty),
            Meaning::Entity(Entity::StructureTemplate(structure)) => {
                let ty = self.structure_from_template(structure, id, is_only_named);
                self.note_named(id, ty);
                Qualified::plain(ty)
            }
            Meaning::Entity(Entity::AliasTemplate(alias, home)) => {
                let ty = self.alias_from_template((alias, home), id, is_only_named);
                self.note_named(id, ty);
                Qualified::plain(ty)
            }
            Meaning::Type(ty) => {
                self.is_only_named = is_only_named;
                let ty = self.library_type(ty, id);
                self.is_only_named = false;
                Qualified::plain(ty)
            }
            Meaning::Option(option) => Qualified::plain(self.types.intern(Type::Option(option))),
            Meaning::LibraryEnumeration(enumeration) => {
                Qualified::plain(self.types.intern(Type::LibraryEnumeration(enumeration)))
            }
            Meaning::Unknown => Qualified::plain(TypeId::ERROR),
            Meaning::Entity(_)
            | Meaning::Functions(..)
            | Meaning::MemberFunctions(_)
            | Meaning::Enumerator(_)
            | Meaning::Constant(..) => {
                let message = format!("`{}` is not a type", self.text(name.name));
                self.error(rules::NAME_IS_TYPE, name.name_span, message);
                Qualified::plain(TypeId::ERROR)
            }
        }
    }

    /// A type of the library.
    fn library_type(&mut self, ty: &'static TypeName, id: NameId) -> TypeId {
        let span = self.ast[id].name_span;
        if !ty.availability.admits(self.dialect) {
            let rule = match ty.meaning {
                NamedType::Value(_) | NamedType::Size(_) => rules::SCALAR_LONG_VERSION,
                NamedType::Atomic(_) => rules::ATOMIC_TYPE_VERSION,
                NamedType::Pixel(_) => rules::PIXEL_TYPE_VERSION,
                NamedType::Texture(_) => rules::TEXTURE_VERSION,
                NamedType::Template(template) => template_version_rule(template),
                NamedType::Class(class) => class_version_rule(class),
                NamedType::Void | NamedType::Reserved => rules::LIBRARY_VERSION,
            };
            self.not_in_dialect(rule, span, &format!("`{}`", ty.name), ty.availability);
            if ty.availability.is_newer() {
                return TypeId::ERROR;
            }
        }
        match ty.meaning {
            NamedType::Void => TypeId::VOID,
            NamedType::Value(value) => self.types.value(value),
            NamedType::Size(scalar) => self.types.scalar(scalar),
            NamedType::Atomic(scalar) => self.types.intern(Type::Atomic(scalar)),
            NamedType::Pixel(pixel) => {
                let value = self.type_argument(id, 0).and_then(|ty| self.types.value_type(ty));
                match value.filter(|value| pixel.values().contains(*value)) {
                    Some(value) => self.types.intern(Type::Pixel(pixel, value)),
                    None => self.wrong_argument(id, rules::PIXEL_TYPE_ARGUMENT, pixel.name()),
                }
            }
            NamedType::Texture(kind) => self.texture_type(kind, id),
            NamedType::Template(template) => self.template_type(template, id),
            NamedType::Class(class) => self.types.intern(Type::Class(class)),
            NamedType::Reserved => {
                let message = format!("`{}` is a reserved name", ty.name);
                self.error(rules::PACKED_VECTOR_BOOL_RESERVED, span, message);
                TypeId::ERROR
            }
        }
    }

    pub(super) fn wrong_argument(&mut self, id: NameId, rule: &'static Rule, name: &str) -> TypeId {
        let span = self.ast[id].name_span;
        let is_unknown = |checker: &mut Self, argument: TemplateArgument| match argument {
            TemplateArgument::Value(value) => checker.is_unknown(value),
            TemplateArgument::Type(ty) => {
                let ty = checker.attempt(|checker| checker.type_of(ty));
                ty.is_none_or(|ty| checker.types.is_error(ty))
            }
        };
        if !self.arguments_of(id).into_iter().any(|argument| is_unknown(self, argument)) {
            self.error(rule, span, format!("invalid template arguments of `{name}`"));
        }
        TypeId::ERROR
    }

    pub(super) fn arguments_of(&self, id: NameId) -> Vec<TemplateArgument> {
        self.ast[id].arguments.map_or_else(Vec::new, |list| self.ast[list].to_vec())
    }

    fn type_argument(&mut self, id: NameId, index: usize) -> Option<TypeId> {
        match self.arguments_of(id).get(index)? {
            TemplateArgument::Type(ty) => Some(self.type_of(*ty)),
            TemplateArgument::Value(value) => {
                // A type that is not declared is read as a value.
                let value = *value;
                if let Expr::Name(name) = self.ast[value]
                    && matches!(self.meaning(name), Meaning::Unknown)
                {
                    self.note(value, Typed::ERROR);
                }
                None
            }
        }
    }

    fn texture_type(&mut self, kind: TextureKind, id: NameId) -> TypeId {
        let span = self.ast[id].name_span;
        let Some(element) = self.type_argument(id, 0) else {
            return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, kind.name());
        };
        let is_element = |ty: ValueType| kind.elements().contains(ty);
        let scalar = match self.types.get(element) {
            Type::Error => return TypeId::ERROR,
            Type::Value(ty @ ValueType::Scalar(scalar)) if is_element(ty) => scalar,
            _ => {
                let rule = if kind.is_depth() {
                    rules::DEPTH_TEXTURE_COMPONENT_TYPE
                } else {
                    rules::TEXTURE_COMPONENT_TYPE
                };
                let message =
                    format!("`{}` can't have elements of type `{}`", kind.name(), self.types.print(element));
                self.error(rule, span, message);
                return TypeId::ERROR;
            }
        };
        let access = match self.arguments_of(id).get(1) {
            None => kind.default_access(),
            Some(TemplateArgument::Value(value)) => match self.access(*value) {
                Some(access) => access,
                None => return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, kind.name()),
            },
            Some(TemplateArgument::Type(_)) => {
                return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, kind.name());
            }
        };
        if !kind.accesses().contains(&access) {
            let rule = if kind.is_multisampled() {
                rules::MULTISAMPLED_TEXTURE_ACCESS
            } else {
                rules::DEPTH_TEXTURE_ACCESS
            };
            let message = format!("`{}` can't have access `{}`", kind.name(), access.name());
            self.error(rule, span, message);
        }
        if access == Access::ReadWrite
            && !msl_spec::Feature::ReadWriteTextures.availability().admits(self.dialect)
        {
            let available = msl_spec::Feature::ReadWriteTextures.availability();
            self.not_in_dialect(rules::TEXTURE_VERSION, span, "access `read_write`", available);
        }
        self.types.intern(Type::Texture(kind, scalar, access))
    }

    /// The access that an argument of a template names.
    fn access(&mut self, value: ExprId) -> Option<Access> {
        let cxx_validator::ast::Expr::Name(name) = self.ast[value] else {
            self.expression(value);
            return None;
        };
        // The texture says which versions have the access.
        let meaning = self.meaning(name);
        if let Meaning::Entity(Entity::Number(ty, number)) = meaning
            && self.types.get(ty) == Type::LibraryEnumeration(Enumeration::Access)
        {
            let number = usize::try_from(number).ok()?;
            // Templates are compared with numbers that no access has.
            return Access::ALL
                .get(if self.is_attempt { number % Access::ALL.len() } else { number })
                .copied();
        }
        if matches!(meaning, Meaning::Unknown) {
            self.note(value, Typed::ERROR);
        }
        if !matches!(meaning, Meaning::Enumerator(Enumeration::Access)) {
            return None;
        }
        let text = self.text(self.ast[name].name);
        Access::ALL.into_iter().find(|access| access.name() == text)
    }

    fn template_type(&mut self, template: Template, id: NameId) -> TypeId {
        let is_only_named = core::mem::take(&mut self.is_only_named);
        let name = template.name();
        let span = self.ast[id].name_span;
        let Some(inner) = self.type_argument(id, 0) else {
            return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, name);
        };
        if self.types.is_error(inner) {
            return TypeId::ERROR;
        }
        let ty = match template {
            Template::Vec => {
                let Some(TemplateArgument::Value(count)) = self.arguments_of(id).get(1).copied() else {
                    return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, name);
                };
                let count = self.constant_integer(count, rules::TEMPLATE_ARGUMENTS);
                let count = count.and_then(|count| u32::try_from(count).ok()).unwrap_or(0);
                match (self.types.scalar_of(inner), Width::from_count(count)) {
                    (Some(scalar), Some(width)) => Type::Value(ValueType::Vector(scalar, width)),
                    // Templates are compared with components and counts that no vector has.
                    _ if self.is_attempt
                        && (matches!(self.types.get(inner), Type::Unique(_)) || count > 4) =>
                    {
                        Type::LibraryArray(inner, count)
                    }
                    // Clang has such vectors, and no text mentions them. Programs give them names that nothing uses.
                    (Some(scalar), None) if count == 1 => Type::Opaque(single_vector(scalar)),
                    _ => return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, name),
                }
            }
            Template::Matrix => {
                let scalar = self.types.scalar_of(inner).filter(|scalar| scalar.is_float());
                match (scalar, self.width_argument(id, 1), self.width_argument(id, 2)) {
                    (Some(scalar), Some(columns), Some(rows)) => {
                        Type::Value(ValueType::Matrix(scalar, columns, rows))
                    }
                    _ => return self.wrong_argument(id, rules::MATRIX_TYPE, name),
                }
            }
            Template::Atomic => match self.types.scalar_of(inner) {
                Some(
                    scalar @ (Scalar::Int
                    | Scalar::Uint
                    | Scalar::Bool
                    | Scalar::Ulong
                    | Scalar::Long
                    | Scalar::Float),
                ) => Type::Atomic(scalar),
                _ => return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, name),
            },
            Template::Array => {
                let count = match self.arguments_of(id).get(1) {
                    Some(TemplateArgument::Value(count)) => self.array_size(*count),
                    _ => return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, name),
                };
                let Some(count) = count else { return TypeId::ERROR };
                self.check_resource_array(inner, span);
                Type::LibraryArray(inner, count)
            }
            Template::ArrayRef => {
                if !matches!(self.types.get(inner), Type::Texture(..) | Type::Class(msl_spec::Class::Sampler))
                {
                    let message = "the elements of `array_ref` must be textures or samplers";
                    self.error(rules::ARRAY_REF_ELEMENT, span, message);
                    return TypeId::ERROR;
                }
                Type::ArrayRef(inner)
            }
            Template::Uniform => {
                if !matches!(self.types.get(inner), Type::Value(ValueType::Scalar(_) | ValueType::Vector(..)))
                {
                    let message =
                        format!("`uniform` expects a scalar or vector, found `{}`", self.types.print(inner));
                    self.error(rules::UNIFORM_ARGUMENT, span, message);
                    return TypeId::ERROR;
                }
                Type::Uniform(inner)
            }
            Template::PatchControlPoint => Type::PatchControlPoint(inner),
            // The class only says in its body which elements it takes.
            Template::SimdgroupMatrix
                if is_only_named && self.types.scalar_of(inner).is_some_and(|it| !it.is_float()) =>
            {
                Type::Opaque(MATRIX_OF_OTHERS)
            }
            Template::SimdgroupMatrix => return self.simdgroup_matrix(inner, id),
            Template::VertexValue => Type::VertexValue(inner),
            Template::Imageblock | Template::ImageblockSlice
                if !template.availability().admits(self.dialect) =>
            {
                Type::Opaque(name)
            }
            Template::Imageblock | Template::ImageblockSlice | Template::Mesh => {
                let message = format!("the checker does not support `{name}` yet");
                self.error(rules::UNSUPPORTED_FEATURE, span, message);
                Type::Opaque(name)
            }
        };
        self.types.intern(ty)
    }

    /// The number of components, columns or rows that an argument of a template says: two to four.
    fn width_argument(&mut self, id: NameId, index: usize) -> Option<Width> {
        let Some(TemplateArgument::Value(value)) = self.arguments_of(id).get(index).copied() else {
            return None;
        };
        let count = self.constant_integer(value, rules::TEMPLATE_ARGUMENTS)?;
        Width::from_count(u32::try_from(count).ok()?)
    }

    /// Returns the type that the first template argument of a library function gives to its variable.
    pub(super) fn explicit_variable(&mut self, id: NameId) -> Option<ValueType> {
        let ty = self.type_argument(id, 0)?;
        self.types.value_type(ty)
    }

    /// The value of a constant expression, for the places that take any number.
    pub(super) fn constant(&mut self, id: ExprId) -> Option<Value> {
        let typed = self.expression(id);
        if self.types.is_error(typed.ty) { None } else { self.value_of(id, typed).ok() }
    }
}

/// The rule about the version of a class of the library.
fn class_version_rule(class: Class) -> &'static Rule {
    match class {
        Class::CommandBuffer
        | Class::RenderCommand
        | Class::ComputeCommand
        | Class::RenderPipelineState
        | Class::ComputePipelineState => rules::COMMAND_BUFFER_VERSION,
        Class::ImageblockLayoutExplicit | Class::ImageblockLayoutImplicit => rules::IMAGEBLOCK_VERSION,
        Class::Sampler
        | Class::SimdVote
        | Class::QuadVote
        | Class::MeshGridProperties
        | Class::SimdgroupFloat8x8
        | Class::SimdgroupHalf8x8
        | Class::SimdgroupBfloat8x8 => rules::LIBRARY_VERSION,
    }
}

/// The rule about the version of a template of the library.
fn template_version_rule(template: Template) -> &'static Rule {
    match template {
        Template::Atomic => rules::ATOMIC_TYPE_VERSION,
        Template::Array | Template::ArrayRef => rules::RESOURCE_ARRAY_VERSION,
        Template::Uniform => rules::UNIFORM_VERSION,
        Template::Imageblock | Template::ImageblockSlice => rules::IMAGEBLOCK_VERSION,
        Template::Vec
        | Template::Matrix
        | Template::PatchControlPoint
        | Template::VertexValue
        | Template::Mesh
        | Template::SimdgroupMatrix => rules::LIBRARY_VERSION,
    }
}
