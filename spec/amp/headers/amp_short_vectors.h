// The normalized numbers and the short vectors of C++ AMP 1.2. Sections 10.7 to 10.10
//
// Microsoft's library has properties, such as `v.xy` and `v.rg`. Here they are functions: `v.xy` is `v.get_xy()`. Because `rg` only exists as a
// property, `v.rg` is `v._get_rg()`.
//
// The macros stay defined, so other headers of the library must not have macros with the same names.
#pragma once

namespace Concurrency {
namespace graphics {

typedef unsigned int uint;

// 10.7
class norm;
class unorm;

// The members that both have: arithmetic in `float` that is limited to the range.
#define _AMP_NORMALIZED(C, low) \
C() restrict(cpu, amp) : _value(0) {} \
C(const C& other) restrict(cpu, amp) = default; \
explicit C(float v) restrict(cpu, amp) : _value(_limited(v)) {} \
explicit C(unsigned int v) restrict(cpu, amp) : _value(_limited(float(v))) {} \
explicit C(int v) restrict(cpu, amp) : _value(_limited(float(v))) {} \
explicit C(double v) restrict(cpu, amp) : _value(_limited(float(v))) {} \
C& operator=(const C& other) restrict(cpu, amp) = default; \
operator float() const restrict(cpu, amp) { return _value; } \
C& operator+=(const C& rhs) restrict(cpu, amp) { _value = _limited(_value + rhs._value); return *this; } \
C& operator-=(const C& rhs) restrict(cpu, amp) { _value = _limited(_value - rhs._value); return *this; } \
C& operator*=(const C& rhs) restrict(cpu, amp) { _value = _limited(_value * rhs._value); return *this; } \
C& operator/=(const C& rhs) restrict(cpu, amp) { _value = _limited(_value / rhs._value); return *this; } \
C& operator++() restrict(cpu, amp) { _value = _limited(_value + 1); return *this; } \
C operator++(int) restrict(cpu, amp) { C old = *this; ++*this; return old; } \
C& operator--() restrict(cpu, amp) { _value = _limited(_value - 1); return *this; } \
C operator--(int) restrict(cpu, amp) { C old = *this; --*this; return old; } \
static float _limited(float v) restrict(cpu, amp) { return v < low ? low : v > 1.0f ? 1.0f : v; } \
float _value;

class [[conversion("norm.construction"), assignment("norm.assignment")]] norm {
public:
    norm(const unorm& other) restrict(cpu, amp);
    norm operator-() const restrict(cpu, amp) { return norm(-_value); }
    _AMP_NORMALIZED(norm, -1.0f)
};
class [[conversion("norm.construction"), assignment("norm.assignment")]] unorm {
public:
    explicit unorm(const norm& other) restrict(cpu, amp);
    _AMP_NORMALIZED(unorm, 0.0f)
};
inline norm::norm(const unorm& other) restrict(cpu, amp) : _value(other._value) {}
inline unorm::unorm(const norm& other) restrict(cpu, amp) : _value(_limited(other._value)) {}

#define _AMP_ARITHMETIC(C, op) \
inline C operator op(const C& lhs, const C& rhs) restrict(cpu, amp) { C r = lhs; r op##= rhs; return r; }
#define _AMP_COMPARISON(C, op) \
inline bool operator op(const C& lhs, const C& rhs) restrict(cpu, amp) { return lhs._value op rhs._value; }
#define _AMP_NORMALIZED_OPERATORS(C) \
_AMP_ARITHMETIC(C, +) _AMP_ARITHMETIC(C, -) _AMP_ARITHMETIC(C, *) _AMP_ARITHMETIC(C, /) \
_AMP_COMPARISON(C, ==) _AMP_COMPARISON(C, !=) _AMP_COMPARISON(C, <) _AMP_COMPARISON(C, >) _AMP_COMPARISON(C, <=) _AMP_COMPARISON(C, >=)
_AMP_NORMALIZED_OPERATORS(norm)
_AMP_NORMALIZED_OPERATORS(unorm)

// 10.8. Expands `F` for each scalar: its name, its operators, and the names of the other scalars.
#define _AMP_SCALARS(F) \
F(int, _AMP_SIGNED_INTEGER, uint, float, double, norm, unorm) \
F(uint, _AMP_INTEGER, int, float, double, norm, unorm) \
F(float, _AMP_SIGNED, int, uint, double, norm, unorm) \
F(double, _AMP_SIGNED, int, uint, float, norm, unorm) \
F(norm, _AMP_SIGNED, int, uint, float, double, unorm) \
F(unorm, _AMP_UNSIGNED, int, uint, float, double, norm)

#define _AMP_DECLARATION(S, ...) class S##_2; class S##_3; class S##_4;
_AMP_SCALARS(_AMP_DECLARATION)

// Expands `F` for each of 2, 3 or 4 components.
#define _AMP_EACH_2(F, x1) F(x, x1) F(y, x1)
#define _AMP_EACH_3(F, x1) _AMP_EACH_2(F, x1) F(z, x1)
#define _AMP_EACH_4(F, x1) _AMP_EACH_3(F, x1) F(w, x1)

// 10.8.3. The components with their two names.
#define _AMP_COMPONENT(T, a, p) \
T get_##a() const restrict(cpu, amp) { return _##a; } \
void set_##a(T v) restrict(cpu, amp) { _##a = v; } \
T& ref_##a() restrict(cpu, amp) { return _##a; } \
T _get_##p() const restrict(cpu, amp) { return _##a; } \
void _set_##p(T v) restrict(cpu, amp) { _##a = v; } \
T& ref_##p() restrict(cpu, amp) { return _##a; } \
T _##a;
#define _AMP_COMPONENTS_2(S) _AMP_COMPONENT(S, x, r) _AMP_COMPONENT(S, y, g)
#define _AMP_COMPONENTS_3(S) _AMP_COMPONENTS_2(S) _AMP_COMPONENT(S, z, b)
#define _AMP_COMPONENTS_4(S) _AMP_COMPONENTS_3(S) _AMP_COMPONENT(S, w, a)

// Two components, three or four, in any order. The second half of the letters are the names as colors.
#define _AMP_PAIR(V, a, b, p, q) \
V get_##a##b() const restrict(cpu, amp) { return V(_##a, _##b); } \
void set_##a##b(V v) restrict(cpu, amp) { _##a = v._x; _##b = v._y; } \
V _get_##p##q() const restrict(cpu, amp) { return get_##a##b(); } \
void _set_##p##q(V v) restrict(cpu, amp) { set_##a##b(v); }
#define _AMP_PAIRS(V, a, b, p, q) _AMP_PAIR(V, a, b, p, q) _AMP_PAIR(V, b, a, q, p)
#define _AMP_TRIPLE(V, a, b, c, p, q, s) \
V get_##a##b##c() const restrict(cpu, amp) { return V(_##a, _##b, _##c); } \
void set_##a##b##c(V v) restrict(cpu, amp) { _##a = v._x; _##b = v._y; _##c = v._z; } \
V _get_##p##q##s() const restrict(cpu, amp) { return get_##a##b##c(); } \
void _set_##p##q##s(V v) restrict(cpu, amp) { set_##a##b##c(v); }
#define _AMP_TRIPLES(V, a, b, c, p, q, s) \
_AMP_TRIPLE(V, a, b, c, p, q, s) _AMP_TRIPLE(V, a, c, b, p, s, q) _AMP_TRIPLE(V, b, a, c, q, p, s) \
_AMP_TRIPLE(V, b, c, a, q, s, p) _AMP_TRIPLE(V, c, a, b, s, p, q) _AMP_TRIPLE(V, c, b, a, s, q, p)
#define _AMP_QUAD(V, a, b, c, d, p, q, s, t) \
V get_##a##b##c##d() const restrict(cpu, amp) { return V(_##a, _##b, _##c, _##d); } \
void set_##a##b##c##d(V v) restrict(cpu, amp) { _##a = v._x; _##b = v._y; _##c = v._z; _##d = v._w; } \
V _get_##p##q##s##t() const restrict(cpu, amp) { return get_##a##b##c##d(); } \
void _set_##p##q##s##t(V v) restrict(cpu, amp) { set_##a##b##c##d(v); }
#define _AMP_QUADS(V, a, b, c, d, p, q, s, t) \
_AMP_QUAD(V, a, b, c, d, p, q, s, t) _AMP_QUAD(V, a, b, d, c, p, q, t, s) _AMP_QUAD(V, a, c, b, d, p, s, q, t) \
_AMP_QUAD(V, a, c, d, b, p, s, t, q) _AMP_QUAD(V, a, d, b, c, p, t, q, s) _AMP_QUAD(V, a, d, c, b, p, t, s, q)

#define _AMP_SWIZZLES_2(S) _AMP_PAIRS(S##_2, x, y, r, g)
#define _AMP_SWIZZLES_3(S) \
_AMP_SWIZZLES_2(S) _AMP_PAIRS(S##_2, x, z, r, b) _AMP_PAIRS(S##_2, y, z, g, b) _AMP_TRIPLES(S##_3, x, y, z, r, g, b)
#define _AMP_SWIZZLES_4(S) \
_AMP_SWIZZLES_3(S) _AMP_PAIRS(S##_2, x, w, r, a) _AMP_PAIRS(S##_2, y, w, g, a) _AMP_PAIRS(S##_2, z, w, b, a) \
_AMP_TRIPLES(S##_3, x, y, w, r, g, a) _AMP_TRIPLES(S##_3, x, z, w, r, b, a) _AMP_TRIPLES(S##_3, y, z, w, g, b, a) \
_AMP_QUADS(S##_4, x, y, z, w, r, g, b, a) _AMP_QUADS(S##_4, y, x, z, w, g, r, b, a) \
_AMP_QUADS(S##_4, z, x, y, w, b, r, g, a) _AMP_QUADS(S##_4, w, x, y, z, a, r, g, b)

// 10.8.1. The operators that are members, which work on each component.
#define _AMP_ASSIGN(c, op) _##c op rhs._##c;
#define _AMP_ASSIGNMENT(N, V, op) \
V& operator op(const V& rhs) restrict(cpu, amp) { _AMP_EACH_##N(_AMP_ASSIGN, op) return *this; }
#define _AMP_STEPS(V, op, change) \
V& operator op() restrict(cpu, amp) { return *this change V(value_type(1)); } \
V operator op(int) restrict(cpu, amp) { V old = *this; *this change V(value_type(1)); return old; }
#define _AMP_CHANGE(c, op) r._##c = op _##c;
#define _AMP_CHANGES(N, V, op) V operator op() const restrict(cpu, amp) { V r; _AMP_EACH_##N(_AMP_CHANGE, op) return r; }

#define _AMP_ANY(N, V) \
_AMP_ASSIGNMENT(N, V, +=) _AMP_ASSIGNMENT(N, V, -=) _AMP_ASSIGNMENT(N, V, *=) _AMP_ASSIGNMENT(N, V, /=) \
_AMP_STEPS(V, ++, +=) _AMP_STEPS(V, --, -=)
#define _AMP_UNSIGNED(N, V) _AMP_ANY(N, V)
#define _AMP_SIGNED(N, V) _AMP_ANY(N, V) _AMP_CHANGES(N, V, -)
#define _AMP_INTEGER(N, V) \
_AMP_ANY(N, V) _AMP_CHANGES(N, V, ~) \
_AMP_ASSIGNMENT(N, V, %=) _AMP_ASSIGNMENT(N, V, ^=) _AMP_ASSIGNMENT(N, V, |=) _AMP_ASSIGNMENT(N, V, &=) \
_AMP_ASSIGNMENT(N, V, <<=) _AMP_ASSIGNMENT(N, V, >>=)
#define _AMP_SIGNED_INTEGER(N, V) _AMP_INTEGER(N, V) _AMP_CHANGES(N, V, -)

// 10.8.2. The classes. Those with fewer components are first, because the others contain functions that construct them.
#define _AMP_MEMBERS(N, S, OPERATORS, A, B, C, D, E) \
public: \
typedef S value_type; \
static const int size = N; \
S##_##N(const S##_##N& other) restrict(cpu, amp) = default; \
explicit S##_##N(const A##_##N& other) restrict(cpu, amp); \
explicit S##_##N(const B##_##N& other) restrict(cpu, amp); \
explicit S##_##N(const C##_##N& other) restrict(cpu, amp); \
explicit S##_##N(const D##_##N& other) restrict(cpu, amp); \
explicit S##_##N(const E##_##N& other) restrict(cpu, amp); \
S##_##N& operator=(const S##_##N& other) restrict(cpu, amp) = default; \
OPERATORS(N, S##_##N) _AMP_COMPONENTS_##N(S) _AMP_SWIZZLES_##N(S)

// The rules that uses of short vectors break.
#define _AMP_VECTOR_RULES \
[[construction("short-vector.constructors"), conversion("short-vector.conversion"), assignment("short-vector.conversion"), \
index("short-vector.no-index"), operators("% %= & &= | |= ^ ^= << <<= >> >>= unary~ unary-", "short-vector.integer-operators"), \
lacks("[xyzwrgba]", "short-vector.letters"), lacks("get_*", "short-vector.accessors"), lacks("set_*", "short-vector.accessors"), \
lacks("ref_*", "short-vector.accessors")]]
#define _AMP_CLASS_2(S, ...) \
class _AMP_VECTOR_RULES S##_2 { \
public: \
    S##_2() restrict(cpu, amp) : _x(0), _y(0) {} \
    S##_2(S v) restrict(cpu, amp) : _x(v), _y(v) {} \
    S##_2(S x, S y) restrict(cpu, amp) : _x(x), _y(y) {} \
    _AMP_MEMBERS(2, S, __VA_ARGS__) \
};
#define _AMP_CLASS_3(S, ...) \
class _AMP_VECTOR_RULES S##_3 { \
public: \
    S##_3() restrict(cpu, amp) : _x(0), _y(0), _z(0) {} \
    S##_3(S v) restrict(cpu, amp) : _x(v), _y(v), _z(v) {} \
    S##_3(S x, S y, S z) restrict(cpu, amp) : _x(x), _y(y), _z(z) {} \
    _AMP_MEMBERS(3, S, __VA_ARGS__) \
};
#define _AMP_CLASS_4(S, ...) \
class _AMP_VECTOR_RULES S##_4 { \
public: \
    S##_4() restrict(cpu, amp) : _x(0), _y(0), _z(0), _w(0) {} \
    S##_4(S v) restrict(cpu, amp) : _x(v), _y(v), _z(v), _w(v) {} \
    S##_4(S x, S y, S z, S w) restrict(cpu, amp) : _x(x), _y(y), _z(z), _w(w) {} \
    _AMP_MEMBERS(4, S, __VA_ARGS__) \
};
_AMP_SCALARS(_AMP_CLASS_2)
_AMP_SCALARS(_AMP_CLASS_3)
_AMP_SCALARS(_AMP_CLASS_4)

// 10.8.2.2
#define _AMP_CONVERSION(S, A) \
inline S##_2::S##_2(const A##_2& other) restrict(cpu, amp) : _x(S(other._x)), _y(S(other._y)) {} \
inline S##_3::S##_3(const A##_3& other) restrict(cpu, amp) : _x(S(other._x)), _y(S(other._y)), _z(S(other._z)) {} \
inline S##_4::S##_4(const A##_4& other) restrict(cpu, amp) : _x(S(other._x)), _y(S(other._y)), _z(S(other._z)), _w(S(other._w)) {}
#define _AMP_CONVERSIONS(S, OPERATORS, A, B, C, D, E) \
_AMP_CONVERSION(S, A) _AMP_CONVERSION(S, B) _AMP_CONVERSION(S, C) _AMP_CONVERSION(S, D) _AMP_CONVERSION(S, E)
_AMP_SCALARS(_AMP_CONVERSIONS)

// The operators that are not members. `==` and `!=` give one result.
#define _AMP_DIFFERENCE(c, rhs) if (!(lhs._##c == rhs._##c)) return false;
#define _AMP_EQUALITY(N, V) \
inline bool operator==(const V& lhs, const V& rhs) restrict(cpu, amp) { _AMP_EACH_##N(_AMP_DIFFERENCE, rhs) return true; } \
inline bool operator!=(const V& lhs, const V& rhs) restrict(cpu, amp) { return !(lhs == rhs); }
#define _AMP_OPERATORS(N, V) \
_AMP_EQUALITY(N, V) _AMP_ARITHMETIC(V, +) _AMP_ARITHMETIC(V, -) _AMP_ARITHMETIC(V, *) _AMP_ARITHMETIC(V, /)
#define _AMP_INTEGER_OPERATORS(N, V) \
_AMP_ARITHMETIC(V, %) _AMP_ARITHMETIC(V, ^) _AMP_ARITHMETIC(V, |) _AMP_ARITHMETIC(V, &) _AMP_ARITHMETIC(V, <<) _AMP_ARITHMETIC(V, >>)
#define _AMP_ALL_OPERATORS(S, ...) _AMP_OPERATORS(2, S##_2) _AMP_OPERATORS(3, S##_3) _AMP_OPERATORS(4, S##_4)
_AMP_SCALARS(_AMP_ALL_OPERATORS)
_AMP_INTEGER_OPERATORS(2, int_2) _AMP_INTEGER_OPERATORS(3, int_3) _AMP_INTEGER_OPERATORS(4, int_4)
_AMP_INTEGER_OPERATORS(2, uint_2) _AMP_INTEGER_OPERATORS(3, uint_3) _AMP_INTEGER_OPERATORS(4, uint_4)

// 10.9, 10.10
template <typename T, int N> struct short_vector {
    static_assert(N < 1 && N > 4, "short-vector.templates: a `short_vector` has from 1 to 4 components of a scalar type of the library");
    typedef T type;
};
template <typename T> struct short_vector_traits {
    static_assert(sizeof(T) == 0, "short-vector.templates: `short_vector_traits` needs a scalar or a short vector of the library");
    typedef T value_type;
    static const int size = 1;
};
// What textures need to know of types that may not be short vectors. The number is computed from the size so that it is only known for real types.
template <typename T> struct _Element { typedef int scalar_type; static const int components = 0 * sizeof(T); };
#define _AMP_TEMPLATE(S, N, V) \
template <> struct short_vector<S, N> { typedef V type; }; \
template <> struct short_vector_traits<V> { typedef S value_type; static const int size = N; }; \
template <> struct _Element<V> { typedef S scalar_type; static const int components = N; };
#define _AMP_TEMPLATES(S, ...) _AMP_TEMPLATE(S, 1, S) _AMP_TEMPLATE(S, 2, S##_2) _AMP_TEMPLATE(S, 3, S##_3) _AMP_TEMPLATE(S, 4, S##_4)
_AMP_SCALARS(_AMP_TEMPLATES)

// The bits of a number with 16 bits that is nearest to a number, and the number with such bits, which must be finite.
inline uint _half_word(float v) restrict(cpu, amp) {
    float size = v < 0.0f ? -v : v;
    uint sign = v < 0.0f ? 0x8000u : 0u;
    if (!(size < 65520.0f)) return sign | (size == size ? 0x7c00u : 0x7e00u);
    uint exponent = 0;
    if (size < 0.00006103515625f) size *= 16777216.0f;
    else {
        for (exponent = 15; size >= 2.0f; ++exponent) size *= 0.5f;
        for (; size < 1.0f; --exponent) size *= 2.0f;
        size = (size - 1.0f) * 1024.0f;
    }
    // A half goes to the even number. One that is too large for its exponent is the first one of the next.
    uint whole = uint(size);
    float rest = size - float(whole);
    bool is_up = rest > 0.5f || rest == 0.5f && (whole & 1u) != 0;
    return sign | (exponent << 10) + whole + (is_up ? 1u : 0u);
}
inline float _half_value(uint word) restrict(cpu, amp) {
    uint exponent = word >> 10 & 31;
    float size = float(word & 1023) * 0.0009765625f + (exponent == 0 ? 0.0f : 1.0f);
    for (uint i = exponent == 0 ? 1 : exponent; i < 15; ++i) size *= 0.5f;
    for (uint i = 15; i < exponent; ++i) size *= 2.0f;
    return word >> 15 != 0 ? -size : size;
}

// Rounds a scalar to the values of a format with so many bits. The number is 0 for a texture without a format.
// Other types have no textures, which is reported where one is declared.
template <typename T> inline T _rounded(const T& v, unsigned bits) restrict(cpu, amp) { return v; }
inline int _rounded(int v, unsigned bits) restrict(cpu, amp) { return bits == 0 || bits >= 32 ? v : v << (32 - bits) >> (32 - bits); }
inline uint _rounded(uint v, unsigned bits) restrict(cpu, amp) { return bits == 0 || bits >= 32 ? v : v & ((1u << bits) - 1); }
inline float _rounded(float v, unsigned bits) restrict(cpu, amp) {
    if (bits != 16) return v;
    // What is too large becomes infinite.
    return (v < 0.0f ? -v : v) < 65520.0f ? _half_value(_half_word(v)) : v * 1e38f;
}
inline double _rounded(double v, unsigned bits) restrict(cpu, amp) { return v; }
inline float _nearest(float v) restrict(cpu, amp) { return v < 0.0f ? -float(int(0.5f - v)) : float(int(v + 0.5f)); }
inline norm _rounded(const norm& v, unsigned bits) restrict(cpu, amp) {
    float most = float((1 << (bits - 1)) - 1);
    return bits == 0 || bits > 16 ? v : norm(_nearest(v._value * most) / most);
}
inline unorm _rounded(const unorm& v, unsigned bits) restrict(cpu, amp) {
    float most = float((1 << bits) - 1);
    return bits == 0 || bits > 16 ? v : unorm(_nearest(v._value * most) / most);
}

// Reads a scalar from its bits in the memory of the host, or returns its bits.
inline int _to_word(int v, unsigned bits) { return v; }
inline int _to_word(uint v, unsigned bits) { return int(v); }
inline int _to_word(const norm& v, unsigned bits) { return int(_nearest(v._value * float((1 << (bits - 1)) - 1))); }
inline int _to_word(const unorm& v, unsigned bits) { return int(_nearest(v._value * float((1 << bits) - 1))); }
inline void _from_word(int& v, uint word, unsigned bits) { v = _rounded(int(word), bits); }
inline void _from_word(uint& v, uint word, unsigned bits) { v = word; }
inline void _from_word(norm& v, uint word, unsigned bits) { v = norm(float(_rounded(int(word), bits)) / float((1 << (bits - 1)) - 1)); }
inline void _from_word(unorm& v, uint word, unsigned bits) { v = unorm(float(word) / float((1 << bits) - 1)); }
template <typename S> inline void _read_scalar(const void* source, unsigned number, unsigned bits, S& v) {
    unsigned at = number * bits;
    uint word = static_cast<const uint*>(source)[at / 32] >> (at % 32);
    _from_word(v, bits < 32 ? word & ((1u << bits) - 1) : word, bits);
}
template <typename S> inline void _write_scalar(void* target, unsigned number, unsigned bits, const S& v) {
    unsigned at = number * bits;
    uint* words = static_cast<uint*>(target);
    uint mask = bits < 32 ? (1u << bits) - 1 << (at % 32) : 0xffffffffu;
    words[at / 32] = words[at / 32] & ~mask | uint(_to_word(v, bits)) << (at % 32) & mask;
}
inline void _read_scalar(const void* source, unsigned number, unsigned bits, float& v) {
    uint half;
    if (bits == 32) { v = static_cast<const float*>(source)[number]; return; }
    _read_scalar(source, number, bits, half);
    if ((half >> 10 & 31) != 31) v = _half_value(half);
    else v = (half & 1023) != 0 ? 0.0f / 0.0f : half >> 15 != 0 ? -1.0f / 0.0f : 1.0f / 0.0f;
}
inline void _write_scalar(void* target, unsigned number, unsigned bits, const float& v) {
    if (bits == 32) static_cast<float*>(target)[number] = v;
    else _write_scalar(target, number, bits, _half_word(v));
}
inline void _read_scalar(const void* source, unsigned number, unsigned bits, double& v) { v = static_cast<const double*>(source)[number]; }
inline void _write_scalar(void* target, unsigned number, unsigned bits, const double& v) { static_cast<double*>(target)[number] = v; }

// What textures do with each component of a texel: round it, make a texel of one number or of the components of a color, find a component, read it
// and write it. A component that is missing is 0. 10.3.4, 10.5.7, 10.5.8
#define _AMP_TEXELS(S, ...) \
inline S##_2 _rounded(const S##_2& v, unsigned bits) restrict(cpu, amp) { return S##_2(_rounded(v._x, bits), _rounded(v._y, bits)); } \
inline S##_3 _rounded(const S##_3& v, unsigned bits) restrict(cpu, amp) { return S##_3(_rounded(v._x, bits), _rounded(v._y, bits), _rounded(v._z, bits)); } \
inline S##_4 _rounded(const S##_4& v, unsigned bits) restrict(cpu, amp) { return S##_4(_rounded(v._x, bits), _rounded(v._y, bits), _rounded(v._z, bits), _rounded(v._w, bits)); } \
inline void _color(S& v, const float_4& c) restrict(cpu, amp) { v = S(c._x); } \
inline void _color(S##_2& v, const float_4& c) restrict(cpu, amp) { v = S##_2(S(c._x), S(c._y)); } \
inline void _color(S##_3& v, const float_4& c) restrict(cpu, amp) { v = S##_3(S(c._x), S(c._y), S(c._z)); } \
inline void _color(S##_4& v, const float_4& c) restrict(cpu, amp) { v = S##_4(S(c._x), S(c._y), S(c._z), S(c._w)); } \
inline S _part(const S& v, int i) restrict(cpu, amp) { return i == 0 ? v : S(0); } \
inline S _part(const S##_2& v, int i) restrict(cpu, amp) { return i == 0 ? v._x : i == 1 ? v._y : S(0); } \
inline S _part(const S##_3& v, int i) restrict(cpu, amp) { return i == 0 ? v._x : i == 1 ? v._y : i == 2 ? v._z : S(0); } \
inline S _part(const S##_4& v, int i) restrict(cpu, amp) { return i == 0 ? v._x : i == 1 ? v._y : i == 2 ? v._z : v._w; } \
inline void _set_part(S& v, int i, const S& part) { v = part; } \
inline void _set_part(S##_2& v, int i, const S& part) { if (i == 0) v._x = part; else v._y = part; } \
inline void _set_part(S##_3& v, int i, const S& part) { if (i == 0) v._x = part; else if (i == 1) v._y = part; else v._z = part; } \
inline void _set_part(S##_4& v, int i, const S& part) { if (i == 0) v._x = part; else if (i == 1) v._y = part; else if (i == 2) v._z = part; else v._w = part; }
_AMP_SCALARS(_AMP_TEXELS)

namespace direct3d {
#define _AMP_TYPEDEFS(S, ...) typedef S##_2 S##2; typedef S##_3 S##3; typedef S##_4 S##4;
_AMP_SCALARS(_AMP_TYPEDEFS)
}

}

// 9.3. Compares the bytes of `reference` that are not 0 with the bytes of `source`, from the first one on, the second, the third and the fourth.
namespace direct3d {
inline graphics::uint_4 msad4(unsigned reference, graphics::uint_2 source, graphics::uint_4 accum) restrict(amp) {
    unsigned sums[4] = { accum._x, accum._y, accum._z, accum._w };
    for (int first = 0; first < 4; ++first) {
        for (int i = 0; i < 4; ++i) {
            int at = first + i;
            unsigned expected = reference >> (8 * i) & 255;
            unsigned found = (at < 4 ? source._x >> (8 * at) : source._y >> (8 * (at - 4))) & 255;
            if (expected != 0) sums[first] += expected > found ? expected - found : found - expected;
        }
    }
    return graphics::uint_4(sums[0], sums[1], sums[2], sums[3]);
}
}

}
