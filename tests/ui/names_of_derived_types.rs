use vellum::Vellum;

#[derive(Vellum)]
enum Node {
    End,
    View { x: u32 },
}

#[derive(Vellum)]
enum Edited {
    End,
    Edit { x: u32 },
}

#[derive(Vellum)]
enum Given {
    End,
    Ref { x: u32 },
}

#[derive(Vellum)]
enum Reached {
    End,
    Mut { x: u32 },
}

#[derive(Vellum)]
enum Known {
    End,
    Proved { x: u32 },
}

#[derive(Vellum)]
enum Twins {
    One { x: u32 },
    OneView { x: u32 },
}

#[derive(Vellum)]
enum Chosen {
    #[vellum(prefix = "ChosenOther")]
    One { x: u32 },
    #[vellum(prefix = "ChosenOther")]
    Two { x: u32 },
}

#[derive(Vellum)]
enum Unit {
    #[vellum(prefix = "UnitOne")]
    One,
    Two(u32),
}

#[derive(Vellum)]
#[vellum(prefix = "Units")]
enum OfUnits {
    One,
}

fn main() {}
