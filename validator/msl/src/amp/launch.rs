//! The launches of a program: the instances of the library's `_launch`.

use super::Program;
use crate::meaning::Module;
use crate::types::{Argument, Type};
use core::ops::Range;
use shader_source::Span;

/// The domain of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of dimensions.
    pub rank: u32,
    /// The sizes of the tile, if there is one, the most significant dimension first.
    pub tile: Option<Vec<u32>>,
}

/// The shape of a launch, whose template has the sizes among its arguments.
#[must_use]
pub fn shape_of_launch(module: &Module, instance: usize) -> Shape {
    let arguments = &module.instances[instance].arguments;
    let sizes = arguments.iter().filter_map(|argument| match argument {
        Argument::Number(number) => u32::try_from(*number).ok(),
        Argument::Type(_) | Argument::Template(_) | Argument::Function(_) => None,
    });
    let sizes: Vec<u32> = sizes.collect();
    if let [rank] = sizes[..] {
        return Shape { rank, tile: None };
    }
    let tile: Vec<u32> = sizes.into_iter().filter(|size| *size != 0).collect();
    Shape { rank: tile.len() as u32, tile: Some(tile) }
}

/// The function of the program that a launch calls for each index; `None` if there is none.
#[must_use]
pub fn kernel_of_launch(module: &Module, instance: usize) -> Option<usize> {
    let launch = &module.instances[instance];
    let Type::Reference(kernel) = module.types.get(*launch.parameters.get(1)?) else { return None };
    let mut called = launch.calls.iter().map(|(number, _)| *number);
    called.find(|number| module.instances[*number].this.is_some_and(|this| this.ty == kernel.ty))
}

impl Program {
    /// The offsets of the library's headers.
    #[must_use]
    pub fn library(&self) -> Vec<Range<u32>> {
        let files = self.inclusions.files().iter().filter(|file| file.is_library);
        files.map(|file| file.start..file.start + file.text.len() as u32).collect()
    }

    /// All launches whose types are known: numbers in [`Module::instances`].
    #[must_use]
    pub fn launches(&self) -> Vec<usize> {
        let (module, library) = (&self.module, self.library());
        let is_of_library = |place: Span| library.iter().any(|range| range.contains(&place.lo));
        let is_launch = |number: &usize| {
            let function = module.ast[module.instances[*number].function];
            module.names.text(function.name) == amp_spec::LAUNCH && is_of_library(function.name_span)
        };
        (0..module.instances.len()).filter(is_launch).collect()
    }
}
