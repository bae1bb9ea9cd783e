//! Diagnostics in files that several programs share.

use crate::judgement::Judgement;
use shader_source::Span;
use std::collections::HashSet;

/// The diagnostics that were printed: a diagnostic in a file that several programs import or include is printed once.
#[derive(Default, Debug)]
pub(crate) struct Told(HashSet<(String, Span, &'static str, String)>);

impl Told {
    /// Leaves out diagnostics that were already printed for an earlier program.
    pub(crate) fn leave_out(&mut self, judgement: &mut Judgement) {
        let mut is_new = Vec::with_capacity(judgement.diagnostics.len());
        {
            let sources = judgement.sources();
            for found in &judgement.diagnostics {
                // Lines and columns would cost a pass over the file, and bytes distinguish places as well.
                let span = found.primary.span;
                let file = &sources.files()[sources.file_index(span.lo)];
                let finding =
                    (file.name().to_owned(), file.local(span), found.rule.id, found.message.clone());
                is_new.push(self.0.insert(finding));
            }
        }
        let mut is_new = is_new.into_iter();
        judgement.diagnostics.retain(|_| is_new.next().unwrap_or(true));
    }
}
