use serde::{Deserialize, Serialize};
use vellum::Vellum;

#[derive(Vellum, Serialize)]
struct Mail {
    #[serde(rename = "e-mail")]
    email: String,
}

#[derive(Vellum, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Person {
    first_name: String,
}

#[derive(Vellum, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase"))]
struct OneSide {
    first_name: String,
}

#[derive(Vellum, Serialize, Deserialize)]
struct TwoNames {
    #[serde(rename(serialize = "a", deserialize = "b"))]
    first: String,
}

#[derive(Vellum, Serialize)]
#[serde(rename_all_fields = "SCREAMING-KEBAB-CASE")]
enum Contact {
    Post { street_name: String },
}

#[derive(Vellum, Serialize)]
struct Twice {
    name: String,
    #[serde(rename = "name")]
    title: String,
}

fn main() {}
