//! Texture operations, lane by lane.

use super::Bound;
use super::fault::FaultKind;
use super::group::Group;
use crate::ir::{LevelSource, Register, TextureCall, TextureOperation};
use crate::texture::{
    Level, SampleRequest, Sampler, Texel, TexelAddress, Texture, gather, gather_compare, sample,
    sample_base_clamp_to_edge, sample_compare,
};

impl<'a> Group<'a> {
    pub(super) fn texture(&mut self, call: &TextureCall) {
        let Some(Bound::Texture(texture)) = self.shared.resources.get(usize::from(call.texture)) else { return };
        let sampler = call.sampler.and_then(|index| match self.shared.resources.get(usize::from(index)) {
            Some(Bound::Sampler(sampler)) => Some(sampler),
            _ => None,
        });
        if call.operation == TextureOperation::Load && !self.shared.options.strict {
            return self.load_texels(call, texture);
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
        let [x, y, z] = [0, 1, 2].map(|axis| call.coordinates.get(axis).map(|register| self.plane(*register)));
        let level = match call.level {
            LevelSource::Explicit(level) => Some(self.plane(level)),
            _ => None,
        };
        let [layer, sample] = [call.array_index, call.sample_index].map(|it| it.map(|register| self.plane(register)));
        let at = |plane: Option<&[u32]>, lane: usize| match plane {
            None => 0,
            Some([one]) => *one,
            Some(plane) => plane[lane],
        };
        for lane in 0..self.lanes {
            let address = TexelAddress {
                coordinates: [at(x, lane), at(y, lane), at(z, lane)],
                array_index: at(layer, lane),
                level: at(level, lane),
                sample_index: at(sample, lane),
            };
            let texel = texture.load(&address).unwrap_or_else(|| texture.load_outside());
            for (plane, bits) in planes.iter_mut().zip(texel.to_bits()) {
                plane[lane] = bits;
            }
        }
        for (result, plane) in call.results.iter().zip(planes) {
            self.put(*result, plane);
        }
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
                let texel = texture.load(&address).unwrap_or_else(|| {
                    self.outside(lane, "there is no such texel");
                    texture.load_outside()
                });
                texel.to_bits()
            }
            (TextureOperation::Store, _) => {
                let address = self.address(call, lane);
                let texel = Texel::from_bits(texture.format().kind(), self.four(&call.value, lane));
                if !texture.store(&address, texel) {
                    self.outside(lane, "there is no such texel");
                }
                [0; 4]
            }
            (TextureOperation::Sample, Some(sampler)) => self.sampled(call, texture, sampler, lane).map(f32::to_bits),
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

    fn address(&self, call: &TextureCall, lane: usize) -> TexelAddress {
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
        self.shared.plan.ty(register) == crate::ir::Type::F32
    }

    /// An integer of either type.
    fn integer(&self, register: Register, lane: usize) -> i64 {
        let bits = self.lane(register, lane);
        if self.shared.plan.ty(register) == crate::ir::Type::I32 { i64::from(bits as i32) } else { i64::from(bits) }
    }

    fn outside(&mut self, lane: usize, message: &str) {
        if self.shared.options.strict {
            self.fault(FaultKind::OutOfBounds, Some(lane), message);
        }
    }
}
