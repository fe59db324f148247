use std::collections::BTreeMap;
use vellum::Vellum;

#[derive(Vellum)]
struct User { name: String, contact: Contact, tags: Vec<String>, scores: BTreeMap<String, u32> }

#[derive(Vellum)]
enum Contact { None, Email(String), Phone { country: u16, number: String } }

#[test]
fn a_proved_view_gives_plain_values() {
    let contact = Contact::Phone { country: 44, number: "20 7946 0000".into() };
    let scores = BTreeMap::from([("chess".into(), 7)]);
    let bytes = vellum::to_vec(&User { name: "Ada".into(), contact, tags: vec!["math".into()], scores }).unwrap();
    let user = User::access(&bytes).unwrap();
    assert_eq!(user.name(), "Ada");
    assert!(user.tags().iter().eq(["math"]));
    assert_eq!(user.scores().get("chess"), Some(7));
    match user.contact() {
        ContactProved::Phone(phone) => assert_eq!((phone.country(), phone.number()), (44, "20 7946 0000")),
        ContactProved::None | ContactProved::Email(_) => panic!("a phone"),
    }
}
