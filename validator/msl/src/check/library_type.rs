//! Types of the library as they are written: classes, textures and templates. Sections 2 and 4

use super::instance::{MATRIX_OF_OTHERS, single_vector};
use super::name::Meaning;
use super::scope::Entity;
use super::{Checker, Typed};
use crate::types::{Type, TypeId};
use cxx_validator::ast::{Expr, ExprId, NameId, TemplateArgument};
use msl_spec::{
    Access, Class, Enumeration, NamedType, Rule, Scalar, Template, TextureKind, TypeName, ValueType, Width,
    rules,
};

impl Checker<'_> {
    /// A type of the library.
    pub(super) fn library_type(&mut self, ty: &'static TypeName, id: NameId) -> TypeId {
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
        if matches!(meaning, Meaning::Unknown | Meaning::Entity(Entity::Number(TypeId::ERROR, _))) {
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
            Template::Vec | Template::PackedVec => {
                let Some(TemplateArgument::Value(count)) = self.arguments_of(id).get(1).copied() else {
                    return self.wrong_argument(id, rules::TEMPLATE_ARGUMENTS, name);
                };
                let count = self.constant_integer(count, rules::TEMPLATE_ARGUMENTS);
                let count = count.and_then(|count| u32::try_from(count).ok()).unwrap_or(0);
                match (self.types.scalar_of(inner), Width::from_count(count)) {
                    (Some(scalar), Some(width)) if template == Template::PackedVec => {
                        Type::Value(ValueType::PackedVector(scalar, width))
                    }
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
                let message = crate::unsupported::TILE_MEMORY.message_about(name);
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
        | Template::PackedVec
        | Template::Matrix
        | Template::PatchControlPoint
        | Template::VertexValue
        | Template::Mesh
        | Template::SimdgroupMatrix => rules::LIBRARY_VERSION,
    }
}
