#include "config/ConfigText.h"

#include "config/JsonText.h"
#include "config/OutputPath.h"
#include "config/ScheduleText.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autoscope::config {

namespace {

enum class Kind { Flag, Text, Schedule, Part, Activities, LogFile, Always, Ignored, Variable };

struct Key {
  std::string name;
  Kind kind;
  std::string target;
};

// AUTOSCOPE_SNAPSHOT_WHEN -> snapshot_when
std::string keyOf(std::string_view variable) {
  std::string key;
  for (char c : variable.substr(sizeof "AUTOSCOPE_" - 1))
    key += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  return key;
}

std::vector<Key> allKeys() {
  std::vector<Key> keys;
#define AUTOSCOPE_KEY(name, kind, target, help) keys.push_back({name, Kind::kind, target});
#include "config/ConfigKeys.def"
  auto add = [&keys](const char *variable) {
    std::string name = keyOf(variable);
    auto has = [&name](const Key &key) { return key.name == name; };
    if (name != "config" && std::none_of(keys.begin(), keys.end(), has))
      keys.push_back({name, Kind::Variable, variable});
  };
#define AUTOSCOPE_TEXT(field, variable, placeholder, help) add(variable);
#define AUTOSCOPE_NUMBER(field, variable, standard, least, most, unit, help) add(variable);
#define AUTOSCOPE_CHOICE(field, variable, standard, choices, help) add(variable);
#include "config/Options.def"
  return keys;
}

size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      size_t above = row[j + 1];
      row[j + 1] = std::min({above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

std::string_view trimmed(std::string_view text) {
  constexpr const char *blanks = " \t\r\n";
  size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

class Reader {
public:
  Config take() {
    if (config_.error.empty())
      addKinetoSchedule();
    return std::move(config_);
  }

  void readJson(std::string_view text) {
    ParsedJson parsed = parseJson(text);
    if (!parsed.error.empty())
      return fail(parsed.error);
    if (parsed.value.kind != Json::Kind::Object)
      return fail("it is no JSON object");
    for (size_t i = 0; i < parsed.value.items.size(); ++i)
      set(parsed.value.names[i], parsed.value.items[i]);
  }

  // Kineto's: a key that it does not know is no error.
  void readLines(std::string_view text) {
    ofKineto_ = true;
    for (size_t number = 1; !text.empty() && config_.error.empty(); ++number) {
      size_t end = std::min(text.find('\n'), text.size());
      std::string_view line = trimmed(text.substr(0, std::min(text.find('#'), end)));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!line.empty() && !setPair(line))
        fail("line " + std::to_string(number) + " is not KEY=VALUE: " + std::string(line.substr(0, 80)));
    }
  }

  void readPairs(std::string_view text) {
    while (!text.empty() && config_.error.empty()) {
      size_t end = std::min(text.find_first_of(" \t\r\n;"), text.size());
      std::string_view pair = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (!pair.empty() && !setPair(pair))
        fail("'" + std::string(pair) + "' is not key=value");
    }
  }

  void fail(const std::string &why) {
    if (config_.error.empty())
      config_.error = "AUTOSCOPE_CONFIG: " + (file_.empty() ? "" : file_ + ": ") + why;
  }
  // What is read from now on is in a file of that name.
  void inFile(const std::string &name) { file_ = name; }

private:
  bool setPair(std::string_view pair) {
    size_t sign = pair.find('=');
    if (sign == std::string_view::npos || sign == 0)
      return false;
    Json value;
    value.kind = Json::Kind::Text;
    value.text = std::string(trimmed(pair.substr(sign + 1)));
    set(std::string(trimmed(pair.substr(0, sign))), value);
    return true;
  }

  void set(const std::string &name, const Json &value) {
    for (const Key &key : keys_)
      if (key.name == name)
        return setKnown(key, value);
    const Key *nearest = &keys_[0];
    for (const Key &key : keys_)
      if (distance(key.name, name) < distance(nearest->name, name))
        nearest = &key;
    std::string sentence = "'" + name.substr(0, 80) + "' is no key", known;
    if (distance(nearest->name, name) <= std::max<size_t>(1, name.size() / 3))
      known = "; '" + nearest->name + "' is";
    if (ofKineto_)
      config_.remarks.push_back("AUTOSCOPE_CONFIG: " + sentence + " and has no effect" + known);
    else
      fail(sentence + known + "; docs/config.md has all");
  }

  void setKnown(const Key &key, const Json &value) {
    if (value.kind == Json::Kind::Null)  // ProfileKwargs' default
      return;
    bool flag = false;
    switch (key.kind) {
    case Kind::Flag:
      if (isFlag(key, value, flag))
        setVariable(key, key.target, flag ? "1" : "0");
      return;
    case Kind::Always:
      if (isFlag(key, value, flag) && !flag && !ofKineto_)
        remark(key, "it is recorded in any case");
      return;
    case Kind::Ignored:
      return remark(key, key.target);
    case Kind::Activities:
      return setActivities(key, value);
    case Kind::Schedule:
      return setSchedule(key, value);
    case Kind::Part:
      return setPart(key, value);
    case Kind::LogFile:
      if (isText(key, value))
        setVariable(key, "AUTOSCOPE_OUTPUT", withProcessId(value.text));
      return;
    case Kind::Text:
      if (isText(key, value))
        setVariable(key, key.target, value.text);
      return;
    case Kind::Variable:
      if (value.kind == Json::Kind::True || value.kind == Json::Kind::False)
        return setVariable(key, key.target, value.kind == Json::Kind::True ? "1" : "0");
      if (value.kind == Json::Kind::Number || isText(key, value))
        setVariable(key, key.target, value.text);
      return;
    }
  }

  bool refuse(const Key &key, const Json &value, const std::string &wanted) {
    fail(key.name + " is " + shown(value) + ", not " + wanted);
    return false;
  }

  void remark(const Key &key, const std::string &why) {
    config_.remarks.push_back("AUTOSCOPE_CONFIG: " + key.name + " has no effect: " + why);
  }

  bool isText(const Key &key, const Json &value) {
    return value.kind == Json::Kind::Text || refuse(key, value, "a text");
  }

  // Kineto's words for it, too.
  bool isFlag(const Key &key, const Json &value, bool &flag) {
    std::string word;
    for (char c : value.text)
      word += c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    bool isWord = value.kind == Json::Kind::Text || value.kind == Json::Kind::Number;
    auto isOneOf = [&word](std::initializer_list<std::string_view> words) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    if (value.kind == Json::Kind::True || (isWord && isOneOf({"1", "y", "yes", "t", "true"})))
      flag = true;
    else if (value.kind == Json::Kind::False || (isWord && isOneOf({"0", "n", "no", "f", "false"})))
      flag = false;
    else
      return refuse(key, value, "true or false");
    return true;
  }

  void setVariable(const Key &key, const std::string &variable, const std::string &value) {
    if (value.find('\0') != std::string::npos)
      return fail(key.name + " has the character NUL in it");
    for (size_t i = 0; i < config_.settings.size(); ++i)
      if (config_.settings[i].first == variable)
        return fail(setBy_[i] == key.name ? key.name + " comes twice"
                                          : setBy_[i] + " and " + key.name + " are two names of one setting");
    config_.settings.emplace_back(variable, value);
    setBy_.push_back(key.name);
  }

  void setActivities(const Key &key, const Json &value) {
    std::vector<std::string> names;
    if (value.kind == Json::Kind::Text) {
      for (std::string_view rest = value.text; !rest.empty();) {
        size_t end = std::min(rest.find(','), rest.size());
        names.emplace_back(trimmed(rest.substr(0, end)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    } else if (value.kind == Json::Kind::List) {
      for (const Json &item : value.items) {
        if (item.kind != Json::Kind::Text)
          return void(refuse(key, item, "the name of an activity (cpu, cuda, xpu, mtia, hpu)"));
        names.push_back(item.text);
      }
    } else {
      return void(refuse(key, value, "a list of activities (cpu, cuda, xpu, mtia, hpu)"));
    }
    bool hasCpu = false;
    std::string others;
    for (const std::string &name : names) {
      if (name != "cpu" && name != "cuda" && name != "xpu" && name != "mtia" && name != "hpu")
        return fail("'" + name.substr(0, 40) + "' is no activity (cpu, cuda, xpu, mtia, hpu)");
      hasCpu = hasCpu || name == "cpu";
      if (name == "cuda")
        setVariable(key, "AUTOSCOPE_GPU", "1");
      else if (name != "cpu")
        others += (others.empty() ? "" : ", ") + name;
    }
    if (names.empty())
      return fail("activities names none (cpu, cuda, xpu, mtia, hpu)");
    if (!hasCpu)
      config_.remarks.push_back("AUTOSCOPE_CONFIG: activities name no cpu: scopes are recorded all the same");
    if (!others.empty())
      config_.remarks.push_back("AUTOSCOPE_CONFIG: activities " + others + " are not recorded: cpu and cuda are");
  }

  void setSchedule(const Key &key, const Json &value) {
    std::string text;
    if (value.kind == Json::Kind::Text) {
      text = value.text;
    } else if (value.kind == Json::Kind::Object) {
      for (size_t i = 0; i < value.items.size(); ++i) {
        if (value.items[i].kind != Json::Kind::Number)
          return void(refuse({value.names[i], key.kind, {}}, value.items[i], "a number of steps"));
        text += (text.empty() ? "" : ",") + value.names[i] + "=" + value.items[i].text;
      }
    } else {
      return void(refuse(key, value, "an object as {\"wait\": 1, \"active\": 3}"));
    }
    std::string why;
    if (!parseSchedule(text, why))
      return fail(key.name + ": " + why);
    setVariable(key, key.target, text);
  }

  void setPart(const Key &key, const Json &value) {
    bool isNumber = !value.text.empty() && value.text.size() <= 9 &&
                    value.text.find_first_not_of("0123456789") == std::string::npos;
    if (!isNumber)
      return void(refuse(key, value, "a number of steps"));
    long number = std::stol(value.text);
    (key.target == "active" ? active_ : key.target == "warmup" ? warmup_ : start_) = number;
    hasParts_ = true;
  }

  // Kineto counts the start from the first step that is recorded, and records once.
  void addKinetoSchedule() {
    if (!hasParts_)
      return;
    if (active_ < 1)
      return fail("ACTIVITIES_ITERATIONS must say how many steps are recorded");
    long start = start_ < 0 ? warmup_ : start_;
    long warmup = std::min(warmup_, start);
    setVariable({"ACTIVITIES_ITERATIONS", Kind::Part, {}}, "AUTOSCOPE_SCHEDULE",
                "warmup=" + std::to_string(warmup) + ",active=" + std::to_string(active_) +
                    ",repeat=1,skip_first=" + std::to_string(start - warmup));
  }

  static std::string withProcessId(const std::string &path) {
    for (std::string_view ending : {".pt.trace.json", ".json"})
      if (path.size() > ending.size() && std::string_view(path).substr(path.size() - ending.size()) == ending)
        return literally(path.substr(0, path.size() - ending.size())) + "_%p" + std::string(ending);
    return literally(path);
  }

  std::string file_;
  Config config_;
  std::vector<std::string> setBy_;  // the key of each setting
  std::vector<Key> keys_ = allKeys();
  bool ofKineto_ = false;
  bool hasParts_ = false;
  long active_ = 0, warmup_ = 0, start_ = -1;
};

// Empty, or why not. Only a regular file of at most a mebibyte: others may never end.
std::string readFile(const std::string &path, std::string &text) {
  int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return strerror(errno);
  std::string why;
  struct stat facts = {};
  if (fstat(fd, &facts) != 0)
    why = strerror(errno);
  else if (S_ISDIR(facts.st_mode))
    why = "it is a directory";
  else if (!S_ISREG(facts.st_mode))
    why = "it is not a regular file";
  else if (facts.st_size > 1 << 20)
    why = "it is larger than a mebibyte";
  text.resize(why.empty() ? size_t(facts.st_size) : 0);
  for (size_t got = 0; why.empty() && got < text.size();) {
    ssize_t length = read(fd, &text[got], text.size() - got);
    if (length < 0 && errno != EINTR)
      why = strerror(errno);
    if (length == 0)
      text.resize(got);
    if (length > 0)
      got += size_t(length);
  }
  close(fd);
  return why;
}

// As some editors of Windows begin a file.
std::string_view withoutByteOrderMark(std::string_view text) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  return text.substr(0, mark.size()) == mark ? text.substr(mark.size()) : text;
}

}  // namespace

const char *Config::find(std::string_view variable) const {
  for (const auto &[name, value] : settings)
    if (name == variable)
      return value.c_str();
  return nullptr;
}

Config readConfig(const std::string &text) {
  Reader reader;
  if (std::string_view whole = trimmed(withoutByteOrderMark(text)); !whole.empty() && whole[0] == '{') {
    reader.readJson(whole);
    return reader.take();
  }
  std::string file, why = readFile(text, file);
  std::string_view content = withoutByteOrderMark(file);
  if (why.empty())
    reader.inFile(text);
  if (!why.empty() && text.find('=') != std::string::npos)
    reader.readPairs(text);
  else if (!why.empty())
    reader.fail("'" + text.substr(0, 200) + "' is neither JSON nor key=value, and no file that can be read (" + why +
                ")");
  else if (std::string_view whole = trimmed(content); !whole.empty() && whole[0] == '{')
    reader.readJson(whole);
  else
    reader.readLines(content);
  return reader.take();
}

std::string configTable() {
  std::string text = "| Key | Value |\n|---|---|\n";
#define AUTOSCOPE_KEY(name, kind, target, help) text += "| `" name "` | " help " |\n";
#include "config/ConfigKeys.def"
  return text;
}

}  // namespace autoscope::config
