#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vellum_fuzz::check("record_file", data));
