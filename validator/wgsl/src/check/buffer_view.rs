//! Views of buffers: what shows of their place before a shader runs.
//! <https://www.w3.org/TR/WGSL/#buffer-view-builtin-functions>

use super::Checker;
use super::chosen::Chosen;
use crate::ast::ExprId;
use crate::meaning::{EvaluationStage, Typed};
use crate::types::{Length, Properties, TypeId, TypeKind};
use wgsl_spec::{AddressSpace, Condition, LanguageExtension, Rule, StagedRule, rules};

/// The type of a view in numbers, all in bytes.
#[derive(Clone, Copy)]
struct Viewed {
    /// RequiredAlignOf the type in the address space.
    align: i64,
    /// `MinTypeSize`.
    least: i64,
    /// `ArrayOffset`.
    array_offset: i64,
    /// StrideOf the runtime-sized array, when there is one.
    stride: Option<i64>,
}

/// The rules of a function that makes views.
struct ViewRules {
    min_size: StagedRule,
    exceeds: StagedRule,
    negative_offset: StagedRule,
    misaligned_offset: StagedRule,
}

const BUFFER_VIEW: ViewRules = ViewRules {
    min_size: StagedRule { at_const: rules::BUFFER_VIEW_MIN_SIZE, at_override: rules::BUFFER_VIEW_MIN_SIZE },
    exceeds: StagedRule {
        at_const: rules::BUFFER_VIEW_FIXED_EXCEEDS_CONST,
        at_override: rules::BUFFER_VIEW_FIXED_EXCEEDS_OVERRIDE,
    },
    negative_offset: StagedRule {
        at_const: rules::BUFFER_VIEW_OFFSET_NEGATIVE_CONST,
        at_override: rules::BUFFER_VIEW_OFFSET_NEGATIVE_OVERRIDE,
    },
    misaligned_offset: StagedRule {
        at_const: rules::BUFFER_VIEW_OFFSET_MISALIGNED_CONST,
        at_override: rules::BUFFER_VIEW_OFFSET_MISALIGNED_OVERRIDE,
    },
};

const BUFFER_ARRAY_VIEW: ViewRules = ViewRules {
    min_size: StagedRule {
        at_const: rules::BUFFER_ARRAY_VIEW_MIN_SIZE_CONST,
        at_override: rules::BUFFER_ARRAY_VIEW_MIN_SIZE_OVERRIDE,
    },
    exceeds: StagedRule {
        at_const: rules::BUFFER_ARRAY_VIEW_FIXED_EXCEEDS_CONST,
        at_override: rules::BUFFER_ARRAY_VIEW_FIXED_EXCEEDS_OVERRIDE,
    },
    negative_offset: StagedRule {
        at_const: rules::BUFFER_ARRAY_VIEW_OFFSET_NEGATIVE_CONST,
        at_override: rules::BUFFER_ARRAY_VIEW_OFFSET_NEGATIVE_OVERRIDE,
    },
    misaligned_offset: StagedRule {
        at_const: rules::BUFFER_ARRAY_VIEW_OFFSET_MISALIGNED_CONST,
        at_override: rules::BUFFER_ARRAY_VIEW_OFFSET_MISALIGNED_OVERRIDE,
    },
};

const NEGATIVE_SIZE: StagedRule = StagedRule {
    at_const: rules::BUFFER_ARRAY_VIEW_SIZE_NEGATIVE_CONST,
    at_override: rules::BUFFER_ARRAY_VIEW_SIZE_NEGATIVE_OVERRIDE,
};
const SMALL_SIZE: StagedRule = StagedRule {
    at_const: rules::BUFFER_ARRAY_VIEW_SIZE_TOO_SMALL_CONST,
    at_override: rules::BUFFER_ARRAY_VIEW_SIZE_TOO_SMALL_OVERRIDE,
};
const UNEVEN_SIZE: StagedRule = StagedRule {
    at_const: rules::BUFFER_ARRAY_VIEW_SIZE_MULTIPLE_CONST,
    at_override: rules::BUFFER_ARRAY_VIEW_SIZE_MULTIPLE_OVERRIDE,
};

/// A number that is known, with the stage at which it is.
#[derive(Clone, Copy)]
struct Known {
    value: i64,
    stage: EvaluationStage,
}

/// The rule of a stage.
const fn at(rule: StagedRule, stage: EvaluationStage) -> &'static Rule {
    match stage {
        EvaluationStage::Const => rule.at_const,
        EvaluationStage::Override | EvaluationStage::Runtime => rule.at_override,
    }
}

impl Checker<'_> {
    /// Checks the buffer, the offset and the size of a view, as far as each is known.
    pub(super) fn buffer_view(&mut self, id: ExprId, chosen: &Chosen, operands: &[ExprId], typed: &[Typed]) {
        if !chosen.overload.conditions.contains(&Condition::ViewedTypeFitsSpace) || !self.evaluation.is_on() {
            return;
        }
        let TypeKind::Pointer(space, ty, _) = self.kind(chosen.result) else { return };
        let viewed = self.viewed(space, ty);
        let buffer = self.buffer_size(chosen.parameters[0]);
        let rules = if operands.len() == 2 { &BUFFER_VIEW } else { &BUFFER_ARRAY_VIEW };
        if let Some(buffer) = buffer.filter(|buffer| viewed.least > buffer.value) {
            let message = format!(
                "a view of type `{}` needs {} bytes, but the buffer has {}",
                self.print(ty),
                viewed.least,
                buffer.value
            );
            self.error(at(rules.min_size, buffer.stage), self.span(id), message);
            return;
        }
        let offset = self.known_integer(typed[1]);
        let size = typed.get(2).and_then(|size| self.known_integer(*size));
        let problems = [
            offset.and_then(|offset| Some((1, offset.stage, viewed.offset_problem(rules, offset.value)?))),
            size.and_then(|size| Some((2, size.stage, viewed.size_problem(size.value)?))),
        ];
        let mut fits = true;
        for (index, stage, (rule, message)) in problems.into_iter().flatten() {
            self.error(at(rule, stage), self.span(operands[index]), message);
            fits = false;
        }
        let Some(buffer) = buffer.filter(|_| fits) else { return };
        let value = |known: Option<Known>| known.map_or(0, |known| known.value);
        let end = match (operands.len(), offset) {
            (2, Some(offset)) => offset.value.saturating_add(viewed.least),
            (2, None) => 0,
            (_, offset) => value(offset).saturating_add(value(size)),
        };
        if end > buffer.value {
            let culprit = if size.is_some() { 2 } else { 1 };
            let stages = [Some(buffer), offset, size].into_iter().flatten().map(|known| known.stage);
            let stage = stages.max().unwrap_or(EvaluationStage::Const);
            let message = format!("the view ends at byte {end}, but the buffer has {} bytes", buffer.value);
            self.error(at(rules.exceeds, stage), self.span(operands[culprit]), message);
        }
    }

    fn viewed(&self, space: AddressSpace, ty: TypeId) -> Viewed {
        let info = self.meaning.types.info(ty);
        let align = if space == AddressSpace::Uniform
            && !self.terms.is_available(LanguageExtension::UniformBufferStandardLayout)
        {
            self.meaning.types.uniform_align(ty)
        } else {
            info.align
        };
        let (array_offset, array) = match self.kind(ty) {
            TypeKind::Struct(id) if info.is(Properties::HAS_RUNTIME_SIZE) => {
                let last = self.meaning.types.structure(id).and_then(|structure| structure.members.last());
                last.map_or((0, ty), |last| (last.offset, last.ty))
            }
            _ => (0, ty),
        };
        let stride = match self.kind(array) {
            TypeKind::Array(element, Length::Runtime) => Some(self.meaning.types.stride(element)),
            _ => None,
        };
        let least = stride.map_or(info.size, |stride| array_offset.saturating_add(stride));
        let signed = |bytes: u64| i64::try_from(bytes).unwrap_or(i64::MAX);
        Viewed {
            align: i64::from(align).max(1),
            least: signed(least),
            array_offset: signed(array_offset),
            stride: stride.map(signed),
        }
    }

    /// The size in bytes of the buffer that a pointer points to, when it is known.
    fn buffer_size(&self, pointer: TypeId) -> Option<Known> {
        let TypeKind::Pointer(_, store, _) = self.kind(pointer) else { return None };
        let TypeKind::Buffer(length) = self.kind(store) else { return None };
        let stage =
            if let Length::Fixed(_) = length { EvaluationStage::Const } else { EvaluationStage::Override };
        self.meaning.length(length).map(|value| Known { value: i64::from(value), stage })
    }

    fn known_integer(&self, typed: Typed) -> Option<Known> {
        let value = self.integer_value(typed.ty, typed.constant?);
        Some(Known { value, stage: typed.stage })
    }
}

impl Viewed {
    fn offset_problem(self, rules: &ViewRules, offset: i64) -> Option<(StagedRule, String)> {
        if offset < 0 {
            let message = format!("the offset of a view can't be negative, found {offset}");
            return Some((rules.negative_offset, message));
        }
        (offset % self.align != 0).then(|| {
            let message =
                format!("the offset of this view must be a multiple of {}, found {offset}", self.align);
            (rules.misaligned_offset, message)
        })
    }

    fn size_problem(self, size: i64) -> Option<(StagedRule, String)> {
        if size < 0 {
            return Some((NEGATIVE_SIZE, format!("the size of a view can't be negative, found {size}")));
        }
        if size < self.least {
            let message = format!("the size of this view must be at least {}, found {size}", self.least);
            return Some((SMALL_SIZE, message));
        }
        let stride = self.stride.filter(|stride| (size - self.array_offset) % stride.max(&1) != 0)?;
        let message = match self.array_offset {
            0 => format!("the size of this view must be a multiple of {stride}, found {size}"),
            offset => format!(
                "the size of this view, without the {offset} bytes before the array, must be a multiple of {stride}, \
                 found {size}"
            ),
        };
        Some((UNEVEN_SIZE, message))
    }
}
