//! The file that docs/format-file.md shows byte by byte.

use vellum::Vellum;
use vellum_file::{FileOptions, RecordFile};

#[derive(Vellum)]
struct P {
    x: u8,
}

/// The page's numbers in hexadecimal: of a block that begins with the name of the file.
fn of_page(name: &str) -> Vec<u8> {
    let page = include_str!("../../../docs/format-file.md");
    let block = page.split("```").find(|block| block.contains(name)).unwrap();
    let words = block
        .lines()
        .skip_while(|line| !line.contains(name))
        .skip(1)
        .flat_map(|line| line.split("  ").next().unwrap_or_default().split(' '));
    words.filter(|word| !word.is_empty()).map(|word| u8::from_str_radix(word, 16).unwrap()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X} ")).collect()
}

#[test]
fn the_file_on_the_page_is_the_one_that_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p");
    let options = FileOptions::new().times(false).id(0x0123_4567_89AB_CDEF);
    let mut file = options.create(&path, &P { x: 7 }).unwrap();
    file.edit(|p| p.set_x(8)).unwrap();
    file.edit(|p| p.set_x(9)).unwrap();
    drop(file);
    let written = std::fs::read(&path).unwrap();
    assert_eq!(hex(&of_page("the file p")), hex(&written));

    let other = folder.path().join("other");
    std::fs::write(&other, of_page("the file p")).unwrap();
    let file = RecordFile::<P>::open(&other).unwrap();
    assert_eq!((file.view().x(), file.sequence(), file.cut()), (9, 2, None));
}
