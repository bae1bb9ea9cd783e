//! Attributes: where each may stand, and their values. <https://www.w3.org/TR/WGSL/#attributes>

use super::Checker;
use crate::ast::{Attribute, Expr, ExprId, List, Variable, VariableId};
use crate::diagnostic::{Applicability, Diagnostic};
use crate::meaning::EvaluationStage;
use crate::types::TypeId;
use shader_source::Span;
use wgsl_spec::{
    AddressSpace, AttributePlace, AttributeRow, DiagnosticRule, Limit, Rule, Symbol, rules, sym,
};

fn name_of(place: AttributePlace) -> &'static str {
    match place {
        AttributePlace::Function => "a function",
        AttributePlace::Parameter => "a parameter",
        AttributePlace::Result => "a function result",
        AttributePlace::Member => "a structure member",
        AttributePlace::ModuleVariable => "a module-scope variable",
        AttributePlace::LocalVariable => "a variable in a function",
        AttributePlace::Override => "an `override`",
        AttributePlace::Value => "a `const` or `let`",
        AttributePlace::Compound | AttributePlace::Statement => "a statement",
        AttributePlace::Switch => "a `switch`",
        AttributePlace::BuiltinFunction => "a builtin function",
    }
}

/// The rule that says which attributes a construct may have, if the specification lists them.
const fn rule_of(place: AttributePlace) -> Option<&'static Rule> {
    match place {
        AttributePlace::Function => Some(rules::FN_ATTRS),
        AttributePlace::Member => Some(rules::TYPE_STRUCT_ATTRS),
        AttributePlace::Compound => Some(rules::STMT_COMPOUND_ATTRS),
        AttributePlace::Switch => Some(rules::STMT_SWITCH_ATTRS),
        AttributePlace::Parameter
        | AttributePlace::Result
        | AttributePlace::ModuleVariable
        | AttributePlace::LocalVariable
        | AttributePlace::Override
        | AttributePlace::Value
        | AttributePlace::Statement
        | AttributePlace::BuiltinFunction => None,
    }
}

impl Checker<'_> {
    /// Checks that each attribute may stand here, and stands once.
    pub(super) fn attributes(&mut self, list: List<Attribute>, place: AttributePlace) {
        let ast = self.ast;
        let mut seen = 0u32;
        let mut has_repeatable = false;
        let attributes = &ast[list];
        for (index, attribute) in attributes.iter().enumerate() {
            let name = attribute.name;
            let Some(row) = AttributeRow::find(name, self.terms.edition) else { continue };
            if !row.places.contains(&place) {
                self.misplaced_attribute(row, attribute, place);
            } else if let (Some(extension), Some(needs)) = (row.enable, row.needs) {
                self.require_enabled(extension, needs, attribute.span, format!("`@{}`", self.name(name)));
            }
            let bit = 1u32 << row.number;
            // Two of `@stage` may be two stages: that is told where stages are looked at.
            if seen & bit != 0
                && !row.repeatable
                && name != sym::STAGE
                && let Some(first) = attributes[..index].iter().find(|earlier| earlier.name == name)
            {
                self.duplicate_attribute(attribute, first.span);
            }
            seen |= bit;
            has_repeatable |= row.repeatable;
        }
        if has_repeatable {
            self.diagnostic_attributes(list);
        }
    }

    #[cold]
    fn misplaced_attribute(&mut self, row: &AttributeRow, attribute: &Attribute, place: AttributePlace) {
        let message = format!("`@{}` is not allowed on {}", self.name(row.name), name_of(place));
        let mut diagnostic = Diagnostic::error(row.misplaced, attribute.span, message);
        diagnostic.also = row.also.or(rule_of(place));
        self.report(diagnostic);
    }

    /// Reports an attribute that stands at `first` already.
    pub(super) fn duplicate_attribute(&mut self, attribute: &Attribute, first: Span) {
        self.report(
            Diagnostic::error(
                rules::ATTR_NO_REPEAT,
                attribute.span,
                format!("repeated attribute `@{}`", self.name(attribute.name)),
            )
            .label(first, "first written here"),
        );
    }

    /// The attribute of this name.
    pub(super) fn attribute(&self, list: List<Attribute>, name: Symbol) -> Option<Attribute> {
        self.ast[list].iter().find(|attribute| attribute.name == name).copied()
    }

    /// The number of an attribute whose argument is a const-expression, and its place.
    pub(super) fn attribute_number(&mut self, attribute: &Attribute) -> Option<(i64, Span)> {
        let argument = *self.ast[attribute.arguments].first()?;
        let rule = AttributeRow::find(attribute.name, self.terms.edition)?.argument?;
        if !self.attribute_form(argument, attribute.name, rule) {
            return None;
        }
        let name = self.name(attribute.name);
        let what = format!("the argument of `@{name}`");
        Some((self.const_integer(rule, argument, &what)?, self.span(argument)))
    }

    /// The value of an attribute whose argument is a non-negative const-expression.
    pub(super) fn attribute_value(&mut self, attribute: &Attribute) -> Option<u32> {
        let (value, span) = self.attribute_number(attribute)?;
        let rule = AttributeRow::find(attribute.name, self.terms.edition)?.least?;
        let Ok(value) = u32::try_from(value) else {
            let name = self.name(attribute.name);
            self.error(rule, span, format!("the argument of `@{name}` must not be negative, found {value}"));
            return None;
        };
        Some(value)
    }

    /// The place of the argument of an attribute that has one.
    pub(super) fn argument_span(&self, attribute: &Attribute) -> Span {
        self.ast[attribute.arguments].first().map_or(attribute.span, |argument| self.span(*argument))
    }

    /// `@id` of an override. <https://www.w3.org/TR/WGSL/#id-attr>
    pub(super) fn override_id(&mut self, id: VariableId, variable: &Variable) {
        let Some(attribute) = self.attribute(variable.attributes, sym::ID) else { return };
        let Some(value) = self.attribute_value(&attribute) else { return };
        if let Ok(value) = u16::try_from(value) {
            self.meaning.variable_mut(id).id = Some(value);
        } else {
            let message = format!("`@id` must be at most 65535, found {value}");
            let span = self.argument_span(&attribute);
            self.error(rules::ATTR_ID_MAX, span, message);
        }
    }

    /// `@group` and `@binding`, which resources need and nothing else may have.
    /// <https://www.w3.org/TR/WGSL/#resource-interface>
    pub(super) fn binding_point(&mut self, id: VariableId, variable: &Variable, space: AddressSpace) {
        let (group, binding) = self.binding_values(id, variable);
        let is_resource =
            matches!(space, AddressSpace::Handle | AddressSpace::Storage | AddressSpace::Uniform);
        if is_resource && (group.is_none() || binding.is_none()) {
            let lacks = match (group, binding) {
                (None, None) => "`@group` and `@binding`",
                (None, _) => "`@group`",
                _ => "`@binding`",
            };
            let message = format!("missing {lacks} on resource `{}`", self.name(variable.name));
            let found = Diagnostic::error(rules::RES_GROUP_AND_BINDING, variable.name_span, message);
            self.report(self.with_binding(variable, found));
        }
        if !is_resource && let Some(attribute) = group.or(binding) {
            let message = format!(
                "`@group` and `@binding` are only allowed on resources, but a variable in address space `{}` is not one",
                space.name()
            );
            let rule = match (space, attribute.name) {
                (AddressSpace::Immediate, _) => rules::RES_IMMEDIATE_NO_BINDING,
                (_, sym::GROUP) => rules::ATTR_GROUP_TARGET,
                (_, _) => rules::ATTR_BINDING_TARGET,
            };
            let found = Diagnostic::error(rule, attribute.span, message);
            let change = Some(self.without_binding(variable));
            self.report(Self::with_change(found, change, Applicability::Unsafe));
        }
    }

    /// Reads `@group` and `@binding`, and gives those that are there.
    pub(super) fn binding_values(
        &mut self,
        id: VariableId,
        variable: &Variable,
    ) -> (Option<Attribute>, Option<Attribute>) {
        let group = self.attribute(variable.attributes, sym::GROUP);
        let binding = self.attribute(variable.attributes, sym::BINDING);
        let group_value = group.and_then(|attribute| self.attribute_value(&attribute));
        let binding_value = binding.and_then(|attribute| self.attribute_value(&attribute));
        if let (Some(group), Some(binding)) = (group_value, binding_value) {
            self.meaning.variable_mut(id).binding = Some((group, binding));
        }
        (group, binding)
    }

    /// `@workgroup_size`. <https://www.w3.org/TR/WGSL/#workgroup-size-attr>
    pub(super) fn workgroup_size(&mut self, attribute: &Attribute) {
        let ast = self.ast;
        let mut common: Option<TypeId> = None;
        for argument in &ast[attribute.arguments] {
            let typed = self.value(*argument);
            if typed.ty == TypeId::ERROR {
                continue;
            }
            let is_integer = matches!(typed.ty, TypeId::ABSTRACT_INT | TypeId::I32 | TypeId::U32);
            if !is_integer {
                let has = self.print(typed.ty);
                self.error(
                    rules::ATTR_WORKGROUP_SIZE_SAME_TYPE,
                    self.span(*argument),
                    format!("a workgroup size must be of type `i32` or `u32`, found `{has}`"),
                );
                continue;
            }
            if typed.stage == EvaluationStage::Runtime {
                self.not_override(rules::ATTR_WORKGROUP_SIZE_PARAM, *argument, "a workgroup size");
                continue;
            }
            if typed.ty != TypeId::ABSTRACT_INT {
                if common.is_some_and(|common| common != typed.ty) {
                    self.error(
                        rules::ATTR_WORKGROUP_SIZE_SAME_TYPE,
                        attribute.span,
                        "all arguments of `@workgroup_size` must have the same type, `i32` or `u32`",
                    );
                    return;
                }
                common = Some(typed.ty);
            }
            let Some(constant) = typed.constant else { continue };
            let value = self.integer_value(typed.ty, constant);
            if value <= 0 {
                let message = format!("a workgroup size must be positive, found {value}");
                let rule = match typed.stage {
                    EvaluationStage::Const => rules::ATTR_WORKGROUP_SIZE_POSITIVE_CONST,
                    EvaluationStage::Override | EvaluationStage::Runtime => {
                        rules::ATTR_WORKGROUP_SIZE_POSITIVE_OVERRIDE
                    }
                };
                self.error(rule, self.span(*argument), message);
            }
        }
        let mut fits = true;
        for argument in &ast[attribute.arguments] {
            let typed = self.meaning[*argument];
            if typed.ty == TypeId::ABSTRACT_INT {
                let converted = self.convert(*argument, typed, common.unwrap_or(TypeId::I32));
                fits &= typed.constant.is_none() || converted.is_some_and(|typed| typed.constant.is_some());
            }
        }
        if fits {
            self.workgroup_limits(attribute);
        }
    }

    /// A workgroup is not larger than devices support, as far as its size is known already.
    fn workgroup_limits(&mut self, attribute: &Attribute) {
        let limits = [Limit::WorkgroupSizeX, Limit::WorkgroupSizeY, Limit::WorkgroupSizeZ];
        let mut invocations = 1u64;
        let found = self.diagnostics.len();
        for (argument, limit) in self.ast[attribute.arguments].iter().zip(limits) {
            let typed = self.meaning[*argument];
            if !matches!(typed.ty, TypeId::ABSTRACT_INT | TypeId::I32 | TypeId::U32) {
                continue;
            }
            let Some(constant) = typed.constant else { continue };
            let size = u64::try_from(self.integer_value(typed.ty, constant)).unwrap_or(0);
            self.limit(limit, size, self.span(*argument));
            invocations = invocations.saturating_mul(size);
        }
        self.meaning.needs.number(Limit::WorkgroupInvocations, invocations, attribute.span);
        // One dimension that is too large is one mistake.
        if self.diagnostics.len() == found {
            self.limit(Limit::WorkgroupInvocations, invocations, attribute.span);
        }
    }

    /// `@subgroup_size`. <https://www.w3.org/TR/WGSL/#subgroup-size-attr>
    pub(super) fn subgroup_size(&mut self, attribute: &Attribute) {
        let Some(argument) = self.ast[attribute.arguments].first().copied() else { return };
        let rule = rules::ATTR_SUBGROUP_SIZE_PARAM;
        let Some(typed) = self.integer(rule, argument, "a subgroup size") else { return };
        if typed.stage == EvaluationStage::Runtime {
            self.not_override(rule, argument, "a subgroup size");
        }
        if let Some(constant) = typed.constant {
            let value = self.integer_value(typed.ty, constant);
            if value <= 0 || !(value as u64).is_power_of_two() {
                let message = format!("a subgroup size must be a power of two, found {value}");
                let rule = match typed.stage {
                    EvaluationStage::Const => rules::ATTR_SUBGROUP_SIZE_POW2_CONST,
                    EvaluationStage::Override | EvaluationStage::Runtime => {
                        rules::ATTR_SUBGROUP_SIZE_POW2_OVERRIDE
                    }
                };
                self.error(rule, self.span(argument), message);
            }
        }
    }

    /// `enable`, `requires` and `diagnostic` at the start of the module.
    pub(super) fn directives(&mut self) {
        use crate::ast::Directive;
        let ast = self.ast;
        let mut filters = Vec::new();
        for directive in &ast.directives {
            match *directive {
                Directive::Enable(names) => self.enable(names),
                Directive::Requires(names) => self.requires(names),
                Directive::Diagnostic(span, severity, rule) => filters.push((span, severity, rule)),
            }
        }
        self.filters(&filters, false);
    }

    fn diagnostic_attributes(&mut self, list: List<Attribute>) {
        let ast = self.ast;
        let mut filters = Vec::new();
        for attribute in ast[list].iter().filter(|attribute| attribute.name == sym::DIAGNOSTIC) {
            if let [severity, rule] = ast[attribute.arguments] {
                filters.push((attribute.span, severity, rule));
            }
        }
        self.filters(&filters, true);
    }

    /// Checks that filters of one place do not conflict and name known rules. Those of one object differ in their rules.
    /// <https://www.w3.org/TR/WGSL/#diagnostic-filtering>
    fn filters(&mut self, filters: &[(Span, ExprId, ExprId)], are_attributes: bool) {
        let mut seen: rustc_hash::FxHashMap<&str, (&str, Span)> = rustc_hash::FxHashMap::default();
        for (span, severity, rule) in filters {
            let rule_text = self.syntax.text(self.span(*rule));
            let severity_text = self.syntax.text(self.span(*severity));
            match self.ast[*rule] {
                // Rules of other tools have a dotted name; those nobody knows are ignored in silence.
                Expr::ContextName(name) if DiagnosticRule::from_symbol(name).is_none() => {
                    let message = format!("unknown diagnostic rule `{rule_text}`: the filter has no effect");
                    let diagnostic =
                        Diagnostic::error(rules::DIAG_UNKNOWN_RULE_SINGLE_TOKEN, self.span(*rule), message)
                            .warning();
                    self.report(diagnostic);
                }
                _ => {}
            }
            match seen.get(rule_text) {
                Some((other, first)) if *other != severity_text => {
                    let (other, first) = (*other, *first);
                    let message = format!(
                        "conflicting severities for `{rule_text}`: `{severity_text}` here, `{other}` before"
                    );
                    let mut diagnostic = Diagnostic::error(rules::DIAG_FILTER_CONFLICT, *span, message);
                    diagnostic.also = are_attributes.then_some(rules::ATTR_DIAGNOSTIC_REPEAT_RULES);
                    self.report(diagnostic.label(first, "first set here"));
                }
                Some((_, first)) if are_attributes => {
                    let first = *first;
                    let message = format!("repeated filter for diagnostic rule `{rule_text}`");
                    self.report(
                        Diagnostic::error(rules::ATTR_DIAGNOSTIC_REPEAT_RULES, *span, message)
                            .label(first, "first filtered here"),
                    );
                }
                Some(_) => {}
                None => {
                    seen.insert(rule_text, (severity_text, *span));
                }
            }
        }
    }
}
