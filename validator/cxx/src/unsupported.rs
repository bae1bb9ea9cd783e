//! The constructs that the checker does not support: one table for the messages and for the documentation.
//!
//! A program with one of them is not checked, whether it has other mistakes or not: what it means is not known.

/// A construct that the checker does not support.
#[derive(Debug)]
pub struct Construct {
    /// The name in messages; `{}` stands for a name of the program or of the library.
    pub name: &'static str,
    /// The source of its meaning: a section of C++14 by its label, a compiler, or a section of the language by its number.
    pub described_in: &'static str,
    /// A program with it, without the library's header.
    pub example: &'static str,
}

impl Construct {
    /// Returns the message.
    #[must_use]
    pub fn message(&self) -> String {
        format!("the checker does not support {} yet", self.name)
    }

    /// Returns the message with a name in it.
    #[must_use]
    pub fn message_about(&self, name: impl core::fmt::Display) -> String {
        self.message().replacen("{}", &name.to_string(), 1)
    }
}

/// Declares constructs, and `ALL` with all of them.
#[macro_export]
macro_rules! constructs {
    ($($constant:ident = $name:literal, $described_in:literal, $example:literal;)+) => {
        $(
            #[doc = $name]
            pub static $constant: $crate::unsupported::Construct =
                $crate::unsupported::Construct { name: $name, described_in: $described_in, example: $example };
        )+
        /// All of them.
        pub static ALL: &[&$crate::unsupported::Construct] = &[$(&$constant),+];
    };
}

constructs! {
    ALIAS_TEMPLATE_ARGUMENT = "this alias template as a template argument", "temp.arg.template",
        "template <class T, int N> struct A { T a[N]; }; template <class T> using P = A<T, 2>; template <template <class> class C> struct S { C<int> c; }; S<P> s(S<P> a) { return a; }";
    ALIGNED_ATTRIBUTE = "the attribute `aligned` here", "GNU C", "void f() noexcept __attribute__((aligned(16)));";
    ALIGNED_TYPEDEF = "alignments on `typedef` names", "GNU C", "typedef float vector __attribute__((aligned(16)));";
    ASSEMBLER = "`asm`", "dcl.asm", "void f() { asm(\"nop\"); }";
    ATTRIBUTE_OF_TYPE = "the attribute `{}`", "GNU C", "struct __attribute__((packed)) S { char a; int b; };";
    BRACED_LIST = "braced lists for `initializer_list`", "dcl.init.list",
        "struct S { float n; thread S& operator=(initializer_list<float> a) thread { n = *a.begin(); return *this; } }; void f() { S s; s = {1.0f}; }";
    CASE_RANGE = "case ranges", "GNU C", "int f(int a) { switch (a) { case 1 ... 3: return 1; default: return 2; } }";
    CONDITIONAL_WITHOUT_VALUE = "`?:` without a value between `?` and `:`", "GNU C", "int f(int a) { return a ?: 2; }";
    CONSTANT_EXPRESSION = "this constant expression", "expr.const",
        "union U { int a; float b; }; constexpr int f() { U u = {1}; return u.a; } static_assert(f() == 1, \"\");";
    CONVERSION_BY_NAME = "conversion functions that are called by name", "class.conv.fct",
        "struct S { int n; operator int() const { return n; } }; int f(S s) { return s.operator int(); }";
    DESTRUCTOR = "destructors", "class.dtor", "struct S { int n; ~S() {} };";
    ELLIPSIS_PARAMETER = "the parameter `...`", "dcl.fct", "int f(int a, ...);";
    ENUMERATION_OUTSIDE = "enumerations that are defined outside of their structure", "dcl.enum",
        "struct S { enum E : int; }; enum S::E : int { a };";
    FOLD_EXPRESSION = "fold expressions of C++17", "Clang", "template <class... T> int f(T... a) { return (a + ... + 0); }";
    FUNCTION_AFTER_VARIABLE = "a function that is declared after a variable", "dcl.decl", "int f() { int a = 1, g(int); return a; }";
    FUNCTION_BY_NAME_OF_TYPE = "functions that are declared by a name of their type", "dcl.fct", "typedef int F(int); F f;";
    FUNCTION_IN_FUNCTION = "functions that are declared in a function", "basic.link", "int f() { int g(int); return 1; }";
    FUNCTION_OF_ARRAY = "functions that return references or pointers to arrays", "dcl.fct", "struct S { int a[2]; thread int (&all() thread)[2] { return a; } };";
    FUNCTION_POINTER = "function pointers", "dcl.fct", "int f(int (*g)(int)) { return g(1); }";
    INHERITED_ASSIGNMENT = "assignments that `using` declares for objects of a base", "namespace.udecl",
        "struct A { int n; }; struct B : A { using A::operator=; }; void f() { A a; B b; b = a; }";
    INHERITED_CONSTRUCTOR = "inherited constructors", "class.inhctor",
        "struct A { int n; A(int m) : n(m) {} }; struct B : A { using A::A; };";
    LAMBDA_PACK = "parameter packs in lambda expressions", "expr.prim.lambda",
        "template <class... T> int f(T... a) { auto g = [a...] { return sizeof...(a); }; return g(); } int h() { return f(1); }";
    LAYOUT_PRAGMA = "`#pragma {}`", "Clang", "#pragma pack(1)\nstruct S { char a; int b; };";
    LITERAL_OPERATOR = "literal operators", "over.literal",
        "constexpr int operator\"\"_i(unsigned long a) { return int(a); } int f() { return 12_i; }";
    LOOP_VARIABLE = "loop variables whose type differs from the elements", "stmt.ranged",
        "int f() { int a[2] = {1, 2}; int s = 0; for (float b : a) { s += int(b); } return s; }";
    MEMBER_OF_NESTED_TYPE = "members of a type in a partial specialization that are defined outside of it", "temp.mem.class",
        "template <class T> struct S {}; template <class T> struct S<thread T*> { struct I { int f(); }; }; template <class T> int S<thread T*>::I::f() { return 1; }";
    MEMBER_POINTER = "pointers to members", "dcl.mptr", "struct S { int n; }; int S::* p;";
    MEMBER_SPECIALIZATION = "specializations of single members of a template", "temp.expl.spec",
        "template <class T> struct S { template <class U> int f(U u) { return 1; } }; template <> int S<int>::f(int u) { return 2; }";
    MEMBER_TEMPLATE_OUTSIDE = "member templates with the same name that are defined outside of their structure", "temp.mem",
        "template <class T> struct A {}; template <class T> struct B {}; struct S { template <class U> int g(A<U> u); template <class U> int g(B<U> u); }; template <class U> int S::g(A<U> u) { return 1; }";
    NESTED_LABEL = "labels of a `switch` in a statement inside of it", "stmt.switch",
        "int f(int a) { switch (a) { case 0: if (a > 1) { case 1: return 2; } } return a; }";
    NESTED_TEMPLATE = "nested templates", "temp.mem",
        "template <class T> struct S { template <class U> int f(U u); }; template <class T> template <class U> int S<T>::f(U u) { return 1; }";
    NOEXCEPT_CONDITION = "conditions after `noexcept`", "except.spec", "template <class T> void f() noexcept(sizeof(T) == 4);";
    OFFSET_OF = "`__builtin_offsetof`", "GNU C", "struct S { int a, b; }; static_assert(__builtin_offsetof(S, b) == 4, \"\");";
    OPERATOR_ARROW = "`operator->`", "over.ref", "struct A { int n; }; struct S { A a; thread A* operator->() thread { return &a; } }; int f() { S s; return s->n; }";
    PACK_OF_BASES = "base classes from a parameter pack", "temp.variadic", "template <class... T> struct S : T... {};";
    PACK_OF_TEMPLATES = "packs of templates", "temp.param", "template <template <class> class... T> struct S {};";
    PACK_OF_VARIABLES = "parameter packs in variable templates", "temp.variadic",
        "template <class... T> constexpr constant int count = sizeof...(T); int f() { return count<int, int>; }";
    PACK_TOO_LONG = "packs of more than 64 parameters", "temp.variadic",
        "#define A 1, 1, 1, 1, 1, 1, 1, 1\n#define B A, A, A, A, A, A, A, A, A\ntemplate <class... T> int f(T... t) { return sizeof...(t); } int g() { return f(B); }";
    SEVERAL_SPACES = "`{}` and `{}` before one type", "Clang", "void f(thread device int* a) {}";
    STATEMENTS_BEFORE_LABEL = "statements before the first label of a `switch`", "stmt.switch",
        "int f(int a) { switch (a) { a = 1; case 1: return 2; } return a; }";
    STATEMENT_EXPRESSION = "statement expressions", "GNU C", "int f(int a) { return ({ int b = a; b + 1; }); }";
    STRUCTURE_BESIDE_NAME = "a structure with the name of a function or variable before it", "class.name", "constant int S = 1; struct S { int n; };";
    STRUCTURED_BINDING = "structured bindings of C++17", "Clang",
        "struct S { int a, b; }; int f(S s) { auto [x, y] = s; return x + y; }";
    SWITCH_WITHOUT_BRACES = "a `switch` without braces", "stmt.switch", "int f(int a) { switch (a) return 1; return 2; }";
    TEMPLATE_IN_TEMPLATE = "type or variable templates in class templates", "temp.mem",
        "template <class T> struct S { template <class U> struct A { U u; }; }; S<int>::A<float> f(S<int>::A<float> a) { return a; }";
    TEXT_FOR_ARRAY = "arrays that begin with text", "dcl.init.string", "constant char text[] = \"ab\";";
    TYPEOF = "`{}` (`decltype` is C++)", "GNU C", "int f(int a) { typeof(a) b = a; return b; }";
    TYPE_OUTSIDE_TEMPLATE = "members of class templates that are types defined outside of them", "temp.mem.class",
        "template <class T> struct S { struct A; }; template <class T> struct S<T>::A { T t; };";
    UNNAMED_BIT_FIELD = "bit-fields without a name", "class.bit", "struct S { uint a : 3; uint : 0; uint b : 4; };";
    VOLATILE_OVERLOAD = "member functions that differ by `volatile` alone", "over.load",
        "struct S { int f() { return 1; } int f() volatile { return 2; } };";
    WIDE_BIT_FIELD = "bit-fields with more bits than their type", "class.bit", "struct S { uchar a : 12; };";
    ZERO_ELEMENTS = "arrays without elements", "Clang", "template <int N> struct S { int a[N]; }; S<0> f(S<0> s) { return s; }";
}
