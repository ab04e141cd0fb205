// Shapes and FLOPs reach the record of the scope that was entered last, whatever kind of scope it is and however it
// ends; and nothing is recorded that was not asked for.
#include "Recording.h"

#include "autoscope/scope.h"
#include "model/ScopeWalk.h"
#include "record/ArgumentText.h"

#include <algorithm>
#include <csetjmp>
#include <cstdlib>
#include <map>
#include <thread>

namespace autoscope::test {
namespace {

struct Matrix {
  long rows, columns;
};

void describeMatrix(__autoscope_shapes *shapes, const volatile void *argument) {
  AUTOSCOPE_SCOPE("describing");  // is no scope of the program's
  const auto &matrix = *static_cast<const Matrix *>(const_cast<const void *>(argument));
  __autoscope_shape_open(shapes);
  __autoscope_shape_size(shapes, matrix.rows);
  __autoscope_shape_size(shapes, matrix.columns);
  __autoscope_shape_close(shapes);
}

void describeMany(__autoscope_shapes *shapes, const volatile void *argument) {
  __autoscope_shape_open(shapes);
  for (long i = 0; i < *static_cast<const volatile long *>(argument); ++i) {
    __autoscope_shape_open(shapes);
    __autoscope_shape_size(shapes, -i);
    __autoscope_shape_close(shapes);
  }
  __autoscope_shape_close(shapes);
  __autoscope_shape_scalar_type(shapes, 5);
}

const __autoscope_parameters matrixAndInt[] = {{describeMatrix, "float"}, {nullptr, "Scalar"}, {nullptr, nullptr}};
const __autoscope_parameters many[] = {{describeMany, nullptr}, {nullptr, nullptr}};
const char multiplyInfo[] = "A1\037function\037n\0371\037a.cpp\037multiply\037multiply\037\037";
const char netInfo[] = "A1\037module\037n\0372\037a.cpp\037net\037net\037Net\037";
const char manyInfo[] = "A1\037function\037n\0373\037a.cpp\037many\037many\037\037";
__autoscope_site multiplySite = {sizeof(__autoscope_site), 0, 0, 0, multiplyInfo, nullptr, matrixAndInt};
__autoscope_site netSite = {sizeof(__autoscope_site), 0, 1, 0, netInfo, nullptr, matrixAndInt};
__autoscope_site manySite = {sizeof(__autoscope_site), 0, 0, 0, manyInfo, nullptr, many};

void recordValues(const __autoscope_site &site, const void *value) {
  __autoscope_values values = {&site, value, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
  __autoscope_record_values(&values);
}

// As the plugin makes it.
[[gnu::noinline]] void multiply(const Matrix &matrix, int depth = 0, jmp_buf *away = nullptr) {
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard;
  guard.__depth = __autoscope_enter(&multiplySite, &guard);
  recordValues(multiplySite, &matrix);
  if (__autoscope_wants_flops())
    __autoscope_flops(&multiplySite, 2.0 * static_cast<double>(matrix.rows));
  if (depth > 0)
    multiply(matrix, depth - 1, away);
  else if (away)
    longjmp(*away, 1);
}

[[gnu::noinline]] void forward(const Matrix &matrix) {
  __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard;
  guard.__depth = __autoscope_enter_object(&netSite, &guard, &matrix, nullptr);
  recordValues(netSite, &matrix);
  multiply(matrix);
}

// "name shapes types flops" per scope, indented by level, in order of time.
std::string drawing(const Session &session) {
  std::multimap<uint64_t, std::string> lines;
  for (const record::Thread &thread : session.reader().threads())
    model::ScopeWalk(session.reader(), thread).run([&](const model::Scope &scope) {
      std::string line(scope.level, '.');
      line += session.reader().names().sites()[scope.site].fields.name;
      if (scope.args)
        line += " " + record::readableArguments(session.reader().names().string(scope.args));
      if (scope.flops)
        line += " " + std::to_string(scope.flops);
      if (scope.path)
        line += " path";
      line += scope.cutByLongjmp ? " cut" : "";
      line += scope.finished ? "" : " open";
      lines.emplace(scope.startNs, line + "\n");
    });
  std::string text;
  for (const auto &[start, line] : lines)
    text += line;
  return text;
}

class Arguments : public testing::Test {
protected:
  void TearDown() override {
    unsetenv("AUTOSCOPE_SHAPES");
    unsetenv("AUTOSCOPE_FLOPS");
  }
  static void ask(bool shapes, bool flops) {
    setenv("AUTOSCOPE_SHAPES", shapes ? "1" : "0", 1);
    setenv("AUTOSCOPE_FLOPS", flops ? "1" : "0", 1);
  }
  template <class Function> static std::string record(const char *name, Function function) {
    Recording recording(name);
    std::thread(function).join();
    Session session = recording.stop();
    EXPECT_EQ(session.lost(), 0u);
    return drawing(session);
  }
};

const Matrix small = {3, 4}, big = {30, -1};

TEST_F(Arguments, NothingUnlessAskedFor) {
  EXPECT_EQ(record("none", [] { multiply(small); }), "multiply\n");
  ask(true, false);
  EXPECT_EQ(record("shapes", [] { multiply(small); }), "multiply [[3, 4], []] float, Scalar\n");
  ask(false, true);
  EXPECT_EQ(record("flops", [] { multiply(small); }), "multiply 6\n");
}

TEST_F(Arguments, OfNestedAndModuleScopesAlike) {
  ask(true, true);
  EXPECT_EQ(record("nested",
                   [] {
                     forward(small);
                     multiply(big, 1);
                   }),
            "net [[3, 4], []] float, Scalar path\n"
            ".multiply [[3, 4], []] float, Scalar 6\n"
            "multiply [[30, -1], []] float, Scalar 60\n"
            ".multiply [[30, -1], []] float, Scalar 60\n");
}

TEST_F(Arguments, OfScopesThatALongjmpSkips) {
  ask(true, true);
  EXPECT_EQ(record("longjmp",
                   [] {
                     AUTOSCOPE_SCOPE("catcher");
                     jmp_buf away;
                     if (setjmp(away) == 0)
                       multiply(small, 1, &away);
                   }),
            "catcher\n"
            ".multiply [[3, 4], []] float, Scalar 6 cut\n"
            "..multiply [[3, 4], []] float, Scalar 6 cut\n");
}

TEST_F(Arguments, OfScopesThatAreOpenAtTheStop) {
  ask(true, true);
  Recording recording("open");
  std::string text;
  std::thread([&] {
    __autoscope_guard guard;
    guard.__depth = __autoscope_enter(&multiplySite, &guard);
    recordValues(multiplySite, &small);
    __autoscope_flops(&multiplySite, 5);
    text = drawing(recording.stop());
    __autoscope_leave(&guard);
  }).join();
  EXPECT_EQ(text, "multiply [[3, 4], []] float, Scalar 5 open\n");
}

TEST_F(Arguments, OfTheFirstSliceOfACoroutine) {
  ask(true, true);
  EXPECT_EQ(record("coroutine",
                   [] {
                     __autoscope_coroutine coroutine = {&multiplySite, 0, 0, __autoscope_off};
                     __autoscope_coroutine_resumed(&coroutine);
                     recordValues(multiplySite, &small);
                     multiply(big);
                     __autoscope_coroutine_suspending(&coroutine, false);
                     __autoscope_coroutine_resumed(&coroutine);
                     __autoscope_coroutine_leave(&coroutine);
                   }),
            "multiply [[3, 4], []] float, Scalar\n"
            ".multiply [[30, -1], []] float, Scalar 60\n"
            "multiply\n");
}

TEST_F(Arguments, OfNoScopeButTheSitesOwn) {
  ask(true, true);
  EXPECT_EQ(record("stray",
                   [] {
                     AUTOSCOPE_SCOPE("other");
                     recordValues(multiplySite, &small);
                     __autoscope_flops(&multiplySite, 5);
                   }),
            "other\n");
}

TEST_F(Arguments, LongTextIsCutAndStaysWellFormed) {
  ask(true, false);
  std::string text = record("long", [] {
    AUTOSCOPE_SCOPE("outer");
    __attribute__((cleanup(__autoscope_leave))) __autoscope_guard guard;
    guard.__depth = __autoscope_enter(&manySite, &guard);
    long count = 5000;
    recordValues(manySite, &count);
  });
  EXPECT_EQ(text.substr(0, 30), "outer\n.many [[[0], [-1], [-2],");
  EXPECT_LT(text.size(), 4200u);
  EXPECT_EQ(std::count(text.begin(), text.end(), '['), std::count(text.begin(), text.end(), ']'));
  EXPECT_EQ(text.substr(text.size() - 11), " c10::Half\n");
}

TEST_F(Arguments, OneTextIsOneString) {
  ask(true, false);
  Recording recording("strings");
  for (int i = 0; i < 10; ++i)
    std::thread([i] { multiply({i % 2, 1}); }).join();
  Session session = recording.stop();
  std::vector<std::string_view> texts;
  for (const auto &[id, text] : session.reader().names().strings())
    if (text.substr(0, 7) == "[[0, 1]")
      texts.push_back(text);
  EXPECT_EQ(texts.size(), 1u);
}

TEST_F(Arguments, WhereTheStackIsFullTheyAreCounted) {
  ask(true, false);
  Recording recording("deep");
  std::thread([] { multiply(small, 600); }).join();
  Session session = recording.stop();
  ASSERT_EQ(session.profile().losses.causes.size(), 1u);
  EXPECT_EQ(session.profile().losses.causes[0].first, record::LossCause::TooDeep);
  EXPECT_EQ(session.profile().losses.causes[0].second, 101u);
  EXPECT_EQ(session.calls("multiply"), 500u);
}

// Odd depths: the last level holds the scope and not its note.
TEST_F(Arguments, AScopeOnTheLastLevelGoesWithoutThem) {
  ask(true, false);
  Recording recording("last");
  std::thread([] {
    AUTOSCOPE_SCOPE("outer");
    multiply(small, 499);
  }).join();
  Session session = recording.stop();
  ASSERT_EQ(session.profile().losses.causes.size(), 1u);
  EXPECT_EQ(session.profile().losses.causes[0].first, record::LossCause::ArgumentsLost);
  EXPECT_EQ(session.profile().losses.causes[0].second, 1u);
  EXPECT_EQ(session.calls("multiply"), 500u);
}

}  // namespace
}  // namespace autoscope::test
