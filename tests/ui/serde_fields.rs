use serde::{Deserialize, Serialize};
use vellum::Vellum;

#[derive(Vellum, Serialize, Deserialize)]
struct User {
    #[serde(skip_serializing)]
    password: String,
    #[serde(skip_deserializing)]
    is_admin: bool,
    #[serde(with = "text")]
    age: u8,
    #[serde(serialize_with = "text::serialize", deserialize_with = "text::deserialize")]
    year: u8,
    #[serde(default = "seven")]
    days: u8,
    #[serde(skip, default = "seven")]
    weeks: u8,
}

#[derive(Vellum, Serialize, Deserialize)]
#[serde(default = "settings")]
struct Settings {
    days: u8,
}

#[derive(Vellum, Serialize, Deserialize)]
enum Event {
    Started,
    #[serde(skip)]
    Moved,
    #[serde(skip_serializing)]
    Stopped,
    #[serde(skip_deserializing)]
    Resumed,
    #[serde(with = "text")]
    Counted(u8),
    #[serde(serialize_with = "text::serialize", deserialize_with = "text::deserialize")]
    Named(u8),
}

fn settings() -> Settings {
    Settings { days: 7 }
}

fn seven() -> u8 {
    7
}

mod text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number.to_string())
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<u8, D::Error> {
        Ok(String::deserialize(deserializer)?.len() as u8)
    }
}

fn main() {}
