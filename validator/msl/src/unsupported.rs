//! The constructs of Metal and its library that the checker does not support, in addition to the constructs of C++.

cxx_validator::constructs! {
    BFLOAT_ARGUMENTS = "`{}` with `bfloat` arguments", "Metal 3.1", "bfloat f(bfloat a) { return max(a, a); }";
    BINDING_OF_PROGRAM = "program-scope variables set by the pipeline", "Metal 3.2", "constant float* data [[buffer(0)]]; float f() { return data[0]; }";
    COMMAND_CONSTRUCTOR = "constructors of `{}`", "6.15", "void f(command_buffer c) { render_command r = render_command(c, 0); }";
    COMMAND_MEMBER = "member functions of `{}`", "6.15", "void f(render_command c) { c.reset(); }";
    DERIVED_IN_INTERFACE = "derived classes in the interface of entry points", "Metal 2.3",
        "struct A { float a; }; struct B : A { float b; }; kernel void k(device B* b [[buffer(0)]]) {}";
    FRAGMENT_INPUT_STRUCTURE = "structures in the input of a fragment function", "Metal 3.0",
        "struct A { float4 p [[position]]; }; struct B { A a; }; fragment float4 f(B b [[stage_in]]) { return b.a.p; }";
    MATRIX_ELEMENTS = "this use of `thread_elements`", "Metal 2.3",
        "void f(simdgroup_float8x8 m) { thread auto& e = m.thread_elements(); float a = e.x; }";
    MATRIX_MEMBER = "the members of `{}`", "Metal 2.3", "simdgroup_float8x8::type f();";
    NAME_OF_COMPILER = "`{}`, which only the compiler describes,", "Clang", "float f(float a) { return __builtin_sqrtf(a); }";
    NEWER_NAME = "the name `{}`", "later versions", "void f(raytracing::intersector<> i) {}";
    SINGLE_COMPONENT = "vectors with one component", "Metal 2.3", "vec<float, 1> f(vec<float, 1> a) { return a; }";
    TILE_MEMORY = "`{}`", "4.5", "struct P { float4 a; }; kernel void k(imageblock<P> b) {}";
    RECURSION = "recursion", "basic.stc", "int f(int n) { return n < 2 ? 1 : f(n - 1); }";
    FUNCTION_AS_VALUE = "pointers to functions", "conv.func", "int f(int a) { return a; } void g() { auto p = f; }";
    THREADGROUP_INITIALIZER = "initializers of `threadgroup` variables", "dcl.init", "kernel void k() { threadgroup int a = 0; }";
}
