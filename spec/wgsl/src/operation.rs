//! The operations of builtin functions: the words of the column `operation`. The table generator (`spec/build`) compiles this file, too, to check them.

use shader_numeric::Operation;

/// An enumeration whose words in data files are the names of its variants.
macro_rules! functions {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[allow(missing_docs, reason = "the functions by name")]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            fn named(word: &str) -> Option<Self> {
                [$((stringify!($variant), Self::$variant),)*].into_iter().find(|row| row.0 == word).map(|row| row.1)
            }
        }
    };
}

/// The operation of a builtin function, a constructor or an operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FunctionOperation {
    /// A value that depends on the arguments alone: const evaluation computes it, too.
    Value(Operation),
    /// A change of an atomic object in memory.
    Atomic(AtomicFunction),
    /// A barrier of the workgroup.
    Barrier(BarrierFunction),
    /// A value that the invocations of a subgroup or quad compute together.
    Subgroup(SubgroupFunction),
    /// A derivative of a value.
    Derivative(DerivativeFunction),
    /// An access to a texture, or a question about it.
    Texture(TextureFunction),
    /// The number of elements of an array.
    ArrayLength,
    /// The size of a buffer.
    BufferLength,
    /// A typed part of a buffer.
    BufferView,
    /// A load between two barriers.
    WorkgroupUniformLoad,
}

impl FunctionOperation {
    /// The operation with a name in data files: `Clamp`, `Atomic.Add`, `ArrayLength`.
    #[must_use]
    pub fn named(words: &str) -> Option<Self> {
        match words.split_once('.') {
            Some(("Atomic", word)) => AtomicFunction::named(word).map(Self::Atomic),
            Some(("Barrier", word)) => BarrierFunction::named(word).map(Self::Barrier),
            Some(("Subgroup", word)) => SubgroupFunction::named(word).map(Self::Subgroup),
            Some(("Derivative", word)) => DerivativeFunction::named(word).map(Self::Derivative),
            Some(("Texture", word)) => TextureFunction::named(word).map(Self::Texture),
            Some(_) => None,
            None => match words {
                "ArrayLength" => Some(Self::ArrayLength),
                "BufferLength" => Some(Self::BufferLength),
                "BufferView" => Some(Self::BufferView),
                "WorkgroupUniformLoad" => Some(Self::WorkgroupUniformLoad),
                word => Operation::named(word).map(Self::Value),
            },
        }
    }

    /// The operation on values, if it depends on nothing else.
    #[must_use]
    pub const fn value(self) -> Option<Operation> {
        if let Self::Value(operation) = self { Some(operation) } else { None }
    }
}

functions! {
    /// <https://www.w3.org/TR/WGSL/#atomic-builtin-functions>
    AtomicFunction {
        Load,
        Store,
        Add,
        Subtract,
        Max,
        Min,
        And,
        Or,
        Xor,
        Exchange,
        CompareExchange,
    }
}

functions! {
    /// <https://www.w3.org/TR/WGSL/#sync-builtin-functions>
    BarrierFunction {
        Workgroup,
        Storage,
        Texture,
    }
}

functions! {
    /// <https://www.w3.org/TR/WGSL/#subgroup-builtin-functions>, <https://www.w3.org/TR/WGSL/#quad-builtin-functions>
    SubgroupFunction {
        Add,
        ExclusiveAdd,
        InclusiveAdd,
        Multiply,
        ExclusiveMultiply,
        InclusiveMultiply,
        Min,
        Max,
        And,
        Or,
        Xor,
        All,
        Any,
        Elect,
        Ballot,
        Broadcast,
        BroadcastFirst,
        Shuffle,
        ShuffleDown,
        ShuffleUp,
        ShuffleXor,
        QuadBroadcast,
        QuadSwapX,
        QuadSwapY,
        QuadSwapDiagonal,
    }
}

functions! {
    /// <https://www.w3.org/TR/WGSL/#derivative-builtin-functions>
    DerivativeFunction {
        /// One for the quad.
        X,
        /// Each row of the quad has its own.
        FineX,
        /// One for the quad.
        Y,
        /// Each column of the quad has its own.
        FineY,
        /// The sum of the magnitudes of `X` and `Y`.
        Width,
        /// The sum of the magnitudes of `FineX` and `FineY`.
        FineWidth,
    }
}

functions! {
    /// <https://www.w3.org/TR/WGSL/#texture-builtin-functions>
    TextureFunction {
        Dimensions,
        Layers,
        Levels,
        Samples,
        Load,
        Store,
        Sample,
        SampleBias,
        SampleLevel,
        SampleGradient,
        SampleCompare,
        SampleCompareLevel,
        SampleBaseClampToEdge,
        Gather,
        GatherCompare,
    }
}
