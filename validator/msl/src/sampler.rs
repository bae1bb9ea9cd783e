//! Samplers that a program makes: the states in the arguments of their constructors. Section 2.9

use crate::meaning::{Body, Meanings, Value};
use crate::types::Type;
use core::fmt;
use cxx_validator::ast::{Expr, ExprId};
use msl_spec::{Enumeration, Enumerator};
use shader_source::Span;

/// The largest level of detail without a filter between levels: it is nearest to the first level, and not so low that textures appear
/// larger than pixels.
const FIRST_LEVEL: f32 = 0.25;
/// The levels of detail of a sampler that does not limit them.
const ALL_LEVELS: [f32; 2] = [0.0, 32.0];

/// The states of a sampler. An argument about all axes, or about both filters, holds for each.
#[derive(Clone, Debug)]
pub struct SamplerStates {
    /// The texels that coordinates outside of the texture mean, along each axis.
    pub address: [&'static Enumerator; 3],
    /// The filter where texels appear larger than pixels.
    pub mag_filter: &'static Enumerator,
    /// The filter where texels appear smaller than pixels.
    pub min_filter: &'static Enumerator,
    /// The filter between levels; `none` for the first level alone.
    pub mip_filter: &'static Enumerator,
    /// The comparison with texels; `never` for a sampler that compares nothing.
    pub compare_func: &'static Enumerator,
    /// The largest number of samples along the line of anisotropy.
    pub max_anisotropy: u16,
    /// The least and the largest level of detail.
    pub levels: [f32; 2],
    /// The first state for which a descriptor of WebGPU has no word, and its argument.
    pub without_counterpart: Option<(Span, Enumeration, &'static Enumerator)>,
}

/// An argument of a constructor that makes no sampler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSampler {
    /// It names no enumerator, and calls no function with constants.
    NoState(Span),
    /// The least level of detail is greater than the largest one.
    LevelsOutOfOrder(Span),
}

impl fmt::Display for NoSampler {
    fn fmt(&self, output: &mut fmt::Formatter<'_>) -> fmt::Result {
        output.write_str(match self {
            Self::NoState(_) => "a sampler argument must be a constant expression",
            Self::LevelsOutOfOrder(_) => {
                "the minimum level of detail must not be greater than the maximum level of detail"
            }
        })
    }
}

impl core::error::Error for NoSampler {}

impl NoSampler {
    /// Where the argument is written.
    #[must_use]
    pub const fn argument(self) -> Span {
        match self {
            Self::NoState(argument) | Self::LevelsOutOfOrder(argument) => argument,
        }
    }

    /// The mistake: a sentence without a full stop.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::NoState(_) => "a sampler argument must be a constant expression",
            Self::LevelsOutOfOrder(_) => "the levels of `lod_clamp` must be in order",
        }
    }
}

/// The arguments that were read.
struct Arguments<'a> {
    module: Meanings<'a>,
    body: &'a Body,
    /// Enumerators, in the order of the arguments.
    choices: Vec<(Enumeration, &'static Enumerator)>,
    max_anisotropy: u16,
    levels: [f32; 2],
    without_counterpart: Option<(Span, Enumeration, &'static Enumerator)>,
}

impl SamplerStates {
    /// The states that the arguments of a constructor say. They are expressions of a body.
    ///
    /// # Errors
    /// An argument says nothing about a state, or nothing that makes sense.
    pub fn new(module: Meanings<'_>, body: &Body, arguments: &[ExprId]) -> Result<Self, NoSampler> {
        let mut read = Arguments {
            module,
            body,
            choices: Vec::with_capacity(arguments.len()),
            max_anisotropy: 1,
            levels: ALL_LEVELS,
            without_counterpart: None,
        };
        for argument in arguments.iter().copied() {
            if let Expr::Call(callee, values) = module.ast[argument] {
                read.numbers(module.ast.expr_span(argument), callee, &module.ast[values])?;
            } else {
                read.choice(argument)?;
            }
        }
        Ok(read.states())
    }
}

impl Arguments<'_> {
    /// The last part of a name: `linear` of `filter::linear`.
    fn word(&self, id: ExprId) -> Option<&str> {
        let Expr::Name(name) = self.module.ast[id] else { return None };
        Some(self.module.names.text(self.module.ast[name].name))
    }

    /// `max_anisotropy(4)`, `lod_clamp(0, 1)`
    fn numbers(&mut self, argument: Span, callee: ExprId, values: &[ExprId]) -> Result<(), NoSampler> {
        let number = |id: &ExprId| match self.body.meaning(*id).value? {
            Value::Bool(_) => None,
            Value::Integer(number) => Some(number as f32),
            Value::Float(number) => Some(number as f32),
        };
        let numbers: Option<Vec<f32>> = values.iter().map(number).collect();
        match (self.word(callee), numbers.as_deref()) {
            (Some("max_anisotropy"), Some([count])) => self.max_anisotropy = count.clamp(1.0, 16.0) as u16,
            (Some("lod_clamp"), Some(&[least, most])) if least <= most => self.levels = [least, most],
            (Some("lod_clamp"), Some(&[_, _])) => return Err(NoSampler::LevelsOutOfOrder(argument)),
            (Some(_) | None, _) => return Err(NoSampler::NoState(argument)),
        }
        Ok(())
    }

    fn choice(&mut self, argument: ExprId) -> Result<(), NoSampler> {
        let span = self.module.ast.expr_span(argument);
        let Type::LibraryEnumeration(enumeration) = self.module.types.get(self.body.meaning(argument).ty)
        else {
            return Err(NoSampler::NoState(span));
        };
        let enumerator = self.word(argument).and_then(|word| enumeration.enumerator(word));
        let enumerator = enumerator.ok_or(NoSampler::NoState(span))?;
        self.choices.push((enumeration, enumerator));
        // The color of a border has no effect without one.
        if enumerator.wgsl.is_none() && enumeration != Enumeration::BorderColor {
            self.without_counterpart.get_or_insert((span, enumeration, enumerator));
        }
        Ok(())
    }

    /// The last choice of an enumeration, the last choice of a common one, or the default: the first enumerator.
    fn chosen(&self, enumeration: Enumeration, common: Enumeration) -> &'static Enumerator {
        let last = |wanted| self.choices.iter().rev().find(|(own, _)| *own == wanted);
        let found = last(enumeration).or_else(|| last(common));
        found.map_or(&enumeration.enumerators()[0], |(_, enumerator)| enumerator)
    }

    fn states(self) -> SamplerStates {
        let axes = [Enumeration::SAddress, Enumeration::TAddress, Enumeration::RAddress];
        let mip_filter = self.chosen(Enumeration::MipFilter, Enumeration::MipFilter);
        let limit = if mip_filter.name == "none" { FIRST_LEVEL } else { f32::INFINITY };
        SamplerStates {
            address: axes.map(|axis| self.chosen(axis, Enumeration::Address)),
            mag_filter: self.chosen(Enumeration::MagFilter, Enumeration::Filter),
            min_filter: self.chosen(Enumeration::MinFilter, Enumeration::Filter),
            mip_filter,
            compare_func: self.chosen(Enumeration::CompareFunc, Enumeration::CompareFunc),
            max_anisotropy: self.max_anisotropy,
            levels: self.levels.map(|level| level.min(limit)),
            without_counterpart: self.without_counterpart,
        }
    }
}
