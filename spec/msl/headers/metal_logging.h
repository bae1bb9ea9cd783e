// Messages that shaders write to a log. Metal 3.2, section 6.19

#pragma once

#if __METAL_VERSION__ >= 320
namespace metal {

enum log_type {
    log_type_debug,
    log_type_info,
    log_type_default,
    log_type_error,
    log_type_fault
};

// The functions have no bodies: calls are checked, but neither executed nor translated.
struct os_log {
    constexpr os_log(constant char* subsystem, constant char* category) constant {}
    template <typename... Args> void log_with_type(log_type type, constant char* format, Args... args) const constant;
    template <typename... Args> void log_debug(constant char* format, Args... args) const constant;
    template <typename... Args> void log_info(constant char* format, Args... args) const constant;
    template <typename... Args> void log(constant char* format, Args... args) const constant;
    template <typename... Args> void log_error(constant char* format, Args... args) const constant;
    template <typename... Args> void log_fault(constant char* format, Args... args) const constant;
};

constant os_log os_log_default("", "");

}
#endif
