// The containers of the C++ standard library whose types kernels follow from. Their memory is never freed.

void* _allocate(unsigned count, unsigned size);
void _demand(bool condition) restrict(cpu, amp);
void _demand_assertion(bool condition) restrict(cpu, amp);
void _demand_running(bool condition);
// `throw` is a condition that doesn't hold.
void _demand_no_exception(bool condition);

// Copies the bytes of an object, which no constructor has begun at its new place.
template <typename T> void _relocate(T* target, T* source);
// `new T(arguments)` is `_new_object(T(arguments))`, `new T[count]` is `_new_array<T>(count)`, and `delete` is `_delete_object`.
template <typename T> T* _new_object(T&& object) {
    T* place = static_cast<T*>(_allocate(1, sizeof(T)));
    _relocate(place, &object);
    return place;
}
template <typename T> void _delete_object(T* pointer);
template <typename T> T* _new_array(unsigned count) {
    T* first = static_cast<T*>(_allocate(count, sizeof(T)));
    for (unsigned i = 0; i < count; ++i) {
        T element = T();
        _relocate(first + i, &element);
    }
    return first;
}

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
    void shrink_to_fit() {}
    void resize(unsigned count, const T& value) {
        reserve(count);
        for (unsigned i = _size; i < count; ++i) { T object(value); _relocate(_data + i, &object); }
        _size = count;
    }
    void reserve(unsigned count) {
        if (count <= _capacity) return;
        T* data = static_cast<T*>(_allocate(count, sizeof(T)));
        for (unsigned i = 0; i < _size; ++i) _relocate(data + i, _data + i);
        _data = data;
        _capacity = count;
    }
    void clear() { _size = 0; }
    void push_back(const T& value) {
        if (_size == _capacity) reserve(2 * _capacity + 4);
        T object(value);
        _relocate(_data + _size++, &object);
    }
    template <typename... B> void emplace_back(B&&... arguments) { push_back(T(std::forward<B>(arguments)...)); }
    void pop_back() { --_size; }
    template <typename U> void assign(U* first, U* last) {
        clear();
        for (; first != last; ++first) push_back(*first);
    }
    void assign(unsigned count, const T& value) {
        T copy(value);
        clear();
        resize(count, copy);
    }
    iterator insert(const_iterator at, const T& value) {
        T copy(value);
        return insert(at, &copy, &copy + 1);
    }
    iterator insert(const_iterator at, unsigned count, const T& value) {
        unsigned start = at - _data;
        vector copies(count, value);
        return insert(_data + start, copies.begin(), copies.end());
    }
    template <typename U> iterator insert(const_iterator at, U* first, U* last) {
        unsigned start = at - _data, count = last - first;
        // The elements may be this vector's own, and move.
        vector more(first, last);
        resize(_size + count);
        for (unsigned i = _size; i > start + count; --i) _data[i - 1] = _data[i - 1 - count];
        for (unsigned i = 0; i < count; ++i) _data[start + i] = more._data[i];
        return _data + start;
    }
    iterator erase(const_iterator at) { return erase(at, at + 1); }
    iterator erase(const_iterator first, const_iterator last) {
        unsigned start = first - _data, count = last - first;
        for (unsigned i = start; i + count < _size; ++i) _data[i] = _data[i + count];
        _size -= count;
        return _data + start;
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

template <typename T> bool operator==(const vector<T>& a, const vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (unsigned i = 0; i < a.size(); ++i) if (!(a[i] == b[i])) return false;
    return true;
}
template <typename T> bool operator!=(const vector<T>& a, const vector<T>& b) { return !(a == b); }
template <typename C> auto begin(C& container) -> decltype(container.begin()) { return container.begin(); }
template <typename C> auto end(C& container) -> decltype(container.end()) { return container.end(); }
template <typename T, unsigned N> T* begin(T (&elements)[N]) { return elements; }
template <typename T, unsigned N> T* end(T (&elements)[N]) { return elements + N; }

}
