//! Enumerations of names that programs write.

use std::fmt::Write as _;

use crate::{Names, method, named_enumeration, pascal};

/// An enumeration with `ALL`, `name()`, `from_symbol()` and `section()`.
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
    text.push_str("            _ => None,\n        }\n    }\n}\n\n");
    let anchors = members.iter().map(|member| pascal(member)).zip(anchors.iter().cloned());
    let about = "The place of its definition in the specification.";
    method(text, name, about, "section(self) -> &'static crate::Section", anchors);
    Ok(())
}
