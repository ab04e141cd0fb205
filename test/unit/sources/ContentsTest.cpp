// The way from a module to what its class holds, on descriptions written by hand: each kind of holder, the order of the
// search, identity by base classes and virtual tables, pointers that dangle, and what a way is worth after a change.
#include "sources/modules/Contents.h"

#include "Descriptions.h"

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

std::string joined(const std::vector<Component> &components) {
  std::string name;
  for (const Component &component : components)
    name += (name.empty() ? "" : ".") + component.name;
  return name;
}

// All names of the way, joined by dots; "-" if there is none.
std::string nameOf(const void *parent, const Description &type, const void *child, const Description &childType,
                   Way *found = nullptr) {
  HeldTypes types;
  Contents own, held;
  Seen module = seen(parent, type);
  own.read(module, Contents::Part::Own, {}, types);
  held.read(module, Contents::Part::Held, {}, types);
  ObjectIdentity identity(seen(child, childType));
  uint32_t inOwn = own.find(identity), inHeld = held.find(identity);
  if (inOwn == Contents::none && inHeld == Contents::none)
    return "-";
  if (inHeld != Contents::none) {
    EXPECT_TRUE(types.mayHold(*type.get(), Region::Own));
    if (inOwn == Contents::none || held.at(inHeld).rank < own.at(inOwn).rank)
      return joined(held.describe(inHeld));
  }
  Way way = own.wayTo(inOwn);
  EXPECT_TRUE(leadsTo(module, way, Asking::Program));
  if (found)
    *found = way;
  return joined(own.describe(inOwn));
}

TEST(Contents, FindsEachKindOfHolder) {
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

TEST(Contents, GoesThroughBasesPlainMembersAndUnnamedOnes) {
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

TEST(Contents, TellsAnObjectFromItsFirstMember) {
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

TEST(Contents, TakesTheNearestWayThenOwnersThenDeclarationOrder) {
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

TEST(Contents, StopsInCirclesAndAtAnUnboundedDepth) {
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
TEST(Contents, NeverFollowsAPointerThatOwnsNothing) {
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

TEST(Contents, KnowsAnObjectByAnyOfItsAddresses) {
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

TEST(Contents, FindsVirtualBasesByTheVirtualTable) {
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

TEST(Contents, KnowsWhatIsNotDynamicByItsBases) {
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

TEST(Contents, AWayIsWorthNothingOnceItLeadsElsewhere) {
  struct Net {
    std::vector<std::unique_ptr<Leaf>> layers;
    std::unique_ptr<Leaf> head = std::make_unique<Leaf>();
    std::optional<Leaf> maybe = Leaf();
  } net;
  const Description owner = pointer(__autoscope_class_owner, leaf), layers = vectorOf(owner);
  const Description maybe = walked(__autoscope_class_optional, leaf, __autoscope_walk_optional<decltype(net.maybe)>);
  const Description type = object<Net>("Net", __autoscope_class_module,
                                       {FIELD(Net, layers, layers), FIELD(Net, head, owner), FIELD(Net, maybe, maybe)});
  for (int i = 0; i < 3; ++i)
    net.layers.push_back(std::make_unique<Leaf>());
  auto isRight = [&](const Way &way) { return leadsTo(seen(&net, type), way, Asking::Program); };
  Way toLast, toHead, toMaybe;
  Leaf *last = net.layers[2].get();
  EXPECT_EQ(nameOf(&net, type, last, leaf, &toLast), "layers[2]");
  EXPECT_EQ(nameOf(&net, type, net.head.get(), leaf, &toHead), "head");
  EXPECT_EQ(nameOf(&net, type, &*net.maybe, leaf, &toMaybe), "maybe");
  EXPECT_FALSE(leadsTo(seen(&net, type), toMaybe, Asking::Nobody));
  net.layers.reserve(100);  // the elements moved, what they own did not
  EXPECT_TRUE(isRight(toLast));
  net.layers.erase(net.layers.begin());
  EXPECT_FALSE(isRight(toLast));
  EXPECT_EQ(nameOf(&net, type, last, leaf), "layers[1]");
  net.layers.clear();
  EXPECT_FALSE(isRight(toLast));
  net.head = std::make_unique<Leaf>();
  EXPECT_FALSE(isRight(toHead));
  net.head.reset();
  EXPECT_FALSE(isRight(toHead));
  net.maybe.reset();
  EXPECT_FALSE(isRight(toMaybe));
}

// During clear() of a vector of owners: what they point to is gone.
TEST(Contents, ReadsOwnFieldsWithoutFollowingWhatAContainerHolds) {
  struct Block {
    virtual ~Block() = default;
    Leaf leaf;
    std::vector<Leaf> leaves;
  };
  struct Net {
    std::vector<Block *> blocks;
    std::vector<std::vector<Leaf>> nested;
    Leaf tail;
  } net;
  const Description leaves = vectorOf(leaf);
  const Description block = object<Block>("Block", __autoscope_class_module | __autoscope_class_dynamic,
                                          {FIELD(Block, leaf, leaf), FIELD(Block, leaves, leaves)});
  const Description owner = pointer(__autoscope_class_owner, block), blocks = vectorOf(owner);
  const Description inner = vectorOf(leaf), nested = vectorOf(inner);
  const Description type =
      object<Net>("Net", __autoscope_class_module,
                  {FIELD(Net, blocks, blocks), FIELD(Net, nested, nested), FIELD(Net, tail, leaf)});
  GuardedPage page;
  net.blocks = {page.as<Block>()};
  HeldTypes types;
  EXPECT_TRUE(types.mayHold(*blocks.get(), Region::Own));
  EXPECT_TRUE(types.mayHold(*nested.get(), Region::Own));
  EXPECT_FALSE(types.mayHold(*leaves.get(), Region::Own));
  Contents own;
  own.read(seen(&net, type), Contents::Part::Own, {}, types);
  EXPECT_NE(own.find(ObjectIdentity(seen(&net.tail, leaf))), Contents::none);
  Block live;
  EXPECT_EQ(own.find(ObjectIdentity(seen(&live, block))), Contents::none);
}

// Its value may be half destroyed while it still says that there is one.
TEST(Contents, FollowsNothingInAnOptional) {
  struct Block {
    Leaf leaf;
    std::vector<Leaf> leaves = std::vector<Leaf>(2);
  };
  struct Net {
    std::optional<Block> block = Block();
  } net;
  const Description leaves = vectorOf(leaf);
  const Description block = object<Block>("Block", 0, {FIELD(Block, leaf, leaf), FIELD(Block, leaves, leaves)});
  const Description maybe = walked(__autoscope_class_optional, block, __autoscope_walk_optional<decltype(net.block)>);
  const Description type = object<Net>("Net", __autoscope_class_module, {FIELD(Net, block, maybe)});
  HeldTypes types;
  Contents own;
  own.read(seen(&net, type), Contents::Part::Own, {}, types);
  EXPECT_NE(own.find(ObjectIdentity(seen(&net.block->leaf, leaf))), Contents::none);
  EXPECT_EQ(own.find(ObjectIdentity(seen(&net.block->leaves[1], leaf))), Contents::none);
  EXPECT_EQ(nameOf(&net, type, &net.block->leaves[1], leaf), "block.leaves[1]");
}

// Whoever was found before: the first in the order of declaration.
TEST(Contents, FindsAThousandElementsEachAtItsFirstPlace) {
  struct Net {
    std::vector<std::shared_ptr<Leaf>> layers;
    std::shared_ptr<Leaf> first;
  } net;
  const Description wide = holder(__autoscope_class_owner, leaf, sizeof(std::shared_ptr<Leaf>)),
                    layers = vectorOf(wide);
  const Description type =
      object<Net>("Net", __autoscope_class_module, {FIELD(Net, layers, layers), FIELD(Net, first, wide)});
  for (int i = 0; i < 1000; ++i)
    net.layers.push_back(std::make_shared<Leaf>());
  net.layers.push_back(net.layers[7]);
  net.first = net.layers[9];
  HeldTypes types;
  Contents own;
  own.read(seen(&net, type), Contents::Part::Own, {}, types);
  for (size_t i = 0; i < net.layers.size(); ++i) {
    uint32_t node = own.find(ObjectIdentity(seen(net.layers[i].get(), leaf)));
    ASSERT_NE(node, Contents::none);
    std::string expected = i == 9 ? "first" : "layers[" + std::to_string(i == 1000 ? 7 : i) + "]";
    EXPECT_EQ(joined(own.describe(node)), expected);
  }
}

TEST(Contents, ReadsOnlyTheMembersThatAreWanted) {
  struct Net {
    std::list<Leaf> first = std::list<Leaf>(2), second = std::list<Leaf>(2);
  } net;
  const Description list = walked(__autoscope_class_sequence, leaf, __autoscope_walk_elements<std::list<Leaf>>);
  const Description type =
      object<Net>("Net", __autoscope_class_module, {FIELD(Net, first, list), FIELD(Net, second, list)});
  HeldTypes types;
  Contents held;
  held.read(seen(&net, type), Contents::Part::Held, {}, types);
  uint32_t node = held.find(ObjectIdentity(seen(&net.second.back(), leaf)));
  ASSERT_NE(node, Contents::none);
  EXPECT_EQ(held.firstChoice(node), 1u);
  uint64_t mark = held.at(node).mark;
  held.read(seen(&net, type), Contents::Part::Held, {2, 0}, types);
  EXPECT_EQ(held.steps(), 3u);
  node = held.find(ObjectIdentity(seen(&net.second.back(), leaf)));
  ASSERT_NE(node, Contents::none);
  EXPECT_EQ(held.at(node).mark, mark);
  EXPECT_EQ(held.find(ObjectIdentity(seen(&net.first.back(), leaf))), Contents::none);
}

TEST(Contents, KeysMakeTheMark) {
  std::map<std::string, Leaf> blocks;
  const Description texts = walked(__autoscope_class_texts, leaf, __autoscope_walk_texts<decltype(blocks)>);
  const Description type =
      object<decltype(blocks)>("Net", __autoscope_class_module, {{"blocks", texts.get(), 0, 0, 0}});
  HeldTypes types;
  Contents held;
  auto read = [&](const std::string &key) {
    held.read(seen(&blocks, type), Contents::Part::Held, {}, types);
    uint32_t node = held.find(ObjectIdentity(seen(&blocks[key], leaf)));
    EXPECT_NE(node, Contents::none);
    return std::pair(held.at(node).mark, joined(held.describe(node)));
  };
  std::string end = std::string(longestKey, 'z');
  blocks["b"], blocks[end], blocks[end + "1"], blocks[end + "2"];
  EXPECT_EQ(read("b").second, "blocks[\"b\"]");
  EXPECT_EQ(read(end).second, "blocks[\"" + end + "\"]");
  // Keys that begin alike are two.
  auto one = read(end + "1"), two = read(end + "2");
  EXPECT_EQ(one.second.substr(0, 8 + longestKey + 5),
            "blocks[\"" + end + "...#" + one.second.substr(8 + longestKey + 4, 1));
  EXPECT_NE(one.second, two.second);
  // The same element under another key, which sorts to the same place.
  uint64_t before = read("b").first;
  auto node = blocks.extract("b");
  node.key() = "c";
  blocks.insert(std::move(node));
  EXPECT_NE(read("c").first, before);
}

TEST(Contents, ALongContainerHidesNothing) {
  struct Net {
    std::vector<Leaf> many = std::vector<Leaf>(2 * mostSteps);
    Leaf last;
    std::list<Leaf> list = std::list<Leaf>(1);
  } net;
  const Description many = vectorOf(leaf);
  const Description list = walked(__autoscope_class_sequence, leaf, __autoscope_walk_elements<decltype(net.list)>);
  const Description type = object<Net>("Net", __autoscope_class_module,
                                       {FIELD(Net, many, many), FIELD(Net, last, leaf), FIELD(Net, list, list)});
  EXPECT_EQ(nameOf(&net, type, &net.last, leaf), "last");
  EXPECT_EQ(nameOf(&net, type, &net.list.back(), leaf), "list[0]");
  EXPECT_EQ(nameOf(&net, type, &net.many[99000], leaf), "many[99000]");
  EXPECT_EQ(nameOf(&net, type, &net.many.back(), leaf), "-");  // it gives up
}

// A struct with members of a struct without a name is one place.
TEST(Contents, NamesThePlaceByTheNamedClass) {
  struct Inner {
    Leaf deep;
    Leaf unnamed;  // as if of an unnamed struct
  };
  struct Net {
    Inner inner;
  } net;
  const Description nameless = object<Leaf>("(unnamed)", 0, {{"unnamed", leaf.get(), 0, 0, 0}});
  const Description inner = object<Inner>(
      "Inner", 0, {FIELD(Inner, deep, leaf), {nullptr, nameless.get(), long(offsetof(Inner, unnamed)), 0, 0}});
  const Description type = object<Net>("Net", __autoscope_class_module, {FIELD(Net, inner, inner)});
  HeldTypes types;
  Contents own;
  own.read(seen(&net, type), Contents::Part::Own, {}, types);
  for (const Leaf *child : {&net.inner.deep, &net.inner.unnamed}) {
    uint32_t node = own.find(ObjectIdentity(seen(child, leaf)));
    ASSERT_NE(node, Contents::none);
    std::vector<Component> names = own.describe(node);
    ASSERT_EQ(names.size(), 2u);
    EXPECT_STREQ(names[0].type, "Inner");
  }
}

TEST(Contents, NonsenseInAVectorIsNoElement) {
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

TEST(Contents, ASiteWithoutADescriptionHasNone) {
  __autoscope_site site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, "", leaf.get(), nullptr};
  EXPECT_EQ(describedClass(site), leaf.get());
  site.__size = offsetof(__autoscope_site, __class);  // compiled before there was one
  EXPECT_EQ(describedClass(site), nullptr);
  site = {sizeof(__autoscope_site), 0, __autoscope_kind_module, 0, "", nullptr, nullptr};
  EXPECT_EQ(describedClass(site), nullptr);
}

}  // namespace
}  // namespace autoscope::modules
