//! Samplers that a program makes. Section 2.9

use super::{Lowering, Outcome, Value};
use msl_spec::{Class, Enumerator};
use msl_validator::ast::{Expr, ExprId, VariableId};
use msl_validator::sampler::SamplerStates;
use msl_validator::types::Type as MetalType;
use shader_ir::{Resource, ResourceKind};
use webgpu_model::texture::{AddressMode, CompareFunction, FilterMode, Sampler};

impl Lowering<'_> {
    /// The texture or sampler that a variable is.
    pub(super) fn handle_variable(&mut self, id: VariableId, class: MetalType) -> Outcome<u16> {
        let variable = self.ast()[id];
        let value = match variable.initializer {
            Some(initializer) if variable.is_direct => {
                let Expr::Braces(items) = self.ast()[initializer] else {
                    return self.unsupported("this initializer can't be executed yet");
                };
                let values: Vec<ExprId> = self.ast()[items].iter().map(|item| item.value).collect();
                self.handle_of(&values)?
            }
            Some(initializer) => self.value(initializer)?,
            None if class == MetalType::Class(Class::Sampler) => self.handle_of(&[])?,
            None => return self.unsupported("expected a texture with a value"),
        };
        match value {
            Value::Handle(handle) => Ok(handle),
            Value::Registers(_) | Value::Memory(_) | Value::Pointer(_) | Value::Nothing => {
                self.unsupported("this texture or sampler can't be executed yet")
            }
        }
    }

    /// A sampler from the arguments of its constructor, or a texture or sampler from another one.
    pub(super) fn handle_of(&mut self, arguments: &[ExprId]) -> Outcome<Value> {
        if let &[argument] = arguments
            && let MetalType::Class(Class::Sampler) | MetalType::Texture(..) =
                self.kind(self.meaning(argument).ty)
        {
            return self.value(argument);
        }
        let Some(body) = self.frames.last().map(|frame| frame.body) else {
            return self.unsupported("this sampler can't be executed yet");
        };
        let states = match SamplerStates::new(self.module, body, arguments) {
            Ok(states) => states,
            Err(refusal) => {
                self.code.span = self.ast().expr_span(refusal.argument());
                return self.unsupported(refusal.message());
            }
        };
        if let Some((argument, enumeration, enumerator)) = states.without_counterpart {
            self.code.span = self.ast().expr_span(argument);
            let (enumeration, enumerator) = (enumeration.name(), enumerator.name);
            return self.unsupported(format!("`{enumeration}::{enumerator}` can't be executed yet"));
        }
        self.fixed_sampler(sampler(&states))
    }

    /// The resource of a sampler: equal ones share it, however often calls are expanded.
    fn fixed_sampler(&mut self, sampler: Sampler) -> Outcome<Value> {
        let key = format!("{sampler:?}");
        if let Some(known) = self.fixed_samplers.get(&key) {
            return Ok(Value::Handle(*known));
        }
        if self.code.program.resources.len() >= usize::from(u16::MAX) {
            return self.unsupported("the program has too many samplers to execute");
        }
        let kind = ResourceKind::FixedSampler { sampler };
        let index = self.resource(Resource { group: 0, binding: 0, kind, is_writable: false });
        self.fixed_samplers.insert(key, index);
        Ok(Value::Handle(index))
    }
}

/// The sampler with these states: their words are those of its enumerations.
fn sampler(states: &SamplerStates) -> Sampler {
    let filter = |state: &Enumerator| state.wgsl.and_then(FilterMode::from_name).unwrap_or_default();
    let compare = Some(states.compare_func).filter(|state| state.name != "never");
    let [lod_min_clamp, lod_max_clamp] = states.levels;
    Sampler {
        address_modes: states
            .address
            .map(|axis| axis.wgsl.and_then(AddressMode::from_name).unwrap_or_default()),
        mag_filter: filter(states.mag_filter),
        min_filter: filter(states.min_filter),
        mipmap_filter: filter(states.mip_filter),
        lod_min_clamp,
        lod_max_clamp,
        compare: compare.and_then(|state| state.wgsl).and_then(CompareFunction::from_name),
        max_anisotropy: states.max_anisotropy,
    }
}
