// Written by vellum-codegen from a schema; what is changed here is lost.

#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub enum Note {
    #[vellum(rename = "none")]
    #[default]
    None,
    #[vellum(rename = "text")]
    Text(String),
    #[vellum(rename = "other")]
    Other(Option<vellum::value::Any>),
}

/// What happened, and whatever belongs to it.
#[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
pub struct Event {
    pub name: String,
    pub extra: vellum::value::Any,
    pub maybe: Option<vellum::value::Any>,
    pub list: Vec<vellum::value::Any>,
    pub map: std::collections::BTreeMap<String, vellum::value::Any>,
    pub pair: (u8, vellum::value::Any),
    pub note: Note,
    #[vellum(since = 2)]
    pub since: vellum::value::Any,
}
