#include "report/Stacks.h"

#include "report/Utf8.h"

#include <string>
#include <vector>

namespace autoscope::report {

namespace {

std::string frameOf(std::string_view name) {
  std::string frame(name);
  for (char &c : frame)
    if (c == ';' || c == ' ' || c == '\t' || c == '\n' || c == '\r')
      c = '_';
  return frame.empty() ? "_" : printable(frame);
}

// What `row` adds to the place of its caller; empty where it runs in the same module.
std::string moduleFrame(const model::Profile &profile, const model::Row &row, const model::Row *caller) {
  if (row.module == 0 || (caller && caller->module == row.module))
    return {};
  const model::Module &module = profile.modules[row.module].module;
  std::string_view name = row.place;
  if (caller && !caller->place.empty() && name.size() > caller->place.size() &&
      name.substr(0, caller->place.size()) == caller->place && name[caller->place.size()] == '.')
    name.remove_prefix(caller->place.size() + 1);
  bool named = row.place == module.hierarchy;  // else in Kineto's form, which has the type
  return frameOf(named && name != module.type ? std::string(name) + "(" + module.type + ")" : std::string(name));
}

}  // namespace

void writeStacks(const model::Profile &profile, OutputStream &out) {
  std::vector<std::string> frames;
  frames.reserve(profile.rows.size());
  for (const model::Row &row : profile.rows)
    frames.push_back(frameOf(row.name));

  struct Item {
    uint32_t node;
    size_t prefix;  // length of the path above it
  };
  std::vector<Item> pending;
  std::string path;
  auto push = [&](uint32_t node) {
    const std::vector<uint32_t> &children = profile.calls[node].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      pending.push_back({*child, path.size()});
  };
  push(0);
  while (!pending.empty()) {
    Item item = pending.back();
    pending.pop_back();
    const model::CallNode &call = profile.calls[item.node];
    path.resize(item.prefix);
    if (!path.empty())
      path += ';';
    const model::Row *caller = call.parent ? &profile.rows[profile.calls[call.parent].row] : nullptr;
    if (std::string module = moduleFrame(profile, profile.rows[call.row], caller); !module.empty())
      path += module + ';';
    path += frames[call.row];
    if (call.selfNs > 0) {
      out.buffer() += path + " " + std::to_string(call.selfNs) + "\n";
      out.drain();
    }
    push(item.node);
  }
}

}  // namespace autoscope::report
