// The textures of C++ AMP 1.2. Sections 10.1 to 10.6
//
// A texture keeps its texels in memory like an array, with all levels one after the other. Its texels are values of `T`, which are rounded to the bits
// of the format where they are written. The rule that an assertion states is before the colon of its text.
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

// The bits that a component can have, and how many it has without a number; 0 if a number is needed. 10.1.3
template <typename S> struct _Format {
    static const unsigned natural = 32;
    static bool has(unsigned bits, int components) { return bits == 32 || components != 3 && (bits == 8 || bits == 16); }
};
template <> struct _Format<float> {
    static const unsigned natural = 32;
    static bool has(unsigned bits, int components) { return bits == 32 || components != 3 && bits == 16; }
};
template <> struct _Format<double> {
    static const unsigned natural = 64;
    static bool has(unsigned bits, int components) { return bits == 64 && components <= 2; }
};
struct _NormFormat {
    static const unsigned natural = 0;
    static bool has(unsigned bits, int components) { return components != 3 && (bits == 8 || bits == 16); }
};
template <> struct _Format<norm> : _NormFormat {};
template <> struct _Format<unorm> : _NormFormat {};
// Say that the components of a texture have a format, that a texture has a level or two have as many, that a copy is not from a texture to itself,
// and that a mode of a sampler is known.
void _demand_format(bool is_format);
void _demand_levels(bool are_there);
void _demand_different(bool are_different);
void _demand_mode(bool is_known);

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
    sampler() : sampler(filter_linear, address_clamp) {}
    sampler(filter_mode filter) : sampler(filter, address_clamp) {}
    sampler(address_mode address, float_4 border = float_4(0.0f, 0.0f, 0.0f, 0.0f)) : sampler(filter_linear, address, border) {}
    sampler(filter_mode filter, address_mode address, float_4 border = float_4(0.0f, 0.0f, 0.0f, 0.0f)) : _filter(filter), _address(address), _border(border) {
        _demand_mode(filter == filter_point || filter == filter_linear);
        _demand_mode(address >= address_wrap && address <= address_border);
    }
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

template <typename T, int N = 1> class texture;
template <typename T, int N = 1> class texture_view;
template <typename T, int N = 1> class writeonly_texture_view;

// The number of texels in the levels before this one.
template <int N> inline int _level_start(const extent<N>& e, unsigned level) restrict(cpu, amp) {
    int texels = 0;
    for (unsigned i = 0; i < level; ++i) texels += int(_level_extent(e, i).size());
    return texels;
}
// The number of the texel at an index, among all texels.
template <int N> inline int _texel(const extent<N>& e, unsigned level, const index<N>& idx) restrict(cpu, amp) {
    extent<N> own = _level_extent(e, level);
    return _inside(own._contains(idx), _level_start(e, level) + _Rank<N>::distance(idx, _row_major(own)));
}

// The texel that an address mode takes for one outside of a dimension; -1 for the color of the border. 10.3.4
inline int _addressed(int at, int size, address_mode address) restrict(cpu, amp) {
    if (address == address_clamp) return at < 0 ? 0 : at >= size ? size - 1 : at;
    if (address == address_border) return at < 0 || at >= size ? -1 : at;
    int period = address == address_mirror ? 2 * size : size;
    int rest = at % period;
    rest = rest < 0 ? rest + period : rest;
    return rest < size ? rest : period - 1 - rest;
}
inline int _floored(float v) restrict(cpu, amp) { return float(int(v)) > v ? int(v) - 1 : int(v); }

// Reads texels of a level. `x` is along the last dimension.
template <typename T, int N> struct _Sampling {
    // The texel at an index, which may be outside.
    static T texel(const T* data, const extent<N>& e, unsigned level, const index<N>& place, address_mode address, const float_4& border) restrict(cpu, amp) {
        extent<N> own = _level_extent(e, level);
        index<N> idx = place;
        bool is_border = false;
        for (int i = 0; i < N; ++i) {
            idx._c[i] = _addressed(idx._c[i], own._c[i], address);
            is_border = is_border || idx._c[i] < 0;
        }
        T found;
        if (is_border) _color(found, border);
        else found = data[_texel(e, level, idx)];
        return found;
    }
    // The value at a place of a level: of one texel, or of the texels around the place by their distances.
    static T at(const T* data, const extent<N>& e, unsigned level, filter_mode filter, address_mode address, const float_4& border, const float_3& place) restrict(cpu, amp) {
        extent<N> own = _level_extent(e, level);
        index<N> first;
        float rest[N];
        for (int i = 0; i < N; ++i) {
            int c = N - 1 - i;
            float v = (c == 0 ? place._x : c == 1 ? place._y : place._z) * float(own._c[i]);
            v = filter == filter_point ? v : v - 0.5f;
            first._c[i] = _floored(v);
            rest[i] = v - float(first._c[i]);
        }
        if (filter == filter_point) return texel(data, e, level, first, address, border);
        T sum;
        _color(sum, float_4(0.0f, 0.0f, 0.0f, 0.0f));
        for (int corner = 0; corner < 1 << N; ++corner) {
            float weight = 1.0f;
            index<N> idx = first;
            for (int i = 0; i < N; ++i) {
                bool is_next = (corner >> i & 1) != 0;
                idx._c[i] += is_next ? 1 : 0;
                weight *= is_next ? rest[i] : 1.0f - rest[i];
            }
            T part;
            _color(part, float_4(weight, weight, weight, weight));
            sum += texel(data, e, level, idx, address, border) * part;
        }
        return sum;
    }
    // The value between two levels.
    static T sample(const T* data, const extent<N>& e, unsigned first, unsigned levels, filter_mode filter, address_mode address, const float_4& border, const float_3& place, float level) restrict(cpu, amp) {
        float most = float(levels - 1);
        level = level < 0.0f ? 0.0f : level > most ? most : level;
        if (filter == filter_point) return at(data, e, first + unsigned(_floored(level + 0.5f)), filter, address, border, place);
        unsigned below = unsigned(level);
        T value = at(data, e, first + below, filter, address, border, place);
        float rest = level - float(below);
        if (rest > 0.0f) {
            T one, other;
            _color(one, float_4(1.0f - rest, 1.0f - rest, 1.0f - rest, 1.0f - rest));
            _color(other, float_4(rest, rest, rest, rest));
            value = value * one + at(data, e, first + below + 1, filter, address, border, place) * other;
        }
        return value;
    }
};

// What the classes have in common. 10.1.2, 10.1.11 to 10.1.13
#define _AMP_TEXTURE(T) \
static_assert(_Element<T>::components > 0, "texture.type: the elements of a texture must be `int`, `uint`, `float`, `double`, `norm`, `unorm` or short vectors of them"); \
static_assert(N >= 1 && N <= 3, "texture.type: the rank of a texture must be 1, 2 or 3"); \
static const int rank = N; \
typedef T _texels; \
typedef typename _Element<T>::scalar_type scalar_type; \
unsigned get_bits_per_scalar_element() const { return _bits != 0 ? _bits : _Format<scalar_type>::natural; } \
unsigned get_mipmap_levels() const restrict(cpu, amp) { return _further_levels + 1; } \
unsigned get_data_length() const { return (_level_start(_extent, _further_levels + 1) * _Element<T>::components * get_bits_per_scalar_element() + 7) / 8; } \
extent<N> get_extent() const restrict(cpu, amp) { return _extent; } \
extent<N> get_mipmap_extent(unsigned level) const restrict(amp) { return _level_extent(_extent, level); } \
extent<N> get_mipmap_extent(unsigned level) const restrict(cpu) { \
    _demand_levels(level <= _further_levels); \
    return _level_extent(_extent, level); \
} \
accelerator_view get_accelerator_view() const { return accelerator().get_default_view(); }

// An index, whose constructors would report a wrong number of components once more.
template <int N> inline index<N> _index_of(int i0, int i1, int i2) restrict(cpu, amp) {
    index<N> r;
    for (int i = 0; i < N; ++i) r._c[i] = i == 0 ? i0 : i == 1 ? i1 : i2;
    return r;
}
// The functions that read a texel, with a condition. 10.1.15, 10.4.6, 10.5.6
#define _AMP_READ(T, condition, text) \
T operator[](const index<N>& idx) const restrict(amp) { static_assert(condition, text); return _read(idx, 0); } \
T operator()(const index<N>& idx) const restrict(amp) { static_assert(condition, text); return _read(idx, 0); } \
T operator[](int i0) const restrict(amp) { static_assert(condition, text); _AMP_RANK(1); return _read(_index_of<N>(i0, 0, 0), 0); } \
T operator()(int i0) const restrict(amp) { static_assert(condition, text); _AMP_RANK(1); return _read(_index_of<N>(i0, 0, 0), 0); } \
T operator()(int i0, int i1) const restrict(amp) { static_assert(condition, text); _AMP_RANK(2); return _read(_index_of<N>(i0, i1, 0), 0); } \
T operator()(int i0, int i1, int i2) const restrict(amp) { static_assert(condition, text); _AMP_RANK(3); return _read(_index_of<N>(i0, i1, i2), 0); }
#define _AMP_RANK(n) static_assert(N == n, "texture.index: a texture is indexed with as many integers as its rank says")

#define _AMP_UNREADABLE "texture-view.read: a writable view can only be read if its elements are `int`, `uint` or `float`: read others through a `texture_view<const T, N>`"

// The constructors with the first parameters for a shape: they call the one with an extent and these arguments. 10.1.3 to 10.1.6
#define _AMP_ALL(...) __VA_ARGS__
#define _AMP_SHAPES(prefix, arguments, ...) \
prefix texture(int e0, __VA_ARGS__) : texture(extent<N>(e0), _AMP_ALL arguments) {} \
prefix texture(int e0, int e1, __VA_ARGS__) : texture(extent<N>(e0, e1), _AMP_ALL arguments) {} \
prefix texture(int e0, int e1, int e2, __VA_ARGS__) : texture(extent<N>(e0, e1, e2), _AMP_ALL arguments) {}
// The constructors without a view of an accelerator, and with one or two, which change nothing here.
#define _AMP_VIEWS(prefix, arguments, ...) \
prefix texture(const extent<N>& e, __VA_ARGS__, const accelerator_view& view) : texture(e, _AMP_ALL arguments) {} \
prefix texture(const extent<N>& e, __VA_ARGS__, const accelerator_view& view, const accelerator_view& associated) : texture(e, _AMP_ALL arguments) {} \
_AMP_SHAPES(prefix, arguments, __VA_ARGS__) \
_AMP_SHAPES(prefix, arguments, __VA_ARGS__, const accelerator_view& view) \
_AMP_SHAPES(prefix, arguments, __VA_ARGS__, const accelerator_view& view, const accelerator_view& associated)
#define _AMP_SOURCES(...) \
texture(__VA_ARGS__& source) : texture(source._extent, source._bits, source._further_levels + 1) { graphics::copy(source, *this); } \
texture(__VA_ARGS__& source, const accelerator_view& view) : texture(source) {} \
texture(__VA_ARGS__& source, const accelerator_view& view, const accelerator_view& associated) : texture(source) {}

// 10.6. The result of a copy whose source or target is a texture: other types find no function here.
#define _AMP_COPY(...) [[targets("copy.host-only")]] typename _ForTexture<__VA_ARGS__>::type
// The same for a copy from one texture to another, and to an iterator.
#define _AMP_COPY_BOTH(S, D, R) _AMP_COPY(S, typename _ForTexture<D, R>::type)
#define _AMP_COPY_TO(S, I, R) _AMP_COPY(S, typename _ForContainer<I, R>::type)
template <typename S, typename D> _AMP_COPY_BOTH(S, D, void) copy(const S& source, D& target);
template <typename I, typename D> _AMP_COPY(D, void) copy(I first, I last, D& target);
template <typename D> _AMP_COPY(D, void) copy(const void* source, unsigned bytes, D& target);

// 10.1
template <typename T, int N> class [[host_only]] texture {
public:
    _AMP_TEXTURE(T)
    typedef T value_type;

    texture(const extent<N>& e) : texture(e, 0u, 1u) {}
    texture(int e0) : texture(extent<N>(e0)) {}
    texture(int e0, int e1) : texture(extent<N>(e0, e1)) {}
    texture(int e0, int e1, int e2) : texture(extent<N>(e0, e1, e2)) {}
    texture(const extent<N>& e, const accelerator_view& view) : texture(e) {}
    texture(const extent<N>& e, const accelerator_view& view, const accelerator_view& associated) : texture(e) {}
    _AMP_SHAPES(, (view), const accelerator_view& view)
    _AMP_SHAPES(, (view), const accelerator_view& view, const accelerator_view& associated)
    texture(const extent<N>& e, unsigned bits) : texture(e, bits, 1u) {}
    _AMP_VIEWS(, (bits), unsigned bits)
    texture(const extent<N>& e, unsigned bits, unsigned levels) : _extent(e), _bits(_with_format(bits)), _further_levels(_count(e, levels) - 1) {
        _data = static_cast<T*>(_allocate(unsigned(_level_start(e, _further_levels + 1)), sizeof(T)));
    }
    texture(const extent<N>& e, unsigned bits, unsigned levels, const accelerator_view& view) : texture(e, bits, levels) {}
    template <typename I> texture(const extent<N>& e, I first, I last) : texture(e) {
        static_assert(_Format<scalar_type>::natural != 0, "texture.from-iterators: a texture of `norm` or `unorm` can't be constructed from iterators: use a source of bytes");
        graphics::copy(first, last, *this);
    }
    _AMP_VIEWS(template <typename I>, (first, last), I first, I last)
    texture(const extent<N>& e, const void* source, unsigned bytes, unsigned bits) : texture(e, bits) { graphics::copy(source, bytes, *this); }
    _AMP_VIEWS(, (source, bytes, bits), const void* source, unsigned bytes, unsigned bits)
    _AMP_SOURCES(const texture)
    _AMP_SOURCES(const texture_view<T, N>)
    _AMP_SOURCES(const texture_view<const T, N>)
    texture(texture&& other) : _data(other._data), _extent(other._extent), _bits(other._bits), _further_levels(other._further_levels) {}
    texture& operator=(const texture& other) { return *this = texture(other); }
    texture& operator=(texture&& other) {
        _data = other._data;
        _extent = other._extent;
        _bits = other._bits;
        _further_levels = other._further_levels;
        return *this;
    }

    void copy_to(texture& target) const { graphics::copy(*this, target); }
    void copy_to(const writeonly_texture_view<T, N>& target) const { graphics::copy(*this, target); }
    void* data();
    const void* data() const;
    unsigned get_row_pitch() const { static_assert(N > 1, "texture.pitch: a texture of rank 1 has no `get_row_pitch`"); return _pitch(N - 1); }
    unsigned get_depth_pitch() const { static_assert(N > 2, "texture.pitch: only a texture of rank 3 has `get_depth_pitch`"); return _pitch(N - 2); }
    accelerator_view get_associated_accelerator_view() const { return accelerator().get_default_view(); }

    _AMP_READ(const T, true, "")
    const T get(const index<N>& idx) const restrict(amp) { return _read(idx, 0); }
    void set(const index<N>& idx, const T& value) restrict(amp) {
        static_assert(_IsReadWrite<T>::value, "texture.set: `set` is only available for textures of `int`, `uint` and `float`: write this one through a `texture_view`");
        _write(idx, 0, value);
    }
    const T _read(const index<N>& idx, unsigned level) const restrict(cpu, amp) { return _data[_texel(_extent, level, idx)]; }
    void _write(const index<N>& idx, unsigned level, const T& value) const restrict(cpu, amp) { _data[_texel(_extent, level, idx)] = _rounded(value, _bits); }
    static unsigned _with_format(unsigned bits) {
        _demand_format(_Format<scalar_type>::has(bits != 0 ? bits : _Format<scalar_type>::natural, _Element<T>::components));
        return bits;
    }
    // The number of levels: 0 stands for all of them, down to a single texel. 10.1.3
    static unsigned _count(const extent<N>& e, unsigned levels) {
        unsigned all = 1;
        for (; _level_extent(e, all - 1).size() > 1; ++all) {}
        _demand_levels(levels <= all);
        return levels != 0 ? levels : all;
    }
    // The bytes of the texels along the dimensions from this one on.
    unsigned _pitch(int dimension) const {
        unsigned texels = 1;
        for (int i = dimension; i < N; ++i) texels *= _extent._c[i];
        return texels * _Element<T>::components * get_bits_per_scalar_element() / 8;
    }

    T* _data;
    extent<N> _extent;
    unsigned _bits;
    // The number of levels after the first.
    unsigned _further_levels;
};

// The members of views. `_texture_extent` is the extent of the first level of the texture.
#define _AMP_VIEW_MEMBERS(T) \
T* _data; \
extent<N> _extent; \
unsigned _bits; \
unsigned _further_levels; \
extent<N> _texture_extent; \
unsigned _level;
#define _AMP_VIEW_OF(source, level, levels) \
_data(source._data), _extent(_level_extent(source._extent, level)), _bits(source._bits), _further_levels(levels - 1), _texture_extent(source._extent), _level(level)
#define _AMP_SAME_VIEW(other) _data(other._data), _extent(other._extent), _bits(other._bits), _further_levels(other._further_levels), _texture_extent(other._texture_extent), _level(other._level)

// 10.2
template <typename T, int N> class writeonly_texture_view {
public:
    _AMP_TEXTURE(T)
    typedef T value_type;

    writeonly_texture_view(texture<T, N>& source) restrict(cpu) : _AMP_VIEW_OF(source, 0u, 1u) {}
    writeonly_texture_view(texture<T, N>& source) restrict(amp) : _AMP_VIEW_OF(source, 0u, 1u) {
        static_assert(_Element<T>::components == 1, "texture-view.writable-in-kernel: `restrict(amp)` code can only construct a writable view of a texture whose elements have one component");
    }
    writeonly_texture_view(const writeonly_texture_view& other) restrict(cpu, amp) = default;
    writeonly_texture_view& operator=(const writeonly_texture_view& other) restrict(cpu, amp) = default;
    void set(const index<N>& idx, const T& value) const restrict(amp) { _write(idx, 0, value); }
    const T _read(const index<N>& idx, unsigned level) const restrict(cpu, amp) { return _data[_texel(_texture_extent, _level + level, idx)]; }
    void _write(const index<N>& idx, unsigned level, const T& value) const restrict(cpu, amp) { _data[_texel(_texture_extent, _level + level, idx)] = _rounded(value, _bits); }

    _AMP_VIEW_MEMBERS(T)
};

// 10.4
template <typename T, int N> class texture_view {
public:
    _AMP_TEXTURE(T)
    typedef T value_type;

    texture_view(texture<T, N>& source, unsigned level = 0) restrict(cpu) : _AMP_VIEW_OF(source, level, 1u) { _demand_levels(level <= source._further_levels); }
    texture_view(texture<T, N>& source) restrict(amp) : _AMP_VIEW_OF(source, 0u, 1u) {
        static_assert(_Element<T>::components == 1, "texture-view.writable-in-kernel: `restrict(amp)` code can only construct a writable view of a texture whose elements have one component");
    }
    texture_view(const texture_view& other) restrict(cpu, amp) = default;
    texture_view& operator=(const texture_view& other) restrict(cpu, amp) = default;

    _AMP_READ(const T, _IsReadWrite<T>::value, _AMP_UNREADABLE)
    const T get(const index<N>& idx) const restrict(amp) {
        static_assert(_IsReadWrite<T>::value, _AMP_UNREADABLE);
        return _read(idx, 0);
    }
    void set(const index<N>& idx, const T& value) const restrict(amp) { _write(idx, 0, value); }
    const T _read(const index<N>& idx, unsigned level) const restrict(cpu, amp) { return _data[_texel(_texture_extent, _level + level, idx)]; }
    void _write(const index<N>& idx, unsigned level, const T& value) const restrict(cpu, amp) { _data[_texel(_texture_extent, _level + level, idx)] = _rounded(value, _bits); }

    _AMP_VIEW_MEMBERS(T)
};

// 10.5
template <typename T, int N> class texture_view<const T, N> {
public:
    _AMP_TEXTURE(T)
    typedef const T value_type;
    typedef typename short_vector<float, N>::type coordinates_type;
    typedef typename short_vector<scalar_type, 4>::type gather_return_type;

    texture_view(const texture<T, N>& source) restrict(cpu) : _AMP_VIEW_OF(source, 0u, source._further_levels + 1) {}
    texture_view(const texture<T, N>& source) restrict(amp) : _AMP_VIEW_OF(source, 0u, source._further_levels + 1) {
        static_assert(_Element<T>::components != 1, "texture-view.read-only-in-kernel: `restrict(amp)` code can only construct a read-only view of a texture whose elements have two components or more");
    }
    texture_view(const texture<T, N>& source, unsigned level, unsigned levels = 1) restrict(cpu) : _AMP_VIEW_OF(source, level, levels) {
        _demand_levels(levels > 0 && levels + level <= source._further_levels + 1);
    }
    texture_view(const texture_view<T, N>& other) restrict(cpu) : _AMP_SAME_VIEW(other) {}
    texture_view(const texture_view<const T, N>& other) restrict(cpu, amp) = default;
    texture_view(const texture_view<const T, N>& other, unsigned level, unsigned levels = 1) restrict(cpu)
        : _data(other._data), _extent(_level_extent(other._extent, level)), _bits(other._bits), _further_levels(levels - 1), _texture_extent(other._texture_extent), _level(other._level + level) {
        _demand_levels(levels > 0 && levels + level <= other._further_levels + 1);
    }
    texture_view& operator=(const texture_view<const T, N>& other) restrict(cpu, amp) = default;
    texture_view& operator=(const texture_view<T, N>& other) restrict(cpu) { return *this = texture_view(other); }

    _AMP_READ(const T, true, "")
    const T get(const index<N>& idx, unsigned level = 0) const restrict(amp) { return _read(idx, level); }
    const T _read(const index<N>& idx, unsigned level) const restrict(cpu, amp) { return _data[_texel(_texture_extent, _level + level, idx)]; }

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
        return _Sampling<T, N>::sample(_data, _texture_extent, _level, _further_levels + 1, filter, address, border, _place(at), level);
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
    // The texels that `sample` interpolates: counter-clockwise, beginning at the lower left.
    const gather_return_type _gathered(int component, address_mode address, const float_4& border, const coordinates_type& at) const restrict(amp) {
        static_assert(N == 2 && _IsSampled<scalar_type>::value, "texture-view.gather: only views of rank 2 of textures of `float`, `norm` or `unorm` have the `gather` functions");
        float_3 place = _place(at);
        int left = _floored(place._x * float(_extent._c[N - 1]) - 0.5f);
        int top = _floored(place._y * float(_extent._c[0]) - 0.5f);
        return gather_return_type(
            _gathered_part(component, address, border, top + 1, left), _gathered_part(component, address, border, top + 1, left + 1),
            _gathered_part(component, address, border, top, left + 1), _gathered_part(component, address, border, top, left));
    }
    scalar_type _gathered_part(int component, address_mode address, const float_4& border, int row, int column) const restrict(amp) {
        return _part(_Sampling<T, N>::texel(_data, _texture_extent, _level, _index_of<N>(row, column, 0), address, border), component);
    }

    static float_3 _place(float at) restrict(amp) { return float_3(at, 0.0f, 0.0f); }
    static float_3 _place(const float_2& at) restrict(amp) { return float_3(at._x, at._y, 0.0f); }
    static float_3 _place(const float_3& at) restrict(amp) { return at; }

    _AMP_VIEW_MEMBERS(const T)
};

// 10.6. Whether components have as many bits as their type, which iterators need.
template <typename C> bool _is_natural(const C& container) {
    return container.get_bits_per_scalar_element() == _Format<typename C::scalar_type>::natural;
}
// A texel, in its bits.
template <typename T> void _encode(void* target, unsigned number, unsigned bits, const T& v) {
    for (int i = 0; i < _Element<T>::components; ++i) _write_scalar(target, number * _Element<T>::components + i, bits, _part(v, i));
}
template <typename T> void _decode(const void* source, unsigned number, unsigned bits, T& v) {
    for (int i = 0; i < _Element<T>::components; ++i) {
        typename _Element<T>::scalar_type part;
        _read_scalar(source, number * _Element<T>::components + i, bits, part);
        _set_part(v, i, part);
    }
}
template <typename S> _AMP_COPY(S, void) copy(const S& source, const index<S::rank>& origin, const extent<S::rank>& e, void* target, unsigned bytes) {
    unsigned bits = source.get_bits_per_scalar_element();
    _demand_length(bytes >= e.size() * _Element<typename S::value_type>::components * bits / 8);
    for (unsigned i = 0; i < e.size(); ++i) _encode(target, i, bits, source._read(origin + _position(e, i), 0));
}
template <typename S> _AMP_COPY(S, void) copy(const S& source, void* target, unsigned bytes) { graphics::copy(source, index<S::rank>(), source.get_extent(), target, bytes); }
template <typename D> _AMP_COPY(D, void) copy(const void* source, unsigned bytes, D& target, const index<D::rank>& place, const extent<D::rank>& e) {
    unsigned bits = target.get_bits_per_scalar_element();
    _demand_length(bytes >= e.size() * _Element<typename D::value_type>::components * bits / 8);
    for (unsigned i = 0; i < e.size(); ++i) {
        typename D::value_type texel;
        _decode(source, i, bits, texel);
        target._write(place + _position(e, i), 0, texel);
    }
}
template <typename D> _AMP_COPY(D, void) copy(const void* source, unsigned bytes, D& target) { graphics::copy(source, bytes, target, index<D::rank>(), target.get_extent()); }
template <typename I, typename D> _AMP_COPY(D, void) copy(I first, I last, D& target, const index<D::rank>& place, const extent<D::rank>& e) {
    unsigned count = 0;
    _demand_format(_is_natural(target));
    for (; first != last && count < e.size(); ++first, ++count) target._write(place + _position(e, count), 0, *first);
    _demand_length(count == e.size());
}
template <typename I, typename D> _AMP_COPY(D, void) copy(I first, I last, D& target) { graphics::copy(first, last, target, index<D::rank>(), target.get_extent()); }
template <typename S, typename I> _AMP_COPY_TO(S, I, void) copy(const S& source, const index<S::rank>& origin, const extent<S::rank>& e, I target) {
    _demand_format(_is_natural(source));
    for (unsigned i = 0; i < e.size(); ++i, ++target) *target = source._read(origin + _position(e, i), 0);
}
template <typename S, typename I> _AMP_COPY_TO(S, I, void) copy(const S& source, I target) { graphics::copy(source, index<S::rank>(), source.get_extent(), target); }
template <typename S, typename D> _AMP_COPY_BOTH(S, D, void) copy(const S& source, const index<S::rank>& origin, D& target, const index<S::rank>& place, const extent<S::rank>& e) {
    _demand_format(source.get_bits_per_scalar_element() == target.get_bits_per_scalar_element());
    _demand_different(source._data != target._data);
    _demand_levels(source._further_levels == 0 && target._further_levels == 0);
    for (unsigned i = 0; i < e.size(); ++i) target._write(place + _position(e, i), 0, source._read(origin + _position(e, i), 0));
}
template <typename S, typename D> _AMP_COPY_BOTH(S, D, void) copy(const S& source, D& target) {
    _demand_equal(source.get_extent() == target.get_extent());
    _demand_format(source.get_bits_per_scalar_element() == target.get_bits_per_scalar_element());
    _demand_levels(source._further_levels == target._further_levels);
    for (unsigned level = 0; level <= source._further_levels; ++level) {
        extent<S::rank> e = source.get_mipmap_extent(level);
        for (unsigned i = 0; i < e.size(); ++i) target._write(_position(e, i), level, source._read(_position(e, i), level));
    }
}
// A copy has ended when the function returns.
#define _AMP_ASYNC(result, parameters, arguments) result copy_async parameters { graphics::copy arguments; return completion_future(); }
template <typename S> _AMP_ASYNC(_AMP_COPY(S, completion_future), (const S& source, void* target, unsigned bytes), (source, target, bytes))
template <typename S> _AMP_ASYNC(_AMP_COPY(S, completion_future), (const S& source, const index<S::rank>& origin, const extent<S::rank>& e, void* target, unsigned bytes), (source, origin, e, target, bytes))
template <typename D> _AMP_ASYNC(_AMP_COPY(D, completion_future), (const void* source, unsigned bytes, D& target), (source, bytes, target))
template <typename D> _AMP_ASYNC(_AMP_COPY(D, completion_future), (const void* source, unsigned bytes, D& target, const index<D::rank>& place, const extent<D::rank>& e), (source, bytes, target, place, e))
template <typename I, typename D> _AMP_ASYNC(_AMP_COPY(D, completion_future), (I first, I last, D& target), (first, last, target))
template <typename I, typename D> _AMP_ASYNC(_AMP_COPY(D, completion_future), (I first, I last, D& target, const index<D::rank>& place, const extent<D::rank>& e), (first, last, target, place, e))
template <typename S, typename I> _AMP_ASYNC(_AMP_COPY_TO(S, I, completion_future), (const S& source, I target), (source, target))
template <typename S, typename I> _AMP_ASYNC(_AMP_COPY_TO(S, I, completion_future), (const S& source, const index<S::rank>& origin, const extent<S::rank>& e, I target), (source, origin, e, target))
template <typename S, typename D> _AMP_ASYNC(_AMP_COPY_BOTH(S, D, completion_future), (const S& source, D& target), (source, target))
template <typename S, typename D> _AMP_ASYNC(_AMP_COPY_BOTH(S, D, completion_future), (const S& source, const index<S::rank>& origin, D& target, const index<S::rank>& place, const extent<S::rank>& e), (source, origin, target, place, e))

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
