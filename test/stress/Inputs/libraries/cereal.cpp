// Library: cereal
// Package: libcereal-dev
// Needs: cereal/cereal.hpp
// Until: 16
// Flags: -std=c++17
#include <cereal/archives/binary.hpp>
#include <cereal/archives/json.hpp>
#include <cereal/archives/portable_binary.hpp>
#include <cereal/archives/xml.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/polymorphic.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/tuple.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>

#include <iostream>
#include <sstream>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  int id = 0;
  template <class A> void serialize(A &archive) { archive(CEREAL_NVP(id)); }
};
struct Square : Shape {
  double side = 0;
  double area() const override { return side * side; }
  template <class A> void serialize(A &archive, const unsigned version) {
    archive(cereal::base_class<Shape>(this), CEREAL_NVP(side));
    (void)version;
  }
};
CEREAL_CLASS_VERSION(Square, 2)
CEREAL_REGISTER_TYPE(Square)

struct All {
  std::map<std::string, std::vector<int>> map;
  std::shared_ptr<Shape> first, second;
  std::tuple<int, char, double> tuple;
  std::optional<std::string> maybe;
  std::variant<int, std::string> variant;
  template <class A> void serialize(A &archive) {
    archive(CEREAL_NVP(map), CEREAL_NVP(first), CEREAL_NVP(second), CEREAL_NVP(tuple), CEREAL_NVP(maybe),
            CEREAL_NVP(variant));
  }
};

template <class Out, class In> void there(const All &all, bool show) {
  std::stringstream stream;
  {
    Out archive(stream);
    archive(all);
  }
  if (show)
    std::cout << stream.str() << "\n";
  All back;
  In archive(stream);
  archive(back);
  std::cout << back.map["a"].size() << back.first->area() << (back.first == back.second) << *back.maybe
            << std::get<2>(back.tuple) << std::get<1>(back.variant) << "\n";
}

int main() {
  All all;
  all.map["a"] = {1, 2, 3};
  auto square = std::make_shared<Square>();
  square->side = 1.5;
  all.first = all.second = square;
  all.tuple = {1, 'c', 2.5};
  all.maybe = "maybe";
  all.variant = "v";
  there<cereal::JSONOutputArchive, cereal::JSONInputArchive>(all, true);
  there<cereal::XMLOutputArchive, cereal::XMLInputArchive>(all, true);
  there<cereal::BinaryOutputArchive, cereal::BinaryInputArchive>(all, false);
  there<cereal::PortableBinaryOutputArchive, cereal::PortableBinaryInputArchive>(all, false);
  try {
    std::istringstream broken("{\"value0\": {");
    cereal::JSONInputArchive archive(broken);
    archive(all);
  } catch (const cereal::Exception &e) {
    std::cout << e.what() << "\n";
  }
}
