//! The crate ggus as a testee: `GGuf::new` over the whole file in memory, values through the `GGufReader` of each
//! pair, tensors through `to_info`.

use ggus::{GGuf, GGufMetaDataValueType as Type, GGufReadError, GGufReader};
use serde_json::{Value as Json, json};
use testee::{Refused, Testee};

struct Ggus;

fn main() -> std::io::Result<()> {
    testee::serve(&Ggus)
}

impl Testee for Ggus {
    fn about(&self) -> Json {
        json!({
            "name": "ggus",
            "version": testee::locked_version(include_str!("../Cargo.lock"), "ggus"),
            "language": "Rust",
            "reads": "data",
            "versions": [3],
            "omits": ["endian"],
        })
    }

    fn read(&self, file: &str, _decode: bool) -> Result<Json, Refused> {
        let bytes = std::fs::read(file)?;
        let gguf = GGuf::new(&bytes)?;
        // The data section is given as a part of the bytes: where it begins in them is where it begins in the file.
        let data_offset = gguf.data.as_ptr() as usize - bytes.as_ptr() as usize;
        let mut metadata = Vec::new();
        for (key, pair) in &gguf.meta_kvs {
            let value = show_value(pair.ty(), &mut pair.value_reader())
                .map_err(|error| Refused::at("metadata", format!("{key}: {error:?}")))?;
            metadata.push(testee::pair(key, name_of(pair.ty()), value));
        }
        let mut tensors = Vec::new();
        for (name, tensor) in &gguf.tensors {
            let info = tensor.to_info();
            let data = gguf.data.get(info.offset()..).and_then(|data| data.get(..info.nbytes()));
            tensors.push(json!({
                "name": name,
                "type": info.ty() as u32,
                "dimensions": info.shape().iter().map(testee::wide).collect::<Vec<_>>(),
                "offset": testee::wide(info.offset()),
                "absolute_offset": testee::wide(data_offset.wrapping_add(info.offset())),
                "size": testee::wide(info.nbytes()),
                "sha256": data.map(testee::sha256),
            }));
        }
        Ok(json!({
            "version": gguf.header.version,
            "alignment": gguf.alignment,
            "data_offset": (!tensors.is_empty()).then(|| data_offset.to_string()),
            "metadata": metadata,
            "tensors": tensors,
        }))
    }
}

/// The dump's name of a type, where it differs from the crate's.
fn name_of(value_type: Type) -> &'static str {
    match value_type {
        Type::String => "string",
        Type::Array => "array",
        _ => value_type.name(),
    }
}

fn show_value(value_type: Type, reader: &mut GGufReader) -> Result<Json, GGufReadError> {
    Ok(match value_type {
        Type::U8 => json!(reader.read::<u8>()?),
        Type::I8 => json!(reader.read::<i8>()?),
        Type::U16 => json!(reader.read::<u16>()?),
        Type::I16 => json!(reader.read::<i16>()?),
        Type::U32 => json!(reader.read::<u32>()?),
        Type::I32 => json!(reader.read::<i32>()?),
        Type::U64 => testee::wide(reader.read::<u64>()?),
        Type::I64 => testee::wide(reader.read::<i64>()?),
        Type::F32 => testee::f32_bits(reader.read::<f32>()?),
        Type::F64 => testee::f64_bits(reader.read::<f64>()?),
        Type::Bool => json!(reader.read_bool()?),
        Type::String => json!(reader.read_str()?),
        Type::Array => {
            let (element_type, count) = reader.read_arr_header()?;
            let elements = (0..count).map(|_| show_value(element_type, reader));
            testee::array(name_of(element_type), elements.collect::<Result<_, _>>()?)
        }
    })
}
