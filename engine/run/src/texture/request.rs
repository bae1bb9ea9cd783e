//! The operands of sampling and gathering. <https://www.w3.org/TR/WGSL/#texture-builtin-functions>

/// The position and level to sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SampleRequest {
    /// The texture coordinates: 0 to 1 across the texture, of cubes a direction. Components beyond the dimension are ignored.
    pub coordinates: [f32; 3],
    /// The array index of either type; clamped to the existing layers (cubes).
    pub array_index: i64,
    /// The offset in texels of the mip level, -8 to 7. Cubes ignore it.
    pub offset: [i32; 3],
    /// The source of the level of detail. Gathering ignores it.
    pub level: Level,
}

impl Default for SampleRequest {
    fn default() -> Self {
        Self { coordinates: [0.0; 3], array_index: 0, offset: [0; 3], level: Level::Base }
    }
}

/// The source of the level of detail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Level {
    /// Mip level 0, whatever the sampler says: `textureSampleCompareLevel`, `textureSampleBaseClampToEdge`.
    Base,
    /// This level: `textureSampleLevel`.
    Explicit(f32),
    /// From the derivatives of the coordinates: `textureSampleGrad`, and the functions that compute them from a quad.
    Gradients {
        /// The change of the coordinates from one pixel to the next along x.
        ddx: [f32; 3],
        /// The change of the coordinates from one pixel to the next along y.
        ddy: [f32; 3],
        /// Added to the level, clamped to -16 … 15.99: `textureSampleBias`. Otherwise 0.
        bias: f32,
    },
}
