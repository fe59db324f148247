//! Records in SlateDB, whose log takes patches: a counter and a list that many programs change,
//! without anybody reading the record first.
//!
//! `cargo run --example slatedb_patches --features slatedb`

use std::sync::Arc;

use slatedb::Db;
use slatedb::object_store::local::LocalFileSystem;
use vellum::{Record, Vellum};
use vellum_stores::PatchMerge;
use vellum_stores::slatedb::Records;

#[derive(Vellum)]
struct Page {
    address: String,
    text: String,
    visits: u64,
    links: Vec<String>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let store = Arc::new(LocalFileSystem::new_with_prefix(folder.path())?);
    let merge = Arc::new(PatchMerge::of::<Page>()?);
    let db = Db::builder("pages", store).with_merge_operator(merge.clone()).build().await?;

    let pages = Records::<str, Page>::new(&db)?;

    // A whole record.
    let key = "example.org/";
    let page = Page {
        address: "https://example.org/".into(),
        text: "Some text. ".repeat(100),
        visits: 0,
        links: vec!["https://example.org/about".into()],
    };
    pages.put(key, &page).await?;

    // Patches. The log holds them alone.
    let page = vellum::to_vec(&page)?;
    let visit = merge.patch(&page, |bytes| Page::edit(bytes)?.set_visits(1))?;
    let link = merge.patch(&page, |bytes| Page::edit(bytes)?.links().push("https://example.org/news"))?;
    println!("a record of {} bytes, patches of {} and {}", page.len(), visit.len(), link.len());
    pages.merge(key, &visit).await?;
    pages.merge(key, &link).await?;
    let record = pages.get(key).await?.ok_or("no page")?;
    let view = record.peek()?;
    println!("{}: {} visits, {} links", view.address()?, view.visits()?, view.links()?.len());

    // A record can begin with a patch: it is made on the default record.
    let empty = Record::new(Page::schema()).into_storage();
    let begun = merge.patch(&empty, |bytes| Page::edit(bytes)?.set_address("https://example.net/"))?;
    pages.merge("example.net/", &begun).await?;
    let record = pages.get("example.net/").await?.ok_or("no page")?;
    println!("{}: {} visits", record.peek()?.address()?, record.peek()?.visits()?);

    // Another operand than a patch or a record of this schema is not written.
    let error = pages.merge(key, b"no record").await.err();
    println!("refused: {}", error.map_or_else(String::new, |error| error.to_string()));
    db.close().await?;
    Ok(())
}
