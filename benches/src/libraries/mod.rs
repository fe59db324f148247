//! One file for each library under test; adding a library takes a file here and a line in [`all`].

use crate::library::Library;

mod avro;
mod bincode1;
mod bincode2;
mod bitcode;
mod bson;
mod capnp;
mod ciborium;
mod desert;
mod flatbuffers;
mod flexbuffers;
mod json;
mod messagepack_rs;
mod planus;
mod postcard;
mod prost;
mod protobuf;
mod rkyv;
mod rmp;
mod rmp_serde;
mod serde_bare;
mod serde_json;
mod simd_json;
mod vellum;
mod wincode;

/// Every library, in the order of the tables.
pub fn all() -> Vec<Box<dyn Library>> {
    vec![
        Box::new(vellum::VellumLibrary),
        Box::new(flatbuffers::FlatBuffers),
        Box::new(planus::Planus),
        Box::new(bincode1::Bincode1),
        Box::new(bincode2::Bincode2),
        Box::new(protobuf::Protobuf),
        Box::new(prost::Prost),
        Box::new(capnp::CapnProto),
        Box::new(rmp_serde::RmpSerde),
        Box::new(rmp::Rmp),
        Box::new(messagepack_rs::MessagepackRs),
        Box::new(bson::Bson),
        Box::new(avro::Avro),
        Box::new(flexbuffers::Flexbuffers),
        Box::new(postcard::Postcard),
        Box::new(serde_bare::SerdeBare),
        Box::new(rkyv::Rkyv),
        Box::new(wincode::Wincode),
        Box::new(bitcode::Bitcode),
        Box::new(ciborium::Ciborium),
        Box::new(desert::Desert),
        Box::new(serde_json::SerdeJson),
        Box::new(json::Json),
        Box::new(simd_json::SimdJson),
    ]
}
