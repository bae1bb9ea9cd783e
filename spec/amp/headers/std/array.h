// <array>. Microsoft's <amp.h> does not include it: programs with both namespaces mean the array of C++ AMP by `array`.
#pragma once

namespace std {

template <typename T, unsigned N> struct array {
    typedef T value_type;
    typedef unsigned int size_type;
    typedef T* iterator;
    typedef const T* const_iterator;

    unsigned size() const { return N; }
    bool empty() const { return N == 0; }
    T* data() { return _elements; }
    const T* data() const { return _elements; }
    T& operator[](unsigned at) { return _elements[at]; }
    const T& operator[](unsigned at) const { return _elements[at]; }
    T& front() { return _elements[0]; }
    T& back() { return _elements[N - 1]; }
    iterator begin() { return _elements; }
    const_iterator begin() const { return _elements; }
    iterator end() { return _elements + N; }
    const_iterator end() const { return _elements + N; }
    void fill(const T& value) { for (unsigned i = 0; i < N; ++i) _elements[i] = value; }

    T _elements[N];
};

}
