//! candle-core's `gguf_file` as a testee: `Content::read`, each tensor through `Content::tensor`, values through
//! `QTensor::dequantize`, and `gguf_file::write`.
//!
//! It keeps pairs and tensors in hash maps, so that their order is not told: they are shown by name.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter};

use candle_core::Device;
use candle_core::quantized::gguf_file::{self, Content, TensorInfo, Value, VersionedMagic};
use candle_core::quantized::{GgmlDType, QTensor, ggml_file};
use serde_json::{Value as Json, json};
use testee::{Refused, Testee, description};

/// The ids on the wire, which candle keeps to itself, and the names of the dump.
const TYPES: [(GgmlDType, u32, &str); 15] = [
    (GgmlDType::F32, 0, "F32"),
    (GgmlDType::F16, 1, "F16"),
    (GgmlDType::Q4_0, 2, "Q4_0"),
    (GgmlDType::Q4_1, 3, "Q4_1"),
    (GgmlDType::Q5_0, 6, "Q5_0"),
    (GgmlDType::Q5_1, 7, "Q5_1"),
    (GgmlDType::Q8_0, 8, "Q8_0"),
    (GgmlDType::Q8_1, 9, "Q8_1"),
    (GgmlDType::Q2K, 10, "Q2_K"),
    (GgmlDType::Q3K, 11, "Q3_K"),
    (GgmlDType::Q4K, 12, "Q4_K"),
    (GgmlDType::Q5K, 13, "Q5_K"),
    (GgmlDType::Q6K, 14, "Q6_K"),
    (GgmlDType::Q8K, 15, "Q8_K"),
    (GgmlDType::BF16, 30, "BF16"),
];

/// What its writer always writes.
const WRITTEN_VERSION: u32 = 2;

/// Its reader and its writer know different versions, so each is a testee of its own.
enum Candle {
    Reader,
    Writer,
}

fn main() -> std::io::Result<()> {
    testee::serve(if std::env::args().nth(1).is_some() { &Candle::Writer } else { &Candle::Reader })
}

impl Testee for Candle {
    fn about(&self) -> Json {
        let version = testee::locked_version(include_str!("../Cargo.lock"), "candle-core");
        if let Candle::Writer = self {
            return json!({
                "name": "candle-writer",
                "version": version,
                "language": "Rust",
                "writes": true,
                "versions": [WRITTEN_VERSION],
            });
        }
        let made_while_multiplying = [GgmlDType::Q8_1, GgmlDType::Q8K];
        let decoded = TYPES.iter().filter(|row| !made_while_multiplying.contains(&row.0));
        json!({
            "name": "candle",
            "version": version,
            "language": "Rust",
            "reads": "data",
            "versions": [1, 2, 3],
            "omits": ["endian", "alignment", "order", "tensor_order"],
            "decodes": decoded.map(|row| row.2).collect::<Vec<_>>(),
        })
    }

    fn read(&self, file: &str, decode: bool) -> Result<Json, Refused> {
        let mut reader = BufReader::new(File::open(file)?);
        let content = Content::read(&mut reader)?;
        let pairs: BTreeMap<_, _> = content.metadata.iter().collect();
        let infos: BTreeMap<_, _> = content.tensor_infos.iter().collect();
        let mut tensors = Vec::new();
        for (name, info) in infos {
            let tensor =
                content.tensor(&mut reader, name, &Device::Cpu).map_err(|e| Refused::at("data", e))?;
            tensors.push(show_tensor(&content, name, info, &tensor, decode)?);
        }
        let version = match content.magic {
            VersionedMagic::GgufV1 => 1,
            VersionedMagic::GgufV2 => 2,
            VersionedMagic::GgufV3 => 3,
        };
        let data_offset = (!tensors.is_empty()).then(|| content.tensor_data_offset.to_string());
        let metadata = pairs.iter().map(|(key, value)| show_pair(key, value));
        Ok(json!({
            "version": version,
            "data_offset": data_offset,
            "metadata": metadata.collect::<Vec<_>>(),
            "tensors": tensors,
        }))
    }

    fn write(&self, file: &str, description: &Json) -> Result<(), Refused> {
        if description["version"] != WRITTEN_VERSION || description["endian"] != "little" {
            return Err(Refused::because("gguf_file::write has no words for another version or byte order"));
        }
        let members = |name: &str| description[name].as_array().into_iter().flatten();
        let mut pairs = Vec::new();
        for pair in members("metadata") {
            let (value_type, value) =
                pair["value"].as_object().and_then(|value| value.iter().next()).expect("a value");
            pairs.push((description::text(&pair["key"])?, made_value(value_type, value)?));
        }
        let mut tensors = Vec::new();
        for tensor in members("tensors") {
            tensors.push((description::text(&tensor["name"])?, made_tensor(tensor)?));
        }
        let pairs: Vec<_> = pairs.iter().map(|(key, value)| (*key, value)).collect();
        let tensors: Vec<_> = tensors.iter().map(|(name, tensor)| (*name, tensor)).collect();
        gguf_file::write(&mut BufWriter::new(File::create(file)?), &pairs, &tensors)?;
        Ok(())
    }
}

fn show_tensor(
    content: &Content,
    name: &str,
    info: &TensorInfo,
    tensor: &QTensor,
    decode: bool,
) -> Result<Json, Refused> {
    let id = TYPES.iter().find(|row| row.0 == info.ggml_dtype).map(|row| row.1);
    let data = tensor.data()?;
    let mut shown = json!({
        "name": name,
        "type": id,
        "dimensions": info.shape.dims().iter().rev().map(testee::wide).collect::<Vec<_>>(),
        "offset": testee::wide(info.offset),
        "absolute_offset": testee::wide(content.tensor_data_offset.saturating_add(info.offset)),
        "size": testee::wide(data.len()),
        "sha256": testee::sha256(&data),
    });
    if decode {
        let values = tensor.dequantize(&Device::Cpu)?.flatten_all()?.to_vec1::<f32>()?;
        shown["decoded_sha256"] = json!(testee::sha256_of_values(&values));
    }
    Ok(shown)
}

/// A pair; an array without elements has lost the type of its elements.
fn show_pair(key: &str, value: &Value) -> Json {
    let (value_type, shown) = match value {
        Value::Array(elements) if elements.is_empty() => ("any", json!([])),
        _ => show_value(value),
    };
    testee::pair(key, value_type, shown)
}

/// The name of a value's type, and the value as the dump has it.
fn show_value(value: &Value) -> (&'static str, Json) {
    match value {
        Value::U8(number) => ("u8", json!(number)),
        Value::I8(number) => ("i8", json!(number)),
        Value::U16(number) => ("u16", json!(number)),
        Value::I16(number) => ("i16", json!(number)),
        Value::U32(number) => ("u32", json!(number)),
        Value::I32(number) => ("i32", json!(number)),
        Value::U64(number) => ("u64", testee::wide(number)),
        Value::I64(number) => ("i64", testee::wide(number)),
        Value::F32(number) => ("f32", testee::f32_bits(*number)),
        Value::F64(number) => ("f64", testee::f64_bits(*number)),
        Value::Bool(truth) => ("bool", json!(truth)),
        Value::String(text) => ("string", json!(text)),
        Value::Array(elements) => {
            let (types, shown): (Vec<_>, Vec<_>) = elements.iter().map(show_value).unzip();
            ("array", testee::array(types.first().copied().unwrap_or("any"), shown))
        }
    }
}

fn made_value(value_type: &str, value: &Json) -> Result<Value, Refused> {
    Ok(match value_type {
        "u8" => Value::U8(description::integer(value)?),
        "i8" => Value::I8(description::integer(value)?),
        "u16" => Value::U16(description::integer(value)?),
        "i16" => Value::I16(description::integer(value)?),
        "u32" => Value::U32(description::integer(value)?),
        "i32" => Value::I32(description::integer(value)?),
        "u64" => Value::U64(description::wide(value)?),
        "i64" => Value::I64(description::wide(value)?),
        "f32" => Value::F32(f32::from_bits(description::bits(value)? as u32)),
        "f64" => Value::F64(f64::from_bits(description::bits(value)?)),
        "bool" => Value::Bool(value.as_bool().ok_or_else(|| Refused::because("a bool of another byte"))?),
        "string" => Value::String(description::text(value)?.to_owned()),
        _ => {
            let element_type = value["element_type"].as_str().unwrap_or_default();
            let elements = value["elements"].as_array().into_iter().flatten();
            Value::Array(elements.map(|element| made_value(element_type, element)).collect::<Result<_, _>>()?)
        }
    })
}

fn made_tensor(tensor: &Json) -> Result<QTensor, Refused> {
    let row = TYPES.iter().find(|row| tensor["type"] == row.1);
    let dtype = row.ok_or_else(|| Refused::because(format!("no type {}", tensor["type"])))?.0;
    let dimensions = tensor["dimensions"].as_array().into_iter().flatten().rev();
    let shape = dimensions.map(description::wide::<usize>).collect::<Result<Vec<_>, _>>()?;
    let data = description::bytes(&tensor["data"])?;
    let size = shape.iter().product::<usize>() / dtype.block_size() * dtype.type_size();
    if size != data.len() {
        return Err(Refused::because("the data do not have the size of the shape"));
    }
    Ok(ggml_file::qtensor_from_ggml(dtype, &data, shape, &Device::Cpu)?)
}
