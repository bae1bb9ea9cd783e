//! Member functions of textures. Section 6.10

use super::lowering::{Lowering, Outcome, Value};
use msl_spec::{LodOption, Parameter, Scalar, TextureFunction, TextureKind};
use msl_validator::typed::{Argument, Expr, ExprId, TextureCall as Called};
use shader_ir::{
    BarrierMemory, BarrierScope, Instruction, LevelSource, Register, ResourceKind, ShaderStage, TextureCall,
    TextureOperation, Type,
};
use shader_numeric::Operation;

/// Where a function finds the level of detail, before the options of all arguments are known.
#[derive(Default)]
struct Detail {
    bias: Option<Register>,
    level: Option<Register>,
    gradients: Option<(Vec<Register>, Vec<Register>)>,
    least: Option<Register>,
}

impl Lowering<'_> {
    pub(super) fn texture(&mut self, called: Called) -> Outcome<Value> {
        let Called { texture, function, signature, element, .. } = called;
        let arguments = self.tree()[called.arguments].to_vec();
        let handle = self.handle(texture)?;
        match function.name {
            "fence" => {
                let memory = BarrierMemory::TEXTURES;
                self.code.emit(Instruction::Barrier { scope: BarrierScope::Fence, memory });
                return Ok(Value::Nothing);
            }
            // A texture with one dimension has no mip levels. Section 6.10.1
            "get_num_mip_levels" if function.kind.dimension() == msl_spec::Dimension::One => {
                return Ok(Value::Registers(vec![self.code.number(0)]));
            }
            _ => {}
        }
        let Some(operation) = operation(function.name) else {
            return self.unsupported(format!("texture function `{}` can't be executed yet", function.name));
        };
        let mut call = call_of(operation, handle);
        let mut detail = Detail::default();
        let mut face = None;
        let parameters = function.signatures[signature].parameters;
        for (parameter, argument) in parameters.iter().zip(arguments) {
            match (parameter.name, argument) {
                (_, Argument::Omitted | Argument::Place(_)) => {}
                ("face", Argument::Value(value)) => face = Some(self.index(value)?),
                (_, Argument::Value(value)) => {
                    self.texture_argument(&mut call, &mut detail, function, parameter, value)?;
                }
            }
        }
        if let Some(face) = face {
            call.array_index = Some(self.layer_of_face(face, call.array_index));
        }
        if operation == TextureOperation::Sample {
            call.level = self.level_of_sample(detail, call.depth_reference.is_some())?;
        }
        self.texture_results(call, function, element)
    }

    /// The index of a texture or sampler in the resources.
    fn handle(&mut self, id: ExprId) -> Outcome<u16> {
        match self.value(id)? {
            Value::Handle(handle) => Ok(handle),
            Value::Registers(_) | Value::Memory(_) | Value::Pointer(_) | Value::Nothing => {
                self.unsupported("textures and samplers that are not arguments can't be executed yet")
            }
        }
    }

    /// An index of texels, layers, levels or samples: a `uint`.
    fn index(&mut self, id: ExprId) -> Outcome<Register> {
        let register = self.single(id)?;
        Ok(self.as_unsigned(register))
    }

    /// The scalars of an argument, in this type.
    fn registers_in(&mut self, id: ExprId, ty: Type) -> Outcome<Vec<Register>> {
        let registers = self.registers(id)?;
        let registers = self.code.settled(registers);
        Ok(registers.into_iter().map(|register| self.converted_register(register, ty)).collect())
    }

    /// An argument, whose parameter says what it is.
    fn texture_argument(
        &mut self,
        call: &mut TextureCall,
        detail: &mut Detail,
        function: &'static TextureFunction,
        parameter: &Parameter,
        argument: ExprId,
    ) -> Outcome<()> {
        match parameter.name {
            "s" => {
                let sampler = self.handle(argument)?;
                self.note_comparison(sampler, function);
                call.sampler = Some(sampler);
            }
            "coord" => {
                let is_texel = matches!(call.operation, TextureOperation::Load | TextureOperation::Store);
                let ty = if is_texel { Type::U32 } else { Type::F32 };
                call.coordinates = self.registers_in(argument, ty)?;
                if !is_texel {
                    self.demand_finite(&call.coordinates);
                }
            }
            "array" => call.array_index = Some(self.index(argument)?),
            "sample" => call.sample_index = Some(self.index(argument)?),
            // What the section calls a level is the number of the sample there. Section 6.10.9
            "lod" if function.kind.is_multisampled() => call.sample_index = Some(self.index(argument)?),
            "lod" => call.level = LevelSource::Explicit(self.index(argument)?),
            "color" => call.value = self.texel(argument)?,
            "compare_value" => {
                call.depth_reference = self.registers_in(argument, Type::F32)?.first().copied();
            }
            "offset" => call.offset = self.offset(argument)?,
            "c" => call.component = Some(self.component(argument)?),
            "options" | "bias_options" | "grad_options" | "min_lod_clamp_options" => {
                self.option(detail, argument)?;
            }
            name => {
                return self.unsupported(format!("the texture argument `{name}` can't be executed yet"));
            }
        }
        Ok(())
    }

    /// A sampler whose comparison is used must have one.
    fn note_comparison(&mut self, sampler: u16, function: &TextureFunction) {
        let kind = &mut self.code.program.resources[usize::from(sampler)].kind;
        if let ResourceKind::Sampler { compares } = kind {
            *compares |= matches!(function.name, "sample_compare" | "gather_compare");
        }
    }

    /// The components of a texel that is written, in the type that formats have.
    fn texel(&mut self, argument: ExprId) -> Outcome<Vec<Register>> {
        let registers = self.registers(argument)?;
        let registers = self.code.settled(registers);
        let wide = |ty: Type| match ty {
            Type::F16 => Type::F32,
            Type::I16 => Type::I32,
            Type::U16 => Type::U32,
            Type::Bool
            | Type::I8
            | Type::U8
            | Type::I32
            | Type::U32
            | Type::I64
            | Type::U64
            | Type::F32
            | Type::F64 => ty,
        };
        Ok(registers
            .into_iter()
            .map(|register| {
                let ty = wide(self.code.ty(register));
                self.converted_register(register, ty)
            })
            .collect())
    }

    /// An offset, which is constant. Section 6.10
    fn offset(&mut self, argument: ExprId) -> Outcome<[i32; 3]> {
        let mut offset = [0; 3];
        for (slot, register) in offset.iter_mut().zip(self.registers(argument)?) {
            let Some(bits) = self.code.known(register) else {
                return self.unsupported("non-constant offsets can't be executed yet");
            };
            *slot = bits as i32;
        }
        Ok(offset)
    }

    fn component(&mut self, argument: ExprId) -> Outcome<u8> {
        let register = self.single(argument)?;
        match self.code.known(register) {
            Some(number) => Ok(number as u8),
            None => self.unsupported("non-constant components can't be executed yet"),
        }
    }

    /// An option of sampling. Section 6.10
    fn option(&mut self, detail: &mut Detail, argument: ExprId) -> Outcome<()> {
        let Expr::Option(option, arguments) = self.tree()[argument] else {
            return self.unsupported("sampling options in variables can't be executed yet");
        };
        let arguments = self.tree()[arguments].to_vec();
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.registers_in(argument, Type::F32)?);
        }
        let first = values.first().and_then(|registers| registers.first()).copied();
        match (option, values.as_slice()) {
            (LodOption::Bias, _) => detail.bias = first,
            (LodOption::Level, _) => detail.level = first,
            (LodOption::MinLodClamp, _) => detail.least = first,
            (LodOption::Gradient2d | LodOption::Gradient3d | LodOption::Gradientcube, [x, y]) => {
                detail.gradients = Some((x.clone(), y.clone()));
            }
            (LodOption::Gradient2d | LodOption::Gradient3d | LodOption::Gradientcube, _) => {
                return self.unsupported("missing argument of this option");
            }
        }
        Ok(())
    }

    /// The level of detail of a sample: that of the options. Without one, fragments take it from their neighbours, and others take zero.
    /// Section 6.10
    fn level_of_sample(&mut self, detail: Detail, compares: bool) -> Outcome<LevelSource> {
        let is_fragment = self.code.program.stage == Some(ShaderStage::Fragment);
        if let Some(gradients) = detail.gradients {
            if detail.least.is_some() {
                return self.unsupported("the minimum level of gradients can't be executed yet");
            }
            return Ok(LevelSource::Gradients(gradients.0, gradients.1));
        }
        if let Some(level) = detail.level {
            // Comparisons with level zero take the first level, whatever the sampler says.
            let is_first = compares && self.code.known(level).is_some_and(|bits| bits == 0);
            return Ok(if is_first { LevelSource::Base } else { LevelSource::Explicit(level) });
        }
        if is_fragment {
            if detail.least.is_some() {
                return self.unsupported("the minimum level of detail can't be executed yet");
            }
            return Ok(LevelSource::Implicit(detail.bias));
        }
        if compares && detail.bias.is_none() && detail.least.is_none() {
            return Ok(LevelSource::Base);
        }
        let zero = self.code.constant(Type::F32, 0);
        let level = detail.bias.unwrap_or(zero);
        Ok(LevelSource::Explicit(match detail.least {
            Some(least) => self.scalar(Operation::Max, Type::F32, [level, least, least]),
            None => level,
        }))
    }

    /// The layer of a face of a cube; none where there is no such face.
    fn layer_of_face(&mut self, face: Register, cube: Option<Register>) -> Register {
        let six = self.code.number(6);
        let layer = match cube {
            Some(cube) => {
                let first = self.scalar(Operation::Multiply, Type::U32, [cube, six, six]);
                self.scalar(Operation::Add, Type::U32, [first, face, face])
            }
            None => face,
        };
        let condition = self.scalar(Operation::Less, Type::U32, [face, six, six]);
        let outside = self.code.number(u32::MAX);
        self.chosen(condition, layer, outside)
    }

    /// Emits a call; its results in the type of the texture.
    fn texture_results(
        &mut self,
        mut call: TextureCall,
        function: &'static TextureFunction,
        element: Scalar,
    ) -> Outcome<Value> {
        let own = super::types::register_type(element);
        let is_query = is_query(call.operation);
        let computed = match own {
            _ if is_query => Type::U32,
            Type::I16 | Type::I32 => Type::I32,
            Type::U16 | Type::U32 => Type::U32,
            Type::F16 | Type::F32 => Type::F32,
            Type::Bool | Type::I8 | Type::U8 | Type::I64 | Type::U64 | Type::F64 => {
                return self.unsupported("textures of this type can't be executed yet");
            }
        };
        let count = result_count(function, call.operation);
        call.results = (0..count).map(|_| self.code.register(computed)).collect();
        let results = call.results.clone();
        let index = self.code.program.texture_calls.len() as u32;
        self.code.program.texture_calls.push(call);
        self.code.emit(Instruction::Texture(index));
        if is_query {
            let axis = match function.name {
                "get_height" => 1,
                "get_depth" => 2,
                _ => 0,
            };
            return Ok(Value::Registers(vec![results[axis]]));
        }
        if results.is_empty() {
            return Ok(Value::Nothing);
        }
        let results = results.into_iter().map(|register| self.converted_register(register, own));
        Ok(Value::Registers(results.collect()))
    }
}

const fn call_of(operation: TextureOperation, texture: u16) -> TextureCall {
    TextureCall {
        operation,
        texture,
        sampler: None,
        coordinates: Vec::new(),
        array_index: None,
        level: LevelSource::Base,
        offset: [0; 3],
        depth_reference: None,
        component: None,
        clamps_to_edge: false,
        sample_index: None,
        value: Vec::new(),
        results: Vec::new(),
    }
}

/// The operation of a member function; `None` for those that are none.
fn operation(name: &str) -> Option<TextureOperation> {
    Some(match name {
        "read" => TextureOperation::Load,
        "write" => TextureOperation::Store,
        "sample" | "sample_compare" => TextureOperation::Sample,
        "gather" | "gather_compare" => TextureOperation::Gather,
        "get_width" | "get_height" | "get_depth" => TextureOperation::Dimensions,
        "get_array_size" => TextureOperation::Layers,
        "get_num_mip_levels" => TextureOperation::Levels,
        "get_num_samples" => TextureOperation::Samples,
        _ => return None,
    })
}

const fn is_query(operation: TextureOperation) -> bool {
    match operation {
        TextureOperation::Dimensions
        | TextureOperation::Layers
        | TextureOperation::Levels
        | TextureOperation::Samples => true,
        TextureOperation::Load
        | TextureOperation::Store
        | TextureOperation::Sample
        | TextureOperation::Gather => false,
    }
}

/// The number of scalars that an operation of the engine gives.
fn result_count(function: &TextureFunction, operation: TextureOperation) -> usize {
    match operation {
        TextureOperation::Dimensions => axes(function.kind),
        TextureOperation::Layers | TextureOperation::Levels | TextureOperation::Samples => 1,
        TextureOperation::Store => 0,
        TextureOperation::Gather => 4,
        TextureOperation::Load | TextureOperation::Sample => {
            if function.kind.is_depth() {
                1
            } else {
                4
            }
        }
    }
}

fn axes(kind: TextureKind) -> usize {
    use msl_spec::Dimension;
    match kind.dimension() {
        Dimension::One | Dimension::Buffer => 1,
        Dimension::Two | Dimension::Cube => 2,
        Dimension::Three => 3,
    }
}
