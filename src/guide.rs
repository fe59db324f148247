#![doc = include_str!("guide/links.md")]
#![doc = include_str!("../docs/README.md")]

// The pages are files of docs/, where their links lead to each other. Of two definitions of a link
// the first counts: guide/links.md stands before each page, and leads to the modules here, and to
// the files of the package where a page has no module.

#[cfg(feature = "derive")]
pub mod choose {
    #![doc = include_str!("guide/links.md")]
    #![doc = include_str!("../docs/choose.md")]
}

#[cfg(all(feature = "derive", feature = "std"))]
pub mod from_bincode {
    #![doc = include_str!("guide/links.md")]
    #![doc = include_str!("../docs/from-bincode.md")]
}

#[cfg(feature = "derive")]
pub mod from_prost {
    #![doc = include_str!("guide/links.md")]
    #![doc = include_str!("../docs/from-prost.md")]
}

#[cfg(feature = "derive")]
pub mod from_rkyv {
    #![doc = include_str!("guide/links.md")]
    #![doc = include_str!("../docs/from-rkyv.md")]
}

#[cfg(all(feature = "derive", feature = "serde"))]
pub mod from_serde_json {
    #![doc = include_str!("guide/links.md")]
    #![doc = include_str!("../docs/from-serde-json.md")]
}

#[cfg(all(feature = "derive", feature = "std"))]
pub mod start {
    #![doc = include_str!("guide/links.md")]
    #![doc = include_str!("../docs/start.md")]
}
