// <windows.h>: the numbers, which kernels capture.
#pragma once

typedef int BOOL;
typedef unsigned char BYTE;
typedef char CHAR;
typedef unsigned long DWORD;
typedef unsigned long long DWORD64;
typedef float FLOAT;
typedef int INT;
typedef long long INT64;
typedef long LONG;
typedef unsigned int UINT;
typedef unsigned int UINT32;
typedef unsigned long long UINT64;
typedef unsigned long ULONG;
typedef unsigned short WORD;
