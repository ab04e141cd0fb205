#include "RandomSession.h"

#include <functional>
#include <random>

namespace autoscope::test {

void writeRandomSession(SessionScript &script, unsigned seed) {
  std::mt19937 random(seed);
  auto below = [&random](unsigned limit) { return static_cast<uint32_t>(random() % limit); };
  std::vector<uint32_t> sites, shapes;
  for (const char *name : {"f", "g", "h"})
    sites.push_back(script.site(siteText(name, "a.cpp", 1 + static_cast<unsigned>(sites.size()))));
  for (const char *name : {"aten::a", "aten::b"})
    sites.push_back(script.site(siteText(name, "", 0)));
  for (const char *name : {"ProfilerStep#1", "ProfilerStep#2", "epoch"})
    sites.push_back(script.site(siteText(name, "", 0, "nu")));
  for (const char *text : {"[[2, 3]]\x1f"
                           "float",
                           "[[2, 3]]\x1f"
                           "double",
                           "[[4]]\x1f"
                           "float"})
    shapes.push_back(script.string(text));
  bool hasMemory = below(2) == 0;
  for (uint32_t uid = 1; uid <= 1 + below(3); ++uid) {
    ScriptThread &thread = script.thread(uid, 100 + uid, "worker");
    uint64_t now = 2000 + below(50);
    std::function<void(uint32_t)> call = [&](uint32_t depth) {
      uint32_t site = sites[below(static_cast<uint32_t>(sites.size()))];
      thread.enter(site, now);
      now += 1 + below(20);
      for (uint32_t callee = depth < 5 ? below(3) : 0; callee > 0; --callee) {
        call(depth + 1);
        now += below(10);
      }
      now += 1 + below(5);
      Extras extras;
      if (below(2))
        extras.args = shapes[below(3)];
      if (below(3) == 0)
        extras.flops = 1 + below(1000);
      if (hasMemory)
        extras.memory = static_cast<int64_t>(below(2000)) - 1000;
      thread.leave(now, extras);
      now += below(10);
    };
    for (uint32_t roots = 1 + below(20); roots > 0; --roots)
      call(0);
  }
}

}  // namespace autoscope::test
