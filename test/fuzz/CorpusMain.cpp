// Runs a fuzz target without libFuzzer, with any compiler: over every file of the corpus, over cut copies of it and over
// copies with wrong bytes, the same ones each time. Ends by a signal where the target would, and prints the input then, in
// hexadecimal; else prints how many it ran.
//
// fuzz_NAME FOLDER [SECONDS]: stops after so long (10), with the corpus itself done in any case.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

using Bytes = std::vector<uint8_t>;

std::vector<Bytes> corpus(const std::filesystem::path &folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Bytes> inputs;
  for (const auto &path : paths) {
    std::ifstream file(path, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return inputs;
}

const Bytes *running = nullptr;

// So that a log of CI holds the reproducer. Allocates nothing; the signal ends the process when it comes back.
void printInput(int number) {
  std::signal(number, SIG_DFL);
  constexpr char digits[] = "0123456789abcdef";
  auto say = [](const char *text, size_t size) { (void)!write(STDERR_FILENO, text, size); };
  say("fuzz: the input, for xxd -r -p: ", 32);
  for (size_t i = 0; running && i < running->size(); ++i) {
    const char text[] = {digits[(*running)[i] >> 4], digits[(*running)[i] & 15]};
    say(text, sizeof(text));
  }
  say("\n", 1);
  std::raise(number);
}

// In a block of its own size, so that a sanitizer sees a read behind its end.
void run(const uint8_t *data, size_t size) {
  Bytes copy(data, data + size);
  running = &copy;
  copy.shrink_to_fit();
  LLVMFuzzerTestOneInput(copy.data(), copy.size());
  running = nullptr;
}

}  // namespace

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: %s FOLDER [SECONDS]\n", argv[0]);
    return 2;
  }
  for (int number : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
    std::signal(number, printInput);
  std::vector<Bytes> inputs = corpus(argv[1]);
  if (inputs.empty()) {
    std::fprintf(stderr, "%s: %s is empty\n", argv[0], argv[1]);
    return 2;
  }
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(argc == 3 ? std::atoi(argv[2]) : 10);
  for (const Bytes &input : inputs)
    run(input.data(), input.size());

  size_t count = inputs.size();
  std::mt19937 random(1);
  for (int round = 0; round < 1000; ++round)
    for (const Bytes &input : inputs) {
      if (std::chrono::steady_clock::now() > end || input.empty())
        continue;
      Bytes changed = input;
      if (random() % 4 == 0)
        changed.resize(random() % input.size());
      for (size_t change = random() % 8; change > 0 && !changed.empty(); --change)
        changed[random() % changed.size()] = static_cast<uint8_t>(random() % 2 ? random() : random() % 2 * 255);
      run(changed.data(), changed.size());
      ++count;
    }
  std::printf("%zu inputs\n", count);
}
