// The mathematical functions of C++ AMP 1.2 as declarations. Section 9
#pragma once

// The functions of <cmath> are in both namespaces, so that code for both targets can call them by one name. 9.1, 9.2
namespace Concurrency {

// The bits of a number, and the number with these bits. What follows from the bits is exact, whatever a device assumes about NaN and infinities.
unsigned _bits_of(float x) restrict(amp);
float _from_bits(unsigned bits) restrict(amp);
inline int _is_nan(float x) restrict(amp) { return (_bits_of(x) & 0x7fffffffu) > 0x7f800000u; }
inline int _is_infinite(float x) restrict(amp) { return (_bits_of(x) & 0x7fffffffu) == 0x7f800000u; }
inline int _is_finite(float x) restrict(amp) { return (_bits_of(x) & 0x7f800000u) != 0x7f800000u; }
// The significand in [0.5, 1) and the exponent.
inline float _split(float x, int* exponent) restrict(amp) {
    *exponent = 0;
    if (x == 0.0f || !_is_finite(x)) return x;
    bool is_subnormal = (_bits_of(x) & 0x7f800000u) == 0;
    unsigned bits = _bits_of(is_subnormal ? x * 16777216.0f : x);
    *exponent = int(bits >> 23 & 255u) - (is_subnormal ? 150 : 126);
    return _from_bits(bits & 0x807fffffu | 0x3f000000u);
}
// x * 2^e. The steps down leave 24 bits of room, so that a subnormal result is rounded once.
inline float _scaled(float x, int e) restrict(amp) {
    e = e > 400 ? 400 : e < -400 ? -400 : e;
    for (; e > 127; e -= 127) x *= 1.70141183e38f;
    for (; e < -126; e += 102) x *= 1.97215226e-31f;
    return x * _from_bits(unsigned(e + 127) << 23);
}

// 9.1
namespace fast_math {

// A program that opens both namespaces has two functions for each call.
#define _AMP_FAST [[ambiguous("math.one-namespace")]]

#define _AMP_HOST(name) using std::name; using std::name##f;
#define _AMP_UNARY(name) _AMP_FAST float name##f(float x) restrict(amp); _AMP_FAST float name(float x) restrict(amp);
#define _AMP_BINARY(name) \
_AMP_FAST float name##f(float x, float y) restrict(amp); _AMP_FAST float name(float x, float y) restrict(amp);

_AMP_HOST(acos) _AMP_HOST(asin) _AMP_HOST(atan) _AMP_HOST(atan2) _AMP_HOST(ceil) _AMP_HOST(cos) _AMP_HOST(cosh) _AMP_HOST(exp)
_AMP_HOST(exp2) _AMP_HOST(fabs) _AMP_HOST(floor) _AMP_HOST(fmax) _AMP_HOST(fmin) _AMP_HOST(fmod) _AMP_HOST(frexp) _AMP_HOST(ldexp)
_AMP_HOST(log) _AMP_HOST(log10) _AMP_HOST(log2) _AMP_HOST(modf) _AMP_HOST(pow) _AMP_HOST(round) _AMP_HOST(sin) _AMP_HOST(sinh)
_AMP_HOST(sqrt) _AMP_HOST(tan) _AMP_HOST(tanh) _AMP_HOST(trunc)

_AMP_UNARY(acos) _AMP_UNARY(asin) _AMP_UNARY(atan)
_AMP_BINARY(atan2)
_AMP_UNARY(ceil) _AMP_UNARY(cos) _AMP_UNARY(cosh) _AMP_UNARY(exp) _AMP_UNARY(exp2) _AMP_UNARY(fabs) _AMP_UNARY(floor)
_AMP_BINARY(fmax) _AMP_BINARY(fmin) _AMP_BINARY(fmod)
_AMP_FAST float frexp(float x, int* exponent) restrict(amp) { return _split(x, exponent); }
_AMP_FAST float frexpf(float x, int* exponent) restrict(amp) { return _split(x, exponent); }
_AMP_FAST int isfinite(float x) restrict(amp) { return _is_finite(x); }
_AMP_FAST int isinf(float x) restrict(amp) { return _is_infinite(x); }
_AMP_FAST int isnan(float x) restrict(amp) { return _is_nan(x); }
_AMP_FAST float ldexp(float x, int e) restrict(amp) { return _scaled(x, e); }
_AMP_FAST float ldexpf(float x, int e) restrict(amp) { return ldexp(x, e); }
_AMP_UNARY(log) _AMP_UNARY(log2) _AMP_UNARY(trunc)
_AMP_FAST float log10(float x) restrict(amp) { return log2(x) * 0.30103000f; }
_AMP_FAST float log10f(float x) restrict(amp) { return log10(x); }
_AMP_FAST float modf(float x, float* whole) restrict(amp) { *whole = trunc(x); return x - *whole; }
_AMP_FAST float modff(float x, float* whole) restrict(amp) { return modf(x, whole); }
_AMP_BINARY(pow)
_AMP_UNARY(rsqrt)
// Halves are rounded away from zero.
_AMP_FAST float round(float x) restrict(amp) { float whole = trunc(x); return fabs(x - whole) < 0.5f ? whole : x < 0 ? whole - 1 : whole + 1; }
_AMP_FAST float roundf(float x) restrict(amp) { return round(x); }
_AMP_FAST int signbit(float x) restrict(amp) { return _bits_of(x) >> 31; }
_AMP_FAST int signbitf(float x) restrict(amp) { return signbit(x); }
_AMP_UNARY(sin)
_AMP_FAST void sincos(float x, float* s, float* c) restrict(amp) { *s = sin(x); *c = cos(x); }
_AMP_FAST void sincosf(float x, float* s, float* c) restrict(amp) { sincos(x, s, c); }
_AMP_UNARY(sinh) _AMP_UNARY(sqrt) _AMP_UNARY(tan) _AMP_UNARY(tanh)

// Only Microsoft's library has them.
float max(float x, float y) restrict(amp) { return fmax(x, y); }
float min(float x, float y) restrict(amp) { return fmin(x, y); }

#undef _AMP_FAST
#undef _AMP_UNARY
#undef _AMP_BINARY
}

// 9.2
namespace precise_math {

// The functions whose names end in `f` are for `float` only.
#define _AMP_UNARY(name) float name##f(float x) restrict(amp); float name(float x) restrict(amp); double name(double x) restrict(amp);
#define _AMP_BINARY(name) \
float name##f(float x, float y) restrict(amp); float name(float x, float y) restrict(amp); double name(double x, double y) restrict(amp);
#define _AMP_WITH(name, P) \
float name##f(float x, P p) restrict(amp); float name(float x, P p) restrict(amp); double name(double x, P p) restrict(amp);

_AMP_HOST(acos) _AMP_HOST(acosh) _AMP_HOST(asin) _AMP_HOST(asinh) _AMP_HOST(atan) _AMP_HOST(atanh) _AMP_HOST(atan2) _AMP_HOST(cbrt)
_AMP_HOST(ceil) _AMP_HOST(copysign) _AMP_HOST(cos) _AMP_HOST(cosh) _AMP_HOST(erf) _AMP_HOST(erfc) _AMP_HOST(exp) _AMP_HOST(exp2)
_AMP_HOST(expm1) _AMP_HOST(fabs) _AMP_HOST(fdim) _AMP_HOST(floor) _AMP_HOST(fma) _AMP_HOST(fmax) _AMP_HOST(fmin) _AMP_HOST(fmod)
_AMP_HOST(frexp) _AMP_HOST(hypot) _AMP_HOST(ilogb) _AMP_HOST(ldexp) _AMP_HOST(log) _AMP_HOST(log10) _AMP_HOST(log1p) _AMP_HOST(log2)
_AMP_HOST(logb) _AMP_HOST(modf) _AMP_HOST(nearbyint) _AMP_HOST(nextafter) _AMP_HOST(pow) _AMP_HOST(remainder) _AMP_HOST(remquo)
_AMP_HOST(round) _AMP_HOST(scalbn) _AMP_HOST(sin) _AMP_HOST(sinh) _AMP_HOST(sqrt) _AMP_HOST(tan) _AMP_HOST(tanh) _AMP_HOST(tgamma)
_AMP_HOST(trunc)

_AMP_UNARY(acos) _AMP_UNARY(acosh) _AMP_UNARY(asin) _AMP_UNARY(asinh) _AMP_UNARY(atan) _AMP_UNARY(atanh)
_AMP_BINARY(atan2)
_AMP_UNARY(cbrt) _AMP_UNARY(ceil)
int isnan(float x) restrict(amp) { return _is_nan(x); }
int isnan(double x) restrict(amp) { return x != x; }
int signbit(float x) restrict(amp) { return _bits_of(x) >> 31; }
int signbitf(float x) restrict(amp) { return signbit(x); }
int signbit(double x) restrict(amp) { return x < 0 || 1 / x < 0; }
// The sign is that of the bits, also for zeros and NaN.
float copysign(float x, float y) restrict(amp) { return _from_bits(_bits_of(x) & 0x7fffffffu | _bits_of(y) & 0x80000000u); }
float copysignf(float x, float y) restrict(amp) { return copysign(x, y); }
double copysign(double x, double y) restrict(amp);
_AMP_UNARY(cos) _AMP_UNARY(cosh) _AMP_UNARY(cospi)
_AMP_UNARY(erf) _AMP_UNARY(erfc) _AMP_UNARY(erfinv) _AMP_UNARY(erfcinv)
_AMP_UNARY(exp) _AMP_UNARY(exp2) _AMP_UNARY(exp10) _AMP_UNARY(expm1) _AMP_UNARY(fabs)
float fdim(float x, float y) restrict(amp) { return isnan(x) ? x : isnan(y) ? y : x > y ? x - y : 0.0f; }
float fdimf(float x, float y) restrict(amp) { return fdim(x, y); }
double fdim(double x, double y) restrict(amp);
_AMP_UNARY(floor) _AMP_UNARY(trunc)
float fmaf(float x, float y, float z) restrict(amp);
float fma(float x, float y, float z) restrict(amp);
double fma(double x, double y, double z) restrict(amp);
_AMP_BINARY(fmax) _AMP_BINARY(fmin) _AMP_BINARY(fmod)
int isnormal(float x) restrict(amp) { return _is_finite(x) && (_bits_of(x) & 0x7f800000u) != 0; }
int isnormal(double x) restrict(amp);
int fpclassify(float x) restrict(amp) {
    if (isnormal(x)) return FP_NORMAL;
    if (!_is_finite(x)) return _is_nan(x) ? FP_NAN : FP_INFINITE;
    return (_bits_of(x) & 0x7fffffffu) != 0 ? FP_SUBNORMAL : FP_ZERO;
}
int fpclassify(double x) restrict(amp);
float frexp(float x, int* exponent) restrict(amp) { return _split(x, exponent); }
float frexpf(float x, int* exponent) restrict(amp) { return _split(x, exponent); }
double frexp(double x, int* exponent) restrict(amp);
_AMP_BINARY(hypot)
int ilogb(float x) restrict(amp) {
    if (!_is_finite(x)) return FP_ILOGBNAN;
    if (x == 0.0f) return FP_ILOGB0;
    int exponent;
    _split(x, &exponent);
    return exponent - 1;
}
int ilogbf(float x) restrict(amp) { return ilogb(x); }
int ilogb(double x) restrict(amp);
int isfinite(float x) restrict(amp) { return _is_finite(x); }
int isfinite(double x) restrict(amp) { return x - x == 0; }
int isinf(float x) restrict(amp) { return _is_infinite(x); }
int isinf(double x) restrict(amp) { return x == x && x - x != 0; }
float ldexp(float x, int e) restrict(amp) { return _scaled(x, e); }
float ldexpf(float x, int e) restrict(amp) { return _scaled(x, e); }
double ldexp(double x, int e) restrict(amp);
_AMP_WITH(lgamma, int*)
_AMP_UNARY(log) _AMP_UNARY(log10) _AMP_UNARY(log1p) _AMP_UNARY(log2)
float logb(float x) restrict(amp) {
    if (!_is_finite(x)) return x * x;
    return x == 0.0f ? _from_bits(0xff800000u) : float(ilogb(x));
}
float logbf(float x) restrict(amp) { return logb(x); }
double logb(double x) restrict(amp);
float modf(float x, float* whole) restrict(amp) {
    *whole = _is_finite(x) ? float(trunc(x)) : x;
    return copysign(_is_infinite(x) ? 0.0f : x - *whole, x);
}
float modff(float x, float* whole) restrict(amp) { return modf(x, whole); }
double modf(double x, double* whole) restrict(amp);
float nanf(int tag) restrict(amp) { return _from_bits(0x7fc00000u | unsigned(tag) & 0x3fffffu); }
double nan(int tag) restrict(amp);
_AMP_UNARY(nearbyint)
// The bits of numbers with one sign are ordered as the numbers are.
float nextafter(float x, float y) restrict(amp) {
    if (_is_nan(x) || _is_nan(y)) return _is_nan(x) ? x : y;
    if (x == y) return y;
    if (x == 0.0f) return _from_bits(_bits_of(y) & 0x80000000u | 1u);
    return _from_bits((x < y) == (x > 0.0f) ? _bits_of(x) + 1u : _bits_of(x) - 1u);
}
float nextafterf(float x, float y) restrict(amp) { return nextafter(x, y); }
double nextafter(double x, double y) restrict(amp);
_AMP_BINARY(pow)
_AMP_UNARY(rcbrt)
// The quotient is rounded to the nearest integer, and to the even one of two: `fmod` is exact, and so is the difference.
float remainder(float x, float y) restrict(amp) {
    float rest = fmod(x, y);
    float size = fabs(y);
    float half = size * 0.5f;
    bool is_odd = fabs(fmod(x, size * 2.0f)) >= size;
    if (fabs(rest) > half || (fabs(rest) == half && is_odd)) return rest > 0.0f ? rest - size : rest + size;
    return rest;
}
float remainderf(float x, float y) restrict(amp) { return remainder(x, y); }
double remainder(double x, double y) restrict(amp);
float remquof(float x, float y, int* quotient) restrict(amp);
float remquo(float x, float y, int* quotient) restrict(amp);
double remquo(double x, double y, int* quotient) restrict(amp);
// Halves are rounded away from zero.
float round(float x) restrict(amp) { float whole = trunc(x); return copysign(fabs(x - whole) < 0.5f || !_is_finite(x) ? whole : x < 0 ? whole - 1 : whole + 1, x); }
float roundf(float x) restrict(amp) { return round(x); }
double round(double x) restrict(amp);
_AMP_UNARY(rsqrt)
_AMP_BINARY(scalb)
float scalbn(float x, int e) restrict(amp) { return _scaled(x, e); }
float scalbnf(float x, int e) restrict(amp) { return _scaled(x, e); }
double scalbn(double x, int e) restrict(amp);
_AMP_UNARY(sin)
void sincos(float x, float* s, float* c) restrict(amp) { *s = sin(x); *c = cos(x); }
void sincosf(float x, float* s, float* c) restrict(amp) { sincos(x, s, c); }
void sincos(double x, double* s, double* c) restrict(amp);
_AMP_UNARY(sinh) _AMP_UNARY(sinpi) _AMP_UNARY(sqrt) _AMP_UNARY(tan) _AMP_UNARY(tanh) _AMP_UNARY(tanpi) _AMP_UNARY(tgamma)

// Only Microsoft's library has them.
float max(float x, float y) restrict(amp) { return fmax(x, y); }
double max(double x, double y) restrict(amp) { return fmax(x, y); }
float min(float x, float y) restrict(amp) { return fmin(x, y); }
double min(double x, double y) restrict(amp) { return fmin(x, y); }

#undef _AMP_HOST
#undef _AMP_UNARY
#undef _AMP_BINARY
#undef _AMP_WITH

}

}
