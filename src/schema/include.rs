//! Types that a build script wrote from a schema file.

/// Includes the Rust types that `vellum_codegen::compile` wrote in the crate's build script from the schema file of this name.
///
/// ```ignore
/// // build.rs
/// fn main() -> vellum_codegen::Result<()> {
///     vellum_codegen::compile("schema/user.vlm")
/// }
///
/// // src/main.rs
/// mod schema {
///     vellum::include_schema!("user.vlm");
/// }
/// use schema::User;
/// ```
#[macro_export]
macro_rules! include_schema {
    ($file:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $file, ".rs"));
    };
}
