# Workload A, "container", as Cap'n Proto expresses it. Bar is a group, whose fields stand in the element itself.
# The Rust code in src/libraries/capnp/ is generated from this file; mod.rs there says how.

@0xa60a39be90ef4a01;

enum Fruit {
  apples @0;
  pears @1;
  bananas @2;
}

struct FooBar {
  sibling :group {
    time @0 :Int32;
    ratio @1 :Float32;
    size @2 :UInt16;
  }
  name @3 :Text;
  rating @4 :Float64;
  postfix @5 :UInt8;
}

struct Container {
  list @0 :List(FooBar);
  initialized @1 :Bool;
  fruit @2 :Fruit;
  location @3 :Text;
}
