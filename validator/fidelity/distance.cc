// Sums in binary64 of up to billions of products of binary32: the rounding is far below what anybody looks
// at.
#include "validator/fidelity/distance.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ggufproof {

void Distance::take(std::span<const float> original, std::span<const float> stored) {
  for (std::size_t i = 0; i < original.size(); ++i) {
    const double a = original[i], b = stored[i];
    if (!std::isfinite(a) || !std::isfinite(b)) {
      ++not_finite;
      continue;
    }
    const double error = std::fabs(a - b);
    ++compared;
    original_squares += a * a;
    stored_squares += b * b;
    products += a * b;
    error_squares += error * error;
    largest_error = std::max(largest_error, error);
  }
}

Distance& Distance::operator+=(const Distance& other) {
  compared += other.compared;
  not_finite += other.not_finite;
  original_squares += other.original_squares;
  stored_squares += other.stored_squares;
  products += other.products;
  error_squares += other.error_squares;
  largest_error = std::max(largest_error, other.largest_error);
  return *this;
}

double Distance::relative_rms() const {
  if (error_squares == 0) return 0;
  if (original_squares == 0) return std::numeric_limits<double>::infinity();
  return std::sqrt(error_squares / original_squares);
}

double Distance::cosine() const {
  if (original_squares == 0 && stored_squares == 0) return 1;
  if (original_squares == 0 || stored_squares == 0) return 0;
  return products / std::sqrt(original_squares) / std::sqrt(stored_squares);
}

}  // namespace ggufproof
