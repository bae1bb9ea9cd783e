//! Cubes: the face that a direction meets, and the texels beyond the edge of a face.
//!
//! Faces are in the order +x, -x, +y, -y, +z, -z. Seen from the centre, u goes to the right and v down on each of them, with
//! left-handed axes, as in all APIs below WebGPU.

/// Where a direction meets the cube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FacePoint {
    /// 0 to 5.
    pub(super) face: u32,
    /// 0 to 1 along u and v of the face.
    pub(super) coordinates: [f64; 2],
}

/// The axes of a face: u, v and outwards, each as the number of a coordinate and its sign.
type FaceAxes = [(usize, i8); 3];

const FACES: [FaceAxes; 6] = [
    [(2, -1), (1, -1), (0, 1)],
    [(2, 1), (1, -1), (0, -1)],
    [(0, 1), (2, 1), (1, 1)],
    [(0, 1), (2, -1), (1, -1)],
    [(0, 1), (1, -1), (2, 1)],
    [(0, -1), (1, -1), (2, -1)],
];

/// The face whose outward coordinate is the greatest; where several are, z comes before y and y before x.
fn face_of(direction: [f64; 3]) -> u32 {
    let [x, y, z] = direction.map(f64::abs);
    let axis = if z >= x && z >= y { 2 } else { usize::from(y >= x) };
    axis as u32 * 2 + u32::from(direction[axis] < 0.0)
}

/// The coordinates u, v and outwards of a direction.
fn along_axes(axes: FaceAxes, direction: [f64; 3]) -> [f64; 3] {
    axes.map(|(axis, sign)| direction[axis] * f64::from(sign))
}

/// Where a direction meets the cube. Without direction: in the middle of a face.
pub(super) fn face_point(direction: [f64; 3]) -> FacePoint {
    let face = face_of(direction);
    let [u, v, outwards] = along_axes(FACES[face as usize], direction);
    let coordinate = |along: f64| {
        let quotient = along / outwards;
        if quotient.is_nan() { 0.5 } else { quotient.midpoint(1.0) }
    };
    FacePoint { face, coordinates: [coordinate(u), coordinate(v)] }
}

/// How fast the coordinates on its face change where a direction changes at this rate.
pub(super) fn face_derivative(direction: [f64; 3], rate: [f64; 3]) -> [f64; 2] {
    let axes = FACES[face_of(direction) as usize];
    let [u, v, outwards] = along_axes(axes, direction);
    let [u_rate, v_rate, outwards_rate] = along_axes(axes, rate);
    let derivative = |along: f64, along_rate: f64| {
        0.5 * (outwards * along_rate - along * outwards_rate) / (outwards * outwards)
    };
    [derivative(u, u_rate), derivative(v, v_rate)]
}

/// The face and the texel on it for a position on a face, which may lie one texel beyond an edge. The faces have `size` texels a side.
/// `None` beyond a corner, where there is no fourth texel.
pub(super) fn across_edges(face: u32, position: [i64; 2], size: u32) -> Option<(u32, [u32; 2])> {
    let extent = i64::from(size);
    let beyond = position.map(|along| along < 0 || along >= extent);
    if beyond == [false, false] {
        return Some((face, position.map(|along| along as u32)));
    }
    if beyond == [true, true] {
        return None;
    }
    // Texel centres in units of half a texel, the cube reaching from -size to size: integers all of them. Folding the row
    // of texels beyond the edge down onto the neighbour puts it on that plane, half a texel below this one.
    let [u, v] = position.map(|along| (2 * along + 1 - extent).clamp(-extent, extent));
    let mut point = [0; 3];
    for ((axis, sign), along) in FACES[face as usize].into_iter().zip([u, v, extent - 1]) {
        point[axis] = along * i64::from(sign);
    }
    let axis = point.iter().position(|along| along.abs() == extent)?;
    let neighbour = axis as u32 * 2 + u32::from(point[axis] < 0);
    let [(u_axis, u_sign), (v_axis, v_sign), _] = FACES[neighbour as usize];
    let texel = |axis: usize, sign: i8| ((point[axis] * i64::from(sign) + extent - 1) / 2) as u32;
    Some((neighbour, [texel(u_axis, u_sign), texel(v_axis, v_sign)]))
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::*;

    #[test]
    fn the_axes_meet_the_middle_of_their_faces() {
        let directions = [
            [1.0, 0.0, 0.0],
            [-2.0, 0.0, 0.0],
            [0.0, 3.0, 0.0],
            [0.0, -1.0, 0.0],
            [0.0, 0.0, 0.5],
            [0.0, 0.0, -1.0],
        ];
        for (face, direction) in (0..).zip(directions) {
            assert_eq!(face_point(direction), FacePoint { face, coordinates: [0.5, 0.5] });
        }
    }

    #[test]
    fn u_and_v_go_as_the_apis_have_them() {
        // A step along +x, +y or +z away from the middle of each face.
        let step = |direction: [f64; 3]| face_point(direction).coordinates;
        assert_eq!((step([1.0, 0.5, 0.0]), step([1.0, 0.0, 0.5])), ([0.5, 0.25], [0.25, 0.5]));
        assert_eq!((step([-1.0, 0.5, 0.0]), step([-1.0, 0.0, 0.5])), ([0.5, 0.25], [0.75, 0.5]));
        assert_eq!((step([0.5, 1.0, 0.0]), step([0.0, 1.0, 0.5])), ([0.75, 0.5], [0.5, 0.75]));
        assert_eq!((step([0.5, -1.0, 0.0]), step([0.0, -1.0, 0.5])), ([0.75, 0.5], [0.5, 0.25]));
        assert_eq!((step([0.5, 0.0, 1.0]), step([0.0, 0.5, 1.0])), ([0.75, 0.5], [0.5, 0.25]));
        assert_eq!((step([0.5, 0.0, -1.0]), step([0.0, 0.5, -1.0])), ([0.25, 0.5], [0.5, 0.25]));
    }

    #[test]
    fn ties_prefer_z_and_then_y() {
        assert_eq!(face_point([1.0, 1.0, 1.0]).face, 4);
        assert_eq!(face_point([1.0, -1.0, 0.5]).face, 3);
        assert_eq!(face_point([0.0; 3]).coordinates, [0.5, 0.5]);
    }

    #[test]
    fn texels_beyond_an_edge_are_on_the_neighbour() {
        // Beyond the right edge of +z is the left one of +x; beyond its upper one the lower one of +y.
        assert_eq!(across_edges(4, [4, 1], 4), Some((0, [0, 1])));
        assert_eq!(across_edges(4, [1, -1], 4), Some((2, [1, 3])));
        // Beyond the upper edge of +x is the right edge of +y, turned: its u runs against the v there.
        assert_eq!(across_edges(0, [0, -1], 4), Some((2, [3, 3])));
        assert_eq!(across_edges(0, [3, -1], 4), Some((2, [3, 0])));
        // Beyond the lower edge of -z is the lower one of -y, upside down.
        assert_eq!(across_edges(5, [0, 4], 4), Some((3, [3, 3])));
        assert_eq!(across_edges(5, [-1, 4], 4), None);
        assert_eq!(across_edges(1, [2, 3], 4), Some((1, [2, 3])));
    }

    #[test]
    fn crossing_an_edge_and_coming_back_leads_home() {
        for face in 0..6 {
            for along in 0..4i64 {
                for (inside, beyond) in [
                    ([0, along], [-1, along]),
                    ([3, along], [4, along]),
                    ([along, 0], [along, -1]),
                    ([along, 3], [along, 4]),
                ] {
                    let (neighbour, [u, v]) = across_edges(face, beyond, 4).expect("no corner");
                    assert_ne!(neighbour, face);
                    let [u, v] = [i64::from(u), i64::from(v)];
                    let around = [[u - 1, v], [u + 1, v], [u, v - 1], [u, v + 1]];
                    let home = (face, inside.map(|along| along as u32));
                    assert!(around.into_iter().any(|back| across_edges(neighbour, back, 4) == Some(home)));
                }
            }
        }
    }

    #[test]
    fn derivatives_are_those_of_the_coordinates() {
        let (direction, rate) = ([0.3, -0.4, 0.9], [0.2, 0.1, -0.3]);
        let step = 1e-6;
        let ahead = std::array::from_fn(|axis| direction[axis] + step * rate[axis]);
        let (here, there) = (face_point(direction).coordinates, face_point(ahead).coordinates);
        let derivative = face_derivative(direction, rate);
        for axis in 0..2 {
            assert!(((there[axis] - here[axis]) / step - derivative[axis]).abs() < 1e-5);
        }
    }
}
