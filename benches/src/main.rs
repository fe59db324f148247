//! The comparison of vellum with the field.
#![allow(dead_code)]

mod harness;
mod libraries;
mod library;
mod workloads;

fn main() {
    let _ = libraries::all();
}
