// Numbers are shown as their bits in hex: exact for every type, and this text is for people who debug.
#include "generators/show_model.h"

#include <iomanip>
#include <ostream>
#include <sstream>
#include <string_view>

namespace ggufproof {
namespace {

std::string hex(std::uint64_t number) {
  std::ostringstream out;
  out << "0x" << std::hex << number;
  return out.str();
}

std::string escaped(std::string_view text) {
  std::ostringstream out;
  out << '"' << std::hex << std::setfill('0');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7e || byte == '"' || byte == '\\') {
      out << "\\x" << std::setw(2) << unsigned{byte};
    } else {
      out << c;
    }
  }
  out << '"';
  return out.str();
}

std::string_view name_of(ValueType type) { return value_type_row(static_cast<std::uint32_t>(type))->name; }

std::string show(std::uint64_t bits) { return hex(bits); }
std::string show(const std::string& text) { return escaped(text); }

std::string show(const ModelArray& array) {
  std::string out(name_of(array.element_type));
  out += " [";
  std::visit(
      [&](const auto& elements) {
        for (const auto& element : elements) out += (out.ends_with('[') ? "" : ", ") + show(element);
      },
      array.elements);
  return out + "]";
}

std::string show(const Scalar& number) { return std::string(name_of(number.type)) + " " + hex(number.bits); }

std::string show(const ModelTensor& tensor) {
  std::string out = "tensor " + escaped(tensor.name) + " dims";
  for (const std::uint64_t dimension : tensor.dimensions) out += " " + std::to_string(dimension);
  const auto id = static_cast<std::uint32_t>(tensor.type);
  const TensorTypeRow* row = tensor_type_row(id);
  out += "  type " + (row == nullptr ? std::to_string(id) : std::string(row->name));
  if (const auto* fill = std::get_if<Fill>(&tensor.data)) {
    return out + "  fill " + std::to_string(fill->first) + " step " + std::to_string(fill->step);
  }
  return out + "  " + std::to_string(std::get<std::vector<std::uint8_t>>(tensor.data).size()) + " bytes";
}

}  // namespace

std::string show_model(const FileModel& file) {
  std::string out = "version " + std::to_string(file.version);
  out += file.order == ByteOrder::little ? "\n" : " big-endian\n";
  for (const ModelPair& pair : file.metadata) {
    out += "kv " + escaped(pair.key) + " " +
           std::visit([](const auto& value) { return show(value); }, pair.value) + "\n";
  }
  for (const ModelTensor& tensor : file.tensors) out += show(tensor) + "\n";
  return out;
}

std::ostream& operator<<(std::ostream& out, const FileModel& file) { return out << show_model(file); }

}  // namespace ggufproof
