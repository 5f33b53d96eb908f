// Loops over many values at once.
#include "validator/quick_look.h"

#include <cmath>

#include "validator/text_scan.h"

namespace ggufproof {
namespace {

/// Whether each T in a range passes a test. Never leaves early, so that the compiler may take several at a
/// time.
template <class T, class Sound>
bool all_of(Bytes file, ByteOrder order, Range range, Sound sound) {
  bool all = true;
  for (std::uint64_t at = range.begin; range.end - at >= sizeof(T); at += sizeof(T)) {
    all &= sound(load<T>(file.data() + at, order));
  }
  return all;
}

}  // namespace

bool all_sound(Bytes file, ByteOrder order, ValueType type, Range range) {
  switch (type) {
    case ValueType::boolean:
      return all_of<std::uint8_t>(file, order, range, [](std::uint8_t value) { return value <= 1; });
    case ValueType::f32:
      return all_of<float>(file, order, range, [](float value) { return std::isfinite(value); });
    case ValueType::f64:
      return all_of<double>(file, order, range, [](double value) { return std::isfinite(value); });
    default:
      return true;
  }
}

bool surely_clean(Bytes file, std::uint32_t version, const StringRun& run) {
  return run.all_short && surely_clean(file, run.bytes, run.count * (count_bytes(version) - 1));
}

}  // namespace ggufproof
