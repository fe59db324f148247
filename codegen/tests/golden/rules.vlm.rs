// Written by vellum-codegen from a schema; what is changed here is lost.

/// How an order stands.
#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[vellum(open)]
pub enum State {
    #[vellum(rename = "new")]
    #[default]
    New,
    #[vellum(rename = "paid")]
    Paid = 5,
    #[vellum(rename = "sent")]
    Sent,
    /// The number of a variant that this program does not know.
    #[vellum(other)]
    Unknown(u8),
}

#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
#[vellum(open)]
pub enum Unit {
    #[default]
    Unknown,
    #[vellum(rename = "piece")]
    Piece,
    #[vellum(rename = "metre")]
    Metre,
    /// The number of a variant that this program does not know.
    #[vellum(other)]
    Unknown_(u16),
}

/// The number after the last is another's.
#[derive(vellum::Vellum, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[vellum(open)]
pub enum Grade {
    #[vellum(rename = "good")]
    #[default]
    Good = 3,
    #[vellum(rename = "bad")]
    Bad = 6,
    #[vellum(rename = "fair")]
    Fair = 5,
    /// The number of a variant that this program does not know.
    #[vellum(other)]
    Unknown(u8) = 0,
}

/// What happened.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
#[vellum(open)]
pub enum Event {
    #[vellum(rename = "nothing")]
    #[default]
    Nothing,
    #[vellum(rename = "paid")]
    Paid(u64),
    #[vellum(rename = "moved")]
    Moved(f64, f64),
    #[vellum(rename = "note")]
    Note(vellum::value::FixedStr<16>),
    /// A variant that this program does not know; it can be read, but not written.
    #[vellum(other)]
    Unknown,
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
#[vellum(frozen)]
pub struct Size {
    #[vellum(default = 10, range = 1..=1000)]
    pub width: u16,
    #[vellum(default = 10, range = 1..=1000)]
    pub height: u16,
}

impl Default for Size {
    fn default() -> Self {
        Self {
            width: 10,
            height: 10,
        }
    }
}

#[derive(vellum::Vellum, Clone, Debug, PartialEq)]
pub struct Item {
    #[vellum(default = 3, range = 1..=5)]
    pub stars: u8,
    #[vellum(range = 0.0..=1.0)]
    pub ratio: f64,
    #[vellum(range = -5000..=2100)]
    pub year: Option<i32>,
    #[vellum(default = -1, range = ..=-1)]
    pub depth: i64,
    #[vellum(default = vellum::value::Decimal(100), range = vellum::value::Decimal(50)..)]
    pub price: vellum::value::Decimal<2>,
    #[vellum(max = 8, uppercase)]
    pub code: String,
    #[vellum(max = 1_000_000, lowercase, since = 2)]
    pub slug: Option<String>,
    #[vellum(max = 4)]
    pub blob: Vec<u8>,
    #[vellum(range = vellum::value::Date(0)..)]
    pub day: vellum::value::Date,
    #[vellum(default = 'b', range = 'a'..='f')]
    pub grade: char,
    pub tag: vellum::value::FixedStr<4>,
    pub nick: Option<vellum::value::FixedStr<6>>,
    pub names: Vec<vellum::value::FixedStr<5>>,
    #[vellum(default = State::Sent)]
    pub state: State,
    pub unit: Unit,
    pub units: std::collections::BTreeMap<Unit, u8>,
    pub event: Event,
    pub events: Vec<Event>,
    pub mark: Grade,
    pub size: Size,
    pub sizes: Vec<Size>,
}

impl Default for Item {
    fn default() -> Self {
        Self {
            stars: 3,
            ratio: 0.0,
            year: None,
            depth: -1,
            price: vellum::value::Decimal(100),
            code: String::new(),
            slug: None,
            blob: Vec::new(),
            day: vellum::value::Date::default(),
            grade: 'b',
            tag: vellum::value::FixedStr::default(),
            nick: None,
            names: Vec::new(),
            state: State::Sent,
            unit: Unit::default(),
            units: std::collections::BTreeMap::new(),
            event: Event::default(),
            events: Vec::new(),
            mark: Grade::default(),
            size: Size::default(),
            sizes: Vec::new(),
        }
    }
}
