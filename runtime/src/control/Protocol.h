// What the tool and a process say to each other over the control socket: one line each way, and the tool begins.
//
//   request   autoscope/1 COMMAND [KEY=VALUE ...]
//   reply     autoscope/1 ok [KEY=VALUE ...]
//   reply     autoscope/1 error message=SENTENCE
//
// A blank lies before each word but the first, a newline ends the line. In keys and values every byte other than a
// printable ASCII character is written %XX, and so are blank, % and =. A process answers a request of another version
// with an error, and so one that it does not know or that has a key it does not know; a reader of replies ignores keys
// that it does not know. The commands, and what each wants and answers:
//
//   status    -> state=off|recording|busy|ending pid version, and of a profile: number session product since (ns since
//                1970) scopes bytes, loss.CAUSE=COUNT for each, NAME=VALUE for each option that is not the default
//   start     AUTOSCOPE_OUTPUT=FILE and other options of docs/options.md -> number session product
//   attach    the same, or temporary=1 for a session in a private folder. The profile ends with the connection
//   snapshot  path=FILE, or nothing for a name of the process's choice -> product
//   stop      number=N, or nothing for whichever runs -> number session product
//
// Pure text, for any thread; no line is longer than `maxLine`, whoever writes it, and nothing read is believed before
// it has been checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace autoscope::control {

constexpr size_t maxLine = 64 << 10;  // newline included
constexpr size_t maxFields = 128;

struct Line {
  std::string word;  // a command, "ok" or "error"
  std::vector<std::pair<std::string, std::string>> fields;

  bool isOk() const { return word == "ok"; }
  // Null: there is no such key.
  const std::string *find(std::string_view key) const;
  std::string value(std::string_view key) const;  // or empty
  uint64_t number(std::string_view key) const;    // or 0
  Line &add(std::string_view key, std::string_view value);
  Line &add(std::string_view key, uint64_t value);
};

Line ok();
Line refusal(std::string_view sentence);

// With its newline.
std::string write(const Line &line);
// `text` without its newline. Empty, or what is wrong with it, as a sentence without an end; then `line` is undefined.
std::string parse(std::string_view text, Line &line);

}  // namespace autoscope::control
