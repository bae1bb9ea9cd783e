// Functions of the C library that only the host has. C++ AMP 1.2 (2.3.2)

void* malloc(unsigned size);
void* calloc(unsigned count, unsigned size);
void* realloc(void* memory, unsigned size);
void free(void* memory);
int rand();
void srand(unsigned seed);
void exit(int status);
void abort();
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
