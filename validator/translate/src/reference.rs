//! Calls of functions that return references. Functions of WGSL return values, so the place is found where the call is: the function must
//! consist of one `return`, as the element functions of array classes do.

use super::place::Place;
use super::translator::{Frame, FunctionResult, Outcome, Translator};
use super::value::Binding;
use msl_spec::sections;
use msl_validator::ast::{Expr, ExprId, Stmt, VariableId};
use msl_validator::meaning::Callee;
use msl_validator::types::{Type, TypeId};
use rustc_hash::FxHashMap;

/// The object of a member function: its place and its type.
type Object = (Binding, TypeId);

impl Translator<'_> {
    /// The function that returns a reference, if an expression calls one.
    pub(crate) fn referring(&self, id: ExprId) -> Option<usize> {
        let instance = match (self.ast()[id], self.callee(id)) {
            (Expr::Call(..), Some(Callee::Function(instance))) => instance,
            (Expr::Call(..), _) => return None,
            _ => self.overloaded(id)?,
        };
        let result = self.module.instances.get(instance)?.result;
        matches!(self.kind(result), Type::Reference(_)).then_some(instance)
    }

    /// The place that such a call refers to.
    pub(crate) fn referred(&mut self, id: ExprId, number: usize) -> Outcome<Place> {
        let module = self.module;
        let instance = &module.instances[number];
        let function = module.ast[instance.function];
        let Some(value) = self.only_return(number) else {
            let name = self.text_of(function.name);
            let message =
                format!("`{name}` returns a reference or pointer: WGSL functions can only return values");
            return self.none(sections::SECTION_4, message);
        };
        let (arguments, this) = self.arguments_of(id, number)?;
        let locals = self.bind_places(number, &arguments)?;
        let scan = self.scan(number);
        self.frames.push(Frame {
            body: &instance.body,
            objects: Some(&instance.locals),
            locals,
            scan,
            this,
            result: FunctionResult::Nothing,
        });
        let place = self.place(value);
        self.frames.pop();
        Ok(place?.0)
    }

    /// The value of the `return` that a body consists of.
    fn only_return(&self, number: usize) -> Option<ExprId> {
        let body = self.module.ast[self.module.instances[number].function].body?;
        let Stmt::Block(statements) = self.ast()[body] else { return None };
        let [statement] = self.ast()[statements] else { return None };
        let Stmt::Return(value) = self.ast()[statement] else { return None };
        value
    }

    /// The arguments of a call or operator, and the object of a member function.
    fn arguments_of(&mut self, id: ExprId, number: usize) -> Outcome<(Vec<ExprId>, Option<Object>)> {
        let is_member = self.module.instances[number].this.is_some();
        if let Expr::Call(callee, arguments) = self.ast()[id] {
            let arguments = self.ast()[arguments].to_vec();
            let object = self.called_object(callee)?;
            let this = if is_member { object.or(self.frame()?.this.clone()) } else { None };
            return Ok((arguments, this));
        }
        let mut operands = self.operands_of(id);
        if !is_member || operands.is_empty() {
            return Ok((operands, None));
        }
        let object = self.object(operands.remove(0))?;
        Ok((operands, Some(object)))
    }

    /// The parameters of a function whose body is written instead of its call: values get names, so that each is evaluated once.
    fn bind_places(
        &mut self,
        number: usize,
        arguments: &[ExprId],
    ) -> Outcome<FxHashMap<VariableId, Binding>> {
        let module = self.module;
        let instance = &module.instances[number];
        let scan = self.scan(number);
        let mut locals = FxHashMap::default();
        let parameters = &module.ast[module.ast[instance.function].parameters];
        for (index, (parameter, ty)) in parameters.iter().zip(&instance.parameters).enumerate() {
            let name = module.ast[*parameter].name;
            let is_assigned = name.is_some_and(|name| scan.assigned.contains(&name));
            let Some(argument) = arguments.get(index).copied().filter(|_| !is_assigned) else {
                return self
                    .none(sections::SECTION_4, "this argument of a function that returns a reference");
            };
            let binding = self.bound(argument, *ty, name.map_or("index", |name| self.text_of(name)))?;
            locals.insert(*parameter, binding);
        }
        Ok(locals)
    }
}
