//! The types in the signatures of getters, setters and cursors, written out where the field's type
//! is one of std's.
//!
//! They are the associated types of `Value`, which rustdoc and editors show as `<String as
//! Value>::Get<'_, R>`; what is written here is `&str`. A type of another's keeps the associated
//! type: nothing tells a struct from an enum, or what their views are called.
//!
//! ```text
//! field             getter, R::Of<..>  setter          cursor
//! u32, bool, char   u32                u32             Result<u32>
//! String, Box<str>  &str               &str            TextEdit<S>
//! Vec<u8>, Box<..>  &[u8]              &[u8]           ListEdit<S, u8>
//! Vec<T>            List<T, R>         &[T]            ListEdit<S, T>
//! [T; N]            as of Vec<T>       &[T; N]         ArrayEdit<S, T, N>
//! BTreeMap<K, V>    Map<K, V, R>       &BTreeMap<..>   MapEdit<S, K, V>
//! Option<T>         Option<of T>       Option<of T>    Result<Option<..>>
//! (A, B)            (of A, of B)       (of A, of B)    Result<getter's>
//! of another's      R::Get<T>          T::Set          T::FieldCursor
//! ```

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, Type};

use crate::field::item_of;
use crate::gate::Gates;
use crate::generics::Parameters;
use crate::types::{arguments, bare, is_primitive, is_std};

/// What is known of a field's type.
enum Known<'t> {
    /// Given and set as it is.
    Plain,
    Text,
    /// A list, of what.
    List(&'t Type),
    Array(&'t Type, &'t Expr),
    Map(&'t Type, &'t Type),
    Set(&'t Type),
    Option(&'t Type),
    Tuple(Vec<&'t Type>),
    /// Stored as another type is.
    As(&'t Type),
    Other,
}

/// What reads a field.
#[derive(Clone, Copy)]
enum Reader {
    Checked,
    /// A view, or a variant in the enum that a view gives, of the parameter `__R`.
    Parameter,
}

/// The types in the signatures of what is written for a field.
pub struct Signatures<'p>(pub &'p Parameters, pub &'p Gates);

impl Signatures<'_> {
    fn of<'t>(&self, ty: &'t Type) -> Known<'t> {
        let ty = bare(ty);
        match ty {
            Type::Array(array) if self.is_element(&array.elem) => return Known::Array(&array.elem, &array.len),
            Type::Tuple(tuple) => return Known::Tuple(tuple.elems.iter().collect()),
            Type::Reference(to) => return self.of_unsized(&to.elem).unwrap_or(Known::Other),
            _ => {}
        }
        if is_primitive(ty) {
            return Known::Plain;
        }
        let is = |words: &[&str]| words.iter().any(|word| is_std(ty, word));
        match &arguments(ty)[..] {
            [] if is(&["String"]) => Known::Text,
            [element] if is(&["Vec"]) && self.is_element(element) => Known::List(element),
            [to] if is(&["Option"]) => Known::Option(to),
            [to] if is(&["Box", "Rc", "Arc", "Cow"]) => self.of_unsized(to).unwrap_or(Known::As(to)),
            [key, value, ..] if is(&["BTreeMap", "HashMap"]) => Known::Map(key, value),
            [key, ..] if is(&["BTreeSet", "HashSet"]) => Known::Set(key),
            _ => Known::Other,
        }
    }

    /// Of what lies behind a pointer of Rust's: text, or a slice.
    fn of_unsized<'t>(&self, ty: &'t Type) -> Option<Known<'t>> {
        match bare(ty) {
            Type::Slice(slice) if self.is_element(&slice.elem) => Some(Known::List(&slice.elem)),
            Type::Slice(_) => Some(Known::Other),
            ty if is_std(ty, "str") => Some(Known::Text),
            _ => None,
        }
    }

    /// Whether the list of a type is known: that of a parameter may be bytes.
    fn is_element(&self, ty: &Type) -> bool {
        !self.0.lead(bare(ty))
    }

    /// Whether it is a list of texts, which is set to texts however these are owned.
    pub fn is_list_of_texts(&self, ty: &Type) -> bool {
        matches!(self.of(ty), Known::List(element) if matches!(self.of(element), Known::Text))
    }

    /// The type of a read with checks, of a buffer of a lifetime.
    pub fn checked(&self, ty: &Type, lifetime: &TokenStream) -> TokenStream {
        self.given(ty, lifetime, Reader::Checked)
    }

    /// The type of a getter of a view of the parameter `__R`.
    pub fn getter(&self, ty: &Type) -> TokenStream {
        if self.opens(ty) {
            let ty = self.1.gate(ty, self.0);
            return quote!(__R::Of<__R::Get<'a, #ty>>);
        }
        let held = self.held(ty);
        quote!(__R::Of<#held>)
    }

    /// Whether a getter opens the value: a type of another's may be an enum, and then a proved
    /// getter returns its variant.
    pub fn opens(&self, ty: &Type) -> bool {
        match self.of(ty) {
            Known::Option(inner) | Known::As(inner) => self.opens(inner),
            Known::Tuple(parts) => parts.into_iter().any(|part| self.opens(part)),
            Known::Other => true,
            _ => false,
        }
    }

    /// What a variant holds for a payload in the enum that a view gives.
    pub fn held(&self, ty: &Type) -> TokenStream {
        self.given(ty, &quote!('a), Reader::Parameter)
    }

    fn given(&self, ty: &Type, lifetime: &TokenStream, reader: Reader) -> TokenStream {
        let reading = match reader {
            Reader::Checked => quote!(, ::vellum::__v::Checked),
            Reader::Parameter => quote!(, __R),
        };
        match self.of(ty) {
            Known::Plain => quote!(#ty),
            Known::Text => quote!(&#lifetime ::vellum::__v::str),
            Known::List(element) | Known::Array(element, _) if is_std(element, "u8") => quote!(&#lifetime [#element]),
            Known::List(element) | Known::Array(element, _) => {
                quote!(::vellum::List<#lifetime, #element #reading>)
            }
            Known::Map(key, value) => quote!(::vellum::Map<#lifetime, #key, #value #reading>),
            Known::Set(key) => quote!(::vellum::Set<#lifetime, #key #reading>),
            Known::Option(inner) => {
                let inner = self.given(inner, lifetime, reader);
                quote!(::vellum::__v::Option<#inner>)
            }
            Known::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.given(part, lifetime, reader));
                quote!((#(#parts,)*))
            }
            Known::As(inner) => self.given(inner, lifetime, reader),
            Known::Other => match reader {
                Reader::Checked => item_of(&self.1.gate(ty, self.0), quote!(Get<#lifetime, ::vellum::__v::Checked>)),
                Reader::Parameter => item_of(&self.1.gate(ty, self.0), quote!(Get<#lifetime, __R>)),
            },
        }
    }

    /// What a setter takes, by references of that lifetime.
    pub fn setter(&self, ty: &Type, lifetime: &TokenStream) -> TokenStream {
        // A lifetime that would be left out anyway is.
        let reference = if lifetime.to_string() == "'_" { quote!(&) } else { quote!(&#lifetime) };
        match self.of(ty) {
            Known::Plain => quote!(#ty),
            Known::Text => quote!(#reference ::vellum::__v::str),
            Known::List(element) => quote!(#reference [#element]),
            Known::Array(..) | Known::Map(..) | Known::Set(_) => quote!(#reference #ty),
            Known::Option(inner) => {
                let inner = self.setter(inner, lifetime);
                quote!(::vellum::__v::Option<#inner>)
            }
            Known::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.setter(part, lifetime));
                quote!((#(#parts,)*))
            }
            Known::As(inner) => self.setter(inner, lifetime),
            Known::Other => item_of(&self.1.gate(ty, self.0), quote!(Set<#lifetime>)),
        }
    }

    /// The cursor of a field, in a storage.
    pub fn cursor(&self, ty: &Type, storage: &TokenStream) -> TokenStream {
        match self.of(ty) {
            Known::Plain | Known::Option(_) | Known::Tuple(_) => {
                let reached = self.reached(ty, &quote!('_), storage);
                quote!(::vellum::Result<#reached>)
            }
            Known::As(inner) => self.cursor(inner, storage),
            Known::Other => item_of(&self.1.gate(ty, self.0), quote!(FieldCursor<'_, #storage>)),
            _ => self.reached(ty, &quote!('_), storage),
        }
    }

    /// The cursor of what an optional field or a variant holds, in a storage.
    pub fn reached(&self, ty: &Type, lifetime: &TokenStream, storage: &TokenStream) -> TokenStream {
        match self.of(ty) {
            Known::Plain => quote!(#ty),
            Known::Text => quote!(::vellum::__v::TextEdit<#lifetime, #storage>),
            Known::List(element) => quote!(::vellum::__v::ListEdit<#lifetime, #storage, #element>),
            Known::Array(element, len) => quote!(::vellum::__v::ArrayEdit<#lifetime, #storage, #element, { #len }>),
            Known::Map(key, value) => quote!(::vellum::__v::MapEdit<#lifetime, #storage, #key, #value>),
            Known::Set(key) => quote!(::vellum::__v::SetEdit<#lifetime, #storage, #key>),
            Known::Option(inner) => {
                let inner = self.reached(inner, lifetime, storage);
                quote!(::vellum::__v::Option<#inner>)
            }
            Known::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.checked(part, lifetime));
                quote!((#(#parts,)*))
            }
            Known::As(inner) => self.reached(inner, lifetime, storage),
            Known::Other => item_of(&self.1.gate(ty, self.0), quote!(Cursor<#lifetime, #storage>)),
        }
    }
}
