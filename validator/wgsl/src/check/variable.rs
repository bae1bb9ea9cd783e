//! Declarations of variables and values. <https://www.w3.org/TR/WGSL/#var-and-value>

use super::Checker;
use super::type_expression::default_access;
use crate::ast::{ExprId, Variable, VariableId, VariableKind};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::{EvaluationStage, Typed, VariableInfo};
use crate::types::{Properties, TypeId, TypeKind, Types};
use shader_source::Span;
use wgsl_spec::{AccessMode, AddressSpace, AttributePlace, LanguageExtension, Limit, Rule, rules};

impl Checker<'_> {
    /// A declaration at module scope.
    pub(super) fn module_variable(&mut self, id: VariableId) {
        let variable = self.ast[id];
        match variable.kind {
            VariableKind::Const => self.const_value(id, &variable),
            VariableKind::Let if self.terms.rules.module_scope_let => self.const_value(id, &variable),
            VariableKind::Let => {}
            VariableKind::Override => self.override_value(id, &variable),
            VariableKind::Var => self.module_var(id, &variable),
        }
    }

    /// A declaration in a function.
    pub(super) fn local_variable(&mut self, id: VariableId) {
        let variable = self.ast[id];
        match variable.kind {
            VariableKind::Const => self.const_value(id, &variable),
            VariableKind::Let => self.let_value(id, &variable),
            VariableKind::Var => self.local_var(id, &variable),
            VariableKind::Override => {}
        }
        self.body.variables_seen = id.index() + 1;
    }

    /// The initializer, used as the declared type where there is one. Where the declaration can't have that type, this is
    /// the mistake, whatever the initializer is.
    fn initializer(&mut self, variable: &Variable, declared: Option<TypeId>) -> Option<Typed> {
        let id = variable.initializer?;
        if declared.is_some_and(|ty| !self.can_be_declared(variable.kind, ty)) {
            self.expression(id);
            return Some(Typed::ERROR);
        }
        let typed = self.value(id);
        Some(match declared {
            Some(ty) => {
                let rule = match variable.kind {
                    VariableKind::Const | VariableKind::Override => rules::DECL_INIT_CONVERTIBLE,
                    VariableKind::Let => rules::TYPECHECK_LET_EXPLICIT,
                    VariableKind::Var => rules::DECL_VAR_INITIALIZER_TYPE,
                };
                self.expect_type(id, typed, ty, rule, "the initializer")
            }
            None => typed,
        })
    }

    /// Returns true if a declaration of this kind with an initializer can have this type.
    fn can_be_declared(&self, kind: VariableKind, ty: TypeId) -> bool {
        let can_be = match kind {
            VariableKind::Const | VariableKind::Var => self.meaning.types.is(ty, Properties::CONSTRUCTIBLE),
            VariableKind::Override => matches!(self.kind(ty), TypeKind::Scalar(_)),
            VariableKind::Let => self.meaning.types.is_passable(ty),
        };
        can_be || ty == TypeId::ERROR
    }

    fn declared_type(&mut self, variable: &Variable) -> Option<TypeId> {
        variable.ty.map(|ty| self.type_expression(ty))
    }

    fn define(&mut self, id: VariableId, typed: Typed) {
        self.meaning.variable_mut(id).typed = typed;
    }

    /// <https://www.w3.org/TR/WGSL/#const-decls>
    fn const_value(&mut self, id: VariableId, variable: &Variable) {
        self.attributes(variable.attributes, AttributePlace::Value);
        let declared = self.declared_type(variable);
        let Some(typed) = self.initializer(variable, declared) else {
            self.define(id, Typed::staged(declared.unwrap_or(TypeId::ERROR), EvaluationStage::Const));
            return;
        };
        if typed.stage != EvaluationStage::Const
            && let Some(initializer) = variable.initializer
        {
            let what = "the initializer of a `const`";
            let found = self.no_const_expression(rules::DECL_CONST_CONST_EXPR, initializer, what);
            let is_local = self.body.is_open();
            let lo = variable.span.lo;
            let keyword = Span::new(lo, lo + "const".len() as u32);
            self.report(if is_local {
                let written = if self.is_written(variable) { "var" } else { "let" };
                let edits = vec![(keyword, written.to_owned())];
                found.suggest(format!("declare it with `{written}`"), edits, Applicability::Safe)
            } else if typed.stage == EvaluationStage::Override {
                let edits = vec![(keyword, "override".to_owned())];
                found.suggest("declare it with `override`", edits, Applicability::Unsafe)
            } else {
                found
            });
            self.define(id, Typed::staged(declared.unwrap_or(TypeId::ERROR), EvaluationStage::Const));
            return;
        }
        let ty = declared.unwrap_or(typed.ty);
        if !self.can_be_declared(VariableKind::Const, ty) {
            self.invalid_type(
                rules::DECL_CONST_CONSTRUCTIBLE,
                None,
                variable,
                ty,
                "a `const` must have a constructible type",
            );
            return;
        }
        self.define(id, Typed { ty, ..typed });
    }

    /// <https://www.w3.org/TR/WGSL/#override-decls>
    fn override_value(&mut self, id: VariableId, variable: &Variable) {
        self.attributes(variable.attributes, AttributePlace::Override);
        self.override_id(id, variable);
        let declared = self.declared_type(variable);
        let mut typed = Typed::staged(declared.unwrap_or(TypeId::ERROR), EvaluationStage::Override);
        let given = self.terms.specialization.and_then(|shader| shader.values[id.index()]);
        match (variable.initializer, declared) {
            (None, None) => self.error(
                rules::DECL_TYPE_OR_INIT,
                variable.span,
                "missing type or initializer of the `override`",
            ),
            (None, Some(_)) if given.is_none() && self.terms.specialization.is_some() => {
                let message = format!(
                    "override `{}` has no default value: the pipeline must provide one",
                    self.name(variable.name)
                );
                self.error(rules::DECL_OVERRIDE_MISSING_VALUE, variable.name_span, message);
            }
            (None, Some(_)) => {}
            (Some(initializer), _) => {
                // A value that is given takes the place of the initializer, which is not evaluated then.
                typed = self
                    .skip_if(given.is_some(), |checker| {
                        checker.override_initializer(initializer, variable, declared)
                    })
                    .unwrap_or(typed);
            }
        }
        if !self.can_be_declared(variable.kind, typed.ty) {
            let rule = rules::DECL_OVERRIDE_TYPE;
            self.invalid_type(rule, None, variable, typed.ty, "an `override` must have a scalar type");
            typed.ty = TypeId::ERROR;
        }
        if let Some(bits) = given {
            typed.constant = Some(self.meaning.constants.scalar(bits));
        }
        self.define(id, typed);
    }

    /// The type and, while a pipeline is created, the value of an override's initializer; `None` when it is none.
    fn override_initializer(
        &mut self,
        initializer: ExprId,
        variable: &Variable,
        declared: Option<TypeId>,
    ) -> Option<Typed> {
        let typed = self.initializer(variable, declared)?;
        let typed = self.concretize(initializer, typed);
        if typed.stage == EvaluationStage::Runtime && typed.ty != TypeId::ERROR {
            let what = "the initializer of an `override`";
            self.not_override(rules::DECL_OVERRIDE_INITIALIZER, initializer, what);
            return None;
        }
        if typed.ty != TypeId::ERROR {
            self.override_form(initializer);
        }
        let constant = typed.constant.filter(|_| self.terms.specialization.is_some());
        Some(Typed { constant, ..Typed::staged(declared.unwrap_or(typed.ty), EvaluationStage::Override) })
    }

    /// <https://www.w3.org/TR/WGSL/#let-decls>
    fn let_value(&mut self, id: VariableId, variable: &Variable) {
        self.attributes(variable.attributes, AttributePlace::Value);
        let declared = self.declared_type(variable);
        let Some(typed) = self.initializer(variable, declared) else { return };
        let typed = match (declared, variable.initializer) {
            (None, Some(initializer)) => self.concretize(initializer, typed),
            _ => typed,
        };
        let ty = declared.unwrap_or(typed.ty);
        let fits = self.meaning.types.is_passable(ty)
            && (!self.meaning.types.is_texture_or_sampler(ty)
                || self.has(LanguageExtension::TextureAndSamplerLet, variable.name_span));
        if !fits {
            let sentence = if self.terms.is_available(LanguageExtension::TextureAndSamplerLet) {
                "a `let` must have a constructible, pointer, texture or sampler type"
            } else {
                "a `let` must have a constructible or pointer type"
            };
            if self.meaning.types.is_texture_or_sampler(ty) {
                let extension = LanguageExtension::TextureAndSamplerLet;
                self.invalid_type(rules::DECL_LET_TEXTURE, Some(extension.rule()), variable, ty, sentence);
            } else {
                self.invalid_type(rules::DECL_LET_TYPE, None, variable, ty, sentence);
            }
            return;
        }
        self.define(id, Typed::runtime(ty));
    }

    #[cold]
    fn invalid_type(
        &mut self,
        rule: &'static Rule,
        also: Option<&'static Rule>,
        variable: &Variable,
        ty: TypeId,
        sentence: &str,
    ) {
        let span = variable.ty.or(variable.initializer).map_or(variable.name_span, |id| self.span(id));
        let message = format!("{sentence}, but `{}` has type `{}`", self.name(variable.name), self.print(ty));
        let mut diagnostic = Diagnostic::error(rule, span, message);
        diagnostic.also = also;
        self.report(diagnostic);
    }

    /// `var` in a function: address space `function`.
    fn local_var(&mut self, id: VariableId, variable: &Variable) {
        self.attributes(variable.attributes, AttributePlace::LocalVariable);
        let mut space = AddressSpace::Function;
        let ast = self.ast;
        let template = &ast[variable.template];
        if let Some(first) = template.first()
            && let Some(written) = self.address_space(rules::DECL_VAR_SPACE_BEFORE_ACCESS, *first)
        {
            space = written;
            self.template_access(space, template);
        }
        if space != AddressSpace::Function {
            let message = format!("a variable in a function can't be in address space `{}`", space.name());
            let place = self.span(template[0]);
            let keyword_end = variable.span.lo + "var".len() as u32;
            let edits = vec![(Span::new(keyword_end, variable.name_span.lo), " ".to_owned())];
            let found = Diagnostic::error(rules::DECL_VAR_SPACE_MODULE_ONLY, place, message);
            self.report(found.suggest("remove the address space", edits, Applicability::Unsafe));
            self.variable_type(variable);
            return;
        }
        let Some(mut ty) = self.variable_type(variable) else { return };
        if ty != TypeId::ERROR {
            let span = variable.ty.or(variable.initializer).map_or(variable.name_span, |id| self.span(id));
            if !self.check_store_type(space, AccessMode::ReadWrite, ty, span, false) {
                ty = TypeId::ERROR;
            }
            self.makes_subgroup_matrix(ty, span);
        }
        self.define_var(id, space, ty, AccessMode::ReadWrite);
        self.body.bytes = self.body.bytes.saturating_add(self.bytes(id, space));
    }

    /// The type of a `var`: declared, or that of its initializer.
    fn variable_type(&mut self, variable: &Variable) -> Option<TypeId> {
        let declared = self.declared_type(variable);
        let typed = self.initializer(variable, declared);
        match (declared, typed, variable.initializer) {
            (Some(ty), ..) => Some(ty),
            (None, Some(typed), Some(initializer)) => Some(self.concretize(initializer, typed).ty),
            _ => {
                self.error(
                    rules::DECL_TYPE_OR_INIT,
                    variable.span,
                    format!("missing type or initializer of `var {}`", self.name(variable.name)),
                );
                None
            }
        }
    }

    fn define_var(&mut self, id: VariableId, space: AddressSpace, store: TypeId, access: AccessMode) {
        let ty = match space {
            // A texture or sampler variable is used as what it holds: its reference can't be had.
            _ if store == TypeId::ERROR => store,
            AddressSpace::Handle => store,
            _ => self.meaning.types.intern(TypeKind::Reference(space, store, access)),
        };
        let info = self.meaning.variable_mut(id);
        *info = VariableInfo { typed: Typed::runtime(ty), space: Some(space), access, ..*info };
    }

    /// The second template argument of `var<space, access>`.
    fn template_access(&mut self, space: AddressSpace, template: &[ExprId]) -> Option<AccessMode> {
        if let Some(extra) = template.get(2) {
            self.error(
                rules::DECL_VAR_SPACE_BEFORE_ACCESS,
                self.span(*extra),
                "`var` only takes an address space and an access mode",
            );
        }
        let argument = *template.get(1)?;
        let access = self.access_mode(rules::MEM_ACCESS_MODES, argument)?;
        let of_storage = (rules::DECL_VAR_ACCESS_STORAGE_ONLY, rules::DECL_VAR_ACCESS_STORAGE_MODES);
        if self.check_access(of_storage, space, Some(access), self.span(argument)) {
            return Some(access);
        }
        // What writes to the variable is not a mistake of its own.
        (space == AddressSpace::Storage).then_some(AccessMode::ReadWrite)
    }

    /// `var` at module scope. <https://www.w3.org/TR/WGSL/#var-decls>
    fn module_var(&mut self, id: VariableId, variable: &Variable) {
        let ast = self.ast;
        let template = &ast[variable.template];
        let (mut space, mut access) = (None, None);
        if let Some(first) = template.first() {
            space = self.address_space(rules::DECL_VAR_SPACE_BEFORE_ACCESS, *first);
            if let Some(written) = space {
                access = self.template_access(written, template);
            } else {
                self.attributes(variable.attributes, AttributePlace::ModuleVariable);
                return;
            }
        }
        self.attributes(variable.attributes, AttributePlace::ModuleVariable);
        let Some(mut ty) = self.module_var_type(variable, space) else { return };
        let is_handle = self.meaning.types.is_texture_or_sampler(ty);
        let space = match space {
            Some(AddressSpace::Function) => {
                self.error(
                    rules::DECL_VAR_SPACE_FUNCTION_ONLY,
                    self.span(template[0]),
                    "address space `function` is only allowed for variables in functions",
                );
                return;
            }
            Some(space) => space,
            None if is_handle => AddressSpace::Handle,
            // Whether it is a resource is not known.
            None if ty == TypeId::ERROR => {
                self.binding_values(id, variable);
                return;
            }
            None => {
                let message =
                    format!("missing address space of module-scope `var {}`", self.name(variable.name));
                let found = Diagnostic::error(rules::DECL_VAR_SPACE_REQUIRED, variable.name_span, message)
                    .note("write `var<private>`, `var<workgroup>`, `var<uniform>` or `var<storage>`");
                self.report(self.with_address_space(variable, ty, found));
                return;
            }
        };
        self.binding_point(id, variable, space);
        let access = access.unwrap_or_else(|| default_access(space));
        if ty != TypeId::ERROR {
            let span = variable.ty.or(variable.initializer).map_or(variable.name_span, |id| self.span(id));
            if self.check_store_type(space, access, ty, span, false) {
                self.check_space_layout(space, ty, span);
            } else {
                ty = TypeId::ERROR;
            }
        }
        self.define_var(id, space, ty, access);
        if space == AddressSpace::Immediate {
            self.limit(Limit::ImmediateBytes, self.bytes(id, space), variable.name_span);
        }
    }

    fn module_var_type(&mut self, variable: &Variable, space: Option<AddressSpace>) -> Option<TypeId> {
        let Some(initializer) = variable.initializer else { return self.variable_type(variable) };
        let declared = self.declared_type(variable);
        if matches!(space, Some(AddressSpace::Private | AddressSpace::Function)) {
            let typed = self.initializer(variable, declared)?;
            if typed.stage == EvaluationStage::Runtime && typed.ty != TypeId::ERROR {
                let what = "the initializer of a module-scope variable";
                self.not_override(rules::DECL_VAR_INITIALIZER_PRIVATE_EARLY, initializer, what);
                return Some(declared.unwrap_or(TypeId::ERROR));
            }
            return Some(declared.unwrap_or_else(|| self.concretize(initializer, typed).ty));
        }
        let is_handle =
            |types: &Types, ty: Option<TypeId>| ty.is_some_and(|ty| types.is_texture_or_sampler(ty));
        let mut ty = declared;
        if space.is_none() && !is_handle(&self.meaning.types, declared) {
            let typed = self.initializer(variable, declared);
            ty = declared.or(typed.map(|typed| typed.ty));
            // Where the address space is missing, that is the mistake: only `handle` goes without saying.
            if !is_handle(&self.meaning.types, ty) {
                return ty;
            }
        }
        let space = space.map_or("handle", AddressSpace::name);
        let message = format!("a variable in address space `{space}` can't have an initializer");
        let found = Diagnostic::error(rules::DECL_VAR_INITIALIZER_SPACES, self.span(initializer), message);
        self.report(Self::with_change(found, self.without_initializer(variable), Applicability::Unsafe));
        ty
    }
}
