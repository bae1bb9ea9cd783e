//! Calls: their results, what they change, and the barriers in them. C++ AMP 1.2 (8.1.1), rules 9 and 10

use super::Written;
use super::flow::Flow;
use super::value::{Reason, Varying};
use crate::typed::{Argument, CallId, ExternalCallId, LibraryCallId};
use crate::types::Type;
use msl_spec::FunctionOperation;
use shader_source::Span;
use std::rc::Rc;

impl Flow<'_, '_> {
    /// Evaluates arguments in order, each with the reason why it is not uniform.
    pub(super) fn arguments(&mut self, arguments: &[Argument]) -> Vec<Option<Varying>> {
        let value = |argument: &Argument| match *argument {
            Argument::Value(value) => self.expr(value),
            Argument::Place(place) => self.load(place),
            Argument::Omitted => None,
        };
        arguments.iter().map(value).collect()
    }

    /// Calls a function of the program or of the headers, and returns the reason why its result is not uniform.
    pub(super) fn call(&mut self, id: CallId, span: Span) -> Option<Varying> {
        let call = self.tree[id];
        let list = self.tree[call.arguments].to_vec();
        let mut arguments = self.arguments(&list);
        // A constructor has its new object as the first parameter. The call has no argument for it.
        let parameters = self.parameter_count(call.instance);
        if arguments.len() < parameters {
            arguments.insert(0, None);
        }
        let Some(summary) = self.summary(call.instance, &arguments) else {
            self.give_up();
            return None;
        };
        self.called.insert(id, Rc::clone(&summary));
        if let Some(barrier) = summary.barrier {
            self.reach_barrier(call.instance, barrier, span);
        }
        let in_words_of_caller = |varying: Varying| match varying.reason {
            Reason::Argument(number) => arguments.get(number).copied().flatten().unwrap_or(varying),
            // What is in a header says less than the call.
            _ if self.is_library_place(varying.span) => Varying { span, ..varying },
            _ => varying,
        };
        let skipped = arguments.len() - list.len();
        let written: Vec<Written> =
            summary.written.iter().map(|written| written.map(in_words_of_caller)).collect();
        let result = summary.result.map(in_words_of_caller);
        for (argument, written) in list.iter().zip(written.iter().skip(skipped)) {
            if let (Argument::Place(place), Written::Sometimes(value)) = (argument, written) {
                self.store_part(*place, *value);
            }
        }
        if summary.writes_pointers {
            self.write_pointees(&list, Some(Varying { span, reason: Reason::Element }));
        }
        let object = written.first().filter(|_| skipped == 1).and_then(|written| written.varying());
        result.or(object)
    }

    /// Calls a function that is only declared: its result depends on its arguments alone, unless it gets a pointer, as atomic functions do.
    pub(super) fn external(&mut self, call: ExternalCallId, span: Span) -> Option<Varying> {
        let values = self.tree[self.tree[call].arguments].to_vec();
        let list: Vec<Argument> = values.iter().map(|value| Argument::Value(*value)).collect();
        let varying = self.arguments(&list).into_iter().flatten().next();
        let is_pointer = |argument: &Argument| self.is_pointer(*argument);
        if list.iter().any(is_pointer) {
            let result = Varying { span, reason: Reason::Atomic };
            self.write_pointees(&list, Some(result));
            return Some(result);
        }
        varying
    }

    /// Calls a function that the engine has: a barrier, a fence, or a mathematical function.
    pub(super) fn library(
        &mut self,
        call: LibraryCallId,
        arguments: &[Argument],
        span: Span,
    ) -> Option<Varying> {
        let function = self.tree[call].function;
        let varying = self.arguments(arguments).into_iter().flatten().next();
        if matches!(function.operation, FunctionOperation::Barrier(_)) {
            self.wait(span);
        }
        let is_written =
            |argument: &Argument| matches!(argument, Argument::Place(_)) || self.is_pointer(*argument);
        if arguments.iter().any(is_written) {
            let result = Varying { span, reason: Reason::Atomic };
            for argument in arguments {
                if let Argument::Place(place) = argument {
                    self.store_part(*place, Some(result));
                }
            }
            self.write_pointees(arguments, Some(result));
            return Some(result);
        }
        varying
    }

    /// Writes what pointers among arguments lead to.
    fn write_pointees(&mut self, arguments: &[Argument], value: Option<Varying>) {
        for argument in arguments {
            if let Argument::Value(pointer) = argument
                && self.is_pointer(*argument)
            {
                self.store_pointee(*pointer, value);
            }
        }
    }

    fn is_pointer(&self, argument: Argument) -> bool {
        let Argument::Value(value) = argument else { return false };
        matches!(self.module().types.get(self.tree.expr_type(value)), Type::Pointer(_))
    }
}
