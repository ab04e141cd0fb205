#include "sources/torch/OperatorSites.h"

#include "hot/SiteFlags.h"
#include "hot/ThreadState.h"
#include "hot/Uninterrupted.h"

#include <cstring>
#include <memory>
#include <new>
#include <string>

namespace autoscope::torch_operators {

struct OperatorSites::Entry {
  uint64_t hash;
  Kind kind;
  std::string name, text;
  __autoscope_site site;
};

namespace {

constexpr char separator = '\x1f';

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 29;
}

// Eight bytes at a time: this is paid for every operator.
uint64_t hashOf(std::string_view name, Kind kind) {
  uint64_t hash = uint64_t(kind) << 32 ^ name.size();
  uint64_t word = 0;
  for (; name.size() > sizeof word; name.remove_prefix(sizeof word)) {
    memcpy(&word, name.data(), sizeof word);
    hash = mix(hash, word);
  }
  word = 0;
  for (char c : name)
    word = word << 8 | static_cast<unsigned char>(c);
  return mix(mix(hash, word), 0);
}

// torch.profiler shows none of these, nor their time apart from their caller's. What libtorch tells of them, if it
// does, is no scope: Python's blocks begin inside one of them and end inside another.
bool isHidden(std::string_view name, Kind kind) {
  if (kind != Kind::Operator)
    return false;
  for (std::string_view hidden :
       {"profiler::_record_function_enter", "profiler::_record_function_enter_new", "profiler::_record_function_exit",
        "aten::is_leaf", "aten::output_nr", "aten::_version"})
    if (name == hidden)
      return true;
  return false;
}

// A record of abi.h. libtorch does not say where an operator is defined.
std::string siteText(std::string_view name, Kind kind) {
  std::string shown(name.empty() ? "(no name)" : name);
  for (char &c : shown)
    if (c == separator || c == 0)
      c = '?';
  std::string text = "A1";
  for (std::string_view field :
       {std::string_view("function"), std::string_view(kind == Kind::Annotation ? "nu" : ""), std::string_view("0"),
        std::string_view(), std::string_view(shown), std::string_view(shown), std::string_view(), std::string_view()}) {
    text += separator;
    text += field;
  }
  return text;
}

}  // namespace

__autoscope_site *OperatorSites::of(std::string_view name, Kind kind) noexcept {
  uint64_t hash = hashOf(name, kind);
  if (__autoscope_site *site = find(name, kind, hash))
    return site;
  return add(name, kind, hash);
}

__autoscope_site *OperatorSites::find(std::string_view name, Kind kind, uint64_t hash) const {
  const Place *table = table_.load(std::memory_order_acquire);
  if (!table)
    return nullptr;
  for (size_t at = hash % places;; at = (at + 1) % places) {
    Entry *entry = table[at].load(std::memory_order_acquire);
    if (!entry)
      return nullptr;
    if (entry->hash == hash && entry->kind == kind && entry->name == name)
      return &entry->site;
  }
}

__autoscope_site *OperatorSites::add(std::string_view name, Kind kind, uint64_t hash) noexcept {
  hot::Busy busy;  // an instrumented allocator must not wait for the lock
  if (!busy.entered())
    return nullptr;
  hot::Uninterrupted uninterrupted;
  std::lock_guard<std::mutex> lock(mutex_);
  if (__autoscope_site *site = find(name, kind, hash))
    return site;
  if (count_ == most)
    return nullptr;
  try {
    if (!table_.load(std::memory_order_relaxed))
      table_.store(new Place[places](), std::memory_order_release);
    auto entry = std::make_unique<Entry>(
        Entry{hash, kind, std::string(name), siteText(name, kind), __AUTOSCOPE_FUNCTION_SITE(nullptr)});
    entry->site.__info = entry->text.c_str();
    if (emitted_ == Emitted::No)
      entry->site.__reserved = hot::siteIsSilent;
    if (isHidden(name, kind))
      entry->site.__id = __autoscope_filtered;
    Place *table = table_.load(std::memory_order_relaxed);
    size_t at = hash % places;
    while (table[at].load(std::memory_order_relaxed))
      at = (at + 1) % places;
    ++count_;
    Entry *added = entry.release();
    table[at].store(added, std::memory_order_release);
    return &added->site;
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

}  // namespace autoscope::torch_operators
