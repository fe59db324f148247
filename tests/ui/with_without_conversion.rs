use vellum::Vellum;

#[derive(Vellum)]
struct Job {
    #[vellum(with = "u64")]
    time: std::time::Duration,
}

fn main() {}
