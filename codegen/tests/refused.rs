//! What cannot be generated, and how a build is told.

use std::fs;
use std::path::Path;

use vellum_codegen::ErrorKind;

#[track_caller]
fn unsupported(text: &str, message: &str) {
    let error = vellum_codegen::generate(text).expect_err(text);
    assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    assert_eq!(error.to_string(), format!("no Rust types for this schema: {message}"));
}

#[test]
fn an_item_without_rust_types_is_named() {
    unsupported("root list<u8>;", "`root` is `list<u8>`, but a `Vec<u8>` is `bytes`; write `bytes`");
    unsupported("root list<u16> width 2;", "`root` has a width, which only a struct can have in Rust");
    unsupported(
        "union U { a, b } struct A { x: U } root A;",
        "`U` is a union without payloads, which Rust takes for an enum; make it one",
    );
    unsupported("struct A { x: list<u8> } root A;", "`A.x` is `list<u8>`, but a `Vec<u8>` is `bytes`; write `bytes`");
    unsupported(
        "union U { a: list<list<u8>> } struct A { x: U } root A;",
        "`U.a` is `list<u8>`, but a `Vec<u8>` is `bytes`; write `bytes`",
    );
    unsupported(
        "struct A { x: bytes = b\"\\0\" } root A;",
        "`A.x` has a default of bytes, which a `Vec<u8>` cannot have yet",
    );
    unsupported(
        "struct A { x: tuple<u8, u8, u8, u8, u8, u8, u8, u8, u8> } root A;",
        "`A.x` is or holds a tuple of more than 8 parts; make it a frozen struct",
    );
    unsupported("struct A { x²: u8 } root A;", "`A.x²` has a name that cannot be one in Rust");
    unsupported("enum E { _ } struct A { x: E } root A;", "`E._` has a name that cannot be one in Rust");
    unsupported("struct __ { } root __;", "`__` has a name that cannot be one in Rust");
}

#[test]
fn wrong_text_is_told_as_the_parser_tells_it() {
    for text in ["struct A {\n  x: u17,\n} root A;", "struct A key(y) { x: u8 } root A;", "", "struct A { }"] {
        let error = vellum_codegen::generate(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema);
        assert_eq!(error.to_string(), vellum::Schema::parse(text).unwrap_err().to_string());
    }
}

#[test]
fn a_build_is_told_the_file_and_the_place() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("a_build_is_told");
    fs::create_dir_all(&directory).unwrap();
    let schema = directory.join("wrong.vlm");
    fs::write(&schema, "struct A {\n  x: u17,\n} root A;").unwrap();
    let error = vellum_codegen::compile_to(&schema, &directory).unwrap_err();
    // What a build script prints that returns it from `main`.
    let shown = format!(
        "{}: schema: unknown type `u17` (line 2, column 6)\n  |\n2 |   x: u17,\n  |      ^^^",
        schema.display()
    );
    assert_eq!(format!("{error:?}"), shown);
    assert_eq!(error.kind(), ErrorKind::Schema);

    fs::write(&schema, "struct A { x: u8 } root A;").unwrap();
    vellum_codegen::compile_to(&schema, &directory).unwrap();
    let code = fs::read_to_string(directory.join("wrong.vlm.rs")).unwrap();
    assert_eq!(code, vellum_codegen::generate("struct A { x: u8 } root A;").unwrap());

    let error = vellum_codegen::compile_to(directory.join("none.vlm"), &directory).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.to_string().contains("none.vlm: "), "{error}");
    let error = vellum_codegen::compile_to(&schema, directory.join("nowhere")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Io);
    fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn odd_doc_comments_stay_doc_comments() {
    let text = "/// Tab\there.\r\n/// Bare \r return.\n///\n///    Deep.\n/// \u{202E}odd\nstruct A { x: u8 } root A;";
    let code = vellum_codegen::generate(text).unwrap();
    let expected = "/// Tab\there.\n#[doc = \" Bare \\r return.\"]\n///\n///    Deep.\n#[doc = \" \\u{202e}odd\"]\n";
    assert!(code.contains(expected), "{code}");
}

#[test]
fn an_attribute_for_what_is_not_there_is_refused() {
    let text = "enum Kind { small } union Shape { none, round: f32 } struct User { name: string, kind: Kind, shape: Shape } root User;";
    let of_type = |path: &str| vellum_codegen::Config::new().type_attribute(path, "#[x]").generate(text);
    let of_field = |path: &str| vellum_codegen::Config::new().field_attribute(path, "#[x]").generate(text);
    for path in [".", "User", "Kind", "Shape"] {
        assert!(of_type(path).is_ok() && of_field(path).is_ok(), "{path}");
    }
    for path in ["User.name", "Kind.small", "Shape.round"] {
        assert!(of_type(path).is_err() && of_field(path).is_ok(), "{path}");
    }
    for path in ["", "Usr", "User.nam", "User.", "name", "User.name.x"] {
        assert_eq!(of_type(path).unwrap_err().kind(), ErrorKind::Attribute, "{path}");
        assert_eq!(of_field(path).unwrap_err().kind(), ErrorKind::Attribute, "{path}");
    }
    let error = of_field("User.nam").unwrap_err();
    assert_eq!(error.to_string(), "an attribute is for `User.nam`, but the schema has no such type, field or variant");
}
