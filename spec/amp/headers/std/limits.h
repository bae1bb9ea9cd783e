// <limits>: the ranges of the numbers, which only the host can ask for.
#pragma once

namespace std {

template <typename T> class numeric_limits { public: static const bool is_specialized = false; };
#define _AMP_LIMITS(T, integer, negative, least, smallest, most, step) \
template <> class numeric_limits<T> { \
public: \
    static const bool is_specialized = true; \
    static const bool is_integer = integer; \
    static const bool is_signed = negative; \
    static T min() { return least; } \
    static T lowest() { return smallest; } \
    static T max() { return most; } \
    static T epsilon() { return step; } \
};
#define _AMP_INTEGER(T, negative, smallest, most) _AMP_LIMITS(T, true, negative, smallest, smallest, most, 0)
_AMP_INTEGER(bool, false, false, true)
_AMP_INTEGER(char, true, -128, 127)
_AMP_INTEGER(unsigned char, false, 0, 255)
_AMP_INTEGER(short, true, -32768, 32767)
_AMP_INTEGER(unsigned short, false, 0, 65535)
_AMP_INTEGER(int, true, -2147483647 - 1, 2147483647)
_AMP_INTEGER(unsigned int, false, 0u, 4294967295u)
_AMP_INTEGER(long long, true, -9223372036854775807LL - 1, 9223372036854775807LL)
_AMP_INTEGER(unsigned long long, false, 0ull, 18446744073709551615ull)
_AMP_LIMITS(float, false, true, 1.175494351e-38f, -3.402823466e+38f, 3.402823466e+38f, 1.192092896e-07f)
_AMP_LIMITS(double, false, true, 2.2250738585072014e-308, -1.7976931348623158e+308, 1.7976931348623158e+308, 2.2204460492503131e-016)
#undef _AMP_INTEGER
#undef _AMP_LIMITS

}
