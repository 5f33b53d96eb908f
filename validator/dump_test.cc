// The canonical dump of files written byte by byte: the expected text is dump_format.md applied by hand.
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "validator/dump_json.h"
#include "validator/dump_sha256.h"

namespace ggufproof {
namespace {

using namespace std::string_literals;

std::string zeros(std::size_t n) { return std::string(n, '\0'); }

/// Writes numbers in either byte order, lowest byte first or last.
struct Hand {
  bool big;
  std::string number(std::uint64_t value, int bytes) const {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * (big ? bytes - 1 - i : i) & 0xFF);
    return out;
  }
  std::string text(const std::string& bytes) const { return number(bytes.size(), 8) + bytes; }
  std::string key(const std::string& name, std::uint64_t type) const { return text(name) + number(type, 4); }
  std::string array(std::uint64_t type, std::uint64_t count) const {
    return number(type, 4) + number(count, 8);
  }
};

// A value of each type, then arrays: empty, of strings, nested.
std::string every_type(const Hand& hand) {
  return "GGUF" + hand.number(3, 4) + hand.number(0, 8) + hand.number(16, 8) +                        //
         hand.key("u8", 0) + "\xFF" + hand.key("i8", 1) + "\xFF" +                                    //
         hand.key("u16", 2) + hand.number(0x1234, 2) + hand.key("i16", 3) + hand.number(0x8000, 2) +  //
         hand.key("u32", 4) + hand.number(0xFFFFFFFF, 4) + hand.key("i32", 5) + hand.number(0xFFFFFFFE, 4) +
         hand.key("f32", 6) + hand.number(0x7FC00001, 4) + hand.key("true", 7) + "\1" + hand.key("two", 7) +
         "\2" + hand.key("string", 8) + hand.text("a\"\x1B\xC3\xA9\x7F") + hand.key("u64", 10) +
         hand.number(0xFFFFFFFFFFFFFFFF, 8) + hand.key("i64", 11) + hand.number(0x8000000000000000, 8) +
         hand.key("f64", 12) + hand.number(0x3FB999999999999A, 8) + hand.key("empty", 9) + hand.array(6, 0) +
         hand.key("texts", 9) + hand.array(8, 2) + hand.text("") + hand.text("\xFF\xFE") +  //
         hand.key("nested", 9) + hand.array(9, 3) + hand.array(9, 1) + hand.array(7, 2) + zeros(1) + "\1" +
         hand.array(9, 0) + hand.array(0, 1) + "\7";
}

const char* const every_type_pairs = R"("metadata":[
{"key":"u8","value":{"u8":255}},
{"key":"i8","value":{"i8":-1}},
{"key":"u16","value":{"u16":4660}},
{"key":"i16","value":{"i16":-32768}},
{"key":"u32","value":{"u32":4294967295}},
{"key":"i32","value":{"i32":-2}},
{"key":"f32","value":{"f32":"7fc00001"}},
{"key":"true","value":{"bool":true}},
{"key":"two","value":{"bool":2}},
{"key":"string","value":{"string":"a\"\u001b\u00e9\u007f"}},
{"key":"u64","value":{"u64":"18446744073709551615"}},
{"key":"i64","value":{"i64":"-9223372036854775808"}},
{"key":"f64","value":{"f64":"3fb999999999999a"}},
{"key":"empty","value":{"array":{"element_type":"f32","count":"0","elements":[]}}},
{"key":"texts","value":{"array":{"element_type":"string","count":"2","elements":["",{"bytes":"fffe"}]}}},
{"key":"nested","value":{"array":{"element_type":"array","count":"3","elements":[{"element_type":"array","count":"1","elements":[{"element_type":"bool","count":"2","elements":[false,true]}]},{"element_type":"array","count":"0","elements":[]},{"element_type":"u8","count":"1","elements":[7]}]}}}],
"tensors":[]
}
)";

std::string dump_of(std::string_view file, bool sha256 = false) {
  std::ostringstream out;
  dump_json(out, map_file(as_bytes(file)), {sha256});
  return out.str();
}

TEST(Dump, EveryValueTypeInBothByteOrders) {
  const std::string head = "{\"ggufproof_dump\":1,\n\"version\":3,\n\"endian\":\"",
                    rest = "\",\n\"alignment\":32,\n\"data_offset\":null,\n";
  EXPECT_EQ(dump_of(every_type({false})), head + "little" + rest + every_type_pairs);
  EXPECT_EQ(dump_of(every_type({true})), head + "big" + rest + every_type_pairs);
}

// The alignment is 64, so that the data lie at 128 after the infos' end at 24 + 33 + 33 + 41 = 131: at 192.
TEST(Dump, TensorsWithPlaceSizeAndDigest) {
  const Hand hand{false};
  const std::string file = "GGUF" + hand.number(3, 4) + hand.number(2, 8) + hand.number(1, 8) +
                           hand.key("general.alignment", 4) + hand.number(64, 4) +  //
                           hand.text("a") + hand.number(1, 4) + hand.number(3, 8) + hand.number(24, 4) +
                           hand.number(0, 8) + hand.text("\xFF") + hand.number(2, 4) + hand.number(32, 8) +
                           hand.number(2, 8) + hand.number(2, 4) + hand.number(64, 8) + zeros(61) + "abc" +
                           zeros(61) + zeros(36) + zeros(28);
  EXPECT_EQ(dump_of(file, true), R"({"ggufproof_dump":1,
"version":3,
"endian":"little",
"alignment":64,
"data_offset":"192",
"metadata":[
{"key":"general.alignment","value":{"u32":64}}],
"tensors":[
{"name":"a","type":24,"type_name":"I8","dimensions":["3"],"offset":"0","absolute_offset":"192","size":"3","sha256":"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
{"name":{"bytes":"ff"},"type":2,"type_name":"Q4_0","dimensions":["32","2"],"offset":"64","absolute_offset":"256","size":"36","sha256":"6db65fd59fd356f6729140571b5bcd6bb3b83492a16e1bf0a3884442fc3c8a0e"}]
}
)");
}

TEST(Dump, WhatCannotBeToldIsNullAndTheStopIsNamed) {
  const Hand hand{false};
  const std::string five = hand.text("t") + hand.number(5, 4) + hand.number(1, 8) + hand.number(2, 8) +
                           hand.number(3, 8) + hand.number(4, 8) + hand.number(5, 8) + hand.number(0, 4) +
                           hand.number(7, 8);
  const std::string file =
      "GGUF" + hand.number(3, 4) + hand.number(1, 8) + hand.number(0, 8) + five + zeros(64);
  EXPECT_EQ(dump_of(file, true), R"({"ggufproof_dump":1,
"version":3,
"endian":"little",
"alignment":32,
"data_offset":"96",
"metadata":[],
"tensors":[
{"name":"t","type":0,"type_name":"F32","dimensions":["1","2","3","4","5"],"offset":"7","absolute_offset":"103","size":null,"sha256":null}],
"stopped":{"at":"77","path":"tensor[0].type","why":"the size of the data of \"t\" cannot be told from type F32 (0) and its dimensions"}
}
)");
  EXPECT_EQ(dump_of("GGML\1"), R"#({"ggufproof_dump":1,
"version":null,
"endian":null,
"alignment":null,
"data_offset":null,
"metadata":[],
"tensors":[],
"stopped":{"at":"0","path":"magic","why":"this is not a GGUF file: found the bytes 47 47 4d 4c, wanted the bytes 47 47 55 46 (GGUF)"}
}
)#");
}

// FIPS 180-4, one block; and nothing at all.
TEST(Sha256, KnownDigests) {
  EXPECT_EQ(sha256_hex(as_bytes("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace ggufproof
