// Library: nlohmann/json
// Package: nlohmann-json3-dev
// Needs: nlohmann/json.hpp
// Flags: -std=c++17
#include <nlohmann/json.hpp>

#include <iostream>

using nlohmann::json;
using nlohmann::ordered_json;

namespace shop {
enum class Colour { Red, Green };
NLOHMANN_JSON_SERIALIZE_ENUM(Colour, {{Colour::Red, "red"}, {Colour::Green, "green"}})
struct Item {
  std::string name;
  double price = 0;
  std::vector<int> sizes;
  Colour colour = Colour::Red;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Item, name, price, sizes, colour)
}  // namespace shop

struct Counter : json::json_sax_t {
  int events = 0;
  bool null() override { return ++events; }
  bool boolean(bool) override { return ++events; }
  bool number_integer(number_integer_t) override { return ++events; }
  bool number_unsigned(number_unsigned_t) override { return ++events; }
  bool number_float(number_float_t, const string_t &) override { return ++events; }
  bool string(string_t &) override { return ++events; }
  bool binary(binary_t &) override { return ++events; }
  bool start_object(std::size_t) override { return ++events; }
  bool key(string_t &) override { return ++events; }
  bool end_object() override { return ++events; }
  bool start_array(std::size_t) override { return ++events; }
  bool end_array() override { return ++events; }
  bool parse_error(std::size_t at, const std::string &, const json::exception &e) override {
    std::cout << "error at " << at << ": " << e.what() << "\n";
    return false;
  }
};

int main() {
  json value = {
      {"pi", 3.141}, {"list", {1, 0, 2}}, {"object", {{"currency", "USD"}, {"value", 42.99}}}, {"nothing", nullptr}};
  value["items"] = std::vector<shop::Item>{{"hat", 9.5, {1, 2}, shop::Colour::Green}, {"shoe", 60, {40, 41, 42}, {}}};
  std::cout << value.dump(1) << "\n";
  for (const auto &item : value["items"].get<std::vector<shop::Item>>())
    std::cout << item.name << item.price << item.sizes.size() << static_cast<int>(item.colour) << "\n";
  json patched = value.patch(R"([{"op":"replace","path":"/pi","value":3},{"op":"remove","path":"/list/0"}])"_json);
  std::cout << json::diff(value, patched) << "\n"
            << patched.flatten() << "\n"
            << patched.flatten().unflatten().size() << "\n";
  patched.merge_patch({{"nothing", {1, "two"}}, {"pi", nullptr}});
  for (auto &[key, element] : patched.items())
    std::cout << key << ":" << element.type_name() << " ";
  auto cbor = json::to_cbor(value), pack = json::to_msgpack(value), ubjson = json::to_ubjson(value),
       bson = json::to_bson(value);
  std::cout << cbor.size() << " " << pack.size() << " " << ubjson.size() << " " << bson.size() << "\n";
  std::cout << (json::from_cbor(cbor) == value) << (json::from_msgpack(pack) == value)
            << (json::from_bson(bson) == value) << "\n";
  Counter counter;
  json::sax_parse("[1,2,{\"a\":tru]", &counter);
  std::cout << counter.events << "\n";
  try {
    (void)json::parse("{\"a\": [1, 2, }");
  } catch (const json::parse_error &e) {
    std::cout << e.what() << "\n";
  }
  try {
    (void)value.at("/object/none"_json_pointer);
  } catch (const json::out_of_range &e) {
    std::cout << e.what() << "\n";
  }
  ordered_json ordered = {{"z", 1}, {"a", 2}};
  std::cout << ordered << value.value("/object/value"_json_pointer, 0.0) << "\n";
}
