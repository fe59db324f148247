//! Mistakes in what is derived are told where they are made.

#[test]
fn mistakes_are_told_where_they_are_made() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
