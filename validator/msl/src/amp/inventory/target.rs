//! The languages that a kernel may be ported to, and what blocks it.

use super::kernel::{Kernel, State, Translation};
use super::uses::Feature;
use shader_source::Span;

/// A language with its limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Target {
    /// WGSL with the limits that each device has.
    Wgsl,
    /// WGSL on devices whose limits are as high as the limits of C++ AMP.
    WgslRaised,
    /// HLSL, shader model 5.0.
    Hlsl,
    /// C++ for processors, with a library that has the names of C++ AMP.
    Cxx,
}

impl Target {
    /// All of them, the one with the most limits first.
    pub const ALL: [Self; 4] = [Self::Wgsl, Self::WgslRaised, Self::Hlsl, Self::Cxx];

    /// The name in tables and records.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::WgslRaised => "wgsl-raised",
            Self::Hlsl => "hlsl",
            Self::Cxx => "c++",
        }
    }
}

/// Why a target can't have a kernel as it is, the reason that costs most first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The kernel breaks rules of C++ AMP.
    Errors,
    /// It isn't known in full.
    Unresolved,
    /// Arithmetic in `double`.
    Double,
    /// A fence without a barrier.
    Fences,
    /// A function with more than the accuracy of WGSL and HLSL.
    PreciseMath,
    /// A part that the translator can't express.
    NoCounterpart,
    /// The threads of a tile.
    TileThreads,
    /// The bytes of `tile_static` variables.
    TileStatic,
    /// The number of buffers.
    Buffers,
}

impl Reason {
    /// The reason in lower case, as tables and records have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Errors => "errors",
            Self::Unresolved => "unresolved",
            Self::Double => "double",
            Self::Fences => "fences",
            Self::PreciseMath => "precise-math",
            Self::NoCounterpart => "no-counterpart",
            Self::TileThreads => "tile-threads",
            Self::TileStatic => "tile-static",
            Self::Buffers => "buffers",
        }
    }
}

/// A reason that blocks a kernel for a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocker {
    /// Why.
    pub reason: Reason,
    /// In words.
    pub detail: String,
    /// The first place of it.
    pub place: Span,
}

/// The limits of a target: threads of a tile, bytes of `tile_static` variables, buffers.
struct Limits {
    threads: u64,
    bytes: u64,
    buffers: u64,
}

/// WebGPU, `maxComputeInvocationsPerWorkgroup`, `maxComputeWorkgroupStorageSize`, `maxStorageBuffersPerShaderStage`.
const DEFAULT: Limits = Limits { threads: 256, bytes: 16_384, buffers: 8 };
/// C++ AMP 1.2 (7, 2.4.3.5.1), which Direct3D 11 has, too.
const RAISED: Limits = Limits { threads: 1_024, bytes: 32_768, buffers: 64 };

impl Kernel {
    /// Returns what blocks this kernel for a target, the largest reason first; nothing if the target can have it.
    #[must_use]
    pub fn blockers(&self, target: Target) -> Vec<Blocker> {
        let mut found = Vec::new();
        let mut block = |reason, detail: String, place| found.push(Blocker { reason, detail, place });
        if let Some(first) = self.errors.first() {
            block(Reason::Errors, count(self.errors.len() as u64, "error"), *first);
        }
        // A C++ compiler with the headers of the program needs nothing else.
        if target == Target::Cxx {
            return found;
        }
        match (&self.state, self.unresolved.first()) {
            (State::Unknown(reason), _) => block(Reason::Unresolved, reason.clone(), self.place),
            (State::Generic, _) => {
                let detail = "no use of the template around it is known".to_owned();
                block(Reason::Unresolved, detail, self.place);
            }
            (_, Some((place, reason))) => block(Reason::Unresolved, reason.clone(), *place),
            (State::NotLaunched | State::Checked, None) => {}
        }
        self.block_features(target, &mut block);
        if let Some(Translation::Refused(parts)) = &self.translation
            && let Some((place, first)) = parts.first()
        {
            block(Reason::NoCounterpart, first.clone(), *place);
        }
        let limits = match target {
            Target::Wgsl => DEFAULT,
            Target::WgslRaised | Target::Hlsl | Target::Cxx => RAISED,
        };
        self.block_limits(target, &limits, &mut block);
        found.sort_by_key(|blocker| blocker.reason);
        found
    }

    fn block_features(&self, target: Target, block: &mut impl FnMut(Reason, String, Span)) {
        let reasons = [
            (Feature::Double, Reason::Double),
            (Feature::Fence, Reason::Fences),
            (Feature::Math, Reason::PreciseMath),
        ];
        for (feature, reason) in reasons {
            // HLSL has the arithmetic of `double`, and fences.
            if target == Target::Hlsl && reason != Reason::PreciseMath {
                continue;
            }
            let used = self.uses.iter().find(|used| {
                used.feature == feature
                    && (reason != Reason::PreciseMath || used.name.starts_with("precise_math"))
            });
            if let Some(used) = used {
                block(reason, format!("`{}`", used.name), used.place);
            }
        }
    }

    fn block_limits(&self, target: Target, limits: &Limits, block: &mut impl FnMut(Reason, String, Span)) {
        // A translation has further buffers for large captured objects, and WebGPU rounds the sizes of variables.
        let (buffers, bytes) = match self.translation {
            Some(Translation::Done { buffers, workgroup_bytes }) if target != Target::Hlsl => {
                (Some(buffers), Some(workgroup_bytes))
            }
            Some(Translation::Done { .. } | Translation::Refused(_)) | None => {
                (self.buffers, self.tile_static_bytes())
            }
        };
        let threads = self.tile.as_ref().and_then(|tile| tile.threads);
        if let Some(threads) = threads.filter(|threads| *threads > limits.threads) {
            block(
                Reason::TileThreads,
                format!("{threads} threads, {} are allowed", limits.threads),
                self.place,
            );
        }
        if let Some(bytes) = bytes.filter(|bytes| *bytes > limits.bytes) {
            let place = self.tile_static.first().map_or(self.place, |variable| variable.place);
            block(Reason::TileStatic, format!("{bytes} bytes, {} are allowed", limits.bytes), place);
        }
        if let Some(buffers) = buffers.filter(|buffers| *buffers > limits.buffers) {
            block(Reason::Buffers, format!("{buffers}, {} are allowed", limits.buffers), self.place);
        }
    }
}

/// `1 error`, `2 errors`
fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
