// The library of C++ AMP 1.2 as declarations. Sections 3 to 7
//
// A function has a body where a kernel may call it. The rule that an assertion states is before the colon of its text. In a
// template of a class template, the condition uses a parameter of the inner template, so that only a use of that template can break it.
// Attributes have the rules for other misuses: see validator/msl/src/check/amp/library.rs.
#pragma once

typedef unsigned int size_t;
typedef int ptrdiff_t;
typedef unsigned short wchar_t;
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;

namespace std {

using ::size_t;
using ::ptrdiff_t;
using ::int8_t;
using ::uint8_t;
using ::int16_t;
using ::uint16_t;
using ::int32_t;
using ::uint32_t;
using ::int64_t;
using ::uint64_t;

}

struct IUnknown;

namespace Concurrency {

template <int N> class extent;

// The offset of an element of a view or array, and whether it is inside: an access outside of it has no effect.
int _inside(bool is_inside, int offset) restrict(cpu, amp);
// Says that the extents of the source and the target of a copy are equal.
void _demand_equal(bool are_equal) restrict(cpu, amp);
// Says that reinterpreted elements fill their view.
void _demand_whole(bool is_whole) restrict(cpu, amp);
// Says that the extent of an array is positive. 5.1.2
void _demand_positive(bool is_positive);
// Says that a range has as many elements as the container that it is copied to. 5.3.3
void _demand_length(bool is_equal);
// Says that a container has all elements of a view of it. 5.2.2
void _demand_room(bool is_enough);

// 4.1
template <int N> class [[operators("index.operators"), lacks("barrier", "launch.barrier-needs-tiles")]] index {
public:
    static_assert(N > 0, "index.rank: the rank of an `index` must be at least 1");
    static const int rank = N;
    typedef int value_type;

    index() restrict(cpu, amp) {}
    index(const index& other) restrict(cpu, amp) = default;
    explicit index(int i0) restrict(cpu, amp) {
        static_assert(N == 1, "index.component-count: an `index` has as many components as its rank");
        _c[0] = i0;
    }
    index(int i0, int i1) restrict(cpu, amp) {
        static_assert(N == 2, "index.component-count: an `index` has as many components as its rank");
        _c[0] = i0; _c[1] = i1;
    }
    index(int i0, int i1, int i2) restrict(cpu, amp) {
        static_assert(N == 3, "index.component-count: an `index` has as many components as its rank");
        _c[0] = i0; _c[1] = i1; _c[2] = i2;
    }
    explicit index(const int* components) restrict(cpu, amp) {
        for (int i = 0; i < N; ++i) _c[i] = components[i];
    }

    index& operator=(const index& other) restrict(cpu, amp) = default;
    int operator[](unsigned c) const restrict(cpu, amp) { return _c[c]; }
    int& operator[](unsigned c) restrict(cpu, amp) { return _c[c]; }

    index& operator+=(const index& rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] += rhs._c[i]; return *this; }
    index& operator-=(const index& rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] -= rhs._c[i]; return *this; }
    index& operator+=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] += rhs; return *this; }
    index& operator-=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] -= rhs; return *this; }
    index& operator*=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] *= rhs; return *this; }
    index& operator/=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] /= rhs; return *this; }
    index& operator%=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] %= rhs; return *this; }
    index& operator++() restrict(cpu, amp) { return *this += 1; }
    index operator++(int) restrict(cpu, amp) { index old = *this; *this += 1; return old; }
    index& operator--() restrict(cpu, amp) { return *this -= 1; }
    index operator--(int) restrict(cpu, amp) { index old = *this; *this -= 1; return old; }

    int _c[N] = {};
};

// 4.2
template <int D0, int D1 = 0, int D2 = 0> class tiled_extent;

template <int N> class [[operators("index.operators")]] extent {
public:
    static_assert(N > 0, "index.rank: the rank of an `extent` must be at least 1");
    static const int rank = N;
    typedef int value_type;

    extent() restrict(cpu, amp) {}
    extent(const extent& other) restrict(cpu, amp) = default;
    explicit extent(int e0) restrict(cpu, amp) {
        static_assert(N == 1, "index.component-count: an `extent` has as many components as its rank");
        _c[0] = e0;
    }
    extent(int e0, int e1) restrict(cpu, amp) {
        static_assert(N == 2, "index.component-count: an `extent` has as many components as its rank");
        _c[0] = e0; _c[1] = e1;
    }
    extent(int e0, int e1, int e2) restrict(cpu, amp) {
        static_assert(N == 3, "index.component-count: an `extent` has as many components as its rank");
        _c[0] = e0; _c[1] = e1; _c[2] = e2;
    }
    explicit extent(const int* components) restrict(cpu, amp) {
        for (int i = 0; i < N; ++i) _c[i] = components[i];
    }

    extent& operator=(const extent& other) restrict(cpu, amp) = default;
    int operator[](unsigned c) const restrict(cpu, amp) { return _c[c]; }
    int& operator[](unsigned c) restrict(cpu, amp) { return _c[c]; }
    unsigned size() const restrict(cpu, amp) {
        unsigned product = 1;
        for (int i = 0; i < N; ++i) product *= unsigned(_c[i]);
        return product;
    }
    bool contains(const index<N>& idx) const restrict(cpu, amp) {
        for (int i = 0; i < N; ++i) if (idx._c[i] < 0 || idx._c[i] >= _c[i]) return false;
        return true;
    }
    // `contains` for the offset of an element, which is not a branch of the program.
    bool _contains(const index<N>& idx) const restrict(cpu, amp) {
        bool is_inside = true;
        for (int i = 0; i < N; ++i) is_inside = is_inside & (idx._c[i] >= 0) & (idx._c[i] < _c[i]);
        return is_inside;
    }
    template <int D0> tiled_extent<D0> tile() const restrict(cpu, amp) {
        static_assert(N == 1 + 0 * D0, "extent.tile-rank: `tile` takes as many sizes as the extent has dimensions");
        return _tiled<tiled_extent<D0>>();
    }
    template <int D0, int D1> tiled_extent<D0, D1> tile() const restrict(cpu, amp) {
        static_assert(N == 2 + 0 * D0, "extent.tile-rank: `tile` takes as many sizes as the extent has dimensions");
        return _tiled<tiled_extent<D0, D1>>();
    }
    template <int D0, int D1, int D2> tiled_extent<D0, D1, D2> tile() const restrict(cpu, amp) {
        static_assert(N == 3 + 0 * D0, "extent.tile-rank: `tile` takes as many sizes as the extent has dimensions");
        return _tiled<tiled_extent<D0, D1, D2>>();
    }

    // The number of dimensions may be wrong, which an assertion reports.
    template <typename T> T _tiled() const restrict(cpu, amp) {
        T r;
        for (int i = 0; i < N && i < T::rank; ++i) r._c[i] = _c[i];
        return r;
    }

    extent& operator+=(const extent& rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] += rhs._c[i]; return *this; }
    extent& operator-=(const extent& rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] -= rhs._c[i]; return *this; }
    extent& operator+=(const index<N>& rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] += rhs._c[i]; return *this; }
    extent& operator-=(const index<N>& rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] -= rhs._c[i]; return *this; }
    extent& operator+=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] += rhs; return *this; }
    extent& operator-=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] -= rhs; return *this; }
    extent& operator*=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] *= rhs; return *this; }
    extent& operator/=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] /= rhs; return *this; }
    extent& operator%=(int rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) _c[i] %= rhs; return *this; }
    extent& operator++() restrict(cpu, amp) { return *this += 1; }
    extent operator++(int) restrict(cpu, amp) { extent old = *this; *this += 1; return old; }
    extent& operator--() restrict(cpu, amp) { return *this -= 1; }
    extent operator--(int) restrict(cpu, amp) { extent old = *this; *this -= 1; return old; }

    int _c[N] = {};
};

template <int N> extent<N> operator+(const extent<N>& lhs, const index<N>& rhs) restrict(cpu, amp) { extent<N> r = lhs; r += rhs; return r; }
template <int N> extent<N> operator-(const extent<N>& lhs, const index<N>& rhs) restrict(cpu, amp) { extent<N> r = lhs; r -= rhs; return r; }

// The operators that `index` and `extent` share. 4.1.4, 4.2.4
#define _AMP_COMPONENTS(C) \
template <int N> bool operator==(const C<N>& lhs, const C<N>& rhs) restrict(cpu, amp) { for (int i = 0; i < N; ++i) if (lhs._c[i] != rhs._c[i]) return false; return true; } \
template <int N> bool operator!=(const C<N>& lhs, const C<N>& rhs) restrict(cpu, amp) { return !(lhs == rhs); } \
template <int N> C<N> operator+(const C<N>& lhs, const C<N>& rhs) restrict(cpu, amp) { C<N> r = lhs; r += rhs; return r; } \
template <int N> C<N> operator-(const C<N>& lhs, const C<N>& rhs) restrict(cpu, amp) { C<N> r = lhs; r -= rhs; return r; } \
_AMP_WITH_INT(C, +) _AMP_WITH_INT(C, -) _AMP_WITH_INT(C, *) _AMP_WITH_INT(C, /) _AMP_WITH_INT(C, %)
#define _AMP_WITH_INT(C, op) \
template <int N> C<N> operator op(const C<N>& lhs, int rhs) restrict(cpu, amp) { C<N> r = lhs; for (int i = 0; i < N; ++i) r._c[i] = r._c[i] op rhs; return r; } \
template <int N> C<N> operator op(int lhs, const C<N>& rhs) restrict(cpu, amp) { C<N> r = rhs; for (int i = 0; i < N; ++i) r._c[i] = lhs op r._c[i]; return r; }
_AMP_COMPONENTS(index)
_AMP_COMPONENTS(extent)
#undef _AMP_COMPONENTS
#undef _AMP_WITH_INT

// 4.3
template <int D0, int D1, int D2> struct _Tile {
    static const int rank = 3;
    static extent<3> size() restrict(cpu, amp) { return extent<3>(D0, D1, D2); }
};
template <int D0, int D1> struct _Tile<D0, D1, 0> {
    static const int rank = 2;
    static extent<2> size() restrict(cpu, amp) { return extent<2>(D0, D1); }
};
template <int D0> struct _Tile<D0, 0, 0> {
    static const int rank = 1;
    static extent<1> size() restrict(cpu, amp) { return extent<1>(D0); }
};

template <int D0, int D1, int D2> class [[operators("index.operators")]] tiled_extent : public extent<_Tile<D0, D1, D2>::rank> {
public:
    static_assert(D0 > 0 && D1 >= 0 && D2 >= 0, "tile.positive: the sizes of a tile must be positive");
    static const int rank = _Tile<D0, D1, D2>::rank;
    static const int tile_dim0 = D0;
    static const int tile_dim1 = D1;
    static const int tile_dim2 = D2;

    tiled_extent() restrict(cpu, amp) {}
    tiled_extent(const tiled_extent& other) restrict(cpu, amp) = default;
    tiled_extent(const extent<rank>& other) restrict(cpu, amp) : extent<rank>(other) {}
    tiled_extent& operator=(const tiled_extent& other) restrict(cpu, amp) = default;
    extent<rank> get_tile_extent() const restrict(cpu, amp) { return _Tile<D0, D1, D2>::size(); }
    tiled_extent pad() const restrict(cpu, amp) {
        tiled_extent r = *this;
        extent<rank> t = get_tile_extent();
        for (int i = 0; i < rank; ++i) r._c[i] = (r._c[i] + t._c[i] - 1) / t._c[i] * t._c[i];
        return r;
    }
    tiled_extent truncate() const restrict(cpu, amp) {
        tiled_extent r = *this;
        extent<rank> t = get_tile_extent();
        for (int i = 0; i < rank; ++i) r._c[i] = r._c[i] / t._c[i] * t._c[i];
        return r;
    }
};

// 4.5
class [[construction("tile-barrier.source")]] tile_barrier {
public:
    tile_barrier(const tile_barrier& other) restrict(cpu, amp) = default;
    void wait() const restrict(amp) { wait_with_all_memory_fence(); }
    void wait_with_all_memory_fence() const restrict(amp) {
        metal::threadgroup_barrier(metal::mem_flags::mem_device);
        metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup);
    }
    void wait_with_global_memory_fence() const restrict(amp) { metal::threadgroup_barrier(metal::mem_flags::mem_device); }
    void wait_with_tile_static_memory_fence() const restrict(amp) { metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup); }
private:
    tile_barrier& operator=(const tile_barrier& other) = delete;
};
void all_memory_fence(const tile_barrier& barrier) restrict(amp);
void global_memory_fence(const tile_barrier& barrier) restrict(amp);
void tile_static_memory_fence(const tile_barrier& barrier) restrict(amp);

// 4.4
template <int D0, int D1 = 0, int D2 = 0> class [[construction("tiled-index.constructor")]] tiled_index {
public:
    static const int rank = _Tile<D0, D1, D2>::rank;
    static const int tile_dim0 = D0;
    static const int tile_dim1 = D1;
    static const int tile_dim2 = D2;
    const index<rank> global;
    const index<rank> local;
    const index<rank> tile;
    const index<rank> tile_origin;
    const tile_barrier barrier;

    tiled_index(const index<rank>& g, const index<rank>& l, const index<rank>& t, const index<rank>& o, const tile_barrier& b) restrict(cpu, amp)
        : global(g), local(l), tile(t), tile_origin(o), barrier(b) {}
    tiled_index(const tiled_index& other) restrict(cpu, amp) = default;
    operator const index<rank>() const restrict(cpu, amp) { return global; }
    extent<rank> get_tile_extent() const restrict(cpu, amp) { return _Tile<D0, D1, D2>::size(); }
};

// 3, 4.6, 4.7
enum queuing_mode { queuing_mode_immediate, queuing_mode_automatic };
enum access_type { access_type_none = 0, access_type_read = 1, access_type_write = 2, access_type_read_write = 3, access_type_auto = 0x80000000 };

class accelerator_view;
class completion_future;

class [[host_only]] accelerator {
public:
    static const wchar_t default_accelerator[8];
    static const wchar_t cpu_accelerator[4];
    static const wchar_t direct3d_warp[16];
    static const wchar_t direct3d_ref[16];
    accelerator() : _kind(0) {}
    template <typename S> explicit accelerator(const S& path) : _kind(0) {}
    explicit accelerator(const wchar_t* path) : _kind(path[0]) {}
    accelerator(const accelerator& other) : _kind(other._kind) {}
    template <typename S> static bool set_default(const S& path) { return true; }
    static accelerator_view get_auto_selection_view();
    accelerator& operator=(const accelerator& other) { _kind = other._kind; return *this; }
    accelerator_view get_default_view() const;
    accelerator_view create_view();
    accelerator_view create_view(queuing_mode mode);
    // A program that asks before it launches a kernel launches it here.
    bool get_has_display() const { return false; }
    size_t get_dedicated_memory() const { return 4u << 20; }
    bool get_supports_double_precision() const { return true; }
    bool get_supports_limited_double_precision() const { return true; }
    bool get_is_debug() const { return false; }
    bool get_is_emulated() const { return false; }
    bool get_supports_cpu_shared_memory() const { return false; }
    access_type get_default_cpu_access_type() const;
    bool set_default_cpu_access_type(access_type access);
    unsigned get_version() const { return 0xB0000; }
    bool operator==(const accelerator& other) const { return _kind == other._kind; }
    bool operator!=(const accelerator& other) const { return _kind != other._kind; }

    // The first letter of the path; 0 for the default accelerator.
    int _kind;
};
const wchar_t accelerator::default_accelerator[8] = {};
const wchar_t accelerator::cpu_accelerator[4] = {'c', 'p', 'u'};
const wchar_t accelerator::direct3d_warp[16] = {'w', 'a', 'r', 'p'};
const wchar_t accelerator::direct3d_ref[16] = {'r', 'e', 'f'};

class [[host_only]] accelerator_view {
public:
    accelerator_view(const accelerator_view& other) {}
    accelerator_view& operator=(const accelerator_view& other) { return *this; }
    accelerator get_accelerator() const;
    bool get_is_debug() const { return false; }
    unsigned get_version() const { return 0xB0000; }
    queuing_mode get_queuing_mode() const;
    bool get_is_auto_selection() const { return false; }
    void flush() {}
    void wait() {}
    completion_future create_marker();
    bool operator==(const accelerator_view& other) const { return true; }
    bool operator!=(const accelerator_view& other) const { return false; }

private:
    // All views are of one accelerator: kernels run where the program is executed.
    friend class accelerator;
    accelerator_view() {}
};
inline accelerator_view accelerator::get_auto_selection_view() { return accelerator_view(); }
inline accelerator_view accelerator::get_default_view() const { return accelerator_view(); }
inline accelerator_view accelerator::create_view() { return accelerator_view(); }
inline accelerator_view accelerator::create_view(queuing_mode mode) { return accelerator_view(); }
inline accelerator accelerator_view::get_accelerator() const { return accelerator(); }

class [[host_only]] completion_future {
public:
    // What a function without `_async` would do is done when the function with it returns, so there is nothing to wait for.
    completion_future() {}
    completion_future(const completion_future& other) {}
    completion_future& operator=(const completion_future& other) { return *this; }
    void get() const {}
    bool valid() const { return true; }
    void wait() const {}
    template <typename F> void then(const F& f) const { f(); }
};
inline completion_future accelerator_view::create_marker() { return completion_future(); }

// 5
template <typename T, int N = 1> class array;
template <typename T, int N = 1> class array_view;

// The result of a copy whose source or target is not a texture, and of one where it is: textures have functions of their own. 5.3, 10.6
template <typename T> struct _Void { typedef void type; };
template <typename C, typename R, typename = void> struct _ForContainer { typedef R type; };
template <typename C, typename R> struct _ForContainer<C, R, typename _Void<typename C::_texels>::type> {};
template <typename C, typename R, typename = void> struct _ForTexture {};
template <typename C, typename R> struct _ForTexture<C, R, typename _Void<typename C::_texels>::type> { typedef R type; };
#define _AMP_COPY_OF(...) [[targets("copy.host-only")]] typename _ForContainer<__VA_ARGS__>::type
template <typename S, typename T> _AMP_COPY_OF(S, void) copy(const S& source, const T& target);
template <typename S, typename T> _AMP_COPY_OF(S, void) copy(const S& source, T& target);

// The projections of a view to its most significant dimension.
template <typename T, int N> struct _Projection {
    typedef array_view<T, N - 1> type;
    static type at(T* data, const extent<N>& e, const extent<N>& strides, int i) restrict(cpu, amp) {
        extent<N - 1> rest, steps;
        for (int k = 1; k < N; ++k) { rest._c[k - 1] = e._c[k]; steps._c[k - 1] = strides._c[k]; }
        return type(data + _inside((i >= 0) & (i < e._c[0]), i * strides._c[0]), rest, steps);
    }
};
template <typename T> struct _Projection<T, 1> {
    typedef T& type;
    static T& at(T* data, const extent<1>& e, const extent<1>& strides, int i) restrict(cpu, amp) { return data[_inside((i >= 0) & (i < e._c[0]), i)]; }
};

template <int N> extent<N> _row_major(const extent<N>& e) restrict(cpu, amp) {
    extent<N> strides;
    int step = 1;
    for (int i = N - 1; i >= 0; --i) { strides._c[i] = step; step *= e._c[i]; }
    return strides;
}

// Whether a part is inside of a view. 5.2.3
template <int N> bool _is_part(const extent<N>& whole, const index<N>& origin, const extent<N>& part) restrict(cpu, amp) {
    for (int i = 0; i < N; ++i) {
        if (origin._c[i] < 0 || part._c[i] < 0 || origin._c[i] > whole._c[i] - part._c[i]) return false;
    }
    return true;
}

// The number of elements before the one with an index. Elements of the least significant dimension follow one another, in sections, too.
template <int N> struct _Rank {
    static int distance(const index<N>& idx, const extent<N>& strides) restrict(cpu, amp) {
        int at = idx._c[N - 1];
        for (int i = 0; i < N - 1; ++i) at += idx._c[i] * strides._c[i];
        return at;
    }
};
template <> struct _Rank<1> {
    static int distance(const index<1>& idx, const extent<1>& strides) restrict(cpu, amp) { return idx._c[0]; }
};
template <> struct _Rank<2> {
    static int distance(const index<2>& idx, const extent<2>& strides) restrict(cpu, amp) { return idx._c[0] * strides._c[0] + idx._c[1]; }
};
template <> struct _Rank<3> {
    static int distance(const index<3>& idx, const extent<3>& strides) restrict(cpu, amp) { return idx._c[0] * strides._c[0] + idx._c[1] * strides._c[1] + idx._c[2]; }
};

// The index of the element with a number, in row-major order.
template <int N> index<N> _position(const extent<N>& e, unsigned number) restrict(cpu, amp) {
    index<N> position;
    for (int i = N - 1; i >= 0; --i) { position._c[i] = int(number % unsigned(e._c[i])); number /= unsigned(e._c[i]); }
    return position;
}

template <typename T, int N> class [[construction("view.construction"), targets("view.host-constructors"), elements("view.read-only")]] array_view {
public:
    static const int rank = N;
    typedef T value_type;

    // A container has iterators, and other views don't.
    array_view(array<T, N>& source) restrict(cpu, amp) : _data(source._data), _extent(source._extent), _strides(_row_major(source._extent)) {}
    array_view(const array_view& other) restrict(cpu, amp) = default;
    explicit array_view(const extent<N>& e) : _data(static_cast<T*>(_allocate(e.size(), sizeof(T)))), _extent(e), _strides(_row_major(e)) {}
    template <typename C, typename I = typename C::iterator> explicit array_view(C& container) : _data(container.data()), _extent(container.size()), _strides(1) {}
    template <typename C, typename I = typename C::iterator> array_view(const extent<N>& e, C& container) : _data(_all(container, e)), _extent(e), _strides(_row_major(e)) {}
    array_view(const extent<N>& e, T* source) restrict(cpu, amp) : _data(source), _extent(e), _strides(_row_major(e)) {}
    template <typename C, typename I = typename C::iterator> array_view(int e0, C& container) : _data(_all(container, extent<N>(e0))), _extent(e0), _strides(1) {}
    template <typename C, typename I = typename C::iterator> array_view(int e0, int e1, C& container) : _data(_all(container, extent<N>(e0, e1))), _extent(e0, e1), _strides(_row_major(extent<N>(e0, e1))) {}
    template <typename C, typename I = typename C::iterator> array_view(int e0, int e1, int e2, C& container) : _data(_all(container, extent<N>(e0, e1, e2))), _extent(e0, e1, e2), _strides(_row_major(extent<N>(e0, e1, e2))) {}
    array_view(int e0, T* source) restrict(cpu, amp) : _data(source), _extent(e0), _strides(_row_major(extent<N>(e0))) {}
    array_view(int e0, int e1, T* source) restrict(cpu, amp) : _data(source), _extent(e0, e1), _strides(_row_major(extent<N>(e0, e1))) {}
    array_view(int e0, int e1, int e2, T* source) restrict(cpu, amp) : _data(source), _extent(e0, e1, e2), _strides(_row_major(extent<N>(e0, e1, e2))) {}
    template <int M> explicit array_view(T (&source)[M]) restrict(cpu, amp) : _data(source), _extent(M), _strides(1) {}
    explicit array_view(int e0) : array_view(extent<N>(e0)) {}
    array_view(int e0, int e1) : array_view(extent<N>(e0, e1)) {}
    array_view(int e0, int e1, int e2) : array_view(extent<N>(e0, e1, e2)) {}
    array_view(T* data, const extent<N>& e, const extent<N>& strides) restrict(cpu, amp) : _data(data), _extent(e), _strides(strides) {}

    array_view& operator=(const array_view& other) restrict(cpu, amp) = default;
    extent<N> get_extent() const restrict(cpu, amp) { return _extent; }
    accelerator_view get_source_accelerator_view() const { return accelerator().get_default_view(); }
    void copy_to(array<T, N>& target) const { copy(*this, target); }
    void copy_to(const array_view& target) const { copy(*this, target); }
    T& operator[](const index<N>& idx) const restrict(cpu, amp) { return _data[_offset(idx)]; }
    T& operator()(const index<N>& idx) const restrict(cpu, amp) { return _data[_offset(idx)]; }
    T& get_ref(const index<N>& idx) const restrict(cpu, amp) { return _data[_offset(idx)]; }
    typename _Projection<T, N>::type operator[](int i) const restrict(cpu, amp) { return _Projection<T, N>::at(_data, _extent, _strides, i); }
    typename _Projection<T, N>::type operator()(int i) const restrict(cpu, amp) { return _Projection<T, N>::at(_data, _extent, _strides, i); }
    T& operator()(int i0, int i1) const restrict(cpu, amp) { return _data[_offset(index<N>(i0, i1))]; }
    T& operator()(int i0, int i1, int i2) const restrict(cpu, amp) { return _data[_offset(index<N>(i0, i1, i2))]; }

    array_view section(const index<N>& origin, const extent<N>& e) const restrict(cpu, amp) { return array_view(_data + _inside(_is_part(_extent, origin, e), _distance(origin)), e, _strides); }
    array_view section(const index<N>& origin) const restrict(cpu, amp) { return array_view(_data + _inside(_is_part(_extent, origin, _extent - origin), _distance(origin)), _extent - origin, _strides); }
    array_view section(const extent<N>& e) const restrict(cpu, amp) { return section(index<N>(), e); }
    array_view section(int i0, int e0) const restrict(cpu, amp) { return section(index<N>(i0), extent<N>(e0)); }
    array_view section(int i0, int i1, int e0, int e1) const restrict(cpu, amp) { return section(index<N>(i0, i1), extent<N>(e0, e1)); }
    array_view section(int i0, int i1, int i2, int e0, int e1, int e2) const restrict(cpu, amp) { return section(index<N>(i0, i1, i2), extent<N>(e0, e1, e2)); }
    template <typename U> array_view<U, 1> reinterpret_as() const restrict(cpu, amp) {
        static_assert(N == 1 + 0 * sizeof(U), "view.rank-one: only views of rank 1 have `reinterpret_as`");
        _demand_whole(_extent.size() * sizeof(T) % sizeof(U) == 0);
        return array_view<U, 1>(reinterpret_cast<U*>(_data), extent<1>(int(_extent.size() * sizeof(T) / sizeof(U))), extent<1>(1));
    }
    template <int K> array_view<T, K> view_as(const extent<K>& e) const restrict(cpu, amp) {
        static_assert(N == 1 + 0 * K, "view.rank-one: only views of rank 1 have `view_as`");
        return array_view<T, K>(e, _data + _inside(e.size() <= _extent.size(), 0));
    }
    T* data() const restrict(cpu, amp) {
        static_assert(N == 1, "view.rank-one: only views of rank 1 have `data`");
        return _data;
    }

    void synchronize() const {}
    void synchronize(access_type access) const {}
    completion_future synchronize_async() const { return completion_future(); }
    void synchronize_to(const accelerator_view& view) const {}
    completion_future synchronize_to_async(const accelerator_view& view) const { return completion_future(); }
    void refresh() const {}
    void discard_data() const {}

    int _offset(const index<N>& idx) const restrict(cpu, amp) { return _inside(_extent._contains(idx), _distance(idx)); }
    int _distance(const index<N>& idx) const restrict(cpu, amp) { return _Rank<N>::distance(idx, _strides); }
    // The elements of a container, which has all of the extent.
    template <typename C> static T* _all(C& container, const extent<N>& e) { _demand_room(e.size() <= container.size()); return container.data(); }
    // The element with this number, in row-major order.
    T& _linear(unsigned number) const { return _data[_offset(_position(_extent, number))]; }

    T* _data;
    extent<N> _extent;
    extent<N> _strides;
};

template <typename T, int N> class [[construction("view.construction"), targets("view.host-constructors"), elements("view.read-only")]] array_view<const T, N> {
public:
    static const int rank = N;
    typedef const T value_type;

    array_view(const array<T, N>& source) restrict(cpu, amp) : _data(source._data), _extent(source._extent), _strides(_row_major(source._extent)) {}
    array_view(const array_view& other) restrict(cpu, amp) = default;
    array_view(const array_view<T, N>& other) restrict(cpu, amp) : _data(other._data), _extent(other._extent), _strides(other._strides) {}
    template <typename C, typename I = typename C::iterator> explicit array_view(const C& container) : _data(container.data()), _extent(container.size()), _strides(1) {}
    template <typename C, typename I = typename C::iterator> array_view(const extent<N>& e, const C& container) : _data(_all(container, e)), _extent(e), _strides(_row_major(e)) {}
    array_view(const extent<N>& e, const T* source) restrict(cpu, amp) : _data(source), _extent(e), _strides(_row_major(e)) {}
    template <typename C, typename I = typename C::iterator> array_view(int e0, const C& container) : _data(_all(container, extent<N>(e0))), _extent(e0), _strides(1) {}
    template <typename C, typename I = typename C::iterator> array_view(int e0, int e1, const C& container) : _data(_all(container, extent<N>(e0, e1))), _extent(e0, e1), _strides(_row_major(extent<N>(e0, e1))) {}
    template <typename C, typename I = typename C::iterator> array_view(int e0, int e1, int e2, const C& container) : _data(_all(container, extent<N>(e0, e1, e2))), _extent(e0, e1, e2), _strides(_row_major(extent<N>(e0, e1, e2))) {}
    array_view(int e0, const T* source) restrict(cpu, amp) : _data(source), _extent(e0), _strides(_row_major(extent<N>(e0))) {}
    array_view(int e0, int e1, const T* source) restrict(cpu, amp) : _data(source), _extent(e0, e1), _strides(_row_major(extent<N>(e0, e1))) {}
    array_view(int e0, int e1, int e2, const T* source) restrict(cpu, amp) : _data(source), _extent(e0, e1, e2), _strides(_row_major(extent<N>(e0, e1, e2))) {}
    template <int M> explicit array_view(const T (&source)[M]) restrict(cpu, amp) : _data(source), _extent(M), _strides(1) {}
    array_view(const T* data, const extent<N>& e, const extent<N>& strides) restrict(cpu, amp) : _data(data), _extent(e), _strides(strides) {}

    array_view& operator=(const array_view& other) restrict(cpu, amp) = default;
    extent<N> get_extent() const restrict(cpu, amp) { return _extent; }
    accelerator_view get_source_accelerator_view() const { return accelerator().get_default_view(); }
    void copy_to(array<T, N>& target) const { copy(*this, target); }
    void copy_to(const array_view<T, N>& target) const { copy(*this, target); }
    const T& operator[](const index<N>& idx) const restrict(cpu, amp) { return _data[_offset(idx)]; }
    const T& operator()(const index<N>& idx) const restrict(cpu, amp) { return _data[_offset(idx)]; }
    const T& get_ref(const index<N>& idx) const restrict(cpu, amp) { return _data[_offset(idx)]; }
    typename _Projection<const T, N>::type operator[](int i) const restrict(cpu, amp) { return _Projection<const T, N>::at(_data, _extent, _strides, i); }
    typename _Projection<const T, N>::type operator()(int i) const restrict(cpu, amp) { return _Projection<const T, N>::at(_data, _extent, _strides, i); }
    const T& operator()(int i0, int i1) const restrict(cpu, amp) { return _data[_offset(index<N>(i0, i1))]; }
    const T& operator()(int i0, int i1, int i2) const restrict(cpu, amp) { return _data[_offset(index<N>(i0, i1, i2))]; }

    array_view section(const index<N>& origin, const extent<N>& e) const restrict(cpu, amp) { return array_view(_data + _inside(_is_part(_extent, origin, e), _distance(origin)), e, _strides); }
    array_view section(const index<N>& origin) const restrict(cpu, amp) { return array_view(_data + _inside(_is_part(_extent, origin, _extent - origin), _distance(origin)), _extent - origin, _strides); }
    array_view section(const extent<N>& e) const restrict(cpu, amp) { return section(index<N>(), e); }
    array_view section(int i0, int e0) const restrict(cpu, amp) { return section(index<N>(i0), extent<N>(e0)); }
    array_view section(int i0, int i1, int e0, int e1) const restrict(cpu, amp) { return section(index<N>(i0, i1), extent<N>(e0, e1)); }
    array_view section(int i0, int i1, int i2, int e0, int e1, int e2) const restrict(cpu, amp) { return section(index<N>(i0, i1, i2), extent<N>(e0, e1, e2)); }
    template <typename U> array_view<const U, 1> reinterpret_as() const restrict(cpu, amp) {
        static_assert(N == 1 + 0 * sizeof(U), "view.rank-one: only views of rank 1 have `reinterpret_as`");
        _demand_whole(_extent.size() * sizeof(T) % sizeof(U) == 0);
        return array_view<const U, 1>(reinterpret_cast<const U*>(_data), extent<1>(int(_extent.size() * sizeof(T) / sizeof(U))), extent<1>(1));
    }
    template <int K> array_view<const T, K> view_as(const extent<K>& e) const restrict(cpu, amp) {
        static_assert(N == 1 + 0 * K, "view.rank-one: only views of rank 1 have `view_as`");
        return array_view<const T, K>(e, _data + _inside(e.size() <= _extent.size(), 0));
    }
    const T* data() const restrict(cpu, amp) {
        static_assert(N == 1, "view.rank-one: only views of rank 1 have `data`");
        return _data;
    }

    void synchronize() const {}
    completion_future synchronize_async() const { return completion_future(); }
    void synchronize_to(const accelerator_view& view) const {}
    completion_future synchronize_to_async(const accelerator_view& view) const { return completion_future(); }
    void refresh() const {}

    int _offset(const index<N>& idx) const restrict(cpu, amp) { return _inside(_extent._contains(idx), _distance(idx)); }
    int _distance(const index<N>& idx) const restrict(cpu, amp) { return _Rank<N>::distance(idx, _strides); }
    template <typename C> static const T* _all(const C& container, const extent<N>& e) { _demand_room(e.size() <= container.size()); return container.data(); }
    // The element with this number, in row-major order.
    const T& _linear(unsigned number) const { return _data[_offset(_position(_extent, number))]; }

    const T* _data;
    extent<N> _extent;
    extent<N> _strides;
};

template <typename T, int N> class [[host_only, construction("array.host-constructors"), targets("array.host-constructors"), elements("kernel.access-mode")]] array {
public:
    static const int rank = N;
    typedef T value_type;

    explicit array(const extent<N>& e) : _data(static_cast<T*>(_allocate(_positive(e).size(), sizeof(T)))), _extent(e) {}
    explicit array(int e0) : array(extent<N>(e0)) {}
    array(int e0, int e1) : array(extent<N>(e0, e1)) {}
    array(int e0, int e1, int e2) : array(extent<N>(e0, e1, e2)) {}
    // What follows the extent is the begin of a source, its end, and views of accelerators.
    template <typename A> array(const extent<N>& e, A a) : array(e) { _fill(a); }
    template <typename A, typename B> array(const extent<N>& e, A a, B b) : array(e) { _fill(a, b); }
    template <typename A, typename B, typename C> array(const extent<N>& e, A a, B b, C c) : array(e) { _fill(a, b); }
    template <typename A, typename B, typename C, typename D> array(const extent<N>& e, A a, B b, C c, D d) : array(e) { _fill(a, b); }
    template <typename A> array(int e0, A a) : array(extent<N>(e0)) { _fill(a); }
    template <typename A, typename B> array(int e0, A a, B b) : array(_leading(e0, a, b)) { _fill(a, b); }
    template <typename A, typename B, typename C> array(int e0, A a, B b, C c) : array(_leading(e0, a, b)) { _fill(a, b, c); }
    template <typename A, typename B, typename C, typename D> array(int e0, A a, B b, C c, D d) : array(_leading(e0, a, b)) { _fill(a, b, c); }
    template <typename A, typename B, typename C, typename D, typename E> array(int e0, A a, B b, C c, D d, E e);
    template <typename A, typename B, typename C, typename D, typename E, typename F> array(int e0, A a, B b, C c, D d, E e, F f);
    array(const array_view<T, N>& source) : array(source._extent) { copy(source, *this); }
    array(const array& other) : array(other._extent) { copy(other, *this); }

    array& operator=(const array& other) { copy(other, *this); return *this; }
    array& operator=(array&& other) { _extent = other._extent; _data = other._data; return *this; }
    array& operator=(const array_view<T, N>& source) { copy(source, *this); return *this; }
    operator std::vector<T>() const {
        std::vector<T> elements(_extent.size());
        copy(*this, elements.begin());
        return elements;
    }
    extent<N> get_extent() const restrict(cpu, amp) { return _extent; }
    accelerator_view get_accelerator_view() const { return accelerator().get_default_view(); }
    accelerator_view get_associated_accelerator_view() const { return accelerator().get_default_view(); }
    access_type get_cpu_access_type() const;
    void copy_to(array& target) const { copy(*this, target); }
    void copy_to(const array_view<T, N>& target) const { copy(*this, target); }
    T* data() restrict(cpu, amp) { return _data; }
    const T* data() const restrict(cpu, amp) { return _data; }

    T& operator[](const index<N>& idx) restrict(cpu, amp) { return _data[_offset(idx)]; }
    const T& operator[](const index<N>& idx) const restrict(cpu, amp) { return _data[_offset(idx)]; }
    T& operator()(const index<N>& idx) restrict(cpu, amp) { return _data[_offset(idx)]; }
    const T& operator()(const index<N>& idx) const restrict(cpu, amp) { return _data[_offset(idx)]; }
    T& operator()(int i0, int i1) restrict(cpu, amp) { return _data[_offset(index<N>(i0, i1))]; }
    const T& operator()(int i0, int i1) const restrict(cpu, amp) { return _data[_offset(index<N>(i0, i1))]; }
    T& operator()(int i0, int i1, int i2) restrict(cpu, amp) { return _data[_offset(index<N>(i0, i1, i2))]; }
    const T& operator()(int i0, int i1, int i2) const restrict(cpu, amp) { return _data[_offset(index<N>(i0, i1, i2))]; }
    typename _Projection<T, N>::type operator[](int i) restrict(cpu, amp) { return _Projection<T, N>::at(_data, _extent, _row_major(_extent), i); }
    typename _Projection<T, N>::type operator()(int i) restrict(cpu, amp) { return _Projection<T, N>::at(_data, _extent, _row_major(_extent), i); }
    typename _Projection<const T, N>::type operator[](int i) const restrict(cpu, amp) { return _Projection<const T, N>::at(_data, _extent, _row_major(_extent), i); }
    typename _Projection<const T, N>::type operator()(int i) const restrict(cpu, amp) { return _Projection<const T, N>::at(_data, _extent, _row_major(_extent), i); }

    array_view<T, N> section(const index<N>& origin, const extent<N>& e) restrict(cpu, amp) { return array_view<T, N>(*this).section(origin, e); }
    array_view<const T, N> section(const index<N>& origin, const extent<N>& e) const restrict(cpu, amp) { return array_view<const T, N>(*this).section(origin, e); }
    array_view<T, N> section(const index<N>& origin) restrict(cpu, amp) { return array_view<T, N>(*this).section(origin); }
    array_view<const T, N> section(const index<N>& origin) const restrict(cpu, amp) { return array_view<const T, N>(*this).section(origin); }
    array_view<T, N> section(const extent<N>& e) restrict(cpu, amp) { return array_view<T, N>(*this).section(e); }
    array_view<const T, N> section(const extent<N>& e) const restrict(cpu, amp) { return array_view<const T, N>(*this).section(e); }
    array_view<T, N> section(int i0, int e0) restrict(cpu, amp) { return array_view<T, N>(*this).section(i0, e0); }
    array_view<const T, N> section(int i0, int e0) const restrict(cpu, amp) { return array_view<const T, N>(*this).section(i0, e0); }
    array_view<T, N> section(int i0, int i1, int e0, int e1) restrict(cpu, amp) { return array_view<T, N>(*this).section(i0, i1, e0, e1); }
    array_view<const T, N> section(int i0, int i1, int e0, int e1) const restrict(cpu, amp) { return array_view<const T, N>(*this).section(i0, i1, e0, e1); }
    array_view<T, N> section(int i0, int i1, int i2, int e0, int e1, int e2) restrict(cpu, amp) { return array_view<T, N>(*this).section(i0, i1, i2, e0, e1, e2); }
    array_view<const T, N> section(int i0, int i1, int i2, int e0, int e1, int e2) const restrict(cpu, amp) { return array_view<const T, N>(*this).section(i0, i1, i2, e0, e1, e2); }
    template <typename U> array_view<U, 1> reinterpret_as() restrict(cpu, amp) {
        _demand_whole(_extent.size() * sizeof(T) % sizeof(U) == 0);
        return array_view<U, 1>(reinterpret_cast<U*>(_data), extent<1>(int(_extent.size() * sizeof(T) / sizeof(U))), extent<1>(1));
    }
    template <int K> array_view<T, K> view_as(const extent<K>& e) restrict(cpu, amp) { return array_view<T, K>(e, _data); }
    template <typename U> array_view<const U, 1> reinterpret_as() const restrict(cpu, amp) { return array_view<const T, 1>(_data, extent<1>(int(_extent.size())), extent<1>(1)).template reinterpret_as<U>(); }
    template <int K> array_view<const T, K> view_as(const extent<K>& e) const restrict(cpu, amp) { return array_view<const T, K>(e, _data); }

    int _offset(const index<N>& idx) const restrict(cpu, amp) { return _inside(_extent._contains(idx), _Rank<N>::distance(idx, _row_major(_extent))); }
    static const extent<N>& _positive(const extent<N>& e) {
        for (int i = 0; i < N; ++i) _demand_positive(e._c[i] > 0);
        return e;
    }
    T& _linear(unsigned number) const { return _data[number]; }
    template <typename I> void _fill(I first) { for (unsigned i = 0; i < _extent.size(); ++i) { _data[i] = *first; ++first; } }
    void _fill(const accelerator_view& view) {}
    void _fill(const accelerator_view& view, const accelerator_view& other) {}
    // An extent of two or three integers is before the source.
    template <typename A, typename B> static extent<N> _leading(int e0, A a, B b) { return extent<N>(e0); }
    template <typename B> static extent<N> _leading(int e0, int e1, B b) { return extent<N>(e0, e1); }
    static extent<N> _leading(int e0, int e1, int e2) { return extent<N>(e0, e1, e2); }
    template <typename A, typename B> void _fill(A a, B b) { _fill(a); }
    template <typename I> void _fill(I first, I last) { _demand_length(unsigned(last - first) >= _extent.size()); _fill(first); }
    template <typename B> void _fill(int e1, B b) { _fill(b); }
    template <typename A, typename B, typename C> void _fill(A a, B b, C c) { _fill(a, b); }
    template <typename B, typename C> void _fill(int e1, B b, C c) { _fill(b, c); }
    template <typename C> void _fill(int e1, int e2, C c) { _fill(c); }

    T* _data;
    extent<N> _extent;
};

// 5.3. The elements from a pointer on, which the iterators of `std::vector` are.
template <typename T> struct _Sequence {
    T& _linear(unsigned number) const { return _data[number]; }
    T* _data;
};
template <typename T, int N> array_view<T, N> _elements(const array<T, N>& source) { return array_view<T, N>(source._extent, source._data); }
template <typename T, int N> array_view<T, N> _elements(const array_view<T, N>& source) { return source; }
template <typename T> _Sequence<T> _elements(T* first) { return _Sequence<T>{first}; }
// Whether elements are of one type, except for `const`, and whether they can be written.
template <typename S, typename T> struct _Copied { static const bool is_same = false; };
template <typename T> struct _Copied<T, T> { static const bool is_same = true; };
template <typename T> struct _Copied<const T, T> { static const bool is_same = true; };
template <typename T> struct _Copied<T, const T> { static const bool is_same = true; };
template <typename T> struct _Target { static const bool is_writable = true; };
template <typename T> struct _Target<const T> { static const bool is_writable = false; };
// An `array` has its elements itself, so that those of a constant one are constant.
template <typename T> struct _Container { static const bool is_array = false; };
template <typename T, int N> struct _Container<array<T, N>> { static const bool is_array = true; };
template <typename S, typename T, int N> void _copy(const array_view<S, N>& source, const array_view<T, N>& target) {
    static_assert(_Copied<S, T>::is_same, "copy.same-type: the elements of both containers must have the same type");
    static_assert(_Target<T>::is_writable, "copy.writable-target: the elements of the target must not be constant");
    _demand_equal(source._extent == target._extent);
    for (unsigned i = 0; i < source._extent.size(); ++i) target._linear(i) = source._linear(i);
}
template <typename S, int M, typename T, int N> void _copy(const array_view<S, M>& source, const array_view<T, N>& target) {
    static_assert(M == N, "copy.same-type: both containers must have the same rank");
}
template <typename T, int N, typename D> void _copy(const array_view<T, N>& source, const _Sequence<D>& target) {
    for (unsigned i = 0; i < source._extent.size(); ++i) target._linear(i) = source._linear(i);
}
template <typename S, typename T, int N> void _copy(const _Sequence<S>& source, const array_view<T, N>& target) {
    for (unsigned i = 0; i < target._extent.size(); ++i) target._linear(i) = source._linear(i);
}
template <typename S, typename T> _AMP_COPY_OF(S, void) copy(const S& source, const T& target) {
    static_assert(!_Container<T>::is_array, "copy.writable-target: the target must not be constant");
    _copy(_elements(source), _elements(target));
}
template <typename S, typename T> _AMP_COPY_OF(S, void) copy(const S& source, T& target) { _copy(_elements(source), _elements(target)); }
template <typename I, typename T> void _copy_range(I first, I last, const T& target) {
    _demand_length(unsigned(last - first) == target.get_extent().size());
    _copy(_elements(first), _elements(target));
}
template <typename I, typename T> _AMP_COPY_OF(T, void) copy(I first, I last, T& target) { _copy_range(first, last, target); }
template <typename I, typename T> _AMP_COPY_OF(T, void) copy(I first, I last, const T& target) {
    static_assert(!_Container<T>::is_array, "copy.writable-target: the target must not be constant");
    _copy_range(first, last, target);
}
template <typename S, typename T> _AMP_COPY_OF(S, completion_future) copy_async(const S& source, const T& target) {
    copy(source, target);
    return completion_future();
}
template <typename S, typename T> _AMP_COPY_OF(S, completion_future) copy_async(const S& source, T& target) {
    copy(source, target);
    return completion_future();
}
template <typename I, typename T> _AMP_COPY_OF(T, completion_future) copy_async(I first, I last, T& target) {
    copy(first, last, target);
    return completion_future();
}
template <typename I, typename T> _AMP_COPY_OF(T, completion_future) copy_async(I first, I last, const T& target) {
    copy(first, last, target);
    return completion_future();
}

// 6
[[targets("atomic.restricted-code"), arguments("atomic.types")]] int atomic_exchange(int* dest, int value) restrict(amp);
[[targets("atomic.restricted-code"), arguments("atomic.types")]] unsigned atomic_exchange(unsigned* dest, unsigned value) restrict(amp);
[[targets("atomic.restricted-code"), arguments("atomic.types")]] float atomic_exchange(float* dest, float value) restrict(amp);
[[targets("atomic.restricted-code"), arguments("atomic.types")]] bool atomic_compare_exchange(int* dest, int* expected, int value) restrict(amp);
[[targets("atomic.restricted-code"), arguments("atomic.types")]] bool atomic_compare_exchange(unsigned* dest, unsigned* expected, unsigned value) restrict(amp);
#define _AMP_ATOMIC(name) \
[[targets("atomic.restricted-code"), arguments("atomic.types")]] int name(int* dest, int value) restrict(amp); \
[[targets("atomic.restricted-code"), arguments("atomic.types")]] unsigned name(unsigned* dest, unsigned value) restrict(amp);
_AMP_ATOMIC(atomic_fetch_add)
_AMP_ATOMIC(atomic_fetch_sub)
_AMP_ATOMIC(atomic_fetch_max)
_AMP_ATOMIC(atomic_fetch_min)
_AMP_ATOMIC(atomic_fetch_and)
_AMP_ATOMIC(atomic_fetch_or)
_AMP_ATOMIC(atomic_fetch_xor)
#undef _AMP_ATOMIC
[[targets("atomic.restricted-code"), arguments("atomic.types")]] int atomic_fetch_inc(int* dest) restrict(amp);
[[targets("atomic.restricted-code"), arguments("atomic.types")]] unsigned atomic_fetch_inc(unsigned* dest) restrict(amp);
[[targets("atomic.restricted-code"), arguments("atomic.types")]] int atomic_fetch_dec(int* dest) restrict(amp);
[[targets("atomic.restricted-code"), arguments("atomic.types")]] unsigned atomic_fetch_dec(unsigned* dest) restrict(amp);

// 7
// What a thread does: `thread` is its number in its tile, or in the domain of a launch without tiles, and `tile` is the number of its tile.
template <int N, typename K> [[arguments("launch.kernel-call")]] void _launch(const extent<N>& domain, K& kernel, unsigned thread = 0, unsigned tile = 0) restrict(amp) {
    if (thread < domain.size()) kernel(_position(domain, thread));
}
template <int D0, int D1, int D2, typename K> [[arguments("launch.kernel-call"), sizes("launch.tile-sizes")]] void _launch(const tiled_extent<D0, D1, D2>& domain, K& kernel, unsigned thread = 0, unsigned tile = 0) restrict(amp) {
    static_assert(D0 * (D1 ? D1 : 1LL) * (D2 ? D2 : 1LL) <= 1024 && (D2 == 0 || D0 <= 64),
        "launch.tile-threads: a tile has at most 1024 threads, and at most 64 in the first of three dimensions");
    extent<_Tile<D0, D1, D2>::rank> size = _Tile<D0, D1, D2>::size();
    extent<_Tile<D0, D1, D2>::rank> tiles = domain;
    for (int i = 0; i < _Tile<D0, D1, D2>::rank; ++i) tiles._c[i] /= size._c[i];
    index<_Tile<D0, D1, D2>::rank> local = _position(size, thread);
    index<_Tile<D0, D1, D2>::rank> number = _position(tiles, tile);
    index<_Tile<D0, D1, D2>::rank> origin = number;
    for (int i = 0; i < _Tile<D0, D1, D2>::rank; ++i) origin._c[i] *= size._c[i];
    tile_barrier* barrier = nullptr;
    tiled_index<D0, D1, D2> position(origin + local, local, number, origin, *barrier);
    kernel(position);
}
template <int N, typename K> void parallel_for_each(const extent<N>& domain, const K& kernel) { _launch(domain, const_cast<K&>(kernel)); }
template <int D0, int D1, int D2, typename K> void parallel_for_each(const tiled_extent<D0, D1, D2>& domain, const K& kernel) { _launch(domain, const_cast<K&>(kernel)); }
template <int N, typename K> void parallel_for_each(const accelerator_view& view, const extent<N>& domain, const K& kernel) { _launch(domain, const_cast<K&>(kernel)); }
template <int D0, int D1, int D2, typename K> void parallel_for_each(const accelerator_view& view, const tiled_extent<D0, D1, D2>& domain, const K& kernel) { _launch(domain, const_cast<K&>(kernel)); }

// 9.3. The last function is in amp_short_vectors.h.
namespace direct3d {
[[targets("math.direct3d-restricted")]] inline int abs(int x) restrict(amp) { return x < 0 ? -x : x; }
[[targets("math.direct3d-restricted")]] inline int clamp(int x, int min, int max) restrict(amp) { return x < min ? min : x > max ? max : x; }
[[targets("math.direct3d-restricted")]] inline float clamp(float x, float min, float max) restrict(amp) { return x < min ? min : x > max ? max : x; }
[[targets("math.direct3d-restricted")]] unsigned countbits(unsigned x) restrict(amp);
[[targets("math.direct3d-restricted")]] unsigned reversebits(unsigned x) restrict(amp);
[[targets("math.direct3d-restricted")]] inline int firstbitlow(int x) restrict(amp) { return x == 0 ? -1 : int(countbits((unsigned(x) & (0u - unsigned(x))) - 1)); }
[[targets("math.direct3d-restricted")]] inline int firstbithigh(int x) restrict(amp) {
    int lowest = firstbitlow(int(reversebits(unsigned(x))));
    return lowest < 0 ? -1 : 31 - lowest;
}
[[targets("math.direct3d-restricted")]] inline int imax(int x, int y) restrict(amp) { return x > y ? x : y; }
[[targets("math.direct3d-restricted")]] inline int imin(int x, int y) restrict(amp) { return x < y ? x : y; }
[[targets("math.direct3d-restricted")]] inline unsigned umax(unsigned x, unsigned y) restrict(amp) { return x > y ? x : y; }
[[targets("math.direct3d-restricted")]] inline unsigned umin(unsigned x, unsigned y) restrict(amp) { return x < y ? x : y; }
[[targets("math.direct3d-restricted")]] inline float mad(float x, float y, float z) restrict(amp) { return x * y + z; }
[[targets("math.direct3d-restricted")]] inline double mad(double x, double y, double z) restrict(amp) { return x * y + z; }
[[targets("math.direct3d-restricted")]] inline int mad(int x, int y, int z) restrict(amp) { return x * y + z; }
[[targets("math.direct3d-restricted")]] inline unsigned mad(unsigned x, unsigned y, unsigned z) restrict(amp) { return x * y + z; }
[[targets("math.direct3d-restricted")]] float noise(float x) restrict(amp);
[[targets("math.direct3d-restricted")]] inline float radians(float x) restrict(amp) { return x * (3.14159265f / 180); }
[[targets("math.direct3d-restricted")]] inline float rcp(float x) restrict(amp) { return 1.0f / x; }
[[targets("math.direct3d-restricted")]] inline float saturate(float x) restrict(amp) { return clamp(x, 0.0f, 1.0f); }
[[targets("math.direct3d-restricted")]] inline int sign(int x) restrict(amp) { return x < 0 ? -1 : x > 0 ? 1 : 0; }
[[targets("math.direct3d-restricted")]] inline float smoothstep(float min, float max, float x) restrict(amp) {
    float t = saturate((x - min) / (max - min));
    return t * t * (3 - 2 * t);
}
[[targets("math.direct3d-restricted")]] inline float step(float y, float x) restrict(amp) { return x >= y ? 1.0f : 0.0f; }
}

// 11
namespace direct3d {
accelerator_view create_accelerator_view(IUnknown* device, queuing_mode mode = queuing_mode_automatic);
accelerator_view create_accelerator_view(accelerator& device, bool disable_timeout, queuing_mode mode = queuing_mode_automatic);
bool is_timeout_disabled(const accelerator_view& view);
IUnknown* get_device(const accelerator_view& view);
template <typename T, int N> array<T, N> make_array(const extent<N>& e, const accelerator_view& view, IUnknown* buffer);
template <typename T, int N> IUnknown* get_buffer(const array<T, N>& source);
void d3d_access_lock(accelerator_view& view);
bool d3d_access_try_lock(accelerator_view& view);
void d3d_access_unlock(accelerator_view& view);

struct adopt_d3d_access_lock_t {};
class scoped_d3d_access_lock {
public:
    explicit scoped_d3d_access_lock(accelerator_view& view);
    scoped_d3d_access_lock(accelerator_view& view, adopt_d3d_access_lock_t tag);
    scoped_d3d_access_lock(scoped_d3d_access_lock&& other);
    scoped_d3d_access_lock& operator=(scoped_d3d_access_lock&& other);
    ~scoped_d3d_access_lock();
private:
    scoped_d3d_access_lock(const scoped_d3d_access_lock& other) = delete;
    scoped_d3d_access_lock& operator=(const scoped_d3d_access_lock& other) = delete;
};
}

// 12.2. The error codes have the type HRESULT, and `what` is a function of the base class `std::exception`.
class [[host_only]] runtime_exception {
public:
    runtime_exception(const char* message, long code);
    explicit runtime_exception(long code);
    runtime_exception(const runtime_exception& other);
    ~runtime_exception();
    runtime_exception& operator=(const runtime_exception& other);
    long get_error_code() const;
    const char* what() const;
};
class out_of_memory : public runtime_exception {
public:
    out_of_memory();
    explicit out_of_memory(const char* message);
};
class invalid_compute_domain : public runtime_exception {
public:
    invalid_compute_domain();
    explicit invalid_compute_domain(const char* message);
};
class unsupported_feature : public runtime_exception {
public:
    unsupported_feature();
    explicit unsupported_feature(const char* message);
};
class accelerator_view_removed : public runtime_exception {
public:
    accelerator_view_removed(const char* message, long reason);
    explicit accelerator_view_removed(long reason);
    long get_view_removed_reason() const;
};

// 12.3
void direct3d_abort() restrict(amp);
void direct3d_errorf(const char* format, ...) restrict(amp);
void direct3d_printf(const char* format, ...) restrict(amp);

}
namespace concurrency = Concurrency;
