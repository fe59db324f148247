//! Parameters of generic types: what the impls declare, require, and tell instantiations apart by.

use proc_macro2::{Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{ParseStream, Parser};
use syn::{
    Data, DeriveInput, Fields, GenericArgument, GenericParam, Lifetime, LitStr, PathArguments, Result, Type, TypePath,
    WherePredicate,
};

use crate::attributes::FieldAttributes;
use crate::types;

/// The parameters of a type, for each of which `declared` and `used` have an item that ends with a
/// comma.
#[derive(Default)]
pub struct Parameters {
    parameters: Vec<GenericParam>,
    predicates: Vec<TokenStream>,
    /// What decoding from a buffer of the lifetime `'__b` requires as well.
    decodes: Vec<TokenStream>,
    /// Expressions of what tells instantiations apart in a schema.
    parts: Vec<TokenStream>,
}

impl Parameters {
    /// Those of a type that stores these types.
    pub fn new(input: &DeriveInput, stored: &[&Type], bound: Option<&[WherePredicate]>) -> Self {
        let generics = &input.generics;
        let mut predicates: Vec<TokenStream> = Vec::new();
        let mut parts = Vec::new();
        let mut values =
            Values { names: generics.type_params().map(|param| &param.ident).collect(), found: Vec::new() };
        stored.iter().for_each(|ty| values.visit(ty, Role::Value));
        for param in &generics.params {
            match param {
                GenericParam::Lifetime(param) => {
                    let (lifetime, bounds) = (&param.lifetime, &param.bounds);
                    if !bounds.is_empty() {
                        predicates.push(quote!(#lifetime: #bounds));
                    }
                }
                GenericParam::Type(param) => {
                    let (ident, bounds) = (&param.ident, &param.bounds);
                    if !bounds.is_empty() {
                        predicates.push(quote!(#ident: #bounds));
                    }
                    let is_value = values.found.iter().any(|(found, _)| *ident == found.to_string());
                    parts.push(if bound.is_none() && is_value {
                        quote!(::vellum::__v::name_of::<#ident>())
                    } else {
                        quote!(::vellum::__v::rust_name_of::<#ident>())
                    });
                }
                GenericParam::Const(param) => {
                    let ident = &param.ident;
                    parts.push(quote!(::vellum::__v::name_of_constant(&#ident)));
                }
            }
        }
        let clause = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        predicates.extend(clause.map(ToTokens::to_token_stream));
        match bound {
            Some(bound) => predicates.extend(bound.iter().map(ToTokens::to_token_stream)),
            None => predicates.extend(values.found.iter().map(|(ty, role)| role.bound(ty))),
        }
        let parameters: Vec<GenericParam> = generics.params.iter().cloned().map(bare).collect();
        // A parameter is decoded where it is stored. A type with a lifetime says itself what that
        // has to outlive, and so does each type where the bounds are another's; not one that holds
        // the type itself, of which the rest tells all.
        let names = |is_asked: fn(&&GenericParam) -> bool| parameters.iter().filter(is_asked).map(name).collect();
        let asked: Vec<String> = match bound {
            Some(_) => names(|_| true),
            None => names(|param| matches!(param, GenericParam::Lifetime(_))),
        };
        let of_fields = stored.iter().filter(|ty| {
            let mut mentioned = Vec::new();
            mentions(ty.to_token_stream(), &mut mentioned);
            let is_asked = asked.iter().any(|name| mentioned.contains(name));
            let is_own = |name: &String| input.ident == name.trim_start_matches("::");
            is_asked && types::lifetime(ty).is_none() && !mentioned.iter().any(is_own)
        });
        let mut decoded: Vec<TokenStream> = of_fields.map(ToTokens::to_token_stream).collect();
        if bound.is_none() {
            decoded.extend(values.found.iter().map(|(ty, _)| ty.clone()));
        }
        let mut decodes: Vec<_> = decoded.iter().map(|ty| quote!(#ty: ::vellum::Decode<'__b>)).collect();
        decodes.extend(borrowed(&input.data).map(|lifetime| quote!('__b: #lifetime)));
        Self { parameters, predicates, decodes, parts }
    }

    /// Those that some types mention.
    pub fn restricted(&self, types: &[&Type]) -> Self {
        let mut mentioned = Vec::new();
        types.iter().for_each(|ty| mentions(ty.to_token_stream(), &mut mentioned));
        let is_mentioned = |param: &&GenericParam| mentioned.contains(&name(param));
        let parameters: Vec<_> = self.parameters.iter().filter(is_mentioned).cloned().collect();
        let left_out: Vec<String> = self.parameters.iter().filter(|param| !is_mentioned(param)).map(name).collect();
        let holds = |predicate: &&TokenStream| {
            let mut mentioned = Vec::new();
            mentions((*predicate).clone(), &mut mentioned);
            !mentioned.iter().any(|name| left_out.contains(name))
        };
        let predicates = self.predicates.iter().filter(holds).cloned().collect();
        let decodes = self.decodes.iter().filter(holds).cloned().collect();
        let mut parts = self.parts.iter();
        let of_kept = self.parameters.iter().filter(|param| !matches!(param, GenericParam::Lifetime(_)));
        let parts = of_kept.filter_map(|param| Some((param, parts.next()?)));
        let parts = parts.filter(|(param, _)| is_mentioned(param)).map(|(_, part)| part.clone()).collect();
        Self { parameters, predicates, decodes, parts }
    }

    /// Whether there are none.
    pub fn are_none(&self) -> bool {
        self.parameters.is_empty()
    }

    /// Whether some tokens name one of them, or any lifetime.
    pub fn are_in(&self, tokens: TokenStream) -> bool {
        let mut mentioned = Vec::new();
        mentions(tokens, &mut mentioned);
        let is_lifetime = mentioned.iter().any(|name| name.starts_with('\''));
        is_lifetime || self.parameters.iter().any(|param| mentioned.contains(&name(param)))
    }

    /// Whether a type or a constant of that name is one of them.
    pub fn has(&self, ident: &Ident) -> bool {
        self.parameters.iter().any(|param| *ident == name(param))
    }

    /// Whether all of them are mentioned by some types.
    pub fn are_mentioned(&self, types: &[&Type]) -> bool {
        let mut mentioned = Vec::new();
        types.iter().for_each(|ty| mentions(ty.to_token_stream(), &mut mentioned));
        self.parameters.iter().all(|param| mentioned.contains(&name(param)))
    }

    /// Whether tokens name all of them, and the lifetime `'a`.
    pub fn are_named(&self, tokens: TokenStream) -> bool {
        let mut mentioned = Vec::new();
        mentions(tokens, &mut mentioned);
        let names = |name: &str| mentioned.iter().any(|known| known == name);
        names("'a") && self.parameters.iter().all(|param| names(&name(param)))
    }

    /// Whether a type has a lifetime that is a parameter.
    fn borrows(&self, ty: &Type) -> bool {
        let mut mentioned = Vec::new();
        mentions(ty.to_token_stream(), &mut mentioned);
        let mut lifetimes = self.parameters.iter().filter(|param| matches!(param, GenericParam::Lifetime(_)));
        lifetimes.any(|param| mentioned.contains(&name(param)))
    }

    /// The lifetime of a setter's value, as it is declared and bound where the type has one of its
    /// own, and as it is named.
    pub fn of_setter(&self, ty: &Type) -> (TokenStream, TokenStream, TokenStream) {
        if self.borrows(ty) || self.joins(ty) {
            (quote!(<'__v>), quote!(where #ty: '__v), quote!('__v))
        } else {
            (TokenStream::new(), TokenStream::new(), quote!('_))
        }
    }

    /// Whether it is set as a tuple of what a parameter is set to and of something else: the
    /// lifetimes of these are one.
    fn joins(&self, ty: &Type) -> bool {
        let mut mentioned = Vec::new();
        mentions(ty.to_token_stream(), &mut mentioned);
        let is_open = self.parameters.iter().any(|param| mentioned.contains(&name(param)));
        is_open && types::is_set_as_tuple(ty)
    }

    /// Whether a type is a parameter, or one of a parameter's like `T::Item`.
    pub fn lead(&self, ty: &Type) -> bool {
        let Type::Path(ty) = ty else { return false };
        let first = ty.path.segments.first().map(|segment| segment.ident.to_string());
        ty.qself.is_some() || self.parameters.iter().any(|param| first.as_ref() == Some(&name(param)))
    }

    /// That each parameter that is a type outlives a lifetime, also one of which only an associated
    /// type is stored.
    pub fn outlive(&self, lifetime: &TokenStream) -> TokenStream {
        let types = self.parameters.iter().filter_map(|param| match param {
            GenericParam::Type(param) => Some(&param.ident),
            _ => None,
        });
        quote!(#(#types: #lifetime,)*)
    }

    /// Whether instantiations differ in more than lifetimes.
    pub fn are_generic(&self) -> bool {
        self.parameters.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }

    /// As they are declared, without bounds; as they are named; and all that is required of them.
    pub fn tokens(&self) -> (TokenStream, TokenStream, TokenStream) {
        let (parameters, predicates) = (&self.parameters, &self.predicates);
        let used = parameters.iter().map(|param| match param {
            GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            // In braces, as a type of the same name would come first.
            GenericParam::Const(param) => {
                let ident = &param.ident;
                quote!({ #ident })
            }
        });
        (quote!(#(#parameters,)*), quote!(#(#used,)*), quote!(#(#predicates,)*))
    }

    /// All that is required of them to decode from a buffer of the lifetime `'__b`.
    pub fn decode_wheres(&self) -> TokenStream {
        let (predicates, decodes) = (&self.predicates, &self.decodes);
        quote!(#(#predicates,)* #(#decodes,)*)
    }

    /// That the type itself is decoded from buffers of these lifetimes, where that depends on its
    /// parameters.
    pub fn decoding(&self, ident: &Ident, lifetimes: &TokenStream) -> TokenStream {
        if self.are_none() {
            return TokenStream::new();
        }
        let (_, args, _) = self.tokens();
        quote!(#ident<#args>: #lifetimes,)
    }

    /// What a method requires that takes a value of the type out of a buffer.
    pub fn taking(&self, ty: &Type) -> TokenStream {
        let predicate = self.taking_predicate(ty);
        if predicate.is_empty() { predicate } else { quote!(where #predicate) }
    }

    fn taking_predicate(&self, ty: &Type) -> TokenStream {
        let mut mentioned = Vec::new();
        mentions(ty.to_token_stream(), &mut mentioned);
        let is_open = self.parameters.iter().any(|param| mentioned.contains(&name(param)));
        if is_open { quote!(#ty: ::vellum::DecodeOwned,) } else { TokenStream::new() }
    }

    /// What a setter requires: what `outlives` says, and that what is converted is decoded.
    pub fn setting(&self, outlives: TokenStream, converted: &[&Type]) -> TokenStream {
        let taking: TokenStream = converted.iter().map(|ty| self.taking_predicate(ty)).collect();
        match (outlives.is_empty(), taking.is_empty()) {
            (_, true) => outlives,
            (true, false) => quote!(where #taking),
            (false, false) => quote!(#outlives, #taking),
        }
    }

    /// The type that holds what a function of the type computes once: for each instantiation, if
    /// there are several.
    pub fn cell(&self) -> Ident {
        if self.are_generic() { format_ident!("SchemaCells") } else { format_ident!("SchemaCell") }
    }

    /// Whether something in values of `Self` is converted to be stored, and the place that keeps
    /// the answers of its tables: none, if there are several instantiations.
    pub fn known(&self) -> TokenStream {
        let kept = quote!({
            static KNOWN: ::vellum::__v::Known = ::vellum::__v::Known::new();
            &KNOWN
        });
        let kept = if self.are_generic() { quote!(::vellum::__v::None) } else { quote!(::vellum::__v::Some(|| #kept)) };
        quote!(::vellum::__v::plan::converts::<Self>, #kept)
    }

    /// The name in the schema.
    pub fn name(&self, base: &str) -> TokenStream {
        let parts = &self.parts;
        if parts.is_empty() { quote!(#base) } else { quote!(&::vellum::__v::name_of_instance(#base, &[#(#parts),*])) }
    }
}

/// The lifetimes of fields that borrow themselves.
fn borrowed(data: &Data) -> impl Iterator<Item = Lifetime> {
    let fields: Vec<&Fields> = match data {
        Data::Struct(data) => vec![&data.fields],
        Data::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    fields.into_iter().flatten().filter_map(|field| {
        let is_cow = !matches!(field.ty, Type::Reference(_));
        if is_cow && FieldAttributes::of(&field.attrs).ok()?.borrow.is_none() {
            return None;
        }
        types::lifetime(&field.ty)
    })
}

/// A parameter without its bounds and default.
fn bare(mut param: GenericParam) -> GenericParam {
    match &mut param {
        GenericParam::Lifetime(param) => {
            param.attrs.clear();
            (param.colon_token, param.bounds) = (None, syn::punctuated::Punctuated::new());
            // A lint that looks at lifetimes passes over those of derived code.
            param.lifetime.set_span(Span::call_site().located_at(param.lifetime.span()));
        }
        GenericParam::Type(param) => {
            param.attrs.clear();
            (param.colon_token, param.bounds) = (None, syn::punctuated::Punctuated::new());
            (param.eq_token, param.default) = (None, None);
        }
        GenericParam::Const(param) => {
            param.attrs.clear();
            (param.eq_token, param.default) = (None, None);
        }
    }
    param
}

/// The parameter as [`mentions`] tells it.
fn name(param: &GenericParam) -> String {
    match param {
        GenericParam::Lifetime(param) => param.lifetime.to_string(),
        GenericParam::Type(param) => param.ident.to_string(),
        GenericParam::Const(param) => param.ident.to_string(),
    }
}

/// Whether tokens name what is called so.
pub fn is_mentioned(name: &str, tokens: TokenStream) -> bool {
    let mut mentioned = Vec::new();
    mentions(tokens, &mut mentioned);
    mentioned.iter().any(|known| known == name)
}

/// All identifiers and lifetimes; what stands behind `::`, which is no parameter, with that.
fn mentions(tokens: TokenStream, found: &mut Vec<String>) {
    let (mut is_lifetime, mut colons) = (false, 0);
    for token in tokens {
        let is_in_path = colons == 2;
        let is_colon = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
        // A colon that stands alone is no part of `::`: the bound of `T: ::vellum::Value`.
        let is_first = matches!(&token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Joint);
        colons = if !is_colon {
            0
        } else if colons == 1 {
            2
        } else {
            usize::from(is_first)
        };
        match token {
            TokenTree::Group(group) => mentions(group.stream(), found),
            TokenTree::Ident(ident) if is_lifetime => found.push(format!("'{ident}")),
            TokenTree::Ident(ident) if is_in_path => found.push(format!("::{ident}")),
            TokenTree::Ident(ident) => found.push(ident.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                is_lifetime = true;
                continue;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        is_lifetime = false;
    }
}

/// What a type is to the fields.
#[derive(Clone, Copy, PartialEq)]
pub enum Role {
    Value,
    OrderedKey,
    HashedKey,
}

impl Role {
    fn bound(self, ty: &TokenStream) -> TokenStream {
        match self {
            Self::Value => quote!(#ty: ::vellum::Value),
            Self::OrderedKey => quote!(#ty: ::vellum::__v::MapKey + ::core::cmp::Ord),
            Self::HashedKey => quote!(#ty: ::vellum::__v::MapKey + ::core::hash::Hash + ::core::cmp::Eq),
        }
    }
}

/// The parameters, and the types of them like `T::Item`, that are stored.
struct Values<'i> {
    names: Vec<&'i Ident>,
    found: Vec<(TokenStream, Role)>,
}

impl Values<'_> {
    fn visit(&mut self, ty: &Type, role: Role) {
        match ty {
            Type::Array(ty) => self.visit(&ty.elem, Role::Value),
            Type::Slice(ty) => self.visit(&ty.elem, Role::Value),
            Type::Reference(ty) => self.visit(&ty.elem, Role::Value),
            Type::Group(ty) => self.visit(&ty.elem, role),
            Type::Paren(ty) => self.visit(&ty.elem, role),
            Type::Tuple(ty) => ty.elems.iter().for_each(|ty| self.visit(ty, Role::Value)),
            Type::Path(ty) => self.visit_path(ty, role),
            _ => {}
        }
    }

    fn visit_path(&mut self, ty: &TypePath, role: Role) {
        let Some(last) = ty.path.segments.last() else { return };
        let first = ty.path.segments.first().map(|segment| &segment.ident);
        let is_of_param = ty.qself.is_none() && first.is_some_and(|first| self.names.contains(&first));
        if is_of_param {
            self.found.push((ty.to_token_stream(), role));
            return;
        }
        if let Some(qself) = &ty.qself {
            let mut mentioned = Vec::new();
            mentions(qself.ty.to_token_stream(), &mut mentioned);
            if self.names.iter().any(|name| mentioned.contains(&name.to_string())) {
                self.found.push((ty.to_token_stream(), role));
            }
            return;
        }
        let PathArguments::AngleBracketed(arguments) = &last.arguments else { return };
        let key = match last.ident.to_string().as_str() {
            "PhantomData" => return,
            "BTreeMap" | "BTreeSet" => Role::OrderedKey,
            "HashMap" | "HashSet" => Role::HashedKey,
            _ => Role::Value,
        };
        let types = arguments.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        });
        let hasher = if last.ident == "HashMap" { 2 } else { 1 };
        for (index, ty) in types.enumerate() {
            if key != Role::HashedKey || index < hasher {
                self.visit(ty, if index == 0 { key } else { Role::Value });
            }
        }
    }
}

/// Whether tokens name a lifetime that the generated code may have for its own.
pub fn has_own_lifetime(tokens: TokenStream) -> bool {
    let mut mentioned = Vec::new();
    mentions(tokens, &mut mentioned);
    mentioned.iter().any(|name| name == "'a" || name.starts_with("'__"))
}

/// Gives lifetimes that the generated code may have for its own other names: `'a`, and those that
/// begin with `'__`.
pub fn without_own_lifetime(tokens: TokenStream) -> TokenStream {
    let mut is_lifetime = false;
    let renamed = tokens.into_iter().map(|token| {
        let was_lifetime = std::mem::take(&mut is_lifetime);
        match token {
            TokenTree::Group(group) => {
                let mut renamed = Group::new(group.delimiter(), without_own_lifetime(group.stream()));
                renamed.set_span(group.span());
                TokenTree::Group(renamed)
            }
            TokenTree::Punct(punct) => {
                is_lifetime = punct.as_char() == '\'' && punct.spacing() == Spacing::Joint;
                TokenTree::Punct(punct)
            }
            TokenTree::Ident(ident) if was_lifetime => TokenTree::Ident(not_own(ident)),
            other => other,
        }
    });
    renamed.collect()
}

/// The name of a lifetime of the user's in the generated code, another one for each.
fn not_own(name: Ident) -> Ident {
    let text = name.to_string();
    match text.strip_prefix("__") {
        None if text == "a" => Ident::new("__user_a", name.span()),
        Some(rest) => Ident::new(&format!("__user__{rest}"), name.span()),
        None => name,
    }
}

/// What the code in a text is, with the names that lifetimes have in derived code.
pub fn parse_text<P: Parser>(text: &LitStr, parser: P) -> Result<P::Output> {
    text.parse_with(|input: ParseStream<'_>| {
        let tokens: TokenStream = input.parse()?;
        Parser::parse2(parser, without_own_lifetime(tokens))
    })
}
