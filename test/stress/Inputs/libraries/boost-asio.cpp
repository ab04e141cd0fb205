// Library: Boost.Asio with coroutines
// Package: libboost-dev
// Needs: boost/asio.hpp
// Flags: -std=c++20 -pthread -DBOOST_ASIO_HAS_CO_AWAIT -DBOOST_ASIO_HAS_STD_COROUTINE
// Clang: 16
#include <utility>

#include <boost/asio.hpp>

#include <iostream>
#include <string>
#include <thread>

namespace asio = boost::asio;
using asio::ip::tcp;

asio::awaitable<void> echo(tcp::socket socket) {
  char data[64];
  try {
    for (;;) {
      std::size_t n = co_await socket.async_read_some(asio::buffer(data), asio::use_awaitable);
      co_await asio::async_write(socket, asio::buffer(data, n), asio::use_awaitable);
    }
  } catch (const boost::system::system_error &e) {
    std::cout << "server: " << (e.code() == asio::error::eof ? "end of file" : e.what()) << "\n";
  }
}

asio::awaitable<void> serve(tcp::acceptor &acceptor) {
  tcp::socket socket = co_await acceptor.async_accept(asio::use_awaitable);
  co_await echo(std::move(socket));
}

asio::awaitable<std::string> ask(tcp::endpoint server, std::string text) {
  tcp::socket socket(co_await asio::this_coro::executor);
  co_await socket.async_connect(server, asio::use_awaitable);
  co_await asio::async_write(socket, asio::buffer(text), asio::use_awaitable);
  std::string answer(text.size(), ' ');
  co_await asio::async_read(socket, asio::buffer(answer), asio::use_awaitable);
  co_return answer;
}

asio::awaitable<int> later(int value, int milliseconds) {
  asio::steady_timer timer(co_await asio::this_coro::executor, std::chrono::milliseconds(milliseconds));
  co_await timer.async_wait(asio::use_awaitable);
  if (value < 0)
    throw std::runtime_error("negative");
  co_return value;
}

int main() {
  asio::io_context context;
  tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
  asio::co_spawn(context, serve(acceptor), asio::detached);
  asio::co_spawn(context, ask(acceptor.local_endpoint(), "hello, server"),
                 [](std::exception_ptr, std::string answer) { std::cout << "client: " << answer << "\n"; });
  context.run();

  context.restart();
  asio::co_spawn(
      context,
      []() -> asio::awaitable<void> {
        int sum = 0;
        for (int i = 0; i < 3; ++i)
          sum += co_await later(i, i) * co_await later(10, 0);
        std::cout << sum << "\n";
        try {
          co_await later(-1, 0);
        } catch (const std::exception &e) {
          std::cout << e.what() << "\n";
        }
      },
      asio::detached);
  context.run();

  asio::thread_pool pool(2);
  auto strand = asio::make_strand(pool);
  int sum = 0;
  for (int i = 0; i < 50; ++i)
    asio::post(strand, [&sum, i] { sum += i; });
  std::future<int> value = asio::co_spawn(pool, later(5, 1), asio::use_future);
  pool.join();
  std::cout << sum << value.get() << "\n";
}
