// Functions of the C library that only the host has. C++ AMP 1.2 (2.3.2)

int printf(const char* format, ...);
int puts(const char* text);
int putchar(int character);
int getchar();

namespace std {
using ::printf;
using ::puts;
using ::putchar;
using ::getchar;
}
