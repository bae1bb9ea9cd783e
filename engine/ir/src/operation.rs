//! Values from outside, and the operations that invocations do on shared memory, together, and on textures.

use crate::words::Word;
use shader_numeric::allowed::{Accuracies, Accuracy};
use std::borrow::Cow;

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
        /// A component of the size of the invocation's own workgroup: one at the upper edges of a dispatch may be smaller than others.
        WorkgroupSize(axis: u8) "workgroup_size",
        /// A component of the size of a workgroup that is not at an edge.
        WholeWorkgroupSize(axis: u8) "whole_workgroup_size",
        /// A component of the number of invocations in the dispatch.
        InvocationCount(axis: u8) "invocation_count",
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
    /// Returns true if the specification says which value each invocation reads: it does not say how subgroups are arranged.
    #[must_use]
    pub const fn is_arranged(self) -> bool {
        !matches!(self, Self::SubgroupInvocation | Self::SubgroupSize | Self::Subgroup | Self::SubgroupCount)
    }

    /// Returns true if all invocations of a workgroup read one value.
    #[must_use]
    pub const fn is_uniform(self) -> bool {
        match self {
            Self::Workgroup(_)
            | Self::WorkgroupIndex
            | Self::WorkgroupCount(_)
            | Self::WorkgroupSize(_)
            | Self::WholeWorkgroupSize(_)
            | Self::InvocationCount(_)
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
    /// The accuracy that a call asks for: which one of the [`Accuracies`] of its language.
    #[derive(Default)]
    pub enum Precision {
        /// That of the language, or of the way in which the program is compiled. It has no text.
        #[default]
        Default "",
        /// The better one.
        Precise "precise",
        /// The worse one.
        Fast "fast",
    }
}

impl Precision {
    /// The accuracy that a call has.
    #[must_use]
    pub const fn of(self, accuracies: Accuracies) -> &'static Accuracy {
        match self {
            Self::Default => accuracies.default,
            Self::Precise => accuracies.precise,
            Self::Fast => accuracies.fast,
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
    /// The invocations that wait for each other at a barrier.
    pub enum BarrierScope {
        /// None: a fence, which orders accesses of one invocation around its atomic operations. Strict execution does not follow the order that
        /// results between invocations: it takes accesses with nothing but fences between them for a race.
        Fence "fence",
        /// Those of the subgroup.
        Subgroup "subgroup",
        /// Those of the workgroup.
        Workgroup "workgroup",
    }
}

/// The memory that a barrier orders. Its text is `workgroup+buffers`, or `nothing`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BarrierMemory {
    /// That of the workgroup.
    pub workgroup: bool,
    /// Buffers.
    pub buffers: bool,
    /// The texels of textures.
    pub textures: bool,
}

impl BarrierMemory {
    /// No memory: invocations only wait for each other.
    pub const NOTHING: Self = Self { workgroup: false, buffers: false, textures: false };
    /// The memory of the workgroup.
    pub const WORKGROUP: Self = Self { workgroup: true, ..Self::NOTHING };
    /// Buffers.
    pub const BUFFERS: Self = Self { buffers: true, ..Self::NOTHING };
    /// The texels of textures.
    pub const TEXTURES: Self = Self { textures: true, ..Self::NOTHING };
    /// All of it.
    pub const EVERYTHING: Self = Self { workgroup: true, buffers: true, textures: true };

    const fn parts(self) -> [(bool, &'static str); 3] {
        [(self.workgroup, "workgroup"), (self.buffers, "buffers"), (self.textures, "textures")]
    }
}

impl Word for BarrierMemory {
    const WHAT: &'static str = "set of memories";

    fn word(&self) -> Cow<'static, str> {
        let words: Vec<&str> =
            self.parts().into_iter().filter(|(is_in, _)| *is_in).map(|(_, word)| word).collect();
        if words.is_empty() { "nothing".into() } else { words.join("+").into() }
    }

    fn of_word(word: &str) -> Option<Self> {
        let has = |wanted: &str| word.split('+').any(|part| part == wanted);
        let memory = Self { workgroup: has("workgroup"), buffers: has("buffers"), textures: has("textures") };
        (memory.word() == word).then_some(memory)
    }
}

words! {
    /// An operation on a texture.
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
