// What a test that needs the fetched reference library does when it is not there: skip, and say so loudly.
#pragma once

#include <filesystem>

#include <gtest/gtest.h>

#include "conformance/ggml_api.h"

#define GGUFPROOF_NEEDS_REFERENCE_LIBRARY()                                                     \
  if (!std::filesystem::exists(ggufproof::fetched_ggml_path()))                                 \
  GTEST_SKIP() << "NOT TESTED AGAINST THE REFERENCE READER: " << ggufproof::fetched_ggml_path() \
               << " is missing. Run ci/fetch, or point the CMake variable GGUFPROOF_FETCHED at it."
