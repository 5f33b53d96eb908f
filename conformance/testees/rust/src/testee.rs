//! The protocol of `gguf-certify`, from the testee's side, and the forms of the canonical dump.
//!
//! A panic in the library under test is a crash to its user, so nothing here catches one: it ends the process.

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::panic::PanicHookInfo;

use serde_json::{Deserializer, Value, json};
use sha2::{Digest, Sha256};

/// The reader or writer under test refuses, or cannot be asked.
pub enum Refused {
    /// In its words, with the `stage` of the protocol if it is known.
    Because { why: String, stage: Option<&'static str> },
    /// It has no such function.
    Skipped(String),
}

impl Refused {
    /// A refusal at a stage that is not known.
    pub fn because(why: impl Display) -> Self {
        Refused::Because { why: why.to_string(), stage: None }
    }

    /// A refusal while `stage`: `header`, `metadata`, `tensors` or `data`.
    pub fn at(stage: &'static str, why: impl Display) -> Self {
        Refused::Because { why: why.to_string(), stage: Some(stage) }
    }
}

impl<E: std::error::Error> From<E> for Refused {
    fn from(error: E) -> Self {
        Refused::because(error)
    }
}

/// A reader or writer under test.
pub trait Testee {
    /// The answer to `start`, without `protocol`.
    fn about(&self) -> Value;

    /// Reads a file and returns its canonical dump; `decode` asks for `decoded_sha256`.
    fn read(&self, file: &str, decode: bool) -> Result<Value, Refused>;

    /// Writes what `description` says into `file`.
    fn write(&self, _file: &str, _description: &Value) -> Result<(), Refused> {
        Err(Refused::Skipped("this testee does not write".into()))
    }
}

/// Answers standard input on standard output until `stop` or the end of input. Panics on a line that is no question.
pub fn serve(testee: &impl Testee) -> io::Result<()> {
    std::panic::set_hook(Box::new(tell_panic));
    for line in io::stdin().lock().lines() {
        let question = parsed(&line?);
        let text = |member: &str| question[member].as_str().unwrap_or_default();
        let reply = match text("command") {
            "start" => {
                let mut about = testee.about();
                about["protocol"] = json!(1);
                about
            }
            "read" => {
                let decode = question["decode"].as_bool().unwrap_or(false);
                answer(&question["id"], "accepted", testee.read(text("file"), decode))
            }
            "write" => {
                let written = testee.write(text("file"), &question["description"]);
                answer(&question["id"], "written", written.map(|()| json!(true)))
            }
            "stop" => break,
            _ => continue,
        };
        let mut out = io::stdout().lock();
        serde_json::to_writer(&mut out, &reply)?;
        out.write_all(b"\n")?;
        out.flush()?;
    }
    Ok(())
}

/// Tells a panic without what differs from run to run and from machine to machine: thread, and folders above the crate's.
fn tell_panic(panic: &PanicHookInfo) {
    let why = panic.payload_as_str().unwrap_or("no reason given").replace('\n', " ");
    let place = panic.location().map(|place| {
        let folders: Vec<_> = place.file().split('/').collect();
        format!("{}:{}", folders[folders.len().saturating_sub(3)..].join("/"), place.line())
    });
    eprintln!("panicked at {}: {why}", place.unwrap_or_default());
}

/// A line of JSON, however deep.
fn parsed(line: &str) -> Value {
    let mut deserializer = Deserializer::from_str(line);
    deserializer.disable_recursion_limit();
    deserializer.into_iter().next().expect("a line of JSON").expect("a line of JSON")
}

fn answer(id: &Value, done: &str, result: Result<Value, Refused>) -> Value {
    match result {
        Ok(value) => object([("id", id.clone()), (done, value)]),
        Err(Refused::Because { why, stage: None }) => json!({"id": id, "refused": why}),
        Err(Refused::Because { why, stage }) => json!({"id": id, "refused": why, "stage": stage}),
        Err(Refused::Skipped(why)) => json!({"id": id, "skipped": why}),
    }
}

/// The version of a package that a lock file pins.
pub fn locked_version<'a>(lock: &'a str, package: &str) -> &'a str {
    let after_name =
        lock.split_once(&format!("name = \"{package}\"\nversion = \"")).expect("a locked package").1;
    after_name.split('"').next().unwrap_or_default()
}

/// The digest of bytes, as the dump has it.
pub fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// The digest of values as little-endian float32.
pub fn sha256_of_values(values: &[f32]) -> String {
    let mut digest = Sha256::new();
    for value in values {
        digest.update(value.to_le_bytes());
    }
    format!("{:x}", digest.finalize())
}

/// What is 64 bits wide, as the dump has it.
pub fn wide(number: impl Display) -> Value {
    json!(number.to_string())
}

/// A float32 as its bits.
pub fn f32_bits(value: f32) -> Value {
    json!(format!("{:08x}", value.to_bits()))
}

/// A float64 as its bits.
pub fn f64_bits(value: f64) -> Value {
    json!(format!("{:016x}", value.to_bits()))
}

/// An object of these members. `json!` would copy them, and copy deep arrays once for each level.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    Value::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

/// An array value of the dump; `elements` as it has them.
pub fn array(element_type: &str, elements: Vec<Value>) -> Value {
    let count = wide(elements.len());
    object([("element_type", json!(element_type)), ("count", count), ("elements", Value::Array(elements))])
}

/// A pair of the dump; `value` is of the type `value_type`.
pub fn pair(key: &str, value_type: &str, value: Value) -> Value {
    object([("key", json!(key)), ("value", object([(value_type, value)]))])
}

/// Members of a description, which is given as the dump has them.
pub mod description {
    use super::{Refused, Value};

    /// A text; refused where it is not UTF-8, which no `String` holds.
    pub fn text(value: &Value) -> Result<&str, Refused> {
        value.as_str().ok_or_else(|| Refused::because("a text that is not UTF-8 is no String"))
    }

    /// What is 64 bits wide.
    pub fn wide<N: std::str::FromStr>(value: &Value) -> Result<N, Refused> {
        let digits = value.as_str().and_then(|digits| digits.parse().ok());
        digits.ok_or_else(|| Refused::because(format!("{value} is no such number")))
    }

    /// A narrower integer.
    pub fn integer<N: TryFrom<i64>>(value: &Value) -> Result<N, Refused> {
        let number = value.as_i64().and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| Refused::because(format!("{value} is no such number")))
    }

    /// The bits of a float, from its hexadecimal digits.
    pub fn bits(value: &Value) -> Result<u64, Refused> {
        let digits = value.as_str().and_then(|digits| u64::from_str_radix(digits, 16).ok());
        digits.ok_or_else(|| Refused::because(format!("{value} has no bits of a float")))
    }

    /// A tensor's data, from its hexadecimal digits.
    pub fn bytes(value: &Value) -> Result<Vec<u8>, Refused> {
        let digits = value.as_str().unwrap_or_default();
        let pair = |at| u8::from_str_radix(&digits[at..at + 2], 16);
        (0..digits.len() / 2 * 2).step_by(2).map(|at| pair(at).map_err(Refused::because)).collect()
    }
}
