//! Expressions that denote types and enumerants. <https://www.w3.org/TR/WGSL/#type-expr>

use super::Checker;
use crate::ast::{DeclKind, Expr, ExprId, List, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::EvaluationStage;
use crate::resolve::Binding;
use crate::types::{Length, Properties, TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{
    AccessMode, AddressSpace, Edition, EnableExtension, Enumerant, LanguageExtension, Limit, Predeclared,
    PredeclaredType, Rule, Scalar, Symbol, TexelFormat, TextureKind, TypeGenerator, rules,
};

/// The rules of a length.
struct LengthRules {
    /// It is an integer.
    integer: &'static Rule,
    /// It is an override-expression.
    early: &'static Rule,
    /// It names nothing that is only known while the shader runs.
    not_runtime: &'static Rule,
    /// It is positive, as a const-expression and as an override-expression.
    positive: &'static Rule,
    positive_override: &'static Rule,
}

const ARRAY_LENGTH: LengthRules = LengthRules {
    integer: rules::TYPE_ARRAY_COUNT_INT,
    early: rules::TYPE_ARRAY_COUNT_OVERRIDE_EXPR,
    not_runtime: rules::TYPE_ARRAY_COUNT_NOT_RUNTIME,
    positive: rules::TYPE_ARRAY_COUNT_POSITIVE_CONST,
    positive_override: rules::TYPE_ARRAY_COUNT_POSITIVE_OVERRIDE,
};

const BUFFER_SIZE: LengthRules = LengthRules {
    integer: rules::TYPE_BUFFER_SIZE_EXPR,
    early: rules::TYPE_BUFFER_SIZE_EXPR,
    not_runtime: rules::TYPE_BUFFER_SIZE_EXPR,
    positive: rules::TYPE_BUFFER_SIZE_POSITIVE_CONST,
    positive_override: rules::TYPE_BUFFER_SIZE_POSITIVE_OVERRIDE,
};

impl Checker<'_> {
    /// The type that an expression denotes; `ERROR` when it denotes none, which is reported.
    pub(super) fn type_expression(&mut self, id: ExprId) -> TypeId {
        let (symbol, template) = match self.ast[id] {
            Expr::Paren(inner) => return self.type_expression(inner),
            Expr::Name(symbol) => (symbol, None),
            Expr::Template(symbol, list) => (symbol, Some(list)),
            Expr::Error => return TypeId::ERROR,
            _ => {
                let rule = rules::TYPE_EXPR_GENERATOR_ARGUMENT_KIND;
                self.error(rule, self.span(id), "expected a type");
                return TypeId::ERROR;
            }
        };
        let ty = match self.resolution.binding(id) {
            Binding::Module(decl) => match self.ast[decl].kind {
                _ if self.ast[decl].has_error => return TypeId::ERROR,
                DeclKind::Alias(alias) => self.meaning[alias],
                DeclKind::Struct(structure) => self.meaning[structure],
                _ => return self.not_a_type(id, symbol),
            },
            Binding::Predeclared => return self.predeclared_type(id, symbol, template),
            Binding::Unknown | Binding::None => return TypeId::ERROR,
            Binding::Local(_) | Binding::Parameter(_) => return self.not_a_type(id, symbol),
        };
        if template.is_some() {
            if ty != TypeId::ERROR {
                let message = format!("unexpected template list: type `{}` takes none", self.name(symbol));
                self.error(rules::EXPR_TYPE_NO_LIST_ON_PLAIN, self.span(id), message);
            }
            return TypeId::ERROR;
        }
        ty
    }

    #[cold]
    fn not_a_type(&mut self, id: ExprId, symbol: Symbol) -> TypeId {
        let name = self.name(symbol);
        let hides_type = matches!(
            symbol.info(self.terms.edition).predeclared,
            Predeclared::Type(_) | Predeclared::TypeGenerator(_)
        );
        let (rule, what, declared) = match self.resolution.binding(id) {
            Binding::Module(decl) => {
                let is_function = matches!(self.ast[decl].kind, DeclKind::Function(_));
                let rule = match is_function {
                    _ if hides_type => rules::SCOPE_SHADOW_PREDECLARED_MODULE,
                    true => rules::TYPE_EXPR_TYPE_EXPR_NOT_A_FUNCTION,
                    false => rules::TYPE_EXPR_TYPE_EXPR_NOT_A_VALUE,
                };
                let what = if is_function { "a function" } else { "a value" };
                (rule, what, Some(self.ast[decl].name_span))
            }
            Binding::Local(_) | Binding::Parameter(_) => {
                let declared = self.root(id).map(|root| self.name_of(root));
                (rules::TYPE_EXPR_TYPE_EXPR_NOT_A_VALUE, "a value", declared)
            }
            Binding::Predeclared | Binding::None | Binding::Unknown => {
                let what = match symbol.info(self.terms.edition).predeclared {
                    Predeclared::Function(_) => "a builtin function",
                    _ => "an enumerant",
                };
                (rules::TYPE_EXPR_TYPE_EXPR_PREDECLARED_TYPE, what, None)
            }
        };
        let message = format!("expected a type, but `{name}` is {what}");
        let mut diagnostic = Diagnostic::error(rule, self.name_span(id, symbol), message);
        if let Some(span) = declared {
            diagnostic = diagnostic.label(span, "declared here");
        }
        self.report(diagnostic);
        TypeId::ERROR
    }

    fn predeclared_type(&mut self, id: ExprId, symbol: Symbol, template: Option<List<ExprId>>) -> TypeId {
        self.require_available(symbol, self.name_span(id, symbol));
        match (symbol.info(self.terms.edition).predeclared, template) {
            (Predeclared::Type(known), None) => match known {
                PredeclaredType::Scalar(scalar) => TypeId::scalar(scalar),
                PredeclaredType::Vector(size, scalar) => TypeId::vector(size, scalar),
                PredeclaredType::Matrix(columns, rows, scalar) => TypeId::matrix(columns, rows, scalar),
                PredeclaredType::I8 => TypeId::I8,
                PredeclaredType::U8 => TypeId::U8,
                PredeclaredType::Sampler => TypeId::SAMPLER,
                PredeclaredType::SamplerComparison => TypeId::SAMPLER_COMPARISON,
                PredeclaredType::Texture(kind) => TypeId::plain_texture(kind).unwrap_or(TypeId::ERROR),
            },
            (Predeclared::Type(_), Some(_)) => {
                let message = format!("unexpected template list: type `{}` takes none", self.name(symbol));
                self.error(rules::EXPR_TYPE_NO_LIST_ON_PLAIN, self.span(id), message);
                TypeId::ERROR
            }
            (Predeclared::TypeGenerator(TypeGenerator::Buffer), None) => {
                self.meaning.types.intern(TypeKind::Buffer(Length::Runtime))
            }
            (Predeclared::TypeGenerator(generator), None) => {
                let message = format!("missing template list: write `{0}<…>`", self.name(symbol));
                let rule = match generator {
                    TypeGenerator::Texture(kind) if !kind.is_storage() => rules::TEX_SAMPLED_REQUIRED,
                    _ => rules::EXPR_TYPE_GENERATOR_NEEDS_LIST,
                };
                let diagnostic = Diagnostic::error(rule, self.span(id), message);
                self.report(match generator {
                    TypeGenerator::Vector(_) | TypeGenerator::Matrix(..) => self.of_floats(id, diagnostic),
                    TypeGenerator::Texture(kind) if !kind.is_storage() => {
                        let end = self.span(id).hi;
                        let edits = vec![(Span::new(end, end), "<f32>".to_owned())];
                        diagnostic.suggest("sample `f32`", edits, Applicability::Unsafe)
                    }
                    _ => diagnostic,
                });
                TypeId::ERROR
            }
            (Predeclared::TypeGenerator(generator), Some(list)) => self.generate(id, symbol, generator, list),
            _ => self.not_a_type(id, symbol),
        }
    }

    /// Most vectors and matrices have components of type f32, for which the current edition has an alias.
    fn of_floats(&self, id: ExprId, diagnostic: Diagnostic) -> Diagnostic {
        if self.syntax.edition == Edition::Draft2022 {
            return diagnostic;
        }
        let end = self.span(id).hi;
        let edits = vec![(Span::new(end, end), "f".to_owned())];
        diagnostic.suggest("use the predeclared alias with `f32` components", edits, Applicability::Unsafe)
    }

    /// <https://www.w3.org/TR/WGSL/#type-generators>
    fn generate(
        &mut self,
        id: ExprId,
        symbol: Symbol,
        generator: TypeGenerator,
        list: List<ExprId>,
    ) -> TypeId {
        let (least, most) = match generator {
            TypeGenerator::Array => (1, 2),
            TypeGenerator::Pointer => (2, 3),
            TypeGenerator::Texture(kind) if kind.is_storage() => (2, 2),
            TypeGenerator::SubgroupMatrix(_) => (3, 3),
            _ => (1, 1),
        };
        if list.len < least || list.len > most {
            let wants = if least == most { format!("{least}") } else { format!("{least} or {most}") };
            let noun = if most == 1 { "argument" } else { "arguments" };
            let message =
                format!("`{}` takes {wants} template {noun}, found {}", self.name(symbol), list.len);
            let rule = match generator {
                TypeGenerator::Vector(_) => rules::TYPE_VEC_ARITY,
                TypeGenerator::Array => rules::TYPE_ARRAY_ARITY,
                TypeGenerator::Pointer => rules::TYPE_PTR_TEMPLATE,
                TypeGenerator::Texture(kind) if kind.is_storage() => rules::TEX_STORAGE_TWO_PARAMS,
                TypeGenerator::Matrix(..)
                | TypeGenerator::Atomic
                | TypeGenerator::Buffer
                | TypeGenerator::Texture(_)
                | TypeGenerator::SubgroupMatrix(_) => rules::TYPE_EXPR_GENERATOR_ARGUMENT_COUNT,
            };
            let found = Diagnostic::error(rule, self.span(id), message);
            self.report(match generator {
                TypeGenerator::Texture(kind) if kind.is_storage() => {
                    self.with_access_mode(&self.ast[list], found)
                }
                _ => found,
            });
            return TypeId::ERROR;
        }
        let ast = self.ast;
        let arguments = &ast[list];
        match generator {
            TypeGenerator::Array => self.array_type(id, arguments),
            TypeGenerator::Pointer => self.pointer_type(arguments),
            TypeGenerator::Buffer => self.buffer_type(arguments[0]),
            TypeGenerator::Atomic => self.atomic_type(arguments[0], symbol),
            TypeGenerator::Vector(size) => {
                self.with_type(arguments[0], symbol, "a scalar type", |kind| match kind {
                    TypeKind::Scalar(scalar) => Ok(TypeId::vector(size, scalar)),
                    TypeKind::I8 | TypeKind::U8 | TypeKind::Buffer(_) | TypeKind::SubgroupMatrix(..) => {
                        Err(rules::TYPE_VEC_COMPONENT)
                    }
                    TypeKind::Sampler | TypeKind::SamplerComparison => Err(rules::TYPE_VEC_COMPONENT),
                    _ => Err(rules::TYPE_VEC_BAD_COMPONENT),
                })
            }
            TypeGenerator::Matrix(columns, rows) => {
                self.with_type(arguments[0], symbol, "`f32` or `f16`", |kind| match kind {
                    TypeKind::Scalar(scalar @ (Scalar::F32 | Scalar::F16)) => {
                        Ok(TypeId::matrix(columns, rows, scalar))
                    }
                    _ => Err(rules::TYPE_MAT_COMPONENT),
                })
            }
            TypeGenerator::Texture(kind) if kind.is_storage() => self.storage_texture(kind, arguments),
            TypeGenerator::SubgroupMatrix(role) => self.subgroup_matrix_type(role, symbol, arguments),
            TypeGenerator::Texture(kind) => {
                let rule = match kind {
                    TextureKind::Multisampled2d => rules::TEX_MS_TYPE,
                    _ => rules::TEX_SAMPLED_TYPE,
                };
                self.with_type(arguments[0], symbol, "`f32`, `i32` or `u32`", |component| {
                    let TypeKind::Scalar(scalar) = component else { return Err(rule) };
                    TypeId::sampled_texture(kind, scalar).ok_or(rule)
                })
            }
        }
    }

    /// A type that depends on one type, or the rule by which there is none.
    pub(super) fn with_type(
        &mut self,
        argument: ExprId,
        symbol: Symbol,
        wanted: &str,
        make: impl FnOnce(TypeKind) -> Result<TypeId, &'static Rule>,
    ) -> TypeId {
        let ty = self.type_expression(argument);
        if ty == TypeId::ERROR {
            return ty;
        }
        make(self.kind(ty)).unwrap_or_else(|rule| {
            let (name, has) = (self.name(symbol), self.print(ty));
            let message = format!("`{name}` expects {wanted}, found `{has}`");
            self.error(rule, self.span(argument), message);
            TypeId::ERROR
        })
    }

    /// <https://www.w3.org/TR/WGSL/#atomic-types>, and what `atomic_vec2u_min_max` adds.
    fn atomic_type(&mut self, argument: ExprId, symbol: Symbol) -> TypeId {
        let has_vector = self.terms.is_enabled(EnableExtension::AtomicVec2uMinMax);
        let wanted = if has_vector { "`i32`, `u32` or `vec2u`" } else { "`i32` or `u32`" };
        self.with_type(argument, symbol, wanted, |kind| match kind {
            TypeKind::Scalar(scalar @ (Scalar::I32 | Scalar::U32)) => Ok(TypeId::atomic(scalar)),
            TypeKind::Vector(2, Scalar::U32) if has_vector => Ok(TypeId::ATOMIC_VEC2U),
            _ => Err(rules::TYPE_ATOMIC_COMPONENT),
        })
    }

    /// <https://www.w3.org/TR/WGSL/#array-types>
    fn array_type(&mut self, id: ExprId, arguments: &[ExprId]) -> TypeId {
        let element = self.type_expression(arguments[0]);
        let length = match arguments.get(1) {
            None => Some(Length::Runtime),
            Some(count) => self.length(&ARRAY_LENGTH, *count, "the element count of an array"),
        };
        match length {
            Some(length) if element != TypeId::ERROR => self.checked_array(id, arguments[0], element, length),
            _ => TypeId::ERROR,
        }
    }

    fn checked_array(&mut self, id: ExprId, argument: ExprId, element: TypeId, length: Length) -> TypeId {
        let info = self.meaning.types.info(element);
        if !info.is(Properties::PLAIN.with(Properties::CREATION_FIXED)) {
            self.bad_element(argument, element);
            return TypeId::ERROR;
        }
        let ty = self.meaning.types.intern(TypeKind::Array(element, length));
        if !self.limit(Limit::NestingDepth, self.meaning.types.info(ty).depth.into(), self.span(id)) {
            return TypeId::ERROR;
        }
        if self.meaning.types.info(ty).size > u64::from(u32::MAX) {
            self.error(
                rules::LIMITS_BEYOND_SIZE,
                self.span(id),
                "an array must not be larger than 4294967295 bytes",
            );
            return TypeId::ERROR;
        }
        ty
    }

    #[cold]
    fn bad_element(&mut self, argument: ExprId, element: TypeId) {
        let has = self.print(element);
        let note = "an element must be a scalar, vector, matrix, atomic, or an array or structure whose size is known at shader creation";
        let mut message = format!("an array can't have elements of type `{has}`");
        let (rule, also) = match self.kind(element) {
            TypeKind::Array(_, Length::Override(_) | Length::OverrideExpression(_)) => {
                "an override is only allowed as the element count of the outermost array"
                    .clone_into(&mut message);
                (rules::DECL_VAR_WORKGROUP_OVERRIDE_OUTERMOST, Some(rules::ADDRESS_SPACE_WORKGROUP))
            }
            TypeKind::Array(..) => {
                message = format!("array elements must have a fixed size, found `{has}`");
                (rules::TYPE_ARRAY_ELEMENT_BAD, Some(rules::TYPE_FOOTPRINT_CREATION_FIXED))
            }
            TypeKind::Struct(_) => (rules::TYPE_STRUCT_RUNTIME_NOT_NESTED, None),
            TypeKind::Buffer(_) => (rules::TYPE_BUFFER_NOT_NESTED, None),
            TypeKind::Pointer(..) => (rules::TYPE_ARRAY_ELEMENT_BAD, None),
            _ => (rules::TYPE_ARRAY_ELEMENT_BAD, Some(rules::TYPE_ARRAY_ELEMENT)),
        };
        let mut diagnostic = Diagnostic::error(rule, self.span(argument), message);
        diagnostic.also = also;
        self.report(diagnostic.note(note));
    }

    /// A length that must be a positive override-expression of a concrete integer type.
    fn length(&mut self, rules: &LengthRules, count: ExprId, what: &str) -> Option<Length> {
        self.evaluate_anyway(|checker| checker.integer_length(rules, count, what))
    }

    fn integer_length(&mut self, rules: &LengthRules, count: ExprId, what: &str) -> Option<Length> {
        let typed = self.value(count);
        if typed.ty == TypeId::ERROR {
            return None;
        }
        let typed = self.concretize(count, typed);
        if !matches!(typed.ty, TypeId::I32 | TypeId::U32) {
            if typed.ty != TypeId::ERROR {
                let has = self.print(typed.ty);
                let message = format!("{what} must be of type `i32` or `u32`, found `{has}`");
                self.error(rules.integer, self.span(count), message);
            }
            return None;
        }
        match typed.stage {
            EvaluationStage::Runtime => {
                let culprit = self.later_than(EvaluationStage::Override, count);
                let rule = match self.ast[culprit] {
                    Expr::Name(_) => rules.not_runtime,
                    _ => rules.early,
                };
                self.not_override(rule, count, what);
                None
            }
            EvaluationStage::Override => {
                let value = typed.constant.map(|constant| self.integer_value(typed.ty, constant));
                if let Some(value) = value.filter(|value| *value <= 0) {
                    let message = format!("{what} must be positive, found {value}");
                    self.error(rules.positive_override, self.span(count), message);
                    return None;
                }
                Some(self.override_length(count))
            }
            EvaluationStage::Const => {
                let value = self.integer_value(typed.ty, typed.constant?);
                if value <= 0 {
                    let message = format!("{what} must be positive, found {value}");
                    self.error(rules.positive, self.span(count), message);
                    return None;
                }
                u32::try_from(value).ok().map(Length::Fixed)
            }
        }
    }

    /// Two array types are the same when their lengths are the same override named alone.
    fn override_length(&self, count: ExprId) -> Length {
        if let Expr::Name(_) = self.ast[count]
            && let Some(variable) = self.resolution.module_variable(self.ast, count)
            && self.ast[variable].kind == VariableKind::Override
        {
            return Length::Override(variable);
        }
        Length::OverrideExpression(count)
    }

    /// <https://www.w3.org/TR/WGSL/#buffer-types>
    fn buffer_type(&mut self, size: ExprId) -> TypeId {
        let Some(length) = self.length(&BUFFER_SIZE, size, "the size of a buffer") else {
            return TypeId::ERROR;
        };
        if let Some(bytes) = self.meaning.length(length) {
            let unit = if self.terms.is_enabled(EnableExtension::F16) { 2 } else { 4 };
            if !bytes.is_multiple_of(unit) {
                let message = format!("the size of a buffer must be a multiple of {unit}, found {bytes}");
                let rule = match (unit, length) {
                    (2, Length::Fixed(_)) => rules::TYPE_BUFFER_SIZE_MULTIPLE_OF_2_CONST,
                    (2, _) => rules::TYPE_BUFFER_SIZE_MULTIPLE_OF_2_OVERRIDE,
                    (_, Length::Fixed(_)) => rules::TYPE_BUFFER_SIZE_MULTIPLE_OF_4_CONST,
                    (_, _) => rules::TYPE_BUFFER_SIZE_MULTIPLE_OF_4_OVERRIDE,
                };
                self.error(rule, self.span(size), message);
                return TypeId::ERROR;
            }
        }
        self.meaning.types.intern(TypeKind::Buffer(length))
    }

    /// <https://www.w3.org/TR/WGSL/#texture-storage>
    fn storage_texture(&mut self, kind: TextureKind, arguments: &[ExprId]) -> TypeId {
        let format = self.texel_format(arguments[0]);
        let access = self.access_mode(rules::TEX_STORAGE_ACCESS_ENUMERANT, arguments[1]);
        let (Some(format), Some(access)) = (format, access) else { return TypeId::ERROR };
        let span = self.span(arguments[1]);
        let is_buffer = kind == TextureKind::TexelBuffer;
        if is_buffer && access == AccessMode::Write {
            let message = "the access mode of a texel buffer must be `read` or `read_write`";
            self.error(rules::TEX_STORAGE_ACCESS_ENUMERANT, span, message);
            return TypeId::ERROR;
        }
        let what = "a storage texture with read access";
        if access != AccessMode::Write
            && !is_buffer
            && !self.require_language(
                LanguageExtension::ReadonlyAndReadwriteStorageTextures,
                wgsl_spec::rules::TEX_STORAGE_READ_NEEDS_FEATURE,
                span,
                what,
            )
        {
            return TypeId::ERROR;
        }
        self.meaning.types.intern(TypeKind::StorageTexture(kind, format, access))
    }

    /// <https://www.w3.org/TR/WGSL/#ref-ptr-types>
    fn pointer_type(&mut self, arguments: &[ExprId]) -> TypeId {
        let space = self.address_space(rules::TYPE_PTR_TEMPLATE, arguments[0]);
        let store = self.type_expression(arguments[1]);
        let written = match arguments.get(2) {
            Some(access) => match self.access_mode(rules::TYPE_PTR_TEMPLATE, *access) {
                Some(access) => Some(access),
                None => return TypeId::ERROR,
            },
            None => None,
        };
        let Some(space) = space else { return TypeId::ERROR };
        if store == TypeId::ERROR {
            return store;
        }
        if let Some(access) = arguments.get(2)
            && !self.check_access(
                (rules::TYPE_PTR_ACCESS_STORAGE_ONLY, rules::MEMVIEW_ACCESS_SUPPORTED),
                space,
                written,
                self.span(*access),
            )
        {
            return TypeId::ERROR;
        }
        let access = written.unwrap_or_else(|| default_access(space));
        let span = self.span(arguments[1]);
        let fits = if self.terms.rules.pointer_needs_possible_variable {
            self.check_store_type(space, access, store, span, true)
        } else {
            self.check_storable(store, span)
        };
        if !fits {
            return TypeId::ERROR;
        }
        self.meaning.types.intern(TypeKind::Pointer(space, store, access))
    }

    fn check_storable(&mut self, store: TypeId, span: Span) -> bool {
        let fits = self.meaning.types.is(store, Properties::STORABLE);
        if !fits {
            let message =
                format!("the store type of a pointer must be storable, found `{}`", self.print(store));
            self.error(rules::TYPE_PTR_STORE_TYPE, span, message);
        }
        fits
    }

    /// An access mode may only be written for the storage address space, where it is `read` or `read_write`.
    /// <https://www.w3.org/TR/WGSL/#address-space>
    pub(super) fn check_access(
        &mut self,
        (storage_only, storage_modes): (&'static Rule, &'static Rule),
        space: AddressSpace,
        written: Option<AccessMode>,
        span: Span,
    ) -> bool {
        let Some(access) = written else { return true };
        if space != AddressSpace::Storage {
            let message = format!(
                "an access mode is only allowed for address space `storage`, found `{}`",
                space.name()
            );
            let also = rules::SPACE_ACCESS_WRITTEN_ONLY_STORAGE;
            let before = &self.syntax.source()[..span.lo as usize];
            let comma = before.trim_end().trim_end_matches(',').trim_end().len() as u32;
            let edits = vec![(Span::new(comma, span.hi), String::new())];
            self.report(Diagnostic::error(storage_only, span, message).also(also).suggest(
                "remove the access mode",
                edits,
                Applicability::Unsafe,
            ));
            return false;
        }
        if access == AccessMode::Write {
            let message = "the access mode of storage memory must be `read` or `read_write`";
            let edits = vec![(span, "read_write".to_owned())];
            let found = Diagnostic::error(storage_modes, span, message);
            self.report(found.suggest("write `read_write`", edits, Applicability::Unsafe));
            return false;
        }
        true
    }

    pub(super) fn address_space(&mut self, rule: &'static Rule, id: ExprId) -> Option<AddressSpace> {
        match self.enumerant(rule, id)? {
            Enumerant::AddressSpace(space) => Some(space),
            _ => self.wrong_enumerant(rule, id, "an address space"),
        }
    }

    pub(super) fn access_mode(&mut self, rule: &'static Rule, id: ExprId) -> Option<AccessMode> {
        match self.enumerant(rule, id)? {
            Enumerant::AccessMode(access) => Some(access),
            _ => self.wrong_enumerant(rule, id, "an access mode"),
        }
    }

    fn texel_format(&mut self, id: ExprId) -> Option<TexelFormat> {
        let rule = rules::TEX_STORAGE_FORMAT_ENUMERANT;
        match self.enumerant(rule, id)? {
            Enumerant::TexelFormat(format) => Some(format),
            _ => self.wrong_enumerant(rule, id, "a texel format"),
        }
    }

    #[cold]
    fn wrong_enumerant<T>(&mut self, rule: &'static Rule, id: ExprId, wanted: &str) -> Option<T> {
        self.error(rule, self.span(id), format!("expected {wanted}"));
        None
    }

    /// The enumerant that an expression denotes; another expression breaks this rule.
    /// <https://www.w3.org/TR/WGSL/#enum-expr>
    fn enumerant(&mut self, mut rule: &'static Rule, id: ExprId) -> Option<Enumerant> {
        let mut inner = id;
        while let Expr::Paren(nested) = self.ast[inner] {
            inner = nested;
        }
        if let Expr::ContextName(symbol) = self.ast[inner] {
            // A word of the grammar of the draft of 2022-04-11. The parser reports those that there are not.
            return match symbol.info(self.terms.edition).predeclared {
                Predeclared::Enumerant(enumerant) => Some(enumerant),
                _ => None,
            };
        }
        if let Expr::Name(symbol) = self.ast[inner] {
            match self.resolution.binding(inner) {
                Binding::Predeclared => {
                    if let Predeclared::Enumerant(enumerant) = symbol.info(self.terms.edition).predeclared {
                        self.require_available(symbol, self.span(inner));
                        return Some(enumerant);
                    }
                }
                Binding::Unknown => return None,
                Binding::None | Binding::Module(_) | Binding::Local(_) | Binding::Parameter(_) => {
                    if let Predeclared::Enumerant(_) = symbol.info(self.terms.edition).predeclared
                        && (rule == rules::TEX_STORAGE_FORMAT_ENUMERANT
                            || rule == rules::TEX_STORAGE_ACCESS_ENUMERANT)
                    {
                        rule = rules::TEX_STORAGE_SHADOWED_ENUMERANT;
                    }
                }
            }
        }
        self.error(rule, self.span(id), "expected an address space, access mode or texel format");
        None
    }
}

/// <https://www.w3.org/TR/WGSL/#address-space>
pub(super) const fn default_access(space: AddressSpace) -> AccessMode {
    match space {
        AddressSpace::Function | AddressSpace::Private | AddressSpace::Workgroup => AccessMode::ReadWrite,
        AddressSpace::Uniform | AddressSpace::Storage | AddressSpace::Handle | AddressSpace::Immediate => {
            AccessMode::Read
        }
    }
}
