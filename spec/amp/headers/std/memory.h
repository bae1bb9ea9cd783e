// <memory>: the pointers that own an object. Their memory is never freed.
#pragma once

namespace std {

template <typename T> struct default_delete {};

template <typename T, typename D = default_delete<T>> class [[host_only]] unique_ptr {
public:
    typedef T* pointer;
    typedef T element_type;

    unique_ptr() : _pointer(nullptr) {}
    unique_ptr(nullptr_t) : _pointer(nullptr) {}
    explicit unique_ptr(T* pointer) : _pointer(pointer) {}
    unique_ptr(unique_ptr&& other) : _pointer(other.release()) {}
    unique_ptr& operator=(unique_ptr&& other) { _pointer = other.release(); return *this; }
    T* get() const { return _pointer; }
    T& operator*() const { return *_pointer; }
    T* release() { T* old = _pointer; _pointer = nullptr; return old; }
    void reset(T* pointer = nullptr) { _pointer = pointer; }
    explicit operator bool() const { return _pointer != nullptr; }

    T* _pointer;
};

template <typename T> class [[host_only]] shared_ptr {
public:
    typedef T element_type;

    shared_ptr() : _pointer(nullptr) {}
    shared_ptr(nullptr_t) : _pointer(nullptr) {}
    explicit shared_ptr(T* pointer) : _pointer(pointer) {}
    shared_ptr(const shared_ptr& other) : _pointer(other._pointer) {}
    template <typename U> shared_ptr(const shared_ptr<U>& other) : _pointer(other._pointer) {}
    shared_ptr& operator=(const shared_ptr& other) { _pointer = other._pointer; return *this; }
    T* get() const { return _pointer; }
    T& operator*() const { return *_pointer; }
    void reset() { _pointer = nullptr; }
    void reset(T* pointer) { _pointer = pointer; }
    explicit operator bool() const { return _pointer != nullptr; }

    T* _pointer;
};

}
