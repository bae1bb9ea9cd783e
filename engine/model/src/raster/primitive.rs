//! How vertices and indices are read, and how vertices make primitives.

named! {
    /// How vertices make primitives.
    #[derive(Default)]
    pub enum Topology {
        /// Each vertex is a point.
        PointList "point-list",
        /// Each pair is a line.
        LineList "line-list",
        /// Each vertex but the first ends a line from the one before.
        LineStrip "line-strip",
        /// Each three are a triangle.
        #[default]
        TriangleList "triangle-list",
        /// Each vertex but the first two ends a triangle with the two before; every other one is turned around.
        TriangleStrip "triangle-strip",
    }
}

named! {
    /// How an index is stored.
    #[derive(Default)]
    pub enum IndexFormat {
        /// In two bytes.
        #[default]
        Uint16 "uint16",
        /// In four bytes.
        Uint32 "uint32",
    }
}

named! {
    /// The unit that a vertex buffer has an element for.
    #[derive(Default)]
    pub enum StepMode {
        /// Each vertex.
        #[default]
        Vertex "vertex",
        /// Each instance.
        Instance "instance",
    }
}

impl Topology {
    /// Whether primitives share vertices with those before. Only then there is a primitive restart value.
    #[must_use]
    pub const fn is_strip(self) -> bool {
        matches!(self, Self::LineStrip | Self::TriangleStrip)
    }
}

impl IndexFormat {
    /// The index that ends a strip: all bits set.
    #[must_use]
    pub const fn restart_value(self) -> u32 {
        match self {
            Self::Uint16 => 0xffff,
            Self::Uint32 => u32::MAX,
        }
    }

    /// In bytes.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::Uint16 => 2,
            Self::Uint32 => 4,
        }
    }
}
