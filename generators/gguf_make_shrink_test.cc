// gguf-make shrink with real commands of the shell: what is kept, what is printed, and what is not touched.
#include "generators/gguf_make_fixture.h"

namespace ggufproof {
namespace {

class GgufMakeShrink : public GgufMake {
 protected:
  /// A file with three pairs and a tensor.
  void put_file() const {
    put("a.txt",
        "magic \"GGUF\" version u32 3 tensor_count u64 1 metadata_kv_count u64 3\n"
        "kv \"general.architecture\" string \"llama\" kv \"x.needle\" string \"hay\" kv \"x.y\" u32 7\n"
        "tensor \"w\" dims 8 type f32 offset 0 pad 32 data 32 fill 1\n");
    ASSERT_EQ(run("case a.txt -o a.gguf").code, 0);
  }
};

TEST_F(GgufMakeShrink, KeepsTheExitStatusAndPrintsACase) {
  put_file();
  const auto before = read_file(folder_ / "a.gguf");
  const Ran ran = run("shrink --cmd 'grep -q x.needle {file}' a.gguf -o small.gguf");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(read_file(folder_ / "small.gguf"), "x.needle");
  EXPECT_EQ(ran.out, "hex 78 2e 6e 65 65 64 6c 65\n");
  EXPECT_NE(ran.err.find(" bytes became 8 in "), std::string::npos) << ran.err;
  EXPECT_EQ(read_file(folder_ / "a.gguf"), before);
}

TEST_F(GgufMakeShrink, KeepsStructureThatTheCommandWants) {
  put_file();
  const Ran ran =
      run("shrink --cmd 'head -c 8 {file} | grep -q GGUF && tail -c +25 {file} | grep -q needle' a.gguf");
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "magic \"GGUF\"  version u32 0\n"
            "hex 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 6e 65 65 64 6c 65\n");
}

TEST_F(GgufMakeShrink, KeepsASignalAndATimeout) {
  put_file();
  const Ran killed = run("shrink --cmd '! grep -q needle {file} || kill -SEGV $$' a.gguf -o small.gguf");
  EXPECT_EQ(killed.code, 0) << killed.err;
  EXPECT_NE(killed.err.find("signal 11 (Segmentation fault)"), std::string::npos) << killed.err;
  EXPECT_EQ(read_file(folder_ / "small.gguf"), "needle");
  put("b.gguf", "needle");
  const Ran slow = run("shrink --timeout 1 --cmd '! grep -q needle {file} || sleep 60' b.gguf -o small.gguf");
  EXPECT_EQ(slow.code, 0) << slow.err;
  EXPECT_NE(slow.err.find("no end in time"), std::string::npos) << slow.err;
  EXPECT_EQ(read_file(folder_ / "small.gguf"), "needle");
}

TEST_F(GgufMakeShrink, IsTheSameEachTimeAndRunsNoMoreOftenThanItMay) {
  put_file();
  const std::string command = "shrink --runs 20 --cmd 'echo >> runs; grep -q hay {file}' a.gguf";
  const Ran first = run(command);
  EXPECT_NE(first.err.find("it may get smaller"), std::string::npos) << first.err;
  EXPECT_EQ(read_file(folder_ / "runs")->size(), 22U);  // two more to see how it ends
  EXPECT_EQ(run(command).out, first.out);
}

TEST_F(GgufMakeShrink, SaysWhatIsWrongWithTheRequest) {
  put_file();
  EXPECT_NE(run("shrink --cmd true a.gguf").err.find("never names {file}"), std::string::npos);
  EXPECT_NE(run("shrink --cmd 'true {file}' b.gguf").err.find("b.gguf: No such file"), std::string::npos);
  const Ran same = run("shrink --cmd 'true {file}' a.gguf -o ./a.gguf");
  EXPECT_EQ(same.code, 2);
  EXPECT_NE(same.err.find("name another file with -o"), std::string::npos) << same.err;
  const Ran unknown = run("shrink --cmd 'no-such-program {file}' a.gguf");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("cannot run the command"), std::string::npos) << unknown.err;
  const Ran fickle = run("shrink --cmd 'test {file} && test -e once && exit 3; touch once' a.gguf");
  EXPECT_EQ(fickle.code, 2);
  EXPECT_NE(fickle.err.find("must be the same each time"), std::string::npos) << fickle.err;
}

}  // namespace
}  // namespace ggufproof
