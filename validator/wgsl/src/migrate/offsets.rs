//! `[[offset(…)]]`, which each member of a structure in a buffer had until the summer of 2021. Most are where the member is anyway.

use super::edits::Edits;
use crate::ast::StructId;
use crate::meaning::TypedModule;
use crate::types::{StructMember, round_up};
use rustc_hash::FxHashMap;

/// The offset of a member.
#[derive(Clone, Debug)]
pub(super) struct Offset {
    pub(super) structure: String,
    pub(super) member: String,
    pub(super) bytes: u64,
}

/// Puts `@size` before the members that are followed by a gap. Where it can't move the next member to its offset, the offset comes back, for a
/// person to look at.
pub(super) fn restore(module: TypedModule<'_>, offsets: &[Offset], edits: &mut Edits) {
    if offsets.is_empty() {
        return;
    }
    let wanted: FxHashMap<(&str, &str), u64> =
        offsets.iter().map(|it| ((it.structure.as_str(), it.member.as_str()), it.bytes)).collect();
    let ast = &module.syntax.ast;
    for (index, written) in ast.structs.iter().enumerate() {
        let structure = module.name(written.name);
        let offset_of =
            |member: usize| wanted.get(&(structure, module.name(ast.members[member].name))).copied();
        let typed = module.meaning.types.structure(StructId::from_index(index));
        let mut before: Option<(u64, &StructMember)> = None;
        for (position, member) in written.members.range().enumerate() {
            let place = ast.members[member].name_span.lo;
            let typed = typed.and_then(|it| it.members.get(position));
            let (Some(offset), Some(typed)) = (offset_of(member), typed) else {
                if let Some(offset) = offset_of(member) {
                    edits.insert(place, format!("@offset({offset}) "));
                }
                before = None;
                continue;
            };
            let (start, end) = before.map_or((0, 0), |(start, it)| (start, start.saturating_add(it.size)));
            if round_up(u64::from(typed.align), end) != offset {
                // Without a member before it, nothing can fill the gap.
                let is_possible =
                    before.is_some() && offset >= end && offset % u64::from(typed.align.max(1)) == 0;
                if is_possible {
                    let place = ast.members[member - 1].name_span.lo;
                    edits.insert(place, format!("@size({}) ", offset - start));
                } else {
                    edits.insert(place, format!("@offset({offset}) "));
                }
            }
            before = Some((offset, typed));
        }
    }
}
