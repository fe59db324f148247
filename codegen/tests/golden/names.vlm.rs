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

#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[vellum(rename = "Rc")]
pub enum Rc2 {
    #[vellum(rename = "one")]
    #[default]
    One,
    #[vellum(rename = "two")]
    Two,
}

/// Its first two variants would have one name.
#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub enum U {
    FooBar(u8),
    #[vellum(rename = "fooBar")]
    FooBar_(u16),
    Foo(PhantomData2),
    #[vellum(rename = "none")]
    None,
}

impl std::default::Default for U {
    fn default() -> Self {
        Self::FooBar(0)
    }
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "Option")]
pub enum Option2 {
    #[default]
    None,
    Some(String2),
    #[vellum(rename = "self")]
    Self_(u8),
}

/// A union `U` would have a type of this name.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "UMut")]
pub struct UMut2 {
    pub x: u8,
}

/// The derive stores nothing for std's type of this name.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "PhantomData")]
pub struct PhantomData2 {
    pub x: u8,
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "String")]
pub struct String2 {
    #[vellum(rename = "Vec")]
    pub vec: Vec2,
    #[vellum(rename = "Box")]
    pub r#box: Option<Box2>,
    pub r#type: u8,
    #[vellum(rename = "self")]
    pub self_: u8,
    #[vellum(rename = "Self")]
    pub self__: u8,
    #[vellum(rename = "crate")]
    pub crate_: u8,
    pub r#gen: u8,
    pub r: Result,
    #[vellum(default = Rc2::Two)]
    pub rc: Rc2,
}

impl std::default::Default for String2 {
    fn default() -> Self {
        Self {
            vec: std::default::Default::default(),
            r#box: None,
            r#type: 0,
            self_: 0,
            self__: 0,
            crate_: 0,
            r#gen: 0,
            r: std::default::Default::default(),
            rc: Rc2::Two,
        }
    }
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(rename = "Vec")]
pub struct Vec2 {}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
#[vellum(rename = "Box")]
pub struct Box2 {
    pub inner: Option<Box<Box2>>,
    #[vellum(default = 1)]
    pub x: u8,
}

impl std::default::Default for Box2 {
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
    pub set_name_: String,
    #[vellum(rename = "take_name")]
    pub take_name_: String,
    #[vellum(rename = "HTTPServer")]
    pub http_server: String,
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
            set_name_: String::new(),
            take_name_: String::new(),
            http_server: String::new(),
            new: 0,
            größe: 9,
        }
    }
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub struct Default {
    #[vellum(default = 1)]
    pub a: u8,
    pub b: Vec<Default>,
}

impl std::default::Default for Default {
    fn default() -> Self {
        Self {
            a: 1,
            b: Vec::new(),
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
    pub option: Option2,
    pub string: String2,
    pub view: UserView,
    pub proved: UserProved,
    pub default: Default,
    pub vec: Vec<Vec2>,
    pub empty: std::collections::BTreeMap<HttpStatus, Vec2>,
    pub u: U,
    pub u_mut: UMut2,
}
