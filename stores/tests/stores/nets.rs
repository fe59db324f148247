//! How many cases of slow nets are run.

/// All cases, as in the gate; else a sample.
#[allow(dead_code)] // Not all features have slow nets.
pub fn is_full() -> bool {
    std::env::var("VELLUM_NETS").is_ok_and(|value| value == "full" || value == "gate")
}
