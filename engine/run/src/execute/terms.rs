//! The words of a language for the parts of a dispatch.

/// The names of a language for the parts of a dispatch, and for what orders accesses to memory. Plurals end in an `s`.
#[derive(PartialEq, Eq, Debug)]
pub struct Terms {
    /// One execution of the entry point.
    pub invocation: &'static str,
    /// The invocations that share memory and barriers.
    pub workgroup: &'static str,
    /// The invocations of a workgroup that exchange values.
    pub subgroup: &'static str,
    /// The barriers that order accesses to memory of the workgroup, buffers and textures.
    pub barriers: [&'static str; 3],
}

impl Terms {
    /// The words of WebGPU and WGSL.
    pub const WEBGPU: Self = Self {
        invocation: "invocation",
        workgroup: "workgroup",
        subgroup: "subgroup",
        barriers: ["workgroupBarrier()", "storageBarrier()", "textureBarrier()"],
    };

    /// A workgroup different from the one of a fault: " of a different workgroup", or nothing.
    pub(super) fn whose(&self, is_elsewhere: bool) -> String {
        if is_elsewhere { format!(" of a different {}", self.workgroup) } else { String::new() }
    }

    /// "the write by invocation 3 of a different workgroup"
    pub(super) fn write_by(&self, invocation: u32, is_elsewhere: bool) -> String {
        format!("the write by {} {invocation}{}", self.invocation, self.whose(is_elsewhere))
    }
}

impl Default for &Terms {
    fn default() -> Self {
        &Terms::WEBGPU
    }
}
