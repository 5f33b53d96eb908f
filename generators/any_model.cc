// One short function a task. Keys stand in the order in which writers put them.
#include "generators/any_model.h"

#include <array>
#include <string>
#include <utility>

#include "generators/any_file.h"
#include "generators/wire.h"

namespace ggufproof {
namespace {

using std::string;

constexpr std::uint32_t half = 0x3f00'0000;     // 0.5 as F32
constexpr std::uint32_t sixteen = 0x4180'0000;  // 16 as F32
constexpr std::uint64_t row = 32;               // elements, a multiple of the smaller block sizes

ModelPair u32(string key, std::uint64_t value) { return {std::move(key), Scalar{ValueType::u32, value}}; }
ModelPair f32(string key, std::uint32_t bits) { return {std::move(key), Scalar{ValueType::f32, bits}}; }
ModelPair text(string key, string value) { return {std::move(key), std::move(value)}; }

// Bytes of a fill never make an infinity, and these steps no zeros alone.
ModelTensor tensor(Choices& choices, string name, std::vector<std::uint64_t> dimensions, TensorType type) {
  const auto first = static_cast<std::uint8_t>(1 + choices.below(62));
  return {std::move(name), std::move(dimensions), type,
          Fill{first, static_cast<std::uint8_t>(1 + choices.below(30))}};
}

TensorType matrix_type(Choices& choices) {
  constexpr std::array types{TensorType::f32,  TensorType::f16,  TensorType::bf16,
                             TensorType::q8_0, TensorType::q4_0, TensorType::iq4_nl};
  return choices.pick(types);
}

/// The sizes of a llama, in elements.
struct Sizes {
  std::uint64_t heads, heads_of_keys, head, feed_forward, blocks, tokens;
  std::uint64_t embedding() const { return heads * head; }
};

Sizes any_sizes(Choices& choices) {
  Sizes sizes{};
  sizes.heads = std::uint64_t{1} << choices.below(3);
  sizes.heads_of_keys = choices.one_in(2) ? 1 : sizes.heads;
  sizes.head = row / sizes.heads;
  sizes.feed_forward = row * (1 + choices.below(2));
  sizes.blocks = 1 + choices.below(2);
  return sizes;
}

std::vector<ModelPair> llama_pairs(const Sizes& sizes, const std::vector<ModelPair>& tokenizer) {
  std::vector<ModelPair> pairs{text("general.architecture", "llama"),
                               u32("llama.context_length", 16),
                               u32("llama.embedding_length", sizes.embedding()),
                               u32("llama.block_count", sizes.blocks),
                               u32("llama.feed_forward_length", sizes.feed_forward),
                               u32("llama.attention.head_count", sizes.heads),
                               f32("llama.attention.layer_norm_rms_epsilon", half),
                               u32("llama.vocab_size", sizes.tokens),
                               u32("llama.rope.dimension_count", sizes.head),
                               u32("general.quantization_version", limits::quantization_version)};
  if (sizes.heads_of_keys != sizes.heads)
    pairs.push_back(u32("llama.attention.head_count_kv", sizes.heads_of_keys));
  pairs.insert(pairs.end(), tokenizer.begin(), tokenizer.end());
  return pairs;
}

void add_block(Choices& choices, const Sizes& sizes, std::uint64_t block, std::vector<ModelTensor>& tensors) {
  const string prefix = "blk." + std::to_string(block) + '.';
  const std::uint64_t width = sizes.embedding(), keys = sizes.heads_of_keys * sizes.head;
  const auto matrix = [&](const char* name, std::uint64_t in, std::uint64_t out) {
    tensors.push_back(tensor(choices, prefix + name + ".weight", {in, out}, matrix_type(choices)));
  };
  const auto norm = [&](const char* name) {
    tensors.push_back(tensor(choices, prefix + name + ".weight", {width}, TensorType::f32));
  };
  norm("attn_norm");
  matrix("attn_q", width, width);
  matrix("attn_k", width, keys);
  matrix("attn_v", width, keys);
  matrix("attn_output", width, width);
  norm("ffn_norm");
  matrix("ffn_gate", width, sizes.feed_forward);
  matrix("ffn_up", width, sizes.feed_forward);
  matrix("ffn_down", sizes.feed_forward, width);
}

}  // namespace

FileModel any_llama(Choices& choices) {
  Sizes sizes = any_sizes(choices);
  const std::vector<ModelPair> tokenizer = any_tokenizer(choices, sizes.tokens);
  FileModel file;
  file.metadata = llama_pairs(sizes, tokenizer);
  const std::vector<std::uint64_t> vocabulary{sizes.embedding(), sizes.tokens};
  file.tensors.push_back(tensor(choices, "token_embd.weight", vocabulary, matrix_type(choices)));
  file.tensors.push_back(tensor(choices, "output_norm.weight", {sizes.embedding()}, TensorType::f32));
  if (choices.one_in(2))
    file.tensors.push_back(tensor(choices, "output.weight", vocabulary, matrix_type(choices)));
  for (std::uint64_t block = 0; block < sizes.blocks; ++block) add_block(choices, sizes, block, file.tensors);
  return file;
}

FileModel any_vocabulary(Choices& choices) {
  Sizes sizes = any_sizes(choices);
  const std::vector<ModelPair> tokenizer = any_tokenizer(choices, sizes.tokens);
  FileModel file;
  file.metadata = llama_pairs(sizes, tokenizer);
  return file;
}

FileModel any_adapter(Choices& choices) {
  FileModel file;
  file.metadata = {text("general.architecture", "llama"), text("general.type", "adapter"),
                   text("adapter.type", "lora"), f32("adapter.lora.alpha", sixteen)};
  constexpr std::array<const char*, 4> names{"attn_q", "attn_v", "ffn_up", "attn_output"};
  constexpr std::array types{TensorType::f32, TensorType::f16, TensorType::bf16};
  const std::uint64_t rank = 1 + choices.below(8), blocks = 1 + choices.below(2);
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const string name = "blk." + std::to_string(block) + '.' + choices.pick(names) + ".weight.lora_";
    file.tensors.push_back(tensor(choices, name + 'a', {row, rank}, choices.pick(types)));
    file.tensors.push_back(tensor(choices, name + 'b', {rank, row}, choices.pick(types)));
  }
  return file;
}

FileModel any_projector(Choices& choices) {
  const std::uint64_t patch = 2 + choices.below(14);
  const ModelArray shades{ValueType::f32, std::vector<std::uint64_t>(3, half)};
  FileModel file;
  file.metadata = {text("general.architecture", "clip"),
                   text("general.type", "mmproj"),
                   {"clip.has_vision_encoder", Scalar{ValueType::boolean, 1}},
                   text("clip.projector_type", "mlp"),
                   u32("clip.vision.embedding_length", 4),
                   u32("clip.vision.feed_forward_length", 8),
                   u32("clip.vision.block_count", 0),
                   u32("clip.vision.attention.head_count", 2),
                   u32("clip.vision.projection_dim", 4),
                   f32("clip.vision.attention.layer_norm_epsilon", half),
                   u32("clip.vision.image_size", patch * (1 + choices.below(4))),
                   u32("clip.vision.patch_size", patch),
                   {"clip.vision.image_mean", shades},
                   {"clip.vision.image_std", shades}};
  file.tensors.push_back(
      tensor(choices, "mm.2.weight", {4, 4}, choices.one_in(2) ? TensorType::f32 : TensorType::f16));
  return file;
}

FileModel any_imatrix(Choices& choices) {
  FileModel file;
  file.metadata = {text("general.architecture", "imatrix"),
                   text("general.type", "imatrix"),
                   {"imatrix.datasets", ModelArray{ValueType::string, std::vector<string>{"text"}}},
                   u32("imatrix.chunk_count", 1 + choices.below(9)),
                   u32("imatrix.chunk_size", 512)};
  const std::uint64_t blocks = 1 + choices.below(2);
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const bool experts = choices.one_in(3);
    const string name =
        "blk." + std::to_string(block) + (experts ? ".ffn_up_exps.weight." : ".attn_q.weight.");
    const std::vector<std::uint64_t> sums =
        experts ? std::vector<std::uint64_t>{8, 3} : std::vector<std::uint64_t>{8};
    const std::vector<std::uint64_t> counts =
        experts ? std::vector<std::uint64_t>{1, 3} : std::vector<std::uint64_t>{1};
    file.tensors.push_back(tensor(choices, name + "in_sum2", sums, TensorType::f32));
    file.tensors.push_back(tensor(choices, name + "counts", counts, TensorType::f32));
  }
  return file;
}

FileModel any_control_vector(Choices& choices) {
  const std::uint64_t count = 1 + choices.below(4);
  FileModel file;
  file.metadata = {text("general.architecture", "controlvector"),
                   text("controlvector.model_hint", "llama"),
                   {"controlvector.layer_count", Scalar{ValueType::i32, count}}};
  for (std::uint64_t i = 1; i <= count; ++i)
    file.tensors.push_back(tensor(choices, "direction." + std::to_string(i), {row}, TensorType::f32));
  return file;
}

FileModel any_model(Choices& choices) {
  constexpr std::array makers{any_llama,   any_vocabulary,     any_adapter,
                              any_imatrix, any_control_vector, any_projector};
  FileModel file = choices.pick(makers)(choices);
  FileOptions own;
  own.tensors = 0;
  own.version_2 = false;
  for (ModelPair& pair : any_file(choices, own).metadata) {
    const bool standard = pair.key.starts_with("general.") && pair.key != "general.alignment";
    if (!standard) file.metadata.push_back(std::move(pair));
  }
  return file;
}

}  // namespace ggufproof
