//! A zero-copy binary format that is mutable in place.
