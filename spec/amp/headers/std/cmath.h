// <cmath> and <math.h>: the mathematical functions of the host, with and without `std::`. Those without a body are in functions.yaml.
//
// Each macro declares the functions with the same parameters: for `float`, for `double`, and for integers, which become `double`.
#pragma once

namespace std {

#define _AMP_UNARY(name) \
float name##f(float x); float name(float x); double name(double x); template <typename I> double name(I x) { return name(double(x)); }
#define _AMP_BINARY(name) \
float name##f(float x, float y); float name(float x, float y); double name(double x, double y); \
template <typename I, typename J> double name(I x, J y) { return name(double(x), double(y)); }

_AMP_UNARY(acos) _AMP_UNARY(acosh) _AMP_UNARY(asin) _AMP_UNARY(asinh) _AMP_UNARY(atan) _AMP_UNARY(atanh)
_AMP_BINARY(atan2)
_AMP_UNARY(ceil) _AMP_UNARY(cos) _AMP_UNARY(cosh) _AMP_UNARY(exp) _AMP_UNARY(exp2) _AMP_UNARY(fabs) _AMP_UNARY(floor)
float fmaf(float x, float y, float z);
float fma(float x, float y, float z);
double fma(double x, double y, double z);
_AMP_BINARY(fmax) _AMP_BINARY(fmin) _AMP_BINARY(fmod)
_AMP_UNARY(log) _AMP_UNARY(log2) _AMP_UNARY(nearbyint)
_AMP_BINARY(pow)
_AMP_UNARY(sin) _AMP_UNARY(sinh) _AMP_UNARY(sqrt) _AMP_UNARY(tan) _AMP_UNARY(tanh) _AMP_UNARY(trunc)

#undef _AMP_UNARY
#undef _AMP_BINARY

// The functions that follow from others are computed for `double`.
#define _AMP_UNARY(name) \
inline float name##f(float x) { return float(name(double(x))); } inline float name(float x) { return float(name(double(x))); } \
template <typename I> double name(I x) { return name(double(x)); }
#define _AMP_BINARY(name) \
inline float name##f(float x, float y) { return float(name(double(x), double(y))); } \
inline float name(float x, float y) { return float(name(double(x), double(y))); } \
template <typename I, typename J> double name(I x, J y) { return name(double(x), double(y)); }
#define _AMP_WITH(name, P) \
inline float name##f(float x, P p) { return float(name(double(x), p)); } inline float name(float x, P p) { return float(name(double(x), p)); } \
template <typename I> double name(I x, P p) { return name(double(x), p); }
#define _AMP_INTEGER(name, R) \
inline R name##f(float x) { return name(double(x)); } inline R name(float x) { return name(double(x)); } \
template <typename I> R name(I x) { return name(double(x)); }

template <typename T> bool isnan(T x) { return x != x; }
template <typename T> bool isfinite(T x) { return x - x == 0; }
template <typename T> bool isinf(T x) { return x == x && !(x - x == 0); }
inline bool signbit(double x) { return x < 0 || x == 0 && 1 / x < 0; }

inline double cbrt(double x) {
    if (x == 0 || !isfinite(x)) return x;
    double root = x < 0 ? -pow(-x, 1.0 / 3) : pow(x, 1.0 / 3);
    // The exponent is not a third: one step of Newton's method makes up for that.
    return root - (root * root * root - x) / (3 * root * root);
}
_AMP_UNARY(cbrt)
inline double copysign(double x, double y) { return signbit(x) == signbit(y) ? x : -x; }
_AMP_BINARY(copysign)
// The errors of `exp` and of its inverse cancel each other.
inline double expm1(double x) {
    double power = exp(x);
    if (power == 1) return x;
    return power - 1 == -1 || isinf(power) ? power - 1 : (power - 1) * x / log(power);
}
_AMP_UNARY(expm1)
inline double log1p(double x) { double sum = 1 + x; return sum == 1 ? x : isfinite(sum) ? log(sum) * x / (sum - 1) : log(sum); }
_AMP_UNARY(log1p)
// The continued fraction of `erfc` converges well from 2 on, and the series of `erf` before.
inline double _erf_series(double x) {
    double term = x, sum = x;
    for (int n = 1; n < 60; ++n) { term *= -x * x / n; sum += term / (2 * n + 1); }
    return sum * 1.1283791670955126;
}
inline double _erfc_fraction(double x) {
    double rest = 0;
    for (int n = 60; n > 0; --n) rest = n / 2.0 / (x + rest);
    return exp(-x * x) / ((x + rest) * 1.7724538509055160);
}
inline double erfc(double x) { return x >= 2 ? _erfc_fraction(x) : x <= -2 ? 2 - _erfc_fraction(-x) : 1 - _erf_series(x); }
_AMP_UNARY(erfc)
inline double erf(double x) { return x > -2 && x < 2 ? _erf_series(x) : 1 - erfc(x); }
_AMP_UNARY(erf)
inline double fdim(double x, double y) { return x > y ? x - y : 0; }
_AMP_BINARY(fdim)
// The larger number before the root keeps the squares from being infinite.
inline double hypot(double x, double y) {
    double a = fmax(fabs(x), fabs(y)), b = fmin(fabs(x), fabs(y));
    return a == 0 || !isfinite(a) ? a : a * sqrt(1 + b / a * (b / a));
}
_AMP_BINARY(hypot)
inline double ldexp(double x, int exponent) {
    for (; exponent > 0 && isfinite(x); --exponent) x *= 2;
    for (; exponent < 0 && x != 0; ++exponent) x /= 2;
    return x;
}
_AMP_WITH(ldexp, int)
inline double scalbn(double x, int exponent) { return ldexp(x, exponent); }
_AMP_WITH(scalbn, int)
// The significand in [0.5, 1) and the exponent.
inline double frexp(double x, int* exponent) {
    *exponent = 0;
    if (x == 0 || !isfinite(x)) return x;
    for (; fabs(x) >= 1; ++*exponent) x /= 2;
    for (; fabs(x) < 0.5; --*exponent) x *= 2;
    return x;
}
_AMP_WITH(frexp, int*)
inline int ilogb(double x) { int exponent; frexp(x, &exponent); return exponent - 1; }
_AMP_INTEGER(ilogb, int)
inline double logb(double x) { return ilogb(x); }
_AMP_UNARY(logb)
inline double log10(double x) { return log(x) / 2.3025850929940457; }
_AMP_UNARY(log10)
inline double modf(double x, double* whole) { *whole = trunc(x); return x - *whole; }
inline float modff(float x, float* whole) { *whole = trunc(x); return x - *whole; }
inline float modf(float x, float* whole) { return modff(x, whole); }
double nextafter(double x, double y);
float nextafterf(float x, float y);
inline double rint(double x) { return nearbyint(x); }
_AMP_UNARY(rint)
inline double remainder(double x, double y) { return x - y * nearbyint(x / y); }
_AMP_BINARY(remainder)
double remquo(double x, double y, int* quotient);
float remquof(float x, float y, int* quotient);
// Halves are rounded away from zero.
inline double round(double x) {
    double whole = trunc(x);
    return fabs(x - whole) < 0.5 ? whole : x < 0 ? whole - 1 : whole + 1;
}
_AMP_UNARY(round)
inline int lround(double x) { return int(round(x)); }
_AMP_INTEGER(lround, int)
inline int lrint(double x) { return int(nearbyint(x)); }
_AMP_INTEGER(lrint, int)
inline long long llround(double x) { return (long long)round(x); }
_AMP_INTEGER(llround, long long)
double tgamma(double x);
float tgammaf(float x);
double lgamma(double x);
float lgammaf(float x);

#undef _AMP_UNARY
#undef _AMP_BINARY
#undef _AMP_WITH
#undef _AMP_INTEGER

}

#define _AMP_BOTH(name) using std::name; using std::name##f;
_AMP_BOTH(acos) _AMP_BOTH(acosh) _AMP_BOTH(asin) _AMP_BOTH(asinh) _AMP_BOTH(atan) _AMP_BOTH(atan2) _AMP_BOTH(atanh) _AMP_BOTH(cbrt)
_AMP_BOTH(ceil) _AMP_BOTH(copysign) _AMP_BOTH(cos) _AMP_BOTH(cosh) _AMP_BOTH(erf) _AMP_BOTH(erfc) _AMP_BOTH(exp) _AMP_BOTH(exp2)
_AMP_BOTH(expm1) _AMP_BOTH(fabs) _AMP_BOTH(fdim) _AMP_BOTH(floor) _AMP_BOTH(fma) _AMP_BOTH(fmax) _AMP_BOTH(fmin) _AMP_BOTH(fmod)
_AMP_BOTH(frexp) _AMP_BOTH(hypot) _AMP_BOTH(ilogb) _AMP_BOTH(ldexp) _AMP_BOTH(lgamma) _AMP_BOTH(llround) _AMP_BOTH(log) _AMP_BOTH(log10)
_AMP_BOTH(log1p) _AMP_BOTH(log2) _AMP_BOTH(logb) _AMP_BOTH(lrint) _AMP_BOTH(lround) _AMP_BOTH(modf) _AMP_BOTH(nearbyint) _AMP_BOTH(nextafter)
_AMP_BOTH(pow) _AMP_BOTH(remainder) _AMP_BOTH(remquo) _AMP_BOTH(rint) _AMP_BOTH(round) _AMP_BOTH(scalbn) _AMP_BOTH(sin) _AMP_BOTH(sinh)
_AMP_BOTH(sqrt) _AMP_BOTH(tan) _AMP_BOTH(tanh) _AMP_BOTH(tgamma) _AMP_BOTH(trunc)
using std::isfinite;
using std::isinf;
using std::isnan;
using std::signbit;
#undef _AMP_BOTH
