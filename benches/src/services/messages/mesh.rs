//! The mesh.

use prost::Message;

use super::super::kind::Edit;
use super::super::mesh::{self, Corner, MIDDLE, Surface};
use super::{Sent, decode};

#[derive(Clone, PartialEq, Message)]
pub struct Mesh {
    #[prost(uint32, tag = "1")]
    material: u32,
    #[prost(message, repeated, tag = "2")]
    corners: Vec<Numbers>,
    #[prost(uint32, repeated, tag = "3")]
    triangles: Vec<u32>,
}

/// A corner.
#[derive(Clone, Copy, PartialEq, Message)]
struct Numbers {
    #[prost(float, tag = "1")]
    x: f32,
    #[prost(float, tag = "2")]
    y: f32,
    #[prost(float, tag = "3")]
    z: f32,
    #[prost(float, tag = "4")]
    normal_x: f32,
    #[prost(float, tag = "5")]
    normal_y: f32,
    #[prost(float, tag = "6")]
    normal_z: f32,
    #[prost(float, tag = "7")]
    u: f32,
    #[prost(float, tag = "8")]
    v: f32,
    #[prost(float, tag = "9")]
    weight: f32,
}

/// [`Mesh`] without all but its weights.
#[derive(Clone, PartialEq, Message)]
struct OnlyWeights {
    #[prost(message, repeated, tag = "2")]
    corners: Vec<OnlyWeight>,
}

#[derive(Clone, Copy, PartialEq, Message)]
struct OnlyWeight {
    #[prost(float, tag = "9")]
    weight: f32,
}

impl Numbers {
    fn of(corner: &Corner) -> Self {
        let [x, y, z, normal_x, normal_y, normal_z, u, v, weight] = corner.numbers();
        Self { x, y, z, normal_x, normal_y, normal_z, u, v, weight }
    }

    fn all(&self) -> [f32; 9] {
        let Self { x, y, z, normal_x, normal_y, normal_z, u, v, weight } = *self;
        [x, y, z, normal_x, normal_y, normal_z, u, v, weight]
    }

    fn corner(&self) -> Corner {
        let [x, y, z, normal_x, normal_y, normal_z, u, v, weight] = self.all();
        Corner { position: [x, y, z], normal: [normal_x, normal_y, normal_z], texture: [u, v], weight }
    }
}

/// The sum of all numbers.
pub fn sum(mesh: &Mesh) -> f64 {
    mesh::sum(&mesh.corners, Numbers::all, &mesh.triangles, |index| *index)
}

impl Sent for Surface {
    type Message = Mesh;

    fn message(&self) -> Mesh {
        let corners = self.corners.iter().map(Numbers::of).collect();
        Mesh { material: self.material, corners, triangles: self.triangles.clone() }
    }

    fn original(Mesh { material, corners, triangles }: Mesh) -> Self {
        Self { material, corners: corners.iter().map(Numbers::corner).collect(), triangles }
    }

    fn find<T>(bytes: &[u8], take: impl FnOnce(&f32) -> T) -> T {
        take(&decode::<OnlyWeights>(bytes).corners[MIDDLE].weight)
    }
}

impl Edit<Surface> for Mesh {
    fn set_number(&mut self, number: f32) {
        self.corners[MIDDLE].weight = number;
    }
}
