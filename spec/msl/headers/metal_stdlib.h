// The header that includes all others of the library. Section 6.1

// The factors of a patch that `draw_patches` reads. Section 6.14
struct MTLQuadTessellationFactorsHalf {
    half edgeTessellationFactor[4];
    half insideTessellationFactor[2];
};
struct MTLTriangleTessellationFactorsHalf {
    half edgeTessellationFactor[3];
    half insideTessellationFactor;
};

// Properties of types, as <metal_type_traits> of Apple's toolchain has them, and of numbers, as <metal_limits> has them. The specification has
// neither. Vectors have the properties of their components.
namespace metal {

typedef decltype(nullptr) nullptr_t;

template <typename T, T v>
struct integral_constant {
    typedef T value_type;
    static constexpr constant T value = v;
    constexpr operator T() const { return v; }
};
template <bool B> using bool_constant = integral_constant<bool, B>;
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;

template <bool B, typename T = void>
struct enable_if {};
template <typename T>
struct enable_if<true, T> { typedef T type; };
template <bool B, typename T = void>
using enable_if_t = typename enable_if<B, T>::type;

template <bool B, typename T, typename F>
struct conditional { typedef T type; };
template <typename T, typename F>
struct conditional<false, T, F> { typedef F type; };
template <bool B, typename T, typename F>
using conditional_t = typename conditional<B, T, F>::type;

template <typename T, typename U>
struct is_same { static constexpr constant bool value = false; };
template <typename T>
struct is_same<T, T> { static constexpr constant bool value = true; };

template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<thread T&> { typedef T type; };
template <typename T> struct remove_reference<const thread T&> { typedef T type; };
template <typename T> struct remove_reference<device T&> { typedef T type; };
template <typename T> struct remove_reference<const device T&> { typedef T type; };
template <typename T> struct remove_reference<constant T&> { typedef T type; };
template <typename T> struct remove_reference<threadgroup T&> { typedef T type; };
template <typename T> struct remove_reference<const threadgroup T&> { typedef T type; };
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename T> struct remove_pointer { typedef T type; };
template <typename T> struct remove_pointer<thread T*> { typedef T type; };
template <typename T> struct remove_pointer<const thread T*> { typedef T type; };
template <typename T> struct remove_pointer<device T*> { typedef T type; };
template <typename T> struct remove_pointer<const device T*> { typedef T type; };
template <typename T> struct remove_pointer<constant T*> { typedef T type; };
template <typename T> struct remove_pointer<threadgroup T*> { typedef T type; };
template <typename T> struct remove_pointer<const threadgroup T*> { typedef T type; };
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
template <typename T> struct remove_extent { typedef T type; };
template <typename T, size_t N> struct remove_extent<T[N]> { typedef T type; };
template <typename T> using remove_extent_t = typename remove_extent<T>::type;
template <typename T> struct remove_all_extents { typedef T type; };
template <typename T, size_t N>
struct remove_all_extents<T[N]> { typedef typename remove_all_extents<T>::type type; };
template <typename T> using remove_all_extents_t = typename remove_all_extents<T>::type;
// A type that is the argument of a template has no qualifiers here.
template <typename T> struct remove_const { typedef T type; };
template <typename T> struct remove_volatile { typedef T type; };
template <typename T> struct remove_addrspace { typedef T type; };
template <typename T> struct remove_cv { typedef T type; };
template <typename T> using remove_const_t = T;
template <typename T> using remove_volatile_t = T;
template <typename T> using remove_addrspace_t = T;
template <typename T> using remove_cv_t = T;

template <typename T> struct decay { typedef T type; };
template <typename T, size_t N> struct decay<T[N]> { typedef thread T* type; };
template <typename T> struct decay<thread T&> { typedef typename decay<T>::type type; };
template <typename T> struct decay<const thread T&> { typedef typename decay<T>::type type; };
template <typename T> struct decay<device T&> { typedef typename decay<T>::type type; };
template <typename T> struct decay<const device T&> { typedef typename decay<T>::type type; };
template <typename T> struct decay<constant T&> { typedef typename decay<T>::type type; };
template <typename T> struct decay<threadgroup T&> { typedef typename decay<T>::type type; };
template <typename T> struct decay<const threadgroup T&> { typedef typename decay<T>::type type; };
template <typename T> using decay_t = typename decay<T>::type;

// C++17 has these; Clang accepts them in C++14.
template <typename... B> struct conjunction { static constexpr constant bool value = true; };
template <typename B, typename... Bs> struct conjunction<B, Bs...> {
    static constexpr constant bool value = B::value && conjunction<Bs...>::value;
};
template <typename... B> struct disjunction { static constexpr constant bool value = false; };
template <typename B, typename... Bs> struct disjunction<B, Bs...> {
    static constexpr constant bool value = B::value || disjunction<Bs...>::value;
};
template <typename B> struct negation { static constexpr constant bool value = !B::value; };
template <typename B> constexpr constant bool negation_v = negation<B>::value;
// Apple's headers use these classes by names of their own, and so do programs.
template <typename... B> using _conjunction = conjunction<B...>;
template <typename... B> using _disjunction = disjunction<B...>;
template <typename B> using _negation = negation<B>;

// Only for `decltype`, where nothing is called.
template <typename T> T declval();

// Of up to three types.
template <typename T, typename U = T, typename V = U>
struct common_type {
    typedef decay_t<decltype(true ? declval<decay_t<T>>() : declval<decay_t<U>>())> first;
    typedef decay_t<decltype(true ? declval<first>() : declval<decay_t<V>>())> type;
};
template <typename T, typename U = T, typename V = U>
using common_type_t = typename common_type<T, U, V>::type;

template <typename T> struct alignment_of { static constexpr constant size_t value = alignof(T); };
template <typename T> struct rank { static constexpr constant size_t value = 0; };
template <typename T, size_t N>
struct rank<T[N]> { static constexpr constant size_t value = rank<T>::value + 1; };
template <typename T, uint I = 0> struct extent { static constexpr constant size_t value = 0; };
template <typename T, size_t N> struct extent<T[N], 0> { static constexpr constant size_t value = N; };
template <typename T, size_t N, uint I>
struct extent<T[N], I> { static constexpr constant size_t value = extent<T, I - 1>::value; };

template <typename T> struct is_void { static constexpr constant bool value = is_same<T, void>::value; };

template <typename T> struct is_integral { static constexpr constant bool value = false; };
template <> struct is_integral<bool> { static constexpr constant bool value = true; };
template <> struct is_integral<char> { static constexpr constant bool value = true; };
template <> struct is_integral<uchar> { static constexpr constant bool value = true; };
template <> struct is_integral<short> { static constexpr constant bool value = true; };
template <> struct is_integral<ushort> { static constexpr constant bool value = true; };
template <> struct is_integral<int> { static constexpr constant bool value = true; };
template <> struct is_integral<uint> { static constexpr constant bool value = true; };
#if __METAL_VERSION__ >= 220
template <> struct is_integral<long> { static constexpr constant bool value = true; };
template <> struct is_integral<ulong> { static constexpr constant bool value = true; };
#endif
template <typename T, int N>
struct is_integral<vec<T, N>> { static constexpr constant bool value = is_integral<T>::value; };

template <typename T> struct is_floating_point { static constexpr constant bool value = false; };
template <> struct is_floating_point<half> { static constexpr constant bool value = true; };
template <> struct is_floating_point<float> { static constexpr constant bool value = true; };
template <typename T, int N>
struct is_floating_point<vec<T, N>> { static constexpr constant bool value = is_floating_point<T>::value; };

template <typename T>
struct is_arithmetic {
    static constexpr constant bool value = is_integral<T>::value || is_floating_point<T>::value;
};

template <typename T> struct is_vector { static constexpr constant bool value = false; };
template <typename T, int N> struct is_vector<vec<T, N>> { static constexpr constant bool value = true; };
template <typename T>
struct is_scalar { static constexpr constant bool value = is_arithmetic<T>::value && !is_vector<T>::value; };

template <typename T> struct is_pointer { static constexpr constant bool value = false; };
template <typename T> struct is_pointer<thread T*> { static constexpr constant bool value = true; };
template <typename T> struct is_pointer<const thread T*> { static constexpr constant bool value = true; };
template <typename T> struct is_pointer<device T*> { static constexpr constant bool value = true; };
template <typename T> struct is_pointer<const device T*> { static constexpr constant bool value = true; };
template <typename T> struct is_pointer<constant T*> { static constexpr constant bool value = true; };
template <typename T> struct is_pointer<threadgroup T*> { static constexpr constant bool value = true; };
template <typename T> struct is_pointer<const threadgroup T*> { static constexpr constant bool value = true; };
template <typename T> struct is_lvalue_reference { static constexpr constant bool value = false; };
template <typename T> struct is_lvalue_reference<thread T&> { static constexpr constant bool value = true; };
template <typename T> struct is_lvalue_reference<const thread T&> { static constexpr constant bool value = true; };
template <typename T> struct is_lvalue_reference<device T&> { static constexpr constant bool value = true; };
template <typename T> struct is_lvalue_reference<const device T&> { static constexpr constant bool value = true; };
template <typename T> struct is_lvalue_reference<constant T&> { static constexpr constant bool value = true; };
template <typename T> struct is_lvalue_reference<threadgroup T&> { static constexpr constant bool value = true; };
template <typename T> struct is_lvalue_reference<const threadgroup T&> { static constexpr constant bool value = true; };
template <typename T>
struct is_reference { static constexpr constant bool value = is_lvalue_reference<T>::value; };
template <typename T> struct is_array { static constexpr constant bool value = false; };
template <typename T, size_t N> struct is_array<T[N]> { static constexpr constant bool value = true; };
template <typename T>
struct is_fundamental { static constexpr constant bool value = is_arithmetic<T>::value || is_void<T>::value; };
template <typename T> struct is_compound { static constexpr constant bool value = !is_fundamental<T>::value; };
template <typename T>
struct is_object { static constexpr constant bool value = !is_reference<T>::value && !is_void<T>::value; };

template <typename T> void __metal_take(T);
template <typename F, typename T, typename R>
struct __metal_is_convertible { static constexpr constant bool value = is_void<F>::value && is_void<T>::value; };
template <typename F, typename T>
struct __metal_is_convertible<F, T, decltype(__metal_take<T>(declval<F>()))> {
    static constexpr constant bool value = true;
};
template <typename F, typename T>
struct is_convertible { static constexpr constant bool value = __metal_is_convertible<F, T, void>::value; };

template <typename T> struct make_scalar { typedef T type; };
template <typename T, int N> struct make_scalar<vec<T, N>> { typedef T type; };
template <typename T> using make_scalar_t = typename make_scalar<T>::type;

template <typename T> struct vec_elements { static constexpr constant int value = 1; };
template <typename T, int N> struct vec_elements<vec<T, N>> { static constexpr constant int value = N; };

template <typename T> struct make_unsigned {};
template <> struct make_unsigned<char> { typedef uchar type; };
template <> struct make_unsigned<uchar> { typedef uchar type; };
template <> struct make_unsigned<short> { typedef ushort type; };
template <> struct make_unsigned<ushort> { typedef ushort type; };
template <> struct make_unsigned<int> { typedef uint type; };
template <> struct make_unsigned<uint> { typedef uint type; };
#if __METAL_VERSION__ >= 220
template <> struct make_unsigned<long> { typedef ulong type; };
template <> struct make_unsigned<ulong> { typedef ulong type; };
#endif
template <typename T, int N>
struct make_unsigned<vec<T, N>> { typedef vec<typename make_unsigned<T>::type, N> type; };
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;

template <typename T> struct make_signed {};
template <> struct make_signed<char> { typedef char type; };
template <> struct make_signed<uchar> { typedef char type; };
template <> struct make_signed<short> { typedef short type; };
template <> struct make_signed<ushort> { typedef short type; };
template <> struct make_signed<int> { typedef int type; };
template <> struct make_signed<uint> { typedef int type; };
#if __METAL_VERSION__ >= 220
template <> struct make_signed<long> { typedef long type; };
template <> struct make_signed<ulong> { typedef long type; };
#endif
template <typename T, int N>
struct make_signed<vec<T, N>> { typedef vec<typename make_signed<T>::type, N> type; };
template <typename T> using make_signed_t = typename make_signed<T>::type;

template <typename T> struct is_unsigned { static constexpr constant bool value = false; };
template <> struct is_unsigned<bool> { static constexpr constant bool value = true; };
template <> struct is_unsigned<uchar> { static constexpr constant bool value = true; };
template <> struct is_unsigned<ushort> { static constexpr constant bool value = true; };
template <> struct is_unsigned<uint> { static constexpr constant bool value = true; };
#if __METAL_VERSION__ >= 220
template <> struct is_unsigned<ulong> { static constexpr constant bool value = true; };
#endif
template <typename T, int N>
struct is_unsigned<vec<T, N>> { static constexpr constant bool value = is_unsigned<T>::value; };
template <typename T>
struct is_signed {
    static constexpr constant bool value = is_arithmetic<T>::value && !is_unsigned<T>::value;
};

// The values of these properties, as C++17 has them.
template <typename T, typename U> constant constexpr bool is_same_v = is_same<T, U>::value;
template <typename T> constant constexpr bool is_void_v = is_void<T>::value;
template <typename T> constant constexpr bool is_integral_v = is_integral<T>::value;
template <typename T> constant constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T> constant constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <typename T> constant constexpr bool is_vector_v = is_vector<T>::value;
template <typename T> constant constexpr bool is_scalar_v = is_scalar<T>::value;
template <typename T> constant constexpr bool is_pointer_v = is_pointer<T>::value;
template <typename T> constant constexpr bool is_lvalue_reference_v = is_lvalue_reference<T>::value;
template <typename T> constant constexpr bool is_reference_v = is_reference<T>::value;
template <typename T> constant constexpr bool is_array_v = is_array<T>::value;
template <typename T> constant constexpr bool is_fundamental_v = is_fundamental<T>::value;
template <typename T> constant constexpr bool is_compound_v = is_compound<T>::value;
template <typename T> constant constexpr bool is_object_v = is_object<T>::value;
template <typename T> constant constexpr bool is_signed_v = is_signed<T>::value;
template <typename T> constant constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <typename F, typename T> constant constexpr bool is_convertible_v = is_convertible<F, T>::value;

template <typename T> struct numeric_limits { static constexpr constant bool is_specialized = false; };
template <> struct numeric_limits<bool> {
    static constexpr constant bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true;
    static constexpr constant int digits = 1;
    static constexpr bool min() { return false; }
    static constexpr bool max() { return true; }
    static constexpr bool lowest() { return false; }
};
template <> struct numeric_limits<char> {
    static constexpr constant bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true;
    static constexpr constant int digits = 7;
    static constexpr char min() { return -128; }
    static constexpr char max() { return 127; }
    static constexpr char lowest() { return -128; }
};
template <> struct numeric_limits<uchar> {
    static constexpr constant bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true;
    static constexpr constant int digits = 8;
    static constexpr uchar min() { return 0; }
    static constexpr uchar max() { return 255; }
    static constexpr uchar lowest() { return 0; }
};
template <> struct numeric_limits<short> {
    static constexpr constant bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true;
    static constexpr constant int digits = 15;
    static constexpr short min() { return -32768; }
    static constexpr short max() { return 32767; }
    static constexpr short lowest() { return -32768; }
};
template <> struct numeric_limits<ushort> {
    static constexpr constant bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true;
    static constexpr constant int digits = 16;
    static constexpr ushort min() { return 0; }
    static constexpr ushort max() { return 65535; }
    static constexpr ushort lowest() { return 0; }
};
template <> struct numeric_limits<int> {
    static constexpr constant bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true;
    static constexpr constant int digits = 31;
    static constexpr int min() { return -2147483647 - 1; }
    static constexpr int max() { return 2147483647; }
    static constexpr int lowest() { return -2147483647 - 1; }
};
template <> struct numeric_limits<uint> {
    static constexpr constant bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true;
    static constexpr constant int digits = 32;
    static constexpr uint min() { return 0; }
    static constexpr uint max() { return 4294967295u; }
    static constexpr uint lowest() { return 0; }
};
#if __METAL_VERSION__ >= 220
template <> struct numeric_limits<long> {
    static constexpr constant bool is_specialized = true, is_signed = true, is_integer = true, is_exact = true;
    static constexpr constant int digits = 63;
    static constexpr long min() { return -9223372036854775807l - 1l; }
    static constexpr long max() { return 9223372036854775807l; }
    static constexpr long lowest() { return -9223372036854775807l - 1l; }
};
template <> struct numeric_limits<ulong> {
    static constexpr constant bool is_specialized = true, is_signed = false, is_integer = true, is_exact = true;
    static constexpr constant int digits = 64;
    static constexpr ulong min() { return 0; }
    static constexpr ulong max() { return 18446744073709551615ul; }
    static constexpr ulong lowest() { return 0; }
};
#endif
template <> struct numeric_limits<half> {
    static constexpr constant bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr constant bool has_infinity = true, has_quiet_NaN = true;
    static constexpr constant int digits = 11, digits10 = 3, max_digits10 = 5;
    static constexpr half min() { return 0x1.0p-14h; }
    static constexpr half max() { return 0x1.ffcp15h; }
    static constexpr half lowest() { return -0x1.ffcp15h; }
    static constexpr half epsilon() { return 0x1.0p-10h; }
    static constexpr half denorm_min() { return 0x1.0p-24h; }
    static constexpr half infinity() { return half(INFINITY); }
    static constexpr half quiet_NaN() { return half(NAN); }
};
#if __METAL_VERSION__ >= 310
template <> struct numeric_limits<bfloat> {
    static constexpr constant bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr constant bool has_infinity = true, has_quiet_NaN = true;
    static constexpr constant int digits = 8, digits10 = 2, max_digits10 = 4;
    static constexpr bfloat min() { return bfloat(0x1.0p-126f); }
    static constexpr bfloat max() { return bfloat(0x1.fep127f); }
    static constexpr bfloat lowest() { return bfloat(-0x1.fep127f); }
    static constexpr bfloat epsilon() { return bfloat(0x1.0p-7f); }
    static constexpr bfloat denorm_min() { return bfloat(0x1.0p-133f); }
    static constexpr bfloat infinity() { return bfloat(INFINITY); }
    static constexpr bfloat quiet_NaN() { return bfloat(NAN); }
};
#endif
template <> struct numeric_limits<float> {
    static constexpr constant bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr constant bool has_infinity = true, has_quiet_NaN = true;
    static constexpr constant int digits = 24, digits10 = 6, max_digits10 = 9;
    static constexpr float min() { return 0x1.0p-126f; }
    static constexpr float max() { return 0x1.fffffep127f; }
    static constexpr float lowest() { return -0x1.fffffep127f; }
    static constexpr float epsilon() { return 0x1.0p-23f; }
    static constexpr float denorm_min() { return 0x1.0p-149f; }
    static constexpr float infinity() { return INFINITY; }
    static constexpr float quiet_NaN() { return NAN; }
};
template <typename T, int N> struct numeric_limits<vec<T, N>> {
    static constexpr constant bool is_specialized = numeric_limits<T>::is_specialized, is_signed = numeric_limits<T>::is_signed;
    static constexpr constant bool is_integer = numeric_limits<T>::is_integer, is_exact = numeric_limits<T>::is_exact;
    static constexpr constant int digits = numeric_limits<T>::digits;
    static constexpr vec<T, N> min() { return vec<T, N>(numeric_limits<T>::min()); }
    static constexpr vec<T, N> max() { return vec<T, N>(numeric_limits<T>::max()); }
    static constexpr vec<T, N> lowest() { return vec<T, N>(numeric_limits<T>::lowest()); }
    static constexpr vec<T, N> epsilon() { return vec<T, N>(numeric_limits<T>::epsilon()); }
    static constexpr vec<T, N> denorm_min() { return vec<T, N>(numeric_limits<T>::denorm_min()); }
    static constexpr vec<T, N> infinity() { return vec<T, N>(numeric_limits<T>::infinity()); }
    static constexpr vec<T, N> quiet_NaN() { return vec<T, N>(numeric_limits<T>::quiet_NaN()); }
};

#if __METAL_VERSION__ >= 300
// The caller promises that the value is uniform. No text describes the function, which programs use.
template <typename T> constexpr uniform<T> make_uniform(T value) { return value; }
#endif

// The values of a braced list. Programs may declare functions that take them; lists that become one are not supported.
template <typename T> struct initializer_list {
    typedef T value_type;
    size_t size() const thread { return count; }
    thread T* begin() const thread { return values; }
    thread T* end() const thread { return values + count; }
private:
    thread T* values;
    size_t count;
};

}

// Functions of the compiler that are no macros of words.yaml: they take more than the library does. Nothing describes what they compute, so calls are
// checked, but neither executed nor translated.
template <typename T> T __metal_get_simdgroup_size(T);
template <typename T> T __metal_get_thread_index_in_simdgroup(T);
template <typename T> T __metal_simd_and(T);
template <typename T> T __metal_simd_or(T);
template <typename T> T __metal_simd_xor(T);
