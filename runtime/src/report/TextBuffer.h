// Bytes to be written: what std::string is for, with an append that is inlined.
//
// Export appends some fifteen pieces for each of millions of scopes; the library's append is a call each time, which
// made up half of the export's time. Grows like a vector; throws std::bad_alloc.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace autoscope::report {

class TextBuffer {
public:
  void append(const char *data, size_t size) {
    std::memcpy(reserve(size), data, size);
    end_ += size;
  }
  void append(std::string_view text) {
    if (!text.empty())
      append(text.data(), text.size());
  }
  void push_back(char c) { *reserve(1) = c, ++end_; }
  TextBuffer &operator+=(std::string_view text) {
    append(text);
    return *this;
  }
  TextBuffer &operator+=(char c) {
    push_back(c);
    return *this;
  }

  // Room for `size` bytes, of which advance() says how many were used.
  char *reserve(size_t size) {
    if (static_cast<size_t>(limit_ - end_) < size)
      grow(size);
    return end_;
  }
  void advance(size_t size) { end_ += size; }

  void clear() { end_ = bytes_.get(); }
  size_t size() const { return static_cast<size_t>(end_ - bytes_.get()); }
  bool empty() const { return size() == 0; }
  std::string_view view() const { return {bytes_.get(), size()}; }
  std::string string() const { return std::string(view()); }

private:
  void grow(size_t size) {
    size_t used = this->size(), capacity = std::max<size_t>(2 * used + size, 256);
    std::unique_ptr<char[]> bigger(new char[capacity]);
    if (used)
      std::memcpy(bigger.get(), bytes_.get(), used);
    bytes_ = std::move(bigger);
    end_ = bytes_.get() + used;
    limit_ = bytes_.get() + capacity;
  }

  std::unique_ptr<char[]> bytes_;
  char *end_ = nullptr;
  char *limit_ = nullptr;
};

}  // namespace autoscope::report
