//! Edits of records of random schemas.

pub fn run(data: &[u8]) {
    let _ = data;
}
