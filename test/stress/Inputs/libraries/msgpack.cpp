// Library: msgpack-cxx
// Package: libmsgpack-cxx-dev
// Needs: msgpack.hpp
// Flags: -std=c++17
#include <msgpack.hpp>

#include <iostream>
#include <sstream>

struct Item {
  int id = 0;
  std::vector<std::string> tags;
  std::map<std::string, double> values;
  MSGPACK_DEFINE_MAP(id, tags, values)
};

int main() {
  std::stringstream stream;
  msgpack::pack(stream, Item{7, {"a", "b"}, {{"pi", 3.14}}});
  std::string bytes = stream.str();
  msgpack::object_handle handle = msgpack::unpack(bytes.data(), bytes.size());
  std::cout << bytes.size() << " " << handle.get() << "\n" << handle.get().as<Item>().tags[1] << "\n";
  msgpack::unpacker unpacker;
  for (int i = 0; i < 300; ++i) {
    msgpack::sbuffer buffer;
    msgpack::pack(buffer, std::make_tuple(i, -i, true, "text", 1.5));
    unpacker.reserve_buffer(buffer.size());
    std::memcpy(unpacker.buffer(), buffer.data(), buffer.size());
    unpacker.buffer_consumed(buffer.size());
  }
  msgpack::object_handle next;
  long sum = 0;
  while (unpacker.next(next))
    sum += std::get<0>(next.get().as<std::tuple<int, int, bool, std::string, double>>());
  std::cout << sum << "\n";
  try {
    (void)handle.get().as<int>();
  } catch (const msgpack::type_error &e) {
    std::cout << e.what() << "\n";
  }
}
