// Functions of the C library that only the host has. C++ AMP 1.2 (2.3.2)
#pragma once

inline void* malloc(unsigned size) { return _allocate(1, size); }
inline void* calloc(unsigned count, unsigned size) { return _allocate(count, size); }
void* realloc(void* memory, unsigned size);
inline void free(void* memory) {}
static unsigned _random = 1;
// The generator of Microsoft's library, so that a program has the data that it has there.
inline int rand() { _random = _random * 214013u + 2531011u; return int(_random >> 16 & 0x7fffu); }
inline void srand(unsigned seed) { _random = seed; }
inline void exit(int status) { _demand_running(false); }
inline void abort() { _demand_running(false); }
int atoi(const char* text);
double atof(const char* text);

namespace std {
using ::malloc;
using ::calloc;
using ::realloc;
using ::free;
using ::rand;
using ::srand;
using ::exit;
using ::abort;
using ::atoi;
using ::atof;
}
