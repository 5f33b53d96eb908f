//! The crate gguf-rs-lib as a testee: `GGUFFileReader` as it comes, which checks a file's structure, each tensor through
//! `load_tensor_data`; and `GGUFBuilder`.
//!
//! It keeps the pairs in a hash map, so that their order is not told: they are shown by key.

use std::collections::BTreeMap;

use gguf_rs_lib::builder::GGUFBuilder;
use gguf_rs_lib::format::metadata::{MetadataArray, MetadataValue as Value};
use gguf_rs_lib::format::types::{GGUFTensorType, GGUFValueType as Type};
use gguf_rs_lib::reader::open_gguf_file;
use serde_json::{Value as Json, json};
use testee::{Refused, Testee, description};

/// What it reads and writes.
const VERSION: u32 = 3;

const TYPES: [(Type, &str); 13] = [
    (Type::U8, "u8"),
    (Type::I8, "i8"),
    (Type::U16, "u16"),
    (Type::I16, "i16"),
    (Type::U32, "u32"),
    (Type::I32, "i32"),
    (Type::F32, "f32"),
    (Type::Bool, "bool"),
    (Type::String, "string"),
    (Type::Array, "array"),
    (Type::U64, "u64"),
    (Type::I64, "i64"),
    (Type::F64, "f64"),
];

struct GgufRsLib;

fn main() -> std::io::Result<()> {
    testee::serve(&GgufRsLib)
}

impl Testee for GgufRsLib {
    fn about(&self) -> Json {
        json!({
            "name": "gguf-rs-lib",
            "version": testee::locked_version(include_str!("../Cargo.lock"), "gguf-rs-lib"),
            "language": "Rust",
            "reads": "data",
            "writes": true,
            "versions": [VERSION],
            "omits": ["endian", "order"],
        })
    }

    fn read(&self, file: &str, _decode: bool) -> Result<Json, Refused> {
        let mut reader = open_gguf_file(file)?;
        let mut tensors = Vec::new();
        for info in reader.tensor_infos().to_vec() {
            let data = reader.load_tensor_data(info.name()).map_err(|error| Refused::at("data", error))?;
            tensors.push(json!({
                "name": info.name(),
                "type": info.tensor_type() as u32,
                "dimensions": info.shape().dims().iter().map(testee::wide).collect::<Vec<_>>(),
                "offset": testee::wide(info.data_offset()),
                "absolute_offset": testee::wide(reader.tensor_data_offset() + info.data_offset()),
                "size": testee::wide(info.expected_data_size()),
                "sha256": data.map(|data| testee::sha256(data.as_slice())),
            }));
        }
        let pairs: BTreeMap<_, _> = reader.metadata().iter().collect();
        let metadata =
            pairs.iter().map(|(key, value)| testee::pair(key, name_of(value.value_type()), show(value)));
        Ok(json!({
            "version": reader.header().version,
            "alignment": reader.tensor_alignment(),
            "data_offset": (!tensors.is_empty()).then(|| reader.tensor_data_offset().to_string()),
            "metadata": metadata.collect::<Vec<_>>(),
            "tensors": tensors,
        }))
    }

    fn write(&self, file: &str, description: &Json) -> Result<(), Refused> {
        if description["version"] != VERSION || description["endian"] != "little" {
            return Err(Refused::because("GGUFBuilder has no words for another version or byte order"));
        }
        let members = |name: &str| description[name].as_array().into_iter().flatten();
        let mut builder = GGUFBuilder::new();
        if let Some(alignment) = description["alignment"].as_u64() {
            builder = builder.with_tensor_alignment(alignment as usize);
        }
        for pair in members("metadata") {
            let (value_type, value) =
                pair["value"].as_object().and_then(|value| value.iter().next()).expect("a value");
            builder = builder
                .add_metadata(description::text(&pair["key"])?, made_value(type_of(value_type)?, value)?);
        }
        for tensor in members("tensors") {
            let dimensions = tensor["dimensions"].as_array().into_iter().flatten();
            builder = builder.add_tensor(
                description::text(&tensor["name"])?,
                dimensions.map(description::wide).collect::<Result<_, _>>()?,
                GGUFTensorType::from_u32(description::integer(&tensor["type"])?)?,
                description::bytes(&tensor["data"])?,
            )?;
        }
        builder.build_to_file(file)?;
        Ok(())
    }
}

fn name_of(value_type: Type) -> &'static str {
    TYPES.iter().find(|row| row.0 == value_type).map_or("", |row| row.1)
}

fn type_of(name: &str) -> Result<Type, Refused> {
    let row = TYPES.iter().find(|row| row.1 == name);
    row.map(|row| row.0).ok_or_else(|| Refused::because(format!("no value type {name}")))
}

fn show(value: &Value) -> Json {
    match value {
        Value::U8(number) => json!(number),
        Value::I8(number) => json!(number),
        Value::U16(number) => json!(number),
        Value::I16(number) => json!(number),
        Value::U32(number) => json!(number),
        Value::I32(number) => json!(number),
        Value::U64(number) => testee::wide(number),
        Value::I64(number) => testee::wide(number),
        Value::F32(number) => testee::f32_bits(*number),
        Value::F64(number) => testee::f64_bits(*number),
        Value::Bool(truth) => json!(truth),
        Value::String(text) => json!(text),
        Value::Array(array) => {
            testee::array(name_of(array.element_type), array.values.iter().map(show).collect())
        }
    }
}

fn made_value(value_type: Type, value: &Json) -> Result<Value, Refused> {
    Ok(match value_type {
        Type::U8 => Value::U8(description::integer(value)?),
        Type::I8 => Value::I8(description::integer(value)?),
        Type::U16 => Value::U16(description::integer(value)?),
        Type::I16 => Value::I16(description::integer(value)?),
        Type::U32 => Value::U32(description::integer(value)?),
        Type::I32 => Value::I32(description::integer(value)?),
        Type::U64 => Value::U64(description::wide(value)?),
        Type::I64 => Value::I64(description::wide(value)?),
        Type::F32 => Value::F32(f32::from_bits(description::bits(value)? as u32)),
        Type::F64 => Value::F64(f64::from_bits(description::bits(value)?)),
        Type::Bool => Value::Bool(value.as_bool().ok_or_else(|| Refused::because("a bool of another byte"))?),
        Type::String => Value::String(description::text(value)?.to_owned()),
        Type::Array => {
            let element_type = type_of(value["element_type"].as_str().unwrap_or_default())?;
            let elements = value["elements"].as_array().into_iter().flatten();
            let values =
                elements.map(|element| made_value(element_type, element)).collect::<Result<_, _>>()?;
            Value::Array(Box::new(MetadataArray::new(element_type, values)?))
        }
    })
}
