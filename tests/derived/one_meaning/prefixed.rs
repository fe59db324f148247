//! Derived types whose names are those of other types are given others by `prefix`.

#![allow(dead_code)]

use vellum::{Schema, Vellum, proved::Checked};

/// Types of the program's own, with the names that the enum would give.
pub struct NodeRef;
pub struct NodeMut;
pub struct NodeView;

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(prefix = "NodeIn")]
pub enum Node {
    End,
    Text(String),
    // Its struct would have the name of the view.
    #[vellum(prefix = "NodeOfView")]
    View {
        x: u32,
    },
    #[vellum(prefix = "NodeOfEdit")]
    Edit {
        x: u32,
    },
    #[vellum(prefix = "NodeOfRef")]
    Ref {
        x: u32,
    },
    #[vellum(prefix = "NodeOfMut")]
    Mut {
        x: u32,
    },
    Plain {
        x: u32,
    },
}

/// `A::BC` and `AB::C` would both have an `ABC`.
#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum A {
    BC { x: u32 },
}

#[derive(Vellum, Clone, Debug, PartialEq)]
pub enum AB {
    #[vellum(prefix = "AbC")]
    C { x: u32 },
}

pub struct HolderView;

#[derive(Vellum, Clone, Debug, PartialEq)]
#[vellum(prefix = "Held", edit = "HolderWriter")]
pub struct Holder {
    pub node: Node,
    pub a: A,
    pub ab: AB,
}

/// The same types without the attributes, in another place.
mod named {
    use vellum::Vellum;

    #[derive(Vellum)]
    pub enum Node {
        End,
        Text(String),
        #[vellum(prefix = "NodeOfView")]
        View {
            x: u32,
        },
        #[vellum(prefix = "NodeOfEdit")]
        Edit {
            x: u32,
        },
        #[vellum(prefix = "NodeOfRef")]
        Ref {
            x: u32,
        },
        #[vellum(prefix = "NodeOfMut")]
        Mut {
            x: u32,
        },
        Plain {
            x: u32,
        },
    }
}

#[test]
fn types_with_a_prefix_are_read_and_edited() {
    let value = Holder { node: Node::View { x: 1 }, a: A::BC { x: 2 }, ab: AB::C { x: 3 } };
    let mut bytes = vellum::to_vec(&value).unwrap();
    let proved: HeldView<'_> = Holder::prove(&bytes).unwrap();
    assert!(matches!(proved.node(), NodeInRef::View(view) if view.x() == 1));
    assert!(matches!(proved.ab(), ABRef::C(view) if view.x() == 3));
    let view: HeldView<'_, Checked> = Holder::peek(&bytes).unwrap();
    let found: NodeInRef<'_, Checked> = view.node().unwrap().get().unwrap();
    assert!(matches!(found, NodeInRef::View(view) if view.x().unwrap() == 1));
    let mut edit: HolderWriter<'_> = Holder::edit(&mut bytes).unwrap();
    edit.node().set_edit(NodeOfEditSet { x: 4 }).unwrap();
    if let NodeInMut::Edit(mut fields) = edit.node().get_mut().unwrap() {
        let fields: &mut NodeOfEditEdit<'_, _> = &mut fields;
        fields.set_x(5).unwrap();
    }
    let x = edit.node().as_edit().unwrap().unwrap().x().unwrap();
    edit.node().set_plain(NodeInPlainSet { x }).unwrap();
    edit.ab().set_c(AbCSet { x: 6 }).unwrap();
    assert_eq!(vellum::from_slice::<Holder>(&bytes).unwrap().node, Node::Plain { x: 5 });
}

/// What is stored does not depend on what types are called.
#[test]
fn a_prefix_is_not_in_the_schema() {
    #[derive(Vellum)]
    struct Prefixed {
        node: Node,
    }
    #[derive(Vellum)]
    #[vellum(rename = "Prefixed")]
    struct Named {
        node: named::Node,
    }
    let (prefixed, named): (&Schema, &Schema) = (Prefixed::schema(), Named::schema());
    assert_eq!(prefixed.to_string(), named.to_string());
    assert_eq!(prefixed.fingerprint(), named.fingerprint());
    assert!(prefixed.to_string().contains("NodeView") && !prefixed.to_string().contains("NodeIn"), "{prefixed}");
}
