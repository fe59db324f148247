//! Attributes of serde beside ours: JSON of this crate is what `serde_json` writes of the same type.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use vellum::{Record, Vellum, json};

#[derive(Vellum, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename = "person", rename_all = "camelCase", deny_unknown_fields, expecting = "a person")]
struct Person {
    first_name: String,
    #[serde(rename = "years")]
    age_in_years: u16,
    #[serde(rename(serialize = "home", deserialize = "home"))]
    home_address: Address,
    #[serde(skip)]
    pass_word: String,
    #[serde(default, alias = "labels")]
    tags: Vec<String>,
    role: Role,
    past_roles: Vec<Role>,
    contact: Contact,
    r#type: u8,
}

#[derive(Vellum, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(default, rename_all = "SCREAMING_SNAKE_CASE", bound = "")]
struct Address {
    street_name: String,
    #[serde(skip, bound = "")]
    note: Option<String>,
    #[vellum(rename = "zip")]
    #[serde(rename = "zip")]
    post_code: u32,
}

#[derive(Vellum, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Role {
    #[default]
    TeamLead,
    #[serde(rename = "dev", alias = "developer")]
    Developer,
}

#[derive(Vellum, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "lowercase", rename_all_fields = "PascalCase")]
enum Contact {
    #[default]
    None,
    Email(String),
    #[serde(rename_all = "UPPERCASE")]
    Post {
        street_name: String,
    },
    Phone {
        country_code: u16,
        #[serde(rename = "number")]
        local: String,
        #[serde(skip)]
        is_checked: bool,
    },
    Two(u8, #[serde(skip)] u8, u8),
}

#[derive(Vellum, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(transparent)]
struct Id(u64);

fn person(contact: Contact) -> Person {
    Person {
        first_name: "Ada".into(),
        age_in_years: 36,
        home_address: Address { street_name: "Row".into(), note: None, post_code: 7 },
        pass_word: String::new(),
        tags: vec!["math".into()],
        role: Role::TeamLead,
        past_roles: vec![Role::Developer],
        contact,
        r#type: 3,
    }
}

fn contacts() -> [Contact; 5] {
    [
        Contact::None,
        Contact::Email("a@b".into()),
        Contact::Post { street_name: "Row".into() },
        Contact::Phone { country_code: 44, local: "1".into(), is_checked: false },
        Contact::Two(1, 0, 2),
    ]
}

#[test]
fn json_is_what_serde_writes_and_is_read_back_by_both() {
    for contact in contacts() {
        let person = person(contact);
        let text = serde_json::to_string(&person).unwrap();
        assert_eq!(json::to_string(&person).unwrap(), text);
        assert_eq!(json::from_str::<Person>(&text).unwrap(), person);
        let bytes = vellum::to_vec(&person).unwrap();
        assert_eq!(json::from_buffer::<Person>(&bytes).unwrap(), text);
        assert_eq!(json::to_buffer::<Person>(&text).unwrap(), bytes);
        assert_eq!(serde_json::to_string(&Person::peek(&bytes).unwrap()).unwrap(), text);
        let record = Record::from_serde(Person::schema(), &person).unwrap();
        assert_eq!(record.as_bytes(), bytes);
        assert_eq!(record.to_serde::<Person>().unwrap(), person);
    }
    let ids = BTreeMap::from([(1u8, Id(5))]);
    assert_eq!(json::to_string(&ids).unwrap(), serde_json::to_string(&ids).unwrap());
}

#[test]
fn what_serde_skips_is_not_stored() {
    let secret = Person { pass_word: "secret".into(), ..person(Contact::None) };
    let bytes = vellum::to_vec(&secret).unwrap();
    assert!(!bytes.windows(6).any(|bytes| bytes == b"secret"));
    assert_eq!(vellum::from_slice::<Person>(&bytes).unwrap().pass_word, "");
    assert!(!Person::schema().to_string().contains("passWord"));
}

#[derive(Vellum)]
struct Plain {
    first_name: String,
    age: u16,
}

#[derive(Vellum, Serialize)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    first_name: String,
    #[serde(rename = "years")]
    age: u16,
}

#[derive(Vellum, Serialize)]
#[vellum(rename = "Plain", rename_all = "snake_case")]
#[serde(rename_all = "kebab-case")]
struct Kept {
    first_name: String,
    #[vellum(rename = "age")]
    #[serde(rename = "how-old")]
    age: u16,
}

#[test]
fn names_of_serde_change_the_schema_and_its_fingerprint_but_no_byte() {
    let plain = vellum::to_vec(&Plain { first_name: "Ada".into(), age: 36 }).unwrap();
    assert_eq!(vellum::to_vec(&Renamed { first_name: "Ada".into(), age: 36 }).unwrap(), plain);
    assert_eq!(
        Renamed::schema().to_string(),
        "struct Renamed {\n    firstName: string,\n    years: u16,\n}\nroot Renamed;\n"
    );
    assert_ne!(Renamed::schema().fingerprint(), Plain::schema().fingerprint());
    // Names of ours come first.
    assert_eq!(Kept::schema().fingerprint(), Plain::schema().fingerprint());
}

#[derive(Vellum, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[vellum(ignore_serde)]
#[serde(rename_all = "kebab-case", tag = "kind", default = "ignored")]
struct Ignored {
    first_name: String,
    #[serde(skip)]
    pass_word: String,
    #[serde(flatten)]
    address: Address,
}

fn ignored() -> Ignored {
    Ignored { first_name: String::new(), pass_word: String::new(), address: Address::default() }
}

#[derive(Vellum, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
struct PartlyIgnored {
    first_name: String,
    #[vellum(ignore_serde)]
    #[serde(skip_serializing, rename = "pass")]
    pass_word: String,
    #[vellum(skip)]
    #[serde(skip_deserializing, default = "seven")]
    seen: u8,
    #[vellum(default = 7)]
    #[serde(default = "seven")]
    days: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    nick: Option<String>,
}

fn seven() -> u8 {
    7
}

#[test]
fn what_is_told_to_ignore_serde_has_the_json_of_its_fields() {
    let value = Ignored { pass_word: "secret".into(), ..ignored() };
    assert_eq!(
        json::to_string(&value).unwrap(),
        r#"{"first_name":"","pass_word":"secret","address":{"STREET_NAME":"","zip":0}}"#
    );
    assert_eq!(vellum::from_slice::<Ignored>(&vellum::to_vec(&value).unwrap()).unwrap(), value);

    let value = PartlyIgnored { first_name: "Ada".into(), pass_word: "p".into(), seen: 0, days: 7, nick: None };
    // What is absent is `null`, which serde reads as absent, too.
    let text = r#"{"firstName":"Ada","passWord":"p","days":7,"nick":null}"#;
    assert_eq!(json::to_string(&value).unwrap(), text);
    assert_eq!(json::from_str::<PartlyIgnored>(r#"{"firstName":"Ada","passWord":"p"}"#).unwrap(), value);
}

#[derive(Vellum, Serialize, Deserialize)]
#[serde(crate = "serde")]
struct Text<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Vellum, Deserialize, Debug, PartialEq)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Key {
    Name,
    #[serde(other)]
    Unknown,
}

#[derive(Vellum, Deserialize, Debug, PartialEq)]
#[serde(variant_identifier)]
enum Tag {
    Name,
}

struct Remote(u8);

impl Remote {
    fn value(&self) -> u8 {
        self.0
    }
}

#[derive(Vellum, Serialize)]
#[serde(remote = "Remote")]
struct RemoteForm {
    #[serde(getter = "Remote::value")]
    value: u8,
}

#[test]
fn attributes_that_are_about_the_code_of_serde_change_nothing() {
    let text = Text { text: "a".into() };
    assert_eq!(json::to_string(&text).unwrap(), serde_json::to_string(&text).unwrap());
    for (written, key) in [(r#""name""#, Key::Name), (r#""unknown""#, Key::Unknown)] {
        assert_eq!(json::to_string(&key).unwrap(), written);
        assert_eq!(serde_json::from_str::<Key>(written).unwrap(), key);
    }
    assert_eq!(json::to_string(&Tag::Name).unwrap(), r#""Name""#);
    assert_eq!(serde_json::from_str::<Tag>(r#""Name""#).unwrap(), Tag::Name);
    let mut written = Vec::new();
    RemoteForm::serialize(&Remote(3), &mut serde_json::Serializer::new(&mut written)).unwrap();
    assert_eq!(json::to_string(&RemoteForm { value: 3 }).unwrap().as_bytes(), written);
}
