// Library: spdlog
// Package: libspdlog-dev
// Needs: spdlog/spdlog.h
// Flags: -std=c++17 -pthread -DSPDLOG_FMT_EXTERNAL -DFMT_HEADER_ONLY
#include <spdlog/async.h>
#include <spdlog/fmt/bin_to_hex.h>
#include <spdlog/fmt/ostr.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <iostream>
#include <sstream>

struct Count : spdlog::sinks::base_sink<std::mutex> {
  int lines = 0;
  void sink_it_(const spdlog::details::log_msg &message) override { lines += message.payload.size() > 3; }
  void flush_() override {}
};

int main() {
  std::ostringstream text;
  auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
  auto count = std::make_shared<Count>();
  spdlog::logger logger("log", {sink, count});
  logger.set_pattern("[%n] %^%l%$ %v");
  logger.set_level(spdlog::level::debug);
  logger.info("answer {} {:.2f}", 42, 3.14159);
  logger.warn("{}", std::string("warning"));
  logger.trace("not shown");
  logger.error("hex {}", spdlog::to_hex(std::vector<char>{1, 2, 30}));
  std::cout << text.str() << count->lines << "\n";
  spdlog::init_thread_pool(64, 1);
  auto slow = std::make_shared<spdlog::async_logger>("async", count, spdlog::thread_pool(),
                                                     spdlog::async_overflow_policy::block);
  for (int i = 0; i < 100; ++i)
    slow->info("message {}", i);
  slow.reset();
  spdlog::shutdown();
  std::cout << count->lines << "\n";
}
