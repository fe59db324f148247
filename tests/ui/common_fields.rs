use vellum::Vellum;

#[derive(Vellum)]
#[vellum(common(time))]
enum OfAnotherType {
    Put { time: u64 },
    Cut { time: u32 },
}

#[derive(Vellum)]
#[vellum(common(user))]
enum Lacking {
    Put { user: String },
    Cut { name: String },
}

#[derive(Vellum)]
#[vellum(common(time))]
enum Unit {
    Put { time: u64 },
    Stop,
}

#[derive(Vellum)]
struct Put {
    time: u64,
}

#[derive(Vellum)]
#[vellum(common(time))]
enum OfStructs {
    Put(Put),
}

#[derive(Vellum)]
#[vellum(common(time))]
enum OfUnits {
    Put,
}

#[derive(Vellum)]
#[vellum(common(user))]
enum MethodTaken {
    Put { user: String },
    User { user: String },
}

#[derive(Vellum)]
#[vellum(common)]
enum Unnamed {
    Put { time: u64 },
}

#[derive(Vellum)]
#[vellum(common(time, time))]
enum Twice {
    Put { time: u64 },
}

#[derive(Vellum)]
#[vellum(common(time))]
struct OfStruct {
    time: u64,
}

fn main() {}
