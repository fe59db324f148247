//! The schema text: every rule broken once, and the round trip.

use vellum::schema::Type;
use vellum::{ErrorKind, Schema};

/// The text must be refused with this message at the place of the first `@`, which is taken out.
#[track_caller]
fn refused(text: &str, message: &str) {
    let at = text.find('@').expect("a mark");
    let text = text.replacen('@', "", 1);
    let line = text[..at].matches('\n').count() + 1;
    let column = at - text[..at].rfind('\n').map_or(0, |newline| newline + 1) + 1;
    let error = Schema::parse(&text).expect_err(&text);
    assert_eq!(error.kind(), ErrorKind::Schema);
    let shown = error.to_string();
    assert!(shown.contains(message), "{message:?} in {shown}");
    assert!(shown.contains(&format!("(line {line}, column {column})")), "line {line}, column {column} in {shown}");
    let source = text.lines().nth(line - 1).unwrap_or("");
    assert!(shown.contains(&format!("{line} | {source}\n")), "{shown}");
    assert!(shown.lines().last().is_some_and(|caret| caret.trim_end().ends_with('^')), "{shown}");
}

#[test]
fn every_rule_is_told_with_its_place() {
    refused("struct A { x: @u17 } root A;", "unknown type `u17`");
    refused("struct A {\n  x: u8,\n  @x: u16\n} root A;", "the field `x` is defined twice");
    refused("struct A { x: u8 } struct @A { } root A;", "the type `A` is defined twice");
    refused("enum E { a, @a } struct A { } root A;", "the variant `a` is defined twice");
    refused("enum E { a = 1, @b = 1 } struct A { } root A;", "two variants have the number 1");
    refused("enum E { a, @b = 256 } struct A { } root A;", "the number 256 does not fit u8");
    refused("enum @E { } struct A { } root A;", "the enum `E` has no variants");
    refused("enum E: @i8 { a } struct A { } root A;", "an enum is stored as u8, u16, u32 or u64");
    refused("enum E: u64 { a = 18446744073709551615, @b } struct A { } root A;", "no number after the last one");
    refused("struct @u8 { } root u8;", "the name of a built-in type");
    refused("frozen struct A { @x: u8 since 2 } root A;", "a frozen struct cannot gain fields");
    refused("struct A { @x: u8 since 0 } root A;", "`since` takes a revision from 1");
    refused("struct A { x: u8? = @1 } root A;", "takes no other default");
    refused("struct A { x: u8 = @300 } root A;", "`300` is not a value of u8");
    refused("struct A { x: i8 = @-129 } root A;", "is not a value of i8");
    refused("struct A { x: bool = @1 } root A;", "expected `true` or `false`");
    refused("struct A { x: string = @1 } root A;", "expected text in quotation marks, found `1`");
    refused("struct A { x: bytes = @1 } root A;", "expected bytes such as b\"\\x00\", found `1`");
    refused("struct A { x: u8 = @\"1\" } root A;", "expected a number of the type u8, found a string");
    refused("struct A { x: string[4] = @\"a\" } root A;", "a field of the type string[4] takes no default");
    refused("enum E { a } struct A { x: E = @1 } root A;", "expected the name of a variant of `E`, found `1`");
    refused("struct A { x: list<u8> = @1 } root A;", "a list is empty by default");
    refused("enum E { a } struct A { x: E = @b } root A;", "the enum has no variant `b`");
    refused("struct B { } struct A { x: B = @b } root A;", "takes no such default");
    refused("frozen struct @A { x: A } root A;", "lies inline in itself");
    refused("struct @A { b: B } struct B { a: A } root A;", "the default of `A` contains itself");
    refused("struct A { x: u8 }@", "names no root");
    refused("struct A { } root @B;", "the root `B` is not a type");
    refused("struct A { } root A; @root A;", "a schema has one root");
    refused("struct A { } root A width @3;", "a pointer width is 1, 2 or 4");
    refused("struct A { x @u8 } root A;", "expected `:`, found `u8`");
    refused("struct A { x: u8 @y: u8 } root A;", "expected `,` or `}`");
    refused(
        "@table A { } root A;",
        "expected `enum`, `struct`, `frozen struct`, `union`, `open` or `root`, found `table`",
    );
    refused("struct A { x: string = @\"abc", "this literal has no end");
    refused("struct A { x: string = \"a@\\q\" } root A;", "unknown escape");
    refused("struct A { x: char = @'ab' } root A;", "exactly one character");
    refused("union @U { } struct A { } root A;", "the union `U` needs 1 to 240 variants");
    refused("union U { a: u8, @a } struct A { } root A;", "the variant `a` is defined twice");
    refused("union U { a: @V } struct A { } root A;", "unknown type `V`");
    refused("union @U { a: U } struct A { } root A;", "the default of `U` contains itself through `a`");
    refused("union U { a: A } struct @A { u: U } root A;", "the default of `A` contains itself");
    refused("frozen struct @A { x: array<A, 2> } root A;", "lies inline in itself");
    refused("struct A { x: @array<u8, 0> } root A;", "an array has 1 to 65535 elements");
    refused("struct @A { x: array<u64, 9000> } root A;", "a record has at most 65535");
    refused("struct A { x: @map<f32, u8> } root A;", "a key is text, bytes");
    refused("struct A { x: @set<A> } root A;", "a key is text, bytes");
    refused("struct A { x: map<u8@> } root A;", "expected `,`, found `>`");
    refused("struct @map { } root map;", "the name of a built-in type");
    refused("open @struct A { } root A;", "expected `union`, found `struct`");
    refused("struct A { } @/* root A;", "this comment has no end");
    refused("struct A { x: u8 @# } root A;", "unexpected character `#`");
}

#[test]
fn records_and_nesting_have_limits() {
    let fields = (0..8192).map(|i| format!("f{i}: u64, ")).collect::<Vec<_>>().concat();
    let error = Schema::parse(&format!("struct A {{ {fields} }} root A;")).unwrap_err();
    assert!(error.to_string().contains("`A` needs 65536 bytes; a record has at most 65535"), "{error}");
    let nested = |depth| format!("struct A {{ x: {}u8{} }} root A;", "list<".repeat(depth), ">".repeat(depth));
    assert!(Schema::parse(&nested(60)).is_ok());
    assert!(Schema::parse(&nested(100_000)).unwrap_err().to_string().contains("nested deeper than 64"));
    let chain = (0..100).map(|i| format!("frozen struct S{i} {{ s: S{} }} ", i + 1)).collect::<Vec<_>>().concat();
    assert!(Schema::parse(&format!("{chain} frozen struct S100 {{ }} root S0;")).is_err());
}

#[test]
fn a_schema_with_everything_survives_printing_and_parsing() {
    let text = "
        /// Kinds.
        ///
        /// Of fruit.
        enum Fruit: u16 { apples = 300, /// Green ones.
            pears, bananas = 2 }
        frozen struct Geo { lat: f64, lon: f64 = -0.5 }
        struct User {
            /// Who.
            name: string = \"a \\\"quoted\\\" \\n name\",
            raw: bytes = b\"\\xFF\\0'\", letter: char = '\\'', big: u64 = 18446744073709551615,
            small: i8 = -128, tiny: f32 = 1e-30, on: bool = true, fruit: Fruit = bananas, nick: string?,
            home: Geo?, grid: list<list<Geo?>>, friends: list<User>, late: u8? since 2, later: User? since 70,
        }
        root User width 2;";
    let schema = Schema::parse(text).unwrap();
    let printed = schema.to_string();
    let again = Schema::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    assert_eq!(again, schema);
    assert_eq!(again.to_string(), printed);
    assert_eq!(schema.enums()[0].docs(), "Kinds.\n\nOf fruit.");
    assert_eq!(schema.root().fields()[0].docs(), "Who.");
    let other = Schema::parse(&printed.replace("= -128", "= -127")).unwrap();
    assert_ne!(other, schema);
}

#[test]
fn mangled_text_is_refused_or_accepted_in_order() {
    let text = "enum E: u16 { a = 3, b } /// d\nstruct A key(s, t.0.1 desc) { t: tuple<tuple<u8, E>>, x: list<E?>, s: string = \"\\u{41}\" since 2, f: f32 = 1.5e3 } root A width 4;";
    let mut state = 3u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=random(4) {
            let at = random(chars.len().max(2) - 1);
            match random(3) {
                0 if chars.len() > 1 => drop(chars.remove(at)),
                1 => chars.insert(at, ['{', '"', '\\', '<', 'é', '9', '\'', '/'][random(8)]),
                _ => chars.truncate(at.max(1)),
            }
        }
        let mangled: String = chars.into_iter().collect();
        if let Ok(schema) = Schema::parse(&mangled) {
            assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema, "{mangled}");
        }
    }
}

#[test]
fn numbers_of_types_name_nothing_in_another_schema() {
    let text = "enum E { a } union U { a: u8 } struct S { x: u8 } struct R { e: E, u: U, s: list<S> } root R;";
    let (schema, other) = (Schema::parse(text).unwrap(), Schema::parse(text).unwrap());
    let strict = schema.with_limits(vellum::Limits::new());
    let [e, u, s] = schema.root().fields() else { unreachable!() };
    let (Type::Enum(e_id), Type::Union(u_id), Type::List(list)) = (e.ty(), u.ty(), s.ty()) else { unreachable!() };
    let Type::Struct(s_id) = list.element() else { unreachable!() };
    for own in [&schema, &strict] {
        assert_eq!(own.get_enum(*e_id).unwrap().name(), "E");
        assert_eq!(own.get_union(*u_id).unwrap().name(), "U");
        assert_eq!(own.get_struct(*s_id).unwrap().name(), "S");
        assert_eq!(own.type_text(s.ty()), "list<S>");
    }
    assert!(other.get_enum(*e_id).is_none() && other.get_union(*u_id).is_none() && other.get_struct(*s_id).is_none());
    assert_eq!([e, u, s].map(|field| other.type_text(field.ty())), ["?", "?", "list<?>"]);
}
