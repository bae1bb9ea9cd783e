//! The transfer function of the `-srgb` formats, both ways.

use std::sync::LazyLock;

/// The linear values of the 256 stored ones.
static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|stored| linear(stored as f64 / 255.0) as f32));

fn linear(nonlinear: f64) -> f64 {
    if nonlinear <= 0.040_45 { nonlinear / 12.92 } else { ((nonlinear + 0.055) / 1.055).powf(2.4) }
}

fn nonlinear(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { linear * 12.92 } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

/// The linear value of a stored channel.
#[inline]
#[must_use]
pub fn from_srgb(stored: u8) -> f32 {
    LINEAR[usize::from(stored)]
}

/// The stored channel nearest to a linear value, which is clamped to 0 … 1; NaN gives 0.
#[inline]
#[must_use]
pub fn to_srgb(value: f32) -> u8 {
    (nonlinear(f64::from(value).clamp(0.0, 1.0)) * 255.0).round_ties_even() as u8
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the results are exact")]
mod tests {
    use super::{from_srgb, to_srgb};

    #[test]
    fn every_stored_value_survives_the_round_trip() {
        for stored in 0..=255 {
            assert_eq!(to_srgb(from_srgb(stored)), stored);
        }
    }

    #[test]
    fn known_values() {
        assert_eq!((from_srgb(0), from_srgb(255)), (0.0, 1.0));
        // Below the knee the function is linear; a linear half is stored as 188.
        assert!((from_srgb(10) - 10.0 / 255.0 / 12.92).abs() < 1e-9);
        assert!((from_srgb(188) - 0.502_886).abs() < 1e-6);
        assert_eq!([0.5, -1.0, 2.0, f32::NAN].map(to_srgb), [188, 0, 255, 0]);
    }
}
