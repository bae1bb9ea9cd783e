//! Texture operations, lane by lane.

use super::lanes::Lanes;
use super::shared::Shared;
use crate::texture::{
    Level, PlaneAddresses, SampleRequest, TexelAddress, Texture, gather, gather_compare,
    sample_base_clamp_to_edge, sample_compare, sample_texel,
};
use shader_ir::{LevelSource, Register, TextureCall, TextureOperation, Type};
use webgpu_model::texture::{Sampler, Texel};

pub(super) fn texture(lanes: &mut Lanes<'_>, shared: &Shared<'_>, call: &TextureCall) {
    let texture = shared.texture(call.texture);
    match call.operation {
        TextureOperation::Load => load_texels(lanes, call, texture),
        TextureOperation::Store => store_texels(lanes, call, texture),
        TextureOperation::Dimensions => give(lanes, call, |access| {
            let [x, y, z] = texture.dimensions(access.level()).unwrap_or([0; 3]);
            [x, y, z, 0]
        }),
        TextureOperation::Layers => give(lanes, call, |_| [texture.layer_count(), 0, 0, 0]),
        TextureOperation::Levels => give(lanes, call, |_| [texture.level_count(), 0, 0, 0]),
        TextureOperation::Samples => give(lanes, call, |_| [texture.sample_count(), 0, 0, 0]),
        TextureOperation::Sample => {
            let sampler = sampler(shared, call);
            give(lanes, call, |access| access.sample(texture, sampler));
        }
        TextureOperation::Gather => {
            let sampler = sampler(shared, call);
            give(lanes, call, |access| access.gather(texture, sampler));
        }
    }
}

/// The sampler of a call.
fn sampler<'a>(shared: &Shared<'a>, call: &TextureCall) -> &'a Sampler {
    let Some(index) = call.sampler else { unreachable!("{:?} without a sampler", call.operation) };
    shared.sampler(index)
}

/// The active lanes in which a call is computed: one of them if the result is the same in all lanes.
pub(super) fn active_lanes(lanes: &Lanes<'_>, call: &TextureCall) -> Vec<usize> {
    let is_uniform = call.results.first().is_some_and(|result| lanes.plane(*result).len() == 1);
    lanes.mask.active().take(if is_uniform { 1 } else { lanes.count }).collect()
}

/// Computes the results of a call in the active lanes.
fn give(lanes: &mut Lanes<'_>, call: &TextureCall, results: impl Fn(Access<'_>) -> [u32; 4]) {
    for lane in active_lanes(lanes, call) {
        let bits = results(Access { lanes, call, lane });
        for (result, bits) in call.results.iter().zip(bits) {
            lanes.set_raw(*result, lane, u64::from(bits));
        }
    }
}

/// Loads a texel for each lane, active or not.
fn load_texels(lanes: &mut Lanes<'_>, call: &TextureCall, texture: &Texture) {
    let mut planes: Vec<Vec<u32>> = call.results.iter().map(|result| lanes.take(*result)).collect();
    if let (Some(addresses), [red, green, blue, alpha]) =
        (plane_addresses(lanes, call, texture), &mut planes[..])
    {
        texture.load_lanes(&addresses, [red, green, blue, alpha]);
    } else {
        for lane in 0..lanes.count {
            let address = Access { lanes, call, lane }.address();
            let texel = texture.load(&address).unwrap_or_else(|| texture.load_outside());
            for (plane, bits) in planes.iter_mut().zip(texel.to_bits()) {
                plane[lane] = bits;
            }
        }
    }
    for (result, plane) in call.results.iter().zip(planes) {
        lanes.put(*result, plane);
    }
}

/// Stores a texel for each active lane. Textures do not see the stores of helpers.
fn store_texels(lanes: &Lanes<'_>, call: &TextureCall, texture: &Texture) {
    if !lanes.has_helpers()
        && let (Some(addresses), [red, green, blue, alpha]) =
            (plane_addresses(lanes, call, texture), &call.value[..])
    {
        let values = [red, green, blue, alpha].map(|value| lanes.plane(*value));
        texture.store_lanes(&addresses, values, &lanes.mask.lanes);
        return;
    }
    for lane in lanes.seen() {
        let access = Access { lanes, call, lane };
        let texel = Texel::from_bits(texture.format().kind(), access.four(&call.value));
        texture.store(&access.address(), texel);
    }
}

/// The addresses of all lanes, where they lie in one layer of one level of a texture that has a fast way.
fn plane_addresses<'a>(
    lanes: &'a Lanes<'_>,
    call: &TextureCall,
    texture: &Texture,
) -> Option<PlaneAddresses<'a>> {
    let [x, y] = call.coordinates[..] else { return None };
    let uniform = |register: Option<Register>| match register.map(|register| lanes.plane(register)) {
        None => Some(0),
        Some([one]) => Some(*one),
        Some(_) => None,
    };
    let level = uniform(explicit_level(call))?;
    let array_index = uniform(call.array_index)?;
    texture.has_lanes().then(|| PlaneAddresses { x: lanes.plane(x), y: lanes.plane(y), array_index, level })
}

/// The register of the level, where the call names one.
const fn explicit_level(call: &TextureCall) -> Option<Register> {
    match call.level {
        LevelSource::Explicit(level) => Some(level),
        LevelSource::Base | LevelSource::Implicit(_) | LevelSource::Gradients(..) => None,
    }
}

/// A call in one lane.
#[derive(Clone, Copy)]
pub(super) struct Access<'a> {
    pub(super) lanes: &'a Lanes<'a>,
    pub(super) call: &'a TextureCall,
    pub(super) lane: usize,
}

impl Access<'_> {
    /// The mip level that the call names; 0 if it names none.
    pub(super) fn level(self) -> u32 {
        explicit_level(self.call).map_or(0, |level| self.lanes.lane(level, self.lane))
    }

    /// The address of the texel.
    pub(super) fn address(self) -> TexelAddress {
        let [x, y, z, _] = self.four(&self.call.coordinates);
        let component = |register: Option<Register>| register.map_or(0, |it| self.lanes.lane(it, self.lane));
        TexelAddress {
            coordinates: [x, y, z],
            array_index: component(self.call.array_index),
            level: self.level(),
            sample_index: component(self.call.sample_index),
        }
    }

    fn sample(self, texture: &Texture, sampler: &Sampler) -> [u32; 4] {
        let request = self.request();
        if self.call.clamps_to_edge {
            let [u, v, _] = request.coordinates;
            return sample_base_clamp_to_edge(texture, sampler, [u, v]).map(f32::to_bits);
        }
        match self.call.depth_reference {
            Some(reference) => {
                let compared = sample_compare(texture, sampler, &request, self.float(reference));
                [compared.to_bits(), 0, 0, 0]
            }
            None => sample_texel(texture, sampler, &request).to_bits(),
        }
    }

    fn gather(self, texture: &Texture, sampler: &Sampler) -> [u32; 4] {
        let request = self.request();
        match self.call.depth_reference {
            Some(reference) => {
                gather_compare(texture, sampler, &request, self.float(reference)).map(f32::to_bits)
            }
            None => gather(texture, sampler, &request, self.call.component.unwrap_or(0).into()).to_bits(),
        }
    }

    fn request(self) -> SampleRequest {
        let level = match &self.call.level {
            LevelSource::Base => Level::Base,
            LevelSource::Explicit(level) if self.lanes.plan.ty(*level) == Type::F32 => {
                Level::Explicit(self.float(*level))
            }
            // The level of a depth texture is an integer.
            LevelSource::Explicit(level) => Level::Explicit(self.integer(*level) as f32),
            LevelSource::Implicit(bias) => {
                let first = self.lane / 4 * 4;
                let at = |lane| Self { lane, ..self }.three_floats(&self.call.coordinates);
                let (here, right, below) = (at(first), at(first + 1), at(first + 2));
                let difference = |there: [f32; 3]| core::array::from_fn(|axis| there[axis] - here[axis]);
                let bias = bias.map_or(0.0, |bias| self.float(bias));
                Level::Gradients { ddx: difference(right), ddy: difference(below), bias }
            }
            LevelSource::Gradients(x, y) => {
                Level::Gradients { ddx: self.three_floats(x), ddy: self.three_floats(y), bias: 0.0 }
            }
        };
        SampleRequest {
            coordinates: self.three_floats(&self.call.coordinates),
            array_index: self.call.array_index.map_or(0, |index| self.integer(index)),
            offset: self.call.offset,
            level,
        }
    }

    /// The values of the first four of these registers; zero for those that are missing.
    fn four(self, registers: &[Register]) -> [u32; 4] {
        let mut bits = [0; 4];
        for (bits, register) in bits.iter_mut().zip(registers) {
            *bits = self.lanes.lane(*register, self.lane);
        }
        bits
    }

    fn three_floats(self, registers: &[Register]) -> [f32; 3] {
        let [x, y, z, _] = self.four(registers).map(f32::from_bits);
        [x, y, z]
    }

    fn float(self, register: Register) -> f32 {
        f32::from_bits(self.lanes.lane(register, self.lane))
    }

    /// An integer of type `i32` or `u32`.
    fn integer(self, register: Register) -> i64 {
        let bits = self.lanes.lane(register, self.lane);
        if self.lanes.plan.ty(register) == Type::I32 { i64::from(bits as i32) } else { i64::from(bits) }
    }
}
