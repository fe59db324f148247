//! Nothing but what `tests/generated.rs` needs a package for: a build script that writes types.
