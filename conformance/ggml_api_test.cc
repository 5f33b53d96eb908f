// The library opened in this process: what is missing is told, what is there works.
#include "conformance/ggml_api.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "conformance/memory_file.h"
#include "conformance/reference_library_test.h"
#include "validator/bytes.h"

namespace ggufproof {
namespace {

using namespace std::string_view_literals;

TEST(GgmlApi, AMissingLibraryIsAnErrorValue) {
  const GgmlLoad load = load_ggml("/nonexistent/libggml-base.so");
  EXPECT_FALSE(load);
  EXPECT_NE(load.error.find("/nonexistent/libggml-base.so"), std::string::npos) << load.error;
}

TEST(GgmlApi, AnotherLibraryIsAnErrorValueThatNamesAFunction) {
  const GgmlLoad load = load_ggml("libc.so.6");
  EXPECT_FALSE(load);
  EXPECT_EQ(load.error, "libc.so.6: has no function gguf_init_from_file");
}

TEST(GgmlApi, ReadsWhatABareFileSays) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  const GgmlLoad load = load_ggml(fetched_ggml_path());
  ASSERT_TRUE(load) << load.error;
  MemoryFile file("one-pair");
  ASSERT_TRUE(
      file.replace(as_bytes("GGUF\x03\0\0\0"
                            "\x00\0\0\0\0\0\0\0"
                            "\x01\0\0\0\0\0\0\0"
                            "\x11\0\0\0\0\0\0\0general.alignment"
                            "\x04\0\0\0"
                            "\x40\0\0\0"sv)));
  GgufContext* context = load.api.gguf_init_from_file(file.path().c_str(), {true, nullptr});
  ASSERT_NE(context, nullptr);
  EXPECT_EQ(load.api.gguf_get_version(context), 3u);
  EXPECT_EQ(load.api.gguf_get_alignment(context), 64u);
  EXPECT_EQ(load.api.gguf_get_data_offset(context), 57u);
  EXPECT_EQ(load.api.gguf_get_n_tensors(context), 0);
  ASSERT_EQ(load.api.gguf_get_n_kv(context), 1);
  EXPECT_STREQ(load.api.gguf_get_key(context, 0), "general.alignment");
  EXPECT_EQ(load.api.gguf_get_kv_type(context, 0), 4);
  load.api.gguf_free(context);
}

TEST(GgmlApi, ReadsWhereATensorLies) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  const GgmlLoad load = load_ggml(fetched_ggml_path());
  ASSERT_TRUE(load) << load.error;
  MemoryFile file("one-tensor");
  ASSERT_TRUE(
      file.replace(as_bytes("GGUF\x03\0\0\0"
                            "\x01\0\0\0\0\0\0\0"
                            "\x00\0\0\0\0\0\0\0"
                            "\x01\0\0\0\0\0\0\0w"
                            "\x01\0\0\0"
                            "\x08\0\0\0\0\0\0\0"
                            "\x01\0\0\0"
                            "\0\0\0\0\0\0\0\0"
                            "\0\0\0\0\0\0\0"sv)));
  GgmlContext* tensors = nullptr;
  GgufContext* context = load.api.gguf_init_from_file(file.path().c_str(), {true, &tensors});
  ASSERT_NE(context, nullptr);
  ASSERT_EQ(load.api.gguf_get_n_tensors(context), 1);
  EXPECT_STREQ(load.api.gguf_get_tensor_name(context, 0), "w");
  EXPECT_EQ(load.api.gguf_get_tensor_type(context, 0), 1);
  EXPECT_EQ(load.api.gguf_get_tensor_size(context, 0), 16u);
  EXPECT_EQ(load.api.gguf_get_tensor_offset(context, 0), 0u);
  EXPECT_EQ(load.api.gguf_get_data_offset(context), 64u);
  load.api.ggml_free(tensors);
  load.api.gguf_free(context);
}

TEST(GgmlApi, LogsThroughTheCallback) {
  GGUFPROOF_NEEDS_REFERENCE_LIBRARY();
  const GgmlLoad load = load_ggml(fetched_ggml_path());
  ASSERT_TRUE(load) << load.error;
  std::string log;
  load.api.ggml_log_set([](int, const char* text, void* to) { *static_cast<std::string*>(to) += text; },
                        &log);
  MemoryFile file("not-gguf");
  ASSERT_TRUE(file.replace(as_bytes("GGUX")));
  EXPECT_EQ(load.api.gguf_init_from_file(file.path().c_str(), {true, nullptr}), nullptr);
  load.api.ggml_log_set(nullptr, nullptr);
  EXPECT_NE(log.find("invalid magic characters: 'GGUX'"), std::string::npos) << log;
}

}  // namespace
}  // namespace ggufproof
