//! Compute kernels with their inputs, and their results in plain Rust.

use webgpu_model::texture::{Format, TextureDescriptor, ViewDimension};
use webgpu_model::{Binding, Data};

/// A kernel of `fixtures/kernels`.
pub(super) struct Kernel {
    /// The name of its file.
    pub(super) name: &'static str,
    pub(super) workgroups: [u32; 3],
    pub(super) bindings: Vec<Binding>,
    /// The buffer to compare; `None` if the result is a texture.
    pub(super) result: Option<(u32, u32)>,
    /// Computes the result in plain Rust, as words.
    pub(super) scalar: Box<dyn Fn() -> Vec<u32>>,
    /// The allowed difference of results: the order of additions is unspecified.
    pub(super) tolerance: f32,
}

/// All six kernels.
pub(super) fn all() -> Vec<Kernel> {
    vec![matrix_multiplication(), reduction(), histogram(), bodies(), mandelbrot(), convolution()]
}

fn buffer(binding: u32, words: &[u32]) -> Binding {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    Binding { group: 0, binding, data: Data::Buffer(bytes) }
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// Pseudo-random numbers from a linear congruential generator.
fn noise(count: usize) -> Vec<u32> {
    let mut state = 12345u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state
    };
    (0..count).map(|_| next()).collect()
}

/// Numbers from 0 to 1.
fn fractions(count: usize) -> Vec<f32> {
    noise(count).into_iter().map(|word| (word >> 8) as f32 / 16_777_216.0).collect()
}

fn matrix_multiplication() -> Kernel {
    let size = 256usize;
    let numbers = fractions(size * size * 2);
    let (left, right) = numbers.split_at(size * size);
    let bindings = vec![buffer(0, &bits(left)), buffer(1, &bits(right)), buffer(2, &vec![0; size * size])];
    let (left, right) = (left.to_vec(), right.to_vec());
    let scalar = move || {
        let element = |row: usize, column: usize| {
            (0..size).fold(0.0, |sum, k| sum + left[row * size + k] * right[k * size + column])
        };
        (0..size * size).map(|at| element(at / size, at % size).to_bits()).collect()
    };
    let result = Some((0, 2));
    let name = "matrix_multiplication";
    Kernel { name, workgroups: [16, 16, 1], bindings, result, scalar: Box::new(scalar), tolerance: 1e-3 }
}

fn reduction() -> Kernel {
    let groups = 2048usize;
    let numbers = fractions(groups * 2048);
    let bindings = vec![buffer(0, &bits(&numbers)), buffer(1, &vec![0; groups])];
    let scalar = move || numbers.chunks(2048).map(|part| part.iter().sum::<f32>().to_bits()).collect();
    let workgroups = [groups as u32, 1, 1];
    Kernel {
        name: "reduction",
        workgroups,
        bindings,
        result: Some((0, 1)),
        scalar: Box::new(scalar),
        tolerance: 0.1,
    }
}

fn histogram() -> Kernel {
    let groups = 512usize;
    let words = noise(groups * 256 * 16);
    let bindings = vec![buffer(0, &words), buffer(1, &[0; 256])];
    let scalar = move || {
        let mut counts = vec![0u32; 256];
        for byte in words.iter().flat_map(|word| word.to_le_bytes()) {
            counts[usize::from(byte)] += 1;
        }
        counts
    };
    let workgroups = [groups as u32, 1, 1];
    // Repeated dispatches accumulate, so only the first run is compared.
    Kernel {
        name: "histogram",
        workgroups,
        bindings,
        result: Some((0, 1)),
        scalar: Box::new(scalar),
        tolerance: 0.0,
    }
}

fn bodies() -> Kernel {
    let count = 2048usize;
    let numbers = fractions(count * 8);
    let bindings = vec![buffer(0, &bits(&numbers)), buffer(1, &vec![0; count * 8])];
    let scalar = move || numbers.chunks(8).flat_map(|body| bits(&moved(body, &numbers))).collect();
    let workgroups = [count as u32 / 128, 1, 1];
    Kernel {
        name: "bodies",
        workgroups,
        bindings,
        result: Some((0, 1)),
        scalar: Box::new(scalar),
        tolerance: 1e-2,
    }
}

/// A body after a step: position, mass, velocity, padding.
fn moved(body: &[f32], all: &[f32]) -> [f32; 8] {
    let mut force = [0f32; 3];
    for other in all.chunks(8) {
        let way = [0, 1, 2].map(|axis| other[axis] - body[axis]);
        let square = way.iter().map(|part| part * part).sum::<f32>() + 0.05;
        let inverse = 1.0 / square.sqrt();
        let factor = other[3] * inverse * inverse * inverse;
        (0..3).for_each(|axis| force[axis] += way[axis] * factor);
    }
    let mut after = [0.0; 8];
    after[3] = body[3];
    for axis in 0..3 {
        after[4 + axis] = body[4 + axis] + force[axis] * 0.01;
        after[axis] = body[axis] + after[4 + axis] * 0.01;
    }
    after
}

fn mandelbrot() -> Kernel {
    let size = 512usize;
    let bindings = vec![buffer(0, &vec![0; size * size])];
    let scalar = move || {
        let steps = |at: usize| {
            let (x, y) = ((at % size) as f32, (at / size) as f32);
            let c = [x / size as f32 * 3.0 - 2.25, y / size as f32 * 2.0 - 1.0];
            let mut z = [0f32; 2];
            let mut count = 0u32;
            while count < 256 && z[0] * z[0] + z[1] * z[1] < 4.0 {
                z = [z[0] * z[0] - z[1] * z[1] + c[0], 2.0 * z[0] * z[1] + c[1]];
                count += 1;
            }
            count
        };
        (0..size * size).map(steps).collect()
    };
    let workgroups = [size as u32 / 16, size as u32 / 16, 1];
    Kernel {
        name: "mandelbrot",
        workgroups,
        bindings,
        result: Some((0, 0)),
        scalar: Box::new(scalar),
        tolerance: 0.0,
    }
}

fn convolution() -> Kernel {
    let size = 512usize;
    let texels = noise(size * size);
    let descriptor =
        TextureDescriptor::new(ViewDimension::D2, Format::Rgba8unorm, [size as u32, size as u32, 1]);
    let bytes: Vec<u8> = texels.iter().flat_map(|texel| texel.to_le_bytes()).collect();
    let texture = |binding, bytes: Vec<u8>| {
        let data = Data::Texture(descriptor, bytes.into());
        Binding { group: 0, binding, data }
    };
    let bindings = vec![texture(0, bytes.clone()), texture(1, vec![0; size * size * 4])];
    let scalar = move || (0..size * size).map(|at| blurred(&bytes, size, at % size, at / size)).collect();
    let workgroups = [size as u32 / 16, size as u32 / 16, 1];
    Kernel {
        name: "convolution",
        workgroups,
        bindings,
        result: None,
        scalar: Box::new(scalar),
        tolerance: 0.0,
    }
}

/// A texel after the blur.
fn blurred(bytes: &[u8], size: usize, x: usize, y: usize) -> u32 {
    let mut sum = [0f32; 4];
    for dy in 0..3 {
        for dx in 0..3 {
            let weight = ((2 - usize::abs_diff(dx, 1)) * (2 - usize::abs_diff(dy, 1))) as f32 / 16.0;
            let at = |position: usize, step: usize| (position + step).saturating_sub(1).min(size - 1);
            let first = (at(y, dy) * size + at(x, dx)) * 4;
            for (sum, byte) in sum.iter_mut().zip(&bytes[first..first + 4]) {
                *sum += weight * (f32::from(*byte) / 255.0);
            }
        }
    }
    u32::from_le_bytes(sum.map(|channel| (channel * 255.0).round_ties_even() as u8))
}
