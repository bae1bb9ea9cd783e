//! Builtin functions of textures. <https://www.w3.org/TR/WGSL/#texture-builtin-functions>

use super::lowering::Lowering;
use super::value::Value;
use shader_ir::build::Unsupported;
use shader_ir::{Instruction, LevelSource, Register, TextureCall, TextureOperation, Type};
use wgsl_spec::{TextureFunction, TextureKind};
use wgsl_validator::ast::ExprId;
use wgsl_validator::types::TypeKind;

impl Lowering<'_> {
    pub(super) fn texture(
        &mut self,
        id: ExprId,
        function: TextureFunction,
        operands: &[ExprId],
    ) -> Result<Option<Value>, Unsupported> {
        // `textureGather` takes the component first, unless the texture holds depths.
        let is_handle = |lowering: &Self, id: &ExprId| {
            lowering.module.meaning.types.is_texture_or_sampler(lowering.used_type(*id))
        };
        let (component, operands) = match operands.split_first() {
            Some((first, rest)) if !is_handle(self, first) => {
                let component = self.single(*first)?;
                (Some(self.code.known(component).unwrap_or(0) as u8), rest)
            }
            _ => (None, operands),
        };
        let Some((texture, mut rest)) = operands.split_first() else {
            return self.unsupported("missing texture argument of this call");
        };
        let (TypeKind::SampledTexture(kind, _)
        | TypeKind::PlainTexture(kind)
        | TypeKind::StorageTexture(kind, ..)) = self.kind(self.used_type(*texture))
        else {
            return self.unsupported("expected a texture");
        };
        let mut call = TextureCall {
            operation: operation(function),
            texture: self.handle(*texture)?,
            sampler: None,
            coordinates: Vec::new(),
            array_index: None,
            level: LevelSource::Base,
            offset: [0; 3],
            depth_reference: None,
            component,
            clamps_to_edge: function == TextureFunction::SampleBaseClampToEdge,
            sample_index: None,
            value: Vec::new(),
            results: Vec::new(),
        };
        if let Some((first, others)) = rest.split_first()
            && is_handle(self, first)
        {
            call.sampler = Some(self.handle(*first)?);
            rest = others;
        }
        self.texture_operands(&mut call, function, kind, rest)?;
        let result = self.module.meaning[id].ty;
        let mut types = Vec::new();
        if self.shape(result).is_some() {
            types = self.leaves(result)?.iter().map(|leaf| leaf.ty).collect();
        }
        // Queries count without signs; the draft of 2022-04-11 gives their results signs.
        let own = |ty: &Type| if is_query(function) { Type::U32 } else { *ty };
        call.results = types.iter().map(|ty| self.code.register(own(ty))).collect();
        let results = call.results.clone();
        let index = self.code.program.texture_calls.len() as u32;
        self.code.program.texture_calls.push(call);
        self.code.emit(Instruction::Texture(index));
        let converted: Vec<_> =
            results.into_iter().zip(types).map(|(register, ty)| self.convert(register, ty)).collect();
        Ok((!converted.is_empty()).then_some(Value::Registers(converted)))
    }

    fn handle(&mut self, id: ExprId) -> Result<u16, Unsupported> {
        let Value::Handle(index) = self.value(id)? else {
            return self.unsupported("expected a texture or sampler");
        };
        Ok(index)
    }

    /// The operands behind texture and sampler.
    fn texture_operands(
        &mut self,
        call: &mut TextureCall,
        function: TextureFunction,
        kind: TextureKind,
        operands: &[ExprId],
    ) -> Result<(), Unsupported> {
        let mut values = self.operand_registers(operands)?.into_iter();
        let mut next = || values.next().unwrap_or_default();
        let one = |registers: Vec<Register>| registers.first().copied();
        let level = |registers| one(registers).map_or(LevelSource::Base, LevelSource::Explicit);
        if function != TextureFunction::Dimensions {
            call.coordinates = next();
            if is_array(kind) {
                call.array_index = one(next());
            }
        }
        match function {
            TextureFunction::Load if is_multisampled(kind) => call.sample_index = one(next()),
            TextureFunction::Dimensions | TextureFunction::Load | TextureFunction::SampleLevel => {
                call.level = level(next());
            }
            TextureFunction::Store => call.value = next(),
            TextureFunction::Sample => call.level = LevelSource::Implicit(None),
            TextureFunction::SampleBias => call.level = LevelSource::Implicit(one(next())),
            TextureFunction::SampleGradient => call.level = LevelSource::Gradients(next(), next()),
            TextureFunction::SampleCompare => {
                call.depth_reference = one(next());
                call.level = LevelSource::Implicit(None);
            }
            TextureFunction::SampleCompareLevel | TextureFunction::GatherCompare => {
                call.depth_reference = one(next());
            }
            TextureFunction::SampleBaseClampToEdge
            | TextureFunction::Gather
            | TextureFunction::Layers
            | TextureFunction::Levels
            | TextureFunction::Samples => {}
        }
        // What is left is the offset, a const-expression.
        for (slot, register) in call.offset.iter_mut().zip(next()) {
            *slot = self.code.known(register).unwrap_or(0) as i32;
        }
        Ok(())
    }
}

const fn operation(function: TextureFunction) -> TextureOperation {
    match function {
        TextureFunction::Dimensions => TextureOperation::Dimensions,
        TextureFunction::Layers => TextureOperation::Layers,
        TextureFunction::Levels => TextureOperation::Levels,
        TextureFunction::Samples => TextureOperation::Samples,
        TextureFunction::Load => TextureOperation::Load,
        TextureFunction::Store => TextureOperation::Store,
        TextureFunction::Gather | TextureFunction::GatherCompare => TextureOperation::Gather,
        TextureFunction::Sample
        | TextureFunction::SampleBias
        | TextureFunction::SampleLevel
        | TextureFunction::SampleGradient
        | TextureFunction::SampleCompare
        | TextureFunction::SampleCompareLevel
        | TextureFunction::SampleBaseClampToEdge => TextureOperation::Sample,
    }
}

const fn is_query(function: TextureFunction) -> bool {
    matches!(
        function,
        TextureFunction::Dimensions
            | TextureFunction::Layers
            | TextureFunction::Levels
            | TextureFunction::Samples
    )
}

const fn is_array(kind: TextureKind) -> bool {
    matches!(
        kind,
        TextureKind::Sampled2dArray
            | TextureKind::SampledCubeArray
            | TextureKind::Storage2dArray
            | TextureKind::Depth2dArray
            | TextureKind::DepthCubeArray
    )
}

const fn is_multisampled(kind: TextureKind) -> bool {
    matches!(kind, TextureKind::Multisampled2d | TextureKind::DepthMultisampled2d)
}
