//! The lines before the steps.

use crate::line::{Line, ParseError, Reader};
use crate::words::Word;
use crate::{
    OpenMemory, PipelineValue, Program, Register, Resource, ResourceKind, ShaderStage, StagePlace,
    StageValue, TexelKind, Type,
};
use shader_numeric::allowed::Interval;
use shader_numeric::half::F16;
use webgpu_model::raster::{Interpolation, Sampling};
use webgpu_model::texture::{ChannelKind, Format, ViewDimension};

/// Words of constant memory in a line.
const MEMORY_WORDS: usize = 8;

/// The header, without the line that ends it.
pub(super) fn write(program: &Program) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    if let Some(stage) = program.stage {
        line(format!("stage {}", stage.word()));
    }
    line(match program.workgroup_size {
        Some([x, y, z]) => format!("workgroup_size {x} {y} {z}"),
        None => "workgroup_size open".to_owned(),
    });
    if let Some(size) = program.subgroup_size {
        line(format!("subgroup_size {size}"));
    }
    for (name, bytes) in
        [("invocation_bytes", program.invocation_bytes), ("workgroup_bytes", program.workgroup_bytes)]
    {
        if bytes > 0 {
            line(format!("{name} {bytes}"));
        }
    }
    if program.workgroup_is_undefined {
        line("workgroup_is_undefined".to_owned());
    }
    if program.atomics_allow_reads {
        line("atomics_allow_reads".to_owned());
    }
    if let Some(table) = program.blocks {
        line(format!("blocks {table}"));
    }
    for OpenMemory { address, bytes } in &program.open_memory {
        line(format!("open_memory {} {}", typed(program, *address), typed(program, *bytes)));
    }
    program.resources.iter().for_each(|it| line(resource(it)));
    program.stage_inputs.iter().for_each(|it| line(format!("stage_input {}", stage_value(it))));
    program.stage_outputs.iter().for_each(|it| line(format!("stage_output {}", stage_value(it))));
    for words in program.constant_words.chunks(MEMORY_WORDS) {
        let words: Vec<String> = words.iter().map(|word| format!("{word:#010x}")).collect();
        line(format!("memory {}", words.join(" ")));
    }
    for (address, ty, values) in &program.loose_words {
        line(format!("loose_word address={address} {} {}", ty.word(), interval(*values)));
    }
    for (register, bits) in &program.constants {
        let ty = program.registers.get(register.index()).copied().unwrap_or(Type::U64);
        line(format!("constant {} = {}", typed(program, *register), constant(ty, *bits)));
    }
    for (register, values) in &program.loose_constants {
        line(format!("loose %{} {}", register.0, interval(*values)));
    }
    unwritten(program).for_each(|register| line(format!("register {}", typed(program, register))));
    text
}

/// `%3: f32`
pub(super) fn typed(program: &Program, register: Register) -> String {
    let ty = program.registers.get(register.index()).map_or("?".into(), Word::word);
    format!("%{}: {ty}", register.0)
}

/// The registers whose types no other line says.
fn unwritten(program: &Program) -> impl Iterator<Item = Register> {
    let mut is_written = vec![false; program.registers.len()];
    let mut write = |register: Register| {
        if let Some(slot) = is_written.get_mut(register.index()) {
            *slot = true;
        }
    };
    program.constants.iter().for_each(|(register, _)| write(*register));
    program.open_memory.iter().flat_map(|it| [it.address, it.bytes]).for_each(&mut write);
    program.code.iter().for_each(|instruction| program.each_target(instruction, &mut write));
    (0..).zip(is_written).filter(|(_, is_written)| !is_written).map(|(register, _)| Register(register))
}

fn resource(resource: &Resource) -> String {
    let mut line = Line::default();
    line.word("resource");
    line.part("group", &resource.group);
    line.part("binding", &resource.binding);
    match resource.kind {
        ResourceKind::Buffer { is_uniform, least_size } => {
            line.word("buffer");
            line.part("least_size", &least_size);
            line.flag("uniform", is_uniform);
        }
        ResourceKind::Immediates { least_size } => {
            line.word("immediates");
            line.part("least_size", &least_size);
        }
        ResourceKind::Texture { dimension, holds, is_multisampled } => {
            line.word("texture");
            line.word(dimension.name());
            line.word(&holds.word());
            line.flag("multisampled", is_multisampled);
        }
        ResourceKind::Sampler { compares } => {
            line.word("sampler");
            line.flag("compares", compares);
        }
        ResourceKind::FixedSampler { sampler } => {
            line.word("fixed_sampler");
            line.word(&super::sampler::text(&sampler));
        }
    }
    line.flag("writable", resource.is_writable);
    line.finish()
}

fn stage_value(value: &StageValue) -> String {
    let mut line = Line::default();
    match value.place {
        StagePlace::Location { location, blend_src } => {
            line.part("location", &location);
            line.part("blend_src", &blend_src);
        }
        StagePlace::Builtin(value) => line.word(&value.word()),
    }
    line.part("component", &value.component);
    line.word(&value.ty.word());
    if let Some(interpolation) = value.interpolation {
        line.word(&interpolation.word());
    }
    line.finish()
}

fn interval(values: Interval) -> String {
    format!("from {:?} to {:?}", values.begin, values.end)
}

/// The value of a constant: a number where that says all of its bits, else the bits.
fn constant(ty: Type, bits: u64) -> String {
    let number = match ty {
        Type::Bool if bits <= 1 => (bits == 1).to_string(),
        Type::I8 | Type::I16 | Type::I32 => (bits as u32 as i32).to_string(),
        Type::I64 => (bits as i64).to_string(),
        Type::Bool | Type::U8 | Type::U16 | Type::U32 | Type::U64 => bits.to_string(),
        Type::F16 => format!("{:?}", F16(bits as u16).widen()),
        Type::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Type::F64 => format!("{:?}", f64::from_bits(bits)),
    };
    if bits_of(ty, &number) == Some(bits) { number } else { format!("{bits:#x}") }
}

/// The bits of a constant with this value.
fn bits_of(ty: Type, number: &str) -> Option<u64> {
    if let Some(bits) = number.strip_prefix("0x") {
        return u64::from_str_radix(bits, 16).ok();
    }
    Some(match ty {
        Type::Bool => u64::from(number.parse::<bool>().ok()?),
        Type::I8 | Type::I16 | Type::I32 => u64::from(number.parse::<i32>().ok()? as u32),
        Type::I64 => number.parse::<i64>().ok()? as u64,
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => number.parse().ok()?,
        Type::F16 => u64::from(F16::round(number.parse().ok()?).0),
        Type::F32 => u64::from(number.parse::<f32>().ok()?.to_bits()),
        Type::F64 => number.parse::<f64>().ok()?.to_bits(),
    })
}

/// Reads the header, and the line that ends it.
pub(super) fn read(program: &mut Program, reader: &mut Reader<'_>) -> Result<(), ParseError> {
    while reader.next_line() {
        if reader.take("code") {
            return reader.finish();
        }
        read_line(program, reader)?;
        reader.finish()?;
    }
    Err(reader.error("missing `code`"))
}

fn read_line(program: &mut Program, reader: &mut Reader<'_>) -> Result<(), ParseError> {
    let keyword = reader.word("line of a header", |word| Some(word.to_owned()))?;
    match keyword.as_str() {
        "stage" => program.stage = Some(reader.value::<ShaderStage>()?),
        "workgroup_size" if reader.take("open") => program.workgroup_size = None,
        "workgroup_size" => {
            program.workgroup_size = Some([reader.number()?, reader.number()?, reader.number()?]);
        }
        "workgroup_is_undefined" => program.workgroup_is_undefined = true,
        "atomics_allow_reads" => program.atomics_allow_reads = true,
        "blocks" => program.blocks = Some(reader.number()?),
        "open_memory" => {
            let (address, bytes) = (reader.typed()?.0, reader.typed()?.0);
            program.open_memory.push(OpenMemory { address, bytes });
        }
        "subgroup_size" => program.subgroup_size = Some(reader.number()?),
        "invocation_bytes" => program.invocation_bytes = reader.number()?,
        "workgroup_bytes" => program.workgroup_bytes = reader.number()?,
        "resource" => program.resources.push(read_resource(reader)?),
        "stage_input" => program.stage_inputs.push(read_stage_value(reader)?),
        "stage_output" => program.stage_outputs.push(read_stage_value(reader)?),
        "memory" => {
            while reader.peek().is_some() {
                let word = |word: &str| u32::from_str_radix(word.strip_prefix("0x")?, 16).ok();
                program.constant_words.push(reader.word("word such as 0x1f", word)?);
            }
        }
        "loose_word" => {
            let address = reader.part("address")?;
            program.loose_words.push((address, reader.value()?, read_interval(reader)?));
        }
        "constant" => {
            let (register, ty) = reader.typed()?;
            reader.expect("=")?;
            let what = format!("value of {}", ty.name());
            program.constants.push((register, reader.word(&what, |word| bits_of(ty, word))?));
        }
        "loose" => program.loose_constants.push((reader.register()?, read_interval(reader)?)),
        "register" => _ = reader.typed()?,
        _ => {
            return Err(reader.error_before("expected a line of the header, or `code` before the first step"));
        }
    }
    Ok(())
}

fn read_resource(reader: &mut Reader<'_>) -> Result<Resource, ParseError> {
    let (group, binding) = (reader.part("group")?, reader.part("binding")?);
    let kind = if reader.take("buffer") {
        let least_size = reader.part("least_size")?;
        ResourceKind::Buffer { is_uniform: reader.take("uniform"), least_size }
    } else if reader.take("immediates") {
        ResourceKind::Immediates { least_size: reader.part("least_size")? }
    } else if reader.take("texture") {
        let dimension = reader.word("dimension", ViewDimension::from_name)?;
        let holds = reader.value()?;
        ResourceKind::Texture { dimension, holds, is_multisampled: reader.take("multisampled") }
    } else if reader.take("fixed_sampler") {
        ResourceKind::FixedSampler { sampler: super::sampler::read(reader)? }
    } else {
        reader.expect("sampler")?;
        ResourceKind::Sampler { compares: reader.take("compares") }
    };
    Ok(Resource { group, binding, kind, is_writable: reader.take("writable") })
}

fn read_stage_value(reader: &mut Reader<'_>) -> Result<StageValue, ParseError> {
    let place = match reader.optional("location")? {
        Some(location) => StagePlace::Location { location, blend_src: reader.part("blend_src")? },
        None => StagePlace::Builtin(reader.value::<PipelineValue>()?),
    };
    let component = reader.part("component")?;
    let ty = reader.value()?;
    let interpolation = reader.peek().map(|_| reader.value()).transpose()?;
    Ok(StageValue { place, component, ty, interpolation })
}

fn read_interval(reader: &mut Reader<'_>) -> Result<Interval, ParseError> {
    reader.expect("from")?;
    let begin = reader.number()?;
    reader.expect("to")?;
    Ok(Interval { begin, end: reader.number()? })
}

impl Word for TexelKind {
    const WHAT: &'static str = "kind of texels";

    fn word(&self) -> std::borrow::Cow<'static, str> {
        match self {
            Self::Channels(ChannelKind::Float) => "float".into(),
            Self::Channels(ChannelKind::Sint) => "sint".into(),
            Self::Channels(ChannelKind::Uint) => "uint".into(),
            Self::Depth => "depth".into(),
            Self::Format(format) => format.name().into(),
        }
    }

    fn of_word(word: &str) -> Option<Self> {
        let kinds = [ChannelKind::Float, ChannelKind::Sint, ChannelKind::Uint].map(Self::Channels);
        let plain = kinds.into_iter().chain([Self::Depth]).find(|kind| kind.word() == word);
        plain.or_else(|| Format::from_name(word).map(Self::Format))
    }
}

impl Word for Interpolation {
    const WHAT: &'static str = "interpolation";

    fn word(&self) -> std::borrow::Cow<'static, str> {
        let (name, sampling) = match self {
            Self::Perspective(sampling) => ("perspective", sampling),
            Self::Linear(sampling) => ("linear", sampling),
            Self::Flat => return "flat".into(),
        };
        let sampling = match sampling {
            Sampling::Center => "center",
            Sampling::Centroid => "centroid",
            Sampling::Sample => "sample",
        };
        format!("{name}.{sampling}").into()
    }

    fn of_word(word: &str) -> Option<Self> {
        let samplings = [Sampling::Center, Sampling::Centroid, Sampling::Sample];
        let all = samplings.into_iter().flat_map(|it| [Self::Perspective(it), Self::Linear(it)]);
        all.chain([Self::Flat]).find(|interpolation| interpolation.word() == word)
    }
}
