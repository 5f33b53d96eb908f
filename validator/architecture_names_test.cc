// Names by architecture: those of the models that llama.cpp loaded are known, others are not.
#include "validator/architecture_names.h"

#include <gtest/gtest.h>

#include "validator/architecture_model_test.h"

namespace ggufproof {
namespace {

TEST(ArchitectureNames, EveryTensorOfAModelIsKnown) {
  std::size_t tensors = 0;
  for (const test::Model& model : test::read_models(GGUFPROOF_MODELS)) {
    const std::string& quoted = model.keys.front().value;
    const Program* program = program_of(std::string_view(quoted).substr(1, quoted.size() - 2));
    ASSERT_NE(program, nullptr) << model.name;
    const ArchitectureNames names(*program);
    for (const test::ModelTensor& tensor : model.tensors) {
      EXPECT_TRUE(names.contains(tensor.name)) << model.name << ": " << tensor.name;
      EXPECT_FALSE(names.contains(tensor.name + 's')) << model.name << ": " << tensor.name;
      EXPECT_FALSE(names.contains(tensor.name.substr(1))) << model.name << ": " << tensor.name;
    }
    tensors += model.tensors.size();
  }
  EXPECT_GT(tensors, 1000U);
}

TEST(ArchitectureNames, NumbersArePlain) {
  const ArchitectureNames llama(*program_of("llama"));
  EXPECT_TRUE(llama.contains("blk.0.attn_q.weight"));
  EXPECT_TRUE(llama.contains("blk.511.attn_q.weight"));
  EXPECT_TRUE(llama.contains("output.weight")) << "of a model that does not tie it";
  EXPECT_TRUE(llama.contains("blk.0.attn_q.scale")) << "beside a weight";
  for (const char* other :
       {"", "blk", "blk..attn_q.weight", "blk.00.attn_q.weight", "blk.-1.attn_q.weight", "blk.0.attn_q",
        "blk.0.attn_q.weight.weight", "blk.0.attn_x.scale", ".scale", "cls.weight"})
    EXPECT_FALSE(llama.contains(other)) << other;
}

}  // namespace
}  // namespace ggufproof
