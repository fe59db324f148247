//! Numbers set at any depth: more steps than a cursor copies, in records that store the number, are
//! of an older revision, or have moved since the cursors were made, against the decoded value.

use vellum::{ErrorKind, Result, Vellum, cursor::AsSession};

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Node")]
struct OldNode {
    text: String,
    next: Option<Box<OldNode>>,
    part: OldPart,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
#[vellum(rename = "Part")]
struct OldPart {
    name: String,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Node {
    text: String,
    next: Option<Box<Node>>,
    part: Part,
    #[vellum(since = 2)]
    number: u64,
}

#[derive(Vellum, Clone, Debug, PartialEq, Default)]
struct Part {
    name: String,
    #[vellum(since = 2, default = 3)]
    small: u16,
}

const LEVELS: usize = 9;

/// A number that is short, made of any.
fn short(number: u64) -> u16 {
    u16::try_from(number % 1000).unwrap()
}

fn chain(levels: usize) -> OldNode {
    let mut node = OldNode::default();
    for level in 0..levels {
        let part = OldPart { name: if level % 2 == 0 { "part".into() } else { String::new() } };
        node = OldNode { text: format!("level {level}"), next: Some(Box::new(node)), part };
    }
    node
}

/// The node at a depth of a decoded value.
fn decoded(node: &mut Node, depth: usize) -> &mut Node {
    match depth {
        0 => node,
        _ => decoded(node.next.as_mut().unwrap(), depth - 1),
    }
}

/// Edits the node at a depth: before and after it and those above it moved.
fn edit(node: &mut NodeEdit<'_, impl AsSession>, depth: usize, texts: &[&str], number: u64) -> Result<()> {
    if depth > 0 {
        return edit(&mut node.next()?.unwrap(), depth - 1, texts, number);
    }
    node.set_number(number)?;
    node.part().set_small(short(number))?;
    for text in texts {
        node.set_text(text)?;
        node.set_number(number + 1)?;
        let mut part = node.part();
        part.set_name(text)?;
        part.set_small(short(number) + 1)?;
    }
    Ok(())
}

fn set_number(node: &mut NodeEdit<'_, impl AsSession>, depth: usize, number: u64) -> Result<()> {
    match depth {
        0 => node.set_number(number),
        _ => set_number(&mut node.next()?.unwrap(), depth - 1, number),
    }
}

#[test]
fn numbers_are_set_at_any_depth_in_either_revision_and_after_a_layout() {
    let (long, longest) = ("a".repeat(300), "b".repeat(70_000));
    for depth in 0..LEVELS {
        let old = vellum::to_vec(&chain(LEVELS)).unwrap();
        let read = vellum::from_slice::<Node>(&old).unwrap();
        let new = vellum::to_vec(&read).unwrap();
        for bytes in [&old, &new] {
            for (count, number) in (0..3).flat_map(|count| [0, 3, 70_000].map(|number| (count, number))) {
                let texts = &[long.as_str(), longest.as_str()][..count];
                let mut edited = bytes.clone();
                edit(&mut Node::edit(&mut edited).unwrap(), depth, texts, number).unwrap();
                let mut expected = read.clone();
                let node = decoded(&mut expected, depth);
                (node.number, node.part.small) = (number, short(number));
                if let Some(last) = texts.last() {
                    (node.text, node.part.name) = ((*last).into(), (*last).into());
                    (node.number, node.part.small) = (number + 1, short(number) + 1);
                }
                assert_eq!(vellum::from_slice::<Node>(&edited).unwrap(), expected, "depth {depth}, {number}");
                // What is refused in memory that is full changes nothing; what is not, is done.
                let mut fixed = bytes.clone();
                let set = set_number(&mut Node::edit(&mut fixed[..]).unwrap(), depth, number);
                let mut expected = read.clone();
                match set {
                    Ok(()) => decoded(&mut expected, depth).number = number,
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Full);
                        assert!(error.to_string().contains("number"), "{error}");
                        assert_eq!(&fixed, bytes);
                    }
                }
                assert_eq!(vellum::from_slice::<Node>(&fixed).unwrap(), expected);
            }
        }
    }
}
