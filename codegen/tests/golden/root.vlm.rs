// Written by vellum-codegen from a schema; what is changed here is lost.

/// Its name is that of the alias, which has another then.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub enum Root {
    #[vellum(rename = "none")]
    #[default]
    None,
    #[vellum(rename = "text")]
    Text(String),
    #[vellum(rename = "list")]
    List(Vec<Root>),
}

/// The type of a whole buffer.
pub type Root2 = std::collections::BTreeMap<u16, Option<Root>>;
