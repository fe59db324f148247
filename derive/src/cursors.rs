//! The view and the edit cursor of a struct: a getter for each field, and what changes it in its
//! buffer.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Type;

use crate::field::Item;
use crate::rename::unraw;
use crate::signature::Signatures;
use crate::structure::Names;
use crate::types;

/// The view, with getters that check, and with those of a proved buffer.
pub fn view(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, view, .. } = names;
    let (params, args, wheres) = names.parameters.tokens();
    let decodes = names.parameters.decoding(ident, &quote!(::vellum::Decode<'a>));
    let doc = format!(
        "A [`{ident}`] in a buffer: each getter reads one field, without decoding the rest.\n\nOf a proved buffer a getter returns the \
         value. Of any other it checks the field, and returns a `Result` of the value.\n\n# Errors\nA getter that checks fails if the bytes \
         of its field are invalid (`ErrorKind::Corrupt`), if they are of a newer schema revision (`ErrorKind::Newer`), and if the type \
         of the field cannot hold them (`ErrorKind::Type`)."
    );
    let signatures = Signatures(&names.parameters, &names.gates);
    // The proof of the struct proves the field as this type, at this place. It is read by a path:
    // of a method that takes `&self`, another of the same name by a trait of the user's would come
    // first, take the promise, or answer for it.
    let constants = names.constants();
    let getters = items.iter().map(|item| {
        let Item { ident, vis, name, docs, deprecated, gated: ty, .. } = item;
        let (at, given) = (item.at(&constants), item.located(signatures.getter(&item.ty)));
        let read = if signatures.opens(&item.ty) { quote!(open_field) } else { quote!(read_field) };
        let read = item
            .located(quote!(::vellum::__v::#read::<_, #ty, __R>(&self.0, #at, unsafe { ::vellum::__v::derived() })));
        let doc = if docs.is_empty() { format!("Reads `{name}`.") } else { docs.clone() };
        quote! {
            #[doc = #doc]
            #deprecated
            #[inline]
            #[must_use]
            #vis fn #ident(&self) -> #given {
                #read
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #view<'a, #params __R = ::vellum::__v::Proven>(::vellum::__v::RecordOf<'a, #ident<#args>, __R>)
        where
            #wheres;

        #[allow(dead_code)]
        impl<'a, #params __R: ::vellum::__v::Reading> #view<'a, #args __R> where #wheres {
            #(#getters)*
        }

        impl<'a, #params> ::vellum::__v::From<::vellum::__v::RecordBytes<'a>> for #view<'a, #args ::vellum::__v::Checked> where #wheres {
            #[inline(always)]
            fn from(__r: ::vellum::__v::RecordBytes<'a>) -> Self {
                Self(::vellum::__v::RecordOf::checked(__r))
            }
        }

        #[automatically_derived]
        impl<#params __R: ::vellum::__v::Reading> ::vellum::__v::Clone for #view<'_, #args __R> where #wheres {
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl<#params __R: ::vellum::__v::Reading> ::vellum::__v::Copy for #view<'_, #args __R> where #wheres {}

        impl<#params __R: ::vellum::__v::Reading> ::vellum::__v::fmt::Debug for #view<'_, #args __R> where #wheres {
            fn fmt(&self, __f: &mut ::vellum::__v::fmt::Formatter<'_>) -> ::vellum::__v::fmt::Result {
                ::vellum::__v::RecordOf::debug(&self.0, __f)
            }
        }

        ::vellum::__serialize!([#params __R: ::vellum::__v::Reading] [#wheres] #view<'_, #args __R>, 0, ::vellum::__v::RecordOf::to_cursor);

        impl<'a, #params __R: ::vellum::__v::Reading> ::vellum::__v::PartialEq for #view<'a, #args __R> where #wheres #decodes {
            fn eq(&self, __other: &Self) -> ::vellum::__v::bool {
                ::vellum::__v::RecordOf::equals(&self.0, &__other.0)
            }
        }
    }
}

pub fn edit(names: &Names, items: &[Item]) -> TokenStream {
    let Names { ident, vis, view, edit, .. } = names;
    let (params, args, wheres) = names.parameters.tokens();
    let constants = names.constants();
    // A field of that name has its cursor there.
    let read = (!items.iter().any(|item| unraw(&item.ident) == "view")).then(|| {
        let doc = format!("The current value, to read.\n\n# Errors\nAs [`{edit}`] says.");
        quote! {
            #[doc = #doc]
            #[inline]
            pub fn view(&self) -> ::vellum::Result<#view<'_, #args ::vellum::__v::Checked>> {
                ::vellum::__v::Editing::view(&self.0)
            }
        }
    });
    let doc = format!(
        "An edit cursor on a [`{ident}`]: changes single fields in the buffer.\n\n# Errors\nIts methods fail if what is there is \
         invalid. Those that change something fail also if the storage cannot grow as far as needed, if the value breaks a rule, and if \
         what they replace holds data of a newer schema revision; the buffer is then unchanged."
    );
    let signatures = Signatures(&names.parameters, &names.gates);
    let methods = items.iter().map(|item| {
        let Item { ident, vis, name, docs, ty, by, deprecated, with, rules, .. } = item;
        let taken = with.as_ref().map_or(ty, |with| &with.own);
        // A type that borrows is set to what may not show for how long.
        let (lifetime, outlives, v) = names.parameters.of_setter(ty);
        let converted: &[&Type] = if with.is_some() { &[ty] } else { &[] };
        let outlives = names.parameters.setting(outlives, converted);
        let clearing = names.parameters.setting(TokenStream::new(), converted);
        let set_to = item.located(signatures.setter(ty, &v));
        let cursor = item.located(signatures.cursor(ty, &quote!(__B::Storage)));
        let unraw = unraw(ident);
        let [set, take, clear] =
            ["set", "take", "clear"].map(|verb| format_ident!("{verb}_{unraw}", span = ident.span()));
        let cursor_doc = if docs.is_empty() { format!("`{name}`, to read or to edit in place.") } else { docs.clone() };
        let at = item.at(&constants);
        let taking = names.parameters.taking(ty);
        let reach = item.located(quote!(#at.cursor::<#by, _>(&mut self.0)));
        // What cannot be converted stays.
        let take_value = match with {
            Some(with) => {
                let (may_fail, own) = (with.may_fail(ty), with.load(ty, &quote!(__v)));
                quote!(#at.take_as::<#by, _, _>(&mut self.0, const { #may_fail }, |__v| #own))
            }
            None => quote!(#at.take::<#by, _>(&mut self.0)),
        };
        let clear_value = match with {
            Some(with) => {
                let (may_fail, own) = (with.may_fail(ty), with.load(ty, &quote!(__v)));
                quote!(#at.clear_as::<#by, _, _>(&mut self.0, const { #may_fail }, |__v| #own))
            }
            None => quote!(#at.clear(&mut self.0)),
        };
        let as_owned = lifetime.is_empty() && with.is_none() && rules.is_none();
        let (lifetime, set_to, set_as) = if as_owned && signatures.is_list_of_texts(ty) {
            (quote!(<__E: ::vellum::__v::TextValue>), quote!(&[__E]), quote!(::vellum::__v::Vec<__E>))
        } else {
            (lifetime, set_to, quote!(#by))
        };
        let set_value = quote!(#at.set::<#set_as, _>(&mut self.0, &__value));
        let [take_value, clear_value, set_value] = [take_value, clear_value, set_value].map(|edit| item.located(edit));
        let (reach, check) = match rules {
            Some(rules) => (rules.cursor(&constants, &reach), rules.check(&constants, &quote!(&__value), name)),
            None => (reach, TokenStream::new()),
        };
        let (admit, check_cursor) = match with {
            Some(with) => {
                let (admit, may_fail) = (with.admit(ty, &quote!(&__value)), with.may_fail(ty));
                let admit = item.located(quote!(::vellum::__v::in_field(#admit, #name)?;));
                (admit, item.located(quote!(const { ::vellum::__v::check_cursor::<#by>(#may_fail) };)))
            }
            None => (TokenStream::new(), TokenStream::new()),
        };
        let (lent, reach) = if types::is_plain(ty) {
            (quote!(&self), item.located(quote!(#at.read::<#by, _>(&self.0))))
        } else {
            (quote!(&mut self), reach)
        };
        let errors = format!("\n\n# Errors\nAs [`{edit}`] says.");
        let cursor_doc = format!("{cursor_doc}{errors}");
        let take_doc = format!("Removes and returns `{name}`, leaving its default.{errors}");
        let clear_doc = format!("Makes `{name}` its default, or absent.{errors}");
        let set_doc = format!("Sets `{name}`.{errors}");
        quote! {
            #[doc = #cursor_doc]
            #deprecated
            #[inline]
            #vis fn #ident(#lent) -> #cursor {
                #check_cursor
                #reach
            }

            #[doc = #take_doc]
            #deprecated
            #vis fn #take(&mut self) -> ::vellum::Result<#taken> #taking {
                #take_value
            }

            #[doc = #clear_doc]
            #deprecated
            #vis fn #clear(&mut self) -> ::vellum::Result<()> #clearing {
                #clear_value
            }

            #[doc = #set_doc]
            #deprecated
            #[inline]
            #vis fn #set #lifetime(&mut self, __value: #set_to) -> ::vellum::Result<()> #outlives {
                #check
                #admit
                #set_value
            }
        }
    });
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis struct #edit<'a, #params __B = ::vellum::__v::Session<&'a mut ::vellum::__v::Vec<::vellum::__v::u8>>>(
            ::vellum::__v::Editing<'a, __B>,
            ::vellum::__v::PhantomData<fn() -> #ident<#args>>,
        )
        where
            #wheres;

        #[allow(dead_code)]
        impl<'a, #params __B: ::vellum::__v::AsSession> #edit<'a, #args __B> where #wheres {
            #[doc(hidden)]
            #[inline]
            #vis fn __new(__s: __B, __l: ::vellum::__v::Link<'a>) -> Self {
                Self(::vellum::__v::Editing::new(__s, __l), ::vellum::__v::PhantomData)
            }

            #read
            #(#methods)*
        }
    }
}
