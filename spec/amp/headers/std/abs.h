// `abs`, which <cmath> and <cstdlib> have.
#pragma once

namespace std {

inline int abs(int x) { return x < 0 ? -x : x; }
inline long long abs(long long x) { return x < 0 ? -x : x; }
inline int labs(int x) { return abs(x); }
inline long long llabs(long long x) { return abs(x); }
double fabs(double x);
float fabsf(float x);
inline double abs(double x) { return fabs(x); }
inline float abs(float x) { return fabsf(x); }

}

using std::abs;
using std::labs;
using std::llabs;
