//! The productions of generated programs. [The module above](super) explains the holes.

/// A declaration at program scope.
#[derive(Debug)]
pub struct Declaration {
    /// The text.
    pub text: &'static str,
    /// The object types that the rest of the program may use.
    pub types: &'static [&'static str],
    /// Expressions that the rest of the program may use, each after its type; `&` marks a modifiable lvalue, `constant` a constant expression.
    pub makes: &'static [(&'static str, &'static str)],
}

/// Integer types.
pub const INTEGERS: [&str; 8] = ["int", "uint", "char", "uchar", "short", "ushort", "long", "ulong"];

/// Arithmetic types.
pub const ARITHMETIC: [&str; 10] =
    ["int", "float", "bool", "uint", "char", "uchar", "short", "ushort", "long", "ulong"];

/// The object types before any declaration.
pub const ANY: [&str; 9] =
    ["int", "float", "bool", "uint", "char", "short", "ulong", "int thread*", "float const thread*"];

/// Expressions, each after its type.
pub const EXPRESSIONS: &[(&str, &str)] = &[
    ("int", "1"),
    ("int", "0x7f"),
    ("int", "'a'"),
    ("uint", "2u"),
    ("long", "3l"),
    ("ulong", "4ul"),
    ("float", "1.5f"),
    ("bool", "true"),
    ("char", "'b'"),
    ("$F", "$F()"),
    ("$F", "$F(1)"),
    ("$F", "$F{}"),
    ("$F", "${$F} + ${$F}"),
    ("$F", "${$F} - ${$G}"),
    ("$F", "${$G} * ${$F}"),
    ("$F", "($F)${$G}"),
    ("$F", "$F(${$G})"),
    ("$F", "static_cast<$F>(${$G})"),
    ("$F", "-${$F}"),
    ("$F", "${bool} ? ${$F} : ${$F}"),
    ("$F", "(${$A}, ${$F})"),
    ("$I", "${$I} % ${$J}"),
    ("$I", "${$I} & ${$J}"),
    ("$I", "${$I} << ${$J}"),
    ("$I", "~${$I}"),
    ("ulong", "sizeof($A)"),
    ("ulong", "sizeof(${$A})"),
    ("ulong", "alignof($A)"),
    ("bool", "${$F} $r ${$F}"),
    ("bool", "${$F} $r ${$G}"),
    ("bool", "!${bool}"),
    ("bool", "${bool} && ${bool}"),
    ("bool", "${bool} || ${bool}"),
    ("bool", "${$A thread*} == ${$A thread*}"),
    ("bool", "${$A thread*} != nullptr"),
    ("$A", "${bool} ? ${$A} : ${$A}"),
    ("$A", "static_cast<$A>(${$A})"),
    ("$A", "($A)${$A}"),
    ("&$A", "*static_cast<$A thread*>(nullptr)"),
    ("&$A", "*${$A thread*}"),
    ("&$A", "${$A thread*}[${$I}]"),
    ("&$A", "${&$A} = ${$A}"),
    ("&$A", "${bool} ? ${&$A} : ${&$A}"),
    ("&$F", "${&$F} += ${$G}"),
    ("&$F", "${&$F} *= ${$F}"),
    ("&$I", "${&$I} <<= ${$J}"),
    ("&$I", "${&$I} |= ${$J}"),
    ("&$I", "++${&$I}"),
    ("&$I", "--${&$I}"),
    ("$I", "${&$I}++"),
    ("$I", "${&$I}--"),
    ("$A thread*", "static_cast<$A thread*>(nullptr)"),
    ("$A thread*", "&${&$A}"),
    ("$A thread*", "${$A thread*} + ${$I}"),
    ("$A thread*", "reinterpret_cast<$A thread*>(${$B thread*})"),
    ("$A thread*", "($A thread*)${$B thread*}"),
    ("$A thread*", "const_cast<$A thread*>(${$A const thread*})"),
    ("$A const thread*", "static_cast<$A const thread*>(nullptr)"),
    ("$A const thread*", "${$A thread*}"),
    ("$A const thread*", "&${$A}"),
    ("thread void*", "${$A thread*}"),
];

/// Constant expressions, each after its type.
pub const CONSTANTS: &[(&str, &str)] = &[
    ("int", "3"),
    ("uint", "3u"),
    ("float", "0.5f"),
    ("bool", "true"),
    ("$F", "$F(1)"),
    ("$F", "$F(2)"),
    ("$F", "$F{}"),
    ("$F", "$k{$F} + $k{$F}"),
    ("$F", "$k{bool} ? $k{$F} : $k{$F}"),
    ("$F", "($F)$k{$G}"),
    ("bool", "$k{$F} $r $k{$F}"),
    ("bool", "!$k{bool}"),
    ("$I", "($k{$I} $o $k{$J})"),
    ("ulong", "sizeof($A)"),
];

/// Statements that declare nothing. The first two nest no others.
pub const STATEMENTS: &[&str] = &[
    "${&$A} = ${$A};",
    "${$A};",
    "(void)${$A};",
    "${&$I} $o= ${$J};",
    "if (${bool}) $s",
    "if (${$F}) $s else $s",
    "if ($F $x($F) = ${$F}) $s",
    "{ $s $s }",
    "for (int $x(int) = 0; ${bool}; ${&int}++) $s",
    "for (; ${bool}; ) { $s break; }",
    "while (${bool}) { $s if (${bool}) continue; }",
    "do $s while (${bool});",
    "switch (${$I}) { case 1: $s break; case 2: $s default: ; }",
    "switch (${int}) { case $k{int}: $s case $k{int}: break; }",
    ";",
    "{ $A $x($A) = ${$A}; $s }",
    "{ $A thread& $x($A) = ${&$A}; $s }",
    "{ int $x(int)[] = { 1, 2, ${int} }; $s }",
    "for (int $x(int) = 0, $x(int) = 1; ${bool}; ) $s",
    "{ int l[3] = {}; for (int $x(int) : l) $s }",
    "{ $A l[2] = { ${$A}, ${$A} }; for ($A thread& $x($A) : l) $s }",
    "{ $A l[2] = { ${$A} }; for (const thread auto& $c($A) : l) $s }",
];

/// Declarations in functions.
pub const LOCALS: &[&str] = &[
    "$A $d($A) = ${$A};",
    "$A $d($A)((${$A}));",
    "$A $d($A) { ${$A} };",
    "$A $d($A) = { ${$A} };",
    "$A $d($A){};",
    "$A $d($A);",
    "$F $d($F) = ${$G};",
    "$F $d($F) { ${$F} };",
    "$F $d($F) { $k{$G} };",
    "$A const $e($A) = ${$A};",
    "auto $d($A) = ${$A};",
    "const auto $e($A) = ${$A};",
    "const auto $e($A) { ${$A} };",
    "decltype(${$F}) $d($F) = ${$F};",
    "$A thread& $d($A) = ${&$A};",
    "$A const thread& $e($A) = ${$A};",
    "thread auto& $d($A) = ${&$A};",
    "$A thread* $d($A thread*) = &${&$A};",
    "$A thread* const $e($A thread*) = &${&$A};",
    "$A const thread* $d($A const thread*) = &${$A};",
    "thread auto* $d($A thread*) = &${&$A};",
    "$A $d($A) = ${$A}, $d($A) = ${$A};",
    "constexpr $F $e($F) = $k{$F};",
    "constexpr int $# = $n; int $d(int) = $# + 1;",
    "$A $#[$n] = { ${$A} }; $A thread* $d($A thread*) = $#;",
    "$A $#[2][2] = { { ${$A} }, { ${$A}, ${$A} } }; $A $d($A) = $#[1][${$I}];",
    "int $#[] = { 1, 2 }; thread int (&$#_r)[2] = $#; int $d(int) = $#_r[1];",
    "typedef $A $#; $# $d($A) = ${$A};",
    "using $# = $A; $# $d($A) = ${$A};",
    "using $# = $A thread*; $# $d($A thread*) = ${$A thread*};",
    "struct $# { $A a; int b; } $#_v = { ${$A}, 1 }; int $d(int) = $#_v.b;",
    "struct $# { $A a; $A f() const { return a; } }; $A $d($A) = $# { ${$A} }.f();",
    "enum $# { $#_a, $#_b = 4 }; int $d(int) = $#_b;",
    "enum class $# : $I { a, b }; $# $#_v = $#::a; bool $d(bool) = $#_v == $#::b;",
    "static_assert($k{bool}, \"\");",
    "static_assert(sizeof($A) == sizeof($A), \"\");",
];

/// The last declaration of a program, which uses the others.
pub const USE: Declaration =
    Declaration { text: "$A $#($A $x($A), int $x(int)) { $S($A) }", types: &[], makes: &[] };

/// Declarations at program scope.
pub const DECLARATIONS: &[Declaration] = &[
    Declaration {
        text: "$A $#($A $x($A), $B $x($B)) { $S($A) }",
        types: &[],
        makes: &[("$A", "$#(${$A}, ${$B})")],
    },
    Declaration {
        text: "void $#($A thread& $x($A), $B const thread& $c($B)) { $S(void) }",
        types: &[],
        makes: &[("int", "($#(${&$A}, ${$B}), 1)")],
    },
    Declaration {
        text: "$A $#($B thread* $x($B thread*), $A $x($A) = $A()) { $S($A) }",
        types: &[],
        makes: &[("$A", "$#(${$B thread*})"), ("$A", "$#(&${&$B}, ${$A})")],
    },
    Declaration {
        text: "$A thread& $#($A thread& $x($A, p), int i) { $S(&$A) }",
        types: &[],
        makes: &[("&$A", "$#(${&$A}, ${int})")],
    },
    Declaration {
        text: "$A $#($A thread (&p)[2], int $x(int, i)) { return p[i]; }\n$A $#_f() { $A l[2] = {}; return $#(l, 1); }",
        types: &[],
        makes: &[],
    },
    // Overloads.
    Declaration {
        text: "int $#(int a) { return a; }\nfloat $#(float a) { return a; }\nbool $#(bool a, int b = 0) { return a; }",
        types: &[],
        makes: &[
            ("int", "$#(${int})"),
            ("float", "$#(${float})"),
            ("bool", "$#(${bool})"),
            ("int", "$#(${$F})"),
            ("int", "$#($?)"),
        ],
    },
    Declaration {
        text: "$I $#($I a, $I b);\n$F $#($F a, $G b);\n$I $#_f() { return $#($I(), $I()); }\n$I $#($I a, $I b) { return a; }",
        types: &[],
        makes: &[("$I", "$#(${$I}, ${$I})"), ("$F", "$#(${$F}, ${$G})"), ("$F", "$#(${$I}, ${$G})")],
    },
    Declaration {
        text: "int $#(thread int* a) { return 1; }\nint $#(const thread int* a) { return 2; }\nint $#(thread void* a) { return 3; }\nint $#(bool a) { return 4; }",
        types: &[],
        makes: &[
            ("int", "$#(${int thread*})"),
            ("int", "$#(${int const thread*})"),
            ("int", "$#(${$A thread*})"),
            ("int", "$#(nullptr)"),
            ("int", "$#(0)"),
        ],
    },
    Declaration {
        text: "int $#(thread int& a) { return 1; }\nint $#(const thread int& a) { return 2; }\nint $#(float a) { return 3; }",
        types: &[],
        makes: &[("int", "$#(${&int})"), ("int", "$#(${int})"), ("int", "$#(${$F})")],
    },
    // Constants.
    Declaration { text: "constant $F $# = $k{$F};", types: &[], makes: &[("$F", "$#")] },
    Declaration {
        text: "constexpr constant int $# = $k{int};",
        types: &[],
        makes: &[("constant int", "$#")],
    },
    Declaration {
        text: "constant $F $#[] = { $k{$F}, $k{$F} };",
        types: &[],
        makes: &[("$F", "$#[${$I}]"), ("ulong", "sizeof($#)")],
    },
    Declaration {
        text: "constant $F $#[2][2] = { { $k{$F} }, { 1, $k{$F} } };",
        types: &[],
        makes: &[("$F", "$#[1][${$I}]")],
    },
    Declaration {
        text: "constexpr int $#(int a) { return a > 1 ? a * 2 : 3; }\nstatic_assert($#(2) == 4, \"\");",
        types: &[],
        makes: &[("constant int", "$#($n)"), ("int", "$#(${int})")],
    },
    Declaration {
        text: "constexpr int $#(int a) { int s = 0; for (int i = 0; i < a; ++i) { if (i == 2) continue; s += i; } return s; }\nconstant int $#_a[$#(4)] = { 1 };",
        types: &[],
        makes: &[("constant int", "$#(3)"), ("int", "$#_a[1]")],
    },
    // Structures.
    Declaration {
        text: "struct $# { $A a; $B b; };",
        types: &["$#"],
        makes: &[
            ("$#", "$#()"),
            ("$#", "$# { ${$A}, ${$B} }"),
            ("$#", "$# { ${$A} }"),
            ("&$A", "${&$#}.a"),
            ("&$B", "${$# thread*}->b"),
            ("$A", "${$#}.a"),
        ],
    },
    Declaration {
        text: "struct $# { $A a[2]; struct { $F b, c; } d; };",
        types: &["$#"],
        makes: &[
            ("$#", "$#()"),
            ("$#", "$# { { ${$A} }, { ${$F} } }"),
            ("$#", "$# { ${$A}, ${$A}, ${$F} }"),
            ("&$A", "${&$#}.a[${$I}]"),
            ("$F", "${$#}.d.c"),
        ],
    },
    Declaration {
        text: "struct $# { $A a = $A(); int b { 2 }; $A f() const { return a; } int g(int $x(int, i)) { b = i; return b; } };",
        types: &["$#"],
        makes: &[
            ("$#", "$#()"),
            ("$#", "$# { ${$A} }"),
            ("$A", "${$#}.f()"),
            ("int", "${&$#}.g(${int})"),
            ("&$A", "${&$#}.a"),
        ],
    },
    Declaration {
        text: "struct $# { $#() : a(), b(1) {} $#($A x, int y = 2) : a(x), b { y } {} $A get() const { return a; } $A thread& at() { return a; } private: $A a; protected: int b; public: int c() const { return b; } };",
        types: &["$#"],
        makes: &[
            ("$#", "$#()"),
            ("$#", "$#(${$A})"),
            ("$#", "$#(${$A}, ${int})"),
            ("$#", "$# { ${$A}, ${int} }"),
            ("$A", "${$#}.get()"),
            ("&$A", "${&$#}.at()"),
            ("int", "${$#}.c()"),
        ],
    },
    Declaration {
        text: "class $# { int a; int f(int b) { return a + b; } public: $#(int x) : a(x) {} explicit $#(bool x) : $#(x ? 1 : 2) {} int g() { return f(1); } };",
        types: &["$#"],
        makes: &[("$#", "$#(${int})"), ("$#", "$#(${bool})"), ("int", "${&$#}.g()"), ("$#", "${int}")],
    },
    Declaration {
        text: "struct $# { int v; $# operator+($# o) const { return $# { v + o.v }; } bool operator==($# const thread& o) const { return v == o.v; } $# thread& operator+=(int i) { v += i; return *this; } int operator[](int i) const { return v + i; } int operator()(int a, int b) const { return a * b + v; } $# operator-() const { return { -v }; } explicit operator bool() const { return v != 0; } };",
        types: &["$#"],
        makes: &[
            ("$#", "$# { ${int} }"),
            ("$#", "$#()"),
            ("$#", "${$#} + ${$#}"),
            ("bool", "${$#} == ${$#}"),
            ("&$#", "${&$#} += ${int}"),
            ("int", "${$#}[${int}]"),
            ("int", "${$#}(${int}, ${int})"),
            ("$#", "-${$#}"),
            ("bool", "${$#} ? true : false"),
            ("bool", "bool(${$#})"),
        ],
    },
    Declaration {
        text: "struct $# { $A v; operator $A() const { return v; } };",
        types: &["$#"],
        makes: &[("$#", "$# { ${$A} }"), ("$#", "$#()"), ("$A", "${$#}")],
    },
    Declaration {
        text: "struct $# { int v; };\n$# operator*($# a, int b) { return $# { a.v * b }; }\nbool operator<($# const thread& a, $# const thread& b) { return a.v < b.v; }\n$# thread& operator++($# thread& a) { ++a.v; return a; }\n$# operator++($# thread& a, int) { $# b = a; ++a; return b; }",
        types: &["$#"],
        makes: &[
            ("$#", "$# { ${int} }"),
            ("$#", "$#()"),
            ("$#", "${$#} * ${int}"),
            ("bool", "${$#} < ${$#}"),
            ("&$#", "++${&$#}"),
            ("$#", "${&$#}++"),
        ],
    },
    Declaration {
        text: "struct $# { static constexpr constant int k = $k{int}; typedef $A type; enum { e = 2, f }; struct I { type t; }; static int s(int a) { return a + k; } I i; int a[k > 0 ? 2 : 3]; };",
        types: &["$#", "$#::I", "$#::type"],
        makes: &[
            ("$#", "$#()"),
            ("constant int", "$#::k"),
            ("constant int", "$#::e"),
            ("$#::I", "$#::I()"),
            ("$#::type", "${$#}.i.t"),
            ("$#::type", "$#::type()"),
            ("int", "$#::s(${int})"),
            ("int", "${$#}.s(1)"),
            ("&int", "${&$#}.a[1]"),
        ],
    },
    Declaration {
        text: "struct $# { int f() const; static int g(int a); int m; };\nint $#::f() const { return m + g(m); }\nint $#::g(int a) { return a; }",
        types: &["$#"],
        makes: &[("$#", "$#()"), ("int", "${$#}.f()"), ("int", "$#::g(${int})")],
    },
    Declaration {
        text: "struct $#;\nint $#_f($# thread* a);\nstruct $# { $# thread* next; int v; };\nint $#_f($# thread* a) { return a->next->v; }",
        types: &["$#"],
        makes: &[("$#", "$#()"), ("int", "$#_f(${$# thread*})"), ("int", "$#_f(&${&$#})")],
    },
    Declaration {
        text: "union $# { $F a; $G b; };",
        types: &["$#"],
        makes: &[("$#", "$#()"), ("$#", "$# { ${$F} }"), ("&$F", "${&$#}.a"), ("&$G", "${&$#}.b")],
    },
    Declaration {
        text: "struct $# { int f() { return 1; } int f() const { return 2; } float f(float a) { return a; } template <typename T> T g(T a) const { return a; } };",
        types: &["$#"],
        makes: &[
            ("$#", "$#()"),
            ("int", "${$#}.f()"),
            ("float", "${&$#}.f(${$F})"),
            ("$F", "${$#}.g(${$F})"),
            ("$F", "${$#}.g<$F>(${$G})"),
        ],
    },
    // Enumerations.
    Declaration {
        text: "enum $# { $#_a, $#_b = $k{int}, $#_c };",
        types: &["$#"],
        makes: &[
            ("$#", "$#_a"),
            ("constant int", "$#_b"),
            ("int", "${$#}"),
            ("$#", "static_cast<$#>(${int})"),
            ("$#", "$#(1)"),
            ("bool", "${$#} $r ${$#}"),
            ("int", "${$#} + ${$F}"),
            ("bool", "$#::$#_c"),
        ],
    },
    Declaration {
        text: "enum class $# : $I { a, b = $k{$I}, c };",
        types: &["$#"],
        makes: &[
            ("$#", "$#::a"),
            ("$#", "$#::c"),
            ("$I", "static_cast<$I>(${$#})"),
            ("$#", "static_cast<$#>(${$I})"),
            ("bool", "${$#} $r ${$#}"),
            ("int", "($#::a == ${$#} ? 1 : 2)"),
            ("int", "int(${$#})"),
        ],
    },
    Declaration {
        text: "enum class $# { a, b };\nint $#_f($# e) { switch (e) { case $#::a: return 1; case $#::b: { $S(int) } } return 2; }",
        types: &["$#"],
        makes: &[("$#", "$#::a"), ("int", "$#_f(${$#})")],
    },
    // Templates.
    Declaration {
        text: "template <typename T> T $#(T a, T b) { return a < b ? b : a; }",
        types: &[],
        makes: &[("$F", "$#(${$F}, ${$F})"), ("$F", "$#<$F>(${$F}, ${$G})"), ("int", "$#($?, $?)")],
    },
    Declaration {
        text: "template <typename T, typename U = $A> U $#(T a, U b = U()) { U c = b; T d(a); { T a = d; c = b; } return c; }",
        types: &[],
        makes: &[("$A", "$#(${$B})"), ("$A", "$#<$B, $A>(${$B}, ${$A})"), ("$B", "$#(${$A}, ${$B})")],
    },
    Declaration {
        text: "template <int N, typename T> T $#(T a) { T s = a; for (int i = 0; i < N; i++) s += a; return s; }\ntemplate <> int $#<0, int>(int a) { return a; }",
        types: &[],
        makes: &[("$F", "$#<$n>(${$F})"), ("int", "$#<0>(${int})"), ("$F", "$#<$k{int}, $F>(${$G})")],
    },
    Declaration {
        text: "template <typename T> struct $# { T v; T get() const { return v; } template <typename U> $#<U> as() const { return $#<U> { U(v) }; } static T zero() { return T(); } typedef T type; };",
        types: &["$#<$F>", "$#<$G>", "$#<$F>::type"],
        makes: &[
            ("$#<$F>", "$#<$F>()"),
            ("$#<$G>", "$#<$G>()"),
            ("$#<$F>", "$#<$F> { ${$F} }"),
            ("$F", "${$#<$F>}.get()"),
            ("$G", "${$#<$F>}.as<$G>().v"),
            ("&$F", "${&$#<$F>}.v"),
            ("$F", "$#<$F>::zero()"),
            ("$#<$F>::type", "1"),
        ],
    },
    Declaration {
        text: "template <typename T, int N = 2> struct $# { T a[N]; thread T& operator[](int i) { return a[i]; } const thread T& operator[](int i) const { return a[i]; } static constexpr constant int size = N; };\ntemplate <typename T> struct $#<T, 1> { T one; };\ntemplate <int N> int $#_f($#<int, N> a) { return N; }",
        types: &["$#<$A>", "$#<$A, 3>"],
        makes: &[
            ("$#<$A>", "$#<$A>()"),
            ("$#<$A, 3>", "$#<$A, 3>()"),
            ("&$A", "${&$#<$A>}[${int}]"),
            ("$A", "${$#<$A, 3>}[1]"),
            ("$A", "$#<$A, 1> { ${$A} }.one"),
            ("constant int", "$#<$A, 4>::size"),
            ("int", "$#_f($#<int, 3>())"),
        ],
    },
    Declaration {
        text: "template <typename T> struct $# { static constexpr constant bool value = false; };\ntemplate <> struct $#<$A> { static constexpr constant bool value = true; };\nstatic_assert($#<$A>::value && !$#<$A thread*>::value, \"\");",
        types: &[],
        makes: &[("constant bool", "$#<$A>::value"), ("constant bool", "$#<$B>::value")],
    },
    Declaration {
        text: "template <typename T> int $#(T a) { return 1; }\ntemplate <typename T> int $#(thread T* a) { return 2; }\nint $#(int a) { return 3; }",
        types: &[],
        makes: &[
            ("int", "$#(${$A})"),
            ("int", "$#(${$A thread*})"),
            ("int", "$#(${int})"),
            ("int", "$#<>(${int})"),
        ],
    },
    Declaration {
        text: "template <typename T> int $#(const thread T& a, thread T& b) { return 1; }",
        types: &[],
        makes: &[("int", "$#(${$A}, ${&$A})")],
    },
    Declaration {
        text: "template <typename T> using $# = thread T*;\ntypedef $A $#_t;\nusing $#_u = const $A;",
        types: &["$#_t"],
        makes: &[
            ("$A thread*", "$#<$A>(${$A thread*})"),
            ("$#_t", "${$A}"),
            ("$A", "${$#_t}"),
            ("$A", "$#_u()"),
        ],
    },
    // Namespaces.
    Declaration {
        text: "namespace $# { constant int k = $k{int}; int f(int $x(int, a)) { $S(int) } namespace inner { int f(float a) { return k; } struct S { int a; }; } using namespace inner; inline namespace v { int g() { return f(1); } } }\nnamespace $#_a = $#::inner;",
        types: &["$#::inner::S", "$#_a::S"],
        makes: &[
            ("int", "$#::k"),
            ("int", "$#::f(${int})"),
            ("int", "$#_a::f(${float})"),
            ("$#::inner::S", "$#::S()"),
            ("$#_a::S", "${$#::inner::S}"),
            ("$#::inner::S", "$#_a::S { ${int} }"),
            ("int", "$#::g()"),
        ],
    },
    Declaration {
        text: "namespace $# { struct S { int v; }; int f(S s) { return s.v; } S operator+(S a, S b) { return S { a.v + b.v }; } }\nusing $#::S;",
        types: &["$#::S"],
        makes: &[
            ("$#::S", "$#::S()"),
            ("$#::S", "$#::S { ${int} }"),
            ("int", "f(${$#::S})"),
            ("$#::S", "${$#::S} + ${$#::S}"),
        ],
    },
    // `auto` and `decltype`.
    Declaration {
        text: "auto $#($A a) { return a; }\nauto $#_t($A a) -> decltype(a) { return a; }\ntemplate <typename T> auto $#_u(T a) -> decltype(a + a) { return a + a; }",
        types: &[],
        makes: &[("$A", "$#(${$A})"), ("$A", "$#_t(${$A})"), ("$F", "$#_u(${$F})")],
    },
];
