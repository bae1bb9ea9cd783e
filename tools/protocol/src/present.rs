//! Requests without the members that are `null`. Clients in JavaScript or Python write `null` for members that they leave out, and most
//! members have a default that differs from the default of their type, so `null` must be gone before members are read. Elements of
//! lists stay: there `null` is an empty slot, or a location without an attachment.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// JSON whose objects have no member that is `null`.
pub(crate) struct Present(pub(crate) Value);

impl<'de> Deserialize<'de> for Present {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PresentVisitor).map(Self)
    }
}

struct PresentVisitor;

impl<'de> Visitor<'de> for PresentVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        while let Some(Present(element)) = list.next_element()? {
            elements.push(element);
        }
        Ok(elements.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some((name, Present(value))) = map.next_entry::<String, Present>()? {
            if value.is_null() {
                continue;
            }
            // A map would keep the last of two members without a word.
            if members.contains_key(&name) {
                return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
            }
            members.insert(name, value);
        }
        Ok(members.into())
    }
}

#[cfg(all(test, feature = "run"))]
mod tests {
    use super::*;
    use crate::Request;
    use crate::draw::DrawRecord;
    use crate::request::About;
    use serde_json::{from_str, json, to_value};
    use webgpu_model::raster::{IndexFormat, Scissor, VertexFormat, Viewport};
    use webgpu_model::texture::{CompareFunction, Format, Sampler};
    use webgpu_model::{
        Binding, BindingType, BlendState, Bytes, Data, DepthStencil, DepthStencilFormat, Draw, IndexBuffer,
        LayoutEntry, LoadOp, PipelineLayout, RenderPass, RenderState, Shader, Target, TargetState,
        VertexAttribute, VertexLayout,
    };

    /// A request to draw in which all state of the model is written.
    fn draw() -> Value {
        let shader = Shader { entry_point: Some("main".to_owned()), constants: vec![("a".to_owned(), 1.0)] };
        let attribute = VertexAttribute { format: VertexFormat::Float32, offset: 4, location: 1 };
        let layout = VertexLayout { array_stride: 8, attributes: vec![attribute], ..VertexLayout::default() };
        let state = RenderState {
            vertex: shader.clone(),
            fragment: Some(shader),
            vertex_layouts: vec![layout],
            targets: vec![TargetState { blend: Some(BlendState::default()), ..TargetState::default() }],
            ..RenderState::default()
        };
        let sampler =
            Sampler { compare: Some(CompareFunction::Less), max_anisotropy: 2, ..Sampler::default() };
        let binding = Binding { group: 0, binding: 0, data: Data::Sampler(sampler) };
        let draw = Draw {
            vertex_buffers: vec![Bytes::default()],
            index_buffer: Some(IndexBuffer { bytes: Bytes::default(), format: IndexFormat::default() }),
            viewport: Some(Viewport::whole([1; 2])),
            scissor: Some(Scissor { x: 0, y: 0, width: 1, height: 1 }),
            ..Draw::default()
        };
        let target =
            Target { format: Format::Rgba8unorm, before: LoadOp::Clear([0.5; 4]), is_resolved: false };
        let pass = RenderPass {
            targets: vec![Some(target), None],
            depth_stencil: Some(DepthStencil::cleared(DepthStencilFormat::Depth24plusStencil8)),
            bindings: vec![binding],
            immediates: vec![1],
            pipelines: vec![state],
            draws: vec![draw],
            ..RenderPass::default()
        };
        let entries = vec![LayoutEntry { group: 0, binding: 0, ty: BindingType::Sampler }];
        let record = DrawRecord::new(&pass, &PipelineLayout { entries, has_immediates: true });
        to_value(Request::Draw(Box::new(About::new("", record)))).expect("a request is JSON")
    }

    /// The places of all members, as JSON pointers to their objects with their names.
    fn members(value: &Value, at: &str, found: &mut Vec<(String, String)>) {
        let inner: Vec<(String, &Value)> = match value {
            Value::Object(members) => {
                found.extend(members.keys().map(|name| (at.to_owned(), name.clone())));
                members.iter().map(|(name, value)| (name.clone(), value)).collect()
            }
            Value::Array(elements) => {
                elements.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect()
            }
            _ => Vec::new(),
        };
        for (name, value) in inner {
            members(value, &format!("{at}/{name}"), found);
        }
    }

    /// Reads a request, and returns its meaning, or why it is refused.
    fn read(value: &Value) -> Result<String, String> {
        let Present(value) = from_str(&value.to_string()).map_err(|error| error.to_string())?;
        let request = Request::deserialize(value).map_err(|error| error.to_string())?;
        Ok(format!("{request:?}"))
    }

    #[test]
    fn null_is_absent() {
        let requests = [
            draw(),
            json!({ "op": "validate", "wgsl": "", "edition": "current", "target": "text", "max_diagnostics": 1 }),
            json!({ "op": "pipeline", "wgsl": "", "stage": "compute", "entry_point": "main" }),
            json!({ "op": "run", "wgsl": "", "workgroups": [2, 1, 1], "strict": true, "subgroup_size": 4,
                "integer_overflow": true, "undefined_workgroup_memory": true, "fuel": 1, "seed": 1, "beyond": "clamp", "bindings": [{ "group": 0,
                "binding": 0, "kind": "texture", "dimension": "1d", "format": "r8unorm", "size": [1], "mips": 1,
                "samples": 1, "swizzle": "rrrr", "keep": "a", "answer": true }] }),
            json!({ "op": "keep", "name": "a", "byte_count": 4 }),
            json!({ "op": "read", "name": "a", "offset": 4, "size": 4 }),
        ];
        let mut optional = 0;
        for request in requests {
            assert!(read(&request).is_ok(), "{:?}", read(&request));
            let mut found = Vec::new();
            members(&request, "", &mut found);
            for (object, name) in found {
                let [mut without, mut with] = [request.clone(), request.clone()];
                without.pointer_mut(&object).and_then(Value::as_object_mut).expect("it").remove(&name);
                with.pointer_mut(&object).expect("it")[&name] = Value::Null;
                assert_eq!(read(&with), read(&without), "{object}/{name}");
                optional += usize::from(read(&with).is_ok());
            }
        }
        assert!(optional > 60, "{optional} optional members");
    }

    #[test]
    fn other_values_stay() {
        let text = r#"{"a":[null,-1,1.5,true,"b",{"c":null,"d":{}}],"e":null}"#;
        let Present(value) = from_str(text).expect("JSON");
        assert_eq!(value, json!({ "a": [null, -1, 1.5, true, "b", { "d": {} }] }));
        let twice = from_str::<Present>(r#"{"a":1,"a":1}"#).map(|it| it.0);
        assert!(twice.is_err_and(|error| error.to_string().starts_with("duplicate field `a`")));
    }
}
