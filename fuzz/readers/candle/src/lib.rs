//! candle-core's `gguf_file`: `Content::read`, and each tensor through `Content::tensor`.

use std::io::Cursor;

use candle_core::Device;
use candle_core::quantized::gguf_file::Content;

/// Whether candle takes a file (fuzz/gguf_reader.h).
///
/// # Safety
/// `data` are `size` bytes that may be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gguf_reader_under_test(data: *const u8, size: usize) -> i32 {
    let bytes = if size == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, size) } };
    let mut file = Cursor::new(bytes);
    let Ok(content) = Content::read(&mut file) else { return 0 };
    content.tensor_infos.keys().all(|name| content.tensor(&mut file, name, &Device::Cpu).is_ok()).into()
}
