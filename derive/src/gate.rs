//! The types of fields as derived code names them, so that one that cannot be a field is told once.
//!
//! What is not known to be a field is named by an alias, which is of a constant that only a type
//! has that can be one. Where it cannot, the compiler says so at the field, as that constant is
//! typed, and is silent of all that is asked of the alias.

use std::cell::RefCell;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, Ident, PathArguments, Type, parse_quote_spanned};

use crate::generics::{Parameters, Role};
use crate::rename::unraw;
use crate::types::{arguments, is_primitive, is_std};

/// Types of std whose arguments are told of, not they themselves.
const HOLDERS: [&str; 11] =
    ["Option", "Vec", "VecDeque", "Box", "Rc", "Arc", "Cow", "BTreeMap", "BTreeSet", "HashMap", "HashSet"];

/// Those that are keys where what they point to is one.
const POINTERS: [&str; 4] = ["Box", "Rc", "Arc", "Cow"];

impl Role {
    /// The trait of what can be that.
    fn can_be(self) -> Ident {
        let name = match self {
            Self::Value => "CanBeField",
            Self::OrderedKey => "CanBeOrderedKey",
            Self::HashedKey => "CanBeHashedKey",
        };
        Ident::new(name, Span::call_site())
    }

    /// What a type of std holds in this role.
    fn of_first(self, holder: &Type) -> Self {
        let is = |words: &[&str]| words.iter().any(|word| is_std(holder, word));
        if is(&["BTreeMap", "BTreeSet"]) {
            Self::OrderedKey
        } else if is(&["HashMap", "HashSet"]) {
            Self::HashedKey
        } else {
            self
        }
    }
}

/// The aliases of types in the code of one type.
pub struct Gates {
    of: String,
    /// Each with the type that it is of, and where that is written.
    aliases: RefCell<Vec<(String, Ident, TokenStream)>>,
    /// Types that derived code declares, which are fields.
    own: RefCell<Vec<String>>,
}

impl Gates {
    pub fn new(of: &Ident) -> Self {
        Self { of: unraw(of), aliases: RefCell::default(), own: RefCell::default() }
    }

    /// The type, with an alias for each part of it that is not known to be a field.
    pub fn gate(&self, ty: &Type, parameters: &Parameters) -> Type {
        let mut gated = ty.clone();
        self.gate_parts(&mut gated, Role::Value, parameters);
        gated
    }

    /// Tells of a type that derived code declares.
    pub fn know(&self, own: &Type) {
        self.own.borrow_mut().push(own.to_token_stream().to_string());
    }

    /// What declares the aliases.
    pub fn tokens(&self) -> TokenStream {
        self.aliases.borrow().iter().map(|(.., alias)| alias.clone()).collect()
    }

    fn gate_parts(&self, ty: &mut Type, role: Role, parameters: &Parameters) {
        let gate = |ty: &mut Type| self.gate_parts(ty, role, parameters);
        match ty {
            Type::Group(group) => return gate(&mut group.elem),
            Type::Paren(paren) => return gate(&mut paren.elem),
            Type::Array(array) => return gate(&mut array.elem),
            Type::Slice(slice) => return gate(&mut slice.elem),
            Type::Reference(to) => return gate(&mut to.elem),
            Type::Tuple(tuple) => return tuple.elems.iter_mut().for_each(gate),
            Type::Path(_) => {}
            _ => return,
        }
        if is_primitive(ty) || ["String", "str"].iter().any(|word| is_std(ty, word)) {
            return;
        }
        let is_one_of = |ty: &Type, words: &[&str]| words.iter().any(|word| is_std(ty, word));
        // Of lists, only bytes are keys.
        let is_blob = is_std(ty, "Vec") && arguments(ty).first().is_some_and(|element| is_std(element, "u8"));
        let is_holder = is_one_of(ty, if role == Role::Value || is_blob { &HOLDERS } else { &POINTERS });
        let first = role.of_first(ty);
        if let Type::Path(path) = ty
            && is_holder
            && let Some(PathArguments::AngleBracketed(held)) =
                path.path.segments.last_mut().map(|last| &mut last.arguments)
        {
            let held = held.args.iter_mut().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            // What hashes is no field.
            let roles = [first, Role::Value];
            return held.zip(roles).for_each(|(ty, role)| self.gate_parts(ty, role, parameters));
        }
        // The alias has no parameters, and no lifetimes.
        let is_own = self.own.borrow().contains(&ty.to_token_stream().to_string());
        if !is_own && !parameters.are_in(ty.to_token_stream()) {
            *ty = self.alias(ty, role);
        }
    }

    /// The alias of a type where it is written.
    fn alias(&self, ty: &Type, role: Role) -> Type {
        let span = Span::call_site().located_at(ty.span());
        let can_be = role.can_be();
        let written = format!("{} {can_be} {span:?}", ty.to_token_stream());
        let mut aliases = self.aliases.borrow_mut();
        let known = aliases.iter().find(|(known, ..)| *known == written).map(|(_, alias, _)| alias.clone());
        let alias = known.unwrap_or_else(|| {
            let (of, number) = (&self.of, aliases.len());
            let [alias, constant] = [format_ident!("__{of}_T{number}"), format_ident!("__{of}_{number}")];
            let can_be = quote_spanned!(span=> <#ty as ::vellum::__v::#can_be>::CAN_BE);
            // The constant has a name of its own, as the documentation of a getter shows what the
            // alias is of.
            let declared = quote_spanned! {span=>
                const #constant: bool = #can_be;
                type #alias = ::vellum::__v::Is<#ty, #constant>;
            };
            aliases.push((written, alias.clone(), declared));
            alias
        });
        parse_quote_spanned!(span=> #alias)
    }
}
