//! Metal as a dialect of C++14: the description that the C++ core gets. A dialect of Metal itself, such as `osx-metal2.2`, is a
//! [`msl_spec::Dialect`]; all of them are read alike, and the checker reports what one lacks.

mod name;
mod predicate;
mod rule;
#[cfg(test)]
mod tests;

pub(crate) use name::HIDDEN_TEMPLATES;
pub(crate) use rule::RULES;

use crate::interface::EntryPointKind;
use cxx_validator::ast::Function;
use cxx_validator::dialect::{Dialect, Entry, Header, LaterQualifier, Lexis, Library, Removed, Space, Word};
use cxx_validator::lex::NumberType;
use msl_spec::{AddressSpace, Availability, HEADERS, MACROS, PREDEFINED, Version};

/// Metal, up to the pinned version.
pub static METAL: Dialect = metal(&rule::REMOVED);

/// Metal after the pinned version.
static LATER_METAL: Dialect = metal(rule::REMOVED_LATER);

/// Metal with lambda expressions.
static METAL_3_2: Dialect = metal(rule::REMOVED_SINCE_3_2);

/// Returns the description of a dialect of Metal.
pub(crate) fn described(dialect: msl_spec::Dialect) -> &'static Dialect {
    if dialect.version() >= Version::new(3, 2) {
        &METAL_3_2
    } else if dialect.version() > Availability::NEWEST_PINNED {
        &LATER_METAL
    } else {
        &METAL
    }
}

/// The words with a meaning in the grammar.
const WORDS: [(&str, Word); 9] = [
    ("half", Word::Half),
    (AddressSpace::Device.name(), Word::Space(space(AddressSpace::Device))),
    (AddressSpace::Constant.name(), Word::Space(space(AddressSpace::Constant))),
    (AddressSpace::Thread.name(), Word::Space(space(AddressSpace::Thread))),
    (AddressSpace::Threadgroup.name(), Word::Space(space(AddressSpace::Threadgroup))),
    (AddressSpace::ThreadgroupImageblock.name(), Word::Space(space(AddressSpace::ThreadgroupImageblock))),
    ("kernel", Word::Entry(Entry(0))),
    ("vertex", Word::Entry(Entry(1))),
    ("fragment", Word::Entry(Entry(2))),
];

/// Words of later versions before types.
const LATER_QUALIFIERS: [(&str, LaterQualifier); 3] = [
    (AddressSpace::RayData.name(), LaterQualifier::Space(space(AddressSpace::RayData))),
    (AddressSpace::ObjectData.name(), LaterQualifier::Space(space(AddressSpace::ObjectData))),
    ("coherent", LaterQualifier::Coherent),
];

const fn metal(removed: &'static [Removed]) -> Dialect {
    Dialect {
        name: "Metal",
        rules: rule::RULES,
        included: "header",
        lexis: Lexis::Cxx,
        removed,
        words: &WORDS,
        later_qualifiers: &LATER_QUALIFIERS,
        default_space: Some(space(AddressSpace::Thread)),
        has_host_code: false,
        restrictions: None,
        bit_cast: Some("as_type"),
        integer_suffixes: &[
            ("", NumberType::Integer),
            ("u", NumberType::Unsigned),
            ("l", NumberType::Long),
            ("ul", NumberType::UnsignedLong),
            ("lu", NumberType::UnsignedLong),
            // `long long` has as many bits as `long`. There is no such type in Metal, but Clang accepts its literals.
            ("ll", NumberType::Long),
            ("ull", NumberType::UnsignedLong),
            ("llu", NumberType::UnsignedLong),
        ],
        float_suffixes: &[
            ("", NumberType::Float),
            ("f", NumberType::Float),
            ("F", NumberType::Float),
            ("h", NumberType::Half),
            ("H", NumberType::Half),
            ("bf", NumberType::Bfloat),
            ("BF", NumberType::Bfloat),
        ],
        library: Library {
            name_kind: name::name_kind,
            namespace: "metal",
            type_names: || msl_spec::type_names().iter().map(|ty| ty.name).collect(),
            member_types: &[("simd_vote", "vote_t"), ("quad_vote", "vote_t"), ("intersector", "result_type")],
            header,
            includes: &[("metal_stdlib", "simd/simd.h")],
            implied: None,
            is_local: false,
            header_prefix: "metal",
            macros: &MACROS,
            compiler_macros: &PREDEFINED,
            predefined: &[
                "__METAL_VERSION__",
                "__METAL_MACOS__",
                "__METAL_IOS__",
                "__METAL__",
                "__HAVE_BFLOAT__",
            ],
            predicates: &predicate::PREDICATES,
        },
    }
}

fn header(name: &str) -> Option<Header> {
    let header = HEADERS.iter().find(|header| header.name == name)?;
    Some(Header { name: header.name, text: header.text, names: header.names })
}

/// The number of an address space in the syntax tree.
const fn space(space: AddressSpace) -> Space {
    Space(space as u8)
}

/// Returns the address space with this number in the syntax tree.
pub(crate) fn address_space(space: Space) -> AddressSpace {
    AddressSpace::ALL[usize::from(space.0)]
}

/// Returns the address space of the objects that a member function is for, if it names one.
pub(crate) fn object_space(function: &Function) -> Option<AddressSpace> {
    function.space.map(address_space)
}

/// Returns the kind of a function of pipelines whose word has this number in the syntax tree. Section 5.1
pub(crate) fn entry_point_kind(entry: Entry) -> EntryPointKind {
    match entry.0 {
        0 => EntryPointKind::Kernel,
        1 => EntryPointKind::Vertex,
        _ => EntryPointKind::Fragment,
    }
}
