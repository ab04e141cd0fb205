// One call makes each output, whole or not at all.
#include "report/Export.h"

#include "SessionScript.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

namespace autoscope::report {
namespace {

ExportRequest request(const std::string &name, OutputKind kind) {
  test::SessionScript script;
  uint32_t f = script.function("f()");
  for (uint64_t i = 0; i < 1000; ++i)
    script.thread(1, 4242).scope(f, 2000 + 100 * i, 2050 + 100 * i);
  ExportRequest result;
  result.sessionPath = script.write();
  result.outputPath = test::temporaryPath(name);
  result.kind = kind;
  return result;
}

TEST(Export, TellsTheKindByTheName) {
  EXPECT_EQ(outputKindOf("a.json"), OutputKind::KinetoJson);
  EXPECT_EQ(outputKindOf("a.pt.trace.json.gz"), OutputKind::KinetoJson);
  EXPECT_EQ(outputKindOf("a.autoscope"), OutputKind::Session);
  EXPECT_EQ(outputKindOf("a.txt"), OutputKind::Table);
  EXPECT_EQ(outputKindOf("a.folded"), OutputKind::Stacks);
  EXPECT_FALSE(outputKindOf("a.csv"));
  EXPECT_FALSE(outputKindOf("json"));
}

TEST(Export, WritesEachKind) {
  auto written = [](const char *name, OutputKind kind) {
    ExportRequest job = request(name, kind);
    EXPECT_EQ(exportSession(job), "");
    return test::readAll(job.outputPath);
  };
  EXPECT_EQ(written("t.json", OutputKind::KinetoJson).rfind("{\n\"schemaVersion\": 1,", 0), 0u);
  EXPECT_NE(written("t.txt", OutputKind::Table).find("Self CPU time total: 50.000us"), std::string::npos);
  EXPECT_EQ(written("t.tree", OutputKind::Tree), "No module was entered: `autoscope tree --calls` of a kept session "
                                                 "(`-o FILE.autoscope`) shows who called whom.\n");
  EXPECT_EQ(written("t.stacks", OutputKind::Stacks), "f() 50000\n");
  EXPECT_EQ(written("t.autoscope", OutputKind::Session).substr(1, 7), "UASCOP1");
}

// G43
TEST(Export, CompressesToOneValidStream) {
  ExportRequest job = request("t.json.gz", OutputKind::KinetoJson);
  ASSERT_EQ(exportSession(job), "");
  std::string packed = test::readAll(job.outputPath), plain(1 << 20, '\0');
  z_stream stream{};
  ASSERT_EQ(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
  stream.next_in = reinterpret_cast<Bytef *>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef *>(plain.data());
  stream.avail_out = static_cast<uInt>(plain.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  EXPECT_EQ(stream.avail_in, 0u);
  plain.resize(stream.total_out);
  inflateEnd(&stream);
  EXPECT_NE(plain.find("\"traceName\""), std::string::npos);
}

TEST(Export, SaysWhatIsWrongAndLeavesTheOldOutput) {
  ExportRequest job = request("t.txt", OutputKind::Table);
  test::writeAll(job.outputPath, "old");
  job.sortBy = "speed";
  EXPECT_EQ(exportSession(job).rfind("unknown sort key 'speed'; valid keys are", 0), 0u);
  job.sortBy = "count";
  job.sessionPath = "/nowhere";
  EXPECT_EQ(exportSession(job), "cannot read /nowhere: No such file or directory");
  EXPECT_EQ(test::readAll(job.outputPath), "old");
  ExportRequest lost = request("dir/t.json", OutputKind::KinetoJson);
  EXPECT_EQ(exportSession(lost), "cannot write " + lost.outputPath + ": No such file or directory");
}

TEST(Export, NothingLargerThanTheLimitStays) {
  test::SessionScript script;
  uint32_t f = script.function("f()");
  for (uint64_t i = 0; i < 12000; ++i)
    script.thread(1, 4242).scope(f, 2000 + 100 * i, 2050 + 100 * i);
  ExportRequest job;
  job.sessionPath = script.write();
  job.outputPath = test::temporaryPath("limited.json");
  job.mostMegabytes = 1;
  EXPECT_EQ(exportSession(job), "cannot write " + job.outputPath + ": it would be larger than AUTOSCOPE_DISK=1 allows");
  EXPECT_NE(access(job.outputPath.c_str(), F_OK), 0);
  // What counts is what is on the disk.
  job.outputPath += ".gz";
  EXPECT_EQ(exportSession(job), "");
  job.outputPath = test::temporaryPath("limited.json");
  job.mostMegabytes = 100;
  EXPECT_EQ(exportSession(job), "");
  EXPECT_GT(test::readAll(job.outputPath).size(), size_t(1) << 20);
}

}  // namespace
}  // namespace autoscope::report
