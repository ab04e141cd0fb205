#include "TraceCheck.h"

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace autoscope::fuzz {

namespace {

using Json = nlohmann::json;

// Looks at the text while it is parsed, without ever holding it as values.
class Judge : public nlohmann::json_sax<Json> {
public:
  std::string fault;
  bool hasEvents = false;

  bool null() override { return value(Kind::Other); }
  bool boolean(bool) override { return value(Kind::Other); }
  bool number_integer(number_integer_t number) override { return value(Kind::Integer, number < 0); }
  bool number_unsigned(number_unsigned_t) override { return value(Kind::Integer); }
  bool number_float(number_float_t number, const string_t &) override { return value(Kind::Float, number < 0); }
  bool string(string_t &text) override {
    if (isEvent() && key_ == "ph")
      event_.isComplete = text == "X";
    return value(Kind::String);
  }
  bool binary(binary_t &) override { return value(Kind::Other); }
  bool start_object(std::size_t) override {
    bool isRoot = levels_.empty();
    if (!isRoot && !value(Kind::Object))
      return false;
    levels_.push_back({true, {}});
    if (isEvent())
      event_ = {};
    return true;
  }
  bool key(string_t &text) override {
    key_ = text;
    return levels_.back().keys.insert(text).second || wrong("the key \"" + text + "\" is in one object twice");
  }
  bool end_object() override {
    bool isSound = !isEvent() || event_.isSound();
    levels_.pop_back();
    return isSound || wrong("an event lacks a member, or has one of a wrong type");
  }
  bool start_array(std::size_t) override {
    if (levels_.empty())
      return wrong("it is no object");
    bool isEvents = levels_.size() == 1 && key_ == "traceEvents";
    hasEvents = hasEvents || isEvents;
    inEvents_ = inEvents_ || isEvents;
    if (!value(Kind::Other))
      return false;
    levels_.push_back({false, {}});
    return true;
  }
  bool end_array() override {
    levels_.pop_back();
    inEvents_ = inEvents_ && levels_.size() > 1;
    return true;
  }
  bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &why) override {
    return wrong(why.what());
  }

private:
  enum class Kind { String, Integer, Float, Object, Other };
  struct Level {
    bool isObject;
    std::set<std::string> keys;
  };
  struct Event {
    bool isComplete = false, ph = false, name = false, ts = false, dur = false, tid = false;
    bool isSound() const { return ph && name && (!isComplete || (ts && dur && tid)); }
  };

  bool wrong(std::string what) {
    if (fault.empty())
      fault = std::move(what);
    return false;
  }
  bool isEvent() const { return inEvents_ && levels_.size() == 3 && levels_.back().isObject; }
  bool value(Kind kind, bool isNegative = false) {
    if (levels_.empty())
      return wrong("it is no object");
    if (inEvents_ && levels_.size() == 2 && kind != Kind::Object)
      return wrong("an event is no object");
    bool isNumber = kind == Kind::Integer || kind == Kind::Float;
    if (!isEvent())
      return true;
    event_.ph = event_.ph || (key_ == "ph" && kind == Kind::String);
    event_.name = event_.name || (key_ == "name" && kind == Kind::String);
    event_.ts = event_.ts || (key_ == "ts" && isNumber);
    event_.dur = event_.dur || (key_ == "dur" && isNumber && !isNegative);
    event_.tid = event_.tid || (key_ == "tid" && kind == Kind::Integer);
    return true;
  }

  std::vector<Level> levels_;
  std::string key_;
  bool inEvents_ = false;
  Event event_;
};

}  // namespace

std::string faultOfTrace(const std::string &text) {
  Judge judge;
  if (!Json::sax_parse(text, &judge) && judge.fault.empty())
    return "it is no JSON";
  return !judge.fault.empty() || judge.hasEvents ? judge.fault : "it has no array of events";
}

}  // namespace autoscope::fuzz
