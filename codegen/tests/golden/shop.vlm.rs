// Written by vellum-codegen from a schema; what is changed here is lost.

/// How an order stands.
#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    #[vellum(rename = "open")]
    #[default]
    Open,
    #[vellum(rename = "paid")]
    Paid,
    /// On its way.
    #[vellum(rename = "shipped")]
    Shipped,
    #[vellum(rename = "returned")]
    Returned,
}

/// Where it is paid from.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub enum Payment {
    /// Not paid yet.
    #[vellum(rename = "none")]
    #[default]
    None,
    #[vellum(rename = "cash")]
    Cash,
    #[vellum(rename = "card")]
    Card(Card),
    #[vellum(rename = "transfer")]
    Transfer(String),
    #[vellum(rename = "split")]
    Split(vellum::value::Decimal<2>, Vec<Payment>),
}

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct Card {
    pub holder: String,
    pub number: String,
    pub expires: Option<vellum::value::Date>,
}

/// A point on Earth.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(frozen)]
pub struct Spot {
    pub lat: f64,
    pub lon: f64,
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub struct Address {
    pub street: String,
    #[vellum(default = "Berlin")]
    pub city: String,
    pub spot: Option<Spot>,
    #[vellum(since = 3)]
    pub zip: [char; 5],
}

impl Default for Address {
    fn default() -> Self {
        Self {
            street: String::new(),
            city: "Berlin".to_owned(),
            spot: None,
            zip: ['\0'; 5],
        }
    }
}

/// Who buys.
///
/// Never deleted.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct Customer {
    pub id: vellum::value::Uuid,
    pub name: String,
    pub nick: Option<String>,
    pub home: Address,
    pub others: std::collections::BTreeMap<String, Address>,
    pub tags: std::collections::BTreeSet<String>,
    pub invited_by: Option<Box<Customer>>,
    pub since: vellum::value::Timestamp,
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
#[vellum(key(article, count desc))]
pub struct Line {
    pub article: u64,
    #[vellum(default = 1)]
    pub count: u32,
    pub price: vellum::value::Decimal<2>,
    #[vellum(since = 2)]
    pub note: Option<String>,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            article: 0,
            count: 1,
            price: vellum::value::Decimal::default(),
            note: None,
        }
    }
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
#[vellum(width = 2)]
pub struct Order {
    pub customer: Customer,
    #[vellum(default = State::Paid)]
    pub state: State,
    pub lines: Vec<Line>,
    pub payment: Payment,
    pub photo: Vec<u8>,
    pub stars: Vec<Option<u8>>,
    pub urgent: bool,
    pub rates: std::collections::BTreeMap<(String, State), vellum::value::Decimal<2>>,
    pub seals: std::collections::BTreeSet<[u8; 8]>,
}

impl Default for Order {
    fn default() -> Self {
        Self {
            customer: Customer::default(),
            state: State::Paid,
            lines: Vec::new(),
            payment: Payment::default(),
            photo: Vec::new(),
            stars: Vec::new(),
            urgent: false,
            rates: std::collections::BTreeMap::new(),
            seals: std::collections::BTreeSet::new(),
        }
    }
}
