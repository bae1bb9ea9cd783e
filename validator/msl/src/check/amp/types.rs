//! The types that code for the accelerator may use. C++ AMP 1.2 (2.4.1)

use super::super::Checker;
use super::super::scope::Entity;
use super::AMP;
use super::library::Misuse;
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, StructureNumber, Type, TypeId};
use amp_spec::{Rule, rules};
use cxx_validator::ast::{StructureId, TypeSyntax, VariableId};
use msl_spec::Scalar;
use rustc_hash::FxHashSet;
use shader_source::{Span, steps};

/// Why a type can't be used.
pub(super) struct Misfit {
    pub(super) rule: &'static Rule,
    pub(super) reason: String,
    /// The place of a member that is the cause.
    pub(super) place: Option<Span>,
}

fn misfit(rule: &'static Rule, reason: String) -> Misfit {
    Misfit { rule, reason, place: None }
}

/// The alignment of everything in memory of the accelerator, in bytes. C++ AMP 1.2 (2.4.1.3)
pub(super) const ALIGNMENT: u64 = 4;

/// The classes whose objects refer to data elsewhere.
const REFERRING: [&str; 5] = ["array", "array_view", "texture", "texture_view", "writeonly_texture_view"];

impl Checker<'_> {
    /// Returns why the type of an object with this name is not known, or not in full; `None` if it is.
    pub(super) fn unknown_type(&self, name: &str, ty: TypeId) -> Option<String> {
        // Types that have each other as arguments twice are many more than there are types.
        let (mut seen, mut next) = (FxHashSet::default(), vec![ty]);
        while let Some(ty) = next.pop() {
            if !seen.insert(ty) {
                continue;
            }
            steps::take(1);
            match self.types.get(ty) {
                _ if self.types.is_error(ty) => return Some(format!("the type of `{name}` is not known")),
                Type::Pointer(object) | Type::Reference(object) => next.push(object.ty),
                Type::Structure(number) => {
                    let structure = self.types.structure(number);
                    if structure.has_error {
                        return Some(format!("`{}` has a member whose type is not known", structure.name));
                    }
                    next.extend(structure.arguments.iter().filter_map(|argument| match argument {
                        Argument::Type(ty) => Some(*ty),
                        Argument::Number(_) | Argument::Template(_) | Argument::Function(_) => None,
                    }));
                }
                other => next.extend(other.inner()),
            }
        }
        None
    }

    /// Returns why a type of a variable, parameter or result can't be used in code for the accelerator; `None` if it can, or is not known.
    pub(super) fn misfit_of_object(&self, ty: TypeId) -> Option<Misfit> {
        match self.types.get(ty) {
            Type::Pointer(object) | Type::Reference(object) => {
                let is_pointer = matches!(self.types.get(ty), Type::Pointer(_));
                let (rule, what) = if is_pointer {
                    (rules::POINTER_TARGET, "a pointer")
                } else {
                    (rules::REFERENCE_TARGET, "a reference")
                };
                if object.is_volatile {
                    return Some(misfit(rules::TYPE_NOT_VOLATILE, "`volatile` is not allowed".to_owned()));
                }
                if is_pointer && matches!(self.types.get(object.ty), Type::Pointer(_)) {
                    return Some(misfit(rule, "a pointer can't point to a pointer".to_owned()));
                }
                if is_pointer && object.ty == TypeId::VOID || self.is_container(object.ty) {
                    return None;
                }
                if !is_pointer && self.types.get(object.ty) == Type::Null {
                    let reason = "a reference can't refer to a `std::nullptr_t`".to_owned();
                    return Some(misfit(rule, reason));
                }
                if !is_pointer && matches!(self.types.get(object.ty), Type::Pointer(_)) {
                    return self.misfit_of_object(object.ty);
                }
                let inner = self.misfit_of_value(object.ty)?;
                Some(Misfit {
                    rule: if inner.place.is_some() { inner.rule } else { rule },
                    reason: format!("{what} must lead to a type of the accelerator: {}", inner.reason),
                    ..inner
                })
            }
            // `std::nullptr_t` is treated as a pointer. C++ AMP 1.2 (2.4.1.3)
            Type::Void | Type::Null => None,
            _ => self.misfit_of_value(ty),
        }
    }

    /// Returns why a type is not compatible with the accelerator; `None` if it is, or is not known. C++ AMP 1.2 (2.4.1)
    pub(super) fn misfit_of_value(&self, ty: TypeId) -> Option<Misfit> {
        self.misfit_of(ty, &mut FxHashSet::default())
    }

    /// Does so for a type, unless it is among the compatible types that were seen: structures that have each other as members twice would be visited once for
    /// each path to them.
    fn misfit_of(&self, ty: TypeId, seen: &mut FxHashSet<TypeId>) -> Option<Misfit> {
        steps::take(1);
        match self.types.get(ty) {
            Type::Value(value) => match value.scalar() {
                Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Float | Scalar::Double => None,
                Scalar::Char
                | Scalar::Uchar
                | Scalar::Short
                | Scalar::Ushort
                | Scalar::Long
                | Scalar::Ulong
                | Scalar::Half
                | Scalar::Bfloat => Some(misfit(
                    rules::TYPE_FUNDAMENTAL,
                    format!("`{}` is not a type of the accelerator", self.types.print(ty)),
                )),
            },
            Type::Enumeration(..) => match self.types.underlying(ty) {
                Some(Scalar::Int | Scalar::Uint) | None => None,
                Some(scalar) => Some(misfit(
                    rules::ENUMERATION_UNDERLYING_TYPE,
                    format!("the underlying type of `{}` is `{}`", self.types.print(ty), scalar.name()),
                )),
            },
            Type::Array(element, _) => {
                if let Some(inner) = self.misfit_of(element, seen) {
                    return Some(inner);
                }
                let layout = self.types.layout(element)?;
                let is_aligned =
                    layout.alignment.is_multiple_of(ALIGNMENT) && layout.size.is_multiple_of(ALIGNMENT);
                (!is_aligned).then(|| {
                    misfit(
                        rules::ARRAY_TYPE_ELEMENT,
                        format!(
                            "the elements of an array must be aligned to 4 bytes, `{}` is not",
                            self.types.print(element)
                        ),
                    )
                })
            }
            Type::Qualified(inner, cv) if cv.is_volatile => Some(misfit(
                rules::TYPE_NOT_VOLATILE,
                format!("`volatile {}` is not allowed", self.types.print(inner)),
            )),
            Type::Qualified(inner, _) => self.misfit_of(inner, seen),
            Type::Pointer(_) | Type::Null => Some(misfit(
                rules::POINTER_PLACE,
                "only variables, parameters and results can be pointers".to_owned(),
            )),
            Type::Reference(object) if self.is_container(object.ty) => None,
            Type::Reference(_) => Some(misfit(
                rules::POINTER_PLACE,
                "only variables, parameters and results can be references".to_owned(),
            )),
            Type::Structure(number) => {
                let is_new = seen.insert(ty);
                is_new.then(|| self.misfit_of_structure(number, seen)).flatten()
            }
            Type::Function(_) => {
                Some(misfit(rules::FUNCTION_POINTER_NOT_AMP, "a function can only be called".to_owned()))
            }
            Type::Error
            | Type::Void
            | Type::Atomic(_)
            | Type::Pixel(..)
            | Type::Texture(..)
            | Type::Class(_)
            | Type::LibraryEnumeration(_)
            | Type::Option(_)
            | Type::LibraryArray(..)
            | Type::ArrayRef(_)
            | Type::Uniform(_)
            | Type::PatchControlPoint(_)
            | Type::VertexValue(_)
            | Type::Unique(_)
            | Type::Opaque(_) => None,
        }
    }

    fn misfit_of_structure(&self, number: StructureNumber, seen: &mut FxHashSet<TypeId>) -> Option<Misfit> {
        let structure = self.types.structure(number);
        if self.is_library_place(self.ast[structure.declaration].name_span) {
            return self.is_host_class(number).then(|| {
                misfit(rules::TYPE_COMPATIBLE, format!("`{}` is a class of the host", structure.name))
            });
        }
        let name = &structure.name;
        // A virtual function for the accelerator is reported itself.
        let has_virtual = || {
            let functions = self.ast[self.ast[structure.declaration].functions].iter();
            let mut virtual_ones = functions.filter(|id| self.ast.virtual_functions.contains_key(id));
            virtual_ones.any(|id| self.restrictions_of(*id).covers(AMP))
        };
        if let Some(place) = self.ast.virtual_structures.get(&structure.declaration)
            && !has_virtual()
        {
            return Some(Misfit {
                rule: rules::CLASS_NO_VIRTUAL,
                reason: format!("`{name}` has a virtual function or a virtual base"),
                place: Some(*place),
            });
        }
        for (index, member) in structure.members.iter().enumerate() {
            let at = |rule, reason| Some(Misfit { rule, reason, place: Some(member.span) });
            if member.width.is_some() {
                return at(rules::CLASS_NO_BIT_FIELDS, format!("`{name}` has a bit-field"));
            }
            if self.is_volatile_member(structure.declaration, member.span) {
                return at(rules::TYPE_NOT_VOLATILE, format!("`{name}` has a `volatile` member"));
            }
            if let Some(inner) = self.misfit_of(member.ty, seen) {
                let rule = if member.base.is_some() { rules::CLASS_BASES } else { inner.rule };
                return Some(Misfit {
                    rule,
                    reason: format!("`{name}` has a member that can't be used: {}", inner.reason),
                    place: inner.place.or(Some(member.span)),
                });
            }
            let offset = structure.offsets.as_ref().and_then(|offsets| offsets.get(index).copied());
            if offset.is_some_and(|offset| !offset.is_multiple_of(ALIGNMENT)) && member.base.is_none() {
                return at(rules::CLASS_MEMBERS, format!("a member of `{name}` is not aligned to 4 bytes"));
            }
        }
        None
    }

    /// Returns true for a member that is written with `volatile`, which types of members do not keep.
    fn is_volatile_member(&self, structure: StructureId, name: Span) -> bool {
        let mut members = self.ast[self.ast[structure].members].iter();
        members.any(|member| {
            member.name_span == name
                && matches!(self.ast[member.ty], TypeSyntax::Qualified(qualifiers, _) if qualifiers.is_volatile)
        })
    }

    /// Returns true for the classes whose objects are references to data: `array` and textures.
    pub(super) fn is_container(&self, ty: TypeId) -> bool {
        self.types.structure_number(ty).is_some_and(|number| self.is_amp_class(number, &["array", "texture"]))
    }

    /// Returns true for `array_view` and the views of textures, or one in a type.
    pub(super) fn has_container(&self, ty: TypeId) -> bool {
        let (mut seen, mut next) = (FxHashSet::default(), vec![ty]);
        while let Some(ty) = next.pop() {
            if !seen.insert(ty) {
                continue;
            }
            steps::take(1);
            let container = match self.types.get(ty) {
                Type::Structure(number) => {
                    let structure = self.types.structure(number);
                    let is_of_library = self.is_library_place(self.ast[structure.declaration].name_span);
                    if !is_of_library {
                        next.extend(structure.members.iter().map(|member| member.ty));
                    }
                    is_of_library.then_some(number)
                }
                // The members of what it leads to are elsewhere, and may lead back.
                Type::Pointer(object) | Type::Reference(object) => self.types.structure_number(object.ty),
                other => {
                    next.extend(other.inner());
                    None
                }
            };
            if container.is_some_and(|number| self.is_amp_class(number, &REFERRING)) {
                return true;
            }
        }
        false
    }

    /// Returns true for one of these classes of C++ AMP. The standard library has an `array`, too.
    pub(super) fn is_amp_class(&self, number: StructureNumber, names: &[&str]) -> bool {
        let structure = self.types.structure(number);
        if !names.contains(&structure.name.as_str())
            || !self.is_library_place(self.ast[structure.declaration].name_span)
        {
            return false;
        }
        let of_std = || {
            let std = self.scopes.library_namespace(self.names.find("std")?)?;
            self.scopes.find_in(std, self.names.find(&structure.name)?)
        };
        let ty = self.types.known(Type::Structure(number));
        let template = ty.and_then(|ty| self.templates.of_structure(ty));
        template.is_none_or(|template| of_std() != Some(Entity::StructureTemplate(template)))
    }

    /// Returns true for the classes of the library that only the host has: their headers say so.
    fn is_host_class(&self, number: StructureNumber) -> bool {
        let declaration = self.ast[self.types.structure(number).declaration];
        let mut attributes = self.ast[declaration.attributes].iter();
        attributes.any(|attribute| self.text(attribute.name) == "host_only")
    }

    /// Reports a variable or parameter of code for the accelerator whose type it can't use.
    pub(in super::super) fn check_amp_object(&mut self, id: VariableId, ty: TypeId, rule: &'static Rule) {
        let variable = self.ast[id];
        self.check_amp_type(ty, variable.name_span, rule);
    }

    /// Reports the type of a value that an expression names. Declarations report pointers and arrays, and constructors the classes that can't be
    /// made here.
    pub(in super::super) fn check_amp_value(&mut self, ty: TypeId, span: Span) {
        let is_value =
            matches!(self.types.get(ty), Type::Value(_) | Type::Enumeration(..) | Type::Structure(_));
        if is_value && self.rule_of_class(ty, Misuse::Targets).is_none() {
            self.check_amp_type(ty, span, rules::TYPE_FUNDAMENTAL);
        }
    }

    /// Reports a type at a place in code for the accelerator. The rule belongs to the place, for types that are wrong by themselves.
    pub(in super::super) fn check_amp_type(&mut self, ty: TypeId, span: Span, rule: &'static Rule) {
        if self.is_host_code() || !self.is_amp() || self.is_library_place(span) {
            return;
        }
        let Some(Misfit { rule: own, reason, place }) = self.misfit_of_object(ty) else { return };
        let rule = if own == rules::TYPE_FUNDAMENTAL { rule } else { own };
        let place = place.filter(|place| *place != span);
        let message = format!("`{}` can't be used in `restrict(amp)` code: {reason}", self.types.print(ty));
        let mut found = Diagnostic::error(rule, span, message);
        if let Some(place) = place {
            found = found.label(place, "the member");
        }
        self.report_once(found);
    }
}
