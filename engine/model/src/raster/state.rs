//! What is fixed for a draw before its first primitive.

/// Where normalized device coordinates come to lie in the framebuffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The left border, in pixels.
    pub x: f32,
    /// The upper border, in pixels.
    pub y: f32,
    /// In pixels.
    pub width: f32,
    /// In pixels.
    pub height: f32,
    /// What depth 0 becomes: 0 to 1.
    pub min_depth: f32,
    /// What depth 1 becomes: `min_depth` to 1.
    pub max_depth: f32,
}

/// The pixels that may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names of WebGPU, in pixels")]
pub struct Scissor {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

named! {
    /// Which order of its vertices in the framebuffer, as one sees it, makes a triangle front-facing.
    pub enum FrontFace {
        /// Counter-clockwise.
        #[default]
        CounterClockwise "ccw",
        /// Clockwise.
        Clockwise "cw",
    }
}

named! {
    /// Which triangles are left out.
    pub enum CullMode {
        /// None.
        #[default]
        None "none",
        /// Those that are front-facing.
        Front "front",
        /// Those that are not.
        Back "back",
    }
}

/// How many samples a pixel has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

/// A word that vertices hand on to fragments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Varying {
    /// How it is interpolated.
    pub interpolation: Interpolation,
    /// Whether it holds the bits of an `f16` (in the lower half) and not of an `f32`. No matter when flat.
    pub is_half: bool,
}

/// What is fixed for a draw.
#[derive(Clone, Debug, PartialEq)]
pub struct RasterState {
    /// Where the picture comes to lie. Nothing is drawn outside.
    pub viewport: Viewport,
    /// Nothing is drawn outside.
    pub scissor: Option<Scissor>,
    /// Width and height of the attachments, in pixels.
    pub target_size: [u32; 2],
    /// How many samples the attachments have.
    pub sample_count: SampleCount,
    /// Which triangles are front-facing.
    pub front_face: FrontFace,
    /// Which triangles are left out.
    pub cull_mode: CullMode,
    /// Whether what lies before the near and behind the far plane is drawn, with the depth clamped in the depth test.
    pub unclipped_depth: bool,
    /// Whether there is a fragment for each covered sample. It must be so when a sample index is read or a varying is
    /// interpolated at samples; see [`RasterState::needs_samples`].
    pub is_per_sample: bool,
    /// The words that vertices hand on to fragments.
    pub varyings: Vec<Varying>,
}

impl RasterState {
    /// The state that fills attachments of a size, one sample a pixel: the defaults of WebGPU.
    #[must_use]
    pub fn new(target_size: [u32; 2], varyings: Vec<Varying>) -> Self {
        let [width, height] = target_size.map(|extent| extent as f32);
        Self {
            viewport: Viewport { x: 0.0, y: 0.0, width, height, min_depth: 0.0, max_depth: 1.0 },
            scissor: None,
            target_size,
            sample_count: SampleCount::One,
            front_face: FrontFace::default(),
            cull_mode: CullMode::default(),
            unclipped_depth: false,
            is_per_sample: false,
            varyings,
        }
    }

    /// Whether a varying asks for a fragment for each sample.
    #[must_use]
    pub fn needs_samples(&self) -> bool {
        self.varyings.iter().any(|varying| varying.interpolation.sampling() == Sampling::Sample)
    }
}
