// Functions of <algorithm>, <numeric> and <utility> that only the host has: programs fill and compare their data with them.
#pragma once

namespace std {

template <typename T> const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <typename T> const T& max(const T& a, const T& b) { return a < b ? b : a; }

template <typename I, typename T> void fill(I first, I last, const T& value) { for (; first != last; ++first) *first = value; }
template <typename I, typename F> void generate(I first, I last, F make) { for (; first != last; ++first) *first = make(); }
template <typename I, typename F> F for_each(I first, I last, F f) { for (; first != last; ++first) f(*first); return f; }
template <typename I, typename O> O copy(I first, I last, O target) { for (; first != last; ++first) { *target = *first; ++target; } return target; }
template <typename I, typename O, typename F> O transform(I first, I last, O target, F f) {
    for (; first != last; ++first) { *target = f(*first); ++target; }
    return target;
}
template <typename I, typename J> bool equal(I first, I last, J other) {
    for (; first != last; ++first) { if (!(*first == *other)) return false; ++other; }
    return true;
}

template <typename I, typename T> void iota(I first, I last, T value) { for (; first != last; ++first) { *first = value; ++value; } }
template <typename I, typename T> T accumulate(I first, I last, T sum) { for (; first != last; ++first) sum = sum + *first; return sum; }

}
