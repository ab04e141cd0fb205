// Library: toml++, cpp-httplib
// Package: libtomlplusplus-dev libcpp-httplib-dev
// Needs: toml++/toml.h httplib.h
// Flags: -std=c++17 -pthread
// Link: -lcpp-httplib
#include <httplib.h>
#include <toml++/toml.h>

#include <iostream>
#include <thread>

int main() {
  toml::table table = toml::parse(R"(title = "x"
[owner]
born = 1979-05-27T07:32:00Z
ports = [8001, 8002]
[[item]]
price = 1.5
[[item]]
price = 2e3)");
  std::cout << table << "\n" << toml::json_formatter{table} << "\n" << table["owner"]["ports"][1].value_or(0) << "\n";
  table.for_each([](const toml::key &key, auto &value) {
    std::cout << key << (toml::is_table<decltype(value)> ? "T" : "V") << " ";
  });
  try {
    (void)toml::parse("a = [1, 2");
  } catch (const toml::parse_error &e) {
    std::cout << e.description() << e.source().begin << "\n";
  }
  httplib::Server server;
  server.Get(R"(/number/(\d+))", [](const httplib::Request &request, httplib::Response &response) {
    response.set_content("number " + request.matches[1].str(), "text/plain");
  });
  server.Post("/echo", [](const httplib::Request &request, httplib::Response &response) {
    response.set_content(request.body, "text/plain");
  });
  int port = server.bind_to_any_port("127.0.0.1");
  std::thread thread([&] { server.listen_after_bind(); });
  while (!server.is_running())
    std::this_thread::yield();
  {
    httplib::Client client("127.0.0.1", port);
    for (const char *path : {"/number/42", "/none"})
      if (auto result = client.Get(path))
        std::cout << result->status << result->body << "\n";
    if (auto result = client.Post("/echo", std::string(10000, 'e'), "text/plain"))
      std::cout << result->body.size() << "\n";
  }
  server.stop();
  thread.join();
}
