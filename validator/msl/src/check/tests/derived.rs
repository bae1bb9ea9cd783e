//! Derived classes, which Metal has after version 2.2. C++14 (class.derived), checked against g++.

use super::{HEAD, mistakes};
use crate::{Options, validate};
use msl_spec::{Dialect, Rule, rules};

fn later() -> Options {
    Options { dialect: Dialect::Metal32, ..Options::default() }
}

/// The rules that a program for Metal 3.2 breaks.
fn later_mistakes(text: &str) -> Vec<&'static str> {
    validate(&format!("{HEAD}{text}"), &later()).iter().map(|found| found.rule.id).collect()
}

#[track_caller]
fn accepted(texts: &[&str]) {
    for text in texts {
        assert_eq!(later_mistakes(text), [] as [&str; 0], "{text}");
    }
}

#[track_caller]
fn rejected(rule: &Rule, texts: &[&str]) {
    for text in texts {
        assert_eq!(later_mistakes(text), [rule.id], "{text}");
    }
}

#[test]
fn version_2_2_has_no_derived_classes() {
    assert_eq!(mistakes("struct A { int a; }; struct B : A {};")[0].0, rules::REMOVED_INHERITANCE.id);
}

#[test]
fn virtual_functions_and_bases_are_left_out() {
    rejected(
        rules::REMOVED_VIRTUAL,
        &[
            "struct A { int a; }; struct B : virtual A {};",
            "struct A { int a; }; struct B : public virtual A {};",
        ],
    );
}

#[test]
fn names_are_found_in_bases() {
    accepted(&[
        "struct A{int x;}; struct B:A{int y;}; int f(B b){return b.x+b.y;}",
        "struct A{int x;}; struct B:A{int x;}; int f(B b){return b.x+b.A::x;}",
        "struct A{int x;}; struct B{int x;}; struct C:A,B{}; int f(C c){return c.A::x+c.B::x;}",
        "struct A{int x;}; struct B{int x;}; struct C:A,B{int x;}; int f(C c){return c.x;}",
        "struct A{int x;}; struct B:A{}; struct C:A{}; struct D:B,C{}; int f(D d){return d.B::x;}",
        "struct A{static constexpr constant int x=1;}; struct B:A{}; struct C:A{}; struct D:B,C{}; int f(D d){return d.x+D::x;}",
        "struct A{int f(int){return 1;}}; struct B:A{int f(float){return 2;}}; int g(B b){return b.f(1);}",
        "struct A{enum E{p,q}; struct I{int z;};}; struct B:A{E e; I i;}; int f(B b){return b.i.z+B::q;} B::I g(B::E e){return B::I();}",
        "struct A{operator int() const{return 1;}}; struct B:A{}; int f(B a){return a+1;}",
        "struct A{static int s(){return 1;}}; struct B:A{static int t(){return s();}}; int g(){return B::s()+B::t();}",
        "struct A{int x; int f() const{return x;}}; struct B:A{}; int g(const thread B&b){return b.f();}",
        "struct A{template<class T> T f(T t){return t;}}; struct B:A{}; int g(B b){return b.f(1)+b.f<int>(2);}",
        "struct A{template<class T> T f(T t){return t;}}; struct B:A{int h(){return f<int>(2)+f(3);}}; int g(B b){return b.h();}",
        "struct A{}; struct B:A{}; struct C:B,A{};",
        "struct A{int i;}; struct B:A{B(int i):A(){A::i=i;}}; B f(){return B(3);}",
    ]);
}

#[test]
fn using_declares_members_of_bases() {
    accepted(&[
        "struct A{void f(int){}}; struct B:A{using A::f; void f(thread int*){}}; void g(B b){b.f(1);}",
        "struct A{void f(int){}}; struct B:A{using A::f; void f(int){}}; void g(B b){b.f(1);}",
        "struct A{void f(int){}}; struct C{void f(float){}}; struct B:A,C{using A::f; using C::f;}; void g(B b){b.f(1);}",
        "struct A{int x; thread A& operator=(int v){x=v;return *this;}}; struct B:A{using A::operator=;}; void f(B b){b=1;}",
    ]);
}

#[test]
fn bases_may_be_accessed_as_they_say() {
    accepted(&[
        "class A{protected:int x;}; struct B:A{int f(){return x;}};",
        "class A{protected:int x;}; struct B:A{int f(thread B&a){return a.x;}};",
        "class A{protected:int x;}; struct B:A{int f(){return A::x+this->x;}};",
        "struct A{int x;}; class B:A{public: int f(){return x;}};",
        "struct A{int x;}; class B:A{public: using A::x;}; int f(B b){return b.x;}",
        "struct A{int x;}; class B:A{public: using A::x;}; struct C:B{int f(){return x;}};",
        "struct A{int x;}; class B:A{public: static int g(thread B&b);}; int f(thread A&a){return 0;} int B::g(thread B&b){return f(b);}",
        "class A{protected:A(){}}; struct B:A{B():A(){}}; B f(){return B();}",
        "class A{protected: static int s(){return 1;}}; struct B:A{int t(){return A::s()+s();}}; int g(B b){return b.t();}",
        "class A{protected: int s(){return 1;}}; struct B:A{int t(){return A::s()+s()+this->s();}}; int g(B b){return b.t();}",
        "class A{protected: int s(){return 1;} friend int k(A a);}; int k(A a){return a.s();}",
        "struct A{int s(){return 1;}}; struct B:protected A{}; struct C:B{int t(){return s();}}; int g(C c){return c.t();}",
    ]);
}

#[test]
fn objects_convert_to_their_bases() {
    accepted(&[
        "struct A{int x;}; struct B:A{}; A f(B b){return b;}",
        "struct A{int x;}; struct B:A{}; thread A* f(thread B*b){return b;}",
        "struct A{int x;}; struct B:A{}; thread B* f(thread A*b){return static_cast<thread B*>(b);}",
        "struct A{int x;}; struct B:A{}; thread B& f(thread A&b){return static_cast<thread B&>(b);}",
        "struct A{A(int){}}; struct B:A{B():A(1){}}; void f(A){} void g(B b){f(b);}",
        "struct A{int x;}; struct B:A{}; int f(thread B&b){ thread A&a=b; a.x=2; const thread A&c=B(); return c.x;}",
        "struct A{int x;}; struct B:A{int y;}; void f(thread A&a,B b){a=b;}",
        "class A{protected: struct I{int z;};}; struct B:A{I i;};",
        "template<class D> struct Crtp{int call() const{return static_cast<const thread D&>(*this).impl();}}; struct I:Crtp<I>{int impl() const{return 4;}}; int f(I i){return i.call();}",
        "struct A{int f(){return 1;}}; struct B:A{int f(){return A::f()+1;}}; int g(B b){return b.f()+b.A::f();}",
        "struct A{int x;}; struct B:A{}; int f(B b){return sizeof(B::x)+sizeof(b.x);}",
    ]);
}

#[test]
fn a_base_is_better_than_its_own_bases() {
    accepted(&[
        "struct A{}; struct B:A{}; struct C:B{}; int f(thread A&){return 1;} void f(thread B&){} int g(C c){ f(c); return 0;}",
        "struct A{}; struct C:A{}; int f(thread A*){return 1;} void f(thread void*){} int g(thread C*c){ return f(c);}",
        "struct A{}; struct C:A{}; int f(thread A*){return 1;} void f(bool){} int g(thread C*c){ return f(c);}",
        "struct A{}; struct C:A{}; void f(const thread A&){} int f(thread A&){return 1;} int g(thread C&c){ return f(c);}",
        "struct A{}; struct C:A{}; int f(A){return 1;} template<class T> void f(T){} void g(C c){ return f(c);}",
    ]);
}

#[test]
fn arguments_of_templates_follow_from_bases() {
    accepted(&[
        "template<class T> struct X{T v;}; struct C:X<int>{}; template<class T> T f(X<T> x){return x.v;} int g(C c){return f(c);}",
        "template<class T> struct X{T v;}; struct C:X<int>{}; template<class T> T f(thread X<T>* x){return x->v;} int g(thread C*c){return f(c);}",
        "template<class T> struct X{T v;}; struct C:X<int>{}; template<class T> void f(const thread X<T>& x,T y){} void g(C c){f(c,1);}",
    ]);
}

#[test]
fn bases_that_depend_on_parameters_are_named() {
    accepted(&[
        "template<class T> struct X{T v;}; template<class T> struct Y:X<T>{T f(){return this->v+X<T>::v;}}; int g(Y<int> y){return y.f();}",
        "template<class T> struct X{T v; T h(){return v;}}; template<class T> struct Y:X<T>{T f(){return this->h();}}; int g(Y<int> y){return y.f();}",
        "template<class T> struct X{typedef T t;}; template<class T> struct Y:X<T>{typename X<T>::t f(){return 1;}}; int g(Y<int> y){return y.f();}",
        "struct X{typedef int t; static constexpr constant int n=2;}; template<class T> struct Y:X{t f(){return n;}}; int g(Y<int> y){return y.f();}",
        "template<int N> struct T:T<N-1>{int v; T():T<N-1>(),v(N){} int s(){return v+T<N-1>::s();}}; template<> struct T<0>{int s(){return 0;}}; int f(){T<3> t; return t.s();}",
        "template<class D> struct Crtp{int call(){return static_cast<thread D*>(this)->impl();}}; struct I:Crtp<I>{int impl(){return 4;}}; int f(I i){return i.call();}",
        "template<class T,T V> struct ic{static constexpr constant T value=V; typedef T value_type; typedef ic type; constexpr operator T() const{return V;}}; template<class T> struct is_int:ic<bool,false>{}; template<> struct is_int<int>:ic<bool,true>{}; static_assert(is_int<int>::value&&!is_int<float>::value&&is_int<int>{},\"\"); static_assert(is_int<int>::type::value,\"\");",
    ]);
}

#[test]
fn constructors_begin_bases() {
    accepted(&[
        "struct A{int x; A(int a):x(a){}}; struct B:A{B():A(1){}}; B f(){B b; return b;}",
        "struct A{int x; A(int a):x(a){}}; struct B:A{int y; B(int a):A{a},y{a}{}}; struct C:B{C():B(1){}}; C f(){return C();}",
        "struct A{int x;}; struct B:A{int y;}; B f(){B b={}; return b;}",
        "struct A{int x;}; struct B:A{int y;}; B f(){B b{}; B c(b); B d=c; B e{d}; return e;}",
        "struct A{int x=3;}; struct B:A{int y=x;}; int f(){B b; return b.y;}",
        "struct A{int x;}; struct B:A{int y;}; constexpr int f(){ return sizeof(B);} static_assert(f()==8,\"\");",
        "struct A{int x; constexpr A(int a):x(a){}}; struct B:A{int y; constexpr B(int a):A(a),y(a){} constexpr int s() const{return x+y;}}; static_assert(B(2).s()==4,\"\");",
        "struct A{int x; constexpr A(int a):x(a){} constexpr int g() const{return x;}}; struct B:A{constexpr B(int a):A(a+1){}}; static_assert(B(2).g()==3,\"\");",
    ]);
}

#[test]
fn structures_convert_as_their_bases_do() {
    accepted(&[
        "struct A{int operator+(A o){return 1;} int operator[](int i){return i;} int operator()(int i){return i;}}; struct B:A{}; int f(B a,B b){return (a+b)+a[1]+a(2);}",
        "struct A{operator int() const{return 1;}}; struct B:A{operator int() const{return 2;}}; int f(B a){int i=a; return i;}",
        "struct A{int x; friend int h(A a){return a.x;}}; struct B:A{}; int f(B b){return h(b);}",
        "namespace N{struct A{}; int h(A){return 1;}} struct B:N::A{}; int f(B b){return h(b);}",
    ]);
}

#[test]
fn final_structures_are_no_bases() {
    accepted(&[
        "struct A final{int x;}; int f(A a){return a.x;}",
        "struct A{}; struct B final:A{int x;}; int f(B a){return a.x;}",
    ]);
}

#[test]
fn mistakes_with_bases_are_reported() {
    rejected(
        rules::NAME_UNAMBIGUOUS,
        &[
            "struct A{int x;}; struct B{int x;}; struct C:A,B{}; int f(C c){return c.x;}",
            "struct A{int x;}; struct B:A{}; struct C:A{}; struct D:B,C{}; int f(D d){return d.x;}",
            "struct A{int x;}; struct B:A{}; struct C:A{}; struct D:B,C{}; int f(thread A&a){return 0;} int g(D d){return f(d);}",
            "struct A{void f(int){}}; struct C{void f(float){}}; struct B:A,C{}; void g(B b){b.f(1);}",
        ],
    );
    rejected(
        rules::MEMBER_ACCESSIBLE,
        &[
            "class A{int x;}; struct B:A{int f(){return x;}};",
            "class A{protected:int x;}; struct B:A{}; int f(B b){return b.x;}",
            "class A{protected:int x;}; struct B:A{int f(thread A&a){return a.x;}};",
            "struct A{int x;}; class B:A{}; int f(B b){return b.x;}",
            "struct A{int x;}; class B:A{}; struct C:B{int f(){return x;}};",
            "struct A{int x;}; class B:A{}; int f(thread A&a){return 0;} int g(B b){return f(b);}",
            "struct A{int x;}; struct B:private A{}; A f(B b){return b;}",
            "class A{struct I{int z;};}; struct B:A{I i;};",
            "class A{public:A(){} private: A(int){}}; struct B:A{B():A(1){}};",
            "class A{protected:A(){}}; struct B:A{B():A(){}}; A f(){return A();}",
            "class A{protected: int s(){return 1;}}; struct B:A{int t(A a){return a.s();}};",
            "struct A{int s(){return 1;}}; struct B:protected A{}; int g(B c){return c.s();}",
        ],
    );
    rejected(
        rules::CONVERSION_RETURN,
        &[
            "struct A{int x;}; struct B:A{}; B f(A a){return a;}",
            "struct A{int x;}; struct B:A{}; thread B* f(thread A*b){return b;}",
            "struct A{}; struct B:A{}; struct C:B{}; int f(thread A&){return 1;} void f(thread B&){} int g(C c){ return f(c);}",
            "struct A{}; struct C:A{}; int f(const thread A&){return 1;} void f(thread A&){} int g(thread C&c){ return f(c);}",
            "struct A{}; struct C:A{}; int f(A){return 1;} template<class T> void f(T){} int g(C c){ return f(c);}",
        ],
    );
    rejected(
        rules::REFERENCE_BINDS_TYPE,
        &["struct A{int x;}; struct B:A{}; thread B& f(const thread A&b){return static_cast<thread B&>(b);}"],
    );
    rejected(
        rules::CALL_MATCH,
        &[
            "struct A{void f(int){}}; struct B:A{void f(thread int*){}}; void g(B b){b.f(1);}",
            "struct A{int x; A(int a):x(a){}}; struct B:A{}; B f(){B b; return b;}",
            "struct A{int x; A(int a):x(a){}}; struct B:A{B(){}};",
            "struct A{int x;}; struct B:A{int y;}; B f(){B b={{1},2}; return b;}",
            "struct A{int x;}; struct B:A{int y;}; B f(){B b={1,2}; return b;}",
            "struct A{A(const thread A&)=delete; A(){}}; struct B:A{}; void f(A){} void g(thread B&b){f(b);}",
        ],
    );
    rejected(
        rules::CALL_UNAMBIGUOUS,
        &[
            "struct A{}; struct B{}; struct C:A,B{}; int f(thread A&){return 1;} int f(thread B&){return 2;} int g(C c){ return f(c);}",
        ],
    );
    rejected(
        rules::TEMPLATE_DEDUCTION,
        &[
            "template<class T> struct X{T v;}; struct C:X<int>,X<float>{}; template<class T> T f(X<T> x){return x.v;} int g(C c){return f(c);}",
        ],
    );
    rejected(
        rules::NAME_DECLARED,
        &[
            "template<class T> struct X{T v;}; template<class T> struct Y:X<T>{T f(){return v;}}; int g(Y<int> y){return y.f();}",
            "template<class T> struct X{T v; T h(){return v;}}; template<class T> struct Y:X<T>{T f(){return h();}}; int g(Y<int> y){return y.f();}",
        ],
    );
    rejected(
        rules::MEMBER_EXISTS,
        &[
            "struct A{int x; A(int a):x(a){}}; struct B:A{int y; B(int a):A(a),y(a){}}; struct C:B{C():A(1),B(1){}};",
        ],
    );
    rejected(
        rules::NAME_REDEFINITION,
        &["struct A{int x;}; struct B:A{B():A(),A(){}};", "struct A{}; struct B:A,A{};"],
    );
    rejected(rules::TYPE_COMPLETE, &["struct A; struct B:A{};"]);
    rejected(rules::NAME_IS_TYPE, &["union A{int x;}; struct B:A{};", "struct A final{}; struct B:A{};"]);
    rejected(rules::GRAMMAR_DECLARATION, &["struct A{}; union B:A{};"]);
    rejected(rules::GRAMMAR_TOKEN, &["struct B:int{};"]);
    rejected(
        rules::CONVERSION_INITIALISATION,
        &[
            "struct A{operator int() const{return 1;}}; struct B:A{operator float() const{return 2;}}; int f(B a){char c=a; return c;}",
        ],
    );
    rejected(
        rules::CONVERSION_ASSIGNMENT,
        &[
            "struct A{int x; thread A& operator=(int v){x=v;return *this;}}; struct B:A{}; void f(B b){b=1;}",
            "struct A{int x;}; struct B:A{int y;}; void f(thread B&b,A a){b=a;}",
        ],
    );
    rejected(
        rules::ASSIGNMENT_MEMBERS,
        &["struct A{const int x; A():x(1){}}; struct B:A{}; void f(thread B&a,thread B&b){a=b;}"],
    );
    rejected(
        rules::REFERENCE_BINDS_LVALUE,
        &["struct A{int x;}; struct B:A{}; int f(){ thread A&a=B(); return a.x;}"],
    );
    rejected(
        rules::CONVERSION_KEEPS_CONST,
        &[
            "struct A{int x;}; struct B:A{}; int f(const thread B&b){ thread A&a=b; return a.x;}",
            "struct A{int x; int f(){return x;}}; struct B:A{}; int g(const thread B&b){return b.f();}",
        ],
    );
}

/// g++ gives these sizes: empty bases take no memory unless two of a type would have one address, and members begin in the padding of bases
/// that are not POD.
#[test]
fn bases_are_laid_out_as_the_itanium_abi_says() {
    accepted(&[
        "struct S0 { char m0_0; S0(int a){} S0(){} }; struct S1 : S0 { S0 m1_0; S1(int a){} S1(){} }; struct S2 : S1, S0 { int m2_0;  }; struct S3 { float m3_0; float m3_1;  }; struct S4 { S2 m4_0; S4(int a){} S4(){} }; struct S5 { char m5_0; short m5_1; S2 m5_2;  }; struct S6 { int m6_0; S4 m6_1; S5 m6_2; S6(int a){} S6(){} }; struct S7 : S2, S1 { S6 m7_0; S7(int a){} S7(){} }; struct S8 : S5, S7 {   }; static_assert(sizeof(S0) == 1 && alignof(S0) == 1, \"\"); static_assert(sizeof(S1) == 2 && alignof(S1) == 1, \"\"); static_assert(sizeof(S2) == 8 && alignof(S2) == 4, \"\"); static_assert(sizeof(S3) == 8 && alignof(S3) == 4, \"\"); static_assert(sizeof(S4) == 8 && alignof(S4) == 4, \"\"); static_assert(sizeof(S5) == 12 && alignof(S5) == 4, \"\"); static_assert(sizeof(S6) == 24 && alignof(S6) == 4, \"\"); static_assert(sizeof(S7) == 36 && alignof(S7) == 4, \"\"); static_assert(sizeof(S8) == 48 && alignof(S8) == 4, \"\");",
        "struct S0 {   }; struct S1 : S0 { char m1_0; float m1_1;  }; struct S2 { S1 m2_0; S1 m2_1; short m2_2; S2(int a){} S2(){} }; struct S3 : S2 { S0 m3_0;  }; struct S4 { int m4_0; S2 m4_1; S4(int a){} S4(){} }; struct S5 : S2 { int m5_0; float m5_1; float m5_2;  }; struct S6 : S1, S2 {   }; struct S7 : S0 { float m7_0; int m7_1; float m7_2; S7(int a){} S7(){} }; struct S8 {   }; static_assert(sizeof(S0) == 1 && alignof(S0) == 1, \"\"); static_assert(sizeof(S1) == 8 && alignof(S1) == 4, \"\"); static_assert(sizeof(S2) == 20 && alignof(S2) == 4, \"\"); static_assert(sizeof(S3) == 20 && alignof(S3) == 4, \"\"); static_assert(sizeof(S4) == 24 && alignof(S4) == 4, \"\"); static_assert(sizeof(S5) == 32 && alignof(S5) == 4, \"\"); static_assert(sizeof(S6) == 28 && alignof(S6) == 4, \"\"); static_assert(sizeof(S7) == 12 && alignof(S7) == 4, \"\"); static_assert(sizeof(S8) == 1 && alignof(S8) == 1, \"\");",
        "struct S0 { float m0_0; float m0_1; short m0_2; S0(int a){} S0(){} }; struct S1 { char m1_0; float m1_1; short m1_2; S1(int a){} S1(){} }; struct S2 {   }; struct S3 {   }; struct S4 : S3, S2 {   }; struct S5 { S3 m5_0; S2 m5_1; S5(int a){} S5(){} }; struct S6 : S0 { short m6_0; short m6_1;  }; struct S7 {   }; struct S8 : S0 { S6 m8_0;  }; static_assert(sizeof(S0) == 12 && alignof(S0) == 4, \"\"); static_assert(sizeof(S1) == 12 && alignof(S1) == 4, \"\"); static_assert(sizeof(S2) == 1 && alignof(S2) == 1, \"\"); static_assert(sizeof(S3) == 1 && alignof(S3) == 1, \"\"); static_assert(sizeof(S4) == 1 && alignof(S4) == 1, \"\"); static_assert(sizeof(S5) == 2 && alignof(S5) == 1, \"\"); static_assert(sizeof(S6) == 16 && alignof(S6) == 4, \"\"); static_assert(sizeof(S7) == 1 && alignof(S7) == 1, \"\"); static_assert(sizeof(S8) == 28 && alignof(S8) == 4, \"\");",
    ]);
}

#[test]
fn interfaces_of_entry_points_have_no_derived_classes() {
    let structures = "struct A { float4 p [[position]]; }; struct B : A {};";
    rejected(
        rules::ARGUMENT_NO_DERIVED_CLASS,
        &[&format!("{structures} fragment float4 f(B b [[stage_in]]) {{ return b.p; }}")],
    );
    let buffer =
        "struct A { int a; }; struct B : A {}; kernel void k(device B* b [[buffer(0)]]) { b->a = 1; }";
    let member = "struct A { int a; }; struct B : A {}; struct C { B b[2]; }; kernel void k(constant C& c [[buffer(0)]]) {}";
    let result = "vertex B v() { B b; b.p = 0; return b; }";
    rejected(rules::UNSUPPORTED_FEATURE, &[buffer, member, &format!("{structures} {result}")]);
}

#[test]
fn operators_say_what_a_type_is() {
    accepted(&[
        "struct E {}; struct F : E {}; struct G : F { int a; }; union U { int a; }; enum N { n }; struct L final {};
         static_assert(__is_empty(E) && __is_empty(F) && __is_empty(const F) && !__is_empty(G) && !__is_empty(U) && !__is_empty(int), \"\");
         static_assert(__is_base_of(E, G) && __is_base_of(E, E) && !__is_base_of(G, E) && !__is_base_of(int, int) && !__is_base_of(U, U), \"\");
         static_assert(__is_class(E) && !__is_class(U) && __is_union(U) && __is_enum(N) && __is_final(L) && !__is_final(E), \"\");
         template <typename T> struct is_empty : bool_constant<__is_empty(T)> {}; static_assert(is_empty<F>::value && !is_empty<G>{}, \"\");",
    ]);
    rejected(
        rules::TYPE_COMPLETE,
        &[
            "struct E; constant bool b = __is_empty(E);",
            "struct E; struct F {}; constant bool b = __is_base_of(F, E);",
        ],
    );
}
