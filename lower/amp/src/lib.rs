//! Runs programs in C++ AMP: a function of the host, and the kernels that it launches.
//!
//! This is an internal crate of the command [`wgsl-check`](https://docs.rs/crate/wgsl-check). Any release may change anything here.
//!
//! [`run`] lowers the function with [`msl_lower::lower_host`] and executes it as one invocation. All objects are in one buffer. At each launch, the
//! kernel is dispatched on the same buffer, and the host continues when all of its threads have ended. So views, arrays and captures are objects like
//! any others, and what the host does before, between and after launches needs no description.

// An error or a kind of memory that is added must be handled wherever it matters.
#![deny(clippy::wildcard_enum_match_arm)]

mod argument;
mod device;
mod error;
mod functions;
mod launch;
mod memory;
mod plan;
mod sampler;
mod skeleton;
mod value;

pub use argument::{Argument, Kind, Parameter, parameters, scalar};
pub use device::Device;
pub use error::Error;
pub use launch::Launched;
pub use plan::{Plan, PlanError, ReadFile};
pub use sampler::{Address, Filter, Sampler};
pub use skeleton::skeleton;
pub use value::{Form, Value, ValueError};

use core::ops::ControlFlow;
use launch::Kernels;
use memory::HostMemory;
use msl_lower::{Event, Host, lower_host};
use msl_validator::amp::Program;
use msl_validator::meaning::Module;
use shader_run::execute;

/// The bytes that a program has for all of its objects, unless its run says otherwise.
const LEAST_MEMORY: u32 = 1 << 20;
/// A program with more bytes of objects is stopped: strict execution needs several times as much.
const MOST_MEMORY: u32 = 1 << 28;
/// The growth of the memory of a program that needs more.
const GROWTH: u32 = 4;

/// The results of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The arguments after the run, in the order of the parameters.
    pub arguments: Vec<Argument>,
    /// The launches, in the order in which the host made them.
    pub launches: Vec<Launched>,
}

/// Runs a function of the host: the instance with this number, of a program without errors.
///
/// # Errors
/// An argument does not fit, the program uses a feature that the executor lacks, or it was stopped.
pub fn run(
    program: &Program,
    instance: usize,
    arguments: &[Argument],
    options: &execute::Options,
) -> Result<Outcome, Error> {
    run_with_kernels(program, instance, arguments, options, Kernels::new(program, *options))
}

/// Runs a function of the host as [`run`] does, and its kernels as WGSL on a device.
///
/// # Errors
/// As for [`run`]; a kernel has no translation, or the device does not run it.
pub fn run_on(
    device: &mut Device<'_>,
    program: &Program,
    instance: usize,
    arguments: &[Argument],
    options: &execute::Options,
) -> Result<Outcome, Error> {
    let kernels = Kernels::new(program, *options).on(device);
    run_with_kernels(program, instance, arguments, options, kernels)
}

fn run_with_kernels(
    program: &Program,
    instance: usize,
    arguments: &[Argument],
    options: &execute::Options,
    mut kernels: Kernels<'_, '_>,
) -> Result<Outcome, Error> {
    let module = &program.module;
    let library = program.library();
    let host = lower_host(module, &library, instance).map_err(Error::Unsupported)?;
    let plan =
        execute::Plan::new(host.program.clone(), execute::Options { strict: false, sweep: None, ..*options });
    let mut size = LEAST_MEMORY;
    loop {
        // A run is the same each time, so a program that needs more memory than expected starts again.
        match run_with(module, &host, &plan, &mut kernels, arguments, size) {
            Err(Error::OutOfMemory) if size < MOST_MEMORY => size *= GROWTH,
            result => return result,
        }
    }
}

fn run_with(
    module: &Module,
    host: &Host,
    plan: &execute::Plan,
    kernels: &mut Kernels<'_, '_>,
    arguments: &[Argument],
    size: u32,
) -> Result<Outcome, Error> {
    let mut memory = HostMemory::new(host.first_free, size);
    let places = argument::write_all(module, host, arguments, &mut memory)?;
    let bound = [memory.bind()?];
    let (mut made, mut failure) = (Vec::new(), None);
    let result = execute::observe(plan, [1; 3], &bound, |sight| {
        let result = match &host.events[sight.number() as usize] {
            Event::Launch(launch) => {
                let pointers: Vec<u64> = sight.values(0).collect();
                kernels.launch(launch, &pointers, &bound)
            }
            Event::OutOfMemory => Err(Error::OutOfMemory),
            Event::Exception(place, message) => Err(Error::Exception(*place, (*message).to_owned())),
        };
        match result {
            Ok(launched) => {
                made.push(launched);
                ControlFlow::Continue(())
            }
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    let memory = HostMemory::of(&bound)?;
    // What happens after an object was cut off is not what the program does.
    memory.check_size()?;
    if let Some(error) = failure {
        return Err(error);
    }
    result.map_err(Error::Stopped)?;
    let arguments = argument::read_all(module, host, (arguments, &places), &memory);
    Ok(Outcome { arguments, launches: made })
}
