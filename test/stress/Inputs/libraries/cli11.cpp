// Library: CLI11
// Package: libcli11-dev
// Needs: CLI/CLI.hpp
// Flags: -std=c++17
#include <CLI/CLI.hpp>

#include <iostream>

static int run(std::vector<std::string> arguments) {
  CLI::App app("A program", "prog");
  int count = 1;
  double ratio = 0;
  bool verbose = false;
  std::string file;
  std::vector<int> numbers;
  std::map<std::string, int> levels{{"low", 1}, {"high", 2}};
  int level = 0;
  app.add_option("-c,--count", count, "how often")->check(CLI::Range(1, 10))->capture_default_str();
  app.add_option("-r,--ratio", ratio)->check(CLI::PositiveNumber);
  app.add_flag("-v,--verbose,!--quiet", verbose, "talk");
  app.add_option("--level", level)->transform(CLI::CheckedTransformer(levels, CLI::ignore_case));
  app.set_config("--config");
  auto *sub = app.add_subcommand("sum", "adds");
  sub->add_option("numbers", numbers, "what to add")->required()->expected(1, 5);
  sub->callback([&] { std::cout << "sum " << std::accumulate(numbers.begin(), numbers.end(), 0) << "\n"; });
  auto *copy = app.add_subcommand("copy");
  copy->add_option("--file", file)->check(CLI::ExistingFile);
  app.require_subcommand(0, 1);
  std::reverse(arguments.begin(), arguments.end());
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError &e) {
    return app.exit(e, std::cout, std::cout);
  }
  std::cout << count << ratio << verbose << level << file << "\n" << app.config_to_str(true) << "\n";
  return 0;
}

int main() {
  for (std::vector<std::string> arguments : std::vector<std::vector<std::string>>{{},
                                                                                  {"-c", "3", "-v", "--level", "HIGH"},
                                                                                  {"--help"},
                                                                                  {"-c", "99"},
                                                                                  {"sum", "1", "2", "3"},
                                                                                  {"sum"},
                                                                                  {"copy", "--file", "/none"},
                                                                                  {"--nonsense"},
                                                                                  {"--level", "no"},
                                                                                  {"-r", "-1"},
                                                                                  {"sum", "--help"}})
    std::cout << "status " << run(arguments) << "\n";
}
