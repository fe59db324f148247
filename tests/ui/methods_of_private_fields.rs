use vellum::Vellum;

mod account {
    use vellum::Vellum;

    pub mod inner {
        use vellum::Vellum;

        #[derive(Vellum)]
        pub struct Account {
            pub name: String,
            pub(super) visits: u64,
            balance: u64,
        }
    }

    pub fn visits(bytes: &[u8]) -> vellum::Result<u64> {
        inner::Account::peek(bytes)?.visits()
    }
}

use account::inner::Account;

fn main() -> vellum::Result<()> {
    let mut bytes = vec![];
    Account::peek(&bytes)?.name()?;
    Account::peek(&bytes)?.balance()?;
    Account::peek(&bytes)?.visits()?;
    Account::prove(&bytes)?.balance();
    let mut edit = Account::edit(&mut bytes)?;
    edit.balance()?;
    edit.set_balance(1_000_000)?;
    edit.take_balance()?;
    edit.clear_balance()?;
    edit.set_visits(0)?;
    Ok(())
}
