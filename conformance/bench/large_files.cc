// Texts come from a small random generator of fixed algorithm and seed, since those of the standard library's
// distributions differ from one implementation to the next.
#include "conformance/bench/large_files.h"

#include <bit>
#include <unordered_set>
#include <utility>

#include <unistd.h>

namespace ggufproof {
namespace {

std::uint64_t aligned(std::uint64_t offset) {
  return (offset + limits::default_alignment - 1) / limits::default_alignment * limits::default_alignment;
}

/// SplitMix64.
class Random {
 public:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }

 private:
  std::uint64_t state_ = 0;
};

/// The 256 characters that stand for bytes in a byte-level vocabulary, as UTF-8: printable ones stand for
/// themselves, the others begin at U+0100.
std::vector<std::string> byte_characters() {
  std::vector<std::string> out;
  std::uint32_t next = 0x100;
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    const bool printable = (byte > 0x20 && byte < 0x7F) || (byte > 0xA0 && byte != 0xAD);
    const std::uint32_t c = printable ? byte : next++;
    if (c < 0x80) {
      out.push_back(std::string(1, static_cast<char>(c)));
    } else {
      out.push_back({static_cast<char>(0xC0 | c >> 6), static_cast<char>(0x80 | (c & 0x3F))});
    }
  }
  return out;
}

/// A byte-level BPE vocabulary: the characters of bytes, and for each merge the token that it makes.
struct Vocabulary {
  std::vector<std::string> tokens;
  std::vector<std::string> merges;
};

Vocabulary byte_level(std::uint64_t merges) {
  constexpr std::uint64_t longest = 20;  // bytes of a token
  Vocabulary made{byte_characters(), {}};
  // What is merged: mostly lower-case words and word beginnings (byte 20 is the space), and some of
  // everything else.
  std::vector<std::uint64_t> pool;
  for (std::uint64_t c = 'a'; c <= 'z'; ++c) pool.insert(pool.end(), 20, c);
  pool.insert(pool.end(), 400, 0x20);
  for (std::uint64_t c = 0; c < 256; ++c) pool.push_back(c);
  std::unordered_set<std::string> known(made.tokens.begin(), made.tokens.end());
  Random random;
  while (made.merges.size() < merges) {
    const std::string& left = made.tokens[pool[random.below(pool.size())]];
    const std::string& right = made.tokens[pool[random.below(pool.size())]];
    if (left.size() + right.size() > 4 + random.below(longest - 3)) continue;
    if (!known.insert(left + right).second) continue;
    made.merges.push_back(left + ' ' + right);
    pool.push_back(made.tokens.size());
    made.tokens.push_back(left + right);
  }
  return made;
}

void add_keys(HeadWriter& out, std::uint64_t n) {
  for (std::uint64_t i = 0; i < n; ++i) {
    out.u32_pair("general.key_" + std::to_string(i), static_cast<std::uint32_t>(i));
  }
}

void add_tensors(HeadWriter& out, std::uint64_t n) {
  for (std::uint64_t i = 0; i < n; ++i) out.tensor("blk." + std::to_string(i) + ".ffn_up.weight", {64, 32});
}

}  // namespace

bool put(const LargeFile& file, const MemoryFile& place) {
  const std::string& head = file.head;
  std::size_t done = 0;
  while (done < head.size()) {
    const ssize_t n =
        pwrite(place.descriptor(), head.data() + done, head.size() - done, static_cast<off_t>(done));
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return ftruncate(place.descriptor(), static_cast<off_t>(file.size)) == 0;
}

HeadWriter::HeadWriter(std::uint64_t tensors, std::uint64_t pairs, std::uint32_t version)
    : version_(version), tensors_(tensors), bytes_("GGUF") {
  u32(version);
  count(tensors);
  count(pairs);
}

void HeadWriter::number(std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) bytes_ += static_cast<char>(value >> (8 * i) & 0xff);
}

void HeadWriter::f32(float value) { u32(std::bit_cast<std::uint32_t>(value)); }

void HeadWriter::text(std::string_view bytes) {
  count(bytes.size());
  bytes_ += bytes;
}

void HeadWriter::key(std::string_view key, ValueType value) {
  text(key);
  type(value);
}

void HeadWriter::array(std::string_view name, ValueType elements, std::uint64_t n) {
  key(name, ValueType::array);
  inner_array(elements, n);
}

void HeadWriter::inner_array(ValueType elements, std::uint64_t n) {
  type(elements);
  count(n);
}

void HeadWriter::u32_pair(std::string_view name, std::uint32_t value) {
  key(name, ValueType::u32);
  u32(value);
}

void HeadWriter::string_pair(std::string_view name, std::string_view value) {
  key(name, ValueType::string);
  text(value);
}

void HeadWriter::tensor(std::string_view name, const std::vector<std::uint64_t>& dimensions,
                        TensorType type) {
  const TensorTypeRow& row = *tensor_type_row(static_cast<std::uint32_t>(type));
  std::uint64_t bytes = row.block_bytes;
  for (const std::uint64_t n : dimensions) bytes *= n;
  bytes /= row.block_elements;
  tensor_at(name, dimensions, data_, type);
  data_ =
      (data_ + bytes + limits::default_alignment - 1) / limits::default_alignment * limits::default_alignment;
}

void HeadWriter::tensor_at(std::string_view name, const std::vector<std::uint64_t>& dimensions,
                           std::uint64_t offset, TensorType type) {
  text(name);
  u32(static_cast<std::uint32_t>(dimensions.size()));
  for (const std::uint64_t n : dimensions) count(n);
  u32(static_cast<std::uint32_t>(type));
  u64(offset);
}

LargeFile HeadWriter::finish(std::uint64_t data) && {
  LargeFile file{std::move(bytes_)};
  file.infos = file.head.size();
  if (tensors_ > 0) file.head.resize(aligned(file.infos));
  file.size = file.head.size() + data;
  return file;
}

LargeFile HeadWriter::finish() && {
  const std::uint64_t data = data_;
  return std::move(*this).finish(data);
}

LargeFile model(std::uint64_t merges, std::uint64_t blocks, std::uint64_t width) {
  const std::uint64_t inner = 2 * width;
  const Vocabulary vocabulary = byte_level(merges);
  const std::uint64_t n = vocabulary.tokens.size();
  HeadWriter out(4 + 9 * blocks, 18);
  out.string_pair("general.architecture", "llama");
  out.string_pair("general.name", "measured");
  out.u32_pair("general.file_type", 0);
  out.u32_pair("llama.block_count", static_cast<std::uint32_t>(blocks));
  out.u32_pair("llama.context_length", 8192);
  out.u32_pair("llama.embedding_length", static_cast<std::uint32_t>(width));
  out.u32_pair("llama.feed_forward_length", static_cast<std::uint32_t>(inner));
  out.u32_pair("llama.attention.head_count", 8);
  out.u32_pair("llama.rope.dimension_count", static_cast<std::uint32_t>(width / 8));
  out.key("llama.attention.layer_norm_rms_epsilon", ValueType::f32);
  out.f32(1e-5f);
  out.string_pair("tokenizer.ggml.model", "gpt2");
  out.string_pair("tokenizer.ggml.pre", "llama-bpe");
  out.array("tokenizer.ggml.tokens", ValueType::string, n);
  for (const std::string& text : vocabulary.tokens) out.text(text);
  out.array("tokenizer.ggml.merges", ValueType::string, merges);
  for (const std::string& text : vocabulary.merges) out.text(text);
  out.array("tokenizer.ggml.scores", ValueType::f32, n);
  for (std::uint64_t i = 0; i < n; ++i) out.f32(-static_cast<float>(i));
  out.array("tokenizer.ggml.token_type", ValueType::i32, n);
  for (std::uint64_t i = 0; i < n; ++i) out.u32(1);
  out.u32_pair("tokenizer.ggml.bos_token_id", 0);
  out.u32_pair("tokenizer.ggml.eos_token_id", 1);
  out.tensor("token_embd.weight", {width, n});
  out.tensor("rope_freqs.weight", {width / 8 / 2});
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::string block = "blk." + std::to_string(i) + '.';
    out.tensor(block + "attn_norm.weight", {width});
    for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_output"}) {
      out.tensor(block + name + ".weight", {width, width});
    }
    out.tensor(block + "ffn_norm.weight", {width});
    out.tensor(block + "ffn_gate.weight", {width, inner});
    out.tensor(block + "ffn_up.weight", {width, inner});
    out.tensor(block + "ffn_down.weight", {inner, width});
  }
  out.tensor("output_norm.weight", {width});
  out.tensor("output.weight", {width, n});
  return std::move(out).finish();
}

LargeFile many_keys(std::uint64_t n) {
  HeadWriter out(0, n);
  add_keys(out, n);
  return std::move(out).finish();
}

LargeFile many_tensors(std::uint64_t n) {
  HeadWriter out(n, 0);
  add_tensors(out, n);
  return std::move(out).finish();
}

LargeFile many_keys_and_tensors(std::uint64_t n) {
  HeadWriter out(n, n);
  add_keys(out, n);
  add_tensors(out, n);
  return std::move(out).finish();
}

LargeFile string_array(std::uint64_t n) {
  HeadWriter out(0, 1);
  Random random;
  const std::vector<std::string> characters = byte_characters();
  out.array("general.tags", ValueType::string, n);
  for (std::uint64_t i = 0; i < n; ++i) {
    std::string text;
    for (std::uint64_t k = 1 + random.below(10); k > 0; --k) {
      text += characters[random.below(8) == 0 ? random.below(256) : 'a' + random.below(26)];
    }
    out.text(text);
  }
  return std::move(out).finish();
}

LargeFile nested_arrays(std::uint64_t levels, std::uint64_t width, std::uint32_t version) {
  HeadWriter out(0, 1, version);
  out.key("general.nested", ValueType::array);
  for (std::uint64_t i = 1; i < levels; ++i) out.inner_array(ValueType::array, width);
  out.inner_array(ValueType::u8, 0);
  for (std::uint64_t i = 1; i < levels; ++i) {
    for (std::uint64_t k = 1; k < width; ++k) out.inner_array(ValueType::u8, 0);
  }
  return std::move(out).finish();
}

LargeFile long_string(std::uint64_t bytes) {
  HeadWriter out(0, 1);
  out.string_pair("general.description", std::string(bytes, 'x'));
  return std::move(out).finish();
}

}  // namespace ggufproof
