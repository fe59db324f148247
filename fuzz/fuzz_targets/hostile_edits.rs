#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| vellum_fuzz::check("hostile_edits", data));
