//! What is in the store, against the types of the program: see `vellum::lock`.

use service::Task;
use vellum::Vellum;
use vellum::lock::{self, LockError};

#[test]
fn stored_types_are_those_of_the_lock() -> Result<(), LockError> {
    lock::check("schemas.lock", &[Task::schema()])
}
