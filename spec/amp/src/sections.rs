//! The sections of the specification by number: `SECTION_2_4_1`. A section that the pinned specification lacks has no constant.

use shader_source::{Document, Section};

// `SECTIONS: [Section; N]`, and a constant of type `&Section` for each.
include!("generated/sections.rs");
