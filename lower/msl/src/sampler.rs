//! Samplers that a program makes. Section 2.9

use super::lowering::{Lowering, Outcome, Value};
use msl_spec::Enumerator;
use msl_validator::sampler::SamplerStates;
use msl_validator::typed::SamplerId;
use shader_ir::{Resource, ResourceKind};
use webgpu_model::texture::{AddressMode, CompareFunction, FilterMode, Sampler};

impl Lowering<'_> {
    /// A sampler from the arguments of its constructor.
    pub(super) fn sampler(&mut self, id: SamplerId) -> Outcome<Value> {
        let states = match self.tree()[id].clone() {
            Ok(states) => states,
            Err(refusal) => {
                self.code.span = refusal.argument();
                return self.unsupported(refusal.message());
            }
        };
        if let Some((argument, enumeration, enumerator)) = states.without_counterpart {
            self.code.span = argument;
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
