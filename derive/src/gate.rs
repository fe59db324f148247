//! The types of fields as derived code names them, so that one that cannot be a field is told once.
//!
//! What is not known to be a field is named by an alias, which is of a constant that only a type
//! has that can be one. Where it cannot, the compiler says so at the field, as that constant is
//! typed, and is silent of all that is asked of the alias.
//!
//! The names are also what memory safety rests on: proved text is read without a check, so the code
//! that reads a field has to mean the type which the code that proves it means. An impl of derived
//! code has parameters of its own, and another `Self`, so a type is written only where neither can
//! be: in an alias beside all impls, or as [`Gates::resolve`] says.

use std::cell::RefCell;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, Ident, Path, PathArguments, Type, parse_quote_spanned};

use crate::generics::{Parameters, Role};
use crate::rename::unraw;
use crate::types::{arguments, bare, is_primitive, is_std};

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
    /// The impls that say what a derived type stores.
    stored: RefCell<Vec<TokenStream>>,
}

impl Gates {
    pub fn new(of: &Ident) -> Self {
        Self { of: unraw(of), aliases: RefCell::default(), own: RefCell::default(), stored: RefCell::default() }
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

    /// What declares the aliases, and what the derived types store.
    pub fn tokens(&self) -> TokenStream {
        let aliases: TokenStream = self.aliases.borrow().iter().map(|(.., alias)| alias.clone()).collect();
        aliases.into_iter().chain(self.stored.borrow().iter().cloned().flatten()).collect()
    }

    /// What all impls name the type by that a derived type of that name stores as its part of that
    /// number, if a name in it could mean something else in one impl than in another.
    ///
    /// Then it is written once: as the associated type of an impl for the derived type, which has
    /// the parameters of that and no others. Everywhere else it is named as what this impl says.
    pub fn resolve(&self, gated: &Type, number: usize, of: &Ident, parameters: &Parameters) -> Option<Type> {
        if self.is_one_everywhere(gated, parameters) {
            return None;
        }
        let span = Span::call_site().located_at(gated.span());
        let (params, args, wheres) = parameters.tokens();
        let resolved = parse_quote_spanned!(span=> <#of<#args> as ::vellum::__v::Stores<#number>>::Type);
        self.stored.borrow_mut().push(quote_spanned! {span=>
            impl<#params> ::vellum::__v::Stores<#number> for #of<#args> where #wheres {
                type Type = #gated;
            }
        });
        Some(resolved)
    }

    /// Whether a type is made only of what means the same in every impl: types of std, aliases of
    /// this, and parameters of the type, which Rust lets no impl declare again. Lifetimes cannot be
    /// declared again either.
    fn is_one_everywhere(&self, ty: &Type, parameters: &Parameters) -> bool {
        let is_one = |ty: &Type| self.is_one_everywhere(ty, parameters);
        match bare(ty) {
            Type::Array(array) => is_literal(&array.len) && is_one(&array.elem),
            Type::Slice(slice) => is_one(&slice.elem),
            Type::Reference(to) => is_one(&to.elem),
            Type::Tuple(tuple) => tuple.elems.iter().all(is_one),
            Type::Path(path) if path.qself.is_none() => {
                if let Some(ident) = path.path.get_ident()
                    && (self.aliases.borrow().iter().any(|(_, alias, _)| alias == ident) || parameters.has(ident))
                {
                    return true;
                }
                is_leaf(ty)
                    || is_holder(ty, &HOLDERS) && arguments(ty).into_iter().all(is_one)
                    || self.own.borrow().contains(&ty.to_token_stream().to_string())
            }
            _ => false,
        }
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
        if is_leaf(ty) {
            return;
        }
        // Of lists, only bytes are keys.
        let is_blob = is_std(ty, "Vec") && arguments(ty).first().is_some_and(|element| is_std(element, "u8"));
        let holds = is_holder(ty, if role == Role::Value || is_blob { &HOLDERS } else { &POINTERS });
        let first = role.of_first(ty);
        if let Type::Path(path) = ty
            && holds
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
                const #constant: ::vellum::__v::bool = #can_be;
                type #alias = ::vellum::__v::Is<#ty, #constant>;
            };
            aliases.push((written, alias.clone(), declared));
            alias
        });
        parse_quote_spanned!(span=> #alias)
    }
}

/// Whether a type is one of std that holds no other. A type of the user's own may have its name,
/// and then arguments, which it could be anything of.
fn is_leaf(ty: &Type) -> bool {
    let has_arguments = |path: &Path| path.segments.iter().any(|part| !part.arguments.is_none());
    is_primitive(ty)
        || matches!(bare(ty), Type::Path(path) if !has_arguments(&path.path))
            && ["String", "str"].iter().any(|word| is_std(ty, word))
}

/// Whether a type is one of std of these words, with no arguments but types and lifetimes, of its
/// last word, and with no more types than that of std has.
fn is_holder(ty: &Type, words: &[&str]) -> bool {
    let Type::Path(path) = bare(ty) else { return false };
    let mut arguments = path.path.segments.iter().rev().map(|part| &part.arguments);
    let types = match arguments.next() {
        None | Some(PathArguments::None) => 0,
        Some(PathArguments::AngleBracketed(held)) => {
            let is_type = |held: &&GenericArgument| matches!(held, GenericArgument::Type(_));
            let types = held.args.iter().filter(is_type).count();
            let lifetimes = held.args.iter().filter(|held| matches!(held, GenericArgument::Lifetime(_))).count();
            if types + lifetimes != held.args.len() {
                return false;
            }
            types
        }
        Some(PathArguments::Parenthesized(_)) => return false,
    };
    let most = |word: &str| match word {
        "HashMap" => 3,
        "BTreeMap" | "HashSet" => 2,
        _ => 1,
    };
    arguments.all(PathArguments::is_none) && words.iter().any(|word| types <= most(word) && is_std(ty, word))
}

/// Whether a length is a number as it is written.
fn is_literal(len: &Expr) -> bool {
    match len {
        Expr::Group(group) => is_literal(&group.expr),
        Expr::Paren(paren) => is_literal(&paren.expr),
        Expr::Lit(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn a_type_is_resolved_once_unless_each_impl_means_the_same_by_it() {
        let input = parse_quote!(
            struct Page<T> {
                it: T,
            }
        );
        let (of, parameters) = (parse_quote!(Page), Parameters::new(&input, &[], None));
        let is_resolved = |ty: Type| Gates::new(&of).resolve(&ty, 0, &of, &parameters).is_some();
        let alike: [Type; 9] = [
            parse_quote!(u8),
            parse_quote!(T),
            parse_quote!(String),
            parse_quote!(std::string::String),
            parse_quote!(&'a str),
            parse_quote!(Vec<Option<Box<T>>>),
            parse_quote!(std::collections::BTreeMap<String, [u8; 4]>),
            parse_quote!(Cow<'a, [u8]>),
            parse_quote!((String, T)),
        ];
        for ty in alike {
            assert!(!is_resolved(ty.clone()), "{}", ty.to_token_stream());
        }
        let others: [Type; 14] = [
            parse_quote!(Own),
            parse_quote!(Self),
            parse_quote!(__R),
            parse_quote!(T::Item),
            parse_quote!(<T as Pick>::Row),
            parse_quote!([u8; LEN]),
            parse_quote!([u8; { __E as usize }]),
            // Types of the user's that have the names of std's.
            parse_quote!(String<Self>),
            parse_quote!(String<__R>),
            parse_quote!(Vec<{ __E }>),
            parse_quote!(Vec<u8, { __E }>),
            parse_quote!(Option<Item = Self>),
            parse_quote!(std::own::<Self>::Vec<u8>),
            parse_quote!(Vec<String<Self>>),
        ];
        for ty in others {
            assert!(is_resolved(ty.clone()), "{}", ty.to_token_stream());
        }
    }
}
