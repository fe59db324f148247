//! Every edit of derived types against the same edit of the owned value, over all pairs of containers.
//!
//! The oracle is the owned value: what an edit does in a buffer has to be what it does to the decoded value, and the buffer brought to
//! its canonical form has to be the value encoded anew. `MIRROR=name` runs the types whose names contain that.

mod driver;
mod leaves;
mod lists;
mod maps;
mod node;
mod store;
mod structs;
mod subject;
mod subjects;
mod unions;

#[test]
fn edits_of_a_container_in_another_do_what_they_do_to_the_owned_value() {
    driver::run(&subjects::containers());
}

#[test]
fn edits_of_a_container_of_leaves_do_what_they_do_to_the_owned_value() {
    driver::run(&subjects::leaves());
}

#[test]
fn edits_beside_declared_defaults_do_what_they_do_to_the_owned_value() {
    driver::run(&subjects::declared());
}
