//! What types are called elsewhere: a hint for those who write a schema for the first time.

use alloc::format;
use alloc::string::String;

/// The rest of a message about a type that is not known: how it is written here, if it is known
/// from other languages.
pub(super) fn hint(name: &str) -> String {
    let written = match name {
        "String" | "str" | "text" | "varchar" => "`string`",
        "int" | "int32" | "integer" | "sint32" | "sfixed32" => "`i32`",
        "int64" | "long" | "sint64" | "sfixed64" => "`i64`",
        "int8" | "sbyte" => "`i8`",
        "int16" | "short" => "`i16`",
        "uint" | "uint32" | "fixed32" => "`u32`",
        "uint64" | "ulong" | "fixed64" => "`u64`",
        "uint8" | "byte" | "ubyte" => "`u8`",
        "uint16" | "ushort" => "`u16`",
        "usize" | "isize" => "`u64` or `i64`, as sizes differ between machines",
        "float" | "float32" => "`f32`",
        "double" | "float64" => "`f64`",
        "boolean" | "Bool" => "`bool`",
        "Bytes" | "blob" | "binary" | "data" => "`bytes`",
        "Vec" | "vec" | "List" | "vector" | "repeated" => "`list<T>`",
        "Map" | "HashMap" | "BTreeMap" | "dict" => "`map<K, V>`",
        "Set" | "HashSet" | "BTreeSet" => "`set<T>`",
        "Option" | "option" | "optional" | "Optional" | "nullable" => "`T?`",
        "datetime" | "DateTime" | "Timestamp" => "`timestamp`",
        "guid" | "Uuid" | "UUID" => "`uuid`",
        "Any" | "json" | "object" | "Value" => "`any`",
        _ => return String::new(),
    };
    format!("; here it is {written}")
}
