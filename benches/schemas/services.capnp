# Workload H, "services", as Cap'n Proto expresses it: four root structs. What is there or absent is a pointer or, for
# numbers, a group with a union; an order is a union of groups. A place is a group, whose fields stand in the entity itself.
# The Rust code in src/services/capnp/ is generated from this file; mod.rs there says how.

@0xe5b0c94d7a3f6182;

enum Method {
  get @0;
  head @1;
  post @2;
  put @3;
  delete @4;
  options @5;
}

struct Access {
  time @0 :UInt64;
  client @1 :Text;
  user @2 :Text;
  method @3 :Method;
  host @4 :Text;
  path @5 :Text;
  query @6 :Text;
  protocol @7 :Text;
  status @8 :UInt16;
  sent @9 :UInt32;
  micros @10 :UInt32;
  referrer @11 :Text;
  agent @12 :Text;
  language @13 :Text;
  upstream @14 :Text;
  requestId @15 :Text;
}

struct AccessLog {
  server @0 :Text;
  entries @1 :List(Access);
}

enum Difficulty {
  calm @0;
  fair @1;
  rough @2;
  storm @3;
}

struct Rival {
  name @0 :Text;
  strength @1 :UInt16;
}

struct Cargo {
  good @0 :Text;
  tons @1 :UInt16;
  paid @2 :Float32;
}

struct Ship {
  name @0 :Text;
  hull @1 :UInt16;
  crew @2 :UInt8;
  heading @3 :Float32;
  upgrades @4 :List(Bool);
  hold @5 :List(Cargo);
}

struct Order {
  union {
    wait @0 :Void;
    repair @1 :UInt16;
    sail :group {
      port @2 :Text;
      speed @3 :UInt8;
    }
    trade :group {
      good @4 :Text;
      tons @5 :Int32;
      price @6 :Float64;
    }
    escort :group {
      ship @7 :UInt32;
      until :union {
        never @8 :Void;
        time @9 :UInt64;
      }
    }
  }
}

struct Stock {
  good @0 :Text;
  tons @1 :UInt32;
}

struct Campaign {
  id @0 :UInt64;
  captain @1 :Text;
  difficulty @2 :Difficulty;
  gold @3 :UInt32;
  hours @4 :Float64;
  permanent @5 :Bool;
  lastPort @6 :Text;
  rival @7 :Rival;
  charted @8 :List(Bool);
  ships @9 :List(Ship);
  orders @10 :List(Order);
  stock @11 :List(Stock);
}

struct Saves {
  build @0 :UInt32;
  campaigns @1 :List(Campaign);
}

struct Effect {
  kind @0 :UInt8;
  left @1 :UInt16;
}

struct Hit {
  by @0 :UInt32;
  amount @1 :Int16;
  zone @2 :UInt8;
}

struct Step {
  dx @0 :Int8;
  dy @1 :Int8;
}

struct Entity {
  id @0 :UInt32;
  owner @1 :UInt16;
  model @2 :UInt8;
  health @3 :UInt16;
  facing @4 :UInt16;
  place :group {
    x @5 :Int16;
    y @6 :Int16;
    z @7 :Int16;
  }
  velocity :union {
    none @8 :Void;
    some :group {
      x @9 :Int16;
      y @10 :Int16;
      z @11 :Int16;
    }
  }
  effects @12 :List(Effect);
  hits @13 :List(Hit);
  route @14 :List(Step);
}

struct Tick {
  number @0 :UInt64;
  entities @1 :List(Entity);
  gone @2 :List(UInt32);
}

struct Corner {
  x @0 :Float32;
  y @1 :Float32;
  z @2 :Float32;
  normalX @3 :Float32;
  normalY @4 :Float32;
  normalZ @5 :Float32;
  u @6 :Float32;
  v @7 :Float32;
  weight @8 :Float32;
}

struct Surface {
  material @0 :UInt32;
  corners @1 :List(Corner);
  triangles @2 :List(UInt32);
}
