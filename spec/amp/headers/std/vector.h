// The containers of the C++ standard library whose types kernels follow from, as far as deduction needs them. Their members do nothing here.

namespace std {

typedef decltype(nullptr) nullptr_t;

template <typename T> class allocator {};

template <typename T, typename A = allocator<T>> class [[host_only]] vector {
public:
    typedef T value_type;
    typedef unsigned int size_type;
    typedef T& reference;
    typedef const T& const_reference;
    typedef T* iterator;
    typedef const T* const_iterator;

    vector();
    explicit vector(unsigned count);
    vector(unsigned count, const T& value);
    template <typename I> vector(I first, I last);
    vector(const vector& other);
    vector& operator=(const vector& other);

    unsigned size() const;
    unsigned capacity() const;
    bool empty() const;
    T* data();
    const T* data() const;
    T& operator[](unsigned at);
    const T& operator[](unsigned at) const;
    T& at(unsigned at);
    const T& at(unsigned at) const;
    T& front();
    const T& front() const;
    T& back();
    const T& back() const;
    iterator begin();
    const_iterator begin() const;
    iterator end();
    const_iterator end() const;
    const_iterator cbegin() const;
    const_iterator cend() const;
    void resize(unsigned count);
    void resize(unsigned count, const T& value);
    void reserve(unsigned count);
    void clear();
    void push_back(const T& value);
    void pop_back();
    template <typename I> void assign(I first, I last);
    void swap(vector& other);
};

template <typename T, unsigned N> struct array {
    typedef T value_type;
    typedef unsigned int size_type;
    typedef T* iterator;
    typedef const T* const_iterator;

    unsigned size() const;
    bool empty() const;
    T* data();
    const T* data() const;
    T& operator[](unsigned at);
    const T& operator[](unsigned at) const;
    T& front();
    T& back();
    iterator begin();
    const_iterator begin() const;
    iterator end();
    const_iterator end() const;
    void fill(const T& value);

    T _elements[N];
};

}
