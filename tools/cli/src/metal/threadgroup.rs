//! The sizes that a dispatch says: those of threadgroups, and of their memory. Sections 5.1.3 and 5.2.1

use msl_validator::interface::{EntryPoint, Index, Resource, ResourceGroup};
use msl_validator::meaning::Module;
use msl_validator::types::Type;

/// The threads of a threadgroup along x, unless the command line or the kernel says so.
const USUAL_SIZE: u32 = 32;

/// The threads of the threadgroups of a kernel along each axis.
///
/// # Errors
/// A size of no threads, or of more than the kernel allows.
pub(crate) fn size(module: &Module, entry: &EntryPoint, given: Option<[u32; 3]>) -> Result<[u32; 3], String> {
    let most = entry.max_total_threads;
    let Some(size) = given else { return Ok([most.unwrap_or(USUAL_SIZE).clamp(1, USUAL_SIZE), 1, 1]) };
    let threads = size.into_iter().fold(1, |product: u64, axis| product.saturating_mul(axis.into()));
    match most {
        _ if threads == 0 => {
            Err("--threadgroup-size: a threadgroup must have at least one thread".to_owned())
        }
        Some(most) if threads > u64::from(most) => Err(format!(
            "--threadgroup-size: `{}` allows at most {most} threads, by max_total_threads_per_threadgroup, found {threads}",
            module.entry_name(entry)
        )),
        Some(_) | None => Ok(size),
    }
}

/// Refuses sizes of arguments in memory of the threadgroup that are not there, and arguments without a size.
///
/// # Errors
/// The mistake, with the number of the argument.
pub(crate) fn memory(module: &Module, entry: &EntryPoint, given: &[(u32, u32)]) -> Result<(), String> {
    let arguments = || entry.resources.iter().filter(|it| it.group == ResourceGroup::Threadgroup);
    let is_of = |number: u32, resource: &Resource| resource.index == Index::Number(number);
    let is_there = |number: u32| arguments().any(|resource| is_of(number, resource));
    if let Some((number, _)) = given.iter().find(|(number, _)| !is_there(*number)) {
        let name = module.entry_name(entry);
        return Err(format!(
            "--threadgroup-memory {number}: `{name}` has no argument [[threadgroup({number})]]"
        ));
    }
    let has_size = |resource: &Resource| {
        matches!(module.types.get(resource.ty), Type::Reference(_))
            || given.iter().any(|(number, _)| is_of(*number, resource))
    };
    for resource in arguments().filter(|resource| !has_size(resource)) {
        let Index::Number(number) = resource.index else { continue };
        let name = module.ast[resource.parameter].name.map_or("", |name| module.names.text(name));
        return Err(format!("missing size of `{name}`: pass one with --threadgroup-memory {number}=BYTES"));
    }
    Ok(())
}
