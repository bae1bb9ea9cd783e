//! Viewports, windings, samples, and how values are interpolated.

/// The part of the framebuffer that normalized device coordinates are mapped to.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Viewport {
    /// The left border, in pixels.
    pub x: f32,
    /// The upper border, in pixels.
    pub y: f32,
    /// In pixels.
    pub width: f32,
    /// In pixels.
    pub height: f32,
    /// The depth that 0 is mapped to: 0 to 1.
    pub min_depth: f32,
    /// The depth that 1 is mapped to: `min_depth` to 1.
    pub max_depth: f32,
}

impl Viewport {
    /// The whole of attachments of a size, with all depths.
    #[must_use]
    pub fn whole(size: [u32; 2]) -> Self {
        let [width, height] = size.map(|extent| extent as f32);
        Self { x: 0.0, y: 0.0, width, height, min_depth: 0.0, max_depth: 1.0 }
    }
}

/// The pixels that may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Scissor {
    /// The left border, in pixels.
    pub x: u32,
    /// The upper border, in pixels.
    pub y: u32,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

named! {
    /// The winding of the vertices of a triangle, as they are seen in the framebuffer, that makes it front-facing.
    #[derive(Default)]
    pub enum FrontFace {
        /// Counter-clockwise.
        #[default]
        CounterClockwise "ccw",
        /// Clockwise.
        Clockwise "cw",
    }
}

named! {
    /// The triangles that are left out.
    #[derive(Default)]
    pub enum CullMode {
        /// None.
        #[default]
        None "none",
        /// Front-facing triangles.
        Front "front",
        /// Back-facing triangles.
        Back "back",
    }
}

/// The number of samples of a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SampleCount {
    /// One, at the centre.
    #[default]
    One,
    /// Four.
    Four,
}

impl SampleCount {
    /// Its number: 1 or 4.
    #[must_use]
    pub const fn count(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Four => 4,
        }
    }

    /// A pixel with all samples covered.
    #[must_use]
    pub const fn full_mask(self) -> u32 {
        match self {
            Self::One => 1,
            Self::Four => 0xf,
        }
    }

    /// Where the samples lie, in sixteenths of a pixel from its centre.
    #[must_use]
    pub const fn positions(self) -> &'static [[i8; 2]] {
        match self {
            Self::One => &[[0, 0]],
            Self::Four => &[[-2, -6], [6, -2], [-6, 2], [2, 6]],
        }
    }
}

/// Where in a pixel interpolation is performed. <https://www.w3.org/TR/WGSL/#interpolation>
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// At the centre of the pixel.
    #[default]
    Center,
    /// At a point within all covered samples.
    Centroid,
    /// At each sample.
    Sample,
}

/// How a word of user-defined data comes from the vertices to a fragment. <https://www.w3.org/TR/WGSL/#interpolation>
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interpolation {
    /// Perspective correct.
    Perspective(Sampling),
    /// Linear in the framebuffer.
    Linear(Sampling),
    /// The word of the first vertex; of `first` or `either`.
    Flat,
}

impl Interpolation {
    /// Where it is performed.
    #[must_use]
    pub const fn sampling(self) -> Sampling {
        match self {
            Self::Perspective(sampling) | Self::Linear(sampling) => sampling,
            Self::Flat => Sampling::Center,
        }
    }
}
