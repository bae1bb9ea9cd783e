//! Scalars, vectors, matrices and the other named types, and the sets of types that signatures name.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Source, lines, literal, method, named_enumeration, pascal};
use serde::Deserialize;

use super::availability::{Since, availability};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Types {
    scalars: Vec<ScalarRow>,
    sizes: Vec<Size>,
    vectors: Vec<Vectors>,
    packed_vectors: Vec<Vectors>,
    reserved_packed_vectors: Vec<String>,
    matrices: Vec<Matrices>,
    atomics: Vec<Atomic>,
    pixels: Vec<Pixel>,
    textures: Vec<Texture>,
    texture_elements: Vec<String>,
    depth_elements: Vec<String>,
    templates: Vec<Other>,
    classes: Vec<Other>,
    sets: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScalarRow {
    name: String,
    #[serde(default)]
    others: Vec<String>,
    size: u32,
    since: Option<Since>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Size {
    name: String,
    #[serde(rename = "as")]
    scalar: String,
}

/// Size and alignment.
type Layout = [u32; 2];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    element: String,
    layouts: [Layout; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Matrices {
    element: String,
    layouts: [[Layout; 3]; 3],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Atomic {
    name: String,
    value: String,
    since: Option<Since>,
    #[serde(default)]
    naga: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pixel {
    name: String,
    values: Vec<String>,
    size: u32,
    alignment: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texture {
    name: String,
    dimension: String,
    #[serde(default)]
    is_array: bool,
    #[serde(default)]
    is_multisampled: bool,
    #[serde(default)]
    is_depth: bool,
    access: Vec<String>,
    since: Option<Since>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Other {
    name: String,
    section: String,
    since: Option<Since>,
    #[serde(default)]
    naga: bool,
}

const WIDTHS: [&str; 3] = ["Two", "Three", "Four"];

impl Types {
    pub(crate) fn load(source: &Source) -> Result<Self, String> {
        source.yaml("types.yaml")
    }

    /// The variant of `Scalar` with this name.
    fn scalar(&self, name: &str) -> Result<String, String> {
        let known = self.scalars.iter().any(|row| row.name == name);
        if known { Ok(format!("Scalar::{}", pascal(name))) } else { Err(format!("`{name}` is no scalar")) }
    }

    /// The expression of a type of values: `float`, `ushort2`, `half2x3`.
    pub(crate) fn value_expression(&self, name: &str) -> Result<String, String> {
        if let Ok(scalar) = self.scalar(name) {
            return Ok(format!("ValueType::Scalar({scalar})"));
        }
        let shape = name.trim_start_matches(|character: char| character.is_ascii_alphabetic());
        let scalar = self.scalar(&name[..name.len() - shape.len()])?;
        match shape.split_once('x') {
            Some((columns, rows)) => {
                Ok(format!("ValueType::Matrix({scalar}, {}, {})", width(columns)?, width(rows)?))
            }
            None => Ok(format!("ValueType::Vector({scalar}, {})", width(shape)?)),
        }
    }

    /// The expression of a set: names of sets, types, and `halfn` for the vectors of an element, with `|` between them.
    pub(crate) fn set(&self, text: &str) -> Result<String, String> {
        let mut members = BTreeMap::new();
        for name in text.split('|') {
            self.add_to_set(name.trim(), &mut members)?;
        }
        let of_each = members.iter().map(|(index, widths)| {
            let scalar = pascal(&self.scalars[*index].name);
            format!("(Scalar::{scalar}, Widths::from_bits({widths}))")
        });
        // A call is evaluated at compile time in such a block only.
        Ok(format!("const {{ TypeSet(&[{}]) }}", of_each.collect::<Vec<_>>().join(", ")))
    }

    /// The members are indices of scalars, with a bit for each number of components.
    fn add_to_set(&self, name: &str, members: &mut BTreeMap<usize, u8>) -> Result<(), String> {
        if let Some(names) = self.sets.get(name) {
            return names.iter().try_for_each(|name| self.add_to_set(name, members));
        }
        let index = |scalar: &str| self.scalars.iter().position(|row| row.name == scalar);
        let digit = name.strip_suffix(|last: char| last.is_ascii_digit());
        let (scalar, widths) = if let Some(scalar) = index(name) {
            (Some(scalar), 0b0001)
        } else if let Some(element) = digit {
            let count = name[element.len()..].parse::<u8>().map_err(|error| format!("{name}: {error}"))?;
            width(&name[element.len()..])?;
            (index(element), 1 << (count - 1))
        } else {
            (name.strip_suffix('n').and_then(index), 0b1110)
        };
        let scalar = scalar.ok_or_else(|| format!("`{name}` is neither a set nor a scalar or vector"))?;
        *members.entry(scalar).or_default() |= widths;
        Ok(())
    }

    /// The elements that a kind of texture may have, as a set.
    pub(crate) fn elements(&self, kind: &str) -> Result<String, String> {
        let row = self.textures.iter().find(|row| row.name == kind);
        let row = row.ok_or_else(|| format!("`{kind}` is no kind of texture"))?;
        Ok(if row.is_depth { &self.depth_elements } else { &self.texture_elements }.join(" | "))
    }

    pub(crate) fn generate(&self) -> Result<String, String> {
        let mut text = String::new();
        self.generate_scalars(&mut text)?;
        self.generate_vectors(&mut text)?;
        self.generate_pixels(&mut text)?;
        self.generate_textures(&mut text)?;
        self.generate_others(&mut text)?;
        self.generate_names(&mut text)?;
        Ok(text)
    }

    fn generate_scalars(&self, text: &mut String) -> Result<(), String> {
        let names: Vec<&str> = self.scalars.iter().map(|row| row.name.as_str()).collect();
        named_enumeration(text, "Scalar", "A scalar type (2.1).", &names);
        let layouts = self.scalars.iter().map(|row| (pascal(&row.name), layout([row.size, row.size])));
        method(text, "Scalar", "Its size and alignment (Table 2.2).", "layout(self) -> Layout", layouts);
        let available =
            self.scalars.iter().map(|row| Ok((pascal(&row.name), availability(row.since.as_ref(), false)?)));
        let available = available.collect::<Result<Vec<_>, String>>()?;
        let about = "The versions that have it and its vectors.";
        method(text, "Scalar", about, "availability(self) -> Availability", available);
        Ok(())
    }

    fn generate_vectors(&self, text: &mut String) -> Result<(), String> {
        let of_vectors = |rows: &[Vectors]| -> Result<Vec<String>, String> {
            self.by_scalar(rows.iter().map(|row| (&row.element, row_of_layouts(row.layouts))))
        };
        let of_matrices = self.by_scalar(self.matrices.iter().map(|row| {
            let columns: Vec<String> = row.layouts.iter().map(|layouts| row_of_layouts(*layouts)).collect();
            (&row.element, format!("[{}]", columns.join(", ")))
        }))?;
        let count = self.scalars.len();
        for (table, element, rows) in [
            ("VECTOR_LAYOUTS", "[Layout; 3]", of_vectors(&self.vectors)?),
            ("PACKED_VECTOR_LAYOUTS", "[Layout; 3]", of_vectors(&self.packed_vectors)?),
            ("MATRIX_LAYOUTS", "[[Layout; 3]; 3]", of_matrices),
        ] {
            let _ = writeln!(text, "static {table}: [Option<{element}>; {count}] = [\n{}];\n", lines(rows));
        }
        Ok(())
    }

    /// The rows of a table with an optional entry for each scalar.
    fn by_scalar<'a>(&self, rows: impl Iterator<Item = (&'a String, String)>) -> Result<Vec<String>, String> {
        let mut table = vec!["None".to_owned(); self.scalars.len()];
        for (element, row) in rows {
            let index = self.scalars.iter().position(|scalar| scalar.name == *element);
            table[index.ok_or_else(|| format!("`{element}` is no scalar"))?] = format!("Some({row})");
        }
        Ok(table)
    }

    fn generate_pixels(&self, text: &mut String) -> Result<(), String> {
        let names: Vec<&str> = self.pixels.iter().map(|row| row.name.as_str()).collect();
        named_enumeration(text, "PixelType", "A pixel data type (2.6).", &names);
        let layouts = self.pixels.iter().map(|row| (pascal(&row.name), layout([row.size, row.alignment])));
        method(text, "PixelType", "Its size and alignment (Table 2.6).", "layout(self) -> Layout", layouts);
        let values =
            self.pixels.iter().map(|row| Ok((pascal(&row.name), self.set(&row.values.join(" | "))?)));
        let values = values.collect::<Result<Vec<_>, String>>()?;
        let about = "The types that a template argument may be.";
        method(text, "PixelType", about, "values(self) -> TypeSet", values);
        Ok(())
    }

    fn generate_textures(&self, text: &mut String) -> Result<(), String> {
        let name = "TextureKind";
        let names: Vec<&str> = self.textures.iter().map(|row| row.name.as_str()).collect();
        named_enumeration(text, name, "A texture type without its template arguments (2.8).", &names);
        let of_each = |value: &dyn Fn(&Texture) -> Result<String, String>| {
            let rows = self.textures.iter().map(|row| Ok((pascal(&row.name), value(row)?)));
            rows.collect::<Result<Vec<_>, String>>()
        };
        let dimensions = of_each(&|row| Ok(format!("Dimension::{}", row.dimension)))?;
        method(text, name, "Its dimension.", "dimension(self) -> Dimension", dimensions);
        for (about, signature, get) in [
            (
                "Whether it has slices.",
                "is_array(self) -> bool",
                (|row| row.is_array) as fn(&Texture) -> bool,
            ),
            ("Whether a pixel has samples.", "is_multisampled(self) -> bool", |row| row.is_multisampled),
            ("Whether its format is of depth.", "is_depth(self) -> bool", |row| row.is_depth),
        ] {
            method(text, name, about, signature, of_each(&|row| Ok(get(row).to_string()))?);
        }
        let access = of_each(&|row| Ok(access_list(&row.access)))?;
        let about = "What its access may be; the first is the default.";
        method(text, name, about, "accesses(self) -> &'static [Access]", access);
        let elements = of_each(&|row| self.set(&self.elements(&row.name)?))?;
        method(text, name, "What its element may be.", "elements(self) -> TypeSet", elements);
        let available = of_each(&|row| availability(row.since.as_ref(), false))?;
        method(text, name, "The versions that have it.", "availability(self) -> Availability", available);
        Ok(())
    }

    fn generate_others(&self, text: &mut String) -> Result<(), String> {
        for (name, about, rows) in [
            (
                "Template",
                "A class template that is neither a texture nor a pixel data type.",
                &self.templates,
            ),
            ("Class", "A class without template arguments.", &self.classes),
        ] {
            let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
            named_enumeration(text, name, about, &names);
            let sections = rows.iter().map(|row| (pascal(&row.name), literal(&row.section)));
            let about = "The section that introduces it.";
            method(text, name, about, "section(self) -> &'static str", sections);
            let rows =
                rows.iter().map(|row| Ok((pascal(&row.name), availability(row.since.as_ref(), row.naga)?)));
            let rows = rows.collect::<Result<Vec<_>, String>>()?;
            method(text, name, "The versions that have it.", "availability(self) -> Availability", rows);
        }
        Ok(())
    }

    fn generate_names(&self, text: &mut String) -> Result<(), String> {
        let mut rows: BTreeMap<String, (String, String)> = BTreeMap::new();
        let always = || "Availability::ALWAYS".to_owned();
        rows.insert("void".to_owned(), ("Void".to_owned(), always()));
        self.scalar_names(&mut rows)?;
        self.vector_names(&mut rows)?;
        for row in &self.atomics {
            let available = availability(row.since.as_ref(), row.naga)?;
            rows.insert(row.name.clone(), (format!("Atomic({})", self.scalar(&row.value)?), available));
        }
        let pixels = availability(Some(&Since::Both("2.0".to_owned())), false)?;
        for row in &self.pixels {
            rows.insert(
                row.name.clone(),
                (format!("Pixel(PixelType::{})", pascal(&row.name)), pixels.clone()),
            );
        }
        for row in &self.textures {
            let available = availability(row.since.as_ref(), false)?;
            rows.insert(
                row.name.clone(),
                (format!("Texture(TextureKind::{})", pascal(&row.name)), available),
            );
        }
        for (kind, others) in [("Template", &self.templates), ("Class", &self.classes)] {
            for row in others {
                let available = availability(row.since.as_ref(), row.naga)?;
                rows.insert(row.name.clone(), (format!("{kind}({kind}::{})", pascal(&row.name)), available));
            }
        }
        let count = rows.len();
        let rows = rows.into_iter().map(|(name, (meaning, availability))| {
            let name = literal(&name);
            format!(
                "TypeName {{ name: {name}, meaning: NamedType::{meaning}, availability: {availability} }}"
            )
        });
        let _ = writeln!(text, "static TYPE_NAMES: [TypeName; {count}] = [\n{}];\n", lines(rows));
        Ok(())
    }

    fn scalar_names(&self, rows: &mut BTreeMap<String, (String, String)>) -> Result<(), String> {
        // A scalar that neither platform has is a name of a different language.
        for row in self.scalars.iter().filter(|row| !row.since.as_ref().is_some_and(Since::is_never)) {
            let meaning = format!("Value({})", self.value_expression(&row.name)?);
            for name in row.others.iter().chain([&row.name]) {
                let available = availability(row.since.as_ref(), false)?;
                rows.insert(name.clone(), (meaning.clone(), available));
            }
        }
        for row in &self.sizes {
            let meaning = format!("Size({})", self.scalar(&row.scalar)?);
            rows.insert(row.name.clone(), (meaning, "Availability::ALWAYS".to_owned()));
        }
        Ok(())
    }

    fn vector_names(&self, rows: &mut BTreeMap<String, (String, String)>) -> Result<(), String> {
        let availability_of = |element: &str| {
            let row = self.scalars.iter().find(|row| row.name == element);
            availability(row.and_then(|row| row.since.as_ref()), false)
        };
        for (prefix, variant, vectors) in
            [("", "Vector", &self.vectors), ("packed_", "PackedVector", &self.packed_vectors)]
        {
            for row in vectors {
                let (element, scalar) = (&row.element, self.scalar(&row.element)?);
                for (index, width) in WIDTHS.iter().enumerate() {
                    let meaning = format!("Value(ValueType::{variant}({scalar}, Width::{width}))");
                    rows.insert(
                        format!("{prefix}{element}{}", index + 2),
                        (meaning, availability_of(element)?),
                    );
                }
            }
        }
        for row in &self.matrices {
            for shape in (2..=4).flat_map(|columns| (2..=4).map(move |rows| format!("{columns}x{rows}"))) {
                let name = format!("{}{shape}", row.element);
                let meaning = format!("Value({})", self.value_expression(&name)?);
                rows.insert(name, (meaning, availability_of(&row.element)?));
            }
        }
        for name in &self.reserved_packed_vectors {
            rows.insert(name.clone(), ("Reserved".to_owned(), "Availability::ALWAYS".to_owned()));
        }
        Ok(())
    }
}

/// The expression of a list of accesses.
pub(crate) fn access_list(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("Access::{}", pascal(name))).collect();
    format!("&[{}]", names.join(", "))
}

fn width(digit: &str) -> Result<String, String> {
    let index = ["2", "3", "4"].iter().position(|known| *known == digit);
    index
        .map(|index| format!("Width::{}", WIDTHS[index]))
        .ok_or_else(|| format!("`{digit}` is no number of components"))
}

fn layout([size, alignment]: Layout) -> String {
    format!("Layout {{ size: {size}, alignment: {alignment} }}")
}

fn row_of_layouts(layouts: [Layout; 3]) -> String {
    format!("[{}]", layouts.map(layout).join(", "))
}
