// <random>: generators and distributions. Each generator has the numbers of the standard, and each distribution has numbers of its own.
#pragma once

namespace std {

// C++14 26.5.3.2
class [[host_only]] mt19937 {
public:
    typedef unsigned result_type;

    explicit mt19937(unsigned value = 5489u) { seed(value); }
    void seed(unsigned value = 5489u) {
        _words[0] = value;
        for (unsigned i = 1; i < 624; ++i) _words[i] = 1812433253u * (_words[i - 1] ^ _words[i - 1] >> 30) + i;
        _next = 624;
    }
    static unsigned min() { return 0; }
    static unsigned max() { return 0xffffffffu; }
    unsigned operator()() {
        if (_next == 624) _advance();
        unsigned word = _words[_next++];
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c5680u;
        word ^= word << 15 & 0xefc60000u;
        return word ^ word >> 18;
    }
    void _advance() {
        for (unsigned i = 0; i < 624; ++i) {
            unsigned bits = _words[i] & 0x80000000u | _words[(i + 1) % 624] & 0x7fffffffu;
            _words[i] = _words[(i + 397) % 624] ^ bits >> 1 ^ (bits & 1 ? 0x9908b0dfu : 0u);
        }
        _next = 0;
    }

    unsigned _words[624];
    unsigned _next;
};
// Microsoft's default.
typedef mt19937 default_random_engine;

// A run has the same numbers each time.
class [[host_only]] random_device {
public:
    random_device() : _count(0) {}
    unsigned operator()() { return ++_count * 2654435761u; }

    unsigned _count;
};

template <typename T = int> class [[host_only]] uniform_int_distribution {
public:
    typedef T result_type;

    explicit uniform_int_distribution(T least = 0, T most = 2147483647) : _least(least), _most(most) {}
    template <typename G> T operator()(G& generator) {
        unsigned range = unsigned(_most) - unsigned(_least) + 1, bits = generator();
        return T(unsigned(_least) + (range == 0 ? bits : bits % range));
    }

    T _least, _most;
};

template <typename T = double> class [[host_only]] uniform_real_distribution {
public:
    typedef T result_type;

    explicit uniform_real_distribution(T least = 0, T most = 1) : _least(least), _most(most) {}
    // 24 bits are exact in a `float`, so that no number is rounded to the upper end.
    template <typename G> T operator()(G& generator) { return _least + (_most - _least) * (T(generator() >> 8) / T(16777216)); }

    T _least, _most;
};

template <typename T = double> class [[host_only]] normal_distribution {
public:
    typedef T result_type;

    explicit normal_distribution(T mean = 0, T deviation = 1) : _mean(mean), _deviation(deviation) {}
    template <typename G> T operator()(G& generator) {
        double a = (generator() + 1.0) / 4294967296.0, b = generator() / 4294967296.0;
        return T(_mean + _deviation * sqrt(-2 * log(a)) * cos(6.2831853071795865 * b));
    }

    T _mean, _deviation;
};

}
