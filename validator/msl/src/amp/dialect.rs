//! C++ AMP 1.2 as a dialect of C++14: the description that the C++ core gets. (2)

use crate::dialect::RULES;
use cxx_validator::NameKind;
use cxx_validator::dialect::{Dialect, Header, Lexis, Library, Restrictions, Space, Word};
use cxx_validator::lex::NumberType;
use msl_spec::{AddressSpace, rules};

/// C++ AMP 1.2.
pub static AMP: Dialect = Dialect {
    name: "C++ AMP",
    rules: RULES,
    included: "header",
    lexis: Lexis::Cxx,
    removed: &[],
    words: &[("tile_static", Word::Space(Space(AddressSpace::Threadgroup as u8)))],
    later_qualifiers: &[],
    default_space: Some(Space(AddressSpace::Thread as u8)),
    has_host_code: true,
    restrictions: Some(Restrictions {
        names: &["cpu", "amp"],
        known: rules::GRAMMAR_TOKEN,
        place: rules::GRAMMAR_TOKEN,
    }),
    bit_cast: None,
    integer_suffixes: &[
        ("", NumberType::Integer),
        ("u", NumberType::Unsigned),
        // `long` has 32 bits.
        ("l", NumberType::Integer),
        ("ul", NumberType::Unsigned),
        ("lu", NumberType::Unsigned),
        ("ll", NumberType::Long),
        ("ull", NumberType::UnsignedLong),
        ("llu", NumberType::UnsignedLong),
        ("i64", NumberType::Long),
        ("ui64", NumberType::UnsignedLong),
    ],
    float_suffixes: &[
        ("", NumberType::Double),
        ("f", NumberType::Float),
        ("F", NumberType::Float),
        ("l", NumberType::Double),
        ("L", NumberType::Double),
    ],
    library: Library {
        name_kind: |_| NameKind::Unknown,
        namespace: "metal",
        type_names: Vec::new,
        member_types: &[],
        header,
        includes: &[
            ("amp_math.h", "amp.h"),
            ("amp_graphics.h", "amp_short_vectors.h"),
            ("amp_short_vectors.h", "amp.h"),
        ],
        is_local: false,
        header_prefix: "amp",
        macros: MACROS,
        compiler_macros: MICROSOFT,
        predefined: &[],
        predicates: &[],
    },
};

/// The words of Microsoft's compiler that say nothing about what a program means, and the macros that its programs ask for.
const MICROSOFT: &[(&str, &str)] = &[
    ("APIENTRY", ""),
    ("CALLBACK", ""),
    ("WINAPI", ""),
    ("__cdecl", ""),
    ("__declspec(x)", "__attribute__((x))"),
    ("__fastcall", ""),
    ("__forceinline", "inline"),
    ("__inline", "inline"),
    ("__int64", "long long"),
    ("__stdcall", ""),
    ("_cdecl", ""),
    ("_stdcall", ""),
];

/// The macros of the headers. C++ AMP 1.2 (10.7.1), and the names of Microsoft's headers for restrictions
const MACROS: &[(&str, &str)] = &[
    ("CHAR_BIT", "8"),
    ("DBL_EPSILON", "2.2204460492503131e-016"),
    ("DBL_MAX", "1.7976931348623158e+308"),
    ("DBL_MIN", "2.2250738585072014e-308"),
    ("FLT_EPSILON", "1.192092896e-07F"),
    ("FLT_MAX", "3.402823466e+38F"),
    ("FLT_MIN", "1.175494351e-38F"),
    ("INT_MAX", "2147483647"),
    ("INT_MIN", "(-2147483647 - 1)"),
    ("LONG_MAX", "2147483647L"),
    ("LONG_MIN", "(-2147483647L - 1)"),
    ("NORM_MAX", "concurrency::graphics::norm(1.0f)"),
    ("NORM_MIN", "concurrency::graphics::norm(-1.0f)"),
    ("NORM_ZERO", "concurrency::graphics::norm(0.0f)"),
    ("UINT_MAX", "0xffffffffu"),
    ("ULONG_MAX", "0xffffffffUL"),
    ("UNORM_MAX", "concurrency::graphics::unorm(1.0f)"),
    ("UNORM_MIN", "concurrency::graphics::unorm(0.0f)"),
    ("UNORM_ZERO", "concurrency::graphics::unorm(0.0f)"),
    ("__CPU_ONLY", ""),
    ("__GPU", "restrict(amp, cpu)"),
    ("__GPU_ONLY", "restrict(amp)"),
];

/// The headers of the library, which `spec/amp/headers` describes.
const HEADERS: [(&str, &str); 3] = [
    ("amp.h", include_str!("../../../../spec/amp/headers/amp.h")),
    ("amp_math.h", include_str!("../../../../spec/amp/headers/amp_math.h")),
    ("amp_short_vectors.h", include_str!("../../../../spec/amp/headers/amp_short_vectors.h")),
];

fn header(name: &str) -> Option<Header> {
    let (name, text) = HEADERS.into_iter().find(|(known, _)| *known == name)?;
    Some(Header { name, text: Some(text), names: &[""] })
}
