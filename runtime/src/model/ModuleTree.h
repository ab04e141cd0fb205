// The modules of a session as a tree: which instance ran, below which.
//
// Made from the paths that the recorder named; a module scope without a path goes below the module around it under the
// name of its type. Paths that read the same are one node. Used by Profile and by the trace, so that both name a module
// alike. One thread; cannot fail.
#pragma once

#include "record/MetaLog.h"

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace autoscope::model {

struct Module {
  std::string name;       // the component below the parent
  std::string type;       // as people write it: Conv2d
  std::string hierarchy;  // net.layer1.0.conv1
  uint32_t parent = 0;    // node; 0: root
  uint32_t ordinal = 0;   // among the modules of its type, in order of appearance
};

class ModuleTree {
public:
  explicit ModuleTree(const record::MetaLog &names);

  // Node 0 is no module: code outside any.
  const std::vector<Module> &modules() const { return modules_; }
  // The node of a module scope at `site` (index) with the path (index, or 0), entered below the module `around`.
  uint32_t nodeOf(uint32_t site, uint32_t path, uint32_t around);

private:
  uint32_t child(uint32_t parent, std::string_view name, std::string type);

  const record::MetaLog &names_;
  std::vector<Module> modules_;
  std::vector<uint32_t> nodeOfPath_;
  std::map<std::tuple<uint32_t, std::string, std::string>, uint32_t> children_;
  std::map<std::string, uint32_t> ordinals_;
};

// `app::Box<int>` -> `Box<int>`: namespaces off; of a torch module also the suffix that TORCH_MODULE wants:
// `app::NetImpl` -> `Net`. The recorder has done so with the types of its paths, and tells torch's from others.
std::string shortModuleType(std::string_view type, bool ofTorch);

}  // namespace autoscope::model
