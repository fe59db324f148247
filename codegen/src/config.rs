//! What is written besides the schema's own items.

use std::path::Path;

use vellum::Schema;

use crate::error::{Error, Result};

/// Attributes that generated types and their fields get, such as the derives of other crates.
///
/// A path is the name of a type in the schema, `User`; or that of a field or variant, `User.name`;
/// or `.` for all of them. Each attribute that a path fits is written, in the order in which they
/// were given. Attributes of serde are for serde's own code: what is stored, and the JSON of this
/// crate, are as the schema says (`#[vellum(ignore_serde)]`).
///
/// ```
/// let code = vellum_codegen::Config::new()
///     .type_attribute(".", "#[derive(serde::Serialize)]")
///     .field_attribute("User.password", "#[serde(skip)]")
///     .generate("struct User { name: string, password: string } root User;")?;
/// assert!(code.contains("
/// #[derive(vellum::Vellum, Clone, Debug, Default, PartialEq)]
/// #[vellum(ignore_serde)]
/// #[derive(serde::Serialize)]
/// pub struct User {
///     pub name: String,
///     #[serde(skip)]
///     pub password: String,
/// }
/// "));
/// # Ok::<(), vellum_codegen::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config {
    types: Vec<(String, String)>,
    fields: Vec<(String, String)>,
}

impl Config {
    /// No attributes: what [`generate`](crate::generate) and [`compile`](crate::compile) take.
    ///
    /// ```
    /// let text = "struct User { name: string } root User;";
    /// assert_eq!(vellum_codegen::Config::new().generate(text)?, vellum_codegen::generate(text)?);
    /// # Ok::<(), vellum_codegen::Error>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives the types that `path` fits an attribute, which is written behind
    /// `#[derive(vellum::Vellum, ...)]`.
    ///
    /// ```
    /// let code = vellum_codegen::Config::new()
    ///     .type_attribute("Item", "#[derive(serde::Serialize)]")
    ///     .generate("struct Item { count: u32 } struct Cart { items: list<Item> } root Cart;")?;
    /// let (of_item, of_cart) = (code.find("pub struct Item").unwrap(), code.find("pub struct Cart").unwrap());
    /// assert_eq!(code.matches("#[derive(serde::Serialize)]").count(), 1);
    /// assert!(code[..of_item].ends_with("#[derive(serde::Serialize)]\n") && !code[..of_cart].ends_with("Serialize)]\n"));
    /// # Ok::<(), vellum_codegen::Error>(())
    /// ```
    pub fn type_attribute(&mut self, path: impl Into<String>, attribute: impl Into<String>) -> &mut Self {
        self.types.push((path.into(), attribute.into()));
        self
    }

    /// Gives the fields and variants that `path` fits an attribute. The path of a type stands for
    /// all that are in it.
    ///
    /// ```
    /// let code = vellum_codegen::Config::new()
    ///     .field_attribute("User.password", "#[serde(skip)]")
    ///     .generate("struct User { name: string, password: string } root User;")?;
    /// assert!(code.contains("pub name: String,\n    #[serde(skip)]\n    pub password: String,"));
    /// # Ok::<(), vellum_codegen::Error>(())
    /// ```
    pub fn field_attribute(&mut self, path: impl Into<String>, attribute: impl Into<String>) -> &mut Self {
        self.fields.push((path.into(), attribute.into()));
        self
    }

    /// As [`generate`](crate::generate), with the attributes.
    ///
    /// ```
    /// use vellum_codegen::{Config, ErrorKind};
    ///
    /// let text = "struct User { name: string } root User;";
    /// let code = Config::new().type_attribute(".", "#[non_exhaustive]").generate(text)?;
    /// assert!(code.contains("#[non_exhaustive]\npub struct User"));
    /// // A path that fits nothing is a mistake.
    /// let error = Config::new().type_attribute("Usr", "#[non_exhaustive]").generate(text).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::Attribute);
    /// # Ok::<(), vellum_codegen::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`generate`](crate::generate); [`ErrorKind::Attribute`](crate::ErrorKind::Attribute) if a
    /// path fits nothing in the schema.
    pub fn generate(&self, text: &str) -> Result<String> {
        crate::generate_with(self, text)
    }

    /// As [`compile`](crate::compile), with the attributes.
    ///
    /// ```no_run
    /// // build.rs
    /// fn main() -> vellum_codegen::Result<()> {
    ///     vellum_codegen::Config::new()
    ///         .type_attribute("User", "#[derive(serde::Serialize, serde::Deserialize)]")
    ///         .compile("schema/user.vlm")
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`compile`](crate::compile) and [`Config::generate`].
    pub fn compile(&self, path: impl AsRef<Path>) -> Result<()> {
        crate::compile::to_out(self, path.as_ref())
    }

    /// As [`compile_to`](crate::compile_to), with the attributes.
    ///
    /// ```
    /// let directory = std::env::temp_dir().join("vellum-compile-to");
    /// std::fs::create_dir_all(&directory)?;
    /// std::fs::write(directory.join("user.vlm"), "struct User { name: string } root User;")?;
    /// vellum_codegen::Config::new()
    ///     .type_attribute("User", "#[non_exhaustive]")
    ///     .compile_to(directory.join("user.vlm"), &directory)?;
    /// assert!(std::fs::read_to_string(directory.join("user.vlm.rs"))?.contains("#[non_exhaustive]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Config::compile`].
    pub fn compile_to(&self, path: impl AsRef<Path>, directory: impl AsRef<Path>) -> Result<()> {
        crate::compile::to_directory(self, path.as_ref(), directory.as_ref())
    }

    /// The attributes of a type, on lines of their own.
    pub(crate) fn of_type(&self, name: &str) -> String {
        let given = self.types.iter().filter(|(path, _)| path == "." || path == name);
        let of_type = given.map(|(_, attribute)| attribute);
        let is_within = |path: &str| path == "." || path.split('.').next() == Some(name);
        let within = self.fields.iter().filter(|(path, _)| is_within(path)).map(|(_, attribute)| attribute);
        // The schema says what is stored, and by which name: attributes of serde change nothing of
        // it.
        let has_serde = of_type.clone().chain(within).any(|attribute| attribute.contains("serde("));
        let ignored = if has_serde { "#[vellum(ignore_serde)]\n" } else { "" };
        ignored.to_owned() + &of_type.map(|attribute| lines(attribute, 0)).collect::<String>()
    }

    /// The attributes of a field or variant, on lines of their own.
    pub(crate) fn of_field(&self, of: &str, name: &str) -> String {
        let is_own = |path: &str| path.strip_prefix(of).and_then(|rest| rest.strip_prefix('.')) == Some(name);
        let given = self.fields.iter().filter(|(path, _)| path == "." || path == of || is_own(path));
        given.map(|(_, attribute)| lines(attribute, 4)).collect()
    }

    /// Refuses a path that fits nothing.
    pub(crate) fn check(&self, schema: &Schema) -> Result<()> {
        let mut types: Vec<&str> = Vec::new();
        let mut fields: Vec<String> = Vec::new();
        for item in schema.enums() {
            types.push(item.name());
            fields.extend(item.variants().map(|(variant, _)| format!("{}.{variant}", item.name())));
        }
        for item in schema.unions().iter().filter(|union| !union.is_any()) {
            types.push(item.name());
            fields.extend(item.variants().iter().map(|variant| format!("{}.{}", item.name(), variant.name())));
        }
        for item in schema.structs().iter().filter(|structure| !structure.is_tuple()) {
            types.push(item.name());
            fields.extend(item.fields().iter().map(|field| format!("{}.{}", item.name(), field.name())));
        }
        let is_type = |path: &str| path == "." || types.contains(&path);
        let is_field = |path: &str| fields.iter().any(|field| field == path);
        let type_paths = self.types.iter().map(|(path, _)| (path, is_type(path), "type"));
        let field_paths =
            self.fields.iter().map(|(path, _)| (path, is_type(path) || is_field(path), "type, field or variant"));
        match type_paths.chain(field_paths).find(|(_, fits, _)| !fits) {
            Some((path, _, what)) => Err(Error::attribute(path, what)),
            None => Ok(()),
        }
    }
}

fn lines(attribute: &str, indent: usize) -> String {
    attribute.lines().map(|line| format!("{:indent$}{line}\n", "")).collect()
}
