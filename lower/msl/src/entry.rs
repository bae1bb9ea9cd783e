//! Functions that a pipeline calls: kernels, vertex and fragment functions. Section 5.1

use super::{Frame, Lowering, Outcome};
use msl_validator::interface::{EntryPoint, EntryPointKind, Input};
use msl_validator::types::TypeId;
use rustc_hash::FxHashMap;
use shader_ir::{Instruction, ShaderStage};

impl Lowering<'_> {
    /// The arguments of a function, its body and its results.
    pub(super) fn entry_point(&mut self, entry: &EntryPoint) -> Outcome<()> {
        let module = self.module;
        let instance = &module.instances[entry.instance];
        let function = module.ast[instance.function];
        self.code.span = function.name_span;
        self.code.program.stage = Some(self.stage_of(entry)?);
        self.code.program.workgroup_size = self.request.workgroup_size;
        let prescan = self.prescan(entry.instance);
        let result = if instance.result == TypeId::VOID {
            None
        } else {
            Some((self.fresh(instance.result, false)?, instance.result))
        };
        // A function that ends without a result leaves zero.
        if let Some((place, ty)) = &result {
            self.clear(place, *ty)?;
        }
        let exit = self.code.begin(Instruction::Block);
        self.frames.push(Frame {
            body: &instance.body,
            exit,
            result: result.clone(),
            loops: Vec::new(),
            locals: FxHashMap::default(),
            prescan,
            this: None,
        });
        self.arguments(entry)?;
        if let Some(body) = function.body {
            self.statement(body)?;
        }
        self.code.end();
        self.code.span = function.name_span;
        if let Some((place, ty)) = &result {
            self.outputs(entry, place, *ty)?;
        }
        self.frames.pop();
        Ok(())
    }

    /// Where the pipeline calls a function.
    fn stage_of(&self, entry: &EntryPoint) -> Outcome<ShaderStage> {
        if entry.patch.is_some() {
            return self.unsupported("vertex functions after tessellation can't be executed yet");
        }
        if entry.early_fragment_tests {
            return self.unsupported("`early_fragment_tests` can't be executed yet");
        }
        match entry.kind {
            EntryPointKind::Kernel => Ok(ShaderStage::Compute),
            EntryPointKind::Vertex => Ok(ShaderStage::Vertex),
            EntryPointKind::Fragment => Ok(ShaderStage::Fragment),
            EntryPointKind::Object | EntryPointKind::Mesh => {
                self.unsupported("object and mesh functions can't be executed yet")
            }
        }
    }

    /// Binds the arguments.
    fn arguments(&mut self, entry: &EntryPoint) -> Outcome<()> {
        let module = self.module;
        let instance = &module.instances[entry.instance];
        let parameters = &module.ast[module.ast[instance.function].parameters];
        // Values are in the order of the arguments.
        let mut inputs: &[Input] = &entry.inputs;
        for (parameter, ty) in parameters.iter().zip(&instance.parameters) {
            self.code.span = module.ast[*parameter].name_span;
            let count = inputs.iter().take_while(|input| input.parameter == *parameter).count();
            let (own, others) = inputs.split_at(count);
            inputs = others;
            let binding = match self.resource_argument(entry, *parameter, *ty)? {
                Some(binding) => binding,
                None => self.value_argument(own, *parameter, *ty)?,
            };
            self.frame()?.locals.insert(*parameter, binding);
        }
        Ok(())
    }
}
