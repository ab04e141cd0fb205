// A scope belongs to the innermost module around it; a call of a module is counted once; Kineto's form says how it ran.
#include "model/ModuleStack.h"

#include "SessionScript.h"

#include <gtest/gtest.h>

namespace autoscope::model {
namespace {

using test::Extras;
using test::SessionScript;
using test::siteText;

struct Seen {
  std::string name, place;
  bool isModule, isCall;
  bool operator==(const Seen &other) const {
    return name == other.name && place == other.place && isModule == other.isModule && isCall == other.isCall;
  }
};
std::ostream &operator<<(std::ostream &out, const Seen &seen) {
  return out << seen.name << " in " << seen.place << (seen.isModule ? " module" : "") << (seen.isCall ? " call" : "");
}

std::vector<Seen> walk(SessionScript &script, ModuleNames style = ModuleNames::Path) {
  auto session = script.open();
  ModuleStack stack(session->names(), style);
  std::vector<Seen> seen;
  for (const record::Thread &thread : session->threads())
    ScopeWalk(*session, thread).run([&](const Scope &scope) {
      const ModuleFrame &frame = stack.enter(scope);
      seen.push_back({std::string(session->names().sites()[scope.site].fields.name), stack.text(frame.place),
                      frame.isModule, frame.isCall});
    });
  return seen;
}

TEST(ModuleStack, PutsScopesIntoTheInnermostModule) {
  SessionScript script;
  uint32_t main = script.function("main"), help = script.function("help");
  uint32_t forward = script.site(siteText("forward", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "Net", "Net"), one = script.path(net, "one", "Net");
  script.thread(1)
      .enter(main, 2000)
      .enter(forward, 2010)
      .enter(forward, 2020)
      .scope(help, 2030, 2040)
      .leave(2050, {one, 0, 0, false})
      .scope(help, 2060, 2070)
      .leave(2080, {net, 0, 0, false})
      .scope(help, 2090, 2095)
      .leave(2100);
  script.thread(2).scope(help, 2000, 2010);
  EXPECT_EQ(walk(script), (std::vector<Seen>{{"main", "", false, false},
                                             {"help", "", false, false},
                                             {"forward", "Net", true, true},
                                             {"help", "Net", false, false},
                                             {"forward", "Net.one", true, true},
                                             {"help", "Net.one", false, false},
                                             {"help", "", false, false}}));
}

// Also where another module lies between, as one that calls its owner back.
TEST(ModuleStack, CountsOneCallBelowAScopeOfTheSamePath) {
  SessionScript script;
  uint32_t forward = script.site(siteText("forward", "a.cpp", 1, "", "Net"));
  uint32_t net = script.path(0, "Net", "Net"), one = script.path(net, "one", "Net");
  Extras inNet{net, 0, 0, false};
  script.thread(1)
      .enter(forward, 2000)
      .scope(forward, 2010, 2020, inNet)
      .enter(forward, 2030)
      .scope(forward, 2040, 2050, inNet)
      .leave(2060, {one, 0, 0, false})
      .leave(2100, inNet)
      .scope(forward, 2200, 2300, inNet);
  EXPECT_EQ(walk(script), (std::vector<Seen>{{"forward", "Net", true, true},
                                             {"forward", "Net", true, true},
                                             {"forward", "Net.one", true, true},
                                             {"forward", "Net", true, false},
                                             {"forward", "Net", true, false}}));
}

// The form of PyTorch's own documentation of module hierarchies.
TEST(ModuleStack, WritesKinetosForm) {
  SessionScript script;
  auto module = [&](const char *name, const char *type) {
    return script.site(siteText(name, "a.cpp", 1, "t", type, std::string(type) + "::" + name));
  };
  uint32_t resnet = module("forward", "models::ResNetImpl"), block = module("forward", "models::BasicBlockImpl");
  uint32_t sequential = module("forward", "torch::nn::SequentialImpl"),
           conv = module("forward", "torch::nn::Conv2dImpl");
  uint32_t impl = script.site(siteText("impl", "a.cpp", 9, "", "", "models::ResNetImpl::_forward_impl"));
  uint32_t free = script.site(siteText("free", "a.cpp", 9, "", "", "models::relu"));
  uint32_t net = script.path(0, "ResNet", "ResNet"), layer1 = script.path(net, "layer1", "Sequential");
  uint32_t zero = script.path(layer1, "0", "BasicBlock"), conv1 = script.path(zero, "conv1", "Conv2d");
  script.thread(1)
      .enter(resnet, 2000)
      .enter(impl, 2000)
      .enter(impl, 2000)  // a recursion does not show
      .enter(sequential, 2000)
      .enter(free, 2000)
      .enter(block, 2000)
      .scope(conv, 2010, 2020, {conv1, 0, 0, false})
      .leave(2100, {zero, 0, 0, false})
      .leave(2200)
      .leave(2200, {layer1, 0, 0, false})
      .leave(2300)
      .leave(2300)
      .leave(2400, {net, 0, 0, false});
  std::vector<Seen> seen = walk(script, ModuleNames::Kineto);
  EXPECT_EQ(seen.back().place, "TOP(ResNet)::forward.SELF(ResNet)::_forward_impl.layer1(Sequential)::forward."
                               "0(BasicBlock)::forward.conv1(Conv2d)::forward");
  EXPECT_EQ(seen[1].place, "TOP(ResNet)::forward.SELF(ResNet)::_forward_impl");
  EXPECT_EQ(seen[2].place, seen[1].place);
  EXPECT_EQ(seen[4].place, seen[3].place);
}

TEST(ModuleStack, WritesContainersAndOtherRootsInKinetosForm) {
  SessionScript script;
  uint32_t forward = script.site(siteText("run", "a.cpp", 1, "", "Layer", "Layer::run"));
  uint32_t net = script.path(0, "Net", "Net"), list = script.path(net, "layers", "ModuleList");
  uint32_t zero = script.path(list, "0", "Layer");
  uint32_t other = script.path(0, "Other", "Other");
  Extras inZero{zero, 0, 0, false};
  script.thread(1).enter(forward, 2000).scope(forward, 2010, 2020, inZero).leave(2100, {net, 0, 0, false});
  script.thread(2).scope(forward, 2000, 2010, inZero);  // its parents ran before the window
  script.thread(3).enter(forward, 2000).scope(forward, 2010, 2020, inZero).leave(2100, {other, 0, 0, false});  // damage
  std::vector<std::string> places;
  for (const Seen &seen : walk(script, ModuleNames::Kineto))
    places.push_back(seen.place);
  EXPECT_EQ(places, (std::vector<std::string>{"TOP(Net)::run", "TOP(Net)::run.layers(ModuleList).0(Layer)::run",
                                              "TOP(Net).layers(ModuleList).0(Layer)::run", "TOP(Other)::run",
                                              "TOP(Net).layers(ModuleList).0(Layer)::run"}));
}

// As PyTorch names them; what reads the form splits it at blanks, colons and commas.
TEST(ModuleStack, WritesNoTemplateArgumentsOfMethodsInKinetosForm) {
  SessionScript script;
  uint32_t forward = script.site(siteText("forward", "a.cpp", 1, "t", "torch::nn::SequentialImpl",
                                          "torch::nn::SequentialImpl::forward<at::Tensor, at::Tensor &>"));
  uint32_t other = script.site(siteText("forward", "a.cpp", 1, "t", "torch::nn::SequentialImpl",
                                        "torch::nn::SequentialImpl::forward<at::Tensor>"));
  uint32_t help = script.site(siteText("help", "a.cpp", 2, "", "", "torch::nn::SequentialImpl::help<int, 3>"));
  uint32_t stem = script.path(0, "stem", "Sequential");
  Extras inStem{stem, 0, 0, false};
  script.thread(1).enter(forward, 2000).scope(help, 2010, 2020).leave(2100, inStem).scope(other, 2200, 2210, inStem);
  std::vector<std::string> places;
  for (const Seen &seen : walk(script, ModuleNames::Kineto))
    places.push_back(seen.place);
  EXPECT_EQ(places, (std::vector<std::string>{"TOP(Sequential)::forward", "TOP(Sequential)::forward",
                                              "TOP(Sequential)::forward.SELF(Sequential)::help"}));
}

}  // namespace
}  // namespace autoscope::model
