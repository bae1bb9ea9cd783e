//! C++ AMP 1.2 as a dialect of C++14: the description that the C++ core gets. (2)

use crate::dialect::RULES;
use amp_spec::rules;
use cxx_validator::NameKind;
use cxx_validator::dialect::{Dialect, Header, Lexis, Library, Restrictions, Space, Word};
use cxx_validator::lex::NumberType;
use msl_spec::AddressSpace;

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
        known: rules::RESTRICTION_KNOWN,
        place: rules::RESTRICTION_PLACE,
        lambda_place: rules::RESTRICTION_LAMBDA_PLACE,
        functions_only: rules::RESTRICTION_FUNCTIONS_ONLY,
        not_in_type: rules::RESTRICTION_NOT_IN_TYPE,
        launch: "parallel_for_each",
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
            ("amp.h", "amp_std.h"),
            ("amp.h", "amp_limits.h"),
            ("amp_math.h", "amp.h"),
            ("amp_cmath.h", "amp_abs.h"),
            ("amp_math.h", "amp_cmath.h"),
            ("amp_graphics.h", "amp_short_vectors.h"),
            ("amp_short_vectors.h", "amp.h"),
            ("array", "amp.h"),
            ("cmath", "amp_cmath.h"),
            ("cstdio", "amp.h"),
            ("cstdlib", "amp.h"),
            ("cstdlib", "amp_abs.h"),
            // Microsoft's streams include them, and many programs rely on it.
            ("fstream", "iostream"),
            ("iomanip", "iostream"),
            ("iostream", "algorithm"),
            ("iostream", "cmath"),
            ("iostream", "cstdlib"),
            ("limits", "amp_limits.h"),
            ("math.h", "amp_cmath.h"),
            ("random", "algorithm"),
            ("random", "cmath"),
            ("sstream", "iostream"),
            ("stdio.h", "amp.h"),
            ("stdlib.h", "amp.h"),
            ("stdlib.h", "amp_abs.h"),
            ("vector", "amp.h"),
        ],
        implied: Some("amp.h"),
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
    ("__int16", "short"),
    ("__int32", "int"),
    ("__int64", "long long"),
    ("__int8", "char"),
    ("__stdcall", ""),
    ("_cdecl", ""),
    ("_stdcall", ""),
];

/// The names of the components of short vectors, and of the members that hold them. C++ AMP 1.2 (10.8.3)
const COMPONENTS: [(&str, &str); 8] =
    [("x", "_x"), ("y", "_y"), ("z", "_z"), ("w", "_w"), ("r", "_x"), ("g", "_y"), ("b", "_z"), ("a", "_w")];

/// The member that holds the component of a short vector.
pub(crate) fn component(name: &str) -> Option<&'static str> {
    COMPONENTS.iter().find_map(|(component, member)| (*component == name).then_some(*member))
}

/// The macros of the headers. C++ AMP 1.2 (10.7.1), and the names of Microsoft's headers for restrictions
const MACROS: &[(&str, &str)] = &[
    ("CHAR_BIT", "8"),
    ("DBL_EPSILON", "2.2204460492503131e-016"),
    ("DBL_MAX", "1.7976931348623158e+308"),
    ("DBL_MIN", "2.2250738585072014e-308"),
    ("FLT_EPSILON", "1.192092896e-07F"),
    ("FLT_MAX", "3.402823466e+38F"),
    ("FLT_MIN", "1.175494351e-38F"),
    ("FP_ILOGB0", "(-2147483647 - 1)"),
    ("FP_ILOGBNAN", "2147483647"),
    ("FP_INFINITE", "1"),
    ("FP_NAN", "2"),
    ("FP_NORMAL", "(-1)"),
    ("FP_SUBNORMAL", "(-2)"),
    ("FP_ZERO", "0"),
    ("INT_MAX", "2147483647"),
    ("INT_MIN", "(-2147483647 - 1)"),
    ("LONG_MAX", "2147483647L"),
    ("LONG_MIN", "(-2147483647L - 1)"),
    ("NORM_MAX", "concurrency::graphics::norm(1.0f)"),
    ("NORM_MIN", "concurrency::graphics::norm(-1.0f)"),
    ("NORM_ZERO", "concurrency::graphics::norm(0.0f)"),
    ("NULL", "0"),
    ("RAND_MAX", "0x7fff"),
    ("UINT_MAX", "0xffffffffu"),
    ("ULONG_MAX", "0xffffffffUL"),
    ("UNORM_MAX", "concurrency::graphics::unorm(1.0f)"),
    ("UNORM_MIN", "concurrency::graphics::unorm(0.0f)"),
    ("UNORM_ZERO", "concurrency::graphics::unorm(0.0f)"),
    ("__CPU_ONLY", ""),
    ("__GPU", "restrict(amp, cpu)"),
    ("__GPU_ONLY", "restrict(amp)"),
    ("assert(x)", "_demand_assertion(!!(x))"),
];

/// The headers of the library, which `spec/amp/headers` describes. Those with other names than Microsoft's are parts of several headers.
const HEADERS: [(&str, &str); 8] = [
    ("amp.h", include_str!("../../../../spec/amp/headers/amp.h")),
    ("amp_abs.h", include_str!("../../../../spec/amp/headers/std/abs.h")),
    ("amp_cmath.h", include_str!("../../../../spec/amp/headers/std/cmath.h")),
    ("amp_graphics.h", include_str!("../../../../spec/amp/headers/amp_graphics.h")),
    ("amp_limits.h", include_str!("../../../../spec/amp/headers/std/limits.h")),
    ("amp_math.h", include_str!("../../../../spec/amp/headers/amp_math.h")),
    ("amp_short_vectors.h", include_str!("../../../../spec/amp/headers/amp_short_vectors.h")),
    ("amp_std.h", include_str!("../../../../spec/amp/headers/std/vector.h")),
];

/// Headers of the standard library, as far as types and targets of kernels follow from them: programs may use more of each than is here.
pub(crate) const PARTIAL_HEADERS: [(&str, &str); 26] = [
    ("algorithm", include_str!("../../../../spec/amp/headers/std/algorithm.h")),
    ("array", include_str!("../../../../spec/amp/headers/std/array.h")),
    ("assert.h", "\n"),
    ("cassert", "\n"),
    ("cmath", "\n"),
    ("cstdio", include_str!("../../../../spec/amp/headers/std/cstdio.h")),
    ("cstdlib", include_str!("../../../../spec/amp/headers/std/cstdlib.h")),
    ("cstring", include_str!("../../../../spec/amp/headers/std/cstring.h")),
    ("fstream", "\n"),
    ("functional", include_str!("../../../../spec/amp/headers/std/functional.h")),
    ("iomanip", "\n"),
    ("iostream", "\n"),
    ("limits", "\n"),
    ("math.h", "\n"),
    ("random", include_str!("../../../../spec/amp/headers/std/random.h")),
    ("sstream", "\n"),
    ("stdio.h", include_str!("../../../../spec/amp/headers/std/cstdio.h")),
    ("stdlib.h", include_str!("../../../../spec/amp/headers/std/cstdlib.h")),
    ("string.h", include_str!("../../../../spec/amp/headers/std/cstring.h")),
    ("numeric", include_str!("../../../../spec/amp/headers/std/algorithm.h")),
    ("utility", include_str!("../../../../spec/amp/headers/std/algorithm.h")),
    // Microsoft's <amp.h> includes it.
    ("vector", "\n"),
    ("d3d11.h", include_str!("../../../../spec/amp/headers/std/windows.h")),
    ("memory", include_str!("../../../../spec/amp/headers/std/memory.h")),
    ("type_traits", include_str!("../../../../spec/amp/headers/std/type_traits.h")),
    ("windows.h", include_str!("../../../../spec/amp/headers/std/windows.h")),
];

fn header(name: &str) -> Option<Header> {
    let all = HEADERS.into_iter().chain(PARTIAL_HEADERS);
    let (name, text) = all.into_iter().find(|(known, _)| *known == name)?;
    // Microsoft's <vector> includes <limits>, which few programs use.
    let names: &[&str] = if name == "amp_limits.h" { &["numeric_limits"] } else { &[""] };
    Some(Header { name, text: Some(text), names })
}

#[cfg(test)]
mod tests {
    use super::HEADERS;
    use cxx_validator::{Headers, Source};

    /// The rules that a program breaks.
    fn rules(program: &str) -> Vec<&'static str> {
        let found = crate::amp::program(Source::text(program), &[], Headers::NONE);
        found.module.diagnostics.iter().map(|it| it.rule.id).collect()
    }

    #[test]
    fn headers_have_no_mistakes() {
        for (first, _) in HEADERS {
            for (second, _) in HEADERS {
                let program = format!("#include <{first}>\n#include <{second}>\n");
                assert_eq!(rules(&program), [""; 0], "{program}");
            }
        }
    }

    /// A name that is not declared is a mistake if only headers of C++ AMP are included: what they include is all here.
    #[test]
    fn headers_of_the_language_are_whole() {
        for (header, _) in HEADERS {
            let program = format!("#include <{header}>\nvoid f() restrict(amp) {{ missing(); }}");
            assert_eq!(rules(&program).len(), 1, "{program}");
        }
    }

    #[test]
    fn a_program_may_end_anywhere_in_a_clause() {
        for end in ["int f(int a) restrict(", "int f(int a) restrict(amp", "int f(int a) restrict(amp,"] {
            assert!(rules(end).contains(&"restriction.known"), "{end}");
        }
    }

    #[test]
    fn assertions_name_rules() {
        let mut number = 0;
        for (name, text) in HEADERS {
            for literal in text.lines().flat_map(|line| line.split('"').skip(1).step_by(2)) {
                let id = literal.split(": ").next().unwrap_or_default();
                if id.contains('.') && literal.contains(": ") {
                    number += 1;
                    assert!(amp_spec::INVENTORY.rule(id).is_some(), "{name}: {literal}");
                }
            }
        }
        assert!(number > 20);
    }

    #[test]
    fn assertions_report_uses() {
        let broken = |kernel: &str| {
            let begin = "#include <amp_graphics.h>\nusing namespace concurrency;\nusing namespace concurrency::graphics;\n";
            let parameters = "texture<float_2, 2>& a, texture_view<const int, 1> b, index<2> i, sampler s";
            rules(&format!("{begin}void f({parameters}) restrict(amp) {{ {kernel} }}"))
        };
        assert_eq!(broken("float_2 x = a[i]; int y = b(1); a(1, 2).get_yx();"), [""; 0]);
        assert_eq!(broken("a.set(i, float_2());"), ["texture.set"]);
        assert_eq!(broken("b(1, 2);"), ["texture.index"]);
        assert_eq!(broken("b.sample(s, 0.5f);"), ["texture-view.sample"]);
        assert_eq!(broken("b.gather_red(s, 0.5f);"), ["texture-view.gather"]);
        assert_eq!(broken("texture_view<float_2, 2> v(a);"), ["texture-view.writable-in-kernel"]);
        assert_eq!(broken("short_vector<int, 5>::type v;"), ["short-vector.templates"]);
    }
}
