// The control socket of a process: who is heard, what bad clients cannot do, and that it goes when it shall.
#include "control/Server.h"

#include "config/Environment.h"
#include "control/Place.h"

#include <chrono>
#include <filesystem>
#include <future>
#include <gtest/gtest.h>
#include <random>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace autoscope::control {
namespace {

using namespace std::chrono_literals;

class Client {
public:
  explicit Client(const std::string &path) : fd_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    connected_ = connect(fd_, reinterpret_cast<sockaddr *>(&address), sizeof address) == 0;
  }
  ~Client() { close(fd_); }
  Client(const Client &) = delete;
  Client &operator=(const Client &) = delete;

  bool connected() const { return connected_; }
  void send(const std::string &text) const { ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL); }
  // The next line; empty: the connection has ended.
  std::string receive() const {
    std::string line;
    for (char c; recv(fd_, &c, 1, 0) == 1;) {
      if (c == '\n')
        return line;
      line += c;
    }
    return {};
  }
  std::string ask(const std::string &text) const {
    send(text + "\n");
    return receive();
  }

private:
  int fd_;
  bool connected_;
};

class ServerTest : public testing::Test {
protected:
  ServerTest() : runtimeDirectory_(testing::TempDir() + "autoscope-server-" + std::to_string(getpid())) {
    std::filesystem::create_directory(runtimeDirectory_);
    setenv("XDG_RUNTIME_DIR", runtimeDirectory_.c_str(), 1);
    config::copyEnvironment();
    socket_ = runtimeDirectory_ + "/autoscope/" + socketName(getpid());
  }
  ~ServerTest() override {
    server_.stop();
    std::filesystem::remove_all(runtimeDirectory_);
  }
  std::string start() {
    return server_.start({[](const Line &request, uint64_t connection) {
                            Answer answer = {ok().add("said", request.word).add("connection", connection)};
                            answer.holds = request.word == "hold";
                            return answer;
                          },
                          [this](uint64_t connection) { hungUp_ = connection; }});
  }

  std::string runtimeDirectory_, socket_;
  std::atomic<uint64_t> hungUp_{0};
  Server server_;
};

TEST_F(ServerTest, AnswersAndGoes) {
  ASSERT_EQ(start(), "");
  {
    Client client(socket_);
    ASSERT_TRUE(client.connected());
    EXPECT_EQ(client.ask("autoscope/1 status"), "autoscope/1 ok said=status connection=1");
    EXPECT_EQ(client.ask("autoscope/1 again a=b"), "autoscope/1 ok said=again connection=1");
    client.send("autoscope/1 sp");
    client.send("lit\nautoscope/1 next\n");
    EXPECT_EQ(client.receive(), "autoscope/1 ok said=split connection=1");
    EXPECT_EQ(client.receive(), "autoscope/1 ok said=next connection=1");
  }
  struct stat status;
  ASSERT_EQ(lstat(socket_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600u);
  ASSERT_EQ(stat((runtimeDirectory_ + "/autoscope").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700u);
  server_.stop();
  EXPECT_NE(access(socket_.c_str(), F_OK), 0);
  EXPECT_TRUE(std::filesystem::is_empty(runtimeDirectory_ + "/autoscope"));
}

TEST_F(ServerTest, TheEndOfAHeldConnectionIsTold) {
  ASSERT_EQ(start(), "");
  {
    Client(socket_).ask("autoscope/1 status");
  }
  {
    Client(socket_).ask("autoscope/1 hold");
  }
  while (hungUp_ == 0)
    std::this_thread::sleep_for(1ms);
  EXPECT_EQ(hungUp_, 2u);
}

TEST_F(ServerTest, NonsenseOnAHeldConnectionDoesNotLetItGo) {
  ASSERT_EQ(start(), "");
  {
    Client client(socket_);
    client.ask("autoscope/1 hold");
    EXPECT_NE(client.ask("hello").find(" error "), std::string::npos);
  }
  while (hungUp_ == 0)
    std::this_thread::sleep_for(1ms);
  EXPECT_EQ(hungUp_, 1u);
}

// exit() on one thread waits for an answer that is being made, and another forks meanwhile.
TEST_F(ServerTest, AForkBesideTheStopHoldsNobodyUp) {
  struct Shared {  // outlives this test if it fails
    std::atomic<bool> asked{false}, mayAnswer{false};
    std::promise<void> stopped;
    Server server;
  };
  auto &shared = *new Shared;
  ASSERT_EQ(shared.server.start({[&shared](const Line &, uint64_t) {
                                   shared.asked = true;
                                   while (!shared.mayAnswer)
                                     std::this_thread::sleep_for(1ms);
                                   return Answer{ok()};
                                 },
                                 [](uint64_t) {}}),
            "");
  auto waitFor = [](auto condition) {
    while (!condition())
      std::this_thread::sleep_for(1ms);
  };
  Client client(socket_);
  client.send("autoscope/1 status\n");
  waitFor([&] { return shared.asked.load(); });
  std::thread stopper([&shared] {
    shared.server.stop();
    shared.stopped.set_value();
  });
  waitFor([&] { return !Client(socket_).connected(); });  // it has shut the socket down
  shared.server.lockForFork();
  shared.mayAnswer = true;
  waitFor([&] { return access(socket_.c_str(), F_OK) != 0; });  // the thread has ended
  shared.server.unlockAfterFork();
  bool stopped = shared.stopped.get_future().wait_for(30s) == std::future_status::ready;
  EXPECT_TRUE(stopped);
  if (!stopped)
    return stopper.detach();
  stopper.join();
  delete &shared;
}

TEST_F(ServerTest, NonsenseIsAnsweredWithASentence) {
  ASSERT_EQ(start(), "");
  EXPECT_EQ(Client(socket_).ask("hello"),
            "autoscope/1 error message=the%20line%20is%20not%20of%20autoscope's%20control%20protocol");
  Client endless(socket_);
  endless.send(std::string(2 * maxLine, 'x'));
  EXPECT_EQ(endless.receive(), "autoscope/1 error message=the%20line%20is%20longer%20than%20a%20line%20may%20be");
  EXPECT_EQ(endless.receive(), "");
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    std::string bytes(random() % 2000, 0);
    for (char &c : bytes)
      c = char(random());
    Client client(socket_);
    client.send(bytes);
  }
  EXPECT_EQ(Client(socket_).ask("autoscope/1 status").substr(0, 26), "autoscope/1 ok said=status");
}

TEST_F(ServerTest, SilentConnectionsShutNobodyOutForLong) {
  ASSERT_EQ(start(), "");
  std::vector<std::unique_ptr<Client>> silent;
  for (size_t i = 0; i < Server::maxConnections; ++i) {
    silent.push_back(std::make_unique<Client>(socket_));
    EXPECT_NE(silent.back()->ask("autoscope/1 status"), "");
  }
  EXPECT_EQ(Client(socket_).receive(), "autoscope/1 error message=too%20many%20connections%20are%20open");
  silent.pop_back();
  std::string answer;
  while ((answer = Client(socket_).ask("autoscope/1 status")).find("too%20many") != std::string::npos || answer.empty())
    std::this_thread::sleep_for(1ms);
  EXPECT_EQ(answer.substr(0, 26), "autoscope/1 ok said=status");
}

// A program may close every descriptor that it does not know, as daemons do.
TEST_F(ServerTest, ListensAgainWhenTheProgramClosedItsDescriptors) {
  ASSERT_EQ(start(), "");
  ASSERT_NE(Client(socket_).ask("autoscope/1 status"), "");
  // Behind ThreadSanitizer's back, as nothing orders it with the thread's own use, which is what the test is about.
  for (int fd = 512; fd < 640; ++fd)
    syscall(SYS_close, fd);
  std::string answer;
  for (int i = 0; i < 1000 && answer.empty(); ++i) {
    std::this_thread::sleep_for(10ms);
    answer = Client(socket_).ask("autoscope/1 status");
  }
  EXPECT_EQ(answer.substr(0, 26), "autoscope/1 ok said=status");
}

TEST_F(ServerTest, AFolderOfOthersIsNotUsed) {
  ASSERT_EQ(mkdir((runtimeDirectory_ + "/autoscope").c_str(), 0755), 0);
  ASSERT_EQ(chmod((runtimeDirectory_ + "/autoscope").c_str(), 0755), 0);
  ASSERT_EQ(start(), "");
  EXPECT_TRUE(std::filesystem::is_empty(runtimeDirectory_ + "/autoscope"));
  std::string socket = folderIn("/tmp", geteuid()) + "/" + socketName(getpid());
  EXPECT_EQ(Client(socket).ask("autoscope/1 status"), "autoscope/1 ok said=status connection=1");
  server_.stop();
  EXPECT_NE(access(socket.c_str(), F_OK), 0);
}

TEST_F(ServerTest, NeitherThreadNorSocketLiveOnInAForkChild) {
  ASSERT_EQ(start(), "");
  Client held(socket_);
  ASSERT_NE(held.ask("autoscope/1 hold"), "");
  server_.lockForFork();
  pid_t child = fork();
  if (child == 0) {
    server_.abandonInChild();
    int open = 0;
    for (int fd = 512; fd < 640; ++fd) {
      struct stat status;
      open += fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
    }
    server_.stop();
    _exit(server_.runs() ? 100 : open);
  }
  server_.unlockAfterFork();
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_NE(held.ask("autoscope/1 status"), "");
  EXPECT_EQ(access(socket_.c_str(), F_OK), 0);
}

TEST_F(ServerTest, AnotherUserIsNotHeard) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can become another user";
  ASSERT_EQ(start(), "");
  // The folder's and the socket's rights would do; here the process looks for itself.
  ASSERT_EQ(chmod(socket_.c_str(), 0666), 0);
  ASSERT_EQ(chmod((runtimeDirectory_ + "/autoscope").c_str(), 0711), 0);
  pid_t child = fork();
  if (child == 0) {
    if (chdir((runtimeDirectory_ + "/autoscope").c_str()) != 0 || setuid(65534) != 0)
      _exit(1);
    Client client(socketName(getppid()));
    std::string refused = "autoscope/1 error message=the%20process%20belongs%20to%20another%20user";
    _exit(client.connected() && client.receive() == refused ? 0 : 2);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace autoscope::control
