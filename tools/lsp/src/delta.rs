//! `textDocument/semanticTokens/full/delta`: the difference between two lists of semantic tokens.

use lsp_types::{SemanticToken, SemanticTokensEdit};

/// The number of integers that encode a token.
const INTEGERS: u32 = 5;

/// Returns an edit from one list to the other. It replaces everything between the common prefix and the common suffix.
pub(crate) fn edits(before: &[SemanticToken], after: &[SemanticToken]) -> Vec<SemanticTokensEdit> {
    let start = before.iter().zip(after).take_while(|(one, other)| one == other).count();
    let (old, new) = (&before[start..], &after[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    let integers = |it: &SemanticToken| {
        [it.delta_line, it.delta_start, it.length, it.token_type, it.token_modifiers_bitset]
    };
    let data = (!new.is_empty()).then(|| new.iter().flat_map(integers).collect());
    vec![SemanticTokensEdit {
        start: start as u32 * INTEGERS,
        delete_count: old.len() as u32 * INTEGERS,
        data,
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::analyse;
    use crate::tokens::tokens;

    #[test]
    fn an_edit_makes_one_list_the_other() {
        let texts = ["fn f(a: i32) {}", "fn f(a: i32, b: f32) {}", "fn g() { f(); }", "", "const c = 1;"];
        for before in texts {
            for after in texts {
                let list = |text| tokens(&analyse(text)).data;
                let flat = |all: &[SemanticToken]| {
                    all.iter()
                        .flat_map(|it| {
                            [
                                it.delta_line,
                                it.delta_start,
                                it.length,
                                it.token_type,
                                it.token_modifiers_bitset,
                            ]
                        })
                        .collect::<Vec<u32>>()
                };
                let (old, new) = (list(before), list(after));
                let mut made = flat(&old);
                for edit in edits(&old, &new) {
                    let start = edit.start as usize;
                    made.splice(start..start + edit.delete_count as usize, edit.data.unwrap_or_default());
                }
                assert_eq!(made, flat(&new), "{before} {after}");
            }
        }
    }
}
