// Written by vellum-codegen from a schema; what is changed here is lost.

#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[vellum(rename = "http_status")]
pub enum HttpStatus {
    #[vellum(rename = "OK")]
    #[default]
    Ok = 200,
    #[vellum(rename = "NOT_FOUND")]
    NotFound = 230,
    #[vellum(rename = "Self")]
    Self_,
    #[vellum(rename = "self")]
    Self__,
    _1,
    #[vellum(rename = "fooBar")]
    FooBar_,
    FooBar,
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub enum Option {
    #[default]
    None,
    Some(self::String),
    #[vellum(rename = "self")]
    Self_(u8),
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct String {
    #[vellum(rename = "Vec")]
    pub vec: Vec,
    #[vellum(rename = "Box")]
    pub r#box: std::option::Option<Box>,
    pub r#type: u8,
    #[vellum(rename = "self")]
    pub self_: u8,
    #[vellum(rename = "Self")]
    pub self__: u8,
    #[vellum(rename = "crate")]
    pub crate_: u8,
    pub r#gen: u8,
    pub r: Result,
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct Vec {}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub struct Box {
    pub inner: std::option::Option<std::boxed::Box<Box>>,
    #[vellum(default = 1)]
    pub x: u8,
}

impl std::default::Default for Box {
    fn default() -> Self {
        Self { inner: None, x: 1 }
    }
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub struct Result {
    #[vellum(rename = "fooBar")]
    pub foo_bar_: u8,
    pub foo_bar: u8,
    pub name: u8,
    #[vellum(rename = "set_name")]
    pub set_name_: std::string::String,
    #[vellum(rename = "take_name")]
    pub take_name_: std::string::String,
    #[vellum(rename = "HTTPServer")]
    pub http_server: std::string::String,
    #[vellum(rename = "__new")]
    pub new: u8,
    #[vellum(default = 9, rename = "größe")]
    pub größe: u32,
}

impl std::default::Default for Result {
    fn default() -> Self {
        Self {
            foo_bar_: 0,
            foo_bar: 0,
            name: 0,
            set_name_: std::string::String::new(),
            take_name_: std::string::String::new(),
            http_server: std::string::String::new(),
            new: 0,
            größe: 9,
        }
    }
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub struct Default {
    #[vellum(default = 1)]
    pub a: u8,
    pub b: std::vec::Vec<Default>,
}

impl std::default::Default for Default {
    fn default() -> Self {
        Self {
            a: 1,
            b: std::vec::Vec::new(),
        }
    }
}

/// `User` would have a type of this name.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct UserView {
    pub x: u8,
}

/// And of this one.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct UserProved {
    pub x: u8,
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "User")]
pub struct User2 {
    pub status: HttpStatus,
    pub option: Option,
    pub string: self::String,
    pub view: UserView,
    pub proved: UserProved,
    pub default: Default,
    pub vec: std::vec::Vec<Vec>,
    pub empty: std::collections::BTreeMap<HttpStatus, Vec>,
}
