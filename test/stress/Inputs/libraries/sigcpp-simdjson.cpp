// Library: sigc++, simdjson
// Package: libsigc++-3.0-dev libsimdjson-dev
// Needs: sigc++-3.0/sigc++/sigc++.h simdjson.h
// Flags: -std=c++17 -I/usr/include/sigc++-3.0 -I/usr/lib/x86_64-linux-gnu/sigc++-3.0/include
// Link: -lsigc-3.0 -lsimdjson
#include <sigc++/sigc++.h>
#include <simdjson.h>

#include <iostream>

struct Listener : sigc::trackable {
  int add(int a, int b) { return last = a + b; }
  int last = 0;
};

int main() {
  sigc::signal<int(int, int)> signal;
  sigc::connection connection;
  {
    Listener listener;
    connection = signal.connect(sigc::mem_fun(listener, &Listener::add));
    signal.connect(sigc::hide<0>(sigc::bind([](int a, int b) { return a * b; }, 10)));
    std::cout << signal(2, 3) << listener.last << "\n";
  }
  std::cout << signal(4, 5) << signal.size() << connection.connected() << "\n";
  simdjson::dom::parser parser;
  simdjson::padded_string text(std::string(R"({"a": [1, 2.5, "x", null, {"b": true}], "n": -7})"));
  simdjson::dom::element document = parser.parse(text);
  std::cout << document << int64_t(document["n"]) << simdjson::minify(document["a"].at(4)) << "\n";
  for (simdjson::dom::element element : document["a"].get_array())
    std::cout << element.type() << " ";
  simdjson::ondemand::parser lazy;
  auto lazily = lazy.iterate(text);
  std::cout << int64_t(lazily["n"]) << "\n";
  try {
    std::cout << document["none"] << "\n";
  } catch (const simdjson::simdjson_error &e) {
    std::cout << e.what() << "\n";
  }
}
