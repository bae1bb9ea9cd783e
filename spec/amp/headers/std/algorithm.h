// Functions of <algorithm>, <numeric> and <utility> that only the host has: programs fill and compare their data with them.
#pragma once

namespace std {

template <typename T> const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <typename T> const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <typename T, typename F> const T& min(const T& a, const T& b, F less) { return less(b, a) ? b : a; }
template <typename T, typename F> const T& max(const T& a, const T& b, F less) { return less(a, b) ? b : a; }

// What functions without a functor compare and compute with.
struct _Less { template <typename T, typename U> bool operator()(const T& a, const U& b) const { return a < b; } };
struct _Same { template <typename T, typename U> bool operator()(const T& a, const U& b) const { return a == b; } };

template <typename T, typename U> struct pair {
    typedef T first_type;
    typedef U second_type;

    pair() : first(), second() {}
    pair(const T& first, const U& second) : first(first), second(second) {}

    T first;
    U second;
};
template <typename T, typename U> bool operator==(const pair<T, U>& a, const pair<T, U>& b) { return a.first == b.first && a.second == b.second; }
template <typename T, typename U> bool operator<(const pair<T, U>& a, const pair<T, U>& b) {
    return a.first < b.first || !(b.first < a.first) && a.second < b.second;
}
template <typename T, typename U> pair<T, U> make_pair(T first, U second) { return pair<T, U>(first, second); }

template <typename I, typename T> void fill(I first, I last, const T& value) { for (; first != last; ++first) *first = value; }
template <typename I, typename N, typename T> I fill_n(I first, N count, const T& value) {
    for (N i = 0; i < count; ++i) { *first = value; ++first; }
    return first;
}
template <typename I, typename F> void generate(I first, I last, F make) { for (; first != last; ++first) *first = make(); }
template <typename I, typename N, typename F> I generate_n(I first, N count, F make) {
    for (N i = 0; i < count; ++i) { *first = make(); ++first; }
    return first;
}
template <typename I, typename F> F for_each(I first, I last, F f) { for (; first != last; ++first) f(*first); return f; }
template <typename I, typename O> O copy(I first, I last, O target) { for (; first != last; ++first) { *target = *first; ++target; } return target; }
template <typename I, typename N, typename O> O copy_n(I first, N count, O target) {
    for (N i = 0; i < count; ++i) { *target = *first; ++first; ++target; }
    return target;
}
template <typename I, typename O, typename F> O copy_if(I first, I last, O target, F is_copied) {
    for (; first != last; ++first) if (is_copied(*first)) { *target = *first; ++target; }
    return target;
}
template <typename I, typename O> O copy_backward(I first, I last, O end) { while (last != first) *--end = *--last; return end; }
template <typename I, typename O, typename F> O transform(I first, I last, O target, F f) {
    for (; first != last; ++first) { *target = f(*first); ++target; }
    return target;
}
template <typename I, typename J, typename O, typename F> O transform(I first, I last, J other, O target, F f) {
    for (; first != last; ++first) { *target = f(*first, *other); ++other; ++target; }
    return target;
}
template <typename I, typename T> void replace(I first, I last, const T& old, const T& value) { for (; first != last; ++first) if (*first == old) *first = value; }
template <typename I, typename F, typename T> void replace_if(I first, I last, F is_replaced, const T& value) {
    for (; first != last; ++first) if (is_replaced(*first)) *first = value;
}
template <typename I> void reverse(I first, I last) { while (first != last && first != --last) { swap(*first, *last); ++first; } }
template <typename I> I rotate(I first, I middle, I last) {
    reverse(first, middle);
    reverse(middle, last);
    reverse(first, last);
    return first + (last - middle);
}
template <typename I, typename J> J swap_ranges(I first, I last, J other) { for (; first != last; ++first) { swap(*first, *other); ++other; } return other; }
template <typename I> void iter_swap(I a, I b) { swap(*a, *b); }

template <typename I, typename J, typename F> bool equal(I first, I last, J other, F same) {
    for (; first != last; ++first) { if (!same(*first, *other)) return false; ++other; }
    return true;
}
template <typename I, typename J> bool equal(I first, I last, J other) { return equal(first, last, other, _Same()); }
template <typename I, typename F> I find_if(I first, I last, F is_found) { for (; first != last; ++first) if (is_found(*first)) return first; return last; }
template <typename I, typename T> I find(I first, I last, const T& value) { for (; first != last; ++first) if (*first == value) return first; return last; }
template <typename I, typename F> bool any_of(I first, I last, F holds) { for (; first != last; ++first) if (holds(*first)) return true; return false; }
template <typename I, typename F> bool all_of(I first, I last, F holds) { for (; first != last; ++first) if (!holds(*first)) return false; return true; }
template <typename I, typename F> bool none_of(I first, I last, F holds) { return !any_of(first, last, holds); }
template <typename I, typename F> int count_if(I first, I last, F holds) { int count = 0; for (; first != last; ++first) if (holds(*first)) ++count; return count; }
template <typename I, typename T> int count(I first, I last, const T& value) { int count = 0; for (; first != last; ++first) if (*first == value) ++count; return count; }
template <typename I, typename F> I max_element(I first, I last, F less) { I best = first; for (; first != last; ++first) if (less(*best, *first)) best = first; return best; }
template <typename I> I max_element(I first, I last) { return max_element(first, last, _Less()); }
template <typename I, typename F> I min_element(I first, I last, F less) { I best = first; for (; first != last; ++first) if (less(*first, *best)) best = first; return best; }
template <typename I> I min_element(I first, I last) { return min_element(first, last, _Less()); }
template <typename I, typename F> I remove_if(I first, I last, F is_removed) {
    I target = first;
    for (; first != last; ++first) if (!is_removed(*first)) { *target = *first; ++target; }
    return target;
}
template <typename I, typename T> I remove(I first, I last, const T& value) {
    I target = first;
    for (; first != last; ++first) if (!(*first == value)) { *target = *first; ++target; }
    return target;
}
template <typename I> I unique(I first, I last) {
    if (first == last) return last;
    I target = first;
    while (++first != last) if (!(*target == *first)) *++target = *first;
    return ++target;
}

// Moves the element at the root of a heap down to its place: no element is less than those below it then.
template <typename I, typename F> void _sink(I heap, int root, int count, F less) {
    for (int child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && less(heap[child], heap[child + 1])) ++child;
        if (!less(heap[root], heap[child])) return;
        swap(heap[root], heap[child]);
        root = child;
    }
}
// A heap needs neither recursion nor more memory.
template <typename I, typename F> void sort(I first, I last, F less) {
    int count = int(last - first);
    for (int root = count / 2; root > 0; --root) _sink(first, root - 1, count, less);
    for (int end = count - 1; end > 0; --end) {
        swap(first[0], first[end]);
        _sink(first, 0, end, less);
    }
}
template <typename I> void sort(I first, I last) { sort(first, last, _Less()); }
// By insertion, which keeps equal elements in their order.
template <typename I, typename F> void stable_sort(I first, I last, F less) {
    int count = int(last - first);
    for (int i = 1; i < count; ++i)
        for (int k = i; k > 0 && less(first[k], first[k - 1]); --k) swap(first[k], first[k - 1]);
}
template <typename I> void stable_sort(I first, I last) { stable_sort(first, last, _Less()); }
template <typename I, typename F> bool is_sorted(I first, I last, F less) {
    if (first == last) return true;
    for (I next = first; ++next != last; first = next) if (less(*next, *first)) return false;
    return true;
}
template <typename I> bool is_sorted(I first, I last) { return is_sorted(first, last, _Less()); }
template <typename I, typename T> I lower_bound(I first, I last, const T& value) { while (first != last && *first < value) ++first; return first; }
template <typename I, typename T> I upper_bound(I first, I last, const T& value) { while (first != last && !(value < *first)) ++first; return first; }
template <typename I, typename T> bool binary_search(I first, I last, const T& value) { return find(first, last, value) != last; }

template <typename I, typename T> void iota(I first, I last, T value) { for (; first != last; ++first) { *first = value; ++value; } }
template <typename I, typename T> T accumulate(I first, I last, T sum) { for (; first != last; ++first) sum = sum + *first; return sum; }
template <typename I, typename T, typename F> T accumulate(I first, I last, T sum, F f) { for (; first != last; ++first) sum = f(sum, *first); return sum; }
template <typename I, typename J, typename T> T inner_product(I first, I last, J other, T sum) {
    for (; first != last; ++first) { sum = sum + *first * *other; ++other; }
    return sum;
}
template <typename I, typename O, typename F> O partial_sum(I first, I last, O target, F f) {
    if (first == last) return target;
    auto sum = *first;
    *target = sum;
    while (++first != last) { sum = f(sum, *first); *++target = sum; }
    return ++target;
}
template <typename I, typename O> O partial_sum(I first, I last, O target) {
    if (first == last) return target;
    auto sum = *first;
    *target = sum;
    while (++first != last) { sum = sum + *first; *++target = sum; }
    return ++target;
}

}
