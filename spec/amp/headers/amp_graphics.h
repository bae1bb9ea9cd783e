// The textures of C++ AMP 1.2. Sections 10.1 to 10.6
//
// The functions of kernels have bodies, except for the accesses to texels: `_load`, `_store`, `_sample` and `_gather` of `texture`. The rule that an
// assertion states is before the colon of its text.
#pragma once

namespace Concurrency {
namespace graphics {

// The scalars of textures that a kernel can read and write, and of textures that can be sampled.
template <typename T> struct _IsReadWrite { static const bool value = false; };
template <> struct _IsReadWrite<int> { static const bool value = true; };
template <> struct _IsReadWrite<uint> { static const bool value = true; };
template <> struct _IsReadWrite<float> { static const bool value = true; };
template <typename T> struct _IsSampled { static const bool value = false; };
template <> struct _IsSampled<float> { static const bool value = true; };
template <> struct _IsSampled<norm> { static const bool value = true; };
template <> struct _IsSampled<unorm> { static const bool value = true; };

// Returns a component of an index, or 0 if its rank is less.
template <int N> inline int _component(const index<N>& idx, int number) restrict(cpu, amp) { return number < N ? idx._c[number] : 0; }

// The extent of a level of a texture: half as large from level to level. 10.1.12
template <int N> inline extent<N> _level_extent(const extent<N>& e, unsigned level) restrict(cpu, amp) {
    extent<N> r;
    for (int i = 0; i < N; ++i) {
        int size = e._c[i] >> level;
        r._c[i] = size > 0 ? size : 1;
    }
    return r;
}

// 10.3. The values are from Direct3D.
enum filter_mode { filter_point = 0, filter_linear = 0x15, filter_unknown = 0x7fffffff };
enum address_mode { address_wrap = 1, address_mirror = 2, address_clamp = 3, address_border = 4, address_unknown = 0x7fffffff };

class [[targets("sampler.host-constructors")]] sampler {
public:
    sampler();
    sampler(filter_mode filter);
    sampler(address_mode address, float_4 border = float_4(0.0f, 0.0f, 0.0f, 0.0f));
    sampler(filter_mode filter, address_mode address, float_4 border = float_4(0.0f, 0.0f, 0.0f, 0.0f));
    sampler(const sampler& other) restrict(cpu, amp) = default;
    sampler(sampler&& other) restrict(cpu, amp) = default;
    sampler& operator=(const sampler& other) restrict(cpu, amp) = default;
    sampler& operator=(sampler&& other) restrict(cpu, amp) = default;
    filter_mode get_filter_mode() const restrict(cpu, amp) { return _filter; }
    address_mode get_address_mode() const restrict(cpu, amp) { return _address; }
    float_4 get_border_color() const restrict(cpu, amp) { return _border; }

    filter_mode _filter;
    address_mode _address;
    float_4 _border;
};

template <typename T, int N> class writeonly_texture_view;
template <typename T, int N> class texture_view;

// What the classes have in common. 10.1.2, 10.1.11 to 10.1.13
#define _AMP_TEXTURE(T) \
static_assert(_Element<T>::components > 0, "texture.type: the elements of a texture must be `int`, `uint`, `float`, `double`, `norm`, `unorm` or short vectors of them"); \
static_assert(N >= 1 && N <= 3, "texture.type: the rank of a texture must be 1, 2 or 3"); \
static const int rank = N; \
typedef typename _Element<T>::scalar_type scalar_type; \
unsigned get_bits_per_scalar_element() const; \
unsigned get_mipmap_levels() const restrict(cpu, amp) { return _levels; } \
unsigned get_data_length() const; \
extent<N> get_extent() const restrict(cpu, amp) { return _extent; } \
extent<N> get_mipmap_extent(unsigned level) const restrict(cpu, amp) { return _level_extent(_extent, level); } \
accelerator_view get_accelerator_view() const;

// The functions that read a texel, with a condition. 10.1.15, 10.4.6, 10.5.6
#define _AMP_READ(T, condition, text) \
T operator[](const index<N>& idx) const restrict(amp) { static_assert(condition, text); return _read(idx, 0); } \
T operator()(const index<N>& idx) const restrict(amp) { static_assert(condition, text); return _read(idx, 0); } \
T operator[](int i0) const restrict(amp) { static_assert(condition, text); _AMP_RANK(1); return _read(i0, 0, 0, 0); } \
T operator()(int i0) const restrict(amp) { static_assert(condition, text); _AMP_RANK(1); return _read(i0, 0, 0, 0); } \
T operator()(int i0, int i1) const restrict(amp) { static_assert(condition, text); _AMP_RANK(2); return _read(i0, i1, 0, 0); } \
T operator()(int i0, int i1, int i2) const restrict(amp) { static_assert(condition, text); _AMP_RANK(3); return _read(i0, i1, i2, 0); } \
T _read(const index<N>& idx, unsigned level) const restrict(amp) { return _read(_component(idx, 0), _component(idx, 1), _component(idx, 2), level); }
#define _AMP_RANK(n) static_assert(N == n, "texture.index: a texture is indexed with as many integers as its rank says")

#define _AMP_UNREADABLE "texture-view.read: a writable view can only be read if its elements are `int`, `uint` or `float`: read others through a `texture_view<const T, N>`"

// A write of a texel.
#define _AMP_WRITE(idx, value) _store(_component(idx, 0), _component(idx, 1), _component(idx, 2), value)

// The constructors with the first parameters for a shape. 10.1.3 to 10.1.6
#define _AMP_SHAPES(prefix, ...) \
prefix texture(const extent<N>& e, __VA_ARGS__); \
prefix texture(int e0, __VA_ARGS__); \
prefix texture(int e0, int e1, __VA_ARGS__); \
prefix texture(int e0, int e1, int e2, __VA_ARGS__);
#define _AMP_SOURCES(...) \
texture(__VA_ARGS__& source); \
texture(__VA_ARGS__& source, const accelerator_view& view); \
texture(__VA_ARGS__& source, const accelerator_view& view, const accelerator_view& associated);

// 10.1
template <typename T, int N> class [[host_only]] texture {
public:
    _AMP_TEXTURE(T)
    typedef T value_type;

    texture(const extent<N>& e);
    texture(int e0);
    texture(int e0, int e1);
    texture(int e0, int e1, int e2);
    _AMP_SHAPES(, const accelerator_view& view)
    _AMP_SHAPES(, const accelerator_view& view, const accelerator_view& associated)
    _AMP_SHAPES(, unsigned bits)
    _AMP_SHAPES(, unsigned bits, const accelerator_view& view)
    _AMP_SHAPES(, unsigned bits, const accelerator_view& view, const accelerator_view& associated)
    texture(const extent<N>& e, unsigned bits, unsigned levels);
    texture(const extent<N>& e, unsigned bits, unsigned levels, const accelerator_view& view);
    _AMP_SHAPES(template <typename I>, I first, I last)
    _AMP_SHAPES(template <typename I>, I first, I last, const accelerator_view& view)
    _AMP_SHAPES(template <typename I>, I first, I last, const accelerator_view& view, const accelerator_view& associated)
    _AMP_SHAPES(, const void* source, unsigned bytes, unsigned bits)
    _AMP_SHAPES(, const void* source, unsigned bytes, unsigned bits, const accelerator_view& view)
    _AMP_SHAPES(, const void* source, unsigned bytes, unsigned bits, const accelerator_view& view, const accelerator_view& associated)
    _AMP_SOURCES(const texture)
    _AMP_SOURCES(const texture_view<T, N>)
    _AMP_SOURCES(const texture_view<const T, N>)
    texture(texture&& other);
    texture& operator=(const texture& other);
    texture& operator=(texture&& other);

    void copy_to(texture& target) const;
    void copy_to(const writeonly_texture_view<T, N>& target) const;
    void* data();
    const void* data() const;
    unsigned get_row_pitch() const { static_assert(N > 1, "texture.pitch: a texture of rank 1 has no `get_row_pitch`"); return _row_pitch; }
    unsigned get_depth_pitch() const { static_assert(N > 2, "texture.pitch: only a texture of rank 3 has `get_depth_pitch`"); return _depth_pitch; }
    accelerator_view get_associated_accelerator_view() const;

    _AMP_READ(const T, true, "")
    const T get(const index<N>& idx) const restrict(amp) { return _read(idx, 0); }
    void set(const index<N>& idx, const T& value) restrict(amp) {
        static_assert(_IsReadWrite<T>::value, "texture.set: `set` is only available for textures of `int`, `uint` and `float`: write this one through a `texture_view`");
        _AMP_WRITE(idx, value);
    }
    const T _read(int i0, int i1, int i2, unsigned level) const restrict(amp) { return _load(i0, i1, i2, level); }

    // Read or write a texel of a level.
    T _load(int i0, int i1, int i2, unsigned level) const restrict(amp);
    void _store(int i0, int i1, int i2, const T& value, unsigned level = 0) restrict(amp);
    // Returns the interpolated value at a place: from 0 to 1 in each dimension.
    T _sample(filter_mode filter, address_mode address, const float_4& border, float x, float y, float z, float level) const restrict(amp);
    // Returns one component of the four texels that `_sample` interpolates.
    typename short_vector<scalar_type, 4>::type _gather(int component, address_mode address, const float_4& border, float x, float y, unsigned level) const restrict(amp);

    extent<N> _extent;
    unsigned _levels;
    unsigned _row_pitch;
    unsigned _depth_pitch;
};

// 10.2
template <typename T, int N> class writeonly_texture_view {
public:
    _AMP_TEXTURE(T)
    typedef T value_type;

    writeonly_texture_view(texture<T, N>& source) restrict(cpu);
    writeonly_texture_view(texture<T, N>& source) restrict(amp) : _texture(&source), _extent(source._extent), _levels(1) {
        static_assert(_Element<T>::components == 1, "texture-view.writable-in-kernel: `restrict(amp)` code can only construct a writable view of a texture whose elements have one component");
    }
    writeonly_texture_view(const writeonly_texture_view& other) restrict(cpu, amp) = default;
    writeonly_texture_view& operator=(const writeonly_texture_view& other) restrict(cpu, amp) = default;
    void set(const index<N>& idx, const T& value) const restrict(amp) { _texture->_AMP_WRITE(idx, value); }

    texture<T, N>* _texture;
    extent<N> _extent;
    unsigned _levels;
};

// 10.4
template <typename T, int N> class texture_view {
public:
    _AMP_TEXTURE(T)
    typedef T value_type;

    texture_view(texture<T, N>& source, unsigned level = 0) restrict(cpu);
    texture_view(texture<T, N>& source) restrict(amp) : _texture(&source), _extent(source._extent), _level(0), _levels(1) {
        static_assert(_Element<T>::components == 1, "texture-view.writable-in-kernel: `restrict(amp)` code can only construct a writable view of a texture whose elements have one component");
    }
    texture_view(const texture_view& other) restrict(cpu, amp) = default;
    texture_view& operator=(const texture_view& other) restrict(cpu, amp) = default;

    _AMP_READ(const T, _IsReadWrite<T>::value, _AMP_UNREADABLE)
    const T get(const index<N>& idx) const restrict(amp) {
        static_assert(_IsReadWrite<T>::value, _AMP_UNREADABLE);
        return _read(idx, 0);
    }
    void set(const index<N>& idx, const T& value) const restrict(amp) { _AMP_WRITE(idx, value); }
    const T _read(int i0, int i1, int i2, unsigned level) const restrict(amp) { return _texture->_load(i0, i1, i2, _level + level); }
    void _store(int i0, int i1, int i2, const T& value) const restrict(amp) { _texture->_store(i0, i1, i2, value, _level); }

    texture<T, N>* _texture;
    extent<N> _extent;
    unsigned _level;
    unsigned _levels;
};

// 10.5
template <typename T, int N> class texture_view<const T, N> {
public:
    _AMP_TEXTURE(T)
    typedef const T value_type;
    typedef typename short_vector<float, N>::type coordinates_type;
    typedef typename short_vector<scalar_type, 4>::type gather_return_type;

    texture_view(const texture<T, N>& source) restrict(cpu);
    texture_view(const texture<T, N>& source) restrict(amp) : _texture(&source), _extent(source._extent), _level(0), _levels(source._levels) {
        static_assert(_Element<T>::components != 1, "texture-view.read-only-in-kernel: `restrict(amp)` code can only construct a read-only view of a texture whose elements have two components or more");
    }
    texture_view(const texture<T, N>& source, unsigned level, unsigned levels = 1) restrict(cpu);
    texture_view(const texture_view<T, N>& other) restrict(cpu);
    texture_view(const texture_view<const T, N>& other) restrict(cpu, amp) = default;
    texture_view(const texture_view<const T, N>& other, unsigned level, unsigned levels = 1) restrict(cpu);
    texture_view& operator=(const texture_view<const T, N>& other) restrict(cpu, amp) = default;
    texture_view& operator=(const texture_view<T, N>& other) restrict(cpu);

    _AMP_READ(const T, true, "")
    const T get(const index<N>& idx, unsigned level = 0) const restrict(amp) { return _read(idx, level); }
    const T _read(int i0, int i1, int i2, unsigned level) const restrict(amp) { return _texture->_load(i0, i1, i2, _level + level); }

    // 10.5.7
    const T sample(const sampler& how, const coordinates_type& at, float level = 0.0f) const restrict(amp) {
        return _sampled(how._filter, how._address, how._border, at, level);
    }
    template <filter_mode filter = filter_linear, address_mode address = address_clamp>
    const T sample(const coordinates_type& at, float level = 0.0f) const restrict(amp) {
        static_assert(address != address_border, "texture-view.no-border: the address mode in template arguments can't be `address_border`: use a `sampler`");
        return _sampled(filter, address, float_4(), at, level);
    }
    const T _sampled(filter_mode filter, address_mode address, const float_4& border, const coordinates_type& at, float level) const restrict(amp) {
        static_assert(_IsSampled<scalar_type>::value, "texture-view.sample: only views of textures of `float`, `norm` or `unorm` can be sampled");
        return _texture->_sample(filter, address, border, _coordinate(at, 0), _coordinate(at, 1), _coordinate(at, 2), _level + level);
    }

    // 10.5.8
#define _AMP_GATHER(name, component) \
    const gather_return_type name(const sampler& how, const coordinates_type& at) const restrict(amp) { return _gathered(component, how._address, how._border, at); } \
    template <address_mode address = address_clamp> const gather_return_type name(const coordinates_type& at) const restrict(amp) { \
        static_assert(address != address_border, "texture-view.no-border: the address mode in template arguments can't be `address_border`: use a `sampler`"); \
        return _gathered(component, address, float_4(), at); \
    }
    _AMP_GATHER(gather_red, 0)
    _AMP_GATHER(gather_green, 1)
    _AMP_GATHER(gather_blue, 2)
    _AMP_GATHER(gather_alpha, 3)
    const gather_return_type _gathered(int component, address_mode address, const float_4& border, const coordinates_type& at) const restrict(amp) {
        static_assert(N == 2 && _IsSampled<scalar_type>::value, "texture-view.gather: only views of rank 2 of textures of `float`, `norm` or `unorm` have the `gather` functions");
        return _texture->_gather(component, address, border, _coordinate(at, 0), _coordinate(at, 1), _level);
    }

    static float _coordinate(float at, int number) restrict(amp) { return number == 0 ? at : 0.0f; }
    static float _coordinate(const float_2& at, int number) restrict(amp) { return number == 0 ? at._x : number == 1 ? at._y : 0.0f; }
    static float _coordinate(const float_3& at, int number) restrict(amp) { return number == 0 ? at._x : number == 1 ? at._y : at._z; }

    const texture<T, N>* _texture;
    extent<N> _extent;
    unsigned _level;
    unsigned _levels;
};

// 10.6. Calls with other types than textures and views find no functions here.
template <typename S, typename R> struct _ForTexture {};
template <typename T, int N, typename R> struct _ForTexture<texture<T, N>, R> { typedef R type; };
template <typename T, int N, typename R> struct _ForTexture<texture_view<T, N>, R> { typedef R type; };
template <typename T, int N, typename R> struct _ForTexture<writeonly_texture_view<T, N>, R> { typedef R type; };
#define _AMP_COPIES(R, name) \
template <typename S> typename _ForTexture<S, R>::type name(const S& source, void* target, unsigned bytes); \
template <typename S> typename _ForTexture<S, R>::type name(const S& source, const index<S::rank>& origin, const extent<S::rank>& e, void* target, unsigned bytes); \
template <typename D> typename _ForTexture<D, R>::type name(const void* source, unsigned bytes, D& target); \
template <typename D> typename _ForTexture<D, R>::type name(const void* source, unsigned bytes, D& target, const index<D::rank>& place, const extent<D::rank>& e); \
template <typename I, typename D> typename _ForTexture<D, R>::type name(I first, I last, D& target); \
template <typename I, typename D> typename _ForTexture<D, R>::type name(I first, I last, D& target, const index<D::rank>& place, const extent<D::rank>& e); \
template <typename S, typename I> typename _ForTexture<S, R>::type name(const S& source, I target); \
template <typename S, typename I> typename _ForTexture<S, R>::type name(const S& source, const index<S::rank>& origin, const extent<S::rank>& e, I target); \
template <typename S, typename D> typename _ForTexture<S, R>::type name(const S& source, D& target); \
template <typename S, typename D> typename _ForTexture<S, R>::type name(const S& source, const index<S::rank>& origin, D& target, const index<S::rank>& place, const extent<S::rank>& e);
_AMP_COPIES(void, copy)
_AMP_COPIES(completion_future, copy_async)

// 10.1.16, 10.2.9, 10.3.6, 10.4.7. The format has the type DXGI_FORMAT.
namespace direct3d {
template <typename T, int N> texture<T, N> make_texture(const accelerator_view& view, const IUnknown* source);
template <typename T, int N, typename F> texture<T, N> make_texture(const accelerator_view& view, const IUnknown* source, F format);
template <typename T, int N> IUnknown* get_texture(const texture<T, N>& source);
template <typename T, int N> IUnknown* get_texture(const writeonly_texture_view<T, N>& source);
template <typename T, int N> IUnknown* get_texture(const texture_view<T, N>& source);
sampler make_sampler(const IUnknown* source);
IUnknown* get_sampler(const accelerator_view& view, const sampler& source);
}

}
}
