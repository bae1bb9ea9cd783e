//! Facts about attributes beyond their table: the rules that a wrong use breaks.

use msl_spec::{Attribute, AttributePlace, Rule, rules};

/// The section about the interpolation of values.
const INTERPOLATION: &str = "5.4";

/// The attributes of values that a vertex function returns for the rasteriser alone. Section 5.7.1
pub(super) const RASTER_OUTPUTS: [&str; 2] = ["point_size", "clip_distance"];

/// The attributes that give tile functions data about their tile. Table 5.5
pub(super) const TILE: [&str; 3] = ["pixel_position_in_tile", "pixels_per_tile", "tile_index"];

/// The rule that a wrong number breaks, and what the number is.
pub(super) fn number_rule(name: &str) -> (&'static Rule, &'static str) {
    match name {
        "color" => (rules::ATTRIBUTE_COLOR_CONSTANT, "the number of an attachment"),
        "index" => (rules::ATTRIBUTE_COLOR_CONSTANT, "the number of a color"),
        "id" => (rules::ARGUMENT_BUFFER_ID_UNSIGNED, "an identifier"),
        "patch" => (rules::PATCH_ARGUMENTS, "the number of control points"),
        "max_total_threads_per_threadgroup" => (rules::ATTRIBUTE_ARGUMENTS, "a number of threads"),
        _ => (rules::ATTRIBUTE_ARGUMENTS, "an index"),
    }
}

/// The rule that an attribute breaks where it has no meaning.
pub(super) fn place_rule(attribute: &Attribute, places: &[AttributePlace]) -> &'static Rule {
    let is_input = [AttributePlace::FragmentInput, AttributePlace::FragmentArgument]
        .iter()
        .any(|place| places.contains(place));
    match attribute.name {
        "early_fragment_tests" => rules::EARLY_FRAGMENT_TESTS_FRAGMENT_ONLY,
        "max_total_threads_per_threadgroup" => rules::MAX_TOTAL_THREADS_KERNEL_ONLY,
        "invariant" => rules::ATTRIBUTE_INVARIANT_POSITION,
        name if is_input && RASTER_OUTPUTS.contains(&name) => rules::FRAGMENT_INPUT_NO_RASTER_OUTPUT,
        _ if is_interpolation(attribute) => rules::INTERPOLATION_PLACE,
        _ => rules::ATTRIBUTE_STAGE,
    }
}

/// The rule that an attribute breaks in a dialect that lacks it.
pub(super) fn version_rule(name: &str) -> &'static Rule {
    match name {
        "raster_order_group" => rules::RASTER_ORDER_GROUP_VERSION,
        "function_constant" => rules::FUNCTION_CONSTANT_VERSION,
        "id" => rules::ARGUMENT_BUFFER_VERSION,
        _ => rules::ATTRIBUTE_VERSION,
    }
}

/// Returns true if an attribute is one of interpolation. Section 5.4
pub(super) fn is_interpolation(attribute: &Attribute) -> bool {
    attribute.uses.iter().any(|row| row.section == INTERPOLATION)
}

/// Returns true if an attribute denotes a built-in variable in a place. Section 5.2.3
pub(super) fn is_built_in(attribute: &Attribute, place: AttributePlace) -> bool {
    attribute.uses.iter().any(|row| row.places.contains(&place) && row.section.starts_with("5.2.3"))
}

/// The interpolation that an attribute says, if it is one.
pub(super) fn interpolation(name: &str) -> Option<&'static str> {
    msl_spec::attributes(name).iter().find(|attribute| is_interpolation(attribute)).map(|found| found.name)
}

/// Returns true if a function of the library asks for a function constant. Section 5.8.1
pub(in super::super) fn is_asked(name: &str) -> bool {
    name == "is_function_constant_defined"
}
