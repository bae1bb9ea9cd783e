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
    /// The barriers that order accesses to memory of the workgroup, buffers and textures; `None` where the program knows no workgroups, and only the end
    /// of the dispatch orders anything.
    pub barriers: Option<[&'static str; 3]>,
    /// One execution of all invocations.
    pub dispatch: &'static str,
}

impl Terms {
    /// The words of WebGPU and WGSL.
    pub const WEBGPU: Self = Self {
        invocation: "invocation",
        workgroup: "workgroup",
        subgroup: "subgroup",
        barriers: Some(["workgroupBarrier()", "storageBarrier()", "textureBarrier()"]),
        dispatch: "dispatch",
    };

    /// The other invocation of a fault: "invocation 3", "invocation 3 of a different workgroup". Without workgroups its number in one means nothing.
    pub(super) fn other(&self, invocation: u32, is_elsewhere: bool) -> String {
        match (self.barriers, is_elsewhere) {
            (None, _) => format!("a different {}", self.invocation),
            (Some(_), false) => format!("{} {invocation}", self.invocation),
            (Some(_), true) => format!("{} {invocation} of a different {}", self.invocation, self.workgroup),
        }
    }

    /// "the write by invocation 3 of a different workgroup"
    pub(super) fn write_by(&self, invocation: u32, is_elsewhere: bool) -> String {
        format!("the write by {}", self.other(invocation, is_elsewhere))
    }
}

impl Default for &Terms {
    fn default() -> Self {
        &Terms::WEBGPU
    }
}
