//! The mesh.

use protobuf::CodedInputStream;

use super::super::kind::Edit;
use super::super::mesh::{self, Corner, MIDDLE, Surface};
use super::services_generated::{Corner as Numbers, Surface as Mesh};
use super::{Sent, Walked, enter_element};
use crate::libraries::protobuf::seek;

impl Numbers {
    fn of(corner: &Corner) -> Self {
        let [x, y, z, normal_x, normal_y, normal_z, u, v, weight] = corner.numbers();
        Self { x, y, z, normal_x, normal_y, normal_z, u, v, weight, ..Self::default() }
    }

    fn all(&self) -> [f32; 9] {
        let Self { x, y, z, normal_x, normal_y, normal_z, u, v, weight, .. } = *self;
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
        Mesh { material: self.material, corners, triangles: self.triangles.clone(), ..Mesh::default() }
    }

    fn original(Mesh { material, corners, triangles, .. }: Mesh) -> Self {
        Self { material, corners: corners.iter().map(Numbers::corner).collect(), triangles }
    }

    fn find<T>(input: &mut CodedInputStream<'_>, take: impl FnOnce(&f32) -> T) -> Walked<T> {
        enter_element(input, 2, MIDDLE)?;
        let mut weight = 0.0;
        while seek(input, 9)? {
            weight = input.read_float().map_err(|_| "no float")?;
        }
        Ok(take(&weight))
    }
}

impl Edit<Surface> for Mesh {
    fn set_number(&mut self, number: f32) {
        self.corners[MIDDLE].weight = number;
    }
}
