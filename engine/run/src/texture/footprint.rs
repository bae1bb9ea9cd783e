//! Footprints: the texels of a mip level that one sampling combines, and their weights.

use super::cube::{FacePoint, across_edges, face_point};
use super::request::SampleRequest;
use super::texels::{TexelAddress, Texture};
use webgpu_model::texture::{AddressMode, FilterMode, Sampler};

/// Positions are kept within this distance of the origin, where all integers are exact and their sums do not overflow.
const FAR: f64 = 4_503_599_627_370_496.0;

/// Visits the texels of a level that a filter combines for a request, each with its weight; the weights add up to 1. Texels of
/// weight 0 are left out: an infinite one would spoil the result.
#[inline]
pub(super) fn visit(
    texture: &Texture,
    sampler: &Sampler,
    request: &SampleRequest,
    (filter, level): (FilterMode, u32),
    mut visitor: impl FnMut(&TexelAddress, f64),
) {
    if texture.dimension().is_cube() {
        let square = CubeSquare::new(texture, request, level);
        match filter {
            FilterMode::Nearest => visitor(&square.nearest(), 1.0),
            FilterMode::Linear => visit_square(&square, visitor),
        }
    } else {
        let axes = Axes::new(texture, sampler, request, filter, level);
        let [u, v, w] = axes.pairs;
        for (z, z_weight) in w.ends().into_iter().filter(has_weight) {
            for (y, y_weight) in v.ends().into_iter().filter(has_weight) {
                for (x, x_weight) in u.ends().into_iter().filter(has_weight) {
                    visitor(&axes.address([x, y, z]), x_weight * y_weight * z_weight);
                }
            }
        }
    }
}

/// Visits the four texels of a square; one that is not there, at the corner of a cube, is the average of the others.
fn visit_square(square: &CubeSquare, mut visitor: impl FnMut(&TexelAddress, f64)) {
    let (corners, weights) = (square.corners(), square.weights());
    let lost: f64 =
        corners.iter().zip(weights).filter(|(corner, _)| corner.is_none()).map(|(_, weight)| weight).sum();
    for (corner, weight) in corners.iter().zip(weights) {
        let weight = weight + lost / 3.0;
        if let Some(address) = corner
            && weight > 0.0
        {
            visitor(address, weight);
        }
    }
}

#[inline]
fn has_weight((_, weight): &(u32, f64)) -> bool {
    *weight > 0.0
}

/// The four texels of mip level 0 that linear filtering would combine, in the order of the results of `textureGather`:
/// (u min, v max), (u max, v max), (u max, v min), (u min, v min). One is missing at the corner of a cube.
pub(super) fn gathered(
    texture: &Texture,
    sampler: &Sampler,
    request: &SampleRequest,
) -> [Option<TexelAddress>; 4] {
    if texture.dimension().is_cube() {
        return CubeSquare::new(texture, request, 0).corners();
    }
    let axes = Axes::new(texture, sampler, request, FilterMode::Linear, 0);
    let [u, v, w] = &axes.pairs;
    [[u.low, v.high], [u.high, v.high], [u.high, v.low], [u.low, v.low]]
        .map(|[x, y]| Some(axes.address([x, y, w.low])))
}

/// The layer (the cube, of cube arrays) that an array index selects, clamped to the existing ones.
fn layer(texture: &Texture, request: &SampleRequest) -> u32 {
    request.array_index.clamp(0, i64::from(texture.layer_count()) - 1) as u32
}

/// Two neighbours along an axis.
#[derive(Clone, Copy, Debug)]
struct Pair {
    low: u32,
    high: u32,
    high_weight: f64,
}

impl Pair {
    fn ends(self) -> [(u32, f64); 2] {
        [(self.low, 1.0 - self.high_weight), (self.high, self.high_weight)]
    }
}

/// The neighbours along each axis, and the layer and level of all texels.
struct Axes {
    pairs: [Pair; 3],
    array_index: u32,
    level: u32,
}

impl Axes {
    fn new(
        texture: &Texture,
        sampler: &Sampler,
        request: &SampleRequest,
        filter: FilterMode,
        level: u32,
    ) -> Self {
        let size = texture.level_size(level);
        let mut pairs = [Pair { low: 0, high: 0, high_weight: 0.0 }; 3];
        for (axis, pair) in pairs.iter_mut().enumerate().take(texture.dimension().axes()) {
            let position = f64::from(request.coordinates[axis]) * f64::from(size[axis]);
            let (low, high_weight) = neighbours(position, filter);
            let low = low + i64::from(request.offset[axis]);
            let mode: AddressMode = sampler.address_modes[axis];
            *pair = Pair {
                low: mode.resolve(low, size[axis]),
                high: mode.resolve(low + 1, size[axis]),
                high_weight,
            };
        }
        Self { pairs, array_index: layer(texture, request), level }
    }

    fn address(&self, coordinates: [u32; 3]) -> TexelAddress {
        TexelAddress { coordinates, array_index: self.array_index, level: self.level, sample_index: 0 }
    }
}

/// The texel at or before a position, counted in texels, and the weight of the one after it.
fn neighbours(position: f64, filter: FilterMode) -> (i64, f64) {
    let position = match filter {
        // A position that is not a number allows any texel.
        _ if position.is_nan() => 0.0,
        FilterMode::Nearest => position,
        // Texel centres lie at halves.
        FilterMode::Linear => position - 0.5,
    };
    let low = position.floor().clamp(-FAR, FAR);
    let weight = match filter {
        FilterMode::Nearest => 0.0,
        FilterMode::Linear => (position - low).clamp(0.0, 1.0),
    };
    (low as i64, weight)
}

/// The square of texels around the point where a direction meets a cube.
struct CubeSquare {
    point: FacePoint,
    size: u32,
    first_layer: u32,
    level: u32,
}

impl CubeSquare {
    fn new(texture: &Texture, request: &SampleRequest, level: u32) -> Self {
        Self {
            point: face_point(request.coordinates.map(f64::from)),
            size: texture.level_size(level)[0],
            first_layer: layer(texture, request) * 6,
            level,
        }
    }

    fn address(&self, face: u32, [x, y]: [u32; 2]) -> TexelAddress {
        let array_index = self.first_layer + face;
        TexelAddress { coordinates: [x, y, 0], array_index, level: self.level, sample_index: 0 }
    }

    /// The two axes: the first of the neighbours, and the weight of the second.
    fn neighbours(&self, filter: FilterMode) -> [(i64, f64); 2] {
        self.point.coordinates.map(|coordinate| neighbours(coordinate * f64::from(self.size), filter))
    }

    fn nearest(&self) -> TexelAddress {
        let inside = |(position, _)| AddressMode::ClampToEdge.resolve(position, self.size);
        self.address(self.point.face, self.neighbours(FilterMode::Nearest).map(inside))
    }

    /// The texels, in the order of `textureGather`.
    fn corners(&self) -> [Option<TexelAddress>; 4] {
        let [(u, _), (v, _)] = self.neighbours(FilterMode::Linear);
        [[u, v + 1], [u + 1, v + 1], [u + 1, v], [u, v]].map(|position| {
            let (face, texel) = across_edges(self.point.face, position, self.size)?;
            Some(self.address(face, texel))
        })
    }

    /// Their weights.
    fn weights(&self) -> [f64; 4] {
        let [(_, u), (_, v)] = self.neighbours(FilterMode::Linear);
        [(1.0 - u) * v, u * v, u * (1.0 - v), (1.0 - u) * (1.0 - v)]
    }
}
