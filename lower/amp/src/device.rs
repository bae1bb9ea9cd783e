//! Launches as compute shaders in WGSL, for an implementation of WebGPU: the proof that translations compute the same.

use crate::Error;
use crate::memory::address;
use core::ops::Range;
use msl_lower::Launch;
use msl_translate::{LaunchRequest, LaunchTranslation, Number, Origin, View, translate_launch};
use msl_validator::meaning::Module;
use shader_run::memory::SharedBytes;
use webgpu_model::{Binding, Bytes, Data, Dispatch, Shader};

/// Executes a compute shader in WGSL. The result are the buffers that it may write, or why there are none.
pub type Device<'a> = dyn FnMut(&str, &Dispatch) -> Result<Vec<Binding>, String> + 'a;

/// The name of entry points.
const NAME: &str = "kernel_main";

/// The translation of a kernel.
pub(crate) fn translated(
    module: &Module,
    library: &[Range<u32>],
    launch: &Launch,
) -> Result<LaunchTranslation, Error> {
    let request =
        LaunchRequest { name: NAME.to_owned(), instance: launch.instance, library: library.to_vec() };
    translate_launch(module, &request).map_err(|refusal| Error::Device(launch.place, refusal.to_string()))
}

/// A launch on a device.
pub(crate) struct OnDevice<'a> {
    pub(crate) translation: &'a LaunchTranslation,
    /// The extent of the domain, the most significant dimension first.
    pub(crate) extent: &'a [i32],
    /// The address of the kernel.
    pub(crate) kernel: u64,
    /// The memory of the host.
    pub(crate) memory: &'a SharedBytes,
}

impl OnDevice<'_> {
    /// Runs the kernel, and writes what it has written to the memory of the host.
    pub(crate) fn run(&self, device: &mut Device<'_>) -> Result<(), String> {
        let views: Vec<(&View, Range<usize>)> =
            self.translation.views.iter().map(|view| (view, self.range(view))).collect();
        check_apart(&views)?;
        let mut bindings = Vec::new();
        if !self.translation.numbers.is_empty() {
            bindings.push(buffer(0, self.numbers()));
        }
        let bytes = self.memory.to_bytes();
        for (view, range) in &views {
            // Bindings of WebGPU are not empty.
            let none = vec![0; view.stride as usize];
            let elements = bytes.get(range.clone()).filter(|elements| !elements.is_empty());
            bindings.push(buffer(view.binding, elements.map_or(none, <[u8]>::to_vec)));
        }
        let dispatch = Dispatch {
            shader: Shader { entry_point: Some(NAME.to_owned()), constants: Vec::new() },
            workgroups: self.workgroups(),
            bindings,
            immediates: Vec::new(),
        };
        let written = device(&self.translation.translation.wgsl, &dispatch)?;
        for (view, range) in views.iter().filter(|(view, _)| view.is_written) {
            let Some(found) = written.iter().find(|found| found.binding == view.binding) else { continue };
            let Data::Buffer(bytes) = &found.data else { continue };
            for (offset, word) in range.clone().step_by(4).zip(bytes.chunks_exact(4)) {
                self.memory.store32(offset, u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
            }
        }
        Ok(())
    }

    /// Workgroups along x, y and z: the last dimension of the domain is along x.
    fn workgroups(&self) -> [u32; 3] {
        let mut counts = [1; 3];
        let sizes = self.extent.iter().rev().zip(self.translation.workgroup_size);
        for (count, (extent, size)) in counts.iter_mut().zip(sizes) {
            *count = extent.unsigned_abs().div_ceil(size);
        }
        counts
    }

    /// The address of a part of the object of the kernel.
    fn place(&self, path: &[u32]) -> usize {
        let mut at = address(self.kernel);
        for (step, offset) in path.iter().enumerate() {
            if step > 0 {
                let word = |at: usize| u64::from(self.memory.load32(at));
                at = address(word(at + 4) << 32 | word(at));
            }
            at += *offset as usize;
        }
        at
    }

    /// The values of numbers on the host, each as 32 bits.
    fn values(&self, number: &Number) -> Vec<u32> {
        let at = match &number.origin {
            Origin::Domain => return self.extent.iter().map(|extent| extent.cast_unsigned()).collect(),
            Origin::Kernel(path) => self.place(path),
        };
        let value = |index: u32| {
            let at = at + (index * number.size) as usize;
            if number.size == 1 { self.memory.load8(at).into() } else { self.memory.load32(at) }
        };
        (0..number.count).map(value).collect()
    }

    /// The uniform buffer.
    fn numbers(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.translation.uniform_bytes as usize];
        for number in &self.translation.numbers {
            for (index, value) in self.values(number).into_iter().enumerate() {
                let at = number.offset as usize + 4 * index;
                bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
            }
        }
        bytes
    }

    /// The bytes from the first element of a view to its last.
    fn range(&self, view: &View) -> Range<usize> {
        let Origin::Kernel(path) = &view.origin else { return 0..0 };
        let start = self.place(path);
        let of_view = |member: &str| {
            let name = format!("{}.{member}", view.source);
            let number = self.translation.numbers.iter().find(|number| number.source == name)?;
            Some(self.values(number))
        };
        let count = match (of_view("extent"), of_view("further_levels").as_deref()) {
            // The memory of a texture begins with its first level, whichever level a view is of.
            (Some(extent), Some([further])) if view.is_view => {
                let before = of_view("level").and_then(|level| level.first().copied()).unwrap_or(0);
                texels(&of_view("texture_extent").unwrap_or(extent), before + further + 1)
            }
            (Some(extent), _) if view.is_view => {
                let strides = of_view("strides").unwrap_or_else(|| row_major(&extent));
                let last =
                    extent.iter().zip(strides).map(|(extent, stride)| extent.saturating_sub(1) * stride);
                if extent.contains(&0) { 0 } else { last.sum::<u32>() + 1 }
            }
            _ => 1,
        };
        start..start + count as usize * view.stride as usize
    }
}

/// The number of texels in the first levels of a texture: each is half as large as the one before in each dimension. C++ AMP 1.2 (10.1.12)
fn texels(extent: &[u32], levels: u32) -> u32 {
    let of_level = |level: u32| extent.iter().map(|size| (size >> level).max(1)).product::<u32>();
    (0..levels.min(u32::BITS)).map(of_level).sum()
}

fn row_major(extent: &[u32]) -> Vec<u32> {
    let sizes = (0..extent.len()).map(|index| extent[index + 1..].iter().product());
    sizes.collect()
}

fn buffer(binding: u32, bytes: Vec<u8>) -> Binding {
    Binding { group: 0, binding, data: Data::Buffer(Bytes::from(bytes)) }
}

/// WebGPU does not bind memory twice if either binding may be written.
fn check_apart(views: &[(&View, Range<usize>)]) -> Result<(), String> {
    for (index, (view, range)) in views.iter().enumerate() {
        let shares = |(other, others): &&(&View, Range<usize>)| {
            (view.is_written || other.is_written) && range.start < others.end && others.start < range.end
        };
        if let Some((other, _)) = views[..index].iter().find(shares) {
            return Err(format!(
                "`{}` and `{}` share memory that is written: WebGPU can't bind it twice",
                other.source, view.source
            ));
        }
    }
    Ok(())
}
