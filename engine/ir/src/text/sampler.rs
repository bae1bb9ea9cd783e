//! The properties of a sampler that a program makes.

use crate::line::{ParseError, Reader};
use webgpu_model::texture::{AddressMode, CompareFunction, FilterMode, Sampler};

/// `address=repeat,repeat,repeat mag=linear min=nearest mipmap=nearest lod=0.0,32.0 anisotropy=1 compare=less`
pub(super) fn text(sampler: &Sampler) -> String {
    let [u, v, w] = sampler.address_modes.map(AddressMode::name);
    let [mag, min, mipmap] =
        [sampler.mag_filter, sampler.min_filter, sampler.mipmap_filter].map(FilterMode::name);
    let Sampler { lod_min_clamp, lod_max_clamp, max_anisotropy, .. } = sampler;
    let compare = sampler.compare.map(|it| format!(" compare={}", it.name())).unwrap_or_default();
    format!(
        "address={u},{v},{w} mag={mag} min={min} mipmap={mipmap} lod={lod_min_clamp:?},{lod_max_clamp:?} \
         anisotropy={max_anisotropy}{compare}"
    )
}

/// Reads what [`text`] writes.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<Sampler, ParseError> {
    let mut sampler = Sampler::default();
    named(reader, "address")?;
    for (axis, mode) in sampler.address_modes.iter_mut().enumerate() {
        if axis > 0 {
            reader.expect(",")?;
        }
        *mode = reader.word("address mode", AddressMode::from_name)?;
    }
    for (name, filter) in [
        ("mag", &mut sampler.mag_filter),
        ("min", &mut sampler.min_filter),
        ("mipmap", &mut sampler.mipmap_filter),
    ] {
        named(reader, name)?;
        *filter = reader.word("filter mode", FilterMode::from_name)?;
    }
    named(reader, "lod")?;
    sampler.lod_min_clamp = reader.number()?;
    reader.expect(",")?;
    sampler.lod_max_clamp = reader.number()?;
    named(reader, "anisotropy")?;
    sampler.max_anisotropy = reader.number()?;
    if reader.peek() == Some("compare") {
        named(reader, "compare")?;
        sampler.compare = Some(reader.word("compare function", CompareFunction::from_name)?);
    }
    Ok(sampler)
}

fn named(reader: &mut Reader<'_>, name: &str) -> Result<(), ParseError> {
    reader.expect(name)?;
    reader.expect("=")
}
