//! Types that a build script wrote from a schema file.

/// Includes the Rust types that `vellum_codegen::compile` wrote in the crate's build script from
/// the schema file of this name.
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
///
/// The name is that of the file alone, without the folder that `compile` was given. Without a build
/// script it is an error that says so.
#[macro_export]
macro_rules! include_schema {
    ($file:literal) => {
        include!(concat!(
            env!(
                "OUT_DIR",
                "`include_schema!` needs a `build.rs` whose `main` returns `vellum_codegen::compile(\"schema/file.vlm\")`"
            ),
            "/",
            $file,
            ".rs"
        ));
    };
}
