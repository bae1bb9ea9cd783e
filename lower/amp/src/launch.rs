//! Launches: kernels that run on all indices of their domains. C++ AMP 1.2 (7)

use crate::device::{self, Device, OnDevice};
use crate::{Error, memory};
use core::ops::Range;
use msl_lower::{Launch, Request, UNTILED_THREADS, lower_launch};
use msl_translate::LaunchTranslation;
use msl_validator::amp::Program;
use msl_validator::meaning::Module;
use shader_run::execute::{self, Bound, Fault, FaultKind, Grid, Options, Plan, Terms};
use shader_run::memory::SharedBytes;
use shader_source::Span;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A launch of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Launched {
    /// Where the program launches the kernel.
    pub place: Span,
    /// The extent of the domain, the most significant dimension first.
    pub extent: Vec<i32>,
    /// The tile.
    pub tile: Option<Vec<u32>>,
    /// The faults of strict execution, by place.
    pub faults: Vec<Fault>,
}

impl Launched {
    /// Returns the words of C++ AMP for the faults of the launch.
    #[must_use]
    pub const fn terms(&self) -> &'static Terms {
        terms(self.tile.is_some())
    }

    /// Returns the index of the thread with a fault, the most significant component first. `None` in a launch with tiles, whose threads have numbers.
    #[must_use]
    pub fn index(&self, fault: &Fault) -> Option<Vec<u64>> {
        if self.tile.is_some() {
            return None;
        }
        let mut rest = fault.workgroup * u64::from(UNTILED_THREADS) + u64::from(fault.invocation);
        let mut index = Vec::with_capacity(self.extent.len());
        for size in self.extent.iter().rev() {
            let size = u64::from(size.unsigned_abs()).max(1);
            index.push(rest % size);
            rest /= size;
        }
        index.reverse();
        Some(index)
    }
}

/// The words for a launch, with tiles or without: threads that are in no tile meet no barrier.
const fn terms(has_tiles: bool) -> &'static Terms {
    const BARRIERS: [&str; 3] = [
        "barrier.wait_with_tile_static_memory_fence()",
        "barrier.wait_with_global_memory_fence()",
        "barrier.wait()",
    ];
    const TILED: Terms = Terms {
        invocation: "thread",
        workgroup: "tile",
        subgroup: "wavefront",
        barriers: Some(BARRIERS),
        dispatch: "launch",
    };
    const UNTILED: Terms = Terms { barriers: None, ..TILED };
    if has_tiles { &TILED } else { &UNTILED }
}

/// The kernels of a program, lowered once each.
pub(crate) struct Kernels<'a, 'd> {
    module: &'a Module,
    library: Vec<Range<u32>>,
    options: Options,
    /// By the address of the arguments, of which each launch has its own.
    plans: HashMap<u32, Plan>,
    /// The device that executes the kernels instead, and their translations by the address of their arguments.
    device: Option<&'d mut Device<'d>>,
    translations: HashMap<u32, LaunchTranslation>,
}

impl<'a, 'd> Kernels<'a, 'd> {
    pub(crate) fn new(program: &'a Program, options: Options) -> Self {
        Self {
            module: &program.module,
            library: program.library(),
            options,
            plans: HashMap::new(),
            device: None,
            translations: HashMap::new(),
        }
    }

    /// The kernels on a device.
    pub(crate) fn on(self, device: &'d mut Device<'d>) -> Self {
        Self { device: Some(device), ..self }
    }

    /// Runs a kernel, which the host launches with pointers to its domain and to itself.
    pub(crate) fn launch(
        &mut self,
        launch: &Launch,
        pointers: &[u64],
        bound: &[Bound; 1],
    ) -> Result<Launched, Error> {
        let Bound::Buffer(bytes) = &bound[0] else { return Err(Error::OutOfMemory) };
        let domain = memory::address(pointers.first().copied().unwrap_or(0));
        let extent: Vec<i32> =
            (0..launch.rank as usize).map(|it| bytes.load32(domain + 4 * it) as i32).collect();
        let groups = groups(launch, &extent).map_err(|message| Error::Exception(launch.place, message))?;
        if self.device.is_some() {
            self.launch_on_device(launch, pointers.get(1).copied().unwrap_or(0), &extent, bytes)?;
            let (place, tile) = (launch.place, launch.tile.clone());
            return Ok(Launched { place, extent, tile, faults: Vec::new() });
        }
        let plan = self.plan(launch)?;
        let findings =
            execute::dispatch(plan, Grid::Workgroups([groups, 1, 1]), bound).map_err(Error::Stopped)?;
        let faults = findings.faults.into_iter().map(|fault| self.in_words_of_amp(fault)).collect();
        Ok(Launched { place: launch.place, extent, tile: launch.tile.clone(), faults })
    }

    /// A fault in the words of C++ AMP.
    fn in_words_of_amp(&self, fault: Fault) -> Fault {
        if fault.kind == FaultKind::UndefinedOperands
            && msl_lower::is_end_of_function(self.module, fault.span)
        {
            let message = msl_lower::WITHOUT_RETURN.to_owned();
            return Fault { kind: FaultKind::UninitializedRead, message, ..fault };
        }
        in_words_of_views(fault)
    }

    fn launch_on_device(
        &mut self,
        launch: &Launch,
        kernel: u64,
        extent: &[i32],
        memory: &SharedBytes,
    ) -> Result<(), Error> {
        let Some(device) = &mut self.device else { return Ok(()) };
        let translation = match self.translations.entry(launch.arguments) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(vacant) => vacant.insert(device::translated(self.module, &self.library, launch)?),
        };
        let on_device = OnDevice { translation, extent, kernel, memory };
        on_device.run(&mut **device).map_err(|reason| Error::Device(launch.place, reason))
    }

    fn plan(&mut self, launch: &Launch) -> Result<&Plan, Error> {
        match self.plans.entry(launch.arguments) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(vacant) => {
                let request = Request { is_strict: self.options.strict, ..Request::default() };
                let program =
                    lower_launch(self.module, &self.library, launch, &request).map_err(Error::Unsupported)?;
                let options = Options { terms: terms(launch.tile.is_some()), ..self.options };
                Ok(vacant.insert(Plan::new(program, options)))
            }
        }
    }
}

/// The number of groups of a launch, or the exception that it throws. C++ AMP 1.2 (7.1)
fn groups(launch: &Launch, extent: &[i32]) -> Result<u32, String> {
    let words: Vec<String> = extent.iter().map(ToString::to_string).collect();
    let words = words.join(", ");
    let sizes: Option<Vec<u32>> =
        extent.iter().map(|size| u32::try_from(*size).ok().filter(|size| *size > 0)).collect();
    let Some(sizes) = sizes else {
        return Err(format!(
            "`invalid_compute_domain`: the extent ({words}) must be positive in each dimension"
        ));
    };
    let threads = sizes.iter().try_fold(1_u32, |product, size| product.checked_mul(*size));
    let Some(threads) = threads.filter(|threads| i32::try_from(*threads).is_ok()) else {
        return Err(format!(
            "`invalid_compute_domain`: the extent ({words}) has more than 2147483647 indices"
        ));
    };
    let Some(tile) = &launch.tile else { return Ok(threads.div_ceil(launch.threads())) };
    if let Some((size, tile)) = sizes.iter().zip(tile).find(|(size, tile)| !size.is_multiple_of(**tile)) {
        return Err(format!(
            "`invalid_compute_domain`: the extent {size} is not a multiple of the tile's {tile}"
        ));
    }
    Ok(threads / launch.threads())
}

/// An access outside of a buffer in the words of C++ AMP: the program has no buffers, only views and arrays in the memory of the host, whose size
/// means nothing to it.
fn in_words_of_views(fault: Fault) -> Fault {
    if fault.kind == FaultKind::OutOfBounds && fault.message.starts_with("the buffer ") {
        return Fault { message: "the element is outside of its view or array".to_owned(), ..fault };
    }
    // Whether the elements that the threads choose differ in the end is not known: they may only change places.
    if let Some(rest) = fault.message.strip_prefix("an address depends on this value")
        && fault.kind == FaultKind::UnorderedAtomics
    {
        let message = format!("an index depends on this value{rest}; the results may depend on the order");
        return Fault { message, ..fault };
    }
    fault
}
