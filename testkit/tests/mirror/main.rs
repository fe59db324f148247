//! Every edit of derived types against the same edit of the owned value, over all pairs of containers.
//!
//! The oracle is the owned value: what an edit does in a buffer has to be what it does to the decoded value, and the buffer brought to
//! its canonical form has to be the value encoded anew. Then rows of edits in which the run-time path takes turns (`turns`).
//! `MIRROR=name` runs the types whose names contain that.

#[allow(dead_code)]
#[path = "../../../tests/common/nets.rs"]
mod nets;

mod any;
mod converted;
mod driver;
mod edits_match_the_owned_value_in;
mod leaves;
mod lists;
mod maps;
mod node;
mod structs;
mod subject;
mod turns;
mod unions;
