// Written by vellum-codegen from a schema; what is changed here is lost.

/// Holds itself in every way there is.
#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub enum Expr {
    #[vellum(rename = "literal")]
    Literal(f64),
    #[vellum(rename = "text")]
    Text(Option<String>),
    #[vellum(rename = "negate")]
    Negate(Box<Expr>),
    #[vellum(rename = "maybe")]
    Maybe(Option<Box<Expr>>),
    #[vellum(rename = "add")]
    Add(Box<Binary>),
    #[vellum(rename = "call")]
    Call(Call),
    #[vellum(rename = "pair")]
    Pair(Box<Expr>, Option<u8>, Vec<Expr>),
    #[vellum(rename = "one")]
    One((Box<Expr>,)),
    #[vellum(rename = "both")]
    Both([Box<Expr>; 2]),
    #[vellum(rename = "either")]
    Either([Option<Box<Expr>>; 2]),
    #[vellum(rename = "fixed")]
    Fixed(Box<Fixed>),
    #[vellum(rename = "named")]
    Named(std::collections::BTreeMap<String, Expr>),
    #[vellum(rename = "leaf")]
    Leaf(Leaf),
    #[vellum(rename = "maybe_pair")]
    MaybePair(Option<(u8, Leaf)>),
}

impl Default for Expr {
    fn default() -> Self {
        Self::Literal(0.0)
    }
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub enum First {
    #[vellum(rename = "number")]
    Number(u8, [u16; 40]),
    #[vellum(rename = "other")]
    Other(String),
}

impl Default for First {
    fn default() -> Self {
        Self::Number(0, [0; 40])
    }
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct Binary {
    pub left: Expr,
    pub right: Expr,
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct Call {
    pub name: String,
    pub arguments: Vec<Expr>,
    pub parent: Option<Box<Call>>,
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
pub struct Fixed {
    pub of: Expr,
    pub leaf: Leaf,
    pub other: Option<Leaf>,
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct Leaf {
    pub number: u8,
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct Person {
    pub name: String,
    pub manager: Option<Box<Person>>,
    pub friends: Vec<Person>,
    pub by_name: std::collections::BTreeMap<String, Option<Person>>,
    pub parents: [Option<Box<Person>>; 2],
    pub pair: (Option<Box<Person>>, u8),
    pub maybe_pair: Option<(u8, Box<House>)>,
    pub favourite: Expr,
    pub house: House,
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct House {
    pub owner: Option<Box<Person>>,
    pub number: u16,
    pub next: Option<Box<House>>,
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub struct Tree {
    pub root: Expr,
    pub person: Person,
    pub people: Vec<Option<Person>>,
    pub boards: [[u8; 9]; 40],
    pub first: First,
    pub nested: std::collections::BTreeMap<
        u32,
        std::collections::BTreeMap<
            String,
            Vec<
                Option<
                    [(
                        String,
                        Vec<std::collections::BTreeMap<i64, std::collections::BTreeSet<Vec<u8>>>>,
                    ); 3],
                >,
            >,
        >,
    >,
    pub packed: Vec<Option<First>>,
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            root: Expr::default(),
            person: Person::default(),
            people: Vec::new(),
            boards: [[0; 9]; 40],
            first: First::default(),
            nested: std::collections::BTreeMap::new(),
            packed: Vec::new(),
        }
    }
}
