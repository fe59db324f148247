use serde::{Deserialize, Serialize};
use vellum::Vellum;

#[derive(Vellum, Serialize)]
#[serde(tag = "kind")]
struct Tagged {
    name: String,
}

#[derive(Vellum, Serialize)]
#[serde(tag = "kind", content = "value")]
enum Adjacent {
    Email(String),
}

#[derive(Vellum, Serialize)]
#[serde(untagged)]
enum Untagged {
    Email(String),
}

#[derive(Vellum, Serialize)]
enum PartlyUntagged {
    Email(String),
    #[serde(untagged)]
    Other(u8),
}

#[derive(Vellum, Serialize)]
#[serde(transparent)]
struct Name {
    text: String,
}

#[derive(Vellum, Serialize)]
struct Flat {
    #[serde(flatten)]
    name: Name,
}

#[derive(Vellum, Serialize)]
struct One(u8, #[serde(skip)] u8);

#[derive(Vellum, Serialize, Deserialize, Clone)]
#[serde(from = "u8", into = "u8")]
struct Small(u8);

impl From<u8> for Small {
    fn from(number: u8) -> Self {
        Self(number)
    }
}

impl From<Small> for u8 {
    fn from(small: Small) -> Self {
        small.0
    }
}

#[derive(Vellum, Deserialize)]
#[serde(try_from = "u8")]
struct Checked(u8);

impl TryFrom<u8> for Checked {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Ok(Self(number))
    }
}

fn main() {}
