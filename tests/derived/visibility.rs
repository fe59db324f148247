//! What is derived for a field is seen by whom sees the field; the types, by whom sees the type. `tests/ui/methods_of_private_fields.rs`
//! has what is not seen.

use vellum::Vellum;

mod outer {
    pub mod inner {
        use vellum::Vellum;

        #[derive(Debug, Clone, PartialEq, Vellum)]
        struct Hidden {
            n: u32,
        }

        #[derive(Debug, Clone, PartialEq, Vellum)]
        enum Choice {
            No,
            Yes { why: Hidden },
        }

        /// A type in whose fields are types that nobody else sees.
        #[derive(Debug, Clone, PartialEq, Vellum)]
        pub struct Account {
            pub name: String,
            pub(crate) age: u16,
            pub(super) visits: u64,
            pub(in crate::visibility) score: u32,
            secret: Hidden,
            choice: Choice,
            choices: Vec<Choice>,
            maybe: Option<Hidden>,
            both: (Hidden, u8),
        }

        impl Account {
            pub fn new(name: &str) -> Self {
                Self {
                    name: name.into(),
                    age: 36,
                    visits: 1,
                    score: 5,
                    secret: Hidden { n: 7 },
                    choice: Choice::No,
                    choices: vec![Choice::Yes { why: Hidden { n: 1 } }],
                    maybe: None,
                    both: (Hidden { n: 2 }, 3),
                }
            }
        }

        impl AccountView<'_, vellum::proved::Checked> {
            /// What the type lets others see.
            pub fn is_seven(&self) -> vellum::Result<bool> {
                Ok(self.secret()?.n()? == 7 && matches!(self.choice()?.get()?, ChoiceRef::No))
            }
        }

        impl AccountView<'_> {
            pub fn sum(&self) -> u32 {
                let whys = self.choices().iter().map(|choice| match choice {
                    ChoiceRef::Yes(yes) => yes.why().n(),
                    ChoiceRef::No => 0,
                });
                self.secret().n() + self.both().0.n() + whys.sum::<u32>() + self.maybe().map_or(0, |it| it.n())
            }
        }

        impl<B: vellum::cursor::AsSession> AccountEdit<'_, B> {
            pub fn reset(&mut self) -> vellum::Result<u32> {
                self.set_maybe(Some(&Hidden { n: 9 }))?;
                self.clear_choice()?;
                self.secret().set_n(8)?;
                Ok(self.take_secret()?.n)
            }
        }
    }

    use vellum::Vellum;

    pub fn visits(bytes: &mut Vec<u8>) -> vellum::Result<u64> {
        let mut edit = inner::Account::edit(bytes)?;
        edit.set_visits(edit.visits()? + 1)?;
        inner::Account::peek(bytes)?.visits()
    }
}

use outer::inner::{Account, AccountView};

#[test]
fn methods_are_seen_where_their_field_is() {
    let mut bytes = vellum::to_vec(&Account::new("Ada")).unwrap();
    assert_eq!(outer::visits(&mut bytes).unwrap(), 2);
    assert!(Account::peek(&bytes).unwrap().is_seven().unwrap());
    let proved: AccountView<'_> = Account::prove(&bytes).unwrap();
    assert_eq!((proved.name(), proved.age(), proved.score(), proved.sum()), ("Ada", 36, 5, 10));
    let mut edit = Account::edit(&mut bytes).unwrap();
    edit.set_age(37).unwrap();
    edit.clear_score().unwrap();
    assert_eq!(edit.reset().unwrap(), 8);
    assert_eq!(edit.take_name().unwrap(), "Ada");
    let proved = Account::prove(&bytes).unwrap();
    assert_eq!((proved.name(), proved.age(), proved.score(), proved.sum()), ("", 37, 0, 12));
}

/// The fields of variants are as public as their enum.
mod variants {
    use vellum::Vellum;

    #[derive(Debug, Clone, PartialEq, Vellum)]
    #[vellum(common(n))]
    pub enum Event {
        One { n: u32, name: String },
        Two { n: u32 },
    }
}

#[test]
fn fields_of_variants_are_seen_where_the_enum_is() {
    use variants::{Event, EventOneSet, EventRef};
    let mut bytes = vellum::to_vec(&Event::Two { n: 1 }).unwrap();
    let mut edit = Event::edit(&mut bytes).unwrap();
    edit.cursor().set_one(EventOneSet { n: 2, name: "two" }).unwrap();
    edit.cursor().as_one().unwrap().unwrap().set_n(3).unwrap();
    let event = Event::prove(&bytes).unwrap();
    assert_eq!(event.n(), 3);
    assert!(matches!(event, EventRef::One(one) if one.name() == "two"));
}
