// <functional>: the functors of operators.
#pragma once

namespace std {

#define _AMP_FUNCTOR(name, R, expression) \
template <typename T = void> struct name { \
    typedef T first_argument_type; typedef T second_argument_type; typedef R result_type; \
    R operator()(const T& a, const T& b) const { return expression; } \
};
_AMP_FUNCTOR(plus, T, a + b)
_AMP_FUNCTOR(minus, T, a - b)
_AMP_FUNCTOR(multiplies, T, a * b)
_AMP_FUNCTOR(divides, T, a / b)
_AMP_FUNCTOR(modulus, T, a % b)
_AMP_FUNCTOR(equal_to, bool, a == b)
_AMP_FUNCTOR(not_equal_to, bool, a != b)
_AMP_FUNCTOR(less, bool, a < b)
_AMP_FUNCTOR(greater, bool, a > b)
_AMP_FUNCTOR(less_equal, bool, a <= b)
_AMP_FUNCTOR(greater_equal, bool, a >= b)
_AMP_FUNCTOR(logical_and, bool, a && b)
_AMP_FUNCTOR(logical_or, bool, a || b)
#undef _AMP_FUNCTOR
template <typename T> struct negate { T operator()(const T& a) const { return -a; } };
template <typename T> struct logical_not { bool operator()(const T& a) const { return !a; } };

}
