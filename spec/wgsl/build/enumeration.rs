//! Enumerations of names that programs write.

use std::fmt::Write as _;

use spec_build::{Names, named_enumeration, pascal};

/// An enumeration with `ALL`, `name()`, `from_symbol()` and `anchor()`.
pub(crate) fn enumeration(
    text: &mut String,
    name: &str,
    about: &str,
    members: &[&str],
    anchors: &[String],
    names: &Names,
) -> Result<(), String> {
    named_enumeration(text, name, about, members);
    let _ = writeln!(text, "impl {name} {{");
    text.push_str("    /// The one with this name.\n    #[must_use]\n    pub fn from_symbol(symbol: crate::Symbol) -> Option<Self> {\n");
    text.push_str("        match symbol.index() {\n");
    for member in members {
        let _ = writeln!(text, "            {} => Some(Self::{}),", names.index(member)?, pascal(member));
    }
    text.push_str("            _ => None,\n        }\n    }\n\n    /// The place of its definition in the specification.\n    #[must_use]\n    pub const fn anchor(self) -> crate::Anchor {\n        match self {\n");
    for (member, anchor) in members.iter().zip(anchors) {
        let _ = writeln!(text, "            Self::{} => {anchor},", pascal(member));
    }
    text.push_str("        }\n    }\n}\n\n");
    Ok(())
}
