// The way from a module to what its class holds, on descriptions written by hand: each kind of holder, the order of the
// search, identity by base classes and virtual tables, pointers that dangle, and what a way is worth after a change.
#include "sources/modules/ClassWalk.h"

#include "Descriptions.h"
#include "sources/modules/RememberedElements.h"

#include <array>
#include <gtest/gtest.h>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace autoscope::modules {
namespace {

using namespace test;

struct Leaf {
  long value = 0;
};
const Description leaf = object<Leaf>("Leaf", __autoscope_class_module);

// All names of the way, joined by dots; "-" if there is none.
std::string nameOf(const void *parent, const Description &type, const void *child, const Description &childType,
                   Way *found = nullptr) {
  ClassWalk walk(seen(parent, type));
  Way way;
  if (!walk.find(seen(child, childType), Way(), way))
    return "-";
  EXPECT_TRUE(walk.leadsTo(way));
  if (found)
    *found = way;
  std::string name;
  for (const Component &component : walk.describe(way))
    name += (name.empty() ? "" : ".") + component.name;
  return name;
}

TEST(ClassWalk, FindsEachKindOfHolder) {
  struct Net {
    long first;
    Leaf member;
    std::unique_ptr<Leaf> owned = std::make_unique<Leaf>();
    std::shared_ptr<Leaf> shared = std::make_shared<Leaf>();
    Leaf *raw = new Leaf;
    Leaf array[2][2];
    std::array<Leaf, 3> fixed;
    std::vector<std::unique_ptr<Leaf>> vector;
    std::list<Leaf> list = std::list<Leaf>(3);
    std::map<std::string, std::unique_ptr<Leaf>> texts;
    std::map<int, Leaf> numbers;
    std::optional<Leaf> optional;
  } net;
  const Description owner = pointer(__autoscope_class_owner, leaf), raw = pointer(__autoscope_class_pointer, leaf);
  const Description row = array(leaf, 2), rows = array(row, 2), fixed = array(leaf, 3), vector = vectorOf(owner);
  const Description list = walked(__autoscope_class_sequence, leaf, __autoscope_walk_elements<decltype(net.list)>);
  const Description texts = walked(__autoscope_class_texts, owner, __autoscope_walk_texts<decltype(net.texts)>);
  const Description numbers = walked(__autoscope_class_numbers, leaf, __autoscope_walk_numbers<decltype(net.numbers)>);
  const Description optional =
      walked(__autoscope_class_optional, leaf, __autoscope_walk_optional<decltype(net.optional)>);
  const Description type = object<Net>("Net", __autoscope_class_module,
                                       {FIELD(Net, member, leaf), FIELD(Net, owned, owner), FIELD(Net, shared, owner),
                                        FIELD(Net, raw, raw), FIELD(Net, array, rows), FIELD(Net, fixed, fixed),
                                        FIELD(Net, vector, vector), FIELD(Net, list, list), FIELD(Net, texts, texts),
                                        FIELD(Net, numbers, numbers), FIELD(Net, optional, optional)});
  for (int i = 0; i < 3; ++i)
    net.vector.push_back(std::make_unique<Leaf>());
  net.texts["enc"] = std::make_unique<Leaf>();
  net.texts["a \"b\""] = std::make_unique<Leaf>();
  net.numbers[7];
  net.numbers[-1];

  EXPECT_EQ(nameOf(&net, type, &net.member, leaf), "member");
  EXPECT_EQ(nameOf(&net, type, net.owned.get(), leaf), "owned");
  EXPECT_EQ(nameOf(&net, type, net.shared.get(), leaf), "shared");
  EXPECT_EQ(nameOf(&net, type, net.raw, leaf), "raw");
  EXPECT_EQ(nameOf(&net, type, &net.array[1][0], leaf), "array[1][0]");
  EXPECT_EQ(nameOf(&net, type, &net.fixed[2], leaf), "fixed[2]");
  EXPECT_EQ(nameOf(&net, type, net.vector[1].get(), leaf), "vector[1]");
  EXPECT_EQ(nameOf(&net, type, &net.list.back(), leaf), "list[2]");
  EXPECT_EQ(nameOf(&net, type, net.texts["enc"].get(), leaf), "texts[\"enc\"]");
  EXPECT_EQ(nameOf(&net, type, net.texts["a \"b\""].get(), leaf), "texts[\"a \\\"b\\\"\"]");
  EXPECT_EQ(nameOf(&net, type, &net.numbers[7], leaf), "numbers[7]");
  EXPECT_EQ(nameOf(&net, type, &net.numbers[-1], leaf), "numbers[-1]");
  EXPECT_EQ(nameOf(&net, type, &*(net.optional = Leaf()), leaf), "optional");
  Leaf other;
  EXPECT_EQ(nameOf(&net, type, &other, leaf), "-");
  net.optional.reset();
  EXPECT_EQ(nameOf(&net, type, &other, leaf), "-");
  delete net.raw;
}

TEST(ClassWalk, GoesThroughBasesPlainMembersAndUnnamedOnes) {
  struct Base {
    Leaf inherited;
  };
  struct Inner {
    long padding;
    Leaf deep;
  };
  struct Net : Base {
    Inner inner, unnamed;
  } net;
  const Description base = object<Base>("Base", 0, {FIELD(Base, inherited, leaf)});
  const Description inner = object<Inner>("Inner", 0, {FIELD(Inner, deep, leaf)});
  const Description type = object<Net>(
      "Net", __autoscope_class_module,
      {baseAt(0, base), FIELD(Net, inner, inner), {nullptr, inner.get(), long(offsetof(Net, unnamed)), 0, 0}});
  EXPECT_EQ(nameOf(&net, type, &net.inherited, leaf), "inherited");
  EXPECT_EQ(nameOf(&net, type, &net.inner.deep, leaf), "inner.deep");
  EXPECT_EQ(nameOf(&net, type, &net.unnamed.deep, leaf), "deep");
}

TEST(ClassWalk, TellsAnObjectFromItsFirstMember) {
  struct Block {
    Leaf leaf;
  };
  struct Net {
    Block block;
  } net;
  const Description block = object<Block>("Block", __autoscope_class_module, {FIELD(Block, leaf, leaf)});
  const Description type = object<Net>("Net", __autoscope_class_module, {FIELD(Net, block, block)});
  EXPECT_EQ(nameOf(&net, type, &net.block, block), "block");
  EXPECT_EQ(nameOf(&net, type, &net.block.leaf, leaf), "block.leaf");
  EXPECT_FALSE(isSameObject(seen(&net, type), seen(&net.block, block)));
}

TEST(ClassWalk, TakesTheNearestWayThenOwnersThenDeclarationOrder) {
  struct Block {
    std::shared_ptr<Leaf> inside;
  };
  struct Net {
    Leaf *current;
    Block block;
    std::shared_ptr<Leaf> first, second;
  } net;
  const Description owner = pointer(__autoscope_class_owner, leaf), raw = pointer(__autoscope_class_pointer, leaf);
  const Description block = object<Block>("Block", __autoscope_class_module, {FIELD(Block, inside, owner)});
  const Description type = object<Net>(
      "Net", __autoscope_class_module,
      {FIELD(Net, current, raw), FIELD(Net, block, block), FIELD(Net, first, owner), FIELD(Net, second, owner)});
  net.first = net.second = net.block.inside = std::make_shared<Leaf>();
  net.current = net.first.get();
  EXPECT_EQ(nameOf(&net, type, net.current, leaf), "first");
  net.first.reset();
  EXPECT_EQ(nameOf(&net, type, net.current, leaf), "second");
  net.second.reset();
  EXPECT_EQ(nameOf(&net, type, net.current, leaf), "current");
  net.current = nullptr;
  EXPECT_EQ(nameOf(&net, type, net.block.inside.get(), leaf), "block.inside");
}

TEST(ClassWalk, StopsInCirclesAndAtAnUnboundedDepth) {
  struct Node {
    std::shared_ptr<Node> next;
    Leaf leaf;
  };
  Description node = object<Node>("Node", __autoscope_class_module);
  const Description owner = pointer(__autoscope_class_owner, node);
  node.members = {FIELD(Node, next, owner), FIELD(Node, leaf, leaf)};
  node.update();
  std::vector<std::shared_ptr<Node>> chain;
  for (int i = 0; i < 20; ++i)
    chain.push_back(std::make_shared<Node>());
  for (int i = 0; i + 1 < 20; ++i)
    chain[i]->next = chain[i + 1];
  EXPECT_EQ(nameOf(chain[0].get(), node, &chain[2]->leaf, leaf), "next.next.leaf");
  EXPECT_EQ(nameOf(chain[0].get(), node, &chain[19]->leaf, leaf), "-");
  chain[2]->next = chain[0];
  Leaf other;
  EXPECT_EQ(nameOf(chain[0].get(), node, &other, leaf), "-");
  EXPECT_EQ(nameOf(chain[1].get(), node, chain[0].get(), node), "next.next");
  chain[2]->next.reset();
}

// Of memory that is gone: reading it would end the program.
TEST(ClassWalk, NeverFollowsAPointerThatOwnsNothing) {
  struct Layer {
    virtual ~Layer() = default;
    Leaf inside;
  };
  struct Wide : Layer {};
  struct Net {
    Layer *gone;
    Layer *alive;
  } net;
  const Description layer =
      object<Layer>("Layer", __autoscope_class_module | __autoscope_class_dynamic, {FIELD(Layer, inside, leaf)});
  const Description wide =
      object<Wide>("Wide", __autoscope_class_module | __autoscope_class_dynamic, {baseAt(0, layer)});
  const Description raw = pointer(__autoscope_class_pointer, layer);
  const Description type =
      object<Net>("Net", __autoscope_class_module, {FIELD(Net, gone, raw), FIELD(Net, alive, raw)});
  GuardedPage page;
  net.gone = page.as<Layer>();
  Wide child;
  net.alive = &child;
  EXPECT_EQ(nameOf(&net, type, &child, wide), "alive");
  EXPECT_EQ(nameOf(&net, type, &child.inside, leaf), "-");  // known by no way that may be followed
}

struct Shape {
  virtual ~Shape() = default;
  long first = 0;
};
struct Runs {
  virtual ~Runs() = default;
  long second = 0;
};
struct Common {
  virtual ~Common() = default;
  Leaf common;
};
struct Both : Shape, Runs {};
struct Diamond : virtual Common, Runs {
  Leaf own;
};
constexpr unsigned dynamicModule = __autoscope_class_module | __autoscope_class_dynamic;

TEST(ClassWalk, KnowsAnObjectByAnyOfItsAddresses) {
  struct Net {
    std::unique_ptr<Shape> shape = std::make_unique<Both>();
    std::unique_ptr<Runs> runs = std::make_unique<Both>();
    Both *raw = new Both;
  } net;
  const Description shape = object<Shape>("Shape", __autoscope_class_dynamic);
  const Description runs = object<Runs>("Runs", dynamicModule);
  const Description both = object<Both>("Both", dynamicModule, {baseAt(0, shape), baseAt(16, runs)});
  const Description toShape = pointer(__autoscope_class_owner, shape), toRuns = pointer(__autoscope_class_owner, runs);
  const Description toBoth = pointer(__autoscope_class_pointer, both);
  const Description type = object<Net>("Net", __autoscope_class_module,
                                       {FIELD(Net, shape, toShape), FIELD(Net, runs, toRuns), FIELD(Net, raw, toBoth)});
  // A method of Both, and one that Both inherits from Runs: `this` is another address, and another class.
  EXPECT_EQ(nameOf(&net, type, static_cast<Both *>(net.shape.get()), both), "shape");
  EXPECT_EQ(nameOf(&net, type, static_cast<Runs *>(static_cast<Both *>(net.shape.get())), runs), "shape");
  EXPECT_EQ(nameOf(&net, type, static_cast<Both *>(net.runs.get()), both), "runs");
  EXPECT_EQ(nameOf(&net, type, net.runs.get(), runs), "runs");
  EXPECT_EQ(nameOf(&net, type, static_cast<Runs *>(net.raw), runs), "raw");
  EXPECT_TRUE(isSameObject(seen(net.raw, both), seen(static_cast<Runs *>(net.raw), runs)));
  EXPECT_TRUE(isSameObject(seen(static_cast<Shape *>(net.raw), shape), seen(static_cast<Runs *>(net.raw), runs)));
  EXPECT_FALSE(isSameObject(seen(net.raw, both), seen(net.runs.get(), runs)));
  delete net.raw;
}

TEST(ClassWalk, FindsVirtualBasesByTheVirtualTable) {
  Diamond net;
  const Description common = object<Common>("Common", __autoscope_class_dynamic, {FIELD(Common, common, leaf)});
  const Description runs = object<Runs>("Runs", dynamicModule);
  // The offset to the first virtual base lies three words before the address point.
  const Description diamond = object<Diamond>(
      "Diamond", dynamicModule,
      {{nullptr, common.get(), -24, __autoscope_member_virtual_base, 0}, baseAt(0, runs), FIELD(Diamond, own, leaf)});
  EXPECT_EQ(nameOf(&net, diamond, &net.common, leaf), "common");
  EXPECT_EQ(nameOf(&net, diamond, &net.own, leaf), "own");
  EXPECT_TRUE(isSameObject(seen(&net, diamond), seen(static_cast<Common *>(&net), common)));
}

TEST(ClassWalk, KnowsWhatIsNotDynamicByItsBases) {
  struct Base {
    long value;
  };
  struct Other {
    long value;
  };
  struct Derived : Other, Base {};
  struct Net {
    Derived derived;
    std::unique_ptr<Derived> owned = std::make_unique<Derived>();
    Base *base;
  } net;
  const Description base = object<Base>("Base", __autoscope_class_module);
  const Description derived = object<Derived>("Derived", __autoscope_class_module, {baseAt(8, base)});
  const Description owner = pointer(__autoscope_class_owner, derived), raw = pointer(__autoscope_class_pointer, base);
  const Description type = object<Net>("Net", __autoscope_class_module,
                                       {FIELD(Net, derived, derived), FIELD(Net, owned, owner), FIELD(Net, base, raw)});
  Derived elsewhere;
  net.base = &elsewhere;
  EXPECT_EQ(nameOf(&net, type, static_cast<Base *>(&net.derived), base), "derived");
  EXPECT_EQ(nameOf(&net, type, static_cast<Base *>(net.owned.get()), base), "owned");
  EXPECT_EQ(nameOf(&net, type, &elsewhere, derived), "base");
  EXPECT_TRUE(isSameObject(seen(&elsewhere, derived), seen(net.base, base)));
}

TEST(ClassWalk, AWayIsWorthNothingOnceItLeadsElsewhere) {
  struct Net {
    std::vector<std::unique_ptr<Leaf>> layers;
    std::map<std::string, Leaf> blocks;
    std::unique_ptr<Leaf> head = std::make_unique<Leaf>();
  } net;
  const Description owner = pointer(__autoscope_class_owner, leaf), layers = vectorOf(owner);
  const Description blocks = walked(__autoscope_class_texts, leaf, __autoscope_walk_texts<decltype(net.blocks)>);
  const Description type =
      object<Net>("Net", __autoscope_class_module,
                  {FIELD(Net, layers, layers), FIELD(Net, blocks, blocks), FIELD(Net, head, owner)});
  for (int i = 0; i < 3; ++i)
    net.layers.push_back(std::make_unique<Leaf>());
  net.blocks["b"];
  ClassWalk walk(seen(&net, type));
  Way toLast, toBlock, toHead;
  Leaf *last = net.layers[2].get();
  EXPECT_EQ(nameOf(&net, type, last, leaf, &toLast), "layers[2]");
  EXPECT_EQ(nameOf(&net, type, &net.blocks["b"], leaf, &toBlock), "blocks[\"b\"]");
  EXPECT_EQ(nameOf(&net, type, net.head.get(), leaf, &toHead), "head");
  net.layers.reserve(100);  // the elements moved, what they own did not
  EXPECT_TRUE(walk.leadsTo(toLast));
  net.layers.erase(net.layers.begin());
  EXPECT_FALSE(walk.leadsTo(toLast));
  EXPECT_EQ(nameOf(&net, type, last, leaf), "layers[1]");
  net.layers.clear();
  EXPECT_FALSE(walk.leadsTo(toLast));
  net.blocks["a"];
  EXPECT_FALSE(walk.leadsTo(toBlock));
  EXPECT_EQ(nameOf(&net, type, &net.blocks["b"], leaf), "blocks[\"b\"]");
  net.head = std::make_unique<Leaf>();
  EXPECT_FALSE(walk.leadsTo(toHead));
  net.head.reset();
  EXPECT_FALSE(walk.leadsTo(toHead));
}

TEST(ClassWalk, TriesTheNeighboursOfTheLastWayFirst) {
  struct Net {
    std::vector<std::unique_ptr<Leaf>> layers;
  } net;
  const Description owner = pointer(__autoscope_class_owner, leaf), layers = vectorOf(owner);
  const Description type = object<Net>("Net", __autoscope_class_module, {FIELD(Net, layers, layers)});
  for (int i = 0; i < 1000; ++i)
    net.layers.push_back(std::make_unique<Leaf>());
  ClassWalk walk(seen(&net, type));
  Way way;
  uint32_t steps = 0;
  auto visit = [&](int i) {
    Way hint = way;
    ASSERT_TRUE(walk.find(seen(net.layers[size_t(i)].get(), leaf), hint, way));
    steps += walk.steps();
    EXPECT_EQ(walk.describe(way).back().name, "layers[" + std::to_string(i) + "]");
  };
  for (int i = 0; i < 1000; ++i)
    visit(i);
  for (int i = 999; i >= 0; --i)
    visit(i);
  EXPECT_LT(steps, 5000u);
}

// A list has no n-th element, so its elements are read once in a call.
TEST(ClassWalk, ReadsAListOnceInACall) {
  static int visits;
  struct Net {
    std::list<std::unique_ptr<Leaf>> layers;
    std::map<std::string, std::unique_ptr<Leaf>> blocks;
  } net;
  const Description owner = pointer(__autoscope_class_owner, leaf);
  const Description layers =
      walked(__autoscope_class_sequence, owner, [](const void *container, __autoscope_visit visit, void *context) {
        ++visits;
        __autoscope_walk_elements<decltype(net.layers)>(container, visit, context);
      });
  const Description blocks = walked(__autoscope_class_texts, owner, __autoscope_walk_texts<decltype(net.blocks)>);
  const Description type =
      object<Net>("Net", __autoscope_class_module, {FIELD(Net, layers, layers), FIELD(Net, blocks, blocks)});
  RememberedElements remembered;
  ClassWalk walk(seen(&net, type), &remembered);
  std::vector<Way> ways;
  for (int i = 0; i < 100; ++i) {
    net.layers.push_back(std::make_unique<Leaf>());
    net.blocks["block" + std::to_string(100 + i)] = std::make_unique<Leaf>();
  }
  for (const auto &layer : net.layers) {
    ways.emplace_back();
    ASSERT_TRUE(walk.find(seen(layer.get(), leaf), Way(), ways.back()));
  }
  visits = 0;
  remembered.believeSince(2, 2);
  for (const Way &way : ways)
    EXPECT_TRUE(walk.leadsTo(way));
  EXPECT_LT(visits, 20);

  // Removed, and shifted: the next call sees it.
  net.layers.erase(std::next(net.layers.begin(), 50));
  remembered.believeSince(3, 3);
  EXPECT_TRUE(walk.leadsTo(ways[49]));
  EXPECT_FALSE(walk.leadsTo(ways[50]));
  EXPECT_FALSE(walk.leadsTo(ways[99]));

  // The same element under another key, which sorts to the same place.
  Way way;
  ASSERT_TRUE(walk.find(seen(net.blocks["block150"].get(), leaf), Way(), way));
  EXPECT_EQ(walk.describe(way).back().name, "blocks[\"block150\"]");
  auto node = net.blocks.extract("block150");
  node.key() = "block150b";
  net.blocks.insert(std::move(node));
  EXPECT_TRUE(walk.leadsTo(way));  // within a call names stand
  remembered.believeSince(4, 4);
  EXPECT_FALSE(walk.leadsTo(way));
}

TEST(ClassWalk, GivesUpAfterTooManySteps) {
  struct Net {
    std::vector<Leaf> many = std::vector<Leaf>(2 * mostSteps);
    Leaf last;
  } net;
  const Description many = vectorOf(leaf);
  const Description type =
      object<Net>("Net", __autoscope_class_module, {FIELD(Net, many, many), FIELD(Net, last, leaf)});
  EXPECT_EQ(nameOf(&net, type, &net.last, leaf), "-");
}

TEST(ClassWalk, NonsenseInAVectorIsNoElement) {
  struct Net {
    uintptr_t begin, end, capacity;
  } net = {8, 4, 0};
  Description many = vectorOf(leaf);
  const Description type = object<Net>("Net", __autoscope_class_module, {{"many", many.get(), 0, 0, 0}});
  Leaf other;
  EXPECT_EQ(nameOf(&net, type, &other, leaf), "-");
  net = {16, 16 + sizeof(Leaf) + 1, 0};
  EXPECT_EQ(nameOf(&net, type, &other, leaf), "-");
}

TEST(ClassWalk, ASiteWithoutADescriptionHasNone) {
  __autoscope_site site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, "", leaf.get(), nullptr};
  EXPECT_EQ(describedClass(site), leaf.get());
  site.__size = offsetof(__autoscope_site, __class);  // compiled before there was one
  EXPECT_EQ(describedClass(site), nullptr);
  site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, "", nullptr, nullptr};
  EXPECT_EQ(describedClass(site), nullptr);
}

}  // namespace
}  // namespace autoscope::modules
