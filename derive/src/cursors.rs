//! The view and the edit cursor of a struct: a getter for each field, and what changes it in its buffer.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::field::{self, Item, item_of};
use crate::rename::unraw;
use crate::structure::Names;

pub fn view(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, view, .. } = names;
    let (params, args, wheres) = names.parameters.tokens();
    let constants = quote!(Self);
    let doc = format!("A [`{ident}`] in a buffer: every getter checks and reads one field, without decoding the rest.");
    let getters = items.iter().map(|item| {
        let Item { ident, name, docs, ty, index, deprecated, .. } = item;
        let given = item_of(ty, quote!(Get<'a>));
        let default = item.default(&constants);
        let doc = if docs.is_empty() { format!("Reads `{name}`.") } else { docs.clone() };
        quote! {
            #[doc = #doc]
            ///
            /// # Errors
            /// If the bytes of the field are invalid.
            #deprecated
            #[inline]
            pub fn #ident(&self) -> ::vellum::Result<#given> {
                self.0.field::<#ty>(const { &Self::__PLACES[#index] }, #default, #name)
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #view<'a, #params>(
            ::vellum::__private::RecordBytes<'a>,
            ::core::marker::PhantomData<fn() -> #ident<#args>>,
        )
        where
            #wheres;

        #[allow(dead_code)]
        impl<'a, #params> #view<'a, #args> where #wheres {
            #[doc(hidden)]
            #[inline(always)]
            #vis fn __new(record: ::vellum::__private::RecordBytes<'a>) -> Self {
                Self(record, ::core::marker::PhantomData)
            }

            #(#getters)*
        }

        #[automatically_derived]
        impl<#params> ::core::clone::Clone for #view<'_, #args> where #wheres {
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl<#params> ::core::marker::Copy for #view<'_, #args> where #wheres {}

        impl<#params> ::core::fmt::Debug for #view<'_, #args> where #wheres {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                self.0.debug::<#ident<#args>>(f)
            }
        }

        impl<'a, #params> ::core::cmp::PartialEq<#view<'a, #args>> for #view<'_, #args> where #wheres {
            fn eq(&self, other: &#view<'a, #args>) -> bool {
                self.0.equals::<#ident<#args>>(&other.0)
            }
        }
    }
}

pub fn edit(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, edit, .. } = names;
    let (params, args, wheres) = names.parameters.tokens();
    let constants = names.constants();
    let doc = format!("An edit cursor on a [`{ident}`]: changes single fields in the buffer.");
    let methods = items.iter().map(|item| {
        let Item { ident, name, docs, ty, value, index, deprecated, with, rules, .. } = item;
        let (default, taken) = (item.default(&constants), with.as_ref().unwrap_or(ty));
        // A type that borrows is set to what may not show for how long.
        let (lifetime, outlives) = if names.parameters.borrows(ty) {
            (quote!(<'v>), quote!(where #ty: 'v))
        } else {
            (TokenStream::new(), TokenStream::new())
        };
        let v = if lifetime.is_empty() { quote!('_) } else { quote!('v) };
        let set_to = item_of(ty, quote!(Set<#v>));
        let cursor = item_of(ty, quote!(FieldCursor<'_, __B::Storage>));
        let into = with.as_ref().map(|own| {
            let into = field::into(ty, own, &quote!(value));
            quote!(.map(|value| #into))
        });
        let unraw = unraw(ident);
        let [set, take, clear] =
            ["set", "take", "clear"].map(|verb| format_ident!("{verb}_{unraw}", span = ident.span()));
        let cursor_doc = if docs.is_empty() { format!("`{name}`, to read or to edit in place.") } else { docs.clone() };
        let reach = quote! {
            #value::field_cursor(
                self.session.session_mut(),
                &self.link,
                ::vellum::__private::Step::Field(#index),
                const { &#constants::__PLACES[#index] },
                #default,
            )
        };
        let (reach, check) = match rules {
            Some(rules) => (rules.cursor(&constants, &reach), rules.check(&constants, &quote!(&value), name)),
            None => (reach, TokenStream::new()),
        };
        let set_doc = format!("Sets `{name}`.");
        let take_doc = format!("Takes `{name}` out, decoded; it has its default then.");
        let clear_doc = format!("Makes `{name}` its default, or absent, and frees what it held.");
        quote! {
            #[doc = #cursor_doc]
            ///
            /// # Errors
            /// If the bytes of the field are invalid.
            #deprecated
            #[inline]
            pub fn #ident(&mut self) -> #cursor {
                #reach
            }

            #[doc = #take_doc]
            ///
            /// # Errors
            /// If what is there is invalid, or holds data of a newer schema revision; the buffer is then unchanged.
            #deprecated
            pub fn #take(&mut self) -> ::vellum::Result<#taken> {
                let session = self.session.session_mut();
                let target = self.link.field(session, ::vellum::__private::Step::Field(#index))?;
                ::vellum::__private::in_field(
                    session.take::<#ty>(&target, const { &#constants::__PLACES[#index] }, #default),
                    #name,
                )
                #into
            }

            #[doc = #clear_doc]
            ///
            /// # Errors
            /// If what is there is invalid, or holds data of a newer schema revision; the buffer is then unchanged.
            #deprecated
            pub fn #clear(&mut self) -> ::vellum::Result<()> {
                let session = self.session.session_mut();
                let target = self.link.field(session, ::vellum::__private::Step::Field(#index))?;
                ::vellum::__private::in_field(session.clear(&target), #name)
            }

            #[doc = #set_doc]
            ///
            /// # Errors
            /// If the storage cannot grow as far as needed, what is there now is invalid, or the value breaks a rule; the
            /// buffer is then unchanged.
            #deprecated
            #[inline]
            pub fn #set #lifetime(&mut self, value: #set_to) -> ::vellum::Result<()> #outlives {
                #check
                let session = self.session.session_mut();
                let target = self.link.field(session, ::vellum::__private::Step::Field(#index))?;
                ::vellum::__private::in_field(
                    #value::set(
                        session,
                        target,
                        const { &#constants::__PLACES[#index] },
                        &value,
                        #default,
                        false,
                    ),
                    #name,
                )
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #edit<'a, #params __B>
        where
            #wheres
        {
            session: __B,
            link: ::vellum::__private::Link<'a>,
            marker: ::core::marker::PhantomData<fn() -> #ident<#args>>,
        }

        #[allow(dead_code)]
        impl<'a, #params __B: ::vellum::AsSession> #edit<'a, #args __B> where #wheres {
            #[doc(hidden)]
            #[inline]
            #vis fn __new(session: __B, link: ::vellum::__private::Link<'a>) -> Self {
                Self { session, link, marker: ::core::marker::PhantomData }
            }

            #(#methods)*
        }
    }
}
