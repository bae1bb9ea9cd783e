#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| wgsl_fuzz_properties::migrate(bytes));
