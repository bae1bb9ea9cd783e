//! More declarations at program scope: templates, overload sets, classes, conversions and scopes. The value of an overload or specialization is a
//! constant, so that a `static_assert` shows which one was chosen. [The generator](super) explains the holes.

use super::tables::Declaration;

/// The declarations.
pub const MORE_DECLARATIONS: &[Declaration] = &[
    // Partial ordering and specialisations.
    Declaration {
        text: "template <typename T> struct $#_v { T x; };\ntemplate <typename T> constexpr int $#(T) { return 1; }\ntemplate <typename T> constexpr int $#($#_v<T>) { return 2; }\ntemplate <typename T> constexpr int $#($#_v<$#_v<T>>) { return 3; }\nstatic_assert($#($#_v<$#_v<$F>>()) == 3, \"\");",
        types: &["$#_v<$A>"],
        makes: &[
            ("constant int", "$#($#_v<$F>())"),
            ("constant int", "$#($k{$F})"),
            ("int", "$#(${$A})"),
            ("$#_v<$A>", "$#_v<$A> { ${$A} }"),
            ("$#_v<$A>", "$#_v<$A>()"),
        ],
    },
    Declaration {
        text: "template <typename T, typename U> constexpr int $#(T, U) { return 1; }\ntemplate <typename T> constexpr int $#(T, T) { return 2; }\ntemplate <typename T> constexpr int $#(T, int) { return 3; }",
        types: &[],
        makes: &[
            ("constant int", "$#($k{float}, $k{$F})"),
            ("int", "$#(${$A}, ${$B})"),
            ("int", "$#(${$A}, ${$A})"),
            ("int", "$#<$A>(${$A}, ${int})"),
        ],
    },
    Declaration {
        text: "template <typename T, typename U> struct $# { static constexpr constant int v = 0; };\ntemplate <typename T> struct $#<T, T> { static constexpr constant int v = 1; };\ntemplate <typename T> struct $#<T, $F> { static constexpr constant int v = 2; };\ntemplate <typename T, typename U> struct $#<thread T*, U> { static constexpr constant int v = 3; };\ntemplate <> struct $#<$G, $G> { static constexpr constant int v = 4; };",
        types: &[],
        makes: &[
            ("constant int", "$#<$A, $B>::v"),
            ("constant int", "$#<$A, $A>::v"),
            ("constant int", "$#<$A, $F>::v"),
            ("int", "$#<decltype(${$A}), $B>::v"),
        ],
    },
    Declaration {
        text: "template <typename T> struct $# { typedef T type; static constexpr constant int v = 0; };\ntemplate <typename T> struct $#<const T> { typedef T type; static constexpr constant int v = 1; };\ntemplate <typename T> struct $#<thread T&> { typedef T type; static constexpr constant int v = 2; };\ntemplate <typename T, int N> struct $#<T[N]> { typedef T type; static constexpr constant int v = N; };",
        types: &["$#<const $A>::type"],
        makes: &[
            ("constant int", "$#<const $A>::v"),
            ("constant int", "$#<$A[3]>::v"),
            ("constant int", "$#<decltype((${&$A}))>::v"),
            ("$A", "$#<thread $A&>::type(${$A})"),
        ],
    },
    Declaration {
        text: "template <typename A, typename B> struct $# { static constexpr constant bool v = false; };\ntemplate <typename A> struct $#<A, A> { static constexpr constant bool v = true; };\nstatic_assert($#<decltype(${$F} + ${$G}), decltype(${$G} + ${$F})>::v, \"\");",
        types: &[],
        makes: &[
            ("constant bool", "$#<decltype(${$A}), $A>::v"),
            ("constant bool", "$#<decltype(${&$A}), thread $A&>::v"),
            ("constant bool", "$#<decltype(${$F} $o ${$G}), int>::v"),
            ("constant bool", "$#<decltype(${bool} ? ${$F} : ${$G}), $F>::v"),
        ],
    },
    // Packs.
    Declaration {
        text: "template <typename... T> constexpr int $#(T... a) { return sizeof...(a); }\ntemplate <typename T> constexpr T $#_s(T a) { return a; }\ntemplate <typename T, typename... R> constexpr T $#_s(T a, R... r) { return a + $#_s(r...); }\nstatic_assert($#_s(1, 2, 3) == 6, \"\");",
        types: &[],
        makes: &[
            ("constant int", "$#(1, $k{$F}, $n)"),
            ("constant int", "$#()"),
            ("constant int", "$#_s($k{int}, 2)"),
            ("$F", "$#_s(${$F}, ${$G}, 1)"),
            ("int", "$#(${$A}, ${$B})"),
        ],
    },
    Declaration {
        text: "template <typename... T> struct $#;\ntemplate <> struct $#<> { static constexpr constant int n = 0; };\ntemplate <typename H, typename... T> struct $#<H, T...> { static constexpr constant int n = 1 + $#<T...>::n; H head; };",
        types: &["$#<$A, $B>"],
        makes: &[
            ("constant int", "$#<$A, $B>::n"),
            ("constant int", "$#<>::n"),
            ("$#<$A, $B>", "$#<$A, $B> { ${$A} }"),
            ("&$A", "${&$#<$A, $B>}.head"),
        ],
    },
    Declaration {
        text: "template <int... I> struct $# { static constexpr constant int n = sizeof...(I); };\ntemplate <int... I> constexpr int $#_s($#<I...>) { int a[] = { I... }; int r = 0; for (int i = 0; i < int(sizeof...(I)); i++) r += a[i]; return r; }\ntemplate <int N, int... I> struct $#_m { typedef typename $#_m<N - 1, N - 1, I...>::type type; };\ntemplate <int... I> struct $#_m<0, I...> { typedef $#<I...> type; };",
        types: &["$#<1, 2>"],
        makes: &[
            ("$#<1, 2>", "$#<1, 2>()"),
            ("constant int", "$#_s($#<$n, 2>())"),
            ("constant int", "$#_s($#_m<$n>::type())"),
            ("constant int", "$#<$k{int}, 2>::n"),
        ],
    },
    // Substitution failures.
    Declaration {
        text: "template <bool B, typename T = void> struct $#_e {};\ntemplate <typename T> struct $#_e<true, T> { typedef T type; };\ntemplate <typename T> constexpr typename $#_e<(sizeof(T) > 2), int>::type $#(T) { return 1; }\ntemplate <typename T> constexpr typename $#_e<!(sizeof(T) > 2), int>::type $#(T) { return 2; }\ntemplate <typename T, typename = typename $#_e<sizeof(T) == 4>::type> int $#_d(T a) { return 3; }",
        types: &[],
        makes: &[("int", "$#(${$A})"), ("constant int", "$#($k{$F})"), ("int", "$#_d(${$A})")],
    },
    Declaration {
        text: "template <typename T> auto $#(T a, int) -> decltype(a + 1) { return a + 1; }\ntemplate <typename T> char $#(T a, long) { return 0; }",
        types: &[],
        makes: &[("ulong", "sizeof($#($?, 0))"), ("constant ulong", "sizeof($#($k{$F}, 0))")],
    },
    // Kinds of template parameters and members.
    Declaration {
        text: "template <typename T> struct $#_b { T t; };\ntemplate <template <typename> class C, typename T> struct $# { C<T> c; };\ntemplate <template <typename> class C, typename T> T $#_f(C<T> c) { return c.t; }",
        types: &["$#<$#_b, $A>"],
        makes: &[
            ("$#<$#_b, $A>", "$#<$#_b, $A>()"),
            ("$#<$#_b, $A>", "$#<$#_b, $A> { ${$A} }"),
            ("$A", "$#_f($#_b<$A> { ${$A} })"),
            ("&$A", "${&$#<$#_b, $A>}.c.t"),
        ],
    },
    Declaration {
        text: "template <typename T> constexpr constant T $# = T(3);\ntemplate <typename T> constexpr constant bool $#_i = false;\ntemplate <> constexpr constant bool $#_i<$A> = true;",
        types: &[],
        makes: &[
            ("constant int", "$#<int>"),
            ("$F", "$#<$F>"),
            ("constant bool", "$#_i<$B>"),
            ("constant bool", "$#_i<$A>"),
        ],
    },
    Declaration {
        text: "template <typename T> struct $# { typedef T type; template <typename U> U g(U u) const { return u; } };\ntemplate <typename T> typename $#<T>::type $#_f($#<T> s, T t) { return s.template g<T>(t); }",
        types: &["$#<$A>"],
        makes: &[("$#<$A>", "$#<$A>()"), ("$A", "$#_f($#<$A>(), ${$A})"), ("$B", "${$#<$A>}.g(${$B})")],
    },
    Declaration {
        text: "template <typename T> struct $# { T v; T f(T a) const; static int g(); template <typename U> U h(U a) { return a; } };\ntemplate <typename T> T $#<T>::f(T a) const { return a; }\ntemplate <typename T> int $#<T>::g() { return sizeof(T); }",
        types: &["$#<$A>"],
        makes: &[
            ("$#<$A>", "$#<$A> { ${$A} }"),
            ("$A", "${$#<$A>}.f(${$A})"),
            ("int", "$#<$B>::g()"),
            ("$B", "${&$#<$A>}.h(${$B})"),
        ],
    },
    Declaration {
        text: "template <typename T> T $#(T a) { return a; }\ntemplate $I $#<$I>($I a);\ntemplate <> float $#<float>(float a) { return a + 1; }\ntemplate <typename T = $A, int N = $n> struct $#_s { T t[N]; };\ntemplate struct $#_s<$B, 2>;",
        types: &["$#_s<>"],
        makes: &[
            ("$A", "$#(${$A})"),
            ("float", "$#<float>(${$F})"),
            ("$#_s<>", "$#_s<>()"),
            ("&$A", "${&$#_s<>}.t[0]"),
        ],
    },
    Declaration {
        text: "template <typename T, int N> constexpr int $#(thread T (&a)[N]) { return N; }\nint $#_f() { $A l[$n] = {}; return $#(l); }\ntemplate <typename T, T v> struct $#_c { static constexpr constant T value = v; };",
        types: &[],
        makes: &[
            ("int", "$#_f()"),
            ("constant int", "$#_c<int, $k{int}>::value"),
            ("constant bool", "$#_c<bool, $k{bool}>::value"),
        ],
    },
    // Access, friends and conversions.
    Declaration {
        text: "class $# { $A v; struct P { int q; }; friend int $#_f($# a) { return 1; } friend struct $#_g; $#(int x, int) : v() {} public: $#() : v() {} typedef P T; static $# make(int x) { return $#(x, 1); } };\nstruct $#_g { $A f($# a) { return a.v; } };",
        types: &["$#", "$#::T"],
        makes: &[
            ("$#", "$#()"),
            ("$#", "$#::make(${int})"),
            ("int", "$#_f(${$#})"),
            ("$A", "$#_g().f(${$#})"),
            ("$#::T", "$#::T()"),
            ("&int", "${&$#::T}.q"),
        ],
    },
    Declaration {
        text: "struct $#_a { int v; };\nstruct $# { int v; $#($#_a a) : v(a.v) {} $#(int a) : v(a) {} operator $#_a() const { return $#_a { v }; } explicit operator bool() const { return v; } };\nint $#_f($# a) { return a ? 1 : 2; }\nint $#_h($#_a a) { return a.v; }",
        types: &["$#", "$#_a"],
        makes: &[
            ("$#", "$#(${int})"),
            ("$#", "${int}"),
            ("$#", "${$#_a}"),
            ("$#_a", "$#_a { ${int} }"),
            ("$#_a", "$#_a()"),
            ("int", "$#_f(${$#_a})"),
            ("int", "$#_f(${int})"),
            ("int", "$#_h(${$#})"),
            ("bool", "!${$#}"),
        ],
    },
    Declaration {
        text: "template <typename T> struct $# { T t; $#(T a) : t(a) {} template <typename U> $#($#<U> o) : t(o.t) {} operator T() const { return t; } };",
        types: &["$#<$F>"],
        makes: &[
            ("$#<$F>", "$#<$F>(${$F})"),
            ("$#<$F>", "$#<$G>(${$G})"),
            ("$F", "${$#<$F>}"),
            ("$F", "${$#<$F>} + ${$F}"),
        ],
    },
    Declaration {
        text: "struct $# { int a; $#() = default; $#(const thread $#& o) : a(o.a) {} thread $#& operator=(const thread $#& o) { a = o.a; return *this; } bool operator!=(const thread $#& o) const { return a != o.a; } };\nstruct $#_d { $#_d(int) {} $#_d(const thread $#_d&) = delete; int f() const { return 1; } };",
        types: &["$#"],
        makes: &[
            ("$#", "$#()"),
            ("&$#", "${&$#} = ${$#}"),
            ("bool", "${$#} != ${$#}"),
            ("int", "$#_d(${int}).f()"),
        ],
    },
    Declaration {
        text: "constexpr int $#(const thread int& a) { return 1; }\nconstexpr int $#(thread int&& a) { return 2; }\ntemplate <typename T> int $#_t(thread T&& a) { return 1; }\ntemplate <typename T> int $#_t(const thread T& a) { return 2; }",
        types: &[],
        makes: &[
            ("int", "$#(${&int})"),
            ("int", "$#(${int})"),
            ("int", "$#_t(${$A})"),
            ("int", "$#_t(${&$A})"),
        ],
    },
    // Overload resolution, with the chosen function as a value.
    Declaration {
        text: "constexpr int $#(int a) { return 1; }\nconstexpr int $#(uint a) { return 2; }\nconstexpr int $#(float a) { return 3; }\nconstexpr int $#(long a) { return 4; }",
        types: &[],
        makes: &[("constant int", "$#($k{$F})"), ("int", "$#(${$F})")],
    },
    Declaration {
        text: "constexpr int $#($F a, $G b) { return 1; }\nconstexpr int $#($G a, $F b) { return 2; }\ntemplate <typename T> constexpr int $#(T a, T b) { return 3; }",
        types: &[],
        makes: &[
            ("constant int", "$#($k{$F}, $k{$F})"),
            ("constant int", "$#($k{$F}, $k{$G})"),
            ("int", "$#(${$A}, ${$B})"),
        ],
    },
    // Constant expressions.
    Declaration {
        text: "struct $# { int x; constexpr $#(int a) : x(a) {} constexpr int get() const { return x; } constexpr $# operator+($# o) const { return $#(x + o.x); } };\nconstexpr int $#_f(int n) { $# p(n); p.x = 4; while (n > 0) { n--; p.x += n; } return p.get(); }",
        types: &["$#"],
        makes: &[
            ("$#", "$#(${int})"),
            ("constant int", "$#($n).get()"),
            ("constant int", "($#($k{int}) + $#(2)).x"),
            ("constant int", "$#_f($n)"),
        ],
    },
    Declaration {
        text: "constexpr constant int $#[] = { $k{int}, 2, $n };\nconstexpr int $#_s(int n) { int r = 0; for (int i = 0; i < n; ++i) { switch (i) { case 1: r += 10; break; default: r += $#[i]; } } return r; }",
        types: &[],
        makes: &[("constant int", "$#[$n]"), ("constant int", "$#_s($n)"), ("constant ulong", "sizeof($#)")],
    },
    // Namespaces and scopes.
    Declaration {
        text: "namespace $# { struct S { int a; }; template <typename T> struct V { T t; }; int $#_f(S a) { return 1; } int $#_f(V<S> a) { return 2; } namespace { int $#_g(int a) { return a; } } }\nnamespace $# { S $#_h(int a) { return S { $#_g(a) }; } }",
        types: &["$#::S", "$#::V<$#::S>"],
        makes: &[
            ("$#::S", "$#::S()"),
            ("$#::V<$#::S>", "$#::V<$#::S>()"),
            ("int", "$#_f(${$#::S})"),
            ("int", "$#_f(${$#::V<$#::S>})"),
            ("$#::S", "$#::$#_h(${int})"),
            ("int", "$#::$#_g(${int})"),
        ],
    },
    Declaration {
        text: "namespace $#_a { constexpr int $#(int a) { return 1; } struct $#_t { int a; }; }\nnamespace $#_b { constexpr int $#(float a) { return 2; } constant int $#_k = $n; }\nusing namespace $#_a;\nusing $#_b::$#;",
        types: &["$#_t"],
        makes: &[
            ("constant int", "$#($k{$F})"),
            ("int", "$#_a::$#(${float})"),
            ("int", "$#_b::$#_k"),
            ("$#_t", "$#_t()"),
        ],
    },
    Declaration {
        text: "struct $# { typedef $A T; enum { k = sizeof(T) }; T f(T a) { T b = a; return b; } int g() { int k = 1; return k + $#::k; } int h() { return later(k); } static int later(int a) { return a; } };\nint $#_f() { struct $# s; int $# = 1; return s.h() + $#; }",
        types: &["$#"],
        makes: &[
            ("$#", "$#()"),
            ("int", "${&$#}.g()"),
            ("int", "${&$#}.h()"),
            ("$A", "${&$#}.f(${$A})"),
            ("constant int", "$#::k"),
        ],
    },
    // Initialisation and iteration.
    Declaration {
        text: "struct $#_i { $F a, b; };\nstruct $# { $#_i i[2]; int z; };",
        types: &["$#", "$#_i"],
        makes: &[
            ("$#", "$# { ${$F}, ${$F}, ${$F}, ${$F}, 5 }"),
            ("$#", "$# { { { ${$F} }, {} }, ${int} }"),
            ("$#", "$# { ${$#_i}, ${$#_i}, ${int} }"),
            ("$#_i", "$#_i { ${$F}, ${$F} }"),
            ("$#_i", "$#_i()"),
            ("&$F", "${&$#}.i[1].b"),
        ],
    },
    Declaration {
        text: "struct $#_i { int i; int operator*() const { return i; } thread $#_i& operator++() { ++i; return *this; } bool operator!=($#_i o) const { return i != o.i; } };\nstruct $# { int n; $#_i begin() const { return $#_i { 0 }; } $#_i end() const { return { n }; } };\nint $#_f($# r) { int s = 0; for (int x : r) s += x; for (auto x : $# { 2 }) { s -= x; } return s; }",
        types: &["$#"],
        makes: &[("$#", "$# { ${int} }"), ("$#", "$#()"), ("int", "$#_f(${$#})"), ("int", "*${$#}.begin()")],
    },
];
