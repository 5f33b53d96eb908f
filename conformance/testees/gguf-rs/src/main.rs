//! The crate gguf-rs as a testee: `get_gguf_container_array_size(..).decode()`, with no limit for arrays.
//!
//! It turns values into JSON, which has no types, and sorts the pairs by key; it never looks at the data.

use gguf_rs::get_gguf_container_array_size;
use serde_json::{Value as Json, json};
use testee::{Refused, Testee};

struct GgufRs;

fn main() -> std::io::Result<()> {
    testee::serve(&GgufRs)
}

impl Testee for GgufRs {
    fn about(&self) -> Json {
        json!({
            "name": "gguf-rs",
            "version": testee::locked_version(include_str!("../Cargo.lock"), "gguf-rs"),
            "language": "Rust",
            "reads": "header",
            "versions": [1, 2, 3],
            "omits": ["endian", "order", "sha256", "value_types"],
        })
    }

    fn read(&self, file: &str, _decode: bool) -> Result<Json, Refused> {
        let decoded =
            get_gguf_container_array_size(file, u64::MAX).and_then(|mut container| container.decode());
        let model = decoded.map_err(Refused::because)?;
        let tensors = model.tensors().iter().map(|tensor| {
            json!({
                "name": tensor.name,
                "type": tensor.kind,
                "dimensions": tensor.shape.iter().map(testee::wide).collect::<Vec<_>>(),
                "offset": testee::wide(tensor.offset),
                "absolute_offset": testee::wide(u128::from(model.data_offset()) + u128::from(tensor.offset)),
                "size": testee::wide(tensor.size),
            })
        });
        let pairs = model.metadata().iter().map(|(key, value)| testee::pair(key, "any", show(value)));
        Ok(json!({
            "version": model.get_version().trim_start_matches('v').parse::<u32>().ok(),
            "alignment": model.alignment(),
            "data_offset": (model.num_tensor() > 0).then(|| model.data_offset().to_string()),
            "metadata": pairs.collect::<Vec<_>>(),
            "tensors": tensors.collect::<Vec<_>>(),
        }))
    }
}

/// A value without a type; integers that a double may not hold are texts.
fn show(value: &Json) -> Json {
    const WIDEST: u64 = 1 << 53;
    match value {
        Json::Number(number)
            if !number.is_f64() && number.as_i64().is_none_or(|n| n.unsigned_abs() > WIDEST) =>
        {
            json!({"integer": number.to_string()})
        }
        Json::Array(elements) => elements.iter().map(show).collect(),
        _ => value.clone(),
    }
}
