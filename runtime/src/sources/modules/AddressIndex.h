// Numbers by address, several for one: a hash table that is filled at once and forgotten as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace autoscope::modules {

class AddressIndex {
public:
  void clear() {
    links_.clear();
    heads_.clear();
  }

  void add(const char *address, uint32_t number) { links_.push_back({address, number, 0}); }

  // After the last add().
  void finish() {
    unsigned bits = 4;
    while (size_t(1) << bits < links_.size())
      ++bits;
    shift_ = 64 - bits;
    heads_.assign(size_t(1) << bits, 0);
    for (size_t i = links_.size(); i-- > 0;) {
      uint32_t &head = heads_[slotOf(links_[i].address)];
      links_[i].next = head;
      head = static_cast<uint32_t>(i + 1);
    }
  }

  template <class Visit> void eachAt(const char *address, Visit visit) const {
    if (heads_.empty())
      return;
    for (uint32_t link = heads_[slotOf(address)]; link; link = links_[link - 1].next)
      if (links_[link - 1].address == address)
        visit(links_[link - 1].number);
  }

private:
  struct Link {
    const char *address;
    uint32_t number;
    uint32_t next;  // 1 + its place; 0: the last
  };

  size_t slotOf(const char *address) const {
    return (reinterpret_cast<uint64_t>(address) >> 3) * 0x9e3779b97f4a7c15ull >> shift_;
  }

  std::vector<Link> links_;
  std::vector<uint32_t> heads_;
  unsigned shift_ = 64;
};

}  // namespace autoscope::modules
