//! Functions that are written at their calls, because WGSL has no type for their results. A reference or pointer is the place that it leads to,
//! and a structure that is [taken apart](super::parts) has no type.
//!
//! Such a function must end with its only `return`, as the element functions of array classes do.

use super::parts::Uses;
use super::translator::{Frame, Outcome, Translator};
use super::value::{Binding, Value};
use cxx_validator::ast::List;
use msl_spec::sections;
use msl_validator::typed::{Argument, Call, CallId, Child, Expr, Place, PlaceId, Stmt, StmtId, Tree};
use msl_validator::types::TypeId;
use std::rc::Rc;

impl Translator<'_> {
    /// The object that the result of a function refers to.
    pub(crate) fn referred(&mut self, id: CallId) -> Outcome<Binding> {
        self.inlined(id, |it, end| {
            let Stmt::ReturnPlace(place) = it.tree()[end] else { return it.without_result() };
            it.node(place)
        })
    }

    /// The pointer or the structure that a function returns.
    pub(crate) fn returned_here(&mut self, id: CallId) -> Outcome<Value> {
        self.inlined(id, |it, end| {
            let Stmt::Return(Some(value)) = it.tree()[end] else { return it.without_result() };
            it.value(value)
        })
    }

    fn without_result<T>(&self) -> Outcome<T> {
        self.none(sections::SECTION_4, "a function that does not end with its result")
    }

    /// The value of a function of the library that only returns an expression, and the effects of one that only has some: most say nothing but
    /// the index of an element. `None` for others.
    pub(crate) fn short_call(&mut self, id: CallId) -> Option<Outcome<Value>> {
        let instance = self.tree()[id].instance;
        if !self.is_of_library(instance) || self.is_constructor(instance) {
            return None;
        }
        // Of constants alone, its expression would be one that WGSL computes before it runs, where infinities and NaN are errors.
        let arguments = &self.tree()[self.tree()[id].arguments];
        let is_constant =
            |it: &Argument| matches!(it, Argument::Value(value) if self.constant_value(*value).is_some());
        if !arguments.is_empty() && arguments.iter().all(is_constant) {
            return None;
        }
        let unit = self.unit(instance);
        let statements = &unit.tree[unit.body];
        if let [end] = statements
            && let Stmt::Return(Some(_)) = unit.tree[*end]
        {
            return Some(self.returned_here(id));
        }
        let is_effect = |id: &StmtId| matches!(unit.tree[*id], Stmt::Expression(_));
        statements.iter().all(is_effect).then(|| {
            let call = self.tree()[id];
            let mut frame = Frame::of_function(Rc::clone(&unit));
            self.bind_arguments(call, true, &mut frame)?;
            self.in_function(instance, frame, |it| {
                statements.iter().try_for_each(|statement| it.statement_here(*statement))
            })?;
            Ok(Value::Nothing)
        })
    }

    fn inlined<T>(&mut self, id: CallId, result: impl FnOnce(&mut Self, StmtId) -> Outcome<T>) -> Outcome<T> {
        let call = self.tree()[id];
        let unit = self.unit(call.instance);
        let Some((before, end)) = only_return(&unit.tree, unit.body) else {
            let function = self.module.ast[self.module.instances[call.instance].function];
            let message = format!(
                "`{}` returns a pointer, a reference or a structure with one: WGSL functions can only return values",
                self.text_of(function.name)
            );
            return self.none(sections::SECTION_4, message);
        };
        let mut frame = Frame::of_function(Rc::clone(&unit));
        self.bind_arguments(call, true, &mut frame)?;
        self.in_function(call.instance, frame, |it| {
            before.iter().try_for_each(|statement| it.statement_here(*statement))?;
            result(it, end)
        })
    }

    /// Works inside of a function.
    fn in_function<T>(
        &mut self,
        instance: usize,
        frame: Frame,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let outer = self.enter(instance);
        self.frames.push(frame);
        let result = work(self);
        self.frames.pop();
        self.call = outer;
        result
    }

    /// Binds the parameters of a function to the arguments of a call.
    fn bind_arguments(&mut self, call: Call, has_object: bool, frame: &mut Frame) -> Outcome<()> {
        let arguments = self.tree()[call.arguments].to_vec();
        let unit = Rc::clone(&frame.unit);
        let this = unit.this.filter(|_| has_object);
        for (argument, local) in arguments.into_iter().zip(this.iter().chain(&unit.parameters)) {
            let object = unit.tree[*local].object;
            let name = unit.tree[*local].name.map_or("index", |name| self.text_of(name));
            let is_value = matches!(argument, Argument::Value(_));
            let mut binding = if let Argument::Place(place) = argument
                && this == Some(*local)
            {
                self.called_object(place, object)?
            } else {
                self.argument_binding(argument, object.is_const, name)?
            };
            // Who passes a pointer by reference, or an object with one, would not know that it moves.
            if unit.is_assigned(*local) && !is_value && !matches!(binding, Binding::Place(_)) {
                return self.none(
                    sections::SECTION_4,
                    "an assignment to this argument of a function that returns a pointer or reference",
                );
            }
            let is_changed = unit.is_changed(*local);
            // What a function changes is its own: an argument by value, or a temporary object.
            let is_temporary = matches!(argument, Argument::Place(place) if self.is_temporary(place));
            if (is_value || is_temporary) && is_changed {
                let uses = Uses { is_changed, is_assigned: unit.is_assigned(*local) };
                binding = self.own(&binding, object.ty, name, uses)?;
            }
            frame.locals.insert(*local, binding);
        }
        Ok(())
    }

    /// Returns true for a new object without a name.
    fn is_temporary(&self, place: PlaceId) -> bool {
        matches!(self.tree()[place], Place::Temporary(_))
    }

    /// The object of a structure that is taken apart, from its constructor.
    pub(crate) fn constructed_here(&mut self, id: CallId, ty: TypeId) -> Outcome<Value> {
        let call = self.tree()[id];
        let unit = self.unit(call.instance);
        let Some(this) = unit.this else { return self.none(sections::SECTION_2_11, "this constructor") };
        if has_return(&unit.tree, unit.tree[unit.body].iter().copied()) {
            let message = "a constructor with `return`, of a structure with pointers or references";
            return self.none(sections::SECTION_2_11, message);
        }
        let mut frame = Frame::of_function(Rc::clone(&unit));
        self.bind_arguments(call, false, &mut frame)?;
        let initial = self.initial(ty)?;
        frame.locals.insert(this, initial);
        let outer = self.enter(call.instance);
        self.frames.push(frame);
        let result = self.construct_members(&unit.tree, unit.body, ty);
        let object = self.frames.pop().and_then(|mut frame| frame.locals.remove(&this));
        self.call = outer;
        result?;
        match object {
            Some(Binding::Parts(parts)) => Ok(Value::Parts(parts)),
            _ => self.none(sections::SECTION_2_11, "this constructor"),
        }
    }

    /// The statements of a constructor. If all of them give members their first values, no member needs a variable.
    fn construct_members(&mut self, tree: &Tree, body: List<StmtId>, ty: TypeId) -> Outcome<()> {
        let statements = &tree[body];
        let this = self.current().this;
        let mut seen = Vec::new();
        let are_first = statements.iter().all(|statement| {
            let Stmt::Expression(value) = tree[*statement] else { return false };
            let Expr::Assign(place, _) = tree[value] else { return false };
            if let Place::Member(whole, index) = tree[place] {
                let is_own = matches!(tree[whole], Place::Local(local) if Some(local) == this);
                let is_new = !seen.contains(&index);
                seen.push(index);
                return is_own && is_new;
            }
            // A different constructor begins the object.
            matches!(tree[place], Place::Local(local) if Some(local) == this) && statements.len() == 1
        });
        if !are_first {
            let object = this.and_then(|this| self.frame().ok()?.locals.get(&this).cloned());
            let (Some(object), Some(this)) = (object, this) else {
                return self.none(sections::SECTION_2_11, "this constructor");
            };
            let uses = Uses { is_changed: true, is_assigned: true };
            let own = self.own(&object, ty, "object", uses)?;
            self.frame()?.locals.insert(this, own);
            return statements.iter().try_for_each(|statement| self.statement_here(*statement));
        }
        for statement in statements {
            let (Stmt::Expression(id), Some(this)) = (tree[*statement], this) else { continue };
            let Expr::Assign(place, value) = tree[id] else { continue };
            self.writer.span = tree.expr_span(id);
            let ty = tree.place_type(place);
            let name = self.member_name(place).unwrap_or_else(|| "object".to_owned());
            let value = self.bound(value, ty, &name)?;
            match (tree[place], self.frame()?.locals.get_mut(&this)) {
                (Place::Member(_, index), Some(Binding::Parts(parts))) => {
                    if let Some(part) = Rc::make_mut(parts).get_mut(index as usize) {
                        *part = value;
                    }
                }
                (_, Some(object)) => *object = value,
                (_, None) => {}
            }
        }
        Ok(())
    }

    /// The name of a member, for a variable with its value.
    fn member_name(&mut self, place: PlaceId) -> Option<String> {
        let Place::Member(whole, index) = self.tree()[place] else { return None };
        let number = self.module.types.structure_number(self.tree().place_type(whole))?;
        self.member_names(number).get(index as usize).cloned()
    }
}

/// The statements of a function before its only `return`, which is the last statement.
fn only_return(tree: &Tree, body: List<StmtId>) -> Option<(&[StmtId], StmtId)> {
    let (end, before) = tree[body].split_last()?;
    let is_return = matches!(tree[*end], Stmt::Return(Some(_)) | Stmt::ReturnPlace(_));
    (is_return && !has_return(tree, before.iter().copied())).then_some((before, *end))
}

fn has_return(tree: &Tree, statements: impl Iterator<Item = StmtId>) -> bool {
    let mut found = false;
    tree.visit(statements.map(Child::Stmt), |node| {
        found |=
            matches!(node, Child::Stmt(id) if matches!(tree[id], Stmt::Return(_) | Stmt::ReturnPlace(_)));
    });
    found
}
