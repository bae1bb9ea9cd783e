// <cstring>: the functions for the bytes of objects.
#pragma once

inline void* memset(void* target, int value, unsigned count) {
    unsigned char* bytes = static_cast<unsigned char*>(target);
    for (unsigned i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(value);
    return target;
}
inline void* memcpy(void* target, const void* source, unsigned count) {
    unsigned char* to = static_cast<unsigned char*>(target);
    const unsigned char* from = static_cast<const unsigned char*>(source);
    for (unsigned i = 0; i < count; ++i) to[i] = from[i];
    return target;
}
inline void* memmove(void* target, const void* source, unsigned count) {
    unsigned char* to = static_cast<unsigned char*>(target);
    const unsigned char* from = static_cast<const unsigned char*>(source);
    if (to < from) return memcpy(target, source, count);
    for (unsigned i = count; i > 0; --i) to[i - 1] = from[i - 1];
    return target;
}
inline int memcmp(const void* left, const void* right, unsigned count) {
    const unsigned char* a = static_cast<const unsigned char*>(left);
    const unsigned char* b = static_cast<const unsigned char*>(right);
    for (unsigned i = 0; i < count; ++i) if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    return 0;
}

namespace std {
using ::memset;
using ::memcpy;
using ::memmove;
using ::memcmp;
}
