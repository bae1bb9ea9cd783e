//! Functions that a pipeline calls: kernels, vertex and fragment functions. Section 5.1

use super::lowering::{Binding, Frame, Lowering, Outcome, Value};
use super::unit::Unit;
use msl_validator::interface::{EntryPoint, EntryPointKind, Input};
use shader_ir::{Instruction, ShaderStage};
use std::rc::Rc;

impl Lowering<'_> {
    /// The arguments of a function, its body and its results.
    pub(super) fn entry_point(&mut self, entry: &EntryPoint) -> Outcome<()> {
        let module = self.module;
        let instance = &module.instances[entry.instance];
        let function = module.ast[instance.function];
        self.code.span = function.name_span;
        self.code.program.stage = Some(self.stage_of(entry)?);
        self.code.program.workgroup_size = self.request.workgroup_size;
        let unit = self.unit(entry.instance)?;
        let result = self.result_place(unit.result)?;
        let exit = self.code.begin(Instruction::Block);
        let locals = vec![None; unit.tree.locals.len()];
        let frame = Frame {
            unit: Rc::clone(&unit),
            exit: Some(exit),
            result: result.clone(),
            locals,
            ..Frame::default()
        };
        let outer = core::mem::replace(&mut self.frame, frame);
        self.arguments(entry, &unit)?;
        let scope = self.enter_function(Some(module.entry_name(entry)), function.name_span);
        self.statements(unit.body)?;
        self.leave_function_scope(scope);
        self.code.end();
        self.code.span = function.name_span;
        if let Some((place, ty)) = &result {
            self.outputs(entry, place, *ty)?;
        }
        self.frame = outer;
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
    fn arguments(&mut self, entry: &EntryPoint, unit: &Unit) -> Outcome<()> {
        let module = self.module;
        let instance = &module.instances[entry.instance];
        let parameters = &module.ast[module.ast[instance.function].parameters];
        // Values are in the order of the arguments.
        let mut inputs: &[Input] = &entry.inputs;
        let locals = unit.parameters.iter().copied();
        for ((parameter, ty), local) in parameters.iter().zip(&instance.parameters).zip(locals) {
            self.code.span = module.ast[*parameter].name_span;
            let count = inputs.iter().take_while(|input| input.parameter == *parameter).count();
            let (own, others) = inputs.split_at(count);
            inputs = others;
            let binding = match self.resource_argument(entry, *parameter, *ty)? {
                // A kernel that changes its parameter, or takes its address, needs a pointer that is an object.
                Some(Binding::Pointer(place)) => self.variable_with(
                    Value::Pointer(place),
                    *ty,
                    unit.is_in_memory(local),
                    unit.is_assigned(local),
                )?,
                Some(binding) => binding,
                None => self.value_argument(own, *ty, unit.is_in_memory(local))?,
            };
            self.frame.locals[local.index()] = Some(binding);
        }
        Ok(())
    }
}
