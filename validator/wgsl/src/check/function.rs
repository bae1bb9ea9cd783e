//! Functions. <https://www.w3.org/TR/WGSL/#function-declaration-sec>

use super::Checker;
use crate::ast::{Function, FunctionId};
use crate::diagnostic::Diagnostic;
use crate::types::{Length, Properties, TypeId, TypeKind};
use shader_source::Span;
use wgsl_spec::{AttributePlace, LanguageExtension, Limit, ShaderStage, rules, sym};

impl Checker<'_> {
    /// Checks a function with its body.
    pub(super) fn function(&mut self, id: FunctionId) {
        let function = self.ast[id];
        self.attributes(function.attributes, AttributePlace::Function);
        let (stage, is_ambiguous) = self.stage(&function);
        self.parameters(&function, stage.is_some());
        let result = self.result_type(&function);
        self.attributes(function.result_attributes, AttributePlace::Result);
        let must_use = self.attribute(function.attributes, sym::MUST_USE);
        if let Some(attribute) = must_use
            && function.result.is_none()
        {
            let message = "`@must_use` is only allowed on a function that returns a value";
            self.error(rules::ATTR_MUST_USE_TARGET, attribute.span, message);
        }
        let info = self.meaning.function_mut(id);
        info.result = result;
        info.stage = stage;
        info.must_use = must_use.is_some();
        self.size_attributes(id, stage, is_ambiguous);
        match stage {
            // Which of the stages has its rules kept or broken is not known.
            Some(_) if is_ambiguous => {}
            Some(stage) => {
                let result_io = self.entry_point(&function, stage, result);
                self.meaning.function_mut(id).result_io = result_io;
            }
            None => self.no_entry_point(&function),
        }
        self.body.restart(result);
        let mark = self.meaning.mark();
        let behavior = self.block(function.body);
        self.size_of_body(&function);
        self.end_of_body(&function, result, behavior);
        self.function_behavior(id, behavior);
        self.meaning.end_function(id, mark);
        let asks = self.body.asks;
        self.meaning.needs_uniformity.widest |= asks.widest;
        self.meaning.needs_uniformity.subgroup |= asks.subgroup;
        self.meaning.function_mut(id).asks = asks;
    }

    /// The stage, and whether another is given as well. <https://www.w3.org/TR/WGSL/#shader-stage-attr>
    fn stage(&mut self, function: &Function) -> (Option<ShaderStage>, bool) {
        let mut found: Option<(ShaderStage, Span)> = None;
        let mut is_ambiguous = false;
        let ast = self.ast;
        for attribute in &ast[function.attributes] {
            let stage = match attribute.name {
                sym::VERTEX => ShaderStage::Vertex,
                sym::FRAGMENT => ShaderStage::Fragment,
                sym::COMPUTE => ShaderStage::Compute,
                sym::STAGE => match self.stage_argument(attribute) {
                    Some(stage) => stage,
                    None => continue,
                },
                _ => continue,
            };
            match found {
                Some((first, span)) if first != stage => {
                    is_ambiguous = true;
                    self.report(
                        Diagnostic::error(
                            rules::ATTR_STAGE_ONE,
                            attribute.span,
                            "a function can only be the entry point of one stage",
                        )
                        .label(span, "the first stage is given here"),
                    );
                }
                Some((_, span)) if attribute.name == sym::STAGE => self.duplicate_attribute(attribute, span),
                Some(_) => {}
                None => found = Some((stage, attribute.span)),
            }
        }
        (found.map(|(stage, _)| stage), is_ambiguous)
    }

    /// `@stage(vertex)`, as the draft of 2022-04-11 has it.
    fn stage_argument(&mut self, attribute: &crate::ast::Attribute) -> Option<ShaderStage> {
        let argument = *self.ast[attribute.arguments].first()?;
        match self.ast[argument] {
            crate::ast::Expr::ContextName(sym::VERTEX) => Some(ShaderStage::Vertex),
            crate::ast::Expr::ContextName(sym::FRAGMENT) => Some(ShaderStage::Fragment),
            crate::ast::Expr::ContextName(sym::COMPUTE) => Some(ShaderStage::Compute),
            crate::ast::Expr::Error => None,
            _ => {
                let message = "expected the stage `vertex`, `fragment` or `compute`";
                self.error(rules::ATTR_STAGE_NO_ARGS, self.span(argument), message);
                None
            }
        }
    }

    fn parameters(&mut self, function: &Function, is_entry_point: bool) {
        let ast = self.ast;
        self.limit(Limit::FunctionParameters, function.parameters.len.into(), function.name_span);
        for (offset, parameter) in ast[function.parameters].iter().enumerate() {
            self.attributes(parameter.attributes, AttributePlace::Parameter);
            let mut ty = self.type_expression(parameter.ty);
            let fits = self.meaning.types.is_passable(ty);
            if let TypeKind::Pointer(space, ..) = self.kind(ty)
                && !self.terms.rules.pointer_parameter_spaces.contains(&space)
                && !self.has(LanguageExtension::UnrestrictedPointerParameters, self.span(parameter.ty))
            {
                let message =
                    format!("a pointer parameter can't point into address space `{}`", space.name());
                let without = self.without(LanguageExtension::UnrestrictedPointerParameters);
                let span = self.span(parameter.ty);
                let diagnostic = Diagnostic::error(rules::FN_PARAM_PTR_SPACE, span, message);
                self.report(diagnostic.also(rules::FN_PARAM_PTR_SPACE_ANY).note(without));
            }
            if !fits {
                let message = format!(
                    "a parameter must have a constructible, pointer, texture or sampler type, but `{}` has type `{}`",
                    self.name(parameter.name),
                    self.print(ty)
                );
                let rule = match self.kind(ty) {
                    TypeKind::Array(_, Length::Runtime)
                    | TypeKind::Atomic(_)
                    | TypeKind::AtomicVec2u
                    | TypeKind::Buffer(_) => rules::FN_PARAM_NO_RUNTIME_ARRAY,
                    _ => rules::FN_PARAM_TYPE,
                };
                self.error(rule, self.span(parameter.ty), message);
                ty = TypeId::ERROR;
            }
            let index = function.parameters.start as usize + offset;
            self.meaning.set_member(index, ty);
            if is_entry_point {
                self.member_io(index, parameter, ty, AttributePlace::Parameter);
            }
        }
    }

    fn result_type(&mut self, function: &Function) -> Option<TypeId> {
        let id = function.result?;
        let ty = self.type_expression(id);
        if ty != TypeId::ERROR && !self.meaning.types.is(ty, Properties::CONSTRUCTIBLE) {
            let message = format!("a function must return a constructible type, found `{}`", self.print(ty));
            self.error(rules::FN_RETURN_CONSTRUCTIBLE, self.span(id), message);
            return Some(TypeId::ERROR);
        }
        Some(ty)
    }

    /// `@workgroup_size` and `@subgroup_size` belong to compute entry points.
    fn size_attributes(&mut self, id: FunctionId, stage: Option<ShaderStage>, is_ambiguous: bool) {
        let function = self.ast[id];
        let is_compute = stage == Some(ShaderStage::Compute);
        for name in [sym::WORKGROUP_SIZE, sym::SUBGROUP_SIZE] {
            let Some(attribute) = self.attribute(function.attributes, name) else { continue };
            if !is_compute && !is_ambiguous {
                let message = format!("`@{}` is only allowed on a compute entry point", self.name(name));
                let rule = match name {
                    sym::WORKGROUP_SIZE => rules::ATTR_WORKGROUP_SIZE_TARGET,
                    _ => rules::ATTR_SUBGROUP_SIZE_TARGET,
                };
                self.error(rule, attribute.span, message);
            }
            if name == sym::WORKGROUP_SIZE {
                self.meaning.function_mut(id).workgroup_size = attribute.arguments;
                self.workgroup_size(&attribute);
            } else {
                let argument = self.ast[attribute.arguments].first().copied();
                self.meaning.function_mut(id).subgroup_size = argument;
                self.subgroup_size(&attribute);
            }
        }
        if is_compute && !is_ambiguous && self.attribute(function.attributes, sym::WORKGROUP_SIZE).is_none() {
            let message =
                format!("missing `@workgroup_size` on compute entry point `{}`", self.name(function.name));
            let found = Diagnostic::error(rules::ATTR_WORKGROUP_SIZE_REQUIRED, function.name_span, message);
            self.report(self.with_workgroup_size(&function, found));
        }
    }

    /// Input and output attributes may only stand on an entry point.
    fn no_entry_point(&mut self, function: &Function) {
        let ast = self.ast;
        let parameters = ast[function.parameters].iter().map(|parameter| parameter.attributes);
        for list in parameters.chain([function.result_attributes]) {
            for attribute in &ast[list] {
                let rule = match attribute.name {
                    sym::BUILTIN => rules::ATTR_BUILTIN_TARGET,
                    sym::LOCATION => rules::ATTR_LOCATION_TARGET,
                    sym::INTERPOLATE => rules::ATTR_INTERPOLATE,
                    sym::INVARIANT => rules::ATTR_INVARIANT,
                    _ => continue,
                };
                let message = format!(
                    "`@{}` is only allowed on a parameter or result of an entry point",
                    self.name(attribute.name)
                );
                self.error(rule, attribute.span, message);
            }
        }
    }
}
