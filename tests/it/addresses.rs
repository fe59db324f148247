//! Addresses of the internet: the types of `core::net` as they are, by derive, at run time, in keys and through serde.

#![cfg(feature = "serde")]

use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, Ipv6Addr};

use serde::{Deserialize, Serialize};
use vellum::schema::Literal;
use vellum::{
    ErrorKind, Record, Schema, Vellum,
    dynamic::{Dynamic, ValueRef},
    key::Keyed,
};

#[derive(Vellum, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[vellum(key(v4, v6 desc))]
struct Host {
    #[vellum(default = Ipv4Addr::LOCALHOST)]
    v4: Ipv4Addr,
    #[vellum(default = Ipv6Addr::LOCALHOST)]
    v6: Ipv6Addr,
    maybe: Option<Ipv6Addr>,
    peers: Vec<Ipv4Addr>,
    both: [Ipv4Addr; 2],
    routes: BTreeMap<Ipv6Addr, Ipv4Addr>,
    seen: BTreeSet<Ipv4Addr>,
}

const TEXT: &str = "struct Host key(v4, v6 desc) {
    v4: ipv4 = \"127.0.0.1\",
    v6: ipv6 = \"::1\",
    maybe: ipv6?,
    peers: list<ipv4>,
    both: array<ipv4, 2>,
    routes: map<ipv6, ipv4>,
    seen: set<ipv4>,
}
root Host;
";

fn v6(text: &str) -> Ipv6Addr {
    text.parse().unwrap()
}

fn host() -> Host {
    let [low, high] = [Ipv4Addr::new(1, 0, 0, 255), Ipv4Addr::new(2, 0, 0, 0)];
    Host {
        v4: Ipv4Addr::new(192, 168, 0, 1),
        v6: v6("2001:db8::7"),
        maybe: Some(v6("::ffff:10.0.0.1")),
        peers: vec![Ipv4Addr::BROADCAST, Ipv4Addr::UNSPECIFIED],
        both: [low, high],
        routes: BTreeMap::from([(v6("::1:0"), low), (v6("::2"), high), (v6("ff02::1"), low)]),
        seen: BTreeSet::from([high, low]),
    }
}

fn at_run_time(schema: &Schema) -> Record {
    let (mut record, host) = (Record::new(schema), host());
    record.set("v4", host.v4).unwrap();
    record.set("v6", host.v6).unwrap();
    record.set("maybe", host.maybe.unwrap()).unwrap();
    record.extend(&schema.field::<Ipv4Addr>("peers[]").unwrap(), host.peers).unwrap();
    record.set("both[0]", host.both[0]).unwrap();
    record.set("both[1]", host.both[1]).unwrap();
    for (address, route) in host.routes {
        record.set(format!("routes[{address}]").as_str(), route).unwrap();
    }
    for address in host.seen {
        assert!(record.add_key("seen", address).unwrap());
    }
    record.compact().unwrap();
    record
}

#[test]
fn both_paths_give_the_same_schema_bytes_and_values() {
    let schema = Schema::parse(TEXT).unwrap();
    assert_eq!(*Host::schema(), schema);
    assert_eq!(schema.to_string(), TEXT);
    let bytes = vellum::to_vec(&host()).unwrap();
    assert_eq!(at_run_time(&schema).as_bytes(), bytes);
    assert_eq!(vellum::from_slice::<Host>(&bytes).unwrap(), host());
    assert_eq!(Host::peek(&bytes).unwrap().routes().unwrap().get(v6("::2")).unwrap(), Some(Ipv4Addr::new(2, 0, 0, 0)));
}

#[test]
fn an_address_lies_in_the_buffer_as_it_is_sent() {
    let schema = Schema::parse("struct R { a: ipv4, b: ipv6 } root R;").unwrap();
    let mut record = Record::new(&schema);
    record.set("a", Ipv4Addr::new(1, 2, 3, 4)).unwrap();
    record.set("b", v6("102:304::f")).unwrap();
    assert_eq!(record.as_bytes(), [0x20, 20, 1, 2, 3, 4, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15]);
    assert_eq!(record.get::<Ipv6Addr>("b").unwrap(), v6("102:304::f"));
    assert_eq!(record.get::<Ipv4Addr>("b").unwrap_err().kind(), ErrorKind::Type);
    assert!(matches!(record.get::<Dynamic>("a").unwrap(), ValueRef::Ipv4(a) if a == Ipv4Addr::new(1, 2, 3, 4)));
    assert_eq!(format!("{record:?}"), "R { a: 1.2.3.4, b: 102:304::f }");
    assert!(schema.prove(&[0xFF; 22]).is_err() && schema.prove(record.as_bytes()).is_ok());
}

#[test]
fn a_default_is_the_text_of_the_address_in_every_form_of_a_schema() {
    let schema = Schema::parse(TEXT).unwrap();
    assert_eq!(Record::new(&schema).get::<Ipv4Addr>("v4").unwrap(), Ipv4Addr::LOCALHOST);
    assert_eq!(schema.default_value(&schema.root().fields()[1]), Some(Literal::Text("::1".into())));
    assert_eq!(Schema::from_bytes(&schema.to_bytes()).unwrap(), schema);
    let json = serde_json::to_string(&schema).unwrap();
    assert!(json.contains(r#""default":"127.0.0.1""#), "{json}");
    assert_eq!(serde_json::from_str::<Schema>(&json).unwrap(), schema);
}

#[test]
fn schema_text_refuses_what_is_no_address() {
    for (field, message) in [
        ("ipv4 = 127", "in quotation marks"),
        ("ipv4 = \"127.0.0.1.1\"", "\"127.0.0.1.1\" is not a value of ipv4"),
        ("ipv4 = \"::1\"", "\"::1\" is not a value of ipv4"),
        ("ipv4 = \"127.0.0.01\"", "is not a value of ipv4"),
        ("ipv6 = \"fe80::1%1\"", "is not a value of ipv6"),
        ("ipv4 in \"0.0.0.0\"..", "rule"),
    ] {
        let error = Schema::parse(&format!("struct R {{ x: {field} }} root R;")).unwrap_err();
        assert!(error.to_string().contains(message), "{field}: {error}");
    }
}

#[test]
fn serde_sees_what_the_types_of_core_give_it() {
    let schema = Schema::parse(TEXT).unwrap();
    let (record, host) = (at_run_time(&schema), host());
    let json = serde_json::to_value(&record).unwrap();
    assert_eq!(json, serde_json::to_value(&host).unwrap());
    assert_eq!(json["maybe"], "::ffff:10.0.0.1");
    let read: Record = serde::de::DeserializeSeed::deserialize(&schema, json).unwrap();
    assert!(read.content_eq(&record).unwrap());

    let packed = rmp_serde::to_vec_named(&record).unwrap();
    assert_eq!(packed, rmp_serde::to_vec_named(&host).unwrap());
    assert_eq!(rmp_serde::from_slice::<Host>(&packed).unwrap(), host);
    let mut deserializer = rmp_serde::Deserializer::from_read_ref(&packed);
    let read: Record = serde::de::DeserializeSeed::deserialize(&schema, &mut deserializer).unwrap();
    assert!(read.content_eq(&record).unwrap());

    assert_eq!(record.to_serde::<Host>().unwrap(), host);
    assert!(Record::from_serde(&schema, &host).unwrap().content_eq(&record).unwrap());

    for (json, message) in
        [(r#"{"v4": "1.2.3"}"#, "\"1.2.3\" is not a value of ipv4"), (r#"{"v4": 7}"#, "expected a value of ipv4")]
    {
        let mut deserializer = serde_json::Deserializer::from_str(json);
        let error = serde::de::DeserializeSeed::deserialize(&schema, &mut deserializer).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn keys_of_records_sort_by_address_and_decode() {
    let key = |v4: [u8; 4], v6: Ipv6Addr| {
        let mut record = Record::new(Host::schema());
        record.set("v4", Ipv4Addr::from(v4)).unwrap();
        record.set("v6", v6).unwrap();
        Host::key(record.as_bytes()).unwrap()
    };
    let ascending = [
        key([1, 0, 0, 255], v6("ff::")),
        key([1, 0, 0, 255], v6("::1")),
        key([2, 0, 0, 0], v6("::1")),
        key([255, 0, 0, 0], v6("::1")),
    ];
    assert!(ascending.is_sorted() && ascending[0] < ascending[1]);
    let values = Host::decode_key(&ascending[0]).unwrap();
    assert_eq!(
        values,
        [vellum::key::KeyValue::Ipv4(Ipv4Addr::new(1, 0, 0, 255)), vellum::key::KeyValue::Ipv6(v6("ff::"))]
    );
    let again = Host::key_writer().unwrap().push(&values[0]).unwrap().push(&values[1]).unwrap().finish().unwrap();
    assert_eq!(again, ascending[0]);
    let mut last = Record::new(Host::schema());
    last.set_key_max().unwrap();
    assert_eq!(last.get::<Ipv4Addr>("v4").unwrap(), Ipv4Addr::BROADCAST);
    assert_eq!(last.get::<Ipv6Addr>("v6").unwrap(), Ipv6Addr::UNSPECIFIED);
}

#[test]
fn changes_name_addresses_as_paths_do() {
    let schema = Schema::parse(TEXT).unwrap();
    let (old, mut new) = (at_run_time(&schema), at_run_time(&schema));
    new.set("routes[::2]", Ipv4Addr::LOCALHOST).unwrap();
    new.remove("seen[1.0.0.255]").unwrap();
    let changes = old.diff(&new).unwrap();
    let texts: Vec<String> = changes.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["set routes[::2]: 127.0.0.1", "remove key seen[1.0.0.255]"]);
    let mut applied = at_run_time(&schema);
    applied.apply(&changes).unwrap();
    assert!(applied.content_eq(&new).unwrap());
}

#[test]
fn an_address_is_for_any_reader_what_it_is_in_a_binary_format() {
    let schema = Schema::parse("struct Host { four: ipv4, six: ipv6 } root Host;").unwrap();
    let mut record = Record::new(&schema);
    record.set("four", Ipv4Addr::new(192, 0, 2, 1)).unwrap();
    let mut cbor = Vec::new();
    ciborium::into_writer(&record, &mut cbor).unwrap();
    let written: ciborium::Value = ciborium::from_reader(&cbor[..]).unwrap();
    assert_eq!(record.to_serde::<ciborium::Value>().unwrap(), written);
    let octets = [192, 0, 2, 1].map(ciborium::Value::from).to_vec();
    assert_eq!(written.as_map().unwrap()[0].1, ciborium::Value::Array(octets));
}
