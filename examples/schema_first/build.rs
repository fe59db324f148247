//! Writes the Rust types of the schema, which `src/main.rs` includes.

fn main() -> vellum_codegen::Result<()> {
    vellum_codegen::compile("schema/user.vlm")
}
