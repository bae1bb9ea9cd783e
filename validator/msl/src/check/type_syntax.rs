//! Types as they are written to types. Sections 2 and 4

use super::name::Meaning;
use super::path::Path;
use super::scope::{Declarer, Entity, Found};
use super::{Checker, Value};
use crate::cause::Cause;
use crate::diagnostic::{Applicability, Diagnostic};
use crate::dialect::address_space;
use crate::types::{Cv, Object, Type, TypeId};
use cxx_validator::ast::{ExprId, Fundamental, NameId, Qualifiers, TypeSyntax, TypeSyntaxId};
use cxx_validator::names::Symbol;
use msl_spec::{AddressSpace, Scalar, rules};
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

    /// The qualifiers, without the address space.
    pub(super) const fn cv(self) -> Cv {
        Cv { is_const: self.is_const, is_volatile: self.is_volatile }
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

    /// The type of a syntax where its members don't matter, with the `const` around it: an argument of a template, or the type that a name denotes.
    pub(super) fn qualified_type_argument(&mut self, id: TypeSyntaxId) -> TypeId {
        self.is_only_named = true;
        let qualified = self.qualified_type(id);
        self.types.with_cv(qualified.ty, qualified.cv())
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
            TypeSyntax::Decltype(operand) => {
                self.function.unevaluated += 1;
                let qualified = self.decltype(operand);
                self.function.unevaluated -= 1;
                qualified
            }
            TypeSyntax::Fundamental(fundamental) => Qualified::plain(self.fundamental(fundamental, span)),
            TypeSyntax::Name(name) => {
                let ty = self.named_type(name);
                if !self.ast.elaborated.is_empty() {
                    self.check_elaborated(id, ty.ty, span);
                }
                if self.names_constructor(name, ty.ty) && !self.ast.elaborated.contains_key(&id) {
                    let text = self.text(self.ast[name].name);
                    let message =
                        format!("`{text}::{text}` is the constructor, not the type: write `{text}`");
                    self.error_once(rules::NAME_IS_TYPE, self.ast[name].name_span, &message);
                    return Qualified::plain(TypeId::ERROR);
                }
                ty
            }
            TypeSyntax::Structure(structure) => Qualified::plain(self.named_structure(structure)),
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

    /// Returns true for the name of a structure after itself, `S::S`, which is its constructor where a function may be named. C++14 (class.qual) 2
    fn names_constructor(&mut self, id: NameId, ty: TypeId) -> bool {
        let name = self.ast[id];
        let Some(last) = self.ast[name.path].last().copied() else { return false };
        last.name == name.name
            && self.types.structure_number(ty).is_some()
            && matches!(self.path(&name), Path::Structure(around) if around == ty)
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
        let member = self.types.structure(number).own_member(name.name)?;
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
            let own = structure.own_member(name.name).map(|it| it.ty);
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
        if is_pointer && !self.is_amp() && matches!(self.types.get(to.ty), Type::Function(_)) {
            let message = "Metal has no pointers to functions";
            let rule = rules::REMOVED_FUNCTION_POINTER;
            let feature = &cxx_validator::unsupported::FUNCTION_POINTER;
            let (rule, message) = self.removed(rule, message, feature);
            self.report_once(Diagnostic::error(rule, span, message));
            return Qualified::plain(TypeId::ERROR);
        }
        // A variable of a function is meant where a pointer, or an array of pointers, names no address space of its own: MLX and SPIRV-Cross pass them so.
        let is_pointer_type = |ty| matches!(self.types.get(ty), Type::Pointer(_));
        let is_to_pointers = !is_pointer
            && (is_pointer_type(to.ty)
                || self.types.element(to.ty).is_some_and(|(element, _)| is_pointer_type(element)));
        if to.space.is_none() && !is_to_pointers && !self.is_amp() {
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
        // `MACRO v[i] = 1;` with a macro of a skipped header does not declare an array.
        if self.is_amp() && self.types.is_error(element.ty) {
            return element;
        }
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
        let size =
            self.types.layout(element.ty).map(|layout| layout.size.checked_mul(count.unwrap_or(1).into()));
        if size.is_some_and(|size| size.is_none_or(|size| size > i64::MAX as u64)) {
            self.error(rules::ARRAY_SIZE, span, "an array must have less than 2^63 bytes");
            return Qualified { ty: TypeId::ERROR, ..element };
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
                let message = cxx_validator::unsupported::ZERO_ELEMENTS.message();
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
            // `long` has 32 bits, and `double` all of them. C++ AMP 1.2 (2.4.1.2), (13.2)
            Fundamental::Long if self.is_amp() => Scalar::Int,
            Fundamental::UnsignedLong if self.is_amp() => Scalar::Uint,
            Fundamental::LongLong if self.is_amp() => Scalar::Long,
            Fundamental::UnsignedLongLong if self.is_amp() => Scalar::Ulong,
            Fundamental::LongDouble if self.is_amp() && !self.is_host_code() => {
                let message = "`long double` is not a type of the accelerator";
                self.report_once(Diagnostic::error(amp_spec::rules::TYPE_FUNDAMENTAL, span, message));
                return TypeId::ERROR;
            }
            Fundamental::Double | Fundamental::LongDouble if self.is_amp() => Scalar::Double,
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
        if !scalar.availability().admits(self.dialect) && !self.is_amp() {
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
            Meaning::Entity(Entity::Type(ty)) => {
                // A template whose declaration is a mistake.
                if let Some(arguments) = name.arguments.filter(|_| self.types.is_error(ty)) {
                    self.template_arguments(arguments);
                }
                self.unqualified(ty)
            }
            Meaning::Entity(Entity::UnknownTemplate(parameters)) => {
                self.check_unknown_template(id, parameters);
                Qualified::plain(TypeId::ERROR)
            }
            Meaning::Entity(Entity::StructureTemplate(structure)) => {
                let ty = self.structure_from_template(structure, id, is_only_named);
                self.note_named(id, ty);
                Qualified::plain(ty)
            }
            Meaning::Entity(Entity::AliasTemplate(alias, home)) => {
                let ty = self.alias_from_template((alias, home), id, is_only_named);
                self.note_named(id, ty);
                self.unqualified(ty)
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

    /// The meaning of a name, as a type and its qualifier.
    fn unqualified(&self, ty: TypeId) -> Qualified {
        let (ty, Cv { is_const, is_volatile }) = self.types.without_cv(ty);
        Qualified { is_const, is_volatile, ..Qualified::plain(ty) }
    }

    /// The value of a constant expression, for the places that take any number.
    pub(super) fn constant(&mut self, id: ExprId) -> Option<Value> {
        let typed = self.expression(id);
        if self.types.is_error(typed.ty) { None } else { self.value_of(id, typed).ok() }
    }
}
