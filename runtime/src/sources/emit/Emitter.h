// Tells other tools of scopes while they run: those of AUTOSCOPE_EMIT that are there when the process starts.
//
// open() is called once, before the first scope; begin() and end() by the hot path (hot/Emission.h), on any thread.
// None throws but open(), for want of memory.
#pragma once

#include "autoscope/abi.h"
#include "config/EmitText.h"
#include "sources/emit/BackEnd.h"
#include "sources/torch/Operators.h"

#include <string>
#include <vector>

namespace autoscope::emit {

class Emitter {
public:
  // Returns sentences about tools that are there, and cannot be told. One that is not there is no reason for any.
  std::vector<std::string> open(const config::EmitTools &tools, torch_operators::Operators &operators);
  bool isOpen() const { return count_ != 0; }

  // Bits of those that were told.
  uint32_t begin(const __autoscope_site &site, uint32_t id) noexcept;
  void end(uint32_t tools) noexcept;
  // Before the open scopes of the calling thread, which ends, are closed.
  void threadEnds() noexcept;

private:
  std::string openLibrary(const char *tool, const char *variable, const char *library, const char *symbol);
  // Empty, or half a sentence.
  std::string add(const BackEnd *found);

  const BackEnd *backEnds_[3] = {};
  uint32_t count_ = 0;
};

}  // namespace autoscope::emit
