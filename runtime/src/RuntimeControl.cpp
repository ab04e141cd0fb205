#include "RuntimeControl.h"

#include "Message.h"
#include "Runtime.h"
#include "config/Environment.h"
#include "config/OutputPath.h"
#include "control/Place.h"
#include "hot/ThreadState.h"

#include <chrono>
#include <exception>
#include <stdexcept>
#include <thread>
#include <unistd.h>
#include <vector>

namespace autoscope {

using control::Line;
using control::refusal;

namespace {

constexpr std::string_view commands = "status, start, attach, stop, snapshot";

// The first key of `request` that its command does not know; empty: there is none.
std::string unknownKey(const Line &request, std::initializer_list<std::string_view> known) {
  for (const auto &[key, value] : request.fields) {
    bool isKnown = false;
    for (std::string_view name : known)
      isKnown = isKnown || key == name;
    if (!isKnown)
      return "this version of autoscope knows no " + key + " of " + request.word;
  }
  return {};
}

// The options of a request; what it does not say comes from the environment, but no output and no report.
config::ParsedOptions optionsOf(const Line &request) {
  std::vector<std::string> entries;
  for (const auto &[key, value] : request.fields)
    entries.push_back(key + "=" + value);
  std::vector<const char *> environment;
  for (const std::string &entry : entries)
    environment.push_back(entry.c_str());
  environment.push_back(nullptr);
  config::ParsedOptions parsed = config::parseOptions([&](const char *variable) -> const char * {
    if (const std::string *given = request.find(variable))
      return given->c_str();
    return config::isOfWholeProgram(variable) ? "" : config::variable(variable);
  });
  if (std::string unknown = config::unknownVariable(environment.data()); !unknown.empty())
    parsed.error = unknown;
  for (const auto &[key, value] : request.fields)
    if (key.compare(0, 10, "AUTOSCOPE_") != 0)
      parsed.error = "this version of autoscope knows no " + key + " of " + request.word;
  return parsed;
}

}  // namespace

void RuntimeControl::start() noexcept {
  hot::Busy busy;
  if (!busy.entered())
    return;
  config::copyEnvironment();
  std::string error =
      server_.start({[this](const Line &request, uint64_t connection) { return answer(request, connection); },
                     [this](uint64_t connection) { hungUp(connection); }});
  if (!error.empty())
    say("AUTOSCOPE_CONTROL: " + error + "; this process cannot be controlled");
}

control::Answer RuntimeControl::answer(const Line &request, uint64_t connection) {
  Line reply;
  try {
    reply = replyTo(request, connection);
  } catch (const std::exception &failure) {
    reply = refusal(failure.what());
  }
  // Whatever it asks meanwhile: the profile ends with the connection.
  return {reply, attached_.connection == connection};
}

Line RuntimeControl::replyTo(const Line &request, uint64_t connection) {
  std::string temporary;
  if (request.word == "start")
    return startProfile(request, temporary);
  if (request.word == "attach") {
    Line plain = request;
    if (request.find("temporary")) {
      plain = Line{request.word, {}};
      for (const auto &[key, value] : request.fields)
        if (key != "temporary")
          plain.add(key, value);
      temporary = temporarySession();
      plain.add("AUTOSCOPE_OUTPUT", config::literally(temporary));
    }
    Line reply = startProfile(plain, temporary);
    if (reply.isOk())
      attached_ = {connection, reply.number("number"), temporary};
    return reply;
  }
  if (request.word == "status") {
    std::string unknown = unknownKey(request, {});
    return unknown.empty() ? status() : refusal(unknown);
  }
  if (request.word == "stop") {
    if (std::string unknown = unknownKey(request, {"number"}); !unknown.empty())
      return refusal(unknown);
    Line reply = stopProfile(request.number("number"));
    if (attached_.connection == connection)
      attached_ = {};
    return reply;
  }
  if (request.word == "snapshot") {
    std::string unknown = unknownKey(request, {"path"});
    return unknown.empty() ? takeSnapshot(request) : refusal(unknown);
  }
  return refusal("unknown command '" + request.word + "'; this version of autoscope knows " + std::string(commands));
}

void RuntimeControl::hungUp(uint64_t connection) {
  if (attached_.connection != connection)
    return;
  Attached gone = attached_;
  attached_ = {};
  try {
    if (stopProfile(gone.profile).isOk() && !gone.temporary.empty())
      unlink(gone.temporary.c_str());
  } catch (const std::exception &failure) {
    say(failure.what());
  }
}

Line RuntimeControl::status() {
  Line reply = control::ok();
  reply.add("pid", uint64_t(getpid())).add("version", AUTOSCOPE_VERSION);
  // Whoever starts or stops a profile holds the lock, until the outputs are written.
  std::unique_lock<std::mutex> lock(runtime_.mutex_, std::defer_lock);
  for (int attempt = 0; !lock.try_lock(); ++attempt) {
    if (attempt == 200)
      return reply.add("state", "busy");
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  switch (runtime_.state_) {
  case Runtime::State::Off:
    return reply.add("state", runtime_.steps_.isActive() ? "waiting for a step" : "off");
  case Runtime::State::Recording:
    if (!runtime_.isRecording())
      return reply.add("state", "off");
    reply.add("state", "recording");
    describeProfile(reply);
    return reply;
  case Runtime::State::Finished:
  case Runtime::State::Forked:
    break;
  }
  return reply.add("state", "ending");
}

// With the root's lock.
void RuntimeControl::describeProfile(Line &reply) {
  collect::SessionProgress progress = runtime_.collector().progress();
  reply.add("number", runtime_.profiles_)
      .add("session", progress.path)
      .add("product", runtime_.product_)
      .add("since", progress.start.realtimeNs);
  reply.add("bytes", progress.bytes);
  if (progress.countsScopes)
    reply.add("scopes", progress.scopes);
  for (uint32_t i = 1; i < record::lossCauseCount; ++i)
    if (progress.losses[i])
      reply.add("loss." + std::to_string(i), progress.losses[i]);
  config::Options inEffect = runtime_.options_;
  inEffect.buffer = progress.bufferMegabytes;
  for (const auto &[variable, value] : config::settings(inEffect))
    reply.add(variable, value);
}

Line RuntimeControl::startProfile(const Line &request, std::string &temporary) {
  config::ParsedOptions parsed = optionsOf(request);
  if (!parsed.error.empty())
    return refusal(parsed.error);
  if (parsed.options.operators == "1")
    runtime_.operators_.open();
  std::lock_guard<std::mutex> lock(runtime_.mutex_);
  if (runtime_.isRecording())
    return refusal("a profile is being recorded already, to " + runtime_.collector().progress().path);
  Runtime::Started started = runtime_.startLocked({parsed.options, Runtime::Origin::Tool, {}});
  if (!started.error.empty())
    return refusal(started.error);
  Line reply = control::ok();
  std::string session = runtime_.collector().progress().path;
  if (!temporary.empty())
    temporary = session;
  reply.add("AUTOSCOPE_BUFFER", runtime_.collector().progress().bufferMegabytes);
  return reply.add("number", runtime_.profiles_).add("session", session).add("product", runtime_.product_);
}

Line RuntimeControl::stopProfile(uint64_t wanted) {
  std::lock_guard<std::mutex> lock(runtime_.mutex_);
  if (!runtime_.isRecording())
    return refusal("no profile is being recorded");
  if (wanted && wanted != runtime_.profiles_)
    return refusal("that profile has been stopped already, and another one is being recorded");
  Line reply = control::ok();
  reply.add("number", runtime_.profiles_)
      .add("session", runtime_.collector().progress().path)
      .add("product", runtime_.product_);
  runtime_.operators_.stop();
  std::string error = runtime_.stopLocked();
  return error.empty() ? reply : refusal(error);
}

Line RuntimeControl::takeSnapshot(const Line &request) {
  std::lock_guard<std::mutex> lock(runtime_.mutex_);
  std::string product = request.value("path");
  std::string error = runtime_.snapshotLocked(product, "asked for by `autoscope snapshot`");
  return error.empty() ? control::ok().add("product", product) : refusal(error);
}

// In the user's private folder for temporary files, which is made if need be.
std::string RuntimeControl::temporarySession() {
  const char *wanted = config::variable("TMPDIR");
  std::string path = control::folderIn(wanted && *wanted == '/' ? wanted : "/tmp", geteuid());
  std::string error;
  int folder = control::openPrivateFolder(path, geteuid(), control::Missing::Make, error);
  if (folder < 0)
    throw std::runtime_error(error);
  close(folder);
  return path + "/" + std::to_string(getpid()) + "-attach-" + std::to_string(++temporaries_) + ".autoscope";
}

}  // namespace autoscope
