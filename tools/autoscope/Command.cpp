#include "Command.h"

#include "report/OutputStream.h"

#include <cstdio>

namespace autoscope::tool {

void warn(const std::string &sentence) {
  std::fprintf(stderr, "autoscope: %s\n", sentence.c_str());
}

int fail(const std::string &sentence) {
  warn(sentence);
  return failure;
}

std::unique_ptr<record::SessionReader> openSession(const std::string &path) {
  std::string error;
  std::unique_ptr<record::SessionReader> session = record::SessionReader::open(path, error);
  if (!session)
    fail(error);
  else
    for (const std::string &warning : session->warnings())
      warn(warning);
  return session;
}

int print(const std::string &text) {
  report::OutputStream out("-");
  out.buffer() += text;
  std::string error = out.commit();
  return error.empty() ? 0 : fail(error);
}

void addSortOption(CLI::App &command, report::SortKey &key) {
  command
      .add_option_function<std::string>(
          "--sort",
          [&key](const std::string &text) {
            std::optional<report::SortKey> parsed = report::parseSortKey(text);
            if (!parsed)
              throw CLI::ValidationError(report::unknownSortKey(text));
            key = *parsed;
          },
          "Order of rows:\n" + report::sortKeyHelp())
      ->type_name("KEY");
}

}  // namespace autoscope::tool
