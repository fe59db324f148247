//! Rules of a field, as its attributes give them: `range = 1..=5`, `max = 64`, `lowercase`,
//! `uppercase`.
//!
//! Which types a rule is for, the traits of the core say; what is wrong with that is told at the
//! field's type. What a literal default breaks is told here or by a constant, as of it there is no
//! schema.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprLit, Ident, Lit, LitInt, Result, Token, Type, UnOp};

use crate::types::{self, Content};

/// What the attributes of a field say.
#[derive(Default)]
pub struct RuleAttributes {
    min: Option<Expr>,
    max: Option<Expr>,
    most: Option<u32>,
    case: Option<Case>,
    has_range: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Case {
    Lower,
    Upper,
}

impl RuleAttributes {
    /// Reads an entry, if it is a rule.
    pub fn read(&mut self, meta: &ParseNestedMeta<'_>) -> Result<bool> {
        if meta.path.is_ident("range") {
            if !meta.input.peek(Token![=]) {
                return Err(meta.error("`range` takes a value: `range = 1..=5`"));
            }
            self.range(meta.value()?)?;
        } else if meta.path.is_ident("max") {
            let most: LitInt = crate::attributes::value(meta)?.parse()?;
            self.most = Some(most.base10_parse()?);
        } else if meta.path.is_ident("lowercase") {
            self.case(Case::Lower, meta)?;
        } else if meta.path.is_ident("uppercase") {
            self.case(Case::Upper, meta)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn range(&mut self, input: ParseStream<'_>) -> Result<()> {
        let is_end = |input: ParseStream<'_>| input.is_empty() || input.peek(Token![,]);
        self.has_range = true;
        // An expression of its own would go on behind the dots.
        let mut start = TokenStream::new();
        while !input.peek(Token![..]) && !is_end(input) {
            start.extend([input.parse::<TokenTree>()?]);
        }
        if !start.is_empty() {
            self.min = Some(syn::parse2(start)?);
        }
        if input.peek(Token![..=]) {
            input.parse::<Token![..=]>()?;
            self.max = Some(input.parse()?);
            return Ok(());
        }
        if !input.peek(Token![..]) {
            return Err(input.error("expected a range such as `1..=5`, `1..` or `..=5`"));
        }
        let dots: Token![..] = input.parse()?;
        match (is_end(input), &self.min) {
            (true, Some(_)) => Ok(()),
            (true, None) => Err(Error::new_spanned(dots, "this range has no end, and so is no rule")),
            (false, _) => Err(Error::new_spanned(dots, "both ends belong to the range; write `..=`")),
        }
    }

    fn case(&mut self, case: Case, meta: &ParseNestedMeta<'_>) -> Result<()> {
        if self.case.is_some_and(|known| known != case) {
            return Err(meta.error("a text is `lowercase` or `uppercase`, not both"));
        }
        self.case = Some(case);
        Ok(())
    }

    fn are_none(&self) -> bool {
        !self.has_range && self.most.is_none() && self.case.is_none()
    }

    /// Refuses a rule for a type of std that it is not for; of others their traits tell.
    fn check_type(&self, ty: &Type) -> Result<()> {
        let kind = types::content(ty);
        let is_other = |kinds: &[Content]| kind.is_some_and(|kind| !kinds.contains(&kind));
        let refuse = |why: &str| Err(Error::new_spanned(ty, why));
        if self.has_range && is_other(&[Content::Number]) {
            return refuse("a range is for numbers, `char`, decimals, dates and times");
        }
        if self.most.is_some() && is_other(&[Content::Text, Content::Bytes]) {
            return refuse("`max` is for text and bytes; numbers have a `range`");
        }
        if self.case.is_some() && is_other(&[Content::Text]) {
            return refuse("`lowercase` and `uppercase` are for text");
        }
        Ok(())
    }

    /// Refuses a literal text as default that breaks a rule.
    fn check_text(&self, default: &Expr) -> Result<()> {
        let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = default else { return Ok(()) };
        let value = text.value();
        let broken = match (self.most, self.case) {
            (Some(most), _) if value.len() as u64 > u64::from(most) => {
                format!("{} bytes are more than {most}", value.len())
            }
            (_, Some(Case::Lower)) if value.chars().any(char::is_uppercase) => "the text is not lowercase".to_owned(),
            (_, Some(Case::Upper)) if value.chars().any(char::is_lowercase) => "the text is not uppercase".to_owned(),
            _ => return Ok(()),
        };
        Err(Error::new(text.span(), format!("the default breaks the rule: {broken}")))
    }
}

/// Whether an end of a range is a number or character as it is written, which constants can
/// compare.
fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_literal(&unary.expr),
        Expr::Group(group) => is_literal(&group.expr),
        Expr::Paren(paren) => is_literal(&paren.expr),
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_) | Lit::Float(_) | Lit::Char(_) | Lit::Byte(_)),
        _ => false,
    }
}

/// The rules of a field that has some, with what they are called in the generated code.
pub struct Rules {
    attributes: RuleAttributes,
    ty: Type,
    has_default: bool,
    /// Whether it is a text with a constant as its default.
    is_text_constant: bool,
    /// The function that gives them, and the constants of a range's ends.
    function: Ident,
    min: Ident,
    max: Ident,
    default: Ident,
}

impl Rules {
    /// Of the field at an index, if it has any.
    pub fn new(attributes: RuleAttributes, ty: &Type, default: Option<&Expr>, index: usize) -> Result<Option<Self>> {
        if attributes.are_none() {
            return Ok(None);
        }
        attributes.check_type(ty)?;
        if let Some(default) = default {
            attributes.check_text(default)?;
        }
        Ok(Some(Self {
            attributes,
            ty: ty.clone(),
            has_default: default.is_some(),
            is_text_constant: types::content(ty) == Some(Content::Text)
                && default.is_some_and(|default| !matches!(default, Expr::Lit(_))),
            function: format_ident!("__rules_{index}"),
            min: format_ident!("__MIN_{index}"),
            max: format_ident!("__MAX_{index}"),
            default: format_ident!("__DEFAULT_{index}"),
        }))
    }

    /// A place in the field's type, where its errors are told.
    fn span(&self) -> Span {
        Span::call_site().located_at(self.ty.span())
    }

    /// The items that belong to the view.
    pub fn items(&self) -> TokenStream {
        let Self { attributes, ty, function, min, max, .. } = self;
        let span = self.span();
        let bound = |constant: &Ident, end: &Option<Expr>| {
            end.as_ref().map(|end| {
                let bound = quote_spanned!(span=> <#ty as ::vellum::__v::rules::Ranged>::Bound);
                quote!(const #constant: #bound = #end;)
            })
        };
        let (min_item, max_item) = (bound(min, &attributes.min), bound(max, &attributes.max));
        let end = |constant: &Ident, end: &Option<Expr>| match end {
            Some(_) => quote!(::vellum::__v::Some(Self::#constant)),
            None => quote!(::vellum::__v::None),
        };
        let range = attributes.has_range.then(|| {
            let (min, max) = (end(min, &attributes.min), end(max, &attributes.max));
            let call = quote_spanned!(span=> .with_range::<#ty>);
            quote!(#call(#min, #max))
        });
        let most = attributes.most.map(|most| {
            let call = quote_spanned!(span=> .with_max::<#ty>);
            quote!(#call(#most))
        });
        let case = attributes.case.map(|case| match case {
            Case::Lower => quote_spanned!(span=> .with_lowercase::<#ty>()),
            Case::Upper => quote_spanned!(span=> .with_uppercase::<#ty>()),
        });
        quote! {
            #min_item
            #max_item

            #[inline]
            fn #function() -> ::vellum::schema::Rules {
                <::vellum::schema::Rules as ::vellum::__v::Default>::default() #range #most #case
            }
        }
    }

    /// What fails to compile where no value keeps the rules, or the default does not; `view` is the
    /// type with the rules.
    pub fn default_check(&self, view: &TokenStream) -> TokenStream {
        let RuleAttributes { min: low, max: high, most, case, .. } = &self.attributes;
        if !self.attributes.has_range {
            if !self.is_text_constant {
                return TokenStream::new();
            }
            let (default, span) = (&self.default, self.span());
            let most = most.map_or_else(|| quote!(::vellum::__v::None), |most| quote!(::vellum::__v::Some(#most)));
            let (lower, upper) = (*case == Some(Case::Lower), *case == Some(Case::Upper));
            return quote_spanned! {span=>
                const _: () = ::vellum::__v::rules::check_default(#view::#default, #most, #lower, #upper);
            };
        }
        let ends = low.iter().chain(high);
        // Of other types, constants cannot be compared.
        let is_number = types::content(&self.ty) == Some(Content::Number);
        if !(is_number || ends.into_iter().all(is_literal)) {
            return TokenStream::new();
        }
        let Self { ty, min, max, default, .. } = self;
        let above = low.as_ref().map(|_| quote!(&& __default >= #view::#min));
        let below = high.as_ref().map(|_| quote!(&& __default <= #view::#max));
        let span = self.span();
        let (default, message) = if self.has_default {
            (quote!(::vellum::__v::Some(#view::#default)), "the default is beyond the range")
        } else {
            let implied = quote_spanned!(span=> <#ty as ::vellum::__v::rules::Ranged>::IMPLIED);
            (implied, "the default, which is 0 where none is declared, is beyond the range")
        };
        let order = (low.is_some() && high.is_some())
            .then(|| quote!(::core::assert!(#view::#min <= #view::#max, "no value is in the range");));
        quote_spanned! {span=>
            const _: () = {
                #order
                if let ::vellum::__v::Some(__default) = #default {
                    ::core::assert!(true #above #below, #message);
                }
            };
        }
    }

    /// The rules as a value; `view` is the type with them.
    pub fn value(&self, view: &TokenStream) -> TokenStream {
        let function = &self.function;
        quote!(#view::#function())
    }

    /// What is added to the length of a field's value, of a reference to what it is set to.
    pub fn measure(&self, view: &TokenStream, reference: &TokenStream) -> TokenStream {
        let (rules, ty) = (self.value(view), &self.ty);
        quote!(.wrapping_add(::vellum::schema::Rules::measure::<#ty>(&#rules, #reference)))
    }

    /// Code before the write of a value, which fails if the value breaks them and was not measured.
    pub fn guard(&self, view: &TokenStream, reference: &TokenStream) -> TokenStream {
        let (function, ty) = (&self.function, &self.ty);
        quote!(::vellum::__v::Heap::check::<#ty>(__h, #view::#function, #reference)?;)
    }

    /// What fails for a value that breaks them.
    pub fn check(&self, view: &TokenStream, reference: &TokenStream, name: &str) -> TokenStream {
        let (rules, ty) = (self.value(view), &self.ty);
        quote!(::vellum::__v::in_field(::vellum::schema::Rules::check::<#ty>(&#rules, #reference), #name)?;)
    }

    /// A cursor that keeps them, where one could write.
    pub fn cursor(&self, view: &TokenStream, cursor: &TokenStream) -> TokenStream {
        if self.attributes.has_range {
            return cursor.clone();
        }
        let (function, ty) = (&self.function, &self.ty);
        quote!(<#ty as ::vellum::__v::rules::Measured>::rule_field::<__B::Storage>(#cursor, #view::#function))
    }
}
