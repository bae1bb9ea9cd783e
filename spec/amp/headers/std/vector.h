// The containers of the C++ standard library whose types kernels follow from. Their memory is never freed.

void* _allocate(unsigned count, unsigned size);
void _demand(bool condition) restrict(cpu, amp);

namespace std {

typedef decltype(nullptr) nullptr_t;

template <typename T> struct _Referred { typedef T type; };
template <typename T> struct _Referred<T&> { typedef T type; };
template <typename T> struct _Referred<T&&> { typedef T type; };
// Microsoft's headers of the containers declare these functions as well.
template <typename T> typename _Referred<T>::type&& move(T&& object) { return static_cast<typename _Referred<T>::type&&>(object); }
template <typename T> T&& forward(typename _Referred<T>::type& object) { return static_cast<T&&>(object); }
template <typename T> void swap(T& a, T& b) {
    T old(std::move(a));
    a = std::move(b);
    b = std::move(old);
}

template <typename T> class allocator {};

// Marks the constructor for the elements of a braced list.
struct _List {};

template <typename T, typename A = allocator<T>> class [[host_only]] vector {
public:
    typedef T value_type;
    typedef unsigned int size_type;
    typedef T& reference;
    typedef const T& const_reference;
    typedef T* iterator;
    typedef const T* const_iterator;

    vector() : _data(nullptr), _size(0), _capacity(0) {}
    explicit vector(unsigned count) : vector(count, T()) {}
    vector(unsigned count, const T& value) : vector() { resize(count, value); }
    // Iterators are pointers, and two numbers are not.
    template <typename U> vector(U* first, U* last) : vector() { assign(first, last); }
    vector(const T* list, unsigned count, _List) : vector() { assign(list, list + count); }
    vector(const vector& other) : vector() { assign(other.begin(), other.end()); }
    vector(vector&& other) : vector() { swap(other); }
    vector& operator=(const vector& other) { assign(other.begin(), other.end()); return *this; }
    vector& operator=(vector&& other) { swap(other); return *this; }

    unsigned size() const { return _size; }
    unsigned capacity() const { return _capacity; }
    bool empty() const { return _size == 0; }
    T* data() { return _data; }
    const T* data() const { return _data; }
    T& operator[](unsigned at) { _demand(at < _size); return _data[at]; }
    const T& operator[](unsigned at) const { _demand(at < _size); return _data[at]; }
    T& at(unsigned at) { _demand(at < _size); return _data[at]; }
    const T& at(unsigned at) const { _demand(at < _size); return _data[at]; }
    T& front() { return _data[0]; }
    const T& front() const { return _data[0]; }
    T& back() { return _data[_size - 1]; }
    const T& back() const { return _data[_size - 1]; }
    iterator begin() { return _data; }
    const_iterator begin() const { return _data; }
    iterator end() { return _data + _size; }
    const_iterator end() const { return _data + _size; }
    const_iterator cbegin() const { return _data; }
    const_iterator cend() const { return _data + _size; }
    void resize(unsigned count) { resize(count, T()); }
    void resize(unsigned count, const T& value) {
        reserve(count);
        for (unsigned i = _size; i < count; ++i) _data[i] = value;
        _size = count;
    }
    void reserve(unsigned count) {
        if (count <= _capacity) return;
        T* data = static_cast<T*>(_allocate(count, sizeof(T)));
        for (unsigned i = 0; i < _size; ++i) data[i] = _data[i];
        _data = data;
        _capacity = count;
    }
    void clear() { _size = 0; }
    void push_back(const T& value) {
        if (_size == _capacity) reserve(2 * _capacity + 4);
        _data[_size++] = value;
    }
    void pop_back() { --_size; }
    template <typename U> void assign(U* first, U* last) {
        clear();
        for (; first != last; ++first) push_back(*first);
    }
    void swap(vector& other) {
        T* data = _data; _data = other._data; other._data = data;
        unsigned size = _size; _size = other._size; other._size = size;
        unsigned capacity = _capacity; _capacity = other._capacity; other._capacity = capacity;
    }

    T* _data;
    unsigned _size;
    unsigned _capacity;
};

}
