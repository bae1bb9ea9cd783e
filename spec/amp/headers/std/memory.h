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
    template <typename U> unique_ptr(unique_ptr<U>&& other) : _pointer(other.release()) {}
    unique_ptr& operator=(unique_ptr&& other) { _pointer = other.release(); return *this; }
    unique_ptr& operator=(nullptr_t) { _pointer = nullptr; return *this; }
    T* get() const { return _pointer; }
    T& operator*() const { return *_pointer; }
    T* operator->() const { return _pointer; }
    T* release() { T* old = _pointer; _pointer = nullptr; return old; }
    void reset(T* pointer = nullptr) { _pointer = pointer; }
    void swap(unique_ptr& other) { T* old = _pointer; _pointer = other._pointer; other._pointer = old; }
    explicit operator bool() const { return _pointer != nullptr; }

    T* _pointer;
};

template <typename T, typename D> class [[host_only]] unique_ptr<T[], D> {
public:
    typedef T* pointer;
    typedef T element_type;

    unique_ptr() : _pointer(nullptr) {}
    unique_ptr(nullptr_t) : _pointer(nullptr) {}
    explicit unique_ptr(T* pointer) : _pointer(pointer) {}
    unique_ptr(unique_ptr&& other) : _pointer(other.release()) {}
    unique_ptr& operator=(unique_ptr&& other) { _pointer = other.release(); return *this; }
    unique_ptr& operator=(nullptr_t) { _pointer = nullptr; return *this; }
    T* get() const { return _pointer; }
    T& operator[](unsigned at) const { return _pointer[at]; }
    T* release() { T* old = _pointer; _pointer = nullptr; return old; }
    void reset(T* pointer = nullptr) { _pointer = pointer; }
    void swap(unique_ptr& other) { T* old = _pointer; _pointer = other._pointer; other._pointer = old; }
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
    template <typename U> shared_ptr(unique_ptr<U>&& other) : _pointer(other.release()) {}
    shared_ptr& operator=(const shared_ptr& other) { _pointer = other._pointer; return *this; }
    T* get() const { return _pointer; }
    T& operator*() const { return *_pointer; }
    T* operator->() const { return _pointer; }
    void reset() { _pointer = nullptr; }
    void reset(T* pointer) { _pointer = pointer; }
    void swap(shared_ptr& other) { T* old = _pointer; _pointer = other._pointer; other._pointer = old; }
    explicit operator bool() const { return _pointer != nullptr; }

    T* _pointer;
};

#define _AMP_COMPARED(Pointer) \
template <typename T> bool operator==(const Pointer<T>& a, const Pointer<T>& b) { return a._pointer == b._pointer; } \
template <typename T> bool operator!=(const Pointer<T>& a, const Pointer<T>& b) { return a._pointer != b._pointer; } \
template <typename T> bool operator==(const Pointer<T>& a, nullptr_t) { return a._pointer == nullptr; } \
template <typename T> bool operator!=(const Pointer<T>& a, nullptr_t) { return a._pointer != nullptr; }
_AMP_COMPARED(unique_ptr)
_AMP_COMPARED(shared_ptr)
#undef _AMP_COMPARED

template <typename T, typename... A> shared_ptr<T> make_shared(A&&... arguments) { return shared_ptr<T>(::_new_object(T(std::forward<A>(arguments)...))); }
template <typename T, typename... A> unique_ptr<T> make_unique(A&&... arguments) { return unique_ptr<T>(::_new_object(T(std::forward<A>(arguments)...))); }

}
