// Edits of the header, and of the byte order and the widths that it promises.
#include <array>
#include <utility>

#include "generators/mutate/edit.h"
#include "generators/mutate/written.h"
#include "generators/write.h"

namespace ggufproof {
namespace {

constexpr std::uint64_t magic_bytes = 4;
constexpr std::uint64_t version_bytes = 4;

Edit not_gguf(Choices& choices, FileModel file) {
  const std::uint64_t at = choices.below(magic_bytes);
  const auto bit = static_cast<unsigned>(choices.below(8));
  const auto byte = static_cast<std::uint8_t>(gguf_magic.bytes[at] ^ 1U << bit);
  return poked(write(file), at, {byte}, "magic: a bit flips");
}

Edit cut_header(Choices& choices, FileModel file) {
  const Wire wire = write(file);
  const std::uint64_t end = wire.range("metadata_kv_count")->end;
  return cut(wire, magic_bytes + choices.below(end - magic_bytes));
}

// Of a version whose lower half is 0 readers think that it is one of the other byte order.
Edit unknown_version(Choices& choices, FileModel file) {
  const std::uint64_t above = limits::current_version + 1;
  const std::uint64_t version = choices.one_in(4) ? 0 : choices.number(above, 0xffff);
  return overwritten(write(file), "version", version);
}

Edit of_version(FileModel file, std::uint32_t version, ByteOrder order) {
  const FileModel before = of_today(std::move(file));
  FileModel after = before;
  after.version = version;
  after.order = order;
  Edit edit = described(before, after, "written as version " + std::to_string(version));
  if (order == ByteOrder::big) edit.what += ", big-endian";
  edit.written = {*write(after).range("version")};
  return edit;
}

Edit version_1(Choices&, FileModel file) { return of_version(std::move(file), 1, ByteOrder::little); }
Edit version_2(Choices&, FileModel file) { return of_version(std::move(file), 2, ByteOrder::little); }
Edit big_endian(Choices&, FileModel file) {
  return of_version(std::move(file), limits::current_version, ByteOrder::big);
}
Edit big_endian_of_old(Choices& choices, FileModel file) {
  return of_version(std::move(file), choices.one_in(2) ? 1 : 2, ByteOrder::big);
}

// The version alone says another byte order than all that follows.
Edit mixed_order(Choices& choices, FileModel file) {
  file = of_today(std::move(file));
  if (choices.one_in(2)) file.order = ByteOrder::big;
  const Wire wire = write(file);
  std::vector<std::uint8_t> turned(version_bytes);
  turned[file.order == ByteOrder::big ? 0 : version_bytes - 1] = limits::current_version;
  Edit edit = poked(wire, magic_bytes, turned, "version: its bytes are turned");
  edit.written = {
      {magic_bytes, wire.range("metadata_kv_count")->end}};  // what the version is about was written with it
  return edit;
}

Edit other_widths(Choices&, FileModel file) {
  const FileModel before = of_today(std::move(file));
  FileModel narrow = before;
  narrow.version = 1;
  Wire after = write(narrow);
  after.set_number("version", limits::current_version);
  return {write(before).bytes(),
          after.bytes(),
          {*after.range("version")},
          "counts and lengths of version 1 behind another version"};
}

// More than the file can hold, and not so many that they are none in 32 bits.
Edit more_of(Choices& choices, const FileModel& file, const char* label) {
  const Wire wire = write(file);
  const std::uint64_t most = wire.count_width() == 4 ? 0xffff'ffff : ~std::uint64_t{0};
  return overwritten(wire, label, choices.number(wire.bytes().size(), most));
}

Edit more_tensors(Choices& choices, FileModel file) { return more_of(choices, file, "tensor_count"); }
Edit more_pairs(Choices& choices, FileModel file) { return more_of(choices, file, "metadata_kv_count"); }

constexpr std::array table{
    EditRow{Rule::file_not_gguf, not_gguf, "flips a bit of the magic"},
    EditRow{Rule::header_truncated, cut_header, "cuts the file inside the header"},
    EditRow{Rule::header_version_unknown, unknown_version, "claims version 0, or one from 4 to 65535"},
    EditRow{Rule::header_version_1, version_1, "writes the file as version 1"},
    EditRow{Rule::header_version_2, version_2, "writes the file as version 2"},
    EditRow{Rule::header_big_endian, big_endian, "writes the file big-endian"},
    EditRow{Rule::header_big_endian_version, big_endian_of_old,
            "writes the file big-endian, as version 1 or 2"},
    EditRow{Rule::header_mixed_order, mixed_order, "turns the bytes of the version alone"},
    EditRow{Rule::header_other_widths, other_widths, "claims version 3 before counts and lengths of 32 bits"},
    EditRow{Rule::header_tensor_count, more_tensors, "claims more tensors than the file has room for"},
    EditRow{Rule::header_kv_count, more_pairs, "claims more pairs than the file has room for"},
};

}  // namespace

std::span<const EditRow> header_edits() { return table; }

}  // namespace ggufproof
