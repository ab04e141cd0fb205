// The command-line tool: run, read and convert profiles.
#include "ChildProcess.h"
#include "Command.h"
#include "UnknownOption.h"

#include <algorithm>
#include <exception>

namespace {

// CLI11 would list what it does not expect backwards.
std::string unexpected(const CLI::App &app) {
  for (const CLI::App *command : app.get_subcommands()) {
    if (std::string below = unexpected(*command); !below.empty())
      return below;
    std::vector<std::string> words = command->remaining();
    for (const std::string &word : words)
      if (word.size() > 1 && word[0] == '-')
        return autoscope::tool::unknownOption(*command, word);
    if (!words.empty())
      return autoscope::tool::fullName(*command) + " does not expect " + words[0];
  }
  return {};
}

// CLI11 answers a wrong command line with several lines; ours is one sentence.
int refuse(const CLI::App &app, const CLI::ParseError &error) {
  if (error.get_exit_code() == 0)
    return app.exit(error);
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError))
    if (std::string sentence = unexpected(app); !sentence.empty())
      return autoscope::tool::fail(sentence);
  std::string sentence = error.what();
  while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == ' '))
    sentence.pop_back();
  for (char &c : sentence)
    if (c == '\n')
      c = ' ';
  return autoscope::tool::fail(sentence);
}

// CLI11 would only say that a command is missing. Empty if `word` is a command.
std::string unknownCommand(CLI::App &app, const std::string &word) {
  std::string sentence = "unknown command '" + word + "'; the commands are";
  const char *separator = " ";
  for (const CLI::App *command : app.get_subcommands([](CLI::App *) { return true; })) {
    if (command->get_name() == word)
      return {};
    sentence += separator + command->get_name();
    separator = ", ";
  }
  return sentence;
}

// What follows `--` in `autoscope run` belongs to the program, whatever it looks like.
void splitAtDashes(std::vector<std::string> &arguments, std::vector<std::string> &after) {
  if (arguments.empty() || arguments[0] != "run")
    return;
  auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  after.assign(dashes, arguments.end());
  arguments.erase(dashes, arguments.end());
}

}  // namespace

int main(int argc, char **argv) {
  autoscope::tool::ignoreWriteSignals();
  CLI::App app("Profiles of C++ programs that were compiled with autoscope: run, read, convert.", "autoscope");
  app.set_version_flag("--version", "autoscope " AUTOSCOPE_VERSION);
  app.require_subcommand(1);
  app.footer("Example:\n  autoscope run -- ./app\n\n`autoscope COMMAND --help` explains a command.");
  autoscope::tool::Invocation invocation;
#define AUTOSCOPE_COMMAND(name) autoscope::tool::add##name##Command(app, invocation);
#include "Commands.def"
  try {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!arguments.empty() && arguments[0].rfind('-', 0) != 0)
      if (std::string error = unknownCommand(app, arguments[0]); !error.empty())
        return autoscope::tool::fail(error);
    if (!arguments.empty() && arguments[0].rfind('-', 0) == 0 && !app.get_option_no_throw(arguments[0]))
      return autoscope::tool::fail("unknown option " + arguments[0] + "; `autoscope --help` lists the commands");
    splitAtDashes(arguments, invocation.afterDashes);
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError &error) {
    return refuse(app, error);
  } catch (const std::exception &error) {
    return autoscope::tool::fail(error.what());
  }
  return invocation.status;
}
