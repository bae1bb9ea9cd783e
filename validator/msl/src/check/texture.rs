//! Calls of the member functions of textures. Section 6.10

use super::constant::Value;
use super::convert::Rank;
use super::library::changes_memory;
use super::library_error::with_candidates;
use super::overload::{Best, best};
use super::suggest::texture_function_names;
use super::{Checker, Typed};
use crate::diagnostic::Diagnostic;
use crate::meaning::Callee;
use crate::types::Type;
use cxx_validator::ast::{Expr, ExprId};
use cxx_validator::names::Symbol;
use msl_spec::{
    Enumeration, Feature, Pattern, Rule, Scalar, Signature, TextureFunction, TextureKind, ValueType, ZeroLod,
    rules,
};
use shader_source::Span;

impl Checker<'_> {
    /// A call of a member function of a texture. Section 6.10
    pub(super) fn call_texture(
        &mut self,
        id: ExprId,
        (kind, element, access): (TextureKind, Scalar, msl_spec::Access),
        member: Symbol,
        list: &[ExprId],
    ) -> Typed {
        let typed = self.argument_types(list);
        if typed.iter().flatten().any(|typed| self.types.is_error(typed.ty)) {
            return Typed::ERROR;
        }
        let name = self.text(member).to_owned();
        let span = self.texture_span(id, &name);
        let Some(function) = msl_spec::texture_function(kind, &name) else {
            if let Some(newer) = msl_spec::newer_member(&name) {
                self.report_newer(newer, span);
                return Typed::ERROR;
            }
            let rule = match name.as_str() {
                "sample_compare" | "gather_compare" => rules::TEXTURE_COMPARE_DEPTH,
                "sample" if kind == TextureKind::TextureBuffer => rules::TEXTURE_BUFFER_NOT_SAMPLED,
                "fence" => rules::TEXTURE_FENCE_ACCESS,
                _ => rules::MEMBER_EXISTS,
            };
            let message = format!("`{}` has no member function `{name}`", kind.name());
            let found = Diagnostic::error(rule, span, message);
            let found = self.did_you_mean(found, (&name, span), texture_function_names(kind));
            self.report(found);
            return Typed::ERROR;
        };
        if !function.accesses.contains(&access) {
            let rule = match name.as_str() {
                "write" => rules::TEXTURE_WRITE_ACCESS,
                "read" => rules::TEXTURE_READ_ACCESS,
                "fence" => rules::TEXTURE_FENCE_ACCESS,
                _ => rules::TEXTURE_SAMPLE_ACCESS,
            };
            let message = format!("`{name}` is not available for a texture with access `{}`", access.name());
            self.error(rule, span, message);
        }
        let variable = Some(ValueType::Scalar(element));
        let viable: Vec<(usize, Vec<Rank>)> = function
            .signatures
            .iter()
            .enumerate()
            .filter_map(|(index, signature)| Some((index, self.library_ranks(signature, variable, &typed)?)))
            .collect();
        match best(&viable) {
            Best::One(number) => {
                let signature = &function.signatures[number];
                self.check_texture_call(span, function, signature, list, &typed);
                let omitted = self.pass_patterns(signature, variable, list, &typed);
                self.note_callee(id, Callee::Texture { function, signature: number, element });
                self.note_omitted(omitted);
                if changes_memory(function.name) {
                    self.function.device_write.get_or_insert(span);
                }
                Typed::value(self.pattern_type(signature.result, variable))
            }
            Best::None => {
                let rule = self.texture_misfit(function, &typed);
                let message =
                    format!("`{}::{name}` can't be called with ({})", kind.name(), self.print_all(&typed));
                let found = Diagnostic::error(rule, span, message);
                self.report(with_candidates(found, &name, function.signatures));
                Typed::ERROR
            }
            Best::Several => {
                let message = format!(
                    "ambiguous call: several functions `{name}` match ({}) equally well",
                    self.print_all(&typed)
                );
                self.error(rules::CALL_UNAMBIGUOUS, span, message);
                Typed::ERROR
            }
        }
    }

    /// The place of the name of a member function.
    fn texture_span(&self, id: ExprId, name: &str) -> Span {
        match self.ast[id] {
            Expr::Call(callee, _) => {
                let hi = self.span(callee).hi;
                Span::new(hi.saturating_sub(name.len() as u32), hi)
            }
            _ => self.span(id),
        }
    }

    fn texture_misfit(&self, function: &TextureFunction, typed: &[Option<Typed>]) -> &'static Rule {
        let has =
            |is_it: fn(Type) -> bool| typed.iter().flatten().any(|typed| is_it(self.types.get(typed.ty)));
        let takes = |is_it: fn(&Pattern) -> bool| {
            let mut parameters = function.signatures.iter().flat_map(|signature| signature.parameters);
            parameters.any(|parameter| is_it(&parameter.pattern))
        };
        let is_gradient = |ty: Type| match ty {
            Type::Option(option) => option.name().starts_with("gradient"),
            _ => false,
        };
        let is_offset = |typed: &&Option<Typed>| {
            let value = typed.and_then(|typed| self.types.value_type(typed.ty));
            matches!(value, Some(ValueType::Vector(Scalar::Int, _)))
        };
        let mut parameters = function.signatures.iter().flat_map(|signature| signature.parameters);
        let takes_offset = parameters.any(|parameter| parameter.name == "offset");
        if !takes_offset
            && !function.name.starts_with("read")
            && typed.iter().skip(2).any(|typed| is_offset(&typed))
        {
            return rules::TEXTURE_OFFSET_KIND;
        }
        if has(is_gradient) && takes(|pattern| matches!(pattern, Pattern::Options(_))) {
            return if function.name == "sample_compare" {
                rules::TEXTURE_COMPARE_OPTIONS_MACOS
            } else {
                rules::TEXTURE_GRADIENT_KIND
            };
        }
        if has(|ty| matches!(ty, Type::Option(_))) && function.name == "sample_compare" {
            return rules::TEXTURE_COMPARE_OPTIONS_MACOS;
        }
        if function.name.starts_with("gather") && typed.len() > 2 {
            return rules::TEXTURE_GATHER_COMPONENT;
        }
        let takes_count = function.signatures.iter().any(|signature| {
            let required = signature.parameters.iter().filter(|parameter| !parameter.is_optional).count();
            (required..=signature.parameters.len()).contains(&typed.len())
        });
        if takes_count { rules::LIBRARY_ARGUMENT_TYPES } else { rules::CALL_ARGUMENT_COUNT }
    }

    /// Checks offsets, levels and versions. Section 6.10
    fn check_texture_call(
        &mut self,
        span: Span,
        function: &'static TextureFunction,
        signature: &'static Signature,
        list: &[ExprId],
        typed: &[Option<Typed>],
    ) {
        if !signature.availability.admits(self.dialect) {
            let rule = if function.name == "fence" {
                rules::TEXTURE_FENCE_VERSION
            } else if function.name == "sample_compare" && self.has_compare_option(typed) {
                rules::TEXTURE_COMPARE_OPTIONS_MACOS
            } else if signature.text.contains("ushort") {
                rules::TEXTURE_SHORT_COORDINATES_VERSION
            } else {
                rules::TEXTURE_MIN_LOD_CLAMP_VERSION
            };
            let all = function.signatures.iter();
            let is_new = all.clone().all(|signature| !signature.availability.admits(self.dialect));
            let form = if is_new { "" } else { "this form of " };
            let what = format!("{form}`{}`", function.name);
            self.not_in_dialect(rule, span, &what, signature.availability);
        }
        let must_be_zero = match function.zero_lod {
            ZeroLod::Never => false,
            ZeroLod::OnMacos => !Feature::LevelsOfWrittenTextures.availability().admits(self.dialect),
            ZeroLod::Always => true,
        };
        for ((parameter, argument), typed) in signature.parameters.iter().zip(list).zip(typed) {
            if parameter.pattern == Pattern::Enumeration(Enumeration::Component) {
                self.check_component(*argument, *typed);
            }
            match parameter.name {
                "offset" => self.check_offset(*argument),
                "lod" if must_be_zero => {
                    let value = typed.and_then(|typed| typed.value).and_then(Value::integer);
                    if value != Some(0) {
                        let message = "the level must be 0: this texture has one level, or the platform only writes the first";
                        self.error(rules::TEXTURE_LEVEL_ZERO, self.span(*argument), message);
                    }
                }
                _ => {}
            }
        }
        if must_be_zero && function.name == "sample_compare" {
            self.check_compare_level(list, typed);
        }
    }

    /// Returns true if an argument is an option that `sample_compare` does not have everywhere.
    fn has_compare_option(&self, typed: &[Option<Typed>]) -> bool {
        typed.iter().flatten().any(|typed| match self.types.get(typed.ty) {
            Type::Option(option) => option.name() == "bias" || option.name().starts_with("gradient"),
            _ => false,
        })
    }

    /// Section 6.10.3: the component of a gather is an enumerator.
    fn check_component(&mut self, id: ExprId, typed: Option<Typed>) {
        let is_enumerator =
            matches!(self.ast[id], Expr::Name(_)) && typed.is_some_and(|typed| typed.place.is_none());
        if !is_enumerator {
            let message = "the component of a gather must be a constant, such as `component::x`";
            self.error(rules::TEXTURE_GATHER_COMPONENT, self.span(id), message);
        }
    }

    /// On macOS the level of `sample_compare` is the literal 0.
    fn check_compare_level(&mut self, list: &[ExprId], typed: &[Option<Typed>]) {
        for (argument, typed) in list.iter().zip(typed) {
            let Some(typed) = typed else { continue };
            let Type::Option(option) = self.types.get(typed.ty) else { continue };
            if option.name() != "level" {
                continue;
            }
            let inner = match self.ast[*argument] {
                Expr::Call(_, inner) | Expr::Construct(_, inner) => self.ast[inner].first().copied(),
                _ => None,
            };
            let value = inner.and_then(|inner| self.meaning_of(inner)?.value);
            let is_zero = match value {
                Some(Value::Float(value)) => value == 0.0,
                Some(other) => other.integer() == Some(0),
                None => false,
            };
            if !is_zero {
                let message = "on macOS the level of `sample_compare` must be `level(0)`";
                self.error(rules::TEXTURE_COMPARE_LEVEL_MACOS, self.span(*argument), message);
            }
        }
    }

    /// Each component of an offset is a constant in a range.
    fn check_offset(&mut self, id: ExprId) {
        let components: Vec<ExprId> = match self.ast[id] {
            Expr::Construct(_, list) => self.ast[list].to_vec(),
            _ => vec![id],
        };
        for component in components {
            let Some(meaning) = self.meaning_of(component).copied() else { continue };
            let value = meaning.value.and_then(Value::integer);
            let is_inside = value.is_none_or(|value| {
                i32::try_from(value).is_ok_and(|value| msl_spec::OFFSETS.contains(&value))
            });
            if !is_inside {
                let message = "the components of an offset must be between -8 and 7";
                self.error(rules::TEXTURE_OFFSET_RANGE, self.span(component), message);
            }
        }
    }
}
