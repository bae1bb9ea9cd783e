//! Functions that call themselves. Section 1.4.4

use super::Checker;
use msl_spec::rules;
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Reports functions that call themselves. Section 1.4.4
    pub(super) fn recursion(&mut self) {
        let count = self.instances.len();
        let mut states = vec![State::New; count];
        let mut reported = FxHashSet::default();
        for start in 0..count {
            if states[start] != State::New {
                continue;
            }
            let mut stack = vec![(start, 0)];
            states[start] = State::Open;
            while let Some((number, next)) = stack.pop() {
                let call = self.instances[number].calls.get(next).copied();
                let Some((callee, span)) = call else {
                    states[number] = State::Done;
                    continue;
                };
                stack.push((number, next + 1));
                // A call of a function that is only declared when it is called leads to its later body.
                match states[callee] {
                    State::New => {
                        states[callee] = State::Open;
                        stack.push((callee, 0));
                    }
                    // The call of an entry point was reported.
                    State::Open if self.ast[self.instances[callee].function].entry.is_some() => {}
                    // Several calls may lead back to one function, and a template may have many instances.
                    State::Open if !reported.insert(self.instances[callee].function) => {}
                    State::Open if self.is_amp() => {
                        self.check_amp_recursion(self.instances[callee].function, span);
                    }
                    State::Open => {
                        let name = self.text(self.ast[self.instances[callee].function].name);
                        let message = format!("this call leads back to `{name}`");
                        let rule = rules::FUNCTION_NO_RECURSION;
                        let (rule, message) = self.removed(rule, &message, &crate::unsupported::RECURSION);
                        self.error(rule, span, message);
                    }
                    State::Done => {}
                }
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}
