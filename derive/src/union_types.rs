//! The view of an enum whose variants have payloads, the enum that the view gives, and the edit
//! cursor.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Type;

use crate::given;
use crate::signature::Signatures;
use crate::union::Union;
use crate::variant::{Case, Payload, at};

/// The view of the enum, and the enum it gives.
pub fn view(union: &Union<'_>) -> TokenStream {
    let (ident, vis, cases) = (&union.input.ident, &union.input.vis, &union.cases);
    let (params, args, wheres) = union.parameters.tokens();
    let cell = union.parameters.cell();
    let ([view, _], given) = (union.attributes.cursor_names(ident), union.attributes.derived_name(ident, "Ref"));
    let get = |Case { ident, payload, name, .. }: &Case| match payload {
        Some(Payload { gated: ty, hold, .. }) => quote!({
            // The proof of the enum proves the payload of this variant as this type.
            let __promise = unsafe { ::vellum::__v::derived() };
            let __payload = ::vellum::__v::union::UnionOf::payload::<#ty>(&self.union, #name, __promise)?;
            #given::#ident #hold
        }),
        None => quote!(#given::#ident),
    };
    let open = union.attributes.open;
    // Tags from there on have no variant, those from `F0` on in no revision; so none is left but
    // the first, or what stands for all that are unknown.
    let (end, rest) = match (&union.other, cases.first()) {
        (Some(other), _) => (0xF0, quote!(#given::#other)),
        (None, Some(first)) => (u8::try_from(cases.len()).unwrap_or(u8::MAX), get(first)),
        (None, None) => (0, TokenStream::new()),
    };
    let gets = cases.iter().skip(usize::from(union.other.is_none())).map(|case| {
        let (tag, get) = (&case.tag, get(case));
        quote!(#tag => #get,)
    });
    let doc =
        format!("A [`{ident}`] in a buffer. To match on it: `match view.get()? {{ {given}::.. }}`, a [`{given}`].");
    let given_doc = format!("A [`{ident}`] as it is read in a buffer, given by [`{view}::get`].");
    let given_enum = given::tokens(union, &given, &given_doc);
    let reading = union.given_reads().then(|| quote!(__R));
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #view<'a, #params __R = ::vellum::__v::Proven> where #wheres {
            union: ::vellum::__v::union::UnionOf<'a, #ident<#args>, __R>,
        }

        #[automatically_derived]
        impl<#params __R: ::vellum::__v::Reading> ::core::clone::Clone for #view<'_, #args __R> where #wheres {
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl<#params __R: ::vellum::__v::Reading> ::core::marker::Copy for #view<'_, #args __R> where #wheres {}

        #given_enum

        #[allow(dead_code)]
        impl<'a, #params __R: ::vellum::__v::Reading> #view<'a, #args __R> where #wheres {
            #[doc(hidden)]
            #[inline(always)]
            #vis fn __new(__union: ::vellum::__v::union::UnionOf<'a, #ident<#args>, __R>) -> Self {
                Self { union: __union }
            }

            #[inline(always)]
            fn __get(&self) -> ::core::result::Result<#given<'a, #args #reading>, __R::Error> {
                ::vellum::__v::Ok(match ::vellum::__v::union::UnionOf::variant::<#open>(&self.union, #end)? {
                    #(#gets)*
                    _ => #rest,
                })
            }

            /// The variant with what it holds: a `Result` of it where it is checked.
            ///
            /// # Errors
            /// If the bytes are invalid, or of a newer schema revision.
            #[inline(always)]
            #[must_use]
            pub fn get(&self) -> __R::Of<#given<'a, #args #reading>> {
                __R::of(Self::__get(self))
            }
        }

        ::vellum::__serialize!([#params __R: ::vellum::__v::Reading] [#wheres] #view<'_, #args __R>, union, ::vellum::__v::union::UnionOf::to_cursor);

        impl<#params __R: ::vellum::__v::Reading> ::core::fmt::Debug for #view<'_, #args __R> where #wheres {
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                static SCHEMA: ::vellum::__v::#cell = ::vellum::__v::#cell::new();
                let __schema = ::vellum::__v::#cell::get::<#ident<#args>>(&SCHEMA);
                ::vellum::__v::union::UnionOf::debug(&self.union, __schema, __f)
            }
        }
    }
}

pub fn edit(union: &Union<'_>) -> TokenStream {
    let (ident, vis, cases) = (&union.input.ident, &union.input.vis, &union.cases);
    let (params, args, wheres) = union.parameters.tokens();
    let ([view, edit], given) = (union.attributes.cursor_names(ident), union.attributes.derived_name(ident, "Ref"));
    let checked = union.given_reads().then(|| quote!(::vellum::__v::Checked));
    let doc = format!("An edit cursor on a [`{ident}`].");
    let signatures = Signatures(&union.parameters, &union.gates);
    let methods = cases.iter().map(|Case { ident: variant, method, name, tag, payload, .. }| {
        let (set, get) = (format_ident!("set_{method}"), format_ident!("as_{method}"));
        let set_doc = format!("Makes it [`{ident}::{variant}`].");
        let get_doc = format!("What it holds, to edit in place, if it is [`{ident}::{variant}`].");
        match payload {
            None => quote! {
                #[doc = #set_doc]
                ///
                /// # Errors
                /// If what is there now is invalid; the buffer is then unchanged.
                pub fn #set(&mut self) -> ::vellum::Result<()> {
                    ::vellum::__v::union::Cursor::set_unit::<#ident<#args>, __S>(&mut self.cursor, self.session, #tag)
                }
            },
            Some(Payload { ty, gated, admit, converted_types, alone, .. }) => {
                let (lifetime, outlives, v) = union.parameters.of_setter(ty);
                let converted: Vec<&Type> = converted_types.iter().collect();
                let outlives = union.parameters.setting(outlives, &converted);
                let check_cursor =
                    alone.as_ref().map(|may_fail| quote!(const { ::vellum::__v::check_cursor::<#gated>(#may_fail) };));
                let admit = (!admit.is_empty()).then(|| {
                    // A function of its own, which a refusal ends.
                    quote!(::vellum::__v::union::Cursor::admit(&self.cursor, self.session, #name, (|| { #admit ::vellum::__v::Ok(()) })())?;)
                });
                let set_to = signatures.setter(ty, &v);
                let cursor = signatures.reached(ty, &quote!('_), &quote!(__S));
                let written = quote_spanned!(at(ty)=> ::vellum::__v::union::Cursor::set_variant::<#ident<#args>, #gated, __S>(&mut self.cursor, self.session, #tag, &__value));
                let reached = quote_spanned!(at(ty)=> ::vellum::__v::Some(::vellum::__v::union::Cursor::payload::<#gated, __S>(&mut self.cursor, self.session, #tag)?));
                quote! {
                    #[doc = #get_doc]
                    ///
                    /// # Errors
                    /// If the bytes are invalid, or of a newer schema revision.
                    #[inline]
                    pub fn #get(
                        &mut self,
                    ) -> ::vellum::Result<::vellum::__v::Option<#cursor>> {
                        #check_cursor
                        ::vellum::__v::Ok(if ::vellum::__v::union::Cursor::tag(&self.cursor, self.session)? == #tag {
                            #reached
                        } else {
                            ::vellum::__v::None
                        })
                    }

                    #[doc = #set_doc]
                    ///
                    /// # Errors
                    /// If the storage cannot grow as far as needed, or what is there now is
                    /// invalid; the buffer is then unchanged.
                    pub fn #set #lifetime(&mut self, __value: #set_to) -> ::vellum::Result<()> #outlives {
                        #admit
                        #written
                    }
                }
            }
        }
    });
    let edited = union.attributes.derived_name(ident, "Mut");
    let edited_doc =
        format!("A [`{ident}`] as it is edited, given by [`{edit}::get_mut`]: the cursor on what it holds.");
    let edited_enum = given::cursors(union, &edited, &edited_doc);
    let reached = cases.iter().map(|Case { ident: variant, tag, payload, .. }| match payload {
        // What is converted is the value: an edit of a part could make it what cannot be converted
        // back.
        Some(Payload { gated: ty, hold, alone: Some(_), .. }) => quote!(#tag => {
            let __payload = ::vellum::__v::union::Cursor::read::<#ident<#args>, _, _>(&self.cursor, self.session, |__union| ::vellum::__v::union::UnionOf::read::<#ty>(&__union))?;
            #edited::#variant #hold
        }),
        Some(Payload { gated: ty, hold, .. }) => quote!(#tag => {
            let __payload = ::vellum::__v::union::Cursor::payload::<#ty, __S>(&mut self.cursor, self.session, #tag)?;
            #edited::#variant #hold
        }),
        None => quote!(#tag => #edited::#variant,),
    });
    let open = union.attributes.open;
    let unknown = quote!(::vellum::__v::union::Cursor::unknown::<#open, __S>(&self.cursor, self.session, __tag));
    let unknown = union.unknown_as(&edited.to_token_stream(), &unknown);
    quote! {
        #edited_enum

        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #edit<'a, #params __S> where #wheres {
            session: &'a mut ::vellum::__v::Session<__S>,
            cursor: ::vellum::__v::union::Cursor<'a>,
            marker: ::vellum::__v::PhantomData<fn() -> #ident<#args>>,
        }

        #[allow(dead_code)]
        impl<'a, #params __S: ::vellum::Storage> #edit<'a, #args __S> where #wheres {
            #[doc(hidden)]
            #[inline(always)]
            #vis fn __new(
                __s: &'a mut ::vellum::__v::Session<__S>,
                __cursor: ::vellum::__v::union::Cursor<'a>,
            ) -> Self {
                Self { session: __s, cursor: __cursor, marker: ::vellum::__v::PhantomData }
            }

            /// The current value, to read.
            ///
            /// # Errors
            /// If the bytes are invalid, or of a newer schema revision.
            pub fn view(&self) -> ::vellum::Result<#view<'_, #args ::vellum::__v::Checked>> {
                ::vellum::__v::union::Cursor::read(&self.cursor, self.session, |__union| ::vellum::__v::Ok(#view::__new(__union)))
            }

            /// The variant with what it holds, to read.
            ///
            /// # Errors
            /// If the bytes are invalid, or of a newer schema revision.
            pub fn get(&self) -> ::vellum::Result<#given<'_, #args #checked>> {
                ::vellum::__v::union::Cursor::read(&self.cursor, self.session, |__union| #view::get(&#view::__new(__union)))
            }

            /// The variant with a cursor on what it holds, to match on and edit in place; with the
            /// value, where that has no cursor, as a number.
            ///
            /// # Errors
            /// If the bytes are invalid, or of a newer schema revision.
            #[inline]
            pub fn get_mut(&mut self) -> ::vellum::Result<#edited<'_, #args __S>> {
                ::vellum::__v::Ok(match ::vellum::__v::union::Cursor::tag(&self.cursor, self.session)? {
                    #(#reached)*
                    __tag => #unknown,
                })
            }

            /// Sets the whole value.
            ///
            /// # Errors
            /// If the storage cannot grow as far as needed, or what is there now is invalid; the
            /// buffer is then unchanged.
            pub fn set(&mut self, __value: &#ident<#args>) -> ::vellum::Result<()> {
                ::vellum::__v::union::Cursor::set::<#ident<#args>, __S>(&mut self.cursor, self.session, &__value)
            }

            #(#methods)*
        }
    }
}
