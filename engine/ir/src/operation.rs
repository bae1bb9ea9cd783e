//! Values from outside, and the operations that invocations do on shared memory, together, and on textures.

words! {
    /// A value from outside of the program.
    pub enum Input {
        /// A component of the invocation's place in its workgroup.
        LocalInvocation(axis: u8) "local_invocation",
        /// That place as one number.
        LocalInvocationIndex "local_invocation_index",
        /// A component of the invocation's place in the dispatch.
        GlobalInvocation(axis: u8) "global_invocation",
        /// That place as one number.
        GlobalInvocationIndex "global_invocation_index",
        /// A component of the workgroup's place in the dispatch.
        Workgroup(axis: u8) "workgroup",
        /// That place as one number.
        WorkgroupIndex "workgroup_index",
        /// A component of the number of workgroups.
        WorkgroupCount(axis: u8) "workgroup_count",
        /// The invocation's place in its subgroup.
        SubgroupInvocation "subgroup_invocation",
        /// The number of invocations in a subgroup.
        SubgroupSize "subgroup_size",
        /// The place of the subgroup in the workgroup.
        Subgroup "subgroup",
        /// The number of subgroups in the workgroup.
        SubgroupCount "subgroup_count",
        /// A value that the stage before hands on: an index into [`Program::stage_inputs`](crate::Program::stage_inputs).
        Stage(index: u16) "stage",
        /// The size of a buffer in bytes: an index into [`Program::resources`](crate::Program::resources).
        BufferSize(index: u16) "buffer_size",
    }
}

impl Input {
    /// Whether the specification says which value each invocation reads: it does not say how subgroups are arranged.
    #[must_use]
    pub const fn is_arranged(self) -> bool {
        !matches!(self, Self::SubgroupInvocation | Self::SubgroupSize | Self::Subgroup | Self::SubgroupCount)
    }

    /// Whether all invocations of a workgroup read one value.
    #[must_use]
    pub const fn is_uniform(self) -> bool {
        match self {
            Self::Workgroup(_)
            | Self::WorkgroupIndex
            | Self::WorkgroupCount(_)
            | Self::SubgroupSize
            | Self::SubgroupCount
            | Self::BufferSize(_) => true,
            Self::LocalInvocation(_)
            | Self::LocalInvocationIndex
            | Self::GlobalInvocation(_)
            | Self::GlobalInvocationIndex
            | Self::SubgroupInvocation
            | Self::Subgroup
            | Self::Stage(_) => false,
        }
    }
}

words! {
    /// The new value that an atomic operation makes of the old one and its operand.
    #[allow(missing_docs, reason = "the atomic functions by name")]
    pub enum AtomicOperation {
        Load "load",
        Store "store",
        Add "add",
        Subtract "subtract",
        Max "max",
        Min "min",
        And "and",
        Or "or",
        Xor "xor",
        Exchange "exchange",
    }
}

words! {
    /// A value that the invocations of a subgroup or of a quad compute together.
    #[allow(missing_docs, reason = "the subgroup and quad functions by name")]
    pub enum GroupOperation {
        Add "add",
        ExclusiveAdd "exclusive_add",
        InclusiveAdd "inclusive_add",
        Multiply "multiply",
        ExclusiveMultiply "exclusive_multiply",
        InclusiveMultiply "inclusive_multiply",
        Min "min",
        Max "max",
        And "and",
        Or "or",
        Xor "xor",
        All "all",
        Any "any",
        Elect "elect",
        Broadcast "broadcast",
        BroadcastFirst "broadcast_first",
        /// With the number of the word: each has a bit for 32 invocations.
        Ballot(word: u8) "ballot",
        Shuffle "shuffle",
        ShuffleDown "shuffle_down",
        ShuffleUp "shuffle_up",
        ShuffleXor "shuffle_xor",
        QuadBroadcast "quad_broadcast",
        QuadSwapX "quad_swap_x",
        QuadSwapY "quad_swap_y",
        QuadSwapDiagonal "quad_swap_diagonal",
        /// The derivative along x: one for the quad.
        DerivativeX "derivative_x",
        /// The derivative along x: each row of the quad has its own.
        FineDerivativeX "fine_derivative_x",
        /// The derivative along y: one for the quad.
        DerivativeY "derivative_y",
        /// The derivative along y: each column of the quad has its own.
        FineDerivativeY "fine_derivative_y",
    }
}

words! {
    /// The memory that a barrier orders.
    #[allow(missing_docs, reason = "the barrier functions by name")]
    pub enum Barrier {
        Workgroup "workgroup",
        Storage "storage",
        Texture "texture",
    }
}

words! {
    /// What is done with a texture.
    #[allow(missing_docs, reason = "the texture functions by name")]
    pub enum TextureOperation {
        Dimensions "dimensions",
        Layers "layers",
        Levels "levels",
        Samples "samples",
        Load "load",
        Store "store",
        Sample "sample",
        Gather "gather",
    }
}
