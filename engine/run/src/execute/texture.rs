//! Texture operations, lane by lane.

use super::Bound;
use super::fault::FaultKind;
use super::group::Group;
use super::shadow::Shared;
use crate::texture::{
    Level, PlaneAddresses, SampleRequest, TexelAddress, Texture, gather, gather_compare, sample,
    sample_base_clamp_to_edge, sample_compare,
};
use shader_ir::{LevelSource, Register, TextureCall, TextureOperation};
use shader_model::texture::{Sampler, Texel};

impl<'a> Group<'a> {
    pub(super) fn texture(&mut self, call: &TextureCall) {
        let Some(Bound::Texture(texture)) = self.shared.resources.get(usize::from(call.texture)) else {
            return;
        };
        let sampler = call.sampler.and_then(|index| match self.shared.resources.get(usize::from(index)) {
            Some(Bound::Sampler(sampler)) => Some(sampler),
            _ => None,
        });
        if !self.shared.options.strict {
            match call.operation {
                TextureOperation::Load => return self.load_texels(call, texture),
                TextureOperation::Store if !self.has_helpers() && self.store_texels(call, texture) => return,
                _ => {}
            }
        }
        let lanes = call.results.first().map_or(self.lanes, |result| self.plane(*result).len());
        let first_active = self.mask.active().next().unwrap_or(0);
        for lane in 0..lanes {
            // One result for all lanes is that of an active one.
            let lane = if lanes == 1 { first_active } else { lane };
            let is_unseen = call.operation == TextureOperation::Store && self.is_helper(lane);
            if !self.mask.has(lane) || is_unseen {
                continue;
            }
            let bits = self.texture_lane(call, texture, sampler, lane);
            for (result, bits) in call.results.iter().zip(bits) {
                match self.plane_mut(*result) {
                    [one] => *one = bits,
                    plane => plane[lane] = bits,
                }
            }
        }
    }

    /// Loads a texel for each lane, active or not.
    fn load_texels(&mut self, call: &TextureCall, texture: &Texture) {
        let mut planes: Vec<Vec<u32>> = call.results.iter().map(|result| self.take(*result)).collect();
        match (self.plane_addresses(call, texture), &mut planes[..]) {
            (Some(addresses), [red, green, blue, alpha]) => {
                texture.load_lanes(&addresses, [red, green, blue, alpha]);
            }
            _ => {
                for lane in 0..self.lanes {
                    let texel =
                        texture.load(&self.address(call, lane)).unwrap_or_else(|| texture.load_outside());
                    for (plane, bits) in planes.iter_mut().zip(texel.to_bits()) {
                        plane[lane] = bits;
                    }
                }
            }
        }
        for (result, plane) in call.results.iter().zip(planes) {
            self.put(*result, plane);
        }
    }

    /// Stores a texel for each active lane, when the texture has a fast way for that.
    fn store_texels(&self, call: &TextureCall, texture: &Texture) -> bool {
        let (Some(addresses), [red, green, blue, alpha]) =
            (self.plane_addresses(call, texture), &call.value[..])
        else {
            return false;
        };
        let values = [red, green, blue, alpha].map(|value| self.plane(*value));
        texture.store_lanes(&addresses, values, &self.mask.lanes);
        true
    }

    /// The addresses of all lanes, where they lie in one layer of one level of a texture that has a fast way.
    fn plane_addresses(&self, call: &TextureCall, texture: &Texture) -> Option<PlaneAddresses<'_>> {
        let [x, y] = call.coordinates[..] else { return None };
        let uniform = |register: Option<Register>| match register.map(|register| self.plane(register)) {
            None => Some(0),
            Some([one]) => Some(*one),
            Some(_) => None,
        };
        let level = match call.level {
            LevelSource::Explicit(level) => uniform(Some(level))?,
            _ => 0,
        };
        let array_index = uniform(call.array_index)?;
        texture.has_lanes().then(|| PlaneAddresses { x: self.plane(x), y: self.plane(y), array_index, level })
    }

    fn texture_lane(
        &mut self,
        call: &TextureCall,
        texture: &'a Texture,
        sampler: Option<&'a Sampler>,
        lane: usize,
    ) -> [u32; 4] {
        match (call.operation, sampler) {
            (TextureOperation::Dimensions, _) => {
                let level = self.explicit(call, lane);
                let [x, y, z] = texture.dimensions(level).unwrap_or_else(|| {
                    self.outside(lane, "there is no such mip level");
                    [0; 3]
                });
                [x, y, z, 0]
            }
            (TextureOperation::Layers, _) => [texture.layer_count(), 0, 0, 0],
            (TextureOperation::Levels, _) => [texture.level_count(), 0, 0, 0],
            (TextureOperation::Samples, _) => [texture.sample_count(), 0, 0, 0],
            (TextureOperation::Load, _) => {
                let address = self.address(call, lane);
                self.note_texel(call, texture, &address, lane, false);
                let texel = texture.load(&address).unwrap_or_else(|| {
                    self.outside(lane, "there is no such texel");
                    texture.load_outside()
                });
                texel.to_bits()
            }
            (TextureOperation::Store, _) => {
                let address = self.address(call, lane);
                self.note_texel(call, texture, &address, lane, true);
                let texel = Texel::from_bits(texture.format().kind(), self.four(&call.value, lane));
                if !texture.store(&address, texel) {
                    self.outside(lane, "there is no such texel");
                }
                [0; 4]
            }
            (TextureOperation::Sample, Some(sampler)) => {
                self.sampled(call, texture, sampler, lane).map(f32::to_bits)
            }
            (TextureOperation::Gather, Some(sampler)) => {
                let request = self.request(call, lane);
                match call.depth_reference {
                    Some(reference) => {
                        let reference = f32::from_bits(self.lane(reference, lane));
                        gather_compare(texture, sampler, &request, reference).map(f32::to_bits)
                    }
                    None => gather(texture, sampler, &request, call.component.unwrap_or(0).into()).to_bits(),
                }
            }
            (TextureOperation::Sample | TextureOperation::Gather, None) => [0; 4],
        }
    }

    fn sampled(&self, call: &TextureCall, texture: &Texture, sampler: &Sampler, lane: usize) -> [f32; 4] {
        let request = self.request(call, lane);
        if call.clamps_to_edge {
            let [u, v, _] = request.coordinates;
            return sample_base_clamp_to_edge(texture, sampler, [u, v]);
        }
        match call.depth_reference {
            Some(reference) => {
                let reference = f32::from_bits(self.lane(reference, lane));
                [sample_compare(texture, sampler, &request, reference), 0.0, 0.0, 0.0]
            }
            None => sample(texture, sampler, &request),
        }
    }

    /// The first four of these registers in a lane; zero for those that are not there.
    fn four(&self, registers: &[Register], lane: usize) -> [u32; 4] {
        let mut bits = [0; 4];
        for (bits, register) in bits.iter_mut().zip(registers) {
            *bits = self.lane(*register, lane);
        }
        bits
    }

    fn three_floats(&self, registers: &[Register], lane: usize) -> [f32; 3] {
        let [x, y, z, _] = self.four(registers, lane).map(f32::from_bits);
        [x, y, z]
    }

    fn explicit(&self, call: &TextureCall, lane: usize) -> u32 {
        match call.level {
            LevelSource::Explicit(level) => self.lane(level, lane),
            _ => 0,
        }
    }

    pub(super) fn address(&self, call: &TextureCall, lane: usize) -> TexelAddress {
        let [x, y, z, _] = self.four(&call.coordinates, lane);
        TexelAddress {
            coordinates: [x, y, z],
            array_index: call.array_index.map_or(0, |index| self.lane(index, lane)),
            level: self.explicit(call, lane),
            sample_index: call.sample_index.map_or(0, |index| self.lane(index, lane)),
        }
    }

    fn request(&self, call: &TextureCall, lane: usize) -> SampleRequest {
        let level = match &call.level {
            LevelSource::Base => Level::Base,
            LevelSource::Explicit(level) if self.is_float(*level) => {
                Level::Explicit(f32::from_bits(self.lane(*level, lane)))
            }
            // The level of a depth texture is an integer.
            LevelSource::Explicit(level) => Level::Explicit(self.integer(*level, lane) as f32),
            LevelSource::Implicit(bias) => {
                let first = lane / 4 * 4;
                let at = |lane| self.three_floats(&call.coordinates, lane);
                let (here, right, below) = (at(first), at(first + 1), at(first + 2));
                let difference = |there: [f32; 3]| core::array::from_fn(|axis| there[axis] - here[axis]);
                let bias = bias.map_or(0.0, |bias| f32::from_bits(self.lane(bias, lane)));
                Level::Gradients { ddx: difference(right), ddy: difference(below), bias }
            }
            LevelSource::Gradients(x, y) => Level::Gradients {
                ddx: self.three_floats(x, lane),
                ddy: self.three_floats(y, lane),
                bias: 0.0,
            },
        };
        SampleRequest {
            coordinates: self.three_floats(&call.coordinates, lane),
            array_index: call.array_index.map_or(0, |index| self.integer(index, lane)),
            offset: call.offset,
            level,
        }
    }

    fn is_float(&self, register: Register) -> bool {
        self.shared.plan.ty(register) == shader_ir::Type::F32
    }

    /// An integer of either type.
    fn integer(&self, register: Register, lane: usize) -> i64 {
        let bits = self.lane(register, lane);
        if self.shared.plan.ty(register) == shader_ir::Type::I32 {
            i64::from(bits as i32)
        } else {
            i64::from(bits)
        }
    }

    /// In strict execution, looks whether another invocation interferes with this access to a texel.
    fn note_texel(
        &mut self,
        call: &TextureCall,
        texture: &Texture,
        address: &TexelAddress,
        lane: usize,
        writes: bool,
    ) {
        if self.shared.options.strict
            && self.shared.plan.is_writable(call.texture)
            && let Some(offset) = texture.byte_offset(address)
        {
            self.note_access(
                Shared::Texture(call.texture),
                lane,
                offset,
                texture.format().texel_bytes(),
                writes,
            );
        }
    }

    fn outside(&mut self, lane: usize, message: &str) {
        if self.shared.options.strict {
            self.fault(FaultKind::OutOfBounds, Some(lane), message);
        }
    }
}
