// Scopes that a library reports by functions nest with compiled ones, whatever way they end, and carry the shapes that
// they were told of. What cannot be opened or is ended on another thread leaves no trace but a counted loss.
#include "hot/ForeignScopes.h"
#include "Recording.h"

#include "autoscope/scope.h"
#include "model/ScopeWalk.h"

#include <memory>
#include <stdexcept>
#include <thread>

namespace autoscope::test {
namespace {

__autoscope_site *site(const char *name) {
  static std::vector<std::unique_ptr<std::pair<std::string, __autoscope_site>>> sites;
  for (const auto &known : sites)
    if (known->first.find(name) != std::string::npos)
      return &known->second;
  auto added = std::make_unique<std::pair<std::string, __autoscope_site>>();
  added->first = "A1\037function\037\0370\037\037" + std::string(name) + "\037" + name + "\037\037";
  added->second = __AUTOSCOPE_FUNCTION_SITE(added->first.c_str());
  sites.push_back(std::move(added));
  return &sites.back()->second;
}

uint32_t low(const void *address) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(address));
}

struct alignas(8) Foreign {
  explicit Foreign(const char *name) : opened(enter(name)) {}
  ~Foreign() { left = hot::leaveForeign(low(this)); }
  [[gnu::noinline]] bool enter(const char *name) {
    return hot::enterForeign(*site(name), {low(this), underSanitizer ? 0 : low(__builtin_frame_address(0))});
  }
  bool opened;
  static inline bool left;
};

[[gnu::noinline]] void compiled() {
  AUTOSCOPE_SCOPE("compiled");
  Foreign inner("inner");
}

// "outer(compiled(inner))": names and nesting of all scopes, in order.
std::string shape(const Session &session) {
  std::string text;
  for (const record::Thread &thread : session.reader().threads()) {
    std::vector<std::pair<uint64_t, std::string>> scopes;
    model::ScopeWalk(session.reader(), thread).run([&](const model::Scope &scope) {
      std::string line(scope.level, '.');
      line += session.reader().names().sites()[scope.site].fields.name;
      if (scope.cutByLongjmp)
        line += "!";
      scopes.emplace_back(scope.startNs, line);
    });
    std::stable_sort(scopes.begin(), scopes.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[start, line] : scopes)
      text += line + "\n";
  }
  return text;
}

template <typename Function> Session record(const char *name, Function function) {
  Recording recording(name);
  std::thread(function).join();
  return recording.stop();
}

TEST(ForeignScopes, NestWithCompiledOnes) {
  Session session = record("foreign-nest", [] {
    for (int i = 0; i < 2; ++i) {
      AUTOSCOPE_SCOPE("root");
      Foreign outer("outer");
      EXPECT_TRUE(outer.opened);
      compiled();
    }
    EXPECT_TRUE(Foreign::left);
  });
  EXPECT_EQ(shape(session), "root\n.outer\n..compiled\n...inner\nroot\n.outer\n..compiled\n...inner\n");
  EXPECT_EQ(session.lost(), 0u);
}

TEST(ForeignScopes, AnExceptionLeavesThem) {
  Session session = record("foreign-throw", [] {
    try {
      Foreign outer("outer");
      AUTOSCOPE_SCOPE("compiled");
      Foreign inner("inner");
      throw std::runtime_error("stop");
    } catch (const std::runtime_error &) {
    }
    Foreign after("after");
  });
  EXPECT_EQ(shape(session), "outer\n.compiled\n..inner\nafter\n");
  EXPECT_EQ(session.lost(), 0u);
}

// What did not end by itself ends with the scope around it.
TEST(ForeignScopes, TheOuterEndsTheInner) {
  Session session = record("foreign-forgotten", [] {
    Foreign outer("outer");
    hot::enterForeign(*site("forgotten"), {0x10, 0});
    EXPECT_TRUE(hot::leaveForeign(low(&outer)));
    EXPECT_FALSE(hot::leaveForeign(0x10));
    EXPECT_FALSE(hot::leaveForeign(low(&outer)));
  });
  EXPECT_EQ(shape(session), "outer\n.forgotten!\n");
  EXPECT_EQ(session.lost(), 0u);
}

TEST(ForeignScopes, AnotherThreadCannotEndThem) {
  Session session = record("foreign-thread", [] {
    Foreign outer("outer");
    std::thread([&] { EXPECT_FALSE(hot::leaveForeign(low(&outer))); }).join();
    std::thread([&] {
      Foreign own("own");
      EXPECT_FALSE(hot::leaveForeign(low(&outer)));
    }).join();
  });
  EXPECT_EQ(session.calls("outer"), 1u);
  EXPECT_EQ(session.calls("own"), 1u);
}

TEST(ForeignScopes, TooDeepIsCounted) {
  Session session = record("foreign-deep", [] {
    for (uint32_t i = 1; i <= 1003; ++i)
      EXPECT_EQ(hot::enterForeign(*site("deep"), {i * 16, 0}), i <= 1000);
    EXPECT_FALSE(hot::leaveForeign(1003 * 16));
    for (uint32_t i = 1000; i > 0; --i)
      EXPECT_TRUE(hot::leaveForeign(i * 16));
  });
  EXPECT_EQ(session.profile().scopes, 1000u);
  EXPECT_EQ(session.lost(), 3u);
}

// Enough of them to fill chunks, with and without notes.
TEST(ForeignScopes, ArgumentsAreNoted) {
  static const int values[] = {3, 0, 7};
  hot::ArgumentList list = {[](__autoscope_shapes *shapes, const void *arguments, uint32_t index) {
                              int value = static_cast<const int *>(arguments)[index];
                              __autoscope_shape_open(shapes);
                              if (value == 0)
                                throw std::runtime_error("no shape");
                              __autoscope_shape_size(shapes, value);
                              __autoscope_shape_close(shapes);
                              __autoscope_shape_type(shapes, "float");
                            },
                            values, 3};
  constexpr uint64_t calls = 20000;
  Session session = record("foreign-arguments", [&] {
    for (uint64_t i = 0; i < calls; ++i) {
      Foreign outer("outer");
      hot::noteArguments(*site("outer"), list);
      hot::noteArguments(*site("inner"), list);  // is not the innermost
      Foreign inner("inner");
    }
  });
  EXPECT_EQ(session.calls("outer"), calls);
  EXPECT_EQ(session.calls("inner"), calls);
  EXPECT_EQ(session.lost(), 0u);
  uint64_t noted = 0;
  for (const record::Thread &thread : session.reader().threads())
    model::ScopeWalk(session.reader(), thread).run([&](const model::Scope &scope) {
      bool outer = session.reader().names().sites()[scope.site].fields.name == "outer";
      EXPECT_EQ(scope.args != 0, outer);
      if (!scope.args)
        return;
      ++noted;
      std::string_view text = session.reader().names().string(scope.args);
      EXPECT_EQ(text, (std::string_view("[[3], [], [7]]\x1f"
                                        "float\x1f\x1f"
                                        "float")));
    });
  EXPECT_EQ(noted, calls);
}

}  // namespace
}  // namespace autoscope::test
