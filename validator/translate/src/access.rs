//! Loads and stores of places, and the places of their parts. Section 4

use super::place::{Place, Root, Step};
use super::structure::shared_memory;
use super::translator::{Outcome, Translator};
use super::types::shaped;
use super::value::{Text, Value, is_simple};
use msl_spec::{Scalar, ValueType, sections};
use msl_validator::types::{StructureNumber, Type, TypeId};

impl Translator<'_> {
    /// A place as an expression of WGSL.
    pub(crate) fn place_text(&self, place: &Place) -> String {
        let root = match &place.root {
            Root::Global(number) => self.roots.get(*number).map_or("", |root| &root.name),
            Root::Local { text, .. } => text,
        };
        place.steps.iter().fold(root.to_owned(), |text, step| text + &step.text())
    }

    /// Returns true if a place is in an array of words.
    pub(crate) fn is_bytes(&self, place: &Place) -> bool {
        match place.root {
            Root::Global(number) => self.roots.get(number).is_some_and(|root| root.is_bytes),
            Root::Local { .. } => false,
        }
    }

    /// The way to the array of a buffer that has as many elements as the buffer.
    fn open_array(&self, place: &Place) -> Option<&[Step]> {
        match place.root {
            Root::Global(number) => self.roots.get(number)?.open_array.as_deref(),
            Root::Local { .. } => None,
        }
    }

    /// Refuses a whole object that is as long as its buffer.
    fn check_length(&mut self, place: &Place) -> Outcome<()> {
        if self.open_array(place).is_none_or(|steps| !steps.starts_with(&place.steps)) {
            return Ok(());
        }
        self.want_array(place);
        self.none(sections::SECTION_2_7, "a whole value that contains a runtime-sized array")
    }

    /// Notes that a pointer does not lead to one object of any length, so that the next attempt takes it for a pointer into an array.
    pub(crate) fn want_array(&mut self, place: &Place) {
        if let Root::Global(number) = place.root
            && self.roots.get(number).is_some_and(|root| root.is_object)
            && self.open_array(place).is_some_and(|steps| steps.starts_with(&place.steps))
        {
            self.wanted.arrays.insert(number);
        }
    }

    /// The value of a place.
    pub(crate) fn load(&mut self, place: &Place, ty: TypeId) -> Outcome<Value> {
        if let Type::Pointer(_) | Type::Null = self.kind(ty) {
            return self.none(sections::SECTION_2_12, "a pointer in memory: WGSL pointers can't be stored");
        }
        if self.is_bytes(place) {
            return self.load_bytes(place, ty).map(Value::Text);
        }
        self.check_length(place)?;
        self.check_inside(place)?;
        if self.is_atomic(place) {
            return self.atomic_load(place, ty).map(Value::Text);
        }
        let text = self.place_text(place);
        if let Type::Value(ValueType::PackedVector(scalar, width)) = self.kind(ty) {
            let name = self.unpacking(scalar, width.count())?;
            return Ok(Value::Text(Text::primary(format!("{name}({text})"))));
        }
        Ok(Value::Text(Text::primary(text)))
    }

    /// Refuses to write where WGSL cannot.
    pub(crate) fn check_written(&self, place: &Place) -> Outcome<()> {
        let Root::Global(number) = place.root else { return Ok(()) };
        let Some(root) = self.roots.get(number) else { return Ok(()) };
        if root.is_bytes {
            return self.none(
                sections::SECTION_2_1,
                "a write to a buffer of booleans or integers narrower than 32 bits: WGSL writes 32-bit words, so writes of neighbouring threads would race",
            );
        }
        match root.read_only {
            Some(reason) => self.none(sections::SECTION_4_1, reason),
            None => Ok(()),
        }
    }

    /// Writes a value to a place.
    pub(crate) fn store(&mut self, place: &Place, ty: TypeId, value: &Text) -> Outcome<()> {
        self.check_written(place)?;
        self.check_length(place)?;
        self.check_inside(place)?;
        let text = self.place_text(place);
        let value = self.stored(ty, value)?;
        if self.is_atomic(place) {
            self.check_atomic(ty)?;
            self.writer.line(format!("atomicStore(&{text}, {value});"));
            return Ok(());
        }
        self.writer.line(format!("{text} = {value};"));
        Ok(())
    }

    /// A value in the form that memory has.
    pub(crate) fn stored(&mut self, ty: TypeId, value: &Text) -> Outcome<String> {
        if let Type::Value(ValueType::PackedVector(scalar, width)) = self.kind(ty) {
            let name = self.packing(scalar, width.count())?;
            return Ok(format!("{name}({})", value.code));
        }
        Ok(value.code.clone())
    }

    /// The function that makes a vector of a packed one. Section 2.2.3
    fn unpacking(&mut self, scalar: Scalar, count: u32) -> Outcome<String> {
        let base = self.base(scalar)?.name();
        Ok(self.helper(&format!("unpacked_{base}_{count}"), |name| {
            let parts: Vec<String> = (0..count).map(|index| format!("packed[{index}]")).collect();
            vec![
                format!("fn {name}(packed: array<{base}, {count}>) -> vec{count}<{base}> {{"),
                format!("  return vec{count}<{base}>({});", parts.join(", ")),
                "}".to_owned(),
            ]
        }))
    }

    /// A packed vector as a vector.
    pub(crate) fn unpacked(&mut self, scalar: Scalar, width: msl_spec::Width, text: &Text) -> Outcome<Text> {
        let name = self.unpacking(scalar, width.count())?;
        Ok(Text::primary(format!("{name}({})", text.code)))
    }

    fn packing(&mut self, scalar: Scalar, count: u32) -> Outcome<String> {
        let base = self.base(scalar)?.name();
        Ok(self.helper(&format!("packed_{base}_{count}"), |name| {
            let parts: Vec<String> =
                "xyzw".chars().take(count as usize).map(|it| format!("vector.{it}")).collect();
            vec![
                format!("fn {name}(vector: vec{count}<{base}>) -> array<{base}, {count}> {{"),
                format!("  return array<{base}, {count}>({});", parts.join(", ")),
                "}".to_owned(),
            ]
        }))
    }

    /// A member of a structure.
    pub(crate) fn member_place(
        &mut self,
        place: &Place,
        number: StructureNumber,
        path: &[usize],
    ) -> Outcome<(Place, TypeId)> {
        let mut place = place.clone();
        let mut number = number;
        let mut ty = TypeId::ERROR;
        for (level, index) in path.iter().enumerate() {
            let structure = self.module.types.structure(number);
            if structure.is_union {
                return self.none(sections::SECTION_2, shared_memory(structure));
            }
            let Some(member) = structure.members.get(*index) else {
                return self.none(sections::SECTION_2_11, "this member");
            };
            ty = member.ty;
            let names = self.member_names(number);
            let offset = self.module.types.offset(number, *index).unwrap_or_default() as u32;
            let name = names.get(*index).cloned().unwrap_or_default();
            if self.wrapped_array(number).is_none() {
                place = place.then(Step::Member { name, offset });
            }
            if level + 1 < path.len() {
                let Some(inner) = self.module.types.structure_number(ty) else { break };
                number = inner;
            }
        }
        Ok((place, ty))
    }

    /// A component of a vector.
    pub(crate) fn component(place: &Place, ty: ValueType, number: usize) -> Place {
        let bytes = ty.scalar().layout().size;
        if let ValueType::PackedVector(_, width) = ty {
            let shape = vec![width.count()];
            return place.then(Step::Index {
                index: format!("{number}u"),
                is_unsigned: true,
                stride: bytes,
                shape,
            });
        }
        let name = "xyzw".get(number..=number).unwrap_or("x").to_owned();
        place.then(Step::Member { name, offset: number as u32 * bytes })
    }

    /// An element of an array, a vector or a matrix.
    pub(crate) fn element_place(
        &mut self,
        place: &Place,
        ty: TypeId,
        index: (String, bool),
    ) -> Outcome<(Place, TypeId)> {
        let (index, is_unsigned) = index;
        if let Some((element, count)) = self.module.types.element(ty) {
            let stride = self.size(element)?;
            // One element at the end of a buffer stands for all that follow.
            let is_open = self.open_array(place).is_some_and(|steps| steps == place.steps);
            let count = count.filter(|count| *count != 1 || !(is_open || self.is_bytes(place)));
            self.check_index(&index, count)?;
            let shape = vec![count.unwrap_or(0)];
            return Ok((place.then(Step::Index { index, is_unsigned, stride, shape }), element));
        }
        let Some(value) = self.value_type(ty) else {
            return self.none(sections::SECTION_3_1, "an element of this");
        };
        let (part, count) = match value {
            ValueType::Vector(scalar, width) | ValueType::PackedVector(scalar, width) => {
                (ValueType::Scalar(scalar), width.count())
            }
            ValueType::Matrix(scalar, columns, rows) => (ValueType::Vector(scalar, rows), columns.count()),
            ValueType::Scalar(_) => return self.none(sections::SECTION_3_1, "an element of a scalar"),
        };
        self.check_index(&index, Some(count))?;
        let Some(part_ty) = self.module.types.known(Type::Value(part)) else {
            return self.none(sections::SECTION_3_1, "an element of this");
        };
        let stride = part.layout().map_or(0, |layout| layout.size);
        Ok((place.then(Step::Index { index, is_unsigned, stride, shape: vec![count] }), part_ty))
    }

    /// An index that is a constant must be in range: WGSL rejects others, and Metal leaves them undefined.
    fn check_index(&self, index: &str, count: Option<u32>) -> Outcome<()> {
        let number = index.strip_suffix(['u', 'i']).and_then(|digits| digits.parse::<i64>().ok());
        match (number, count) {
            (Some(number), Some(count)) if number < 0 || number >= i64::from(count) => self.none(
                sections::SECTION_3_1,
                format!("index {number} is out of bounds: there are {count} elements"),
            ),
            _ => Ok(()),
        }
    }

    /// Returns the place so many elements after a place: the last index grows.
    pub(crate) fn moved(&mut self, place: &Place, by: &Text, is_back: bool) -> Outcome<Place> {
        let Some(old) = place.last_index() else {
            self.want_array(place);
            return self
                .none(sections::SECTION_4, "pointer arithmetic on an object that is not an array element");
        };
        let moved = place.at(&super::place::sum(&old, by, is_back));
        Ok(self.written_once(moved))
    }

    /// A place whose last index is not evaluated twice, although it may be written twice.
    pub(crate) fn written_once(&mut self, place: Place) -> Place {
        match place.steps.last() {
            Some(Step::Index { index, is_unsigned, shape, .. }) if shape.len() > 1 && !is_simple(index) => {
                let index = super::place::unsigned(index, *is_unsigned);
                let name = self.stable(&Text::of_code(index), "element_index").code;
                place.at(&name)
            }
            Some(Step::Index { .. } | Step::Member { .. }) | None => place,
        }
    }

    /// The pointer to a place.
    pub(crate) fn pointer_to(&mut self, place: Place) -> Place {
        let place = place.through_rows();
        self.written_once(place)
    }

    /// A pointer to an array as a pointer to its first element of a type, perhaps in arrays inside of it; `None` if it has no such elements.
    pub(crate) fn pointer_to_first(
        &mut self,
        place: &Place,
        from: TypeId,
        into: TypeId,
    ) -> Outcome<Option<Place>> {
        let (mut place, mut ty) = (place.clone(), from);
        while ty != into {
            let Some((element, count)) = self.module.types.element(ty) else { return Ok(None) };
            place = place.then(Step::first(self.size(element)?, count.unwrap_or(0)));
            ty = element;
        }
        Ok(Some(self.pointer_to(place)))
    }

    /// Refuses an access outside of an array, whose index is constant.
    fn check_inside(&self, place: &Place) -> Outcome<()> {
        match place.outside() {
            Some((index, count)) => self.none(
                sections::SECTION_3_1,
                format!("index {} is out of bounds: there are {count} elements", index as i32),
            ),
            None => Ok(()),
        }
    }

    /// A place whose indices are names or numbers, so that it may be used twice, and later.
    pub(crate) fn settled(&mut self, place: &Place, wanted: &str) -> Place {
        let mut place = place.clone();
        for step in &mut place.steps {
            if let Step::Index { index, .. } = step
                && !self.names.is_fixed(index)
            {
                let name = self.names.fixed(&format!("{wanted}_index"));
                self.writer.line(format!("let {name} = {index};"));
                *index = name;
            }
        }
        place
    }

    /// A place that may be used twice in one statement.
    pub(crate) fn twice(&mut self, place: &Place) -> Place {
        let is_twice = |step: &Step| match step {
            Step::Index { index, .. } => is_simple(index),
            Step::Member { .. } => true,
        };
        if place.steps.iter().all(is_twice) { place.clone() } else { self.settled(place, "element") }
    }

    /// An expression that may be written twice, and later: it gets a name unless it is one whose value never changes.
    pub(crate) fn stable(&mut self, text: &Text, wanted: &str) -> Text {
        if self.names.is_fixed(&text.code) {
            return text.clone();
        }
        let name = self.names.fixed(wanted);
        self.writer.line(format!("let {name} = {};", text.code));
        Text::primary(name)
    }

    /// A new variable with the value of an expression.
    pub(crate) fn materialised(&mut self, text: &str, ty: TypeId, wanted: &str) -> Outcome<Place> {
        let name = self.names.local(wanted);
        let ty = self.type_name(ty)?;
        self.writer.line(format!("var {name}: {ty} = {text};"));
        Ok(Place::local(&name, &ty))
    }

    /// The value zero of a type.
    pub(crate) fn zero(&mut self, ty: TypeId) -> Outcome<Text> {
        if let Some(value) = self.value_type(ty) {
            if let ValueType::Scalar(scalar) = value {
                return self.literal(msl_validator::meaning::Value::Integer(0), scalar);
            }
            let base = self.base(value.scalar())?;
            return Ok(Text::primary(format!("{}()", shaped(value, base.name()))));
        }
        Ok(Text::primary(format!("{}()", self.type_name(ty)?)))
    }
}
