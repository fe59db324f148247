//! What can be told of a field's type by how it is written.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::{Error, Expr, ExprLit, GenericArgument, Ident, Lifetime, Lit, PathArguments, Result, Type, TypePath};

use crate::own_names;

/// The type without the parentheses and groups that macros leave around it.
pub fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(ty) => bare(&ty.elem),
        Type::Paren(ty) => bare(&ty.elem),
        _ => ty,
    }
}

/// Types of the arguments of a type like `Vec<T>`.
pub fn arguments(ty: &Type) -> Vec<&Type> {
    let Type::Path(ty) = bare(ty) else { return Vec::new() };
    let Some(PathArguments::AngleBracketed(arguments)) = ty.path.segments.last().map(|last| &last.arguments) else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Whether the last word of the type's path is this one.
fn is(ty: &Type, word: &str) -> bool {
    matches!(bare(ty), Type::Path(ty) if ty.path.segments.last().is_some_and(|last| last.ident == word))
}

/// Whether a field of the type holds nothing to store.
pub fn is_phantom(ty: &Type) -> bool {
    is(ty, "PhantomData")
}

/// What a conversion goes into: of each, what one type holds and what the other does.
pub enum Container<'t> {
    Option(&'t Type, &'t Type),
    List(&'t Type, &'t Type),
    Set(&'t Type, &'t Type),
    /// And its length.
    Array(&'t Type, &'t Type, &'t Expr),
    /// Of keys and of values; none where both types have the same.
    Map(Option<(&'t Type, &'t Type)>, Option<(&'t Type, &'t Type)>),
}

/// The container that both types are, and what they hold.
pub fn common_container<'t>(one: &'t Type, other: &'t Type) -> Option<Container<'t>> {
    if let (Type::Array(one), Type::Array(other)) = (bare(one), bare(other)) {
        let is_as_long = one.len.to_token_stream().to_string() == other.len.to_token_stream().to_string();
        return is_as_long.then_some(Container::Array(&one.elem, &other.elem, &other.len));
    }
    let both = |words: &[&str]| words.iter().any(|word| is(one, word) && is(other, word));
    let (one_holds, other_holds) = (arguments(one), arguments(other));
    let (first, others) = (*one_holds.first()?, *other_holds.first()?);
    Some(if both(&["Option"]) {
        Container::Option(first, others)
    } else if both(&["Vec", "VecDeque"]) {
        Container::List(first, others)
    } else if both(&["BTreeSet", "HashSet"]) {
        Container::Set(first, others)
    } else if both(&["BTreeMap", "HashMap"]) {
        let text = |ty: &Type| ty.to_token_stream().to_string();
        let differ = |one: &'t Type, other: &'t Type| (text(one) != text(other)).then_some((one, other));
        Container::Map(differ(first, others), differ(one_holds.get(1)?, other_holds.get(1)?))
    } else {
        return None;
    })
}

/// What a box, or what is shared, points to, if that has a size: it is converted in its stead.
pub fn pointee(ty: &Type) -> Option<&Type> {
    let to = *arguments(ty).first()?;
    let is_unsized = is_slice(to)
        || matches!(bare(to), Type::TraitObject(_))
        || ["str", "Path", "OsStr", "CStr"].iter().any(|word| is(to, word));
    (["Box", "Rc", "Arc"].iter().any(|word| is(ty, word)) && !is_unsized).then_some(to)
}

/// The type with another for what it holds, if it is optional, a list, a set or an array, or for
/// its values, if it is a map; else that other one, also for an array of bytes.
pub fn holding(ty: &Type, held: &Type) -> Type {
    if let Some(to) = pointee(ty) {
        return holding(to, held);
    }
    let mut changed = bare(ty).clone();
    if let Type::Array(array) = &mut changed
        && !is(&array.elem, "u8")
    {
        *array.elem = holding(&array.elem, held);
        return changed;
    }
    let is_map = is(ty, "BTreeMap") || is(ty, "HashMap");
    let holds = is_map || ["Option", "Vec", "VecDeque", "BTreeSet", "HashSet"].iter().any(|word| is(ty, word));
    if let Type::Path(path) = &mut changed
        && holds
        && let Some(PathArguments::AngleBracketed(arguments)) =
            path.path.segments.last_mut().map(|last| &mut last.arguments)
        && let Some(GenericArgument::Type(inner)) = arguments.args.iter_mut().nth(usize::from(is_map))
    {
        *inner = holding(inner, held);
        return changed;
    }
    held.clone()
}

macro_rules! primitives {
    (
        plain {
            narrow { $($narrow:ident ($narrow_name:literal | $($_a:tt)*);)* }
            wide { $($wide:ident ($wide_name:literal | $($_b:tt)*);)* }
            $($_c:tt)*
        }
        $($_d:tt)*
    ) => {
        /// The scalars that Rust has a type of the same name for.
        const PRIMITIVES: &[&str] = &[$($narrow_name,)* $($wide_name,)* "char"];
    };
}
vellum_scalars::for_each_scalar!(primitives);

/// Whether it is a number, `bool` or `char`.
pub fn is_primitive(ty: &Type) -> bool {
    let Type::Path(path) = bare(ty) else { return false };
    path.path.get_ident().is_some_and(|word| word == "bool" || PRIMITIVES.contains(&&*word.to_string()))
}

/// Whether it is a number, `bool` or `char`, or an `Option` of one: what an edit cursor gives as
/// the value itself.
pub fn is_plain(ty: &Type) -> bool {
    match arguments(ty).first() {
        Some(inner) => is_std(ty, "Option") && is_primitive(inner),
        None => is_primitive(ty),
    }
}

/// Whether a setter takes a tuple for it, or an optional one.
pub fn is_set_as_tuple(ty: &Type) -> bool {
    match bare(ty) {
        Type::Tuple(_) => true,
        ty => {
            let holds_one = ["Option", "Box", "Rc", "Arc", "Cow"].iter().any(|word| is_std(ty, word));
            holds_one && arguments(ty).into_iter().any(is_set_as_tuple)
        }
    }
}

/// Whether the type is the one of std of that name: written alone, or by a path that begins in std.
pub fn is_std(ty: &Type, word: &str) -> bool {
    let Type::Path(TypePath { qself: None, path }) = bare(ty) else { return false };
    let is_of_std =
        || path.segments.first().is_some_and(|first| ["std", "core", "alloc"].iter().any(|word| first.ident == word));
    is(ty, word) && (path.segments.len() == 1 || is_of_std())
}

/// What rules would look at.
#[derive(Clone, Copy, PartialEq)]
pub enum Content {
    Number,
    Text,
    Bytes,
    /// What has none.
    Other,
}

/// What a type of std holds that rules can look at; `None` for a type of another's.
pub fn content(ty: &Type) -> Option<Content> {
    let path = match bare(ty) {
        Type::Path(path) => path,
        Type::Reference(to) if is(&to.elem, "str") => return Some(Content::Text),
        Type::Reference(to) => {
            let is_bytes = matches!(bare(&to.elem), Type::Slice(slice) if is(&slice.elem, "u8"));
            return Some(if is_bytes { Content::Bytes } else { Content::Other });
        }
        _ => return Some(Content::Other),
    };
    let word = path.path.segments.last()?.ident.to_string();
    let first = arguments(ty).first().copied();
    Some(match (&*word, first) {
        (primitive, _) if PRIMITIVES.contains(&primitive) => Content::Number,
        ("String" | "str" | "FixedStr", _) => Content::Text,
        ("Vec", Some(element)) if is(element, "u8") => Content::Bytes,
        ("bool" | "Vec" | "BTreeMap" | "BTreeSet" | "HashMap" | "HashSet", _) => Content::Other,
        ("Option" | "Box" | "Rc" | "Arc" | "Cow", Some(inner)) => match bare(inner) {
            Type::Slice(slice) if is(&slice.elem, "u8") => Content::Bytes,
            Type::Slice(_) => Content::Other,
            inner => return content(inner),
        },
        _ => return None,
    })
}

/// Refuses a type that cannot be stored for a reason that can be told.
pub fn check(ty: &Type) -> Result<()> {
    check_names(ty)?;
    if has_macro(ty.to_token_stream()) {
        return Err(Error::new_spanned(
            ty,
            "the type of a field is written without a macro; give what the macro makes an alias",
        ));
    }
    check_kind(ty)
}

/// Refuses a reference to text or bytes that would outlive every buffer, by itself or in a type of
/// std.
pub fn check_lifetimes(ty: &Type) -> Result<()> {
    const HOLDERS: [&str; 10] =
        ["Option", "Vec", "VecDeque", "Box", "Rc", "Arc", "BTreeMap", "BTreeSet", "HashMap", "HashSet"];
    match bare(ty) {
        Type::Reference(to) if to.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") => {
            let why = "what is decoded borrows from its buffer, which does not live as long as `'static`: hold a `String` or a `Vec`, a \
                       `Cow<'static, str>`, or borrow for a lifetime of the type (`&'a str`)";
            Err(Error::new_spanned(to, why))
        }
        Type::Tuple(tuple) => tuple.elems.iter().try_for_each(check_lifetimes),
        Type::Array(array) => check_lifetimes(&array.elem),
        ty if HOLDERS.iter().any(|word| is_std(ty, word)) => arguments(ty).into_iter().try_for_each(check_lifetimes),
        _ => Ok(()),
    }
}

/// Refuses names that mean something else in some impls: parameters of derived code, and `Self`,
/// which is the type in some of its impls, and its view or its cursor in others.
pub fn check_names(ty: &Type) -> Result<()> {
    own_names::check_type(ty)?;
    if names(ty.to_token_stream(), &["Self"]) {
        return Err(Error::new_spanned(
            ty,
            "a field names its type, without `Self`: `Option<Box<Node>>`, not `Option<Box<Self>>`",
        ));
    }
    Ok(())
}

/// Whether one of these names is in a type, at any depth.
pub fn names(tokens: TokenStream, words: &[&str]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => words.contains(&&*ident.unraw().to_string()),
        TokenTree::Group(group) => names(group.stream(), words),
        _ => false,
    })
}

/// Whether a macro is in a type, which could name anything.
fn has_macro(tokens: TokenStream) -> bool {
    let mut is_marked = false;
    tokens.into_iter().any(|token| {
        let was_marked =
            std::mem::replace(&mut is_marked, matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '!'));
        matches!(token, TokenTree::Group(group) if was_marked || has_macro(group.stream()))
    })
}

fn check_kind(ty: &Type) -> Result<()> {
    let refuse = |why: &str| Err(Error::new_spanned(ty, why));
    match bare(ty) {
        Type::Reference(ty) if ty.mutability.is_some() => {
            return refuse("nothing that is encoded is changed; this is a `&`");
        }
        Type::Reference(ty) if is_slice(&ty.elem) || is(&ty.elem, "str") => return Ok(()),
        Type::Reference(ty) => return check_kind(&ty.elem),
        Type::Array(ty) => return check_kind(&ty.elem),
        Type::Tuple(ty) => return ty.elems.iter().try_for_each(check_kind),
        Type::Path(_) => {}
        Type::BareFn(_) | Type::Ptr(_) | Type::TraitObject(_) | Type::Never(_) => {
            return refuse("this type has no bytes that another program could read");
        }
        _ => return Ok(()),
    }
    let arguments = arguments(ty);
    let Some(first) = arguments.first() else { return Ok(()) };
    if is(ty, "Option") && is(first, "Option") {
        return refuse("an optional value cannot be optional once more");
    }
    let is_keyed = ["BTreeMap", "BTreeSet", "HashMap", "HashSet"].iter().any(|word| is(ty, word));
    if is_keyed && let Some(why) = no_key(first) {
        return Err(Error::new_spanned(first, why));
    }
    let borrows = ["Cow", "Box", "Rc", "Arc"].iter().any(|word| is(ty, word));
    if borrows && is_slice(first) {
        return Ok(());
    }
    arguments.into_iter().try_for_each(check_kind)
}

/// Why a type cannot be a key, if that can be told.
fn no_key(ty: &Type) -> Option<&'static str> {
    Some(match bare(ty) {
        Type::Tuple(tuple) if tuple.elems.is_empty() => "`()` cannot be a key",
        Type::Tuple(tuple) => return tuple.elems.iter().find_map(no_key),
        Type::Array(array) if is(&array.elem, "u8") => return None,
        Type::Array(_) => "an array cannot be a key, unless it is one of bytes",
        ty if is(ty, "f32") || is(ty, "f64") => "a float cannot be a key",
        ty if is(ty, "Option") => "what may be absent cannot be a key",
        _ => return None,
    })
}

/// The type of std that owns what the type is, if it is text or bytes behind a pointer of std's.
pub fn blob(ty: &Type) -> Option<TokenStream> {
    let to = match bare(ty) {
        Type::Reference(to) => &*to.elem,
        ty if ["Box", "Rc", "Arc", "Cow"].iter().any(|word| is_std(ty, word)) => *arguments(ty).first()?,
        _ => return None,
    };
    match bare(to) {
        Type::Slice(slice) => is_std(&slice.elem, "u8").then(|| quote!(::vellum::__v::Vec<::vellum::__v::u8>)),
        to => is_std(to, "str").then(|| quote!(::vellum::__v::String)),
    }
}

/// The lifetime of text or bytes that borrow, or may: `&'a str`, `Cow<'a, [u8]>`.
pub fn lifetime(ty: &Type) -> Option<Lifetime> {
    let (lifetime, to) = match bare(ty) {
        Type::Reference(to) => (to.lifetime.clone()?, &*to.elem),
        Type::Path(path) if is(ty, "Cow") => {
            let PathArguments::AngleBracketed(of) = &path.path.segments.last()?.arguments else { return None };
            match (of.args.first()?, of.args.last()?) {
                (GenericArgument::Lifetime(lifetime), GenericArgument::Type(to)) => (lifetime.clone(), to),
                _ => return None,
            }
        }
        _ => return None,
    };
    let is_blob = is(to, "str") || matches!(bare(to), Type::Slice(slice) if is(&slice.elem, "u8"));
    is_blob.then_some(lifetime)
}

/// What a `Cow` that borrows is decoded as.
pub fn borrowed(ty: &Type, span: Span) -> Result<Type> {
    match (lifetime(ty), arguments(ty).first()) {
        (Some(lifetime), _) if lifetime.ident == "static" => Err(Error::new(
            span,
            "no buffer lives as long as `'static`; a `Cow<'static, str>` without `borrow` owns what is decoded",
        )),
        (Some(lifetime), Some(to)) => Ok(syn::parse_quote!(&#lifetime #to)),
        _ => {
            let why =
                "`borrow` is for a `Cow<'_, str>` or a `Cow<'_, [u8]>`; a `&str` and a `&[u8]` borrow as they are";
            Err(Error::new(span, why))
        }
    }
}

/// Refuses a struct or enum in itself, whose default would have no end.
pub fn check_default_ends(ty: &Type, of: &Ident, why: &str) -> Result<()> {
    match bare(ty) {
        Type::Array(array) => return check_default_ends(&array.elem, of, why),
        Type::Tuple(tuple) => return tuple.elems.iter().try_for_each(|part| check_default_ends(part, of, why)),
        _ => {}
    }
    if is_named(ty, of) {
        return Err(Error::new_spanned(ty, why));
    }
    match arguments(ty).first() {
        Some(first) if ["Box", "Rc", "Arc"].iter().any(|word| is(ty, word)) => check_default_ends(first, of, why),
        _ => Ok(()),
    }
}

/// Whether the default of a type holds nothing that could hold its holder: of types of std that is
/// seen.
fn is_default_empty(ty: &Type) -> bool {
    const EMPTY: [&str; 10] =
        ["String", "Vec", "Option", "BTreeMap", "BTreeSet", "HashMap", "HashSet", "Cow", "FixedStr", "PhantomData"];
    match bare(ty) {
        Type::Array(array) => is_default_empty(&array.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_default_empty),
        Type::Reference(_) | Type::Slice(_) => true,
        ty if is_primitive(ty) || EMPTY.iter().any(|word| is_std(ty, word)) || is_std(ty, "str") => true,
        ty if ["Box", "Rc", "Arc"].iter().any(|word| is_std(ty, word)) => {
            arguments(ty).first().is_some_and(|to| is_default_empty(to))
        }
        _ => false,
    }
}

/// The constant of a type that cannot be made where the default of one of these, which its own has
/// in it, has no end. Each is given with the type that code names it by.
pub fn default_ends<'t>(parts: impl Iterator<Item = (&'t Type, &'t Type)>) -> TokenStream {
    let parts: Vec<TokenStream> = parts
        .filter(|(ty, _)| !is_default_empty(ty))
        .map(|(_, gated)| crate::field::item_of(gated, quote!(DEFAULT_HOLDS_ITSELF)))
        .collect();
    if parts.is_empty() {
        return TokenStream::new();
    }
    quote!(const DEFAULT_HOLDS_ITSELF: () = [#(#parts),*][0];)
}

/// Refuses a frozen struct in itself, which would lie inline without end.
pub fn check_inline_ends(ty: &Type, of: &Ident) -> Result<()> {
    match bare(ty) {
        Type::Array(array) => return check_inline_ends(&array.elem, of),
        Type::Tuple(tuple) => return tuple.elems.iter().try_for_each(|part| check_inline_ends(part, of)),
        _ => {}
    }
    if is_named(ty, of) {
        return Err(Error::new_spanned(
            ty,
            "a frozen struct lies inline, so it cannot hold itself; hold a `Vec` of it, or do without `frozen`",
        ));
    }
    match arguments(ty).first() {
        Some(first) if ["Option", "Box", "Rc", "Arc"].iter().any(|word| is(ty, word)) => check_inline_ends(first, of),
        _ => Ok(()),
    }
}

/// Whether the type is the struct of this name, as it is written within it.
fn is_named(ty: &Type, of: &Ident) -> bool {
    let is_plain = matches!(bare(ty), Type::Path(ty) if ty.qself.is_none() && ty.path.segments.len() == 1);
    is_plain && (is(ty, "Self") || is(ty, &of.to_string()))
}

/// Refuses a declared default where none can be declared.
pub fn check_default(ty: &Type, default: &impl quote::ToTokens) -> Result<()> {
    let why = if is(ty, "Option") {
        "an optional field is absent by default"
    } else if ["Vec", "BTreeMap", "BTreeSet", "HashMap", "HashSet"].iter().any(|word| is(ty, word)) {
        "this field is empty by default, and no other default can be declared"
    } else {
        return Ok(());
    };
    Err(Error::new_spanned(default, why))
}

/// Refuses text as the default of what holds none: the path of a function or a constant, as other
/// derives take it.
pub fn check_default_text(ty: &Type, default: &Expr) -> Result<()> {
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = default else { return Ok(()) };
    let example = match content(ty) {
        Some(Content::Text) | None => return Ok(()),
        Some(_) if is(ty, "bool") => "true",
        Some(Content::Number) => "18",
        Some(Content::Bytes | Content::Other) => "LIMIT",
    };
    let why = format!(
        "a default is a value of the field's type or a constant, without quotation marks: `default = {example}`"
    );
    Err(Error::new_spanned(text, why))
}

/// The type with `'static` for the lifetimes that a reference to what it is set to does not have:
/// `Cow<'a, str>` is set to a `&str`, which has nothing of `'a`, as is a `&'a str`.
pub fn set_as(ty: &Type) -> Type {
    let mut changed = ty.clone();
    let is_cow = is(ty, "Cow") && arguments(ty).first().is_some_and(|first| is(first, "str") || is_slice(first));
    let is_transparent = ["Option", "Box", "Rc", "Arc"].iter().any(|word| is(ty, word));
    match &mut changed {
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|part| *part = set_as(part)),
        Type::Reference(to) => match bare(&to.elem) {
            Type::Slice(slice) => {
                let element = &slice.elem;
                return syn::parse_quote!(::vellum::__v::Vec<#element>);
            }
            _ => to.lifetime = Some(Lifetime::new("'static", Span::call_site())),
        },
        Type::Paren(inner) => *inner.elem = set_as(&inner.elem),
        Type::Group(inner) => *inner.elem = set_as(&inner.elem),
        Type::Path(path) if is_cow || is_transparent => {
            let last = path.path.segments.last_mut().map(|last| &mut last.arguments);
            let Some(PathArguments::AngleBracketed(arguments)) = last else { return changed };
            for argument in &mut arguments.args {
                match argument {
                    GenericArgument::Lifetime(lifetime) => *lifetime = Lifetime::new("'static", Span::call_site()),
                    GenericArgument::Type(inner) if is_transparent => *inner = set_as(inner),
                    _ => {}
                }
            }
        }
        _ => {}
    }
    changed
}

fn is_slice(ty: &Type) -> bool {
    matches!(bare(ty), Type::Slice(_))
}
