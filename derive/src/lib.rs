//! The derive macro of the `vellum` crate.
