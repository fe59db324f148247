//! Enums with payloads: matched on where they lie, switched in place, packed in lists.
//!
//! `cargo run --example union`

use vellum::{Result, Vellum, proved::Checked};

#[derive(Vellum, Debug)]
enum Shape {
    Empty,
    Circle(f32),
    Square { side: f32, label: String },
    Group(Vec<Shape>),
}

#[derive(Vellum, Debug)]
struct Drawing {
    name: String,
    shapes: Vec<Shape>,
}

fn area(shape: ShapeView<'_, Checked>) -> Result<f32> {
    Ok(match shape.get()? {
        ShapeRef::Empty => 0.0,
        ShapeRef::Circle(radius) => std::f32::consts::PI * radius * radius,
        ShapeRef::Square(square) => square.side()? * square.side()?,
        ShapeRef::Group(shapes) => {
            shapes.iter().map(|shape| area(shape?)).collect::<Result<Vec<f32>>>()?.into_iter().sum()
        }
    })
}

fn show(what: &str, bytes: &[u8]) -> Result<()> {
    println!("{what}, {} bytes", bytes.len());
    for shape in Drawing::peek(bytes)?.shapes()? {
        let shape = shape?;
        println!("  {:6.2}  {shape:?}", area(shape)?);
    }
    Ok(())
}

fn main() -> Result<()> {
    let shapes = (1..=5u8).map(|radius| Shape::Circle(f32::from(radius))).collect();
    let mut bytes = vellum::to_vec(&Drawing { name: "targets".into(), shapes })?;
    show("circles only: one tag for the list, four bytes each", &bytes)?;

    let mut drawing = Drawing::edit(&mut bytes)?;
    drawing.shapes().at(0)?.set_circle(0.5)?;
    drawing.shapes().push(&Shape::Circle(6.0))?;
    show("a circle more", &bytes)?;

    let mut drawing = Drawing::edit(&mut bytes)?;
    drawing.shapes().set(1, &Shape::Square { side: 2.0, label: "a".into() })?;
    if let Some(mut square) = drawing.shapes().at(1)?.as_square()? {
        square.set_side(3.0)?;
        square.set_label("a longer label")?;
    }
    drawing.shapes().truncate(3)?;
    drawing.shapes().at(2)?.set_group(&[Shape::Empty, Shape::Circle(1.0)])?;
    show("a square and a group among them: a tag for each", &bytes)?;

    println!("\n{}", Drawing::schema());
    Ok(())
}
