// <type_traits>, as far as it is written without words of the compiler. `long` is `int` here.
#pragma once

namespace std {

template <typename T, T V> struct integral_constant {
    static constexpr T value = V;
    typedef T value_type;
    typedef integral_constant<T, V> type;
};
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;

template <bool B, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { typedef T type; };
template <bool B, typename T, typename F> struct conditional { typedef T type; };
template <typename T, typename F> struct conditional<false, T, F> { typedef F type; };

template <typename T, typename U> struct is_same : false_type {};
template <typename T> struct is_same<T, T> : true_type {};

template <typename T> struct remove_pointer { typedef T type; };
template <typename T> struct remove_pointer<T*> { typedef T type; };
template <typename T> struct remove_reference { typedef T type; };
template <typename T> struct remove_reference<T&> { typedef T type; };
template <typename T> struct remove_reference<T&&> { typedef T type; };
template <typename T> struct remove_const { typedef T type; };
template <typename T> struct remove_const<const T> { typedef T type; };
template <typename T> struct remove_volatile { typedef T type; };
template <typename T> struct remove_volatile<volatile T> { typedef T type; };
template <typename T> struct remove_cv { typedef typename remove_const<typename remove_volatile<T>::type>::type type; };
template <typename T> struct remove_extent { typedef T type; };
template <typename T, unsigned N> struct remove_extent<T[N]> { typedef T type; };
template <typename T> struct add_const { typedef const T type; };
template <typename T> struct add_pointer { typedef typename remove_reference<T>::type* type; };
template <typename T> struct add_lvalue_reference { typedef T& type; };
template <typename T> struct decay { typedef typename remove_cv<typename remove_reference<T>::type>::type type; };

template <typename T> struct is_const : false_type {};
template <typename T> struct is_const<const T> : true_type {};
template <typename T> struct is_reference : false_type {};
template <typename T> struct is_reference<T&> : true_type {};
template <typename T> struct is_reference<T&&> : true_type {};
template <typename T> struct is_lvalue_reference : false_type {};
template <typename T> struct is_lvalue_reference<T&> : true_type {};
template <typename T> struct is_array : false_type {};
template <typename T, unsigned N> struct is_array<T[N]> : true_type {};

template <typename T> struct _is_pointer : false_type {};
template <typename T> struct _is_pointer<T*> : true_type {};
template <typename T> struct is_pointer : _is_pointer<typename remove_cv<T>::type> {};
template <typename T> struct _is_void : false_type {};
template <> struct _is_void<void> : true_type {};
template <typename T> struct is_void : _is_void<typename remove_cv<T>::type> {};

template <typename T> struct _is_floating_point : false_type {};
template <> struct _is_floating_point<float> : true_type {};
template <> struct _is_floating_point<double> : true_type {};
template <typename T> struct is_floating_point : _is_floating_point<typename remove_cv<T>::type> {};

template <typename T> struct _is_signed_integer : false_type {};
template <> struct _is_signed_integer<signed char> : true_type {};
template <> struct _is_signed_integer<short> : true_type {};
template <> struct _is_signed_integer<int> : true_type {};
template <> struct _is_signed_integer<long long> : true_type {};
template <typename T> struct _is_unsigned_integer : false_type {};
template <> struct _is_unsigned_integer<bool> : true_type {};
template <> struct _is_unsigned_integer<unsigned char> : true_type {};
template <> struct _is_unsigned_integer<unsigned short> : true_type {};
template <> struct _is_unsigned_integer<unsigned int> : true_type {};
template <> struct _is_unsigned_integer<unsigned long long> : true_type {};
template <typename T> struct is_unsigned : _is_unsigned_integer<typename remove_cv<T>::type> {};
template <typename T> struct is_integral
    : integral_constant<bool, is_unsigned<T>::value || _is_signed_integer<typename remove_cv<T>::type>::value> {};
template <typename T> struct is_arithmetic
    : integral_constant<bool, is_integral<T>::value || is_floating_point<T>::value> {};
template <typename T> struct is_signed : integral_constant<bool, is_arithmetic<T>::value && !is_unsigned<T>::value> {};

template <bool B, typename T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, typename T, typename F> using conditional_t = typename conditional<B, T, F>::type;
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
template <typename T> using remove_reference_t = typename remove_reference<T>::type;
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_cv_t = typename remove_cv<T>::type;
template <typename T> using decay_t = typename decay<T>::type;

}
