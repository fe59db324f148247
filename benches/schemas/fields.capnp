# Workload B, "multiple fields", as Cap'n Proto expresses it.
# The Rust code in src/libraries/capnp/ is generated from this file; mod.rs there says how.

@0xcd9a5396e36119e1;

struct Fields {
  fieldOfTypeString @0 :Text;
  fieldOfTypeU32 @1 :UInt32;
  fieldOfTypeU64 @2 :UInt64;
  fieldOfTypeI32 @3 :Int32;
  fieldOfTypeI64 @4 :Int64;
  fieldOfTypeF32 @5 :Float32;
  fieldOfTypeF64 @6 :Float64;
  fieldOfTypeBool @7 :Bool;
  fieldOfTypeU8 @8 :UInt8;
  fieldOfTypeI8 @9 :Int8;
  fieldOfTypeU16 @10 :UInt16;
  fieldOfTypeI16 @11 :Int16;
  secondFieldOfTypeString @12 :Text;
  secondFieldOfTypeU32 @13 :UInt32;
  secondFieldOfTypeU64 @14 :UInt64;
  secondFieldOfTypeI32 @15 :Int32;
  secondFieldOfTypeI64 @16 :Int64;
  thirdFieldOfTypeString @17 :Text;
  thirdFieldOfTypeU32 @18 :UInt32;
  thirdFieldOfTypeU64 @19 :UInt64;
  thirdFieldOfTypeI32 @20 :Int32;
  thirdFieldOfTypeI64 @21 :Int64;
  fourthFieldOfTypeString @22 :Text;
  fourthFieldOfTypeU32 @23 :UInt32;
  fourthFieldOfTypeU64 @24 :UInt64;
  fourthFieldOfTypeI32 @25 :Int32;
  fourthFieldOfTypeI64 @26 :Int64;
}
