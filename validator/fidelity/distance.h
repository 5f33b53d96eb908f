// How far one row of numbers is from another: the sums from which the usual measures follow.
#pragma once

#include <cstdint>
#include <span>

namespace ggufproof {

/// Sums over pairs of values, in binary64. Pairs in which a value is not finite are counted and left out.
struct Distance {
  std::uint64_t compared = 0;
  std::uint64_t not_finite = 0;
  double original_squares = 0;
  double stored_squares = 0;
  double products = 0;
  double error_squares = 0;
  double largest_error = 0;

  /// Takes pairs of values. REQUIRES: as many of the one as of the other.
  void take(std::span<const float> original, std::span<const float> stored);

  Distance& operator+=(const Distance& other);

  /// The root mean square of the errors over that of the original. Without errors 0; infinite where the
  /// original is all zeros and the other is not.
  double relative_rms() const;

  /// The cosine of the angle between the two; 1 where both are all zeros, 0 where one of them is.
  double cosine() const;
};

}  // namespace ggufproof
