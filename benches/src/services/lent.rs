//! Values with their texts in the input.

/// Declares types with borrowed texts twice: in a module `lent`, where they are text, and in a
/// module `skimmed`, where they are left as bytes, so that nobody checks those which are passed to
/// come to something behind them. A map from text to number is a list of pairs there.
macro_rules! lent_and_skimmed {
    ($({ $($item:tt)+ })+) => {
        pub mod lent {
            #[allow(dead_code)]
            pub type Text<'a> = &'a str;
            #[allow(dead_code)]
            pub type Stock<'a> = std::collections::BTreeMap<Text<'a>, u32>;

            $(#[derive(serde::Serialize, serde::Deserialize)]
            #[derive(bitcode::Encode, bitcode::Decode, speedy::Readable, speedy::Writable)]
            #[derive(wincode::SchemaRead, wincode::SchemaWrite)]
            $($item)+)+
        }

        #[allow(dead_code)]
        pub mod skimmed {
            pub type Text<'a> = &'a [u8];
            pub type Stock<'a> = Vec<(Text<'a>, u32)>;

            $(#[derive(serde::Deserialize, speedy::Readable, wincode::SchemaRead)]
            $($item)+)+
        }
    };
}
pub(super) use lent_and_skimmed;
