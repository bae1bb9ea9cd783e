//! Messages about what is wrong with a call.

use super::amp::Misuse;
use super::library::CANDIDATES;
use super::{Checker, Purpose, Signature, Typed};
use crate::diagnostic::Diagnostic;
use crate::types::{Argument, Overloads};
use cxx_validator::ast::{ExprId, FunctionId};
use cxx_validator::names::Symbol;
use msl_spec::rules;
use shader_source::Span;

impl Checker<'_> {
    /// Reports a call of functions of the program none of which takes the arguments.
    pub(super) fn no_match(
        &mut self,
        (span, name): (Span, Symbol),
        functions: &Overloads,
        (list, typed): (&[ExprId], &[Option<Typed>]),
        explicit: &[Argument],
    ) {
        let text = self.text(name).to_owned();
        // With one candidate the mistake is in an argument.
        if let Some(function) = functions.only()
            && let Some(signature) = self.signature_for(function, typed, explicit)
        {
            let declared = self.ast[function].name_span;
            let (least, most) = (signature.required, signature.parameters.len());
            if typed.len() < least || typed.len() > most {
                let wanted = if least == most { least.to_string() } else { format!("{least} to {most}") };
                let message = format!("`{text}` takes {wanted} arguments, found {}", typed.len());
                let found = Diagnostic::error(rules::CALL_ARGUMENT_COUNT, span, message)
                    .label(declared, "declared here");
                self.report(found);
                return;
            }
            let parameters: Vec<_> = signature.parameters.iter().copied().enumerate().collect();
            let misfit =
                list.iter().zip(typed).zip(parameters).find_map(|((argument, typed), (index, ty))| {
                    let typed = typed.filter(|typed| self.rank(*typed, ty).is_none())?;
                    Some((*argument, typed, index, ty))
                });
            if let Some((argument, typed, index, ty)) = misfit {
                let parameter = self.ast[self.ast[function].parameters][index];
                let found = self.misfit(self.span(argument), typed, ty, Purpose::Argument);
                self.report(found.label(self.ast[parameter].name_span, "the parameter is declared here"));
                return;
            }
        }
        let printed: Vec<String> = typed
            .iter()
            .map(|typed| typed.map_or_else(|| "{…}".to_owned(), |typed| self.types.print(typed.ty)))
            .collect();
        let of_library = functions.iter().find_map(|id| self.rule_of_function(id, Misuse::Arguments));
        let mut found = Diagnostic::error(
            of_library.unwrap_or(rules::CALL_MATCH),
            span,
            format!("no function `{text}` takes ({})", printed.join(", ")),
        );
        for function in functions.iter().take(CANDIDATES) {
            if let Some(signature) = self.signature_for(function, typed, explicit) {
                let parameters: Vec<String> =
                    signature.parameters.iter().map(|ty| self.types.print(*ty)).collect();
                found = found.note(format!("candidate: {text}({})", parameters.join(", ")));
            } else if let (Some(reason), _) = self.reason_not_deduced(function) {
                found = found.note(format!("candidate template ignored: {reason}"));
            }
        }
        self.report(found);
    }

    /// The signature that a function has in a call: a template with the arguments that follow from the call, if they do.
    fn signature_for(
        &mut self,
        function: FunctionId,
        typed: &[Option<Typed>],
        explicit: &[Argument],
    ) -> Option<Signature> {
        self.not_deduced = None;
        if self.ast.is_template(function) {
            return self.deduce((function, None), typed, explicit).map(|it| it.signature);
        }
        self.functions.get(&function).cloned()
    }
}
